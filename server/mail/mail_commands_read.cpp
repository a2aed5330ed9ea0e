// Mails as they come in. A long one is read beside the loop, senders in turn.
#include "server/mail/mail_commands.h"

namespace cairn {

namespace {

constexpr std::size_t kQuickMail = std::size_t{16} << 10;  // bytes that are read on the loop

}  // namespace

void MailCommands::receive(const MailEnvelope& envelope, const std::shared_ptr<const std::string>& bytes,
                           MailDone done) {
  const auto read = [bytes, trust = settings_.trust()] { return read_mail(*bytes, trust); };
  const auto act = [this, envelope, bytes, done](ReadMail found) { act_on(envelope, *bytes, std::move(found), done); };
  if (bytes->size() <= kQuickMail) return act(read());
  if (!queue_.run(Asker{envelope.sender}, read, act))
    done({MailVerdict::later, "too many long mails are read at once"});
}

}  // namespace cairn

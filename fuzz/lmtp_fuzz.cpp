// A mail server's side of LMTP (server/mail/lmtp_session.h): whatever it sends, replies are lines of the protocol, what
// is kept is bounded, and the pieces in which bytes come change nothing. The first byte chooses the pieces.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "server/mail/lmtp_session.h"

namespace {

using namespace cairn;

constexpr std::size_t kMostKept = 500, kMostRecipients = 5;

struct Talked {
  std::string replies;
  std::string mails;  // each with its recipient
  bool operator==(const Talked&) const = default;
};

Talked talk(std::string_view bytes, std::size_t at_a_time) {
  LmtpSession::Limits limits;
  limits.mail = kMostKept;
  limits.line = 100;
  limits.recipients = kMostRecipients;
  limits.faults = 20;
  LmtpSession session("play.example", limits);
  Talked talked;
  while (!bytes.empty() && !session.over()) {
    bytes.remove_prefix(session.take(bytes.substr(0, at_a_time)));
    for (std::size_t count = 0; const auto waiting = session.waiting(); ++count) {
      fuzz::require(count < kMostRecipients, "recipients are bounded");
      fuzz::require(waiting->bytes->size() <= kMostKept, "a mail is bounded");
      const std::string& to = waiting->envelope.recipient;
      for (const char c : to + waiting->envelope.sender)
        fuzz::require(c >= ' ' && c <= '~', "an address is printable ASCII");
      fuzz::require(to.size() > 13 && to[to.size() - 13] == '@', "a recipient is one of ours");
      talked.mails.append(to).append("\n").append(*waiting->bytes).append("\n");
      session.answer({static_cast<MailVerdict>(waiting->bytes->size() % 3), std::string(*waiting->bytes)});
    }
    talked.replies += session.take_replies();
  }
  session.end();
  talked.replies += session.take_replies();
  return talked;
}

void check_replies(std::string_view replies) {
  while (!replies.empty()) {
    const std::size_t end = replies.find("\r\n");
    fuzz::require(end != std::string_view::npos, "a reply ends with CR LF");
    const std::string_view line = replies.substr(0, end);
    fuzz::require(line.size() > 4 && line.size() < 510, "a reply is a line of the protocol");
    fuzz::require(line[0] >= '2' && line[0] <= '5' && (line[3] == ' ' || line[3] == '-'), "it begins with its code");
    for (const char c : line) fuzz::require(c >= ' ' && c <= '~', "it is printable ASCII");
    replies.remove_prefix(end + 2);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 20'000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  const Talked whole = talk(text, text.size());
  check_replies(whole.replies);
  fuzz::require(talk(text, 1 + data[0] % 16U) == whole, "pieces change nothing");
  return 0;
}

// A mail from its bytes to a command: whatever comes is read or refused, and what is read is text without control
// characters in its lines.
#include "fuzz/fuzz.h"
#include "notation/mail_command.h"
#include "notation/sgf_charset.h"
#include "server/mail/message.h"

namespace {

using namespace cairn;

void check_line(const std::string& line) {
  for (const char c : line)
    fuzz::require(static_cast<unsigned char>(c) >= ' ' && c != 127, "a line has no control characters");
  fuzz::require(sgf::is_utf8(line), "a line is UTF-8");
}

void check_command(std::string_view line, bool proven) {
  const MailRead read = read_mail_command(line, proven);
  if (const auto* fault = std::get_if<MailFault>(&read))
    fuzz::require(!fault->message.empty(), "a fault says what is right");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 20'000) return -1;
  const auto text = fuzz::text_of(data, size);
  const auto read = read_mail(text, {"mx.cairn.example", 1, "cairn.example"});
  if (const auto* refusal = std::get_if<MailRefusal>(&read)) {
    check_line(refusal->message);
    return 0;
  }
  const MailIn& mail = std::get<MailIn>(read);
  for (const std::string* line : {&mail.from, &mail.subject, &mail.message_id}) check_line(*line);
  fuzz::require(!mail.proven || !mail.from.empty(), "nobody is proven only with an address");
  fuzz::require(sgf::is_utf8(mail.text), "the text is UTF-8");
  const std::string own = own_text(mail.text);
  fuzz::require(own.size() <= mail.text.size(), "nothing is added to what somebody wrote");
  check_command(plain_subject(mail.subject), mail.proven);
  const auto lines = read_mail_lines(own);
  if (const auto* all = std::get_if<std::vector<MailLine>>(&lines))
    for (const MailLine& line : *all) check_command(line.command, mail.proven);
  const MailReply reply = read_mail_reply(own, [](std::string_view word) { return word.size() == 2; });
  fuzz::require(reply.move.find_first_of(" \t\n") == std::string::npos, "a move is a word");
  fuzz::require(reply.move.empty() != reply.unclear.empty(), "there is a move, or why there is none");
  return 0;
}

#include "server/mail/lmtp_session.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/text.h"

namespace cairn {

namespace {

constexpr std::size_t kMostPath = 320, kMostReply = 400;

bool is_path_byte(char c) {
  return c > ' ' && c <= '~';
}

// Where the path's ">" is; `text` begins with "<". A quoted local part may have anything within.
std::size_t end_of_path(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (text[i] == '>' && !quoted)
      return i;
  }
  return std::string_view::npos;
}

// "<ann@example.org>" at the front of `text`, which it takes off; nothing: it is not one.
std::optional<std::string> take_path(std::string_view& text) {
  text = trim(text);
  if (text.empty() || text.front() != '<') return std::nullopt;
  const std::size_t end = end_of_path(text);
  if (end > kMostPath) return std::nullopt;  // or there is none
  std::string_view path = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  if (!text.empty() && text.front() != ' ') return std::nullopt;
  if (path.starts_with('@')) {  // a route of old: "@a,@b:ann@example.org"
    const std::size_t colon = path.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    path.remove_prefix(colon + 1);
  }
  const bool quoted = path.starts_with('"');
  for (const char c : path)
    if (!is_path_byte(c) && !(quoted && c == ' ')) return std::nullopt;
  return std::string(path);
}

// What follows a keyword as "FROM:", in any case; nothing: something else stands there.
std::optional<std::string_view> after(std::string_view keyword, std::string_view argument) {
  if (!equal_ignoring_case(argument.substr(0, keyword.size()), keyword)) return std::nullopt;
  return argument.substr(keyword.size());
}

// One line of printable ASCII, whatever it was.
std::string plain_line(std::string_view text) {
  std::string line(text.substr(0, kMostReply));
  for (char& c : line)
    if (c < ' ' || c > '~') c = c == '\t' || c == '\n' || c == '\r' ? ' ' : '?';
  return line;
}

std::string_view code_of(MailVerdict verdict) {
  switch (verdict) {
    case MailVerdict::taken:
    case MailVerdict::ignored:
      return "250 2.0.0 ";
    case MailVerdict::later:
      return "451 4.3.0 ";
    case MailVerdict::refused:
      break;
  }
  return "550 5.6.0 ";
}

std::string_view usual_message(MailVerdict verdict) {
  switch (verdict) {
    case MailVerdict::taken:
      return "taken";
    case MailVerdict::later:
      return "not now; try again later";
    case MailVerdict::ignored:
      return "taken, and nothing done: a machine sent it by itself";
    case MailVerdict::refused:
      break;
  }
  return "refused";
}

}  // namespace

LmtpSession::LmtpSession(std::string domain, const Limits& limits) : domain_(std::move(domain)), limits_(limits) {
  reply("220 " + domain_ + " LMTP cairn");
}

void LmtpSession::reply(std::string_view line) {
  replies_.append(line).append("\r\n");
}

// Whoever is wrong all the time speaks no LMTP.
void LmtpSession::fault(std::string_view line) {
  reply(line);
  if (++faults_ <= limits_.faults) return;
  reply("421 4.7.0 too many wrong commands");
  reset();
  state_ = State::over;
}

std::string LmtpSession::take_replies() {
  return std::exchange(replies_, {});
}

void LmtpSession::reset() {
  if (state_ != State::unknown) state_ = State::ready;
  sender_.clear();
  recipients_.clear();
  body_ = {};
  whole_.reset();
  too_big_ = false;
  next_ = 0;
}

std::size_t LmtpSession::take(std::string_view bytes) {
  std::size_t used = 0;
  while (used < bytes.size() && state_ != State::waiting && state_ != State::over) {
    const std::string_view rest = bytes.substr(used);
    used += state_ == State::data ? take_data(rest) : take_line(rest);
  }
  return used;
}

std::size_t LmtpSession::take_line(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  const std::string_view part = bytes.substr(0, end);
  if (line_.size() + part.size() > limits_.line) line_too_long_ = true;
  if (line_too_long_)
    line_.clear();
  else
    line_ += part;
  if (end == std::string_view::npos) return bytes.size();
  const std::string line = std::exchange(line_, {});
  if (std::exchange(line_too_long_, false))
    fault("500 5.5.2 the line is too long");
  else if (!line.ends_with('\r'))
    fault("500 5.5.2 lines end with CR LF");
  else
    command(std::string_view(line).substr(0, line.size() - 1));
  return end + 1;
}

void LmtpSession::command(std::string_view line) {
  const std::size_t blank = line.find(' ');
  const std::string verb = upper(line.substr(0, blank));
  const std::string_view argument = blank == std::string_view::npos ? "" : trim(line.substr(blank));
  if (verb == "LHLO") return hello(argument);
  if (verb == "MAIL") return sender(argument);
  if (verb == "RCPT") return recipient(argument);
  if (verb == "DATA") return data(argument);
  if (verb == "RSET") {
    reset();
    return reply("250 2.0.0 forgotten");
  }
  if (verb == "NOOP") return reply("250 2.0.0 nothing done");
  if (verb == "VRFY") return reply("252 2.5.2 send a mail and see");
  if (verb == "HELP") return reply("214 2.0.0 LHLO MAIL RCPT DATA RSET NOOP VRFY HELP QUIT");
  if (verb == "QUIT") {
    reset();
    state_ = State::over;
    return reply("221 2.0.0 goodbye");
  }
  if (verb == "HELO" || verb == "EHLO") return fault("500 5.5.1 this is LMTP: say LHLO");
  fault("500 5.5.1 no such command; HELP lists the commands");
}

void LmtpSession::hello(std::string_view argument) {
  if (argument.empty()) return fault("501 5.5.4 right is LHLO and a name");
  reset();
  state_ = State::ready;
  reply("250-" + domain_);
  reply("250-PIPELINING");
  reply("250-8BITMIME");
  reply("250-ENHANCEDSTATUSCODES");
  reply("250 SIZE " + std::to_string(limits_.mail));
}

void LmtpSession::sender(std::string_view argument) {
  if (state_ == State::unknown) return fault("503 5.5.1 LHLO comes first");
  if (state_ == State::mail) return fault("503 5.5.1 a mail has started already; RSET discards it");
  auto rest = after("FROM:", argument);
  if (!rest) return fault("501 5.5.4 right is MAIL FROM:<address>");
  auto path = take_path(*rest);
  if (!path) return fault("501 5.1.7 right is MAIL FROM:<address>, in ASCII");
  for (const std::string_view word : split_words(*rest)) {
    if (const auto size = after("SIZE=", word)) {
      std::uint64_t bytes = 0;
      const auto [end, error] = std::from_chars(size->data(), size->data() + size->size(), bytes);
      if (error == std::errc::invalid_argument || end != size->data() + size->size())
        return fault("501 5.5.4 SIZE is a number of bytes");
      if (error != std::errc{} || bytes > limits_.mail) return reply("552 5.3.4 the mail is too long");
    } else if (!equal_ignoring_case(word, "BODY=7BIT") && !equal_ignoring_case(word, "BODY=8BITMIME")) {
      return fault("555 5.5.4 only SIZE and BODY are known here");
    }
  }
  sender_ = *std::move(path);
  state_ = State::mail;
  reply("250 2.1.0 noted");
}

void LmtpSession::recipient(std::string_view argument) {
  if (state_ != State::mail) return fault("503 5.5.1 MAIL comes first");
  auto rest = after("TO:", argument);
  if (!rest) return fault("501 5.5.4 right is RCPT TO:<address>");
  auto path = take_path(*rest);
  if (!path) return fault("501 5.1.3 right is RCPT TO:<address>, in ASCII");
  if (!trim(*rest).empty()) return fault("555 5.5.4 nothing is known here but the address");
  const std::size_t at = path->rfind('@');
  if (at == std::string::npos || at == 0) return reply("553 5.1.3 an address is local@" + domain_);
  if (!equal_ignoring_case(std::string_view(*path).substr(at + 1), domain_))
    return reply("550 5.1.2 addresses here are of " + domain_);
  if (recipients_.size() >= limits_.recipients) return reply("452 4.5.3 too many recipients; send them another");
  recipients_.push_back(*std::move(path));
  reply("250 2.1.5 noted");
}

void LmtpSession::data(std::string_view argument) {
  if (!argument.empty()) return fault("501 5.5.4 DATA has no argument");
  if (state_ != State::mail) return fault("503 5.5.1 MAIL comes first");
  if (recipients_.empty()) return fault("503 5.5.1 there is no recipient");
  state_ = State::data;
  at_ = Data::line;
  reply("354 go on; a line with a dot alone ends it");
}

std::size_t LmtpSession::take_data(std::string_view bytes) {
  std::size_t used = 0;
  while (used < bytes.size() && state_ == State::data) {
    if (at_ == Data::text) {  // up to what may be the end of a line, at once
      const std::size_t end = std::min(bytes.find('\r', used), bytes.size());
      keep(bytes.substr(used, end - used));
      used = end;
    }
    if (used < bytes.size()) take_byte(bytes[used++]);
  }
  return used;
}

void LmtpSession::take_byte(char c) {
  if (at_ == Data::line && c == '.') {
    at_ = Data::dot;
    return;
  }
  if (at_ == Data::dot && c == '\r') {
    at_ = Data::dot_cr;
    return;
  }
  if (at_ == Data::dot_cr) {
    if (c == '\n') return end_of_data();
    keep("\r");  // the dot before it was a stuffed one
    at_ = Data::cr;
  }
  keep({&c, 1});
  if (c == '\r')
    at_ = Data::cr;
  else
    at_ = c == '\n' && at_ == Data::cr ? Data::line : Data::text;
}

// Too long a mail is read to its end, but kept no more.
void LmtpSession::keep(std::string_view text) {
  if (too_big_) return;
  if (text.size() <= limits_.mail - body_.size()) {
    body_ += text;
    return;
  }
  too_big_ = true;
  body_ = {};
}

void LmtpSession::end_of_data() {
  if (too_big_) {
    for (std::size_t i = 0; i < recipients_.size(); ++i) reply("552 5.3.4 the mail is too long");
    return reset();
  }
  whole_ = std::make_shared<const std::string>(std::exchange(body_, {}));
  state_ = State::waiting;
}

std::optional<LmtpSession::Waiting> LmtpSession::waiting() const {
  if (state_ != State::waiting) return std::nullopt;
  return Waiting{{sender_, recipients_[next_]}, whole_};
}

void LmtpSession::answer(const MailOutcome& outcome) {
  if (state_ != State::waiting) return;
  const std::string message = plain_line(outcome.message);
  std::string line(code_of(outcome.verdict));
  reply(line.append(message.empty() ? usual_message(outcome.verdict) : message));
  if (++next_ == recipients_.size()) reset();
}

void LmtpSession::end() {
  if (state_ == State::over) return;
  while (state_ == State::waiting) answer({MailVerdict::later, "the server is ending"});
  reply("421 4.3.2 the server is ending");
  reset();
  state_ = State::over;
}

}  // namespace cairn

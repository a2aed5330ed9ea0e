// One connection of a mail server that hands mails over by LMTP (RFC 2033), as bytes in and bytes out: no sockets, no
// clock. A whole mail waits until it was answered for each recipient; what comes behind it is not read before.
//
// Only CR LF ends a line of a mail, and only CR LF . CR LF the mail: nothing in it is ever taken for a command.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/mail/inbox.h"
#include "server/mail/message.h"

namespace cairn {

class LmtpSession {
 public:
  struct Limits {
    std::size_t mail = kMostMail + kMostMailHeader;  // bytes, with room for what mail servers write on top
    std::size_t line = 2'048;                        // of a command
    std::size_t recipients = 100;                    // of a mail
    int faults = 50;                                 // commands that are wrong, of a connection
  };
  struct Waiting {
    MailEnvelope envelope;
    std::shared_ptr<const std::string> bytes;
  };

  explicit LmtpSession(std::string domain) : LmtpSession(std::move(domain), Limits{}) {}
  LmtpSession(std::string domain, const Limits& limits);  // of our addresses

  // How many it took: not what is behind a mail that waits, or behind the end.
  std::size_t take(std::string_view bytes);
  std::string take_replies();  // what is to be sent
  // The mail and the recipient for whom it is to be answered next.
  std::optional<Waiting> waiting() const;
  void answer(const MailOutcome& outcome);
  void end();  // by us: whatever has no answer yet is to come again
  bool over() const { return state_ == State::over; }
  bool in_mail() const { return state_ == State::data; }

 private:
  enum class State : std::uint8_t { unknown, ready, mail, data, waiting, over };
  enum class Data : std::uint8_t { line, dot, dot_cr, cr, text };  // where in a line of a mail

  void reply(std::string_view line);  // without its end
  void fault(std::string_view line);  // counted
  void reset();
  std::size_t take_line(std::string_view bytes);
  std::size_t take_data(std::string_view bytes);
  void take_byte(char c);
  void keep(std::string_view text);
  void end_of_data();
  void command(std::string_view line);
  void hello(std::string_view argument);
  void sender(std::string_view argument);
  void recipient(std::string_view argument);
  void data(std::string_view argument);

  std::string domain_;
  Limits limits_;
  State state_ = State::unknown;
  std::string replies_, line_;
  bool line_too_long_ = false;
  int faults_ = 0;
  std::string sender_;
  std::vector<std::string> recipients_;
  Data at_ = Data::line;
  std::string body_;
  bool too_big_ = false;
  std::shared_ptr<const std::string> whole_;  // waits
  std::size_t next_ = 0;                      // of recipients_, to be answered
};

}  // namespace cairn

// The door for mails: takes the connections of the mail server before us, each an LmtpSession (server/mail/), and hands
// each mail over to what acts on it. Bounded in number, bytes and time.
#pragma once

#include <sys/types.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/mail/inbox.h"
#include "server/mail/lmtp_session.h"
#include "server/net/loop.h"
#include "server/net/mail_place.h"

namespace cairn::net {

struct LmtpSettings {
  std::string domain;   // of our addresses
  MailDeliver deliver;  // what acts on the mails
  LmtpSession::Limits limits{};
  std::chrono::milliseconds quiet = std::chrono::minutes(5);  // between two pieces of what comes
  std::chrono::milliseconds mail = std::chrono::minutes(10);  // for a mail to come
  std::chrono::milliseconds work = std::chrono::minutes(5);   // for a mail to be acted on; then it is to come again
  std::size_t connections = 64;
};

class LmtpDoor {
 public:
  LmtpDoor(Shared& shared, LmtpSettings settings)
      : shared_(shared), common_(std::make_shared<Common>(Common{std::move(settings)})) {}
  LmtpDoor(const LmtpDoor&) = delete;
  LmtpDoor& operator=(const LmtpDoor&) = delete;
  ~LmtpDoor() { close(); }

  std::string listen(const MailPlace& place);  // "", or what is wrong
  void run();                                  // from here on connections are taken
  void close();                                // no more are; the socket's file goes away

 private:
  using Protocol = asio::generic::stream_protocol;
  using Stream = beast::basic_stream<Protocol, Executor>;
  using Acceptor = asio::basic_socket_acceptor<Protocol, Executor>;
  class Connection;
  struct Common {  // outlives the connections that the loop still holds when it is stopped
    LmtpSettings settings;
    std::size_t open = 0;
  };
  struct File {
    std::string path;
    dev_t device;
    ino_t number;
  };
  std::string listen_on_file(const std::string& path);
  Task<void> accept(Acceptor& acceptor);
  static Task<void> serve(Shared& shared, std::shared_ptr<Common> common, Stream::socket_type socket);

  Shared& shared_;
  std::shared_ptr<Common> common_;
  std::vector<Acceptor> acceptors_;
  std::optional<File> file_;
};

}  // namespace cairn::net

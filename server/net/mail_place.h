// Where mails come in: a socket in the file system, or a port that this machine alone reaches. Whoever speaks there is
// believed as the mail server before us.
#pragma once

#include <boost/asio/generic/stream_protocol.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::net {

struct MailPlace {
  std::string path;     // of the socket; "": a port
  std::string address;  // of a port
  std::uint16_t port = 0;

  // Of a port at "localhost" that of either loopback address.
  std::vector<boost::asio::generic::stream_protocol::endpoint> endpoints() const;
};

// "/run/cairn/lmtp", "127.0.0.1:2400", "localhost:2400", "[::1]:2400"; a name without a slash is a path where it has
// no colon. Nothing: it is no such place.
std::optional<MailPlace> read_mail_place(std::string_view text);

inline constexpr std::string_view kRightMailPlace =
    R"(the path of a socket, of at most 90 bytes, or a port of this machine, such as "127.0.0.1:2400")";

}  // namespace cairn::net

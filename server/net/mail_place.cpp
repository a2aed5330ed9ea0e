#include "server/net/mail_place.h"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include "core/text.h"

namespace cairn::net {

namespace asio = boost::asio;

namespace {

constexpr std::size_t kMostPath = 90;  // the system takes 107, and a socket has a longer name while it is made
constexpr int kMostPort = 65'535;

}  // namespace

asio::generic::stream_protocol::endpoint MailPlace::endpoint() const {
  if (!path.empty()) return asio::local::stream_protocol::endpoint(path);
  return asio::ip::tcp::endpoint(asio::ip::make_address(address), port);
}

std::optional<MailPlace> read_mail_place(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (text.find('/') != std::string_view::npos || colon == std::string_view::npos) {
    if (text.empty() || text.size() > kMostPath || text.find('\0') != std::string_view::npos) return std::nullopt;
    return MailPlace{std::string(text), {}, 0};
  }
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  boost::system::error_code error;
  const auto address = asio::ip::make_address(std::string(host), error);
  const auto port = parse_int(text.substr(colon + 1));
  if (error || !address.is_loopback() || !port || *port < 1 || *port > kMostPort) return std::nullopt;
  return MailPlace{{}, address.to_string(), static_cast<std::uint16_t>(*port)};
}

}  // namespace cairn::net

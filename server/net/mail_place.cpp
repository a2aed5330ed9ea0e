#include "server/net/mail_place.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include "core/text.h"
#include "server/net/addresses.h"

namespace cairn::net {

namespace asio = boost::asio;

namespace {

constexpr std::size_t kMostPath = 90;  // the system takes 107, and a socket has a longer name while it is made
constexpr int kMostPort = 65'535;

}  // namespace

std::vector<asio::generic::stream_protocol::endpoint> MailPlace::endpoints() const {
  if (!path.empty()) return {asio::local::stream_protocol::endpoint(path)};
  std::vector<asio::generic::stream_protocol::endpoint> all;
  for (const auto& one : addresses_of(address)) all.emplace_back(asio::ip::tcp::endpoint(one, port));
  return all;
}

std::optional<MailPlace> read_mail_place(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (text.find('/') != std::string_view::npos || colon == std::string_view::npos) {
    if (text.empty() || text.size() > kMostPath || text.find('\0') != std::string_view::npos) return std::nullopt;
    return MailPlace{std::string(text), {}, 0};
  }
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto addresses = addresses_of(host);
  const auto port = parse_int(text.substr(colon + 1));
  if (addresses.empty() || !addresses.front().is_loopback() || !port || *port < 1 || *port > kMostPort)
    return std::nullopt;
  return MailPlace{{}, std::string(host), static_cast<std::uint16_t>(*port)};
}

}  // namespace cairn::net

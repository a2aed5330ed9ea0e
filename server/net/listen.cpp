#include "server/net/listen.h"

#include <boost/asio/ip/v6_only.hpp>

#include "server/net/addresses.h"

namespace cairn::net {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

namespace {

// Whether it failed because this machine has no such address, or none of its kind.
bool is_missing(const error_code& error) {
  return error == asio::error::address_family_not_supported || error == boost::system::errc::address_not_available ||
         error == boost::system::errc::protocol_not_supported;
}

error_code open(Acceptor& on, const tcp::endpoint& at, int backlog) {
  error_code error;
  on.open(at.protocol(), error);
  if (!error) on.set_option(asio::socket_base::reuse_address(true), error);
  if (!error && at.address().is_v6()) on.set_option(asio::ip::v6_only(false), error);
  if (!error) on.bind(at, error);
  if (!error) on.listen(backlog, error);
  return error;
}

Listening listen_once(const Executor& executor, const std::vector<asio::ip::address>& addresses, std::uint16_t port,
                      int backlog) {
  Listening listening;
  for (const auto& address : addresses) {
    const tcp::endpoint at(address, listening.on.empty() ? port : listening.port());
    Acceptor acceptor(executor);
    const error_code error = open(acceptor, at, backlog);
    if (!error) {
      listening.on.push_back(std::move(acceptor));
      continue;
    }
    listening.error = error;
    listening.fault = address.to_string() + " port " + std::to_string(at.port()) + ": " + error.message();
    if (!is_missing(error)) {
      listening.on.clear();
      return listening;
    }
  }
  if (!listening.on.empty()) {
    listening.error = {};
    listening.fault.clear();
  }
  return listening;
}

}  // namespace

Listening listen_on(const Executor& executor, std::string_view address, std::uint16_t port, int backlog) {
  constexpr int kTries = 20;
  const auto addresses = addresses_of(address);
  if (addresses.empty()) {
    Listening none;
    none.fault = "\"" + std::string(address) +
                 "\" is not an address; use localhost (this machine), 0.0.0.0 (all), 127.0.0.1, ::1 or ::";
    return none;
  }
  for (int i = 1;; ++i) {
    Listening listening = listen_once(executor, addresses, port, backlog);
    // What is free on the first address may be taken on the second.
    if (port != 0 || i == kTries || listening.error != asio::error::address_in_use) return listening;
  }
}

std::uint16_t Listening::port() const {
  error_code ignored;
  return on.empty() ? std::uint16_t{0} : on.front().local_endpoint(ignored).port();
}

std::string Listening::host() const {
  if (on.size() != 1) return "localhost";
  error_code ignored;
  const auto address = on.front().local_endpoint(ignored).address();
  if (address.is_v4()) return address.is_unspecified() ? "127.0.0.1" : address.to_string();
  return address.is_unspecified() ? "localhost" : "[" + address.to_string() + "]";
}

}  // namespace cairn::net

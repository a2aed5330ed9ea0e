#include "server/net/tls_client.h"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>

namespace cairn::net {

namespace asio = boost::asio;

std::shared_ptr<asio::ssl::context> system_trust() {
  using Context = asio::ssl::context;
  boost::system::error_code ignored;
  auto made = std::make_shared<Context>(Context::tls_client);
  made->set_options(Context::default_workarounds | Context::no_tlsv1 | Context::no_tlsv1_1, ignored);
  made->set_default_verify_paths(ignored);
  made->set_verify_mode(asio::ssl::verify_peer, ignored);
  return made;
}

void expect_host(Wire::Secure& secure, const std::string& host) {
  boost::system::error_code error;
  asio::ip::make_address(host, error);
  if (error) SSL_set_tlsext_host_name(secure.native_handle(), host.c_str());  // a name, not an address
  secure.set_verify_callback(asio::ssl::host_name_verification(host), error);
}

}  // namespace cairn::net

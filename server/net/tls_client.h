// TLS with servers that we connect to: their certificate must be of an authority that the system knows, and made for
// the name that was asked for.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "server/net/wire.h"

namespace cairn::net {

std::shared_ptr<boost::asio::ssl::context> system_trust();
// Before the handshake; `host`: a name, or an address.
void expect_host(Wire::Secure& secure, const std::string& host);

}  // namespace cairn::net

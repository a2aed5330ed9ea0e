// What is decided by the head of a request alone: whether two readers could take it for different messages
// (RFC 9112), and whether it is for this server at all.
#pragma once

#include <boost/beast/http/message.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/net/config.h"
#include "server/play/coded_message.h"

namespace cairn::net {

using RequestHead = boost::beast::http::request_header<>;

// A head that is refused, with the HTTP status that says so; the connection ends.
struct HeadFault {
  int status = 400;
  CodedMessage message;
};
std::optional<HeadFault> head_fault(const RequestHead& head);

// Whether its body comes only after "100 Continue"; HTTP/1.0 does not know that (RFC 9110, 10.1.1).
bool expects_a_word(const RequestHead& head);

// "GET http://example.org/lobby" becomes "GET /lobby" for the host "example.org" (RFC 9112, 3.2.2).
std::optional<HeadFault> to_origin_form(RequestHead& head);

// What a `Host` says, as "Example.org.:80" or "[::1]:80". None: it is no host with a port or without one, from its
// first sign to its last.
struct HostName {
  std::string name;          // "example.org", "::1"
  std::string without_port;  // "Example.org.", "[::1]"
};
std::optional<HostName> read_host(std::string_view host);

// What a `Host` may call this server: an address of numbers, a name of the loopback, the host of `public-url`, one of
// `host-names`, or where the server listens beyond the loopback and has no `public-url`, this machine by its name in
// the local network. Any other name may belong to somebody whose name server leads a browser here (DNS rebinding).
class OwnHosts {
 public:
  OwnHosts() = default;
  explicit OwnHosts(const ServerConfig& config);
  bool has(std::string_view host) const;

 private:
  std::vector<std::string> names_;  // by the settings
  bool by_machine_ = false;
};

}  // namespace cairn::net

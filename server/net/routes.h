// Which endpoint is meant: method and target to a route. Pure.
#pragma once

#include <string>
#include <string_view>

#include "server/net/endpoint.h"

namespace cairn {

struct Route {
  const Endpoint* to = &kUnknown;
  std::string id{};     // what stands at the first {} of its path: a table, a name; of a table's page, the table
  std::string item{};   // what stands at the second: a seat, what was said
  std::string path{};   // of kPage, without the query
  std::string allow{};  // of kNotThisMethod
  bool framed = false;  // a page that other sites may show in a frame
};

inline constexpr std::size_t kMostIdLetters = 40;  // of what may stand at a {}

Route find_route(std::string_view method, std::string_view target);
// The value of a name in the query of a target, as it stands there; "" where it is not.
std::string_view query_value(std::string_view target, std::string_view name);
// The value of a cookie in a Cookie header; "" where it is not.
std::string_view cookie_value(std::string_view header, std::string_view name);
// The token in an Authorization header: "Bearer ..."; "" where there is none.
std::string_view bearer_token(std::string_view header);
// Whether an Origin header ("https://host:port") names the host of the Host header.
bool same_origin(std::string_view origin, std::string_view host);

}  // namespace cairn

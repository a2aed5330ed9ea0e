// Which request is meant: method and target to a route. Pure.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

struct Route {
  enum class To : unsigned char {
    health,
    games,
    enter,
    create,
    state,
    join,
    command,
    socket,
    page,             // a file of the client
    unknown,          // 404
    not_this_method,  // 405
  };
  To to = To::unknown;
  std::string table;       // of state, join, command, socket
  std::string path;        // of page, without the query
  std::string_view allow;  // of not_this_method
};

Route find_route(std::string_view method, std::string_view target);
// The value of a cookie in a Cookie header; "" where it is not.
std::string_view cookie_value(std::string_view header, std::string_view name);
// Whether an Origin header ("https://host:port") names the host of the Host header.
bool same_origin(std::string_view origin, std::string_view host);

}  // namespace cairn

#include "server/net/routes.h"

#include <algorithm>

#include "core/text.h"

namespace cairn {

namespace {

bool good_id(std::string_view id) {
  return !id.empty() && id.size() <= 40 &&
         std::all_of(id.begin(), id.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; });
}

Route api_route(bool get, bool post, std::string_view path) {
  using To = Route::To;
  const auto only_get = [&](To to, std::string table = {}) {
    return get ? Route{to, std::move(table), {}, {}} : Route{To::not_this_method, {}, {}, "GET, HEAD"};
  };
  const auto only_post = [&](To to, std::string table = {}) {
    return post ? Route{to, std::move(table), {}, {}} : Route{To::not_this_method, {}, {}, "POST"};
  };
  if (path == "games") return only_get(To::games);
  if (path == "guest") return only_post(To::enter);
  if (path == "tables") return only_post(To::create);
  const auto parts = split(path, '/');
  if (parts.size() < 2 || parts.size() > 3 || parts[0] != "tables" || !good_id(parts[1])) return {};
  const std::string table(parts[1]);
  if (parts.size() == 2) return only_get(To::state, table);
  if (parts[2] == "join") return only_post(To::join, table);
  if (parts[2] == "commands") return only_post(To::command, table);
  if (parts[2] == "socket") return only_get(To::socket, table);
  return {};
}

}  // namespace

Route find_route(std::string_view method, std::string_view target) {
  using To = Route::To;
  const std::string_view path = target.substr(0, target.find_first_of("?#"));
  const bool get = method == "GET" || method == "HEAD", post = method == "POST";
  if (path.empty() || path[0] != '/') return {};
  if (path.substr(0, 5) == "/api/") return api_route(get, post, path.substr(5));
  if (!get) return {To::not_this_method, {}, {}, "GET, HEAD"};
  if (path == "/healthz") return {To::health, {}, {}, {}};
  for (const std::string_view page : {"/t/", "/local/"})  // /local/: games that the browser keeps itself
    if (path.substr(0, page.size()) == page)
      return good_id(path.substr(page.size())) ? Route{To::page, {}, "/", {}} : Route{};
  return {To::page, {}, std::string(path), {}};
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  for (const auto part : split(header, ';')) {
    const std::string_view pair = trim(part);
    const auto equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
  }
  return {};
}

bool same_origin(std::string_view origin, std::string_view host) {
  const auto scheme = origin.find("://");
  if (scheme == std::string_view::npos || host.empty()) return false;
  const std::string_view name = origin.substr(0, scheme);
  return (name == "http" || name == "https") && equal_ignoring_case(origin.substr(scheme + 3), host);
}

}  // namespace cairn

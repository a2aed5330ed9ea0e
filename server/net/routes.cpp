#include "server/net/routes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/text.h"

namespace cairn {

namespace {

bool is_id_letter(char c) {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_';
}

// Of a table, a session, a token, or a person's name.
bool good_id(std::string_view id) {
  return !id.empty() && id.size() <= kMostIdLetters && is_id_letter(id.front()) &&
         std::all_of(id.begin(), id.end(), [](char c) { return is_id_letter(c) || c == '.'; });
}

constexpr std::string_view kUnsubscribe = "/mail/unsubscribe/", kGame = "/game/", kTable = "/t/", kEmbed = "/embed/";

using Ids = std::array<std::string_view, 2>;

// Whether a path fits a row, and what stands at its {}s.
bool fits(std::string_view row, std::string_view path, Ids& ids) {
  std::size_t stars = 0;
  while (true) {
    const auto wanted = row.substr(0, row.find('/')), given = path.substr(0, path.find('/'));
    const bool star = wanted.starts_with('{');
    if (star ? !good_id(given) : wanted != given) return false;
    if (star) ids[stars++] = given;
    const bool row_ends = wanted.size() == row.size(), path_ends = given.size() == path.size();
    if (row_ends || path_ends) return row_ends && path_ends;
    row.remove_prefix(wanted.size() + 1);
    path.remove_prefix(given.size() + 1);
  }
}

// The pages that the client draws itself, from one file: each alone or with an id, or both.
struct Page {
  std::string_view name;
  bool alone, with_id;
};
constexpr Page kPages[] = {
    {"t", false, true},        {"local", false, true},  // games that the browser keeps itself
    {"account", true, false},  {"link", false, true},      {"puzzle", true, true},      {"lobby", true, false},
    {"people", true, true},    {"leaders", true, true},    {"archive", true, false},    {"openings", true, true},
    {"libraries", true, true}, {"challenges", true, true}, {"tournaments", true, true}, {"studies", true, true},
    {"analysis", true, true},  {"learn", true, true},      {"settings", true, false},   {"admin", true, true},
    {"api-docs", true, false}, {"rules", true, false},     {"embed", false, true},  // a board for pages of other sites
};

// Nothing where the path is not one of theirs; otherwise whether it is well formed.
std::optional<bool> page_of_client(std::string_view path) {
  const std::string_view rest = path.substr(1), name = rest.substr(0, rest.find('/'));
  for (const Page& page : kPages)
    if (page.name == name)
      return name.size() == rest.size() ? page.alone : page.with_id && good_id(rest.substr(name.size() + 1));
  return {};
}

// None: no row has this path.
std::optional<Route> endpoint_route(std::string_view method, std::string_view path) {
  std::string allow;
  for (const Endpoint& row : endpoints()) {
    Ids ids;
    if (!fits(row.path, path, ids)) continue;
    if (row.method == method) return Route{.to = &row, .id = std::string(ids[0]), .item = std::string(ids[1])};
    allow += (allow.empty() ? "" : ", ") + std::string(row.method == "GET" ? "GET, HEAD" : row.method);
  }
  if (allow.empty()) return {};
  return Route{.to = &kNotThisMethod, .allow = std::move(allow)};
}

// "ID.png" of "/game/ID.png": a table's picture, by an address to be linked to.
Route short_picture(std::string_view method, std::string_view file) {
  const std::string_view id = file.substr(0, file.find('.'));
  if (!good_id(id)) return {};
  const std::string path = "/api/tables/" + std::string(id) + "/board" + std::string(file.substr(id.size()));
  return endpoint_route(method, path).value_or(Route{});
}

}  // namespace

Route find_route(std::string_view method, std::string_view target) {
  const std::string_view path = target.substr(0, target.find_first_of("?#"));
  const bool get = method == "GET" || method == "HEAD";
  const std::string_view asked = get ? "GET" : method;
  if (path.empty() || path[0] != '/') return {};
  if (path.starts_with(kUnsubscribe)) {  // whatever follows: nobody is told whether it is a token
    Route route = endpoint_route(asked, std::string(kUnsubscribe) + "token").value_or(Route{});
    route.id = path.substr(kUnsubscribe.size());
    return route;
  }
  if (auto route = endpoint_route(asked, path)) return *std::move(route);
  if (path.starts_with("/api/")) return {};
  if (!get) return {.to = &kNotThisMethod, .allow = "GET, HEAD"};
  if (path.starts_with(kGame)) return short_picture(asked, path.substr(kGame.size()));
  if (const std::optional<bool> good = page_of_client(path)) {
    if (!*good) return {};
    const std::string_view table = path.starts_with(kTable) ? path.substr(kTable.size()) : "";
    return {.to = &kPage, .id = std::string(table), .path = "/", .framed = path.starts_with(kEmbed)};
  }
  return {.to = &kPage, .path = std::string(path)};
}

std::string_view query_value(std::string_view target, std::string_view name) {
  const std::string_view before = target.substr(0, target.find('#'));
  const auto mark = before.find('?');
  if (mark == std::string_view::npos) return {};
  for (const auto pair : split(before.substr(mark + 1), '&')) {
    const auto equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
  }
  return {};
}

std::string_view bearer_token(std::string_view header) {
  constexpr std::string_view kScheme = "Bearer ";
  if (!equal_ignoring_case(header.substr(0, kScheme.size()), kScheme)) return {};
  return trim(header.substr(kScheme.size()));
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

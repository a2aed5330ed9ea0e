// Which endpoint a request means (server/net/routes.h): two bytes choose an endpoint or none, one the method. The rest
// fills the {}s of the endpoint's path, or is the whole target.
#include <array>
#include <string>

#include "core/text.h"
#include "fuzz/fuzz.h"
#include "server/net/routes.h"

namespace {

using namespace cairn;

// A row's path with `text` at its {}s.
std::string filled(std::string_view path, std::string_view text) {
  std::string target(path);
  for (auto open = target.find('{'); open != std::string::npos; open = target.find('{', open + text.size()))
    target.replace(open, target.find('}', open) - open + 1, text);
  return target;
}

void check(std::string_view method, const std::string& target) {
  const Route route = find_route(method, target);
  const Endpoint& to = *route.to;
  const bool refuses = &to == &kUnknown || &to == &kNotThisMethod, row = !refuses && &to != &kPage;
  fuzz::require(to.handler != nullptr, "everything is answered");
  fuzz::require(row == (!to.group.empty() && !to.summary.empty() && !to.answers.empty()), "a row is documented");
  fuzz::require(!row || to.method == (method == "HEAD" ? "GET" : method), "a row is asked for by its method");
  fuzz::require(!row || to.kind == Kind::unguarded || route.id.size() <= kMostIdLetters, "an id is bounded");
  fuzz::require(route.item.size() <= kMostIdLetters, "an item is bounded");
  fuzz::require((&to == &kNotThisMethod) == !route.allow.empty(), "a method that is refused comes with others");
  fuzz::require((&to == &kPage) == !route.path.empty(), "a page has a file");
  if (&to == &kNotThisMethod)
    for (const auto other : split(route.allow, ','))
      fuzz::require(find_route(trim(other), target).to != &kNotThisMethod, "what is allowed is taken");
  fuzz::require(query_value(target, "before").size() <= target.size(), "a value is a part of its target");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3 || size > 2000) return -1;
  constexpr std::array<std::string_view, 6> kMethods = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"};
  const std::size_t at = (data[0] * 256U + data[1]) % (endpoints().size() + 1);
  const std::string_view method = kMethods[data[2] % kMethods.size()], text = fuzz::text_of(data + 3, size - 3);
  check(method, at == endpoints().size() ? std::string(text) : filled(endpoints()[at].path, text));
  return 0;
}

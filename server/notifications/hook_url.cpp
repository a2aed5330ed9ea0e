#include "server/notifications/hook_url.h"

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace cairn {

namespace {

constexpr MessageText kUrlForm("form-of-url", R"("url" must be an address such as "https://example.org/cairn")");
constexpr int kHttps = 443, kHttp = 80, kFirstFreePort = 1024;

Fault no_url(Message why) {
  return {Message("bad-hook-url", "{form}: {why}", {{"form", kUrlForm}, {"why", std::move(why)}})};
}

bool host_letter(char c) {
  return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_';
}

// What stands between // and the path.
Message read_authority(std::string_view text, HookUrl& out) {
  std::string_view port;
  if (!text.empty() && text.front() == '[') {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return Message("bracket-not-closed", "a [ has no matching ]");
    out.host = text.substr(1, end - 1);
    const bool address = out.host.find(':') != std::string::npos &&
                         out.host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string::npos;
    if (!address) return Message("brackets-hold-ipv6", "the text between [ and ] must be an IPv6 address");
    port = text.substr(end + 1);
  } else {
    const auto colon = text.find(':');
    out.host = text.substr(0, colon);
    port = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
    if (out.host.empty() || out.host.size() > 253 || !std::all_of(out.host.begin(), out.host.end(), host_letter))
      return Message("host-name-letters",
                     "the host name can have only letters, digits, - and ., without a user name or password before it");
  }
  out.port = static_cast<std::uint16_t>(out.secure ? kHttps : kHttp);
  if (port.empty()) return {};
  const auto number = port.front() == ':' ? parse_int(port.substr(1)) : std::nullopt;
  const bool usual = number && (*number == kHttp || *number == kHttps);
  if (!usual && (!number || *number < kFirstFreePort || *number > 65535))
    return Message("hook-port", "the port must be 80, 443, or from 1024 to 65535");
  out.port = static_cast<std::uint16_t>(*number);
  return {};
}

}  // namespace

std::variant<HookUrl, Fault> read_hook_url(std::string_view url) {
  if (url.empty() || url.size() > kMostUrl)
    return no_url(Message("url-letters", "the address can have at most {n} letters", {{"n", kMostUrl}}));
  if (std::any_of(url.begin(), url.end(), [](char c) { return c <= ' ' || c >= '\x7f'; }))
    return no_url(Message("url-plain-letters", "write letters outside ASCII and blanks with %"));
  HookUrl out;
  const auto scheme = url.find("://");
  const std::string name = lower(url.substr(0, scheme == std::string_view::npos ? 0 : scheme));
  if (name != "http" && name != "https")
    return no_url(Message("url-begins", "the address must begin with https:// or http://"));
  if (url.find('#') != std::string_view::npos)
    return no_url(Message("url-no-fragment", "the address cannot contain #"));
  out.secure = name == "https";
  const std::string_view rest = url.substr(scheme + 3);
  const auto path = rest.find_first_of("/?");
  const std::string_view authority = rest.substr(0, path);
  if (auto fault = read_authority(authority, out); !fault.empty()) return no_url(fault);
  out.authority = authority;
  out.target = path == std::string_view::npos ? "/" : std::string(rest.substr(path));
  if (out.target.front() == '?') out.target.insert(0, "/");
  return out;
}

std::string origin_of(const HookUrl& url) {
  const bool usual = url.port == (url.secure ? kHttps : kHttp);
  const bool numbers = url.host.find(':') != std::string::npos;
  return (url.secure ? "https://" : "http://") + (numbers ? "[" + url.host + "]" : lower(url.host)) +
         (usual ? "" : ":" + std::to_string(url.port));
}

}  // namespace cairn

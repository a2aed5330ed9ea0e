#include "server/protocol/hooks_from_client.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace cairn {

namespace {

constexpr std::string_view kWishForm = R"(a hook is {"url":"https://example.org/cairn","events":["your-turn"]}, )"
                                       R"(of a browser {"push":{"endpoint":"https://...","keys":{"p256dh":"...",)"
                                       R"("auth":"..."}},"events":["your-turn"]})";
constexpr std::string_view kHookEditForm = R"(a change of a hook is {"events":["your-turn"]})";
constexpr std::string_view kUrlForm = R"("url" must be an address as "https://example.org/cairn")";
constexpr int kHttps = 443, kHttp = 80, kFirstFreePort = 1024;

Fault no_url(std::string_view why) {
  return {std::string(kUrlForm) + ": " + std::string(why)};
}

bool host_letter(char c) {
  return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_';
}

// What stands between // and the path.
std::string read_authority(std::string_view text, HookUrl& out) {
  std::string_view port;
  if (!text.empty() && text.front() == '[') {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return "a [ has no ]";
    out.host = text.substr(1, end - 1);
    const bool address = out.host.find(':') != std::string::npos &&
                         out.host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string::npos;
    if (!address) return "between [ and ] stands an IPv6 address";
    port = text.substr(end + 1);
  } else {
    const auto colon = text.find(':');
    out.host = text.substr(0, colon);
    port = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
    if (out.host.empty() || out.host.size() > 253 || !std::all_of(out.host.begin(), out.host.end(), host_letter))
      return "the name of the host has letters, digits, - and . alone, and nobody's name or password before it";
  }
  out.port = static_cast<std::uint16_t>(out.secure ? kHttps : kHttp);
  if (port.empty()) return {};
  const auto number = port.front() == ':' ? parse_int(port.substr(1)) : std::nullopt;
  const bool usual = number && (*number == kHttp || *number == kHttps);
  if (!usual && (!number || *number < kFirstFreePort || *number > 65535))
    return "its port may be 80, 443, or from 1024 to 65535";
  out.port = static_cast<std::uint16_t>(*number);
  return {};
}

std::string read_events(const Json& object, NoticeKinds& out) {
  out = kAllNotices;
  if (!object.contains("events")) return {};
  const Json& list = object.at("events");
  std::string right = "\"events\" must be a list of some of ";
  for (int i = 0; i < kNoticeKinds; ++i)
    if (can_be_chosen(static_cast<NoticeKind>(i)))
      right.append(i == 0 ? "" : ", ").append(to_word(static_cast<NoticeKind>(i)));
  if (!list.is_array() || list.empty() || list.size() > kNoticeKinds) return right;
  out = 0;
  for (const Json& item : list) {
    const auto* word = item.get_ptr<const std::string*>();
    NoticeKinds bit = 0;
    for (int i = 0; i < kNoticeKinds && word != nullptr; ++i)
      if (can_be_chosen(static_cast<NoticeKind>(i)) && *word == to_word(static_cast<NoticeKind>(i)))
        bit = bit_of(static_cast<NoticeKind>(i));
    if (bit == 0) return right;
    out = static_cast<NoticeKinds>(out | bit);
  }
  return {};
}

// As a browser writes its PushSubscription.
std::optional<Fault> read_push(const Json& push, HookWish& out) {
  if (auto error = check_object(push, {"endpoint", "keys", "expirationTime"}, kWishForm); !error.empty())
    return Fault{"\"push\": " + error};
  const auto* endpoint = text_at(push, "endpoint");
  const Json keys = push.value("keys", Json());
  if (auto error = check_object(keys, {"p256dh", "auth"}, kWishForm); !error.empty())
    return Fault{"\"keys\": " + error};
  const auto *point = text_at(keys, "p256dh"), *auth = text_at(keys, "auth");
  if (endpoint == nullptr || point == nullptr || auth == nullptr)
    return Fault{"\"push\" lacks its endpoint or a key; " + std::string(kWishForm)};
  const auto point_bytes = from_base64url(*point), auth_bytes = from_base64url(*auth);
  if (!point_bytes || !is_push_point(*point_bytes))
    return Fault{"\"p256dh\" must be a point of the curve P-256, 65 bytes in base64url"};
  if (!auth_bytes || auth_bytes->size() != kPushAuth) return Fault{"\"auth\" must be 16 bytes in base64url"};
  out.url = *endpoint;
  out.keys = {to_base64url(*point_bytes), to_base64url(*auth_bytes)};
  return std::nullopt;
}

}  // namespace

std::string_view to_word(NoticeKind kind) {
  constexpr std::array<std::string_view, kNoticeKinds> kWords = {"your-turn", "game-over", "challenge", "round",
                                                                 "reminder",  "test",      "letter"};
  const auto at = static_cast<std::size_t>(kind);
  return at < kWords.size() ? kWords[at] : std::string_view();
}

std::variant<HookUrl, Fault> read_hook_url(std::string_view url) {
  if (url.empty() || url.size() > kMostUrl) return no_url("it has at most " + std::to_string(kMostUrl) + " letters");
  if (std::any_of(url.begin(), url.end(), [](char c) { return c <= ' ' || c >= '\x7f'; }))
    return no_url("what is no plain letter is written with %");
  HookUrl out;
  const auto scheme = url.find("://");
  const std::string name = lower(url.substr(0, scheme == std::string_view::npos ? 0 : scheme));
  if (name != "http" && name != "https") return no_url("it begins with https:// or http://");
  if (url.find('#') != std::string_view::npos) return no_url("it has no #");
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

std::variant<HookWish, Fault> read_hook_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"url", "push", "events"}, kWishForm); !error.empty())
    return Fault{std::move(error)};
  HookWish out;
  if (object.contains("url") == object.contains("push"))
    return Fault{"either \"url\" or \"push\" is to be there; " + std::string(kWishForm)};
  if (object.contains("push")) {
    if (auto fault = read_push(object["push"], out)) return std::move(*fault);
  } else {
    const auto* url = text_at(object, "url");
    if (url == nullptr) return Fault{"\"url\" is no text; " + std::string(kWishForm)};
    out.url = *url;
  }
  if (auto read = read_hook_url(out.url); auto* fault = std::get_if<Fault>(&read)) return std::move(*fault);
  if (auto error = read_events(object, out.wants); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<HookEdit, Fault> read_hook_edit(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"events"}, kHookEditForm); !error.empty()) return Fault{std::move(error)};
  HookEdit out;
  if (auto error = read_events(object, out.wants); !error.empty()) return Fault{std::move(error)};
  return out;
}

}  // namespace cairn

#include "server/protocol/hooks_from_client.h"

#include <optional>

#include "server/base/push.h"

namespace cairn {

namespace {

constexpr MessageText kWishForm(
    "form-of-hook",
    R"(a hook is {"url":"https://example.org/cairn","events":["your-turn"]}; for a browser it is )"
    R"({"push":{"endpoint":"https://...","keys":{"p256dh":"...","auth":"..."}},"events":["your-turn"]})");
constexpr MessageText kHookEditForm("form-of-hook-edit", R"(to change a hook, send {"events":["your-turn"]})");

Message read_events(const Json& object, NoticeKinds& out) {
  out = kAllNotices;
  if (!object.contains("events")) return {};
  const Json& list = object.at("events");
  std::string all;
  for (int i = 0; i < kNoticeKinds; ++i)
    if (can_be_chosen(static_cast<NoticeKind>(i)))
      all.append(all.empty() ? "" : ", ").append(to_word(static_cast<NoticeKind>(i)));
  const Message right("events-list", "\"events\" must be a list of some of {list}", {{"list", all}});
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
    return Fault{Message("bad-push", "\"push\": {why}", {{"why", error}})};
  const auto* endpoint = text_at(push, "endpoint");
  const Json keys = push.value("keys", Json());
  if (auto error = check_object(keys, {"p256dh", "auth"}, kWishForm); !error.empty())
    return Fault{Message("bad-keys", "\"keys\": {why}", {{"why", error}})};
  const auto *point = text_at(keys, "p256dh"), *auth = text_at(keys, "auth");
  if (endpoint == nullptr || point == nullptr || auth == nullptr)
    return Fault{Message("push-lacks-its-endpoint", "\"push\" has no endpoint, or a key is missing; {why}",
                         {{"why", kWishForm}})};
  const auto point_bytes = from_base64url(*point), auth_bytes = from_base64url(*auth);
  if (!point_bytes || !is_push_point(*point_bytes))
    return Fault{
        Message("p256dh-must-point-curve", "\"p256dh\" must be a point of the curve P-256, 65 bytes in base64url")};
  if (!auth_bytes || auth_bytes->size() != kPushAuth)
    return Fault{Message("auth-must-16-bytes", "\"auth\" must be 16 bytes in base64url")};
  out.url = *endpoint;
  out.keys = {to_base64url(*point_bytes), to_base64url(*auth_bytes)};
  return std::nullopt;
}

}  // namespace

std::variant<HookWish, Fault> read_hook_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"url", "push", "events"}, kWishForm); !error.empty())
    return Fault{std::move(error)};
  HookWish out;
  if (object.contains("url") == object.contains("push"))
    return Fault{Message("either-url-push", "give either \"url\" or \"push\"; {why}", {{"why", kWishForm}})};
  if (object.contains("push")) {
    if (auto fault = read_push(object["push"], out)) return std::move(*fault);
  } else {
    const auto* url = text_at(object, "url");
    if (url == nullptr) return Fault{Message("url-no-text", "\"url\" is not a text; {why}", {{"why", kWishForm}})};
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

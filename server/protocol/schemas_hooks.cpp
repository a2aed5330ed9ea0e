// Hooks, as schemas: protocol/hooks_to_client.cpp, hooks_from_client.cpp.
#include "server/notifications/hook_url.h"
#include "server/protocol/schemas.h"
#include "server/store/outbox.h"

namespace cairn {

namespace hooks_shapes {
namespace {

using namespace schema;

std::vector<std::string_view> wanted_words() {
  std::vector<std::string_view> all;
  for (int i = 0; i < kNoticeKinds; ++i)
    if (can_be_chosen(static_cast<NoticeKind>(i))) all.push_back(to_word(static_cast<NoticeKind>(i)));
  return all;
}

Json events() {
  return list_of(words(wanted_words()), 1, kNoticeKinds);
}

std::vector<Field> hook_fields() {
  return {must("id", text()),
          must("url", text()),
          must("push", described(yes_no(), "a browser, by web push")),
          must("events", list_of(words(wanted_words()))),
          must("created", time()),
          must("off", described(nullable(text()), "why it was disabled"))};
}

Json hook() {
  return object(hook_fields());
}

Json new_hook() {
  auto fields = hook_fields();
  fields.push_back(
      may("secret", described(text(), "the secret that signs deliveries; shown only this once; browsers have none")));
  return object(fields);
}

Json hook_list() {
  return object({must("hooks", list_of(ref("Hook")))});
}

Json hook_test() {
  return object({must("id", described(text(), "of what is sent"))});
}

Json deliveries() {
  const Json one = object({must("id", text()), must("event", words(words_of<NoticeKind>(to_word))), must("at", time()),
                           must("tries", whole(0)), must("state", words(words_of<DeliveryState>(to_word))),
                           must("due", described(nullable(time()), "of the next try")),
                           must("why", described(nullable(text()), "the last try failed"))});
  return object({must("deliveries", list_of(one))});
}

Json url() {
  Json form = matching("^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$");
  form["maxLength"] = kMostUrl;
  return form;
}

Json hook_wish() {
  const Json keys = object({must("p256dh", text()), must("auth", text())});
  const Json push = object({must("endpoint", url()), must("keys", keys), may("expirationTime", Json::object())});
  const Field wanted = may("events", described(events(), "default: all"));
  return one_of({object({must("url", url()), wanted}),
                 object({must("push", described(push, "a browser's push subscription, unchanged")), wanted})});
}

Json hook_edit() {
  return object({may("events", described(events(), "default: all"))});
}

Json push_key() {
  return object({must("key", described(text(), "65 bytes in base64url"))});
}

}  // namespace
}  // namespace hooks_shapes

std::vector<NamedSchema> hook_schemas() {
  using namespace hooks_shapes;
  return {{"PushKey", push_key},   {"Hook", hook},          {"NewHook", new_hook},
          {"HookList", hook_list}, {"HookTest", hook_test}, {"Deliveries", deliveries},
          {"HookWish", hook_wish}, {"HookEdit", hook_edit}};
}

}  // namespace cairn

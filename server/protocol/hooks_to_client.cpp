#include "server/protocol/hooks_to_client.h"

#include "server/base/push.h"
#include "server/protocol/replies.h"

namespace cairn {

Json hook_json(const Hook& hook) {
  Json events = Json::array();
  for (int i = 0; i < kNoticeKinds; ++i)
    if (can_be_chosen(static_cast<NoticeKind>(i)) && (hook.wants & bit_of(static_cast<NoticeKind>(i))) != 0)
      events.push_back(to_word(static_cast<NoticeKind>(i)));
  return {{"id", hook.id},
          {"url", hook.url},
          {"push", hook.push},
          {"events", std::move(events)},
          {"created", hook.created_ms},
          {"off", hook.off.empty() ? Json(nullptr) : Json(hook.off)}};
}

namespace {

Json delivery_json(const Delivery& delivery) {
  const bool waiting = delivery.state == DeliveryState::waiting;
  return {{"id", delivery.notice.id},
          {"event", to_word(delivery.notice.kind)},
          {"at", delivery.notice.at_ms},
          {"tries", delivery.tries},
          {"state", to_word(delivery.state)},
          {"due", waiting ? Json(delivery.due_ms) : Json(nullptr)},
          {"why", delivery.why.empty() ? Json(nullptr) : Json(delivery.why)}};
}

}  // namespace

Json to_client(const std::vector<Hook>& hooks) {
  return {{"hooks", list_json(hooks, hook_json)}};
}

Json to_client(const NewHook& made) {
  Json json = hook_json(made.hook);
  if (!made.hook.push) json["secret"] = made.hook.secret;
  return json;
}

Json to_client(const HookEnded&) {
  return {{"ended", 1}};
}

Json to_client(const Notice& sent) {
  return {{"id", sent.id}};
}

Json to_client(const std::vector<Delivery>& deliveries) {
  return {{"deliveries", list_json(deliveries, delivery_json)}};
}

Json to_client(const PublicPushKey& key) {
  return {{"key", to_base64url(key.point)}};
}

}  // namespace cairn

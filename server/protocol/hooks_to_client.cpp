#include "server/protocol/hooks_to_client.h"

#include <array>

#include "server/protocol/hooks_from_client.h"

namespace cairn {

std::string_view to_word(DeliveryState state) {
  constexpr std::array<std::string_view, kDeliveryStates> kWords = {"waiting", "delivered", "given-up"};
  const auto at = static_cast<std::size_t>(state);
  return at < kWords.size() ? kWords[at] : std::string_view();
}

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

std::string hook_body(const Notice& notice) {
  Json body = parse_json(notice.facts);
  if (!body.is_object()) body = Json::object();
  body["id"] = notice.id;
  body["event"] = to_word(notice.kind);
  body["at"] = notice.at_ms;
  return json_text(body);
}

std::string push_body(const Notice& notice) {
  std::string whole = hook_body(notice);
  if (whole.size() <= kMostPushed) return whole;
  return hook_body({notice.person, notice.kind, notice.id, "{}", notice.at_ms});
}

}  // namespace cairn

#include "server/notifications/hook_body.h"

#include "notation/view_json.h"
#include "server/base/push.h"

namespace cairn {

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

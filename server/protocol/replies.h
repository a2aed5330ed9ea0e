// What services answer, as the wire has it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/play/refusal.h"
#include "server/play/to_client.h"
#include "server/protocol/error_codes.h"

namespace cairn {

// A body for the wire with its HTTP status.
struct Reply {
  Reply() = default;
  Reply(int with_status, std::string with_body, int with_retry_after_s = 0, std::string with_token = {})
      : status(with_status),
        body(std::move(with_body)),
        retry_after_s(with_retry_after_s),
        new_token(std::move(with_token)) {}
  Reply(const Refusal& refusal)
      : status(status_of(refusal.code)), body(error_text(refusal)), retry_after_s(refusal.retry_after_s) {}

  int status = 200;
  std::string body;
  int retry_after_s = 0;  // 0: not worth saying
  std::string new_token;  // of a session that just began
  bool sign_out = false;  // the session is over: the browser shall forget it
  std::string_view type = "application/json";
  std::string etag{};        // who has this already is told so; the address it stands at is a secret
  std::string new_device{};  // what this browser is to be known by when it signs in again
};

template <class T, class To>
Json list_json(const std::vector<T>& items, To to) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(to(item));
  return list;
}

inline Reply good(const Json& json, int status = 200) {
  return {status, to_text(json)};
}

inline Json to_client(const Unit&) {
  return Json::object();
}

// Whether a value may be so much that its reply is written beside the loop. It holds all that it tells.
template <class T>
inline constexpr bool kMuchToTell = false;

// What `to_client` makes of a value, by its type: JSON, the text of JSON, or a whole Reply.
template <class T>
Reply reply_of(const Result<T>& result, int status = 200) {
  if (!result) return result.refusal();
  using Made = decltype(to_client(*result));
  if constexpr (std::is_same_v<Made, Reply>)
    return to_client(*result);
  else if constexpr (std::is_same_v<Made, std::string>)
    return {status, to_client(*result)};
  else
    return good(to_client(*result), status);
}

}  // namespace cairn

// What services answer, as the wire has it, and short ways to say it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/play/to_client.h"

namespace cairn {

// A body for the wire with its HTTP status.
struct Reply {
  int status = 200;
  std::string body;
  int retry_after_s = 0;  // 0: not worth saying
  std::string new_token;  // of a session that just began
  bool sign_out = false;  // the session is over: the browser shall forget it
  std::string_view type = "application/json";
  std::string etag{};        // who has this already is told so; the address it stands at is a secret
  std::string new_device{};  // what this browser is to be known by when it signs in again
};

inline Reply reply_of(const ErrorReply& error) {
  return {error.status, error_text(error), error.retry_after_s, {}};
}

inline Reply error(int status, std::string code, std::string message, int retry_after_s = 0) {
  return reply_of(error_reply(status, std::move(code), std::move(message), retry_after_s));
}

template <class T, class To>
Json list_json(const std::vector<T>& items, To to) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(to(item));
  return list;
}

// Of what the store did not do: the log hears why, who asked that it is worth trying again.
inline Reply unavailable_reply(const std::function<void(const std::string&)>& log, const std::string& what,
                               const std::string& why, const std::string& cannot) {
  log(what + ": " + why);
  return error(503, "unavailable", "this cannot be " + cannot + "; try again", 1);
}

inline Reply crowded() {
  return error(503, "unavailable", "too many passwords are being looked at; try again", 2);
}

inline Reply good(const Json& json, int status = 200) {
  return {status, to_text(json), 0, {}};
}

}  // namespace cairn

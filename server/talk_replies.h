// Inside of talk: short answers.
#pragma once

#include <cstdio>
#include <ctime>

#include "server/talk.h"

namespace cairn {

inline Reply error(int status, std::string code, std::string message, int retry_after_s = 0) {
  return reply_of(error_reply(status, std::move(code), std::move(message), retry_after_s));
}

inline Reply good(const Json& json, int status = 200) {
  return {status, to_text(json), 0, {}};
}

// Also of what may not be heard: the answer tells nothing.
inline Reply no_remark() {
  return error(404, "not-found", "nothing stands there that you may hear");
}

inline std::string utc_text(std::int64_t ms) {
  const auto seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
  return {text, size};
}

Hearer hearer(const TalkPlace& place, const std::optional<Person>& person);
bool blocked(const Remark& remark, const std::optional<Person>& person);

}  // namespace cairn

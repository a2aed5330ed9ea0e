// Inside of club, accounts, lobby and talk: short answers.
#pragma once

#include <string>
#include <utility>

#include "server/club.h"

namespace cairn {

inline Reply error(int status, std::string code, std::string message, int retry_after_s = 0) {
  return reply_of(error_reply(status, std::move(code), std::move(message), retry_after_s));
}

inline Reply good(const Json& json, int status = 200) {
  return {status, to_text(json), 0, {}};
}

}  // namespace cairn

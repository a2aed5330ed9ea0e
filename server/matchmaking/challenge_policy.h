// Who may challenge somebody, as his preferences have it under "challenges". Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "notation/view_json.h"

namespace cairn {

inline constexpr int kLeastWindow = 25, kMostWindow = 2'000;  // of ratings

struct ChallengePolicy {
  enum class From : std::uint8_t { everybody, accounts, window, nobody };
  From from = From::everybody;
  int window = 0;  // of ratings, where that is meant
};
Message challenge_policy_fault(const Json& preferences);              // nothing, or what is wrong
ChallengePolicy challenge_policy(std::string_view preferences_text);  // the usual one where none is kept

}  // namespace cairn

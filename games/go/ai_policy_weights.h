// The fitted weights of ai_policy.h as text: a letter each, and six for a pattern. Made by bench/fit_go_policy.cpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace cairn::go::policy {

// Letters from '#' to '~' but for the backslash stand for 0 to 90; a weight is told from 45 up and down.
inline constexpr int kLetters = 91, kNone = kLetters / 2;
inline constexpr float kWeightUnit = 0.08F;
constexpr int number_of(char letter) {
  return letter - '#' - (letter > '\\' ? 1 : 0);
}
constexpr char letter_of(int number) {
  return static_cast<char>('#' + number + (number >= '\\' - '#' ? 1 : 0));
}
constexpr float weight_of(char letter) {
  return kWeightUnit * static_cast<float>(number_of(letter) - kNone);
}

std::string_view feature_letters();  // one for each feature
std::string_view pattern_letters();  // for each pattern five of its hash, the lowest first, and one of its weight
inline constexpr std::size_t kPatternLetters = 6;
constexpr std::uint32_t hash_of(std::string_view five) {
  std::uint32_t hash = 0;
  for (std::size_t i = 5; i-- > 0;) hash = hash * kLetters + static_cast<std::uint32_t>(number_of(five[i]));
  return hash;
}

}  // namespace cairn::go::policy

// What every fuzz target needs: a check that ends the run with what broke, and the choice of a game by a byte.
// A target must take any bytes without a crash, a hang or a broken promise; it owns no state between runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "games/registry.h"

namespace cairn::fuzz {

inline void require(bool kept, const char* promise) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A game under one of its option sets. Large boards are left out: their size teaches the fuzzer nothing and costs time.
struct Choice {
  const GameInfo* info;
  std::string_view options;
  Position start;
};

inline const std::vector<Choice>& choices() {
  static const std::vector<Choice> all = [] {
    std::vector<Choice> list;
    for (const GameInfo& info : games())
      for (const auto options : info.variety) {
        Made made = info.make({parse_option_words(options), {}});
        require(made.error.empty(), "the option sets of `variety` are good");
        if (made.position.view(Viewer::spectator).columns <= 11)
          list.push_back({&info, options, std::move(made.position)});
      }
    return list;
  }();
  return all;
}

inline const Choice& choose(std::uint8_t byte) {
  return choices()[byte % choices().size()];
}

}  // namespace cairn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

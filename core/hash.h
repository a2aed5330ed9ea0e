// Zobrist keys and mixing. Keys are computed from their index at compile time, so every build agrees on every hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/rng.h"

namespace cairn {

template <std::size_t N>
constexpr std::array<std::uint64_t, N> zobrist_keys(std::uint64_t seed) {
  std::array<std::uint64_t, N> keys{};
  for (auto& key : keys) key = splitmix64(seed);
  return keys;
}

// A good 64-bit mix of two words; not commutative.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t state = a ^ (b * 0xD6E8FEB86659FD93ULL);
  return splitmix64(state);
}

}  // namespace cairn

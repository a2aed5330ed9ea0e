// A small, fast, seedable random number generator: the same seed gives the same game on every platform.
// xoshiro256** (Blackman and Vigna, public domain algorithm), seeded by splitmix64. Not for secrets.
#pragma once

#include <array>
#include <cstdint>

namespace cairn {

constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

class Rng {
 public:
  using result_type = std::uint64_t;
  explicit constexpr Rng(std::uint64_t seed) {
    for (auto& word : state_) word = splitmix64(seed);
  }
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  constexpr result_type operator()() {
    const std::uint64_t result = rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotl(state_[3], 45);
    return result;
  }
  // Uniform in 0..bound-1, bound >= 1; the bias is below bound / 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((*this)() >> 32) * bound >> 32);
  }

 private:
  static constexpr std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::array<std::uint64_t, 4> state_{};
};

// The cheapest generator that playouts can do with, one multiplication a number: a multiplicative congruential
// generator of 64 bits (multiplier of Steele and Vigna, 2021) of which the upper half is used. Seed it anew for every
// playout.
class Draw {
 public:
  explicit constexpr Draw(std::uint64_t seed) : state_(seed | 1U) {}
  constexpr unsigned below(unsigned bound) {
    state_ *= 0xF1357AEA2E62A9C5ULL;
    return static_cast<unsigned>((state_ >> 32) * bound >> 32);
  }
  constexpr bool chance(unsigned of256) { return below(256) < of256; }

 private:
  std::uint64_t state_;
};

}  // namespace cairn

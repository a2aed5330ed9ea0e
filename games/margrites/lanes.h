// Both sides' boards side by side, and the rule of capture for all squares at once: neighbours are counted in
// bit-sliced form, four bits a square, by shifts and adders. Black's rows are the first eight 16-bit lanes, White's the
// last eight. One 256-bit register where there is AVX2, else a pair of 128-bit ones (SSE2, NEON, wasm).
#pragma once

#include <cstdint>

#include "games/margrites/squares.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace cairn::margrites {

#if defined(__AVX2__)

using Lanes = std::uint16_t __attribute__((vector_size(32)));

inline Lanes up(Lanes x) {  // every row to the next higher
  return __builtin_shufflevector(Lanes{}, x, 7, 16, 17, 18, 19, 20, 21, 22, 15, 24, 25, 26, 27, 28, 29, 30);
}
inline Lanes down(Lanes x) {
  return __builtin_shufflevector(x, Lanes{}, 1, 2, 3, 4, 5, 6, 7, 16, 9, 10, 11, 12, 13, 14, 15, 24);
}
inline Lanes across(Lanes x) {  // the sides exchanged
  return __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline bool any(Lanes x) {
  return _mm256_testz_si256(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(x)) == 0;
}

#else

using HalfLanes = std::uint16_t __attribute__((vector_size(16)));
struct Lanes {
  HalfLanes black{}, white{};
  friend Lanes operator&(const Lanes& a, const Lanes& b) { return {a.black & b.black, a.white & b.white}; }
  friend Lanes operator|(const Lanes& a, const Lanes& b) { return {a.black | b.black, a.white | b.white}; }
  friend Lanes operator^(const Lanes& a, const Lanes& b) { return {a.black ^ b.black, a.white ^ b.white}; }
  friend Lanes operator~(const Lanes& a) { return {~a.black, ~a.white}; }
  friend Lanes operator<<(const Lanes& a, int by) {
    return {static_cast<HalfLanes>(a.black << by), static_cast<HalfLanes>(a.white << by)};
  }
  friend Lanes operator>>(const Lanes& a, int by) {
    return {static_cast<HalfLanes>(a.black >> by), static_cast<HalfLanes>(a.white >> by)};
  }
};

inline Lanes up(const Lanes& x) {
  return {__builtin_shufflevector(x.black, HalfLanes{}, 8, 0, 1, 2, 3, 4, 5, 6),
          __builtin_shufflevector(x.white, HalfLanes{}, 8, 0, 1, 2, 3, 4, 5, 6)};
}
inline Lanes down(const Lanes& x) {
  return {__builtin_shufflevector(x.black, HalfLanes{}, 1, 2, 3, 4, 5, 6, 7, 8),
          __builtin_shufflevector(x.white, HalfLanes{}, 1, 2, 3, 4, 5, 6, 7, 8)};
}
inline Lanes across(const Lanes& x) {
  return {x.white, x.black};
}
inline bool any(const Lanes& x) {
  using Words = std::uint64_t __attribute__((vector_size(16)));
  const auto words = reinterpret_cast<Words>(x.black | x.white);
  return (words[0] | words[1]) != 0;
}

#endif

static_assert(sizeof(Lanes) == 32);

// How many of the eight neighbours of each square hold a piece, each side in its own half: bits of the number.
struct Counts {
  Lanes one, two, four, eight;
};
inline Counts count_neighbours(const Lanes& x) {
  const Lanes left = x << 1, right = x >> 1;
  const Lanes beside1 = left ^ right, beside2 = left & right;
  const Lanes row1 = beside1 ^ x, row2 = beside2 | (beside1 & x);  // with the square itself, for the rows beyond
  const Lanes above1 = up(row1), above2 = up(row2), below1 = down(row1), below2 = down(row2);
  const Lanes half1 = above1 ^ below1, half2 = above2 ^ below2;
  const Lanes carry = (above1 & below1) | (half1 & beside1);
  const Lanes sum2 = half2 ^ beside2, carry2 = (above2 & below2) | (half2 & beside2), more = sum2 & carry;
  return {half1 ^ beside1, sum2 ^ carry, carry2 ^ more, carry2 & more};
}

// The pieces that are captured now, of both sides: enemies >= 2 * (1 + friends), that is enemies / 2 > friends.
// Eight friends leave no room for an enemy, so three bits compare.
inline Lanes captured_now(const Lanes& x) {
  const Counts friends = count_neighbours(x);
  const Lanes pairs1 = across(friends.two), pairs2 = across(friends.four), pairs4 = across(friends.eight);
  const Lanes over1 = pairs1 & ~friends.one;
  const Lanes over2 = (pairs2 & ~friends.two) | (~(pairs2 ^ friends.two) & over1);
  const Lanes over4 = (pairs4 & ~friends.four) | (~(pairs4 ^ friends.four) & over2);
  return over4 & x;
}

}  // namespace cairn::margrites

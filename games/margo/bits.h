// Sets of points of a pyramid, in three shapes: one word (sizes 2..4), a lane of 64 bits a level (5..8), rows of
// machine words (9..19). All meet one interface, so that the rules (board.h) are written once:
//   & | ^ andnot, ==, any, count, test/set/reset by index, pick(k), for_each(f)
//   east north west south: every point moves one step on its own level; raise lower: to the same column and row of
//   the next level up or down. A step may leave the pyramid or wrap into points that do not exist: callers mask.
// `(l, c, r)` rests on `(l-1, c..c+1, r..r+1)` (spec margo, Geometry). No allocation, no branches on content.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/rules.h"

#if defined(__AVX512F__) || defined(__BMI2__)
#include <immintrin.h>
#endif

namespace cairn::margo {

// Index in a word of its k-th set bit, counted from 0.
inline int nth_set_bit(std::uint64_t word, int k) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word));
#else
  while (k-- > 0) word &= word - 1;
  return std::countr_zero(word);
#endif
}

// Sizes 2..4: level * 16 + row * 4 + column in one word.
struct WordBits {
  static constexpr int kMaxSize = 4;
  static constexpr bool kWalks = false;  // whether a walk near a ball (walk.h) is faster than steps of all points
  std::uint64_t word = 0;

  static constexpr int index(Point p) { return p.level * 16 + p.row * 4 + p.column; }
  static constexpr Point point(int i) {
    return {static_cast<std::uint8_t>(i / 16), static_cast<std::uint8_t>(i % 4), static_cast<std::uint8_t>(i / 4 % 4)};
  }
  void set(int i) { word |= std::uint64_t{1} << i; }
  void reset(int i) { word &= ~(std::uint64_t{1} << i); }
  bool test(int i) const { return ((word >> i) & 1U) != 0; }
  bool any() const { return word != 0; }
  int count() const { return std::popcount(word); }
  int pick(int k) const { return nth_set_bit(word, k); }
  template <class F>
  void for_each(F&& f) const {
    for (std::uint64_t rest = word; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
  }
  WordBits east() const { return {word << 1}; }
  WordBits west() const { return {word >> 1}; }
  WordBits north() const { return {word << 4}; }
  WordBits south() const { return {word >> 4}; }
  WordBits raise() const { return {word << 16}; }
  WordBits lower() const { return {word >> 16}; }
  WordBits operator&(const WordBits& o) const { return {word & o.word}; }
  WordBits operator|(const WordBits& o) const { return {word | o.word}; }
  WordBits operator^(const WordBits& o) const { return {word ^ o.word}; }
  WordBits andnot(const WordBits& o) const { return {word & ~o.word}; }
  bool operator==(const WordBits&) const = default;
};

// Sizes 5..8: a 64-bit lane a level, row * 8 + column in it; a whole set is one 512-bit register where there is one.
struct LaneBits {
  static constexpr int kMaxSize = 8;
  static constexpr bool kWalks = false;
  typedef std::uint64_t Lanes __attribute__((vector_size(64)));
  Lanes lanes = {};

  static constexpr int index(Point p) { return p.level * 64 + p.row * 8 + p.column; }
  static constexpr Point point(int i) {
    return {static_cast<std::uint8_t>(i / 64), static_cast<std::uint8_t>(i % 8), static_cast<std::uint8_t>(i / 8 % 8)};
  }
  static LaneBits single(int i) {  // built in the register: a store of one lane would stall the next full load
    constexpr Lanes kLane = {0, 1, 2, 3, 4, 5, 6, 7};
    const auto lane = static_cast<std::uint64_t>(i >> 6);
    return {reinterpret_cast<Lanes>(kLane == lane) & (std::uint64_t{1} << (i & 63))};
  }
  void set(int i) { lanes |= single(i).lanes; }
  void reset(int i) { lanes &= ~single(i).lanes; }
  bool test(int i) const { return ((lanes[i >> 6] >> (i & 63)) & 1U) != 0; }
  bool any() const {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(reinterpret_cast<const __m512i&>(lanes), reinterpret_cast<const __m512i&>(lanes)) !=
           0;
#else
    std::uint64_t all = 0;
    for (int i = 0; i < 8; ++i) all |= lanes[i];
    return all != 0;
#endif
  }
  int count() const {
#if defined(__AVX512VPOPCNTDQ__)
    const auto counts = reinterpret_cast<Lanes>(_mm512_popcnt_epi64(reinterpret_cast<const __m512i&>(lanes)));
    std::uint64_t n = 0;
    for (int i = 0; i < 8; ++i) n += counts[i];
    return static_cast<int>(n);
#else
    int n = 0;
    for (int i = 0; i < 8; ++i) n += std::popcount(lanes[i]);
    return n;
#endif
  }
  int pick(int k) const {
    for (int i = 0;; ++i) {
      const int here = std::popcount(lanes[i]);
      if (k < here) return i * 64 + nth_set_bit(lanes[i], k);
      k -= here;
    }
  }
  template <class F>
  void for_each(F&& f) const {
    for (int i = 0; i < 8; ++i)
      for (std::uint64_t rest = lanes[i]; rest != 0; rest &= rest - 1) f(i * 64 + std::countr_zero(rest));
  }
  LaneBits east() const {
    return {lanes << 1};
  }
  LaneBits west() const {
    return {lanes >> 1};
  }
  LaneBits north() const {
    return {lanes << 8};
  }
  LaneBits south() const {
    return {lanes >> 8};
  }
  LaneBits raise() const {
    return {__builtin_shufflevector(lanes, Lanes{}, 8, 0, 1, 2, 3, 4, 5, 6)};
  }
  LaneBits lower() const {
    return {__builtin_shufflevector(lanes, Lanes{}, 1, 2, 3, 4, 5, 6, 7, 8)};
  }
  LaneBits operator&(const LaneBits& o) const {
    return {lanes & o.lanes};
  }
  LaneBits operator|(const LaneBits& o) const {
    return {lanes | o.lanes};
  }
  LaneBits operator^(const LaneBits& o) const {
    return {lanes ^ o.lanes};
  }
  LaneBits andnot(const LaneBits& o) const {
    return {lanes & ~o.lanes};
  }
  bool operator==(const LaneBits& o) const {
    return !(*this ^ o).any();
  }
};

// Any size up to kSize: an array of rows, kSize + 1 a level (the last one stays empty and stops wrapping).
template <int kSize, class Row>
struct RowBits {
  static constexpr int kMaxSize = kSize;
  static constexpr bool kWalks = true;
  static constexpr int kWidth = static_cast<int>(sizeof(Row)) * 8;
  static constexpr int kLevel = kSize + 1;
  static constexpr std::size_t kRows = static_cast<std::size_t>(kSize * kLevel);
  static_assert(kSize <= kWidth);
  std::array<Row, kRows> rows;

  RowBits() : rows{} {}

  static constexpr int index(Point p) { return (p.level * kLevel + p.row) * kWidth + p.column; }
  static constexpr Point point(int i) {
    const int row = i / kWidth;
    return {static_cast<std::uint8_t>(row / kLevel), static_cast<std::uint8_t>(i % kWidth),
            static_cast<std::uint8_t>(row % kLevel)};
  }
  void set(int i) { at(i) = static_cast<Row>(at(i) | bit(i)); }
  void reset(int i) { at(i) = static_cast<Row>(at(i) & ~bit(i)); }
  bool test(int i) const { return (rows[static_cast<std::size_t>(i / kWidth)] & bit(i)) != 0; }
  bool any() const {
    Row all = 0;
    for (const Row row : rows) all = static_cast<Row>(all | row);
    return all != 0;
  }
  int count() const {
    int n = 0;
    for (const Row row : rows) n += std::popcount(row);
    return n;
  }
  int pick(int k) const {
    for (std::size_t i = 0;; ++i) {
      const int here = std::popcount(rows[i]);
      if (k < here) return static_cast<int>(i) * kWidth + nth_set_bit(rows[i], k);
      k -= here;
    }
  }
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < kRows; ++i)
      for (Row rest = rows[i]; rest != 0; rest = static_cast<Row>(rest & (rest - 1)))
        f(static_cast<int>(i) * kWidth + std::countr_zero(rest));
  }
  RowBits east() const {
    return map(*this, *this, [](Row a, Row) { return a << 1; });
  }
  RowBits west() const {
    return map(*this, *this, [](Row a, Row) { return a >> 1; });
  }
  RowBits north() const { return moved<1>(); }
  RowBits south() const { return moved<-1>(); }
  RowBits raise() const { return moved<kLevel>(); }
  RowBits lower() const { return moved<-kLevel>(); }
  RowBits operator&(const RowBits& o) const {
    return map(*this, o, [](Row a, Row b) { return a & b; });
  }
  RowBits operator|(const RowBits& o) const {
    return map(*this, o, [](Row a, Row b) { return a | b; });
  }
  RowBits operator^(const RowBits& o) const {
    return map(*this, o, [](Row a, Row b) { return a ^ b; });
  }
  RowBits andnot(const RowBits& o) const {
    return map(*this, o, [](Row a, Row b) { return a & ~b; });
  }
  bool operator==(const RowBits&) const = default;

 private:
  Row& at(int i) { return rows[static_cast<std::size_t>(i / kWidth)]; }
  static Row bit(int i) { return static_cast<Row>(Row{1} << (i % kWidth)); }
  struct Raw {};
  explicit RowBits(Raw) {}  // whose rows are all filled next

  template <class F>
  static RowBits map(const RowBits& a, const RowBits& b, F f) {
    RowBits out{Raw{}};
    for (std::size_t i = 0; i < kRows; ++i) out.rows[i] = static_cast<Row>(f(a.rows[i], b.rows[i]));
    return out;
  }
  template <int kBy>
  RowBits moved() const {
    RowBits out{Raw{}};
    constexpr int kStay = static_cast<int>(kRows) - (kBy > 0 ? kBy : -kBy);
    constexpr int kFrom = kBy > 0 ? 0 : -kBy, kTo = kBy > 0 ? kBy : 0, kEmpty = kBy > 0 ? 0 : kStay;
    std::copy_n(rows.begin() + kFrom, kStay, out.rows.begin() + kTo);
    std::fill_n(out.rows.begin() + kEmpty, static_cast<int>(kRows) - kStay, Row{0});
    return out;
  }
};
using WideBits = RowBits<16, std::uint16_t>;
using WidestBits = RowBits<19, std::uint32_t>;

}  // namespace cairn::margo

#include "games/margo/ai_small_pyramid.h"

#include <bit>
#include <utility>

namespace cairn::margo {

namespace {

Point point_at(int l, int c, int r) {
  return {static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
}

}  // namespace

std::vector<int> points_in_order(int size) {
  std::vector<int> points;
  for (int l = 0; l < size; ++l)
    for (int r = 0; r < size - l; ++r)
      for (int c = 0; c < size - l; ++c) points.push_back(WordBits::index(point_at(l, c, r)));
  return points;
}

SmallPyramid::SmallPyramid(const Options& options, const Geometry<WordBits>& geo)
    : geo_(geo), can_pass_(options.can_pass), beginner_(options.beginner) {
  const std::vector<int> points = points_in_order(options.size);
  for (std::size_t s = 0; s < kSymmetries; ++s) add_symmetry(s, points, options.size);
  for (std::size_t s = 0; s < kSymmetries; ++s)
    for (std::size_t other = 0; other < kSymmetries; ++other)
      if (std::all_of(points.begin(), points.end(), [&](int at) { return image(image(at, s), other) == at; }))
        inverse_[s] = other;
}

// Bit 0 of a symmetry mirrors columns, bit 1 rows, bit 2 exchanges the two.
void SmallPyramid::add_symmetry(std::size_t s, const std::vector<int>& points, int size) {
  std::array<std::uint64_t, 64> digit{};  // what a white ball at the point adds
  std::uint64_t power = 1;
  for (const int at : points) {
    const Point p = WordBits::point(at);
    const int side = size - p.level - 1;
    int c = p.column, r = p.row;
    if ((s & 1U) != 0) c = side - c;
    if ((s & 2U) != 0) r = side - r;
    if ((s & 4U) != 0) std::swap(c, r);
    image_[static_cast<std::size_t>(at)][s] = static_cast<std::int8_t>(WordBits::index(point_at(p.level, c, r)));
    digit[static_cast<std::size_t>(at)] = power;
    power *= 3;
  }
  for (const int at : points) {
    const std::uint64_t worth = digit[static_cast<std::size_t>(image(at, s))];
    const SmallMask there = fold(std::uint64_t{1} << image(at, s));
    const auto bit = static_cast<std::size_t>(std::countr_zero(fold(std::uint64_t{1} << at)));
    for (std::size_t bits = 0; bits < 256; ++bits)
      if ((bits >> (bit % 8) & 1U) != 0) {
        sums_[bit / 8][bits][s] += worth;
        parts_[s][bit / 8][bits] |= there;
      }
  }
}

}  // namespace cairn::margo

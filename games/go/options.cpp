#include "games/go/options.h"

#include <algorithm>
#include <cmath>

namespace cairn::go {

namespace {
constexpr int kKomiLimit = 800;     // half points
constexpr int kMiddlePoints = 169;  // of 13x13
}  // namespace

int Options::komi_half_points() const {
  if (komi != kUsualKomi) return komi;
  if (topology == Topology::torus) return 9;
  if (handicap > 0) return 1;
  return size.points() > kMiddlePoints ? 13 : 11;
}

double Options::ahead() const {
  Options even;
  even.topology = topology;
  even.size = size;
  const double fair = even.komi_half_points(), stones = handicap > 0 ? handicap - 1 : 0;
  return (stones + (fair - komi_half_points()) / (2 * fair)) * 361 / size.points();
}

bool Options::give(double ranks) {
  Options two = *this;
  two.handicap = 2;
  if (topology != Topology::flat || !two.check().empty()) return false;
  const double stones = ranks * size.points() / 361;
  komi = kUsualKomi;
  handicap = 0;
  if (stones >= 1)
    handicap = std::clamp(static_cast<int>(std::lround(stones + 0.54)), 2, 9);  // komi is 0.5 then
  else if (stones >= 0.25)
    komi = 1;
  return true;
}

std::string Options::komi_text() const {
  return half_points_text(komi_half_points());
}

bool Options::read_komi(std::string_view text) {
  if (equal_ignoring_case(text, "usual")) {
    komi = kUsualKomi;
    return true;
  }
  const auto number = parse_half_points(text);
  if (!number || *number < -kKomiLimit || *number > kKomiLimit) return false;
  komi = *number;
  return true;
}

Message Options::check() const {
  if (handicap == 1)
    return bad_option("handicap", Message("handicap-of-one", "1 is not one of 0, 2..9 (for one stone give komi=0.5)"));
  if (handicap > 1 && !has_star_points(size))
    return bad_option("handicap",
                      Message("star-points-need-odd", "the star points need an odd size of at least 7, not {size}",
                              {{"size", size_text(size)}}));
  return {};
}

bool has_star_points(GridSize size) {
  return size.shorter() >= 7 && size.columns % 2 != 0 && size.rows % 2 != 0;
}

std::vector<int> handicap_points(GridSize size, int handicap) {
  struct Lines {  // that the star points of one direction are on
    int near, middle, far;
  };
  const auto lines = [](int side) {
    const int near = side < 13 ? 2 : 3;
    return Lines{near, side / 2, side - 1 - near};
  };
  const Lines x = lines(size.columns), y = lines(size.rows);
  const auto point = [size](int column, int row) { return row * size.columns + column; };
  const std::array<int, 4> corners{point(x.near, y.near), point(x.far, y.far), point(x.near, y.far),
                                   point(x.far, y.near)};
  const std::array<int, 4> sides{point(x.near, y.middle), point(x.far, y.middle), point(x.middle, y.near),
                                 point(x.middle, y.far)};
  std::vector<int> points;
  const int even = handicap - handicap % 2;
  for (int i = 0; i < 4 && i < handicap; ++i) points.push_back(corners[static_cast<std::size_t>(i)]);
  for (int i = 0; i + 4 < even; ++i) points.push_back(sides[static_cast<std::size_t>(i)]);
  if (handicap >= 5 && handicap % 2 != 0) points.push_back(point(x.middle, y.middle));
  return points;
}

}  // namespace cairn::go

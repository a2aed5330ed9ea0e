// A whole game as one animated SVG, for `cairn render --animate`: the board is drawn once, and what stands on it for as
// long as it stands there. No script: one animation of CSS counts the positions, and all else is seen by that number.
// Where motion is not wished, or not known, the last position stands still. Knows no game.
#pragma once

#include <map>
#include <tuple>

#include "notation/picture/board_picture.h"
#include "notation/picture/svg_brush.h"

namespace cairn {

inline constexpr double kUsualPace = 1, kLeastPace = 0.05, kMostPace = 60;  // seconds for each position
inline constexpr int kMostPositions = 5'000;

class AnimatedBoard {
 public:
  explicit AnimatedBoard(int size = kUsualPicture) : size_(size) {}

  int positions() const { return positions_; }
  // The next position. All are of one board, and there are at most kMostPositions.
  void add(const BoardSheet& sheet);
  // Shows each position for that long, the last one longer, and begins anew. There is at least one.
  BoardPicture svg(double pace_s, std::string_view title) const;

 private:
  // From which position on something is seen, to before which, from which on again, ...
  using Times = std::vector<int>;
  using Key = std::tuple<int, int, std::string, std::string>;  // place, number there, tag, rest
  struct Seen {
    Times times{};
    bool clipped = false;
  };
  std::string opacity(const Times& times) const;
  std::string count(double pace_s) const;
  int size_, width_ = 0, height_ = 0, positions_ = 0;
  SvgDefinitions definitions_{};
  std::string clip_path_{};
  std::map<Key, Seen> seen_{};
};

}  // namespace cairn

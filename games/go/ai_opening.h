// The first moves on large boards: players take the empty corners, on the points where a corner is surrounded with the
// fewest stones. Neither playouts nor networks of small boards see so far, so the search is told (as Chaslot and
// others do, "Adding expert knowledge and exploration in Monte-Carlo tree search", 2009).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "core/rules.h"
#include "games/go/board.h"
#include "games/go/go.h"

namespace cairn::go {

inline constexpr int kOpeningSide = 14,  // lines of the shorter side, from which on corners are told
    kOpeningStones = 16;                 // on the board; with more, a corner stays empty for a reason

// The corners of a flat board in which no stone stands.
template <int Max>
class EmptyCorners {
 public:
  explicit EmptyCorners(const Board<Max>& board) : columns_(board.size().columns), rows_(board.size().rows) {
    if (std::min(columns_, rows_) < kOpeningSide) return;
    int stones = 0;
    for (int point = 0; point < board.points() && stones <= kOpeningStones; ++point)
      stones += board.at(board.cell(point)) != Colour::empty ? 1 : 0;
    if (stones > kOpeningStones) return;
    for (std::size_t corner = 0; corner < empty_.size(); ++corner) empty_[corner] = is_empty(board, corner);
  }
  bool any() const { return std::find(empty_.begin(), empty_.end(), true) != empty_.end(); }
  // Of a move: 2 on the fourth lines of an empty corner, 1 on a third and a fourth; else 0.
  int weight(Action action) const {
    const auto code = static_cast<std::uint32_t>(action);
    if (code >= kPass) return 0;
    const int x = static_cast<int>(code) % columns_, y = static_cast<int>(code) / columns_;
    const bool right = 2 * x >= columns_, top = 2 * y >= rows_;
    if (!empty_[(right ? 1U : 0U) + (top ? 2U : 0U)]) return 0;
    const int across = right ? columns_ - x : x + 1, up = top ? rows_ - y : y + 1;  // lines from the edge
    return across == 4 && up == 4 ? 2 : std::min(across, up) == 3 && std::max(across, up) == 4 ? 1 : 0;
  }

 private:
  static constexpr int kLines = 6;  // of the corner, both ways
  bool is_empty(const Board<Max>& board, std::size_t corner) const {
    for (int i = 0; i < kLines; ++i)
      for (int j = 0; j < kLines; ++j) {
        const int x = (corner & 1U) != 0 ? columns_ - 1 - i : i, y = (corner & 2U) != 0 ? rows_ - 1 - j : j;
        if (board.at(Board<Max>::cell(x, y)) != Colour::empty) return false;
      }
    return true;
  }

  int columns_, rows_;
  std::array<bool, 4> empty_{};
};

// Gives a part of all shares to the moves that take an empty corner, where there is one. `share(i)`: a reference to
// that of the i-th action.
template <int Max, class Share>
void favour_corners(const Board<Max>& board, std::span<const Action> actions, float part, const Share& share) {
  if (part <= 0) return;
  const EmptyCorners<Max> corners(board);
  if (!corners.any()) return;
  float all = 0;
  int weights = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    all += share(i);
    weights += corners.weight(actions[i]);
  }
  if (weights == 0) return;
  for (std::size_t i = 0; i < actions.size(); ++i)
    share(i) = share(i) * (1 - part) +
               all * part * static_cast<float>(corners.weight(actions[i])) / static_cast<float>(weights);
}

}  // namespace cairn::go

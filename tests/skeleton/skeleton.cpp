#include "tests/skeleton/skeleton.h"

#include <algorithm>

#include "core/hash.h"
#include "core/text.h"

namespace cairn::skeleton {

void Skeleton::put(int point, int side) {
  static constexpr auto kKeys = zobrist_keys<2 * kMost>(0x5EED);
  cells_[static_cast<std::size_t>(point)] = static_cast<std::int8_t>(side);
  hash_ ^= kKeys[static_cast<std::size_t>(2 * point + side)];
  ++stones_;
  last_ = point;
  if (makes_line(point)) won_ = side;
}

bool Skeleton::makes_line(int point) const {
  const int n = options_.size, column = point % n, row = point / n;
  const auto same = [&](int dx, int dy) {
    int count = 0;
    for (int x = column + dx, y = row + dy; x >= 0 && x < n && y >= 0 && y < n; x += dx, y += dy, ++count)
      if (cell(y * n + x) != cell(point)) break;
    return count;
  };
  constexpr std::array<std::array<int, 2>, 4> kWays{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  for (const auto& [dx, dy] : kWays)
    if (1 + same(dx, dy) + same(-dx, -dy) >= options_.line) return true;
  return false;
}

Outcome Skeleton::outcome() const {
  if (!over()) return {};
  Outcome outcome{.over = true, .how = retired_ < 0 ? Outcome::How::count : how_};
  const int best = retired_ >= 0 ? 1 - retired_ : won_;  // -1: nobody
  for (int side = 0; side < 2; ++side) {
    const auto i = static_cast<std::size_t>(side);
    outcome.rank[i] = best < 0 || best == side ? 1 : 2;
    outcome.half_points[i] = best == side ? 2 : 0;
  }
  return outcome;
}

std::uint64_t Skeleton::hash() const {
  return mix(hash_, static_cast<std::uint64_t>(4 * (retired_ + 1) + mover_));
}

View Skeleton::view(Viewer) const {
  View view;
  view.surface = "grid";
  view.columns = view.rows = options_.size;
  for (int row = options_.size - 1; row >= 0; --row) {
    std::string text;
    for (int column = 0; column < options_.size; ++column) {
      const int side = cell(row * options_.size + column);
      text += side == kEmpty ? '.' : kLetters[static_cast<std::size_t>(side)];
    }
    view.board.push_back(std::move(text));
  }
  view.to_act = to_act();
  view.turn = turn();
  view.outcome = outcome();
  for (int side = 0; side < 2; ++side) {
    const auto i = static_cast<std::size_t>(side);
    view.sides.push_back({.name = std::string(kSides[i]),
                          .letter = kLetters[i],
                          .seat = seat_at(side),
                          .half_points = view.outcome.half_points[i],
                          .retired = side == retired_});
  }
  if (last_ >= 0) view.marks.push_back({"last", {at(last_)}});
  if (!view.outcome.over) return view;
  const int best = winner(view.outcome, 2);
  if (best < 0) {
    view.result = "0";
  } else {
    view.result = std::string(1, kLetters[static_cast<std::size_t>(best)]) + "+";
    view.result += retired_ < 0 ? "1" : how_ == Outcome::How::resigned ? "R" : "T";
  }
  return view;
}

Message Skeleton::set_up(const Setup& setup) {
  const auto n = static_cast<std::size_t>(options_.size);
  if (setup.board.size() != n)
    return bad_position(Message("board-size-rows-not", "a board of size {size} has {n} rows, not {given}",
                                {{"size", n}, {"n", n}, {"given", setup.board.size()}}));
  *this = Skeleton(options_);
  for (std::size_t row = 0; row < n; ++row) {
    const std::string& text = setup.board[n - 1 - row];
    if (text.size() != n || text.find_first_not_of("BW.") != std::string::npos)
      return bad_position(
          Message("row-must-letters-b", "row {row} must be {n} letters of B, W and .", {{"row", row + 1}, {"n", n}}));
    for (std::size_t column = 0; column < n; ++column)
      if (const auto side = kLetters.find(text[column]); side != std::string_view::npos)
        put(static_cast<int>(row * n + column), static_cast<int>(side));
  }
  last_ = -1;
  if (over()) return bad_position(Message("position-is-over", "the game would be over"));
  if (setup.to_move.empty()) return {};
  const auto side = std::find(kSides.begin(), kSides.end(), lower(setup.to_move));
  if (side == kSides.end())
    return bad_position(Message("to-move-not-a-side", "\"to_move\" is \"{name}\", which is not a side of this game",
                                {{"name", setup.to_move.substr(0, 40)}}));
  mover_ = static_cast<int>(side - kSides.begin());
  return {};
}

Parsed Skeleton::parse(Seat, std::string_view word) const {
  const auto row = word.size() < 2 || !is_digit(word[1]) ? std::nullopt : parse_int(word.substr(1));
  if (!row || !is_letter(word[0])) return {.refused = Reason::unknown_move};
  const int column = to_lower(word[0]) - 'a';
  if (column >= options_.size || *row < 1 || *row > options_.size) return {.refused = Reason::off_board};
  return {static_cast<Action>((*row - 1) * options_.size + column)};
}

std::string Skeleton::name(Point point) const {
  return static_cast<char>('A' + point.column) + std::to_string(point.row + 1);
}

}  // namespace cairn::skeleton

// What events say of a board: which pieces come and go (core/rules.h: they account for every change), and which stand
// on the board of a view. Knows no game.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "core/rules.h"

namespace cairn {

// Where something is hidden, one thing is told twice: to those who see it, and to others by what they may know.
inline bool is_told_before(std::span<const Event> events, std::size_t at) {
  return std::any_of(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(at), [&](const Event& one) {
    const Event& event = events[at];
    return one.kind == event.kind && one.side == event.side && one.at == event.at && one.from == event.from;
  });
}

// An attempt that the referee refused: what it shows was there already.
inline bool is_refused(std::span<const Event> events) {
  return std::any_of(events.begin(), events.end(),
                     [](const Event& event) { return event.kind == Event::Kind::refused; });
}

// fn(point, side, whether the piece stands there now), in order.
template <class Fn>
void for_each_change(std::span<const Event> events, const Fn& fn) {
  using Kind = Event::Kind;
  if (is_refused(events)) return;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (is_told_before(events, i)) continue;
    const Kind kind = event.kind;
    if (kind == Kind::moved || kind == Kind::scored) fn(event.from, event.side, false);
    if (kind == Kind::placed || kind == Kind::moved || kind == Kind::returned) fn(event.at, event.side, true);
    if (kind == Kind::removed) fn(event.at, event.side, false);
  }
}

// The index of the side that has this letter; -1: nobody's.
inline int side_of_letter(const View& view, char letter) {
  for (std::size_t i = 0; i < view.sides.size(); ++i)
    if (view.sides[i].letter == letter) return static_cast<int>(i);
  return -1;
}

// fn(point, side) for every piece on the board.
template <class Fn>
void for_each_piece(const View& view, const Fn& fn) {
  const auto row_of = [&](std::string_view letters, int level, int row) {
    for (std::size_t column = 0; column < letters.size(); ++column)
      if (const char letter = letters[column]; letter != '.' && letter != ' ')
        fn(Point{static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)},
           side_of_letter(view, letter));
  };
  const auto rows = static_cast<int>(view.board.size());
  for (int i = 0; i < rows; ++i) {
    const std::string_view line = view.board[static_cast<std::size_t>(i)];
    if (!has_levels(view)) {
      row_of(line, 0, rows - 1 - i);
      continue;
    }
    int row = view.rows - i - 1;  // a level's rows, top to bottom
    for (std::size_t begin = 0; begin <= line.size(); --row) {
      const std::size_t end = std::min(line.find('/', begin), line.size());
      row_of(line.substr(begin, end - begin), i, row);
      begin = end + 1;
    }
  }
}

}  // namespace cairn

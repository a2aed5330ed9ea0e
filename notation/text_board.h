// Boards as text, for terminals and mail: in three sizes of ball, pyramids as seen from above; or `plain`, one grid of
// letters a level, for screen readers (spec mail, The board in text). Draws what the view holds and knows no more, so
// nothing hidden can show. Knows no game.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/position.h"
#include "notation/text_width.h"  // wrap

namespace cairn {

enum class BoardSize { automatic, large, medium, small, plain };
std::optional<BoardSize> board_size(std::string_view word);  // "auto", "large", ...; nullopt: unknown
std::string board_sizes_text();                              // what is right, for people

enum class Colours { none, basic, rich };  // no escapes, the 8 colours of every terminal, 256 colours

struct BoardStyle {
  BoardSize size = BoardSize::automatic;
  Colours colours = Colours::none;
  int columns = 80, rows = 24;  // room; `automatic` takes the largest size that fits, `plain` sets grids side by side
  bool playable = false;        // show with '+' where a piece may be put above board level
  bool freedoms = false;        // show the last freedoms of threatened groups with '*'
};

// Names a point as the game does; its letters head the column, its digits the row.
using PointNamer = std::function<std::string(Point)>;
PointNamer namer(const Position& position);  // valid as long as the position

// The board with coordinates, every line ended by '\n', no blanks at line ends. Drawn pieces are o x y z for white,
// black, red and blue, the last one in capitals, a neutral one '#' ('@'), dead ones in square brackets. In `plain` they
// are the letters of the view, the last one in brackets, dead ones in small letters. On empty points: '!' a ko, '?'
// tried in vain, ':' left or captured from by the last move.
std::string text_board(const View& view, const PointNamer& name, const BoardStyle& style);

inline constexpr int kWidestBoard = 200;  // what is wider, and than the room too, is drawn in the next smaller size

// The size that is drawn for this view: what `automatic` means, and what is left of a size that is too wide.
BoardSize chosen_size(const View& view, const BoardStyle& style);

// Columns and rows that a drawing takes; large, medium or small.
std::pair<int, int> board_room(const View& view, BoardSize size);

// Sides with their letters in that size and scores; then whose turn it is with the facts of the view, or the result.
std::string status_text(const View& view, BoardSize size);

}  // namespace cairn

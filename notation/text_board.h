// Boards as text, for terminals and mail. Pyramids are drawn as seen from above in three sizes of ball; `plain` prints
// one grid a level, for every surface and for screen readers (spec mail, The board in text). Knows no game.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/position.h"

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

// The board with coordinates, every line ended by '\n', no blanks at line ends. Pieces of a pyramid are o x y z in
// the order of the sides, the last one in capitals, a neutral one '#'; on a grid they are the letters of the view,
// the last one in brackets, dead ones in small letters.
std::string text_board(const View& view, const PointNamer& name, const BoardStyle& style);

// The size that `automatic` means for this view.
BoardSize chosen_size(const View& view, const BoardStyle& style);

// Sides with their letters in that size and scores; then whose turn it is with the facts of the view, or the result.
std::string status_text(const View& view, BoardSize size);

// Breaks text at blanks into lines of at most `width`, each indented and ended by '\n'. Keeps given line breaks.
std::string wrap(std::string_view text, std::size_t width, std::string_view indent = "");

}  // namespace cairn

// A sheet of characters with colours, for drawing boards as text (notation/text_board.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/text_board.h"

namespace cairn {

enum class Ink : std::uint8_t { paper, label, wood, hole, mark, neutral, white, black, red, blue };

class TextCanvas {
 public:
  struct Cell {
    char letter = ' ';
    Ink ink = Ink::paper;     // of the letter
    Ink ground = Ink::paper;  // paper, wood, or the face of a piece
    std::int8_t level = -1;   // of the piece that wrote it
    bool strong = false;
  };
  TextCanvas(int columns, int rows);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  Cell& at(int column, int row) { return cells_[static_cast<std::size_t>(row * columns_ + column)]; }
  const Cell& at(int column, int row) const { return cells_[static_cast<std::size_t>(row * columns_ + column)]; }
  void write(int column, int row, std::string_view text, Ink ink);  // cut at the edges
  void fill(int column, int row, int width, int height, Ink ground);
  void paste(const TextCanvas& other, int column, int row);
  std::string text(Colours colours) const;

 private:
  int columns_, rows_;
  std::vector<Cell> cells_;
};

// Letters and digits of a name, apart: "AB12" -> "AB", "12".
std::string name_letters(std::string_view name);
std::string name_digits(std::string_view name);

bool is_marked(const View& view, std::string_view kind, Point point);
int side_of_letter(const View& view, char letter);  // -1: nobody's
// By the side's name where that is a colour; other sides get the colours left over, in order. -1: neutral.
Ink ink_of_side(const View& view, int side);
// o, x, y or z for white, black, red or blue, '#' for a neutral piece; of the last move O, X, Y, Z or '@'.
char glyph_of_side(const View& view, int side, bool last = false);
bool is_last_freedom(const View& view, Point point);
// What stands for an empty point: '*' a last freedom (on request), '!' a ko, '?' tried in vain, ':' captured from by
// the last move, else '.'.
char empty_sign(const View& view, const BoardStyle& style, Point point);

// The board of a pyramid from above in a size of ball: notation/pyramid_text.cpp.
TextCanvas pyramid_canvas(const View& view, const PointNamer& name, const BoardStyle& style, BoardSize size);
// Of any other surface: notation/flat_text.cpp.
TextCanvas flat_canvas(const View& view, const PointNamer& name, const BoardStyle& style, BoardSize size);
// Their widths and heights.
std::pair<int, int> pyramid_room(const View& view, BoardSize size);
std::pair<int, int> flat_room(const View& view, BoardSize size);

}  // namespace cairn

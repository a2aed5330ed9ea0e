// Boards as pictures, for mails and `cairn render`: PNG and SVG from the same drawing. Draws what the view holds and
// knows no more, so nothing hidden can show. Knows no game.
#pragma once

#include <string>
#include <vector>

#include "notation/text_board.h"

namespace cairn {

// All that a picture is drawn from: a value, which another thread may have.
struct BoardSheet {
  View view{};
  // What stands at the edges; of a pyramid at each half step.
  std::vector<std::string> columns{}, rows{};
};
BoardSheet board_sheet(View view, const PointNamer& name);

inline constexpr int kLeastPicture = 120, kUsualPicture = 480, kMostPicture = 2'000;  // pixels

struct BoardPicture {
  std::string bytes{};  // of the file; "": it could not be drawn
  int width = 0, height = 0;
};

// At most `size` pixels wide and high, but for boards of more points than that has room for. The last move has a ring,
// dead pieces are faint and crossed out, red and blue bear signs of their own; on empty points a square is a ko, '?'
// was tried in vain, and a small ring was left or captured from by the last move. The same bytes for the same sheet.
BoardPicture png_board(const BoardSheet& sheet, int size = kUsualPicture);
BoardPicture svg_board(const BoardSheet& sheet, int size = kUsualPicture);

}  // namespace cairn

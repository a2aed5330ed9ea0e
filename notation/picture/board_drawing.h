// The drawing of a board by a brush, whatever that paints on: where everything stands, and what lies over what.
// Knows no game.
#pragma once

#include "notation/picture/board_picture.h"
#include "notation/picture/brush.h"

namespace cairn {

// Where things stand, in whole pixels: lines are sharp, and pieces alike are alike to the pixel.
struct Layout {
  int step = 0;               // from point to point
  int border = 0;             // from the wood's edge to the first point
  int left = 0, top = 0;      // of the wood
  int width = 0, height = 0;  // of the wood
  int right = 0, bottom = 0;  // of the picture
};

Layout layout_of(const BoardSheet& sheet, int size);

void draw_board(const BoardSheet& sheet, const Layout& at, Brush& brush);

}  // namespace cairn

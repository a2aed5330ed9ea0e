// What a picture of a board is painted with: lines, letters, pieces. Hides cairo from the rest (board_picture.h).
#pragma once

#include <cairo/cairo.h>

#include <cstdint>
#include <string>

#include "notation/text_canvas.h"

namespace cairn {

struct Tint {
  std::uint32_t rgb = 0;
  double alpha = 1;
};

struct Spot {
  double x = 0, y = 0, radius = 0;
};

struct PieceLook {
  Ink side = Ink::neutral;
  bool last = false, dead = false;
  double alpha = 1;
  double veil = 0;  // how much darker: what lies deep
};

class Brush {
 public:
  explicit Brush(cairo_t* to) : to_(to) {}

  void box(double x, double y, double width, double height, Tint tint);
  void frame(double x, double y, double width, double height, double thick, Tint tint);
  void line(double x1, double y1, double x2, double y2, double thick, Tint tint);
  void dot(Spot spot, Tint tint);
  void ring(Spot spot, double thick, Tint tint);
  void cross(Spot spot, double thick, Tint tint);
  void text(double x, double y, double height, const std::string& words, Tint tint, bool bold = false);  // centred
  void hollow(Spot spot);  // of a ball to come
  void shadow(Spot spot, double strength);
  void piece(Spot spot, const PieceLook& look);
  void clip(double x, double y, double width, double height);
  void unclip();

 private:
  void set(Tint tint);
  void sign(Spot spot, Ink side, Tint tint);
  cairo_t* to_;
};

}  // namespace cairn

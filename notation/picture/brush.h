// What a picture of a board is painted with: lines, letters, pieces. What pieces look like is told here, in circles and
// colours; a brush of some kind paints these (cairo_brush.h, svg_brush.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "notation/text_canvas.h"

namespace cairn {

struct Tint {
  std::uint32_t rgb = 0;
  double alpha = 1;
};

struct Spot {
  double x = 0, y = 0, radius = 0;
};

// Colours from a small circle to the rim of the spot; all in parts of the spot's radius, from its middle.
struct Shade {
  Spot inner{}, outer{0, 0, 1};
  struct Stop {
    double at = 0;
    Tint tint{};
  };
  std::vector<Stop> stops{};
};

struct PieceLook {
  Ink side = Ink::neutral;
  bool last = false, dead = false;
  double alpha = 1;
  double veil = 0;  // how much darker: what lies deep
};

class Brush {
 public:
  virtual ~Brush() = default;

  virtual void box(double x, double y, double width, double height, Tint tint) = 0;
  virtual void frame(double x, double y, double width, double height, double thick, Tint tint) = 0;
  virtual void line(double x1, double y1, double x2, double y2, double thick, Tint tint) = 0;
  virtual void triangle(Spot spot, Tint tint) = 0;
  virtual void dot(Spot spot, Tint tint) = 0;
  virtual void shaded_dot(Spot spot, const Shade& shade) = 0;
  virtual void ring(Spot spot, double thick, Tint tint) = 0;
  virtual void cross(Spot spot, double thick, Tint tint) = 0;
  virtual void text(double x, double y, double height, const std::string& words, Tint tint, bool bold) = 0;  // centred
  virtual void clip(double x, double y, double width, double height) = 0;
  virtual void unclip() = 0;
  // What comes now is of another place of the board. Places come in one order, whatever stands there.
  virtual void next_place() {}

  void hollow(Spot spot);  // of a ball to come
  void shadow(Spot spot, double strength);
  void piece(Spot spot, const PieceLook& look);

 protected:
  // Without the marks of the last move and of death.
  virtual void body(Spot spot, const PieceLook& look);

 private:
  void sign(Spot spot, Ink side, Tint tint);
};

}  // namespace cairn

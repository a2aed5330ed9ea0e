// A brush that paints on a surface of cairo: PNG, and SVG with its letters as shapes.
#pragma once

#include <cairo/cairo.h>

#include "notation/picture/brush.h"

namespace cairn {

class CairoBrush final : public Brush {
 public:
  explicit CairoBrush(cairo_t* to) : to_(to) {}

  void box(double x, double y, double width, double height, Tint tint) override;
  void frame(double x, double y, double width, double height, double thick, Tint tint) override;
  void line(double x1, double y1, double x2, double y2, double thick, Tint tint) override;
  void triangle(Spot spot, Tint tint) override;
  void dot(Spot spot, Tint tint) override;
  void shaded_dot(Spot spot, const Shade& shade) override;
  void ring(Spot spot, double thick, Tint tint) override;
  void cross(Spot spot, double thick, Tint tint) override;
  void text(double x, double y, double height, const std::string& words, Tint tint, bool bold) override;
  void clip(double x, double y, double width, double height) override;
  void unclip() override;

 private:
  void set(Tint tint);
  void circle(Spot spot);
  cairo_t* to_;
};

}  // namespace cairn

#include "notation/picture/cairo_brush.h"

#include <memory>

namespace cairn {

namespace {

constexpr double kTurn = 6.283185307179586;

double part(std::uint32_t rgb, unsigned shift) {
  return static_cast<double>(rgb >> shift & 255U) / 255;
}

struct FreePattern {
  void operator()(cairo_pattern_t* pattern) const { cairo_pattern_destroy(pattern); }
};

}  // namespace

void CairoBrush::set(Tint tint) {
  cairo_set_source_rgba(to_, part(tint.rgb, 16), part(tint.rgb, 8), part(tint.rgb, 0), tint.alpha);
}

void CairoBrush::circle(Spot spot) {
  cairo_new_path(to_);
  cairo_arc(to_, spot.x, spot.y, spot.radius, 0, kTurn);
}

void CairoBrush::box(double x, double y, double width, double height, Tint tint) {
  set(tint);
  cairo_rectangle(to_, x, y, width, height);
  cairo_fill(to_);
}

void CairoBrush::frame(double x, double y, double width, double height, double thick, Tint tint) {
  set(tint);
  cairo_set_line_width(to_, thick);
  cairo_rectangle(to_, x, y, width, height);
  cairo_stroke(to_);
}

void CairoBrush::line(double x1, double y1, double x2, double y2, double thick, Tint tint) {
  set(tint);
  cairo_set_line_width(to_, thick);
  cairo_move_to(to_, x1, y1);
  cairo_line_to(to_, x2, y2);
  cairo_stroke(to_);
}

void CairoBrush::triangle(Spot spot, Tint tint) {
  set(tint);
  cairo_move_to(to_, spot.x, spot.y - spot.radius * 1.1);
  cairo_line_to(to_, spot.x + spot.radius, spot.y + spot.radius * 0.7);
  cairo_line_to(to_, spot.x - spot.radius, spot.y + spot.radius * 0.7);
  cairo_close_path(to_);
  cairo_fill(to_);
}

void CairoBrush::dot(Spot spot, Tint tint) {
  set(tint);
  circle(spot);
  cairo_fill(to_);
}

void CairoBrush::shaded_dot(Spot spot, const Shade& shade) {
  const double x = spot.x, y = spot.y, r = spot.radius;
  const Spot &in = shade.inner, &out = shade.outer;
  const std::unique_ptr<cairo_pattern_t, FreePattern> pattern(cairo_pattern_create_radial(
      x + r * in.x, y + r * in.y, r * in.radius, x + r * out.x, y + r * out.y, r * out.radius));
  for (const Shade::Stop& stop : shade.stops)
    cairo_pattern_add_color_stop_rgba(pattern.get(), stop.at, part(stop.tint.rgb, 16), part(stop.tint.rgb, 8),
                                      part(stop.tint.rgb, 0), stop.tint.alpha);
  cairo_set_source(to_, pattern.get());
  circle(spot);
  cairo_fill(to_);
}

void CairoBrush::ring(Spot spot, double thick, Tint tint) {
  set(tint);
  cairo_set_line_width(to_, thick);
  circle(spot);
  cairo_stroke(to_);
}

void CairoBrush::cross(Spot spot, double thick, Tint tint) {
  cairo_set_line_cap(to_, CAIRO_LINE_CAP_ROUND);
  const double r = spot.radius;
  line(spot.x - r, spot.y - r, spot.x + r, spot.y + r, thick, tint);
  line(spot.x - r, spot.y + r, spot.x + r, spot.y - r, thick, tint);
  cairo_set_line_cap(to_, CAIRO_LINE_CAP_BUTT);
}

void CairoBrush::text(double x, double y, double height, const std::string& words, Tint tint, bool bold) {
  set(tint);
  cairo_select_font_face(to_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(to_, height);
  cairo_text_extents_t size;
  cairo_text_extents(to_, words.c_str(), &size);
  constexpr double kCapital = 0.73;  // its height
  cairo_move_to(to_, x - size.width / 2 - size.x_bearing, y + height * kCapital / 2);
  cairo_show_text(to_, words.c_str());
  cairo_new_path(to_);
}

void CairoBrush::clip(double x, double y, double width, double height) {
  cairo_save(to_);
  cairo_rectangle(to_, x, y, width, height);
  cairo_clip(to_);
}

void CairoBrush::unclip() {
  cairo_restore(to_);
}

}  // namespace cairn

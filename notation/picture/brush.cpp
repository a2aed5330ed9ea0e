#include "notation/picture/brush.h"

#include <algorithm>
#include <array>
#include <memory>

namespace cairn {

namespace {

constexpr double kTurn = 6.283185307179586;

double part(std::uint32_t rgb, unsigned shift) {
  return static_cast<double>(rgb >> shift & 255U) / 255;
}

// A ball in the light: where it shines, its own colour, its far side, its rim, and signs on it.
struct Lit {
  std::uint32_t shine, body, far, rim, on;
};
constexpr Lit kNeutral{0xd8d5cf, 0xa09c94, 0x77736b, 0x55514a, 0x3a3733};
constexpr std::array<Lit, 4> kSides{{{0xffffff, 0xf6f4ef, 0xcfcac0, 0x8b8477, 0x1d1c1a},
                                     {0x73767b, 0x2c2e31, 0x131416, 0x3c3f43, 0xffffff},
                                     {0xf08a76, 0xcc3a2b, 0x96231a, 0x6b150f, 0xffffff},
                                     {0x7fb4ec, 0x2a6cbc, 0x184884, 0x0e2f5c, 0xffffff}}};

const Lit& lit(Ink side) {
  return side < Ink::white ? kNeutral : kSides[static_cast<std::size_t>(side) - static_cast<std::size_t>(Ink::white)];
}

struct FreePattern {
  void operator()(cairo_pattern_t* pattern) const { cairo_pattern_destroy(pattern); }
};
using Pattern = std::unique_ptr<cairo_pattern_t, FreePattern>;

void stop(const Pattern& pattern, double at, std::uint32_t rgb, double alpha) {
  cairo_pattern_add_color_stop_rgba(pattern.get(), at, part(rgb, 16), part(rgb, 8), part(rgb, 0), alpha);
}

}  // namespace

void Brush::set(Tint tint) {
  cairo_set_source_rgba(to_, part(tint.rgb, 16), part(tint.rgb, 8), part(tint.rgb, 0), tint.alpha);
}

void Brush::box(double x, double y, double width, double height, Tint tint) {
  set(tint);
  cairo_rectangle(to_, x, y, width, height);
  cairo_fill(to_);
}

void Brush::frame(double x, double y, double width, double height, double thick, Tint tint) {
  set(tint);
  cairo_set_line_width(to_, thick);
  cairo_rectangle(to_, x, y, width, height);
  cairo_stroke(to_);
}

void Brush::line(double x1, double y1, double x2, double y2, double thick, Tint tint) {
  set(tint);
  cairo_set_line_width(to_, thick);
  cairo_move_to(to_, x1, y1);
  cairo_line_to(to_, x2, y2);
  cairo_stroke(to_);
}

void Brush::dot(Spot spot, Tint tint) {
  set(tint);
  cairo_new_path(to_);
  cairo_arc(to_, spot.x, spot.y, spot.radius, 0, kTurn);
  cairo_fill(to_);
}

void Brush::ring(Spot spot, double thick, Tint tint) {
  set(tint);
  cairo_set_line_width(to_, thick);
  cairo_new_path(to_);
  cairo_arc(to_, spot.x, spot.y, spot.radius, 0, kTurn);
  cairo_stroke(to_);
}

void Brush::cross(Spot spot, double thick, Tint tint) {
  cairo_set_line_cap(to_, CAIRO_LINE_CAP_ROUND);
  const double r = spot.radius;
  line(spot.x - r, spot.y - r, spot.x + r, spot.y + r, thick, tint);
  line(spot.x - r, spot.y + r, spot.x + r, spot.y - r, thick, tint);
  cairo_set_line_cap(to_, CAIRO_LINE_CAP_BUTT);
}

void Brush::text(double x, double y, double height, const std::string& words, Tint tint, bool bold) {
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

void Brush::hollow(Spot spot) {
  const Pattern pattern(
      cairo_pattern_create_radial(spot.x, spot.y + spot.radius * 0.35, spot.radius * 0.1, spot.x, spot.y, spot.radius));
  stop(pattern, 0, 0xb98d50, 1);
  stop(pattern, 0.7, 0xa87c42, 1);
  stop(pattern, 1, 0x8a6232, 1);
  cairo_set_source(to_, pattern.get());
  cairo_arc(to_, spot.x, spot.y, spot.radius, 0, kTurn);
  cairo_fill(to_);
}

void Brush::shadow(Spot spot, double strength) {
  const double x = spot.x + spot.radius * 0.10, y = spot.y + spot.radius * 0.16;
  const Pattern pattern(cairo_pattern_create_radial(x, y, spot.radius * 0.72, x, y, spot.radius * 1.2));
  stop(pattern, 0, 0x1c0e00, strength);
  stop(pattern, 1, 0x1c0e00, 0);
  cairo_set_source(to_, pattern.get());
  cairo_arc(to_, x, y, spot.radius * 1.2, 0, kTurn);
  cairo_fill(to_);
}

void Brush::piece(Spot spot, const PieceLook& look) {
  const Lit& light = lit(look.side);
  const double alpha = look.alpha * (look.dead ? 0.45 : 1), r = spot.radius;
  const Pattern pattern(cairo_pattern_create_radial(spot.x - r * 0.34, spot.y - r * 0.4, r * 0.05, spot.x - r * 0.1,
                                                    spot.y - r * 0.12, r * 1.16));
  stop(pattern, 0, light.shine, alpha);
  stop(pattern, 0.42, light.body, alpha);
  stop(pattern, 1, light.far, alpha);
  cairo_set_source(to_, pattern.get());
  cairo_new_path(to_);
  cairo_arc(to_, spot.x, spot.y, r, 0, kTurn);
  cairo_fill(to_);
  if (look.veil > 0) dot(spot, {0x2a1800, look.veil});
  const double rim = std::max(0.7, r * 0.055);
  ring({spot.x, spot.y, r - rim / 2}, rim, {light.rim, alpha * 0.85});
  sign({spot.x, spot.y, r * 0.3}, look.side, {light.on, alpha * 0.92});
  if (look.last) ring({spot.x, spot.y, r * 0.58}, std::max(1.5, r * 0.15), {light.on, look.alpha});
  if (look.dead) cross({spot.x, spot.y, r * 0.4}, std::max(1.6, r * 0.17), {0xb3170e, look.alpha});
}

// What tells the sides apart without their colours: white and black are the lightest and the darkest.
void Brush::sign(Spot spot, Ink side, Tint tint) {
  const double r = spot.radius;
  set(tint);
  if (side == Ink::red) {
    cairo_move_to(to_, spot.x, spot.y - r * 1.1);
    cairo_line_to(to_, spot.x + r, spot.y + r * 0.7);
    cairo_line_to(to_, spot.x - r, spot.y + r * 0.7);
    cairo_close_path(to_);
    cairo_fill(to_);
  } else if (side == Ink::blue) {
    box(spot.x - r * 0.82, spot.y - r * 0.82, r * 1.64, r * 1.64, tint);
  } else if (side == Ink::neutral) {
    line(spot.x - r, spot.y, spot.x + r, spot.y, r * 0.55, tint);
  }
}

void Brush::clip(double x, double y, double width, double height) {
  cairo_save(to_);
  cairo_rectangle(to_, x, y, width, height);
  cairo_clip(to_);
}

void Brush::unclip() {
  cairo_restore(to_);
}

}  // namespace cairn

#include "notation/picture/brush.h"

#include <algorithm>
#include <array>

namespace cairn {

namespace {

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

double faded(const PieceLook& look) {
  return look.alpha * (look.dead ? 0.45 : 1);
}

}  // namespace

void Brush::hollow(Spot spot) {
  shaded_dot(spot, {{0, 0.35, 0.1}, {0, 0, 1}, {{0, {0xb98d50}}, {0.7, {0xa87c42}}, {1, {0x8a6232}}}});
}

void Brush::shadow(Spot spot, double strength) {
  const double r = spot.radius;
  constexpr std::uint32_t kDark = 0x1c0e00;
  shaded_dot({spot.x + r * 0.10, spot.y + r * 0.16, r * 1.2},
             {{0, 0, 0.6}, {0, 0, 1}, {{0, {kDark, strength}}, {1, {kDark, 0}}}});
}

void Brush::piece(Spot spot, const PieceLook& look) {
  const double r = spot.radius;
  body(spot, look);
  if (look.last) ring({spot.x, spot.y, r * 0.58}, std::max(1.5, r * 0.15), {lit(look.side).on, look.alpha});
  if (look.dead) cross({spot.x, spot.y, r * 0.4}, std::max(1.6, r * 0.17), {0xb3170e, look.alpha});
}

void Brush::body(Spot spot, const PieceLook& look) {
  const Lit& light = lit(look.side);
  const double alpha = faded(look), r = spot.radius;
  shaded_dot(spot, {{-0.34, -0.4, 0.05},
                    {-0.1, -0.12, 1.16},
                    {{0, {light.shine, alpha}}, {0.42, {light.body, alpha}}, {1, {light.far, alpha}}}});
  if (look.veil > 0) dot(spot, {0x2a1800, look.veil});
  const double rim = std::max(0.7, r * 0.055);
  ring({spot.x, spot.y, r - rim / 2}, rim, {light.rim, alpha * 0.85});
  sign({spot.x, spot.y, r * 0.3}, look.side, {light.on, alpha * 0.92});
}

// What tells the sides apart without their colours: white and black are the lightest and the darkest.
void Brush::sign(Spot spot, Ink side, Tint tint) {
  const double r = spot.radius;
  if (side == Ink::red) {
    triangle(spot, tint);
  } else if (side == Ink::blue) {
    box(spot.x - r * 0.82, spot.y - r * 0.82, r * 1.64, r * 1.64, tint);
  } else if (side == Ink::neutral) {
    line(spot.x - r, spot.y, spot.x + r, spot.y, r * 0.55, tint);
  }
}

}  // namespace cairn

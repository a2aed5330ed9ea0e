// The 32 bits of an action: a kind in the top byte; for a step its two squares, for a formation
// its side and number.
#pragma once

#include <cstdint>

#include "core/rules.h"
#include "games/margrites/formation.h"
#include "games/margrites/squares.h"

namespace cairn::margrites {

enum class Kind : std::uint8_t { step, place, arrange, accept, hostile };

constexpr Action make_action(Kind kind, std::uint32_t value = 0) {
  return static_cast<Action>(static_cast<std::uint32_t>(kind) << 24 | value);
}
constexpr Action make_step(Square from, Square to) {
  return make_action(Kind::step, static_cast<std::uint32_t>(from) | static_cast<std::uint32_t>(to) << 8);
}
constexpr Action make_place(Square at) {
  return make_action(Kind::place, static_cast<std::uint32_t>(at));
}
constexpr Action make_arrange(Side side, int rank) {
  return make_action(Kind::arrange, static_cast<std::uint32_t>(rank) | static_cast<std::uint32_t>(side) << 16);
}
constexpr Kind kind_of(Action action) {
  return static_cast<Kind>(static_cast<std::uint32_t>(action) >> 24);
}
constexpr Square from_of(Action action) {  // of a step; the square of a placing
  return static_cast<Square>(static_cast<std::uint32_t>(action) & 0xFFU);
}
constexpr Square to_of(Action action) {
  return static_cast<Square>((static_cast<std::uint32_t>(action) >> 8) & 0xFFU);
}
constexpr std::uint32_t value_of(Action action) {
  return static_cast<std::uint32_t>(action) & 0xFF'FFFFU;
}
constexpr Side arranger_of(Action action) {
  return static_cast<Side>((value_of(action) >> 16) & 1U);
}
constexpr int rank_of(Action action) {
  return static_cast<int>(value_of(action) & 0xFFFFU);
}

}  // namespace cairn::margrites

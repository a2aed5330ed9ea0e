// A formation: eight of the eighteen squares of a side's own two rows, numbered 0..43757 in the order of their text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/rules.h"
#include "games/margrites/squares.h"

namespace cairn::margrites {

inline constexpr int kHomeSquares = 18;
inline constexpr int kFormations = 43'758;  // 18 choose 8

class Formation {
 public:
  constexpr Formation() = default;  // none
  static constexpr Formation ranked(int rank) { return Formation(static_cast<std::uint16_t>(rank)); }
  static std::optional<Formation> of(Side side, Squares squares);  // eight squares at home, or nothing

  constexpr explicit operator bool() const { return rank_ < kFormations; }
  constexpr int rank() const { return rank_; }
  Squares squares(Side side) const;   // needs a formation
  std::string text(Side side) const;  // "a2,b2,..."; "" for none
  friend constexpr bool operator==(Formation, Formation) = default;

 private:
  explicit constexpr Formation(std::uint16_t rank) : rank_(rank) {}
  std::uint16_t rank_ = 0xFFFF;
};

// Reads squares separated by commas or blanks, in any order. The reason is none, or: unknown_move (no such squares or
// not eight), off_board (not at home), occupied (one square twice).
struct FormationRead {
  Formation formation;
  Reason refused = Reason::none;
};
FormationRead read_formation(Side side, std::string_view text);

}  // namespace cairn::margrites

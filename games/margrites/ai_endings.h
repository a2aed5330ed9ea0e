// Endings of MARGRITES with at most two pieces a side, exact to points and captures for every lead: what each side
// makes of them with best play, in the game without variations (rules.md 8). Depends on the rules.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/margrites/margrites.h"
#include "search/engine.h"

namespace cairn::margrites {

// A lead in points and captures as one number, which orders and adds up as they do (rules.md 6.1).
constexpr int lead_of(int points, int captures) {
  return points * 16 + captures;
}
inline constexpr std::int8_t kNoLead = 100;  // more than any

// What the side that begins its turn makes of a position, by its lead before: it wins with `wins_from` and more, loses
// with `loses_to` and less, and draws between them, because neither side can be made to end the game (rules.md 7.3).
struct EndingValue {
  std::int8_t wins_from = kNoLead, loses_to = -kNoLead;
  Proof proof(int lead) const { return lead >= wins_from ? Proof::win : lead <= loses_to ? Proof::loss : Proof::draw; }
  friend bool operator==(const EndingValue&, const EndingValue&) = default;
};

class Endings {
 public:
  static constexpr int kMostPieces = 2;  // of a side
  static constexpr int kMostTurns = 12;  // no win takes more: that many quiet turns must be left
  static constexpr int kPlaces = kFiles * kRows, kPairs = kPlaces * (kPlaces - 1) / 2;

  Endings();  // all drawn

  // The squares of the side that begins its turn and of the other one, as bits; one or two of each.
  const EndingValue& at(Side mover, Squares own, Squares enemies) const;

  // As a file, and from one; returns what is wrong, or "".
  std::string pack() const;
  std::string unpack(std::string_view bytes);

  // How the table is laid out: the squares of a side as places (row * 9 + file, from the side whose turn begins), those
  // as one number, and the number of their image in a mirror that swaps left and right.
  static constexpr int count(int pieces) { return pieces == 1 ? kPlaces : kPairs; }
  static int number(int pieces, const std::array<std::uint8_t, 2>& places);
  static std::array<std::uint8_t, 2> places(int pieces, int number);
  static int mirrored(int pieces, int number);
  const EndingValue& value(int own, int own_number, int enemies, int enemy_number) const {
    return tables_[index(own, enemies)][static_cast<std::size_t>(own_number * count(enemies) + enemy_number)];
  }
  EndingValue& value(int own, int own_number, int enemies, int enemy_number) {
    return tables_[index(own, enemies)][static_cast<std::size_t>(own_number * count(enemies) + enemy_number)];
  }

 private:
  using Table = std::vector<EndingValue>;
  static constexpr std::size_t index(int own, int enemies) {
    return static_cast<std::size_t>((own - 1) * kMostPieces + enemies - 1);
  }
  template <class Coder>
  static bool code(int own, int enemies, Table& table, Coder& coder);

  std::array<Table, std::size_t{kMostPieces} * kMostPieces> tables_{};
};

// Those that ship with the program, unpacked when first asked for (some 14 MB); in the browser those that were given.
// nullptr: they are not there.
const Endings* endings();
inline constexpr std::string_view kEndingsFile = "margrites.endings";
// Takes such a file where none ships. Returns "" or what is wrong. For one thread.
std::string give_endings(std::string_view file);

// Whether the game stands in such an ending, at a turn's begin or in its middle.
bool in_endings(const Margrites& game);

// What the side whose turn it is makes of each of its legal steps in such a game.
std::vector<std::pair<Action, Proof>> proofs_of_steps(const Endings& endings, const Margrites& game);

}  // namespace cairn::margrites

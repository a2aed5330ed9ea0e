// What changed on a board, move by move, as a library keeps it, and the search in that for a pattern in a corner or on
// a side. For flat boards with edges, of games whose pieces stand on lines (Go). Knows no game. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/message.h"
#include "core/rules.h"

namespace cairn {

bool has_corners(const View& view);  // such a board

class BoardChanges {
 public:
  explicit BoardChanges(const View& start);  // of another board nothing is kept

  void set_up(const View& view);             // anew, on a board of this shape; not a move
  void take(std::span<const Event> events);  // a move

  // Two bytes a change; "" for a board without corners.
  const std::string& bytes() const { return bytes_; }

 private:
  std::size_t number(Point at) const;
  void put(std::size_t point, std::uint8_t piece);
  void write(std::size_t change);

  bool kept_;
  int columns_, rows_;
  std::vector<std::uint8_t> board_;
  std::string bytes_;
};

enum class PatternPlace : std::uint8_t { corner, side };
inline constexpr std::array<std::string_view, 2> kPatternPlaceWords{"corner", "side"};

// Part of a board that is looked for, however the board is turned or mirrored.
class BoardPattern {
 public:
  // `rows`: from the edge inwards, with '|' between them, as on View::board: letters of sides, '.' empty, '?' anything.
  // In a corner their first letters lie on the other edge. `view`: of an empty board. Returns why it is none, or
  // nothing.
  Message read(const View& view, std::string_view rows, PatternPlace place);

  // How many moves were made when it stood first; nullopt: never. `changes`: BoardChanges::bytes of such a board.
  std::optional<int> find(std::string_view changes) const;

 private:
  struct Want {
    std::uint16_t placement;
    std::uint8_t piece;
  };
  using Rows = std::vector<std::vector<std::optional<std::uint8_t>>>;  // nullopt: anything
  using Cells = std::vector<std::pair<std::size_t, std::uint8_t>>;     // point and piece
  static Message read_cells(const View& view, std::string_view text, Rows& out);
  static void place(const Rows& cells, const View& view, PatternPlace place, std::set<Cells>& out);

  std::vector<std::uint32_t> first_{};    // of each point its first in wants_, and the end
  std::vector<Want> wants_{};             // by point
  std::vector<std::uint16_t> missing_{};  // of each placement: points that an empty board has otherwise
};

}  // namespace cairn

// What another program found in a position, as its words tell it, and as an analysis of ours: every move is checked by
// the rules, every number by its range. Also the readers of both forms: a line of `lz-analyze` or `kata-analyze`, and
// an answer of KataGo's analysis protocol. Never throw; bounded by their input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "notation/view_json.h"
#include "search/engine.h"

namespace cairn::engines {

struct FoundMove {
  std::string word{};
  std::uint64_t visits = 0;
  double win_rate = 0.5;          // 0..1 for the side to move
  std::optional<double> score{};  // its lead
  std::vector<std::string> line{};
};

struct FoundMoves {
  std::vector<FoundMove> moves{};   // best first
  std::uint64_t visits = 0;         // of all
  std::vector<double> ownership{};  // of the side to move, row by row from the top; empty: not told
  bool rated = true;                // false: the engine names moves and tells no win rates
};

inline constexpr std::size_t kMostFound = 1'000;  // moves

// "info move D4 visits 12 winrate 4531 ... pv D4 Q16 info move ...": `kata` has win rates as shares, else they count
// ten-thousandths. nullopt: it is no such line.
std::optional<FoundMoves> read_analyze_line(std::string_view line, bool kata);
// An answer with "moveInfos", reported for the side to move. nullopt: it is none.
std::optional<FoundMoves> read_kata_answer(const Json& answer);

// As an analysis of the position for who is to move; nullopt: the best move is illegal, or there is none.
std::optional<Analysis> analysis_of(const FoundMoves& found, const Position& position);

// The action that a word names in a position, if it may be played there; of several steps of a turn, "a2>b3,d2>e3", the
// first one. nullopt: it may not.
std::optional<Action> legal_action(const Position& position, Seat seat, std::string_view word);

}  // namespace cairn::engines

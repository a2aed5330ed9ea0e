// A game as it is told to another program: the board at its start and the moves, without what our agreements add.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/registry.h"

namespace cairn::engines {

struct EngineMove {
  std::string side{}, word{};  // "black", "E5"
  friend bool operator==(const EngineMove&, const EngineMove&) = default;
};

struct EngineGame {
  const GameInfo* info = nullptr;
  OptionValues options{};             // complete
  Position start{};                   // with the stones of a handicap
  std::vector<EngineMove> moves{};    // those of the record that are moves for an engine
  std::vector<std::size_t> before{};  // how many of them come before the n-th move of the record; one more than moves
  std::vector<Position> positions{};  // that were asked for
  std::size_t first = 0;              // ... the first of them: after so many moves of the record
};

// What an engine can be told of a game; nullopt: not this game (it hides something, has no such moves, or a set-up).
// `positions` are those after `from` to `to` moves of the record, as far as there are any.
std::optional<EngineGame> engine_game(const GameInfo& info, const Config& config,
                                      std::span<const std::pair<Seat, std::string>> moves, std::size_t from,
                                      std::size_t to);

// The pieces of a flat board that the game starts from: side and name of the point.
std::vector<EngineMove> first_stones(const EngineGame& game);

}  // namespace cairn::engines

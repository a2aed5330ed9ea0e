// What an engine can prove of a position for two seats without hidden facts: its worth, and every action that reaches
// it. No guess: where one action stays open, nothing is said. With the same seed and work the answer is the same.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/position.h"
#include "search/engine.h"

namespace cairn {

// For the seat that acts there; `none`: not within so many playouts.
// `stop` ends what is under way here and below: then less is known.
using Stopped = const std::atomic<bool>*;
Proof prove(Engine& engine, const Position& position, std::uint64_t playouts, Stopped stop = nullptr);

// The actions after which the one who plays them wins, of all that are legal; nullopt: of one it is not known, or it is
// no position of two seats in turn.
std::optional<std::vector<Action>> winning_actions(Engine& engine, const Position& position, std::uint64_t playouts,
                                                   Stopped stop = nullptr);

// How a won position is won: the winner's proven actions, and between them those of the other that took most thought.
// Up to the end of the game, or `most`, or where nothing is proven any more: it always ends with one of the winner's.
std::vector<Action> winning_line(Engine& engine, Position position, std::uint64_t playouts, std::size_t most,
                                 Stopped stop = nullptr);

}  // namespace cairn

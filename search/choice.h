// What an engine plays after it has thought, in every position where it may act.
#pragma once

#include <optional>

#include "core/position.h"
#include "core/rng.h"
#include "search/engine.h"

namespace cairn {

// The engine's choice. Where it has none, for there are more actions than a tree can hold (tens of thousands of
// formations), any legal one with the same chance; nullopt: there is no legal action.
std::optional<Action> choose_action(Engine& engine, const Position& position, Seat seat, Rng& rng);

// Where several seats may act the rules ask for an agreement: the action that takes what is proposed, if there is one.
std::optional<Action> consent(const Position& position, Seat seat);

}  // namespace cairn

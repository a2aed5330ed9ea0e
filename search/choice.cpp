#include "search/choice.h"

namespace cairn {

std::optional<Action> choose_action(Engine& engine, const Position& position, Seat seat, Rng& rng) {
  if (!engine.analysis(1, 1).candidates.empty()) return engine.choose();
  ActionList actions;
  if (position.to_act().contains(seat)) position.legal(seat, actions);
  if (actions.empty()) return std::nullopt;
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

}  // namespace cairn

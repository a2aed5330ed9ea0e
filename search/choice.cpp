#include "search/choice.h"

namespace cairn {

std::optional<Action> choose_action(Engine& engine, const Position& position, Seat seat, Rng& rng) {
  if (!engine.analysis(1, 1).candidates.empty()) return engine.choose();
  ActionList actions;
  if (position.to_act().contains(seat)) position.legal(seat, actions);
  if (actions.empty()) return std::nullopt;
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

std::optional<Action> consent(const Position& position, Seat seat) {
  if (position.to_act().size() < 2) return std::nullopt;
  ActionList actions;
  position.legal(seat, actions);
  for (const Action action : actions) {
    Position after = position;
    bool agreed = false;
    after.apply(seat, action, [&](const Event& event) { agreed = agreed || event.kind == Event::Kind::consented; });
    if (agreed) return action;
  }
  return std::nullopt;
}

}  // namespace cairn

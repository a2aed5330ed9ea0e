#include "search/proving.h"

#include <algorithm>

namespace cairn {

namespace {

Proof worth(const Outcome& outcome, Seat seat) {
  const auto mine = outcome.rank[static_cast<std::size_t>(seat)],
             other = outcome.rank[1 - static_cast<std::size_t>(seat)];
  return mine < other ? Proof::win : mine > other ? Proof::loss : Proof::draw;
}

// A seat to act alone, of two.
std::optional<Seat> mover(const Position& position) {
  if (position.seats() != 2 || position.to_act().size() != 1) return std::nullopt;
  return position.to_act().front();
}

}  // namespace

Proof prove(Engine& engine, const Position& position, std::uint64_t playouts) {
  const auto seat = mover(position);
  if (!seat) return Proof::none;
  const Analysis known = think(engine, position, *seat, {.playouts = playouts});
  const auto& all = known.candidates;
  const auto has = [&](Proof proof) {
    return std::any_of(all.begin(), all.end(), [&](const Candidate& one) { return one.proof == proof; });
  };
  if (has(Proof::win)) return Proof::win;
  if (all.empty() || has(Proof::none)) return Proof::none;
  return has(Proof::draw) ? Proof::draw : Proof::loss;
}

std::optional<std::vector<Action>> winning_actions(Engine& engine, const Position& position, std::uint64_t playouts) {
  const auto seat = mover(position);
  if (!seat) return std::nullopt;
  ActionList actions;
  position.legal(*seat, actions);
  std::vector<Action> winning;
  for (const Action action : actions) {
    Position next = position;
    next.apply(*seat, action, NoEvents{});
    Proof proof = Proof::none;
    if (const Outcome outcome = next.outcome(); outcome.over) {
      proof = worth(outcome, *seat);
    } else {
      const auto answers = mover(next);
      if (!answers) return std::nullopt;
      proof = prove(engine, next, playouts);
      if (*answers != *seat && (proof == Proof::win || proof == Proof::loss))
        proof = proof == Proof::win ? Proof::loss : Proof::win;
    }
    if (proof == Proof::none) return std::nullopt;
    if (proof == Proof::win) winning.push_back(action);
  }
  return winning;
}

}  // namespace cairn

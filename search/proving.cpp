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

Proof prove(Engine& engine, const Position& position, std::uint64_t playouts, Stopped stop) {
  const auto seat = mover(position);
  if (!seat) return Proof::none;
  const Analysis known = think(engine, position, *seat, {.playouts = playouts}, stop);
  const auto& all = known.candidates;
  const auto has = [&](Proof proof) {
    return std::any_of(all.begin(), all.end(), [&](const Candidate& one) { return one.proof == proof; });
  };
  if (has(Proof::win)) return Proof::win;
  if (all.empty() || has(Proof::none)) return Proof::none;
  return has(Proof::draw) ? Proof::draw : Proof::loss;
}

std::optional<std::vector<Action>> winning_actions(Engine& engine, const Position& position, std::uint64_t playouts,
                                                   Stopped stop) {
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
      proof = prove(engine, next, playouts, stop);
      if (*answers != *seat && (proof == Proof::win || proof == Proof::loss))
        proof = proof == Proof::win ? Proof::loss : Proof::win;
    }
    if (proof == Proof::none) return std::nullopt;
    if (proof == Proof::win) winning.push_back(action);
  }
  return winning;
}

std::vector<Action> winning_line(Engine& engine, Position position, std::uint64_t playouts, std::size_t most,
                                 Stopped stop) {
  std::vector<Action> line;
  std::size_t kept = 0;  // up to the last of the winner's
  const auto winner = mover(position);
  // Whether the other has lost after it, whatever he does.
  const auto wins = [&](Action action) {
    Position next = position;
    next.apply(*winner, action, NoEvents{});
    if (const Outcome outcome = next.outcome(); outcome.over) return worth(outcome, *winner) == Proof::win;
    const auto answers = mover(next);
    return answers && prove(engine, next, playouts, stop) == (*answers == *winner ? Proof::win : Proof::loss);
  };
  while (line.size() < most && (stop == nullptr || !stop->load())) {
    const auto seat = mover(position);
    if (!seat || !winner) break;
    auto all = think(engine, position, *seat, {.playouts = playouts}, stop).candidates;
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.visits > b.visits; });
    auto chosen = all.begin();
    if (seat == winner)
      chosen = std::find_if(all.begin(), all.end(),
                            [&](const Candidate& one) { return one.proof == Proof::win && wins(one.action); });
    if (chosen == all.end()) break;
    line.push_back(chosen->action);
    position.apply(*seat, chosen->action, NoEvents{});
    if (seat == winner) kept = line.size();
  }
  line.resize(kept);
  return line;
}

}  // namespace cairn

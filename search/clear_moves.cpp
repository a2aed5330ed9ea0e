#include "search/clear_moves.h"

#include <algorithm>

namespace cairn {

namespace {

constexpr std::uint64_t kGlance = 64;  // playouts in which a win must show, before all moves are proven
constexpr std::uint64_t kLine = 8;     // times the thought of a proof, for each move of the line

bool stopped(Stopped stop) {
  return stop != nullptr && stop->load();
}

std::optional<ClearMoves> by_search(Engine& player, const Position& position, Seat seat, const ClearLimits& limits,
                                    Stopped stop) {
  ActionList legal;
  position.legal(seat, legal);
  ClearMoves clear;
  while (clear.right.size() < legal.size()) {
    player.forget();
    const SearchLimits search{
        .seconds = limits.seconds, .playouts = limits.playouts, .decide = false, .avoid = clear.right};
    const Analysis found = think(player, position, seat, search, stop);
    if (stopped(stop) || found.candidates.empty()) return std::nullopt;
    if (found.win_rate <= limits.lost) break;
    if (found.win_rate < limits.won || clear.right.size() == limits.most) return std::nullopt;
    if (clear.right.empty()) clear.line = found.candidates.front().line;
    clear.right.push_back(found.best);
  }
  if (clear.right.empty() || clear.right.size() == legal.size()) return std::nullopt;
  if (clear.line.empty() || !(clear.line.front() == clear.right.front())) clear.line = {clear.right.front()};
  if (clear.line.size() > limits.longest) clear.line.resize(limits.longest);
  return clear;
}

}  // namespace

std::optional<ClearMoves> clear_moves(Engine& prover, Engine& player, const Position& position,
                                      const ClearLimits& limits, Stopped stop) {
  if (position.seats() != 2 || position.to_act().size() != 1) return std::nullopt;
  prover.forget();
  if (prove(prover, position, kGlance, stop) == Proof::win) {
    auto right = winning_actions(prover, position, limits.proof, stop);
    if (stopped(stop)) return std::nullopt;
    if (right) {
      ActionList legal;
      position.legal(position.to_act().front(), legal);
      if (right->empty() || right->size() > limits.most || right->size() == legal.size()) return std::nullopt;
      ClearMoves clear{std::move(*right), winning_line(prover, position, kLine * limits.proof, limits.longest, stop),
                       true};
      const bool known = !clear.line.empty() &&
                         std::find(clear.right.begin(), clear.right.end(), clear.line.front()) != clear.right.end();
      if (stopped(stop)) return std::nullopt;
      if (!known) clear.line = {clear.right.front()};
      return clear;
    }
  }
  return by_search(player, position, position.to_act().front(), limits, stop);
}

}  // namespace cairn

#include "server/tournaments/match.h"

namespace cairn {

MatchState match_state(const MatchRule& rule, std::span<const MatchGame> games) {
  MatchState match;
  for (const MatchGame& game : games) {
    if (match.over) break;
    ++match.played;
    match.first = match.played % 2;
    for (std::size_t player = 0; player < 2; ++player) match.tally[player] += game.tally[player];
    if (game.winner >= 0) ++match.points[static_cast<std::size_t>(game.winner)];
    if (game.gives_up && game.winner >= 0) {
      match.over = true;
      match.winner = game.winner;
      break;
    }
    const bool last = match.played == rule.games;
    if (last && rule.tally_point && match.tally[0] != match.tally[1])
      ++match.points[match.tally[0] > match.tally[1] ? 0 : 1];
    const auto [mine, yours] = match.points;
    const bool won = mine != yours && (mine >= rule.points || yours >= rule.points || (last && rule.most_points));
    if (won) match.winner = mine > yours ? 0 : 1;
    match.over = won || last;
  }
  return match;
}

}  // namespace cairn

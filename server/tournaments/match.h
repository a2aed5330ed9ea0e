// A match of several games between two players, as one meeting of a tournament: sides alternate, and points are counted
// until it is decided. Players are 0 and 1; player 0 has the first move in the first game, the third, and so on.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace cairn {

struct MatchRule {
  int games = 1;            // at most
  int points = 1;           // win the match at once; a game won is a point, a drawn one is none
  bool most_points = true;  // after the last game more points win, however few; else the match is tied
  bool tally_point =
      false;  // a point after the last game for who has the larger sum of what the game tallies (captures)
  friend bool operator==(const MatchRule&, const MatchRule&) = default;
};
// Who first has more than half of the games: best_of(3) is two for three games. Odd.
constexpr MatchRule best_of(int games) {
  return {games, games / 2 + 1, true, false};
}
// Two games, and the third point for the tally over both: two of the three points win, fewer are a tie.
constexpr MatchRule two_games_and_tally() {
  return {2, 2, false, true};
}

struct MatchGame {
  int winner = -1;             // player; -1: drawn
  std::array<int, 2> tally{};  // by player; only where the rule counts it
  bool gives_up = false;       // the loser resigned, ran out of time or did not come, and the match is lost with it
};

struct MatchState {
  std::array<int, 2> points{}, tally{};
  int played = 0;
  bool over = false;
  int winner = -1;  // when over; -1: tied
  int first = 0;    // who has the first move in the next game
  int half_points(int player) const { return !over ? 0 : winner < 0 ? 1 : winner == player ? 2 : 0; }
};
// Games beyond the end of the match are not looked at.
MatchState match_state(const MatchRule& rule, std::span<const MatchGame> games);

}  // namespace cairn

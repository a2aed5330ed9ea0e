// The table of a round robin or a Swiss tournament: points, tie breaks, places, and every game. Computed anew from the
// list of games; games that are open or annulled bring nothing.
//
//   Buchholz          the sum of the opponents' points
//   Sonneborn-Berger  the points of those one has beaten, and half of those one has drawn with
//   direct            points in the games of those who are still tied, where they have all met each other
//   wins              games won over the board
//
// A bye, and a forfeit unless `forfeits_as_played`, counts for the first two as a game against somebody with as many
// points as oneself; a round in which one was not paired counts nothing. Whom all of these leave tied share a place,
// and stand in the order of their strength.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "server/tournaments/games.h"

namespace cairn {

enum class TieBreak : std::uint8_t { buchholz, sonneborn_berger, direct, wins };

struct StandingsRule {
  // After the points, in this order.
  std::vector<TieBreak> tie_breaks = {TieBreak::buchholz, TieBreak::sonneborn_berger, TieBreak::direct, TieBreak::wins};
  bool forfeits_as_played = false;  // for a round robin, where everybody has the same opponents
};
inline StandingsRule round_robin_standings() {
  return {{TieBreak::sonneborn_berger, TieBreak::direct, TieBreak::wins}, true};
}

struct StandingsCell {
  int round = 1;
  int opponent = -1;  // -1: a bye
  bool first = true;  // had the first move
  int points = 0;     // half points
  TournamentGame::How how{};
  friend bool operator==(const StandingsCell&, const StandingsCell&) = default;
};

struct StandingsRow {
  int player = 0;
  int place = 1;             // from 1; shared by those who are tied to the end
  int points = 0;            // half points
  int buchholz = 0;          // half points
  int sonneborn_berger = 0;  // quarter points
  int direct = -1;           // half points; -1: it was not asked, or not all had met
  int wins = 0;
  std::vector<StandingsCell> cells;  // by round
  friend bool operator==(const StandingsRow&, const StandingsRow&) = default;
};

// One row a player, withdrawn ones too, the best first.
std::vector<StandingsRow> standings(std::span<const Entrant> entrants, std::span<const TournamentGame> games,
                                    const StandingsRule& rule = {});

}  // namespace cairn

#include "server/tournaments/standings.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace cairn {
namespace {

using GameHow = TournamentGame::How;

bool stands(const TournamentGame& game) {
  return game.how != GameHow::open && game.how != GameHow::annulled;
}

std::vector<StandingsRow> rows_of(std::span<const Entrant> entrants, std::span<const TournamentGame> games) {
  std::vector<StandingsRow> rows(entrants.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].player = static_cast<int>(i);
  const auto add = [&](int player, const StandingsCell& cell) {
    StandingsRow& row = rows[static_cast<std::size_t>(player)];
    row.points += cell.points;
    row.wins += cell.how == GameHow::played && cell.points == 2 ? 1 : 0;
    row.cells.push_back(cell);
  };
  for (const TournamentGame& game : games) {
    if (!stands(game)) continue;
    const auto [first, second] = game.players;
    add(first, {game.round, second, true, game.first_points, game.how});
    if (second >= 0) add(second, {game.round, first, false, game.second_points, game.how});
  }
  for (StandingsRow& row : rows)
    std::stable_sort(row.cells.begin(), row.cells.end(),
                     [](const StandingsCell& a, const StandingsCell& b) { return a.round < b.round; });
  return rows;
}

bool has_met(const StandingsCell& cell, const StandingsRule& rule) {
  return cell.how == GameHow::played || (cell.how == GameHow::forfeit && rule.forfeits_as_played);
}

// Points in the games between the rows from..to; nothing where not all of them have met.
void direct_encounter(std::span<StandingsRow> tied, const StandingsRule& rule) {
  std::vector<int> points;
  for (const StandingsRow& row : tied) {
    std::size_t met = 0;
    int sum = 0;
    for (const StandingsRow& other : tied) {
      bool any = false;
      for (const StandingsCell& cell : row.cells) {
        if (cell.opponent != other.player || !has_met(cell, rule)) continue;
        any = true;
        sum += cell.points;
      }
      met += any ? 1U : 0U;
    }
    if (met + 1 != tied.size()) return;
    points.push_back(sum);
  }
  for (std::size_t i = 0; i < tied.size(); ++i) tied[i].direct = points[i];
}

using Value = std::function<int(const StandingsRow&)>;

// Orders the tied rows by the value and says where the new groups begin.
void split(std::vector<StandingsRow>& rows, std::vector<std::size_t>& begins, const Value& value) {
  std::vector<std::size_t> next;
  for (std::size_t g = 0; g < begins.size(); ++g) {
    const std::size_t from = begins[g], to = g + 1 < begins.size() ? begins[g + 1] : rows.size();
    std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(from), rows.begin() + static_cast<std::ptrdiff_t>(to),
                     [&](const StandingsRow& a, const StandingsRow& b) { return value(a) > value(b); });
    for (std::size_t i = from; i < to; ++i)
      if (i == from || value(rows[i]) != value(rows[i - 1])) next.push_back(i);
  }
  begins = std::move(next);
}

}  // namespace

std::vector<StandingsRow> standings(std::span<const Entrant> entrants, std::span<const TournamentGame> games,
                                    const StandingsRule& rule) {
  auto rows = rows_of(entrants, games);
  if (rows.empty()) return rows;
  for (StandingsRow& row : rows)
    for (const StandingsCell& cell : row.cells) {
      const int theirs = has_met(cell, rule) ? rows[static_cast<std::size_t>(cell.opponent)].points : row.points;
      row.buchholz += theirs;
      row.sonneborn_berger += theirs * cell.points;
    }
  // By strength first: whatever sorts afterwards keeps that order among equals.
  std::stable_sort(rows.begin(), rows.end(), [&](const StandingsRow& a, const StandingsRow& b) {
    return entrants[static_cast<std::size_t>(a.player)].strength >
           entrants[static_cast<std::size_t>(b.player)].strength;
  });
  std::vector<std::size_t> begins = {0};
  split(rows, begins, [](const StandingsRow& row) { return row.points; });
  for (const TieBreak tie_break : rule.tie_breaks) {
    if (tie_break == TieBreak::direct)
      for (std::size_t g = 0; g < begins.size(); ++g) {
        const std::size_t to = g + 1 < begins.size() ? begins[g + 1] : rows.size();
        if (to - begins[g] > 1) direct_encounter(std::span(rows).subspan(begins[g], to - begins[g]), rule);
      }
    split(rows, begins, [tie_break](const StandingsRow& row) {
      switch (tie_break) {
        case TieBreak::buchholz:
          return row.buchholz;
        case TieBreak::sonneborn_berger:
          return row.sonneborn_berger;
        case TieBreak::direct:
          return row.direct;
        case TieBreak::wins:
          return row.wins;
      }
      return 0;
    });
  }
  for (std::size_t g = 0; g < begins.size(); ++g)
    for (std::size_t i = begins[g]; i < (g + 1 < begins.size() ? begins[g + 1] : rows.size()); ++i)
      rows[i].place = static_cast<int>(begins[g]) + 1;
  return rows;
}

}  // namespace cairn

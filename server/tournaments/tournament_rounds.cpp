// Who plays next: meetings from games, rounds from meetings.
#include <algorithm>
#include <map>
#include <tuple>

#include "server/tournaments/round_robin.h"
#include "server/tournaments/swiss.h"
#include "server/tournaments/tournament.h"

namespace cairn {

namespace {

using GameHow = TournamentGame::How;
using Kind = TournamentSetup::Kind;

}  // namespace

Tournament::Meeting Tournament::meeting_of(const std::vector<int>& games) const {
  const Game& begin = games_[static_cast<std::size_t>(games.front())];
  Meeting out;
  out.games = games;
  out.match = begin.match;
  out.replay = begin.replay;
  out.as_game.round = begin.round;
  out.as_game.players = begin.players;
  const auto finish = [&](GameHow how, int winner, int first_points, int second_points) {
    out.over = true;
    out.as_game.how = how;
    out.as_game.first_points = first_points;
    out.as_game.second_points = second_points;
    out.winner = winner;
    return out;
  };
  if (begin.players.second < 0) return finish(GameHow::bye, begin.players.first, 2, 0);
  std::vector<MatchGame> played;
  bool met = false;
  for (const int number : games) {
    const Game& game = games_[static_cast<std::size_t>(number)];
    if (!game.end) {
      out.open = true;
      return out;
    }
    const End& end = *game.end;
    if (end.how == GameHow::annulled && setup_.kind == Kind::knockout) continue;  // it is played again
    if (end.how == GameHow::annulled) return finish(GameHow::annulled, kTied, 0, 0);
    met = met || end.how == GameHow::played;
    if (end.winner == -2) return finish(met ? GameHow::played : GameHow::forfeit, kNobody, 0, 0);
    const bool turned = game.players.first != begin.players.first;
    MatchGame one;
    one.winner = end.winner < 0 ? -1 : turned ? 1 - end.winner : end.winner;
    one.tally = turned ? std::array{end.tally[1], end.tally[0]} : end.tally;
    one.gives_up = end.gives_up;
    played.push_back(one);
  }
  const MatchState match = match_state(match_rule(setup_), played);
  if (match.over) {
    const int winner = match.winner < 0 ? kTied : match.winner == 0 ? begin.players.first : begin.players.second;
    return finish(met ? GameHow::played : GameHow::forfeit, winner, match.half_points(0), match.half_points(1));
  }
  out.next_first = match.first == 0 ? begin.players.first : begin.players.second;
  out.next_second = match.first == 0 ? begin.players.second : begin.players.first;
  return out;
}

std::vector<Tournament::Meeting> Tournament::meetings() const {
  std::map<std::tuple<int, int, int>, std::vector<int>> games;
  for (std::size_t i = 0; i < games_.size(); ++i)
    games[{games_[i].round, games_[i].match, games_[i].replay}].push_back(static_cast<int>(i));
  std::vector<Meeting> out;
  out.reserve(games.size());
  for (const auto& [key, numbers] : games) out.push_back(meeting_of(numbers));
  return out;
}

std::vector<TournamentGame> Tournament::results(const std::vector<Meeting>& meetings) const {
  std::vector<TournamentGame> out;
  out.reserve(meetings.size());
  for (const Meeting& meeting : meetings) out.push_back(meeting.as_game);
  for (std::size_t i = 0; i < players_.size() && setup_.late_points > 0; ++i)
    for (int round = 1; round <= players_[i].missed; ++round)
      out.push_back({round, {static_cast<int>(i), -1}, GameHow::bye, setup_.late_points, 0});
  return out;
}

std::vector<StandingsRow> Tournament::table() const {
  std::vector<Entrant> entrants;
  entrants.reserve(players_.size());
  for (const Player& player : players_) entrants.push_back({player.strength, player.here});
  return standings(entrants, results(meetings()),
                   setup_.kind == Kind::round_robin ? round_robin_standings() : StandingsRule{});
}

std::optional<Knockout> Tournament::bracket() const {
  if (setup_.kind != Kind::knockout || players_.size() < 2 || started_ms_ == 0) return std::nullopt;
  std::vector<KnockoutResult> results;
  for (const Meeting& meeting : meetings())
    if (meeting.over) results.push_back({meeting.as_game.round, meeting.match, meeting.winner});
  KnockoutRule rule;
  rule.replays = setup_.replays;
  return knockout(static_cast<int>(players_.size()), results, rule);
}

// Matches of a knock-out that can be played and have no meeting yet: of this round, or where it is over of the next.
std::vector<KnockoutMatch> Tournament::ready(const std::vector<Meeting>& meetings) const {
  std::vector<KnockoutMatch> out;
  const int last = round();
  const auto brackets = bracket();
  if (!brackets) return out;
  for (const auto& row : brackets->rounds) {
    for (const KnockoutMatch& match : row) {
      if (match.state != KnockoutMatch::State::ready) continue;
      const bool there = std::any_of(meetings.begin(), meetings.end(), [&](const Meeting& one) {
        return one.as_game.round == match.round && one.match == match.match && one.replay == match.replays;
      });
      if (!there) out.push_back(match);
    }
    if (!row.empty() && row.front().round >= last && !out.empty()) break;
  }
  const bool goes_on = std::any_of(meetings.begin(), meetings.end(), [](const Meeting& one) { return !one.over; });
  if (goes_on) std::erase_if(out, [&](const KnockoutMatch& match) { return match.round > last; });
  return out;
}

bool Tournament::round_over(const std::vector<Meeting>& meetings) const {
  return std::all_of(meetings.begin(), meetings.end(), [](const Meeting& one) { return one.over; });
}

std::vector<Pairing> Tournament::next_round(const std::vector<Meeting>& meetings) const {
  const int next = round() + 1;
  if (setup_.kind == Kind::swiss) {
    std::vector<Entrant> entrants;
    entrants.reserve(players_.size());
    for (const Player& player : players_) entrants.push_back({player.strength, player.here});
    return pair_swiss(entrants, results(meetings), next).pairings;
  }
  const auto rounds = round_robin(static_cast<int>(players_.size()), setup_.cycles);
  std::vector<Pairing> out = rounds[static_cast<std::size_t>(next - 1)];
  std::erase_if(out, [](const Pairing& pairing) { return pairing.second < 0; });  // free, without points
  return out;
}

void Tournament::refresh() {
  if ((state_ != State::running && state_ != State::over) || setup_.kind == Kind::ladder) return;
  bool over = false;
  if (setup_.kind == Kind::knockout) {
    const auto brackets = bracket();
    over = brackets && brackets->over;
  } else {
    const bool last = round() >= rounds() || (setup_.kind == Kind::swiss && here() < 2);
    over = last && round_over(meetings());
  }
  state_ = over ? State::over : State::running;
}

std::vector<TournamentEntry> Tournament::next(std::int64_t now_ms, const NewTable& new_table) const {
  std::vector<TournamentEntry> out;
  if (state_ != State::running || setup_.kind == Kind::ladder) return out;
  auto game = static_cast<int>(games_.size());
  const auto add = [&](int round, int match, int replay, const Pairing& players) {
    const auto [first, second] = players;
    const auto absent = [&](int player) { return !players_[static_cast<std::size_t>(player)].here; };
    const bool forfeit = second >= 0 && (absent(first) || absent(second));
    std::string words;
    for (const int number : {round, match, replay, first, second}) words += std::to_string(number) + " ";
    words += second < 0 || forfeit ? "-" : new_table();
    out.push_back({TournamentEntry::Kind::pair, now_ms, 0, std::move(words)});
    if (forfeit) {
      const int winner = !absent(first) ? 0 : !absent(second) ? 1 : -2;
      out.push_back(ending(game, {GameHow::forfeit, winner, true}, 0, now_ms));
    }
    ++game;
  };
  const auto all = meetings();
  for (const Meeting& one : all)
    if (one.next_first >= 0) add(one.as_game.round, one.match, one.replay, {one.next_first, one.next_second});
  if (setup_.kind == Kind::knockout) {
    for (const KnockoutMatch& match : ready(all)) add(match.round, match.match, match.replays, match.players);
    return out;
  }
  if (!round_over(all)) return out;
  const auto pairings = next_round(all);
  for (std::size_t i = 0; i < pairings.size(); ++i) add(round() + 1, static_cast<int>(i), 0, pairings[i]);
  return out;
}

std::vector<int> Tournament::to_make() const {
  std::vector<int> out;
  if (state_ == State::cancelled) return out;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const Game& game = games_[i];
    if (!game.table.empty() && !game.made && (!game.end || game.end->how == GameHow::forfeit))
      out.push_back(static_cast<int>(i));
  }
  return out;
}

std::vector<int> Tournament::to_close() const {
  std::vector<int> out;
  for (std::size_t i = 0; i < games_.size(); ++i)
    if (games_[i].made && !games_[i].closed) out.push_back(static_cast<int>(i));
  return out;
}

std::vector<int> Tournament::to_look_at(std::int64_t now_ms) const {
  std::vector<int> out;
  for (std::size_t i = 0; i < games_.size() && setup_.no_show_ms > 0 && state_ == State::running; ++i) {
    const Game& game = games_[i];
    if (game.made && !game.end && !game.shown && game.at_ms + setup_.no_show_ms <= now_ms)
      out.push_back(static_cast<int>(i));
  }
  return out;
}

std::int64_t Tournament::due_ms() const {
  const std::int64_t now = std::max<std::int64_t>(last_ms_, 1);
  if (state_ == State::open) return setup_.starts_ms;
  if (!to_make().empty() || !to_close().empty()) return now;
  std::int64_t due = 0;
  const auto also = [&](std::int64_t at) {
    if (at != 0 && (due == 0 || at < due)) due = at;
  };
  for (int i = 0; setup_.rated && i < static_cast<int>(games_.size()); ++i) also(final_ms(i));
  if (state_ != State::running) return due;
  if (setup_.kind != Kind::ladder) {
    const auto all = meetings();
    if (round_over(all)) return now;
    if (std::any_of(all.begin(), all.end(), [](const Meeting& one) { return one.next_first >= 0; })) return now;
    if (setup_.kind == Kind::knockout && !ready(all).empty()) return now;
  }
  for (const Game& game : games_)
    if (setup_.no_show_ms > 0 && game.made && !game.end && !game.shown) also(game.at_ms + setup_.no_show_ms);
  return due;
}

}  // namespace cairn

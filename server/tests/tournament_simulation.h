// A tournament that is played by random results, without a server: matches of several games, draws, people who do not
// come, withdraw or are ruled against; everything is read anew between any two steps, as another server would see it.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "server/tournaments/tournament.h"

namespace cairn {

struct Simulation {
  using Kind = TournamentSetup::Kind;
  using EntryKind = TournamentEntry::Kind;
  using End = Tournament::End;
  using GameHow = TournamentGame::How;

  TournamentSetup setup;
  std::vector<TournamentEntry> log;
  Rng rng;
  std::int64_t now = 1'000;
  int tables = 0;
  std::map<std::string, int> made;  // how often
  std::set<std::int64_t> withdrawn;

  Simulation(Kind kind, std::uint64_t seed) : rng(seed) {
    setup.name = "Cup";
    setup.game = "row";
    setup.kind = kind;
    setup.most = most_players(kind);
    setup.no_show_ms = 60'000;
  }
  int below(int n) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(n))); }

  // Folded anew each time: as another server would see it.
  Tournament read() const {
    auto opened = Tournament::open(setup, log);
    EXPECT_TRUE(opened.tournament) << opened.error;
    return std::move(*opened.tournament);
  }
  std::string write(const std::vector<TournamentEntry>& entries) {
    Tournament now_there = read();
    if (auto error = now_there.take(entries); !error.empty()) return error;
    log.insert(log.end(), entries.begin(), entries.end());
    const Tournament again = read();
    EXPECT_EQ(again.number(), now_there.number());
    EXPECT_EQ(again.state(), now_there.state());
    EXPECT_EQ(again.due_ms(), now_there.due_ms());
    EXPECT_EQ(again.table(), now_there.table());
    return {};
  }
  void must(const std::vector<TournamentEntry>& entries) { EXPECT_EQ(write(entries), ""); }
  void enter(int players) {
    for (int i = 0; i < players; ++i)
      must({{EntryKind::enter, ++now, 100 + i, std::to_string(100 + i) + " " + std::to_string(1'000 + below(1'000))}});
  }
  // What a server does by itself until there is nothing to do but wait.
  void serve() {
    for (int steps = 0; steps < 10'000; ++steps) {
      const Tournament t = read();
      ++now;
      if (const auto games = t.to_make(); !games.empty()) {
        EXPECT_LE(t.due_ms(), now);
        for (const int game : games) ++made[t.games()[static_cast<std::size_t>(game)].table];
        must({{EntryKind::made, now, 0, std::to_string(t.games().size())}});
        continue;
      }
      if (const auto games = t.to_close(); !games.empty()) {
        EXPECT_LE(t.due_ms(), now);
        for (const int game : games) must({{EntryKind::closed, now, 0, std::to_string(game)}});
        continue;
      }
      if (const auto games = t.to_rate(now); !games.empty()) {
        EXPECT_LE(t.due_ms(), now);
        for (const int game : games) must({{EntryKind::rated, now, 0, std::to_string(game)}});
        continue;
      }
      const auto entries = t.next(now, [&] { return "t" + std::to_string(++tables); });
      if (entries.empty()) {
        EXPECT_TRUE(t.due_ms() == 0 || t.due_ms() > now) << "something is said to be due, but nothing is";
        return;
      }
      EXPECT_LE(t.due_ms(), now);
      check_pace(t, entries);
      must(entries);
    }
    ADD_FAILURE() << "it does not come to rest";
  }
  // A round begins when the one before is over.
  static void check_pace(const Tournament& t, const std::vector<TournamentEntry>& entries) {
    for (const TournamentEntry& entry : entries) {
      if (entry.kind != EntryKind::pair) continue;
      const int round = std::stoi(entry.words);
      for (const auto& game : t.games()) {
        EXPECT_LE(game.round, round);
        EXPECT_TRUE(game.round == round || game.end) << "round " << round << " begins while " << game.round << " runs";
      }
    }
  }
  void play_one(double trouble) {
    const Tournament t = read();
    std::vector<int> open;
    for (std::size_t i = 0; i < t.games().size(); ++i)
      if (!t.games()[i].end) open.push_back(static_cast<int>(i));
    ASSERT_FALSE(open.empty());
    const int game = open[static_cast<std::size_t>(below(static_cast<int>(open.size())))];
    const auto& players = t.games()[static_cast<std::size_t>(game)].players;
    const double luck = below(1'000) / 1000.0;
    ++now;
    if (luck < trouble / 3) {
      const int player = below(2) == 0 ? players.first : players.second;
      withdrawn.insert(t.players()[static_cast<std::size_t>(player)].person);
      return must(t.withdrawal(player, 0, now));
    }
    if (luck < trouble * 2 / 3) {
      const int winner = below(3) == 0 ? -2 : below(2);
      return must({Tournament::ending(game, {GameHow::forfeit, winner, true}, 0, now)});
    }
    if (luck < trouble && setup.kind != Kind::knockout)
      return must({Tournament::ending(game, {GameHow::annulled, -1}, 7, now)});
    End end{GameHow::played, below(5) == 0 ? -1 : below(2)};
    end.tally = {below(5), below(5)};
    end.gives_up = end.winner >= 0 && setup.match == TournamentSetup::Match::two_games_and_tally && below(8) == 0;
    must({Tournament::ending(game, end, 0, now)});
  }
  void check_nobody_plays_twice() const {
    const Tournament t = read();
    std::set<int> busy;
    for (const auto& game : t.games()) {
      if (game.end) continue;
      for (const int player : {game.players.first, game.players.second}) EXPECT_TRUE(busy.insert(player).second);
    }
  }
  Tournament play_to_the_end(double trouble) {
    must({{EntryKind::start, ++now, 1}});
    serve();
    for (int games = 0; games < 5'000 && read().state() == Tournament::State::running; ++games) {
      play_one(trouble);
      serve();
      check_nobody_plays_twice();
      if (::testing::Test::HasFailure()) break;
    }
    Tournament t = read();
    EXPECT_EQ(t.state(), Tournament::State::over);
    EXPECT_EQ(t.due_ms(), 0);
    for (const auto& game : t.games())
      EXPECT_EQ(made.contains(game.table) ? made[game.table] : 0, game.table.empty() ? 0 : 1) << game.table;
    for (const auto& meeting : t.meetings()) EXPECT_TRUE(meeting.over);
    return t;
  }
};

}  // namespace cairn

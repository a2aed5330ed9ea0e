// Tournaments without sockets: who may do what with one, and what it does by itself.
#include <set>

#include "notation/thread_work.h"
#include "server/tests/tournament_desk_case.h"

namespace cairn {
namespace {

TEST_F(TournamentDeskTest, ResultsMakeTheNextRound) {
  announce(wish(Kind::swiss), 4);
  Json seen = begin();
  ASSERT_EQ(seen.at("games").size(), 2U);
  for (int round = 1; round <= 2; ++round) {
    for (const Json& each : seen.at("games")) {
      if (each.at("how") != "open") continue;
      ASSERT_FALSE(each.at("table").is_null());
      resign(seen, each, "second");
    }
    seen = tick();
  }
  EXPECT_EQ(seen.at("state"), "over");
  ASSERT_EQ(seen.at("games").size(), 4U);
  for (const Json& each : seen.at("games")) {
    EXPECT_EQ(each.at("how"), "played") << "resigning is playing";
    EXPECT_EQ(each.at("winner"), each.at("first"));
  }
  EXPECT_EQ(seen.at("standings").at(0).at("points"), 2.0);
  EXPECT_EQ(seen.at("standings").at(3).at("points"), 0.0);
  EXPECT_TRUE(log.empty()) << log[0];
}

TEST_F(TournamentDeskTest, ALongLogIsTakenInBesideTheLoop) {
  announce(wish(Kind::ladder), 2);
  begin();
  for (int i = 0; i < 1'010; ++i) good(act(&Tournaments::attend, people[1]));
  thread_work = {};
  EXPECT_EQ(see().at("players").size(), 2U);
  EXPECT_EQ(thread_work.entries, 0U);
  EXPECT_TRUE(log.empty()) << log[0];
}

TEST_F(TournamentDeskTest, WhoEntersLateIsPairedInTheNextRound) {
  TournamentWish cup = wish(Kind::swiss);
  cup.setup.rounds = 3;
  cup.setup.late = 2;
  cup.setup.late_points = 1;
  announce(cup, 4);
  Json seen = begin();
  EXPECT_EQ(seen.at("setup").at("late"), 2);
  EXPECT_EQ(seen.at("setup").at("late_points"), 0.5);
  ASSERT_EQ(seen.at("games").size(), 2U);
  for (const char* name : {"Late", "Later"}) {
    people.push_back(person(name));
    good(enter(people.back()));
  }
  const auto points = [&](int player) {
    const Json now = see();
    for (const Json& row : now.at("standings"))
      if (row.at("player") == player) return row.at("points").get<double>();
    return -1.0;
  };
  EXPECT_EQ(points(4), 0.5);
  for (const Json& each : seen.at("games")) resign(seen, each, "second");
  seen = tick();
  EXPECT_EQ(seen.at("round"), 2);
  std::set<int> playing;
  for (const Json& each : seen.at("games"))
    if (each.at("round") == 2) playing.insert({each.at("first").get<int>(), each.at("second").get<int>()});
  EXPECT_EQ(playing, (std::set<int>{0, 1, 2, 3, 4, 5}));
  people.push_back(person("TooLate"));
  EXPECT_EQ(code(enter(people.back())), "tournament");
}

TEST_F(TournamentDeskTest, ItsTablesAreForItsPlayers) {
  announce(wish(Kind::swiss), 2);
  const Json seen = begin();
  const std::string at = seen.at("games").at(0).at("table");
  const Person other = person("Other");
  EXPECT_EQ(code(wait([&](auto done) { table_service->join(at, other, done); })), "no-free-seat");
  EXPECT_EQ(code(command(at, other, Command::Kind::resign)), "not-seated");
  const Json state = table(at, people[0]);
  EXPECT_EQ(state.at("clock").at("rule"), "fischer 5m+3s");
  EXPECT_TRUE(state.at("clock").at("seats").at(0).at("counting").get<bool>()) << "the time runs at once";
}

TEST_F(TournamentDeskTest, WhoDoesNotComeLoses) {
  TournamentWish what = wish(Kind::round_robin);
  what.setup.no_show_ms = 60'000;
  announce(what, 4);
  Json seen = begin();
  const Json first = seen.at("games").at(0), second = seen.at("games").at(1);
  const std::string at = first.at("table");
  // At one table who has the first move plays, the other does not come; at the other nobody.
  good(command(at, player(seen, first.at("first")), Command::Kind::play, "c0"));
  now_ms += 40'000;
  EXPECT_EQ(tick().at("games").at(0).at("how"), "open") << "there is time";
  now_ms += 30'000;
  seen = tick();
  EXPECT_EQ(seen.at("games").at(0).at("how"), "forfeit");
  EXPECT_EQ(seen.at("games").at(0).at("winner"), first.at("first"));
  EXPECT_EQ(seen.at("games").at(1).at("how"), "forfeit");
  EXPECT_TRUE(seen.at("games").at(1).at("winner").is_null()) << "both lose";
  EXPECT_EQ(seen.at("round"), 2);
  for (const std::string& there : {at, second.at("table").get<std::string>()})
    EXPECT_TRUE(table(there, people[0]).at("view").at("over").get<bool>()) << "its table is over too";
  double points = 0;
  for (const Json& row : seen.at("standings")) points += row.at("points").get<double>();
  EXPECT_EQ(points, 1.0);

  // Who says that he is ready has come, even where it is not his turn.
  const Json third = seen.at("games").at(2), fourth = seen.at("games").at(3);
  good(act(&Tournaments::attend, player(seen, third.at("second"))));
  good(act(&Tournaments::attend, player(seen, fourth.at("second"))));
  good(act(&Tournaments::attend, player(seen, fourth.at("first"))));
  now_ms += 70'000;
  seen = tick();
  EXPECT_EQ(seen.at("games").at(2).at("winner"), third.at("second"));
  EXPECT_EQ(seen.at("games").at(3).at("how"), "open");
  now_ms += 70'000;
  EXPECT_EQ(tick().at("games").at(3).at("how"), "open") << "looked at once";
}

// So many are paired beside the loop.
TEST_F(TournamentDeskTest, ManyPlay) {
  constexpr int kPlayers = 64;
  TournamentWish what = wish(Kind::swiss);
  what.setup.rounds = 2;
  what.setup.most = 100;
  announce(what, kPlayers);
  good(act(&Tournaments::start, people[0]));
  for (const std::size_t games : {std::size_t{32}, std::size_t{64}}) {
    Json seen = see();
    run_until([&] {
      desk->tick();
      settle();
      seen = see();
      return seen.at("games").size() == games && !seen.at("games").back().at("table").is_null();
    });
    for (const Json& each : seen.at("games"))
      if (each.at("how") == "open") resign(seen, each, "second");
  }
  EXPECT_EQ(tick().at("state"), "over");
  EXPECT_EQ(see().at("standings").size(), static_cast<std::size_t>(kPlayers));
}

// A round of many games does not hold the loop: nothing that runs on it asks the store for more than some tables.
TEST_F(TournamentDeskTest, TheTablesOfARoundAreMadeSomeAtATime) {
  constexpr int kPlayers = 80;
  TournamentWish what = wish(Kind::swiss);
  what.setup.rounds = 1;
  what.setup.most = 100;
  announce(what, kPlayers);
  const auto waiting = [this] {
    const std::lock_guard guard(mutex);
    return posted.size();
  };
  std::size_t most = 0;
  desk->start(id, people[0], [](const auto&) {});
  for (int idle = 0; idle < 200; ++idle) {  // pairing takes place in a thread
    for (std::size_t before = waiting(); run_one(); before = waiting()) {
      most = std::max(most, waiting() + 1 - before);
      idle = 0;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LT(most, kPlayers / 2U);
  const Json games = see().at("games");
  EXPECT_EQ(games.size(), kPlayers / 2U);
  for (const Json& each : games) EXPECT_FALSE(each.at("table").is_null());
}

TEST_F(TournamentDeskTest, ItBeginsByItselfOrNotAtAll) {
  TournamentWish what = wish(Kind::knockout);
  what.setup.least = 3;
  what.setup.starts_ms = now_ms + 3'600'000;
  announce(what, 3);
  const std::string enough = id;
  what.setup.starts_ms += 1;
  announce(what, 2);
  EXPECT_EQ(tick().at("state"), "open");
  now_ms += 3'600'000;
  EXPECT_EQ(tick().at("state"), "cancelled");
  id = enough;
  EXPECT_EQ(see().at("state"), "running");
  EXPECT_EQ(see().at("games").size(), 1U) << "the best seed goes on";
  what.setup.starts_ms = now_ms;
  EXPECT_EQ(code(wait([&](auto done) { desk->create(people[0], what, done); })), "bad-request");
}

TEST_F(TournamentDeskTest, WhoWithdrawsLosesWhatIsLeft) {
  announce(wish(Kind::round_robin), 4);
  Json seen = begin();
  good(wait([&](auto done) { desk->withdraw(id, people[1], {}, done); }));
  settle();
  int forfeits = 0;
  for (int round = 1; round <= 3; ++round) {
    seen = see();
    for (const Json& each : seen.at("games"))
      if (each.at("how") == "open") resign(seen, each, "first");
    seen = tick();
  }
  EXPECT_EQ(seen.at("state"), "over");
  EXPECT_EQ(seen.at("games").size(), 6U);
  for (const Json& each : seen.at("games")) {
    const bool his = each.at("first") == 1 || each.at("second") == 1;
    EXPECT_EQ(each.at("how"), his ? "forfeit" : "played");
    forfeits += his && each.at("winner") != 1 ? 1 : 0;
  }
  EXPECT_EQ(forfeits, 3);
}

TEST_F(TournamentDeskTest, ALadder) {
  TournamentWish what = wish(Kind::ladder);
  what.setup.no_show_ms = 7 * kDay;
  announce(what, 3);
  Json seen = begin();
  const auto rung = [&](std::size_t at) { return player(seen, seen.at("ladder").at("rungs").at(at).at("player")); };
  const Person top = rung(0), middle = rung(1), low = rung(2);
  EXPECT_NE(message(challenge(top, low.name)).find(low.name + " is not above you"), std::string::npos);
  EXPECT_EQ(code(challenge(low, "Nobody")), "tournament");
  good(challenge(low, top.name));
  settle();
  seen = good(challenge(low, top.name));
  EXPECT_EQ(seen.at("games").size(), 1U) << "sent again";
  EXPECT_NE(message(challenge(middle, top.name)).find(top.name + " is in a challenge already"), std::string::npos);
  EXPECT_EQ(code(act(&Tournaments::decline, low)), "tournament") << "he challenges";
  const bool attacker_first = player(seen, seen.at("games").at(0).at("first")).id == low.id;
  resign(seen, seen.at("games").at(0), attacker_first ? "second" : "first");
  seen = tick();
  EXPECT_EQ(rung(0).id, low.id);
  EXPECT_EQ(rung(1).id, top.id);
  EXPECT_EQ(rung(2).id, middle.id);

  good(challenge(top, low.name));
  good(act(&Tournaments::decline, low));
  settle();
  seen = see();
  EXPECT_EQ(rung(0).id, top.id) << "declined";
  EXPECT_TRUE(table(seen.at("games").at(1).at("table"), low).at("view").at("over").get<bool>());

  // Who does not come to it in seven days has lost it; somebody new stands below all.
  good(challenge(low, top.name));
  settle();
  seen = see();
  good(act(&Tournaments::attend, low));
  people.push_back(person("New"));
  good(enter(people.back()));
  now_ms += 8 * kDay;
  seen = tick();
  EXPECT_EQ(seen.at("games").at(2).at("how"), "forfeit");
  EXPECT_EQ(rung(0).id, low.id);
  EXPECT_EQ(rung(3).name, "New");
  EXPECT_TRUE(seen.at("ladder").at("challenges").empty());
  now_ms += 40 * kDay;
  EXPECT_NE(player(see(), see().at("ladder").at("rungs").at(0).at("player")).id, low.id) << "who is idle sinks";
}

TEST_F(TournamentDeskTest, SoManyAtATime) {
  const Person ann = person("Ann");
  for (int i = 0; i < kMostOpenTournaments; ++i) {
    now_ms += 2'000;
    id = good(wait([&](auto done) { desk->create(ann, wish(Kind::swiss), done); })).at("id").get<std::string>();
  }
  now_ms += 2'000;
  EXPECT_EQ(code(wait([&](auto done) { desk->create(ann, wish(Kind::swiss), done); })), "too-many-kept");
  good(act(&Tournaments::cancel, ann));
  now_ms += 2'000;
  EXPECT_EQ(wait([&](auto done) { desk->create(ann, wish(Kind::swiss), done); }).status, 200);
  Reply last;
  for (int i = 0; i < 50 && last.status == 200; ++i) last = wait([&](auto done) { desk->enter(id, ann, done); });
  EXPECT_EQ(code(last), "tournament") << "it is cancelled";
  for (int i = 0; i < 50 && code(last) != "too-many"; ++i) last = wait([&](auto done) { desk->attend(id, ann, done); });
  EXPECT_EQ(code(last), "too-many");
  EXPECT_GT(last.retry_after_s, 0);
}

TEST_F(TournamentDeskTest, AModeratorTakesAllThatSomebodyAnnouncedOff) {
  const Person eve = person("Eve"), ann = person("Ann"), bob = person("Bob");
  const auto create = [&](const Person& who) {
    now_ms += 2'000;
    return good(wait([&](auto done) { desk->create(who, wish(Kind::swiss), done); })).at("id").get<std::string>();
  };
  const std::string anns = create(ann), runs = create(eve);
  for (const Person& one : {ann, bob}) {
    id = runs;
    good(enter(one));
  }
  good(act(&Tournaments::start, eve));
  for (int i = 0; i < 3; ++i) id = create(eve);
  id = anns;
  good(enter(eve));  // plays in it, but does not organise it
  const auto take_off = [&](const Person& who) { return wait([&](auto done) { desk->take_off(who, "eve", done); }); };
  Person judge = person("Judge");
  EXPECT_EQ(code(take_off(judge)), "not-for-you");
  judge = moderating(judge);
  EXPECT_EQ(code(wait([&](auto done) { desk->take_off(judge, "Nobody", done); })), "not-found");
  EXPECT_EQ(good(take_off(judge)).at("ended"), 3);
  EXPECT_EQ(good(take_off(judge)).at("ended"), 0);
  const auto listed = [&](Tournament::State state) {
    return good(wait([&](auto done) { desk->list(state, "", 1LL << 60, done); })).at("tournaments");
  };
  ASSERT_EQ(listed(Tournament::State::open).size(), 1U);
  EXPECT_EQ(listed(Tournament::State::open).at(0).at("id"), anns);
  EXPECT_EQ(listed(Tournament::State::running).size(), 1U) << "what people play in goes on";
}

TEST_F(TournamentDeskTest, ATournamentThatCannotBeReadIsKeptAndReportedOnce) {
  const Person ann = person("Ann");
  std::optional<Written> written;
  store.tournaments.add_tournament({"odd", "{}", ann.id, 5, {}, 6}, 9, [&](const Written& one) { written = one; });
  run_until([&] { return written.has_value(); });
  id = "odd";
  for (int i = 0; i < 3; ++i) {
    desk->tick();
    settle();
  }
  EXPECT_EQ(log.size(), 1U);
  EXPECT_EQ(code(wait([&](auto done) { desk->show(id, std::nullopt, Asker{"a visitor"}, done); })), "broken-record");
  EXPECT_TRUE(good(wait([&](auto done) { desk->list(Tournament::State::open, "", 1LL << 60, done); }))
                  .at("tournaments")
                  .empty());
}

// Two servers that look at the same store in turn, and writes that fail at any moment: every round is paired once,
// every table made once, every result counted once.
TEST_F(TournamentDeskTest, WhateverFailsItIsDoneOnce) {
  store.share();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    rng = Rng(seed);
    const auto other_club = make_table_service();
    const auto other_desk = make_desk(*other_club);
    TournamentWish what = wish(seed % 2 == 0 ? Kind::round_robin : Kind::knockout);
    what.setup.no_show_ms = 600'000;
    announce(what, 5);
    begin();
    bool over = false;
    for (int steps = 0; steps < 3'000 && !over; ++steps) {
      now_ms += 1'000;
      const Json seen = see();
      over = seen.at("state") == "over";
      std::vector<Json> running;
      for (const Json& each : seen.at("games"))
        if (each.at("how") == "open" && !each.at("table").is_null()) running.push_back(each);
      if (!running.empty() && rng.below(3) == 0) {
        const Json& each = running[rng.below(static_cast<std::uint32_t>(running.size()))];
        const Person& loser = player(seen, each.at(rng.below(2) == 0 ? "first" : "second"));
        command(each.at("table").get<std::string>(), loser, Command::Kind::resign);  // over already: refused
      }
      (rng.below(2) == 0 ? desk : other_desk)->tick();
      if (rng.below(3) == 0) (rng.below(2) == 0 ? desk : other_desk)->tick();
      for (bool more = true; more;) {
        store.fail_writes = rng.below(4) == 0;
        more = run_one();
      }
      store.fail_writes = false;
    }
    ASSERT_TRUE(over) << see().dump();
    const Json seen = see();
    std::set<std::string> made;
    std::set<std::pair<int, int>> met;
    for (const Json& each : seen.at("games")) {
      EXPECT_NE(each.at("how"), "open");
      if (!each.at("table").is_null()) made.insert(each.at("table").get<std::string>());
      met.insert(std::minmax(each.at("first").get<int>(), each.at("second").get<int>()));
    }
    EXPECT_EQ(met.size(), seen.at("games").size());
    EXPECT_EQ(seen.at("games").size(), seed % 2 == 0 ? 10U : 4U);
    // Nobody sits at a table of this tournament that is no game of it.
    for (const Person& one : people) {
      for (const bool ended : {false, true}) {
        std::optional<Found<std::vector<TableCard>>> found;
        store.lists.tables_of(one.id, ended, 1LL << 60, 10'000,
                              [&](Found<std::vector<TableCard>> list) { found = list; });
        run_until([&] { return found.has_value(); });
        for (const TableCard& card : *found->value)
          if (card.created_ms >= seen.at("started").get<std::int64_t>()) {
            EXPECT_TRUE(made.contains(card.id));
            EXPECT_TRUE(card.over);
          }
      }
    }
    log.clear();
    if (::testing::Test::HasFailure()) return;
  }
}

// --- how a table counts

TEST(TournamentEnds, AsTheTableEnded) {
  const GameInfo info = hidden_row_info();
  const auto ends = [&](const std::vector<Entry>& entries, TournamentSetup::Match match, std::array<bool, 2> seen) {
    TableSetup setup;
    setup.game = "hidden-row";
    setup.clock = *parse_clock_rule("fischer 5m+3s").rule;
    setup.created_ms = 1'000;
    auto opened = Table::open(info, setup, {{SeatKind::guest, 1, "Ann"}, {SeatKind::guest, 2, "Bob"}}, entries);
    EXPECT_TRUE(opened.table) << opened.error;
    TournamentSetup of;
    of.match = match;
    return end_of(*opened.table, of, seen);
  };
  using Match = TournamentSetup::Match;
  using GameHow = TournamentGame::How;
  using K = Entry::Kind;
  const Entry play{K::play, seat_at(0), "c3", "a", 2'000}, resigns{K::resign, seat_at(1), "", "b", 3'000},
      late{K::timeout, seat_at(1), "", "", 400'000}, never{K::timeout, seat_at(0), "", "", 400'000};
  EXPECT_FALSE(ends({play}, Match::single, {}));
  auto end = ends({play, resigns}, Match::single, {});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->how, GameHow::played) << "who resigns has come";
  EXPECT_EQ(end->winner, 0);
  EXPECT_FALSE(end->gives_up);
  EXPECT_FALSE(ends({play, resigns}, Match::best_of, {})->gives_up) << "the match goes on";
  EXPECT_TRUE(ends({play, resigns}, Match::two_games_and_tally, {})->gives_up);
  EXPECT_EQ(ends({play, late}, Match::single, {})->how, GameHow::forfeit) << "did nothing before his time was over";
  EXPECT_TRUE(ends({play, late}, Match::best_of, {})->gives_up) << "and loses the match with it";
  EXPECT_EQ(ends({play, late}, Match::single, {false, true})->how, GameHow::played) << "but was there";
  EXPECT_EQ(ends({never}, Match::single, {})->winner, 1);
  EXPECT_EQ(ends({never}, Match::single, {})->how, GameHow::forfeit);
  const Entry offers{K::offer, seat_at(0), "draw", "c", 2'500}, agrees{K::accept, seat_at(1), "draw", "d", 2'600};
  end = ends({play, offers, agrees}, Match::single, {});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->winner, -1);
}

}  // namespace
}  // namespace cairn

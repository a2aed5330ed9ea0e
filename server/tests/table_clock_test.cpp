// Clocks at a table, without a server.
#include <gtest/gtest.h>

#include "server/mail/board_mail.h"
#include "server/play/day_clock.h"
#include "server/tables/notices.h"
#include "server/tests/table_terms_checks.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

using namespace testing;

TEST(TableClock, RunsFromWhenAllHaveCome) {
  Table table = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {}}, "absolute 5m");
  move(table, kStart + 50'000);  // the first may move before; it costs nothing
  EXPECT_FALSE(table.flag_ms());
  const auto join = accepted(table.prepare_join({SeatKind::guest, 2, "b"}, kStart + 60'000));
  table.commit(join);
  EXPECT_EQ(table.flag_ms(), kStart + 60'000 + 300'000);
  EXPECT_EQ(left(table, kFirst, kStart + 100'000), 300'000);
  EXPECT_EQ(left(table, kSecond, kStart + 100'000), 260'000);
  move(table, kStart + 110'000);
  EXPECT_EQ(left(table, kSecond, kStart + 200'000), 250'000);
  EXPECT_EQ(table.flag_ms(), kStart + 110'000 + 300'000);
  expect_refolds(table);
}

TEST(TableClock, WhoHasNoTimeLeftLeaves) {
  Table table = open_table(open_game(), {}, {}, "fischer 1m+5s");
  move(table, kStart + 20'000);
  EXPECT_EQ(left(table, kFirst, kStart + 20'000), 45'000);
  const Command move = first_word(table, kStart + 80'000);  // a millisecond more would be too late
  EXPECT_FALSE(table.prepare_timeout(kStart + 79'999));
  Command late = move;
  late.at_ms = kStart + 80'001;
  EXPECT_EQ(refused(table.prepare(kSecond, late)).code, Code::game_over);
  const auto lost = table.prepare_timeout(kStart + 5'000'000);
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->entry.at_ms, kStart + 80'000) << "when it was over, not when it was noticed";
  table.commit(*lost);
  EXPECT_TRUE(table.over());
  const Json result = TableView(table, "x", kFirst).state().at("view").at("result");
  EXPECT_EQ(result.at("seat"), 0);
  EXPECT_EQ(result.at("how"), "timed-out");
  EXPECT_FALSE(table.prepare_timeout(kStart + 5'000'000));
  EXPECT_FALSE(table.flag_ms());
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::undo))).code, Code::no_undo);
  expect_refolds(table);
}

TEST(TableClock, AmongThreeTheOthersPlayOn) {
  Table table = table_for(3, "move 10s");
  const auto lost = table.prepare_timeout(kStart + 10'000);
  ASSERT_TRUE(lost);
  table.commit(*lost);
  EXPECT_FALSE(table.over());
  EXPECT_EQ(table.flag_ms(), kStart + 20'000) << "the next is on the clock from then on";
  expect_refolds(table);
}

// Of two who agree on dead stones one has little time and accepts; the other says nothing, and is the one who loses.
TEST(TableClock, WhoHasAcceptedWaitsForNothing) {
  for (const char* game : {"go", "toroidal", "phantom"}) {
    SCOPED_TRACE(game);
    Table table = open_table(*find_game(game), {{"size", "5"}}, {}, "fischer 20s+10s");
    const auto say = [&](Seat seat, const char* word, std::int64_t at) {
      Command one = play(table, seat, {word});
      one.at_ms = kStart + at;
      table.commit(accepted(table.prepare(seat, one)));
    };
    say(kFirst, "pass", 13'000);
    say(kSecond, "pass", 21'000);
    EXPECT_EQ(left(table, kFirst, kStart + 21'000), 17'000);
    EXPECT_EQ(left(table, kSecond, kStart + 21'000), 22'000);
    say(kFirst, "accept", 31'000);
    EXPECT_EQ(left(table, kFirst, kStart + 31'000), 7'000) << "an acceptance gives no time";
    EXPECT_EQ(left(table, kFirst, kStart + 40'000), 7'000);
    EXPECT_EQ(left(table, kSecond, kStart + 40'000), 3'000);
    EXPECT_EQ(table.flag_ms(), kStart + 43'000) << "the other's";
    expect_refolds(table);
    const auto lost = table.prepare_timeout(kStart + 43'000);
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->entry.seat, kSecond);
    // A change withdraws both acceptances: time runs for both again, as it stood.
    say(kSecond, "resume", 41'000);
    EXPECT_EQ(left(table, kFirst, kStart + 42'000) + left(table, kSecond, kStart + 42'000), 9'000 - 1'000 + 10'000);
    expect_refolds(table);
  }
}

// Formations: whoever has made theirs, and can do no more, does not lose by the other's silence.
TEST(TableClock, WhoHasArrangedWaitsForTheOther) {
  int seen = 0;
  for (const GameInfo& info : games()) {
    if (info.hidden || info.make({}).position.awaited().size() < 2) continue;
    for (const Seat seat : {kFirst, kSecond}) {
      const Seat other = seat == kFirst ? kSecond : kFirst;
      Table table = open_table(info, {}, {}, "absolute 10m");
      Command arranged = play(table, seat, {table.position().legal_words(seat).front()});
      arranged.at_ms = kStart + 60'000;
      table.commit(accepted(table.prepare(seat, arranged)));
      EXPECT_EQ(left(table, seat, kStart + 500'000), 540'000) << info.name;
      const auto lost = table.prepare_timeout(kStart + 600'000);
      ASSERT_TRUE(lost);
      EXPECT_EQ(lost->entry.seat, other);
      expect_refolds(table);
      ++seen;
    }
  }
  EXPECT_GT(seen, 0);
}

// Stored games are read as they were played: before version 3 both clocks ran until both had accepted their formations.
TEST(TableClock, FormationsOfOlderGamesKeepTheirTime) {
  const GameInfo& info = *find_game("margrites");
  TableSetup setup{std::string(info.name), info.complete({}), 1, 2};
  setup.clock = *parse_clock_rule("absolute 10m").rule;
  setup.created_ms = kStart;
  const std::vector<Occupant> both = {{SeatKind::guest, 1, "one"}, {SeatKind::guest, 2, "two"}};
  auto opened = Table::open(info, setup, both, {});
  ASSERT_EQ(opened.error, "");
  Table& table = *opened.table;
  Command arranged = play(table, kFirst, {table.position().legal_words(kFirst).front()});
  arranged.at_ms = kStart + 60'000;
  table.commit(accepted(table.prepare(kFirst, arranged)));
  EXPECT_EQ(left(table, kFirst, kStart + 500'000), 100'000) << "it runs on";
  EXPECT_EQ(left(table, kSecond, kStart + 500'000), 100'000);
  expect_refolds(table);
}

// Whatever game agrees on something: whose acceptance stands is not on the clock, and nobody gains time by accepting.
TEST(TableClock, InEveryAgreementTimeRunsForWhoHasNotAccepted) {
  int seen = 0;
  for (const GameInfo& info : games())
    for (const auto options : info.variety) {
      SCOPED_TRACE(std::string(info.name) + " " + std::string(options));
      Table table = open_table(info, parse_option_words(options), {}, "absolute 1h");
      Rng rng(5);
      for (int i = 0; i < 300; ++i) {
        const Position& position = table.position();
        if (position.to_act().empty()) break;
        const SeatSet awaited = position.awaited();
        EXPECT_FALSE(awaited.empty());
        seen += awaited != position.to_act() ? 1 : 0;
        for (int k = 0; k < position.seats(); ++k)
          EXPECT_EQ(table.terms().clock->shown(seat_at(k), kStart).on_turn, awaited.contains(seat_at(k)));
        if (!play_random(table, rng, i)) break;
      }
    }
  EXPECT_GT(seen, 0);
}

TEST(TableClock, TheWayOverTheNetworkIsGivenBack) {
  Table table = open_table(open_game(), {}, {}, "absolute 1m lag 300ms");
  Command first = first_word(table, kStart + 1'000);
  first.round_trip_ms = 200;
  table.commit(accepted(table.prepare(kFirst, first)));
  EXPECT_EQ(left(table, kFirst, kStart + 1'000), 59'200);
  Command second = first_word(table, kStart + 3'000);
  second.round_trip_ms = 60'000;  // nobody is given more than the rule allows
  table.commit(accepted(table.prepare(kSecond, second)));
  EXPECT_EQ(left(table, kSecond, kStart + 3'000), 58'300);
  expect_refolds(table);
}

// Formations: both clocks run, nobody does anything, and both are over at one moment. Somebody has lost all the same.
TEST(TableClock, OfTwoThatAreOverAtOnceTheFirstSeatHasLost) {
  for (const GameInfo& info : games()) {
    if (info.hidden || info.make({}).position.awaited().size() < 2) continue;
    Table table = open_table(info, {}, {}, "absolute 10m");
    ASSERT_EQ(table.flag_ms(), kStart + 600'000);
    const auto lost = table.prepare_timeout(kStart + 700'000);
    ASSERT_TRUE(lost) << info.name;
    table.commit(*lost);
    EXPECT_TRUE(table.over());
    EXPECT_EQ(winner(table.view(Viewer::spectator).outcome, 2), 1);
    expect_refolds(table);
  }
}

// Whoever says that all answers take two seconds thinks no longer than the others.
TEST(TableClock, WhatIsGivenBackIsSmallForTheWholeGame) {
  const auto given = [](std::string_view clock, std::int64_t trip, int turns) {
    Table table = open_table(open_game(), {}, {}, clock);
    std::int64_t now = kStart, thought = 0;
    const std::int64_t before = left(table, kFirst, now);
    for (int turn = 0; turn < turns; ++turn) {
      for (const Seat seat : {kFirst, kSecond}) {
        now += 2'000;
        Command made = first_word(table, now);
        made.round_trip_ms = seat == kFirst ? trip : 0;
        table.commit(accepted(table.prepare(seat, made)));
        if (seat == kFirst) thought += 2'000;
      }
    }
    expect_refolds(table);
    return left(table, kFirst, now) - (before - thought);
  };
  EXPECT_LE(given("absolute 1m lag 2s", 1'900, 7), kLagBankMs + 7 * kLagRefillMs);
  EXPECT_EQ(given("absolute 1m lag 300ms", 60, 7), 7 * 60) << "the way of most people is given back whole";
  EXPECT_EQ(given("absolute 1m lag 300ms", 250, 2), 500);
  EXPECT_EQ(given("absolute 1m", 250, 7), 0);
}

TEST(TableClock, StopsByAgreementAndAnybodyResumes) {
  Table table = open_table(open_game(), {}, {}, "absolute 1m");
  move(table, kStart + 1'000);
  carry_out(table, kFirst, CommandKind::offer, OfferKind::pause, kStart + 2'000);
  EXPECT_EQ(left(table, kSecond, kStart + 3'000), 58'000) << "one alone does not stop it";
  carry_out(table, kSecond, CommandKind::accept, OfferKind::pause, kStart + 4'000);
  EXPECT_FALSE(table.flag_ms());
  EXPECT_EQ(left(table, kSecond, kStart + 900'000), 57'000);
  EXPECT_EQ(refused(table.prepare(kSecond, first_word(table, kStart + 5'000))).code, Code::clock);
  EXPECT_TRUE(TableView(table, "x", kSecond, kStart).state().at("legal").empty());
  expect_refolds(table);
  carry_out(table, kSecond, CommandKind::resume, {}, kStart + 1'000'000);
  EXPECT_EQ(left(table, kSecond, kStart + 1'001'000), 56'000);
  move(table, kStart + 1'002'000);
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::resume, {}, kStart + 1'003'000))).code,
            Code::clock);
  expect_refolds(table);
}

// Three players: one leaves while the clocks stand; then it is another's turn when they go on.
TEST(TableClock, WhoLeavesWhileItStandsIsNotWaitedFor) {
  Table table = table_for(3, "absolute 1m");
  carry_out(table, kFirst, CommandKind::offer, OfferKind::pause);
  carry_out(table, kSecond, CommandKind::accept, OfferKind::pause);
  carry_out(table, seat_at(2), CommandKind::accept, OfferKind::pause);
  carry_out(table, kFirst, CommandKind::resign, {}, kStart + 5'000);
  carry_out(table, kSecond, CommandKind::resume, {}, kStart + 10'000);
  EXPECT_EQ(table.flag_ms(), kStart + 70'000);
  move(table, kStart + 11'000);
  EXPECT_EQ(left(table, kSecond, kStart + 12'000), 59'000);
  expect_refolds(table);
}

TEST(TableClock, VacationStopsOnesOwn) {
  Table table = open_table(open_game(), {}, {}, "correspondence 3d vacation 30d");
  carry_out(table, kFirst, CommandKind::vacation, {}, kStart + kDayMs);
  EXPECT_EQ(left(table, kFirst, kStart + 5 * kDayMs), 2 * kDayMs);
  carry_out(table, kFirst, CommandKind::back, {}, kStart + 6 * kDayMs);
  EXPECT_EQ(table.flag_ms(), kStart + 8 * kDayMs);
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::back, {}, kStart + 7 * kDayMs))).code,
            Code::clock);
  expect_refolds(table);
}

// The time of day was ahead when they moved, and the host has set it right.
TEST(TableClock, OneThatIsAheadRunsOnWhenTheHostSetsIt) {
  const std::int64_t now = kStart + kHourMs, ahead = now + 400 * kDayMs;
  for (const char* rule : {"absolute 5m", "fischer 5m+10s", "byoyomi 4m+3x20s", "canadian 4m+4/1m", "move 5m"}) {
    Table table = open_table(open_game(), {}, {}, rule);
    EXPECT_FALSE(table.prepare_set_clock(kStart)) << "nothing is ahead";
    TableSetup setup = table.setup();
    setup.created_ms = ahead;
    table = *Table::open(table.info(), setup, table.occupants(), {}).table;
    move(table, ahead + 10'000);
    move(table, ahead + 20'000);
    const std::int64_t first = left(table, kFirst, ahead + 20'000), second = left(table, kSecond, ahead + 20'000);
    EXPECT_EQ(left(table, kFirst, now + 30'000), first) << "it stands";
    EXPECT_FALSE(table.prepare_set_clock(ahead + 20'000 - kApartMs)) << "the clocks of two machines differ as much";
    const Command decided = first_word(table, now + 30'000);
    const auto set = table.prepare_set_clock(now);
    ASSERT_TRUE(set) << rule;
    EXPECT_TRUE(notices_of("t", table, *set).empty()) << "it is no turn";
    table.commit(*set);
    EXPECT_EQ(table.version(Viewer::spectator), 3) << "everybody is told";
    EXPECT_FALSE(table.prepare_set_clock(now));
    EXPECT_EQ(table.flag_ms(), now + first) << rule;
    EXPECT_EQ(left(table, kFirst, now), first) << "nothing was charged";
    EXPECT_EQ(left(table, kFirst, now + 30'000), first - 30'000);
    EXPECT_EQ(left(table, kSecond, now + 30'000), second);
    const TableView view(table, "x", kFirst, now);
    EXPECT_EQ(parse_json(view.past_change_text(*set)).at("deed"), parse_json(R"({"seat":0,"did":"set-clock"})"));
    EXPECT_EQ(view.state().at("clock").at("set"), now);
    const std::string mail = board_text(table, {.viewer = Viewer::spectator});
    EXPECT_NE(mail.find("The server's clock was wrong and was corrected on 2023-11-14"), std::string::npos) << mail;
    expect_refolds(table);
    table.commit(accepted(table.prepare(kFirst, decided)));  // it was not stale
    EXPECT_FALSE(TableView(table, "x", kFirst, now).state().at("clock").contains("set")) << "a move came since";
    expect_refolds(table);
    const auto lost = table.prepare_timeout(now + kDayMs);
    ASSERT_TRUE(lost) << rule;
    EXPECT_LT(lost->entry.at_ms, now + kHourMs);
  }
}

TEST(TableClock, OneThatNobodyWaitsForIsNotSet) {
  const std::int64_t now = kStart - 400 * kDayMs;
  EXPECT_FALSE(open_table(open_game()).prepare_set_clock(now)) << "there is none";
  Table open = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {}}, "absolute 5m");
  move(open, kStart);
  EXPECT_FALSE(open.prepare_set_clock(now)) << "it has not begun";
  Table over = open_table(open_game(), {}, {}, "absolute 5m");
  carry_out(over, kFirst, CommandKind::resign);
  EXPECT_FALSE(over.prepare_set_clock(now));
  Table paused = open_table(open_game(), {}, {}, "correspondence 3d");
  move(paused, kStart);
  carry_out(paused, kFirst, CommandKind::offer, OfferKind::pause, kStart + kDayMs);
  carry_out(paused, kSecond, CommandKind::accept, OfferKind::pause, kStart + kDayMs);
  paused.commit(*paused.prepare_set_clock(now));
  EXPECT_FALSE(paused.flag_ms()) << "it stands on";
  carry_out(paused, kFirst, CommandKind::resume, OfferKind::pause, now + kDayMs);
  EXPECT_EQ(paused.flag_ms(), now + 3 * kDayMs);
  expect_refolds(paused);
}

TEST(TableClock, TakingBackGivesNoTime) {
  Table table = open_table(open_game(), {}, {}, "fischer 1m+5s");
  move(table, kStart + 10'000);
  carry_out(table, kFirst, CommandKind::undo, {}, kStart + 12'000);
  carry_out(table, kSecond, CommandKind::accept, OfferKind::undo, kStart + 14'000);
  EXPECT_EQ(left(table, kFirst, kStart + 14'000), 55'000);
  EXPECT_EQ(left(table, kSecond, kStart + 14'000), 56'000);
  EXPECT_EQ(table.flag_ms(), kStart + 14'000 + 55'000);
  expect_refolds(table);
}

TEST(TableClock, ARequestSentAgainGetsItsAnswerAfterTheSeatWasFilled) {
  Table table = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {}}, "absolute 1s");
  Command first = first_word(table, kStart + 500'000);  // long after a second: nobody's time ran
  first.request = "r";
  const Change once = accepted(table.prepare(kFirst, first));
  table.commit(once);
  table.commit(accepted(table.prepare_join({SeatKind::guest, 2, "b"}, kStart + 600'000)));
  const Change again = accepted(table.prepare(kFirst, first));
  EXPECT_TRUE(again.repeated);
  EXPECT_EQ(TableView(table, "x", kFirst).reply_text(again), TableView(table, "x", kFirst).reply_text(once));
}

// The host sets the time of day back; whether the clock was ahead of that.
bool set_back(Table& table, std::int64_t& now, std::int64_t ms) {
  const auto set = table.prepare_set_clock(now - ms);
  if (!set) return false;
  now -= ms;
  table.commit(*set);
  return true;
}

void expect_same_answers(const Table& table, const std::vector<std::pair<Command, Change>>& asked) {
  for (const auto& [wish, change] : asked) {
    const Change again = accepted(table.prepare(change.entry.seat, wish));
    EXPECT_TRUE(again.repeated);
    EXPECT_EQ(again.version, change.version);
    EXPECT_EQ(again.events, change.events);
  }
}

// Random games of every game with random commands of everybody at random moments: the record alone gives the same
// table, whoever looks, and each request its first answer.
TEST(TableClock, RandomTablesRefold) {
  Rng rng(77);
  const std::array rules = {"none",
                            "absolute 1m",
                            "fischer 20s+2s lag 200ms",
                            "byoyomi 10s+3x5s",
                            "canadian 10s+3/9s",
                            "correspondence 1d vacation 3d weekends"};
  int outs = 0, draws = 0, backs = 0, pauses = 0, plans = 0, sets = 0;
  for (const GameInfo& info : games()) {
    for (std::size_t i = 0; i < info.variety.size(); i += in_short_run() ? 9 : 1) {
      const std::string_view rule = rules[rng.below(static_cast<std::uint32_t>(rules.size()))];
      Table table = open_table(info, parse_option_words(info.variety[i]), {}, rule);
      const std::int64_t slow = rule.starts_with("corr") ? kDayMs / 2 : 3'000;
      std::int64_t now = kStart;
      std::vector<std::pair<Command, Change>> asked;
      for (int n = 0; n < 150 && !table.over(); ++n) {
        now += rng.below(static_cast<std::uint32_t>(slow));
        while (auto lost = table.prepare_timeout(now)) {
          table.commit(*lost);
          ++outs;
        }
        if (table.over()) break;
        if (rng.below(50) == 0) sets += set_back(table, now, rng.below(static_cast<std::uint32_t>(20 * slow))) ? 1 : 0;
        Seat seat = table.position().to_act().front();
        Command wish = first_word(table, now);
        const auto words = table.position().legal_words(seat);
        wish.words = {words[rng.below(static_cast<std::uint32_t>(words.size()))]};
        if (rng.below(2) == 0) {
          seat = seat_at(static_cast<int>(rng.below(static_cast<std::uint32_t>(table.position().seats()))));
          constexpr std::array kinds = {CommandKind::undo,   CommandKind::offer,   CommandKind::offer,
                                        CommandKind::accept, CommandKind::accept,  CommandKind::accept,
                                        CommandKind::resume, CommandKind::resume,  CommandKind::vacation,
                                        CommandKind::back,   CommandKind::decline, CommandKind::plan,
                                        CommandKind::plan};
          const OfferKind offer = rng.below(3) == 0 ? OfferKind::draw : static_cast<OfferKind>(1 + rng.below(2));
          wish = command(table, seat, kinds[rng.below(kinds.size())], offer, now);
        }
        if (wish.kind == CommandKind::plan && rng.below(4) != 0)
          wish.plan = "(*=" + words[rng.below(static_cast<std::uint32_t>(words.size()))] + ")";
        wish.request = "r" + std::to_string(n);
        wish.round_trip_ms = rng.below(500);
        const Answer answer = table.prepare(seat, wish);
        const auto* change = std::get_if<Change>(&answer);
        if (change == nullptr) continue;
        backs += change->kept < table.steps().size() ? 1 : 0;
        pauses += change->terms.paused() && !table.terms().paused() ? 1 : 0;
        table.commit(*change);
        draws += table.terms().drawn ? 1 : 0;
        for (auto planned = table.planned(); planned; planned = table.planned()) {
          table.commit(accepted(table.prepare_planned(*planned, now)));
          ++plans;
        }
        if (asked.size() < 20) asked.emplace_back(wish, *change);
        if (rng.below(20) == 0) expect_refolds(table);
      }
      expect_refolds(table);
      expect_same_answers(table, asked);
    }
  }
  EXPECT_GT(outs, 3);
  EXPECT_GT(backs, as_many(10));
  if (!in_short_run()) {  // some of the games need not have what is rare
    EXPECT_GT(draws, 0);
    EXPECT_GT(pauses, 1);
  }
  EXPECT_GT(plans, 10);
  EXPECT_GT(sets, as_many(10));
}

}  // namespace
}  // namespace cairn

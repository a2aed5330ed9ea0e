// Offers and clocks at a table, without a server.
#include <gtest/gtest.h>

#include "server/play/to_client.h"
#include "server/tests/hidden_row.h"
#include "server/tests/table_checks.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

using namespace testing;
using CommandKind = Command::Kind;
using Code = Refusal::Code;

const Seat kFirst = seat_at(0), kSecond = seat_at(1);

Command command(const Table& table, Seat seat, CommandKind kind, OfferKind offer = OfferKind::draw,
                std::int64_t at = kStart) {
  Command made{"", table.version(viewer_of(seat)), kind};
  made.offer = offer;
  made.at_ms = at;
  return made;
}
void carry_out(Table& table, Seat seat, CommandKind kind, OfferKind offer = OfferKind::draw, std::int64_t at = kStart) {
  table.commit(accepted(table.prepare(seat, command(table, seat, kind, offer, at))));
}
// The first legal word of whoever is to move.
Command first_word(const Table& table, std::int64_t at = kStart) {
  const Seat seat = table.position().to_act().front();
  Command made = play(table, seat, {table.position().legal_words(seat)[0]});
  made.at_ms = at;
  return made;
}
void move(Table& table, std::int64_t at = kStart) {
  table.commit(accepted(table.prepare(table.position().to_act().front(), first_word(table, at))));
}
void expect_refolds(const Table& table) {
  const auto again = Table::open(table.info(), table.setup(), table.chairs(), table.log());
  ASSERT_TRUE(again.table) << again.error;
  EXPECT_EQ(again.table->position().hash(), table.position().hash());
  EXPECT_EQ(again.table->terms().clock, table.terms().clock);
  EXPECT_EQ(again.table->over(), table.over());
  for (int viewer = 0; viewer <= static_cast<int>(Viewer::spectator); ++viewer) {
    const std::optional<Seat> you = viewer < table.position().seats() ? std::optional(seat_at(viewer)) : std::nullopt;
    EXPECT_EQ(Seen(*again.table, you, kStart).state("x"), Seen(table, you, kStart).state("x"));
  }
}
// Asks for a rematch, or agrees; `id`: of the table that would begin.
Command again(const Table& table, Seat seat, CommandKind kind, const std::string& id) {
  Command made = command(table, seat, kind, OfferKind::rematch);
  made.table = id;
  return made;
}
std::int64_t left(const Table& table, Seat seat, std::int64_t now) {
  return table.terms().clock->shown(seat, now).total_ms;
}
// A registered game with so many seats that hides nothing.
Table table_for(int seats, std::string_view clock = "none") {
  for (const GameInfo& info : games())
    for (const auto variety : info.variety) {
      const OptionValues options = parse_option_words(variety);
      if (!info.hidden && info.make({options, std::nullopt}).position.seats() == seats)
        return open_table(info, options, {}, clock);
    }
  ADD_FAILURE() << "no game for " << seats;
  return open_table(games().front());
}

TEST(Offers, ADrawIsAgreed) {
  Table table = open_table(open_game());
  move(table);
  carry_out(table, kFirst, CommandKind::offer);
  const Json seen = Seen(table, kSecond).state("x");
  EXPECT_EQ(seen.at("offers"), parse_json(R"([{"offer":"draw","by":0,"agreed":[0]}])"));
  EXPECT_FALSE(table.over());
  carry_out(table, kSecond, CommandKind::accept);
  EXPECT_TRUE(table.over());
  const Json over = Seen(table, kSecond).state("x");
  EXPECT_EQ(over.at("view").at("result"),
            parse_json(R"({"winner":null,"seat":null,"text":"0","how":"agreed","ranks":[1,1]})"));
  EXPECT_TRUE(over.at("view").at("over").get<bool>());
  EXPECT_TRUE(over.at("legal").empty());
  EXPECT_TRUE(over.at("offers").empty());
  EXPECT_EQ(refused(table.prepare(kSecond, first_word(table))).reason, Reason::game_over);
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::resign))).code, Code::game_over);
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::offer))).code, Code::game_over);
  expect_refolds(table);
}

TEST(Offers, AMoveDeclinesAndOnceIsEnough) {
  Table table = open_table(open_game());
  carry_out(table, kSecond, CommandKind::offer);
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::offer))).code, Code::no_offer);
  move(table);
  EXPECT_TRUE(table.terms().offers.empty());
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::accept))).code, Code::no_offer);
  carry_out(table, kSecond, CommandKind::offer);  // there was a move since
  carry_out(table, kFirst, CommandKind::decline);
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::offer))).code, Code::no_offer);
  move(table);  // its own move does not take it back
  carry_out(table, kFirst, CommandKind::offer);
  carry_out(table, kFirst, CommandKind::decline);  // this does
  EXPECT_TRUE(table.terms().offers.empty());
  expect_refolds(table);
}

TEST(Offers, OffersThatCrossAreAnAgreement) {
  Table table = open_table(open_game());
  Command second = command(table, kSecond, CommandKind::offer);
  carry_out(table, kFirst, CommandKind::offer);
  // It did not know of the other's offer, so it does not agree to it unseen ...
  EXPECT_EQ(refused(table.prepare(kSecond, second)).code, Code::stale);
  carry_out(table, kSecond, CommandKind::offer);  // ... but does when it has seen it.
  EXPECT_TRUE(table.over());
}

TEST(Offers, MakeNobodysMoveStale) {
  Table table = open_table(open_game());
  const Command move = first_word(table);
  carry_out(table, kSecond, CommandKind::offer);
  table.commit(accepted(table.prepare(kFirst, move)));
  EXPECT_EQ(table.steps().size(), 1U);
  EXPECT_EQ(refused(table.prepare(kSecond, {"", 0, CommandKind::resign})).code, Code::stale)
      << "the move it did not see";
}

TEST(Offers, TakingBackNeedsTheOther) {
  Table table = open_table(open_game());
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 3; ++i) {
    hashes.push_back(table.position().hash());
    move(table);
  }
  carry_out(table, kSecond, CommandKind::undo);
  carry_out(table, kFirst, CommandKind::accept, OfferKind::undo);
  EXPECT_EQ(table.position().hash(), hashes[1]) << "back to its own last move";
  expect_refolds(table);
  carry_out(table, kFirst, CommandKind::offer, OfferKind::undo);
  move(table);
  EXPECT_TRUE(table.terms().offers.empty()) << "the game went on";
  EXPECT_EQ(refused(table.prepare(kSecond, {"", 99, CommandKind::undo})).code, Code::stale);
}

TEST(Offers, BotsTakeBackButDoNotAgreeToDraws) {
  Table table = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {SeatKind::bot, 0, "bot"}});
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::offer))).code, Code::no_offer);
  move(table);
  carry_out(table, kFirst, CommandKind::undo);
  EXPECT_TRUE(table.steps().empty());
}

TEST(Offers, NothingIsOfferedBeforeAllHaveCome) {
  Table table = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {}});
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::offer))).code, Code::no_offer);
}

TEST(Offers, AmongThreeAllWhoStillPlayMustAgree) {
  Table table = table_for(3);
  carry_out(table, kFirst, CommandKind::offer);
  carry_out(table, kSecond, CommandKind::accept);
  EXPECT_FALSE(table.over());
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::accept))).code, Code::no_offer);
  carry_out(table, seat_at(2), CommandKind::resign);
  EXPECT_TRUE(table.terms().offers.empty()) << "it was another game that they agreed on";
  carry_out(table, kSecond, CommandKind::offer);
  carry_out(table, kFirst, CommandKind::accept);
  ASSERT_TRUE(table.over());
  EXPECT_EQ(Seen(table, kFirst).state("x").at("view").at("result").at("ranks"), parse_json("[1,1,3]"));
  expect_refolds(table);
}

TEST(Offers, NothingIsTakenBackWhereSomethingIsHidden) {
  const GameInfo hidden = hidden_row_info();
  Table table = open_table(hidden);
  move(table);
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::undo))).code, Code::no_undo);
}

// Seat 1 tries a cell that is taken while a draw is offered: nobody else may learn of the try by the offer's end.
TEST(Offers, ARefusedTryDeclinesNothing) {
  const GameInfo hidden = hidden_row_info();
  Table table = open_table(hidden);
  table.commit(accepted(table.prepare(kFirst, play(table, kFirst, {"c3"}))));
  carry_out(table, kFirst, CommandKind::offer);
  const Json before = Seen(table, kFirst).state("x");
  table.commit(accepted(table.prepare(kSecond, play(table, kSecond, {"c3"}))));
  EXPECT_EQ(Seen(table, kFirst).state("x"), before);
  table.commit(accepted(table.prepare(kSecond, play(table, kSecond, {"c4"}))));
  EXPECT_TRUE(table.terms().offers.empty());
}

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
  const Json result = Seen(table, kFirst).state("x").at("view").at("result");
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
  EXPECT_TRUE(Seen(table, kSecond, kStart).state("x").at("legal").empty());
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
  EXPECT_EQ(Seen(table, kFirst).reply(again), Seen(table, kFirst).reply(once));
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
  int outs = 0, draws = 0, backs = 0, pauses = 0, plans = 0;
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
      for (const auto& [wish, change] : asked) {
        const Change again = accepted(table.prepare(change.entry.seat, wish));
        EXPECT_TRUE(again.repeated);
        EXPECT_EQ(again.version, change.version);
        EXPECT_EQ(again.events, change.events);
      }
    }
  }
  EXPECT_GT(outs, 3);
  EXPECT_GT(draws, 0);
  EXPECT_GT(backs, as_many(10));
  EXPECT_GT(pauses, in_short_run() ? 0 : 1);
  EXPECT_GT(plans, 10);
}

TEST(Rematch, IsMadeWhenAllHaveAsked) {
  Table table = table_for(2);
  const auto code = [&](const Answer& answer) { return std::get<Refusal>(answer).code; };
  EXPECT_EQ(code(table.prepare(kFirst, again(table, kFirst, CommandKind::offer, "t2"))), Code::no_offer) << "they play";
  move(table);
  carry_out(table, kSecond, CommandKind::resign);
  const Command ask = again(table, kSecond, CommandKind::offer, "t2");
  table.commit(accepted(table.prepare(kSecond, ask)));
  EXPECT_EQ(Seen(table, kFirst).state("x").at("offers"), parse_json(R"([{"offer":"rematch","by":1,"agreed":[1]}])"));
  EXPECT_TRUE(Seen(table, kFirst).state("x").at("rematch").is_null());
  EXPECT_TRUE(table.over());
  expect_refolds(table);
  EXPECT_EQ(code(table.prepare(kSecond, again(table, kSecond, CommandKind::offer, "t2"))), Code::no_offer)
      << "asked already";
  EXPECT_EQ(code(table.prepare(kFirst, again(table, kFirst, CommandKind::accept, ""))), Code::no_offer) << "no server";
  // Who asks for the same agrees to it.
  Command same = again(table, kFirst, CommandKind::offer, "t3");
  same.request = "r";
  const Change made = accepted(table.prepare(kFirst, same));
  EXPECT_EQ(made.entry.kind, Entry::Kind::accept);
  EXPECT_EQ(made.entry.words, "rematch t3");
  EXPECT_TRUE(made.over());
  table.commit(made);
  for (const std::optional<Seat> you : {std::optional(kFirst), std::optional(kSecond), std::optional<Seat>()})
    EXPECT_EQ(Seen(table, you).state("x").at("rematch"), "t3");
  EXPECT_TRUE(table.terms().offers.empty());
  expect_refolds(table);
  same.table = "t4";
  EXPECT_TRUE(accepted(table.prepare(kFirst, same)).repeated);
  EXPECT_EQ(accepted(table.prepare(kFirst, same)).entry.words, "rematch t3") << "the same answer for ever";
  EXPECT_EQ(code(table.prepare(kSecond, again(table, kSecond, CommandKind::offer, "t5"))), Code::no_offer)
      << "there is one";
}

TEST(Rematch, IsDeclinedAndTakenBack) {
  Table table = table_for(2);
  move(table);
  carry_out(table, kSecond, CommandKind::resign);
  table.commit(accepted(table.prepare(kSecond, again(table, kSecond, CommandKind::offer, "t2"))));
  table.commit(accepted(table.prepare(kFirst, again(table, kFirst, CommandKind::decline, ""))));
  EXPECT_TRUE(table.terms().offers.empty());
  EXPECT_EQ(std::get<Refusal>(table.prepare(kSecond, again(table, kSecond, CommandKind::offer, "t2"))).code,
            Code::no_offer)
      << "once is enough";
  table.commit(accepted(table.prepare(kFirst, again(table, kFirst, CommandKind::offer, "t2"))));
  table.commit(accepted(table.prepare(kSecond, again(table, kSecond, CommandKind::accept, "t3"))));
  EXPECT_EQ(table.terms().rematch, "t3");
  expect_refolds(table);
}

TEST(Rematch, IsNoneWithBots) {
  const Table people = table_for(2);
  Table table =
      open_table(people.info(), people.setup().options, {{SeatKind::guest, 1, "Ann"}, {SeatKind::bot, 0, "B"}});
  carry_out(table, kFirst, CommandKind::resign);
  EXPECT_EQ(std::get<Refusal>(table.prepare(kFirst, again(table, kFirst, CommandKind::offer, "t2"))).code,
            Code::no_offer);
}

TEST(Rematch, TakesAllWhoSatThere) {
  Table table = table_for(3);
  for (const int seat : {0, 1}) {
    const Seat leaving = seat_at(seat);
    carry_out(table, leaving, CommandKind::resign);
  }
  ASSERT_TRUE(table.over());
  const Seat third = seat_at(2);
  table.commit(accepted(table.prepare(kFirst, again(table, kFirst, CommandKind::offer, "t2"))));
  table.commit(accepted(table.prepare(third, again(table, third, CommandKind::accept, "t2"))));
  EXPECT_EQ(table.terms().rematch, "") << "one is missing";
  EXPECT_EQ(table.log().back().words, "rematch");
  table.commit(accepted(table.prepare(kSecond, again(table, kSecond, CommandKind::accept, "t3"))));
  EXPECT_EQ(table.terms().rematch, "t3");
  expect_refolds(table);
}

TEST(Offers, NoDrawIsAgreedAfterTheEnd) {
  Table table = table_for(2);
  carry_out(table, kSecond, CommandKind::offer, OfferKind::draw);
  move(table);
  EXPECT_TRUE(table.terms().offers.empty()) << "a move declines it";
  // Who offers and then ends the game by a move of his own leaves the offer behind.
  for (int i = 0; i < 2'000 && !table.over(); ++i) {
    const Seat mover = table.position().to_act().front();
    if (accepted(table.prepare(mover, first_word(table))).over()) carry_out(table, mover, CommandKind::offer);
    move(table);
  }
  ASSERT_TRUE(table.over());
  ASSERT_EQ(table.terms().offers.size(), 1U);
  const Seat other = seat_at(1 - index(table.terms().offers[0].by));
  const std::string result = table.view(Viewer::spectator).result;
  EXPECT_EQ(std::get<Refusal>(table.prepare(other, command(table, other, CommandKind::accept, OfferKind::draw))).code,
            Code::game_over);
  EXPECT_EQ(table.view(Viewer::spectator).result, result);
}

}  // namespace
}  // namespace cairn

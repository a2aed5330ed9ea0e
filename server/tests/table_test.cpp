// The table alone: no network, no store. Every claim is tried on every registered game where it applies to all.
#include "server/play/table.h"

#include <gtest/gtest.h>

#include "notation/view_json.h"
#include "server/play/to_client.h"
#include "server/tests/hidden_row.h"
#include "server/tests/table_checks.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

using namespace testing;

const GameInfo kHidden = hidden_row_info();

TEST(Table, RandomGamesOfEveryGameRefoldToTheSamePosition) {
  ASSERT_FALSE(games().empty());
  Rng rng(11);
  for (const GameInfo& info : games()) {
    for (std::size_t v = 0; v < info.variety.size(); v += in_short_run() ? 3 : 1) {
      const auto variety = info.variety[v];
      Table table = open_table(info, parse_option_words(variety));
      for (int i = 0; i < 300 && play_random(table, rng, i); ++i) {
      }
      auto again = Table::open(info, table.setup(), table.occupants(), table.log());
      ASSERT_TRUE(again.table) << info.name << " " << variety << ": " << again.error;
      EXPECT_EQ(again.table->position().hash(), table.position().hash()) << info.name << " " << variety;
      for (int viewer = 0; viewer <= static_cast<int>(Viewer::spectator); ++viewer)
        EXPECT_EQ(again.table->version(static_cast<Viewer>(viewer)), table.version(static_cast<Viewer>(viewer)));
      EXPECT_TRUE(info.hidden || table.version(Viewer::spectator) == table.number()) << info.name << " " << variety;
    }
  }
}

TEST(Table, TheSameRequestGetsTheSameAnswerEvenLater) {
  Rng rng(12);
  Table table = open_table(open_game());
  const auto words = table.position().legal_words(seat_at(0));
  const Command first = play(table, seat_at(0), {words[0]}, "first");
  const Change once = accepted(table.prepare(seat_at(0), first));
  table.commit(once);
  for (int i = 0; i < 10; ++i) play_random(table, rng, i);
  const std::uint64_t hash = table.position().hash();
  const Change again = accepted(table.prepare(seat_at(0), first));
  EXPECT_TRUE(again.repeated);
  EXPECT_EQ(again.version, once.version);
  EXPECT_EQ(again.events, once.events);
  EXPECT_EQ(TableView(table, "x", seat_at(0)).reply_text(again), TableView(table, "x", seat_at(0)).reply_text(once));
  EXPECT_EQ(table.position().hash(), hash);
  // The id is the seat's own: the other may use the same one.
  const Answer other = table.prepare(seat_at(1), first);
  EXPECT_EQ(refused(other).code, Code::stale);
}

TEST(Table, AStaleVersionIsRefused) {
  Table table = open_table(open_game());
  const auto words = table.position().legal_words(seat_at(0));
  Command late = play(table, seat_at(0), {words[0]}, "a");
  late.version = 5;
  EXPECT_EQ(refused(table.prepare(seat_at(0), late)).code, Code::stale);
  EXPECT_EQ(table.number(), 0);
}

TEST(Table, RefusalsHaveTheirReason) {
  Table table = open_table(open_game());
  const Refusal turn = refused(table.prepare(seat_at(1), play(table, seat_at(1), {"A1"}, "a")));
  EXPECT_EQ(turn.reason, Reason::not_your_turn);
  const Refusal word = refused(table.prepare(seat_at(0), play(table, seat_at(0), {"no-move"}, "b")));
  EXPECT_EQ(word.code, Code::illegal_move);
  EXPECT_NE(word.reason, Reason::none);
  EXPECT_EQ(refused(table.prepare(seat_at(0), play(table, seat_at(0), {}, "c"))).code, Code::illegal_move);
  EXPECT_EQ(table.number(), 0);
}

TEST(Table, AListOfWordsIsAllOrNothing) {
  Table table = open_table(open_game());
  const auto words = table.position().legal_words(seat_at(0));
  const std::uint64_t before = table.position().hash();
  const Refusal refusal = refused(table.prepare(seat_at(0), play(table, seat_at(0), {words[0], "nonsense"}, "a")));
  EXPECT_EQ(refusal.index, 1U);
  EXPECT_EQ(table.position().hash(), before);
}

TEST(Table, ResignationEndsTheGame) {
  Table table = open_table(open_game());
  table.commit(accepted(table.prepare(seat_at(1), {"r", 0, Command::Kind::resign, {}})));
  EXPECT_TRUE(table.over());
  EXPECT_EQ(winner(table.position().outcome(), 2), 0);
  EXPECT_EQ(refused(table.prepare(seat_at(0), {"s", 1, Command::Kind::resign, {}})).code, Code::game_over);
  EXPECT_EQ(refused(table.prepare(seat_at(0), play(table, seat_at(0), {"A1"}, "t"))).reason, Reason::game_over);
  EXPECT_TRUE(TableView(table, "x", seat_at(0)).state().at("moves").empty());
}

TEST(Table, UndoAgainstTheBotGoesBackToTheOwnLastMove) {
  Rng rng(13);
  Table table = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {SeatKind::bot, 0, "bot"}});
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 6; ++i) {
    hashes.push_back(table.position().hash());
    ASSERT_TRUE(play_random(table, rng, i));
  }
  ASSERT_EQ(index(table.position().to_act().front()), 0);
  table.commit(accepted(table.prepare(seat_at(0), {"u1", 6, Command::Kind::undo, {}})));
  EXPECT_EQ(table.position().hash(), hashes[4]);
  EXPECT_EQ(table.version(Viewer::seat0), 7);
  ASSERT_TRUE(play_random(table, rng, 100));  // the bot is to move now, and is thinking
  EXPECT_EQ(table.bot_to_act(), seat_at(1));
  table.commit(accepted(table.prepare(seat_at(0), {"u2", 8, Command::Kind::undo, {}})));
  EXPECT_EQ(table.position().hash(), hashes[4]);
  EXPECT_FALSE(table.bot_to_act());
  const auto again = Table::open(table.info(), table.setup(), table.occupants(), table.log());
  ASSERT_TRUE(again.table) << again.error;
  EXPECT_EQ(again.table->position().hash(), hashes[4]);
  // All the way back, and no further.
  for (int i = 0; i < 2; ++i)
    table.commit(
        accepted(table.prepare(seat_at(0), {"v" + std::to_string(i), table.number(), Command::Kind::undo, {}})));
  EXPECT_EQ(table.position().hash(), hashes[0]);
  EXPECT_EQ(refused(table.prepare(seat_at(0), {"w", table.number(), Command::Kind::undo, {}})).code, Code::no_undo);
}

TEST(Table, UndoFarIntoALongGameUsesTheRightSnapshot) {
  Rng rng(14);
  Table table = open_table(open_game(), {{"size", "9"}}, {{SeatKind::guest, 1, "a"}, {SeatKind::bot, 0, "bot"}});
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 200; ++i) {
    hashes.push_back(table.position().hash());
    ASSERT_TRUE(play_random(table, rng, i));
  }
  for (std::size_t kept = 198; kept >= 50; kept -= 2) {
    table.commit(
        accepted(table.prepare(seat_at(0), {"u" + std::to_string(kept), table.number(), Command::Kind::undo, {}})));
    ASSERT_EQ(table.position().hash(), hashes[kept]);
  }
}

TEST(Table, AgainstAPersonTakingBackIsOnlyAnOffer) {
  Rng rng(15);
  Table table = open_table(open_game());
  play_random(table, rng, 0);
  const std::uint64_t before = table.position().hash();
  table.commit(accepted(table.prepare(seat_at(0), {"u", 1, Command::Kind::undo})));
  EXPECT_EQ(table.position().hash(), before);
  EXPECT_EQ(table.terms().offers.size(), 1U);
}

TEST(Table, NothingIsTakenBackWhereSomethingIsHidden) {
  Table table = open_table(kHidden, {}, {{SeatKind::guest, 1, "a"}, {SeatKind::bot, 0, "bot"}});
  table.commit(
      accepted(table.prepare(seat_at(0), {"a", table.version(viewer_of(seat_at(0))), Command::Kind::play, {"c3"}})));
  EXPECT_EQ(
      refused(table.prepare(seat_at(0), {"u", table.version(viewer_of(seat_at(0))), Command::Kind::undo, {}})).code,
      Code::no_undo);
}

TEST(Table, AnOpenSeatIsTakenOnce) {
  Table table = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {}});
  Change change = accepted(table.prepare_join({SeatKind::guest, 2, "b"}));
  EXPECT_EQ(index(change.entry.seat), 1);
  table.commit(change);
  EXPECT_EQ(table.seat_of(2), seat_at(1));
  EXPECT_EQ(table.version(Viewer::seat0), 1);
  EXPECT_EQ(refused(table.prepare_join({SeatKind::guest, 3, "c"})).code, Code::no_free_seat);
}

TEST(Table, ALogThatDoesNotReplayIsReported) {
  const GameInfo& info = open_game();
  Table table = open_table(info);
  const auto word = table.position().legal_words(seat_at(0))[0];
  const std::vector<Entry> log = {{Entry::Kind::play, seat_at(0), word, "a"},
                                  {Entry::Kind::play, seat_at(1), word, "b"}};  // the same place again
  const auto opened = Table::open(info, table.setup(), table.occupants(), log);
  EXPECT_FALSE(opened.table);
  EXPECT_NE(opened.error.find("entry 2"), std::string::npos) << opened.error;
  for (const Entry& bad :
       {Entry{Entry::Kind::undo, seat_at(0), "x", ""}, Entry{Entry::Kind::play, seat_at(7), word, ""},
        Entry{Entry::Kind::play, seat_at(0), "", ""}})
    EXPECT_FALSE(Table::open(info, table.setup(), table.occupants(), {bad}).table);
}

// What a viewer is told who is the only one.
std::string alone(const TableView& view, const Change& change) {
  TableView::Alike alike;
  return view.change_text(change, alike);
}

TEST(HiddenTable, TheOtherLearnsNothingOfARefusedTry) {
  Table table = open_table(kHidden);
  table.commit(accepted(table.prepare(seat_at(0), play(table, seat_at(0), {"c3"}, "a"))));
  const Json other = TableView(table, "x", seat_at(0)).state(), spectator = TableView(table, "x", std::nullopt).state();
  const Change tried = accepted(table.prepare(seat_at(1), play(table, seat_at(1), {"c3"}, "b")));
  table.commit(tried);
  EXPECT_EQ(parse_json(TableView(table, "x", seat_at(1)).reply_text(tried)).at("events").at(0).at("kind"), "refused");
  EXPECT_EQ(TableView(table, "x", seat_at(0)).state(), other);
  EXPECT_EQ(TableView(table, "x", std::nullopt).state(), spectator);
  EXPECT_EQ(table.version(Viewer::seat0), 1);
  EXPECT_EQ(table.version(Viewer::seat1), 2);
  EXPECT_TRUE(parse_json(alone(TableView(table, "x", seat_at(0)), tried)).at("events").empty());
  EXPECT_FALSE(sees(tried.changed_for, Viewer::seat0));
}

TEST(HiddenTable, TheOpponentsMovesStayHidden) {
  Table table = open_table(kHidden);
  table.commit(accepted(table.prepare(seat_at(0), play(table, seat_at(0), {"c3"}, "a"))));
  const Json own = TableView(table, "x", seat_at(0)).state(), other = TableView(table, "x", seat_at(1)).state();
  EXPECT_EQ(own.at("moves").at(0).at("word"), "c3");
  EXPECT_TRUE(other.at("moves").at(0).at("word").is_null());
  EXPECT_EQ(own.at("view").at("board").at(0), "...B....");
  EXPECT_EQ(other.at("view").at("board").at(0), "........");
}

// Whoever is told first: what is written once for all holds nothing that another may not see.
TEST(HiddenTable, WhatViewersShareIsWhatEachWouldGetAlone) {
  const std::vector<std::optional<Seat>> viewers = {seat_at(1), seat_at(0), std::nullopt};
  for (const GameInfo& info : {kHidden, open_game()}) {
    Table table = open_table(info);
    const auto do_it = [&](Seat seat, const Command& command) {
      const Change change = accepted(table.prepare(seat, command));
      table.commit(change);
      for (std::size_t first = 0; first < viewers.size(); ++first) {
        TableView::Alike alike;
        for (std::size_t i = 0; i < viewers.size(); ++i) {
          const TableView view(table, "x", viewers[(first + i) % viewers.size()]);
          EXPECT_EQ(view.change_text(change, alike), alone(view, change)) << info.name << " " << command.request;
        }
        EXPECT_EQ(alike.view.has_value(), !info.hidden);
        EXPECT_EQ(alike.moves.has_value(), !info.hidden || table.over());
      }
    };
    for (const int who : {0, 1}) {
      const std::string word = table.position().legal_words(seat_at(who)).front();
      do_it(seat_at(who), play(table, seat_at(who), {word}, "move " + std::to_string(who)));
    }
    do_it(seat_at(0), {"the end", table.version(Viewer::seat0), Command::Kind::resign});
  }
}

TEST(HiddenTable, NewsEndsAListSoThatTheRestIsNoOracle) {
  Table table = open_table(kHidden);
  table.commit(accepted(table.prepare(seat_at(0), play(table, seat_at(0), {"c3"}, "a"))));
  // c3 is refused by the referee, which is news; what follows is neither played nor judged.
  const Change tried = accepted(table.prepare(seat_at(1), play(table, seat_at(1), {"c3", "nonsense"}, "b")));
  EXPECT_EQ(tried.added.size(), 1U);
  EXPECT_EQ(parse_json(TableView(table, "x", seat_at(1)).reply_text(tried)).at("played"), 1);
}

TEST(HiddenTable, ChoicesThatLookAlikeToASeatAreTreatedAlike) {
  // Seat 0 puts its stone on c0 or c1; until seat 1 tries one of them it is told the same, to the letter.
  std::vector<std::string> received;
  for (const std::string word : {"c0", "c1"}) {
    Table table = open_table(kHidden);
    table.commit(accepted(table.prepare(seat_at(0), play(table, seat_at(0), {word}, "a"))));
    const Change next = accepted(table.prepare(seat_at(1), play(table, seat_at(1), {"c7"}, "b")));
    const Refusal bad = refused(table.prepare(seat_at(1), play(table, seat_at(1), {"zzz"}, "c")));
    table.commit(next);
    received.push_back(to_text(TableView(table, "x", seat_at(1)).state()) +
                       TableView(table, "x", seat_at(1)).reply_text(next) + bad.message);
  }
  EXPECT_EQ(received[0], received[1]);
}

}  // namespace
}  // namespace cairn

// What is no move has a budget, so that nobody can fill a game's record; and how a record that is full ends the game.
#include <gtest/gtest.h>

#include <functional>

#include "server/tests/table_checks.h"

namespace cairn {
namespace {

using namespace testing;
using Does = Command::Kind;
using Why = Code;

const Seat kSeatA = seat_at(0), kSeatB = seat_at(1);

void table_does(Table& table, Seat seat, Does kind) {
  Command made{"", table.version(viewer_of(seat)), kind};
  made.at_ms = kStart;
  table.commit(accepted(table.prepare(seat, made)));
}

// However often one seat does what is no move, the other can still play, accept and resign.
TEST(Extras, NobodyCanFillTheRecordForTheOthers) {
  const auto often = [](Table& table, Seat seat, const std::function<Command(int)>& what) {
    int taken = 0;
    for (int i = 0; i < 2'000; ++i) {
      Command one = what(i);
      one.version = table.version(viewer_of(seat));
      one.at_ms = kStart;
      const Answer answer = table.prepare(seat, one);
      if (const auto* refusal = std::get_if<Refusal>(&answer)) {
        EXPECT_TRUE(refusal->code == Why::too_many || refusal->code == Why::clock) << refusal->message;
        continue;
      }
      table.commit(std::get<Change>(answer));
      ++taken;
    }
    return taken;
  };
  Table table = open_table(*find_game("go"), {{"size", "5"}}, {}, "correspondence 3d vacation 30d");
  const auto of = [](Does kind) {
    Command one;
    one.kind = kind;
    return one;
  };
  const auto plans = [&](int i) {
    Command one = of(Does::plan);
    one.plan = i % 2 == 0 ? "(*=C3)" : "";
    return one;
  };
  EXPECT_EQ(often(table, kSeatB, plans), kFreeExtras);
  EXPECT_EQ(often(table, kSeatB, [&](int i) { return of(i % 2 == 0 ? Does::vacation : Does::back); }), 2 * kFreeExtras);
  for (const Seat seat : {kSeatA, kSeatB})
    table.commit(accepted(table.prepare(seat, play(table, seat, {table.position().legal_words(seat)[0]}))));
  EXPECT_EQ(often(table, kSeatB, plans), 2) << "two moves were played";
  for (const Seat seat : {kSeatA, kSeatB}) table.commit(accepted(table.prepare(seat, play(table, seat, {"pass"}))));
  const std::string stone = "dead:" + table.steps()[0].word;
  for (const Seat seat : {kSeatA, kSeatB})
    EXPECT_EQ(often(table, seat, [&](int) { return play(table, seat, {stone}); }), kFreeExtras + 4);
  table.commit(accepted(table.prepare(kSeatA, play(table, kSeatA, {"accept"}))));
  Table resigns = table;
  table_does(resigns, kSeatB, Does::resign);
  EXPECT_TRUE(resigns.over());
  table.commit(accepted(table.prepare(kSeatB, play(table, kSeatB, {"accept"}))));
  EXPECT_TRUE(table.over());
}

TEST(Extras, TheMoveThatFillsTheRecordEndsTheGameAsADraw) {
  Table table = open_table(*find_game("go"), {{"size", "5"}}, {{SeatKind::guest, 1, "ann"}, {SeatKind::bot, 0, "bot"}});
  while (table.log().size() + 2 < kMaxEntries) {
    table.commit(accepted(table.prepare(kSeatA, play(table, kSeatA, {"C3"}))));
    table_does(table, kSeatA, Does::undo);
  }
  table.commit(accepted(table.prepare(kSeatA, play(table, kSeatA, {"C3"}))));
  EXPECT_FALSE(table.over());
  Command last{"", table.version(viewer_of(kSeatA)), Does::undo};
  EXPECT_EQ(refused(table.prepare(kSeatA, last)).code, Why::too_long) << "the last place is a move's";
  last.kind = Does::plan;
  last.plan = "(*=D4)";
  EXPECT_EQ(refused(table.prepare(kSeatA, last)).code, Why::too_long);
  table.commit(accepted(table.prepare(kSeatB, play(table, kSeatB, {"C2"}))));
  EXPECT_EQ(table.log().size(), kMaxEntries);
  EXPECT_TRUE(table.over());
  EXPECT_TRUE(table.terms().drawn);
}

}  // namespace
}  // namespace cairn

// A round of a tournament waits for its last game: its two players cannot adjourn it for ever.
#include "server/tests/table_checks.h"

#include <gtest/gtest.h>

#include "server/play/to_client.h"

namespace cairn {
namespace {

using namespace testing;
using Does = Command::Kind;

const Seat kOneSeat = seat_at(0), kOtherSeat = seat_at(1);

Table in_tournament(std::string_view clock) {
  const Table plain = open_table(open_game(), {}, {}, clock);
  TableSetup setup = plain.setup();
  setup.tournament = "cup";
  return *Table::open(plain.info(), setup, plain.occupants(), {}).table;
}

Answer ask(const Table& table, Seat seat, Does kind, std::int64_t at_ms) {
  Command made{"", table.version(viewer_of(seat)), kind};
  made.offer = OfferKind::pause;
  made.at_ms = at_ms;
  return table.prepare(seat, made);
}

void adjourn(Table& table, std::int64_t at_ms) {
  table.commit(accepted(ask(table, kOneSeat, Does::offer, at_ms)));
  table.commit(accepted(ask(table, kOtherSeat, Does::accept, at_ms)));
  ASSERT_TRUE(table.terms().paused());
}

TEST(TournamentPause, EndsByItself) {
  for (const auto& [clock, longest] :
       {std::pair{"absolute 1m", kLongestPauseMs}, std::pair{"correspondence 3d", kLongestSlowPauseMs}}) {
    Table table = in_tournament(clock);
    const std::int64_t at = kStart + 2'000, end = at + longest;
    adjourn(table, at);
    EXPECT_EQ(table.flag_ms(), end) << clock;
    EXPECT_EQ(TableView(table, "x", kOneSeat, at).state().at("clock").at("resumes"), end);
    EXPECT_FALSE(table.prepare_timeout(end - 1)) << clock;
    const auto resumed = table.prepare_timeout(end + 500);
    ASSERT_TRUE(resumed) << clock;
    table.commit(*resumed);
    EXPECT_FALSE(table.terms().paused());
    EXPECT_FALSE(table.over());
    EXPECT_FALSE(TableView(table, "x", kOneSeat, end).state().at("clock").contains("resumes"));
    EXPECT_EQ(refused(ask(table, kOneSeat, Does::offer, end + 1'000)).code, Code::clock) << "once is all";
    const auto again = Table::open(table.info(), table.setup(), table.occupants(), table.log());
    ASSERT_TRUE(again.table) << again.error;
    EXPECT_EQ(again.table->flag_ms(), table.flag_ms());
    const auto lost = table.prepare_timeout(end + 30 * 24 * 3'600'000LL);
    ASSERT_TRUE(lost);
    EXPECT_TRUE(lost->over()) << "the clocks run again";
  }
}

TEST(TournamentPause, EndsInItsTimeWhereTheHostSetsTheClock) {
  Table table = in_tournament("absolute 1m");
  const std::int64_t now = kStart - 400 * 24 * kLongestPauseMs;
  adjourn(table, kStart + 2'000);
  table.commit(*table.prepare_set_clock(now));
  EXPECT_EQ(table.flag_ms(), now + kLongestPauseMs);
  ASSERT_TRUE(table.prepare_timeout(now + kLongestPauseMs));
  table.commit(*table.prepare_timeout(now + kLongestPauseMs));
  EXPECT_EQ(table.flag_ms(), now + kLongestPauseMs + 58'000);
  const auto again = Table::open(table.info(), table.setup(), table.occupants(), table.log());
  ASSERT_TRUE(again.table) << again.error;
  EXPECT_EQ(again.table->flag_ms(), table.flag_ms());
}

TEST(TournamentPause, ElsewhereItLastsUntilSomebodyGoesOn) {
  Table table = open_table(open_game(), {}, {}, "absolute 1m");
  for (int i = 0; i < 3; ++i) {
    adjourn(table, kStart);
    EXPECT_FALSE(table.flag_ms());
    table.commit(accepted(ask(table, kOtherSeat, Does::resume, kStart)));
    const Seat seat = table.position().to_act().front();
    Command move = play(table, seat, {table.position().legal_words(seat)[0]});
    move.at_ms = kStart;
    table.commit(accepted(table.prepare(seat, move)));
  }
}

}  // namespace
}  // namespace cairn

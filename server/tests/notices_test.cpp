// What people are told who are not looking: of which changes, and no more than they may know.
#include "server/tables/notices.h"

#include "notation/view_json.h"
#include "server/tests/hidden_row.h"
#include "server/tests/table_checks.h"

namespace cairn {
namespace {

using namespace testing;

constexpr std::int64_t kAnn = 1, kBob = 2;

// "1 your-turn t.1": to whom, what, its name.
std::vector<std::string> lines(const std::vector<Notice>& notices) {
  std::vector<std::string> out;
  for (const Notice& one : notices)
    out.push_back(std::to_string(one.person) + " " + std::string(to_word(one.kind)) + " " + one.id);
  return out;
}
using Lines = std::vector<std::string>;

Command other(const Table& table, Seat seat, Command::Kind kind, OfferKind offer = OfferKind::draw) {
  Command command{"", table.version(viewer_of(seat)), kind};
  command.offer = offer;
  command.at_ms = kStart + 1'000;
  return command;
}

// Does it, and says what was told of it.
Lines notices_after(Table& table, Seat seat, const Command& command) {
  const Change change = accepted(table.prepare(seat, command));
  const auto out = lines(notices_of("t", table, change));
  table.commit(change);
  return out;
}

Lines plays(Table& table, Seat seat) {
  return notices_after(table, seat, play(table, seat, {table.position().legal_words(seat).front()}));
}

TEST(Notices, ThePlayerToMoveGetsTheNotice) {
  Table table = open_table(open_game());
  const Seat first = table.position().to_act().front(), second = seat_at(1 - index(first));
  ASSERT_EQ(first, seat_at(0));
  EXPECT_EQ(plays(table, first), Lines{"2 your-turn t.1.your-turn"});
  EXPECT_EQ(notices_after(table, first, other(table, first, Command::Kind::offer)), Lines{})
      << "no turn begins with it";
  EXPECT_EQ(notices_after(table, second, other(table, second, Command::Kind::decline)), Lines{});
  EXPECT_EQ(notices_after(table, first, other(table, first, Command::Kind::undo)), Lines{});
  EXPECT_EQ(notices_after(table, second, other(table, second, Command::Kind::accept, OfferKind::undo)),
            Lines{"1 your-turn t.5.your-turn"})
      << "it is taken back";
  EXPECT_EQ(plays(table, first), Lines{"2 your-turn t.6.your-turn"});
  EXPECT_EQ(notices_after(table, second, other(table, second, Command::Kind::resign)),
            (Lines{"1 game-over t.7.game-over", "2 game-over t.7.game-over"}));
}

TEST(Notices, SayWhatTheGameIsAndHowItEnded) {
  Table table = open_table(open_game(), {}, {}, "correspondence 3d");
  Change change =
      accepted(table.prepare(seat_at(0), play(table, seat_at(0), {table.position().legal_words(seat_at(0))[0]})));
  const auto turn = notices_of("t", table, change);
  ASSERT_EQ(turn.size(), 1U);
  const Json facts = parse_json(turn[0].facts);
  EXPECT_EQ(facts.at("table"), "t");
  EXPECT_EQ(facts.at("link"), "/t/t");
  EXPECT_EQ(facts.at("game"), open_game().name);
  EXPECT_EQ(facts.at("clock"), "correspondence 3d");
  EXPECT_EQ(facts.at("seat"), 1);
  EXPECT_EQ(facts.at("version"), 1);
  EXPECT_FALSE(facts.contains("result"));
  table.commit(change);
  notices_after(table, seat_at(0), other(table, seat_at(0), Command::Kind::offer));
  change = accepted(table.prepare(seat_at(1), other(table, seat_at(1), Command::Kind::accept)));
  const auto over = notices_of("t", table, change);
  ASSERT_EQ(over.size(), 2U);
  EXPECT_EQ(over[0].at_ms, kStart + 1'000);
  EXPECT_EQ(parse_json(over[0].facts).at("result").at("how"), "agreed");
}

TEST(Notices, NothingBeginsBeforeEverybodySits) {
  const GameInfo& info = open_game();
  Table table = open_table(info, {}, {{SeatKind::guest, kAnn, "Ann"}, {}});
  EXPECT_EQ(lines(beginning("t", table, 0)), Lines{});
  const Change change = accepted(table.prepare_join({SeatKind::guest, kBob, "Bob"}));
  EXPECT_EQ(lines(notices_of("t", table, change)), Lines{"1 your-turn t.1.your-turn"});
  EXPECT_EQ(parse_json(notices_of("t", table, change)[0].facts).at("seats").dump(), R"(["Ann","Bob"])");
  Table full = open_table(info, {}, {{SeatKind::guest, kBob, "Bob"}, {SeatKind::guest, kAnn, "Ann"}});
  EXPECT_EQ(lines(beginning("t", full, 0)), Lines{"2 your-turn t.0.your-turn"});
  EXPECT_EQ(lines(beginning("t", full, kBob)), Lines{}) << "he makes it himself";
  Table bot = open_table(info, {}, {{SeatKind::bot, 0, "bot"}, {SeatKind::guest, kAnn, "Ann"}});
  EXPECT_EQ(lines(beginning("t", bot, 0)), Lines{}) << "a bot is told otherwise";
}

// Nobody learns from a notice, its name or its facts, what the other tried or where he played.
TEST(Notices, TellNothingOfWhatIsHidden) {
  static const GameInfo info = hidden_row_info();
  const auto game = [&](const std::string& first, bool tries) {
    std::vector<Notice> bobs, anns;
    Table table = open_table(info);
    const auto go = [&](int seat, const std::string& word) {
      const Change change = accepted(table.prepare(seat_at(seat), play(table, seat_at(seat), {word})));
      for (Notice& one : notices_of("t", table, change)) (one.person == kAnn ? anns : bobs).push_back(std::move(one));
      table.commit(change);
    };
    go(0, first);
    if (tries) go(1, first);  // refused: Bob alone hears of it
    go(1, "c7");
    go(0, "c6");
    return std::pair(anns, bobs);
  };
  EXPECT_EQ(game("c1", false), game("c2", false)) << "of the place";
  EXPECT_EQ(game("c1", false).first, game("c1", true).first) << "of tries";
  EXPECT_EQ(lines(game("c1", true).first), Lines{"1 your-turn t.2.your-turn"});
  EXPECT_EQ(lines(game("c1", true).second), (Lines{"2 your-turn t.1.your-turn", "2 your-turn t.4.your-turn"}));
}

TEST(Notices, RemindWhenTheClockSaysSo) {
  Table table = open_table(open_game(), {}, {}, "correspondence 3d nag 1d 6h");
  const Table before = table;
  const std::int64_t begin = kStart + 5'000, end = begin + 3 * kDayMs;
  Command move = play(table, seat_at(0), {table.position().legal_words(seat_at(0)).front()});
  move.at_ms = begin;
  table.commit(accepted(table.prepare(seat_at(0), move)));
  EXPECT_EQ(next_reminder(table.terms(), begin), end - kDayMs);
  EXPECT_EQ(next_reminder(table.terms(), end - kDayMs), end - 6 * kHourMs);
  EXPECT_EQ(next_reminder(table.terms(), end - 6 * kHourMs), 0);
  EXPECT_EQ(lines(reminders("t", table, end - kDayMs, end - kDayMs)),
            Lines{"2 reminder t.1." + std::to_string(kDayMs) + ".reminder"});
  EXPECT_EQ(parse_json(reminders("t", table, end - kDayMs, end - kDayMs)[0].facts).at("left"), kDayMs);
  EXPECT_EQ(lines(reminders("t", table, end - kDayMs, end - kHourMs)),
            Lines{"2 reminder t.1." + std::to_string(6 * kHourMs) + ".reminder"})
      << "two were missed: the last says it";
  EXPECT_EQ(lines(reminders("t", table, end - kDayMs, end - kDayMs - 1)), Lines{});
  EXPECT_EQ(next_reminder(open_table(open_game(), {}, {}, "correspondence 3d").terms(), 0), 0);
}

}  // namespace
}  // namespace cairn

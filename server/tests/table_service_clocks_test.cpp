// The time of day was ahead when people moved, and the host has set it right: what the club does then.
#include "server/tests/table_service_case.h"

namespace cairn {
namespace {

struct TableServiceClocks : TableServiceTest {
  Person ann = enter("Ann"), bob = enter("Bob");
  const std::int64_t right = now + kDayMs;

  std::string begin(const char* clock) {
    CreateTable wish;
    wish.game = game();
    wish.opponent = CreateTable::Opponent::friends;
    wish.seat = CreateTable::SeatWish::first;
    wish.clock = *parse_clock_rule(clock).rule;
    const Reply made = wait([&](auto done) { table_service->create(ann, wish, done); });
    const std::string table = parse_json(made.body).at("id").get<std::string>();
    EXPECT_EQ(wait([&](auto done) { table_service->join(table, bob, done); }).status, 200);
    const Command first = first_move(state(table, ann), "a");
    EXPECT_EQ(wait([&](auto done) { table_service->command(table, ann, first, done); }).status, 200);
    return table;
  }
  void settle() {
    while (run_one()) {
    }
  }
  void set(TableService& at) {
    at.set_clocks();
    settle();
    at.tick();
    settle();
  }
  void look() {
    table_service->tick_clocks();
    settle();
  }
  bool is_over(const std::string& table) { return state(table, ann).at("view").at("over").get<bool>(); }
  std::size_t reminders(std::int64_t at_ms) {
    std::optional<std::size_t> count;
    store.tables.due_reminders(at_ms, 9,
                               [&](const Found<std::vector<DueReminder>>& found) { count = found.value->size(); });
    run_until([&] { return count.has_value(); });
    return *count;
  }
};

TEST_F(TableServiceClocks, ThatAreAheadRunOnWhenTheHostSetsThem) {
  const std::string usual = begin("move 5m");
  now = right + 400 * kDayMs;
  const std::string quick = begin("move 5s"), slow = begin("correspondence 3d nag 1d"), untimed = begin("none");
  now = right - kDayMs;  // and `usual` is where it was
  Collector collector;
  listen(*table_service, quick, bob, collector);
  look();
  now += 60'000;
  look();
  EXPECT_FALSE(is_over(quick)) << "its clock stands";
  set(*table_service);
  ASSERT_EQ(collector.heard.size(), 2U);
  EXPECT_EQ(collector.heard[1].at("deed"), parse_json(R"({"seat":0,"did":"set-clock"})"));
  EXPECT_EQ(collector.heard[1].at("state").at("clock").at("set"), now);
  EXPECT_EQ(collector.heard[1].at("state").at("clock").at("seats").at(1).at("total"), 5'000) << "nothing was charged";
  EXPECT_FALSE(state(usual, ann).at("clock").contains("set"));
  EXPECT_EQ(state(untimed, ann).at("version"), 2);
  set(*table_service);
  EXPECT_EQ(collector.heard.size(), 2U) << "once is enough";
  EXPECT_EQ(reminders(now + 2 * kDayMs - 1), 0U);
  EXPECT_EQ(reminders(now + 2 * kDayMs), 1U) << "by the new time, too";
  now += 4'999;
  look();
  EXPECT_FALSE(is_over(quick));
  now += 1;
  look();
  EXPECT_TRUE(is_over(quick));
  EXPECT_FALSE(is_over(slow));
  table_service->leave(quick, collector);
  // The next process finds it so.
  table_service = make_table_service(2'000);
  EXPECT_EQ(state(slow, bob).at("clock").at("seats").at(1).at("total"), 3 * kDayMs - 5'000);
}

TEST_F(TableServiceClocks, AreSetAtTablesThatNobodyLooksAt) {
  now = right + 400 * kDayMs;
  const std::string table = begin("byoyomi 5s+2x5s");
  now = right;
  table_service = make_table_service(2'000);
  set(*table_service);
  now += 15'000;
  look();
  EXPECT_TRUE(is_over(table));
}

TEST_F(TableServiceClocks, AreSetLaterWhereThatCannotBeStored) {
  now = right + 400 * kDayMs;
  const std::string table = begin("move 5s");
  now = right;
  store.fail_writes = true;
  set(*table_service);
  EXPECT_FALSE(state(table, ann).at("clock").contains("set"));
  store.fail_writes = false;
  table_service->tick();
  settle();
  EXPECT_EQ(state(table, ann).at("clock").at("set"), now);
}

TEST_F(TableServiceClocks, AreSetByOneOfSeveralServers) {
  TestStore elsewhere{post, store};
  store.share();
  elsewhere.share();
  const auto other = make_table_service(2'000, elsewhere);
  now = right + 400 * kDayMs;
  const std::string table = begin("move 1m");
  EXPECT_EQ(state(*other, table, bob).at("version"), 2);
  now = right;
  for (TableService* one : {table_service.get(), other.get()}) one->set_clocks();
  settle();
  for (TableService* one : {table_service.get(), other.get()}) one->tick();
  settle();
  for (TableService* one : {table_service.get(), other.get()}) {
    EXPECT_EQ(state(*one, table, bob).at("version"), 3);
    EXPECT_EQ(state(*one, table, bob).at("clock").at("seats").at(1).at("total"), kMinuteMs);
  }
}

}  // namespace
}  // namespace cairn

// Two clubs on one database, as two servers are.
#include "server/tests/table_service_case.h"

namespace cairn {
namespace {

// Two clubs on one database, as two servers are; no hints.
struct TwoTableServices : TableServiceTest {
  TestStore elsewhere{post, store};
  std::unique_ptr<TableService> other;
  TwoTableServices() {
    store.share();
    elsewhere.share();
    other = make_table_service(2'000, elsewhere);
  }
  Reply play(TableService& at, const std::string& table, const Person& person, const Command& command) {
    return wait([&](auto done) { at.command(table, person, command, done); });
  }
  // A table of Ann and Bob, Ann to move.
  std::string table_of(const Person& ann, const Person& bob) {
    CreateTable wish;
    wish.game = game();
    wish.opponent = CreateTable::Opponent::friends;
    wish.seat = CreateTable::SeatWish::first;
    const Reply made = wait([&](auto done) { table_service->create(ann, wish, done); });
    EXPECT_EQ(made.status, 200) << made.body;
    const std::string id = parse_json(made.body).at("id").get<std::string>();
    EXPECT_EQ(wait([&](auto done) { other->join(id, bob, done); }).status, 200);
    return id;
  }
};

TEST_F(TwoTableServices, WhoComesSecondIsAnsweredBehindTheFirst) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  const std::string table = table_of(ann, bob);
  const Json start = state(*table_service, table, ann);
  EXPECT_EQ(start.at("version"), 1) << "the join at the other server";
  state(*other, table, ann);  // both have it in memory
  Collector here, there;
  listen(*table_service, table, ann, here);
  listen(*other, table, bob, there);
  const Command first = first_move(start, "a");
  Command rival = first;
  rival.request = "b";
  rival.words = {start.at("legal").at(1).get<std::string>()};
  const Reply won = play(*table_service, table, ann, first);
  EXPECT_EQ(won.status, 200) << won.body;
  const Reply lost = play(*other, table, ann, rival);
  EXPECT_EQ(lost.status, 409);
  EXPECT_EQ(parse_json(lost.body).at("error").at("code"), "stale");
  EXPECT_EQ(parse_json(lost.body).at("state"), state(*table_service, table, ann)) << "decide on what stands now";
  EXPECT_EQ(play(*other, table, ann, first).body, won.body) << "sent again, elsewhere";
  ASSERT_EQ(there.heard.size(), 2U) << "what it took in, it told";
  EXPECT_EQ(there.heard[1].at("type"), "change");
  EXPECT_EQ(there.heard[1].at("version"), 2);
  EXPECT_EQ(there.heard[1].at("events"), here.heard[1].at("events"));
  EXPECT_EQ(there.heard[1].at("state").at("moves"), here.heard[1].at("state").at("moves"));
  table_service->leave(table, here);
  other->leave(table, there);
}

TEST_F(TwoTableServices, ACommandThatKnowsMoreThanTheServerIsUnderstood) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  const std::string table = table_of(ann, bob);
  ASSERT_EQ(play(*table_service, table, ann, first_move(state(*table_service, table, ann), "a")).status, 200);
  const Json seen = state(*table_service, table, bob);
  // The other club has the table in memory as it was at the join.
  const Reply answer = play(*other, table, bob, first_move(seen, "b"));
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(state(*table_service, table, ann).at("moves").size(), 2U);
  EXPECT_EQ(state(*table_service, table, ann), state(*other, table, ann));
}

TEST_F(TwoTableServices, WhatIsDecidedAtATableIsDecidedAgainBehindWhatAnotherServerWrote) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  const std::string table = table_of(ann, bob);
  state(*other, table, bob);
  Command offer{"b", 1, Command::Kind::offer};
  std::vector<int> seen;  // versions
  int first = 0;
  TableService::Act act;
  act.request = "a";
  act.decide = [&](const Table& now_is, Seat seat) {
    seen.push_back(now_is.version(viewer_of(seat)));
    if (seen.size() == 1)
      other->command(table, bob, offer, [](const Result<CommandAnswer>& made) { EXPECT_TRUE(made); });
    return Command{"", seen.back(), Command::Kind::play, {now_is.position().legal_words(seat)[0]}};
  };
  act.first = [&](const Done<Unit>& go) {
    ++first;
    go(Unit{});
  };
  std::optional<bool> made;
  table_service->act(table, ann, std::move(act), [&](const Table* after, const Result<CommandAnswer>& answer) {
    ASSERT_NE(after, nullptr);
    EXPECT_EQ(after->number(), 3) << "the join, the offer, the move";
    made = static_cast<bool>(answer);
  });
  run_until([&] { return made.has_value(); });
  EXPECT_TRUE(*made);
  EXPECT_EQ(seen, (std::vector<int>{1, 2})) << "what the other server wrote before is known at once";
  EXPECT_EQ(first, 1);
}

TEST_F(TwoTableServices, ListenersFindChangesOfOtherServersByPolling) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  const std::string table = table_of(ann, bob);
  Collector collector;
  listen(*other, table, bob, collector);
  for (int i = 0; i < 4; ++i) {
    const Person& who = i % 2 == 0 ? ann : bob;
    ASSERT_EQ(
        play(*table_service, table, who, first_move(state(*table_service, table, who), "m" + std::to_string(i))).status,
        200);
  }
  ASSERT_EQ(collector.heard.size(), 1U);
  other->tick();
  run_until([&] { return collector.heard.size() == 5; });
  for (std::size_t i = 1; i < collector.heard.size(); ++i)
    EXPECT_EQ(collector.heard[i].at("version"), static_cast<int>(i) + 1);
  other->leave(table, collector);
}

TEST_F(TwoTableServices, OfTwoThatSeeATimeOutOneWritesIt) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  CreateTable wish;
  wish.game = game();
  wish.opponent = CreateTable::Opponent::friends;
  wish.clock = *parse_clock_rule("move 5s").rule;
  const Reply made = wait([&](auto done) { table_service->create(ann, wish, done); });
  const std::string table = parse_json(made.body).at("id").get<std::string>();
  EXPECT_EQ(wait([&](auto done) { other->join(table, bob, done); }).status, 200);
  Collector here, there;
  listen(*table_service, table, ann, here);
  listen(*other, table, bob, there);
  now += 6'000;
  for (TableService* one : {table_service.get(), other.get()}) one->tick_clocks();
  run_until([&] { return here.heard.size() == 2 && there.heard.size() == 2; });
  while (run_one()) {
  }
  EXPECT_EQ(here.heard.size(), 2U);
  EXPECT_EQ(there.heard.size(), 2U);
  EXPECT_EQ(state(*table_service, table, ann).at("view"), state(*other, table, ann).at("view"));
  EXPECT_EQ(state(*table_service, table, ann).at("view").at("result").at("how"), "timed-out");
  table_service->leave(table, here);
  other->leave(table, there);
}

TEST_F(TwoTableServices, ABotIsTakenOverWhenItsServerIsGone) {
  const Person ann = enter("Ann");
  TableRow row;
  row.id = "elsewhere";
  row.setup.game = game();
  row.setup.seconds = 0.1;
  row.occupants = {{SeatKind::bot, 0, "bot"}, {SeatKind::guest, ann.id, "Ann"}};
  row.bot_due = true;
  wait([&](auto done) { store.tables.alive([done](const Written&) { done({}); }); });
  wait([&](auto done) { store.tables.add_table(row, [done](const Written&) { done({}); }); });
  for (int i = 0; i < 3; ++i) {
    other->tick();
    while (run_one()) {
    }
  }
  EXPECT_EQ(bots.free(), 1) << "it belongs to another server";
  EXPECT_TRUE(state(*other, "elsewhere", ann).at("thinking").get<bool>());
  store.close();
  other->tick();
  run_until([&] { return state(*other, "elsewhere", ann).at("moves").size() == 1; });
}

}  // namespace
}  // namespace cairn

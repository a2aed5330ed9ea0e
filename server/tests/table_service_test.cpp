// The table service without sockets, on a store that can be told to fail.
#include "server/tests/table_service_case.h"

namespace cairn {
namespace {

TEST_F(TableServiceTest, WhoHasManyTablesWaitsForTheirOwn) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  const auto against_bot = [&](const Person& person) {  // which moves first
    return create(person, CreateTable::Opponent::bot, CreateTable::SeatWish::second);
  };
  std::vector<std::string> many;
  for (int i = 0; i < 12; ++i) many.push_back(against_bot(ann));
  const std::string one = against_bot(bob);
  const auto moved = [&](const std::string& table, const Person& person) {
    return !state(table, person).at("moves").empty();
  };
  for (int i = 0; i < 5'000 && !moved(one, bob); ++i)
    if (!run_one()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(moved(one, bob));
  EXPECT_LT(std::count_if(many.begin(), many.end(), [&](const auto& table) { return moved(table, ann); }), 8);
}

// A request that comes again gets its answer from memory; one of long ago has to be worked out, and that has a limit.
TEST_F(TableServiceTest, RepeatedRequestsCostNothing) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  CreateTable wish;
  wish.game = "go";
  wish.options = {{"size", "19"}};
  wish.opponent = CreateTable::Opponent::friends;
  wish.seat = CreateTable::SeatWish::first;
  const std::string table =
      parse_json(wait([&](auto done) { table_service->create(ann, wish, done); }).body).at("id").get<std::string>();
  ASSERT_EQ(wait([&](auto done) { table_service->join(table, bob, done); }).status, 200);
  std::vector<std::pair<Command, std::string>> said;  // Ann's
  const auto tell = [&](const Person& who, const Command& command) {
    return wait([&](auto done) { table_service->command(table, who, command, done); });
  };
  for (int i = 0; i < 300; ++i) {
    const Person& who = i % 2 == 0 ? ann : bob;
    const Json now_is = state(table, who);
    const auto& legal = now_is.at("legal");
    Command move = first_move(now_is, "r" + std::to_string(i));
    move.words = {legal.at(legal.size() > 1 ? static_cast<std::size_t>(i) % (legal.size() - 1) : 0)};
    const Reply reply = tell(who, move);
    ASSERT_EQ(reply.status, 200) << reply.body;
    if (i % 2 == 0) said.emplace_back(move, reply.body);
  }
  for (int i = 0; i < 50; ++i) EXPECT_EQ(tell(ann, said.back().first).body, said.back().second);
  for (std::size_t i = 0; i < said.size(); i += 9)
    EXPECT_EQ(tell(ann, said[i].first).body, said[i].second) << "of long ago: played through again";
  EXPECT_EQ(tell(ann, said[70].first).body, said[70].second) << "it is remembered again";
  // A thread does that: too many at once are told to come again, however fast it is.
  std::size_t answered = 0, busy = 0, asked = 0;
  for (; busy == 0 && asked < 100'000; ++asked) {
    const auto& [command, body] = said[52 + asked % 32];
    table_service->command(table, ann, command, [&, body = &body](const Result<CommandAnswer>& answer) {
      (answer ? answered : busy) += 1;
      if (answer)
        EXPECT_EQ(answer->json, *body);
      else
        EXPECT_TRUE(answer.refused_by(Code::too_many)) << answer.refusal().message;
    });
  }
  run_until([&] { return answered + busy == asked; });
  EXPECT_GE(answered, 20U);
  EXPECT_EQ(busy, 1U);
}

TEST_F(TableServiceTest, LongGamesAreReadAndWrittenBesideTheLoop) {
  const Person ann = enter("Ann");
  TableRow row;
  row.id = "long";
  row.setup.game = "go";
  row.setup.options = find_game("go")->complete({{"size", "9"}});
  row.occupants = {{SeatKind::guest, ann.id, "Ann"}, {SeatKind::guest, ann.id + 1, "Bob"}};
  store.tables.add_table(row, [](const Written&) {});
  Position position = find_game("go")->make({row.setup.options, std::nullopt}).position;
  for (int i = 1; i <= 150; ++i) {
    Append append;
    append.table = "long";
    append.number = i;
    append.entry.seat = position.turn().seat;
    const auto legal = position.legal_words(append.entry.seat);
    append.entry.words = legal.size() > 1 ? legal[static_cast<std::size_t>(i) % (legal.size() - 1)] : "pass";
    EventLog ignored;
    ASSERT_EQ(position.play(append.entry.seat, append.entry.words, ignored), Reason::none);
    store.tables.append(append, [](const Written&) {});
  }
  while (run_one()) {
  }
  const auto read = wait([&](auto done) { table_service->export_file("long", FileForm::sgf, done); });
  EXPECT_EQ(read.status, 200) << read.body;
  EXPECT_EQ(read.type, "application/x-go-sgf");
  EXPECT_EQ(wait([&](auto done) { table_service->export_file("long", FileForm::sgf, done); }).body, read.body);
  EXPECT_EQ(state("long", ann).at("version"), 150);
  Collector collector;
  std::optional<bool> listens;
  table_service->listen(
      "long", ann, collector, [&](const Result<Unit>& began) { listens = static_cast<bool>(began); }, 147);
  EXPECT_FALSE(listens) << "the changes behind 147 are found in a thread";
  run_until([&] { return listens.has_value(); });
  ASSERT_EQ(collector.heard.size(), 4U);
  EXPECT_EQ(collector.heard[0].at("version"), 148);
  EXPECT_EQ(collector.heard[3].at("type"), "state");
  table_service->leave("long", collector);
}

TEST_F(TableServiceTest, AMessageToManySpectatorsIsWrittenOnce) {
  struct Kept final : Listener {
    std::shared_ptr<const std::string> last;
    void tell(std::shared_ptr<const std::string> text) override { last = std::move(text); }
  };
  const Person ann = enter("Ann"), bob = enter("Bob");
  const std::string id = create(ann);
  Kept own, first, second;
  const auto watch = [&](const std::optional<Person>& who, Kept& kept) {
    bool good = false;
    table_service->listen(id, who, kept, [&](const Result<Unit>& listens) { good = static_cast<bool>(listens); });
    run_until([&] { return good; });
  };
  watch(ann, own);
  watch(bob, first);
  watch(std::nullopt, second);
  table_service->rename(ann.id, "Anne");
  EXPECT_NE(first.last->find("Anne"), std::string::npos);
  EXPECT_EQ(first.last, second.last);
  EXPECT_NE(first.last, own.last);
  for (Kept* kept : {&own, &first, &second}) table_service->leave(id, *kept);
}

TEST_F(TableServiceTest, AMoveThatCannotBeStoredIsNotMade) {
  const Person ann = enter("Ann");
  const std::string table = create(ann);
  Collector collector;
  listen(*table_service, table, ann, collector);
  const Json before = state(table, ann);
  const Command move = first_move(before, "a");
  store.fail_writes = true;
  const Reply failed = wait([&](auto done) { table_service->command(table, ann, move, done); });
  EXPECT_EQ(failed.status, 503);
  EXPECT_GE(failed.retry_after_s, 1);
  EXPECT_EQ(state(table, ann), before);
  EXPECT_FALSE(log.empty());
  store.fail_writes = false;
  const Reply again = wait([&](auto done) { table_service->command(table, ann, move, done); });
  EXPECT_EQ(again.status, 200) << again.body;
  EXPECT_EQ(state(table, ann).at("moves").size(), 1U);
  EXPECT_EQ(collector.heard.back().at("type"), "change");
  table_service->leave(table, collector);
}

TEST_F(TableServiceTest, NoMessageLeavesBeforeTheMoveIsDurable) {
  const Person ann = enter("Ann");
  const std::string table = create(ann);
  Collector collector;
  listen(*table_service, table, ann, collector);
  const Json before = state(table, ann);
  bool answered = false;
  table_service->command(table, ann, first_move(before, "a"), [&](const Result<CommandAnswer>&) { answered = true; });
  EXPECT_FALSE(answered);
  std::optional<Json> seen;  // answered from memory, for one server is alone
  table_service->state(table, ann, [&](const Result<TableView>& view) { seen = view->state(); });
  EXPECT_EQ(seen, before) << "a reader sees a move that a crash could still lose";
  EXPECT_EQ(collector.heard.size(), 1U);
  while (!answered) ASSERT_TRUE(run_one());
  EXPECT_EQ(collector.heard.size(), 2U);
  table_service->leave(table, collector);
}

TEST_F(TableServiceTest, CommandsOfOneMomentComeOneAfterTheOther) {
  const Person ann = enter("Ann");
  const std::string table = create(ann);
  const Command move = first_move(state(table, ann), "a");
  int accepted = 0, busy = 0;
  for (int i = 0; i < 20; ++i)
    table_service->command(table, ann, move, [&](const Result<CommandAnswer>& answer) {
      accepted += answer ? 1 : 0;
      busy += answer.refused_by(Code::busy) ? 1 : 0;
    });
  while (run_one()) {
  }
  EXPECT_EQ(accepted, 17) << "one and sixteen that waited";
  EXPECT_EQ(busy, 3);
  EXPECT_EQ(state(table, ann).at("moves").size(), 1U);
}

TEST_F(TableServiceTest, WhatIsDecidedAtATableIsDecidedOnce) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  const std::string table = create(ann);
  int decided = 0, moves = 0;
  const auto act = [&](const Person& who, const std::string& request, bool wants = true) {
    TableService::Act one;
    one.request = request;
    one.decide = [&, wants](const Table& now_is, Seat seat) -> std::optional<Command> {
      ++decided;
      if (!wants) return std::nullopt;
      return Command{
          "", now_is.version(viewer_of(seat)), Command::Kind::play, {now_is.position().legal_words(seat)[0]}};
    };
    std::optional<Result<CommandAnswer>> out;
    table_service->act(table, who, std::move(one), [&](const Table* after, const Result<CommandAnswer>& answer) {
      ASSERT_NE(after, nullptr);
      moves = static_cast<int>(after->steps().size());
      out = answer;
    });
    while (run_one()) {
    }
    return out;
  };
  EXPECT_FALSE(act(ann, "a", false)) << "nothing is wanted";
  const auto first = act(ann, "a");
  ASSERT_TRUE(first && *first);
  EXPECT_EQ(decided, 2);
  EXPECT_EQ(moves, 1) << "the table as it is with the move";
  const auto again = act(ann, "a");
  ASSERT_TRUE(again && *again);
  EXPECT_EQ((*again)->json, (*first)->json);
  table_service = make_table_service(2'000);  // which remembers no answer
  const auto later = act(ann, "a");
  ASSERT_TRUE(later && *later);
  EXPECT_EQ((*later)->json, (*first)->json);
  EXPECT_EQ(decided, 2);
  const auto stranger = act(bob, "b");
  ASSERT_TRUE(stranger);
  EXPECT_TRUE(stranger->refused_by(Code::not_seated));
  EXPECT_EQ(decided, 2);
}

TEST_F(TableServiceTest, WhatGoesFirstHoldsTheTableAndMayForbidTheMove) {
  const Person ann = enter("Ann");
  const std::string table = create(ann);
  const Json before = state(table, ann);
  std::vector<Done<Unit>> waiting;
  std::vector<bool> made;
  const auto act = [&] {
    TableService::Act one;
    one.request = "a";
    one.decide = [&](const Table&, Seat) { return first_move(before, ""); };
    one.first = [&](Done<Unit> go) { waiting.push_back(std::move(go)); };
    table_service->act(table, ann, std::move(one), [&](const Table*, const Result<CommandAnswer>& answer) {
      made.push_back(static_cast<bool>(answer));
    });
    while (run_one()) {
    }
  };
  const auto moves = [&] { return state(table, ann).at("moves").size(); };
  act();
  ASSERT_EQ(waiting.size(), 1U);
  EXPECT_EQ(moves(), 0U);
  std::optional<bool> other;  // waits until that is done
  table_service->command(table, ann, first_move(before, "b"),
                         [&](const Result<CommandAnswer>& answer) { other = static_cast<bool>(answer); });
  while (run_one()) {
  }
  EXPECT_FALSE(other);
  waiting[0](Refusal{Code::unavailable, Message("not-now", "not now"), 1});
  run_until([&] { return other.has_value(); });
  EXPECT_TRUE(*other) << "the move before it was not made";
  EXPECT_EQ(made, std::vector<bool>{false});
  EXPECT_EQ(moves(), 1U);
  act();
  EXPECT_EQ(waiting.size(), 1U) << "it is refused, and nothing goes before it";
  EXPECT_EQ(made, (std::vector<bool>{false, false}));
}

TEST_F(TableServiceTest, IdleTablesLeaveTheMemoryAndComeBack) {
  table_service = make_table_service(10);
  const Person ann = enter("Ann");
  std::vector<std::string> tables;
  std::vector<Json> states;
  for (int i = 0; i < 50; ++i) {
    tables.push_back(create(ann));
    const Command move = first_move(state(tables.back(), ann), "a");
    EXPECT_EQ(wait([&](auto done) { table_service->command(tables.back(), ann, move, done); }).status, 200);
    states.push_back(state(tables.back(), ann));
  }
  EXPECT_LE(table_service->tables_in_memory(), 11U);
  for (std::size_t i = 0; i < tables.size(); ++i) EXPECT_EQ(state(tables[i], ann), states[i]);
}

TEST_F(TableServiceTest, ATableOfAnUnknownGameIsReportedAndKept) {
  TableRow row;
  row.id = "old";
  row.setup.game = "forgotten-game";
  row.occupants = {{SeatKind::guest, 1, "a"}, {SeatKind::bot, 0, "b"}};
  row.bot_due = true;
  wait([&](auto done) { store.tables.add_table(row, [done](const Written&) { done({}); }); });
  table_service->resume();  // must not stumble over it
  const Reply reply = wait([&](auto done) { table_service->state("old", std::nullopt, done); });
  EXPECT_EQ(reply.status, 409);
  EXPECT_EQ(parse_json(reply.body).at("error").at("code"), "broken-record");
  std::optional<bool> kept;
  store.tables.load("old", 0, [&](const Found<StoredTable>& found) { kept = found.value.has_value(); });
  run_until([&] { return kept.has_value(); });
  EXPECT_TRUE(*kept);
}

TEST_F(TableServiceTest, TheBotIsAskedAgainAfterAFailedWrite) {
  const Person ann = enter("Ann");
  const std::string table = create(ann, CreateTable::Opponent::bot);
  const Command move = first_move(state(table, ann), "a");
  ASSERT_EQ(wait([&](auto done) { table_service->command(table, ann, move, done); }).status, 200);
  store.fail_writes = true;  // the bot's own move fails
  for (int i = 0; i < 5'000 && log.empty(); ++i)
    if (!run_one()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_FALSE(log.empty());
  EXPECT_EQ(state(table, ann).at("moves").size(), 1U);
  store.fail_writes = false;
  for (int i = 0; i < 50 && state(table, ann).at("moves").size() < 2; ++i) {
    table_service->tick();
    for (int k = 0; k < 100; ++k)
      if (!run_one()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(state(table, ann).at("moves").size(), 2U);
}

// A clock that runs out: told once, within one look, also by a process that never saw the game.
TEST_F(TableServiceTest, WhoHasLostByTimeLeaves) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  CreateTable wish;
  wish.game = game();
  wish.opponent = CreateTable::Opponent::friends;
  wish.clock = *parse_clock_rule("fischer 10s+2s").rule;
  const auto begin = [&] {
    const Reply made = wait([&](auto done) { table_service->create(ann, wish, done); });
    const std::string id = parse_json(made.body).at("id").get<std::string>();
    EXPECT_EQ(wait([&](auto done) { table_service->join(id, bob, done); }).status, 200);
    return id;
  };
  const auto look = [&](TableService& at) {
    at.tick_clocks();
    while (run_one()) {
    }
  };
  const std::string first = begin(), second = begin(), third = begin();
  Collector collector;
  listen(*table_service, first, bob, collector);
  const Command slow = first_move(state(second, ann), "slow");
  now += 4'000;
  EXPECT_EQ(
      wait([&](auto done) { table_service->command(third, ann, first_move(state(third, ann), "a"), done); }).status,
      200);
  EXPECT_EQ(state(third, bob).at("clock").at("seats").at(0).at("total"), 8'000);
  EXPECT_TRUE(state(third, bob).at("clock").at("seats").at(1).at("counting").get<bool>());
  now += 5'999;
  look(*table_service);
  EXPECT_EQ(collector.heard.size(), 1U) << "a millisecond is left";
  now += 1;
  look(*table_service);
  ASSERT_EQ(collector.heard.size(), 2U);
  EXPECT_EQ(collector.heard[1].at("deed"), parse_json(R"({"seat":0,"did":"timeout"})"));
  EXPECT_EQ(collector.heard[1].at("state").at("view").at("result").at("how"), "timed-out");
  look(*table_service);
  EXPECT_EQ(collector.heard.size(), 2U);
  // A command that comes before anybody looked finds the game lost, and is told so.
  const std::string fourth = begin();
  const Command late = first_move(state(fourth, ann), "late");
  now += 10'000;
  const Reply reply = wait([&](auto done) { table_service->command(fourth, ann, late, done); });
  EXPECT_EQ(reply.status, 409) << reply.body;
  EXPECT_TRUE(state(fourth, ann).at("view").at("over").get<bool>());
  // After a restart; and a table that does not open stops no other's clock.
  table_service->leave(first, collector);
  TableRow broken;
  broken.id = "broken";
  broken.setup.game = "forgotten-game";
  broken.occupants = {{SeatKind::guest, 1, "a"}, {SeatKind::guest, 2, "b"}};
  broken.due_ms = 1;
  wait([&](auto done) { store.tables.add_table(broken, [done](const Written&) { done({}); }); });
  table_service = make_table_service(2'000);
  const std::size_t lines = log.size();
  for (int i = 0; i < 5; ++i) look(*table_service);
  EXPECT_EQ(log.size(), lines + 1) << "said once";
  EXPECT_EQ(state(third, ann).at("view").at("result").at("seat"), 0) << "Bob, who was to move, lost";
  EXPECT_EQ(state(second, ann).at("view").at("result").at("seat"), 1);
  EXPECT_EQ(wait([&](auto done) { table_service->command(second, ann, slow, done); }).status, 409);
}

TEST_F(TableServiceTest, AClockThatCannotBeStoredIsTriedAgain) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  CreateTable wish;
  wish.game = game();
  wish.opponent = CreateTable::Opponent::friends;
  wish.clock = *parse_clock_rule("move 5s").rule;
  const Reply made = wait([&](auto done) { table_service->create(ann, wish, done); });
  const std::string id = parse_json(made.body).at("id").get<std::string>();
  EXPECT_EQ(wait([&](auto done) { table_service->join(id, bob, done); }).status, 200);
  now += 6'000;
  store.fail_writes = true;
  table_service->tick_clocks();
  while (run_one()) {
  }
  EXPECT_FALSE(state(id, ann).at("view").at("over").get<bool>());
  store.fail_writes = false;
  table_service->tick_clocks();
  while (run_one()) {
  }
  EXPECT_TRUE(state(id, ann).at("view").at("over").get<bool>());
}

TEST_F(TableServiceTest, WhatIsPlannedIsPlayedAtOnceAndByTheNextProcessToo) {
  const Person ann = enter("Ann"), bob = enter("Bob");
  const auto begin = [&] {
    CreateTable wish;
    wish.game = game();
    wish.opponent = CreateTable::Opponent::friends;
    const Reply made = wait([&](auto done) { table_service->create(ann, wish, done); });
    const std::string id = parse_json(made.body).at("id").get<std::string>();
    EXPECT_EQ(wait([&](auto done) { table_service->join(id, bob, done); }).status, 200);
    return id;
  };
  const auto plan = [&](const std::string& id, const std::string& text) {
    Command command{"plan", state(id, bob).at("version").get<int>(), Command::Kind::plan};
    command.plan = text;
    return wait([&](auto done) { table_service->command(id, bob, command, done); });
  };
  const std::string id = begin();
  const Json legal = state(id, ann).at("legal");
  const std::string first = legal.at(0), second = legal.at(1);
  Collector ann_collector;
  listen(*table_service, id, ann, ann_collector);
  const Json before = state(id, ann);
  ASSERT_EQ(plan(id, "(" + first + "=" + second + ")").status, 200);
  EXPECT_EQ(plan(id, "(D4").status, 200) << "the same request, the same answer";
  EXPECT_EQ(state(id, ann), before);
  EXPECT_EQ(ann_collector.heard.size(), 1U) << "a secret";
  ASSERT_EQ(wait([&](auto done) { table_service->command(id, ann, first_move(before, "a"), done); }).status, 200);
  run_until([&] { return ann_collector.heard.size() == 3; });
  EXPECT_EQ(ann_collector.heard[2].at("state").at("moves").at(1).at("word"), second);
  table_service->leave(id, ann_collector);
  // The process ends between the move and its answer.
  const std::string other = begin();
  ASSERT_EQ(plan(other, "(*=" + second + ")").status, 200);
  bool answered = false;
  table_service->command(other, ann, first_move(state(other, ann), "b"), [&](const Result<CommandAnswer>& answer) {
    answered = true;
    EXPECT_TRUE(answer);
    store.fail_writes = true;  // of the answer
  });
  run_until([&] { return answered; });
  while (run_one()) {
  }
  EXPECT_EQ(state(other, ann).at("moves").size(), 1U);
  store.fail_writes = false;
  table_service = make_table_service(2'000);
  table_service->resume();
  run_until([&] { return state(other, ann).at("moves").size() == 2; });
}

}  // namespace
}  // namespace cairn

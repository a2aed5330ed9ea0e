// The daily puzzles without sockets: which one a day has, what is told of it to whom, and how tries are counted.
#include "server/library/puzzles.h"

#include <set>

#include "server/base/days.h"
#include "server/protocol/puzzles_to_client.h"
#include "server/protocol/small_boards_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

using State = PuzzleTry::State;

struct PuzzlesTest : AccountsTest {
  std::unique_ptr<Puzzles> puzzles = make_puzzles();
  Person ann = person("Ann"), bob = person("Bob");

  std::unique_ptr<Puzzles> make_puzzles() { return std::make_unique<Puzzles>(store.puzzles, world(games())); }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  void fill() {
    puzzles->tick();
    settle();
  }
  Reply show(const std::optional<Person>& who, std::optional<std::int64_t> day = {}, Puzzles* at = nullptr) {
    return wait([&](auto done) { (at != nullptr ? at : puzzles.get())->show(day, who, done); });
  }
  Reply attempt(const Person& who, const std::string& word, std::int64_t day) {
    return wait([&](auto done) { puzzles->answer(day, who, {word}, done); });
  }
  Json list(const std::optional<Person>& who, std::int64_t before = 1'000'000) {
    return json(wait([&](auto done) { puzzles->list(before, who, done); }));
  }
  std::int64_t today() const { return now_ms / kDay; }
  static Json json(const Reply& reply) {
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body);
  }
  static std::string code(const Reply& reply) { return parse_json(reply.body).at("error").at("code"); }
  // The right move, from the pool and not from what the server says.
  static Puzzle solution(const Json& shown) {
    for (const Puzzle& one : solved_puzzles(games()))
      if (parse_json(one.record) == shown.at("record")) return one;
    ADD_FAILURE() << "not in the pool";
    return {};
  }
  static std::string right(const Json& shown) { return solution(shown).right.at(0); }
  static std::vector<std::string> wrong(const Json& shown) {
    std::vector<std::string> out;
    for (const Json& word : shown.at("legal"))
      if (word != right(shown)) out.push_back(word);
    return out;
  }
};

TEST_F(PuzzlesTest, EveryDayAnotherAndTheSameForAll) {
  const Json at_once = json(show({}));  // before the first tick
  fill();
  EXPECT_EQ(json(show({})), at_once);
  std::set<std::string> seen, kinds;
  const std::size_t known = solved_puzzles(games()).size();
  ASSERT_GE(known, 40U);
  const auto other = make_puzzles();  // another server on the same store
  for (std::size_t i = 0; i < known; ++i) {
    const Json first = json(show({}, {}, i % 2 == 0 ? puzzles.get() : other.get()));
    EXPECT_EQ(first, json(show(bob, {}, other.get())));
    EXPECT_EQ(first, json(show(ann)));
    EXPECT_EQ(first.at("day"), day_text(today()));
    EXPECT_TRUE(seen.insert(first.at("record").dump()).second) << "a puzzle twice before all were proposed";
    kinds.insert(first.at("game"));
    now_ms += kDay;
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"margo", "spargo"}));
  EXPECT_TRUE(seen.contains(json(show({})).at("record").dump()));
  // Days that were, and such that were not.
  EXPECT_EQ(json(show({}, today() - 1)).at("day"), day_text(today() - 1));
  EXPECT_EQ(code(show({}, today() + 1)), "not-found");
  EXPECT_EQ(code(show({}, today() - 1'000)), "not-found");
}

// Until somebody has earned the solution, what he gets has no word of it: it is the same whatever the solution is.
TEST_F(PuzzlesTest, OnlyASolverSeesTheSolution) {
  fill();
  const Json shown = json(show({}));
  const std::string move = right(shown);
  for (const char* key : {"right", "line", "you", "table", "themes"}) EXPECT_TRUE(shown.at(key).is_null()) << key;
  std::set<std::string> keys;
  for (const auto& item : shown.items()) keys.insert(item.key());
  EXPECT_EQ(keys, (std::set<std::string>{"day", "game", "title", "source", "table", "record", "seat", "view", "legal",
                                         "tries", "found_by", "you", "right", "line", "themes"}));
  EXPECT_TRUE(shown.at("found_by").is_number_integer());
  // A store whose same position has another solution tells the same, byte by byte, also of a wrong try and a refusal.
  const auto with_right = [&](const std::string& word) {
    TestStore elsewhere{post};
    elsewhere.people.add_guest(ann.name, {}, now_ms, now_ms,
                               [&](const Written& guest) { EXPECT_EQ(guest.key, ann.id); });
    Puzzle puzzle = solution(shown);
    puzzle.right = puzzle.line = {word};
    Puzzles desk(elsewhere.puzzles, world(games()));
    elsewhere.puzzles.add_puzzles({puzzle}, [](const Written&) {});
    elsewhere.puzzles.propose_puzzle(today(), [](const Written&) {});
    settle();
    std::string bodies;
    const auto ask = [&](const auto& one) { bodies += wait(one).body + "\n"; };
    ask([&](auto done) { desk.show({}, {}, done); });
    ask([&](auto done) { desk.show(today(), ann, done); });
    ask([&](auto done) { desk.answer(today(), ann, {wrong(shown)[0]}, done); });
    ask([&](auto done) { desk.answer(today(), ann, {"Z9"}, done); });
    ask([&](auto done) { desk.answer(today(), ann, {wrong(shown)[1]}, done); });
    ask([&](auto done) { desk.list(today() + 1, ann, done); });
    return bodies;
  };
  EXPECT_EQ(with_right(move), with_right(wrong(shown)[2]));

  const Json first = json(attempt(ann, wrong(shown)[0], today()));
  EXPECT_TRUE(first.at("right").is_null());
  EXPECT_TRUE(first.at("line").is_null());
  EXPECT_TRUE(first.at("themes").is_null());
  EXPECT_EQ(first.at("you").at("state"), "open");
  EXPECT_TRUE(json(show(ann)).at("right").is_null());
  const Json solved = json(attempt(ann, lower(move), today()));
  EXPECT_EQ(solved.at("you").at("state"), "solved");
  EXPECT_EQ(solved.at("you").at("tried"), (Json{wrong(shown)[0], move}));
  EXPECT_EQ(solved.at("right"), Json(std::vector{move}));
  EXPECT_EQ(solved.at("line"), Json(solution(shown).line));
  EXPECT_EQ(solved.at("line").at(0), move);
  EXPECT_TRUE(solved.at("themes").is_array());
  // To nobody else.
  EXPECT_EQ(json(show({})), shown);
  EXPECT_EQ(json(show(bob)), shown);
  const Json up = json(attempt(bob, "", today()));
  EXPECT_EQ(up.at("you").at("state"), "given-up");
  EXPECT_EQ(up.at("right"), Json(std::vector{move}));
}

TEST_F(PuzzlesTest, ATryCountsOnce) {
  fill();
  const Json shown = json(show({}));
  const auto bad = wrong(shown);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(json(attempt(ann, bad[0], today())).at("you").at("tried").size(), 1U);
  const Reply no_move = attempt(ann, "Z9", today());
  EXPECT_EQ(no_move.status, 422);
  EXPECT_EQ(code(no_move), "illegal-move");
  EXPECT_EQ(json(attempt(ann, bad[1], today())).at("you").at("state"), "open");
  const Json failed = json(attempt(ann, bad[2], today()));
  EXPECT_EQ(failed.at("you").at("state"), "failed");
  EXPECT_EQ(failed.at("right"), Json(std::vector{right(shown)}));
  EXPECT_EQ(json(attempt(ann, right(shown), today())), failed) << "it is over";
  EXPECT_EQ(json(attempt(ann, "", today())), failed);
  EXPECT_EQ(code(attempt(ann, bad[0], today() + 1)), "not-found");
}

// Sent at once, as by a client that does not wait and one that sends again: each other move is one try, each same one
// none.
TEST_F(PuzzlesTest, TriesAtOnceComeOneAfterTheOther) {
  fill();
  const auto bad = wrong(json(show({})));
  std::vector<Json> answers;
  for (const auto& word : {bad[0], bad[0], bad[1], bad[0], bad[1]})
    puzzles->answer(today(), bob, {word}, [&](const auto& result) { answers.push_back(json(reply_of(result))); });
  run_until([&] { return answers.size() == 5; });
  std::set<std::string> tried;
  const Json you = json(show(bob)).at("you");
  for (const Json& word : you.at("tried")) tried.insert(word);
  EXPECT_EQ(tried, (std::set<std::string>{bad[0], bad[1]}));
  EXPECT_EQ(you.at("tried").size(), 2U);
  EXPECT_EQ(you.at("state"), "open");
}

TEST_F(PuzzlesTest, AreCounted) {
  fill();
  EXPECT_TRUE(list({}).at("score").is_null());
  EXPECT_EQ(list(ann).at("score").at("tried"), 0);
  const auto solve = [&](std::int64_t day) { attempt(ann, right(json(show({}, day))), day); };
  const std::int64_t start = today();
  for (int i = 0; i < 3; ++i) {
    solve(today());
    now_ms += kDay;
  }
  const auto counts = [&] {
    const Json one = list(ann).at("score");
    return std::vector<int>{one.at("tried"), one.at("solved"), one.at("at_once"), one.at("streak"), one.at("longest")};
  };
  EXPECT_EQ(counts(), (std::vector{3, 3, 3, 3, 3})) << "of today it may still come";
  show({});
  now_ms += kDay;
  EXPECT_EQ(counts(), (std::vector{3, 3, 3, 0, 3}));
  solve(start + 3);  // late
  EXPECT_EQ(counts(), (std::vector{4, 4, 4, 0, 3}));
  const Json shown = json(show({}));
  attempt(ann, wrong(shown)[0], today());
  solve(today());
  EXPECT_EQ(counts(), (std::vector{5, 5, 4, 1, 3}));
  EXPECT_EQ(json(show(ann, start + 3)).at("you").at("on_day"), false);
  // Part of what is taken out.
  const auto caller = who(token_of("Ann"));
  const Reply all = wait([&](auto done) { data_export.export_data(*caller, 1LL << 60, done); });
  EXPECT_EQ(json(all).at("puzzles").size(), 5U);
}

// Every day that a server runs has its puzzle, also where nobody asks; and the earlier ones are listed.
TEST_F(PuzzlesTest, EarlierDaysAreListed) {
  const std::int64_t start = today();
  for (int i = 0; i < 150; ++i) {
    fill();
    fill();
    if (i == 0) attempt(ann, right(json(show({}))), today());
    now_ms += kDay;
  }
  now_ms -= kDay;
  const Json page = list(ann);
  ASSERT_EQ(page.at("puzzles").size(), 100U);
  EXPECT_EQ(page.at("puzzles").at(0).at("day"), day_text(today()));
  EXPECT_EQ(page.at("next"), day_text(today() - 99));
  const Json rest = list(ann, today() - 99);
  ASSERT_EQ(rest.at("puzzles").size(), 50U);
  EXPECT_TRUE(rest.at("next").is_null());
  EXPECT_EQ(rest.at("puzzles").at(49).at("day"), day_text(start));
  EXPECT_EQ(rest.at("puzzles").at(49).at("you").at("state"), "solved");
  EXPECT_TRUE(list({}, start + 1).at("puzzles").at(0).at("you").is_null());
  EXPECT_EQ(list(ann).at("score").at("streak"), 0);
  EXPECT_EQ(json(show(ann, start)).at("you").at("state"), "solved");
}

TEST_F(PuzzlesTest, SaysWhenTheStoreFails) {
  store.fail_writes = true;
  fill();
  EXPECT_FALSE(log.empty());
  store.fail_writes = false;
  fill();
  const Json shown = json(show({}));
  store.fail_writes = true;
  EXPECT_EQ(attempt(ann, wrong(shown)[0], today()).status, 503);
  now_ms += kDay;
  EXPECT_EQ(show({}).status, 503) << "it cannot be chosen";
  store.fail_reads = true;
  EXPECT_EQ(show({}).status, 503);
  EXPECT_EQ(wait([&](auto done) { puzzles->list(today(), {}, done); }).status, 503);
  store.fail_writes = store.fail_reads = false;
  EXPECT_TRUE(json(show(ann)).at("you").is_null()) << "what was not stored did not happen";
}

// The picture of a list tells what the puzzle's page tells everybody, and nothing of days to come.
TEST_F(PuzzlesTest, BoardsShowThePositionsAsTheyArePosed) {
  fill();
  const std::int64_t day = today();
  show({});  // chooses it
  now_ms += kDay;
  show({});
  const auto boards = [&](const PuzzleDays& days) {
    return json(wait([&](auto done) { puzzles->boards(days, done, {}); })).at("boards");
  };
  const Json list = boards({day + 1, day, day - 1'000, day + 2});
  ASSERT_EQ(list.size(), 2U);
  for (const Json& board : list) {
    const bool first = board.at("id") == day_text(day);
    const Json view = json(show({}, first ? day : day + 1)).at("view");
    for (const char* key : {"board", "surface", "columns", "levels"}) EXPECT_EQ(board.at(key), view.at(key)) << key;
  }
  EXPECT_EQ(list[0].at("id"), day_text(day + 1)) << "in the order asked for";
  now_ms -= kDay;
  EXPECT_EQ(boards({day + 1, day}).size(), 1U) << "tomorrow's is a secret";
}

}  // namespace
}  // namespace cairn

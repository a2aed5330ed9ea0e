// Boards in lists: what a stranger and each player see of a game, of hidden ones above all.
#include "server/library/small_boards.h"

#include "server/protocol/small_boards_to_client.h"
#include "server/tests/table_service_case.h"

namespace cairn {
namespace {

struct SmallBoardsTest : TableServiceTest {
  std::vector<std::pair<std::string, double>> charged;
  int wait_s = 0;  // what the next one who asks has to wait
  World world{games(),
              [this] { return now; },
              {},
              {},
              post,
              [this](const Asker& who, double cost) {
                charged.emplace_back(who.key, cost);
                return wait_s;
              }};
  SmallBoards small_boards{*table_service, world};
  Person ann = enter("Ann"), bob = enter("Bob"), eve = enter("Eve");

  std::string make(const char* game, OptionValues options) {
    CreateTable wish;
    wish.game = game;
    wish.options = std::move(options);
    wish.opponent = CreateTable::Opponent::friends;
    wish.seat = CreateTable::SeatWish::first;
    const Reply made = wait([&](auto done) { table_service->create(ann, wish, done); });
    const std::string id = parse_json(made.body).at("id").get<std::string>();
    EXPECT_EQ(wait([&](auto done) { table_service->join(id, bob, done); }).status, 200);
    return id;
  }
  void play(const std::string& table, const Person& person, const std::string& word) {
    const Command command{word, state(table, person).at("version").get<int>(), Command::Kind::play, {word}};
    const Reply reply = wait([&](auto done) { table_service->command(table, person, command, done); });
    EXPECT_EQ(reply.status, 200) << word << ": " << reply.body;
  }
  Json boards(const TableIds& ids, const std::optional<Person>& person) {
    return parse_json(wait([&](auto done) { small_boards.boards(ids, person, done, {}); }).body).at("boards");
  }
  Json rows(const std::string& id, const std::optional<Person>& person) {
    return boards({id}, person).at(0).at("board");
  }
};

TEST_F(SmallBoardsTest, ShowWhatStandsInTheOrderAskedFor) {
  const std::string one = make("go", {{"size", "5"}}), two = make("go", {{"size", "9"}});
  play(one, ann, "B2");
  play(one, bob, "D4");
  const Json list = boards({two, "none", one}, std::nullopt);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].at("id"), two);
  EXPECT_EQ(list[0].at("columns"), 9);
  const Json& board = list[1];
  EXPECT_EQ(board.at("id"), one);
  EXPECT_EQ(board.at("board"), Json::parse(R"([".....","...W.",".....",".B...","....."])"));
  EXPECT_EQ(board.at("last"), Json::parse("[[0,3,3]]"));
  EXPECT_EQ(board.at("surface"), "grid");
  EXPECT_EQ(board.at("over"), false);
  const Json& before = board.at("version");
  play(one, ann, "C3");
  EXPECT_GT(boards({one}, std::nullopt)[0].at("version"), before) << "so that a list knows that it is old";
}

// The one projection: the same that the table itself shows.
TEST_F(SmallBoardsTest, OfAHiddenGameShowEachViewerWhatTheTableShowsThem) {
  const std::string id = make("phantom", {{"size", "5"}});
  play(id, ann, "B2");
  play(id, bob, "D4");
  const Json empty = Json::parse(R"([".....",".....",".....",".....","....."])");
  EXPECT_EQ(rows(id, std::nullopt), empty);
  EXPECT_EQ(rows(id, eve), empty) << "a stranger is a spectator";
  EXPECT_EQ(rows(id, ann), Json::parse(R"([".....",".....",".....",".B...","....."])"));
  EXPECT_EQ(rows(id, bob), Json::parse(R"([".....","...W.",".....",".....","....."])"));
  for (const auto& person : {ann, bob, eve}) {
    const Json board = boards({id}, person)[0];
    EXPECT_EQ(board.at("board"), state(id, person).at("view").at("board")) << person.name;
    EXPECT_EQ(board.at("version"), state(id, person).at("version")) << person.name;
  }
  EXPECT_TRUE(boards({id}, std::nullopt)[0].at("last").empty()) << "where the last move was";

  const Command resign{"r", state(id, ann).at("version").get<int>(), Command::Kind::resign};
  EXPECT_EQ(wait([&](auto done) { table_service->command(id, ann, resign, done); }).status, 200);
  EXPECT_EQ(rows(id, eve), Json::parse(R"([".....","...W.",".....",".B...","....."])")) << "now all is open";
}

// Twenty-four boards that have to be counted would hold everybody up for longer than they may.
TEST_F(SmallBoardsTest, LetOthersOnTheLoopBetweenThem) {
  TableIds ids;
  for (int i = 0; i < 5; ++i) ids.push_back(make("go", {{"size", "5"}}));
  while (run_one()) {
  }
  std::optional<Reply> answer;
  small_boards.boards(ids, ann, TakeReply{&answer}, {});
  int turns = 0;
  for (; !answer; ++turns) ASSERT_TRUE(run_one());
  EXPECT_GE(turns, 4) << "a turn for each behind the first, though all are in memory";
  EXPECT_EQ(parse_json(answer->body).at("boards").size(), 5U);
}

TEST_F(SmallBoardsTest, AreChargedBeforeTheFirstIsLookedAt) {
  const std::string id = make("go", {{"size", "5"}});
  const Asker bob_asks = asker_of(bob.id);
  const auto ask = [&] { return wait([&](auto done) { small_boards.boards({id, "none", id}, bob, done, bob_asks); }); };
  EXPECT_EQ(ask().status, 200);
  wait_s = 7;
  const Reply refused = ask();
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.retry_after_s, 7);
  const std::pair<std::string, double> one{bob_asks.key, 3 * kCostOfBoard};
  EXPECT_EQ(charged, (std::vector{one, one}));
}

TEST_F(SmallBoardsTest, LeaveOutWhatCannotBeRead) {
  const std::string id = make("go", {{"size", "5"}});
  table_service = make_table_service(1);
  SmallBoards others(*table_service, world);
  store.fail_reads = true;
  const Reply reply = wait([&](auto done) { others.boards({id}, ann, done, {}); });
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, R"({"boards":[]})");
  store.fail_reads = false;
}

}  // namespace
}  // namespace cairn

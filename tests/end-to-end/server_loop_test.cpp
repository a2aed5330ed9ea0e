// Nothing that one person asks for holds the loop for long: threads beside it read and write what is long.
#include <gtest/gtest.h>

#include "server/tests/store_checks.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

double metric(Client& client, const std::string& name) {
  const std::string text = client.get("/metrics").body;
  const auto at = text.find("\n" + name + " ");
  return at == std::string::npos ? -1.0 : std::stod(text.substr(at + name.size() + 2));
}

// What is long was done elsewhere than on the loop: at most so much of it was done there at once.
void expect_shared(Client& client) {
  constexpr double kBytes = 20'000, kEntries = 101;
  EXPECT_GE(metric(client, "cairn_loop_longest_hold_seconds"), 0);
  const double bytes = metric(client, "cairn_loop_most_bytes"), entries = metric(client, "cairn_loop_most_entries");
  EXPECT_GT(bytes, 0);
  EXPECT_LT(bytes, kBytes);
  EXPECT_GE(entries, 0);
  EXPECT_LE(entries, kEntries);
}

// A finished game of many moves, in the data folder of a server to come.
void store_long_game(const std::string& folder, const std::string& id, int moves) {
  Loop loop;
  ASSERT_TRUE(init_tokens());
  const auto store = open_sqlite_store(folder, loop.post()).store;
  ASSERT_TRUE(store);
  TableRow row;
  row.id = id;
  row.setup.game = "go";
  row.setup.options = find_game("go")->complete({{"size", "19"}, {"ko", "positional"}});
  row.setup.created_ms = 1'700'000'000'000;
  row.occupants = {{SeatKind::guest, 1, "Ann"}, {SeatKind::guest, 2, "Bob"}};
  ASSERT_EQ(loop.wait([&](auto done) { store->tables.add_table(row, done); }).how, Written::How::durable);
  Position position = find_game("go")->make({row.setup.options, std::nullopt}).position;
  Append append;
  append.table = id;
  int written = 0;
  for (append.number = 1; append.number <= moves; ++append.number) {
    append.entry.seat = position.turn().seat;
    const auto legal = position.legal_words(append.entry.seat);
    const auto number = static_cast<std::size_t>(append.number);
    append.entry.words = legal.size() > 1 ? legal[number * 7 % (legal.size() - 1)] : "pass";
    append.entry.at_ms = row.setup.created_ms + append.number;
    append.over = append.number == moves;
    if (append.over) append.entry.kind = Entry::Kind::resign;
    EventLog ignored;
    if (!append.over)
      ASSERT_EQ(position.play(append.entry.seat, append.entry.words, ignored), Reason::none);
    else
      append.entry.words.clear();
    store->tables.append(append,
                         [&](const Written& result) { written += result.how == Written::How::durable ? 1 : 0; });
  }
  loop.run_until([&] { return written == moves; });
}

// A record of many variations is read in a thread of its own: nothing on the loop takes a good part of that time.
TEST(ServerLimits, LongRecordsDoNotHoldTheOthersUp) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client ann(running.port());
  ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
  std::string record = "(;GM[1]SZ[19]";
  for (int i = 0; i < 3'000; ++i) {
    const std::string at = {static_cast<char>('a' + i % 19), static_cast<char>('a' + i / 19 % 19)};
    record += "(;B[" + at + "])";
  }
  record += ")";
  Json wish = {{"name", "Long"}, {"record", record}, {"access", "link"}};
  const Response made = ann.post("/api/studies", wish);
  ASSERT_EQ(made.status, 201) << made.body.substr(0, 300);
  const std::string at = "/api/studies/" + made.json().at("id").get<std::string>();
  wish["version"] = 1;
  EXPECT_EQ(ann.ask("PUT", at, wish.dump(), {{"Content-Type", "application/json"}}).status, 200);
  EXPECT_EQ(ann.get(at + "/game.sgf").status, 200);
  expect_shared(ann);
}

TEST(ServerLimits, LongGamesDoNotHoldTheOthersUp) {
  const TempFolder folder;
  const ServerConfig config = config_for(folder);
  store_long_game(config.data, "longgame", 1'200);
  const Running running(config);
  Client ann(running.port());
  ann.enter("Eve");
  const Response sgf = ann.get("/api/tables/longgame/game.sgf");
  ASSERT_EQ(sgf.status, 200) << sgf.body;
  EXPECT_EQ(ann.get("/api/tables/longgame/game.sgf").body, sgf.body);
  EXPECT_EQ(ann.get("/api/tables/longgame/game.json").status, 200);
  std::string archived;
  for (int i = 0; i < 100 && archived.size() < sgf.body.size(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    archived = ann.get("/api/archive/games.sgf").body;
  }
  EXPECT_EQ(archived, sgf.body);
  expect_shared(ann);
}

// Long bodies are read beside the loop, whatever they are and whoever sends them; an object of very many keys, which
// takes the square of their number, not at all.
TEST(ServerLimits, LongBodiesDoNotHoldTheOthersUp) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client eve(running.port());
  Json list = Json::array(), keys = Json::object();
  for (int i = 0; i < 12'000; ++i) list.push_back(i);
  for (int i = 0; i < 4'000; ++i) keys[std::to_string(i)] = i;
  for (const Json& body : {list, keys, Json{{"name", list}}, Json{{"name", keys}}}) {
    EXPECT_EQ(eve.post("/api/guest", body).status, 400);
    EXPECT_EQ(eve.post("/api/session", body).status, 400);
  }
  eve.enter("Eve");
  EXPECT_LT(eve.post("/api/guest", {{"name", std::string(30'000, 'x')}}).status, 300) << "she keeps her name";
  EXPECT_EQ(eve.post("/api/tables", {{"game", "go"}, {"options", keys}}).status, 400);
  expect_shared(eve);
}

// Everybody pays for what has to be written for them, by its length; what is kept costs nothing.
TEST(ServerLimits, FilesAreChargedByTheirLength) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = true;
  config.work_per_second = 0.01;
  config.work_at_once = 100;
  store_long_game(config.data, "longgame", 150);
  const Running running(config);
  Client anybody(running.port()), ann(running.port());
  ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
  const std::string file = "/api/tables/longgame/game.";
  const Response sgf = anybody.get(file + "sgf");
  ASSERT_EQ(sgf.status, 200) << sgf.body;
  EXPECT_EQ(anybody.get(file + "sgf").body, sgf.body);
  const Response more = anybody.get(file + "json");
  EXPECT_EQ(more.code(), "too-many");
  EXPECT_TRUE(more.headers.contains("retry-after"));
  EXPECT_EQ(anybody.get("/api/tables/longgame/board.png").code(), "too-many");
  EXPECT_EQ(ann.get(file + "json").status, 200) << "an account pays its own";
  EXPECT_EQ(anybody.get(file + "json").status, 200) << "it is kept";
}

}  // namespace
}  // namespace cairn::testing

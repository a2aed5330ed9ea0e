// `cairn worker` as processes at real servers that do not think themselves: whole games of bots, through killed
// workers, killed servers and two servers on one PostgreSQL; and who may not take a bot's turn, or answers too late.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>

#include "notation/record.h"
#include "server/play/table.h"
#include "server/tables/bots.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Words = std::vector<std::string>;
using Clock = std::chrono::steady_clock;
constexpr auto kWait = std::chrono::seconds(120);  // far more than anything here takes
constexpr auto kNap = std::chrono::milliseconds(20);

const Json kWish = {{"rules", kRulesVersion}, {"wait", 5}};

// A game of Ann's whose bot waits for workers.
struct WorkedGame {
  Client& ann;
  std::string table;

  void move(const std::string& request) {
    const Json state = ann.state(table);
    ASSERT_EQ(ann.command(table, request, state.at("version"), state.at("legal").at(0)).status, 200);
  }
  void command(const char* what) {
    const Json body = {{"request", what}, {"version", ann.state(table).at("version")}, {"command", what}};
    ASSERT_EQ(ann.post("/api/tables/" + table + "/commands", body).status, 200);
  }
};

struct ServerWorker : ::testing::Test {
  TempFolder folder;
  const std::string data = folder.path() + "/data";
  const Words place = {"--data", data, "--bot-threads", "0", "--log-level", "error"};
  std::string token;

  std::string log() const { return folder.path() + "/worker.log"; }
  static std::string url(std::uint16_t port) { return "http://127.0.0.1:" + std::to_string(port); }

  // By the host, beside the server.
  void make_token(std::uint16_t port, const std::string& where) {
    Client host(port);
    ASSERT_EQ(host.post("/api/account", {{"name", "Keeper"}, {"password", "a long password"}}).status, 201);
    token = cairn_says("admin worker keeper " + where);
    ASSERT_TRUE(token.starts_with("cairn_")) << token;
    token.pop_back();
    const Json listed = host.get("/api/tokens").json().at("tokens");
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_EQ(listed.at(0).at("scopes"), Json({"work"}));
  }
  std::unique_ptr<ProgramProcess> worker(std::uint16_t port, int jobs = 2) const {
    const Words options = {"--server", url(port), "--jobs", std::to_string(jobs), "--log", "debug"};
    return std::make_unique<ProgramProcess>("worker", log(), token, options);
  }
  // What a worker asks, by the test itself.
  static Response ask(std::uint16_t port, const std::string& bearer, const std::string& what, const Json& body) {
    Client somebody(port);
    std::map<std::string, std::string> headers = {{"Content-Type", "application/json"}};
    if (!bearer.empty()) headers["Authorization"] = "Bearer " + bearer;
    return somebody.ask("POST", "/api/work/" + what, body.dump(), headers);
  }
  Json take(std::uint16_t port) const {
    const Response taken = ask(port, token, "take", kWish);
    EXPECT_EQ(taken.status, 200) << taken.body;
    return taken.status == 200 ? taken.json().at("turn") : Json();
  }
  static Json key_of(const Json& turn) {
    return {{"table", turn.at("table")}, {"lease", turn.at("lease")}, {"number", turn.at("number")}};
  }
  static Json wish(const std::string& game = "margo", const Json& options = {{"size", 3}}) {
    return {{"game", game},    {"options", options}, {"opponent", "bot"},
            {"seat", "first"}, {"seconds", 0.1},     {"level", 3}};
  }
  static Json rated_wish() {
    return {{"game", "go"}, {"opponent", "bot"}, {"seat", "first"},
            {"level", 1},   {"rated", true},     {"clock", "fischer 5m+3s"}};
  }
  static Json slow_wish(int level) {
    Json out = wish("margo", {{"size", 4}});
    out["seconds"] = 10;
    out["level"] = level;
    return out;
  }
  void expect_late(std::uint16_t port, const Json& answer) const {
    const Response reply = ask(port, token, "answer", answer);
    EXPECT_EQ(reply.status, 409) << reply.body;
    EXPECT_EQ(reply.code(), "no-lease") << reply.body;
  }
  // While a worker thinks the game goes on by Ann's command.
  void expect_overtaken(std::uint16_t port, WorkedGame& game, const char* request, const char* command) const {
    game.move(request);
    const Json turn = take(port);
    ASSERT_TRUE(turn.is_object());
    game.command(command);
    Json answer = key_of(turn);
    answer["word"] = "pass";
    expect_late(port, answer);
  }
  static std::size_t moves(Client& client, const std::string& table) {
    const Json state = client.state(table);
    return state.is_object() && state.contains("moves") ? state.at("moves").size() : 0;
  }
  // Plays the first legal word whenever it is the client's turn, in all games at once, until every game is over or has
  // so many moves.
  static void play(Client& client, const Words& tables, std::size_t most = 1'000) {
    std::deque<std::string> open(tables.begin(), tables.end());
    std::size_t quiet = 0;
    auto last = Clock::now();
    while (!open.empty() && Clock::now() < last + kWait) {
      const std::string table = open.front();
      open.pop_front();
      const Json state = client.state(table);
      if (!state.is_object() || !state.contains("view")) {
        client.forget_connection();
        std::this_thread::sleep_for(kNap);
        open.push_back(table);
        continue;
      }
      if (state.at("view").at("over").get<bool>() || state.at("moves").size() >= most) continue;
      open.push_back(table);
      if (state.at("legal").empty()) {
        if (++quiet % open.size() == 0) std::this_thread::sleep_for(kNap);
        continue;
      }
      const Response reply =
          client.command(table, "m" + state.at("version").dump(), state.at("version"), state.at("legal").at(0));
      if (reply.status != 200) {
        client.forget_connection();
        continue;
      }
      last = Clock::now();
    }
    EXPECT_TRUE(open.empty()) << open.size() << " games do not go on, as "
                              << (open.empty() ? "" : client.state(open.front()).dump());
  }
};

TEST_F(ServerWorker, ManyGamesByTwoWorkersThroughKillsAndARestart) {
  auto server = std::make_unique<Process>(place);
  const std::uint16_t port = server->port();
  ASSERT_NE(port, 0);
  make_token(port, "--data " + data);
  auto one = worker(port), two = worker(port);
  Client ann(port);
  ann.enter("Ann");
  Words tables;
  for (int i = 0; i < 12; ++i) tables.push_back(ann.create(wish()));
  tables.push_back(ann.create(wish("go", {{"size", 5}})));
  play(ann, tables, 6);
  server->end(SIGKILL);
  server = std::make_unique<Process>(place, "", port);
  ASSERT_EQ(server->port(), port) << server->said();
  ann.forget_connection();
  play(ann, tables, 10);
  server->end(SIGTERM);  // waits for nobody who waits for turns
  server = std::make_unique<Process>(place, "", port);
  ASSERT_EQ(server->port(), port) << server->said();
  ann.forget_connection();
  tables.pop_back();  // an agreement waits at its end
  play(ann, tables);
  one->send(SIGTERM);
  EXPECT_EQ(one->wait(), 130) << one->said();
  tables = {ann.create(wish())};
  play(ann, tables);
  two->send(SIGINT);
  EXPECT_EQ(two->wait(), 130) << two->said();
  const std::string said = one->said();
  EXPECT_NE(said.find("trying again until it works"), std::string::npos) << said;
  EXPECT_NE(said.find("connected to the server again"), std::string::npos) << said;
  EXPECT_EQ(said.find(token), std::string::npos);
  const std::string metrics = ann.get("/metrics").body;
  for (const char* what : {"taken", "played", "returned", "late", "lost"})
    EXPECT_NE(metrics.find("cairn_worker_turns_total{what=\"" + std::string(what) + "\"}"), std::string::npos)
        << metrics;
  EXPECT_EQ(metrics.find("{what=\"played\"} 0\n"), std::string::npos) << metrics;
}

// At a level that counts playouts the move follows from the turn, whoever thinks about it.
TEST_F(ServerWorker, AWorkerPlaysWhatTheServerWouldHavePlayed) {
  Process server(place);
  make_token(server.port(), "--data " + data);
  Client ann(server.port());
  ann.enter("Ann");
  const std::string table = ann.create(slow_wish(2));
  std::unique_ptr<ProgramProcess> helper;
  for (const bool by_worker : {false, true}) {
    const Json state = ann.state(table);
    const std::string request = by_worker ? "w" : "s";
    ASSERT_EQ(ann.command(table, request, state.at("version"), state.at("legal").at(0)).status, 200);
    const Json turn = take(server.port());
    ASSERT_TRUE(turn.is_object());
    EXPECT_EQ(turn.at("seconds"), 10.0);
    Json json = {{"format", kRecordFormat}, {"version", 1}};
    for (const char* key : {"game", "options", "moves"}) json[key] = turn.at(key);
    Record record;
    ASSERT_EQ(read_record(json.dump(), record), "");
    const Refolded refolded = refold(record);
    ASSERT_EQ(refolded.error, "");
    const auto expected = choose_words({refolded.info, refolded.position, seat_at(turn.at("seat")), 10,
                                        turn.at("level"), std::stoull(turn.at("seed").get<std::string>())},
                                       nullptr);
    ASSERT_EQ(expected.size(), 1U);
    Json answer = key_of(turn);
    if (!by_worker) answer["failure"] = "let the server do it";
    ASSERT_EQ(ask(server.port(), token, "answer", answer).status, 200);
    if (by_worker) helper = worker(server.port());
    const std::size_t before = turn.at("moves").size();
    ASSERT_TRUE(wait_for([&] { return moves(ann, table) > before; }));
    EXPECT_EQ(ann.state(table).at("moves").at(before).at("word"), expected[0]) << by_worker;
  }
}

TEST_F(ServerWorker, AKilledWorkersTurnGoesToAnother) {
  Process server(place);
  make_token(server.port(), "--data " + data);
  Client ann(server.port());
  ann.enter("Ann");
  // The bot's clock is short: so is the time of who thinks for it.
  Json slow = slow_wish(10);
  slow["clock"] = "absolute 60s";
  const auto thinking = [&] { return ann.get("/metrics").body.find("cairn_workers_thinking 1") != std::string::npos; };
  std::string table;
  bool answered = true;
  for (int tries = 0; answered && tries < 5; ++tries) {  // until it is killed before it has answered
    table = ann.create(slow);
    const Json state = ann.state(table);
    const auto one = worker(server.port(), 1);
    ASSERT_EQ(ann.command(table, "a", state.at("version"), state.at("legal").at(0)).status, 200);
    ASSERT_TRUE(wait_for([&] { return thinking() || moves(ann, table) == 2; }));
    one->end(SIGKILL);
    answered = moves(ann, table) == 2;
  }
  ASSERT_FALSE(answered);
  const auto two = worker(server.port(), 1);
  EXPECT_TRUE(wait_for([&] { return moves(ann, table) == 2; })) << two->said();
  EXPECT_FALSE(ann.state(table).at("view").at("over").get<bool>());
  EXPECT_NE(ann.get("/metrics").body.find("{what=\"lost\"} 1\n"), std::string::npos);
}

TEST_F(ServerWorker, WhatComesLateOrIsWrongDoesNoHarm) {
  Process server(place);
  const std::uint16_t port = server.port();
  make_token(port, "--data " + data);
  Client ann(port);
  ann.enter("Ann");
  WorkedGame game{ann, ann.create(wish())};
  EXPECT_TRUE(take(port).is_null()) << "nothing to do";
  game.move("a");
  // Given back, it is there at once; answered twice, it is played once.
  Json turn = take(port);
  ASSERT_TRUE(turn.is_object());
  EXPECT_EQ(turn.at("table"), game.table);
  EXPECT_EQ(turn.at("moves").size(), 1U);
  EXPECT_EQ(ask(port, token, "answer", key_of(turn)).json(), Json({{"played", false}}));
  const Json first = turn;
  turn = take(port);
  ASSERT_TRUE(turn.is_object());
  EXPECT_EQ(turn.at("number"), first.at("number"));
  EXPECT_EQ(turn.at("seed"), first.at("seed"));
  Json answer = key_of(first);
  answer["word"] = "pass";
  expect_late(port, answer);
  answer = key_of(turn);
  answer["number"] = turn.at("number").get<int>() + 1;
  answer["word"] = "A1";
  expect_late(port, answer);
  turn = take(port);
  answer = key_of(turn);
  Json word = "C1";
  for (const char* free : {"A1", "C1", "E1"})
    if (turn.at("moves").at(0).at(1) != free) word = free;
  answer["word"] = word;
  EXPECT_EQ(ask(port, token, "answer", answer).json(), Json({{"played", true}}));
  expect_late(port, answer);
  EXPECT_EQ(moves(ann, game.table), 2U);
  // The game goes on by somebody else while a worker thinks.
  expect_overtaken(port, game, "b", "undo");
  EXPECT_EQ(moves(ann, game.table), 2U);
  // What a worker cannot do, the server's own thread does, also a move that the rules forbid.
  for (const auto& [key, value] : std::map<std::string, std::string>{{"word", "Z99"}, {"failure", "no idea"}}) {
    game.move(key);
    turn = take(port);
    ASSERT_TRUE(turn.is_object());
    const std::size_t before = turn.at("moves").size();
    answer = key_of(turn);
    answer[key] = value;
    const Response reply = ask(port, token, "answer", answer);
    EXPECT_EQ(reply.status, key == "word" ? 422 : 200) << reply.body;
    EXPECT_TRUE(wait_for([&] { return moves(ann, game.table) == before + 1; }));
  }
  expect_overtaken(port, game, "c", "resign");
}

TEST_F(ServerWorker, NobodyTakesTurnsWithoutTheScope) {
  Process server(place);
  const std::uint16_t port = server.port();
  make_token(port, "--data " + data);
  Client ann(port);
  ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "a long password"}}).status, 201);
  const Response wide = ann.post("/api/tokens", {{"name", "t"}, {"scopes", {"read", "play", "account"}}});
  ASSERT_EQ(wide.status, 201);
  const std::string other = wide.json().at("token");
  EXPECT_EQ(ann.post("/api/tokens", {{"name", "t"}, {"scopes", {"work"}}}).status, 400) << "the host grants it";
  for (const char* what : {"take", "answer"}) {
    EXPECT_EQ(ask(port, "", what, kWish).code(), "no-session");
    EXPECT_EQ(ask(port, other, what, kWish).code(), "bad-scope");
    EXPECT_EQ(ann.post("/api/work/" + std::string(what), kWish).code(), "bad-scope");
  }
  // And the scope is for nothing else.
  for (const char* target : {"/api/tables", "/api/lobby", "/api/account"})
    EXPECT_EQ(ann.ask("GET", target, "", {{"Authorization", "Bearer " + token}}).code(), "bad-scope") << target;
  EXPECT_EQ(ask(port, token, "take", {{"rules", kRulesVersion + 1}, {"wait", 1}}).code(), "other-rules");
  EXPECT_EQ(run_cairn("admin worker nobody --data " + data), 1);
  const auto exit_of = [&](const std::string& bearer, const Words& options) {
    ProgramProcess refused("worker", log(), bearer, options);
    const int status = refused.wait();
    return std::pair(status, refused.said());
  };
  EXPECT_EQ(exit_of(other, {"--server", url(port)}).first, 2);
  EXPECT_NE(exit_of(other, {"--server", url(port)}).second.find("cairn admin worker"), std::string::npos);
  EXPECT_EQ(exit_of("", {"--server", url(port)}).first, 2);
  EXPECT_EQ(exit_of(token, {"--server", "ftp://x"}).first, 2);
  EXPECT_EQ(exit_of("cairn_nonsense", {"--server", url(port)}).first, 2);
}

TEST_F(ServerWorker, WhatIsHiddenStaysWithTheServer) {
  Process server(place);
  const std::uint16_t port = server.port();
  make_token(port, "--data " + data);
  Client ann(port);
  ann.enter("Ann");
  const std::string table = ann.create(wish("phantom", {{"size", 5}}));
  const Json state = ann.state(table);
  ASSERT_EQ(ann.command(table, "a", state.at("version"), state.at("legal").at(0)).status, 200);
  EXPECT_TRUE(take(port).is_null());
  EXPECT_TRUE(wait_for([&] { return !ann.state(table).at("legal").empty(); })) << "its own thread plays it";
}

// The rank of a level is that of the server's own engine; a worker may play with another. Nor does a worker get the
// turn when the server was started again while the bot was to move.
TEST_F(ServerWorker, RatedTurnsStayWithTheServer) {
  auto server = std::make_unique<Process>(place);
  const std::uint16_t port = server->port();
  make_token(port, "--data " + data);
  Client ann(port);
  ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "a long password"}}).status, 201);
  const std::string table = ann.create(rated_wish());
  for (const bool restarted : {false, true}) {
    const Json state = ann.state(table);
    const std::string request = restarted ? "b" : "a";
    ASSERT_EQ(ann.command(table, request, state.at("version"), state.at("legal").at(0)).status, 200);
    if (restarted) {
      server->end(SIGKILL);
      server = std::make_unique<Process>(place, "", port);
      ASSERT_EQ(server->port(), port) << server->said();
      ann.forget_connection();
    }
    EXPECT_TRUE(take(port).is_null());  // whether or not the bot had moved before the end of the server
    EXPECT_TRUE(wait_for([&] { return !ann.state(table).at("legal").empty(); })) << "its own thread plays it";
  }
}

TEST_F(ServerWorker, TwoServersOfOneDatabaseShareTheirWorkers) {
  const PostgresCluster postgres;
  const std::string database = postgres.url("postgres");
  const Words shared = {"--database", database, "--bot-threads", "0", "--log-level", "error"};
  auto here = std::make_unique<Process>(shared);
  Process there(shared);
  ASSERT_NE(here->port(), 0);
  ASSERT_NE(there.port(), 0);
  make_token(here->port(), "--database '" + database + "'");
  const auto one = worker(there.port()), two = worker(there.port());
  Client ann(here->port()), again(there.port());
  ann.enter("Ann");
  again.enter("Bob");
  Words tables, others;
  for (int i = 0; i < 4; ++i) tables.push_back(ann.create(wish()));
  for (int i = 0; i < 4; ++i) others.push_back(again.create(wish()));
  play(ann, tables, 4);  // all its workers are at the other server
  play(again, others, 8);
  two->end(SIGKILL);
  // A turn taken from one server is answered to the other.
  const std::string table = ann.create(wish());
  one->send(SIGTERM);
  EXPECT_EQ(one->wait(), 130);
  const Json state = ann.state(table);
  ASSERT_EQ(ann.command(table, "a", state.at("version"), state.at("legal").at(0)).status, 200);
  Json turn;
  ASSERT_TRUE(wait_for([&] {
    turn = take(there.port());
    return turn.is_object() && turn.at("table") == table;
  }));
  EXPECT_EQ(ask(here->port(), token, "answer", key_of(turn)).json(), Json({{"played", false}}));
  here->end(SIGKILL);
  const auto three = worker(there.port());
  EXPECT_TRUE(wait_for([&] { return again.state(table).at("moves").size() == 2U; }));
  play(again, others);
}

}  // namespace
}  // namespace cairn::testing

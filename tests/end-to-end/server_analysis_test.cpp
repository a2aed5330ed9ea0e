// Analyses of games by real servers and real workers: through workers and servers that are killed in the middle,
// several servers on one PostgreSQL, and beside bots that must not wait for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "core/text.h"
#include "sanitized.h"
#include "server/tests/missed_win.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Words = std::vector<std::string>;

struct ServerAnalysis : ::testing::Test {
  TempFolder folder;
  const std::string data = folder.path() + "/data";
  std::string token;

  Words place(const std::string& playouts, const std::string& threads = "0") const {
    return {"--data",      data,    "--bot-threads",      threads, "--analysis-playouts", playouts,
            "--log-level", "error", "--analysis-seconds", "60"};  // playouts are the limit, or results differ
  }
  static std::string address(const std::string& table) { return "/api/tables/" + table + "/analysis"; }
  void make_token(std::uint16_t port, const std::string& where) {
    Client host(port);
    ASSERT_EQ(host.post("/api/account", {{"name", "Keeper"}, {"password", "a long password"}}).status, 201);
    token = cairn_says("admin worker keeper " + where);
    ASSERT_TRUE(token.starts_with("cairn_")) << token;
    token.pop_back();
  }
  std::unique_ptr<ProgramProcess> worker(std::uint16_t port, int jobs = 1) const {
    const Words options = {
        "--server", "http://127.0.0.1:" + std::to_string(port), "--jobs", std::to_string(jobs), "--log", "debug"};
    return std::make_unique<ProgramProcess>("worker", folder.path() + "/worker.log", token, options);
  }
  static std::string metric(Client& client, const std::string& name) {
    const std::string text = client.get("/metrics").body;
    const auto at = text.find("\n" + name + " ");
    if (at == std::string::npos) return "none";
    const auto begin = at + name.size() + 2;
    return text.substr(begin, text.find('\n', begin) - begin);
  }
  // Two people play these words, and who would be next resigns; "": the first that is legal.
  static std::string game(Client& ann, Client& bob, const Json& wish, const Words& words) {
    const std::string table = ann.create(wish);
    EXPECT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
    int requests = 0;
    for (std::size_t i = 0; i <= words.size(); ++i) {
      Json state = ann.state(table);
      Client& by = state.at("legal").empty() ? bob : ann;
      if (&by == &bob) state = bob.state(table);
      const std::string request = "q" + std::to_string(++requests);
      if (i == words.size()) {
        const Json resign = {{"request", request}, {"version", state.at("version")}, {"command", "resign"}};
        EXPECT_EQ(by.post("/api/tables/" + table + "/commands", resign).status, 200);
        break;
      }
      const std::string word = words[i].empty() ? state.at("legal").at(0).get<std::string>() : words[i];
      EXPECT_EQ(by.command(table, request, state.at("version"), word).status, 200) << word;
    }
    return table;
  }
  static Json friends(const std::string& of, const Json& options = Json::object()) {
    return {{"game", of}, {"options", options}, {"opponent", "friend"}, {"seat", "first"}};
  }
  static std::string state_of(Client& client, const std::string& table) {
    const Response answer = client.get(address(table));
    return answer.status == 200 ? answer.json().at("state").get<std::string>() : "";
  }
};

const Words kMoves(40);

// The same in the end as where nobody was killed and nobody helped.
TEST_F(ServerAnalysis, GoesOnWhenItsWorkerAndItsServerAreKilled) {
  const std::string playouts = kSanitized ? "40" : "1000";  // some seconds for the whole game
  auto server = std::make_unique<Process>(place(playouts));
  const std::uint16_t port = server->port();
  ASSERT_NE(port, 0);
  make_token(port, "--data " + data);
  Client ann(port), bob(port);
  ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "a long password"}}).status, 201);
  bob.enter("Bob");
  const Json wish = friends("go", {{"size", 9}});
  const std::string table = game(ann, bob, wish, kMoves);
  EXPECT_EQ(state_of(ann, table), "none");
  ASSERT_EQ(ann.post(address(table), Json::object()).status, 200);
  EXPECT_EQ(state_of(ann, table), "queued") << "nobody works here";

  auto one = worker(port);
  const auto looked = [&] {
    const Response answer = ann.get(address(table));
    if (answer.status != 200) ann.forget_connection();
    return answer.status == 200 ? answer.json().at("looked").get<int>() : -1;
  };
  ASSERT_TRUE(wait_for([&] { return looked() > 0; })) << one->said();
  one->end(SIGKILL);
  const int kept = looked();
  EXPECT_LT(kept, 41) << "it was killed in the middle";
  EXPECT_EQ(state_of(ann, table), "running");

  // Another takes its part over when its time is over; then the server is killed as well.
  auto two = worker(port);
  ASSERT_TRUE(wait_for([&] { return looked() > kept; })) << two->said();
  server->end(SIGKILL);
  server = std::make_unique<Process>(place(playouts), "", port);
  ASSERT_EQ(server->port(), port) << server->said();
  ann.forget_connection();
  EXPECT_GT(looked(), kept) << "what was told is kept";
  ASSERT_TRUE(wait_for([&] { return state_of(ann, table) == "done"; })) << two->said();
  const Json found = ann.get(address(table)).json();
  EXPECT_EQ(found.at("moves").size(), 40U);
  EXPECT_EQ(found.at("looked"), 41);
  two->send(SIGTERM);
  EXPECT_EQ(two->wait(), 130) << two->said();
  server->end(SIGTERM);

  // By the threads of a server alone.
  Process alone(place(playouts, "2"));
  Client eve(alone.port()), joe(alone.port());
  ASSERT_EQ(eve.post("/api/account", {{"name", "Eve"}, {"password", "a long password"}}).status, 201);
  joe.enter("Joe");
  EXPECT_EQ(eve.get(address(table)).json(), found) << "it is there for everybody, after another restart";
  const std::string again = game(eve, joe, wish, kMoves);
  ASSERT_EQ(eve.post(address(again), Json::object()).status, 200);
  ASSERT_TRUE(wait_for([&] { return state_of(eve, again) == "done"; }));
  EXPECT_EQ(eve.get(address(again)).json().at("moves"), found.at("moves"));
  EXPECT_EQ(metric(eve, "cairn_analyses_total{what=\"asked\"}"), "1");
}

// The one job of a worker, and later the one thread of a server, is at an analysis that takes for ever.
TEST_F(ServerAnalysis, BotsDoNotWaitForIt) {
  auto server = std::make_unique<Process>(place("1000000"));
  const std::uint16_t port = server->port();
  make_token(port, "--data " + data);
  Client ann(port), bob(port);
  ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "a long password"}}).status, 201);
  bob.enter("Bob");
  const std::string over = game(ann, bob, friends("go"), Words(4));
  ASSERT_EQ(ann.post(address(over), Json::object()).status, 200);
  const Json wish = {{"game", "margo"}, {"opponent", "bot"}, {"seat", "first"}, {"seconds", 0.1}, {"level", 3}};
  std::string table = ann.create(wish);
  const auto bot_answers = [&](const std::string& request) {
    const Json state = ann.state(table);
    const std::size_t before = state.at("moves").size();
    EXPECT_EQ(ann.command(table, request, state.at("version"), state.at("legal").at(0)).status, 200);
    return wait_for([&] { return ann.state(table).at("moves").size() > before + 1; });
  };
  const auto one = worker(port);
  ASSERT_TRUE(wait_for([&] { return state_of(ann, over) == "running"; })) << one->said();
  ASSERT_TRUE(bot_answers("a")) << one->said();
  EXPECT_TRUE(wait_for([&] { return metric(ann, "cairn_analysis_parts_total{what=\"returned\"}") != "0"; }));
  EXPECT_EQ(ann.get(address(over)).json().at("looked"), 0) << "it is still at the first position";
  one->send(SIGTERM);
  EXPECT_EQ(one->wait(), 130) << one->said();
  server->end(SIGTERM);
  server = std::make_unique<Process>(place("1000000", "1"), "", port);
  ann.forget_connection();
  ASSERT_TRUE(wait_for([&] { return metric(ann, "cairn_analysis_threads") == "1"; }));
  ASSERT_TRUE(bot_answers("b"));
  EXPECT_NE(metric(ann, "cairn_analysis_parts_total{what=\"returned\"}"), "0");
}

TEST_F(ServerAnalysis, SeveralServersShareTheWorkAndFindAPuzzle) {
  const PostgresCluster postgres;
  const std::string database = postgres.url("postgres");
  const Words shared = {"--database",          database, "--bot-threads", "0",
                        "--analysis-playouts", "300",    "--log-level",   "error"};
  auto here = std::make_unique<Process>(shared);
  Process there(shared);
  make_token(here->port(), "--database '" + database + "'");
  Client ann(here->port()), bob(here->port()), far(there.port());
  ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "a long password"}}).status, 201);
  bob.enter("Bob");
  // In the last of them a won game is thrown away.
  const SolvedPosition& solved = kMissedWin;
  Words lost;
  for (const auto word : split_words(solved.moves)) lost.emplace_back(word);
  Words tables;
  for (int i = 0; i < 5; ++i) tables.push_back(game(ann, bob, friends("margo", {{"size", 4}}), Words(12)));
  const std::string after = ann.create(friends(std::string(solved.game)));
  EXPECT_EQ(bob.post("/api/tables/" + after + "/join", Json::object()).status, 200);
  for (std::size_t i = 0; i <= lost.size(); ++i) {
    const Json mine = ann.state(after);
    Client& by = mine.at("legal").empty() ? bob : ann;
    const Json state = by.state(after);
    std::string word = i < lost.size() ? lost[i] : "";
    for (const Json& other : state.at("legal"))
      if (word.empty() && other != solved.right) word = other;
    EXPECT_EQ(by.command(after, "z" + std::to_string(i), state.at("version"), word).status, 200);
  }
  const Json resign = {{"request", "over"}, {"version", ann.state(after).at("version")}, {"command", "resign"}};
  EXPECT_EQ(ann.post("/api/tables/" + after + "/commands", resign).status, 200);
  tables.push_back(after);
  for (const std::string& table : tables) ASSERT_EQ(ann.post(address(table), Json::object()).status, 200);
  const auto one = worker(here->port()), two = worker(there.port()), three = worker(there.port());
  ASSERT_TRUE(wait_for([&] { return state_of(far, tables[0]) != "queued"; }));
  here->end(SIGKILL);  // and with it what its worker does
  for (const std::string& table : tables)
    EXPECT_TRUE(wait_for([&] { return state_of(far, table) == "done"; })) << state_of(far, table);
  EXPECT_TRUE(wait_for([&] { return metric(far, "cairn_analyses_waiting") == "0"; })) << two->said();
  const Json last = far.get(address(after)).json().at("moves").at(lost.size());
  EXPECT_EQ(last.at("mark"), "very-bad");
  EXPECT_EQ(last.at("best"), solved.right);
  // Counted a moment after it is stored, which is when none waits any more.
  EXPECT_TRUE(wait_for([&] { return metric(far, "cairn_analyses_total{what=\"puzzle\"}") != "0"; })) << two->said();
}

}  // namespace
}  // namespace cairn::testing

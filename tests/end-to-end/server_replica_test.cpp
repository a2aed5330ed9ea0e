// A server that reads of a replica, from outside: what may be old and what not, what a host is told; and what a page of
// the server's health says while the database stands still.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Headers = std::map<std::string, std::string>;
const Headers kNoCache = {{"Cache-Control", "no-cache"}};

// A game of two moves that the second gives up.
void play_for_replica(Client& first, Client& second, bool rated = false) {
  const std::string table = first.create({{"game", "margo"},
                                          {"options", {{"size", 4}}},
                                          {"opponent", "friend"},
                                          {"seat", "first"},
                                          {"rated", rated},
                                          {"clock", "fischer 5m+5s"}});
  EXPECT_EQ(second.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  for (Client* client : {&first, &second}) {
    const Json state = client->state(table);
    const auto word = state.at("legal").at(0).get<std::string>();
    EXPECT_EQ(client->command(table, "m", state.at("version").get<int>(), word).status, 200);
  }
  const Json body = {{"request", "resign"}, {"version", second.state(table).at("version")}, {"command", "resign"}};
  EXPECT_EQ(second.post("/api/tables/" + table + "/commands", body).status, 200);
}

std::size_t games_found(Client& client, const std::string& query = "", const Headers& headers = {}) {
  const Response answer = client.ask("GET", "/api/archive?" + query, "", headers);
  EXPECT_EQ(answer.status, 200) << answer.body;
  return answer.status == 200 ? answer.json().at("games").size() : 0;
}

std::string line_of(const Response& health, std::string_view name) {
  const Json report = health.status == 200 ? health.json() : Json{{"lines", Json::array()}};
  for (const Json& line : report.at("lines"))
    if (line.at("name") == name)
      return line.at("state").get<std::string>() + " " + line.at("says").at("code").get<std::string>();
  return "no line: " + health.body;
}

double metric_of_replica(Client& client, const std::string& name) {
  const std::string text = client.get("/metrics").body;
  const auto at = text.find("\n" + name + "{replica=");
  const auto end = text.find('\n', at + 1);
  return at == std::string::npos ? -1 : std::stod(text.substr(text.rfind(' ', end), end - text.rfind(' ', end)));
}

TEST(ServerReplica, IsReadForTheArchiveOfOthersAndNeverForOnesOwn) {
  PostgresCluster primary;
  primary.execute("CREATE DATABASE cairn");
  PostgresCluster standby(&primary);
  primary.wait_for_no_standby();
  ASSERT_FALSE(HasFailure());
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.database = primary.url("cairn");
  config.database_replica = {standby.url("cairn")};
  config.database_replica_lag = 20;
  const Running running(config);
  Client ann(running.port()), bob(running.port()), anybody(running.port());
  for (const auto& [client, name] : {std::pair(&ann, "Ann"), std::pair(&bob, "Bob")})
    EXPECT_EQ(client->post("/api/account", {{"name", name}, {"password", "correct horse"}}).status, 201);
  ASSERT_TRUE(wait_for([&] { return metric_of_replica(anybody, "cairn_replica_up") == 1; }));
  play_for_replica(ann, bob);
  ASSERT_TRUE(wait_for([&] { return games_found(anybody) == 1; }));
  const double answered = metric_of_replica(anybody, "cairn_replica_questions_total");
  EXPECT_GE(answered, 1);
  EXPECT_EQ(line_of(anybody.get("/api/admin/health"), "replica"), "good health-replica");

  standby.execute("SELECT pg_wal_replay_pause()");
  play_for_replica(ann, bob);
  EXPECT_TRUE(wait_for([&] { return games_found(anybody, "", kNoCache) == 2; }));
  EXPECT_EQ(games_found(anybody), 1U) << "the replica answers, which is some seconds behind";
  EXPECT_EQ(games_found(anybody, "player=ann"), 1U);
  const std::string file = anybody.get("/api/archive/games.jsonl").body;
  EXPECT_EQ(std::count(file.begin(), file.end(), '\n'), 2) << "a file is as it is now: " << file;
  EXPECT_EQ(games_found(ann, "player=ann"), 2U) << "one's own game is there";
  EXPECT_EQ(games_found(bob, "player=ann&against=BOB"), 2U);
  EXPECT_EQ(ann.get("/api/tables?over=true").json().at("tables").size(), 2U);
  EXPECT_EQ(games_found(anybody, "", {{"Cache-Control", "max-age=0"}}), 2U);

  // Too far behind: the primary is read again.
  EXPECT_TRUE(wait_for([&] { return games_found(anybody) == 2; }));
  EXPECT_TRUE(wait_for([&] { return metric_of_replica(anybody, "cairn_replica_up") == 0; }));
  EXPECT_GT(metric_of_replica(anybody, "cairn_replica_lag_seconds"), 20);
  EXPECT_TRUE(wait_for(
      [&] { return line_of(anybody.get("/api/admin/health"), "replica") == "warning health-replica-behind"; }));
  standby.execute("SELECT pg_wal_replay_resume()");
  EXPECT_TRUE(wait_for([&] { return metric_of_replica(anybody, "cairn_replica_up") == 1; }));
  EXPECT_EQ(games_found(anybody), 2U);
}

// A server that may read what is a minute old of a replica that shows nothing new.
struct ServerPausedReplica : ::testing::Test {
  PostgresCluster primary;
  std::optional<PostgresCluster> standby;
  const TempFolder folder;
  std::optional<Running> running;

  void SetUp() override {
    primary.execute("CREATE DATABASE cairn");
    standby.emplace(&primary);
    primary.wait_for_no_standby();
    ASSERT_FALSE(HasFailure());
    ServerConfig config = config_for(folder);
    config.database = primary.url("cairn");
    config.database_replica = {standby->url("cairn")};
    config.database_replica_lag = 60;
    running.emplace(config);
  }
  Client client() const { return Client(running->port()); }
  void sign_up(Client& who, const std::string& name) const {
    EXPECT_EQ(who.post("/api/account", {{"name", name}, {"password", "correct horse"}}).status, 201);
  }
  void sign_in(Client& who, const std::string& name) const {
    EXPECT_EQ(who.post("/api/session", {{"name", name}, {"password", "correct horse"}}).status, 200);
  }
  void pause() const {
    Client anybody = client();
    ASSERT_TRUE(wait_for([&] { return metric_of_replica(anybody, "cairn_replica_up") == 1; }));
    standby->execute("SELECT pg_wal_replay_pause()");
  }
};

TEST_F(ServerPausedReplica, RightsSessionsAndBlocksCountAtOnce) {
  Client ann = client(), bob = client(), cat = client(), dan = client(), mo = client(), elsewhere = client();
  for (const auto& [who, name] : {std::pair(&ann, "Ann"), std::pair(&bob, "Bob"), std::pair(&cat, "Cat"),
                                  std::pair(&dan, "Dan"), std::pair(&mo, "Mo")})
    sign_up(*who, name);
  sign_in(elsewhere, "Ann");
  primary.execute("UPDATE accounts SET role = 1 WHERE person = (SELECT id FROM people WHERE name = 'Mo')", "cairn");
  sign_in(mo, "Mo");
  play_for_replica(bob, cat);
  Client anybody = client();
  ASSERT_TRUE(wait_for([&] { return games_found(anybody) == 1; }));
  const std::string table = ann.create(
      {{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"clock", "fischer 5m+5s"}, {"listed", true}});
  EXPECT_EQ(bob.ask("GET", "/api/lobby", "", kNoCache).json().at("tables").size(), 1U);
  pause();

  EXPECT_EQ(ann.ask("DELETE", "/api/sessions", "", {}).status, 200);
  EXPECT_EQ(elsewhere.get("/api/account").status, 401) << "a session that was ended";
  EXPECT_EQ(ann.ask("PUT", "/api/blocks/Bob", "", {}).status, 200);
  EXPECT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).code(), "blocked");
  EXPECT_TRUE(bob.get("/api/lobby").json().at("tables").empty()) << "whom they block";
  const Response suspended = mo.ask("PUT", "/api/admin/people/Dan/suspension", R"({"days":1,"why":"a test"})",
                                    {{"Content-Type", "application/json"}});
  EXPECT_EQ(suspended.status, 200) << suspended.body;
  EXPECT_EQ(dan.get("/api/account").code(), "suspended");
  EXPECT_EQ(client().post("/api/session", {{"name", "Dan"}, {"password", "correct horse"}}).code(), "suspended");
  EXPECT_EQ(cat.post("/api/account/delete", {{"password", "correct horse"}}).status, 200);
  EXPECT_EQ(cat.get("/api/account").status, 401) << "a closed account";
  EXPECT_EQ(anybody.get("/api/people/Cat").status, 404);
  EXPECT_EQ(anybody.get("/api/archive?player=cat").status, 404) << "nobody is found by a name that is gone";
  EXPECT_EQ(games_found(anybody), 1U);
  EXPECT_EQ(metric_of_replica(anybody, "cairn_replica_up"), 1) << "it was read all the time";
}

TEST_F(ServerPausedReplica, IsAskedForWhatTheDocumentsSayAndForNothingElse) {
  Client ann = client(), bob = client(), anybody = client();
  sign_up(ann, "Ann");
  sign_up(bob, "Bob");
  play_for_replica(ann, bob);
  ASSERT_TRUE(wait_for([&] { return games_found(anybody) == 1; }));
  pause();
  const auto questions = [&](Client& who, const std::string& target, const Headers& headers = {}) {
    const double before = metric_of_replica(anybody, "cairn_replica_questions_total");
    const Response answer = who.ask("GET", target, "", headers);
    EXPECT_EQ(answer.status, 200) << target << answer.body;
    return metric_of_replica(anybody, "cairn_replica_questions_total") - before;
  };
  for (const char* target :
       {"/api/archive", "/api/leaders/margo-4", "/api/people/Ann/ratings", "/api/openings/margo-4", "/api/libraries"}) {
    EXPECT_EQ(questions(anybody, target, kNoCache), 0) << target;
    EXPECT_GT(questions(anybody, target), 0) << target;
  }
  EXPECT_EQ(questions(ann, "/api/people/Ann/ratings"), 0) << "one's own";
  for (const char* target : {"/api/lobby", "/api/tables", "/api/account", "/api/blocks", "/api/sessions",
                             "/api/people/Bob", "/api/archive/games.sgf", "/api/running"})
    EXPECT_EQ(questions(ann, target), 0) << target;
}

// Lists after a write of one's own: those about oneself are fresh by themselves, the others as soon as the page asks
// for it, as it does for a while after each write (web/src/net/fresh.ts). Somebody else's question, which does not ask
// for it, shows that the replica really is behind.
TEST_F(ServerPausedReplica, OnesOwnWritesAreInEveryList) {
  Client ann = client(), bob = client(), anybody = client();
  sign_up(ann, "Ann");
  sign_up(bob, "Bob");
  const auto read = [](Client& who, const std::string& target, const Headers& headers = {}) {
    const Response answer = who.ask("GET", target, "", headers);
    EXPECT_EQ(answer.status, 200) << target << answer.body;
    return answer.status == 200 ? answer.json() : Json::object();
  };
  const auto rated_games = [&](Client& who, const Headers& headers = {}) {
    const Json all = read(who, "/api/people/Ann/ratings", headers).value("ratings", Json::array());
    return all.empty() ? 0 : all.at(0).at("games").get<int>();
  };
  const auto steps = [&](Client& who, const Headers& headers = {}) {
    return read(who, "/api/people/Ann/ratings?class=margo-4", headers).at("history").size();
  };
  const auto leader = [&](Client& who, const Headers& headers = {}) {
    const Json all = read(who, "/api/leaders/margo-4", headers).at("leaders");
    return all.empty() ? 0 : all.at(0).at("rating").get<int>();
  };
  const auto explored = [&](Client& who, const Headers& headers = {}) {
    return read(who, "/api/openings/margo-4", headers).at("games").get<int>();
  };
  const auto studies = [&](Client& who) { return read(who, "/api/people/Ann/studies").at("studies").size(); };
  play_for_replica(ann, bob, true);
  ASSERT_TRUE(wait_for([&] { return rated_games(anybody) == 1 && explored(anybody) == 1; }));
  primary.execute("UPDATE ratings SET deviation = 80", "cairn");  // so that both are on the board
  ASSERT_TRUE(wait_for([&] { return leader(anybody) > 0; }));
  const int before = leader(anybody);
  pause();

  play_for_replica(ann, bob, true);
  ASSERT_TRUE(wait_for([&] { return rated_games(ann) == 2 && explored(ann, kNoCache) == 2; }));
  EXPECT_EQ(games_found(ann, "player=ann"), 2U);
  EXPECT_EQ(games_found(ann, "", kNoCache), 2U);
  EXPECT_EQ(games_found(anybody), 1U) << "the replica is behind";
  EXPECT_EQ(explored(anybody), 1) << "the replica is behind";
  EXPECT_GT(leader(ann, kNoCache), before);
  EXPECT_EQ(leader(anybody), before) << "the replica is behind";
  EXPECT_EQ(steps(ann), 2U);
  EXPECT_EQ(steps(anybody, kNoCache), 2U);
  EXPECT_EQ(steps(anybody), 1U) << "the replica is behind";
  EXPECT_EQ(rated_games(anybody), 1) << "the replica is behind";

  // The profile itself, and what is shown there of studies, come from the database for everybody.
  EXPECT_EQ(ann.ask("PUT", "/api/account", R"({"profile":"plays on Tuesdays"})", {{"Content-Type", "application/json"}})
                .status,
            200);
  const Json study = {{"name", "An idea"}, {"access", "public"}, {"record", "(;GM[1]SZ[9];B[ee])"}};
  EXPECT_EQ(ann.post("/api/studies", study).status, 201);
  for (Client* who : {&ann, &anybody}) {
    EXPECT_EQ(read(*who, "/api/people/Ann").at("profile"), "plays on Tuesdays");
    EXPECT_EQ(studies(*who), 1U);
  }
  EXPECT_EQ(metric_of_replica(anybody, "cairn_replica_up"), 1) << "it was read all the time";
}

TEST(ServerReplica, AFolderHasNone) {
  const TempFolder folder;
  const Ran ran = tell_cairn("serve --port 0 --data " + folder.path() + "/data --database-replica postgresql://a/b");
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.said().find("database-replica needs a PostgreSQL database: a data folder has no replicas"),
            std::string::npos)
      << ran.said();
  const Ran shown =
      tell_cairn("serve --port 0 --database postgresql://a/b --database-replica postgresql://u:secret@h/b");
  EXPECT_EQ(shown.status, 2);
  EXPECT_NE(shown.said().find("put the addresses into CAIRN_DATABASE_REPLICA"), std::string::npos) << shown.said();
  EXPECT_EQ(shown.said().find("secret"), std::string::npos);
}

// Each part of the report has its time, and whoever asks is told which one did not answer.
TEST(ServerHealth, IsToldWhileTheDatabaseStandsStill) {
  PostgresCluster postgres;
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.database = postgres.url("postgres");
  const Running running(config);
  Client host(running.port()), ann(running.port());
  ann.enter("Ann");
  ASSERT_TRUE(wait_for([&] { return line_of(host.get("/api/admin/health"), "outbox") == "good health-outbox-empty"; }));
  std::this_thread::sleep_for(std::chrono::seconds(6));  // a report is told again for five
  const auto timed = [](const std::function<Response()>& ask, std::chrono::seconds most) {
    const auto began = std::chrono::steady_clock::now();
    Response answer = ask();
    EXPECT_LT(std::chrono::steady_clock::now() - began, most) << answer.body;
    return answer;
  };
  postgres.freeze();
  const Response late = timed([&] { return host.get("/api/admin/health"); }, std::chrono::seconds(6));
  EXPECT_EQ(line_of(late, "outbox"), "warning health-outbox-silent");
  EXPECT_EQ(line_of(late, "sockets"), "good health-sockets") << "the other parts are there";
  EXPECT_TRUE(wait_for([&] {  // by now it is known, and nobody waits
    const Response now = timed([&] { return host.get("/api/admin/health"); }, std::chrono::seconds(6));
    return line_of(now, "ready") == "bad health-not-ready";
  }));
  // Who asks cannot be looked up either, once what is known of sessions is too old.
  std::this_thread::sleep_for(std::chrono::seconds(6));
  const Response unknown = timed([&] { return ann.get("/api/admin/health"); }, std::chrono::seconds(8));
  EXPECT_EQ(unknown.code(), "unavailable") << unknown.body;
  // At the door one waits longer: a database that is slow for some seconds refuses nobody.
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::seconds(4));
    postgres.thaw();
  });
  const Response out = ann.ask("DELETE", "/api/session", "", {});
  EXPECT_EQ(out.status / 100, 2) << out.status << out.body;
  later.join();
  EXPECT_TRUE(wait_for([&] { return line_of(host.get("/api/admin/health"), "ready") == "good health-ready"; }));
}

}  // namespace
}  // namespace cairn::testing

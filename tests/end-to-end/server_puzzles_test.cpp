// The daily puzzles from outside: a server alone brings some, and several servers on one store propose the same.
#include <gtest/gtest.h>

#include "server/tests/postgres_cluster.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

// The pool is filled in the first second.
Json puzzle_of(Client& client) {
  Response answer;
  for (int i = 0; i < 500; ++i) {
    answer = client.get("/api/puzzles/today");
    if (answer.status == 200) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(answer.status, 200) << answer.body;
  return answer.json();
}

TEST(ServerPuzzles, AreThereFromTheStartAndRememberWhoTried) {
  const TempFolder folder;
  Json shown;
  std::string of_day;
  {
    const Running running(config_for(folder));
    Client ann(running.port()), anybody(running.port());
    shown = puzzle_of(anybody);
    of_day = "/api/puzzles/" + shown.at("day").get<std::string>();
    const Json body = {{"word", shown.at("legal").at(0)}};
    EXPECT_EQ(ann.post(of_day, body).code(), "no-session");
    for (const char* none : {"2026-02-30", "1999-01-01", "2999-01-01", "tomorrow"})
      EXPECT_EQ(anybody.get(std::string("/api/puzzles/") + none).code(), "not-found") << none;
    EXPECT_EQ(anybody.get("/api/puzzles?before=today").code(), "bad-request");
    EXPECT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
    EXPECT_EQ(ann.post("/api/puzzles/today", body).code(), "not-found") << "which day is meant is said";
    EXPECT_EQ(ann.post(of_day, body).status, 200);
  }
  const Running running(config_for(folder));
  Client ann(running.port()), anybody(running.port());
  EXPECT_EQ(ann.post("/api/session", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 200);
  EXPECT_EQ(anybody.get(of_day).json(), shown);
  const Json tried = ann.get(of_day).json().at("you").at("tried");
  EXPECT_EQ(tried, Json::array({shown.at("legal").at(0)}));
  const Json up = ann.post(of_day, {{"give_up", true}}).json();
  EXPECT_EQ(up.at("right").size(), 1U);
  EXPECT_EQ(up.at("line").at(0), up.at("right").at(0));
  const Json list = ann.get("/api/puzzles").json();
  EXPECT_EQ(list.at("score").at("tried"), 1);
  EXPECT_TRUE(anybody.get("/api/puzzles?before=2999-01-01").json().at("score").is_null());
}

TEST(ServerPuzzles, OfSeveralServersAreTheSame) {
  PostgresCluster cluster;
  const TempFolder folder, other;
  ServerConfig config = config_for(folder), second_config = config_for(other);
  config.database = second_config.database = cluster.url("postgres");
  const Running one(config), two(second_config);
  Client here(one.port()), there(two.port());
  std::vector<Json> shown(2);
  std::thread racing([&] { shown[1] = puzzle_of(there); });
  shown[0] = puzzle_of(here);
  racing.join();
  const std::string of_day = "/api/puzzles/" + shown[0].at("day").get<std::string>();
  EXPECT_EQ(here.get(of_day).json(), there.get(of_day).json());
  if (shown[0].at("day") == shown[1].at("day")) {
    EXPECT_EQ(shown[0], shown[1]);
  }
}

}  // namespace
}  // namespace cairn::testing

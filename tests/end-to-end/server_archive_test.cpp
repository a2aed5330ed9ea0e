// Finished games from outside: found by what they were, and taken home as files.
#include <gtest/gtest.h>

#include "notation/game_file.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

void sign_up(Client& client, const std::string& name) {
  EXPECT_EQ(client.post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
}

// A game of two moves that the second gives up.
std::string play(Client& first, Client& second, const Json& wish) {
  const std::string table = first.create(wish);
  EXPECT_EQ(second.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  for (Client* client : {&first, &second}) {
    const Json state = client->state(table);
    EXPECT_EQ(
        client->command(table, "m", state.at("version").get<int>(), state.at("legal").at(0).get<std::string>()).status,
        200);
  }
  const Json body = {{"request", "resign"}, {"version", second.state(table).at("version")}, {"command", "resign"}};
  EXPECT_EQ(second.post("/api/tables/" + table + "/commands", body).status, 200);
  return table;
}

std::vector<std::string> found(Client& client, const std::string& query) {
  const Response answer = client.get("/api/archive?" + query);
  EXPECT_EQ(answer.status, 200) << query << answer.body;
  std::vector<std::string> ids;
  const Json json = answer.json();
  if (answer.status == 200)
    for (const Json& one : json.at("games")) ids.push_back(one.at("id"));
  return ids;
}

// A server archives just after the end.
void wait_for_games(Client& client, std::size_t games) {
  for (int i = 0; i < 500 && found(client, "").size() < games; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_EQ(found(client, "").size(), games);
}

TEST(ServerArchive, FindsAndGivesFinishedGames) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client ann(running.port()), bob(running.port()), anybody(running.port());
  sign_up(ann, "Ann");
  sign_up(bob, "Bob");
  const Json four = {{"game", "margo"}, {"options", {{"size", 4}}}, {"opponent", "friend"}, {"seat", "first"}};
  Json go = four;
  go["game"] = "go";
  go["options"] = {{"size", 9}};
  const std::string first = play(ann, bob, four);
  const std::string second = play(bob, ann, go);
  wait_for_games(anybody, 2);
  EXPECT_EQ(found(anybody, ""), (std::vector<std::string>{second, first}));
  EXPECT_EQ(found(anybody, "game=margo&size=4"), std::vector<std::string>{first});
  EXPECT_TRUE(found(anybody, "game=margo&size=5").empty());
  EXPECT_EQ(found(anybody, "game=GO&komi=7.5"), found(anybody, "game=go&size=9&komi=7.5"));
  EXPECT_EQ(found(anybody, "player=ann&result=won"), std::vector<std::string>{first});
  EXPECT_EQ(anybody.get("/api/archive?game=margo&size=tiny").code(), "bad-request");
  EXPECT_EQ(anybody.get("/api/archive?player=nobody").code(), "not-found");
  const Response collection = anybody.get("/api/archive/games.sgf?player=Bob");
  ASSERT_EQ(collection.status, 200);
  const GameFile last = read_game_file(collection.body, {.number = 2});
  EXPECT_EQ(last.games, 2U);
  EXPECT_EQ(last.imported.error, "");
  EXPECT_EQ(last.imported.game.game, "margo");
  EXPECT_EQ(last.imported.game.details.players[1].name, "Bob");
  const Response lines = anybody.get("/api/archive/games.jsonl?game=go");
  EXPECT_EQ(read_game_file(lines.body, {}).imported.game.game, "go") << lines.body;
  Response opening;  // it follows within some seconds
  for (int i = 0; i < 500; ++i) {
    opening = anybody.get("/api/openings/margo-4");
    if (opening.json().at("games") == 1) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const Json next = opening.json().at("next");
  ASSERT_EQ(next.size(), 1U) << opening.body;
  EXPECT_EQ(next.at(0).at("won"), 1);
  EXPECT_EQ(anybody.get("/api/openings/margo-4?moves=" + next.at(0).at("word").get<std::string>()).json().at("games"),
            1);
  EXPECT_EQ(anybody.get("/api/openings/margo-4?moves=Z9").code(), "illegal-move");
  // Who is gone is not found, and has no name.
  EXPECT_EQ(bob.post("/api/account/delete", {{"password", "password of Bob"}}).status, 200);
  EXPECT_EQ(anybody.get("/api/archive?player=Bob").status, 404);
  const Json games = anybody.get("/api/archive?player=Ann").json().at("games");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games.at(1).at("seats").at(1).at("name"), "deleted player");
  EXPECT_EQ(anybody.get("/api/archive/games.sgf").body.find("Bob"), std::string::npos);
}

TEST(ServerArchive, OfSeveralServersTakesEachGameOnce) {
  PostgresCluster cluster;
  const TempFolder folder, other;
  ServerConfig config = config_for(folder), second_config = config_for(other);
  config.database = second_config.database = cluster.url("postgres");
  const Running one(config), two(second_config);
  Client ann(one.port()), bob(one.port()), anybody(two.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const Json wish = {{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}};
  for (int i = 0; i < 10; ++i) play(ann, bob, wish);
  wait_for_games(anybody, 10);
  EXPECT_EQ(found(ann, "game=spargo"), found(anybody, "how=resigned&result=first"));
  const auto games = [](Client& client) { return client.get("/api/openings/spargo").json().at("games").get<int>(); };
  for (int i = 0; i < 500 && games(ann) < 10; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::this_thread::sleep_for(std::chrono::seconds(2));  // another server would count them again by now
  EXPECT_EQ(games(anybody), 10);
}

}  // namespace
}  // namespace cairn::testing

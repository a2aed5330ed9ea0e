// A rating lifted by accounts that somebody makes for it: it rises by little, moderators see it and take it back.
#include <gtest/gtest.h>

#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

constexpr int kPuppets = 6;

struct ServerRatings : ::testing::Test {
  TempFolder folder;
  Running running{config_for(folder)};
  Client eve{running.port()}, max{running.port()};

  static void sign_up(Client& client, const std::string& name) {
    EXPECT_EQ(client.post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
  }
  static void move(Client& client, const std::string& table) {
    const Json state = client.state(table);
    const int version = state.at("version").get<int>();
    const auto word = state.at("legal").at(0).get<std::string>();
    EXPECT_EQ(client.command(table, "m" + std::to_string(version), version, word).status, 200);
  }
  // A rated game in which both move; the second resigns.
  void lose(Client& loser) {
    const std::string table = eve.create(
        {{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"rated", true}, {"clock", "fischer 5m+5s"}});
    EXPECT_EQ(loser.post("/api/tables/" + table + "/join", Json::object()).status, 200);
    move(eve, table);
    move(loser, table);
    const Json resign = {{"request", "resign"}, {"version", loser.state(table).at("version")}, {"command", "resign"}};
    EXPECT_EQ(loser.post("/api/tables/" + table + "/commands", resign).status, 200);
  }
  // Ratings are written just after the last move was answered.
  Json history(const std::string& name, std::size_t games) {
    Json all;
    for (int i = 0; i < 500; ++i) {
      all = eve.get("/api/people/" + name + "/ratings?class=spargo").json().at("history");
      if (all.size() == games) return all;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << "the games of " << name << " are not rated: " << all.dump();
    return all;
  }
  int rating(const std::string& name) {
    return eve.get("/api/people/" + name + "/ratings").json().at("ratings").at(0).at("rating").get<int>();
  }
  // By the program, beside the server, which hears of it.
  void make_moderator() {
    EXPECT_EQ(run_cairn("admin role Max moderator --data " + folder.path() + "/data"), 0);
    for (int i = 0; i < 500 && max.get("/api/reports").status != 200; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(max.get("/api/reports").status, 200);
  }
};

TEST_F(ServerRatings, PuppetsLiftARatingByLittleAndAreAnnulled) {
  sign_up(eve, "Eve");
  sign_up(max, "Max");
  for (int i = 0; i < kPuppets; ++i) {
    Client puppet(running.port());
    sign_up(puppet, "Puppet" + std::to_string(i));
    lose(puppet);
    history("Eve", static_cast<std::size_t>(i) + 1);
  }
  const Json lifted = history("Eve", kPuppets);
  EXPECT_FALSE(lifted.at(0).contains("weight")) << lifted.at(0).dump();
  EXPECT_EQ(lifted.at(1).at("weight"), 0.25);
  EXPECT_EQ(lifted.at(5).at("weight"), 0.0278);
  EXPECT_GT(rating("Eve"), 1700);
  EXPECT_LT(rating("Eve"), 1725) << "far less than without weights";

  EXPECT_EQ(eve.get("/api/moderation/ratings").code(), "not-for-you");
  EXPECT_EQ(eve.get("/api/moderation/annulments").code(), "not-for-you");
  make_moderator();
  const Json gains = max.get("/api/moderation/ratings").json().at("gains");
  ASSERT_EQ(gains.size(), 1U) << gains.dump();
  EXPECT_EQ(gains.at(0).at("name"), "Eve");
  EXPECT_EQ(gains.at(0).at("class"), "spargo");
  EXPECT_EQ(gains.at(0).at("before"), 1500);
  for (const char* count : {"games", "opponents", "at_one_address", "against_new"})
    EXPECT_EQ(gains.at(0).at(count), kPuppets) << count;

  const Json wish = {{"class", "spargo"}, {"since", 0}, {"why", "puppets of one address"}};
  const std::string path = "/api/people/Eve/annulments";
  EXPECT_EQ(eve.post("/api/people/Puppet0/annulments", wish).code(), "not-for-you");
  EXPECT_EQ(max.post("/api/people/Max/annulments", wish).code(), "not-for-you") << "nobody their own";
  EXPECT_EQ(max.post("/api/people/Nobody/annulments", wish).status, 404);
  EXPECT_EQ(max.post(path, {{"class", "spargo"}, {"since", "today"}, {"why", "x"}}).code(), "bad-request");
  EXPECT_EQ(max.post(path, wish).json(),
            (Json{{"name", "Eve"}, {"class", "spargo"}, {"games", kPuppets}, {"refunded", kPuppets}, {"left", 0}}));
  EXPECT_EQ(rating("Eve"), 1500);
  EXPECT_EQ(rating("Puppet0"), 1500);
  EXPECT_EQ(rating("Puppet5"), 1500);
  for (const Json& game : history("Eve", kPuppets)) EXPECT_TRUE(game.at("annulled").get<bool>()) << game.dump();
  EXPECT_EQ(max.post(path, wish).json().at("games"), 0) << "once";
  EXPECT_EQ(rating("Eve"), 1500);
  const Json list = max.get("/api/moderation/annulments").json().at("annulments");
  ASSERT_EQ(list.size(), 1U) << list.dump();
  EXPECT_EQ(list.at(0).at("by"), "Max");
  EXPECT_EQ(list.at(0).at("why"), "puppets of one address");
  EXPECT_TRUE(max.get("/api/moderation/ratings").json().at("gains").empty());
}

TEST_F(ServerRatings, AModeratorAnnulsNoGameOfTheirOwn) {
  sign_up(eve, "Eve");
  sign_up(max, "Max");
  lose(max);
  history("Eve", 1);
  make_moderator();
  const Json wish = {{"class", "spargo"}, {"since", 0}, {"why", "I lost"}};
  const Json done = max.post("/api/people/Eve/annulments", wish).json();
  EXPECT_EQ(done.at("games"), 0);
  EXPECT_EQ(done.at("left"), 1);
  EXPECT_GT(rating("Eve"), 1500);
  EXPECT_TRUE(max.get("/api/moderation/annulments").json().at("annulments").empty());
}

}  // namespace
}  // namespace cairn::testing

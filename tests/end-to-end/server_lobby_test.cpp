// Lists and ratings from outside: who waits for whom, whose turn it is, what a rated game does.
#include <gtest/gtest.h>

#include "core/text.h"
#include "notation/game_file.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

struct ServerLobby : ::testing::Test {
  TempFolder folder;
  std::unique_ptr<Running> running = std::make_unique<Running>(config_for(folder));
  Client ann{running->port()}, bob{running->port()};

  static void sign_up(Client& client, const std::string& name) {
    EXPECT_EQ(client.post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
  }
  static Json wish(bool rated, bool listed) {
    return {{"game", "spargo"}, {"opponent", "friend"},     {"seat", "first"},
            {"rated", rated},   {"clock", "fischer 5m+5s"}, {"listed", listed}};
  }
  static Response take_back(Client& client, const std::string& table) {
    return client.ask("DELETE", "/api/lobby/" + table, "", {});
  }
  static std::vector<std::string> names_in_lobby(Client& client) {
    std::vector<std::string> out;
    const Json json = client.get("/api/lobby").json();
    for (const Json& card : json.at("tables")) out.push_back(card.at("seats").at(0).at("name"));
    return out;
  }
  static Response join(Client& client, const std::string& table) {
    return client.post("/api/tables/" + table + "/join", Json::object());
  }
  static void move(Client& client, const std::string& table) {
    const Json state = client.state(table);
    const Response reply = client.command(table, "m" + std::to_string(state.at("version").get<int>()),
                                          state.at("version").get<int>(), state.at("legal").at(0).get<std::string>());
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
  static void resign(Client& client, const std::string& table) {
    const Json body = {{"request", "resign"}, {"version", client.state(table).at("version")}, {"command", "resign"}};
    EXPECT_EQ(client.post("/api/tables/" + table + "/commands", body).status, 200);
  }
  // Ratings are written just after the last move was answered.
  static Json ratings_of(Client& client, const std::string& name, int games) {
    for (int i = 0; i < 200; ++i) {
      const Json all = client.get("/api/people/" + name + "/ratings").json();
      if (!all.at("ratings").empty() && all.at("ratings").at(0).at("games") == games) return all.at("ratings");
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << "the game of " << name << " is not rated";
    return Json::array();
  }
};

TEST_F(ServerLobby, AnOpenTableIsFoundAndJoined) {
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string secret = ann.create(wish(false, false)), open = ann.create(wish(false, true));
  const Json seen = bob.get("/api/lobby").json();
  ASSERT_EQ(seen.at("tables").size(), 1U) << seen.dump();
  const Json card = seen.at("tables").at(0);
  EXPECT_EQ(card.at("id"), open);
  EXPECT_EQ(card.at("clock"), "fischer 5m+5s");
  EXPECT_EQ(card.at("seats"), parse_json(R"([{"name":"Ann","kind":"guest"},{"name":null,"kind":"open"}])"));
  EXPECT_TRUE(card.at("you").is_null());
  EXPECT_EQ(ann.get("/api/lobby").json().at("tables").at(0).at("you"), 0);
  EXPECT_EQ(join(bob, open).status, 200);
  EXPECT_TRUE(bob.get("/api/lobby").json().at("tables").empty());

  Json mine = ann.get("/api/tables").json();
  ASSERT_EQ(mine.at("tables").size(), 2U);
  move(ann, open);
  mine = bob.get("/api/tables").json();
  ASSERT_EQ(mine.at("tables").size(), 1U);
  EXPECT_TRUE(mine.at("tables").at(0).at("your_turn").get<bool>());
  EXPECT_TRUE(mine.at("next").is_null());
  // The table where it is one's turn comes first, whichever is newer.
  EXPECT_EQ(ann.get("/api/tables").json().at("tables").at(0).at("id"), secret);
  move(bob, open);
  mine = ann.get("/api/tables").json();
  EXPECT_EQ(mine.at("tables").at(0).at("id"), open);
  resign(bob, open);
  EXPECT_EQ(ann.get("/api/tables?over=true").json().at("tables").at(0).at("id"), open);
  EXPECT_EQ(ann.get("/api/tables").json().at("tables").size(), 1U);
  EXPECT_EQ(ann.get("/api/tables?over=maybe").status, 400);
  EXPECT_EQ(ann.get("/api/tables?before=x").status, 400);
  Client nobody(running->port());
  EXPECT_EQ(nobody.get("/api/tables").status, 401);
}

TEST_F(ServerLobby, AGameIsTakenHomeAsAFile) {
  ann.enter("Ann]");  // what SGF must escape
  bob.enter("Bob");
  const std::string table = ann.create(wish(false, false)), file = "/api/tables/" + table + "/game.";
  EXPECT_EQ(join(bob, table).status, 200);
  move(ann, table);
  move(bob, table);
  resign(ann, table);
  const Response sgf = bob.get(file + "sgf");
  EXPECT_EQ(sgf.headers.at("content-type"), "application/x-go-sgf");
  const GameFile read = read_game_file(sgf.body, {});
  ASSERT_EQ(read.imported.error, "") << sgf.body;
  EXPECT_EQ(read.imported.game.details.players[0].name, "Ann]");
  EXPECT_EQ(read.imported.game.details.time, "300");
  EXPECT_EQ(read.imported.game.details.overtime, "5 fischer");
  EXPECT_EQ(main_line(read.imported.game.tree).moves.size(), 3U);
  const GameFile json = read_game_file(bob.get(file + "json").body, {});
  EXPECT_EQ(main_line(json.imported.game.tree).moves, main_line(read.imported.game.tree).moves);
  EXPECT_EQ(json.imported.game.details.result, read.imported.game.details.result);
  const Response text = bob.get(file + "txt");
  EXPECT_EQ(text.headers.at("content-type"), "text/plain; charset=utf-8");
  EXPECT_NE(text.body.find("resign"), std::string::npos);
  EXPECT_EQ(bob.get(file + "pdf").status, 404);

  // Something hidden stays so until the end.
  const std::string dark = ann.create({{"game", "phantom"}, {"options", {{"size", 9}}}, {"opponent", "friend"}});
  EXPECT_EQ(join(bob, dark).status, 200);
  for (Client* one : {&ann, &bob}) EXPECT_EQ(one->get("/api/tables/" + dark + "/game.sgf").code(), "not-over");
  move(ann, dark);
  resign(bob, dark);
  EXPECT_EQ(bob.get("/api/tables/" + dark + "/game.sgf").status, 200);
}

TEST_F(ServerLobby, ATableAskedForTwiceIsOne) {
  ann.enter("Ann");
  Json asked = wish(false, true);
  asked["request"] = "one";
  const Response first = ann.post("/api/tables", asked);
  EXPECT_EQ(first.status, 201);
  move(ann, first.json().at("id"));
  const Response again = ann.post("/api/tables", asked);
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(again.json().at("id"), first.json().at("id"));
  EXPECT_EQ(again.json().at("state").at("moves").size(), 1U) << "as it stands";
  asked["request"] = "two";
  EXPECT_NE(ann.create(asked), first.json().at("id").get<std::string>());
  asked["request"] = "a b";
  EXPECT_EQ(ann.post("/api/tables", asked).status, 400);
  EXPECT_EQ(ann.get("/api/lobby").json().at("tables").size(), 2U);
}

TEST_F(ServerLobby, NobodyMeetsWhomHeBlocks) {
  sign_up(ann, "Ann");
  sign_up(bob, "Bob");
  EXPECT_EQ(ann.ask("PUT", "/api/blocks/Bob", "", {}).status, 200);
  const std::string table = ann.create(wish(false, true));
  EXPECT_TRUE(bob.get("/api/lobby").json().at("tables").empty());
  EXPECT_EQ(join(bob, table).code(), "blocked");
  EXPECT_EQ(bob.state(table).at("you"), nullptr) << "watching is open to all";
  EXPECT_EQ(ann.ask("DELETE", "/api/blocks/Bob", "", {}).status, 200);
  EXPECT_EQ(join(bob, table).status, 200);
}

TEST_F(ServerLobby, NobodyFillsIt) {
  ann.enter("Ann");
  bob.enter("Bob");
  std::vector<std::string> tables;
  for (int i = 0; i < 3; ++i) tables.push_back(ann.create(wish(false, true)));
  const Response fourth = ann.post("/api/tables", wish(false, true));
  EXPECT_EQ(fourth.status, 409);
  EXPECT_EQ(fourth.code(), "too-many-kept");
  EXPECT_NE(fourth.body.find("you have 3 open games"), std::string::npos) << fourth.body;
  EXPECT_EQ(ann.post("/api/tables", wish(false, false)).status, 201) << "by a link";
  bob.create(wish(false, true));
  EXPECT_EQ(names_in_lobby(ann), (std::vector<std::string>{"Bob", "Ann", "Ann", "Ann"}));
  EXPECT_EQ(join(bob, tables[0]).status, 200);
  EXPECT_EQ(ann.post("/api/tables", wish(false, true)).status, 201) << "a game that has begun waits no more";
  EXPECT_EQ(ann.post("/api/tables", wish(false, true)).status, 409);

  // With an account there is more room, and no more.
  Client cid(running->port());
  sign_up(cid, "Cid");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(cid.post("/api/tables", wish(false, true)).status, 201) << i;
  EXPECT_EQ(cid.post("/api/tables", wish(true, true)).code(), "too-many-kept");
  EXPECT_EQ(bob.post("/api/tables", wish(false, true)).status, 201);
  EXPECT_EQ(names_in_lobby(cid).front(), "Bob");
}

TEST(ServerOpenGames, AreAsManyAsTheHostSays) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.open_games_per_person = 2;
  config.guest_open_games = 1;
  const Running running(config);
  Client ann(running.port()), gus(running.port());
  EXPECT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "correct horse"}}).status, 201);
  gus.enter("Gus");
  const Json open = {
      {"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"clock", "fischer 5m+5s"}, {"listed", true}};
  for (const auto& [who, most] : {std::pair(&ann, 2), std::pair(&gus, 1)}) {
    for (int i = 0; i < most; ++i) EXPECT_EQ(who->post("/api/tables", open).status, 201) << i;
    EXPECT_EQ(who->post("/api/tables", open).code(), "too-many-kept");
  }
}

TEST_F(ServerLobby, AnOpenGameIsTakenBack) {
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = ann.create(wish(false, true));
  EXPECT_EQ(ann.get("/api/lobby").json().at("tables").at(0).at("yours"), true);
  EXPECT_FALSE(bob.get("/api/lobby").json().at("tables").at(0).contains("yours"));
  EXPECT_EQ(take_back(bob, table).status, 403);
  EXPECT_EQ(take_back(bob, table).code(), "not-for-you");
  Client nobody(running->port());
  EXPECT_EQ(take_back(nobody, table).status, 401);
  EXPECT_EQ(ann.ask("DELETE", "/api/lobby/" + table, "", {{"Origin", "http://elsewhere.example"}}).code(),
            "bad-origin");
  EXPECT_EQ(take_back(ann, table).json(), (Json{{"ended", 1}}));
  EXPECT_TRUE(bob.get("/api/lobby").json().at("tables").empty());
  EXPECT_EQ(take_back(ann, table).status, 404);
  EXPECT_EQ(take_back(ann, "nothing").code(), "not-found");
  EXPECT_EQ(join(bob, table).status, 200) << "whoever has the link";
  EXPECT_EQ(take_back(ann, table).status, 404);
}

TEST_F(ServerLobby, AModeratorTakesWhatDoesNotBelongThereOff) {
  ann.enter("Ann");
  Client max(running->port());
  sign_up(max, "Max");
  const std::string table = ann.create(wish(false, true));
  EXPECT_EQ(take_back(max, table).code(), "not-for-you");
  EXPECT_EQ(run_cairn("admin role Max moderator --data " + folder.path() + "/data"), 0);
  EXPECT_TRUE(wait_for([&] { return max.get("/api/reports").status == 200; }));
  EXPECT_EQ(take_back(max, table).status, 200);
  EXPECT_TRUE(ann.get("/api/lobby").json().at("tables").empty());
}

TEST_F(ServerLobby, OneAddressDoesNotFillIt) {
  const TempFolder elsewhere;
  ServerConfig config = config_for(elsewhere);
  config.rate_limits = true;
  config.requests_per_second = config.requests_at_once = config.beginnings_per_second = config.beginnings_at_once = 1e6;
  const Running limited(config);
  int made = 0;
  Response answer;
  for (int guest = 0; guest < 12 && answer.status != 429; ++guest) {
    Client one(limited.port());
    one.enter("Gus");
    for (int i = 0; i < 4 && answer.status != 429; ++i) {  // the fourth is refused, and counts for nothing
      answer = one.post("/api/tables", wish(false, true));
      made += answer.status == 201;
    }
  }
  EXPECT_EQ(made, 30);
  EXPECT_EQ(answer.code(), "too-many");
  EXPECT_GE(parse_int(answer.headers.at("retry-after")).value_or(0), 1);
  Client other(limited.port());
  other.enter("Eve");
  EXPECT_EQ(other.post("/api/tables", wish(false, false)).status, 201) << "games by a link go on";
}

// Who waits may think better of it.
TEST_F(ServerLobby, ResigningBeforeAnybodyCameTakesTheTableOffTheList) {
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string open = ann.create(wish(false, true));
  resign(ann, open);
  EXPECT_TRUE(bob.get("/api/lobby").json().at("tables").empty());
  EXPECT_EQ(join(bob, open).status, 409);
}

TEST_F(ServerLobby, RatedGamesAreForAccountsAndForClocks) {
  ann.enter("Ann");
  EXPECT_EQ(ann.post("/api/tables", wish(true, true)).code(), "no-account");
  sign_up(ann, "Ann");
  Json bad = wish(true, true);
  bad.erase("clock");
  EXPECT_EQ(ann.post("/api/tables", bad).code(), "bad-request");
  bad = wish(true, true);
  bad["opponent"] = "bot";
  EXPECT_EQ(ann.post("/api/tables", bad).code(), "bad-request");
  const std::string table = ann.create(wish(true, true));
  EXPECT_TRUE(ann.state(table).at("rated").get<bool>());
  bob.enter("Bob");
  EXPECT_EQ(join(bob, table).code(), "no-account");
  sign_up(bob, "Bob");
  EXPECT_EQ(join(bob, table).status, 200);
}

TEST_F(ServerLobby, ARatedGameChangesRatingsOnce) {
  sign_up(ann, "Ann");
  sign_up(bob, "Bob");
  EXPECT_TRUE(ann.get("/api/people/Ann/ratings").json().at("ratings").empty());
  const std::string table = ann.create(wish(true, false));
  EXPECT_EQ(join(bob, table).status, 200);
  move(ann, table);
  move(bob, table);
  const Json undo = {{"request", "u"}, {"version", ann.state(table).at("version")}, {"command", "undo"}};
  EXPECT_EQ(ann.post("/api/tables/" + table + "/commands", undo).code(), "no-undo");
  resign(bob, table);
  const Json won = ratings_of(ann, "Ann", 1), lost = ratings_of(ann, "Bob", 1);
  ASSERT_TRUE(won.at(0).at("rating").is_number()) << won.dump();
  EXPECT_EQ(won.at(0).at("class"), "spargo");
  EXPECT_GT(won.at(0).at("rating").get<int>(), 1500);
  EXPECT_LT(lost.at(0).at("rating").get<int>(), 1500);
  EXPECT_TRUE(won.at(0).at("provisional").get<bool>());
  EXPECT_EQ(ann.get("/api/people/Ann/ratings?class=spargo").json().at("history").size(), 1U);
  EXPECT_TRUE(ann.get("/api/people/Ann/ratings?class=go-9").json().at("history").empty());
  EXPECT_EQ(ann.get("/api/people/Ann/ratings?class=Go!").status, 400);
  EXPECT_EQ(ann.get("/api/people/Nobody/ratings").status, 404);
  EXPECT_TRUE(ann.get("/api/leaders/spargo").json().at("leaders").empty()) << "one game is too little";
  EXPECT_EQ(ann.get("/api/leaders/Spargo.4").status, 400);

  // A game in which somebody never moved is none.
  const std::string empty = ann.create(wish(true, false));
  EXPECT_EQ(join(bob, empty).status, 200);
  move(ann, empty);
  resign(bob, empty);
  running.reset();
  running = std::make_unique<Running>(config_for(folder));
  Client later(running->port());
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));  // the server looks for what was missed
  EXPECT_EQ(ratings_of(later, "Ann", 1), won);
}

}  // namespace
}  // namespace cairn::testing

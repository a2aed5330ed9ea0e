// Playing through the real server: sockets on 127.0.0.1, SQLite in a folder, the bot in its thread.
#include "server/tests/hidden_row.h"

#include <gtest/gtest.h>

#include "core/rng.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

const Json kFriendly = {{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}};
const Json kAgainstBot = {{"game", "spargo"}, {"opponent", "bot"}, {"seat", "first"}, {"seconds", 0.1}};

struct ServerPlay : ::testing::Test {
  TempFolder folder;
  std::unique_ptr<Running> running = std::make_unique<Running>(config_for(folder));
  std::uint16_t port() const { return running->port(); }
  void restart() {
    running.reset();
    running = std::make_unique<Running>(config_for(folder));
  }
  // Asks until the bot is not to move.
  Json wait_for_bot(Client& client, const std::string& table) {
    for (int i = 0; i < 600; ++i) {
      Json state = client.state(table);
      if (!state.value("thinking", true)) return state;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << "the bot does not move";
    return {};
  }
};

std::string first_legal(const Json& state) {
  return state.at("legal").at(0).get<std::string>();
}

TEST_F(ServerPlay, AWholeGameAgainstTheBot) {
  Client ann(port());
  ann.enter("Ann");
  const std::string table = ann.create(kAgainstBot);
  Rng rng(1);
  int moves = 0;
  Json state = ann.state(table);
  while (!state.at("view").at("over").get<bool>()) {
    ASSERT_FALSE(state.at("legal").empty()) << state.dump();
    const auto& legal = state.at("legal");
    const std::string word = legal.at(rng.below(static_cast<std::uint32_t>(legal.size()))).get<std::string>();
    const Response reply = ann.command(table, "r" + std::to_string(moves++), state.at("version").get<int>(), word);
    ASSERT_EQ(reply.status, 200) << reply.body;
    state = wait_for_bot(ann, table);
    ASSERT_FALSE(state.empty());
  }
  EXPECT_FALSE(state.at("view").at("result").is_null());
  EXPECT_GT(state.at("moves").size(), 8U);
  EXPECT_EQ(ann.command(table, "late", state.at("version").get<int>(), "A1").json().at("error").at("reason"),
            "game-over");
}

TEST_F(ServerPlay, TheBotMovesFirstWhenTheGuestSitsSecond) {
  Client ann(port());
  ann.enter("Ann");
  Json wish = kAgainstBot;
  wish["seat"] = "second";
  const std::string table = ann.create(wish);
  const Json state = wait_for_bot(ann, table);
  EXPECT_EQ(state.at("you"), 1);
  EXPECT_EQ(state.at("moves").size(), 1U);
}

// One stone, and all of the bot's marked as dead: it says no.
TEST_F(ServerPlay, TheBotDoesNotGiveItsStonesAway) {
  Client ann(port());
  ann.enter("Ann");
  Json wish = kAgainstBot;
  wish["game"] = "go";
  wish["options"] = {{"size", 5}};
  const std::string table = ann.create(wish);
  int said = 0;
  const auto say = [&](const std::string& word) {
    const Json state = wait_for_bot(ann, table);
    const Response reply = ann.command(table, "r" + std::to_string(said++), state.at("version").get<int>(), word);
    EXPECT_EQ(reply.status, 200) << word << reply.body;
    return wait_for_bot(ann, table);
  };
  Json state = say("A1");
  while (state.at("view").at("to_act").size() < 2) {
    ASSERT_LT(said, 60);
    state = say("pass");
  }
  EXPECT_EQ(state.at("view").at("facts").value("accepted", ""), "white") << "it says so by itself: " << state.dump();
  const std::string stone = ann.state(table).at("moves").at(1).at("word");
  for (int i = 0; i < 12 && state.at("view").at("to_act").size() == 2; ++i) state = say("dead:" + stone);
  EXPECT_EQ(state.at("view").at("to_act"), Json::array({0})) << "it would rather play on";
  state = say("pass");
  while (!state.at("view").at("over").get<bool>()) {
    ASSERT_LT(said, 90);
    state = say(state.at("view").at("to_act").size() == 2 ? "accept" : "pass");
  }
  EXPECT_EQ(state.at("view").at("result").at("seat"), 1) << state.at("view").at("result").dump();
}

TEST_F(ServerPlay, TwoGuestsThroughASharedLinkAndASpectator) {
  Client ann(port()), bob(port()), eve(port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = ann.create(kFriendly);
  TableEar ann_hears(ann, table), eve_hears(eve, table);
  EXPECT_EQ(ann_hears.next().at("state").at("you"), 0);
  const Json seen = eve_hears.next();
  EXPECT_EQ(seen.at("type"), "state");
  EXPECT_TRUE(seen.at("state").at("you").is_null());
  EXPECT_TRUE(seen.at("state").at("legal").empty());

  const Response joined = bob.post("/api/tables/" + table + "/join", Json::object());
  ASSERT_EQ(joined.status, 200) << joined.body;
  EXPECT_EQ(joined.json().at("you"), 1);
  EXPECT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).json().at("version"), 1) << "joined once";
  const Json seated = ann_hears.next_of("change");
  EXPECT_EQ(seated.at("version"), 1);
  EXPECT_EQ(seated.at("state").at("seats").at(1).at("name"), "Bob");

  TableEar bob_hears(bob, table);
  const Json start = bob_hears.next().at("state");
  EXPECT_EQ(bob.command(table, "b0", 1, "A1").json().at("error").at("reason"), "not-your-turn");
  ann_hears.send({{"type", "command"},
                  {"request", "a1"},
                  {"version", 1},
                  {"command", "play"},
                  {"word", first_legal(seated.at("state"))}});
  const Json reply = ann_hears.next();
  EXPECT_EQ(reply.at("type"), "reply") << "the reply comes before the change";
  EXPECT_EQ(reply.at("request"), "a1");
  EXPECT_EQ(reply.at("version"), 2);
  EXPECT_EQ(ann_hears.next().at("type"), "change");
  const Json change = bob_hears.next_of("change");
  EXPECT_EQ(change.at("events"), reply.at("events"));
  EXPECT_EQ(change.at("state").at("you"), 1);
  EXPECT_FALSE(change.at("state").at("legal").empty());
  Json public_change = eve_hears.next_of("change");
  while (public_change.at("version") < 2) public_change = eve_hears.next_of("change");
  EXPECT_TRUE(public_change.at("state").at("legal").empty());

  // Who does not sit there may not play, and a third finds no seat.
  EXPECT_EQ(eve.command(table, "e", 2, "A1").status, 401);
  eve.enter("Eve");
  EXPECT_EQ(eve.command(table, "e", 2, "A1").status, 403);
  const Response full = eve.post("/api/tables/" + table + "/join", Json::object());
  EXPECT_EQ(full.status, 409);
  EXPECT_EQ(full.code(), "no-free-seat");
  EXPECT_EQ(
      bob.post("/api/tables/" + table + "/commands", {{"request", "u"}, {"version", 2}, {"command", "undo"}}).code(),
      "no-undo");
}

TEST_F(ServerPlay, ARequestIsCarriedOutOnceHoweverOftenItIsSent) {
  Client ann(port());
  ann.enter("Ann");
  const std::string table = ann.create(kFriendly);
  const std::string word = first_legal(ann.state(table));
  std::vector<std::string> bodies(8);
  {
    std::vector<std::jthread> senders;
    for (std::string& body : bodies)
      senders.emplace_back([&, client = std::make_shared<Client>(port())] {
        const std::string text =
            Json({{"request", "same"}, {"version", 0}, {"command", "play"}, {"word", word}}).dump();
        body = client
                   ->ask("POST", "/api/tables/" + table + "/commands", text,
                         {{"Content-Type", "application/json"}, {"Cookie", "cairn_session=" + ann.cookie()}})
                   .body;
      });
  }
  for (const std::string& body : bodies) EXPECT_EQ(body, bodies[0]);
  EXPECT_NE(bodies[0].find("\"version\":1"), std::string::npos) << bodies[0];
  EXPECT_EQ(ann.state(table).at("moves").size(), 1U);
  restart();
  Client later(port());
  const std::string text = Json({{"request", "same"}, {"version", 0}, {"command", "play"}, {"word", word}}).dump();
  const Response again = later.ask("POST", "/api/tables/" + table + "/commands", text,
                                   {{"Content-Type", "application/json"}, {"Cookie", "cairn_session=" + ann.cookie()}});
  EXPECT_EQ(again.body, bodies[0]) << "after a restart too";
}

TEST_F(ServerPlay, AStaleCommandGetsTheStateOfNow) {
  Client ann(port());
  ann.enter("Ann");
  const std::string table = ann.create(kFriendly);
  const std::string word = first_legal(ann.state(table));
  ASSERT_EQ(ann.command(table, "a", 0, word).status, 200);
  const Response stale = ann.command(table, "b", 0, word);
  EXPECT_EQ(stale.status, 409);
  EXPECT_EQ(stale.code(), "stale");
  EXPECT_EQ(stale.json().at("state").at("version"), 1);
  TableEar hears(ann, table);
  hears.send({{"type", "command"}, {"request", "c"}, {"version", 0}, {"command", "play"}, {"word", word}});
  const Json refused = hears.next_of("refused");
  EXPECT_EQ(refused.at("request"), "c");
  EXPECT_EQ(refused.at("state").at("version"), 1);
}

TEST_F(ServerPlay, ASocketThatWasCutComesBackToTheSameGame) {
  Client ann(port()), bob(port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = ann.create(kFriendly);
  bob.post("/api/tables/" + table + "/join", Json::object());
  const std::string word = first_legal(ann.state(table));
  const Json command = {{"type", "command"}, {"request", "cut"}, {"version", 1}, {"command", "play"}, {"word", word}};
  {
    TableEar hears(ann, table);
    hears.next_of("state");
    hears.send(command);
    hears.cut();  // before the answer is read
  }
  TableEar hears(ann, table);
  ASSERT_EQ(hears.next().at("type"), "state");
  hears.send(command);
  const Json reply = hears.next_of("reply");
  EXPECT_EQ(reply.at("version"), 2);
  EXPECT_EQ(ann.state(table).at("moves").size(), 1U);
}

TEST_F(ServerPlay, ARestartInMidGameLosesNothing) {
  Client ann(port());
  ann.enter("Ann");
  const std::string table = ann.create(kAgainstBot);
  ann.command(table, "a", 0, first_legal(ann.state(table)));
  const Json before = wait_for_bot(ann, table);
  TableEar hears(ann, table);
  hears.next();
  const std::string cookie = ann.cookie();
  restart();
  EXPECT_TRUE(hears.next(std::chrono::seconds(5)).is_null());
  EXPECT_EQ(hears.close_code(), 1001) << "a shutdown says good-bye";
  Client later(port());
  const Response state = later.ask("GET", "/api/tables/" + table, "", {{"Cookie", "cairn_session=" + cookie}});
  EXPECT_EQ(state.json(), before);
}

TEST_F(ServerPlay, TheBotGoesOnThinkingAfterARestart) {
  Client ann(port());
  ann.enter("Ann");
  Json wish = kAgainstBot;
  wish["game"] = "margo";  // there is no proof to answer by
  wish["seconds"] = 1;
  const std::string table = ann.create(wish);
  ann.command(table, "a", 0, first_legal(ann.state(table)));
  ASSERT_TRUE(ann.state(table).at("thinking").get<bool>());
  restart();
  Client anybody(port());
  EXPECT_EQ(wait_for_bot(anybody, table).at("moves").size(), 2U);
}

TEST_F(ServerPlay, UndoWhileTheBotThinksStopsIt) {
  Client ann(port());
  ann.enter("Ann");
  Json wish = kAgainstBot;
  wish["game"] = "margo";  // there is no proof to answer by
  wish["seconds"] = 10;
  const std::string slow = ann.create(wish), quick = ann.create(kAgainstBot);
  const std::string word = first_legal(ann.state(slow));
  const auto start = std::chrono::steady_clock::now();
  ann.command(slow, "a", 0, word);
  ASSERT_TRUE(ann.state(slow).at("thinking").get<bool>());
  const Response undone =
      ann.post("/api/tables/" + slow + "/commands", {{"request", "u"}, {"version", 1}, {"command", "undo"}});
  ASSERT_EQ(undone.status, 200) << undone.body;
  EXPECT_EQ(undone.json().at("version"), 2);
  const Json state = ann.state(slow);
  EXPECT_FALSE(state.at("thinking").get<bool>());
  EXPECT_TRUE(state.at("moves").empty());
  EXPECT_EQ(state.at("legal").at(0), word);
  // The only thread is free again for the other table.
  ann.command(quick, "a", 0, word);
  EXPECT_EQ(wait_for_bot(ann, quick).at("moves").size(), 2U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8));
  EXPECT_TRUE(ann.state(slow).at("moves").empty());
}

TEST_F(ServerPlay, ResigningEndsTheGame) {
  Client ann(port());
  ann.enter("Ann");
  const std::string table = ann.create(kAgainstBot);
  EXPECT_EQ(
      ann.post("/api/tables/" + table + "/commands", {{"request", "r"}, {"version", 0}, {"command", "resign"}}).status,
      200);
  const Json result = ann.state(table).at("view").at("result");
  EXPECT_EQ(result.at("seat"), 1);
  EXPECT_EQ(result.at("how"), "resigned");
}

TEST_F(ServerPlay, TheBotPlaysEveryGame) {
  Client ann(port());
  ann.enter("Ann");
  for (const GameInfo& info : games()) {
    const Response made =
        ann.post("/api/tables", {{"game", info.name}, {"opponent", "bot"}, {"seconds", 0.1}, {"level", 2}});
    ASSERT_EQ(made.status, 201) << info.name << made.body;
    const std::string table = made.json().at("id").get<std::string>();
    // Move until the bot has answered, which may take several steps, or an agreement before the first.
    Rng rng(3);
    bool answered = false;
    for (int i = 0; i < 60 && !answered; ++i) {
      const Json state = wait_for_bot(ann, table);
      ASSERT_FALSE(state.is_null()) << info.name;
      for (const Json& move : state.at("moves")) answered = answered || move.at("seat") == 1;
      const Json& legal = state.at("legal");
      if (answered || legal.empty()) break;
      const auto word = legal.at(rng.below(static_cast<std::uint32_t>(legal.size()))).get<std::string>();
      ASSERT_EQ(ann.command(table, "m" + std::to_string(i), state.at("version").get<int>(), word).status, 200);
    }
    EXPECT_TRUE(answered) << info.name;
  }
}

TEST_F(ServerPlay, BotsTakeEveryOtherSeat) {
  Client ann(port());
  ann.enter("Ann");
  const std::string table = ann.create({{"game", "margo"},
                                        {"options", {{"size", 4}, {"players", 3}}},
                                        {"opponent", "bot"},
                                        {"seat", "second"},
                                        {"seconds", 0.1},
                                        {"level", 1}});
  Json state = wait_for_bot(ann, table);
  ASSERT_EQ(state.at("moves").size(), 1U);
  EXPECT_EQ(state.at("seats").at(0).at("name"), "Cairn bot, level 1");
  EXPECT_EQ(state.at("bot").at("level"), 1);
  ASSERT_EQ(ann.command(table, "a", state.at("version").get<int>(), first_legal(state)).status, 200);
  state = wait_for_bot(ann, table);
  ASSERT_EQ(state.at("moves").size(), 4U);
  EXPECT_EQ(state.at("moves").at(3).at("seat"), 0);
}

// --- hidden information

TEST(ServerHidden, NobodyLearnsWhatTheyMayNotKnow) {
  const TempFolder folder;
  const std::vector<GameInfo> hidden = {hidden_row_info()};
  ServerConfig config = config_for(folder);
  config.games = hidden;
  const Running running(config);
  Client ann(running.port()), bob(running.port()), eve(running.port());
  ann.enter("Ann");
  bob.enter("Bob");
  EXPECT_EQ(ann.post("/api/tables", {{"game", "hidden-row"}, {"opponent", "bot"}}).code(), "no-bot");
  const std::string table = ann.create({{"game", "hidden-row"}, {"opponent", "friend"}});
  bob.post("/api/tables/" + table + "/join", Json::object());
  TableEar ann_hears(ann, table), bob_hears(bob, table), eve_hears(eve, table);
  ann_hears.next(), bob_hears.next(), eve_hears.next();

  ASSERT_EQ(ann.command(table, "a1", 1, "c3").status, 200);
  EXPECT_EQ(ann_hears.next_of("change").at("events").at(0).at("kind"), "placed");
  for (TableEar* other : {&bob_hears, &eve_hears}) {
    const Json change = other->next_of("change");
    EXPECT_EQ(change.at("events").dump(), R"([{"kind":"played","side":"black"}])");
    EXPECT_EQ(change.at("state").at("view").at("board").at(0), "........");
    EXPECT_TRUE(change.at("state").at("moves").at(0).at("word").is_null());
  }
  // Bob tries Ann's place: he alone learns of it.
  const Response tried = bob.command(table, "b1", 2, "c3");
  ASSERT_EQ(tried.status, 200);
  EXPECT_EQ(tried.json().at("events").at(0).at("kind"), "refused");
  EXPECT_EQ(bob_hears.next_of("change").at("version"), 3);
  EXPECT_TRUE(ann_hears.next(std::chrono::milliseconds(300)).is_null()) << "Ann heard of it";
  EXPECT_EQ(ann.state(table).at("version"), 2);
  EXPECT_EQ(eve.state(table).at("version"), 2);
  EXPECT_EQ(ann.state(table).at("moves").size(), 1U);

  // When the game is over everybody may see all of it.
  ASSERT_EQ(
      bob.post("/api/tables/" + table + "/commands", {{"request", "b2"}, {"version", 3}, {"command", "resign"}}).status,
      200);
  for (Client* one : {&ann, &bob, &eve}) {
    const Json state = one->state(table);
    EXPECT_EQ(state.at("moves").dump(), R"([{"seat":0,"side":"black","word":"c3"},)"
                                        R"({"seat":1,"side":"white","word":"c3","refused":true}])");
    EXPECT_EQ(state.at("view").at("board").at(0), "...B....");
  }
}

TEST_F(ServerPlay, RegisteredGamesWithHiddenInformationAreProjected) {
  for (const GameInfo& info : games()) {
    if (!info.hidden) continue;
    Client ann(port()), bob(port());
    ann.enter("Ann");
    bob.enter("Bob");
    const std::string table = ann.create({{"game", info.name}, {"opponent", "friend"}});
    bob.post("/api/tables/" + table + "/join", Json::object());
    const Json before = bob.state(table);
    const std::string word = first_legal(ann.state(table));
    ASSERT_EQ(ann.command(table, "a", 1, word).status, 200);
    const Json own = ann.state(table), other = bob.state(table);
    EXPECT_NE(own.at("view").at("board"), before.at("view").at("board")) << info.name;
    EXPECT_EQ(other.at("view").at("board"), before.at("view").at("board")) << info.name;
    EXPECT_TRUE(other.at("moves").at(0).at("word").is_null()) << info.name;
    EXPECT_EQ(own.at("moves").at(0).at("word"), word) << info.name;
  }
}

}  // namespace
}  // namespace cairn::testing

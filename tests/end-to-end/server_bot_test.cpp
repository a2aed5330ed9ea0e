// `cairn bot` as a process of its own at a real server: whole games by GNU Go and by our own engine, through a killed
// server and a killed bot; and what it says and returns when something is wrong.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Words = std::vector<std::string>;
constexpr auto kWait = std::chrono::seconds(90);  // far more than anything here takes
constexpr auto kNap = std::chrono::milliseconds(20);

struct BotProcess : ProgramProcess {
  BotProcess(const std::string& log, const std::string& token, const Words& options)
      : ProgramProcess("bot", log, token, options) {}
};

struct ServerBot : ::testing::Test {
  TempFolder folder;
  std::string token;

  std::string log() const { return folder.path() + "/bot.log"; }
  static std::string url(std::uint16_t port) { return "http://127.0.0.1:" + std::to_string(port); }

  void make_account(std::uint16_t port, bool bot = true) {
    Client owner(port);
    ASSERT_EQ(owner.post("/api/account", {{"name", "Robot"}, {"password", "a long password"}, {"bot", bot}}).status,
              201);
    const Response made = owner.post("/api/tokens", {{"name", "bridge"}, {"scopes", {"read", "play"}}});
    ASSERT_EQ(made.status, 201) << made.body;
    token = made.json().at("token").get<std::string>();
  }

  // Waits until the game is over or this client is to act (and, where an agreement waits, the other has accepted).
  static Json turn(Client& client, const std::string& table) {
    Json state;
    for (const auto end = std::chrono::steady_clock::now() + kWait; std::chrono::steady_clock::now() < end;) {
      state = client.state(table);
      if (state.is_object() && state.contains("view")) {
        const Json& view = state.at("view");
        if (view.at("over").get<bool>()) return state;
        const bool seated = state.at("seats").at(1).at("kind") != "open";
        const bool agreement = view.at("to_act").size() > 1 && view.at("facts").value("accepted", "") != "white";
        if (seated && !agreement && view.at("to_act").dump().find(state.at("you").dump()) != std::string::npos)
          return state;
      }
      std::this_thread::sleep_for(kNap);
    }
    ADD_FAILURE() << "nothing happens any more: " << state.dump();
    return {{"view", {{"over", true}}}};
  }
  static void play(Client& client, const std::string& table, const Json& state, const std::string& word) {
    const Response reply = client.command(table, "m" + state.at("version").dump(), state.at("version"), word);
    EXPECT_EQ(reply.status, 200) << word << reply.body;
  }
  static void play_first_words(Client& client, const std::string& table, int turns) {
    for (int i = 0; i < turns; ++i) {
      const Json state = turn(client, table);
      if (state.at("view").at("over").get<bool>()) return;
      play(client, table, state, state.at("legal").at(0));
    }
  }
  static Json wish(const std::string& game, int size, const std::string& clock = "fischer 5m+5s") {
    return {{"game", game},  {"options", {{"size", size}}}, {"opponent", "friend"}, {"seat", "first"}, {"clock", clock},
            {"listed", true}};
  }
};

TEST_F(ServerBot, GnuGoPlaysAWholeGameToItsResult) {
  const std::string gnugo = tool("gnugo", "gnugo");
  Running running(config_for(folder));
  make_account(running.port());
  Client ann(running.port());
  ann.enter("Ann");
  const std::string fast = ann.create(wish("go", 5, "absolute 10s"));  // leaves too little time
  const std::string table = ann.create(wish("go", 5));
  BotProcess bot(log(), token,
                 {"--server", url(running.port()), "--accept", "--game", "go", "--until", "1", "--", gnugo, "--mode",
                  "gtp", "--level", "1", "--chinese-rules", "--capture-all-dead"});
  int turns = 0;
  Json state = turn(ann, table);
  for (; !state.at("view").at("over").get<bool>(); state = turn(ann, table)) {
    const bool agreement = state.at("view").at("to_act").size() > 1;
    ASSERT_LT(++turns, 100) << state.dump();
    play(ann, table, state, agreement ? "accept" : (turns <= 3 ? state.at("legal").at(0) : Json("pass")));
  }
  EXPECT_EQ(bot.wait(), 0) << bot.said();
  ASSERT_TRUE(state.contains("moves"));
  EXPECT_EQ(state.at("view").at("result").at("how"), "count");
  EXPECT_EQ(state.at("view").at("result").at("seat"), 1) << "who passes loses: " << bot.said();
  EXPECT_EQ(state.at("seats").at(1).at("name"), "Robot");
  EXPECT_NE(bot.said().find("game over"), std::string::npos) << bot.said();
  EXPECT_EQ(bot.said().find(token), std::string::npos);
  EXPECT_EQ(ann.state(fast).at("seats").at(1).at("kind"), "open");
}

TEST_F(ServerBot, OurEngineAnswersOffersAndPlaysToTheEnd) {
  Running running(config_for(folder));
  make_account(running.port());
  Client ann(running.port());
  ann.enter("Ann");
  const std::string table = ann.create(wish("margo", 3));
  BotProcess bot(
      log(), token,
      {"--server", url(running.port()), "--accept", "--until", "1", "--engine", "cairn:level=1", "--seconds", "0.1"});
  play_first_words(ann, table, 2);
  Json state = turn(ann, table);
  ASSERT_EQ(state.at("moves").size(), 4U) << bot.said();
  const auto offer = [&](const std::string& what) {
    const Json body = {{"request", what}, {"version", state.at("version")}, {"command", "offer"}, {"offer", what}};
    EXPECT_EQ(ann.post("/api/tables/" + table + "/commands", body).status, 200);
    const auto end = std::chrono::steady_clock::now() + kWait;
    do state = ann.state(table);
    while (!state.at("offers").empty() && std::chrono::steady_clock::now() < end);
    EXPECT_TRUE(state.at("offers").empty()) << bot.said();
  };
  offer("draw");
  EXPECT_FALSE(state.at("view").at("over").get<bool>());
  EXPECT_EQ(state.at("moves").size(), 4U);
  offer("undo");
  EXPECT_EQ(state.at("moves").size(), 2U);
  play_first_words(ann, table, 100);
  EXPECT_EQ(bot.wait(), 0) << bot.said();
  EXPECT_TRUE(ann.state(table).at("view").at("over").get<bool>());
}

TEST_F(ServerBot, GamesGoOnThroughAKilledServerAndAKilledBot) {
  const Words data = {"--data", folder.path() + "/data", "--log-level", "error"};
  auto server = std::make_unique<Process>(data);
  const std::uint16_t port = server->port();
  ASSERT_NE(port, 0);
  make_account(port);
  Client ann(port);
  ann.enter("Ann");
  const std::string table = ann.create(wish("margo", 4));
  const Words options = {"--server", url(port), "--engine", "cairn:level=1", "--seconds", "0.1", "--until", "1"};
  Words accepting = options;
  accepting.emplace_back("--accept");
  auto bot = std::make_unique<BotProcess>(log(), token, accepting);
  play_first_words(ann, table, 2);
  server->end(SIGKILL);
  server = std::make_unique<Process>(data, "", port);
  ASSERT_EQ(server->port(), port) << server->said();
  ann.forget_connection();
  play_first_words(ann, table, 2);
  bot->end(SIGKILL);
  bot = std::make_unique<BotProcess>(log(), token, options);  // finds the table among its own
  play_first_words(ann, table, 200);
  const Json state = ann.state(table);
  EXPECT_TRUE(state.at("view").at("over").get<bool>());
  EXPECT_EQ(bot->wait(), 0) << bot->said();
}

TEST_F(ServerBot, ASignalEndsItAfterTheMoveUnderWay) {
  Running running(config_for(folder));
  make_account(running.port());
  Client ann(running.port());
  ann.enter("Ann");
  const std::string table = ann.create(wish("margo", 4));
  for (const int signal : {SIGINT, SIGTERM}) {
    BotProcess bot(log(), token,
                   {"--server", url(running.port()), "--accept", "--engine", "cairn:level=1", "--seconds", "0.1"});
    play_first_words(ann, table, 1);
    EXPECT_FALSE(turn(ann, table).at("view").at("over").get<bool>());
    bot.send(signal);
    EXPECT_EQ(bot.wait(), 130) << bot.said();
  }
}

TEST_F(ServerBot, AnEngineThatBreaksIsStartedAgainOnceAndThenTheGameIsResigned) {
  Running running(config_for(folder));
  make_account(running.port());
  Client ann(running.port());
  ann.enter("Ann");
  const std::map<std::string, std::string> faults = {
      {"exit 3", "exit code 3"}, {"printf '= Z99\\n\\n'", "Z99"}, {"sleep 1000", "no answer to genmove"}};
  for (const auto& [fault, message] : faults) {
    const std::string program = folder.path() + "/engine.sh";
    std::ofstream(program) << "while read -r word rest; do case $word in genmove) " << fault
                           << " ;; *) printf '= 2\\n\\n' ;; esac; done\n";
    const std::string table = ann.create(wish("go", 5));
    BotProcess bot(
        log(), token,
        {"--server", url(running.port()), "--accept", "--until", "1", "--patience", "1", "--", "/bin/sh", program});
    play_first_words(ann, table, 1);
    const Json state = turn(ann, table);
    EXPECT_EQ(state.at("view").at("result").at("how"), "resigned") << bot.said();
    EXPECT_EQ(bot.wait(), 1) << bot.said();
    EXPECT_NE(bot.said().find("the engine failed; resigning the game"), std::string::npos) << bot.said();
    EXPECT_NE(bot.said().find(message), std::string::npos) << bot.said();
    EXPECT_NE(bot.said().find("restart"), std::string::npos) << bot.said();
  }
}

// Who insists on what the engine does not call dead is contradicted, and then play goes on. Two passes without a stone
// leave it to the rules what is dead.
TEST_F(ServerBot, ADisputeAboutDeadStonesComesToAnEnd) {
  Running running(config_for(folder));
  make_account(running.port());
  Client ann(running.port());
  ann.enter("Ann");
  const std::string program = folder.path() + "/engine.sh";
  std::ofstream(program) << "while read -r word rest; do case $word in genmove) printf '= PASS\\n\\n' ;; "
                            "*) printf '=\\n\\n' ;; esac; done\n";
  const std::string table = ann.create(wish("go", 5));
  BotProcess bot(log(), token, {"--server", url(running.port()), "--accept", "--until", "1", "--", "/bin/sh", program});
  play(ann, table, turn(ann, table), "C3");
  int insisted = 0, resumed = 0;
  Json state = turn(ann, table);
  for (int i = 0; i < 20 && !state.at("view").at("over").get<bool>(); ++i, state = turn(ann, table)) {
    if (state.at("view").at("to_act").size() == 1) {
      resumed += insisted > 0 ? 1 : 0;
      play(ann, table, state, "pass");
      continue;
    }
    EXPECT_EQ(state.at("view").at("marks").dump().find("\"dead\""), std::string::npos);
    ++insisted;
    const Json body = {{"request", "i" + std::to_string(insisted)},
                       {"version", state.at("version")},
                       {"command", "play"},
                       {"words", {"dead:C3", "accept"}}};
    EXPECT_EQ(ann.post("/api/tables/" + table + "/commands", body).status, 200);
  }
  EXPECT_EQ(insisted, 7) << bot.said();
  EXPECT_EQ(resumed, 1) << bot.said();
  EXPECT_EQ(state.at("view").at("result").at("seat").dump(), "0") << "the stone lives: " << bot.said();
  EXPECT_EQ(bot.wait(), 0) << bot.said();
}

TEST_F(ServerBot, WhatIsWrongIsSaidAtOnce) {
  std::uint16_t port = 0;
  {
    Running running(config_for(folder));
    port = running.port();
    make_account(port);
    const std::string bad = "cairn_" + std::string(43, 'x');
    struct Case {
      std::string token;
      Words options;
      std::string message;
    };
    const Words here = {"--server", url(port)};
    const auto with = [&](Words more) {
      more.insert(more.begin(), here.begin(), here.end());
      return more;
    };
    for (const Case& one :
         std::vector<Case>{{bad, here, "401"},
                           {"", here, "no API token"},
                           {token, {"--server", "https://localhost:1"}, "no response from localhost:1"},
                           {token, {"--server", "localhost"}, "must be http://HOST"},
                           {token, with({"--game", "chess"}), "unknown game"},
                           {token, with({"--game", "phantom"}), "hidden information"},
                           {token, with({"--game", "go", "--engine", "cairn:strength=3"}), "unknown parameter"},
                           {token, with({"--", "no-such-program"}), "COMMAND is not a GTP engine"},
                           {token, with({"--", "echo", "hello"}), "COMMAND is not a GTP engine"},
                           {token, with({"--token-file", folder.path() + "/none"}), "cannot be read"}}) {
      std::filesystem::remove(log());
      BotProcess bot(log(), one.token, one.options);
      EXPECT_EQ(bot.wait(), 2) << one.message;
      EXPECT_NE(bot.said().find(one.message), std::string::npos) << bot.said();
      EXPECT_TRUE(one.token.empty() || bot.said().find(one.token) == std::string::npos) << bot.said();
    }
  }
  BotProcess nobody(log(), token, {"--server", url(port)});
  EXPECT_EQ(nobody.wait(), 2);
  EXPECT_NE(nobody.said().find("no response from 127.0.0.1"), std::string::npos) << nobody.said();
}

TEST_F(ServerBot, APersonsAccountIsNoBot) {
  Running running(config_for(folder));
  make_account(running.port(), false);
  BotProcess bot(log(), token, {"--server", url(running.port())});
  EXPECT_EQ(bot.wait(), 2);
  EXPECT_NE(bot.said().find("is not a bot account"), std::string::npos) << bot.said();
}

}  // namespace
}  // namespace cairn::testing

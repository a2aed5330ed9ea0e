// Engines of the host's at real servers and workers: another Cairn that plays, analyses, is killed and comes back, and
// one whose answers give away that it was asked.
#include <gtest/gtest.h>

#include <signal.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Words = std::vector<std::string>;

struct ServerEngine : ::testing::Test {
  TempFolder folder;
  const std::string data = folder.path() + "/data", mark = "98" + std::to_string(::getpid());
  std::string token;

  // Settings with one engine; the mark is an argument by which its processes are found.
  std::string settings(const std::string& command, const std::string& more, const std::string& sizes = "5, 9") const {
    const std::string path = folder.path() + "/cairn.toml";
    std::ofstream(path) << "[[engine]]\nname = \"tested\"\ncommand = [" << command << "]\ngames = [\"go\"]\nsizes = ["
                        << sizes << "]\n"
                        << more;
    return path;
  }
  std::string another_cairn(const std::string& protocol) const {
    const std::string program = "\"" CAIRN_PROGRAM "\", ";
    if (protocol == "gtp")
      return program + R"("gtp", "--game", "go", "--threads", "1", "--memory", "64", "--seed", ")" + mark + "\"";
    return program + R"("kata-analysis", "--analysis-threads", "1", "--memory", "64", "--seed", ")" + mark + "\"";
  }
  // All programs that have the mark among their arguments.
  std::vector<pid_t> processes() const {
    std::vector<pid_t> found;
    std::error_code gone;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
      const std::string name = entry.path().filename().string();
      pid_t number = 0;
      if (std::from_chars(name.data(), name.data() + name.size(), number).ptr != name.data() + name.size()) continue;
      if (bytes_of_file(entry.path().string() + "/cmdline").find(mark) != std::string::npos) found.push_back(number);
    }
    return found;
  }
  static double metric(Client& client, const std::string& name) {
    const std::string text = client.get("/metrics").body;
    const auto at = text.find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 2));
  }
  static double did(Client& client, const std::string& what) {
    return metric(client, R"(cairn_engine_answers_total{engine="tested",what=")" + what + "\"}");
  }
  static bool ready(Client& client) {
    return metric(client, R"(cairn_engine_processes{engine="tested",state="ready"})") == 1;
  }
  static Json against_bot(int level, const char* seat = "first") {
    return {{"game", "go"}, {"options", {{"size", 5}}}, {"opponent", "bot"},
            {"seat", seat}, {"seconds", 0.2},           {"level", level}};
  }
  // Plays the first legal word and waits for the bot.
  static void play_one(Client& ann, const std::string& table, int& request) {
    Json state;
    ASSERT_TRUE(wait_for([&] {
      state = ann.state(table);
      return state.contains("legal") && !state.at("legal").empty();
    }));
    const std::string name = "q" + std::to_string(++request);
    ASSERT_EQ(ann.command(table, name, state.at("version"), state.at("legal").at(0)).status, 200);
    const std::size_t moves = state.at("moves").size();
    ASSERT_TRUE(wait_for([&] { return ann.state(table).at("moves").size() >= moves + 2; })) << "the bot has moved";
  }
};

TEST_F(ServerEngine, PlaysAndIsReplacedWhileItIsAway) {
  for (const char* protocol : {"gtp", "kata-analysis"}) {
    const std::string file = settings(another_cairn(protocol), std::string("protocol = \"") + protocol +
                                                                   "\"\nlevels = [{ level = 5, visits = 20 }]\n");
    Process server({"--data", data + protocol, "--bot-threads", "1", "--config", file});
    ASSERT_NE(server.port(), 0) << server.said();
    Client ann(server.port());
    ann.enter("Ann");
    ASSERT_TRUE(wait_for([&] { return ready(ann); })) << server.said();
    const std::string table = ann.create(against_bot(5));
    int request = 0;
    for (int i = 1; i <= 3; ++i) {
      play_one(ann, table, request);
      EXPECT_EQ(did(ann, "move"), i) << server.said();
    }
    const auto running = processes();
    ASSERT_EQ(running.size(), 1U);
    ::kill(running.front(), SIGSTOP);  // it hangs; before its time is over it is killed
    ::kill(running.front(), SIGKILL);
    play_one(ann, table, request);
    EXPECT_TRUE(wait_for([&] { return ready(ann); }));
    EXPECT_EQ(metric(ann, R"(cairn_engine_starts_total{engine="tested"})"), 2);
    const double before = did(ann, "move");
    play_one(ann, table, request);
    EXPECT_EQ(did(ann, "move"), before + 1);
    EXPECT_GE(did(ann, "failed"), 1);
    // Another level is not its own.
    const std::string other = ann.create(against_bot(4));
    play_one(ann, other, request);
    EXPECT_EQ(did(ann, "move"), before + 1);
    server.end(SIGTERM);
    EXPECT_TRUE(wait_for([&] { return processes().empty(); }));
    EXPECT_NE(server.said().find("an engine failed"), std::string::npos) << server.said();
  }
}

// It plays the level in casual games; in rated ones the server's own engine does, whose rank is known.
TEST_F(ServerEngine, PlaysNoRatedGames) {
  const std::string file = settings(another_cairn("gtp"), "levels = [{ level = 1, visits = 5 }]\n", "5, 19");
  Process server({"--data", data, "--bot-threads", "1", "--config", file});
  ASSERT_NE(server.port(), 0) << server.said();
  Client ann(server.port());
  ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "a long password"}}).status, 201);
  ASSERT_TRUE(wait_for([&] { return ready(ann); })) << server.said();
  Json wish = against_bot(1);
  wish["options"] = {{"size", 19}};
  wish["clock"] = "fischer 5m+3s";
  int request = 0;
  for (const bool rated : {false, true}) {
    wish["rated"] = rated;
    if (rated) wish.erase("seconds");  // it takes what its level needs
    play_one(ann, ann.create(wish), request);
    EXPECT_EQ(did(ann, "move"), 1) << (rated ? "the casual game's alone" : server.said());
  }
}

TEST_F(ServerEngine, AnalysesFinishedGames) {
  for (const char* protocol : {"gtp", "kata-analysis"}) {
    const std::string file =
        settings(another_cairn(protocol), std::string("protocol = \"") + protocol + "\"\nmay-play = false\n");
    Process server({"--data", data + protocol, "--bot-threads", "1", "--analysis-playouts", "20", "--config", file});
    ASSERT_NE(server.port(), 0) << server.said();
    Client ann(server.port());
    ann.enter("Ann");
    ASSERT_TRUE(wait_for([&] { return ready(ann); })) << server.said();
    const std::string table = ann.create(against_bot(5));
    int request = 0;
    for (int i = 0; i < 3; ++i) play_one(ann, table, request);
    const Json resign = {{"request", "end"}, {"version", ann.state(table).at("version")}, {"command", "resign"}};
    ASSERT_EQ(ann.post("/api/tables/" + table + "/commands", resign).status, 200);
    const std::string address = "/api/tables/" + table + "/analysis";
    ASSERT_EQ(ann.post(address, Json::object()).status, 200);
    ASSERT_TRUE(wait_for([&] { return ann.get(address).json().at("state") == "done"; })) << server.said();
    EXPECT_EQ(did(ann, "position"), 7) << server.said();
    EXPECT_EQ(did(ann, "failed"), 0) << server.said();
    const Json moves = ann.get(address).json().at("moves");
    EXPECT_EQ(moves.size(), 6U);
    for (const Json& move : moves) EXPECT_FALSE(move.at("first_wins").is_null()) << move.dump();
  }
}

TEST_F(ServerEngine, WorksForAServerFarAway) {
  const std::string file = settings(
      R"("/usr/bin/python3", ")" CAIRN_SOURCE R"(/server/tests/odd_engine.py", "reply", "A1", ")" + mark + "\"",
      "levels = [{ level = 10 }]\n");
  Process server({"--data", data, "--bot-threads", "0"});
  ASSERT_NE(server.port(), 0);
  Client ann(server.port());
  ASSERT_EQ(ann.post("/api/account", {{"name", "Keeper"}, {"password", "a long password"}}).status, 201);
  token = cairn_says("admin worker keeper --data " + data);
  ASSERT_TRUE(token.starts_with("cairn_")) << token;
  token.pop_back();
  const std::string log = folder.path() + "/worker.log";
  const Words options = {"--server", "http://127.0.0.1:" + std::to_string(server.port()), "--jobs", "1", "--engine",
                         file};
  ProgramProcess worker("worker", log, token, options);
  ASSERT_TRUE(wait_for([&] { return worker.said().find("engine ready") != std::string::npos; })) << worker.said();
  const std::string table = ann.create(against_bot(10, "second"));
  ASSERT_TRUE(wait_for([&] { return !ann.state(table).at("moves").empty(); })) << worker.said();
  EXPECT_EQ(ann.state(table).at("moves").at(0).at("word"), "A1") << "which our own engine never plays";
  // Its second move is the same, and illegal: our own engine moves.
  int request = 0;
  play_one(ann, table, request);
  EXPECT_NE(worker.said().find("is not a legal move"), std::string::npos) << worker.said();
  EXPECT_EQ(ann.state(table).at("moves").size(), 3U);
  worker.end(SIGTERM);
  EXPECT_TRUE(wait_for([&] { return processes().empty(); }));
  // A file without an engine is no use.
  std::ofstream(folder.path() + "/none.toml") << "port = 8080\n";
  EXPECT_EQ(
      run_cairn("worker --server http://127.0.0.1:1 --token-file " + log + " --engine " + folder.path() + "/none.toml"),
      2);
}

}  // namespace
}  // namespace cairn::testing

// The bridge to an engine of one's own (docs/protocol.md, "The bridge"), from outside: who may come in, what real
// engines answer, and what becomes of those that lie, hang and die.
#include "server/net/bridge_listener.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "notation/words.h"
#include "server/engines/child.h"
#include "server/engines/relay_messages.h"
#include "server/net/bridge_lock.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using engines::BridgeSpec;
using engines::Protocol;
using net::BridgeListener;
using net::BridgeLock;
using Words = std::vector<std::string>;

const std::string kOrigin = "https://club.example.org";

Json record_of(const std::string& game, const Json& options, const Words& words) {
  Json moves = Json::array();
  for (std::size_t at = 0; at < words.size(); ++at) moves.push_back({at % 2, words[at]});
  return {{"format", "cairn-record"}, {"version", 1}, {"game", game}, {"options", options}, {"moves", moves}};
}
Json question(int id, const Json& record, double seconds = 5, const char* type = "analyse") {
  const bool report = std::string_view(type) == "report";
  return {{"type", type},
          {"id", id},
          {"record", record},
          {"ply", report ? 0 : record.at("moves").size()},
          {"seconds", seconds}};
}
const Json kGo9 = {{"size", "9"}};

BridgeSpec spec_of(const Words& command, Protocol protocol = Protocol::gtp) {
  BridgeSpec spec;
  spec.engine.name = "tested";
  spec.engine.command = command;
  spec.engine.protocol = protocol;
  spec.engine.games = {"go"};
  spec.engine.sizes = {square_grid(5), square_grid(9)};
  spec.first_pause = 0.2;
  return spec;
}
BridgeSpec gnugo() {
  return spec_of({programs::tool("gnugo", "gnugo"), "--mode", "gtp", "--chinese-rules", "--level", "1", "--seed", "3"});
}
BridgeSpec odd(const Words& ways) {
  Words command = {programs::tool("python3", "python3"), CAIRN_SOURCE "/server/tests/odd_engine.py"};
  command.insert(command.end(), ways.begin(), ways.end());
  return spec_of(command, ways.front() == "kata" ? Protocol::kata_analysis : Protocol::gtp);
}
const Words kGtp = {CAIRN_PROGRAM, "gtp", "--game", "go", "--threads", "1", "--memory", "64"};

// A bridge in this process, at a free port.
struct Bridge : ::testing::Test {
  std::unique_ptr<BridgeListener> listener;
  std::thread thread;

  void begin(BridgeSpec spec, double hello_seconds = 10) {
    auto started = BridgeListener::start({{kOrigin}, true, hello_seconds}, std::move(spec), [](const std::string&) {});
    ASSERT_TRUE(started.listener) << started.error;
    listener = std::move(started.listener);
    thread = std::thread([this] { listener->run(); });
  }
  ~Bridge() override {
    if (!listener) return;
    listener->stop();
    thread.join();
  }

  std::string headers(const std::string& origin = kOrigin, const std::string& host = "127.0.0.1") const {
    return "Host: " + host + ":" + std::to_string(listener->port()) + "\r\n" +
           (origin.empty() ? "" : "Origin: " + origin + "\r\n");
  }
  std::unique_ptr<TableEar> knock() const { return std::make_unique<TableEar>(listener->port(), "/bridge", headers()); }
  static constexpr const char* kNonce = "chosen by the page";
  static Json hello(bool by_key = false, int version = engines::kBridgeVersion) {
    return {{"type", "hello"}, {"version", version}, {"by", by_key ? "key" : "code"}, {"nonce", kNonce}};
  }
  // Shows that it knows the secret; what it is told then. Each side has proven itself where that is a welcome.
  static Json enter(TableEar& ear, std::uint16_t port, const std::string& secret, bool by_key = false) {
    ear.send(hello(by_key));
    Json told = ear.next();
    if (told.value("type", "") != "challenge") return told;
    const net::BridgeChallenge challenge{by_key, port, kNonce, told.at("nonce")};
    const std::string known =
        by_key ? secret : net::stretch_code(secret, told.at("salt").get<std::string>(), told.at("rounds").get<int>());
    ear.send({{"type", "proof"}, {"proof", net::side_proof(known, "page", challenge)}});
    Json answer = ear.next();
    if (answer.value("type", "") == "welcome")
      EXPECT_EQ((by_key ? told : answer).at("proof"), net::side_proof(known, "bridge", challenge));
    return answer;
  }
  Json enter(TableEar& ear, const std::string& secret, bool by_key = false) const {
    return enter(ear, listener->port(), secret, by_key);
  }
  // A page that is in, when the engine is ready.
  std::unique_ptr<TableEar> page() const {
    auto ear = knock();
    EXPECT_EQ(enter(*ear, listener->code()).value("type", ""), "welcome");
    wait_state(*ear, "ready");
    return ear;
  }
  static Json wait_state(TableEar& ear, const std::string& state) {
    for (Json frame = ear.next();; frame = ear.next())
      if (frame.is_null() || (frame.value("type", "") == "engine" && frame.value("state", "") == state)) {
        EXPECT_FALSE(frame.is_null()) << "never " << state;
        return frame;
      }
  }
  // All frames about a question, to the last.
  static std::vector<Json> answers(TableEar& ear, int id) {
    std::vector<Json> all;
    for (Json frame = ear.next(); !frame.is_null(); frame = ear.next()) {
      if (!frame.contains("id") || frame.at("id") != id) continue;
      all.push_back(frame);
      if (frame.at("type") == "done" || frame.at("type") == "failed") return all;
    }
    ADD_FAILURE() << "no end of question " << id;
    return all;
  }
  static std::vector<Json> ask(TableEar& ear, const Json& what) {
    ear.send(what);
    return answers(ear, what.at("id").get<int>());
  }
  static std::string failure(TableEar& ear, const Json& what) {
    const std::vector<Json> all = ask(ear, what);
    if (all.empty() || all.back().at("type") != "failed") return "";
    return all.back().at("said").at("code");
  }
  // That the first candidates' lines can be played.
  static void expect_legal(const Json& found, const Json& record) {
    const GameInfo& info = *find_game(record.at("game").get<std::string>());
    Config config;
    ASSERT_TRUE(read_options(record.at("options"), config.options).empty());
    Position position = info.make(config).position;
    for (const Json& move : record.at("moves"))
      ASSERT_EQ(play_for(position, seat_at(move.at(0).get<int>()), move.at(1).get<std::string>(), nullptr),
                Reason::none);
    ASSERT_FALSE(found.at("candidates").empty());
    for (const Json& one : found.at("candidates")) {
      Position after = position;
      for (const Json& word : one.at("line"))
        ASSERT_EQ(play_for(after, after.to_act().front(), word.get<std::string>(), nullptr), Reason::none)
            << one.dump();
    }
  }
};

// --- engines

TEST_F(Bridge, GnuGoNamesMovesAndTheScore) {
  begin(gnugo());
  const auto ear = page();
  const Json record = record_of("go", kGo9, {"E5", "C4"});
  const std::vector<Json> all = ask(*ear, question(1, record));
  ASSERT_EQ(all.size(), 2U);
  const Json& found = all.front().at("found");
  EXPECT_TRUE(found.at("win_rate").is_null()) << "it knows none";
  EXPECT_TRUE(found.at("score").is_number());
  EXPECT_GT(found.at("candidates").size(), 3U);
  EXPECT_EQ(found.at("to_move"), "black");
  expect_legal(found, record);
  EXPECT_EQ(failure(*ear, question(2, record, 1, "report")), "bridge-engine-only-plays");
  // The rules that GTP cannot tell it are refused with a reason, and it stays.
  EXPECT_EQ(failure(*ear, question(3, record_of("go", {{"size", "19"}}, {}))), "bridge-other-size");
  EXPECT_EQ(ask(*ear, question(4, record)).size(), 2U);
}

TEST_F(Bridge, CairnAnalysesByBothProtocols) {
  for (const Protocol protocol : {Protocol::gtp, Protocol::kata_analysis}) {
    BridgeSpec spec = protocol == Protocol::gtp
                          ? spec_of(kGtp)
                          : spec_of({CAIRN_PROGRAM, "kata-analysis", "--analysis-threads", "1", "--memory", "64"},
                                    Protocol::kata_analysis);
    // By GTP ownership comes with the later ones of many lines.
    spec.engine.analysis_visits = protocol == Protocol::gtp ? 300 : 30;
    begin(spec);
    const auto ear = page();
    const Json record = record_of("go", kGo9, {"E5", "C4", "G6"});
    const std::vector<Json> all = ask(*ear, question(1, record, 60));
    ASSERT_GE(all.size(), 2U);
    EXPECT_EQ(all.back().at("type"), "done") << all.back().dump();
    const Json& found = all.at(all.size() - 2).at("found");
    EXPECT_EQ(found.at("final"), true);
    EXPECT_EQ(found.at("to_move"), "white");
    EXPECT_GE(found.at("visits"), 30);
    ASSERT_TRUE(found.contains("ownership")) << protocol_word(protocol) << found.dump();
    EXPECT_EQ(found.at("ownership").size(), 81U);
    EXPECT_TRUE(found.at("win_rate").is_number());
    expect_legal(found, record);
    const std::vector<Json> moves = ask(*ear, question(2, record, 60, "report"));
    ASSERT_EQ(moves.size(), 5U) << "four positions and the end";
    for (int ply = 0; ply < 4; ++ply) {
      const Json& move = moves.at(static_cast<std::size_t>(ply)).at("move");
      EXPECT_EQ(move.at("ply"), ply);
      EXPECT_TRUE(move.at("first_wins").is_number()) << move.dump();
      if (ply > 0) EXPECT_TRUE(move.at("loss").is_number()) << move.dump();
    }
    EXPECT_EQ(moves.at(2).at("move").at("by"), "white");
    listener->stop();
    thread.join();
    listener.reset();
  }
}

TEST_F(Bridge, CairnsOwnEngineIsStartedForEachGame) {
  BridgeSpec spec = spec_of({CAIRN_PROGRAM, "gtp", "--threads", "1", "--memory", "64"});
  spec.own = true;
  spec.engine.games.clear();
  spec.engine.analysis_visits = 20;
  begin(spec);
  const auto ear = page();
  const Json margo = record_of("margo", {{"size", "6"}}, {"A1"}), go = record_of("go", kGo9, {"E5"});
  int id = 0;
  for (const Json& record : {margo, go, margo}) {
    const std::vector<Json> all = ask(*ear, question(++id, record, 60));
    ASSERT_GE(all.size(), 2U) << all.front().dump();
    expect_legal(all.at(all.size() - 2).at("found"), record);
  }
}

TEST_F(Bridge, ALaterQuestionReplacesAnEarlierOne) {
  begin(spec_of(kGtp));
  const auto ear = page();
  const Json record = record_of("go", kGo9, {"E5"});
  ear->send(question(1, record, 600));
  EXPECT_FALSE(ear->next_of("analysis").is_null());
  ear->send(question(2, record_of("go", kGo9, {"E5", "C3"}), 600));
  for (Json frame = ear->next_of("analysis");; frame = ear->next_of("analysis")) {
    ASSERT_FALSE(frame.is_null());
    if (frame.at("id") == 2) break;
  }
  ear->send({{"type", "stop"}, {"id", 2}});
  const std::vector<Json> all = ask(*ear, question(3, record, 2));
  EXPECT_EQ(all.back().at("type"), "done") << "the process was not started anew for any of it";
}

TEST_F(Bridge, AnEngineThatLiesHangsOrDiesIsStartedAgain) {
  const std::vector<Words> ways = {
      {"lies", "Z99"}, {"mute"}, {"kata", "illegal"}, {"kata", "silent"}, {"kata", "rubbish"}};
  for (const Words& way : ways) {
    BridgeSpec spec = odd(way);
    spec.silence = 1;
    begin(spec);
    const auto ear = page();
    EXPECT_EQ(failure(*ear, question(1, record_of("go", kGo9, {}), 20)), "bridge-engine-failed") << way.back();
    EXPECT_NE(wait_state(*ear, "down").at("why").value("code", ""), "");
    wait_state(*ear, "ready");
    listener->stop();
    thread.join();
    listener.reset();
  }
  const std::string pid_file = ::testing::TempDir() + "bridge_" + std::to_string(::getpid()) + ".pid";
  BridgeSpec spec = spec_of({"/bin/sh", "-c", "echo $$ > " + pid_file + "; exec " + join(kGtp, " ")});
  begin(spec);
  const auto ear = page();
  ear->send(question(1, record_of("go", kGo9, {}), 600));
  EXPECT_FALSE(ear->next_of("analysis").is_null());
  pid_t pid = 0;
  std::ifstream(pid_file) >> pid;
  ASSERT_GT(pid, 0);
  ::kill(pid, SIGKILL);
  const std::vector<Json> all = answers(*ear, 1);
  EXPECT_EQ(all.back().at("said").at("code"), "bridge-engine-failed");
  wait_state(*ear, "ready");
  const Json last = ask(*ear, question(2, record_of("go", kGo9, {}), 4)).back();
  EXPECT_EQ(last.at("type"), "done") << last.dump();
  std::filesystem::remove(pid_file);
}

TEST_F(Bridge, AProgramThatIsNoEngineIsSaidToBeNone) {
  begin(spec_of({"/bin/cat"}));
  const auto ear = knock();
  enter(*ear, listener->code());
  const Json why = wait_state(*ear, "down").at("why");
  EXPECT_EQ(why.at("code"), "engine-speaks-no-gtp") << why.dump();
  // Between two starts it is down; during one, the question fails with it.
  const std::string said = failure(*ear, question(1, record_of("go", kGo9, {})));
  EXPECT_TRUE(said == "bridge-engine-down" || said == "bridge-engine-failed") << said;
}

// It names moves and cannot be told to stop: what comes next waits for a moment, not for its whole time.
TEST_F(Bridge, AnEngineWithoutWinRatesKeepsNobodyWaiting) {
  const std::string slow =
      "import sys,time\n"
      "for line in sys.stdin:\n"
      "  word = line.split()[0] if line.split() else ''\n"
      "  if word == 'list_commands': print('= boardsize\\nclear_board\\nkomi\\nplay\\ngenmove\\n"
      "reg_genmove\\n', flush=True)\n"
      "  elif word == 'reg_genmove': time.sleep(60); print('= E5\\n', flush=True)\n"
      "  else: print('=\\n', flush=True)\n";
  begin(spec_of({programs::tool("python3", "python3"), "-c", slow}));
  const auto ear = page();
  const auto began = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
  EXPECT_EQ(failure(*ear, question(1, record_of("go", kGo9, {}), 1)), "bridge-engine-failed");
  EXPECT_LT(seconds(), 15) << "two seconds beyond its time";
  wait_state(*ear, "ready");
  ear->send(question(2, record_of("go", kGo9, {}), 600));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  ear->send(question(3, record_of("go", kGo9, {"E5"}), 600));
  wait_state(*ear, "starting");
  wait_state(*ear, "ready");
  EXPECT_LT(seconds(), 40) << "it was ended for the next question";
}

// --- who may come in

TEST_F(Bridge, IsForPagesOfTheNamedOriginsAlone) {
  begin(odd({"reply"}));
  const auto status = [&](const std::string& lines, const std::string& target = "/bridge") {
    return TableEar(listener->port(), target, lines).status();
  };
  EXPECT_EQ(status(headers()), 101);
  EXPECT_EQ(status(headers(kOrigin, "localhost")), 101);
  EXPECT_EQ(status(headers("")), 403) << "a program that names no origin";
  EXPECT_EQ(status(headers("null")), 403);
  EXPECT_EQ(status(headers("http://club.example.org")), 403);
  EXPECT_EQ(status(headers("https://club.example.org.evil.example")), 403);
  EXPECT_EQ(status(headers() + "Origin: https://evil.example\r\n"), 403) << "two of them";
  EXPECT_EQ(status(headers(kOrigin, "rebound.evil.example")), 421) << "a name that leads here (DNS rebinding)";
  EXPECT_EQ(status(headers(kOrigin, "192.168.0.1")), 421);
  EXPECT_EQ(status(headers(), "/other"), 426);
  const std::string asks = "OPTIONS /bridge HTTP/1.1\r\n" + headers() +
                           "Access-Control-Request-Method: GET\r\nAccess-Control-Request-Private-Network: true\r\n\r\n";
  const std::string allowed = exchange(listener->port(), asks);
  EXPECT_NE(allowed.find("Access-Control-Allow-Private-Network: true"), std::string::npos) << allowed;
  EXPECT_NE(allowed.find("Access-Control-Allow-Origin: " + kOrigin), std::string::npos) << allowed;
  const std::string refused =
      exchange(listener->port(), "OPTIONS /bridge HTTP/1.1\r\n" + headers("https://evil.example") + "\r\n");
  EXPECT_EQ(status_of(refused), 403);
  EXPECT_EQ(refused.find("Access-Control"), std::string::npos) << refused;
  EXPECT_FALSE(status_of(exchange(listener->port(), "\x16\x03 nonsense\r\n\r\n")) == 101);
  EXPECT_NE(page(), nullptr) << "and it goes on";
}

TEST_F(Bridge, ListensAtTheLoopbackAlone) {
  begin(odd({"reply"}));
  const std::string port = ":" + [&] {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%04X", listener->port());
    return std::string(text.data());
  }();
  int found = 0;
  for (const char* file : {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(port + " ") == std::string::npos || line.find(" 0A ") == std::string::npos) continue;
      const auto at = line.find(port);
      const std::string address = line.substr(line.find(": ") + 2, at - line.find(": ") - 2);
      EXPECT_TRUE(address == "0100007F" || address == "00000000000000000000000001000000") << line;
      ++found;
    }
  }
  EXPECT_GE(found, 1);
}

TEST_F(Bridge, OpensByItsCodeAndHasFewTries) {
  begin(odd({"reply"}));
  const auto ends = [](TableEar& ear, Json frame) {
    if (frame.value("type", "") == "refused") EXPECT_TRUE(ear.next().is_null()) << "and closes";
    return frame.value("code", "");
  };
  const auto told = [&](const Json& message) {
    const auto ear = knock();
    ear->send(message);
    return ends(*ear, ear->next());
  };
  const auto tried = [&](const std::string& secret, bool by_key = false) {
    const auto ear = knock();
    return ends(*ear, enter(*ear, secret, by_key));
  };
  const auto in = page();
  const auto first = knock();
  const std::string key = enter(*first, listener->code()).at("key");
  EXPECT_EQ(told(hello(false, 1)), "bridge-other-version");
  EXPECT_EQ(told({{"type", "hello"}, {"version", 2}, {"by", "code"}, {"nonce", "short"}}), "bridge-other-version");
  EXPECT_EQ(told(question(1, record_of("go", kGo9, {}))), "bridge-hello-first");
  EXPECT_EQ(told({{"type", "proof"}, {"proof", "x"}}), "bridge-hello-first");
  const std::string altered = (key.front() == 'x' ? "y" : "x") + key.substr(1);  // also where the key begins with an x
  EXPECT_EQ(tried(altered, true), "bridge-key-old");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(tried("1AAA-AAAA-AAAA"), "bridge-code-wrong");
  EXPECT_EQ(tried(listener->code()), "bridge-code-later") << "even the right one";
  const auto again = knock();
  const Json welcome = enter(*again, key, true);
  EXPECT_EQ(welcome.value("type", ""), "welcome") << "a page that was in comes back all the same";
  EXPECT_FALSE(welcome.contains("key")) << "which it has";
}

// Whoever passes on what the page and another bridge say gets no further: the port is part of what is proven.
TEST_F(Bridge, AProofIsForOnePortAndOneTime) {
  begin(odd({"reply"}));
  const auto ear = knock();
  const Json wrong = enter(*ear, static_cast<std::uint16_t>(listener->port() + 1), listener->code());
  EXPECT_EQ(wrong.value("code", ""), "bridge-code-wrong");
  const auto one = knock(), other = knock();
  one->send(hello());
  other->send(hello());
  EXPECT_NE(one->next().at("nonce"), other->next().at("nonce"));
}

TEST_F(Bridge, ASecondPageTakesOver) {
  begin(spec_of(kGtp));
  const auto first = page();
  first->send(question(1, record_of("go", kGo9, {}), 600));
  EXPECT_FALSE(first->next_of("analysis").is_null());
  const auto second = page();
  EXPECT_EQ(first->next_of("refused").value("code", ""), "bridge-other-page");
  while (!first->next().is_null()) {
  }
  EXPECT_EQ(first->close_code(), 1008);
  EXPECT_EQ(ask(*second, question(7, record_of("go", kGo9, {}), 2)).back().at("type"), "done");
}

// Pages number their questions themselves, and each begins with 1.
TEST_F(Bridge, ASecondPageGetsTheAnswersToItsOwnQuestions) {
  begin(spec_of(kGtp));
  const auto first = page();
  first->send(question(1, record_of("go", kGo9, {"A1", "A2", "A3", "A4"}), 2, "report"));
  EXPECT_FALSE(first->next_of("move").is_null());
  const auto second = page();
  Words words;
  for (const Json& frame : ask(*second, question(1, record_of("go", kGo9, {"J9", "J8", "J7"}), 3, "report")))
    if (frame.at("type") == "move" && frame.at("move").at("ply") > 0) words.push_back(frame.at("move").at("move"));
  EXPECT_EQ(words, (Words{"J9", "J8", "J7"}));
}

TEST_F(Bridge, WhoSaysNothingKeepsNobodyOut) {
  begin(odd({"reply"}), 60);
  std::vector<std::unique_ptr<Wire>> idle;
  idle.reserve(60);
  for (int i = 0; i < 60; ++i) idle.push_back(std::make_unique<Wire>(listener->port()));
  const auto ear = knock();
  EXPECT_EQ(enter(*ear, listener->code()).value("type", ""), "welcome");
}

TEST_F(Bridge, WhoeverDoesNotSayWhoTheyAreIsClosed) {
  begin(odd({"reply"}), 0.3);
  const auto silent = knock();
  EXPECT_TRUE(silent->next(std::chrono::seconds(20)).is_null());
  EXPECT_FALSE(silent->ok());
  std::vector<std::unique_ptr<TableEar>> crowd;
  crowd.reserve(40);
  for (int i = 0; i < 40; ++i) crowd.push_back(knock());
  crowd.clear();
  EXPECT_TRUE(wait_for([&] { return knock()->status() == 101; }));
}

// --- what is asked

TEST_F(Bridge, RefusesWithASentenceWhatTheEngineCannotPlay) {
  begin(odd({"reply"}));
  const auto ear = page();
  EXPECT_EQ(failure(*ear, question(1, record_of("margo", Json::object(), {}))), "bridge-other-game");
  EXPECT_EQ(failure(*ear, question(2, record_of("go", {{"size", "13"}}, {}))), "bridge-other-size");
  EXPECT_EQ(failure(*ear, question(3, record_of("phantom", Json::object(), {}))), "bridge-game-hides");
  EXPECT_EQ(failure(*ear, question(4, record_of("chess", Json::object(), {}))), "bridge-game-unknown");
  EXPECT_EQ(failure(*ear, question(5, record_of("go", {{"size", "900"}}, {}))), "bridge-game-unreadable");
  EXPECT_EQ(failure(*ear, question(6, record_of("go", kGo9, {"E5", "E5"}))), "bridge-game-not-played");
  EXPECT_EQ(failure(*ear, question(7, record_of("go", kGo9, Words(5'001, "pass")))), "bridge-game-too-long");
  Json set_up = record_of("go", kGo9, {});
  set_up["position"] = {{"board", Json::array()}};
  EXPECT_EQ(failure(*ear, question(8, set_up)), "bridge-no-set-up");
  EXPECT_EQ(failure(*ear, question(9, record_of("margo", {{"players", "3"}}, {}))), "bridge-two-players");
  for (const Json& wrong : {Json{{"type", "analyse"}, {"id", 10}}, Json{{"type", "dance"}, {"id", 10}}}) {
    EXPECT_EQ(failure(*ear, wrong), "bridge-message-unknown") << wrong.dump();
  }
  ear->send_frame(2, std::string(100, '\xff'));
  EXPECT_EQ(ear->next_of("failed").at("said").at("code"), "bridge-message-unknown");
  ear->send_frame(1, std::string(engines::kMostBridgeMessage + 1, ' '));
  while (!ear->next().is_null()) {
  }
  EXPECT_FALSE(ear->ok()) << "too large a message ends the connection";
}

TEST_F(Bridge, APageThatAsksTooMuchIsClosed) {
  begin(odd({"reply"}));
  const auto ear = page();
  for (int i = 0; i < 200; ++i) ear->send({{"type", "stop"}, {"id", 1}});
  EXPECT_EQ(ear->next_of("refused").value("code", ""), "bridge-too-many");
}

// --- the parts, and the program

const net::BridgeChallenge kByCode{false, 21'273, "page", "bridge"};

BridgeLock::Tried try_code(BridgeLock& lock, const std::string& typed, double now) {
  const std::string known = net::stretch_code(typed, lock.salt(), net::kCodeRounds);
  return lock.try_proof(kByCode, net::side_proof(known, "page", kByCode), now);
}

TEST(BridgeLock, TakesTheCodeHoweverItIsWritten) {
  BridgeLock lock(2);
  ASSERT_EQ(lock.code().size(), 14U);
  EXPECT_EQ(lock.code()[0], '3') << "the third port";
  EXPECT_NE(BridgeLock(2).code(), lock.code());
  std::string plain;
  for (const char c : lock.code())
    if (c != '-') plain += static_cast<char>(std::tolower(c));
  EXPECT_TRUE(try_code(lock, " " + plain + " ", 0).opened);
  EXPECT_FALSE(try_code(lock, plain.substr(1), 0).opened);
  EXPECT_FALSE(try_code(lock, "", 0).opened);
  EXPECT_TRUE(try_code(lock, lock.code(), 0).opened) << "which forgives what was wrong before";
}

TEST(BridgeLock, PausesLongerEachTimeUntilThereIsANewCode) {
  BridgeLock lock(0);
  double now = 0;
  for (const double pause : {60.0, 120.0, 240.0}) {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(lock.try_proof(kByCode, "wrong", now).wait, 0);
    EXPECT_EQ(try_code(lock, lock.code(), now).wait, pause);
    EXPECT_FALSE(try_code(lock, lock.code(), now + pause - 1).opened);
    now += pause;
  }
  EXPECT_TRUE(try_code(lock, lock.code(), now).opened);
  for (int i = 0; i < 5; ++i) lock.try_proof(kByCode, "", now);
  EXPECT_GT(try_code(lock, lock.code(), now).wait, 0);
  const std::string old = lock.code(), key = lock.key();
  lock.renew_code();
  EXPECT_NE(lock.code(), old);
  EXPECT_EQ(lock.code()[0], '1') << "at the same port";
  EXPECT_FALSE(try_code(lock, old, now).opened);
  EXPECT_TRUE(try_code(lock, lock.code(), now).opened);
  EXPECT_EQ(lock.key(), key) << "pages that are in stay";
  const net::BridgeChallenge by_key{true, 21'271, "page", "bridge"};
  EXPECT_FALSE(lock.try_proof(by_key, "", now).opened);
  EXPECT_FALSE(lock.try_proof(by_key, key, now).opened);
  EXPECT_FALSE(lock.try_proof(by_key, lock.proof(by_key), now).opened) << "the bridge's own, sent back";
  EXPECT_TRUE(lock.try_proof(by_key, net::side_proof(key, "page", by_key), now).opened);
}

// By the standard tools: what a page computes by WebCrypto (web/tests/unit/bridge.test.ts has the same values).
TEST(BridgeLock, ProvesAsPagesDo) {
  const std::string known = net::stretch_code("3abc-defg-hjkm", "salt", 200'000);
  EXPECT_EQ(net::side_proof(known, "page", kByCode),
            "6308e1700e83c31386ca3c67f422019779f44ada81cb312e8edc167d120185ac");
  const net::BridgeChallenge by_key{true, 21'273, "page", "bridge"};
  EXPECT_EQ(net::side_proof("secret", "bridge", by_key),
            "1112cde309ee55e235f76593b75487926bcdf946dc01dd701e0b85190ee03022");
}

TEST(BridgeOrigin, IsReadAsBrowsersWriteIt) {
  std::string out;
  EXPECT_EQ(net::read_origin("https://Club.example.org/", out), "");
  EXPECT_EQ(out, "https://club.example.org");
  EXPECT_EQ(net::read_origin("http://localhost:8080", out), "");
  EXPECT_EQ(out, "http://localhost:8080");
  EXPECT_EQ(net::read_origin("https://club.example.org:443", out), "");
  EXPECT_EQ(out, "https://club.example.org");
  EXPECT_EQ(net::read_origin("http://[::1]:8080", out), "");
  EXPECT_EQ(out, "http://[::1]:8080");
  for (const char* wrong : {"", "*", "null", "club.example.org", "ftp://club.example.org", "https://a@b", "https://a/b",
                            "https://", "https://a b", "https://a:b"})
    EXPECT_NE(net::read_origin(wrong, out), "") << wrong;
}

TEST(BridgeProgram, PrintsItsCodeAndAnswers) {
  std::array<int, 2> keys{};  // of the terminal
  ASSERT_EQ(::pipe2(keys.data(), O_CLOEXEC), 0);
  programs::ChildWays ways;
  ways.in = keys[0];
  programs::Child bridge(
      {CAIRN_PROGRAM, "bridge", "--page", "http://localhost:1", "--size", "9", "--name", " Kätzchen 囲碁 🐈 ", "--",
       "/usr/bin/python3", std::string(CAIRN_SOURCE) + "/server/tests/odd_engine.py", "lies", "E5"},
      ways);
  ::close(keys[0]);
  std::string code;
  ASSERT_TRUE(wait_for([&] {
    const std::string said = bridge.out();
    const auto at = said.find("Code for the page: ");
    if (at == std::string::npos || said.find('\n', at) == std::string::npos) return false;
    code = said.substr(at + 19, 14);
    return true;
  })) << bridge.said();
  const auto port = static_cast<std::uint16_t>(net::kFirstBridgePort + code[0] - '1');
  TableEar ear(port, "/bridge", "Host: 127.0.0.1\r\nOrigin: http://localhost:1\r\n");
  const Json welcome = Bridge::enter(ear, port, code);
  EXPECT_EQ(welcome.at("engine").at("name"), "Kätzchen 囲碁 🐈") << welcome.dump();
  EXPECT_EQ(welcome.at("engine").at("sizes"), Json({"9"}));
  Bridge::wait_state(ear, "ready");
  const std::vector<Json> all = Bridge::ask(ear, question(1, record_of("go", kGo9, {}), 1));
  EXPECT_EQ(all.back().at("type"), "done");
  EXPECT_EQ(all.front().at("found").at("candidates").at(0).at("move"), "E5");
  // Enter at the terminal makes a new code; the page that is in stays.
  ASSERT_EQ(::write(keys[1], "\n", 1), 1);
  std::string fresh;
  ASSERT_TRUE(wait_for([&] {
    const std::string said = bridge.err();
    const auto at = said.find("a new code for the page: ");
    if (at == std::string::npos || said.find('\n', at) == std::string::npos) return false;
    fresh = said.substr(at + 25, 14);
    return true;
  })) << bridge.said();
  TableEar late(port, "/bridge", "Host: 127.0.0.1\r\nOrigin: http://localhost:1\r\n");
  EXPECT_EQ(Bridge::enter(late, port, code).value("code", ""), "bridge-code-wrong");
  EXPECT_EQ(Bridge::ask(ear, question(2, record_of("go", kGo9, {}), 1)).back().at("type"), "done");
  TableEar next(port, "/bridge", "Host: 127.0.0.1\r\nOrigin: http://localhost:1\r\n");
  EXPECT_EQ(Bridge::enter(next, port, fresh).value("type", ""), "welcome");
  EXPECT_EQ(bridge.end(SIGTERM), 130 << 8) << bridge.said();
  ::close(keys[1]);
}

TEST(BridgeProgram, SaysWhatIsWrongWithItsOptions) {
  const auto says = [](const Words& more) {
    Words words = {CAIRN_PROGRAM, "bridge"};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = programs::run_program(words);
    EXPECT_EQ(ran.status, 2) << ran.said();
    return ran.err;
  };
  EXPECT_NE(says({"--page", "club"}).find("must be http://HOST"), std::string::npos);
  EXPECT_NE(says({"--game", "go"}).find("give its command after --"), std::string::npos);
  EXPECT_NE(says({"--game", "phantom", "--", "x"}).find("without hidden information"), std::string::npos);
  EXPECT_NE(says({"--size", "99", "--", "x"}).find("from 2 to 25"), std::string::npos);
  EXPECT_NE(says({"--protocol", "kata-analysis", "--game", "margo", "--", "x"}).find("play go alone"),
            std::string::npos);
  std::string longest;
  for (std::size_t i = 0; i <= engines::kMostRelayedName; ++i) longest += "碁";
  for (const std::string& name :
       {std::string("a\x07"), std::string("a\nb"), std::string("\xFFgo"), std::string("  "), longest})
    EXPECT_NE(says({"--name", name}).find("--name: must be a text of 1 to 40 letters"), std::string::npos) << name;
  EXPECT_NE(says({"--name", "abc\u202Edef"}).find("--name: the name contains U+202E"), std::string::npos);
  EXPECT_NE(says({"--name", "abc\u200B"}).find("--name: the name contains U+200B"), std::string::npos);
  // Right names are read, and what is wrong is another option.
  for (const std::string& name : {std::string("KataGo"), longest.substr(0, longest.size() - 3), std::string("محرك"),
                                  std::string("♟\uFE0F Pachi")})
    EXPECT_NE(says({"--name", name, "--page", "club"}).find("must be http://HOST"), std::string::npos) << name;
}

}  // namespace
}  // namespace cairn::testing

// The bridge through the server (docs/protocol.md): a real server, real bridges with real engines, and pages. Who is
// connected to whom, who never is, and what ends a connection.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "certificate.h"
#include "relay_client.h"

namespace cairn::testing {
namespace {

// --- engines

TEST_F(ServerRelay, AnAccountsPageUsesItsEngineByTheProgram) {
  Member ann(port(), "Ann");
  ProgramProcess bridge("bridge", folder.path() + "/log", ann.bridge_token(),
                        {"--server", url(), "--size", "9", "--name", "My GNU Go", "--",
                         programs::tool("gnugo", "gnugo"), "--mode", "gtp", "--chinese-rules", "--level", "1"});
  const auto page = page_with(ann, "My GNU Go");
  const std::vector<Json> all = told_of(*page, relay_question(1, {"E5", "C4"}));
  ASSERT_EQ(all.size(), 2U) << bridge.said();
  EXPECT_TRUE(all.front().at("found").at("win_rate").is_null());
  EXPECT_GT(all.front().at("found").at("candidates").size(), 3U);
  EXPECT_EQ(failed_with(*page, relay_question(2, {"E5"}, 1, "report")), "bridge-engine-only-plays");
  bridge.end(SIGTERM);
  const Json gone = page->next_of("gone");
  EXPECT_EQ(gone.at("said").at("code"), "bridge-relay-lost");
  EXPECT_EQ(listed(*page, 0), Words{});
  EXPECT_EQ(failed_with(*page, relay_question(3, {"E5"})), "bridge-engine-away");
}

TEST_F(ServerRelay, CairnAnalysesThroughItByBothProtocols) {
  Member ann(port(), "Ann");
  const std::string token = ann.bridge_token();
  for (const Protocol protocol : {Protocol::gtp, Protocol::kata_analysis}) {
    const Line line(port(), token,
                    relay_spec("Cairn",
                               protocol == Protocol::gtp
                                   ? own_gtp()
                                   : Words{CAIRN_PROGRAM, "kata-analysis", "--analysis-threads", "1", "--memory", "64"},
                               protocol));
    const auto page = page_with(ann, "Cairn");
    const std::vector<Json> all = told_of(*page, relay_question(1, {"E5", "C4", "G6"}, 60));
    ASSERT_GE(all.size(), 2U);
    EXPECT_EQ(all.back().at("type"), "done") << all.back().dump();
    const Json& found = all.at(all.size() - 2).at("found");
    EXPECT_TRUE(found.at("win_rate").is_number());
    EXPECT_EQ(found.at("final"), true);
    if (protocol == Protocol::kata_analysis) EXPECT_EQ(found.at("ownership").size(), 81U);
    const std::vector<Json> moves = told_of(*page, relay_question(2, {"E5", "C4", "G6"}, 60, "report"));
    EXPECT_EQ(moves.size(), 5U) << "four positions and the end";
  }
}

TEST_F(ServerRelay, AnEngineThatIsKilledOrHangsIsStartedAgain) {
  Member ann(port(), "Ann");
  const std::string token = ann.bridge_token();
  BridgeSpec hangs = relay_spec("Hangs", odd_words({"kata", "silent"}), Protocol::kata_analysis);
  hangs.silence = 1;
  {
    const Line line(port(), token, hangs);
    const auto page = page_with(ann, "Hangs");
    EXPECT_EQ(failed_with(*page, relay_question(1, {})), "bridge-engine-failed");
    wait_for_state(*page, "ready");
  }
  const std::string pid_file = folder.path() + "/pid";
  const Line line(port(), token,
                  relay_spec("Killed", {"/bin/sh", "-c", "echo $$ > " + pid_file + "; exec " + join(own_gtp(), " ")}));
  const auto page = page_with(ann, "Killed");
  pid_t pid = 0;
  std::ifstream(pid_file) >> pid;
  ASSERT_GT(pid, 0);
  ::kill(pid, SIGKILL);
  wait_for_state(*page, "down");
  wait_for_state(*page, "ready");
  EXPECT_EQ(told_of(*page, relay_question(2, {})).back().at("type"), "done");
}

// --- who may

TEST_F(ServerRelay, NothingOfAnAccountReachesAnother) {
  Member ann(port(), "Ann"), bob(port(), "Bob");
  TableEar engine(port(), "/api/bridge/engine", engine_headers(port(), ann.bridge_token()));
  engine.send(offer("Secret"));
  const auto hers = ann.page(), his = bob.page();
  EXPECT_EQ(listed(*hers, 1), Words{"Secret"});
  EXPECT_EQ(listed(*his, 0), Words{});
  his->send({{"type", "use"}, {"engine", "Secret"}});
  EXPECT_EQ(listed(*his, 0), Words{}) << "as if it were not there";
  EXPECT_EQ(failed_with(*his, relay_question(7, {"E5"})), "bridge-engine-away");
  hers->send({{"type", "use"}, {"engine", "Secret"}});
  EXPECT_EQ(engine.next_of("page").at("here"), true);
  hers->send(relay_question(3, {"A1"}));
  EXPECT_EQ(engine.next().at("id"), 3) << "and nothing of his before it";
  engine.send({{"type", "done"}, {"id", 3}});
  EXPECT_EQ(hers->next_of("done").at("id"), 3);
  EXPECT_TRUE(his->next(std::chrono::milliseconds(300)).is_null());
  // Nor does a page of another site come in, nor a guest, nor a program with a token.
  const auto status = [&](const std::string& headers) {
    return TableEar(port(), "/api/bridge/page", headers).status();
  };
  std::string foreign = ann.own_headers();
  replace_in(foreign, "Origin: http://127.0.0.1", "Origin: http://evil.example");
  EXPECT_EQ(status(foreign), 403);
  EXPECT_EQ(status(engine_headers(port(), ann.bridge_token())), 403);
  EXPECT_EQ(status("Host: 127.0.0.1:" + std::to_string(port()) + "\r\n"), 401);
  Client guest(port());
  guest.enter("Guest");
  EXPECT_EQ(status("Host: 127.0.0.1:" + std::to_string(port()) + "\r\nOrigin: http://127.0.0.1:" +
                   std::to_string(port()) + "\r\nCookie: " + guest.named_cookie() + "\r\n"),
            403);
}

TEST_F(ServerRelay, OnlyATokenOfItsScopeBringsAnEngine) {
  Member ann(port(), "Ann");
  const auto status = [&](const std::string& token) {
    return TableEar(port(), "/api/bridge/engine", engine_headers(port(), token)).status();
  };
  EXPECT_EQ(status("cairn_nothing"), 401);
  EXPECT_EQ(status(ann.make_token({"read", "play", "account"}).at("token")), 403);
  EXPECT_EQ(status(ann.bridge_token()), 101);
  EXPECT_EQ(TableEar(port(), "/api/bridge/engine", ann.own_headers()).status(), 403) << "a session is no token";
  // It may nothing else.
  const std::string token = ann.bridge_token();
  for (const char* path : {"/api/account", "/api/tables", "/api/tokens", "/api/account/export"})
    EXPECT_EQ(Client(port()).ask("GET", path, "", {{"Authorization", "Bearer " + token}}).status, 403) << path;
  // The program says why, ends, and tells nobody the token.
  const std::string log = folder.path() + "/log";
  for (const std::string& wrong : {std::string("cairn_nothing"), ann.make_token({"read"}).value("token", "")}) {
    ProgramProcess bridge("bridge", log, wrong, {"--server", url()});
    EXPECT_EQ(bridge.wait(), 1) << bridge.said();
    EXPECT_NE(bridge.said().find("the server refuses the bridge: "), std::string::npos) << bridge.said();
    EXPECT_EQ(bridge.said().find(wrong), std::string::npos);
  }
}

TEST_F(ServerRelay, EndsWithItsTokenAndItsSession) {
  Member ann(port(), "Ann");
  const Json made = ann.make_token();
  Line line(port(), made.at("token"), relay_spec("Cairn", own_gtp()));
  const auto page = page_with(ann, "Cairn");
  EXPECT_EQ(ann.ask("DELETE", "/api/tokens/" + made.value("id", ""), "", {}).status, 200);
  EXPECT_NE(line.wait().find("no longer valid"), std::string::npos);
  EXPECT_EQ(page->next_of("gone").at("engine"), "Cairn");
  // Signed out everywhere else.
  Client phone(port());
  ASSERT_EQ(phone.post("/api/session", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 200);
  EXPECT_EQ(phone.ask("DELETE", "/api/sessions", "", {}).status, 200);
  EXPECT_EQ(page->next_of("refused").at("code"), "bridge-session-ended");
  EXPECT_TRUE(page->next().is_null());
  EXPECT_EQ(page->close_code(), 1008);
}

TEST_F(ServerRelay, EndsWithASuspension) {
  Member ann(port(), "Ann");
  Line line(port(), ann.bridge_token(), relay_spec("Cairn", own_gtp()));
  const auto page = page_with(ann, "Cairn");
  ASSERT_EQ(run_cairn("admin suspend Ann --why unfair --data " + config.data), 0);
  const std::string why = line.wait();
  EXPECT_FALSE(why.empty());
  EXPECT_EQ(page->next_of("refused").at("code"), "bridge-session-ended");
}

TEST_F(ServerRelay, ComesByCertifiedNamesAlone) {
  TempFolder place;
  const std::string certificate = place.path() + "/cert.pem", key = place.path() + "/key.pem";
  make_certificate(certificate, key, 30);
  ServerConfig secure = config_for(place);
  secure.tls_certificate = certificate;
  secure.tls_key = key;
  const Running club(secure);
  Member ann(club.port(), "Ann", certificate);
  const std::string token = ann.bridge_token(), log = place.path() + "/log";
  const std::string colon_port = ":" + std::to_string(club.port());
  const char* before = ::getenv("SSL_CERT_FILE");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("SSL_CERT_FILE", certificate.c_str(), 1);
  {
    ProgramProcess bridge("bridge", log, token, {"--server", "https://localhost" + colon_port});
    EXPECT_TRUE(wait_for([&] { return bridge.said().find("connected; ") != std::string::npos; })) << bridge.said();
    ProgramProcess wrong("bridge", log + "2", token, {"--server", "https://127.0.0.1" + colon_port});
    EXPECT_TRUE(wait_for([&] { return wrong.said().find("its certificate is not trusted") != std::string::npos; }))
        << wrong.said();
    EXPECT_EQ(wrong.said().find("connected; "), std::string::npos);
    bridge.end(SIGTERM);
    wrong.end(SIGTERM);
  }
  before == nullptr ? ::unsetenv("SSL_CERT_FILE") : ::setenv("SSL_CERT_FILE", kept.c_str(), 1);
}

TEST(BridgeProgram, SaysWhatIsWrongWithItsServer) {
  const auto says = [](const Words& more) {
    Words words = {CAIRN_PROGRAM, "bridge"};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = programs::run_program(words);
    EXPECT_EQ(ran.status, 2) << ran.said();
    return ran.err;
  };
  const TempFolder folder;
  const std::string token = folder.path() + "/token";
  std::ofstream(token) << "cairn_x\n";
  EXPECT_NE(says({"--server", "http://club.example.org", "--token-file", token}).find("https://"), std::string::npos);
  EXPECT_NE(
      says({"--server", "https://club.example.org", "--page", "https://a", "--token-file", token}).find("not both"),
      std::string::npos);
  EXPECT_NE(says({"--token-file", token}).find("--server"), std::string::npos);
  EXPECT_NE(says({"--server", "https://club.example.org", "--token-file", token + "2"}).find("cannot be read"),
            std::string::npos);
}

}  // namespace
}  // namespace cairn::testing

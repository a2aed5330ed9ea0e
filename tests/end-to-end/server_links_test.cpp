// Mailed links from outside. What is mailed is read where it waits, in the database.
#include "mailed_links.h"

#include <gtest/gtest.h>

#include <set>

#include "server_client.h"

namespace cairn::testing {
namespace {

struct ServerLinks : ::testing::Test {
  TempFolder folder;
  ServerConfig config = set_up(config_for(folder));
  Running running{config};
  Client ann{running.port()};

  static ServerConfig set_up(ServerConfig config) {
    config.public_url = "https://play.example.org";
    config.mail_relay = "smtp://127.0.0.1:1";  // nobody is there: mails wait
    config.mail_from = "play@example.org";
    return config;
  }
  std::string token_for(const std::string& address) const { return token_mailed_to(address, config.data); }
  void make_account() {
    const Json wish = {{"name", "Ann"}, {"password", "password of Ann"}, {"email", "ann@example.org"}};
    ASSERT_EQ(ann.post("/api/account", wish).status, 201);
  }
  void prove() {
    make_account();
    ASSERT_EQ(ann.ask("POST", "/api/address/link", "", {}).status, 202);
    const Response done =
        Client(running.port()).post("/api/address/link/use", {{"token", token_for("ann@example.org")}});
    ASSERT_EQ(done.status, 200) << done.body;
  }
};

TEST_F(ServerLinks, SignInAndSetAPasswordOnce) {
  prove();
  EXPECT_EQ(ann.get("/api/account").json().at("proven"), "ann@example.org");

  Client phone(running.port());
  phone.enter("somebody");
  const std::string as_guest = phone.cookie();
  ASSERT_EQ(phone.post("/api/session/link", {{"name", "ann"}}).status, 202);
  const Json in = {{"token", token_for("ann@example.org")}};
  const Response entered = phone.post("/api/session/link/use", in);
  ASSERT_EQ(entered.status, 200) << entered.body;
  EXPECT_NE(entered.headers.at("set-cookie").find("; HttpOnly; SameSite=Strict"), std::string::npos);
  EXPECT_NE(phone.cookie(), as_guest);
  EXPECT_EQ(phone.get("/api/account").json().at("name"), "Ann");
  EXPECT_EQ(Client(running.port()).post("/api/session/link/use", in).code(), "bad-link");

  Client lost(running.port());
  ASSERT_EQ(lost.post("/api/password/link", {{"email", "Ann@example.org"}}).status, 202);
  const std::string token = token_for("ann@example.org");
  EXPECT_EQ(lost.post("/api/password/link/use", {{"token", token}, {"password", "short"}}).code(), "bad-request");
  ASSERT_EQ(lost.post("/api/password/link/use", {{"token", token}, {"password", "something new"}}).status, 200);
  EXPECT_EQ(ann.get("/api/account").code(), "no-session");
  EXPECT_EQ(phone.get("/api/account").code(), "no-session");
  EXPECT_EQ(lost.post("/api/session", {{"name", "Ann"}, {"password", "password of Ann"}}).code(), "wrong-password");
  EXPECT_EQ(lost.post("/api/session", {{"name", "Ann"}, {"password", "something new"}}).status, 200);
}

TEST_F(ServerLinks, TheSameIsSaidWhoeverIsMeant) {
  prove();
  std::set<std::string> answers;
  for (const Json& wish : {Json{{"name", "Ann"}}, Json{{"name", "Nobody"}}, Json{{"email", "ann@example.org"}},
                           Json{{"email", "nobody@example.org"}}})
    for (const char* path : {"/api/session/link", "/api/password/link"}) {
      const Response answer = Client(running.port()).post(path, wish);
      EXPECT_EQ(answer.status, 202);
      answers.insert(answer.body);
    }
  EXPECT_EQ(answers.size(), 1U);
  EXPECT_EQ(token_for("nobody@example.org"), "");
}

// Programs that look at mail follow its links, and pages of other sites send what they like.
TEST_F(ServerLinks, OnlyAPostOfOurOwnPageUsesALink) {
  prove();
  ASSERT_EQ(ann.post("/api/session/link", {{"name", "Ann"}}).status, 202);
  const std::string token = token_for("ann@example.org");
  Client scanner(running.port());
  for (const char* page : {"/link/sign-in", "/link/password", "/link/address"})
    for (const char* method : {"GET", "HEAD"}) scanner.ask(method, page + std::string("?token=") + token, "", {});
  EXPECT_EQ(scanner.get("/api/session/link/use").status, 405);
  EXPECT_EQ(scanner.ask("HEAD", "/api/session/link/use", "", {}).status, 405);
  const std::string body = R"({"token":")" + token + "\"}";
  const Response other = scanner.ask("POST", "/api/session/link/use", body,
                                     {{"Content-Type", "application/json"}, {"Origin", "https://evil.example"}});
  EXPECT_EQ(other.code(), "bad-origin");
  EXPECT_EQ(scanner.cookie(), "");
  EXPECT_EQ(scanner.post("/api/session/link/use", {{"token", token}}).status, 200) << "it is good, still";
}

TEST_F(ServerLinks, WhereNoMailGoesOutItIsSaid) {
  const TempFolder other;
  const Running silent(config_for(other));
  Client client(silent.port());
  const Response answer = client.post("/api/session/link", {{"name", "Ann"}});
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.code(), "no-mail");
}

}  // namespace
}  // namespace cairn::testing

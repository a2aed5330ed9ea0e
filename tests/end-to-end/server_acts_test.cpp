// What a host does to an account by `cairn admin`, beside the server that uses the database: it takes effect within
// moments, and the audit log has it.
#include <gtest/gtest.h>

#include "core/text.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

struct ServerActs : ::testing::Test {
  TempFolder folder;
  Process process{{"--data", folder.path() + "/data"}};
  Client ann{process.port()};

  void SetUp() override {
    ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
  }
  Ran admin(const std::string& arguments) const {
    return tell_cairn("admin --data " + folder.path() + "/data " + arguments);
  }
  std::string name_of(Client& client) const { return client.get("/api/account").json().value("name", ""); }
  int sign_in(const std::string& name, const std::string& password) const {
    return Client(process.port()).post("/api/session", {{"name", name}, {"password", password}}).status;
  }
};

TEST_F(ServerActs, ANameIsCorrectedEverywhere) {
  const std::string id = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  const Ran taken = admin("rename Ann a");
  EXPECT_EQ(taken.status, 2) << "too short";
  const Ran ran = admin("rename ann Anna --why 'asked for it'");
  ASSERT_EQ(ran.status, 0) << ran.said();
  EXPECT_TRUE(wait_for([&] { return name_of(ann) == "Anna"; }));
  EXPECT_TRUE(wait_for([&] { return ann.state(id).at("seats").at(0).at("name") == "Anna"; }));
  EXPECT_EQ(sign_in("Ann", "password of Ann"), 403);
  EXPECT_EQ(sign_in("Anna", "password of Ann"), 200);
  EXPECT_EQ(admin("rename Ann Other").status, 1) << "nobody has the old name";
  Client dora(process.port());
  ASSERT_EQ(dora.post("/api/account", {{"name", "Dora"}, {"password", "password of Dora"}}).status, 201);
  EXPECT_EQ(admin("rename Dora Anna").status, 1);
  const Json entry = parse_json(admin("log --json --most 1").out);
  EXPECT_EQ(entry.at("act"), "rename");
  EXPECT_EQ(entry.at("name"), "Anna");
  EXPECT_EQ(entry.at("about"), "Ann");
  EXPECT_EQ(entry.at("why"), "asked for it");
}

TEST_F(ServerActs, SomebodyIsSignedOutEverywhere) {
  const std::string token = ann.post("/api/tokens", {{"name", "mine"}, {"scopes", {"read"}}}).json().value("token", "");
  Client program(process.port());
  const auto by_token = [&] {
    return program.ask("GET", "/api/account", "", {{"Authorization", "Bearer " + token}}).status;
  };
  EXPECT_EQ(by_token(), 200);
  const Ran ran = admin("sign-out Ann");
  ASSERT_EQ(ran.status, 0) << ran.said();
  EXPECT_NE(ran.out.find("2 sessions and API tokens"), std::string::npos) << ran.out;
  EXPECT_TRUE(wait_for([&] { return by_token() == 401; }));
  EXPECT_TRUE(wait_for([&] { return ann.get("/api/account").status == 401; }));
  EXPECT_EQ(sign_in("Ann", "password of Ann"), 200) << "with the password as before";
}

TEST_F(ServerActs, ALinkSetsAPasswordOnce) {
  const Ran ran = admin("password-link Ann --why 'no mail'");
  ASSERT_EQ(ran.status, 0) << ran.said();
  const auto hash = ran.out.find('#');
  ASSERT_NE(hash, std::string::npos) << ran.out;
  EXPECT_TRUE(ran.out.starts_with("/link/password#")) << ran.out;
  EXPECT_NE(ran.err.find("public-url"), std::string::npos) << ran.said();
  const std::string token(trim(std::string_view(ran.out).substr(hash + 1)));
  const auto use = [&] {
    return Client(process.port())
        .post("/api/password/link/use", {{"token", token}, {"password", "another password"}})
        .status;
  };
  EXPECT_EQ(use(), 200);
  EXPECT_EQ(use(), 403) << "once";
  EXPECT_EQ(sign_in("Ann", "password of Ann"), 403);
  EXPECT_EQ(sign_in("Ann", "another password"), 200);
}

TEST_F(ServerActs, OnePersonIsLookedUp) {
  EXPECT_EQ(admin("role Ann moderator").status, 0);
  EXPECT_EQ(admin("worker Ann").status, 0);
  const Json facts = parse_json(admin("person Ann --json").out);
  EXPECT_EQ(facts.at("name"), "Ann");
  EXPECT_EQ(facts.at("role"), "moderator");
  EXPECT_EQ(facts.at("sessions"), 1);
  EXPECT_EQ(facts.at("tokens"), 1);
  EXPECT_EQ(facts.at("log").size(), 2U);
  EXPECT_EQ(facts.at("log").at(1).at("about"), "moderator");
  const std::string shown = admin("person ANN").out;
  EXPECT_NE(shown.find("role      moderator\n"), std::string::npos) << shown;
  EXPECT_NE(shown.find("(host)  role Ann (moderator)"), std::string::npos) << shown;
  EXPECT_EQ(admin("person Nobody").status, 1);
}

}  // namespace
}  // namespace cairn::testing

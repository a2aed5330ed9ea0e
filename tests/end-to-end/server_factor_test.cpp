// Two-factor authentication from outside: a browser that signs in, and what the host does for whoever lost the phone.
#include <gtest/gtest.h>

#include "factor_codes.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

struct ServerFactor : ::testing::Test {
  TempFolder folder;
  Process process{{"--data", folder.path() + "/data", "--second-factor", "moderators"}, folder.path() + "/log"};
  Client ann{process.port()};
  std::string secret;
  std::vector<std::string> recovery;

  void SetUp() override {
    ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
  }
  Ran admin(const std::string& arguments) const {
    return tell_cairn("admin --data " + folder.path() + "/data " + arguments);
  }
  Response put(Client& client, const std::string& target, const Json& body) const {
    return client.ask("PUT", target, body.dump(), {{"Content-Type", "application/json"}});
  }
  std::string code(std::int64_t later = 0) const { return factor_code(secret, later); }
  void turn_on() {
    const Response begun = ann.post("/api/account/second-factor", {{"password", "password of Ann"}});
    ASSERT_EQ(begun.status, 201) << begun.body;
    secret = bytes_of_base32(begun.json().at("secret").get<std::string>());
    const Response on = put(ann, "/api/account/second-factor", {{"code", code(-1)}});
    ASSERT_EQ(on.status, 200) << on.body;
    recovery = on.json().at("recovery_codes").get<std::vector<std::string>>();
    ASSERT_EQ(recovery.size(), 10U);
  }
  Response sign_in(Client& client, const std::string& with) const {
    Json body = {{"name", "Ann"}, {"password", "password of Ann"}};
    if (!with.empty()) body["code"] = with;
    return client.post("/api/session", body);
  }
};

TEST_F(ServerFactor, AsksForACodeAtTheDoor) {
  Client elsewhere(process.port());
  ASSERT_EQ(sign_in(elsewhere, "").status, 200);
  turn_on();
  EXPECT_EQ(elsewhere.get("/api/account").status, 401) << "other sessions end";
  EXPECT_EQ(ann.get("/api/account").json().at("second_factor"), true);
  Client phone(process.port());
  const Response asked = sign_in(phone, "");
  EXPECT_EQ(asked.status, 403);
  EXPECT_EQ(asked.code(), "needs-code");
  EXPECT_EQ(sign_in(phone, "000000").code(), "wrong-code");
  const std::string now = code();
  EXPECT_EQ(sign_in(phone, now).status, 200);
  EXPECT_EQ(phone.get("/api/account").json().at("name"), "Ann");
  Client thief(process.port());
  EXPECT_EQ(sign_in(thief, now).code(), "wrong-code") << "a code that somebody saw";
  EXPECT_EQ(sign_in(thief, recovery[3]).status, 200);
  EXPECT_EQ(sign_in(thief, recovery[3]).code(), "wrong-code");
  EXPECT_EQ(ann.get("/api/account/second-factor").json().at("recovery_codes"), 9);
}

TEST_F(ServerFactor, TheHostTurnsItOffForWhoeverLostAll) {
  turn_on();
  const Json before = parse_json(admin("person Ann --json").out);
  EXPECT_EQ(before.at("second_factor"), true);
  EXPECT_EQ(admin("second-factor Ann --why 'lost'").status, 2) << "--off is missing";
  EXPECT_EQ(admin("second-factor Ann --off").status, 2) << "the reason is missing";
  const Ran ran = admin("second-factor Ann --off --why 'lost phone and codes'");
  ASSERT_EQ(ran.status, 0) << ran.said();
  EXPECT_EQ(admin("second-factor Ann --off --why 'again'").status, 1) << "it is off";
  Client phone(process.port());
  EXPECT_EQ(sign_in(phone, "").status, 200);
  const Json entry = parse_json(admin("log --json --most 1").out);
  EXPECT_EQ(entry.at("act"), "second-factor-off");
  EXPECT_EQ(entry.at("name"), "Ann");
  EXPECT_EQ(entry.at("why"), "lost phone and codes");
}

TEST_F(ServerFactor, AModeratorWithoutItReadsAndIsToldWhereToSetItUp) {
  ASSERT_EQ(admin("role Ann moderator").status, 0);
  Client bob(process.port());
  ASSERT_EQ(bob.post("/api/account", {{"name", "Bob"}, {"password", "password of Bob"}}).status, 201);
  const auto suspend = [&] {
    return put(ann, "/api/admin/people/Bob/suspension", {{"days", 1}, {"why", "tries this"}});
  };
  EXPECT_TRUE(wait_for([&] { return ann.get("/api/admin/people/Bob").status == 200; })) << "reads";
  EXPECT_EQ(suspend().code(), "not-for-you");
  EXPECT_NE(suspend().body.find("account page"), std::string::npos);
  EXPECT_EQ(ann.get("/api/account/second-factor").json().at("required"), true);
  turn_on();
  EXPECT_EQ(suspend().status, 200);
}

}  // namespace
}  // namespace cairn::testing

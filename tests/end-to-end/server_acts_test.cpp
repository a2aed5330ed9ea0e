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
  EXPECT_EQ(admin("rename Ann Anna --why '" + std::string(501, 'x') + "'").status, 2) << "too long a reason";
  EXPECT_EQ(admin("rename Ann Anna --why 'rings a \x07'").status, 2) << "no line of text";
  EXPECT_EQ(admin("invite --note '" + std::string(201, 'x') + "'").status, 2) << "too long a note";
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

// Whatever the account comes with is refused with the reason, and nobody else hears it; its games go on.
TEST_F(ServerActs, ASuspendedAccountComesInByNoDoor) {
  const std::string id = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  Client bob(process.port());
  bob.enter("Bob");
  ASSERT_EQ(bob.post("/api/tables/" + id + "/join", Json::object()).status, 200);
  const std::string open =
      ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"listed", true}});
  const std::string token =
      ann.post("/api/tokens", {{"name", "mine"}, {"scopes", {"read", "play"}}}).json().value("token", "");
  TableEar socket(ann, id);
  EXPECT_FALSE(socket.next_of("state").is_null());
  EXPECT_EQ(admin("suspend Ann").status, 2) << "without a reason";
  const Ran ran = admin("suspend Ann --days 7 --why 'uses an engine'");
  ASSERT_EQ(ran.status, 0) << ran.said();
  EXPECT_NE(ran.out.find("Their running games and clocks continue"), std::string::npos) << ran.out;
  EXPECT_TRUE(wait_for([&] { return ann.get("/api/account").status == 403; }));
  while (!socket.next().is_null()) continue;
  EXPECT_NE(socket.close_code(), 0) << "an open socket ends";
  const auto refused = [](const Response& answer) {
    EXPECT_EQ(answer.status, 403) << answer.body;
    const Json error = answer.json().value("error", Json::object());
    EXPECT_EQ(error.value("code", ""), "suspended") << answer.body;
    EXPECT_EQ(error.value("detail", ""), "account-is-suspended-until");
    return error.value("message", "").find("uses an engine") != std::string::npos;
  };
  EXPECT_TRUE(refused(ann.get("/api/account"))) << "a browser";
  Client program(process.port());
  const auto by_token = [&] {
    return program.ask("GET", "/api/tables/" + id, "", {{"Authorization", "Bearer " + token}});
  };
  EXPECT_TRUE(refused(by_token())) << "a program, also where a stranger may look";
  EXPECT_TRUE(refused(Client(process.port()).post("/api/session", {{"name", "Ann"}, {"password", "password of Ann"}})));
  const Response wrong = Client(process.port()).post("/api/session", {{"name", "Ann"}, {"password", "a guess"}});
  EXPECT_EQ(wrong.json().at("error").at("code"), "wrong-password") << "strangers learn nothing";
  EXPECT_TRUE(refused(ann.post("/api/tables", {{"game", "spargo"}, {"opponent", "bot"}}))) << "no new games";
  EXPECT_TRUE(refused(ann.post("/api/tables/" + id + "/talk", {{"request", "t"}, {"text", "hello"}})));
  EXPECT_TRUE(refused(ann.command(id, "m", 1, "A1")));
  EXPECT_EQ(ann.get("/api/tables/" + id).status, 200) << "as a stranger";
  EXPECT_EQ(bob.state(id).at("seats").at(0).at("name"), "Ann") << "the game goes on";
  const Json lobby = bob.get("/api/lobby").json();
  for (const Json& table : lobby.at("tables")) EXPECT_NE(table.at("id"), open);
  const std::string shown = admin("person Ann").out;
  EXPECT_NE(shown.find("uses an engine"), std::string::npos) << shown;
  ASSERT_EQ(admin("lift Ann --why 'a mistake'").status, 0);
  EXPECT_EQ(admin("lift Ann").status, 1) << "once";
  EXPECT_EQ(sign_in("Ann", "password of Ann"), 200);
  EXPECT_EQ(by_token().status, 401) << "what has ended stays so";
}

TEST_F(ServerActs, AClosedAccountKeepsItsNameAndGamesAlone) {
  const std::string id = ann.create({{"game", "spargo"}, {"opponent", "bot"}, {"seat", "first"}});
  EXPECT_EQ(ann.ask("PUT", "/api/account", R"({"email":"ann@club.example","profile":"plays"})",
                    {{"Content-Type", "application/json"}})
                .status,
            200);
  ASSERT_EQ(admin("close Ann --why spam").status, 0);
  const Response refused =
      Client(process.port()).post("/api/session", {{"name", "Ann"}, {"password", "password of Ann"}});
  EXPECT_EQ(refused.json().at("error").at("message"), "this account is closed: spam");
  Client other(process.port());
  EXPECT_EQ(other.post("/api/account", {{"name", "Ann"}, {"password", "another person"}}).status, 409);
  EXPECT_EQ(other.get("/api/people/Ann").json().at("profile"), "");
  EXPECT_EQ(other.state(id).at("seats").at(0).at("name"), "Ann");
  EXPECT_EQ(admin("suspend Ann --why 'once more'").status, 1) << "it is closed";
}

// The same from the page of moderators, as far as their roles go.
struct ServerModerators : ServerActs {
  Client vera{process.port()}, mia{process.port()};
  void SetUp() override {
    ServerActs::SetUp();
    EXPECT_EQ(vera.post("/api/account", {{"name", "Vera"}, {"password", "password of Vera"}}).status, 201);
    EXPECT_EQ(mia.post("/api/account", {{"name", "Mia"}, {"password", "password of Mia"}}).status, 201);
    EXPECT_EQ(admin("role Vera admin").status + admin("role Mia moderator").status, 0);
    for (Client* who : {&vera, &mia}) EXPECT_TRUE(wait_for([&] { return who->get("/api/admin/log").status == 200; }));
  }
  int removed(const std::string& path) { return mia.ask("DELETE", path, "", {}).status; }
  static Response act(Client& who, const std::string& method, const std::string& path, const Json& body) {
    return who.ask(method, "/api/admin/people/" + path, body.dump(), {{"Content-Type", "application/json"}});
  }
};

TEST_F(ServerModerators, ActOnAccountsBelowTheirs) {
  const Json why = {{"why", "because"}}, days = {{"days", 7}, {"why", "rude"}};
  for (const char* path : {"/api/admin/log", "/api/admin/people/Mia"}) {
    EXPECT_EQ(ann.get(path).status, 403) << "players see none of it";
    EXPECT_EQ(Client(process.port()).get(path).status, 401);
  }
  EXPECT_EQ(act(ann, "PUT", "Mia/suspension", days).status, 403);
  for (const char* name : {"Vera", "Mia"})
    EXPECT_EQ(act(mia, "PUT", std::string(name) + "/suspension", days).status, 403);
  EXPECT_EQ(act(vera, "PUT", "Vera/suspension", days).status, 403) << "nobody on themselves";
  for (const char* what : {"Ann/close", "Ann/password-link"}) EXPECT_EQ(act(mia, "POST", what, why).status, 403);
  EXPECT_EQ(act(mia, "PUT", "Ann/role", {{"role", "moderator"}, {"why", "a friend"}}).status, 403);
  EXPECT_EQ(act(mia, "PUT", "Nobody/suspension", days).status, 404);
  EXPECT_EQ(act(mia, "PUT", "Ann/suspension", {{"days", 7}}).status, 400) << "a reason";

  const Json after = act(mia, "PUT", "ann/suspension", days).json();
  EXPECT_EQ(after.at("suspension").at("why"), "rude");
  EXPECT_EQ(after.at("sessions"), 0);
  EXPECT_EQ(after.at("log").at(0).at("by"), "Mia");
  EXPECT_TRUE(wait_for([&] { return ann.get("/api/account").status == 403; }));
  EXPECT_EQ(act(mia, "POST", "Ann/lift", why).json().at("suspension"), nullptr);
  EXPECT_EQ(act(mia, "POST", "Ann/lift", why).status, 403) << "once";
  EXPECT_EQ(act(mia, "POST", "Ann/rename", {{"name", "Vera"}, {"why", "w"}}).status, 409);
  EXPECT_EQ(act(mia, "POST", "Ann/rename", {{"name", "Anna"}, {"why", "w"}}).json().at("name"), "Anna");
  const Json link = act(vera, "POST", "Anna/password-link", why).json();
  const std::string url = link.at("url");
  EXPECT_EQ(
      Client(process.port())
          .post("/api/password/link/use", {{"token", url.substr(url.find('#') + 1)}, {"password", "another password"}})
          .status,
      200);
  EXPECT_EQ(act(vera, "POST", "Anna/close", why).json().at("suspension").at("closed"), true);
  EXPECT_EQ(act(mia, "POST", "Anna/lift", why).status, 403) << "an admin closed it";
  EXPECT_EQ(act(vera, "PUT", "Mia/role", {{"role", "player"}, {"why", "is away"}}).json().at("role"), "player");
  EXPECT_TRUE(wait_for([&] { return mia.get("/api/admin/log").status == 403; }));
}

TEST_F(ServerModerators, LeaveALineOfEveryActInTheLog) {
  const std::string id = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  ASSERT_EQ(vera.post("/api/tables/" + id + "/join", Json::object()).status, 200);
  const std::string open =
      ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"listed", true}});
  const std::string said =
      ann.post("/api/tables/" + id + "/talk", {{"request", "t"}, {"text", "rude words"}}).json().value("id", "");
  EXPECT_EQ(vera.post("/api/tables/" + id + "/talk/" + said + "/report", {{"why", "rude"}}).status, 200);
  const Json reports = mia.get("/api/reports").json().at("reports");
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(removed("/api/reports/" + reports.at(0).at("id").get<std::string>()), 200);
  EXPECT_EQ(removed("/api/tables/" + id + "/talk/" + said), 200);
  EXPECT_EQ(mia.post("/api/people/Ann/mute", {{"minutes", 5}, {"why", "rest"}}).status, 200);
  EXPECT_EQ(removed("/api/people/Ann/mute"), 200);
  EXPECT_EQ(removed("/api/lobby/" + open), 200);
  const std::string cup =
      ann.post("/api/tournaments", {{"name", "Cup"}, {"game", "spargo"}, {"clock", "fischer 5m+3s"}, {"kind", "swiss"}})
          .json()
          .value("id", "");
  EXPECT_EQ(removed("/api/people/Ann/tournaments"), 200);
  std::vector<std::string> lines;
  const Json log = mia.get("/api/admin/log").json();
  for (const Json& entry : log.at("entries"))
    if (entry.at("by") == "Mia") {
      EXPECT_EQ(entry.at("name"), "Ann");
      lines.push_back(entry.at("act").get<std::string>() + " " + entry.at("about").get<std::string>().substr(0, 14));
    }
  const std::string game = "/t/" + id;
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[0], "cancel-tournament " + ("/tournaments/" + cup).substr(0, 14));
  EXPECT_EQ(lines[1], "withdraw-game " + ("/t/" + open).substr(0, 14));
  EXPECT_EQ(lines[2], "unmute ");
  EXPECT_EQ(lines[3].substr(0, 7), "mute 20");
  EXPECT_EQ(lines[4], "remove " + game.substr(0, 14));
  EXPECT_EQ(lines[5], "settle " + game.substr(0, 14));
}

TEST_F(ServerModerators, LeaveALineOfWhatTheyDoToTournaments) {
  Client bob(process.port());
  ASSERT_EQ(bob.post("/api/account", {{"name", "Bob"}, {"password", "password of Bob"}}).status, 201);
  const Json wish = {{"name", "Cup"}, {"game", "spargo"}, {"clock", "fischer 5m+3s"}, {"kind", "swiss"}};
  const std::string cup = "/api/tournaments/" + ann.post("/api/tournaments", wish).json().value("id", "");
  for (Client* who : {&ann, &bob, &mia}) EXPECT_EQ(who->post(cup + "/enter", Json::object()).status, 200);
  EXPECT_EQ(mia.post(cup + "/withdraw", Json::object()).status, 200) << "her own entry";
  EXPECT_EQ(mia.post(cup + "/start", Json::object()).status, 200);
  EXPECT_EQ(mia.post(cup + "/withdraw", {{"name", "Bob"}}).status, 200);
  std::vector<std::string> lines;
  const Json log = mia.get("/api/admin/log").json();
  for (const Json& entry : log.at("entries"))
    if (entry.at("by") == "Mia")
      lines.push_back(entry.at("act").get<std::string>() + " " + entry.at("name").get<std::string>());
  EXPECT_EQ(lines, (std::vector<std::string>{"remove-player Bob", "start-tournament Ann"}));
}

// Games that have begun go on, and no new one begins with whoever may not come in.
TEST_F(ServerModerators, NobodyIsDrawnIntoAGameWithWhoIsSuspended) {
  Client bob(process.port());
  ASSERT_EQ(bob.post("/api/account", {{"name", "Bob"}, {"password", "password of Bob"}}).status, 201);
  const std::string id = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  const std::string commands = "/api/tables/" + id + "/commands";
  ASSERT_EQ(bob.post("/api/tables/" + id + "/join", Json::object()).status, 200);
  ASSERT_EQ(bob.post(commands, {{"request", "r"}, {"version", 1}, {"command", "resign"}}).status, 200);
  ASSERT_EQ(bob.post(commands, {{"request", "o"}, {"version", 2}, {"command", "offer"}, {"offer", "rematch"}}).status,
            200);
  const Json wish = {{"name", "Ladder"}, {"game", "spargo"}, {"clock", "fischer 5m+3s"}, {"kind", "ladder"}};
  const std::string ladder = "/api/tournaments/" + ann.post("/api/tournaments", wish).json().value("id", "");
  for (Client* who : {&ann, &bob}) EXPECT_EQ(who->post(ladder + "/enter", Json::object()).status, 200);
  EXPECT_EQ(ann.post(ladder + "/start", Json::object()).status, 200);
  ASSERT_EQ(act(mia, "PUT", "Bob/suspension", {{"days", 7}, {"why", "rude"}}).status, 200);

  const int version = ann.state(id).at("version");
  const Json accept = {{"request", "a"}, {"version", version}, {"command", "accept"}, {"offer", "rematch"}};
  const Response again = ann.post(commands, accept);
  EXPECT_EQ(again.json().value("error", Json::object()).value("detail", ""), "player-cannot-play-now") << again.body;
  EXPECT_EQ(ann.state(id).at("rematch"), nullptr);
  const Response challenged = ann.post(ladder + "/challenge", {{"name", "Bob"}});
  EXPECT_EQ(challenged.json().value("error", Json::object()).value("detail", ""), "player-cannot-play-now")
      << challenged.body;

  EXPECT_TRUE(wait_for([&] { return bob.get("/api/account").status == 403; }));
  EXPECT_NE(bob.cookie(), "");
  EXPECT_EQ(bob.ask("DELETE", "/api/session", "", {}).status, 200) << "his browser can forget the session";
  EXPECT_EQ(bob.cookie(), "");
  EXPECT_EQ(bob.ask("DELETE", "/api/session", "", {}).status, 401);
  bob.enter("Bob again");
}

TEST_F(ServerModerators, ReadTheLogPageByPage) {
  for (int i = 0; i < 51; ++i)
    ASSERT_EQ(act(i % 2 == 0 ? mia : vera, "POST", "Ann/sign-out", {{"why", "n" + std::to_string(i)}}).status, 200)
        << i;
  ASSERT_EQ(admin("sign-out Ann --why n51").status, 0);
  const Json first = mia.get("/api/admin/log").json();
  ASSERT_EQ(first.at("entries").size(), 50U);
  EXPECT_EQ(first.at("entries").at(0).at("why"), "n51");
  EXPECT_EQ(first.at("entries").at(0).at("by"), nullptr) << "the host";
  EXPECT_EQ(first.at("entries").at(1).at("by"), "Mia");
  const Json second = mia.get("/api/admin/log?before=" + std::to_string(first.at("next").get<int>())).json();
  EXPECT_EQ(second.at("entries").size(), 4U) << "and the two roles";
  EXPECT_EQ(second.at("entries").at(0).at("why"), "n1");
  EXPECT_EQ(second.at("next"), nullptr);
}

}  // namespace
}  // namespace cairn::testing

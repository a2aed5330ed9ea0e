// Who may join a server, and a club's own look, from outside: by the page's requests, by `cairn admin` and by settings
// that are read again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/text.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

Json claim(const std::string& name) {
  return {{"name", name}, {"password", "password of " + name}};
}

std::string code_of(const Response& answer) {
  return answer.json().value("error", Json::object()).value("code", "");
}

struct ServerSite : ::testing::Test {
  TempFolder folder;
  std::string data = folder.path() + "/data", file = folder.path() + "/cairn.toml", log = folder.path() + "/log";
  std::optional<Process> process;

  void start(const std::string& settings) {
    std::ofstream(file) << settings;
    process.emplace(std::vector<std::string>{"--config", file, "--data", data, "--web", web()}, log);
    ASSERT_NE(process->port(), 0);
  }
  std::string web() const {
    const std::string place = folder.path() + "/web";
    std::filesystem::create_directory(place);
    std::ofstream(place + "/index.html") << "<html><head><title>Cairn</title></head><body></body></html>";
    return place;
  }
  Ran admin(const std::string& arguments) const {
    return tell_cairn("admin --config " + file + " --data " + data + " " + arguments);
  }
  Client somebody() const { return Client(process->port()); }
};

TEST_F(ServerSite, ByInvitation) {
  start("registration = \"by-invitation\"\npublic-url = \"https://play.example.org\"\n");
  Client ann = somebody();
  EXPECT_EQ(ann.get("/api/site").json().at("registration"), "by-invitation");
  EXPECT_EQ(code_of(ann.post("/api/account", claim("Ann"))), "no-registration");
  EXPECT_EQ(ann.post("/api/guest", {{"name", "Ann"}}).status, 201) << "guests play as ever";
  const Ran made = admin("invite --uses 2 --note Ulm");
  ASSERT_EQ(made.status, 0) << made.said();
  EXPECT_TRUE(made.out.starts_with("https://play.example.org/link/invitation#")) << made.out;
  EXPECT_EQ(made.err, "");
  Json wish = claim("Ann");
  wish["invitation"] = std::string(trim(std::string_view(made.out).substr(made.out.find('#') + 1)));
  EXPECT_EQ(ann.post("/api/account", wish).status, 201);
  EXPECT_EQ(parse_json(admin("person Ann --json").out).at("invited_by"), "");
  EXPECT_EQ(ann.post("/api/invitations", Json::object()).status, 403) << "players do not invite";
  ASSERT_EQ(admin("role Ann moderator").status, 0);
  EXPECT_TRUE(wait_for([&] { return ann.get("/api/site").json().value("invites", false); }));
  const std::string url = ann.post("/api/invitations", {{"uses", 1}}).json().at("url");
  Json next = claim("Bob");
  next["invitation"] = url.substr(url.find('#') + 1);
  Client bob = somebody();
  EXPECT_EQ(bob.post("/api/account", next).status, 201);
  EXPECT_EQ(ann.get("/api/admin/people/Bob").json().at("invited_by"), "Ann");
  next["name"] = "Cid";
  EXPECT_EQ(code_of(somebody().post("/api/account", next)), "bad-link") << "it was for one";
  next["name"] = "Ann";
  EXPECT_EQ(code_of(somebody().post("/api/account", next)), "bad-link") << "which tells nobody that there is an Ann";
  const Json of_bob = bob.get("/api/account/export").json();
  EXPECT_EQ(of_bob.at("invited_by"), "Ann");
  EXPECT_TRUE(of_bob.at("account_request").is_null());
  EXPECT_EQ(ann.get("/api/account/export").json().at("invited_by"), "") << "the host";

  const Json listed = parse_json(admin("invitations --json").out);
  EXPECT_EQ(listed.at("used"), 1);
  EXPECT_EQ(listed.at("note"), "Ulm");
  EXPECT_EQ(admin("withdraw-invitation " + std::to_string(listed.at("id").get<int>())).status, 0);
  EXPECT_EQ(admin("withdraw-invitation 1").status, 1);
  wish["name"] = "Dan";
  EXPECT_EQ(code_of(somebody().post("/api/account", wish)), "bad-link");
  const std::string acts = admin("log").out;
  EXPECT_NE(acts.find("(host)  invite"), std::string::npos) << acts;
  EXPECT_NE(acts.find("Ann  invite"), std::string::npos) << acts;
  EXPECT_NE(acts.find("withdraw-invitation"), std::string::npos) << acts;
}

// A guest asks for an account, plays on, and becomes it; the setting is changed while the server runs.
TEST_F(ServerSite, ByApproval) {
  start("registration = \"open\"\n");
  Client ann = somebody(), gus = somebody(), eve = somebody();
  ASSERT_EQ(ann.post("/api/account", claim("Ann")).status, 201);
  ASSERT_EQ(admin("role Ann moderator").status, 0);
  std::ofstream(file) << "registration = \"by-approval\"\n";
  process->send(SIGHUP);
  EXPECT_TRUE(wait_for([&] { return ann.get("/api/site").json().at("registration") == "by-approval"; }));
  gus.enter("Gus");
  const std::string table = gus.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  Json wish = claim("Gustav");
  wish["note"] = "from Ulm";
  const Response asked = gus.post("/api/account", wish);
  EXPECT_EQ(asked.status, 202) << asked.body;
  EXPECT_EQ(gus.get("/api/account").json().at("guest"), true) << "as a guest he plays on";
  EXPECT_EQ(code_of(somebody().post("/api/session", claim("Gustav"))), "waiting");
  EXPECT_EQ(somebody().get("/api/people/Gustav").status, 404) << "nobody else sees it";
  EXPECT_EQ(eve.post("/api/account", claim("Eve")).status, 202);
  EXPECT_EQ(eve.get("/api/account").status, 401) << "nobody";

  const Json waiting = ann.get("/api/admin/waiting").json().at("waiting");
  ASSERT_EQ(waiting.size(), 2U);
  EXPECT_EQ(waiting.at(0).at("note"), "from Ulm");
  EXPECT_EQ(gus.get("/api/admin/waiting").status, 403);
  const auto decide = [&](std::size_t which, const std::string& what, const Json& body) {
    return ann.post("/api/admin/waiting/" + waiting.at(which).at("id").get<std::string>() + "/" + what, body);
  };
  EXPECT_EQ(decide(0, "approve", Json::object()).json().at("name"), "Gustav");
  EXPECT_TRUE(wait_for([&] { return gus.get("/api/account").json().value("name", "") == "Gustav"; }));
  EXPECT_EQ(gus.state(table).at("seats").at(0).at("name"), "Gustav") << "his games are his";
  EXPECT_EQ(decide(1, "refuse", Json::object()).status, 400) << "a reason";
  EXPECT_EQ(decide(1, "refuse", {{"why", "unknown here"}}).status, 200);
  const Response refused = somebody().post("/api/session", claim("Eve"));
  EXPECT_NE(refused.body.find("unknown here"), std::string::npos) << refused.body;

  EXPECT_EQ(somebody().post("/api/account", claim("Dora")).status, 202);
  EXPECT_NE(admin("waiting").out.find("Dora"), std::string::npos);
  const int dora = parse_json(admin("waiting --json").out).at("id");
  EXPECT_EQ(admin("refuse " + std::to_string(dora)).status, 2) << "without a reason";
  EXPECT_EQ(admin("approve " + std::to_string(dora) + " --why 'a friend'").status, 0);
  EXPECT_EQ(somebody().post("/api/session", claim("Dora")).status, 200);
  EXPECT_EQ(admin("approve " + std::to_string(dora)).status, 1);
}

TEST_F(ServerSite, ClosedAndWithoutGuests) {
  start("registration = \"closed\"\nguests = false\n");
  EXPECT_EQ(code_of(somebody().post("/api/account", claim("Ann"))), "no-registration");
  EXPECT_EQ(code_of(somebody().post("/api/guest", {{"name", "Gus"}})), "no-registration");
  EXPECT_EQ(somebody().get("/api/running").status, 200) << "everybody may watch";
}

TEST_F(ServerSite, AClubHasItsOwnLook) {
  std::ofstream(folder.path() + "/rules.md") << "# Be kind\n\nNo <b>engines</b>.\n";
  start("club-name = \"Go & <Ulm>\"\nclub-accent = \"#0a5fb8\"\nclub-welcome = \"Hello.\"\nclub-rules = \"" +
        folder.path() + "/rules.md\"\n");
  Client ann = somebody();
  const Response page = ann.get("/");
  EXPECT_NE(page.body.find("<title>Go &amp; &lt;Ulm&gt;</title>"), std::string::npos) << page.body;
  const auto at = page.body.find("/club.css?");
  ASSERT_NE(at, std::string::npos) << page.body;
  const Response css = ann.get(page.body.substr(at, page.body.find('"', at) - at));
  EXPECT_EQ(css.status, 200);
  EXPECT_NE(css.body.find("--accent:#0a5fb8"), std::string::npos) << css.body;
  EXPECT_NE(css.headers.at("content-type").find("text/css"), std::string::npos);
  const Json facts = ann.get("/api/site").json();
  EXPECT_EQ(facts.at("name"), "Go & <Ulm>");
  EXPECT_EQ(facts.at("welcome"), "Hello.");
  EXPECT_EQ(ann.get("/api/site/rules").json().at("text"), "# Be kind\n\nNo <b>engines</b>.\n");

  // Read again; rules that cannot be read change nothing.
  std::ofstream(file) << "club-name = \"Ulm\"\nclub-rules = \"/nowhere/rules.md\"\n";
  process->send(SIGHUP);
  EXPECT_TRUE(wait_for([&] { return ann.get("/").body.find("<title>Ulm</title>") != std::string::npos; }));
  EXPECT_EQ(ann.get("/api/site/rules").status, 200);
  EXPECT_NE(bytes_of_file(log).find("/nowhere/rules.md cannot be read"), std::string::npos);
  EXPECT_EQ(ann.get("/club.css").status, 404);
}

// For the host on the server's machine, and for moderators; nobody else is told.
TEST_F(ServerSite, TellsHowItDoes) {
  start("metrics-from = [\"192.0.2.1\"]\n");
  Client ann = somebody(), bob = somebody();
  ASSERT_EQ(ann.post("/api/account", claim("Ann")).status, 201);
  ASSERT_EQ(bob.post("/api/account", claim("Bob")).status, 201);
  EXPECT_EQ(somebody().get("/api/admin/health").status, 401);
  EXPECT_EQ(bob.get("/api/admin/health").status, 403);
  const std::string url = " --server http://localhost:" + std::to_string(process->port());
  EXPECT_EQ(admin("health" + url).status, 2) << "its address may not";
  ASSERT_EQ(admin("role Ann moderator").status, 0);
  EXPECT_TRUE(wait_for([&] { return ann.get("/api/admin/health").status == 200; }));
  const Json health = ann.get("/api/admin/health").json();
  for (const Json& line : health.at("lines"))
    if (line.at("name") == "disk") EXPECT_EQ(line.at("says").at("code"), "health-disk") << line.dump();

  std::ofstream(file) << "";
  process->send(SIGHUP);
  Ran ran;
  EXPECT_TRUE(wait_for([&] { return (ran = admin("health" + url)).status == 0; })) << ran.said();
  EXPECT_NE(ran.out.find("good     ready     The server accepts requests."), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("warning  backup    The server makes no backups by itself."), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("moves a minute"), std::string::npos) << ran.out;
  const Response passed_on = bob.ask("GET", "/api/admin/health", "", {{"X-Forwarded-For", "127.0.0.1"}});
  EXPECT_EQ(passed_on.status, 403) << "what came through a proxy is from anybody";
}

TEST_F(ServerSite, AnAnnouncementIsForEverybody) {
  start("");
  Client ann = somebody();
  const auto told = [&] {
    const Json now = ann.get("/api/site").json().at("announcement");
    return now.is_null() ? "" : now.value("text", "");
  };
  EXPECT_EQ(told(), "");
  EXPECT_EQ(admin("announce").status, 1) << "there is none";
  EXPECT_EQ(admin("announce 'a\tb'").status, 2);
  EXPECT_EQ(admin("announce 'Closed on Monday' --hours 2").status, 0);
  EXPECT_TRUE(wait_for([&] { return told() == "Closed on Monday"; }));
  EXPECT_NE(admin("announce").out.find("Closed on Monday (until "), std::string::npos);
  EXPECT_EQ(admin("announce --end").status, 0);
  EXPECT_TRUE(wait_for([&] { return told().empty(); }));
  EXPECT_EQ(admin("announce --end").status, 1);
  EXPECT_EQ(ann.post("/api/guest", {{"name", "Ann"}}).status, 201);
  EXPECT_EQ(ann.ask("PUT", "/api/admin/announcement", R"({"text":"x"})", {{"Content-Type", "application/json"}}).status,
            403);
}

}  // namespace
}  // namespace cairn::testing

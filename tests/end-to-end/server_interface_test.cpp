// The OpenAPI document from outside: it is served, and every operation in it is asked once and answers as it says.
// (What the other tests ask is held to it too: server_client.cpp.)
#include "tests/interface/one_sample.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "factor_codes.h"
#include "mailed_links.h"
#include "server/base/push.h"
#include "server/net/endpoint.h"
#include "server/net/openapi.h"
#include "server/play/table.h"
#include "server/protocol/selfplay_messages.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/push_reader.h"
#include "server_client.h"
#include "server_process.h"
#include "tests/interface/answers.h"

namespace cairn::testing {
namespace {

using Names = std::set<std::string>;

TEST(ServerInterface, IsDescribedByTheServer) {
  const TempFolder folder;
  Running server(config_for(folder));
  Client anybody(server.port());
  EXPECT_EQ(anybody.get("/api/openapi.json").json(), openapi_document());
  EXPECT_EQ(anybody.post("/api/openapi.json", Json::object()).status, 405);
}

// A row that lets in whom its handler does not know would fail here.
TEST(ServerInterface, AStrangerIsAnsweredOrRefusedEverywhere) {
  const TempFolder folder;
  Running server(config_for(folder));
  for (const Endpoint& endpoint : endpoints()) {
    if (endpoint.kind == Kind::stream) continue;  // goes on for ever
    std::string path;
    for (std::size_t i = 0; i < endpoint.path.size(); ++i) {
      if (endpoint.path[i] != '{') {
        path += endpoint.path[i];
        continue;
      }
      path += path.ends_with("/talk/") ? "p1" : "1";
      i = endpoint.path.find('}', i);
    }
    Client stranger(server.port());
    const Response answer =
        stranger.ask(endpoint.method, path, endpoint.takes_body() ? "{}" : "", {{"Content-Type", "application/json"}});
    EXPECT_TRUE(answer.status > 0 && (answer.status < 500 || answer.status == 503))
        << endpoint.method << ' ' << path << ' ' << answer.status << ' ' << answer.body;
    const bool open =
        endpoint.needs == Needs::nothing || endpoint.needs == Needs::watch || endpoint.needs == Needs::door;
    if (!open)
      EXPECT_TRUE(answer.status == 401 || answer.status == 403)
          << endpoint.method << ' ' << path << ' ' << answer.status;
  }
}

// Asks, and notes which answer of which operation was seen.
class Walk {
 public:
  Response ask(Client& who, std::string_view method, std::string_view target, const Json& body = nullptr) {
    const Response answer =
        who.ask(method, target, body.is_null() ? "" : body.dump(),
                body.is_null() ? std::map<std::string, std::string>()
                               : std::map<std::string, std::string>{{"Content-Type", "application/json"}});
    note(method, target, answer.status);
    EXPECT_LT(answer.status, 300) << method << " " << target << " " << answer.body;
    return answer;
  }
  void note(std::string_view method, std::string_view target, int status) {
    seen_.insert(std::string(method) + " " + documented_path(method, target) + " " + std::to_string(status));
  }
  const Names& seen() const { return seen_; }

 private:
  Names seen_;
};

void ask_of_games(Walk& walk, Client& ann, Client& bob) {
  for (const char* target : {"/healthz", "/readyz", "/metrics", "/api/games", "/api/openapi.json"})
    walk.ask(ann, "GET", target);
  walk.ask(ann, "POST", "/api/guest", {{"name", "Ann"}});
  walk.ask(ann, "POST", "/api/guest", Json::object());
  walk.ask(bob, "POST", "/api/guest", {{"name", "Bob"}});
  walk.ask(bob, "GET", "/api/account");
  const Json wish = {{"game", "margo"}, {"opponent", "friend"}, {"seat", "first"}, {"clock", "fischer 5m+3s"}};
  const std::string table = "/api/tables/" + walk.ask(ann, "POST", "/api/tables", wish).json().value("id", "");
  TableEar hears(ann, table.substr(12));
  walk.note("GET", table + "/socket", hears.status());
  walk.ask(bob, "POST", table + "/join");
  const Json play = {{"request", "r"}, {"version", 1}, {"command", "play"}, {"word", "A1"}};
  walk.ask(ann, "POST", table + "/commands", play);
  walk.ask(bob, "GET", table);
  for (const std::string& target : {table + "/stream", std::string("/api/stream")}) {
    LineEar lines(ann, target);
    walk.note("GET", target, lines.status());
    EXPECT_FALSE(lines.next().is_null());
  }
  hears.send({{"type", "command"}, {"request", "o"}, {"version", 2}, {"command", "offer"}, {"offer", "draw"}});
  hears.send({{"type", "chat"}});
  for (const char* file : {"/game.sgf", "/game.json", "/game.txt", "/board.png", "/board.svg"})
    walk.ask(ann, "GET", table + file);
  Json open = wish;
  open["listed"] = true;
  const std::string waits = ann.create(open);
  for (const char* target :
       {"/api/lobby", "/api/tables", "/api/leaders/margo-6", "/api/archive?game=margo&size=6", "/api/running",
        "/api/openings/margo-6?moves=A1+C3", "/api/archive/games.sgf", "/api/archive/games.jsonl"})
    walk.ask(ann, "GET", target);
  for (const char* comma : {",", "%2C", "%2c"})
    EXPECT_EQ(walk.ask(bob, "GET", "/api/boards?tables=none" + (comma + waits)).json().at("boards").size(), 1U)
        << comma;
  walk.ask(ann, "DELETE", "/api/lobby/" + waits);
  for (const char* type : {"state", "change", "reply", "change", "refused"})
    EXPECT_FALSE(hears.next_of(type).is_null());
}

// Ann talks, and is a moderator.
void ask_of_talk(Walk& walk, Client& ann, Client& bob) {
  const Json wish = {{"game", "margo"}, {"opponent", "friend"}, {"seat", "first"}};
  const std::string id = ann.create(wish), table = "/api/tables/" + id;
  EXPECT_EQ(bob.post(table + "/join", Json::object()).status, 200);
  TableEar hears(bob, id);
  const std::string said =
      walk.ask(ann, "POST", table + "/talk", {{"request", "t"}, {"text", "hello"}}).json().at("id");
  EXPECT_FALSE(hears.next_of("talk").is_null());
  walk.ask(bob, "GET", table + "/talk");
  walk.ask(bob, "POST", table + "/talk/" + said + "/report", {{"why", "loud"}});
  const Json reports = walk.ask(ann, "GET", "/api/reports").json().at("reports");
  ASSERT_EQ(reports.size(), 1U);
  walk.ask(ann, "DELETE", "/api/reports/" + reports.at(0).at("id").get<std::string>());
  walk.ask(ann, "DELETE", table + "/talk/" + said);
  walk.ask(ann, "PUT", table + "/note", {{"text", "plays fast"}});
  walk.ask(ann, "GET", table + "/note");
  walk.ask(ann, "POST", "/api/people/Bob/mute", {{"minutes", 5}, {"why", "rest"}});
  walk.ask(ann, "DELETE", "/api/people/Bob/mute");
  walk.ask(ann, "POST", table + "/seats/1/mute", {{"minutes", 5}, {"why", "rest"}});
  walk.ask(ann, "DELETE", table + "/seats/1/mute");
  walk.ask(ann, "GET", "/api/moderation/ratings");
  walk.ask(ann, "POST", "/api/people/Bob/annulments", {{"class", "margo-6"}, {"since", 0}, {"why", "puppets"}});
  walk.ask(ann, "GET", "/api/moderation/annulments");
  walk.ask(ann, "DELETE", "/api/people/Bob/tournaments");
  Client guest(ann.port());
  guest.enter("Gus");
  const std::string guests = "/api/tables/" + guest.create(wish);
  const Json blocked = walk.ask(ann, "PUT", guests + "/seats/0/block").json().at("guests");
  walk.ask(ann, "DELETE", "/api/blocks/guests/" + blocked.at(0).at("id").get<std::string>());
}

// Ann keeps a file and the game of a finished table.
void ask_of_studies(Walk& walk, Client& ann, Client& bob) {
  const std::string id = ann.create({{"game", "margo"}, {"opponent", "friend"}, {"seat", "first"}});
  EXPECT_EQ(bob.post("/api/tables/" + id + "/join", Json::object()).status, 200);
  EXPECT_EQ(ann.command(id, "m", 1, "A1").status, 200);
  const Json resign = {{"request", "x"}, {"version", 2}, {"command", "resign"}};
  EXPECT_EQ(bob.post("/api/tables/" + id + "/commands", resign).status, 200);
  walk.ask(ann, "POST", "/api/studies", {{"name", "The game"}, {"access", "public"}, {"table", id}});
  for (const std::string& list : {"/api/tables/" + id + "/studies", std::string("/api/people/Ann/studies")})
    EXPECT_EQ(walk.ask(bob, "GET", list).json().at("studies").size(), 1U);
  const Json wish = {{"name", "A file"}, {"record", "(;GM[1]SZ[9];B[ee])"}};
  const std::string kept = "/api/studies/" + walk.ask(ann, "POST", "/api/studies", wish).json().value("id", "");
  EXPECT_EQ(walk.ask(ann, "GET", "/api/studies").json().at("studies").size(), 2U);
  const Json boards = walk.ask(ann, "GET", "/api/study-boards?studies=none," + kept.substr(13)).json().at("boards");
  EXPECT_EQ(boards.size(), 1U);
  const Json edit = {{"version", 1}, {"name", "The file"}, {"access", "link"}, {"record", "(;GM[1]SZ[9];B[ee];W[gg])"}};
  walk.ask(ann, "PUT", kept, edit);
  for (const char* file : {"", "/game.sgf", "/game.json", "/game.txt"}) walk.ask(bob, "GET", kept + file);
  walk.ask(bob, "POST", kept + "/report", {{"why", "rude"}});
  const Json reports = walk.ask(ann, "GET", "/api/study-reports").json().at("reports");
  walk.ask(ann, "DELETE", "/api/study-reports/" + reports.at(0).at("id").get<std::string>());
  walk.ask(ann, "PUT", kept + "/hidden");
  EXPECT_EQ(bob.get(kept).status, 404);
  walk.ask(ann, "DELETE", kept + "/hidden");
  walk.ask(ann, "DELETE", kept);
}

void ask_of_puzzles(Walk& walk, Client& ann) {
  for (int i = 0; i < 500 && ann.get("/api/puzzles/today").status != 200;
       ++i)  // the pool is filled in the first second
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const Json puzzle = walk.ask(ann, "GET", "/api/puzzles/today").json();
  const std::string address = "/api/puzzles/" + puzzle.at("day").get<std::string>();
  walk.ask(ann, "POST", address, {{"word", puzzle.at("legal").at(0)}});
  walk.ask(ann, "POST", address, {{"give_up", true}});
  walk.ask(ann, "GET", "/api/puzzles");
  const Json boards = walk.ask(ann, "GET", "/api/puzzle-boards?days=" + address.substr(13)).json().at("boards");
  EXPECT_EQ(boards.at(0).at("board"), puzzle.at("view").at("board"));
  EXPECT_EQ(ann.get("/api/puzzle-boards?days=today").status, 400);
}

void ask_of_feeds(Walk& walk, Client& ann) {
  const std::string address = walk.ask(ann, "POST", "/api/feed").json().value("address", "");
  walk.ask(ann, "GET", "/api/feed");
  const Response feed = walk.ask(ann, "GET", address);
  EXPECT_EQ(ann.ask("GET", address, "", {{"If-None-Match", feed.headers.at("etag")}}).status, 304);
  walk.ask(ann, "DELETE", "/api/feed");
}

// Bob is challenged, and has other terms; what comes of it, and what does not.
void ask_of_challenges(Walk& walk, Client& ann, Client& bob) {
  Json wish = {{"request", "c1"}, {"people", {"Bob"}}, {"game", "margo"}, {"clock", "fischer 5m+3s"}};
  const auto make = [&](const char* request) {
    wish["request"] = request;
    return "/api/challenges/" + walk.ask(ann, "POST", "/api/challenges", wish).json().value("id", "");
  };
  const std::string first = make("c1"), second = make("c2"), third = make("c3");
  walk.ask(bob, "GET", "/api/challenges");
  const Json counter = {{"request", "k"}, {"offer", 1}, {"game", "margo"}, {"options", {{"size", 4}}}};
  walk.ask(bob, "POST", first + "/counter", counter);
  EXPECT_EQ(walk.ask(ann, "POST", first + "/accept", {{"offer", 2}}).json().value("state", ""), "made");
  walk.ask(bob, "GET", first);
  walk.ask(bob, "POST", second + "/decline", {{"offer", 1}, {"reason", "not-now"}});
  walk.ask(ann, "DELETE", third);
  walk.ask(ann, "PUT", "/api/seek", {{"request", "s"}, {"game", "margo"}, {"clock", "fischer 5m+3s"}});
  walk.ask(ann, "GET", "/api/seek");
  walk.ask(ann, "DELETE", "/api/seek");
}

// Ann organises, and plays with Bob; of the game of two others she decides.
void ask_of_tournaments(Walk& walk, Client& ann, Client& bob,
                        const std::function<void(const std::string&)>& become_moderator) {
  const auto made = [&](const char* kind) {
    const Json wish = {{"name", "Cup"}, {"game", "margo"}, {"clock", "fischer 5m+3s"}, {"kind", kind}};
    return "/api/tournaments/" + walk.ask(ann, "POST", "/api/tournaments", wish).json().value("id", "");
  };
  const std::string cup = made("swiss"), ladder = made("ladder");
  Client cid(ann.port());
  EXPECT_EQ(cid.post("/api/account", {{"name", "Cid"}, {"password", "password of Cid"}}).status, 201);
  for (Client* who : {&cid, &bob}) walk.ask(*who, "POST", cup + "/enter");
  for (Client* who : {&ann, &bob}) walk.ask(*who, "POST", ladder + "/enter");
  for (const std::string& one : {cup, ladder}) walk.ask(ann, "POST", one + "/start");
  walk.ask(bob, "POST", cup + "/here");
  for (int i = 0; i < 500 && ann.get(cup).json().at("games").empty(); ++i)  // the first round is paired at once
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  walk.ask(ann, "POST", cup + "/rulings", {{"game", 0}, {"ruling", "annul"}});
  walk.ask(bob, "POST", cup + "/appeals", {{"game", 0}, {"why", "we both were there"}});
  Client dora(ann.port());  // who did not rule decides
  EXPECT_EQ(dora.post("/api/account", {{"name", "Dora"}, {"password", "password of Dora"}}).status, 201);
  become_moderator("Dora");
  for (int i = 0; i < 500 && dora.get("/api/reports").status != 200; ++i)  // the server looks once a second
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(walk.ask(dora, "GET", "/api/appeals").json().at("appeals").size(), 1U);
  walk.ask(dora, "DELETE", cup + "/appeals/0");
  walk.ask(ann, "POST", ladder + "/cancel");
  const std::string other = made("ladder");
  for (Client* who : {&ann, &bob}) walk.ask(*who, "POST", other + "/enter");
  walk.ask(ann, "POST", other + "/start");
  const Json stands = walk.ask(ann, "GET", other).json();
  const bool above = stands.at("players").at(0).at("name") == "Ann";
  walk.ask(above ? bob : ann, "POST", other + "/challenge", {{"name", above ? "Ann" : "Bob"}});
  walk.ask(above ? ann : bob, "POST", other + "/decline");
  walk.ask(bob, "POST", other + "/withdraw", Json::object());
  walk.ask(bob, "GET", "/api/tournaments?state=running");
}

void ask_of_hooks(Walk& walk, Client& ann) {
  const Json wish = {{"url", "http://127.0.0.1:9999/"}, {"events", {"your-turn", "game-over"}}};
  const std::string hook = "/api/hooks/" + walk.ask(ann, "POST", "/api/hooks", wish).json().value("id", "");
  walk.ask(ann, "PUT", hook, {{"events", {"reminder"}}});
  walk.ask(ann, "POST", hook + "/test");
  walk.ask(ann, "GET", hook + "/deliveries");
  walk.ask(ann, "GET", "/api/hooks");
  walk.ask(ann, "DELETE", hook);
  walk.ask(ann, "GET", "/api/push-key");
  const Json browser = {{"push", PushReader().subscription("https://push.example.net/one")}};
  walk.ask(ann, "POST", "/api/hooks", browser);
}

// Ann's address is proven: there is no way to do that by asking alone.
void ask_of_mail(Walk& walk, Client& ann, const std::string& data) {
  connect_sqlite(data + "/cairn.db")
      ->run(
          "INSERT INTO hooks (id, person, url, secret, wants, created_ms, off, held_ms, push, mail) "
          "SELECT 'mail.of.ann', person, 'mailto:ann@example.org', '', 0, 1, '', 0, 0, 1 FROM accounts WHERE person = "
          "(SELECT id FROM people WHERE name = 'Ann')",
          {});
  walk.ask(ann, "GET", "/api/mail");
  walk.ask(ann, "PUT", "/api/mail", {{"mode", "digest"}});
  walk.ask(ann, "POST", "/api/mail/test");
  walk.ask(ann, "GET", "/mail/unsubscribe/none");
  walk.ask(ann, "POST", "/mail/unsubscribe/none");
}

const std::string kNoNetwork = "the server hands out what is there";

// A worker takes the turn of a bot, and gives it back.
void ask_of_work(Walk& walk, Client& host, const std::string& data) {
  EXPECT_EQ(host.post("/api/account", {{"name", "Keeper"}, {"password", "correct horse"}}).status, 201);
  std::string token = cairn_says("admin worker Keeper --data " + data);
  ASSERT_FALSE(token.empty());
  token.pop_back();
  const std::string table = host.create({{"game", "margo"}, {"opponent", "bot"}, {"seat", "first"}});
  EXPECT_EQ(host.command(table, "m", 0, "A1").status, 200);
  const auto ask = [&](const std::string& target, const Json& body) {
    const Response answer = host.ask("POST", target, body.dump(),
                                     {{"Content-Type", "application/json"}, {"Authorization", "Bearer " + token}});
    walk.note("POST", target, answer.status);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.json();
  };
  const Json turn = ask("/api/work/take", {{"rules", kRulesVersion}, {"wait", 15}}).at("turn");
  ASSERT_TRUE(turn.is_object());
  ask("/api/work/answer", {{"table", table}, {"lease", turn.at("lease")}, {"number", turn.at("number")}});

  // And a part of the analysis of that game, when it is over.
  const Json resign = {{"request", "r"}, {"version", host.state(table).at("version")}, {"command", "resign"}};
  EXPECT_EQ(host.post("/api/tables/" + table + "/commands", resign).status, 200);
  walk.ask(host, "POST", "/api/tables/" + table + "/analysis");
  const Json part = ask("/api/work/take-analysis", {{"rules", kRulesVersion}, {"wait", 15}}).at("part");
  ASSERT_TRUE(part.is_object());
  const Json look = {{"first_wins", 0.5}, {"best_wins", 0.5},          {"score", nullptr},
                     {"visits", 7},       {"best", std::string("A1")}, {"line", Json::array({"A1"})}};
  ask("/api/work/answer-analysis",
      {{"table", table}, {"lease", part.at("lease")}, {"from", 0}, {"looks", Json::array({look, look})}});
  EXPECT_EQ(walk.ask(host, "GET", "/api/tables/" + table + "/analysis").json().at("state"), "done");

  // Games of self-play: what one record teaches, of an empty board.
  const Json job = ask("/api/work/take-games", {{"rules", kRulesVersion}}).at("job");
  const std::string name = job.at("network");
  const Response network = host.ask("GET", "/api/work/networks/" + name, "", {{"Authorization", "Bearer " + token}});
  walk.note("GET", "/api/work/networks/" + name, network.status);
  EXPECT_EQ(from_base64url(network.json().at("network").get<std::string>()), kNoNetwork);
  SelfPlayWork work;
  ASSERT_EQ(read_selfplay_work(job, work), "");
  EXPECT_EQ(ask("/api/work/answer-games", selfplay_answer_json(work.job, one_sample(work.job))), Json({{"kept", 1}}));
}

// Cora proves an address, comes in by it, and has a password anew.
void ask_of_links(Walk& walk, Client& cora, const std::string& data) {
  const auto mailed = [&] { return Json{{"token", token_mailed_to("cora@example.org", data)}}; };
  walk.ask(cora, "POST", "/api/account",
           {{"name", "Cora"}, {"password", "correct horse"}, {"email", "cora@example.org"}});
  walk.ask(cora, "POST", "/api/address/link");
  walk.ask(cora, "POST", "/api/address/link/use", mailed());
  walk.ask(cora, "POST", "/api/session/link", {{"name", "Cora"}});
  walk.ask(cora, "POST", "/api/session/link/use", mailed());
  walk.ask(cora, "POST", "/api/password/link", {{"email", "cora@example.org"}});
  Json wish = mailed();
  wish["password"] = "another one";
  walk.ask(cora, "POST", "/api/password/link/use", wish);
}

// Vera is an admin, and acts on Will.
void ask_of_acts(Walk& walk, Client& vera, Client& will, const std::string& data) {
  for (Client* who : {&vera, &will}) {
    const std::string name = who == &vera ? "Vera" : "Will";
    EXPECT_EQ(who->post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
  }
  EXPECT_EQ(run_cairn("admin role Vera admin --data " + data), 0);
  const std::string person = "/api/admin/people/Will";
  for (int i = 0; i < 500 && vera.get(person).status != 200; ++i)  // the server looks once a second
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  walk.ask(vera, "GET", person);
  ask_of_factor(walk, will, "password of Will");
  walk.ask(vera, "POST", person + "/second-factor/off", {{"why", "lost the phone"}});
  walk.ask(vera, "PUT", person + "/role", {{"role", "moderator"}, {"why", "helps"}});
  walk.ask(vera, "PUT", person + "/suspension", {{"days", 7}, {"why", "rude"}});
  walk.ask(vera, "POST", person + "/lift", {{"why", "sorry"}});
  walk.ask(vera, "POST", person + "/sign-out", {{"why", "stolen"}});
  walk.ask(vera, "POST", person + "/password-link", {{"why", "forgot it"}});
  walk.ask(vera, "POST", person + "/close", {{"why", "spam"}});
  walk.ask(vera, "POST", person + "/rename", {{"name", "Willem"}, {"why", "asked for it"}});
  walk.ask(vera, "GET", "/api/admin/log");
}

// The sockets by which an engine of one's own comes to one's pages.
void ask_of_bridge(Walk& walk, Client& who) {
  const std::string host = "127.0.0.1:" + std::to_string(who.port()), line = "Host: " + host + "\r\n";
  const Json made = who.post("/api/tokens", {{"name", "bridge"}, {"scopes", {"engine:bridge"}}}).json();
  const TableEar engine(who.port(), "/api/bridge/engine",
                        line + "Authorization: Bearer " + made.value("token", "") + "\r\n");
  const TableEar page(who.port(), "/api/bridge/page",
                      line + "Origin: http://" + host + "\r\nCookie: " + who.named_cookie() + "\r\n");
  walk.note("GET", "/api/bridge/engine", engine.status());
  walk.note("GET", "/api/bridge/page", page.status());
}

// Vera invites and decides, on a server of her own whose accounts need approval.
void ask_of_site(Walk& walk) {
  const TempFolder folder;
  std::ofstream(folder.path() + "/rules.md") << "# Be kind\n";
  ServerConfig config = config_for(folder);
  config.club_rules = folder.path() + "/rules.md";
  config.registration = Registration::by_approval;
  Running server(config);
  Client vera(server.port()), dan(server.port());
  const std::string data = folder.path() + "/data";
  const auto sign_up = [&](const std::string& name) {
    return Json{{"name", name}, {"password", "password of " + name}};
  };
  for (const char* name : {"Vera", "Dan", "Eve"}) walk.ask(dan, "POST", "/api/account", sign_up(name));
  std::vector<std::string> waiting;  // their numbers
  std::istringstream lines(cairn_says("admin waiting --json --data " + data));
  for (std::string line; std::getline(lines, line);)
    waiting.push_back(std::to_string(parse_json(line).at("id").get<int>()));
  ASSERT_EQ(waiting.size(), 3U);
  EXPECT_EQ(run_cairn("admin approve " + waiting[0] + " --data " + data) +
                run_cairn("admin role Vera moderator --data " + data),
            0);
  EXPECT_TRUE(wait_for([&] { return vera.post("/api/session", sign_up("Vera")).status == 200; }));
  EXPECT_TRUE(wait_for([&] { return vera.get("/api/admin/waiting").status == 200; }));
  for (const char* path : {"/api/site", "/api/site/rules", "/api/admin/waiting", "/api/admin/health"})
    walk.ask(vera, "GET", path);
  walk.ask(vera, "POST", "/api/admin/waiting/" + waiting[1] + "/approve", {{"why", "a member"}});
  walk.ask(vera, "POST", "/api/admin/waiting/" + waiting[2] + "/refuse", {{"why", "unknown"}});
  walk.ask(vera, "POST", "/api/invitations", {{"uses", 2}});
  const Json open = walk.ask(vera, "GET", "/api/invitations").json().at("invitations");
  walk.ask(vera, "DELETE", "/api/invitations/" + open.at(0).at("id").get<std::string>());
  walk.ask(vera, "PUT", "/api/admin/announcement", {{"text", "Hello"}, {"hours", 1}});
  walk.ask(vera, "GET", "/api/site");
  walk.ask(vera, "DELETE", "/api/admin/announcement");
}

void ask_of_people(Walk& walk, Client& ann, Client& bob, Client& there,
                   const std::function<void(const std::string&)>& become_moderator) {
  const Json claim = {{"name", "Ann"}, {"password", "correct horse"}};
  walk.ask(ann, "POST", "/api/account", claim);
  walk.ask(bob, "POST", "/api/account", {{"name", "Bob"}, {"password", "battery staple"}});
  for (const char* target :
       {"/api/account", "/api/account/preferences", "/api/people", "/api/people/Bob", "/api/people/Bob/ratings"})
    walk.ask(ann, "GET", target);
  become_moderator("Ann");
  ask_of_talk(walk, ann, bob);
  ask_of_studies(walk, ann, bob);
  ask_of_puzzles(walk, ann);
  ask_of_challenges(walk, ann, bob);
  ask_of_tournaments(walk, ann, bob, become_moderator);
  ask_of_hooks(walk, ann);
  ask_of_feeds(walk, ann);
  walk.ask(ann, "PUT", "/api/account",
           {{"zone", 60}, {"language", "de"}, {"profile", "plays"}, {"email", "ann@example.org"}});
  walk.ask(ann, "PUT", "/api/account/preferences", {{"theme", "dark"}});
  for (const char* method : {"PUT", "GET", "DELETE"}) walk.ask(ann, method, "/api/vacation");
  walk.ask(ann, "PUT", "/api/blocks/Bob");
  walk.ask(ann, "GET", "/api/blocks");
  const Json wish = {{"name", "my bot"}, {"scopes", {"read", "play"}}};
  const Json token = walk.ask(ann, "POST", "/api/tokens", wish).json();
  walk.ask(ann, "GET", "/api/tokens");
  walk.ask(there, "POST", "/api/session", claim);
  walk.ask(ann, "GET", "/api/account/export");
  const Json sessions = walk.ask(ann, "GET", "/api/sessions").json();
  for (const Json& session : sessions.value("sessions", Json::array()))
    if (!session.value("current", true)) walk.ask(ann, "DELETE", "/api/sessions/" + session.value("id", ""));
  walk.ask(ann, "DELETE", "/api/sessions");
  walk.ask(ann, "DELETE", "/api/tokens/" + token.value("id", ""));
  walk.ask(ann, "DELETE", "/api/blocks/Bob");
  walk.ask(ann, "PUT", "/api/account/password", {{"old", "correct horse"}, {"new", "another one"}});
  walk.ask(bob, "DELETE", "/api/session");
  walk.ask(ann, "POST", "/api/account/delete", {{"password", "another one"}});
}

// Games that the host takes in beside the server.
void ask_of_libraries(Walk& walk, Client& ann, const std::string& folder) {
  std::ofstream(folder + "/club.sgf") << "(;GM[1]SZ[9]PB[Ann]PW[Bob]RE[B+R];B[ee];W[cc])(;GM[1]SZ[9]PB[Cid];B[ee])";
  ASSERT_EQ(run_cairn("import " + folder + "/club.sgf --as club --data " + folder + "/data"), 0);
  for (const char* path :
       {"/api/libraries", "/api/libraries/club/games", "/api/libraries/club/games?player=ann&game=go&size=9",
        ("/api/libraries/club/"
         "games?game=go&size=9&position=.........%7C.........%7C.........%7C.........%7C....B....%7C"
         ".........%7C.........%7C.........%7C........."),
        "/api/libraries/club/games/1", "/api/libraries/club/games.sgf", "/api/libraries/club/games.jsonl",
        "/api/libraries/club/games.zip?result=first", "/api/openings/go-9?library=club&moves=E5"})
    walk.ask(ann, "GET", path);
}

TEST(ServerInterface, EveryOperationAnswersAsItIsDescribed) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.bot_threads = 0;  // workers think
  config.selfplay_run = folder.path() + "/run";
  std::filesystem::create_directories(config.selfplay_run);
  std::ofstream(config.selfplay_run + "/jobs.json") << R"([{"game":"spargo"}])";
  std::ofstream(config.selfplay_run + "/newest.network") << kNoNetwork;
  config.public_url = "https://play.example.org";
  config.mail_relay = "smtp://127.0.0.1:1";  // nobody is there: mails wait where the test reads them
  config.mail_from = "play@example.org";
  Running server(config);
  Client ann(server.port()), bob(server.port()), there(server.port()), host(server.port());
  Walk walk;
  for (int i = 0; i < 500 && ann.get("/readyz").status != 200; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ask_of_games(walk, ann, bob);
  ask_of_libraries(walk, ann, folder.path());
  ask_of_work(walk, host, folder.path() + "/data");
  ask_of_people(walk, ann, bob, there, [&](const std::string& name) {
    if (name == "Ann") ask_of_mail(walk, ann, folder.path() + "/data");
    EXPECT_EQ(run_cairn("admin role " + name + " moderator --data " + folder.path() + "/data"), 0);
    for (int i = 0; i < 500 && ann.get("/api/reports").status != 200; ++i)  // the server looks once a second
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  Client cora(server.port()), vera(server.port()), will(server.port());
  ask_of_links(walk, cora, config.data);
  ask_of_acts(walk, vera, will, config.data);
  ask_of_bridge(walk, vera);
  ask_of_site(walk);
  Names described;
  const Json document = openapi_document();
  for (const auto& [path, item] : document.at("paths").items())
    for (const auto& [method, operation] : item.items())
      for (const auto& response : operation.at("responses").items()) {
        std::string verb = method;
        for (char& c : verb) c = static_cast<char>(c - 'a' + 'A');
        if (response.key() < "300") described.insert(verb + " " + path + " " + response.key());
      }
  EXPECT_EQ(walk.seen(), described);
}

}  // namespace
}  // namespace cairn::testing

// A club moves from a folder to PostgreSQL and back while its servers run, and on as files: they say so, and refuse
// what would be lost. Afterwards every address that can be read answers as it did before.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "core/text.h"
#include "factor_codes.h"
#include "server/net/endpoint.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"
#include "tests/interface/answers.h"

namespace cairn::testing {
namespace {

using Cookies = std::map<std::string, std::string>;  // of people, by their names
using Answers = std::map<std::string, std::string>;  // by who asks for what

struct Club {
  Cookies cookies;
  std::string token;                 // of Ann, with the scope read
  std::string invitation;            // for everybody who comes
  std::vector<std::string> targets;  // that are read, all of them by everybody
};

// Of its own moment, not of the club.
bool is_of_the_moment(const std::string& key) {
  static const std::set<std::string> kMoment = {"now", "online", "seen", "used", "server_time", "current"};
  return kMoment.contains(key);
}

Json steady(const Json& json) {
  if (json.is_array()) {
    Json out = Json::array();
    for (const Json& one : json) out.push_back(steady(one));
    return out;
  }
  if (!json.is_object()) return json;
  const bool runs = json.value("counting", false);  // a clock
  Json out = Json::object();
  for (const auto& [key, value] : json.items())
    if (!is_of_the_moment(key) && !(runs && (key == "total" || key == "main"))) out[key] = steady(value);
  if (out.contains("tries"))  // servers go on trying
    for (const char* key : {"tries", "state", "due", "why"}) out.erase(key);
  return out;
}

std::string shown(const Response& answer) {
  const std::string status = std::to_string(answer.status) + " ";
  const auto type = answer.headers.find("content-type");
  if (type == answer.headers.end() || type->second.find("json") == std::string::npos) return status + answer.body;
  if (answer.body.find("}\n{") != std::string::npos) return status + answer.body;  // lines
  return status + steady(answer.json()).dump();
}

Answers ask_everything(std::uint16_t port, const Club& club) {
  Answers answers;
  for (const auto& [name, cookie] : club.cookies)
    for (const std::string& target : club.targets) {
      Client client(port);
      std::map<std::string, std::string> headers;
      if (!cookie.empty()) headers["Cookie"] = "cairn_session=" + cookie;
      const Response answer = client.ask("GET", target, "", headers);
      // Who is online and who looks for an opponent is over within half a minute, which a slow machine takes here.
      const bool fleeting = target == "/api/people" || target == "/api/seek";
      answers[name + " " + target] = fleeting ? std::to_string(answer.status) : shown(answer);
    }
  Client program(port);
  answers["token"] = shown(program.ask("GET", "/api/account", "", {{"Authorization", "Bearer " + club.token}}));
  return answers;
}

std::string id_of(const Response& made) {
  EXPECT_LT(made.status, 300) << made.body;
  return made.json().value("id", "");
}

void make_account(Client& who, const std::string& name, const std::string& invitation) {
  const Json wish = {{"name", name}, {"password", "password of " + name}, {"invitation", invitation}};
  EXPECT_EQ(who.post("/api/account", wish).status, 201);
}

struct Builder {
  Client &ann, &bob, &gus;
  std::string data;
  Club& club;
  std::string feed{};
  const std::string& feed_address(const Response& made) {
    feed = made.json().value("address", "");
    return feed;
  }
  void read(std::initializer_list<std::string> targets) {
    club.targets.insert(club.targets.end(), targets.begin(), targets.end());
  }

  // Over, running and waiting ones; talk, notes and reports.
  std::string add_games() {
    const Json wish = {
        {"game", "margo"}, {"opponent", "friend"}, {"seat", "first"}, {"rated", true}, {"clock", "correspondence 3d"}};
    const std::string over = ann.create(wish), running = ann.create(wish);
    for (const std::string& id : {over, running})
      EXPECT_EQ(bob.post("/api/tables/" + id + "/join", Json::object()).status, 200);
    for (const std::string& id : {over, running}) EXPECT_EQ(ann.command(id, "m", 1, "A1").status, 200);
    EXPECT_EQ(bob.command(running, "n", 2, "C3").status, 200);
    const std::string at = "/api/tables/" + over;
    EXPECT_EQ(bob.post(at + "/commands", {{"request", "x"}, {"version", 2}, {"command", "resign"}}).status, 200);
    const std::string said = id_of(ann.post(at + "/talk", {{"request", "t"}, {"text", "Schön, 良い! 😀"}}));
    EXPECT_EQ(bob.post(at + "/talk/" + said + "/report", {{"why", "loud"}}).status, 200);
    EXPECT_LT(ann.ask("PUT", at + "/note", R"({"text":"plays fast"})", {{"Content-Type", "application/json"}}).status,
              300);
    EXPECT_LT(ann.post(at + "/analysis", Json::object()).status, 300);
    const std::string waits = gus.create({{"game", "go"}, {"opponent", "friend"}, {"seat", "first"}, {"listed", true}});
    const std::string bot = gus.create({{"game", "margo"}, {"opponent", "bot"}, {"seat", "first"}});
    for (const std::string& id : {over, running, waits, bot})
      for (const char* part : {"", "/game.sgf", "/game.json", "/game.txt", "/board.png", "/board.svg", "/talk", "/note",
                               "/analysis", "/studies"})
        read({"/api/tables/" + id + part});
    for (const char* part :
         {"", "/none/games", "/none/games.jsonl", "/none/games.sgf", "/none/games.zip", "/none/games/1"})
      read({std::string("/api/libraries") + part});
    read({"/api/lobby", "/api/tables", "/api/running", "/api/boards?tables=" + running, "/api/puzzle-boards",
          "/api/study-boards", "/api/leaders/margo-6", "/api/archive?game=margo", "/api/archive/games.sgf",
          "/api/archive/games.jsonl", "/api/openings/margo-6", "/api/reports"});
    return over;
  }
  void add_studies(const std::string& table) {
    const Json wish = {{"name", "A file"}, {"access", "public"}, {"record", "(;GM[1]SZ[9];B[ee];W[gg]C[Zoë])"}};
    const std::string file = id_of(ann.post("/api/studies", wish));
    id_of(bob.post("/api/studies", {{"name", "The game"}, {"access", "public"}, {"table", table}}));
    EXPECT_LT(bob.post("/api/studies/" + file + "/report", {{"why", "rude"}}).status, 300);
    for (const char* part : {"", "/game.sgf", "/game.json", "/game.txt"}) read({"/api/studies/" + file + part});
    read({"/api/studies", "/api/people/Ann/studies", "/api/people/Bob/studies", "/api/study-reports"});
  }
  void add_meetings() {
    Json wish = {{"request", "c"}, {"people", {"Bob"}}, {"game", "margo"}, {"clock", "fischer 5m+3s"}};
    read({"/api/challenges", "/api/challenges/" + id_of(ann.post("/api/challenges", wish)), "/api/seek"});
    wish = {{"request", "s"}, {"game", "margo"}, {"clock", "fischer 5m+3s"}};
    EXPECT_LT(ann.ask("PUT", "/api/seek", wish.dump(), {{"Content-Type", "application/json"}}).status, 300);
    for (const char* kind : {"swiss", "ladder"}) {
      const std::string cup =
          "/api/tournaments/" +
          id_of(ann.post("/api/tournaments",
                         {{"name", "Cup"}, {"game", "margo"}, {"clock", "correspondence 3d"}, {"kind", kind}}));
      for (Client* who : {&ann, &bob}) EXPECT_LT(who->post(cup + "/enter", Json::object()).status, 300);
      if (std::string_view(kind) == "ladder") EXPECT_LT(ann.post(cup + "/start", Json::object()).status, 300);
      read({cup});
    }
    read({"/api/tournaments", "/api/tournaments?game=go", "/api/tournaments?game=margo", "/api/appeals"});
  }
  void add_puzzles() {
    EXPECT_TRUE(wait_for([&] { return ann.get("/api/puzzles/today").status == 200; }));
    const Json puzzle = ann.get("/api/puzzles/today").json();
    const std::string address = "/api/puzzles/" + puzzle.at("day").get<std::string>();
    EXPECT_LT(ann.post(address, {{"word", puzzle.at("legal").at(0)}}).status, 300);
    read({address, "/api/puzzles"});
  }
  // Who asks for an account, and a link that is good for others; everybody else was invited.
  void add_newcomers() const {
    const Json wish = {
        {"name", "Gustav"}, {"password", "password of Gustav"}, {"email", "gus@example.org"}, {"note", "from Ulm"}};
    EXPECT_EQ(gus.post("/api/account", wish).status, 202);
    EXPECT_EQ(ann.post("/api/invitations", {{"uses", 3}, {"note", "for Ulm"}}).status, 201);
    const Json of_ann = ann.get("/api/account/export").json();
    EXPECT_EQ(of_ann.at("invited_by"), "") << "the host";
    EXPECT_EQ(of_ann.at("invitations").size(), 1U);
  }
  void add_settings() {
    const auto put = [](Client& who, const std::string& target, const Json& body) {
      EXPECT_LT(who.ask("PUT", target, body.dump(), {{"Content-Type", "application/json"}}).status, 300) << target;
    };
    const std::string hook =
        id_of(ann.post("/api/hooks", {{"url", "http://127.0.0.1:9999/"}, {"events", {"your-turn", "game-over"}}}));
    EXPECT_LT(ann.post("/api/hooks/" + hook + "/test", Json::object()).status, 300);
    EXPECT_TRUE(wait_for([&] {  // tried once, which no server is there for
      const Json all = ann.get("/api/hooks/" + hook + "/deliveries").json().at("deliveries");
      return !all.empty() && all.at(0).at("tries") > 0;
    }));
    const Response made_feed = ann.post("/api/feed", Json::object());
    EXPECT_LT(made_feed.status, 300);
    read({"/api/hooks", "/api/hooks/" + hook + "/deliveries", "/api/push-key", "/api/feed", feed_address(made_feed)});
    put(ann, "/api/account", {{"zone", 60}, {"profile", "plays 碁"}, {"email", "ann@example.org"}});
    put(ann, "/api/account/preferences", {{"theme", "dark"}});
    put(bob, "/api/vacation", Json::object());
    put(bob, "/api/blocks/Cid", Json::object());
    EXPECT_LT(ann.post("/api/people/Cid/mute", {{"minutes", 600}, {"why", "rest"}}).status, 300);
    EXPECT_LT(ann.post("/api/people/Cid/annulments", {{"class", "margo-6"}, {"since", 0}, {"why", "x"}}).status, 300);
    Client dan(ann.port());
    make_account(dan, "Dan", club.invitation);
    const Response begun = dan.post("/api/account/second-factor", {{"password", "password of Dan"}});
    put(dan, "/api/account/second-factor", {{"code", factor_code(bytes_of_base32(begun.json().value("secret", "")))}});
    put(ann, "/api/admin/announcement", {{"text", "We move, 引っ越し"}});
    add_newcomers();
    put(ann, "/api/admin/people/Dan/suspension", {{"days", 7}, {"why", "rude"}});
    const Response made = ann.post("/api/tokens", {{"name", "mine"}, {"scopes", {"read"}}});
    club.token = made.json().value("token", "");
    EXPECT_FALSE(club.token.empty()) << made.body;
    read({"/api/account",
          "/api/account/preferences",
          "/api/account/export",
          "/api/account/second-factor",
          "/api/sessions",
          "/api/tokens",
          "/api/blocks",
          "/api/vacation",
          "/api/people",
          "/api/people/Ann",
          "/api/people/Bob",
          "/api/people/Cid",
          "/api/people/Bob/ratings",
          "/api/mail",
          "/api/moderation/ratings",
          "/api/moderation/annulments",
          "/api/site",
          "/api/site/rules",
          "/api/invitations",
          "/api/admin/waiting",
          "/api/admin/log",
          "/api/admin/people/Cid",
          "/api/admin/people/Dan"});
  }
};

ServerConfig config_of_club(const TempFolder& folder) {
  ServerConfig config = config_for(folder);
  config.bot_threads = 0;  // nothing goes on by itself
  config.registration = Registration::by_approval;
  config.public_url = "https://play.example.org";
  config.mail_relay = "smtp://127.0.0.1:1";  // nobody is there
  config.mail_from = "play@example.org";
  return config;
}

void expect_ready(std::uint16_t port) {
  EXPECT_TRUE(wait_for([&] { return Client(port).get("/readyz").status == 200; }));
}

Club build_club(std::uint16_t port, const std::string& data) {
  Club club;
  Client ann(port), bob(port), cid(port), gus(port);
  expect_ready(port);
  const std::string link = tell_cairn("admin invite --uses 20 --data " + data).out;
  club.invitation = std::string(trim(std::string_view(link).substr(link.find('#') + 1)));
  make_account(ann, "Ann", club.invitation);
  make_account(bob, "Bob", club.invitation);
  make_account(cid, "Cid", club.invitation);
  gus.enter("Gus");
  EXPECT_EQ(run_cairn("admin role Ann moderator --data " + data), 0);
  EXPECT_TRUE(wait_for([&] { return ann.get("/api/reports").status == 200; }));
  Builder builder{ann, bob, gus, data, club};
  builder.add_studies(builder.add_games());
  builder.add_meetings();
  builder.add_puzzles();
  builder.add_settings();
  // What follows from all this within a second or so is there, too.
  EXPECT_TRUE(wait_for([&] {
    return ann.get("/api/openings/margo-6").json().value("games", 0) == 1 &&
           ann.get("/api/archive?game=margo").json().value("games", Json::array()).size() == 1 &&
           ann.get("/api/archive/games.jsonl").body.size() > 100 &&
           ann.get(builder.feed).body.find("game-over") != std::string::npos;
  }));
  for (const auto& [name, who] : std::map<std::string, Client*>{{"Ann", &ann}, {"Bob", &bob}, {"Gus", &gus}})
    club.cookies[name] = who->cookie();
  club.cookies["nobody"] = "";
  return club;
}

// Every row of the interface that can be read is asked, but what is not of the club.
void expect_all_rows(const Club& club) {
  std::set<std::string> asked, rows;
  for (const std::string& target : club.targets) asked.insert(documented_path("GET", target));
  const std::set<std::string_view> other = {"openapi", "health",           "ready",       "metrics",
                                            "games",   "unsubscribe-page", "admin-health"};
  for (const Endpoint& row : endpoints())
    if (row.method == "GET" && row.kind != Kind::stream && row.kind != Kind::socket && row.needs != Needs::work &&
        !other.contains(row.name))
      rows.insert(std::string(row.path));
  for (const std::string& row : rows) EXPECT_TRUE(asked.contains(row)) << row << " is not asked";
}

// A server whose database was moved away under it.
void expect_waiting(std::uint16_t port, const Club& club) {
  Client bob(port);
  EXPECT_TRUE(wait_for([&] { return Client(port).get("/readyz").status == 503; }));
  EXPECT_NE(Client(port).get("/readyz").body.find("moving to another database"), std::string::npos);
  const std::map<std::string, std::string> headers = {{"Content-Type", "application/json"},
                                                      {"Cookie", "cairn_session=" + club.cookies.at("Bob")}};
  Response refused;  // from the first moment, and within a second with the reason
  EXPECT_TRUE(wait_for([&] {
    refused = bob.ask("PUT", "/api/account/preferences", R"({"theme":"light"})", headers);
    EXPECT_EQ(refused.status, 503) << refused.body;
    EXPECT_EQ(refused.code(), "unavailable");
    return refused.status != 503 || refused.body.find("server-is-moving") != std::string::npos;
  }));
  EXPECT_EQ(bob.ask("GET", "/api/studies", "", headers).status, 200) << "reading goes on";
}

void expect_same(const Answers& before, const Answers& after) {
  ASSERT_EQ(before.size(), after.size());
  for (const auto& [asked, answer] : before) EXPECT_EQ(after.at(asked), answer) << asked;
}

std::string digest_in(const std::string& said) {
  const auto at = said.find("digest ");
  return at == std::string::npos ? "" : said.substr(at + 7, 32);
}

TEST(ServerMove, AClubFindsEverythingAsItWas) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  const TempFolder folder;
  ServerConfig config = config_of_club(folder);
  const std::string data = config.data, other = folder.path() + "/other", url = cluster.url("club");
  Club club;
  Answers before;
  std::string there;
  {
    const Running server(config);
    club = build_club(server.port(), data);
    expect_all_rows(club);
    before = ask_everything(server.port(), club);
    const Ran ran = tell_cairn("move --from " + data + " --to '" + url + "'");
    ASSERT_EQ(ran.status, 0) << ran.said();
    there = digest_in(ran.out);
    expect_waiting(server.port(), club);
  }
  {
    config.database = url;
    const Running server(config);
    expect_ready(server.port());
    expect_same(before, ask_everything(server.port(), club));
    const Ran ran = tell_cairn("move --from '" + url + "' --to " + other + " --secrets-key " + data + "/secrets.key");
    ASSERT_EQ(ran.status, 0) << ran.said();
    EXPECT_FALSE(digest_in(ran.out).empty());
    expect_waiting(server.port(), club);
  }
  config.database.clear();
  config.data = folder.path() + "/third";  // by files
  const std::string files = folder.path() + "/files";
  const Ran written = tell_cairn("export-club " + files + " --data " + other);
  ASSERT_EQ(written.status, 0) << written.said();
  const Ran taken =
      tell_cairn("import-club " + files + " --data " + config.data + " --secrets-key " + other + "/secrets.key");
  ASSERT_EQ(taken.status, 0) << taken.said();
  EXPECT_EQ(digest_in(taken.out), digest_in(written.out));
  const Running server(config);
  expect_ready(server.port());
  expect_same(before, ask_everything(server.port(), club));
  Client ann(server.port());  // and the club goes on
  make_account(ann, "Dora", club.invitation);
  EXPECT_FALSE(ann.create({{"game", "margo"}, {"opponent", "friend"}, {"seat", "first"}}).empty());
}

// Players move while the host changes his mind.
TEST(ServerMove, GivenUpItGoesOnAtOnce) {
  const TempFolder folder;
  const std::string data = folder.path() + "/data", to = folder.path() + "/to";
  const Running server(config_of_club(folder));
  expect_ready(server.port());
  Client ann(server.port());
  ann.enter("Ann");
  const std::string id = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  TableEar ear(ann, id);
  ASSERT_EQ(tell_cairn("move --from " + data + " --to " + to).status, 0);
  EXPECT_TRUE(wait_for([&] { return Client(server.port()).get("/readyz").status == 503; }));
  EXPECT_EQ(ann.command(id, "1", 0, "A1").status, 503);
  ear.send({{"type", "command"}, {"request", "s"}, {"version", 0}, {"command", "play"}, {"word", "A1"}});
  const Json refused = ear.next_of("refused");
  EXPECT_EQ(refused.at("error").at("code"), "unavailable") << refused.dump();
  EXPECT_EQ(tell_cairn("move --give-up --from " + data).status, 2) << "it is complete";
  EXPECT_EQ(tell_cairn("move --give-up --force --from " + data).status, 0);
  expect_ready(server.port());
  EXPECT_EQ(ann.command(id, "1", 0, "A1").status, 200);
}

TEST(ServerMove, IsToldWhatIsMissing) {
  const auto said = [](const std::string& arguments, int status) {
    const Ran ran = tell_cairn("move " + arguments);
    EXPECT_EQ(ran.status, status) << ran.said();
    return ran.said();
  };
  EXPECT_NE(said("--from data", 2).find("--to is missing"), std::string::npos);
  EXPECT_NE(said("--from data --to x --force", 2).find("never replaces"), std::string::npos);
  EXPECT_NE(said("--from data --give-up", 2).find("contains no cairn.db"), std::string::npos);
  const std::string secret = said("--from data --to postgresql://ann:secret@db/x", 2);
  EXPECT_NE(secret.find("PGPASSWORD"), std::string::npos);
  EXPECT_EQ(secret.find("secret"), std::string::npos);
}

}  // namespace
}  // namespace cairn::testing

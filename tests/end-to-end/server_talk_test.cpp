// Talk from outside, over real sockets: rooms, what is told to whom, moderation, several servers.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

// A browser with an account, or of a guest.
struct Talker : Client {
  explicit Talker(std::uint16_t port) : Client(port) {}
  Talker(std::uint16_t port, const std::string& name) : Client(port) {
    const Response up = post("/api/account", {{"name", name}, {"password", "password of " + name}});
    EXPECT_EQ(up.status, 201) << up.body;
  }
  Response send(std::string_view method, const std::string& target, const Json& body = {}) {
    std::map<std::string, std::string> headers;
    if (!body.is_null()) headers["Content-Type"] = "application/json";
    return ask(method, target, body.is_null() ? "" : body.dump(), headers);
  }
  Response say(const std::string& table, const std::string& text) {
    return post("/api/tables/" + table + "/talk", {{"request", "r" + std::to_string(++requests)}, {"text", text}});
  }
  Response hear(const std::string& table, const std::string& query = "") {
    return get("/api/tables/" + table + "/talk" + query);
  }
  int requests = 0;
};

std::vector<std::string> texts(const Response& heard) {
  EXPECT_EQ(heard.status, 200) << heard.body;
  std::vector<std::string> out;
  const Json json = heard.json();
  for (const Json& one : json.at("talk")) out.push_back(one.at("id").get<std::string>() + " " + one.value("text", "-"));
  return out;
}

using Texts = std::vector<std::string>;

// Everything that comes until something that says so.
std::vector<Json> until_text(TableEar& ear, const std::string& text) {
  std::vector<Json> out;
  while (true) {
    Json next = ear.next();
    if (next.is_null()) {
      ADD_FAILURE() << "nothing with " << text;
      return out;
    }
    out.push_back(next);
    if (next.value("text", "") == text) return out;
  }
}

std::string table_of(Talker& first, Talker& second) {
  const std::string table = first.create({{"game", "phantom"}, {"options", {{"size", 9}}}, {"opponent", "friend"}});
  EXPECT_EQ(second.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  return table;
}

Response resign(Talker& who, const std::string& table) {
  const int version = who.state(table).at("version").get<int>();
  return who.post("/api/tables/" + table + "/commands",
                  {{"request", "end"}, {"version", version}, {"command", "resign"}});
}

// By the program, beside the server, which hears of it.
void make_moderator(Talker& max, const TempFolder& folder) {
  EXPECT_EQ(run_cairn("admin role max moderator --data " + folder.path() + "/data"), 0);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (max.get("/api/reports").status != 200 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(max.get("/api/reports").status, 200);
}

TEST(ServerTalk, RoomsOverTheSocket) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Talker ann(running.port()), bob(running.port(), "Bob"), cid(running.port(), "Cid"), dan(running.port(), "Dan");
  ann.enter("Ann");  // guests talk where they sit
  const std::string table = table_of(ann, bob);
  TableEar ann_ear(ann, table), cid_ear(cid, table), anybody_ear(Client(running.port()), table);
  for (TableEar* ear : {&ann_ear, &cid_ear, &anybody_ear}) EXPECT_EQ(ear->next().at("type"), "state");

  const Response said = ann.say(table, "good luck");
  ASSERT_EQ(said.status, 201) << said.body;
  EXPECT_EQ(dan.say(table, "E5 looks open").status, 201);
  EXPECT_EQ(bob.say(table, "thanks").status, 201);
  EXPECT_EQ(cid.say(table, "hm").status, 201);
  const auto to_ann = until_text(ann_ear, "thanks"), to_cid = until_text(cid_ear, "hm");
  ASSERT_EQ(to_ann.size(), 2U) << "nothing but what players said";
  ASSERT_EQ(to_cid.size(), 2U) << "nothing but what spectators said";
  Json first = {{"type", "talk"}};
  first.update(said.json());
  EXPECT_EQ(to_ann[0].dump(), first.dump());
  EXPECT_EQ(to_cid[0].at("id"), "s1");
  EXPECT_EQ(texts(ann.hear(table)), (Texts{"p1 good luck", "p2 thanks"}));
  EXPECT_EQ(texts(ann.hear(table, "?after=1")), Texts{"p2 thanks"});
  EXPECT_EQ(texts(cid.hear(table, "?room=spectators")), (Texts{"s1 E5 looks open", "s2 hm"}));
  EXPECT_EQ(ann.hear(table, "?room=spectators").code(), "not-heard");
  EXPECT_EQ(cid.hear(table, "?room=players&after=1").code(), "not-heard");
  for (const char* query : {"?after=-1", "?after=x", "?room=kitchen"})
    EXPECT_EQ(ann.hear(table, query).status, 400) << query;
  EXPECT_EQ(ann.hear("nothing").status, 404);
  EXPECT_EQ(Talker(running.port()).say(table, "x").status, 401);
  EXPECT_EQ(ann.state(table).at("version"), bob.state(table).at("version"));
  const int version = ann.state(table).at("version").get<int>();
  EXPECT_EQ(ann.command(table, "m", version, "E5").status, 200) << "talk makes no move stale";

  ASSERT_EQ(resign(bob, table).status, 200);
  EXPECT_EQ(dan.say(table, "well played").status, 201);
  for (TableEar* ear : {&ann_ear, &cid_ear, &anybody_ear}) {
    const auto all = until_text(*ear, "well played");
    for (const Json& one : all) EXPECT_TRUE(one.at("type") != "talk" || one.at("id") == "e1") << one.dump();
  }
  Talker anybody(running.port());
  EXPECT_EQ(texts(anybody.hear(table)), Texts{"e1 well played"});
  EXPECT_EQ(texts(anybody.hear(table, "?room=players")), (Texts{"p1 good luck", "p2 thanks"}));
  EXPECT_EQ(texts(ann.hear(table, "?room=spectators")), (Texts{"s1 E5 looks open", "s2 hm"}));

  // Taken back within minutes, and the name with the account.
  EXPECT_EQ(dan.send("DELETE", "/api/tables/" + table + "/talk/e1").status, 200);
  EXPECT_EQ(ann_ear.next_of("talk").at("removes"), "e1");
  EXPECT_EQ(texts(anybody.hear(table)), (Texts{"e1 -", "e2 -"}));
  EXPECT_EQ(cid.post("/api/account/delete", {{"password", "password of Cid"}}).status, 200);
  EXPECT_EQ(ann.hear(table, "?room=spectators").json().at("talk").at(1).at("name"), "deleted player");
}

// What a player's requests and socket bring is the same whether spectators talk or not, byte by byte, but for times and
// the names of tables.
TEST(ServerTalk, APlayerGetsNoByteOfTheSpectators) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Talker ann(running.port(), "Ann"), bob(running.port(), "Bob"), cid(running.port(), "Cid"), max(running.port(), "Max");
  make_moderator(max, folder);
  const auto without_times = [](Json json) {
    for (const char* key : {"at", "id"})
      if (json.is_object() && json.contains(key) && json[key].is_number()) json.erase(key);
    if (json.is_object() && json.contains("talk"))
      for (Json& one : json["talk"]) one.erase("at");
    return json.dump();
  };
  const auto world = [&](bool noise) {
    const std::string table = table_of(ann, bob);
    std::vector<std::string> received;
    const auto note = [&](const Response& response) {
      std::string all = std::to_string(response.status) + without_times(response.json());
      for (const auto& [name, value] : response.headers)
        if (name != "date") all += "\n" + name + ": " + value;
      received.push_back(std::move(all));
    };
    TableEar ear(ann, table);
    ear.next();
    if (noise) {
      for (const char* text : {"secret one", "secret two"}) EXPECT_EQ(cid.say(table, text).status, 201);
      EXPECT_EQ(max.send("DELETE", "/api/tables/" + table + "/talk/s1").status, 200);
      EXPECT_EQ(max.post("/api/tables/" + table + "/talk/s2/report", {{"why", "loud"}}).status, 200);
    }
    for (const char* query : {"", "?room=spectators", "?room=spectators&after=1", "?room=everybody", "?after=5"})
      note(ann.hear(table, query));
    for (const char* id : {"s1", "s2", "s3", "s9", "e1"}) {
      note(ann.send("DELETE", "/api/tables/" + table + "/talk/" + id));
      note(ann.post("/api/tables/" + table + "/talk/" + id + "/report", {{"why", "x"}}));
    }
    note(ann.get("/api/tables/" + table + "/note"));
    note(ann.get("/api/reports"));
    Response said = ann.post("/api/tables/" + table + "/talk", {{"request", "r"}, {"text", "mine"}});
    EXPECT_EQ(said.status, 201) << said.body;
    Json body = said.json();
    body.erase("at");
    received.push_back(body.dump());
    for (Json one : until_text(ear, "mine")) {
      one.erase("at");
      received.push_back(one.dump());
    }
    return received;
  };
  const auto loud = world(true);
  const auto silent = world(false);
  EXPECT_EQ(loud, silent);
  for (const std::string& text : loud) EXPECT_EQ(text.find("secret"), std::string::npos) << text;
}

TEST(ServerTalk, ModeratorsAndNotes) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Talker ann(running.port(), "Ann"), bob(running.port(), "Bob"), eve(running.port(), "Eve"), max(running.port(), "Max");
  const std::string table = table_of(ann, bob), talk = "/api/tables/" + table + "/talk";
  EXPECT_EQ(max.get("/api/reports").status, 403);
  make_moderator(max, folder);
  const std::string at = " --data " + folder.path() + "/data";
  EXPECT_EQ(run_cairn("admin role Nobody moderator" + at), 1);
  EXPECT_EQ(run_cairn("admin role Max king" + at), 2);
  EXPECT_EQ(max.get("/api/people/Max").json().at("role"), "moderator");

  EXPECT_EQ(eve.say(table, "rude words").status, 201);
  EXPECT_EQ(ann.post(talk + "/s1/report", {{"why", "rude"}}).status, 404) << "a player does not know of it";
  EXPECT_EQ(max.post(talk + "/s1/report", {{"why", "rude"}}).status, 200);
  EXPECT_EQ(max.post(talk + "/x1/report", {{"why", "rude"}}).status, 404);
  const Json reports = max.get("/api/reports").json().at("reports");
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].at("text"), "rude words");
  EXPECT_EQ(reports[0].at("table"), table);
  EXPECT_EQ(max.send("DELETE", talk + "/" + reports[0].at("message").get<std::string>()).status, 200);
  EXPECT_EQ(max.send("DELETE", "/api/reports/" + reports[0].at("id").get<std::string>()).status, 200);
  EXPECT_EQ(max.get("/api/reports").json().at("reports").size(), 0U);
  EXPECT_EQ(texts(eve.hear(table)), (Texts{"s1 -", "s2 -"}));

  EXPECT_EQ(ann.send("POST", "/api/people/Eve/mute", {{"minutes", 60}, {"why", "rude"}}).code(), "not-for-you");
  EXPECT_EQ(max.send("POST", "/api/people/Eve/mute", {{"minutes", 60}, {"why", "rude"}}).status, 200);
  const Response muted = eve.say(table, "more");
  EXPECT_EQ(muted.code(), "muted");
  EXPECT_EQ(muted.headers.at("retry-after"), "3600");
  EXPECT_EQ(max.send("DELETE", "/api/people/Eve/mute").status, 200);
  EXPECT_EQ(eve.say(table, "more").status, 201);

  const std::string note = "/api/tables/" + table + "/note";
  EXPECT_EQ(ann.send("PUT", note, {{"text", "my plan: E5"}}).status, 200);
  EXPECT_EQ(ann.get(note).json().at("text"), "my plan: E5");
  for (Talker* other : {&bob, &eve, &max}) EXPECT_EQ(other->get(note).json().at("text"), "");
  EXPECT_EQ(Talker(running.port()).get(note).status, 401);
  const Json out = ann.get("/api/account/export").json();
  EXPECT_EQ(out.at("talk").at("notes").at(0).at("text"), "my plan: E5");
  EXPECT_EQ(bob.get("/api/account/export").body.find("my plan"), std::string::npos);
}

TEST(ServerTalk, OtherServersTellIt) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE talk");
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.database = cluster.url("talk");
  const Running here(config), there(config);
  Talker ann(here.port(), "Ann"), bob(there.port(), "Bob"), cid(here.port(), "Cid"), dan(there.port(), "Dan");
  const std::string table = table_of(ann, bob);
  TableEar ann_ear(ann, table), cid_ear(cid, table);
  for (TableEar* ear : {&ann_ear, &cid_ear}) EXPECT_EQ(ear->next().at("type"), "state");
  EXPECT_EQ(dan.say(table, "from there").status, 201);
  EXPECT_EQ(bob.say(table, "hello").status, 201);
  EXPECT_EQ(ann_ear.next().value("text", ""), "hello");
  EXPECT_EQ(cid_ear.next().value("text", ""), "from there");
  EXPECT_EQ(texts(cid.hear(table)), Texts{"s1 from there"});
  // Ended there: what is said then is for everybody here too.
  ASSERT_EQ(resign(bob, table).status, 200);
  EXPECT_EQ(dan.say(table, "well played").status, 201);
  EXPECT_EQ(ann_ear.next_of("talk").at("id"), "e1");
  EXPECT_EQ(cid_ear.next_of("talk").at("id"), "e1");
}

}  // namespace
}  // namespace cairn::testing

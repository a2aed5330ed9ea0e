// Games that people want with each other, from outside.
#include <gtest/gtest.h>

#include "server_client.h"

namespace cairn::testing {
namespace {

struct ServerPairing : ::testing::Test {
  TempFolder folder;
  std::unique_ptr<Running> running = std::make_unique<Running>(config_for(folder));
  Client ann{running->port()}, bob{running->port()}, cid{running->port()}, dan{running->port()};

  static void sign_up(Client& client, const std::string& name) {
    EXPECT_EQ(client.post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
  }
  static Response put(Client& client, const std::string& target, const Json& body) {
    return client.ask("PUT", target, body.dump(), {{"Content-Type", "application/json"}});
  }
  static Json challenge(const std::string& request, const std::vector<std::string>& people) {
    return {{"request", request}, {"people", people}, {"game", "spargo"}, {"clock", "fischer 5m+5s"}};
  }
  static void move(Client& client, const std::string& table) {
    const Json state = client.state(table);
    const Response reply = client.command(table, "m" + std::to_string(state.at("version").get<int>()),
                                          state.at("version").get<int>(), state.at("legal").at(0).get<std::string>());
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
};

TEST_F(ServerPairing, AChallengeBecomesAGame) {
  sign_up(ann, "Ann");
  sign_up(bob, "Bob");
  Json wish = challenge("c1", {"Bob"});
  wish["seat"] = "first";
  wish["rated"] = true;
  wish["note"] = "a game?";
  const Response made = ann.post("/api/challenges", wish);
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string at = "/api/challenges/" + made.json().at("id").get<std::string>();
  EXPECT_EQ(ann.post("/api/challenges", wish).body, made.body);
  const Json seen = bob.get("/api/challenges").json();
  ASSERT_EQ(seen.at("challenges").size(), 1U);
  EXPECT_EQ(seen.at("challenges").at(0).at("note"), "a game?");
  EXPECT_FALSE(bob.get("/api/challenges?mark=" + seen.at("mark").get<std::string>()).json().contains("challenges"));

  // Bob would rather have more time; the server is another by then.
  running.reset();
  running = std::make_unique<Running>(config_for(folder));
  Client ann_again(running->port()), bob_again(running->port());
  for (Client* client : {&ann_again, &bob_again}) {
    const std::string name = client == &ann_again ? "Ann" : "Bob";
    EXPECT_EQ(client->post("/api/session", {{"name", name}, {"password", "password of " + name}}).status, 200);
  }
  const Json counter = {{"request", "k1"}, {"offer", 1},       {"game", "spargo"},
                        {"rated", true},   {"seat", "second"}, {"clock", "correspondence 3d"}};
  EXPECT_EQ(bob_again.post(at + "/counter", counter).status, 200);
  const Response stale = ann_again.post(at + "/accept", {{"offer", 1}});
  EXPECT_EQ(stale.code(), "terms-changed") << stale.body;
  const Response taken = ann_again.post(at + "/accept", {{"offer", 2}});
  ASSERT_EQ(taken.status, 200) << taken.body;
  const std::string table = taken.json().at("table").get<std::string>();
  EXPECT_EQ(ann_again.post(at + "/accept", {{"offer", 2}}).body, taken.body);
  EXPECT_EQ(bob_again.get("/api/tables").json().at("tables").size(), 1U);
  EXPECT_EQ(bob_again.get(at).json().at("table"), table);
  const Json state = ann_again.state(table);
  EXPECT_EQ(state.at("you"), 0);
  EXPECT_TRUE(state.at("rated").get<bool>());
  const Json card = ann_again.get("/api/tables").json().at("tables").at(0);
  EXPECT_EQ(card.at("due").get<std::int64_t>() - card.at("created").get<std::int64_t>(), 3LL * 24 * 3'600'000);
  EXPECT_FALSE(card.at("hurry").get<bool>());
  EXPECT_EQ(state.at("clock").at("rule"), "correspondence 3d");
  move(ann_again, table);
  move(bob_again, table);
  EXPECT_EQ(bob_again.ask("DELETE", at, "", {}).code(), "not-open");
}

TEST_F(ServerPairing, FourPlayWhenAllHaveAgreed) {
  for (const auto& [client, name] : {std::pair{&ann, "Ann"}, {&bob, "Bob"}, {&cid, "Cid"}, {&dan, "Dan"}})
    sign_up(*client, name);
  Json wish = challenge("c1", {"Bob", "Cid", "Dan"});
  wish["game"] = "margo";
  wish["options"] = {{"players", 4}};
  wish["order"] = {"Cid", "me", "Dan", "Bob"};
  const Response made = ann.post("/api/challenges", wish);
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string at = "/api/challenges/" + made.json().at("id").get<std::string>();
  LineEar ear(cid, "/api/stream");
  EXPECT_EQ(ear.next().at("type"), "ready");
  for (Client* client : {&bob, &cid}) {
    const Json now = client->post(at + "/accept", {{"offer", 1}}).json();
    EXPECT_EQ(now.at("state"), "open");
    EXPECT_TRUE(now.at("table").is_null());
  }
  const Json now = dan.post(at + "/accept", {{"offer", 1}}).json();
  ASSERT_EQ(now.at("state"), "made") << now.dump();
  const Json line = ear.next();
  EXPECT_EQ(line.at("news"), "begun") << "whom the table seats is told of it at once";
  EXPECT_EQ(line.at("table").at("id"), now.at("table"));
  const Json state = cid.state(now.at("table").get<std::string>());
  EXPECT_EQ(state.at("you"), 0);
  std::vector<std::string> names;
  for (const Json& occupant : state.at("seats")) names.push_back(occupant.at("name").get<std::string>());
  EXPECT_EQ(names, (std::vector<std::string>{"Cid", "Ann", "Dan", "Bob"}));
}

TEST_F(ServerPairing, WhoSeeksIsPairedOnce) {
  constexpr std::size_t kPeople = 12;
  std::vector<std::unique_ptr<Client>> people;
  for (std::size_t i = 0; i < kPeople; ++i) {
    people.push_back(std::make_unique<Client>(running->port()));
    sign_up(*people.back(), "P" + std::to_string(i));
  }
  const Json wish = {{"request", "s1"}, {"game", "spargo"}, {"clock", "fischer 5m+5s"}, {"rated", true}};
  const auto ask = [&](Client& client) {
    const Response reply = put(client, "/api/seek", wish);
    EXPECT_EQ(reply.status, 200) << reply.body;
    return reply.json().at("seek");
  };
  // All at once, each from a thread of its own, until everybody has a table.
  std::vector<std::string> tables(kPeople);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kPeople; ++i)
    threads.emplace_back([&, i] {
      for (int tries = 0; tries < 40 && tables[i].empty(); ++tries) {
        const Json seek = ask(*people[i]);
        if (!seek.at("table").is_null()) tables[i] = seek.at("table").get<std::string>();
        if (tables[i].empty()) std::this_thread::sleep_for(std::chrono::milliseconds(500));
      }
    });
  for (std::thread& thread : threads) thread.join();
  std::map<std::string, std::vector<std::size_t>> seated;
  for (std::size_t i = 0; i < kPeople; ++i) seated[tables[i]].push_back(i);
  EXPECT_EQ(seated.size(), kPeople / 2);
  for (const auto& [table, both] : seated) {
    ASSERT_EQ(both.size(), 2U) << table;
    for (const std::size_t i : both) EXPECT_EQ(people[i]->get("/api/tables").json().at("tables").size(), 1U);
    const Json state = people[both[0]]->state(table);
    EXPECT_TRUE(state.at("rated").get<bool>());
    const std::size_t first = state.at("you") == 0 ? both[0] : both[1];
    move(*people[first], table);
    EXPECT_EQ(ask(*people[first]).at("table"), table);
  }
  EXPECT_EQ(people[0]->ask("DELETE", "/api/seek", "", {}).json().at("seek").at("table"), tables[0]);
  // Another seek takes its place, and is taken back.
  Json next = wish;
  next["request"] = "s2";
  EXPECT_TRUE(put(*people[0], "/api/seek", next).json().at("seek").at("table").is_null());
  EXPECT_TRUE(people[0]->ask("DELETE", "/api/seek", "", {}).json().at("seek").is_null());
  next["game"] = "margo";
  next["options"] = {{"players", 3}};
  EXPECT_EQ(put(*people[0], "/api/seek", next).status, 400) << "two are paired";
  ann.enter("Ann");
  EXPECT_EQ(put(ann, "/api/seek", wish).code(), "no-account");
}

TEST_F(ServerPairing, BothAskForARematch) {
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table =
      ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"clock", "fischer 5m+5s"}});
  EXPECT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  TableEar hears(ann, table);
  const auto send = [&](Client& who, const std::string& command, const std::string& request) {
    Json body = {{"request", request}, {"version", who.state(table).at("version")}, {"command", command}};
    if (command != "resign") body["offer"] = "rematch";
    return who.post("/api/tables/" + table + "/commands", body);
  };
  EXPECT_EQ(send(bob, "offer", "0").code(), "no-offer") << "they play";
  EXPECT_EQ(send(bob, "resign", "1").status, 200);
  EXPECT_EQ(send(bob, "offer", "2").status, 200);
  EXPECT_EQ(hears.next_of("change").at("deed").at("did"), "resign");
  EXPECT_EQ(hears.next_of("change").at("deed"), parse_json(R"({"seat":1,"did":"offer","offer":"rematch"})"));
  EXPECT_EQ(send(ann, "accept", "3").status, 200);
  const std::string next = hears.next_of("change").at("state").at("rematch").get<std::string>();
  Client anybody(running->port());
  EXPECT_EQ(anybody.state(table).at("rematch"), next);
  EXPECT_EQ(send(bob, "offer", "4").code(), "no-offer") << "there is one";
  const Json begun = bob.state(next);
  EXPECT_EQ(begun.at("you"), 0) << "the other seat";
  EXPECT_EQ(begun.at("clock").at("rule"), "fischer 5m+5s");
  move(bob, next);
  move(ann, next);
  EXPECT_EQ(bob.get("/api/tables").json().at("tables").size(), 1U);
  EXPECT_EQ(bob.get("/api/tables?over=true").json().at("tables").size(), 1U);
}

// What is said behind the end of a rated game does not rate it again, nor not at all.
TEST_F(ServerPairing, ARematchLeavesTheRatingsAlone) {
  sign_up(ann, "Ann");
  sign_up(bob, "Bob");
  const Json made = ann.post("/api/challenges",
                             [] {
                               Json wish = challenge("c", {"Bob"});
                               wish["rated"] = true;
                               wish["seat"] = "first";
                               return wish;
                             }())
                        .json();
  const std::string table = bob.post("/api/challenges/" + made.at("id").get<std::string>() + "/accept", {{"offer", 1}})
                                .json()
                                .at("table")
                                .get<std::string>();
  move(ann, table);
  move(bob, table);
  const auto send = [&](Client& who, const std::string& command, const std::string& request) {
    Json body = {{"request", request}, {"version", who.state(table).at("version")}, {"command", command}};
    if (command != "resign") body["offer"] = "rematch";
    EXPECT_EQ(who.post("/api/tables/" + table + "/commands", body).status, 200);
  };
  send(bob, "resign", "1");
  send(bob, "offer", "2");
  send(ann, "offer", "3");
  const std::string next = ann.state(table).at("rematch").get<std::string>();
  EXPECT_TRUE(ann.state(next).at("rated").get<bool>());
  std::this_thread::sleep_for(std::chrono::milliseconds(1'500));  // the server looks for what was missed
  const Json ratings = ann.get("/api/people/Ann/ratings").json().at("ratings");
  ASSERT_EQ(ratings.size(), 1U);
  EXPECT_EQ(ratings.at(0).at("games"), 1);
}

TEST_F(ServerPairing, DeclinedWithdrawnRefused) {
  sign_up(ann, "Ann");
  sign_up(bob, "Bob");
  cid.enter("Cid");
  const auto made = [&](Client& by, const std::string& request, const std::string& whom) {
    return by.post("/api/challenges", challenge(request, {whom}));
  };
  const std::string one = "/api/challenges/" + made(cid, "a", "Bob").json().at("id").get<std::string>();
  EXPECT_EQ(bob.post(one + "/decline", {{"offer", 1}, {"reason", "rude"}}).status, 400);
  EXPECT_EQ(bob.post(one + "/decline", {{"offer", 1}, {"reason", "not-now"}}).status, 200);
  EXPECT_EQ(cid.get(one).json().at("declined"), parse_json(R"({"by":1,"reason":"not-now"})"));
  EXPECT_EQ(ann.get(one).status, 404) << "it is theirs";
  const std::string two = "/api/challenges/" + made(ann, "b", "Bob").json().at("id").get<std::string>();
  EXPECT_EQ(bob.ask("DELETE", two, "", {}).code(), "not-for-you");
  EXPECT_EQ(ann.ask("DELETE", two, "", {}).json().at("state"), "withdrawn");
  EXPECT_EQ(bob.post(two + "/accept", {{"offer", 1}}).code(), "not-open");
  EXPECT_EQ(put(bob, "/api/account/preferences", {{"challenges", {{"from", "friends"}}}}).status, 400);
  EXPECT_EQ(put(bob, "/api/account/preferences", {{"challenges", {{"from", "accounts"}}}}).status, 200);
  const Response guest = made(cid, "c", "Bob");
  EXPECT_EQ(guest.code(), "not-challenged");
  EXPECT_EQ(made(ann, "d", "Bob").status, 201);
  EXPECT_EQ(ann.get("/api/account/export").json().at("challenges").size(), 2U);
  EXPECT_EQ(put(bob, "/api/blocks/Ann", Json::object()).status, 200);
  const Response blocked = made(ann, "e", "Bob");
  EXPECT_EQ(blocked.body, guest.body) << "an answer as any other";
  EXPECT_EQ(made(ann, "f", "Cid").status, 404) << "a guest's name is nobody's own";
  Client nobody(running->port());
  EXPECT_EQ(nobody.get("/api/challenges").status, 401);
}

}  // namespace
}  // namespace cairn::testing

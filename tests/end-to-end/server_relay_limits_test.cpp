// What the relay of engines through the server bounds: connections, messages, time, what engines may say, and questions
// about games that go on. A real server; bridges and pages are sockets of the test.
#include <gtest/gtest.h>

#include <thread>

#include "relay_client.h"
#include "server/net/bridge_relay.h"
#include "server/store/sqlite_connection.h"

namespace cairn::testing {
namespace {

// --- limits

TEST_F(ServerRelay, OneEngineOfAName) {
  Member ann(port(), "Ann");
  const std::string token = ann.bridge_token();
  const auto connect = [&](const std::string& name) {
    auto engine = std::make_unique<TableEar>(port(), "/api/bridge/engine", engine_headers(port(), token));
    engine->send(offer(name));
    return engine;
  };
  const auto page = ann.page();
  const auto first = connect("A");
  listed(*page, 1);
  page->send({{"type", "use"}, {"engine", "A"}});
  EXPECT_EQ(page->next_of("welcome").at("engine").at("name"), "A");
  const auto second = connect("A");
  EXPECT_EQ(first->next_of("refused").at("code"), "bridge-other-engine");
  EXPECT_EQ(page->next_of("gone").at("said").at("code"), "bridge-relay-lost");
  std::vector<std::unique_ptr<TableEar>> more;
  for (const char* name : {"B", "C", "D"}) more.push_back(connect(name));
  EXPECT_EQ(listed(*page, 4).size(), 4U);
  EXPECT_EQ(connect("E")->next_of("refused").at("code"), "bridge-too-many-engines");
  more.front()->cut();
  EXPECT_EQ(listed(*page, 3).size(), 3U);
  // Another page of the account takes an engine over, and the first one is told.
  page->send({{"type", "use"}, {"engine", "A"}});
  EXPECT_EQ(page->next_of("welcome").at("engine").at("name"), "A");
  const auto other = ann.page();
  other->send({{"type", "use"}, {"engine", "A"}});
  EXPECT_EQ(page->next_of("gone").at("said").at("code"), "bridge-other-page");
  EXPECT_EQ(failed_with(*page, relay_question(1, {})), "bridge-engine-away");
  std::vector<std::unique_ptr<TableEar>> pages;
  for (int i = 0; i < 6; ++i) {
    pages.push_back(ann.page());
    EXPECT_FALSE(pages.back()->next_of("engines").is_null());
  }
  EXPECT_EQ(ann.page()->next_of("refused").at("code"), "bridge-too-many-pages");
}

TEST_F(ServerRelay, FloodsAndRubbishEndTheirConnectionAlone) {
  server.reset();
  config.rate_limits = true;
  server = std::make_unique<Running>(config);
  Member ann(port(), "Ann"), bob(port(), "Bob");
  const auto calm = bob.page();
  EXPECT_EQ(listed(*calm, 0), Words{});
  const std::string token = ann.bridge_token();
  const auto engine = [&] {
    return std::make_unique<TableEar>(port(), "/api/bridge/engine", engine_headers(port(), token));
  };
  const auto page = ann.page();
  for (const Json& odd : std::vector<Json>{{{"type", "nothing"}}, Json::array(), {{"type", "analyse"}}, 7}) {
    page->send(odd);
    EXPECT_EQ(page->next_of("failed").at("said").at("code"), "bridge-relay-unknown") << odd.dump();
  }
  page->send_frame(0x2, "binary");
  EXPECT_EQ(page->next_of("failed").at("said").at("code"), "bridge-relay-unknown");
  for (int i = 0; i < 200; ++i) page->send({{"type", "leave"}});
  EXPECT_EQ(page->next_of("refused").at("code"), "bridge-relay-too-many");
  const auto talks = engine();
  talks->send({{"type", "engine"}, {"state", "ready"}});
  EXPECT_EQ(talks->next_of("refused").at("code"), "bridge-offer-first");
  const auto old = engine();
  old->send(offer("Old", 9));
  EXPECT_EQ(old->next_of("refused").at("code"), "bridge-other-version");
  const auto huge = engine();
  huge->send(offer("Huge"));
  huge->send_frame(0x1, std::string(200 * 1024, 'x'));
  EXPECT_TRUE(huge->next().is_null());
  EXPECT_EQ(huge->close_code(), 1009);
  const auto floods = engine();
  floods->send(offer("Floods"));
  const std::string block(100 * 1024, ' ');
  // Too many bytes at once; where they take too long for that, too many messages.
  for (int i = 0; i < 3'000; ++i) floods->send_frame(0x1, i < 120 ? block : " ");
  while (!floods->next().is_null()) {  // the limit of the wire may cut it before it is told
  }
  EXPECT_FALSE(floods->ok());
  calm->send({{"type", "use"}, {"engine", "None"}});
  EXPECT_EQ(listed(*calm, 0), Words{}) << "others go on";
  EXPECT_EQ(Client(port()).get("/healthz").status, 200);
}

// What `cairn_sockets` of the server tells.
int open_sockets(std::uint16_t port) {
  const std::string text = Client(port).get("/metrics").body;
  const std::string mark = "\ncairn_sockets ";
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return -1;
  const std::size_t begin = at + mark.size();
  return static_cast<int>(parse_int(text.substr(begin, text.find('\n', begin) - begin)).value_or(-1));
}

TEST_F(ServerRelay, ARefusedPageThatDoesNotReadIsGoneSoon) {
  Member ann(port(), "Ann");
  TableEar engine(port(), "/api/bridge/engine", engine_headers(port(), ann.bridge_token()));
  engine.send(offer("Mine"));
  TableEar page(port(), "/api/bridge/page", ann.own_headers(), true);
  listed(page, 1);
  page.send({{"type", "use"}, {"engine", "Mine"}});
  EXPECT_EQ(engine.next_of("page").at("here"), true);
  for (int i = 0; i < 15; ++i) engine.send({{"type", "move"}, {"id", 1}, {"move", std::string(100'000, 'x')}});
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_EQ(open_sockets(port()), 2) << "more than the system keeps waits, and less than is too much";
  Client phone(port());
  ASSERT_EQ(phone.post("/api/session", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 200);
  EXPECT_EQ(phone.ask("DELETE", "/api/sessions", "", {}).status, 200);  // it is refused for that
  const auto gone = [&] {                                               // it is busy all the time
    page.send({{"type", "leave"}});
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return open_sockets(port()) == 1;
  };
  const auto began = std::chrono::steady_clock::now();
  bool soon = gone();
  while (!soon && std::chrono::steady_clock::now() - began < std::chrono::seconds(20)) soon = gone();
  EXPECT_TRUE(soon);
}

TEST_F(ServerRelay, EndsWhenItsTokenOrItsSessionExpires) {
  const auto began = std::chrono::system_clock::now();
  Member ann(port(), "Ann");
  const std::string token = ann.bridge_token();
  server.reset();  // it remembers for a while until when a session is valid
  server = std::make_unique<Running>(config);
  const auto now = std::chrono::system_clock::now(), soon = now + std::chrono::seconds(4) + 10 * (now - began);
  const auto soon_ms = std::chrono::duration_cast<std::chrono::milliseconds>(soon.time_since_epoch()).count();
  const auto db = connect_sqlite(config.data + "/cairn.db");
  db->run("UPDATE api_tokens SET expires_ms = $1", {soon_ms});
  db->run("UPDATE sessions SET expires_ms = $1", {soon_ms});
  TableEar engine(port(), "/api/bridge/engine", engine_headers(port(), token));
  engine.send(offer("Mine"));
  const auto page = ann.page(port());
  EXPECT_EQ(listed(*page, 1), Words{"Mine"});
  // Nobody says anything.
  EXPECT_EQ(engine.next_of("refused").value("code", ""), "bridge-token-ended");
  EXPECT_EQ(page->next_of("refused").value("code", ""), "bridge-session-ended");
  EXPECT_TRUE(engine.next().is_null());
  EXPECT_EQ(engine.close_code(), 1008);
}

TEST_F(ServerRelay, AnEngineSaysSoonWhatItIs) {
  Member ann(port(), "Ann");
  const std::string token = ann.bridge_token();
  std::vector<std::unique_ptr<TableEar>> silent;
  const auto connect = [&] {
    silent.push_back(std::make_unique<TableEar>(port(), "/api/bridge/engine", engine_headers(port(), token)));
    return silent.back()->status();
  };
  for (int i = 0; i < 16; ++i) ASSERT_EQ(connect(), 101) << i;
  EXPECT_EQ(connect(), 429);
  EXPECT_FALSE(ann.page()->next_of("engines").is_null()) << "its pages are counted by themselves";
  Member bob(port(), "Bob");
  EXPECT_EQ(TableEar(port(), "/api/bridge/engine", engine_headers(port(), bob.bridge_token())).status(), 101);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(silent.front()->next_of("refused").value("code", ""), "bridge-offer-first");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
  silent.clear();
  EXPECT_TRUE(wait_for([&] { return connect() == 101; })) << "and there is room again";
}

TEST_F(ServerRelay, AnEngineSaysNothingInTheNameOfTheServer) {
  Member ann(port(), "Ann");
  TableEar engine(port(), "/api/bridge/engine", engine_headers(port(), ann.bridge_token()));
  engine.send(offer("Mine"));
  const auto page = ann.page();
  listed(*page, 1);
  page->send({{"type", "use"}, {"engine", "Mine"}});
  EXPECT_FALSE(page->next_of("welcome").is_null());
  EXPECT_FALSE(page->next_of("engines").is_null());
  for (const char* type : {"gone", "refused", "engines", "welcome", "page", "analyse", "odd"})
    engine.send({{"type", type}, {"engines", Json::array()}, {"code", "x"}});
  engine.send_frame(0x1, "no JSON");
  engine.send_frame(0x1, R"(["type","done"])");
  engine.send_frame(0x1, R"({"type":"done","id":1,"type":"refused"})");
  engine.send({{"type", "refused"}, {"why", std::string(20'000, 'x')}});  // a long one is read elsewhere
  engine.send({{"type", "move"}, {"id", 2}, {"move", "E5"}});
  engine.send({{"type", "engine"}, {"state", "ready"}});
  EXPECT_EQ(page->next().value("id", 0), 2);
  EXPECT_EQ(page->next().value("state", ""), "ready");
}

TEST_F(ServerRelay, NamesAreInAnyScript) {
  Member ann(port(), "Ann");
  const std::string token = ann.bridge_token();
  std::vector<std::unique_ptr<TableEar>> engines;
  for (const char* name : {"Камень", "Дерево", "圍棋\u202e", "\U0001F98A"}) {
    engines.push_back(std::make_unique<TableEar>(port(), "/api/bridge/engine", engine_headers(port(), token)));
    engines.back()->send(offer(name));
    const auto page = ann.page();
    listed(*page, engines.size());
  }
  EXPECT_EQ(listed(*ann.page(), 4), (Words{"Камень", "Дерево", "圍棋?", "\U0001F98A"}));
}

TEST(RelayLimits, CountMessagesAndBytesByAccountAndSide) {
  using net::BridgeSide;
  double now = 0;
  net::BridgeRelay relay({[&] { return now; }, [](std::int64_t) {}});
  constexpr std::size_t kHalf = 2'048 * 1024;
  EXPECT_FALSE(relay.too_much(1, BridgeSide::page, kHalf));
  EXPECT_FALSE(relay.too_much(1, BridgeSide::page, kHalf));
  EXPECT_TRUE(relay.too_much(1, BridgeSide::page, 1024)) << "all pages of an account together";
  EXPECT_FALSE(relay.too_much(2, BridgeSide::page, kHalf));
  EXPECT_FALSE(relay.too_much(1, BridgeSide::engine, kHalf));
  now = 60;
  EXPECT_FALSE(relay.too_much(1, BridgeSide::page, kHalf));
  int messages = 0;
  while (messages < 1'000 && !relay.too_much(3, BridgeSide::engine, 1)) ++messages;
  EXPECT_EQ(messages, 600);
}

TEST(RelayLimits, AQuestionIsAboutAGameWhereItReachesCloseToItsEnd) {
  Words game;
  for (int i = 0; i < 40; ++i)
    game.push_back(std::string(1, static_cast<char>('A' + i % 8)) + std::to_string(i / 8 + 1));
  // As many moves of the game, and so many others.
  const auto asks = [&](std::size_t common, std::size_t others, std::size_t going_on) {
    Words asked(game.begin(), game.begin() + static_cast<std::ptrdiff_t>(common));
    for (std::size_t i = 0; i < others; ++i) asked.push_back("H" + std::to_string(i + 1));
    const Words live(game.begin(), game.begin() + static_cast<std::ptrdiff_t>(going_on));
    return engines::asks_about(asked, live);
  };
  EXPECT_TRUE(asks(40, 0, 40));
  EXPECT_TRUE(asks(40, 30, 40)) << "what may follow";
  EXPECT_TRUE(asks(39, 1, 40)) << "another last move";
  EXPECT_TRUE(asks(34, 8, 40)) << "a variation of its last moves";
  EXPECT_FALSE(asks(33, 8, 40)) << "long before";
  EXPECT_TRUE(asks(10, 0, 40)) << "the game itself, earlier";
  EXPECT_FALSE(asks(9, 0, 40)) << "its opening, which others have played";
  EXPECT_FALSE(asks(3, 0, 3));
  EXPECT_FALSE(asks(3, 1, 4));
  EXPECT_TRUE(asks(4, 0, 4));
  EXPECT_TRUE(asks(4, 6, 4));
  EXPECT_FALSE(asks(4, 7, 4)) << "a whole game that began alike";
  EXPECT_FALSE(asks(9, 20, 9));
  EXPECT_TRUE(asks(10, 20, 10));
}

// --- games that go on

TEST_F(ServerRelay, AGameThatIsBeingPlayedIsNotLookedAt) {
  Member ann(port(), "Ann"), bob(port(), "Bob");
  TableEar engine(port(), "/api/bridge/engine", engine_headers(port(), ann.bridge_token()));
  engine.send(offer("Mine"));
  const auto page = ann.page();
  listed(*page, 1);
  page->send({{"type", "use"}, {"engine", "Mine"}});
  EXPECT_FALSE(page->next_of("welcome").is_null());
  const std::string table =
      ann.create({{"game", "go"}, {"options", {{"size", 9}}}, {"opponent", "friend"}, {"seat", "first"}});
  ASSERT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  const Words game = {"E5", "C4", "G6", "C6", "D5"};
  for (std::size_t at = 0; at < game.size(); ++at) {
    Client& who = at % 2 == 0 ? static_cast<Client&>(ann) : bob;
    ASSERT_EQ(who.command(table, "m" + std::to_string(at), who.state(table).at("version"), game[at]).status, 200);
  }
  const auto passes = [&](const Json& question) {
    const int id = question.at("id");
    page->send(question);
    Json frame = engine.next_of(question.value("type", ""));
    EXPECT_EQ(frame.value("id", 0), id);
    engine.send({{"type", "done"}, {"id", id}});
    EXPECT_EQ(page->next_of("done").value("id", 0), id);
    return frame;
  };
  const auto goes_on = [&](int id, const Words& words, const char* type = "analyse") {
    passes(relay_question(id, words, 5, type));
  };
  Words later = game, small = game, replaced = game, back = game;
  later.emplace_back("F5");
  replaced.back() = "D6";
  back.back() = "D6";
  for (const char* word : {"F6", "F5"}) back.emplace_back(word);
  for (std::string& word : small) word = lower(word);
  int id = 0;
  for (const Words& about : {game, later, small, replaced, back, Words(game.begin(), game.begin() + 4)})
    EXPECT_EQ(failed_with(*page, relay_question(++id, about)), "bridge-live-game") << about.size();
  EXPECT_EQ(failed_with(*page, relay_question(++id, game, 5, "report")), "bridge-live-game");
  goes_on(++id, {"E5", "C4"});                          // an opening is everybody's
  goes_on(++id, {"E5", "C4", "G6", "D6", "C6", "D5"});  // another game
  Words old = game;                                     // one that is over began alike
  for (const char* word : {"G4", "F3", "G3", "F4", "G5", "F6", "G7"}) old.emplace_back(word);
  goes_on(++id, old);
  Json large = relay_question(++id, game);  // on another board
  large["record"]["options"]["size"] = "19";
  passes(large);
  // The bridge is not told what comes behind the position.
  Json early = relay_question(++id, game);
  early["ply"] = 3;
  EXPECT_EQ(passes(early).at("record").at("moves").size(), 3U);
  const auto his = bob.page();
  EXPECT_EQ(listed(*his, 0), Words{});
  const Json state = bob.state(table);
  ASSERT_EQ(bob.post("/api/tables/" + table + "/commands",
                     {{"request", "r"}, {"version", state.at("version")}, {"command", "resign"}})
                .status,
            200);
  std::this_thread::sleep_for(std::chrono::milliseconds(1'100));  // what was read of her games counts so long
  goes_on(++id, game);
  goes_on(++id, game, "report");
}

}  // namespace
}  // namespace cairn::testing

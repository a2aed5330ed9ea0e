// Accounts from outside: who may come in, with what, and what is told to whom.
#include <gtest/gtest.h>

#include "core/text.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

using Headers = std::map<std::string, std::string>;

// A browser, or with a token a program.
struct Somebody : Client {
  explicit Somebody(std::uint16_t port, std::string bearer = "") : Client(port), token(std::move(bearer)) {}
  Response send(std::string_view method, std::string_view target, const std::string& body = "", Headers more = {}) {
    if (!body.empty()) more.emplace("Content-Type", "application/json");
    if (!token.empty()) more.emplace("Authorization", "Bearer " + token);
    more.emplace("User-Agent", "Test/1.0");
    return ask(method, target, body, more);
  }
  Response put(std::string_view target, const Json& body) { return send("PUT", target, body.dump()); }
  Response remove(std::string_view target) { return send("DELETE", target); }
  Response sign_up(const std::string& name) {
    return post("/api/account", {{"name", name}, {"password", "password of " + name}});
  }
  Response sign_in(const std::string& name, const std::string& password) {
    return post("/api/session", {{"name", name}, {"password", password}});
  }
  Response sign_in(const std::string& name) { return sign_in(name, "password of " + name); }
  Json own() { return send("GET", "/api/account").json(); }
  std::string token;
};

struct ServerAccounts : ::testing::Test {
  TempFolder folder;
  ServerConfig config = config_for(folder);
  std::unique_ptr<Running> running = std::make_unique<Running>(config);
  std::uint16_t port() const { return running->port(); }
  void restart() {
    running.reset();
    running = std::make_unique<Running>(config);
  }
  // A game with hidden information between two.
  std::string hidden_game(Somebody& first, Somebody& second) {
    const std::string table = first.create({{"game", "phantom"}, {"options", {{"size", 9}}}, {"opponent", "friend"}});
    EXPECT_EQ(second.post("/api/tables/" + table + "/join", Json::object()).status, 200);
    return table;
  }
  std::string new_token(Somebody& owner, const Json& scopes) {
    const Response made = owner.post("/api/tokens", {{"name", "a program"}, {"scopes", scopes}});
    EXPECT_EQ(made.status, 201) << made.body;
    return made.json().value("token", "");
  }
};

// Who knows or chose a cookie before somebody came in has nothing afterwards.
TEST_F(ServerAccounts, ASessionIsAnotherAfterEveryDoor) {
  Somebody ann(port());
  ann.enter("Ann");
  const std::string table = ann.create({{"game", "spargo"}, {"opponent", "friend"}});
  Somebody spy = Somebody(port());
  const auto knows = [&](const std::string& cookie) {
    return Client(port()).ask("GET", "/api/tables/" + table, "", {{"Cookie", "cairn_session=" + cookie}});
  };
  const std::string as_guest = ann.cookie();
  EXPECT_EQ(knows(as_guest).json().at("you"), 0);
  const Response up = ann.sign_up("Ann");
  ASSERT_EQ(up.status, 201) << up.body;
  const std::string& cookie = up.headers.at("set-cookie");
  EXPECT_NE(cookie.find("; HttpOnly; SameSite=Strict"), std::string::npos) << cookie;
  const std::string registered = ann.cookie();
  EXPECT_NE(registered, as_guest);
  EXPECT_TRUE(knows(as_guest).json().at("you").is_null());
  EXPECT_EQ(ann.state(table).at("you"), 0) << "the game is still hers";
  EXPECT_EQ(ann.state(table).at("seats").at(0).at("name"), "Ann");

  EXPECT_EQ(ann.sign_in("Ann").status, 200);
  EXPECT_NE(ann.cookie(), registered);
  EXPECT_TRUE(knows(registered).json().at("you").is_null());
  EXPECT_EQ(ann.state(table).at("you"), 0);

  const std::string planted(43, 'x');
  Somebody eve(port());
  const Response in = eve.ask("POST", "/api/session", R"({"name":"ann","password":"password of Ann"})",
                              {{"Content-Type", "application/json"}, {"Cookie", "cairn_session=" + planted}});
  EXPECT_EQ(in.status, 200);
  EXPECT_NE(eve.cookie(), planted);
  EXPECT_TRUE(knows(planted).json().at("you").is_null());

  const std::string signed_in = ann.cookie();
  const Response out = ann.remove("/api/session");
  EXPECT_EQ(out.status, 200);
  EXPECT_NE(out.headers.at("set-cookie").find("cairn_session=; Path=/; Max-Age=0"), std::string::npos);
  EXPECT_TRUE(knows(signed_in).json().at("you").is_null());
}

TEST_F(ServerAccounts, BehindAProxyCookiesAreForHttps) {
  config.behind_proxy = true;
  restart();
  Somebody ann(port());
  EXPECT_NE(ann.sign_up("Ann").headers.at("set-cookie").find("; Secure"), std::string::npos);
  EXPECT_NE(ann.remove("/api/session").headers.at("set-cookie").find("; Secure"), std::string::npos);
}

TEST_F(ServerAccounts, AWrongPasswordTellsNothingOfTheName) {
  Somebody ann(port()), eve(port());
  ann.sign_up("Ann");
  const Response wrong = eve.sign_in("Ann", "password of Bob"), unknown = eve.sign_in("Bob", "password of Bob");
  EXPECT_EQ(wrong.status, 403);
  EXPECT_EQ(wrong.code(), "wrong-password");
  EXPECT_EQ(unknown.status, wrong.status);
  EXPECT_EQ(unknown.body, wrong.body);
  EXPECT_EQ(unknown.headers, wrong.headers);
}

TEST_F(ServerAccounts, AnAccountOutlivesTheServer) {
  Somebody ann(port());
  ann.sign_up("Ann");
  EXPECT_EQ(ann.put("/api/account", {{"profile", "I play"}, {"email", "ann@club.example"}}).status, 200);
  EXPECT_EQ(ann.put("/api/account/preferences", {{"theme", "dark"}}).status, 200);
  const Json before = ann.own();
  restart();
  Somebody again(port());
  ASSERT_EQ(again.sign_in("ANN", "password of Ann").status, 200);
  EXPECT_EQ(again.own(), before);
  EXPECT_EQ(again.send("GET", "/api/account/preferences").body, R"({"theme":"dark"})");
  Client anybody(port());
  const Response shown = anybody.get("/api/people/ann");
  EXPECT_EQ(shown.json().at("profile"), "I play");
  EXPECT_EQ(shown.body.find("club.example"), std::string::npos);
  EXPECT_EQ(shown.body.find("argon"), std::string::npos);
  EXPECT_EQ(anybody.get("/api/people/nobody").status, 404);
}

TEST_F(ServerAccounts, SessionsAreListedAndEndedWithTheirSockets) {
  Somebody here(port()), there(port()), bob(port());
  here.sign_up("Ann");
  there.sign_in("Ann");
  bob.sign_up("Bob");
  const std::string table = hidden_game(here, bob);
  TableEar hears_here(here, table), hears_there(there, table);
  EXPECT_EQ(hears_there.next().at("state").at("you"), 0);
  hears_here.next();
  const Json list = here.send("GET", "/api/sessions").json().at("sessions");
  ASSERT_EQ(list.size(), 2U);
  std::string other;
  for (const Json& one : list)
    if (!one.at("current").get<bool>()) other = one.at("id");
  EXPECT_EQ(bob.remove("/api/sessions/" + other).status, 404);
  ASSERT_EQ(here.remove("/api/sessions/" + other).status, 200);
  EXPECT_EQ(there.send("GET", "/api/account").status, 401);
  EXPECT_TRUE(hears_there.next().is_null());
  EXPECT_EQ(hears_there.close_code(), 1008);

  // Whoever changes the password is alone.
  there.sign_in("Ann");
  TableEar again(there, table);
  again.next();
  const Response changed = here.put("/api/account/password", {{"old", "password of Ann"}, {"new", "another one"}});
  ASSERT_EQ(changed.status, 200) << changed.body;
  EXPECT_TRUE(again.next().is_null());
  EXPECT_EQ(there.send("GET", "/api/account").status, 401);
  EXPECT_EQ(there.sign_in("Ann").status, 403);
  EXPECT_EQ(there.sign_in("Ann", "another one").status, 200);
  EXPECT_EQ(here.remove("/api/sessions").body, R"({"ended":1})");
  EXPECT_EQ(there.send("GET", "/api/account").status, 401);
  EXPECT_EQ(here.own().at("name"), "Ann");
  const Json state = here.state(table);
  EXPECT_EQ(here.command(table, "a", state.at("version"), state.at("legal").at(0)).status, 200);
  EXPECT_EQ(hears_here.next_of("change").at("type"), "change") << "her own socket is still open";
}

TEST_F(ServerAccounts, ATokenMayDoWhatItsScopesSay) {
  Somebody ann(port()), bob(port());
  ann.sign_up("Ann");
  bob.sign_up("Bob");
  const std::string table = hidden_game(ann, bob);
  Somebody reads(port(), new_token(ann, {"read"})), plays(port(), new_token(ann, {"play"})),
      manages(port(), new_token(ann, {"account"}));
  Somebody all(port(), new_token(ann, {"read", "play", "account"}));

  const Json move = {{"request", "a"},
                     {"version", ann.state(table).at("version")},
                     {"command", "play"},
                     {"word", ann.state(table).at("legal").at(0)}};
  const std::string commands = "/api/tables/" + table + "/commands";
  EXPECT_EQ(reads.send("GET", "/api/tables/" + table).json().at("you"), 0);
  EXPECT_EQ(plays.send("GET", "/api/tables/" + table).json().at("you"), 0);
  EXPECT_EQ(manages.send("GET", "/api/tables/" + table).code(), "bad-scope");
  EXPECT_EQ(reads.send("POST", commands, move.dump()).code(), "bad-scope");
  EXPECT_EQ(manages.send("POST", commands, move.dump()).code(), "bad-scope");
  EXPECT_EQ(reads.send("POST", "/api/tables", R"({"game":"spargo"})").code(), "bad-scope");
  // A page of another site cannot have the token: there is nothing to protect from.
  const Headers elsewhere = {{"Origin", "https://evil.example"}};
  EXPECT_EQ(ann.send("POST", commands, move.dump(), elsewhere).code(), "bad-origin");
  EXPECT_EQ(plays.send("POST", commands, move.dump(), elsewhere).status, 200);

  EXPECT_EQ(reads.send("GET", "/api/account").json().at("name"), "Ann");
  EXPECT_EQ(plays.send("GET", "/api/account").code(), "bad-scope");
  EXPECT_EQ(reads.put("/api/account", {{"profile", "x"}}).code(), "bad-scope");
  EXPECT_EQ(manages.put("/api/account", {{"profile", "x"}}).status, 200);
  EXPECT_EQ(manages.send("PUT", "/api/blocks/Bob").status, 200);
  EXPECT_EQ(reads.send("GET", "/api/blocks").body, R"({"blocks":["Bob"],"guests":[]})");
  EXPECT_EQ(manages.remove("/api/blocks/Bob").body, R"({"blocks":[],"guests":[]})");

  // What could make a token into more than it is takes a session.
  const std::vector<std::array<std::string, 3>> doors = {
      {"PUT", "/api/account/password", R"({"old":"password of Ann","new":"another one"})"},
      {"POST", "/api/account/delete", R"({"password":"password of Ann"})"},
      {"GET", "/api/account/export", ""},
      {"GET", "/api/sessions", ""},
      {"DELETE", "/api/sessions", ""},
      {"GET", "/api/tokens", ""},
      {"POST", "/api/tokens", R"({"name":"x","scopes":["play"]})"},
      {"POST", "/api/session", R"({"name":"Ann","password":"password of Ann"})"},
      {"DELETE", "/api/session", ""},
      {"POST", "/api/account", R"({"name":"Other","password":"password of Other"})"},
      {"POST", "/api/guest", "{}"}};
  for (const auto& [method, target, body] : doors)
    EXPECT_EQ(all.send(method, target, body).code(), "bad-scope") << method << " " << target;

  const Json list = ann.send("GET", "/api/tokens").json().at("tokens");
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list.dump().find(all.token), std::string::npos) << "a token is shown once";
  for (const Json& one : list) EXPECT_EQ(ann.remove("/api/tokens/" + one.at("id").get<std::string>()).status, 200);
  for (Somebody* one : {&reads, &plays, &manages, &all}) {
    EXPECT_EQ(one->send("GET", "/api/account").code(), "bad-token");
    EXPECT_EQ(one->send("GET", "/api/tables/" + table).status, 401) << "not as a spectator either";
  }
  Somebody nobody(port(), std::string(5'000, 'x'));
  EXPECT_EQ(nobody.send("GET", "/api/account").code(), "bad-token");
  // A session's cookie is no token, and a token no cookie.
  EXPECT_EQ(Somebody(port(), ann.cookie()).send("GET", "/api/account").code(), "bad-token");
}

TEST_F(ServerAccounts, ASocketKnowsTheScopesOfItsToken) {
  Somebody ann(port()), bob(port());
  ann.sign_up("Ann");
  bob.sign_up("Bob");
  const std::string table = hidden_game(ann, bob);
  const std::string may_watch = new_token(ann, {"read"}), may_not = new_token(ann, {"account"});
  const auto shake = [&](const std::string& token) {
    return "GET /api/tables/" + table +
           "/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer " +
           token + "\r\n\r\n";
  };
  EXPECT_EQ(exchange(port(), shake(may_not)).substr(9, 3), "403");
  EXPECT_EQ(exchange(port(), shake("cairn_nothing")).substr(9, 3), "401");
  Wire wire(port());
  ASSERT_TRUE(wire.send(shake(may_watch)));
  std::string heard;
  while (heard.find("\"invitation\"") == std::string::npos) ASSERT_TRUE(wire.receive(heard));
  EXPECT_NE(heard.find("\"you\":0"), std::string::npos);
  // A masked frame with a command.
  const std::string text = R"({"type":"command","request":"a","version":1,"command":"resign"})";
  ASSERT_LT(text.size(), 126U);
  ASSERT_TRUE(wire.send("\x81" + std::string(1, static_cast<char>(0x80 | text.size())) + std::string(4, '\0') + text));
  heard.clear();
  while (heard.find("bad-scope") == std::string::npos) ASSERT_TRUE(wire.receive(heard));
  EXPECT_FALSE(ann.state(table).at("view").at("over").get<bool>());
  // The token ends, and the socket with it.
  const auto id = ann.send("GET", "/api/tokens").json().at("tokens").at(0).at("id").get<std::string>();
  const auto other = ann.send("GET", "/api/tokens").json().at("tokens").at(1).at("id").get<std::string>();
  EXPECT_EQ(ann.remove("/api/tokens/" + id).status, 200);
  EXPECT_EQ(ann.remove("/api/tokens/" + other).status, 200);
  const std::string closed = "\x88\x02\x03\xF0";  // with 1008
  while (heard.find(closed) == std::string::npos) ASSERT_TRUE(wire.receive(heard));
}

// While the game goes on nobody takes out what he may not know.
TEST_F(ServerAccounts, AnExportHoldsNobodyElsesSecrets) {
  Somebody ann(port()), bob(port());
  ann.sign_up("Ann");
  bob.sign_up("Bob");
  const std::string table = hidden_game(ann, bob);
  const auto play = [&](Somebody& who, const std::string& request, const std::string& word) {
    const Response answer = who.command(table, request, who.state(table).at("version"), word);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.json().at("events").at(0).at("kind").get<std::string>();
  };
  play(ann, "a1", "C3");
  EXPECT_EQ(play(bob, "b1", "C3"), "refused") << "Ann's stone is there";
  play(bob, "b2", "G7");
  play(ann, "a2", "D4");
  const Json of_ann = ann.send("GET", "/api/account/export").json();
  const Json of_bob = bob.send("GET", "/api/account/export").json();
  EXPECT_EQ(of_ann.at("account").at("name"), "Ann");
  EXPECT_EQ(of_ann.at("sessions").size(), 1U);
  ASSERT_EQ(of_ann.at("games").size(), 1U);
  const auto words = [](const Json& data) {
    std::string out;
    for (const Json& move : data.at("games").at(0).at("moves"))
      out += move.at("seat").dump() + move.at("word").dump() + (move.contains("refused") ? "!" : "") + " ";
    return lower(out);
  };
  EXPECT_EQ(words(of_ann), "0\"c3\" 1null 0\"d4\" ");
  EXPECT_EQ(words(of_bob), "0null 1\"c3\"! 1\"g7\" 0null ");
  EXPECT_EQ(lower(of_ann.dump()).find(R"("g7")"), std::string::npos);
  EXPECT_EQ(lower(of_bob.dump()).find(R"("d4")"), std::string::npos);
  for (const Json* one : {&of_ann, &of_bob}) EXPECT_EQ(one->dump().find("argon"), std::string::npos);
  EXPECT_EQ(Client(port()).get("/api/account/export").status, 401);
  Somebody guest(port());
  guest.enter("Guest");
  EXPECT_EQ(guest.send("GET", "/api/account/export").code(), "no-account");
}

TEST_F(ServerAccounts, WhoDeletesTheAccountIsGone) {
  Somebody ann(port()), bob(port());
  ann.sign_up("Ann");
  bob.sign_up("Bob");
  const std::string table = hidden_game(ann, bob);
  TableEar bob_hears(bob, table);
  EXPECT_NE(bob_hears.next().dump().find(R"("Ann")"), std::string::npos);
  Somebody program(port(), new_token(ann, {"read", "play"}));
  EXPECT_EQ(ann.post("/api/account/delete", {{"password", "a wrong one"}}).code(), "wrong-password");
  const Response gone = ann.post("/api/account/delete", {{"password", "password of Ann"}});
  ASSERT_EQ(gone.status, 200) << gone.body;
  EXPECT_NE(gone.headers.at("set-cookie").find("Max-Age=0"), std::string::npos);
  EXPECT_EQ(bob_hears.next().at("state").at("seats").at(0).at("name"), "deleted player");
  EXPECT_EQ(program.send("GET", "/api/account").status, 401);
  EXPECT_EQ(ann.sign_in("Ann").code(), "wrong-password");
  EXPECT_EQ(bob.get("/api/people/Ann").status, 404);
  bob_hears.cut();
  restart();
  Client anybody(port());
  const Response state = anybody.get("/api/tables/" + table);
  EXPECT_EQ(state.status, 200) << "the game is still there";
  EXPECT_EQ(state.body.find(R"("Ann")"), std::string::npos);
  EXPECT_EQ(state.json().at("seats").at(0).at("name"), "deleted player");
}

TEST_F(ServerAccounts, GuessingIsSlow) {
  config.rate_limits = true;
  restart();
  Somebody ann(port()), eve(port());
  ASSERT_EQ(ann.sign_up("Ann").status, 201);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(eve.sign_in("ann", "guess").status, 403);
  for (const std::string password : {"guess", "password of Ann"}) {
    const Response refused = eve.sign_in("Ann", password);
    EXPECT_EQ(refused.status, 429) << "whether it is right is not told";
    EXPECT_GT(parse_int(refused.headers.at("retry-after")).value_or(0), 0);
    EXPECT_EQ(refused.json().at("error").at("code"), "too-many");
  }
  int tries = 0;
  while (tries < 100 && eve.sign_in("name" + std::to_string(tries), "guess").status == 403) ++tries;
  EXPECT_EQ(tries, 20) << "thirty by one address";
  EXPECT_EQ(ann.own().at("name"), "Ann") << "who is inside goes on";
}

TEST_F(ServerAccounts, WhoeverGuessesLocksNobodyOut) {
  config.rate_limits = true;
  restart();
  Somebody ann(port()), eve(port());
  const Response up = ann.sign_up("Ann");
  const std::string& device = up.headers.at("set-cookie again");
  EXPECT_EQ(device.rfind("cairn_device=", 0), 0U) << device;
  EXPECT_NE(device.find("; HttpOnly; SameSite=Strict"), std::string::npos) << device;
  ASSERT_EQ(ann.remove("/api/session").status, 200);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(eve.sign_in("Ann", "guess").status, 403);
  EXPECT_EQ(eve.sign_in("Ann", "password of Ann").status, 429);
  const Response in = ann.sign_in("Ann", "password of Ann");
  EXPECT_EQ(in.status, 200) << "the same address, but her browser: " << in.body;
  EXPECT_FALSE(in.headers.contains("set-cookie again")) << "it is known already";
}

TEST_F(ServerAccounts, WhenAllAreBusyWithPasswordsItSaysSo) {
  config.passwords.threads = 0;
  config.passwords.waiting = 0;
  restart();
  Somebody ann(port());
  for (const Response& answer : {ann.sign_up("Ann"), ann.sign_in("Ann")}) {
    EXPECT_EQ(answer.status, 503) << answer.body;
    EXPECT_EQ(answer.code(), "unavailable");
    EXPECT_GT(parse_int(answer.headers.at("retry-after")).value_or(0), 0);
  }
  EXPECT_EQ(ann.get("/healthz").status, 200);
}

TEST_F(ServerAccounts, AFloodOfPasswordsWaitsForItselfWithoutLimitsToo) {
  config.behind_proxy = true;
  config.passwords.threads = 1;
  config.passwords.of_one = 2;
  config.passwords.passes = 8;
  config.passwords.memory_bytes = std::size_t{64} << 20;
  restart();
  const auto sign_up = [](const std::string& name, const std::string& from) {
    const std::string body = Json{{"name", name}, {"password", "password of " + name}}.dump();
    return "POST /api/account HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
           "X-Forwarded-For: " +
           from + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  std::vector<std::unique_ptr<Wire>> flood;
  for (int i = 0; i < 4; ++i) {
    flood.push_back(std::make_unique<Wire>(port()));
    ASSERT_TRUE(flood.back()->send(sign_up("Puppet" + std::to_string(i), "192.0.2.1")));
  }
  // One is worked on and two wait: the fourth is refused.
  std::string refused;
  const auto is_full = [&] {
    return std::ranges::any_of(flood, [&](const auto& wire) {
      std::string heard;
      wire->receive(heard, std::chrono::milliseconds(1));
      if (status_of(heard) == 503) refused = heard;
      return status_of(heard) == 503;
    });
  };
  for (int i = 0; i < 2'000 && !is_full(); ++i) {
  }
  EXPECT_NE(refused, "");
  const std::string ann = exchange(port(), sign_up("Ann", "192.0.2.2"), false, std::chrono::milliseconds(60'000));
  EXPECT_EQ(status_of(ann), 201) << ann;
}

TEST_F(ServerAccounts, BadMessagesAreRefusedWithWhatWouldBeRight) {
  Somebody ann(port()), guest(port());
  ann.sign_up("Ann");
  guest.enter("Guest");
  const std::vector<std::pair<std::string, std::string>> ours = {
      {"PUT", "/api/account"},          {"POST", "/api/account/delete"},
      {"PUT", "/api/account/password"}, {"PUT", "/api/account/preferences"},
      {"POST", "/api/session"},         {"POST", "/api/tokens"},
      {"POST", "/api/account"}};
  const Headers json = {{"Content-Type", "application/json"}};
  for (const auto& [method, target] : ours) {
    Somebody& who = target == "/api/account" && method == "POST" ? guest : ann;
    for (const std::string& body :
         {std::string("{"), std::string("[]"), std::string("null"), std::string("\xff\xfe"), std::string(60'000, '['),
          R"({"name":")" + std::string(50'000, 'x') + "\"}", std::string(R"({"password":7})"),
          R"({"profile":")" + std::string(60'000, 'x') + "\"}"}) {
      if (target == "/api/account/preferences" && body.find('7') != std::string::npos) continue;  // it may be stored
      const Response answer = who.ask(method, target, body, json);
      EXPECT_EQ(answer.status, 400) << method << " " << target << " " << body.substr(0, 40) << "\n" << answer.body;
      EXPECT_EQ(answer.code(), "bad-request");
      EXPECT_LT(answer.body.size(), 1'000U);
    }
    EXPECT_EQ(who.ask(method, target, std::string(70'000, ' '), json).status, 413);
    EXPECT_EQ(who.ask(method, target, "{}", {{"Content-Type", "text/plain"}}).code(), "bad-type");
    EXPECT_EQ(who.ask(method, target, "{}", {{"Content-Type", "application/json"}, {"Origin", "https://evil.example"}})
                  .code(),
              "bad-origin");
  }
  EXPECT_EQ(guest.sign_up("admin").code(), "bad-request");
  EXPECT_EQ(guest.sign_up("ann").code(), "name-taken");
  EXPECT_EQ(ann.sign_up("Bob").code(), "has-account");
  EXPECT_EQ(ann.get("/api/people/" + std::string(5'000, 'x')).status, 404);
  EXPECT_EQ(ann.get("/api/people/../account").status, 404);
  EXPECT_EQ(ann.remove("/api/sessions/" + std::string(500, 'x')).status, 404);
  EXPECT_EQ(ann.send("PUT", "/api/blocks/nobody").status, 404);
  for (const std::string before : {"-1", "0", "x", "1x", "99999999999999999999"})
    EXPECT_EQ(ann.send("GET", "/api/account/export?before=" + before).status, 400) << before;
  EXPECT_EQ(ann.send("GET", "/api/account/export?before=99999999999").status, 200);
  EXPECT_EQ(guest.send("GET", "/api/sessions").code(), "no-account");
  EXPECT_EQ(guest.own().dump(), R"({"name":"Guest","guest":true})");
  EXPECT_EQ(Client(port()).get("/api/account").code(), "no-session");
  const std::string long_cookie = "cairn_session=" + std::string(5'000, 'x');
  EXPECT_EQ(Client(port()).ask("GET", "/api/account", "", {{"Cookie", long_cookie}}).status, 401);
  EXPECT_EQ(ann.own().at("name"), "Ann") << "after all that she is as she was";
}

// What is ended at one server is over at the others within seconds, also for sockets that are open there.
TEST(ServerAccountsCluster, WhatEndsHereEndsThere) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.database = cluster.url("club");
  const Running one(config), two(config);
  Somebody ann(one.port()), there(two.port()), bob(two.port());
  ASSERT_EQ(ann.sign_up("Ann").status, 201);
  EXPECT_EQ(bob.sign_up("ann").code(), "name-taken");
  ASSERT_EQ(there.sign_in("Ann").status, 200);
  bob.enter("Bob");
  const std::string table = there.create({{"game", "spargo"}, {"opponent", "friend"}});
  TableEar hears(there, table), bob_hears(bob, table);
  EXPECT_EQ(hears.next().at("state").at("you"), 0);
  bob_hears.next();
  ASSERT_EQ(ann.remove("/api/sessions").body, R"({"ended":1})");
  EXPECT_TRUE(hears.next().is_null());
  EXPECT_EQ(hears.close_code(), 1008);
  EXPECT_EQ(there.send("GET", "/api/account").status, 401);
  ASSERT_EQ(ann.post("/api/account/delete", {{"password", "password of Ann"}}).status, 200);
  EXPECT_EQ(bob_hears.next().at("state").at("seats").at(0).at("name"), "deleted player");
  hears.cut(), bob_hears.cut();
}

}  // namespace
}  // namespace cairn::testing

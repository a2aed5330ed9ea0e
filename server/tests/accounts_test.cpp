// Accounts without sockets, on a store that can be told to fail and a clock that the test sets.
#include "server/accounts.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "server/protocol/people_to_client.h"
#include "server/store/memory.h"
#include "server/tests/hidden_row.h"
#include "server/tokens.h"

namespace cairn {
namespace {

constexpr std::int64_t kDay = 24LL * 3600 * 1000;

struct AccountsTest : ::testing::Test {
  std::mutex mutex;
  std::deque<std::function<void()>> posted;
  Store::Post post = [this](std::function<void()> what) {
    const std::lock_guard guard(mutex);
    posted.push_back(std::move(what));
  };
  std::int64_t now_ms = 1'700'000'000'000;
  std::vector<std::string> log;
  std::vector<TokenHash> open, closed;  // connections
  const GameInfo game = hidden_row_info();
  MemoryStore store{post};
  BotPool bots{1, post};
  PasswordPool pool{{.threads = 1, .waiting = 4, .passes = 1, .memory_bytes = 8192}, post};
  std::unique_ptr<Club> club = make_club();
  std::unique_ptr<Accounts> accounts = make_accounts(*club);

  std::unique_ptr<Club> make_club() {
    EXPECT_TRUE(init_tokens());
    Club::Settings settings;
    settings.games = std::span(&game, 1);
    settings.now_ms = [this] { return now_ms; };
    settings.log = [this](const std::string& text) { log.push_back(text); };
    return std::make_unique<Club>(store, bots, std::move(settings));
  }
  std::unique_ptr<Accounts> make_accounts(Club& of) {
    Accounts::Settings settings;
    settings.now_ms = [this] { return now_ms; };
    settings.seconds = [this] { return static_cast<double>(now_ms) / 1000; };
    settings.log = [this](const std::string& text) { log.push_back(text); };
    settings.ended = [this](const Accounts::Callers& which) {
      for (const TokenHash& token : open) {
        Caller caller = callers[token];
        if (which(caller)) closed.push_back(token);
      }
    };
    return std::make_unique<Accounts>(store, of, pool, std::move(settings));
  }
  std::map<TokenHash, Caller> callers;  // of the open connections

  bool run_one() {
    std::function<void()> next;
    {
      const std::lock_guard guard(mutex);
      if (posted.empty()) return false;
      next = std::move(posted.front());
      posted.pop_front();
    }
    next();
    return true;
  }
  void run_until(const std::function<bool()>& done) {
    for (int i = 0; i < 10'000 && !done(); ++i)
      if (!run_one()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(done());
  }
  void settle() {
    while (run_one()) {
    }
  }
  Reply wait(const std::function<void(Club::Done)>& ask) {
    std::optional<Reply> answer;
    ask([&](Reply reply) { answer = std::move(reply); });
    run_until([&] { return answer.has_value(); });
    return answer.value_or(Reply{});
  }
  std::optional<Caller> who(const std::string& token, bool bearer = false) { return who(*accounts, token, bearer); }
  std::optional<Caller> who(Accounts& at, const std::string& token, bool bearer = false) {
    std::optional<Found<Caller>> found;
    at.who(token, bearer, [&](Found<Caller> one) { found = std::move(one); });
    run_until([&] { return found.has_value(); });
    EXPECT_EQ(found->error, "");
    return found->value;
  }
  // A connection that lives on, as a socket does.
  void connect(const std::string& token) {
    const auto caller = who(token);
    ASSERT_TRUE(caller);
    open.push_back(caller->token);
    callers[caller->token] = *caller;
  }
  bool is_closed(const std::string& token) const {
    return std::find(closed.begin(), closed.end(), hash_token(token)) != closed.end();
  }
  void tick() {
    accounts->tick();
    settle();
  }
  static Accounts::Visit visit(std::optional<Caller> caller = {}, const std::string& address = "") {
    return {std::move(caller), "Browser/1.0 (\xC3\xA9)", address};
  }
  std::string enter(const std::string& name) {
    const Reply reply = wait([&](auto done) { accounts->enter(visit(), {name}, done); });
    EXPECT_EQ(reply.status, 201);
    return reply.new_token;
  }
  Reply sign_up(const std::string& name, std::optional<Caller> caller = {}) {
    return wait([&](auto done) { accounts->sign_up(visit(caller), {name, "password of " + name, "", false}, done); });
  }
  Reply sign_in(const std::string& name, const std::string& password, std::optional<Caller> caller = {},
                const std::string& address = "") {
    return wait([&](auto done) { accounts->sign_in(visit(caller, address), {name, password}, done); });
  }
  std::string token_of(const std::string& name) { return sign_in(name, "password of " + name).new_token; }
  Reply own(void (Accounts::*ask)(const Caller&, Club::Done), const Caller& caller) {
    return wait([&](auto done) { ((*accounts).*ask)(caller, done); });
  }
};

TEST_F(AccountsTest, AGuestWhoRegistersKeepsHisGamesAndGetsAnotherSession) {
  const std::string guest = enter("Zoe");
  const auto zoe = who(guest);
  ASSERT_TRUE(zoe);
  EXPECT_FALSE(zoe->person.account);
  const Reply made = wait([&](auto done) {
    club->create(zoe->person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
  });
  const auto table = parse_json(made.body).at("id").get<std::string>();
  connect(guest);

  const Reply up = sign_up("Zoe_K", zoe);
  ASSERT_EQ(up.status, 201) << up.body;
  EXPECT_NE(up.new_token, guest);
  EXPECT_FALSE(who(guest)) << "the session of before is over";
  EXPECT_TRUE(is_closed(guest));
  const auto account = who(up.new_token);
  ASSERT_TRUE(account);
  EXPECT_TRUE(account->person.account);
  EXPECT_EQ(account->person.id, zoe->person.id);
  const Json state = parse_json(wait([&](auto done) { club->state(table, account->person, done); }).body);
  EXPECT_EQ(state.at("you"), 0);
  EXPECT_EQ(state.at("seats").at(0).at("name"), "Zoe_K");
  EXPECT_EQ(sign_up("Another", account).status, 409);
  EXPECT_EQ(parse_json(sign_up("zoe_k").body).at("error").at("code"), "name-taken");
}

TEST_F(AccountsTest, AGuestIsNotTakenForAnAccount) {
  sign_up("Ann");
  EXPECT_EQ(who(enter("ann"))->person.name, "ann (guest)");
  EXPECT_EQ(who(enter("Ann B"))->person.name, "Ann B");
}

TEST_F(AccountsTest, SigningInGivesANewSessionEveryTime) {
  sign_up("Ann");
  const std::string guest = enter("somebody");
  const Reply in = sign_in("ANN", "password of Ann", who(guest));
  ASSERT_EQ(in.status, 200) << in.body;
  EXPECT_NE(in.new_token, guest);
  EXPECT_FALSE(who(guest));
  const Reply again = sign_in("Ann", "password of Ann", who(in.new_token));
  EXPECT_NE(again.new_token, in.new_token);
  EXPECT_FALSE(who(in.new_token));
  EXPECT_EQ(who(again.new_token)->person.name, "Ann");
}

TEST_F(AccountsTest, AnUnknownNameIsAnsweredAsAWrongPassword) {
  sign_up("Ann");
  const Reply wrong = sign_in("Ann", "password of Bob");
  EXPECT_EQ(wrong.status, 403);
  EXPECT_EQ(wrong.new_token, "");
  for (const std::string& name : {std::string("Nobody"), std::string("\n\0x", 3), std::string("Ann\0", 4),
                                  std::string("no name at all"), std::string(64, 'x')}) {
    const Reply unknown = sign_in(name, "password of Ann");
    EXPECT_EQ(unknown.status, wrong.status) << name;
    EXPECT_EQ(unknown.body, wrong.body) << name;
  }
}

TEST_F(AccountsTest, GuessingIsSlow) {
  sign_up("Ann");
  sign_up("Bob");
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(sign_in("Bob", "password of Bob").status, 200) << "what is right does not count";
  for (const std::string name : {"Ann", "Nobody"}) {
    for (int i = 0; i < 10; ++i) EXPECT_EQ(sign_in(i % 2 == 0 ? name : upper(name), "guess").status, 403) << i;
    const Reply refused = sign_in(name, "password of " + name);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.retry_after_s, 60);
    EXPECT_EQ(parse_json(refused.body).at("error").at("retry_after"), 60);
  }
  EXPECT_EQ(sign_in("Bob", "password of Bob").status, 200) << "others are not hindered";
  now_ms += 60'000;
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 200);

  for (int i = 0; i < 30; ++i) EXPECT_EQ(sign_in("name" + std::to_string(i), "guess", {}, "10.0.0.1").status, 403);
  EXPECT_EQ(sign_in("Bob", "password of Bob", {}, "10.0.0.1").status, 429);
  EXPECT_EQ(sign_in("Bob", "password of Bob", {}, "10.0.0.2").status, 200);
}

TEST_F(AccountsTest, GuessingFromInsideIsAsSlow) {
  const auto ann = who(sign_up("Ann").new_token);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(wait([&](auto done) {
                accounts->change_password(visit(ann), {"guess", "something new"}, done);
              }).status,
              403);
    EXPECT_EQ(wait([&](auto done) { accounts->remove(visit(ann), {"guess"}, done); }).status, 403);
  }
  EXPECT_EQ(wait([&](auto done) { accounts->remove(visit(ann), {"password of Ann"}, done); }).status, 429);
}

TEST_F(AccountsTest, AChangedPasswordEndsAllOtherSessions) {
  const std::string here = sign_up("Ann").new_token, there = token_of("Ann"), bob = sign_up("Bob").new_token;
  tick();
  connect(here), connect(there), connect(bob);
  const auto ann = who(here);
  const Reply changed = wait([&](auto done) {
    accounts->change_password(visit(ann), {"password of Ann", "something new"}, done);
  });
  EXPECT_EQ(changed.status, 200) << changed.body;
  EXPECT_TRUE(who(here));
  EXPECT_TRUE(who(bob));
  EXPECT_FALSE(who(there));
  EXPECT_EQ(closed, std::vector<TokenHash>{hash_token(there)});
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 403);
  EXPECT_EQ(sign_in("Ann", "something new").status, 200);
}

TEST_F(AccountsTest, SessionsAreListedAndEnded) {
  const std::string here = sign_up("Ann").new_token, there = token_of("Ann"), third = token_of("Ann");
  const std::string bob = sign_up("Bob").new_token;
  tick();
  const Caller ann = *who(here);
  const Json list = parse_json(own(&Accounts::sessions, ann).body).at("sessions");
  ASSERT_EQ(list.size(), 3U);
  int current = 0;
  for (const Json& one : list) {
    EXPECT_EQ(one.at("device"), "Browser/1.0 ()") << "what is no plain letter is left out";
    current += one.at("current").get<bool>();
  }
  EXPECT_EQ(current, 1);
  for (const std::string& token : {here, there, third}) EXPECT_EQ(list.dump().find(token), std::string::npos);
  const auto end = [&](const Caller& by, const std::string& token) {
    return wait([&](auto done) { accounts->end_session(by, public_id(hash_token(token)), done); });
  };
  EXPECT_EQ(end(*who(bob), there).status, 404) << "it is not Bob's";
  connect(there);
  EXPECT_EQ(end(ann, there).status, 200);
  EXPECT_FALSE(who(there));
  EXPECT_TRUE(is_closed(there));
  EXPECT_EQ(end(ann, there).status, 404);
  EXPECT_EQ(own(&Accounts::end_other_sessions, ann).body, R"({"ended":1})");
  EXPECT_FALSE(who(third));
  EXPECT_EQ(own(&Accounts::end_other_sessions, ann).body, R"({"ended":0})");
  const Reply last = end(ann, here);
  EXPECT_TRUE(last.sign_out) << "the browser forgets it";
  EXPECT_FALSE(who(here));
}

TEST_F(AccountsTest, OfTooManySessionsTheOneLeastUsedEnds) {
  const std::string first = sign_up("Ann").new_token;
  now_ms += 1'000;
  const std::string second = token_of("Ann");
  tick();
  connect(second);
  now_ms += 1'000;
  for (int i = 0; i < 48; ++i) token_of("Ann");
  now_ms += 700'000;
  tick();
  EXPECT_TRUE(who(first)) << "fifty may be";
  settle();
  token_of("Ann");
  tick();
  EXPECT_TRUE(who(first)) << "it was used just now";
  EXPECT_FALSE(who(second));
  EXPECT_TRUE(is_closed(second));
}

TEST_F(AccountsTest, SessionsRunOut) {
  const std::string token = sign_up("Ann").new_token;
  tick();
  EXPECT_TRUE(who(token));
  now_ms += 399 * kDay;
  tick();
  EXPECT_TRUE(who(token));
  now_ms += kDay;
  tick();
  EXPECT_FALSE(who(token));
}

TEST_F(AccountsTest, WhatIsRememberedIsNotAskedForAgain) {
  const std::string token = sign_up("Ann").new_token;
  tick();
  EXPECT_TRUE(who(token));
  store.fail_reads = true;
  EXPECT_TRUE(who(token));
  now_ms += 6'000;  // nobody knows whether another server ended it
  std::optional<Found<Caller>> found;
  accounts->who(token, false, [&](Found<Caller> one) { found = std::move(one); });
  run_until([&] { return found.has_value(); });
  EXPECT_NE(found->error, "");
}

// Two servers on one store: what one ends the other forgets when it looks.
TEST_F(AccountsTest, OtherServersHearOfWhatEnds) {
  const auto other_club = make_club();
  const auto other = make_accounts(*other_club);
  const std::string here = sign_up("Ann").new_token, there = token_of("Ann");
  const auto look = [&] {
    other->tick();
    settle();
  };
  look();
  EXPECT_TRUE(who(*other, there));
  connect(there);
  const Caller ann = *who(here);
  own(&Accounts::end_other_sessions, ann);
  closed.clear();
  look();
  EXPECT_TRUE(is_closed(there)) << "by the other server";
  EXPECT_FALSE(who(*other, there));

  // The same for names that are shown at its tables.
  const Reply made = wait([&](auto done) {
    other_club->create(ann.person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
  });
  const auto table = parse_json(made.body).at("id").get<std::string>();
  EXPECT_EQ(wait([&](auto done) { accounts->remove(visit(ann), {"password of Ann"}, done); }).status, 200);
  look();
  const Json state = parse_json(wait([&](auto done) { other_club->state(table, std::nullopt, done); }).body);
  EXPECT_EQ(state.at("seats").at(0).at("name"), kDeletedName);
  EXPECT_FALSE(who(*other, here));
}

TEST_F(AccountsTest, ApiTokens) {
  const Caller ann = *who(sign_up("Ann").new_token);
  const auto add = [&](const NewApiToken& wish) {
    return wait([&](auto done) { accounts->add_api_token(ann, wish, done); });
  };
  const Reply made = add({"my bot", 2, 30});
  ASSERT_EQ(made.status, 201);
  const Json token = parse_json(made.body);
  const auto secret = token.at("token").get<std::string>();
  EXPECT_EQ(secret.rfind("cairn_", 0), 0U);
  EXPECT_EQ(token.at("scopes"), Json({"play"}));
  EXPECT_EQ(token.at("expires"), now_ms + 30 * kDay);
  const std::string list = own(&Accounts::api_tokens, ann).body;
  EXPECT_EQ(list.find(secret), std::string::npos) << "it is shown once";
  EXPECT_NE(list.find("my bot"), std::string::npos);
  tick();
  EXPECT_FALSE(who(secret)) << "it is no session";
  ASSERT_TRUE(who(secret, true));
  EXPECT_EQ(who(secret, true)->scopes, 2);
  EXPECT_FALSE(who(secret)) << "also when it is remembered";
  now_ms += 31 * kDay;
  tick();
  EXPECT_FALSE(who(secret, true)) << "it has run out";

  const Json next = parse_json(add({"another", 7, 30}).body);
  tick();
  EXPECT_TRUE(who(next.at("token"), true));
  const auto end = [&](const std::string& id) {
    return wait([&](auto done) { accounts->end_api_token(ann, id, done); }).status;
  };
  EXPECT_EQ(end("nothing"), 404);
  EXPECT_EQ(end(next.at("id")), 200);
  EXPECT_FALSE(who(next.at("token"), true));
  for (int i = 0; i < 50; ++i) EXPECT_EQ(add({"x", 1, 30}).status, 201);
  EXPECT_EQ(add({"x", 1, 30}).status, 409);
}

TEST_F(AccountsTest, WhatIsOwnIsStored) {
  const Caller ann = *who(sign_up("Ann").new_token);
  sign_up("Bob");
  const auto edit = [&](const AccountEdit& change) {
    return wait([&](auto done) { accounts->edit(ann, change, done); }).body;
  };
  EXPECT_EQ(parse_json(edit({"a@b.example", "I play", {}, true})).at("profile"), "I play");
  EXPECT_EQ(edit({{}, {}, R"({"a":[1,2]})", {}}), R"({"a":[1,2]})");
  const Json account = parse_json(own(&Accounts::account, ann).body);
  EXPECT_EQ(account.at("email"), "a@b.example");
  EXPECT_EQ(account.at("bot"), true);
  EXPECT_EQ(account.at("created"), now_ms);
  const Reply shown = wait([&](auto done) { accounts->profile("aNN", done); });
  EXPECT_EQ(parse_json(shown.body).at("name"), "Ann");
  EXPECT_EQ(shown.body.find("@"), std::string::npos) << "the address is nobody's business";
  EXPECT_EQ(wait([&](auto done) { accounts->profile("nobody", done); }).status, 404);

  const auto block = [&](const std::string& name, bool on) {
    return wait([&](auto done) { accounts->block(ann, name, on, done); });
  };
  EXPECT_EQ(block("bob", true).body, R"({"blocks":["Bob"]})");
  EXPECT_EQ(block("ANN", true).status, 400);
  EXPECT_EQ(block("nobody", true).status, 404);
  EXPECT_EQ(block("Bob", false).body, R"({"blocks":[]})");
}

TEST_F(AccountsTest, WhatCannotBeStoredIsSaidSo) {
  const std::string token = sign_up("Ann").new_token;
  const Caller ann = *who(token);
  store.fail_writes = true;
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 503);
  EXPECT_EQ(sign_up("Bob").status, 503);
  EXPECT_EQ(wait([&](auto done) { accounts->remove(visit(ann), {"password of Ann"}, done); }).status, 503);
  EXPECT_EQ(wait([&](auto done) { accounts->sign_out(ann, done); }).status, 503);
  EXPECT_EQ(wait([&](auto done) { accounts->edit(ann, {"", {}, {}, {}}, done); }).status, 503);
  EXPECT_EQ(log.size(), 5U);
  for (const std::string& line : log) EXPECT_EQ(line.find("password of"), std::string::npos) << line;
  store.fail_writes = false;
  EXPECT_TRUE(who(token));
  store.fail_reads = true;
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 503);
  EXPECT_EQ(own(&Accounts::sessions, ann).status, 503);
  EXPECT_EQ(wait([&](auto done) { accounts->take_out(ann, 100, done); }).status, 503);
}

TEST_F(AccountsTest, APoolThatIsFullSaysSo) {
  PasswordPool full({.threads = 0, .waiting = 1, .passes = 1, .memory_bytes = 8192}, post);
  Accounts::Settings settings;
  settings.now_ms = [this] { return now_ms; };
  settings.seconds = [] { return 1.0; };
  settings.log = [](const std::string&) {};
  settings.ended = [](const Accounts::Callers&) {};
  sign_up("Ann");
  accounts = std::make_unique<Accounts>(store, *club, full, std::move(settings));
  for (int i = 0; i < 30; ++i)
    for (const std::string name : {"Ann", "Nobody"}) {
      const Reply reply = sign_in(name, "password of Ann");
      EXPECT_EQ(reply.status, 503) << "that is no wrong password, and does not count as one";
      EXPECT_GT(reply.retry_after_s, 0);
    }
  EXPECT_EQ(sign_up("Bob").status, 503);
}

TEST_F(AccountsTest, WhatIsTakenOutHoldsOnlyWhatOneMayKnow) {
  const Caller ann = *who(sign_up("Ann").new_token), bob = *who(sign_up("Bob").new_token);
  std::vector<std::string> tables;
  for (int i = 0; i < 60; ++i) {
    const Reply made = wait([&](auto done) {
      club->create(ann.person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
    });
    tables.push_back(parse_json(made.body).at("id").get<std::string>());
  }
  const std::string& table = tables.back();
  const auto play = [&](const Caller& by, int version, Command::Kind kind, const std::string& word) {
    const Command command{"r" + std::to_string(version), version, kind, {word}};
    return wait([&](auto done) { club->command(table, by.person, command, done); }).status;
  };
  EXPECT_EQ(wait([&](auto done) { club->join(table, bob.person, done); }).status, 200);
  EXPECT_EQ(play(ann, 1, Command::Kind::play, "c3"), 200);
  EXPECT_EQ(play(bob, 2, Command::Kind::play, "c5"), 200);
  const auto take_out = [&](const Caller& caller, std::int64_t before = 1LL << 60) {
    return parse_json(wait([&](auto done) { accounts->take_out(caller, before, done); }).body);
  };
  const Json all = take_out(ann);
  EXPECT_EQ(all.at("account").at("name"), "Ann");
  EXPECT_EQ(all.at("sessions").size(), 1U);
  EXPECT_EQ(all.at("preferences"), Json::object());
  ASSERT_EQ(all.at("games").size(), 50U);
  const Json& newest = all.at("games").at(0);
  EXPECT_EQ(newest.at("id"), table);
  EXPECT_EQ(newest.at("moves").dump(),
            R"([{"seat":0,"side":"black","word":"c3"},{"seat":1,"side":"white","word":null}])");
  EXPECT_EQ(all.dump().find("c5"), std::string::npos);
  const Json rest = take_out(ann, all.at("next"));
  EXPECT_EQ(rest.at("games").size(), 10U);
  EXPECT_EQ(rest.at("games").back().at("id"), tables.front());
  EXPECT_TRUE(rest.at("next").is_null());
  EXPECT_EQ(take_out(bob).dump().find("c3"), std::string::npos);
  EXPECT_EQ(take_out(bob).at("games").size(), 1U);
  // When the game is over all is open.
  EXPECT_EQ(play(ann, 3, Command::Kind::resign, ""), 200);
  EXPECT_NE(take_out(ann).dump().find("c5"), std::string::npos);
  EXPECT_EQ(take_out(bob).at("games").at(0).at("result").at("seat"), 1);
}

TEST_F(AccountsTest, WhoIsDeletedIsGoneAndTheGamesStay) {
  const std::string token = sign_up("Ann").new_token, elsewhere = token_of("Ann");
  const Caller ann = *who(token), bob = *who(sign_up("Bob").new_token);
  const Reply made = wait([&](auto done) {
    club->create(ann.person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
  });
  const auto table = parse_json(made.body).at("id").get<std::string>();
  wait([&](auto done) { club->join(table, bob.person, done); });
  const auto secret = parse_json(wait([&](auto done) {
                                   accounts->add_api_token(ann, {"x", 7, 30}, done);
                                 }).body)
                          .at("token");
  tick();
  connect(elsewhere);
  struct Ear final : Listener {
    std::vector<std::string> heard;
    void tell(std::shared_ptr<const std::string> text) override { heard.push_back(*text); }
  } ear;
  club->listen(table, bob.person, ear, [](const std::optional<Reply>&) {});
  settle();

  EXPECT_EQ(wait([&](auto done) { accounts->remove(visit(ann), {"wrong one"}, done); }).status, 403);
  const Reply gone = wait([&](auto done) { accounts->remove(visit(ann), {"password of Ann"}, done); });
  EXPECT_EQ(gone.status, 200) << gone.body;
  EXPECT_TRUE(gone.sign_out);
  for (const std::string& one : {token, elsewhere}) EXPECT_FALSE(who(one));
  EXPECT_FALSE(who(secret, true));
  EXPECT_TRUE(is_closed(elsewhere));
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 403);
  EXPECT_EQ(wait([&](auto done) { accounts->profile("Ann", done); }).status, 404);
  ASSERT_FALSE(ear.heard.empty());
  EXPECT_EQ(parse_json(ear.heard.back()).at("state").at("seats").at(0).at("name"), kDeletedName) << "told at once";
  const std::string state = wait([&](auto done) { club->state(table, bob.person, done); }).body;
  EXPECT_EQ(state.find("Ann"), std::string::npos);
  club->leave(table, ear);
  const Json kept = parse_json(wait([&](auto done) { accounts->take_out(bob, 1LL << 60, done); }).body);
  EXPECT_EQ(kept.at("games").at(0).at("seats").at(0).at("name"), kDeletedName);
}

}  // namespace
}  // namespace cairn

// The door: who comes in, by which name, session or password, and who does not.
#include "server/tests/accounts_desk.h"

#include <array>

namespace cairn {
namespace {

TEST_F(AccountsTest, AGuestWhoRegistersKeepsHisGamesAndGetsAnotherSession) {
  const std::string guest = enter("Zoe");
  const auto zoe = who(guest);
  ASSERT_TRUE(zoe);
  EXPECT_FALSE(zoe->person.account);
  const Reply made = wait([&](auto done) {
    table_service->create(zoe->person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
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
  const Json state = parse_json(wait([&](auto done) { table_service->state(table, account->person, done); }).body);
  EXPECT_EQ(state.at("you"), 0);
  EXPECT_EQ(state.at("seats").at(0).at("name"), "Zoe_K");
  EXPECT_EQ(sign_up("Another", account).status, 409);
  EXPECT_EQ(parse_json(sign_up("zoe_k").body).at("error").at("code"), "name-taken");
}

TEST_F(AccountsTest, AnAccountReadsTheLanguageThatItSaysOrThatItsBrowserAccepts) {
  const auto made = [&](const std::string& name, const std::string& said, const std::string& accepted) {
    Accounts::Visit from = visit({});
    from.language = accepted;
    SignUp wish = {name, "password of " + name, "", false};
    wish.language = said;
    const Reply up = wait([&](auto done) { accounts->sign_up(from, wish, done); });
    EXPECT_EQ(up.status, 201) << up.body;
    return parse_json(own(&Accounts::account, *who(up.new_token)).body).at("language");
  };
  EXPECT_EQ(made("Ann", "fr", "de"), "fr");
  EXPECT_EQ(made("Bob", "", "de"), "de");
  EXPECT_TRUE(made("Cid", "", "").is_null());
}

// While the store is slow, requests with one token do not add up there.
TEST_F(AccountsTest, WhoHasATokenIsAskedOnceAtATime) {
  const std::string token = sign_up("Ann").new_token;
  settle();
  int told = 0;
  const auto ask = [&](int many) {
    for (int i = 0; i < many; ++i)
      accounts->who(token, false, "here", [&](const Found<Caller>& found) {
        told += found.value && found.value->person.name == "Ann" ? 1 : 0;
      });
  };
  const auto answers_on_their_way = [&] {
    const std::lock_guard guard(mutex);
    return posted.size();
  };
  ask(100);
  EXPECT_EQ(answers_on_their_way(), 1U);
  run_until([&] { return told == 100; });
  EXPECT_EQ(told, 100) << "and all are answered";
}

TEST_F(AccountsTest, AGuestIsNotTakenForAnAccount) {
  sign_up("Ann");
  EXPECT_EQ(who(enter("ann"))->person.name, "ann (guest)");
  EXPECT_EQ(who(enter("Ann B"))->person.name, "Ann B");
  sign_up("bob");
  EXPECT_EQ(who(enter("\u0412\u043Eb"))->person.name, "\u0412\u043Eb (guest)") << "in Cyrillic letters";
  EXPECT_EQ(who(enter("B\u00F6b"))->person.name, "B\u00F6b (guest)");
  EXPECT_EQ(who(enter("\u0412\u043Eba"))->person.name, "\u0412\u043Eba");
  EXPECT_EQ(who(enter("Bob1"))->person.name, "Bob1");
  sign_up("Victoria");
  for (const std::string name :
       {"vict0ria", "Victorla", "Victoria.", "V i c t o r i a", "V1ct\u043Eria", "V.i.c.t-oria"})
    EXPECT_EQ(who(enter(name))->person.name, name + " (guest)");
}

TEST_F(AccountsTest, NoAccountLooksLikeAnother) {
  EXPECT_EQ(sign_up("Victoria").status, 201);
  for (const std::string name : {"vict0ria", "v1ctoria", "victorla", "Vic.tor-ia"}) {
    const Reply refused = sign_up(name);
    EXPECT_EQ(refused.status, 409) << name;
    EXPECT_EQ(parse_json(refused.body).at("error").at("code"), "name-taken") << name;
  }
  EXPECT_EQ(sign_up("Barney").status, 201);
  EXPECT_EQ(sign_up("Bamey").status, 409);
  for (const std::string name : {"Bob", "Bob1", "Bob2", "Bob10", "Bob5", "Victoria2", "Victor"})
    EXPECT_EQ(sign_up(name).status, 201) << name;
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

// Guesses of strangers count where they come from, and never keep the owner out of a browser or session of theirs.
TEST_F(AccountsTest, GuessesOfStrangersLockNobodyOut) {
  const Reply up = sign_up("Ann");
  const std::string browser = up.new_device;
  ASSERT_NE(browser, "");
  const auto ann = who(up.new_token);
  const auto guess_from = [&](int many, const std::string& address) {
    for (int i = 0; i < many; ++i) sign_in("Ann", "guess", {}, address);
  };
  guess_from(10, "10.0.0.1");
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.1").status, 429);
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.2").status, 200) << "from elsewhere";
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.1", browser).status, 200) << "by a browser of hers";

  // All addresses of the world at once: whoever has not failed has three tries of their own, then waits in turn;
  // browsers that know the account do not.
  for (int i = 0; i < 25; ++i) guess_from(10, "10.1.0." + std::to_string(i));
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.2").status, 200);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(sign_in("Ann", "guess", {}, "10.0.0.2").status, 403);
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.2").status, 429);
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.2").retry_after_s, 2);
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.3").status, 200);
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.2", browser).status, 200);
  const Reply changed = wait([&](auto done) {
    accounts->change_password(visit(ann, "10.0.0.1"), {"password of Ann", "something new"}, done);
  });
  EXPECT_EQ(changed.status, 200) << changed.body;
  now_ms += 2'000;
  EXPECT_EQ(sign_in("Ann", "something new", {}, "10.0.0.2").status, 200);
}

// What a household of IPv6 has is more than one, and who rents a server has more.
TEST_F(AccountsTest, GuessesOfANetworkCountTogether) {
  sign_up("Ann");
  const auto address = [](unsigned char customer, unsigned char net, unsigned char provider = 1) {
    return household_v6(std::array<unsigned char, 8>{0x20, 1, 0x0d, 0xb8, 0, provider, customer, net});
  };
  const auto guessed = [&](const std::function<std::string(int)>& from) {
    int in_all = 0;
    for (int i = 0; i < 256; ++i) in_all += sign_in("Ann", "guess", {}, from(i)).status == 403 ? 1 : 0;
    return in_all;
  };
  EXPECT_EQ(guessed([&](int i) { return address(1, static_cast<unsigned char>(i)); }), 20) << "of 56 bits";
  EXPECT_EQ(guessed([&](int i) { return address(static_cast<unsigned char>(i), 7); }), 20) << "of 48 bits, 40 in all";
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, address(1, 1, 2)).status, 200) << "from elsewhere";
  // The same for all names.
  int tried = 0;
  for (int i = 0; i < 256; ++i) {
    const auto net = static_cast<unsigned char>(i);
    tried += sign_in("name" + std::to_string(i), "guess", {}, address(net, net, 3)).status == 403 ? 1 : 0;
  }
  EXPECT_EQ(tried, 120);
}

// From is written by whoever sends a mail, so a mail has no tries of its own.
TEST_F(AccountsTest, MailsFromEverywhereHaveTheTriesOfTheName) {
  sign_up("Ann");
  Accounts::Visit mail = visit();
  int tried = 0;
  for (int i = 0; i < 250; ++i) {
    mail.address = "mail x@" + std::to_string(i) + ".example";
    tried += wait([&](auto done) { accounts->sign_in(mail, {"Ann", "guess"}, done); }).status == 403 ? 1 : 0;
  }
  EXPECT_EQ(tried, 200);
}

TEST_F(AccountsTest, ABrowserIsKnownForItsOwnAccountAlone) {
  const std::string of_ann = sign_up("Ann").new_device, of_bob = sign_up("Bob").new_device;
  EXPECT_NE(of_ann, of_bob);
  for (int i = 0; i < 10; ++i) sign_in("Ann", "guess", {}, "10.0.0.1");
  std::string forged = of_ann;
  forged.back() = forged.back() == '0' ? '1' : '0';
  for (const std::string& other : {of_bob, forged, std::string("."), std::string("x"), of_ann.substr(1)})
    EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.1", other).status, 429) << other;
  // Whoever has it has ten tries, too.
  for (int i = 0; i < 10; ++i) EXPECT_EQ(sign_in("Ann", "guess", {}, "10.0.0.1", of_ann).status, 403);
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.9", of_ann).status, 429);
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.9").status, 200) << "as a stranger";
  // It is given once: a browser that is known keeps what it has.
  now_ms += 600'000;
  EXPECT_EQ(sign_in("Ann", "password of Ann", {}, "10.0.0.1", of_ann).new_device, "");
  EXPECT_NE(sign_in("Ann", "password of Ann", {}, "10.0.0.1", of_bob).new_device, "");
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
  accounts->who(token, false, {}, [&](Found<Caller> one) { found = std::move(one); });
  run_until([&] { return found.has_value(); });
  EXPECT_NE(found->error, "");
}

// Two servers on one store: what one ends the other forgets when it looks.

TEST_F(AccountsTest, OtherServersLearnWhatEnds) {
  const auto other_club = make_table_service();
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

TEST_F(AccountsTest, WhatCannotBeStoredIsSaidSo) {
  const std::string token = sign_up("Ann").new_token;
  const Caller ann = *who(token);
  store.fail_writes = true;
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 503);
  EXPECT_EQ(sign_up("Bob").status, 503);
  EXPECT_EQ(wait([&](auto done) { accounts->remove(visit(ann), {"password of Ann"}, done); }).status, 503);
  EXPECT_EQ(wait([&](auto done) { accounts->sign_out(ann, done); }).status, 503);
  EXPECT_EQ(wait([&](auto done) { accounts->edit(visit(ann), {"", {}, {}, {}}, done); }).status, 503);
  EXPECT_EQ(log.size(), 5U);
  for (const std::string& line : log) EXPECT_EQ(line.find("password of"), std::string::npos) << line;
  store.fail_writes = false;
  EXPECT_TRUE(who(token));
  store.fail_reads = true;
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 503);
  EXPECT_EQ(own(&Accounts::sessions, ann).status, 503);
  EXPECT_EQ(wait([&](auto done) { data_export.export_data(ann, 100, done); }).status, 503);
}

TEST_F(AccountsTest, APoolThatIsFullSaysSo) {
  PasswordPool full({.threads = 0, .waiting = 0, .passes = 1, .memory_bytes = 8192}, post);
  World still = world();
  still.seconds = [] { return 1.0; };
  Accounts::Settings settings;
  settings.ended = [](const Accounts::Callers&) {};
  sign_up("Ann");
  accounts =
      std::make_unique<Accounts>(Accounts::Stores{store.away, store.guesses, store.links, store.mail, store.people,
                                                  store.registrations, store.second_factors, store.talk},
                                 *table_service, full, std::move(still), std::move(settings));
  for (int i = 0; i < 30; ++i)
    for (const std::string name : {"Ann", "Nobody"}) {
      const Reply reply = sign_in(name, "password of Ann");
      EXPECT_EQ(reply.status, 503) << "that is no wrong password, and does not count as one";
      EXPECT_GT(reply.retry_after_s, 0);
    }
  EXPECT_EQ(sign_up("Bob").status, 503);
}

}  // namespace
}  // namespace cairn

// What people have and what they do with it: sessions, tokens, profiles, all of it taken out, the end.
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

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

TEST_F(AccountsTest, ApiTokens) {
  const Caller ann = *who(sign_up("Ann").new_token);
  const auto add = [&](const NewApiToken& wish) {
    return wait([&](auto done) { accounts->add_api_token(visit(ann), wish, done); });
  };
  const Reply made = add({"my bot", 2, 30});
  ASSERT_EQ(made.status, 200);
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
  for (int i = 0; i < 50; ++i) EXPECT_EQ(add({"x", 1, 30}).status, 200);
  EXPECT_EQ(add({"x", 1, 30}).status, 409);
}

TEST_F(AccountsTest, WhatIsOwnIsStored) {
  const Caller ann = *who(sign_up("Ann").new_token);
  sign_up("Bob");
  const AccountEdit change = {"a@b.example", "I play", {}, true};
  EXPECT_EQ(parse_json(wait([&](auto done) { accounts->edit(visit(ann), change, done); }).body).at("profile"),
            "I play");
  EXPECT_EQ(wait([&](auto done) { accounts->set_preferences(ann, {R"({"a":[1,2]})"}, done); }).body, R"({"a":[1,2]})");
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
  EXPECT_EQ(block("bob", true).body, R"({"blocks":["Bob"],"guests":[]})");
  EXPECT_EQ(block("ANN", true).status, 400);
  EXPECT_EQ(block("nobody", true).status, 404);
  EXPECT_EQ(block("Bob", false).body, R"({"blocks":[],"guests":[]})");
}

// A guest's name is not his alone: he is who sits there.
TEST_F(AccountsTest, AGuestIsBlockedWhereHeSits) {
  const Caller ann = *who(sign_up("Ann").new_token), gus = *who(enter("Gus")), other = *who(enter("Gus"));
  const auto table = [&](const Caller& by) {
    return wait([&](auto done) {
      table_service->create(by.person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
    });
  };
  const std::string at = parse_json(table(gus).body).at("id");
  const auto block = [&](const std::string& where, int seat) {
    return wait([&](auto done) { accounts->block_seat(ann, {where, seat}, done); });
  };
  const auto join = [&](const Caller& by, const std::string& where) {
    return wait([&](auto done) { table_service->join(where, by.person, done); }).status;
  };
  EXPECT_EQ(block(at, 1).status, 404) << "nobody sits there";
  EXPECT_EQ(block(at, 7).status, 404);
  EXPECT_EQ(block("none", 0).status, 404);
  const Json blocked = parse_json(block(at, 0).body);
  ASSERT_EQ(blocked.at("guests").size(), 1U);
  EXPECT_EQ(blocked.at("guests").at(0).at("name"), "Gus");
  EXPECT_TRUE(blocked.at("blocks").empty());
  const std::string anns = parse_json(table(ann).body).at("id");
  EXPECT_EQ(join(gus, anns), 403);
  EXPECT_EQ(block(anns, 0).status, 400) << "herself";
  const Json out = parse_json(wait([&](auto done) { data_export.export_data(ann, 1LL << 60, done); }).body);
  EXPECT_EQ(out.at("blocked_guests"), blocked.at("guests"));
  EXPECT_TRUE(out.at("tournaments").empty());

  const std::string id = blocked.at("guests").at(0).at("id");
  const auto unblock = [&](const Caller& by) {
    return wait([&](auto done) { accounts->unblock_guest(by, id, done); }).status;
  };
  EXPECT_EQ(unblock(*who(sign_up("Bob").new_token)), 404) << "each has a list of his own";
  EXPECT_EQ(unblock(ann), 200);
  EXPECT_EQ(unblock(ann), 404);
  EXPECT_EQ(join(gus, anns), 200);
  const std::string third = parse_json(table(ann).body).at("id");
  EXPECT_EQ(block(at, 0).status, 200);
  EXPECT_EQ(join(other, third), 200) << "of the same name, but another";
  // With an account he is blocked by his name.
  sign_up("Gustav", gus);
  EXPECT_EQ(own(&Accounts::blocks, ann).body, R"({"blocks":["Gustav"],"guests":[]})");
}

TEST_F(AccountsTest, WhatIsTakenOutHoldsOnlyWhatOneMayKnow) {
  const Caller ann = *who(sign_up("Ann").new_token), bob = *who(sign_up("Bob").new_token);
  std::vector<std::string> tables;
  for (int i = 0; i < 60; ++i) {
    const Reply made = wait([&](auto done) {
      table_service->create(ann.person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
    });
    tables.push_back(parse_json(made.body).at("id").get<std::string>());
  }
  const std::string& table = tables.back();
  const auto play = [&](const Caller& by, int version, Command::Kind kind, const std::string& word) {
    const Command command{"r" + std::to_string(version), version, kind, {word}};
    return wait([&](auto done) { table_service->command(table, by.person, command, done); }).status;
  };
  EXPECT_EQ(wait([&](auto done) { table_service->join(table, bob.person, done); }).status, 200);
  EXPECT_EQ(play(ann, 1, Command::Kind::play, "c3"), 200);
  EXPECT_EQ(play(bob, 2, Command::Kind::play, "c5"), 200);
  const auto export_data = [&](const Caller& caller, std::int64_t before = 1LL << 60) {
    return parse_json(wait([&](auto done) { data_export.export_data(caller, before, done); }).body);
  };
  const Json all = export_data(ann);
  EXPECT_EQ(all.at("account").at("name"), "Ann");
  EXPECT_EQ(all.at("sessions").size(), 1U);
  EXPECT_EQ(all.at("preferences"), Json::object());
  ASSERT_EQ(all.at("games").size(), 50U);
  const Json& newest = all.at("games").at(0);
  EXPECT_EQ(newest.at("id"), table);
  EXPECT_EQ(newest.at("moves").dump(),
            R"([{"seat":0,"side":"black","word":"c3"},{"seat":1,"side":"white","word":null}])");
  EXPECT_EQ(all.dump().find(R"("c5")"), std::string::npos);
  const Json rest = export_data(ann, all.at("next"));
  EXPECT_EQ(rest.at("games").size(), 10U);
  EXPECT_EQ(rest.at("games").back().at("id"), tables.front());
  EXPECT_TRUE(rest.at("next").is_null());
  EXPECT_EQ(export_data(bob).dump().find(R"("c3")"), std::string::npos);
  EXPECT_EQ(export_data(bob).at("games").size(), 1U);
  // When the game is over all is open.
  EXPECT_EQ(play(ann, 3, Command::Kind::resign, ""), 200);
  EXPECT_NE(export_data(ann).dump().find(R"("c5")"), std::string::npos);
  EXPECT_EQ(export_data(bob).at("games").at(0).at("result").at("seat"), 1);
  // Each looks at many games: nobody does that all the time.
  int times = 0;
  while (times < 100 && export_data(bob).contains("games")) ++times;
  EXPECT_EQ(times, 17) << "twenty at once, three of them before";
  now_ms += 5'000;
  EXPECT_TRUE(export_data(bob).contains("games"));
}

TEST_F(AccountsTest, WhoTakesMuchOutWaitsForTheirOwn) {
  const Caller ann = *who(sign_up("Ann").new_token), bob = *who(sign_up("Bob").new_token);
  std::vector<std::string> order;
  const auto export_data = [&](const Caller& caller) {
    const auto note = [&order, name = caller.person.name](const Result<ExportFile>& file) {
      order.push_back(file ? name : std::string(to_word(file.refusal().code)));
    };
    data_export.export_data(caller, 1LL << 60, note);
  };
  for (int i = 0; i < 10; ++i) export_data(ann);
  export_data(bob);
  run_until([&] { return order.size() == 11; });
  EXPECT_EQ(std::count(order.begin(), order.end(), "too-many"), 7) << "one is written and two wait";
  std::erase(order, "too-many");
  EXPECT_LE(std::find(order.begin(), order.end(), "Bob") - order.begin(), 1);
}

TEST_F(AccountsTest, TakingOutIsChargedByTheLengthOfTheGames) {
  const Caller ann = *who(sign_up("Ann").new_token);
  wait([&](auto done) {
    table_service->create(ann.person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
  });
  double charged = 0;
  World charging = world();
  charging.charge = [&](const Asker& asker, double cost) {
    EXPECT_EQ(asker, asker_of(ann.person.id));
    charged = cost;
    return 9;
  };
  DataExport exports(store, *table_service, charging, export_text);
  const Reply reply = wait([&](auto done) { exports.export_data(ann, 1LL << 60, done); });
  EXPECT_EQ(reply.status, 429);
  EXPECT_EQ(reply.retry_after_s, 9);
  EXPECT_EQ(charged, cost_of_record(0));
}

TEST_F(AccountsTest, WhoIsDeletedIsGoneAndTheGamesStay) {
  const std::string token = sign_up("Ann").new_token, elsewhere = token_of("Ann");
  const Caller ann = *who(token), bob = *who(sign_up("Bob").new_token);
  const Reply made = wait([&](auto done) {
    table_service->create(ann.person, {"hidden-row", {}, CreateTable::Opponent::friends, {}, 1, 10}, done);
  });
  const auto table = parse_json(made.body).at("id").get<std::string>();
  wait([&](auto done) { table_service->join(table, bob.person, done); });
  const auto secret = parse_json(wait([&](auto done) {
                                   accounts->add_api_token(visit(ann), {"x", 7, 30}, done);
                                 }).body)
                          .at("token");
  tick();
  connect(elsewhere);
  struct Collector final : Listener {
    std::vector<std::string> heard;
    void tell(std::shared_ptr<const std::string> text) override { heard.push_back(*text); }
  } collector;
  table_service->listen(table, bob.person, collector, [](const Result<Unit>&) {});
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
  ASSERT_FALSE(collector.heard.empty());
  EXPECT_EQ(parse_json(collector.heard.back()).at("state").at("seats").at(0).at("name"), kDeletedName)
      << "told at once";
  const std::string state = wait([&](auto done) { table_service->state(table, bob.person, done); }).body;
  EXPECT_EQ(state.find(R"("Ann")"), std::string::npos);
  table_service->leave(table, collector);
  const Json kept = parse_json(wait([&](auto done) { data_export.export_data(bob, 1LL << 60, done); }).body);
  EXPECT_EQ(kept.at("games").at(0).at("seats").at(0).at("name"), kDeletedName);
}

}  // namespace
}  // namespace cairn

// The second factor of an account: set up, asked for at every door and for what matters, and by no way got round.
#include "server/people/acts.h"
#include "server/tests/factor_desk.h"

namespace cairn {
namespace {

TEST_F(FactorTest, IsOnWhenACodeConfirmsItAndEndsAllOtherSessions) {
  const std::string here = sign_up("Ann").new_token, elsewhere = token_of("Ann");
  const Caller ann = *who(here);
  EXPECT_EQ(refusal(confirm(ann, "123456")), "other-version") << "nothing was begun";
  EXPECT_EQ(refusal(begin(ann, "guess")), "wrong-password");
  const Json first = parse_json(begin(ann).body);
  const Json told = parse_json(begin(ann).body);
  EXPECT_NE(told.at("secret"), first.at("secret")) << "whoever begins again has a new one";
  secret = bytes_of_base32(told.at("secret").get<std::string>());
  EXPECT_EQ(told.at("uri"), totp_uri("Club", "Ann", secret));
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 200) << "not yet";
  EXPECT_EQ(refusal(confirm(ann, totp_code(bytes_of_base32(first.at("secret").get<std::string>()), totp_step(now_ms)))),
            "wrong-code");
  EXPECT_TRUE(state(ann).at("since").is_null());

  const Reply on = confirm(ann, code());
  ASSERT_EQ(on.status, 200) << on.body;
  const auto codes = parse_json(on.body).at("recovery_codes");
  EXPECT_EQ(codes.size(), 10U);
  EXPECT_TRUE(who(here));
  EXPECT_FALSE(who(elsewhere));
  EXPECT_EQ(state(ann), (Json{{"since", now_ms}, {"recovery_codes", 10}, {"required", false}}));
  EXPECT_EQ(parse_json(own(&Accounts::account, ann).body).at("second_factor"), true);
  EXPECT_EQ(refusal(begin(ann)), "other-version") << "it is on";
  for (const Reply& again : {confirm(ann, code()), confirm(ann, next_code())}) {
    EXPECT_EQ(refusal(again), "other-version");
    EXPECT_NE(again.body.find("is on already"), std::string::npos) << "a second click: " << again.body;
  }
}

TEST_F(FactorTest, SigningInAsksForACodeThatCountsOnce) {
  ann_with_factor();
  EXPECT_EQ(refusal(enter("")), "needs-code");
  EXPECT_EQ(refusal(enter(code())), "wrong-code") << "it was used to turn it on";
  EXPECT_EQ(refusal(enter(code(-1))), "wrong-code") << "so is every one before it";
  EXPECT_EQ(enter(code(1)).status, 200) << "of an app that is half a minute ahead";
  EXPECT_EQ(refusal(enter(code(1))), "wrong-code");
  now_ms += 600'000;
  EXPECT_EQ(refusal(enter(code(-2))), "wrong-code");
  EXPECT_EQ(enter(code(-1)).status, 200) << "of one that is behind";
  EXPECT_EQ(enter(code().substr(0, 3) + " " + code().substr(3)).status, 200);
  // With a wrong password nobody learns that there is a second factor.
  EXPECT_EQ(refusal(wait([&](auto done) {
              accounts->sign_in(visit(), {"Ann", "guess", ""}, done);
            })),
            "wrong-password");
  EXPECT_EQ(refusal(wait([&](auto done) {
              accounts->sign_in(visit(), {"Ann", "guess", next_code()}, done);
            })),
            "wrong-password");
}

TEST_F(FactorTest, ARecoveryCodeWorksOnceInPlaceOfACode) {
  const Caller ann = ann_with_factor();
  EXPECT_EQ(enter(recovery[0]).status, 200);
  EXPECT_EQ(refusal(enter(recovery[0])), "wrong-code");
  EXPECT_EQ(enter(upper(recovery[1])).status, 200);
  EXPECT_EQ(state(ann).at("recovery_codes"), 8);
  const Reply fresh = wait([&](auto done) { accounts->renew_recovery(visit(ann), {next_code()}, done); });
  ASSERT_EQ(fresh.status, 200) << fresh.body;
  EXPECT_EQ(refusal(enter(recovery[2])), "wrong-code") << "those before count no more";
  EXPECT_EQ(enter(parse_json(fresh.body).at("recovery_codes").at(9).get<std::string>()).status, 200);
  // Of somebody else they open nothing.
  const std::string of_ann = parse_json(fresh.body).at("recovery_codes").at(0).get<std::string>();
  const Caller bob = *who(sign_up("Bob").new_token);
  secret = bytes_of_base32(parse_json(begin(bob, "password of Bob").body).at("secret").get<std::string>());
  EXPECT_EQ(confirm(bob, code()).status, 200);
  EXPECT_EQ(refusal(wait([&](auto done) {
              accounts->sign_in(visit(), {"Bob", "password of Bob", of_ann}, done);
            })),
            "wrong-code");
}

TEST_F(FactorTest, WhatMattersAsksForACode) {
  const Caller ann = ann_with_factor();
  const auto password = [&](const std::string& with) {
    return wait([&](auto done) {
      accounts->change_password(visit(ann), {"password of Ann", "another password", false, with}, done);
    });
  };
  EXPECT_EQ(refusal(password("")), "needs-code");
  EXPECT_EQ(refusal(password("123456")), "wrong-code");
  EXPECT_EQ(sign_in("Ann", "another password").status, 403);
  EXPECT_EQ(password(next_code()).status, 200);

  const auto email = [&](const std::string& address, const std::string& with) {
    AccountEdit edit;
    edit.email = address;
    edit.proof.code = with;
    return wait([&](auto done) { accounts->edit(visit(ann), edit, done); });
  };
  EXPECT_EQ(refusal(email("eve@example.org", "")), "needs-code");
  EXPECT_EQ(email("", "").status, 200) << "it is so already";
  EXPECT_EQ(email("ann@example.org", next_code()).status, 200);
  AccountEdit harmless;
  harmless.profile = "I play";
  EXPECT_EQ(wait([&](auto done) { accounts->edit(visit(ann), harmless, done); }).status, 200);

  const auto api_token = [&](const std::string& with) {
    return wait([&](auto done) { accounts->add_api_token(visit(ann), {"mine", 7, 30, with}, done); });
  };
  EXPECT_EQ(refusal(api_token("")), "needs-code") << "it would need no code afterwards";
  EXPECT_EQ(api_token(next_code()).status, 200);

  const auto remove = [&](const std::string& with) {
    return wait([&](auto done) { accounts->remove(visit(ann), {"another password", with}, done); });
  };
  EXPECT_EQ(refusal(remove("")), "needs-code");
  EXPECT_EQ(refusal(remove("999999999")), "wrong-code");
  EXPECT_EQ(remove(next_code()).status, 200);
  EXPECT_EQ(sign_up("Ann").status, 201) << "the name is free";
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 200) << "nothing of the second factor is left";
}

TEST_F(FactorTest, AMailedLinkDoesNotGetRoundIt) {
  const Caller ann = ann_with_factor();
  write_link(LinkKind::session, ann.person.id, "a link to sign in");
  const auto enter_by = [&](const std::string& with) {
    return wait([&](auto done) { accounts->sign_in_by(visit(), {"a link to sign in", with}, done); });
  };
  EXPECT_EQ(refusal(enter_by("")), "needs-code");
  EXPECT_EQ(refusal(enter_by("123456")), "wrong-code");
  EXPECT_EQ(enter_by(next_code()).status, 200) << "the link was still good";
  EXPECT_EQ(refusal(enter_by(next_code())), "bad-link");

  write_link(LinkKind::password, ann.person.id, "a link for a password");
  const auto reset = [&](const std::string& with) {
    return wait([&](auto done) {
      accounts->reset_password(visit(), {"a link for a password", "another password", with}, done);
    });
  };
  EXPECT_EQ(refusal(reset("")), "needs-code");
  EXPECT_EQ(sign_in("Ann", "another password").status, 403) << "nothing was changed";
  EXPECT_EQ(reset(recovery[0]).status, 200);
  EXPECT_EQ(refusal(sign_in("Ann", "another password")), "needs-code");
}

TEST_F(FactorTest, IsTurnedOffByItsOwnerWithACode) {
  const Caller ann = ann_with_factor();
  const auto off = [&](const std::string& with) {
    return wait([&](auto done) { accounts->drop_factor(visit(ann), {with}, done); });
  };
  EXPECT_EQ(refusal(off("123456")), "wrong-code");
  const Reply done = off(next_code());
  ASSERT_EQ(done.status, 200) << done.body;
  EXPECT_TRUE(parse_json(done.body).at("since").is_null());
  EXPECT_EQ(refusal(off(next_code())), "other-version");
  EXPECT_EQ(enter("").status, 200);
  EXPECT_EQ(refusal(wait([&](auto told) { accounts->renew_recovery(visit(ann), {recovery[0]}, told); })),
            "other-version");
}

TEST_F(FactorTest, AnAdminTurnsItOffForWhoeverLostAllAndTheLogSaysSo) {
  ann_with_factor();
  sign_up("Ada");
  sign_up("Mo");
  for (const auto& [name, role] : {std::pair("Ada", Role::admin), std::pair("Mo", Role::moderator)}) {
    std::optional<Written> written;
    store.people.set_role(name, role, [&](const Written& how) { written = how; });
    run_until([&] { return written.has_value(); });
  }
  Acts acts(store.audit, world(), {});
  const auto off = [&](const std::string& by) {
    const Person person = who(token_of(by))->person;
    return wait([&](auto done) { acts.second_factor_off(person, "Ann", {"showed me a passport"}, done); });
  };
  EXPECT_EQ(refusal(off("Mo")), "not-for-you") << "admins alone";
  EXPECT_EQ(refusal(enter("")), "needs-code");
  const Reply done = off("Ada");
  ASSERT_EQ(done.status, 200) << done.body;
  const Json facts = parse_json(done.body);
  EXPECT_EQ(facts.at("second_factor"), false);
  EXPECT_EQ(facts.at("log").at(0).at("act"), "second-factor-off");
  EXPECT_EQ(facts.at("log").at(0).at("by"), "Ada");
  EXPECT_EQ(facts.at("log").at(0).at("why"), "showed me a passport");
  EXPECT_EQ(enter("").status, 200);
  EXPECT_EQ(refusal(off("Ada")), "not-for-you") << "it is off";
}

TEST_F(FactorTest, ModeratorsReadButDoNothingBeforeTheyHaveOneWhereTheHostWantsThat) {
  const std::string token = sign_up("Mo").new_token;
  sign_up("Bob");
  std::optional<Written> written;
  store.people.set_role("Mo", Role::moderator, [&](const Written& how) { written = how; });
  run_until([&] { return written.has_value(); });
  tick();
  Acts acts(store.audit, world(), {});
  const auto sign_out = [&] {
    const Person mo = who(token)->person;
    return wait([&](auto done) { acts.sign_out(mo, "Bob", {"why not"}, done); });
  };
  EXPECT_EQ(sign_out().status, 200);
  for_moderators = true;
  const Reply refused = sign_out();
  EXPECT_EQ(refusal(refused), "not-for-you");
  EXPECT_NE(refused.body.find("account page"), std::string::npos) << "it says where: " << refused.body;
  EXPECT_EQ(wait([&](auto done) { acts.person(who(token)->person, "Bob", done); }).status, 200) << "they may read";
  EXPECT_EQ(state(*who(token)).at("required"), true);
  const Caller bob = *who(token_of("Bob"));
  EXPECT_EQ(state(bob).at("required"), false) << "a player needs none";

  const Reply begun = begin(*who(token), "password of Mo");
  ASSERT_EQ(begun.status, 200) << begun.body;
  secret = bytes_of_base32(parse_json(begun.body).at("secret").get<std::string>());
  ASSERT_EQ(confirm(*who(token), code()).status, 200);
  EXPECT_EQ(sign_out().status, 200) << "at once";
  EXPECT_EQ(state(*who(token)).at("required"), false);
}

TEST_F(FactorTest, NoSecretIsInALogOrAnExport) {
  const Caller ann = ann_with_factor();
  const std::string typed = next_code();
  enter("000000");
  enter(typed);
  enter(recovery[0]);
  const Reply file = wait([&](auto done) { data_export.export_data(ann, std::int64_t{1} << 60, done); });
  ASSERT_EQ(file.status, 200) << file.body;
  EXPECT_EQ(parse_json(file.body).at("second_factor"),
            (Json{{"since", parse_json(file.body).at("second_factor").at("since")}, {"recovery_codes", 9}}));
  std::string all = file.body;
  for (const std::string& line : log) all += line + "\n";
  for (const std::string& secret_text : {base32_of(secret), secret, typed, recovery[0], recovery[1]})
    EXPECT_EQ(all.find(secret_text), std::string::npos) << secret_text;
}

TEST_F(FactorTest, WhatCannotBeStoredIsNotDone) {
  const Caller ann = ann_with_factor();
  store.fail_writes = true;
  now_ms += 30'000;
  for (int i = 0; i < 8; ++i) EXPECT_EQ(enter(code()).status, 503) << "and is no wrong code";
  store.fail_writes = false;
  EXPECT_EQ(enter(code()).status, 200) << "the code is not used up by it";
  store.fail_reads = true;
  EXPECT_EQ(own(&Accounts::second_factor, ann).status, 503);
}

}  // namespace
}  // namespace cairn

// Who may try codes and how often, and what of the time before a second factor is worth nothing afterwards.
#include "server/tests/factor_desk.h"

namespace cairn {
namespace {

struct FactorLimits : FactorTest {
  Written written(const std::function<void(StorePart::Done)>& ask) {
    std::optional<Written> how;
    ask([&](const Written& one) { how = one; });
    run_until([&] { return how.has_value(); });
    return *how;
  }
  int wrong_in_a_row(const std::string& address, const std::string& known, int most) {
    int wrong = 0;
    while (wrong < most && refusal(enter("000000", address, known)) == "wrong-code") ++wrong;
    return wrong;
  }
};

TEST_F(FactorLimits, WrongCodesAreFewByBrowserAndByAccountAndLockNoKnownBrowserOut) {
  ann_with_factor();
  EXPECT_EQ(wrong_in_a_row("10.0.0.1", "", 9), 5);
  now_ms += 30'000;
  const Reply locked = enter(code(), "10.0.0.1");
  EXPECT_EQ(locked.status, 429) << "the right one, too";
  EXPECT_GT(locked.retry_after_s, 200);
  EXPECT_EQ(refusal(enter("", "10.0.0.1")), "needs-code") << "asking for it is no guess";
  const Reply in = enter(code(), "10.0.0.2");
  EXPECT_EQ(in.status, 200) << "from elsewhere";
  // From everywhere at once: twenty in all, but for browsers that a code was given in.
  for (int i = 0; i < 30; ++i) enter("000000", "10.1.0." + std::to_string(i));
  EXPECT_EQ(enter(next_code(), "10.2.0.1").status, 429);
  const Reply again = enter(code(), "10.2.0.1", in.new_device);
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(again.new_device, "") << "it is known as before";
  now_ms += 900'000;
  EXPECT_EQ(enter(code(), "10.2.0.1").status, 200) << "later";
}

TEST_F(FactorLimits, ABrowserThatWasSignedInByThePasswordAloneIsAStranger) {
  const Reply up = sign_up("Ann");
  std::vector<std::string> farmed;
  farmed.reserve(12);
  for (int i = 0; i < 12; ++i) farmed.push_back(enter("").new_device);
  with_factor(up.new_token);
  int wrong = 0;
  for (std::size_t i = 0; i < farmed.size(); ++i)
    wrong += wrong_in_a_row("10.3." + std::to_string(i) + ".1", farmed[i], 5);
  EXPECT_EQ(wrong, 20) << "as many as all strangers have";
}

TEST_F(FactorLimits, AllKnownBrowsersOfAnAccountHaveThirtyTogether) {
  ann_with_factor();
  std::vector<std::string> known;
  for (int i = 0; i < 9; ++i) {
    known.push_back(enter(next_code(), "10.4." + std::to_string(i) + ".1").new_device);
    ASSERT_NE(known.back(), "");
  }
  int wrong = 0;
  for (const std::string& one : known) wrong += wrong_in_a_row("", one, 5);
  EXPECT_EQ(wrong, 30);
}

TEST_F(FactorLimits, AKnownBrowserIsAStrangerToTheNextSecondFactor) {
  const Caller ann = ann_with_factor();
  const std::string before = enter(next_code()).new_device;
  EXPECT_EQ(wait([&](auto done) { accounts->drop_factor(visit(ann), {next_code()}, done); }).status, 200);
  const Reply in = enter("", "", before);
  EXPECT_EQ(in.new_device, "") << "for passwords it is known still";
  now_ms += 30'000;
  with_factor(in.new_token);
  const std::string fresh = enter(next_code(), "", before).new_device;
  EXPECT_NE(fresh, "");
  for (int i = 0; i < 30; ++i) enter("000000", "10.5.0." + std::to_string(i));
  EXPECT_EQ(enter(next_code(), "10.6.0.1", before).status, 429);
  EXPECT_EQ(enter(code(), "10.6.0.1", fresh).status, 200);
}

TEST_F(FactorLimits, TheOwnerGetsInByARecoveryCodeOrALinkThoughAThiefTriesAllTheTime) {
  const Caller ann = ann_with_factor();
  write_link(LinkKind::session, ann.person.id, "a link to sign in");
  for (int i = 0; i < 30; ++i) enter("000000", "10.1.0." + std::to_string(i));
  EXPECT_EQ(enter(next_code(), "10.9.0.1").status, 429);
  EXPECT_EQ(enter(recovery[0], "10.9.0.1").status, 200);
  const Reply by_link = wait([&](auto done) {
    accounts->sign_in_by(visit({}, "10.9.0.1"), {"a link to sign in", code()}, done);
  });
  EXPECT_EQ(by_link.status, 200) << by_link.body;
  // Recovery codes are tried slowly, too.
  int wrong = 0;
  while (wrong < 9 && refusal(enter("0000-0000-0000-0000", "10.9.0.2")) == "wrong-code") ++wrong;
  EXPECT_EQ(wrong, 5);
}

TEST_F(FactorLimits, TurningItOnEndsTokensAndWebhooksAndKeepsTheMailAddress) {
  const std::string session = sign_up("Ann").new_token;
  const Caller ann = *who(session);
  const Reply made = wait([&](auto done) { accounts->add_api_token(visit(ann), {"thief's", 7, 3650, ""}, done); });
  const std::string token = parse_json(made.body).at("token").get<std::string>();
  ASSERT_TRUE(who(token, true));
  write_link(LinkKind::password, ann.person.id, "a link");  // with the address that it goes to
  EXPECT_EQ(
      written([&](auto done) {
        store.outbox.add_hook({"web", ann.person.id, "https://thief.example/", "s", kAllNotices, now_ms}, 9, done);
      }).how,
      Written::How::durable);
  with_factor(session);
  EXPECT_FALSE(who(token, true)) << "it is remembered no more";
  EXPECT_EQ(parse_json(own(&Accounts::api_tokens, ann).body).at("tokens").size(), 0U);
  std::optional<std::vector<Hook>> hooks;
  store.outbox.hooks_of(ann.person.id, [&](const auto& found) { hooks = *found.value; });
  run_until([&] { return hooks.has_value(); });
  for (const Hook& hook : *hooks) EXPECT_TRUE(hook.mail) << hook.url;
  EXPECT_EQ(parse_json(own(&Accounts::account, ann).body).at("proven"), "ann@club.example");
}

TEST_F(FactorLimits, ASecretThatNoCodeConfirmsIsForgotten) {
  const std::string token = sign_up("Ann").new_token;
  const auto begun = [&](const std::string& password) {
    secret = bytes_of_base32(parse_json(begin(*who(token), password).body).at("secret").get<std::string>());
  };
  begun("password of Ann");
  now_ms += kFactorBegunMs;
  EXPECT_EQ(refusal(confirm(*who(token), code())), "other-version") << "after a quarter of an hour";
  begun("password of Ann");
  EXPECT_EQ(wait([&](auto done) {
              accounts->change_password(visit(who(token)), {"password of Ann", "another password"}, done);
            }).status,
            200);
  EXPECT_EQ(refusal(confirm(*who(token), code())), "other-version")
      << "whoever began it may know the old password alone";
  begun("another password");
  write_link(LinkKind::password, who(token)->person.id, "a link");
  EXPECT_EQ(wait([&](auto done) {
              accounts->reset_password(visit(), {"a link", "a third password"}, done);
            }).status,
            200);
  const std::string back = sign_in("Ann", "a third password").new_token;
  EXPECT_EQ(refusal(confirm(*who(back), code())), "other-version");
}

TEST_F(FactorLimits, AnApiTokenModeratesNothingWhereModeratorsNeedASecondFactor) {
  const std::string session = sign_up("Mo").new_token;
  written([&](auto done) { store.people.set_role("Mo", Role::moderator, done); });
  tick();
  const auto token_of_mo = [&](const std::string& with) {
    const Reply made = wait([&](auto done) {
      accounts->add_api_token(visit(who(session)), {"mine", 7, 30, with}, done);
    });
    return parse_json(made.body).at("token").get<std::string>();
  };
  EXPECT_TRUE(may_moderate(who(token_of_mo(""), true)->person)) << "the host does not ask for one";
  for_moderators = true;
  secret = bytes_of_base32(parse_json(begin(*who(session), "password of Mo").body).at("secret").get<std::string>());
  ASSERT_EQ(confirm(*who(session), code()).status, 200);
  EXPECT_TRUE(may_moderate(who(session)->person));
  const std::string fresh = token_of_mo(next_code());
  ASSERT_TRUE(who(fresh, true));
  EXPECT_FALSE(may_moderate(who(fresh, true)->person)) << "read from the store";
  EXPECT_FALSE(may_moderate(who(fresh, true)->person)) << "remembered";
}

}  // namespace
}  // namespace cairn

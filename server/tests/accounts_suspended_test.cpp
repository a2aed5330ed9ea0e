// A suspended account comes in by no door, its owner alone is told why, and it ends by itself.
#include "server/store/letter.h"
#include "server/tests/mail_commands_checks.h"

namespace cairn {
namespace {

struct AccountsSuspended : AccountsTest {
  std::int64_t person_of(const std::string& name) {
    std::optional<Found<Account>> found;
    store.people.account_named(name, [&](const Found<Account>& one) { found = one; });
    run_until([&] { return found.has_value(); });
    return found->value ? found->value->person.id : 0;
  }
  void suspend(const std::string& name, std::int64_t until_ms) {
    std::optional<Written> written;
    store.audit.suspend({kHost, person_of(name), "rude"}, until_ms, [&](const Written& one) { written = one; });
    run_until([&] { return written.has_value(); });
    EXPECT_EQ(written->how, Written::How::durable) << written->message;
    tick();
  }
  static std::string told(const Reply& reply) {
    const Json error = parse_json(reply.body).value("error", Json::object());
    return error.value("code", "") + ": " + error.value("message", "");
  }
  Written::How begin_session(std::int64_t person) {
    std::optional<Written> written;
    store.people.add_session(person, {hash_token("late"), {}, now_ms, now_ms, now_ms + kDay}, std::nullopt, 9,
                             [&](const Written& one) { written = one; });
    run_until([&] { return written.has_value(); });
    return written->how;
  }
};

TEST_F(AccountsSuspended, NoDoorOpens) {
  const std::string session = sign_up("Ann").new_token;
  const Caller ann = *who(session);
  const Reply made = wait([&](auto done) { accounts->add_api_token(visit(ann), {"mine", kAllScopes, 9}, done); });
  const std::string token = parse_json(made.body).at("token");
  connect(session);
  suspend("Ann", now_ms + kDay);
  EXPECT_TRUE(is_closed(session)) << "its connections end";
  ASSERT_TRUE(who(session)->suspended);
  EXPECT_EQ(who(session)->suspended->why, "rude");
  ASSERT_TRUE(who(token, true)->suspended);
  EXPECT_FALSE(who("another token", true)) << "nobody";
  EXPECT_EQ(told(sign_in("Ann", "password of Ann")),
            "suspended: this account is suspended until 2023-11-15 22:13 (UTC): rude");
  EXPECT_EQ(told(sign_in("Ann", "a guess")), "wrong-password: the name or the password is wrong");
  EXPECT_EQ(begin_session(ann.person.id), Written::How::conflict) << "that had just been let in";

  MailedLink link = {hash_token("by mail"), LinkKind::password, ann.person.id, "", now_ms + 2 * kDay};
  std::optional<Written> linked;
  store.audit.give_password_link({kHost, ann.person.id, ""}, link.token, link.expires_ms,
                                 [&](const Written& one) { linked = one; });
  run_until([&] { return linked.has_value(); });
  const auto reset = [&] {
    return wait([&](auto done) { accounts->reset_password(visit(), {"by mail", "a new password"}, done); });
  };
  EXPECT_EQ(told(reset()), "suspended: this account is suspended until 2023-11-15 22:13 (UTC): rude");

  now_ms += kDay;
  EXPECT_EQ(reset().status, 200) << "it has run out, and the link was not used up";
  EXPECT_FALSE(who(session)) << "what has ended stays so";
  EXPECT_FALSE(who(token, true));
  EXPECT_EQ(sign_in("Ann", "a new password").status, 200);
  EXPECT_EQ(begin_session(ann.person.id), Written::How::durable);
}

TEST_F(AccountsSuspended, WithoutAnEndItIsLifted) {
  sign_up("Ann");
  suspend("Ann", 0);
  now_ms += 4'000 * kDay;
  EXPECT_EQ(told(sign_in("Ann", "password of Ann")), "suspended: this account is suspended: rude");
  std::optional<Written> lifted;
  store.audit.lift({kHost, person_of("Ann"), ""}, [&](const Written& one) { lifted = one; });
  run_until([&] { return lifted.has_value(); });
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 200);
}

TEST_F(MailCommandsTest, ASuspendedPlayerIsToldWhyByMail) {
  join("anna");
  std::optional<Found<Account>> anna;
  store.people.account_named("anna", [&](const Found<Account>& one) { anna = one; });
  run_until([&] { return anna.has_value(); });
  std::optional<Written> written;
  store.audit.suspend({kHost, anna->value->person.id, "rude"}, 0, [&](const Written& one) { written = one; });
  run_until([&] { return written.has_value(); });
  const std::string why = "The command was not carried out: this account is suspended: rude.\n";
  EXPECT_EQ(answer(of("anna", "vacation anna secret-of-anna 3")).text.substr(0, why.size()), why);
  EXPECT_EQ(answer(of("anna", "vacation anna 3")).text.find("suspended") == std::string::npos, false)
      << "by the address alone";
  Mail stranger = of("eve", "vacation anna a-guess 3");
  for (const Sent& one : mail(stranger))
    EXPECT_EQ(one.letter.text.find("suspended"), std::string::npos) << "nobody else learns of it";
}

}  // namespace
}  // namespace cairn

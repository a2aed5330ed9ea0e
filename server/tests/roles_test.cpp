// A moderator's act is checked against the role as it is when the act is written, not as it was when somebody asked.
#include <algorithm>
#include <limits>

#include "server/matchmaking/lobby.h"
#include "server/people/acts.h"
#include "server/people/site.h"
#include "server/people/talk.h"
#include "server/play/may_not_act.h"
#include "server/protocol/acts_to_client.h"
#include "server/protocol/site_to_client.h"
#include "server/protocol/talk_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct RolesTest : AccountsTest {
  Person mo, bob;

  void SetUp() override {
    mo = who(sign_up("Mo").new_token)->person;
    bob = who(sign_up("Bob").new_token)->person;
    mo.role = Role::moderator;  // as a service saw it a moment ago
  }
  void set_role(const std::string& name, Role role) {
    store.people.set_role(name, role, [](const Written&) {});
    settle();
  }
  std::vector<AuditEntry> written_acts() {
    std::optional<std::vector<AuditEntry>> entries;
    store.audit.log(std::numeric_limits<std::int64_t>::max(), 50, [&](const auto& found) { entries = *found.value; });
    run_until([&] { return entries.has_value(); });
    return *entries;
  }
  static std::string refusal(const Reply& reply) {
    const Json body = parse_json(reply.body);
    return body.contains("error") ? body.at("error").at("code").get<std::string>() : "";
  }
  Written write(const std::function<void(StorePart::Done)>& ask) {
    std::optional<Written> written;
    ask([&](const Written& how) { written = how; });
    run_until([&] { return written.has_value(); });
    return *written;
  }
};

TEST_F(RolesTest, WhoeverLostTheirRoleAMomentAgoDoesNothing) {
  const std::string session = token_of("Bob");
  Acts acts(store.audit, world(), {});
  Site site({store.announcements, store.registrations}, world(), {});
  Talk talk({store.people, store.talk}, world());
  const auto act = [&](int which) {
    return wait([&](auto done) {
      switch (which) {
        case 0:
          return acts.sign_out(mo, "Bob", {"late"}, done);
        case 1:
          return acts.rename(mo, "Bob", {"Rob", "late"}, done);
        case 2:
          return acts.suspend(mo, "Bob", {7, "late"}, done);
        case 3:
          return site.announce(mo, {"late", 1}, done);
        default:
          return talk.mute(mo, "Bob", MuteWish{60, "late"}, done);
      }
    });
  };
  constexpr int kActs = 5;
  for (int i = 0; i < kActs; ++i) {
    const Reply refused = act(i);
    EXPECT_EQ(refusal(refused), "not-for-you") << i << refused.body;
    EXPECT_NE(refused.body.find("changed a moment ago"), std::string::npos) << i << refused.body;
  }
  EXPECT_TRUE(written_acts().empty());
  EXPECT_TRUE(who(session)) << "nothing was done";
  EXPECT_EQ(sign_in("Bob", "password of Bob").status, 200);
  EXPECT_FALSE(std::any_of(log.begin(), log.end(), [](const std::string& line) {
    return line.find(kMayNotAct) != std::string::npos;
  })) << "it is no fault of the server";

  set_role("Mo", Role::moderator);
  for (const int i : {3, 4, 0}) EXPECT_EQ(act(i).status, 200) << i;
  EXPECT_EQ(written_acts().size(), 3U);
}

TEST_F(RolesTest, AnAdminWhoBecameAModeratorGivesNoRolesAndNoLinks) {
  set_role("Mo", Role::moderator);
  Person ada = mo;
  ada.role = Role::admin;
  Acts acts(store.audit, world(), {});
  EXPECT_EQ(refusal(wait([&](auto done) {
              acts.set_role(ada, "Bob", {Role::moderator, "late"}, done);
            })),
            "not-for-you");
  EXPECT_EQ(refusal(wait([&](auto done) { acts.password_link(ada, "Bob", {"late"}, done); })), "not-for-you");
  EXPECT_EQ(refusal(wait([&](auto done) { acts.close(ada, "Bob", {"late"}, done); })), "not-for-you");
  EXPECT_TRUE(written_acts().empty());
  EXPECT_EQ(who(token_of("Bob"))->person.role, Role::player);
}

TEST_F(RolesTest, WhoBecameAModeratorAMomentAgoIsNotActedOnByAnother) {
  set_role("Mo", Role::moderator);
  set_role("Bob", Role::moderator);
  const ActWish wish = {mo.id, bob.id, "late"};
  const std::function<void(StorePart::Done)> all[] = {
      [&](auto done) { store.audit.sign_out(wish, done); },
      [&](auto done) { store.audit.rename(wish, "Rob", done); },
      [&](auto done) { store.audit.suspend(wish, 0, done); },
      [&](auto done) { store.audit.close(wish, done); },
      [&](auto done) { store.audit.second_factor_off(wish, {}, done); },
      [&](auto done) {
        store.talk.set_mute(bob.id, Mute{now_ms + 1'000, mo.id, now_ms, "late"}, mo.id, done);
      },
  };
  for (const auto& one : all) EXPECT_NE(write(one).how, Written::How::durable);
  EXPECT_TRUE(written_acts().empty());
  EXPECT_EQ(sign_in("Bob", "password of Bob").status, 200);
  // An admin may, and the host always.
  set_role("Mo", Role::admin);
  EXPECT_EQ(write(all[0]).how, Written::How::durable);
  EXPECT_EQ(write([&](auto done) { store.audit.sign_out({kHost, mo.id, "host"}, done); }).how, Written::How::durable);
}

}  // namespace
}  // namespace cairn

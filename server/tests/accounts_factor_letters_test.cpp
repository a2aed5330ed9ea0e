// What the owner of an account is told of its second factor, and what the audit log keeps.
#include <limits>

#include "server/people/acts.h"
#include "server/store/letter.h"
#include "server/tests/factor_desk.h"

namespace cairn {
namespace {

struct FactorLetters : FactorTest {
  // The subjects of letters that wait; they are gone afterwards.
  std::vector<std::string> subjects() {
    std::vector<std::string> out;
    for (const Delivery& one : take_letters()) {
      EXPECT_EQ(one.hook.url, "mailto:ann@club.example");
      if (const auto letter = letter_from(one.notice.facts)) {
        EXPECT_NE(letter->text.find("Ann"), std::string::npos) << letter->text;
        EXPECT_NE(letter->text.find("https://play.example.org"), std::string::npos) << letter->text;
        out.push_back(letter->subject);
      }
    }
    return out;
  }
  void set_role(const std::string& name, Role role) {
    store.people.set_role(name, role, [](const Written&) {});
    settle();
  }
  std::vector<AuditEntry> entries() {
    std::optional<std::vector<AuditEntry>> out;
    store.audit.log(std::numeric_limits<std::int64_t>::max(), 50, [&](const auto& found) { out = *found.value; });
    run_until([&] { return out.has_value(); });
    return *out;
  }
};

using Subjects = std::vector<std::string>;

TEST_F(FactorLetters, TellTheOwnerOfEachChange) {
  const std::string token = sign_up("Ann").new_token;
  write_link(LinkKind::session, who(token)->person.id, "a link");
  EXPECT_EQ(subjects(), Subjects{});
  const Caller ann = with_factor(token);
  EXPECT_EQ(subjects(), Subjects{"Two-factor authentication was turned on"});
  EXPECT_EQ(wait([&](auto done) { accounts->renew_recovery(visit(ann), {"000000"}, done); }).status, 403);
  EXPECT_EQ(subjects(), Subjects{}) << "nothing was done";
  EXPECT_EQ(wait([&](auto done) { accounts->renew_recovery(visit(ann), {next_code()}, done); }).status, 200);
  EXPECT_EQ(subjects(), Subjects{"New recovery codes"});
  EXPECT_EQ(wait([&](auto done) { accounts->drop_factor(visit(ann), {next_code()}, done); }).status, 200);
  EXPECT_EQ(subjects(), Subjects{"Two-factor authentication was turned off"});

  now_ms += 30'000;
  with_factor(token);
  subjects();
  sign_up("Ada");
  set_role("Ada", Role::admin);
  Acts::Settings settings;
  settings.mail_base = [] { return std::string("https://play.example.org"); };
  Acts acts(store.audit, world(), settings);
  const Person ada = who(token_of("Ada"))->person;
  EXPECT_EQ(wait([&](auto done) { acts.second_factor_off(ada, "Ann", {"lost"}, done); }).status, 200);
  EXPECT_EQ(subjects(), Subjects{"Two-factor authentication was turned off"});
}

TEST_F(FactorLetters, WarnTheOwnerOfWrongCodesOnceADay) {
  const std::string token = sign_up("Ann").new_token;
  write_link(LinkKind::session, who(token)->person.id, "a link");
  with_factor(token);
  subjects();
  for (int i = 0; i < 5; ++i) enter("000000", "10.0.0.1");
  EXPECT_EQ(subjects(), Subjects{});
  for (int i = 0; i < 9; ++i) enter("000000", "10.0.0.1");
  settle();
  EXPECT_EQ(subjects(), Subjects{"Wrong codes for your account"});
  now_ms += kDay;
  for (int i = 0; i < 9; ++i) enter("000000", "10.0.0.1");
  settle();
  EXPECT_EQ(subjects().size(), 1U);
}

TEST_F(FactorLetters, TheAuditLogSaysWhichModeratorTurnedItOn) {
  ann_with_factor();
  EXPECT_TRUE(entries().empty()) << "of players nothing";
  const std::string token = sign_up("Mo").new_token;
  set_role("Mo", Role::moderator);
  tick();
  secret = bytes_of_base32(parse_json(begin(*who(token), "password of Mo").body).at("secret").get<std::string>());
  ASSERT_EQ(confirm(*who(token), code()).status, 200);
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(entries()[0].act, "second-factor-on");
  EXPECT_EQ(entries()[0].by, "Mo");
  EXPECT_EQ(entries()[0].name, "Mo");
}

}  // namespace
}  // namespace cairn

// Every act of moderators, by one whom the host wants to have a second factor first: refused, and nothing done.
#include "server/library/studies.h"
#include "server/matchmaking/lobby.h"
#include "server/people/acts.h"
#include "server/people/site.h"
#include "server/people/talk.h"
#include "server/protocol/acts_to_client.h"
#include "server/protocol/lobby_to_client.h"
#include "server/protocol/site_to_client.h"
#include "server/protocol/studies_to_client.h"
#include "server/protocol/talk_to_client.h"
#include "server/tests/tournament_desk_case.h"

namespace cairn {
namespace {

struct FactorActs : TournamentDeskTest {
  using Act = std::function<Reply(const Person&)>;
  struct Case {
    const char* name;
    Act act;
  };
  Acts acts{store.audit, world(), {}};
  Site site{{store.announcements, store.registrations}, world(), site_settings()};
  Talk talk{{store.people, store.talk}, world()};
  Lobby lobby{{store.lists, store.people}, world()};
  Studies studies{{store.people, store.studies, store.talk}, *table_service, world(std::span(&game, 1), post)};
  Person ann = person("Ann"), bob = person("Bob"), cid = person("Cid");
  RemarkId said{Room::spectators, 0}, whispered{Room::players, 0};  // at `talked_at`

  static Site::Settings site_settings() {
    Site::Settings settings;
    settings.setup = [] {
      Site::Setup setup;
      setup.admission.registration = Registration::by_invitation;
      return setup;
    };
    return settings;
  }
  template <class Call>
  Act by(Call call) {
    return [this, call](const Person& mo) {
      now_ms += 60'000;
      return wait([&](auto done) { call(mo, done); });
    };
  }
  std::string open_game() {
    CreateTable wish;
    wish.game = "hidden-row";
    wish.opponent = CreateTable::Opponent::friends;
    wish.clock = *parse_clock_rule("fischer 5m+3s").rule;
    wish.listed = true;
    return good(wait([&](auto done) { table_service->create(ann, wish, done); })).at("id").get<std::string>();
  }
  std::string talked_at() {
    TableRow row;
    row.id = "talked-at";
    row.setup.game = "hidden-row";
    row.occupants = {{SeatKind::guest, ann.id, "Ann"}, {SeatKind::guest, bob.id, "Bob"}};
    bool there = false;
    store.tables.add_table(row, [&](const Written& /*how*/) { there = true; });
    run_until([&] { return there; });
    const Reply reply = wait([&](auto done) { talk.say(row.id, cid, {"r1", "hello"}, done); });
    EXPECT_LT(reply.status, 300) << reply.body;
    said.number = parse_json(reply.body).at("number").get<int>();
    const Reply other = wait([&](auto done) { talk.say(row.id, ann, {"r2", "hello"}, done); });
    EXPECT_LT(other.status, 300) << other.body;
    whispered.number = parse_json(other.body).at("number").get<int>();
    return row.id;
  }
  std::string invitation_of(const Person& person) {
    Invitation made;
    made.token = hash_token("a link");
    made.by = person.id;
    made.uses = 1;
    made.created_ms = now_ms;
    made.expires_ms = now_ms + 30 * kDayMs;
    bool there = false;
    store.registrations.add_invitation(made, 5, false, [&](const Written& written) {
      EXPECT_EQ(written.how, Written::How::durable) << written.message;
      there = true;
    });
    run_until([&] { return there; });
    std::string id;
    store.registrations.invitations(person.id, now_ms, 1,
                                    [&](const auto& found) { id = std::to_string(found.value->at(0).id); });
    run_until([&] { return !id.empty(); });
    return id;
  }
  // That look at once whether somebody may: what they are about need not be there.
  std::vector<Case> first_of_all() {
    return {
        {"sign-out", by([&](auto& mo, auto done) { acts.sign_out(mo, "Bob", {"why"}, done); })},
        {"rename", by([&](auto& mo, auto done) {
           acts.rename(mo, "Bob", {"Robert", "why"}, done);
         })},
        {"suspend", by([&](auto& mo, auto done) {
           acts.suspend(mo, "Nobody", {1, "why"}, done);
         })},
        {"lift", by([&](auto& mo, auto done) { acts.lift(mo, "Bob", {"why"}, done); })},
        {"close", by([&](auto& mo, auto done) { acts.close(mo, "Nobody", {"why"}, done); })},
        {"role", by([&](auto& mo, auto done) {
           acts.set_role(mo, "Bob", {Role::player, "why"}, done);
         })},
        {"factor off", by([&](auto& mo, auto done) { acts.second_factor_off(mo, "Bob", {"why"}, done); })},
        {"link", by([&](auto& mo, auto done) { acts.password_link(mo, "Bob", {"why"}, done); })},
        {"announce", by([&](auto& mo, auto done) {
           site.announce(mo, {"text", 1}, done);
         })},
        {"end announcement", by([&](auto& mo, auto done) { site.end_announcement(mo, done); })},
        {"approve", by([&](auto& mo, auto done) { site.approve(mo, "1", {}, done); })},
        {"refuse", by([&](auto& mo, auto done) { site.refuse(mo, "1", {"why"}, done); })},
        {"mute", by([&](auto& mo, auto done) {
           talk.mute(mo, "Bob", MuteWish{1, "why"}, done);
         })},
        {"unmute", by([&](auto& mo, auto done) { talk.mute(mo, "Bob", std::nullopt, done); })},
        {"mute seat", by([&](auto& mo, auto done) {
           talk.mute_seat(mo, {"none", 0}, MuteWish{1, "why"}, done);
         })},
        {"end report", by([&](auto& mo, auto done) { talk.end_report(mo, "1", done); })},
        {"annul", by([&](auto& mo, auto done) {
           lobby.annul(mo, "Bob", {"hidden-row", 0, "why"}, done);
         })},
        {"hide study", by([&](auto& mo, auto done) { studies.hide(mo, "none", true, done); })},
        {"end study report", by([&](auto& mo, auto done) { studies.end_report(mo, "1", done); })},
        {"uphold", by([&](auto& mo, auto done) { desk->uphold(id, mo, "0", done); })},
        {"take off", by([&](auto& mo, auto done) { desk->take_off(mo, "Nobody", done); })},
    };
  }
  // That others do, too, with what is theirs: somebody else's is there.
  std::vector<Case> on_what_others_have() {
    const std::string table = open_game(), at = talked_at(), link = invitation_of(ann);
    return {
        {"take back", by([=, this](auto& mo, auto done) { lobby.take_back(table, mo, done); })},
        {"remove message", by([=, this](auto& mo, auto done) { talk.remove(at, mo, said, done); })},
        {"remove what only players read", by([=, this](auto& mo, auto done) { talk.remove(at, mo, whispered, done); })},
        {"end invitation", by([=, this](auto& mo, auto done) { site.end_invitation(mo, link, done); })},
        {"invite", by([&](auto& mo, auto done) {
           site.invite(mo, {100, 30, ""}, done);
         })},
        {"start", by([&](auto& mo, auto done) { desk->start(id, mo, done); })},
        {"rule", by([&](auto& mo, auto done) {
           desk->rule(id, mo, {Ruling::Kind::annul, 0}, done);
         })},
        {"withdraw", by([&](auto& mo, auto done) { desk->withdraw(id, mo, {people[3].name}, done); })},
        {"cancel", by([&](auto& mo, auto done) { desk->cancel(id, mo, done); })},
    };
  }
};

TEST_F(FactorActs, AreAllRefusedWithoutIt) {
  announce(wish(TournamentSetup::Kind::round_robin), 4);
  Person mo = moderating(person("Mo"));
  settle();
  store.people.set_role("Mo", Role::admin, [](const Written&) {});
  settle();
  mo.role = Role::admin;
  Person without = mo;
  without.needs_factor = true;
  std::vector<Case> all = first_of_all();
  const auto others = on_what_others_have();
  all.insert(all.end(), others.begin(), others.end());
  const Json before = see();
  for (const Case& one : all) {
    const Reply refused = one.act(without);
    EXPECT_EQ(code(refused), "not-for-you") << one.name << refused.body;
    EXPECT_NE(refused.body.find("two-factor"), std::string::npos) << one.name << refused.body;
  }
  EXPECT_EQ(see().at("state"), before.at("state"));
  EXPECT_EQ(parse_json(wait([&](auto done) { acts.log(mo, std::int64_t{1} << 60, done); }).body).at("entries").size(),
            0U);
  for (const Case& one : all) {
    const Reply done = one.act(mo);
    EXPECT_EQ(done.body.find("two-factor authentication, and"), std::string::npos) << one.name << done.body;
  }
}

TEST_F(FactorActs, WhatOthersHaveIsActedOnWithIt) {
  announce(wish(TournamentSetup::Kind::round_robin), 4);
  const Person mo = moderating(person("Mo"));
  settle();
  for (const Case& one : on_what_others_have()) {
    const Reply done = one.act(mo);
    EXPECT_LT(done.status, 300) << one.name << done.body;
    settle();
  }
}

}  // namespace
}  // namespace cairn

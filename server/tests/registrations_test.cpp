// Who may join: invitations, and accounts that wait for a moderator, in both stores and through the service.
#include "server/store/registrations.h"

#include <gtest/gtest.h>

#include "server/people/site.h"
#include "server/protocol/site_to_client.h"
#include "server/store/postgres.h"
#include "server/tests/accounts_desk.h"
#include "server/tests/links_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using How = Written::How;

struct RegistrationDesk : LinkStoreDesk {
  Written add_invited(unsigned char invitation, const std::string& name, unsigned char byte, std::int64_t now = 1'000,
                      std::int64_t guest = 0) {
    Account account;
    account.person = {guest, name, true, Role::player, false};
    account.password = "hash of " + name;
    account.created_ms = now;
    return loop.wait(
        [&](auto done) { store.registrations.add_invited(token(invitation), account, session(byte), done); });
  }
  Written wait_as(const std::string& name, int most = 9, std::int64_t guest = 0, std::int64_t now = 1'000,
                  bool proven = false) {
    Account account;
    account.person = {guest, name, true, Role::player, false};
    account.password = "hash of " + name;
    account.email = name + "@Club.example";
    if (proven) account.proven = lower(account.email);
    account.created_ms = now;
    return loop.wait([&](auto done) { store.registrations.add_waiting(account, "plays go", most, done); });
  }
  How invite(unsigned char byte, std::int64_t by, int uses, int most = 9) {
    Invitation made;
    made.token = token(byte);
    made.by = by;
    made.note = "for the club";
    made.uses = uses;
    made.created_ms = 1'000;
    made.expires_ms = 2'000;
    return write([&](auto done) { store.registrations.add_invitation(made, most, true, done); });
  }
  std::vector<Invitation> open_ones(std::int64_t by, std::int64_t now = 1'000) {
    return *loop.read<std::vector<Invitation>>([&](auto done) { store.registrations.invitations(by, now, 9, done); })
                .value;
  }
  std::vector<WaitingAccount> who_waits() {
    return *loop.read<std::vector<WaitingAccount>>([&](auto done) { store.registrations.waiting(9, done); }).value;
  }
  Joining joining(std::int64_t person) {
    return *loop.read<Joining>([&](auto done) { store.registrations.joining_of(person, done); }).value;
  }
  bool is_open(unsigned char invitation, std::int64_t now = 1'000) {
    return *loop.read<bool>([&](auto done) { store.registrations.is_open(token(invitation), now, done); }).value;
  }
  Claimed claimed(const std::string& name) {
    return *loop.read<Claimed>([&](auto done) { store.people.claimed(name, done); }).value;
  }
  std::optional<PersonFacts> facts(const std::string& name) {
    return loop.read<PersonFacts>([&](auto done) { store.audit.person_facts(name, done); }).value;
  }
  std::vector<std::string> acts() {
    std::vector<std::string> out;
    const auto log = loop.read<std::vector<AuditEntry>>(
        [&](auto done) { store.audit.log(std::numeric_limits<std::int64_t>::max(), 50, done); });
    for (const AuditEntry& entry : *log.value) out.push_back(entry.act + " " + entry.name + " " + entry.about);
    return out;
  }
};

void check_invitations(Store& store, Loop& loop) {
  RegistrationDesk desk{{{store, loop}}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  const auto moderates = [&](const std::string& name) {
    desk.write([&](auto done) { store.people.set_role(name, Role::moderator, done); });
  };
  moderates("Ann");
  EXPECT_EQ(desk.invite(10, ann, 2), How::durable);
  EXPECT_EQ(desk.invite(11, ann, 1, 1), How::conflict) << "as many as she may have";
  EXPECT_TRUE(desk.is_open(10));
  EXPECT_FALSE(desk.is_open(10, 2'000)) << "it has run out";
  EXPECT_FALSE(desk.is_open(99));
  EXPECT_EQ(desk.add_invited(99, "Eve", 2).key, RegistrationStore::kNotInvited);
  EXPECT_EQ(desk.add_invited(10, "Eve", 2, 2'000).key, RegistrationStore::kNotInvited) << "it has run out";
  EXPECT_EQ(desk.add_invited(10, "ann", 2).key, 0) << "the name is taken";
  EXPECT_EQ(desk.open_ones(ann).at(0).used, 0) << "which uses nothing up";
  EXPECT_EQ(desk.add_invited(10, "Bob", 2).how, How::durable);
  EXPECT_EQ(desk.facts("Bob")->invited_by, "Ann");
  EXPECT_EQ(desk.facts("Bob")->sessions, 0) << "of the test's sessions all are over by now";
  EXPECT_EQ(desk.facts("Ann")->invited_by, std::nullopt);
  EXPECT_EQ(desk.add_invited(10, "Cid", 3).how, How::durable);
  EXPECT_EQ(desk.add_invited(10, "Dan", 4).key, RegistrationStore::kNotInvited) << "both uses are gone";
  EXPECT_FALSE(desk.named("Dan"));
  EXPECT_TRUE(desk.open_ones(0).empty());
  EXPECT_FALSE(desk.is_open(10));
  const Joining of_maker = desk.joining(ann);
  ASSERT_EQ(of_maker.invitations.size(), 1U) << "also one that is used up";
  EXPECT_EQ(of_maker.invitations[0].used, 2);
  EXPECT_EQ(of_maker.invitations[0].note, "for the club");
  EXPECT_EQ(of_maker.invited_by, std::nullopt);
  EXPECT_EQ(desk.joining(desk.named("Bob")->person.id).invited_by, "Ann");

  EXPECT_EQ(desk.invite(12, kHost, 5), How::durable);
  EXPECT_EQ(desk.invite(13, ann, 5), How::durable);
  EXPECT_EQ(desk.open_ones(0).size(), 2U);
  EXPECT_EQ(desk.open_ones(ann).size(), 1U);
  EXPECT_EQ(desk.open_ones(0, 2'000).size(), 0U);
  const std::int64_t of_ann = desk.open_ones(ann).at(0).id;
  const std::int64_t bob = desk.named("Bob")->person.id;
  const auto end = [&](std::int64_t id, std::int64_t by, bool any) {
    return desk.write([&](auto done) { store.registrations.end_invitation(id, by, any, done); });
  };
  EXPECT_EQ(end(of_ann, bob, false), How::conflict) << "it is not his";
  EXPECT_EQ(end(of_ann, bob, true), How::failed) << "he is none";
  EXPECT_EQ(desk.open_ones(ann).size(), 1U) << "nothing was written";
  moderates("Bob");
  EXPECT_EQ(end(of_ann, bob, true), How::durable) << "a moderator's";
  EXPECT_EQ(end(of_ann, ann, false), How::conflict) << "it is gone";
  EXPECT_EQ(desk.acts().at(0), "withdraw-invitation Ann 5: for the club");
  EXPECT_EQ(desk.acts().back(), "invite  2 until 1970-01-01 00:00: for the club");

  // Whoever moderates no more has no links of a moderator, whoever says so.
  EXPECT_EQ(desk.invite(16, bob, 5), How::durable);
  desk.write([&](auto done) { store.audit.set_role({kHost, bob, "asked for it"}, Role::player, "player", done); });
  EXPECT_TRUE(desk.open_ones(bob).empty());
  EXPECT_EQ(desk.add_invited(16, "Eve", 5).key, RegistrationStore::kNotInvited);
  moderates("Bob");
  EXPECT_EQ(desk.invite(17, bob, 5), How::durable);
  desk.write([&](auto done) { store.people.set_role("Bob", Role::player, done); });
  EXPECT_TRUE(desk.open_ones(bob).empty());

  EXPECT_EQ(desk.invite(14, ann, 5), How::durable);
  EXPECT_EQ(desk.write([&](auto done) { store.audit.suspend({kHost, ann, "rude"}, 0, done); }), How::durable);
  EXPECT_TRUE(desk.open_ones(ann).empty()) << "who is suspended invites nobody";
  EXPECT_EQ(desk.add_invited(14, "Eve", 5).key, RegistrationStore::kNotInvited);
  EXPECT_EQ(desk.invite(15, ann, 5), How::conflict);
}

void check_waiting(Store& store, Loop& loop) {
  RegistrationDesk desk{{{store, loop}}};
  desk.register_as("Ann", 1);
  EXPECT_EQ(desk.wait_as("ann").key, 0) << "taken";
  EXPECT_EQ(desk.wait_as("Bob").how, How::durable);
  EXPECT_EQ(desk.wait_as("B0b").how, How::conflict) << "it looks like one that waits";
  EXPECT_EQ(desk.wait_as("Cid", 1).key, RegistrationStore::kTooManyWait);
  EXPECT_EQ(desk.wait_as("Cid").how, How::durable);
  EXPECT_FALSE(desk.named("Bob")) << "it is no account";
  EXPECT_EQ(desk.claimed("bob").waits->password, "hash of Bob");
  EXPECT_FALSE(desk.claimed("bob").account);
  EXPECT_FALSE(desk.claimed("Nobody").waits);
  auto waiting = desk.who_waits();
  ASSERT_EQ(waiting.size(), 2U);
  EXPECT_EQ(waiting[0].name + waiting[0].note, "Bobplays go");

  const auto decide = [&](std::int64_t id, bool good) {
    return loop.wait([&](auto done) {
      const Notice letter = LinkStoreDesk::letter(kStranger, "decided " + std::to_string(id));
      good ? store.registrations.approve({kHost, 0, ""}, id, letter, done)
           : store.registrations.refuse({kHost, 0, "unknown here"}, id, letter, done);
    });
  };
  EXPECT_EQ(decide(waiting[0].id, true).how, How::durable);
  EXPECT_EQ(decide(waiting[0].id, true).how, How::conflict) << "once";
  EXPECT_EQ(desk.named("Bob")->password, "hash of Bob");
  EXPECT_EQ(desk.named("Bob")->proven, "") << "nobody has proven the address";
  EXPECT_EQ(decide(waiting[1].id, false).how, How::durable);
  EXPECT_TRUE(desk.who_waits().empty());
  EXPECT_TRUE(desk.claimed("Cid").waits->refused);
  EXPECT_EQ(desk.claimed("Cid").waits->why, "unknown here");
  EXPECT_EQ(desk.acts(), (std::vector<std::string>{"refuse-account  Cid", "approve-account Bob "}));
  EXPECT_EQ(desk.waiting(),
            (std::vector<std::string>{"mailto:bob@club.example decided " + std::to_string(waiting[0].id),
                                      "mailto:cid@club.example decided " + std::to_string(waiting[1].id)}));
  // Who was refused may ask again, and takes the place of what was refused.
  EXPECT_EQ(desk.wait_as("Cid").how, How::durable);
  EXPECT_FALSE(desk.claimed("Cid").waits->refused);

  // A guest becomes the account.
  const std::int64_t gus = loop.wait([&](auto done) { store.people.add_guest("Gus", token(9), 100, 5'000, done); }).key;
  EXPECT_EQ(desk.wait_as("Gustav", 9, gus).how, How::durable);
  EXPECT_EQ(desk.wait_as("Gustave", 9, gus).how, How::durable) << "instead: a guest asks for one account";
  waiting = desk.who_waits();
  ASSERT_EQ(waiting.size(), 2U);
  EXPECT_EQ(decide(waiting[1].id, true).key, gus);
  EXPECT_EQ(desk.named("Gustave")->person.id, gus);
  EXPECT_EQ(desk.register_as("Cid", 5).how, How::conflict) << "the name is kept for who waits";
  EXPECT_EQ(decide(waiting[0].id, true).how, How::durable);

  // What nobody answers is forgotten when others ask.
  EXPECT_EQ(desk.wait_as("Dora", 1, 0, 1'001 + kWaitingKeptMs).how, How::durable);
  EXPECT_EQ(desk.who_waits().size(), 1U);
  // Not only when somebody else asks: whatever else is forgotten regularly is forgotten together with them.
  desk.write([&](auto done) { store.people.note_present({}, 2 * (kWaitingKeptMs + 2'000), done); });
  EXPECT_TRUE(desk.who_waits().empty());
  EXPECT_FALSE(desk.claimed("Dora").waits);
}

// An address that is known to be theirs counts when the account is approved. A guest who waits, and gets an account in
// another way: the wish is theirs, and goes with the account.
void check_wishes_of_people(Store& store, Loop& loop) {
  RegistrationDesk desk{{{store, loop}}};
  const auto decide = [&](bool good) {
    return loop.wait([&](auto done) {
      const std::int64_t id = desk.who_waits().at(0).id;
      good ? store.registrations.approve({kHost, 0, ""}, id, {}, done)
           : store.registrations.refuse({kHost, 0, "unknown here"}, id, {}, done);
    });
  };
  EXPECT_EQ(desk.wait_as("Pia", 9, 0, 1'000, true).how, How::durable);
  EXPECT_EQ(decide(true).how, How::durable);
  EXPECT_EQ(desk.named("Pia")->proven, "pia@club.example");

  const std::int64_t ida = loop.wait([&](auto done) { store.people.add_guest("Ida", token(8), 100, 5'000, done); }).key;
  EXPECT_EQ(desk.wait_as("Ida", 9, ida).how, How::durable);
  const auto asked = desk.joining(ida).asked;
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->name + " " + asked->email + " " + asked->note, "Ida Ida@Club.example plays go");
  EXPECT_FALSE(asked->refused);
  EXPECT_EQ(decide(false).how, How::durable);
  EXPECT_EQ(desk.joining(ida).asked->why, "unknown here");
  EXPECT_EQ(desk.invite(20, kHost, 1), How::durable);
  EXPECT_EQ(desk.add_invited(20, "Ida", 7, 1'000, ida).key, ida);
  EXPECT_TRUE(desk.joining(ida).asked);
  EXPECT_EQ(desk.write([&](auto done) { store.people.delete_account(ida, done); }), How::durable);
  EXPECT_FALSE(desk.joining(ida).asked);
}

void check_announcements(Store& store, Loop& loop) {
  const auto read = [&] {
    return loop.read<Announcement>([&](auto done) { store.announcements.current(done); }).value;
  };
  EXPECT_FALSE(read());
  const auto announce = [&](const std::string& text, std::int64_t until) {
    return loop.wait([&](auto done) { store.announcements.announce({kHost, 0, ""}, text, until, done); });
  };
  const std::int64_t first = announce("Closed on Monday", 0).key;
  EXPECT_EQ(read()->text, "Closed on Monday");
  EXPECT_NE(announce("Open again", 5'000).key, first);
  EXPECT_EQ(read()->text, "Open again");
  EXPECT_TRUE(read()->holds(4'999));
  EXPECT_FALSE(read()->holds(5'000));
  EXPECT_EQ(loop.wait([&](auto done) { store.announcements.end({kHost, 0, ""}, done); }).how, How::durable);
  EXPECT_EQ(loop.wait([&](auto done) { store.announcements.end({kHost, 0, ""}, done); }).how, How::conflict);
  EXPECT_FALSE(read());
}

constexpr std::array kRegistrationChecks = {check_invitations, check_waiting, check_wishes_of_people,
                                            check_announcements};

TEST(StoreRegistrations, Sqlite) {
  for (const auto check : kRegistrationChecks) {
    Loop loop;
    const Folder folder;
    check(*opened(sqlite_in(folder), loop), loop);
  }
}

TEST(StoreRegistrations, Postgres) {
  PostgresCluster cluster;
  int databases = 0;
  for (const auto check : kRegistrationChecks) {
    const std::string name = "registrations" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    Loop loop;
    check(*opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop), loop);
  }
  // Of two servers that use the last of an invitation at the same time one makes an account.
  cluster.execute("CREATE DATABASE shared_invitations");
  Loop loop;
  const auto open = [&] {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url("shared_invitations"), on.post()); }, loop);
  };
  const auto one = open(), other = open();
  RegistrationDesk desk{{{*one, loop}}};
  constexpr int kInvitations = 15;
  int made = 0, answers = 0;
  for (int i = 0; i < kInvitations; ++i) {
    const auto byte = static_cast<unsigned char>(50 + i);
    ASSERT_EQ(desk.invite(byte, kHost, 1), How::durable);
    for (Store* store : {one.get(), other.get()}) {
      Account account;
      account.person = {0, (store == one.get() ? "one" : "other") + std::to_string(i), true, Role::player, false};
      account.created_ms = 1'000;
      const int session = (store == one.get() ? 100 : 150) + i;
      store->registrations.add_invited(token(byte), account,
                                       LinkStoreDesk::session(static_cast<unsigned char>(session)),
                                       [&](const Written& written) {
                                         ++answers;
                                         made += written.how == How::durable ? 1 : 0;
                                       });
    }
  }
  loop.run_until([&] { return answers == 2 * kInvitations; });
  EXPECT_EQ(made, kInvitations);
}

// --- through the service

struct Registrations : AccountsTest {
  Reply ask_for(const std::string& name, const std::string& invitation = "", const std::string& address = "") {
    SignUp wish = {name, "password of " + name, "", false};
    wish.invitation = invitation;
    return wait([&](auto done) { accounts->sign_up(visit({}, address), wish, done); });
  }
  static std::string code(const Reply& reply) {
    const Json error = parse_json(reply.body).value("error", Json::object());
    return error.value("code", "") + " " + error.value("detail", "");
  }
  Written write(const std::function<void(Store::Done)>& ask) {
    std::optional<Written> written;
    ask([&](const Written& one) { written = one; });
    run_until([&] { return written.has_value(); });
    return *written;
  }
};

TEST_F(Registrations, FollowTheSetting) {
  EXPECT_EQ(ask_for("Ann").status, 201);
  EXPECT_EQ(ask_for("Bob", "whatever").status, 201) << "where everybody may come no invitation counts";
  admission.registration = Registration::closed;
  EXPECT_EQ(code(ask_for("Cid")), "no-registration server-takes-no-accounts");
  EXPECT_EQ(code(ask_for("Ann")), "no-registration server-takes-no-accounts") << "nobody learns which names exist";
  admission.registration = Registration::by_invitation;
  EXPECT_EQ(code(ask_for("Cid")), "no-registration server-takes-invited-accounts");
  EXPECT_EQ(code(ask_for("Cid", "a guess")), "bad-link invitation-is-used-up");
  EXPECT_EQ(code(ask_for("Ann", "a guess")), "bad-link invitation-is-used-up") << "nobody learns which names exist";
  Invitation made;
  made.token = hash_token("good");
  made.created_ms = now_ms;
  made.expires_ms = now_ms + kDay;
  EXPECT_EQ(write([&](auto done) { store.registrations.add_invitation(made, 5, false, done); }).how, How::durable);
  const Reply cid = ask_for("Cid", "good");
  EXPECT_EQ(cid.status, 201) << cid.body;
  EXPECT_EQ(who(cid.new_token)->person.name, "Cid") << "signed in at once";
  EXPECT_EQ(code(ask_for("Dan", "good")), "bad-link invitation-is-used-up");
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 200) << "who has an account comes in as ever";
}

// Before any work with a password; guesses count as those of mailed links do.
TEST_F(Registrations, AJunkInvitationIsRefusedAtTheDoor) {
  for (const Registration how : {Registration::by_invitation, Registration::by_approval}) {
    admission.registration = how;
    const std::string address = how == Registration::by_invitation ? "192.0.2.1" : "192.0.2.2";
    PasswordPool none({.threads = 1, .waiting = 0, .passes = 1, .memory_bytes = 8192}, post);  // it takes no work
    Accounts crowded({store.away, store.guesses, store.links, store.mail, store.people, store.registrations,
                      store.second_factors, store.talk},
                     *table_service, none, world(), [this] {
                       Accounts::Settings settings;
                       settings.admission = [this] { return admission; };
                       return settings;
                     }());
    const auto ask = [&](const std::string& invitation, const std::string& from) {
      SignUp wish = {"Eve", "password of Eve", "", false};
      wish.invitation = invitation;
      return code(wait([&](auto done) { crowded.sign_up(visit({}, from), wish, done); }));
    };
    for (int i = 0; i < 30; ++i)
      EXPECT_EQ(ask("guess " + std::to_string(i), address), "bad-link invitation-is-used-up");
    EXPECT_EQ(ask("guess 31", address), "too-many too-many-wrong-links");
    EXPECT_EQ(ask("a guess", "198.51.100.7"), "bad-link invitation-is-used-up") << "of others it does not count";
  }
}

TEST_F(Registrations, WaitForAModerator) {
  admission.registration = Registration::by_approval;
  const Reply asked = ask_for("Ann");
  EXPECT_EQ(asked.status, 202) << asked.body;
  const auto id = [&] {
    std::optional<Found<std::vector<WaitingAccount>>> found;
    store.registrations.waiting(1, [&](const auto& one) { found = one; });
    run_until([&] { return found.has_value(); });
    return found->value->at(0).id;
  };
  EXPECT_EQ(asked.new_token, "") << "nobody is signed in";
  EXPECT_EQ(code(sign_in("Ann", "password of Ann")), "waiting account-waits-for-approval");
  EXPECT_EQ(code(sign_in("Ann", "a guess")), "wrong-password name-password-wrong") << "strangers learn nothing";
  EXPECT_EQ(code(ask_for("ann")), "name-taken somebody-name-one-looks");
  EXPECT_EQ(write([&](auto done) {
              store.registrations.refuse({kHost, 0, "no club member"}, id(), {}, done);
            }).how,
            How::durable);
  const Reply refused = sign_in("Ann", "password of Ann");
  EXPECT_NE(refused.body.find("no club member"), std::string::npos) << refused.body;
  EXPECT_EQ(code(refused), "waiting account-was-not-approved");
  EXPECT_EQ(ask_for("Ann").status, 202) << "again";
  EXPECT_EQ(write([&](auto done) { store.registrations.approve({kHost, 0, ""}, id(), {}, done); }).how, How::durable);
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 200);
}

TEST_F(Registrations, DoNotPileUp) {
  admission.registration = Registration::by_approval;
  admission.most_waiting = 5;
  int taken = 0;
  for (int i = 0; i < 6; ++i) taken += ask_for("one" + std::to_string(i), "", "192.0.2.1").status == 202 ? 1 : 0;
  EXPECT_EQ(taken, 3) << "of one address";
  for (int i = 0; i < 6; ++i) {
    const std::string number = std::to_string(i);
    taken += ask_for("two" + number, "", "198.51.100." + number).status == 202 ? 1 : 0;
  }
  EXPECT_EQ(taken, 5) << "in all";
  EXPECT_EQ(code(ask_for("Zoe", "", "203.0.113.9")), "too-many too-many-accounts-wait");
  now_ms += kWaitingKeptMs + kDay;
  EXPECT_EQ(ask_for("Zoe", "", "203.0.113.9").status, 202) << "what nobody answered is forgotten";
}

TEST_F(Registrations, LetNoGuestInWhereThereAreNone) {
  const std::string gus = enter("Gus");
  admission.guests = false;
  const Reply refused = wait([&](auto done) { accounts->enter(visit(), {"Eve"}, done); });
  EXPECT_EQ(code(refused), "no-registration this-server-has-no-guests");
  EXPECT_EQ(wait([&](auto done) { accounts->enter(visit(who(gus)), {""}, done); }).status, 200) << "who is here stays";
}

struct SiteTest : Registrations {
  Site::Setup setup;
  Site site{Site::Stores{store.announcements, store.registrations}, world(), site_settings()};
  Site::Settings site_settings() {
    Site::Settings settings;
    settings.setup = [this] {
      setup.admission = admission;
      return setup;
    };
    return settings;
  }
  Person person(const std::string& name, Role role = Role::player) {
    Person out = who(ask_for(name).new_token)->person;
    out.role = role;
    if (role != Role::player) store.people.set_role(name, role, [](const Written&) {});
    return out;
  }
  Reply invite(const Person& by, int uses = 1, int days = 7) {
    return wait([&](auto done) { site.invite(by, {uses, days, "a friend"}, done); });
  }
};

TEST_F(SiteTest, InvitationsAreModeratorsAndMembersWhereTheyMay) {
  const Person ann = person("Ann"), mia = person("Mia", Role::moderator);
  EXPECT_EQ(code(invite(mia)), "not-for-you you-cannot-invite") << "where everybody may come";
  admission.registration = Registration::by_invitation;
  EXPECT_EQ(code(invite(ann)), "not-for-you you-cannot-invite");
  const Reply made = invite(mia, 500, 366);
  const std::string url = parse_json(made.body).value("url", "");
  EXPECT_TRUE(url.starts_with("/link/invitation#")) << made.body;
  EXPECT_EQ(ask_for("Bob", url.substr(url.find('#') + 1)).status, 201);
  setup.members_invite = true;
  EXPECT_EQ(code(invite(ann, 6)), "not-for-you invitation-is-too-large");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(invite(ann, 5, 30).status, 200);
  EXPECT_EQ(code(invite(ann)), "too-many-kept you-have-open-invitations");
  const auto seen = [&](const Person& by) {
    return parse_json(wait([&](auto done) { site.invitations(by, done); }).body).at("invitations");
  };
  EXPECT_EQ(seen(ann).size(), 5U);
  EXPECT_EQ(seen(mia).size(), 6U);
  const std::string first = seen(mia).back().at("id");
  EXPECT_EQ(wait([&](auto done) { site.end_invitation(ann, first, done); }).status, 404) << "not hers";
  EXPECT_EQ(wait([&](auto done) { site.end_invitation(mia, first, done); }).status, 200);
  EXPECT_EQ(wait([&](auto done) { site.end_invitation(mia, "x", done); }).status, 404);
}

// What is told to their owner, and goes with their account: who invited them, whom they invited, what they asked for.
TEST_F(SiteTest, AnExportTellsHowSomebodyJoined) {
  admission.registration = Registration::open;
  const std::string mias = ask_for("Mia").new_token;
  Person mia = who(mias)->person;
  mia.role = Role::moderator;
  store.people.set_role("Mia", Role::moderator, [](const Written&) {});
  const Caller gus = *who(enter("Gus"));
  admission.registration = Registration::by_approval;
  setup.members_invite = true;
  SignUp wish = {"Gustav", "password of Gustav", "gus@club.example", false};
  wish.note = "from Ulm";
  EXPECT_EQ(wait([&](auto done) { accounts->sign_up(visit(gus), wish, done); }).status, 202);
  const auto token_in = [](const Reply& made) {
    const std::string url = parse_json(made.body).at("url");
    return url.substr(url.find('#') + 1);
  };
  const std::string mias_link = token_in(invite(mia, 3));
  wish.name = "Gustl";
  wish.invitation = mias_link;
  const Reply in = wait([&](auto done) { accounts->sign_up(visit(gus), wish, done); });
  ASSERT_EQ(in.status, 201) << in.body;
  const Caller gustl = *who(in.new_token);
  const std::string link = token_in(invite(gustl.person));
  const auto taken_out = [&](const Caller& caller) {
    return parse_json(wait([&](auto done) { data_export.export_data(caller, 1LL << 60, done); }).body);
  };
  const Json out = taken_out(gustl);
  EXPECT_EQ(out.at("invited_by"), "Mia");
  ASSERT_EQ(out.at("invitations").size(), 1U);
  EXPECT_EQ(out.at("invitations").at(0).at("note"), "a friend");
  EXPECT_EQ(out.at("account_request").at("name"), "Gustav");
  EXPECT_EQ(out.at("account_request").at("email"), "gus@club.example");
  EXPECT_EQ(out.at("account_request").at("note"), "from Ulm");
  EXPECT_EQ(out.dump().find(link), std::string::npos) << "a link is told once";
  const Json of_mia = taken_out(*who(mias));
  EXPECT_TRUE(of_mia.at("invited_by").is_null());
  EXPECT_TRUE(of_mia.at("account_request").is_null());
  EXPECT_EQ(of_mia.at("invitations").at(0).at("used"), 1);

  const auto waiting = [&] { return parse_json(wait([&](auto done) { site.waiting(mia, done); }).body).at("waiting"); };
  EXPECT_EQ(waiting().size(), 1U);
  const DeleteAccount go = {"password of Gustav"};
  EXPECT_EQ(wait([&](auto done) { accounts->remove(visit(gustl), go, done); }).status, 200);
  EXPECT_TRUE(waiting().empty());
  EXPECT_EQ(code(ask_for("Hans", link)), "bad-link invitation-is-used-up");
  const Reply ida = ask_for("Ida", mias_link);
  EXPECT_EQ(ida.status, 201) << ida.body;
  EXPECT_EQ(wait([&](auto done) { accounts->remove(visit(who(mias)), {"password of Mia"}, done); }).status, 200);
  EXPECT_EQ(taken_out(*who(ida.new_token)).at("invited_by"), kDeletedName);
}

TEST_F(SiteTest, ModeratorsDecideAndAnnounce) {
  const Person ann = person("Ann"), mia = person("Mia", Role::moderator);
  admission.registration = Registration::by_approval;
  EXPECT_EQ(ask_for("Bob").status, 202);
  EXPECT_EQ(wait([&](auto done) { site.waiting(ann, done); }).status, 403);
  const Json waiting = parse_json(wait([&](auto done) { site.waiting(mia, done); }).body).at("waiting");
  const std::string id = waiting.at(0).at("id");
  EXPECT_EQ(wait([&](auto done) { site.approve(ann, id, {}, done); }).status, 403);
  EXPECT_EQ(parse_json(wait([&](auto done) { site.approve(mia, id, {}, done); }).body).at("name"), "Bob");
  EXPECT_EQ(wait([&](auto done) { site.refuse(mia, id, {"late"}, done); }).status, 404);
  EXPECT_EQ(sign_in("Bob", "password of Bob").status, 200);

  const auto told = [&] {
    const Json facts = parse_json(wait([&](auto done) { site.facts(ann, done); }).body);
    return facts.at("announcement").is_null() ? "" : facts.at("announcement").value("text", "");
  };
  EXPECT_EQ(told(), "");
  EXPECT_EQ(wait([&](auto done) { site.announce(ann, {"Hello"}, done); }).status, 403);
  EXPECT_EQ(wait([&](auto done) { site.announce(mia, {"Hello", 2}, done); }).status, 200);
  EXPECT_EQ(told(), "Hello");
  now_ms += 3 * 3'600'000;
  EXPECT_EQ(told(), "") << "its time is over";
  // What another server told is heard within some seconds.
  write([&](auto done) { store.announcements.announce({kHost, 0, ""}, "From there", 0, done); });
  site.tick();
  settle();
  EXPECT_EQ(told(), "From there");
  EXPECT_EQ(wait([&](auto done) { site.end_announcement(mia, done); }).status, 200);
  EXPECT_EQ(told(), "");
}

}  // namespace
}  // namespace cairn

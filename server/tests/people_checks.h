// What any store must do with people.
#pragma once

#include "server/tests/store_checks.h"

namespace cairn::testing {

struct PeopleDesk {
  Store& store;
  Loop& loop;
  using How = Written::How;

  How write(const std::function<void(Store::Done)>& ask) { return loop.wait(ask).how; }
  std::optional<Caller> caller(unsigned char byte, bool bearer = false, std::int64_t now = 1'000) {
    const auto found = loop.read<Caller>([&](auto done) { store.people.caller_of(token(byte), bearer, now, done); });
    EXPECT_EQ(found.error, "");
    return found.value;
  }
  std::optional<Account> named(const std::string& name) {
    return loop.read<Account>([&](auto done) { store.people.account_named(name, done); }).value;
  }
  std::vector<Session> sessions(std::int64_t person) {
    return *loop.read<std::vector<Session>>([&](auto done) { store.people.sessions_of(person, 1'000, done); }).value;
  }
  std::vector<ApiToken> tokens(std::int64_t person) {
    return *loop.read<std::vector<ApiToken>>([&](auto done) { store.people.api_tokens_of(person, done); }).value;
  }
  std::vector<std::string> blocks(std::int64_t person) {
    return *loop.read<std::vector<std::string>>([&](auto done) { store.people.blocks_of(person, done); }).value;
  }
  PeopleStore::Games games(std::int64_t person, std::int64_t before = 1LL << 60, int most = 10) {
    return *loop.read<PeopleStore::Games>([&](auto done) { store.people.games_of(person, before, most, done); }).value;
  }
  static Session session(unsigned char byte, std::int64_t created = 500, std::int64_t expires = 5'000) {
    return {token(byte), "Browser " + std::to_string(int{byte}), created, created, expires};
  }
  Written register_as(const std::string& name, unsigned char byte, std::int64_t guest = 0) {
    Account account;
    account.person.id = guest;
    account.person.name = name;
    account.password = "hash of " + name;
    account.email = name + "@club.example";
    account.created_ms = 500;
    return loop.wait([&](auto done) { store.people.add_account(account, session(byte), done); });
  }
};

inline void check_account_edits(PeopleDesk& desk, std::int64_t ann) {
  using How = Written::How;
  const AccountEdit edit{"a@b.example", "I play.\nOften; '\"", R"({"theme":"dark"})", true};
  desk.write([&](auto done) { desk.store.people.edit_account(ann, edit, done); });
  desk.write([&](auto done) { desk.store.people.edit_account(ann, {{}, {}, {}, {}}, done); });
  const auto edited = desk.loop.read<Account>([&](auto done) { desk.store.people.account_of(ann, done); }).value;
  ASSERT_TRUE(edited);
  EXPECT_EQ(edited->email, edit.email);
  EXPECT_EQ(edited->profile, edit.profile);
  EXPECT_EQ(edited->preferences, edit.preferences);
  EXPECT_TRUE(edited->person.bot);
  EXPECT_TRUE(desk.caller(2)->person.bot);

  EXPECT_EQ(desk.write([&](auto done) { desk.store.people.set_role("aNN_2", Role::moderator, done); }), How::durable);
  EXPECT_EQ(desk.write([&](auto done) { desk.store.people.set_role("nobody", Role::admin, done); }), How::conflict);
  EXPECT_EQ(desk.caller(2)->person.role, Role::moderator);
  EXPECT_EQ(desk.named("Bob")->person.role, Role::player);
}

// Deleted: nothing of her is left but the number at the table.
inline void check_deleted_account(PeopleDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  desk.write([&](auto done) { desk.store.people.set_block(bob, ann, true, 5, done); });
  desk.write([&](auto done) { desk.store.people.set_block(ann, bob, true, 5, done); });
  const ApiToken program{token(9), "laptop", 3, 500, 0, 5'000};
  desk.write([&](auto done) { desk.store.people.add_api_token(ann, program, 5, {}, done); });
  EXPECT_EQ(desk.write([&](auto done) { desk.store.people.delete_account(ann, done); }), How::durable);
  EXPECT_EQ(desk.write([&](auto done) { desk.store.people.delete_account(ann, done); }), How::conflict);
  EXPECT_FALSE(desk.named("Ann_2"));
  EXPECT_FALSE(desk.caller(2));
  EXPECT_FALSE(desk.caller(9, true));
  EXPECT_EQ(desk.blocks(bob), std::vector<std::string>{});
  EXPECT_EQ(desk.blocks(ann), std::vector<std::string>{});
  EXPECT_EQ(desk.loop.load(desk.store, "t1").value->row.occupants[0].name, kDeletedName);
  EXPECT_EQ(desk.loop.load(desk.store, "t1").value->row.occupants[0].person, ann);
  EXPECT_EQ(desk.write([&](auto done) { desk.store.people.add_session(ann, desk.session(30), {}, 5, done); }),
            How::conflict);
  EXPECT_EQ(desk.register_as("Ann_2", 31).how, How::durable) << "the name is free again";
  EXPECT_EQ(desk.loop.load(desk.store, "t1").value->row.occupants[0].name, kDeletedName);
}

inline void check_accounts(Store& store, Loop& loop) {
  using How = Written::How;
  PeopleDesk desk{store, loop};
  const auto guest = loop.wait([&](auto done) { store.people.add_guest("Ann", token(1), 100, 5'000, done); });
  ASSERT_TRUE(desk.caller(1));
  EXPECT_FALSE(desk.caller(1)->person.account);
  EXPECT_FALSE(desk.caller(1, true)) << "a session is no API token";
  TableRow row = table_row("t1");
  row.occupants = {{SeatKind::guest, guest.key, "Ann"}, {}};
  desk.write([&](auto done) { store.tables.add_table(row, done); });

  // A guest becomes somebody with the same number; the session of before is over.
  const Written ann = desk.register_as("Ann_2", 2, guest.key);
  EXPECT_EQ(ann.how, How::durable);
  EXPECT_EQ(ann.key, guest.key);
  EXPECT_FALSE(desk.caller(1));
  ASSERT_TRUE(desk.caller(2));
  EXPECT_TRUE(desk.caller(2)->person.account);
  EXPECT_EQ(desk.caller(2)->person.name, "Ann_2");
  EXPECT_EQ(desk.caller(2)->scopes, kAllScopes);
  EXPECT_FALSE(desk.caller(2, false, 5'000)) << "it has run out";
  EXPECT_EQ(loop.load(store, "t1").value->row.occupants[0].name, "Ann_2");

  EXPECT_EQ(desk.register_as("ann_2", 3).how, How::conflict) << "whatever the case";
  EXPECT_EQ(desk.register_as("Other", 3, guest.key).how, How::conflict) << "has an account";
  EXPECT_FALSE(desk.caller(3));
  const Written bob = desk.register_as("Bob", 4);
  EXPECT_EQ(bob.how, How::durable);
  EXPECT_NE(bob.key, ann.key);

  const auto found = desk.named("ANN_2");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->person.id, ann.key);
  EXPECT_EQ(found->password, "hash of Ann_2");
  EXPECT_EQ(found->email, "Ann_2@club.example");
  EXPECT_EQ(found->preferences, "{}");
  EXPECT_EQ(found->created_ms, 500);
  EXPECT_FALSE(desk.named("ann"));
  check_account_edits(desk, ann.key);
  check_deleted_account(desk, ann.key, bob.key);
}

inline void check_password_change(PeopleDesk& desk, std::int64_t ann) {
  using How = Written::How;
  const auto change = [&](const std::string& old) {
    return desk.write([&](auto done) { desk.store.people.set_password(ann, old, "new hash", token(6), {}, done); });
  };
  EXPECT_EQ(change("another hash"), How::conflict);
  EXPECT_TRUE(desk.caller(1));
  EXPECT_EQ(change("hash of Ann"), How::durable);
  EXPECT_FALSE(desk.caller(1));
  EXPECT_TRUE(desk.caller(6));
  EXPECT_TRUE(desk.caller(2));
  EXPECT_EQ(desk.named("ann")->password, "new hash");
}

inline void check_api_tokens(PeopleDesk& desk, std::int64_t ann) {
  using How = Written::How;
  const auto program = [&](unsigned char byte, std::int64_t expires) {
    const ApiToken made{token(byte), "bot " + std::to_string(int{byte}), 2, 600, 0, expires};
    return desk.write([&](auto done) { desk.store.people.add_api_token(ann, made, 2, {}, done); });
  };
  EXPECT_EQ(program(10, 5'000), How::durable);
  EXPECT_EQ(program(11, 700), How::durable);
  EXPECT_EQ(program(12, 5'000), How::conflict) << "two are allowed here";
  ASSERT_TRUE(desk.caller(10, true));
  EXPECT_FALSE(desk.caller(10)) << "an API token is no session";
  EXPECT_EQ(desk.caller(10, true)->scopes, 2);
  EXPECT_TRUE(desk.caller(10, true)->bearer);
  EXPECT_EQ(desk.caller(10, true)->person.name, "Ann");
  EXPECT_FALSE(desk.caller(11, true)) << "it has run out";
  desk.write([&](auto done) { desk.store.people.note_use(*desk.caller(10, true), 950, done); });
  ASSERT_EQ(desk.tokens(ann).size(), 2U);
  EXPECT_EQ(desk.tokens(ann)[0].name, "bot 10");
  EXPECT_EQ(desk.tokens(ann)[0].used_ms, 950);
  desk.write([&](auto done) { desk.store.people.end_tokens(ann, true, {token(10), token(11)}, done); });
  EXPECT_FALSE(desk.caller(10, true));
  EXPECT_TRUE(desk.tokens(ann).empty());
}

inline void check_sessions_and_tokens(Store& store, Loop& loop) {
  using How = Written::How;
  PeopleDesk desk{store, loop};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const auto add = [&](unsigned char byte, std::optional<TokenHash> instead, std::int64_t created) {
    return desk.write([&](auto done) { store.people.add_session(ann, desk.session(byte, created), instead, 3, done); });
  };
  EXPECT_EQ(add(3, std::nullopt, 510), How::durable);
  EXPECT_EQ(add(4, token(3), 520), How::durable);
  EXPECT_FALSE(desk.caller(3));
  EXPECT_EQ(add(5, std::nullopt, 530), How::durable);
  ASSERT_EQ(desk.sessions(ann).size(), 3U);
  EXPECT_EQ(desk.sessions(ann)[1].device, "Browser 4");
  EXPECT_EQ(desk.sessions(ann)[1].token, token(4));
  EXPECT_EQ(desk.sessions(ann)[1].created_ms, 520);
  // The first was used since; of too many the one goes that was not used for longest.
  desk.write([&](auto done) { store.people.note_use(*desk.caller(1), 900, done); });
  EXPECT_EQ(desk.caller(1)->used_ms, 900);
  EXPECT_EQ(desk.named("Ann")->seen_ms, 900);
  const auto online = [&](std::int64_t since, int most) {
    return *loop.read<Online>([&](auto done) { store.people.seen_since(since, most, done); }).value;
  };
  desk.write([&](auto done) { store.people.note_present({ann, bob, 12'345}, 950, done); });
  desk.write([&](auto done) { store.people.note_present({bob}, 940, done); });  // of a server whose clock is behind
  desk.write([&](auto done) { store.people.note_present({ann}, 960, done); });
  using Somebody = Online::Somebody;
  EXPECT_EQ(online(950, 9).people, (std::vector<Somebody>{{"Ann", false, 960}, {"Bob", false, 950}}));
  EXPECT_EQ(online(950, 1).people, (std::vector<Somebody>{{"Ann", false, 960}}));
  EXPECT_EQ(online(950, 1).count, 2);
  EXPECT_EQ(online(951, 9).count, 1);
  AccountEdit hide;
  hide.hidden = true;
  desk.write([&](auto done) { store.people.edit_account(ann, hide, done); });
  EXPECT_TRUE(desk.named("Ann")->hidden);
  EXPECT_EQ(online(950, 9).people, (std::vector<Somebody>{{"Bob", false, 950}}));
  EXPECT_EQ(online(950, 9).count, 1);
  EXPECT_EQ(add(6, std::nullopt, 540), How::durable);
  EXPECT_TRUE(desk.caller(1));
  EXPECT_FALSE(desk.caller(4));

  EXPECT_EQ(desk.write([&](auto done) { store.people.end_tokens(bob, false, {token(5)}, done); }), How::durable);
  EXPECT_TRUE(desk.caller(5)) << "it is not Bob's";
  desk.write([&](auto done) { store.people.end_tokens(ann, true, {token(5)}, done); });
  EXPECT_TRUE(desk.caller(5)) << "it is no API token";
  desk.write([&](auto done) { store.people.end_tokens(ann, false, {token(5)}, done); });
  EXPECT_FALSE(desk.caller(5));
  check_password_change(desk, ann);
  check_api_tokens(desk, ann);
}

inline void check_blocks_and_games(Store& store, Loop& loop) {
  using How = Written::How;
  PeopleDesk desk{store, loop};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key,
                     cid = desk.register_as("Cid", 3).key;
  const auto block = [&](std::int64_t whom, bool on) {
    return desk.write([&](auto done) { store.people.set_block(ann, whom, on, 1, done); });
  };
  EXPECT_EQ(block(bob, true), How::durable);
  EXPECT_EQ(block(bob, true), How::durable);
  EXPECT_EQ(block(cid, true), How::conflict) << "one is allowed here";
  EXPECT_EQ(desk.blocks(ann), std::vector<std::string>{"Bob"});
  EXPECT_EQ(desk.blocks(bob), std::vector<std::string>{});
  EXPECT_EQ(block(bob, false), How::durable);
  EXPECT_EQ(block(cid, true), How::durable);
  EXPECT_EQ(desk.blocks(ann), std::vector<std::string>{"Cid"});
  const std::int64_t guest =
      loop.wait([&](auto done) { store.people.add_guest("Gus", token(9), 100, 5'000, done); }).key;
  EXPECT_EQ(desk.write([&](auto done) { store.people.set_block(ann, guest, true, 2, done); }), How::durable);
  EXPECT_EQ(desk.blocks(ann), std::vector<std::string>{"Cid"}) << "accounts alone";
  const auto guests = *loop.read<std::vector<Person>>([&](auto done) { store.people.blocked_guests(ann, done); }).value;
  ASSERT_EQ(guests.size(), 1U);
  EXPECT_EQ(guests[0].id, guest);
  EXPECT_EQ(guests[0].name, "Gus");
  desk.write([&](auto done) { store.people.set_block(ann, guest, false, 2, done); });

  for (int i = 0; i < 5; ++i) {
    TableRow row = table_row("t" + std::to_string(i));
    row.occupants = {{SeatKind::guest, i % 2 == 0 ? ann : cid, "x"}, {}};
    desk.write([&](auto done) { store.tables.add_table(row, done); });
  }
  Append join = entry("t1", 1);
  join.entry = {Entry::Kind::join, seat_at(1), "", ""};
  join.occupant = Occupant{SeatKind::guest, ann, "Ann"};
  desk.write([&](auto done) { store.tables.append(join, done); });
  const auto all = desk.games(ann);
  std::vector<std::string> ids;
  for (const auto& [number, id] : all) ids.push_back(id);
  EXPECT_EQ(ids, (std::vector<std::string>{"t4", "t2", "t1", "t0"}));
  const auto first = desk.games(ann, 1LL << 60, 2);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(desk.games(ann, first[1].first), (PeopleStore::Games{all[2], all[3]}));
  EXPECT_TRUE(desk.games(bob).empty());
}

// Of accounts; and a occupant keeps what it was given, whether at the start or by who sat down later.
inline void check_zones(Store& store, Loop& loop) {
  PeopleDesk desk{store, loop};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const std::int64_t guest =
      loop.wait([&](auto done) { store.people.add_guest("Gus", token(3), 100, 5'000, done); }).key;
  const auto set = [&](std::int64_t person, int zone) {
    AccountEdit edit;
    edit.zone_minutes = zone;
    desk.write([&](auto done) { store.people.edit_account(person, edit, done); });
  };
  set(ann, -210);
  set(guest, 60);
  EXPECT_EQ(desk.named("Ann")->zone_minutes, -210);
  EXPECT_EQ(desk.named("Bob")->zone_minutes, 0);
  AccountEdit language;
  language.language = "ja";
  desk.write([&](auto done) { store.people.edit_account(ann, language, done); });
  EXPECT_EQ(desk.named("Ann")->language, "ja");
  EXPECT_EQ(desk.named("Ann")->zone_minutes, -210) << "what is not named stays";
  EXPECT_EQ(desk.named("Bob")->language, "");
  const auto zones = loop.read<std::vector<int>>([&](auto done) {
    store.people.zones_of({bob, ann, guest, 0, 12'345, ann}, done);
  });
  EXPECT_EQ(zones.value, (std::vector<int>{0, -210, 0, 0, 0, -210}));
  TableRow row = table_row("t1");
  row.occupants = {{SeatKind::guest, ann, "Ann", -210}, {}};
  desk.write([&](auto done) { store.tables.add_table(row, done); });
  Append join = entry("t1", 1);
  join.entry = {Entry::Kind::join, seat_at(1), "", ""};
  join.occupant = Occupant{SeatKind::guest, bob, "Bob", 840};
  desk.write([&](auto done) { store.tables.append(join, done); });
  set(ann, 0);
  const auto occupants = loop.load(store, "t1").value->row.occupants;
  EXPECT_EQ(occupants, (std::vector<Occupant>{row.occupants[0], *join.occupant}));
}

inline void check_alike(Store& store, Loop& loop) {
  using How = Written::How;
  PeopleDesk desk{store, loop};
  const std::int64_t victoria = desk.register_as("Victoria", 1).key;
  const auto like = [&](const std::string& name) {
    const auto found = loop.read<Account>([&](auto done) { store.people.account_like(name, done); });
    EXPECT_EQ(found.error, "");
    return found.value ? found.value->person.id : 0;
  };
  for (const char* name : {"Victoria", "vict0ria", "v1ct-or.i_a", "V i c t o r l a.", "Vict\u043Eria"})
    EXPECT_EQ(like(name), victoria) << name;
  for (const char* name : {"Victoria1", "Victori", "\u738B", "..."}) EXPECT_EQ(like(name), 0) << name;
  EXPECT_EQ(desk.register_as("victorla", 2).how, How::conflict);
  EXPECT_FALSE(desk.caller(2));
  // What the database makes of a name is what we do.
  const std::int64_t odd = desk.register_as("Vv0rn-1.5_Q9i", 3).key;
  EXPECT_EQ(like("vv0rn-1.5_q9i"), odd);
  EXPECT_EQ(like("WOML5q9L"), odd);
}

inline void check_people(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  for (const auto check :
       {check_accounts, check_sessions_and_tokens, check_blocks_and_games, check_zones, check_alike}) {
    Loop loop;
    const auto store = fresh(loop);
    check(*store, loop);
  }
}

}  // namespace cairn::testing

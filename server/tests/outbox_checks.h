// What any store must do with hooks and notices.
#pragma once

#include <algorithm>

#include "server/tests/people_checks.h"

namespace cairn::testing {

struct OutboxDesk : PeopleDesk {
  static Hook hook(const std::string& id, std::int64_t person, NoticeKinds wants = kAllNotices) {
    return {id, person, "https://example.org/" + id, "secret of " + id, wants, 700};
  }
  static Notice notice(std::int64_t person, const std::string& id, NoticeKind kind = NoticeKind::your_turn,
                       std::int64_t at = 1'000) {
    return {person, kind, id, R"({"table":"Zo\u00eb"})", at};
  }
  How add(const Hook& hook, int most = 5) {
    return write([&](auto done) { store.outbox.add_hook(hook, most, done); });
  }
  std::vector<Hook> hooks(std::int64_t person) {
    return *loop.read<std::vector<Hook>>([&](auto done) { store.outbox.hooks_of(person, done); }).value;
  }
  std::optional<std::vector<Delivery>> sent(std::int64_t person, const std::string& hook, int most = 100) {
    return loop.read<std::vector<Delivery>>([&](auto done) { store.outbox.deliveries_of(person, hook, most, done); })
        .value;
  }
  std::vector<std::string> ids(std::int64_t person, const std::string& hook) {
    std::vector<std::string> out;
    if (const auto all = sent(person, hook))
      for (const Delivery& one : *all) out.push_back(one.notice.id);
    return out;
  }
  bool wait(std::int64_t now) {
    return *loop.read<bool>([&](auto done) { store.outbox.deliveries_wait(now, done); }).value;
  }
  std::vector<Delivery> take(std::int64_t now, std::int64_t until, int most = 10) {
    return *loop.read<std::vector<Delivery>>([&](auto done) { store.outbox.take_deliveries(now, until, most, done); })
                .value;
  }
  How note(const Delivery& one, const TriedDelivery& tried) {
    return write([&](auto done) { store.outbox.note_delivery(one, tried, done); });
  }
  // An entry at a table, with notices.
  How append(const std::string& table, int number, const std::vector<Notice>& notices, std::int64_t remind = 0) {
    Append one = entry(table, number);
    one.notices = notices;
    one.remind_ms = remind;
    return write([&](auto done) { store.tables.append(one, done); });
  }
};

// What causes one elsewhere: challenges, tournaments, a table that begins with one of them.
inline void check_notices_elsewhere(OutboxDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  Challenge challenge;
  challenge.id = "c1";
  challenge.maker = ann;
  challenge.request = "r";
  challenge.terms.game = "go";
  challenge.people = {{ann, "", -1, true}, {bob}};
  challenge.created_ms = challenge.changed_ms = 1'000;
  challenge.expires_ms = 9'000;
  const auto to_bob = [&](const std::string& id) { return std::vector{desk.notice(bob, id, NoticeKind::challenge)}; };
  desk.write([&](auto done) { desk.store.challenges.add_challenge(challenge, 9, to_bob("c1.1"), done); });
  Challenge twice = challenge;
  twice.id = "c2";
  EXPECT_EQ(desk.write([&](auto done) { desk.store.challenges.add_challenge(twice, 9, to_bob("c2.1"), done); }),
            How::conflict);
  challenge.state = ChallengeState::made;
  challenge.table = "t2";
  auto begins = std::make_shared<TableRow>(table_row("t2"));
  begins->notices = {desk.notice(bob, "t2.0")};
  desk.write([&](auto done) { desk.store.challenges.change_challenge(challenge, begins, to_bob("c1.2"), done); });
  EXPECT_EQ(
      desk.write([&](auto done) { desk.store.challenges.change_challenge(challenge, nullptr, to_bob("c1.3"), done); }),
      How::conflict);
  desk.write([&](auto done) { desk.store.tournaments.add_tournament({"cup", "{}", ann, 1'000}, 9, done); });
  TournamentAppend append{"cup", 0, {{TournamentEntry::Kind::here, 5, ann, "1"}}};
  append.notices = {desk.notice(bob, "cup.1", NoticeKind::round)};
  desk.write([&](auto done) { desk.store.tournaments.append_tournament(append, done); });
  append.notices = {desk.notice(bob, "cup.2", NoticeKind::round)};
  EXPECT_EQ(desk.write([&](auto done) { desk.store.tournaments.append_tournament(append, done); }), How::conflict);
  EXPECT_EQ(desk.ids(bob, "h3"), (Ids{"cup.1", "c1.2", "t2.0", "c1.1", "t1.0"}));
}

// A notice is there with its cause or not at all, once for each hook that wants it.
inline void check_notices(Store& store, Loop& loop) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  OutboxDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const std::int64_t guest =
      loop.wait([&](auto done) { store.people.add_guest("Gus", token(3), 100, 5'000, done); }).key;
  EXPECT_EQ(desk.add(desk.hook("h0", guest)), How::conflict) << "guests have none";
  EXPECT_EQ(desk.add(desk.hook("h1", ann)), How::durable);
  EXPECT_EQ(desk.add(desk.hook("h2", ann, bit_of(NoticeKind::game_over)), 1), How::conflict) << "one is the most";
  EXPECT_EQ(desk.add(desk.hook("h2", ann, bit_of(NoticeKind::game_over)), 2), How::durable);
  EXPECT_EQ(desk.add(desk.hook("h3", bob)), How::durable);
  EXPECT_EQ(desk.hooks(ann),
            (std::vector<Hook>{desk.hook("h1", ann), desk.hook("h2", ann, bit_of(NoticeKind::game_over))}));

  TableRow row = table_row("t1");
  row.notices = {desk.notice(bob, "t1.0")};
  EXPECT_EQ(desk.write([&](auto done) { store.tables.add_table(row, done); }), How::durable);
  row.notices = {desk.notice(bob, "t1.again")};
  EXPECT_EQ(desk.write([&](auto done) { store.tables.add_table(row, done); }), How::conflict);
  EXPECT_EQ(desk.ids(bob, "h3"), Ids{"t1.0"});
  EXPECT_EQ(desk.append("t1", 1, {desk.notice(ann, "a1"), desk.notice(guest, "g1")}), How::durable);
  EXPECT_EQ(desk.append("t1", 1, {desk.notice(ann, "a1")}), How::conflict) << "sent again";
  EXPECT_EQ(desk.append("t1", 3, {desk.notice(ann, "a3")}), How::conflict) << "nothing is behind entry 1";
  Append other = entry("t1", 1);
  other.entry.request = "another";
  other.notices = {desk.notice(ann, "a1-other")};
  EXPECT_EQ(desk.write([&](auto done) { store.tables.append(other, done); }), How::conflict);
  EXPECT_EQ(desk.append("t1", 2, {desk.notice(ann, "a2"), desk.notice(ann, "over", NoticeKind::game_over)}),
            How::durable);
  EXPECT_EQ(desk.ids(ann, "h1"), (Ids{"over", "a2", "a1"})) << "the newest first";
  EXPECT_EQ(desk.ids(ann, "h2"), Ids{"over"}) << "it wants no other";
  const Delivery delivery = desk.sent(ann, "h2")->at(0);
  Notice whole = desk.notice(0, "over", NoticeKind::game_over);
  EXPECT_EQ(delivery.notice, whole);
  EXPECT_EQ(delivery.tries, 0);
  EXPECT_EQ(delivery.state, DeliveryState::waiting);
  EXPECT_FALSE(desk.sent(bob, "h2")) << "it is Ann's";
  EXPECT_EQ(desk.sent(ann, "h1", 2)->size(), 2U);
  check_notices_elsewhere(desk, ann, bob);

  // Whoever goes takes it all along.
  EXPECT_EQ(desk.write([&](auto done) { store.people.delete_account(bob, done); }), How::durable);
  EXPECT_TRUE(desk.hooks(bob).empty());
  for (const Delivery& one : desk.take(9'000, 9'500)) EXPECT_NE(one.hook.id, "h3");
}

// What was made in a session ends with it, however it ends; a browser that signs in anew keeps it.
inline void check_hooks_of_sessions(Store& store, Loop& loop) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  OutboxDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const auto sign_in = [&](std::int64_t person, unsigned char byte, std::optional<TokenHash> instead = {},
                           std::int64_t expires = 5'000, int most = 9) {
    desk.write([&](auto done) {
      store.people.add_session(person, desk.session(byte, 500 + byte, expires), instead, most, done);
    });
  };
  const auto browser = [&](unsigned char byte, std::int64_t person) {
    Hook hook = desk.hook("p" + std::to_string(int{byte}), person);
    hook.push = true;
    hook.session = token(byte);
    return hook;
  };
  const auto left = [&](std::int64_t person) {
    Ids out;
    for (const Hook& hook : desk.hooks(person)) out.push_back(hook.id);
    return out;
  };
  desk.write([&](auto done) { store.tables.add_table(table_row("t1"), done); });
  EXPECT_EQ(desk.add(browser(1, bob)), How::conflict) << "a session of Ann's";
  EXPECT_EQ(desk.add(desk.hook("h0", ann)), How::durable) << "of no session";
  for (unsigned char byte = 11; byte <= 15; ++byte) {
    sign_in(ann, byte, {}, byte == 14 ? 520 : 5'000);
    EXPECT_EQ(desk.add(browser(byte, ann), 9), How::durable);
  }
  EXPECT_EQ(desk.hooks(ann)[1], browser(11, ann));
  desk.append("t1", 1, {desk.notice(ann, "a1")});
  EXPECT_EQ(desk.take(1'100, 1'200).size(), 6U);

  desk.write([&](auto done) { store.people.end_tokens(ann, false, {token(11)}, done); });
  EXPECT_EQ(left(ann), (Ids{"h0", "p12", "p13", "p14", "p15"})) << "revoked";
  EXPECT_FALSE(desk.sent(ann, "p11"));
  EXPECT_EQ(desk.add(browser(11, ann), 9), How::conflict) << "it is over";
  sign_in(ann, 22, token(12));  // at that time p14's session has run out
  EXPECT_EQ(left(ann), (Ids{"h0", "p12", "p13", "p15"})) << "the same browser, and one that ran out";
  desk.write([&](auto done) { store.people.end_tokens(ann, false, {token(12)}, done); });
  EXPECT_EQ(left(ann), (Ids{"h0", "p12", "p13", "p15"})) << "it is of the new session";
  sign_in(bob, 23, token(13));
  EXPECT_EQ(left(ann), (Ids{"h0", "p12", "p15"})) << "another person";
  desk.write([&](auto done) { store.people.set_password(ann, "hash of Ann", "new", token(15), {}, done); });
  EXPECT_EQ(left(ann), (Ids{"h0", "p15"})) << "the password was changed";
  EXPECT_EQ(desk.ids(ann, "p15"), Ids{"a1"});
  sign_in(ann, 24, {}, 5'000, 1);
  EXPECT_EQ(left(ann), Ids{"h0"}) << "the last one that may be";
  EXPECT_EQ(desk.add(browser(24, ann)), How::durable);
  desk.write([&](auto done) { store.people.delete_account(ann, done); });
  EXPECT_EQ(left(ann), Ids{});
}

// Of a browser there is one hook, whoever it was before; what waits for the same person goes along.
inline void check_browsers(Store& store, Loop& loop) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  OutboxDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const auto browser = [&](const std::string& id, std::int64_t person, const std::string& url) {
    Hook hook = desk.hook(id, person);
    hook.url = url;
    hook.push = true;
    return hook;
  };
  EXPECT_EQ(desk.add(desk.hook("h0", ann), 2), How::durable);
  Hook plain = desk.hook("h1", bob);
  plain.url = "u1";
  EXPECT_EQ(desk.add(plain, 2), How::durable) << "no browser: it stays";
  EXPECT_EQ(desk.add(browser("p1", ann, "u1"), 2), How::durable);
  EXPECT_EQ(desk.add(browser("p2", ann, "u2"), 2), How::conflict);
  desk.write([&](auto done) { store.tables.add_table(table_row("t1"), done); });
  desk.append("t1", 1, {desk.notice(ann, "a1")});
  EXPECT_EQ(desk.add(browser("p3", ann, "u1"), 2), How::durable) << "no more than there were";
  EXPECT_EQ(desk.hooks(ann), (std::vector<Hook>{desk.hook("h0", ann), browser("p3", ann, "u1")}));
  EXPECT_EQ(desk.ids(ann, "p3"), Ids{"a1"});
  EXPECT_EQ(desk.ids(ann, "h0"), Ids{"a1"});
  const auto held = desk.take(1'100, 2'000);
  ASSERT_EQ(held.size(), 2U);
  for (const Delivery& one : held) EXPECT_EQ(one.hook.push, one.hook.id == "p3");
  EXPECT_EQ(desk.add(browser("p4", bob, "u1"), 2), How::durable);
  EXPECT_EQ(desk.hooks(ann), std::vector<Hook>{desk.hook("h0", ann)});
  EXPECT_EQ(desk.hooks(bob), (std::vector<Hook>{plain, browser("p4", bob, "u1")}));
  EXPECT_EQ(desk.ids(bob, "p4"), Ids{}) << "Ann's is not for Bob";
  for (const Delivery& one : held) EXPECT_EQ(desk.note(one, {}), one.hook.id == "p3" ? How::conflict : How::durable);

  const auto key = [&](const std::string& fresh) {
    return loop.read<std::string>([&](auto done) { store.outbox.push_key(fresh, done); }).value;
  };
  EXPECT_EQ(key("first"), "first");
  EXPECT_EQ(key("second"), "first");
}

// Switched off it takes nothing, until its owner switches it on again.
inline void check_switched_off(OutboxDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  desk.append("t1", 3, {desk.notice(ann, "a4")});
  EXPECT_EQ(desk.ids(ann, "h1"), (Ids{"a3", "a2", "a1"}));
  const auto set = [&](std::int64_t person, const std::string& id) {
    return desk.write([&](auto done) { desk.store.outbox.set_hook(person, id, bit_of(NoticeKind::your_turn), done); });
  };
  EXPECT_EQ(set(bob, "h1"), How::conflict) << "it is Ann's";
  EXPECT_EQ(set(ann, "h1"), How::durable);
  desk.append("t1", 4, {desk.notice(ann, "a5"), desk.notice(ann, "a6", NoticeKind::game_over)});
  EXPECT_EQ(desk.ids(ann, "h1"), (Ids{"a5", "a3", "a2", "a1"}));
}

// A test goes to one, whatever it wants.
inline void check_hook_tests(OutboxDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  const auto test = [&](std::int64_t person, const std::string& hook, const std::string& id, int most) {
    return desk.write(
        [&](auto done) { desk.store.outbox.try_hook(hook, desk.notice(person, id, NoticeKind::test), most, done); });
  };
  EXPECT_EQ(test(ann, "h1", "x1", 1), How::conflict) << "one waits, and that is the most";
  EXPECT_EQ(test(ann, "h1", "x1", 2), How::durable);
  EXPECT_EQ(test(bob, "h1", "x2", 9), How::conflict) << "it is Ann's";
  EXPECT_EQ(desk.ids(ann, "h1").at(0), "x1");
}

inline void check_forgotten_and_ended(OutboxDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  const auto forget = [&](std::int64_t before) {
    desk.write([&](auto done) { desk.store.outbox.forget_deliveries(before, done); });
  };
  forget(1'000);
  EXPECT_EQ(desk.ids(ann, "h1").size(), 5U);
  forget(1'001);
  EXPECT_EQ(desk.ids(ann, "h1"), (Ids{"x1", "a5"})) << "what waits stays";
  EXPECT_EQ(desk.write([&](auto done) { desk.store.outbox.end_hook(bob, "h1", done); }), How::conflict);
  EXPECT_EQ(desk.write([&](auto done) { desk.store.outbox.end_hook(ann, "h1", done); }), How::durable);
  EXPECT_TRUE(desk.hooks(ann).empty());
  EXPECT_FALSE(desk.sent(ann, "h1"));
}

// One after the other to each hook, held by who delivers; again where nobody reports.
inline void check_deliveries(Store& store, Loop& loop) {
  using How = Written::How;
  OutboxDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  desk.add(desk.hook("h1", ann));
  desk.add(desk.hook("h2", bob));
  desk.write([&](auto done) { store.tables.add_table(table_row("t1"), done); });
  EXPECT_FALSE(desk.wait(5'000));
  desk.append("t1", 1, {desk.notice(ann, "a1"), desk.notice(bob, "b1", NoticeKind::reminder, 1'200)});
  desk.append("t1", 2, {desk.notice(ann, "a2"), desk.notice(ann, "a3", NoticeKind::game_over)});
  EXPECT_FALSE(desk.wait(999));
  EXPECT_TRUE(desk.wait(1'000));
  auto held = desk.take(1'100, 2'000);
  ASSERT_EQ(held.size(), 1U) << "Bob's comes later";
  EXPECT_EQ(held[0].notice, desk.notice(0, "a1"));
  EXPECT_EQ(held[0].tries, 1);
  EXPECT_EQ(held[0].hook.url, "https://example.org/h1");
  EXPECT_EQ(held[0].hook.secret, "secret of h1");
  EXPECT_EQ(held[0].hook.person, ann);
  EXPECT_FALSE(desk.wait(1'100)) << "Ann's hook is held";
  EXPECT_EQ(desk.take(1'300, 2'000).at(0).notice.id, "b1");
  EXPECT_TRUE(desk.take(1'999, 3'000).empty());
  held = desk.take(2'000, 3'000, 1);  // nobody has reported
  ASSERT_EQ(held.size(), 1U) << "one was wanted";
  auto both = desk.take(2'000, 3'000);
  both.push_back(held[0]);
  for (const Delivery& one : both) {
    EXPECT_EQ(one.tries, 2);
    if (one.hook.id == "h1") {
      EXPECT_EQ(one.notice.id, "a1");
      EXPECT_EQ(desk.note(one, {}), How::durable);
    } else {
      TriedDelivery later{DeliveryState::waiting, 4'000, "no answer"};
      EXPECT_EQ(desk.note(one, later), How::durable);
    }
  }
  EXPECT_EQ(desk.sent(ann, "h1")->at(2).state, DeliveryState::delivered);
  EXPECT_EQ(desk.sent(bob, "h2")->at(0).why, "no answer");
  EXPECT_EQ(desk.sent(bob, "h2")->at(0).due_ms, 4'000);
  held = desk.take(2'500, 3'000);
  ASSERT_EQ(held.size(), 1U);
  EXPECT_EQ(held[0].notice.id, "a2");
  EXPECT_EQ(desk.note(held[0], {DeliveryState::given_up, 0, "gone", "it is gone"}), How::durable);
  EXPECT_EQ(desk.hooks(ann)[0].off, "it is gone");
  const auto stands = desk.sent(ann, "h1");
  for (const Delivery& one : *stands) {
    const bool first = one.notice.id == "a1";
    EXPECT_EQ(one.state, first ? DeliveryState::delivered : DeliveryState::given_up) << one.notice.id;
  }
  EXPECT_EQ(desk.sent(ann, "h1")->at(0).why, "it is gone") << "what waited behind it, too";
  check_switched_off(desk, ann, bob);
  check_hook_tests(desk, ann, bob);
  check_forgotten_and_ended(desk, ann, bob);
}

// A crowd of accounts at one address holds up nobody else, and in the crowd nobody who has few hooks.
inline void check_turns(Store& store, Loop& loop) {
  OutboxDesk desk{{store, loop}};
  unsigned char tokens = 0;
  const auto join = [&](const std::string& name, const std::string& from) {
    const std::int64_t person = desk.register_as(name, ++tokens).key;
    Session session = desk.session(++tokens);
    session.from = from;
    EXPECT_EQ(desk.write([&](auto done) { store.people.add_session(person, session, {}, 9, done); }),
              Written::How::durable);
    return person;
  };
  const auto test = [&](std::int64_t person, const std::string& hook, std::int64_t at) {
    desk.add(desk.hook(hook, person), 10);
    const Notice notice = desk.notice(person, hook + ".test", NoticeKind::test, at);
    EXPECT_EQ(desk.write([&](auto done) { store.outbox.try_hook(hook, notice, 9, done); }), Written::How::durable);
  };
  for (int i = 0; i < 10; ++i) {
    const std::int64_t person = join("Puppet" + std::to_string(i), "10.0.0.1");
    for (int k = 0; k < 6; ++k) test(person, "p" + std::to_string(i) + "." + std::to_string(k), 1'000 + k);
  }
  const std::int64_t eve = join("Eve", "10.0.0.1"), bob = join("Bob", "10.0.0.2");
  test(eve, "eve", 2'000);
  test(bob, "bob", 2'000);
  const auto taken = [&](std::int64_t now) {
    std::vector<std::string> out;
    for (const Delivery& one : desk.take(now, 9'000, 64)) out.push_back(one.hook.id);
    std::ranges::sort(out);
    return out;
  };
  const std::vector<std::string> first = taken(3'000);
  EXPECT_EQ(first.size(), 33U) << "32 of the crowd's address, and Bob's";
  for (const char* one : {"bob", "eve"}) EXPECT_TRUE(std::ranges::binary_search(first, one)) << one;
  EXPECT_TRUE(taken(3'100).empty()) << "those are held, and no more of that address are";
  test(bob, "bob2", 3'200);
  EXPECT_EQ(taken(3'300), std::vector<std::string>{"bob2"});
  EXPECT_FALSE(taken(9'100).empty()) << "nobody has reported on the first";
}

inline void check_reminders(Store& store, Loop& loop) {
  using How = Written::How;
  OutboxDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  desk.add(desk.hook("h1", ann));
  TableRow row = table_row("t1");
  row.remind_ms = 5'000;
  desk.write([&](auto done) { store.tables.add_table(row, done); });
  const auto due = [&](std::int64_t now) {
    const auto found =
        loop.read<std::vector<DueReminder>>([&](auto done) { store.tables.due_reminders(now, 9, done); });
    std::vector<std::pair<std::string, std::int64_t>> out;
    for (const DueReminder& one : *found.value) out.emplace_back(one.table, one.at_ms);
    return out;
  };
  using Due = std::vector<std::pair<std::string, std::int64_t>>;
  EXPECT_EQ(due(4'999), Due{});
  EXPECT_EQ(due(5'000), (Due{{"t1", 5'000}}));
  const auto remind = [&](int number, std::int64_t at, std::int64_t next, const std::string& id) {
    const Reminded one{"t1", number, at, next, {desk.notice(ann, id, NoticeKind::reminder)}};
    return desk.write([&](auto done) { store.tables.remind(one, done); });
  };
  EXPECT_EQ(remind(1, 5'000, 0, "late"), How::conflict) << "the table has no entry";
  EXPECT_EQ(remind(0, 4'000, 0, "other"), How::conflict);
  EXPECT_EQ(remind(0, 5'000, 7'000, "first"), How::durable);
  EXPECT_EQ(remind(0, 5'000, 7'000, "twice"), How::conflict) << "another server was first";
  EXPECT_EQ(desk.ids(ann, "h1"), std::vector<std::string>{"first"});
  EXPECT_EQ(due(9'000), (Due{{"t1", 7'000}}));
  EXPECT_EQ(desk.append("t1", 1, {}, 8'000), How::durable);
  EXPECT_EQ(due(9'000), (Due{{"t1", 8'000}}));
  EXPECT_EQ(desk.append("t1", 2, {}, 0), How::durable);
  EXPECT_EQ(due(9'000), Due{});
}

}  // namespace cairn::testing

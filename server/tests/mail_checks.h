// What any store must do for play by mail.
#pragma once

#include <algorithm>

#include "server/tests/people_checks.h"

namespace cairn::testing {

struct MailStoreDesk : PeopleDesk {
  How address(const std::string& id, std::int64_t person, const std::string& at, NoticeKinds wants = kAllNotices) {
    Hook hook = {id, person, "mailto:" + at, "secret of " + id, wants, 700};
    return write([&](auto done) { store.mail.set_mail_hook(hook, done); });
  }
  std::vector<std::string> names_at(const std::string& at) {
    std::vector<std::string> out;
    const auto found = loop.read<std::vector<Account>>([&](auto done) { store.mail.people_at(at, done); });
    for (const Account& one : *found.value) out.push_back(one.person.name);
    return out;
  }
  How letter(const std::string& to, const std::string& id, std::int64_t person = 0, int most = 10) {
    const Notice one = {person, NoticeKind::letter, id, R"({"subject":"Zo\u00eb"})", 1'000};
    return write([&](auto done) { store.mail.add_letter(to, one, most, done); });
  }
  bool has(const std::string& to, const std::string& id) {
    return *loop.read<bool>([&](auto done) { store.mail.has_letter(to, id, done); }).value;
  }
  std::vector<Delivery> take(std::int64_t now) {
    auto all =
        *loop.read<std::vector<Delivery>>([&](auto done) { store.outbox.take_mails(now, now + 10, 10, done); }).value;
    std::sort(all.begin(), all.end(), [](const Delivery& a, const Delivery& b) { return a.hook.url < b.hook.url; });
    return all;
  }
  How note(const Delivery& one, const TriedDelivery& tried) {
    return write([&](auto done) { store.outbox.note_delivery(one, tried, done); });
  }
  std::vector<Hook> hooks(std::int64_t person) {
    return *loop.read<std::vector<Hook>>([&](auto done) { store.outbox.hooks_of(person, done); }).value;
  }
  std::vector<std::string> due(const std::string& hook, std::int64_t now, int most = 10) {
    std::vector<std::string> out;
    const auto found =
        loop.read<std::vector<Delivery>>([&](auto done) { store.outbox.mails_due(hook, now, most, done); });
    for (const Delivery& one : *found.value) out.push_back(one.notice.id);
    return out;
  }
  void table(const std::string& id, const std::string& game) {
    TableRow row = table_row(id);
    row.setup.game = game;
    write([&](auto done) { store.tables.add_table(row, done); });
  }
  std::vector<int> numbers(const std::vector<std::string>& tables, bool give = true) {
    return *loop.read<std::vector<int>>([&](auto done) { store.mail.number_boards(tables, give, done); }).value;
  }
  std::vector<std::string> listed(const std::string& game, bool over, int most = 10) {
    std::vector<std::string> out;
    const auto found = loop.read<std::vector<Board>>([&](auto done) { store.mail.boards_of(game, over, most, done); });
    for (const Board& one : *found.value) out.push_back(std::to_string(one.number) + " " + one.card.id);
    return out;
  }
  std::optional<std::string> board(const std::string& game, int number) {
    return loop.read<std::string>([&](auto done) { store.mail.board_numbered(game, number, done); }).value;
  }
};

inline void check_addresses(Store& store, Loop& loop) {
  using How = Written::How;
  using Names = std::vector<std::string>;
  MailStoreDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const std::int64_t guest =
      loop.wait([&](auto done) { store.people.add_guest("Gus", token(3), 100, 5'000, done); }).key;
  EXPECT_EQ(desk.address("h0", guest, "gus@example.org"), How::conflict) << "guests have none";
  EXPECT_EQ(desk.address("h1", ann, "ann@example.org", bit_of(NoticeKind::your_turn)), How::durable);
  EXPECT_EQ(desk.address("h2", bob, "ann@example.org"), How::durable) << "two may share one";
  EXPECT_EQ(desk.names_at("ann@example.org"), (Names{"Ann", "Bob"}));
  EXPECT_EQ(desk.names_at("bob@example.org"), Names{});
  EXPECT_EQ(desk.letter("ann@example.org", "l1", ann), How::durable);
  EXPECT_EQ(desk.address("h3", ann, "anna@example.org"), How::durable);
  EXPECT_EQ(desk.names_at("ann@example.org"), Names{"Bob"});
  ASSERT_EQ(desk.hooks(ann).size(), 1U) << "the address takes the place of the one before";
  EXPECT_EQ(desk.hooks(ann)[0].id, "h1");
  EXPECT_TRUE(desk.hooks(ann)[0].mail);
  EXPECT_EQ(desk.hooks(ann)[0].wants, bit_of(NoticeKind::your_turn)) << "what she wants stays";

  // What waits for her goes where she is now.
  const auto held = desk.take(1'000);
  ASSERT_EQ(held.size(), 1U);
  EXPECT_EQ(held[0].hook.url, "mailto:anna@example.org");
  EXPECT_TRUE(held[0].hook.mail);
  EXPECT_EQ(held[0].notice.kind, NoticeKind::letter);
  EXPECT_EQ(held[0].notice.facts, R"({"subject":"Zo\u00eb"})");

  // An address that takes nothing is switched on again by being proven anew.
  EXPECT_EQ(desk.note(held[0], {DeliveryState::given_up, 0, "550", "no such mailbox"}), How::durable);
  EXPECT_EQ(desk.hooks(ann)[0].off, "no such mailbox");
  EXPECT_EQ(desk.letter("anna@example.org", "l2", ann), How::conflict);
  EXPECT_EQ(desk.address("h4", ann, "anna@example.org"), How::durable);
  EXPECT_EQ(desk.letter("anna@example.org", "l2", ann), How::durable);
}

inline void check_letters(Store& store, Loop& loop) {
  using How = Written::How;
  MailStoreDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  desk.address("h1", ann, "ann@example.org");
  EXPECT_FALSE(desk.has("zoe@example.org", "l1"));
  EXPECT_EQ(desk.letter("zoe@example.org", "l1"), How::durable);
  EXPECT_EQ(desk.letter("zoe@example.org", "l1"), How::conflict) << "once";
  EXPECT_TRUE(desk.has("zoe@example.org", "l1"));
  EXPECT_FALSE(desk.has("ann@example.org", "l1"));
  EXPECT_EQ(desk.letter("zoe@example.org", "l2", 0, 2), How::durable);
  EXPECT_EQ(desk.letter("zoe@example.org", "l3", 0, 2), How::conflict) << "two wait";
  EXPECT_EQ(desk.letter("ann@example.org", "l1"), How::durable) << "nobody's, though it is hers, too";
  EXPECT_EQ(desk.letter("ann@example.org", "l4", ann), How::durable);

  const auto held = desk.take(1'000);
  ASSERT_EQ(held.size(), 3U);
  EXPECT_EQ(held[2].hook.url, "mailto:zoe@example.org");
  EXPECT_EQ(held[2].hook.person, kStranger);
  EXPECT_EQ(held[2].notice.id, "l1") << "in order";
  EXPECT_EQ(desk.take(1'000).size(), 0U) << "one at a time";
  for (const Delivery& one : held) EXPECT_EQ(desk.note(one, {}), How::durable);
  EXPECT_EQ(desk.letter("zoe@example.org", "l1"), How::conflict) << "also when it was sent";

  // Nobody's address is forgotten with the last thing that was sent to it.
  const auto last = desk.take(1'000);
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(desk.note(last[0], {}), How::durable);
  EXPECT_EQ(desk.write([&](auto done) { store.outbox.forget_deliveries(2'000, done); }), How::durable);
  EXPECT_TRUE(desk.take(9'000).empty());
  EXPECT_FALSE(desk.has("zoe@example.org", "l1"));
  EXPECT_EQ(desk.hooks(ann).size(), 1U);
}

inline void check_due_mails(MailStoreDesk& desk, std::int64_t ann) {
  using How = Written::How;
  const auto notice = [&](const std::string& id, NoticeKind kind, std::int64_t at) {
    const Notice one = {ann, kind, id, "{}", at};
    EXPECT_EQ(desk.write([&](auto done) { desk.store.mail.add_letter("ann@example.org", one, 10, done); }),
              How::durable);
  };
  const auto waits = [&](std::int64_t now) {
    return *desk.loop.read<bool>([&](auto done) { desk.store.outbox.mails_wait(now, done); }).value;
  };
  EXPECT_FALSE(waits(999));
  EXPECT_TRUE(waits(1'000));
  EXPECT_FALSE(*desk.loop.read<bool>([&](auto done) { desk.store.outbox.deliveries_wait(9'000, done); }).value)
      << "no webhook's";
  EXPECT_TRUE(
      desk.loop
          .read<std::vector<Delivery>>([&](auto done) { desk.store.outbox.take_deliveries(9'000, 9'100, 10, done); })
          .value->empty());
  notice("a", NoticeKind::your_turn, 1'000);
  notice("b", NoticeKind::letter, 1'001);
  notice("c", NoticeKind::round, 1'002);
  notice("d", NoticeKind::game_over, 5'000);
  EXPECT_EQ(*desk.loop.read<std::int64_t>([&](auto done) { desk.store.mail.count_mails(done); }).value, 5);
  EXPECT_EQ(desk.due("h1", 2'000), (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(desk.due("h1", 9'000, 2), (std::vector<std::string>{"a", "c"}));
  const auto held = desk.take(2'000);
  ASSERT_EQ(held.size(), 2U);
  EXPECT_EQ(held[0].notice.id, "a");
  EXPECT_EQ(held[0].hook.wants, 3);
  EXPECT_TRUE(held[0].hook.digest);
  EXPECT_EQ(held[1].hook.person, kStranger);
  EXPECT_FALSE(held[1].hook.digest);

  // What went with it has its fate.
  const auto found =
      desk.loop.read<std::vector<Delivery>>([&](auto done) { desk.store.outbox.mails_due("h1", 2'000, 10, done); });
  const std::int64_t other = found.value->at(1).number;
  TriedDelivery later = {DeliveryState::waiting, 4'000, "not yet"};
  later.with = {other};
  EXPECT_EQ(desk.note(held[0], later), How::durable);
  EXPECT_EQ(desk.due("h1", 3'999), std::vector<std::string>{});
  EXPECT_EQ(desk.due("h1", 4'000), (std::vector<std::string>{"a", "c"}));
  TriedDelivery done;
  done.with = {other};
  EXPECT_EQ(desk.note(held[0], done), How::durable);
  EXPECT_EQ(desk.due("h1", 4'000), std::vector<std::string>{});
}

// It came back: nothing more goes there.
inline void check_mails_ended(MailStoreDesk& desk, std::int64_t ann) {
  using How = Written::How;
  EXPECT_EQ(desk.write([&](auto ended) { desk.store.mail.end_mails("h1", "550 gone", ended); }), How::durable);
  EXPECT_EQ(desk.write([&](auto ended) { desk.store.mail.end_mails("none", "550 gone", ended); }), How::conflict);
  EXPECT_EQ(desk.hooks(ann)[0].off, "550 gone");
  EXPECT_EQ(desk.due("h1", 9'000), std::vector<std::string>{});
  EXPECT_EQ(*desk.loop.read<std::int64_t>([&](auto count) { desk.store.mail.count_mails(count); }).value, 1);
}

// Of the desk of hooks it is none.
inline void check_no_hooks(MailStoreDesk& desk, std::int64_t ann) {
  using How = Written::How;
  EXPECT_EQ(desk.write([&](auto set) { desk.store.outbox.set_hook(ann, "h1", kAllNotices, set); }), How::conflict);
  EXPECT_EQ(desk.write([&](auto end) { desk.store.outbox.end_hook(ann, "h1", end); }), How::conflict);
  const Notice test = {ann, NoticeKind::test, "t", "{}", 1};
  desk.address("h9", ann, "ann@example.org");
  EXPECT_EQ(desk.write([&](auto tried) { desk.store.outbox.try_hook("h1", test, 9, tried); }), How::conflict);
  EXPECT_EQ(
      desk.loop.read<std::vector<Delivery>>([&](auto list) { desk.store.outbox.deliveries_of(ann, "h1", 9, list); })
          .value,
      std::nullopt);
}

// What an address wants, what goes as one mail, and that it is no hook of the others' desk.
inline void check_mails(Store& store, Loop& loop) {
  using How = Written::How;
  MailStoreDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  desk.address("h1", ann, "ann@example.org");
  const auto key = [&](const char* fresh) {
    return *loop.read<std::string>([&](auto done) { store.mail.mail_key(fresh, done); }).value;
  };
  EXPECT_EQ(key("first"), "first");
  EXPECT_EQ(key("second"), "first");
  EXPECT_EQ(desk.write([&](auto done) { store.mail.set_mail_mode("h1", 3, true, done); }), How::durable);
  EXPECT_EQ(desk.write([&](auto done) { store.mail.set_mail_mode("none", 3, true, done); }), How::conflict);
  EXPECT_TRUE(desk.hooks(ann)[0].digest);
  EXPECT_EQ(desk.hooks(ann)[0].wants, 3);
  desk.letter("zoe@example.org", "z1");
  EXPECT_EQ(desk.write([&](auto done) { store.mail.set_mail_mode("nobody.zoe@example.org", 3, false, done); }),
            How::conflict);
  check_due_mails(desk, ann);
  check_mails_ended(desk, ann);
  check_no_hooks(desk, ann);
}

inline void check_boards(Store& store, Loop& loop) {
  MailStoreDesk desk{{store, loop}};
  for (const char* id : {"m1", "m2", "m3"}) desk.table(id, "margo");
  desk.table("g1", "go");
  EXPECT_EQ(desk.numbers({"m2"}, false), std::vector{0});
  EXPECT_EQ(desk.numbers({"m2"}), std::vector{101});
  EXPECT_EQ(desk.numbers({"m1", "none", "m2", "g1", "m3"}), (std::vector{102, 0, 101, 101, 103}));
  EXPECT_EQ(desk.board("margo", 102), "m1");
  EXPECT_EQ(desk.board("go", 101), "g1");
  EXPECT_EQ(desk.board("go", 102), std::nullopt);
  EXPECT_EQ(desk.board("margo", -7), std::nullopt);
  EXPECT_EQ(desk.numbers({"m2", "m1"}, false), (std::vector{101, 102}));

  Append last = entry("m2", 1);
  last.over = true;
  desk.write([&](auto done) { store.tables.append(last, done); });
  EXPECT_EQ(desk.listed("margo", false), (std::vector<std::string>{"103 m3", "102 m1"}));
  EXPECT_EQ(desk.listed("margo", false, 1), (std::vector<std::string>{"103 m3"}));
  EXPECT_EQ(desk.listed("margo", true), (std::vector<std::string>{"101 m2"}));
}

inline void check_watches(Store& store, Loop& loop) {
  MailStoreDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  desk.table("t1", "margo");
  desk.table("t2", "margo");
  const auto set = [&](const Watch& watch) {
    EXPECT_EQ(desk.write([&](auto done) { store.mail.set_watch(watch, done); }), Written::How::durable);
  };
  const auto of = [&](std::int64_t person, const char* table) {
    return loop.read<Watch>([&](auto done) { store.mail.watch_of(person, table, done); }).value;
  };
  const auto due = [&](int most = 10) {
    return *loop.read<std::vector<Watch>>([&](auto done) { store.mail.due_watches(most, done); }).value;
  };
  const auto enter = [&](const char* table, int number, bool over) {
    Append one = entry(table, number);
    one.over = over;
    EXPECT_EQ(desk.write([&](auto done) { store.tables.append(one, done); }), Written::How::durable);
  };
  set({ann, "t1"});
  set({bob, "t1", true});
  set({bob, "t2", false, 1, 1});
  EXPECT_EQ(of(bob, "t1"), (Watch{bob, "t1", true}));
  EXPECT_EQ(of(ann, "t2"), std::nullopt);
  EXPECT_TRUE(due().empty());
  enter("t1", 1, false);
  enter("t2", 1, false);
  EXPECT_EQ(due(), (std::vector{Watch{ann, "t1"}})) << "he waits for its end, and has seen what happened at the other";
  set({ann, "t1", false, 1, 1});
  EXPECT_TRUE(due().empty());
  enter("t1", 2, true);
  EXPECT_EQ(due().size(), 2U);
  EXPECT_EQ(due(1).size(), 1U);
  EXPECT_EQ(desk.write([&](auto done) { store.mail.end_watch(ann, "t1", done); }), Written::How::durable);
  EXPECT_EQ(due(), (std::vector{Watch{bob, "t1", true}}));
  EXPECT_EQ(desk.write([&](auto done) { store.people.delete_account(bob, done); }), Written::How::durable);
  EXPECT_TRUE(due().empty());
}

}  // namespace cairn::testing

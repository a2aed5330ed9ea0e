// What any store must do with challenges.
#pragma once

#include "server/tests/people_checks.h"

namespace cairn::testing {

struct ChallengeDesk : PeopleDesk {
  static Challenge challenge(const std::string& id, const std::vector<std::int64_t>& people, std::int64_t at = 1'000) {
    Challenge out;
    out.id = id;
    out.maker = people[0];
    out.request = "r-" + id;
    out.terms = {"go", {{"size", "9"}, {"komi", "6.5"}}, *parse_clock_rule("fischer 5m+3s").rule, true};
    out.note = "a \xE2\x98\x83, perhaps?";
    for (const std::int64_t person : people) out.people.push_back({person, "", -1, person == people[0]});
    out.created_ms = out.changed_ms = at;
    out.expires_ms = at + 500;
    return out;
  }
  Written add(const Challenge& challenge, int most = 10) {
    return loop.wait([&](auto done) { store.challenges.add_challenge(challenge, most, {}, done); });
  }
  How change(const Challenge& challenge, std::shared_ptr<const TableRow> begins = nullptr) {
    return write([&](auto done) { store.challenges.change_challenge(challenge, begins, {}, done); });
  }
  std::optional<Challenge> read(const std::string& id) {
    const auto found = loop.read<Challenge>([&](auto done) { store.challenges.read_challenge(id, done); });
    EXPECT_EQ(found.error, "");
    return found.value;
  }
  std::vector<std::string> of(std::int64_t person, std::int64_t since = 5'000, int most = 10) {
    std::vector<std::string> out;
    const auto found = loop.read<std::vector<Challenge>>(
        [&](auto done) { store.challenges.challenges_of(person, since, most, done); });
    for (const Challenge& one : *found.value) out.push_back(one.id);
    return out;
  }
  std::vector<std::string> due(std::int64_t now, int most = 10) {
    std::vector<std::string> out;
    const auto found =
        loop.read<std::vector<Challenge>>([&](auto done) { store.challenges.due_challenges(now, most, done); });
    for (const Challenge& one : *found.value) out.push_back(one.id);
    return out;
  }
};

// The same request gets the same; of what is open there is a limit.
inline void check_requests_and_lists(ChallengeDesk& desk, std::int64_t ann, std::int64_t bob, std::int64_t cid) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  Challenge again = desk.challenge("c9", {ann, bob});
  again.request = "r-c1";
  const Written same = desk.add(again);
  EXPECT_EQ(same.how, How::conflict);
  EXPECT_EQ(same.message, "c1");
  EXPECT_EQ(desk.add(desk.challenge("c2", {ann, bob}), 1).how, How::conflict);
  EXPECT_EQ(desk.add(desk.challenge("c2", {ann, bob}, 1'500), 1).how, How::durable) << "the first is too old to count";
  EXPECT_EQ(desk.add(desk.challenge("c3", {bob, ann}, 1'700)).how, How::durable);
  EXPECT_EQ(desk.of(ann), (Ids{"c3", "c2", "c1"}));
  EXPECT_EQ(desk.of(ann, 5'000, 2), (Ids{"c3", "c2"}));
  EXPECT_EQ(desk.of(cid), Ids{"c1"});
  EXPECT_EQ(desk.due(1'499), Ids{});
  EXPECT_EQ(desk.due(2'100), (Ids{"c1", "c2"}));
  EXPECT_EQ(desk.due(9'000, 1), Ids{"c1"});
}

// Every change is made once, at the version that it was decided on.
inline void check_changes(ChallengeDesk& desk, Challenge one, std::int64_t bob, std::int64_t cid) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  one.offer = 2;
  one.maker = bob;
  one.request = "other";
  one.terms.options = {{"size", "13"}};
  one.people[0].accepted = false;
  one.people[1].accepted = true;
  one.people[1].seat = 0;
  one.people[2].seat = 2;
  one.people[0].seat = 1;
  one.changed_ms = 1'100;
  one.expires_ms = 8'000;
  EXPECT_EQ(desk.change(one), How::durable);
  EXPECT_EQ(desk.change(one), How::conflict);
  ++one.version;
  EXPECT_EQ(*desk.read("c1"), one);
  Challenge none = one;
  none.id = "c7";
  EXPECT_EQ(desk.change(none), How::conflict);
  Challenge declined = one;
  declined.state = ChallengeState::declined;
  declined.declined_by = cid;
  declined.reason = DeclineReason::enough_games;
  declined.changed_ms = 5'500;
  EXPECT_EQ(desk.change(declined), How::durable);
  EXPECT_EQ(desk.read("c1")->reason, DeclineReason::enough_games);
  EXPECT_EQ(desk.read("c1")->declined_by, cid);
  EXPECT_EQ(desk.of(cid), Ids{"c1"}) << "it is over since a moment";
  EXPECT_EQ(desk.of(cid, 5'500), Ids{});
  EXPECT_EQ(desk.due(9'000), (Ids{"c2", "c3"}));
}

// The table comes with the last consent or not at all.
inline void check_last_consent(ChallengeDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  Challenge last = *desk.read("c3");
  last.state = ChallengeState::made;
  last.table = "t1";
  last.people[1].accepted = true;
  auto row = std::make_shared<TableRow>(table_row("t1"));
  row->occupants = {{SeatKind::guest, ann, "Ann"}, {SeatKind::guest, bob, "Bob"}};
  Challenge late = last;
  late.version = 7;
  EXPECT_EQ(desk.change(late, row), How::conflict);
  EXPECT_TRUE(desk.games(ann).empty());
  EXPECT_EQ(desk.change(last, row), How::durable);
  ASSERT_EQ(desk.games(ann).size(), 1U);
  EXPECT_EQ(desk.games(bob)[0].second, "t1");
  EXPECT_EQ(desk.read("c3")->table, "t1");
  last.version += 1;
  auto other = std::make_shared<TableRow>(*row);
  other->id = "t2";
  Challenge twice = *desk.read("c3");
  twice.version = 1;
  EXPECT_EQ(desk.change(twice, other), How::conflict);
  EXPECT_EQ(desk.games(ann).size(), 1U);
}

inline void check_deleted_maker(ChallengeDesk& desk, std::int64_t ann, std::int64_t bob) {
  desk.write([&](auto done) { desk.store.people.set_block(bob, ann, true, 5, done); });
  EXPECT_EQ(desk.read("c2")->blocks, (Blocks{{bob, ann}}));
  desk.write([&](auto done) { desk.store.people.delete_account(ann, done); });
  EXPECT_EQ(desk.read("c2")->state, ChallengeState::withdrawn);
  EXPECT_EQ(desk.read("c2")->version, 2);
  EXPECT_EQ(desk.read("c2")->note, "");
  EXPECT_EQ(desk.read("c2")->people[0].name, "deleted player");
  EXPECT_FALSE(desk.read("c2")->people[0].account);
  EXPECT_EQ(desk.read("c3")->state, ChallengeState::made);
}

inline void check_kept(Store& store, Loop& loop) {
  using How = Written::How;
  ChallengeDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key,
                     cid = desk.register_as("Cid", 3).key;
  EXPECT_FALSE(desk.read("c1"));
  Challenge one = desk.challenge("c1", {ann, bob, cid});
  EXPECT_EQ(desk.add(one).how, How::durable);
  const auto kept = desk.read("c1");
  ASSERT_TRUE(kept);
  for (Challenged& somebody : one.people) somebody.account = true;
  one.people[0].name = "Ann";
  one.people[1].name = "Bob";
  one.people[2].name = "Cid";
  EXPECT_EQ(*kept, one);
  check_requests_and_lists(desk, ann, bob, cid);
  check_changes(desk, one, bob, cid);
  check_last_consent(desk, ann, bob);
  check_deleted_maker(desk, ann, bob);
}

inline void check_party(Store& store, Loop& loop) {
  ChallengeDesk desk{{store, loop}};
  const std::int64_t guest =
      loop.wait([&](auto done) { store.people.add_guest("Gus", token(9), 100, 5'000, done); }).key;
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  AccountEdit edit;
  edit.preferences = R"({"challenges":{"from":"nobody"}})";
  edit.bot = true;
  desk.write([&](auto done) { store.people.edit_account(bob, edit, done); });
  const auto party = [&](std::int64_t person, const std::vector<std::string>& names) {
    return *loop.read<ChallengeParty>(
                    [&](auto done) { store.challenges.challenge_party(person, names, "go-9", 1'400, done); })
                .value;
  };
  ChallengeParty read = party(guest, {"aNN", "Nobody", "Bob", "gus"});
  EXPECT_EQ(read.unknown, (std::vector<std::string>{"Nobody", "gus"})) << "a guest's name is nobody's own";
  ASSERT_EQ(read.people.size(), 3U);
  EXPECT_EQ(read.people[0].person.id, guest);
  EXPECT_EQ(read.people[0].person.name, "Gus");
  EXPECT_FALSE(read.people[0].person.account);
  EXPECT_EQ(read.people[1].person.id, ann);
  EXPECT_EQ(read.people[1].person.name, "Ann");
  EXPECT_EQ(read.people[1].rating, Rating{});
  EXPECT_EQ(read.people[2].preferences, *edit.preferences);
  EXPECT_TRUE(read.people[2].person.account);
  EXPECT_TRUE(read.people[2].person.bot);
  EXPECT_TRUE(read.blocks.empty());

  TableRow row = table_row("t1");
  row.setup.rated = true;
  row.occupants = {{SeatKind::guest, ann, "Ann"}, {SeatKind::guest, bob, "Bob"}};
  desk.write([&](auto done) { store.tables.add_table(row, done); });
  Append last = entry("t1", 1);
  last.over = last.rate_due = true;
  desk.write([&](auto done) { store.tables.append(last, done); });
  desk.write([&](auto done) { store.lists.rate({"t1", "go-9", {ann, bob}, {1, 2}, 1'000}, done); });
  desk.add(desk.challenge("c1", {ann, bob}));
  desk.add(desk.challenge("c2", {guest, bob}, 500));
  desk.write([&](auto done) { store.people.set_block(bob, guest, true, 5, done); });
  read = party(guest, {"Ann", "Bob"});
  EXPECT_GT(read.people[1].rating.rating, 1500);
  EXPECT_EQ(read.people[1].rating.games, 1);
  EXPECT_LT(read.people[2].rating.rating, 1500);
  EXPECT_EQ(read.people[1].incoming, 0) << "her own";
  EXPECT_EQ(read.people[2].incoming, 1) << "the other waits no more";
  EXPECT_EQ(read.blocks, (Blocks{{bob, guest}}));
}

struct SeekDesk : ChallengeDesk {
  static Seek seek(std::int64_t person, const std::string& request, std::int64_t at) {
    Seek out;
    out.handicap = person % 2 == 0;
    out.person = person;
    out.request = request;
    out.terms = {"go", {{"size", "9"}}, *parse_clock_rule("fischer 5m+3s").rule, false};
    out.rating_class = "go-9";
    out.since_ms = at;
    out.until_ms = at + 100;
    return out;
  }
  How put(const Seek& one) {
    return write([&](auto done) { store.seeks.put_seek(one, done); });
  }
  std::optional<Seek> of(std::int64_t person) {
    return loop.read<Seek>([&](auto done) { store.seeks.seek_of(person, done); }).value;
  }
  std::vector<std::string> open(std::int64_t now, int most = 10) {
    std::vector<std::string> names;
    const auto found = loop.read<OpenSeeks>([&](auto done) { store.seeks.open_seeks(now, most, done); });
    for (const Seek& one : found.value->seeks) names.push_back(one.name);
    return names;
  }
  How pair(const Seek& one, const Seek& other, const std::string& id, std::int64_t now) {
    auto row = std::make_shared<TableRow>(table_row(id));
    row->setup.game = "go";
    row->occupants = {{SeatKind::guest, one.person, ""}, {SeatKind::guest, other.person, ""}};
    return write([&](auto done) { store.seeks.pair_seeks(one, other, row, now, done); });
  }
};

// The same request is a sign of life; another takes its place; who had gone begins anew.
inline void check_signs_of_life(SeekDesk& desk, std::int64_t ann, std::int64_t bob, std::int64_t gus) {
  desk.put(desk.seek(gus, "g", 1'050));
  EXPECT_EQ(desk.of(gus)->since_ms, 1'000);
  EXPECT_EQ(desk.of(gus)->until_ms, 1'150);
  desk.put(desk.seek(bob, "b2", 1'060));
  EXPECT_EQ(desk.of(bob)->since_ms, 1'060);
  desk.put(desk.seek(gus, "g", 1'150));
  EXPECT_EQ(desk.of(gus)->since_ms, 1'150);
  desk.put(desk.seek(ann, "a", 1'100));
  EXPECT_EQ(desk.of(ann)->since_ms, 1'010);
  desk.write([&](auto done) { desk.store.people.set_block(bob, ann, true, 5, done); });
  EXPECT_EQ(desk.loop.read<OpenSeeks>([&](auto done) { desk.store.seeks.open_seeks(1'155, 9, done); }).value->blocks,
            (Blocks{{bob, ann}}));
}

// Both or neither.
inline void check_pairs(SeekDesk& desk, std::int64_t ann, std::int64_t bob, std::int64_t gus) {
  using How = Written::How;
  using Names = std::vector<std::string>;
  EXPECT_EQ(desk.pair(*desk.of(gus), *desk.of(ann), "t1", 1'200), How::conflict) << "she is gone";
  EXPECT_EQ(desk.pair(desk.seek(gus, "g9", 0), *desk.of(ann), "t1", 1'160), How::conflict) << "he seeks something else";
  EXPECT_EQ(desk.of(ann)->table, "");
  EXPECT_EQ(desk.of(gus)->table, "");
  EXPECT_TRUE(desk.games(ann).empty());
  EXPECT_EQ(desk.pair(*desk.of(gus), *desk.of(ann), "t1", 1'160), How::durable);
  EXPECT_EQ(desk.of(ann)->table, "t1");
  EXPECT_EQ(desk.of(gus)->table, "t1");
  EXPECT_EQ(desk.games(ann).size(), 1U);
  EXPECT_EQ(desk.pair(*desk.of(bob), *desk.of(ann), "t2", 1'155), How::conflict) << "she plays";
  EXPECT_EQ(desk.of(bob)->table, "") << "and he waits on";
  desk.put(desk.seek(ann, "a", 1'170));
  EXPECT_EQ(desk.of(ann)->table, "t1") << "a late sign changes nothing";
  desk.write([&](auto done) { desk.store.seeks.end_seek(ann, done); });
  EXPECT_EQ(desk.of(ann)->table, "t1");
  desk.write([&](auto done) { desk.store.seeks.end_seek(bob, done); });
  EXPECT_FALSE(desk.of(bob));
  desk.put(desk.seek(ann, "a2", 1'180));
  EXPECT_EQ(desk.open(1'190), Names{"Ann"});
}

// Who began how often: of the last games of two at this game.
inline void check_first_moves(SeekDesk& desk, std::int64_t ann, std::int64_t bob, std::int64_t gus) {
  const auto firsts = [&](int most) {
    std::string out;
    const auto found = desk.loop.read<std::vector<FirstMoves>>([&](auto done) {
      desk.store.seeks.first_moves({ann, gus, bob}, "go", most, done);
    });
    for (const FirstMoves& one : *found.value) out += std::to_string(one.first) + "/" + std::to_string(one.games) + " ";
    return out;
  };
  EXPECT_EQ(firsts(9), "0/1 1/1 0/0 ");
  int tables = 0;
  const auto play = [&](std::int64_t first, std::int64_t second, const std::string& game) {
    TableRow row = table_row("f" + std::to_string(++tables));
    row.setup.game = game;
    row.occupants = {{SeatKind::guest, first, ""}, {second > 0 ? SeatKind::guest : SeatKind::bot, second, ""}};
    desk.write([&](auto done) { desk.store.tables.add_table(row, done); });
  };
  play(ann, gus, "go");
  play(bob, ann, "margo");
  play(ann, 0, "go");
  EXPECT_EQ(firsts(9), "1/2 1/2 0/0 ");
  EXPECT_EQ(firsts(1), "1/1 0/1 0/0 ");
}

inline void check_seeks(Store& store, Loop& loop) {
  using How = Written::How;
  using Names = std::vector<std::string>;
  SeekDesk desk{{{store, loop}}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const std::int64_t gus = loop.wait([&](auto done) { store.people.add_guest("Gus", token(9), 100, 5'000, done); }).key;
  EXPECT_FALSE(desk.of(ann));
  EXPECT_EQ(desk.put(desk.seek(gus, "g", 1'000)), How::durable);
  Seek expected = desk.seek(gus, "g", 1'000);
  expected.name = "Gus";
  EXPECT_EQ(*desk.of(gus), expected);
  desk.put(desk.seek(ann, "a", 1'010));
  desk.put(desk.seek(bob, "b", 1'005));
  EXPECT_TRUE(desk.of(ann)->account);
  EXPECT_EQ(desk.open(1'020), (Names{"Gus", "Bob", "Ann"}));
  EXPECT_EQ(desk.open(1'020, 2), (Names{"Gus", "Bob"}));
  EXPECT_EQ(desk.open(1'105), Names{"Ann"});
  check_signs_of_life(desk, ann, bob, gus);
  check_pairs(desk, ann, bob, gus);
  check_first_moves(desk, ann, bob, gus);
  desk.write([&](auto done) { store.people.delete_account(ann, done); });
  EXPECT_FALSE(desk.of(ann));
}

// What comes behind the end of a game: it is rated as before, and a table begins with its entry or not at all.
inline void check_behind_the_end(Store& store, Loop& loop) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  ChallengeDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const auto row_of = [&](const std::string& id) {
    TableRow row = table_row(id);
    row.setup.rated = true;
    row.occupants = {{SeatKind::guest, ann, "Ann"}, {SeatKind::guest, bob, "Bob"}};
    return row;
  };
  const auto append = [&](int number, bool rate_due, const std::string& begins) {
    Append one = entry("t1", number);
    one.over = true;
    one.rate_due = rate_due;
    if (!begins.empty()) one.begins = std::make_shared<TableRow>(row_of(begins));
    return desk.write([&](auto done) { store.tables.append(one, done); });
  };
  const auto unrated = [&] { return *loop.read<Ids>([&](auto done) { store.lists.unrated(9, done); }).value; };
  desk.write([&](auto done) { store.tables.add_table(row_of("t1"), done); });
  EXPECT_EQ(append(1, true, ""), How::durable);
  EXPECT_EQ(append(2, false, ""), How::durable);
  EXPECT_EQ(unrated(), Ids{"t1"}) << "it waits for it as before";
  EXPECT_EQ(desk.write([&](auto done) {
    store.lists.rate({"t1", "go-9", {ann, bob}, {1, 2}, 1'000}, done);
  }),
            How::durable);
  EXPECT_EQ(append(3, true, ""), How::durable);
  EXPECT_EQ(unrated(), Ids{}) << "once is enough";
  EXPECT_EQ(append(3, true, "t2"), How::conflict);
  EXPECT_EQ(desk.games(ann).size(), 1U);
  EXPECT_EQ(append(4, true, "t2"), How::durable);
  ASSERT_EQ(desk.games(ann).size(), 2U);
  EXPECT_EQ(desk.games(ann)[0].second, "t2");
  EXPECT_EQ(loop.length(store, "t1"), 4U);
  EXPECT_EQ(loop.length(store, "t2"), 0U);
}

inline void check_challenges(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  for (const auto check : {check_kept, check_party, check_seeks, check_behind_the_end}) {
    Loop loop;
    const auto store = fresh(loop);
    check(*store, loop);
  }
}

}  // namespace cairn::testing

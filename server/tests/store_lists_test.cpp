// Lists of games and ratings in both stores: SQLite and a real PostgreSQL.
#include <gtest/gtest.h>

#include "server/store/postgres.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using How = Written::How;
using Cards = std::vector<TableCard>;

struct ListsDesk {
  Store& store;
  Loop& loop;

  Cards open(std::int64_t now, int most = 10, std::int64_t person = 0, int most_of_one = 10) {
    return *loop.read<Cards>([&](auto done) { store.lists.open_tables(person, now, most, most_of_one, done); }).value;
  }
  Written add(const TableRow& row) {
    return loop.wait([&](auto done) { store.tables.add_table(row, done); });
  }
  Written end_listing(const std::string& table, std::int64_t creator, std::int64_t now) {
    return loop.wait([&](auto done) { store.lists.end_listing(table, creator, creator == 0, now, done); });
  }
  Cards of(std::int64_t person, bool over, std::int64_t before = 1LL << 60, int most = 10) {
    return *loop.read<Cards>([&](auto done) { store.lists.tables_of(person, over, before, most, done); }).value;
  }
  static std::vector<std::string> ids(const Cards& cards) {
    std::vector<std::string> out;
    for (const TableCard& card : cards) out.push_back(card.id);
    return out;
  }
  How rate(const RatedGame& game) {
    return loop.wait([&](auto done) { store.lists.rate(game, done); }).how;
  }
  std::vector<std::string> unrated() {
    return *loop.read<std::vector<std::string>>([&](auto done) { store.lists.unrated(9, done); }).value;
  }
  std::vector<ClassRating> ratings(std::int64_t person) {
    return *loop.read<std::vector<ClassRating>>([&](auto done) { store.lists.ratings_of(person, done); }).value;
  }
  std::vector<RatingStep> history(std::int64_t person, int most = 9) {
    return *loop.read<std::vector<RatingStep>>(
                    [&](auto done) { store.lists.rating_history(person, "go-9", most, done); })
                .value;
  }
  std::vector<LeaderLine> leaders(std::int64_t now, int most = 9) {
    return *loop.read<std::vector<LeaderLine>>([&](auto done) { store.lists.leaders("go-9", now, most, done); }).value;
  }
  How append(Append entry) {
    return loop.wait([&](auto done) { store.tables.append(std::move(entry), done); }).how;
  }
};

using Ids = std::vector<std::string>;

// The same request again makes no second table.
void check_request_again(ListsDesk desk, TableRow asked, std::int64_t ann, std::int64_t bob) {
  asked.id = "t4";
  asked.creator = ann;
  asked.request = "r";
  EXPECT_EQ(desk.loop.wait([&](auto done) { desk.store.tables.add_table(asked, done); }).how, How::durable);
  asked.id = "t5";
  const Written again = desk.loop.wait([&](auto done) { desk.store.tables.add_table(asked, done); });
  EXPECT_EQ(again.how, How::conflict);
  EXPECT_EQ(again.message, "t4");
  EXPECT_FALSE(desk.loop.load(desk.store, "t5").value);
  asked.creator = bob;
  asked.occupants[0] = {};
  EXPECT_EQ(desk.loop.wait([&](auto done) { desk.store.tables.add_table(asked, done); }).how, How::durable)
      << "another's request";
  Append gone = entry("t4", 1);
  gone.over = true;
  EXPECT_EQ(desk.append(gone), How::durable);
}

// Who blocks whom: neither sees the other's.
void check_blocks(ListsDesk desk, std::int64_t ann, std::int64_t bob) {
  const auto blocked = [&](std::int64_t person, std::int64_t by) {
    return *desk.loop.read<bool>([&](auto done) { desk.store.lists.blocked_by(person, {999, by}, done); }).value;
  };
  for (const auto& [one, other] : {std::pair(ann, bob), std::pair(bob, ann)}) {
    EXPECT_EQ(desk.open(1'000, 10, bob).size(), 2U);
    desk.loop.wait(
        [&, one = one, other = other](auto done) { desk.store.people.set_block(one, other, true, 9, done); });
    EXPECT_TRUE(desk.open(1'000, 10, bob).empty());
    EXPECT_TRUE(blocked(other, one));
    EXPECT_FALSE(blocked(one, other));
    desk.loop.wait(
        [&, one = one, other = other](auto done) { desk.store.people.set_block(one, other, false, 9, done); });
  }
}

void check_card(ListsDesk desk, const TableRow& row) {
  const TableCard card = desk.open(1'000)[1];
  EXPECT_EQ(card.game, row.setup.game);
  EXPECT_EQ(card.options, row.setup.options);
  EXPECT_EQ(card.clock, "fischer 5m+3s");
  EXPECT_TRUE(card.rated);
  EXPECT_FALSE(card.over);
  EXPECT_EQ(card.to_act, row.to_act);
  EXPECT_EQ(card.created_ms, row.setup.created_ms);
  EXPECT_EQ(card.changed_ms, 0);
  EXPECT_EQ(card.due_ms, 7'000);
  EXPECT_EQ(card.occupants, row.occupants);
  EXPECT_TRUE(desk.loop.load(desk.store, "t1").value->row.setup.rated);
}

void check_own_games(ListsDesk desk, std::int64_t ann, std::int64_t bob) {
  Append join = entry("t1", 1);
  join.entry = {Entry::Kind::join, seat_at(1), "", "", 1'500};
  join.occupant = Occupant{SeatKind::guest, bob, "Bob"};
  join.to_act = SeatSet::of(seat_at(0));
  EXPECT_EQ(desk.append(join), How::durable);
  EXPECT_EQ(desk.ids(desk.open(1'000)), Ids{"t3"}) << "every seat is taken";
  EXPECT_EQ(desk.ids(desk.of(bob, false)), Ids{"t1"});
  EXPECT_EQ(desk.of(bob, false)[0].to_act, join.to_act);
  EXPECT_EQ(desk.of(bob, false)[0].changed_ms, 1'500);
  EXPECT_EQ(desk.ids(desk.of(ann, false)), (Ids{"t3", "t2", "t1"}));
  EXPECT_EQ(desk.ids(desk.of(ann, false, desk.of(ann, false)[1].number)), Ids{"t1"});
  EXPECT_EQ(desk.ids(desk.of(ann, false, 1LL << 60, 1)), Ids{"t3"});
  EXPECT_TRUE(desk.of(0, false).empty());

  Append quiet = entry("t1", 2);  // a try that only its seat knows of: the time of the change stays
  quiet.visible_to_all = false;
  quiet.entry.at_ms = 1'600;
  EXPECT_EQ(desk.append(quiet), How::durable);
  EXPECT_EQ(desk.of(bob, false)[0].changed_ms, 1'500);
}

void check_one_rated(ListsDesk desk, std::int64_t ann, std::int64_t bob) {
  const RatedGame won = {"t1", "go-9", {ann, bob}, {1, 2}, 10'000};
  EXPECT_EQ(desk.rate(won), How::conflict) << "it is not over";
  Append last = entry("t1", 3);
  last.over = true;
  last.rate_due = true;
  EXPECT_EQ(desk.append(last), How::durable);
  EXPECT_EQ(desk.ids(desk.of(bob, true)), Ids{"t1"});
  EXPECT_TRUE(desk.of(bob, false).empty());
  EXPECT_EQ(desk.unrated(), Ids{"t1"});
  EXPECT_EQ(desk.rate(won), How::durable);
  EXPECT_EQ(desk.rate(won), How::conflict) << "once";
  EXPECT_TRUE(desk.unrated().empty());
  const auto expected = rate_game(std::vector<Rating>(2), std::vector<int>{1, 2}, 10'000);
  ASSERT_EQ(desk.ratings(ann).size(), 1U);
  EXPECT_EQ(desk.ratings(ann)[0].name, "go-9");
  EXPECT_EQ(desk.ratings(ann)[0].rating, expected[0]);
  EXPECT_EQ(desk.ratings(bob)[0].rating, expected[1]);
  EXPECT_TRUE(desk.leaders(10'000).empty()) << "one game is too little";
}

// A game that was none, and more that were.
void check_many_rated(ListsDesk desk, const TableRow& row, std::int64_t ann, std::int64_t bob) {
  const auto expected = rate_game(std::vector<Rating>(2), std::vector<int>{1, 2}, 10'000);
  Append none = entry("t2", 1);
  none.over = none.rate_due = true;
  EXPECT_EQ(desk.append(none), How::durable);
  EXPECT_EQ(desk.rate({"t2", "go-9", {}, {}, 11'000}), How::durable);
  EXPECT_EQ(desk.ratings(ann)[0].rating, expected[0]);
  std::vector<Rating> now = expected;
  for (int i = 0; i < 40; ++i) {
    TableRow more = row;
    more.id = "g" + std::to_string(i);
    desk.loop.wait([&](auto done) { desk.store.tables.add_table(more, done); });
    Append end = entry(more.id, 1);
    end.over = end.rate_due = true;
    EXPECT_EQ(desk.append(end), How::durable);
    const std::vector<int> ranks = i % 3 == 0 ? std::vector{2, 1} : std::vector{1, 2};
    EXPECT_EQ(desk.rate({more.id, "go-9", {ann, bob}, ranks, 20'000 + i}), How::durable);
    const double weight = meeting_weight({i + 2}, OneAddress::weigh);
    now = rate_game(now, ranks, 20'000 + i, 0, std::vector<double>{0, weight, weight, 0});
  }
  EXPECT_EQ(desk.ratings(bob)[0].rating, now[1]);
  ASSERT_EQ(desk.history(ann).size(), 9U);
  EXPECT_EQ(desk.history(ann).back().rating, now[0]);
  EXPECT_NEAR(desk.history(ann).back().weight, 10.0 / 41, 1e-9) << "the 41st of these two";
  EXPECT_EQ(desk.history(ann, 1'000).front(), (RatingStep{expected[0], expected[0].rating - 1500, 1, false}));
  EXPECT_EQ(desk.history(ann, 1'000).size(), 41U);
  const auto leaders = desk.leaders(21'000);
  ASSERT_EQ(leaders.size(), 2U);
  EXPECT_EQ(leaders[0].name, "Ann");
  EXPECT_EQ(leaders[0].rating, now[0]);
  EXPECT_EQ(leaders[1].name, "Bob");
  EXPECT_EQ(desk.leaders(21'000, 1).size(), 1U);
  desk.loop.wait([&](auto done) { desk.store.people.delete_account(ann, done); });
  EXPECT_EQ(desk.leaders(21'000).size(), 1U);
  EXPECT_TRUE(desk.ratings(ann).empty());
}

void check_lists(Store& store, Loop& loop, std::int64_t ann, std::int64_t bob) {
  ListsDesk desk{store, loop};
  TableRow row = table_row("t1");
  row.occupants = {{SeatKind::guest, ann, "Ann"}, {}};
  row.listed_until_ms = 2'000;
  row.to_act = SeatSet::first(2);
  row.due_ms = 7'000;
  row.setup.rated = true;
  loop.wait([&](auto done) { store.tables.add_table(row, done); });
  TableRow secret = row;
  secret.id = "t2";
  secret.listed_until_ms = 0;
  loop.wait([&](auto done) { store.tables.add_table(secret, done); });
  TableRow later = row;
  later.id = "t3";
  loop.wait([&](auto done) { store.tables.add_table(later, done); });
  check_request_again(desk, secret, ann, bob);
  EXPECT_EQ(desk.ids(desk.open(1'999)), (Ids{"t3", "t1"}));
  EXPECT_EQ(desk.ids(desk.open(1'999, 1)), Ids{"t3"});
  EXPECT_TRUE(desk.open(2'000).empty()) << "it waits no longer";
  check_blocks(desk, ann, bob);
  check_card(desk, row);
  check_own_games(desk, ann, bob);
  check_one_rated(desk, ann, bob);
  check_many_rated(desk, row, ann, bob);
}

TableRow lobby_row(const std::string& id, std::int64_t creator, int most) {
  TableRow out = table_row(id);
  out.setup.created_ms = 1'000;
  out.listed_until_ms = 2'000;
  out.occupants = {{SeatKind::guest, creator, "somebody"}, {}};
  out.creator = creator;
  out.most_listed = most;
  return out;
}

// Whose it is, and who takes it back.
void check_taken_back(ListsDesk desk, std::int64_t ann, std::int64_t bob) {
  const Cards open = desk.open(1'500);
  ASSERT_EQ(desk.ids(open), (Ids{"l6", "l3", "l2", "l1"}));
  EXPECT_EQ(open[0].creator, bob);
  EXPECT_EQ(open[1].creator, ann);
  EXPECT_EQ(desk.end_listing("l2", bob, 1'500).how, How::conflict);
  EXPECT_NE(desk.end_listing("l2", bob, 1'500).message, "") << "it is another's";
  EXPECT_EQ(desk.end_listing("l2", ann, 1'500).how, How::durable);
  for (const char* id : {"l2", "l5", "nothing"}) {
    const Written none = desk.end_listing(id, ann, 1'500);
    EXPECT_EQ(none.how, How::conflict) << id;
    EXPECT_EQ(none.message, "") << id;
  }
  EXPECT_EQ(desk.end_listing("l1", ann, 2'000).how, How::conflict) << "it waits no longer";
  EXPECT_EQ(desk.end_listing("l6", 0, 1'500).how, How::durable) << "a moderator";
  EXPECT_EQ(desk.ids(desk.open(1'500)), (Ids{"l3", "l1"}));
  EXPECT_TRUE(desk.loop.load(desk.store, "l2").value) << "the game is still there";
}

// There is room again; a game that begins, or waits no longer, takes none.
void check_room_in_lobby(ListsDesk desk, const TableRow& more, std::int64_t ann, std::int64_t bob) {
  EXPECT_EQ(desk.add(more).how, How::durable);
  EXPECT_EQ(desk.add(more).message, "l4") << "the same request again";
  EXPECT_EQ(desk.add(lobby_row("l7", ann, 3)).how, How::conflict);
  Append join = entry("l3", 1);
  join.entry = {Entry::Kind::join, seat_at(1), "", "", 1'500};
  join.occupant = Occupant{SeatKind::guest, bob, "Bob"};
  EXPECT_EQ(desk.append(join), How::durable);
  EXPECT_EQ(desk.add(lobby_row("l7", ann, 3)).how, How::durable);
  TableRow late = lobby_row("l8", ann, 3);
  late.setup.created_ms = 2'500;
  late.listed_until_ms = 5'000;
  EXPECT_EQ(desk.add(late).how, How::durable) << "the others have run out";
}

// Many at once, and no more than there is room for.
void check_many_at_once(ListsDesk desk, std::int64_t bob) {
  int durable = 0, answered = 0;
  for (int i = 0; i < 20; ++i) {
    TableRow one = lobby_row("m" + std::to_string(i), bob, 5);
    one.setup.created_ms = 2'500;
    one.listed_until_ms = 5'000;
    desk.store.tables.add_table(one, [&](const Written& written) {
      durable += written.how == How::durable;
      ++answered;
    });
  }
  desk.loop.run_until([&] { return answered == 20; });
  EXPECT_EQ(durable, 5);
}

// Nobody has more than their places, however many they had before there was a limit.
void check_fair_lobby(ListsDesk desk, std::int64_t bob) {
  for (int i = 0; i < 12; ++i) {
    TableRow one = lobby_row("n" + std::to_string(i), bob, 0);
    one.listed_until_ms = 5'000;
    EXPECT_EQ(desk.add(one).how, How::durable);
  }
  const Ids fair = desk.ids(desk.open(2'600, 200, 0, 3));
  EXPECT_EQ(fair, (Ids{"n11", "n10", "n9", "l8"}));
  EXPECT_EQ(desk.ids(desk.open(2'600, 2, 0, 3)), (Ids{"n11", "l8"})) << "everybody's first before anybody's second";
  EXPECT_EQ(desk.ids(desk.open(2'600, 3, 0, 3)), (Ids{"n11", "n10", "l8"}));
  for (int i = 0; i < 3; ++i) {  // of whom nobody knows
    TableRow old = lobby_row("o" + std::to_string(i), 0, 0);
    old.listed_until_ms = 5'000;
    EXPECT_EQ(desk.add(old).how, How::durable);
  }
  EXPECT_EQ(desk.ids(desk.open(2'600, 4, 0, 1)), (Ids{"o2", "o1", "n11", "l8"})) << "accounts before the others";
}

// First games of accounts go by turns of their addresses, and so does what comes behind them.
void check_shared_turns(ListsDesk desk, std::int64_t bob) {
  std::vector<std::int64_t> farm;
  for (unsigned char i = 0; i < 3; ++i) {
    Account account;
    account.person.name = "Farm " + std::to_string(int{i});
    Session session = PeopleDesk::session(static_cast<unsigned char>(50 + i));
    session.from = "10.0.0.7";
    farm.push_back(desk.loop.wait([&](auto done) { desk.store.people.add_account(account, session, done); }).key);
  }
  const auto add = [&](const char* id, std::int64_t creator) {
    TableRow one = lobby_row(id, creator, 0);
    one.listed_until_ms = 9'000;
    EXPECT_EQ(desk.add(one).how, How::durable);
  };
  add("q1", farm[0]);
  add("q2", bob);
  add("q3", bob);
  add("q4", farm[1]);
  add("q5", farm[1]);
  add("q6", farm[2]);
  EXPECT_EQ(desk.ids(desk.open(8'000, 2)), (Ids{"q6", "q3"}));
  EXPECT_EQ(desk.ids(desk.open(8'000, 4)), (Ids{"q6", "q5", "q3", "q1"})) << "each one's first before q2";
  EXPECT_EQ(desk.ids(desk.open(8'000, 5)), (Ids{"q6", "q5", "q3", "q2", "q1"})) << "each of them before q4";
}

// The lobby: nobody fills it, and it is left by who entered it.
void check_lobby(Store& store, Loop& loop, std::int64_t ann, std::int64_t bob) {
  ListsDesk desk{store, loop};
  for (const char* id : {"l1", "l2", "l3"}) EXPECT_EQ(desk.add(lobby_row(id, ann, 3)).how, How::durable);
  TableRow more = lobby_row("l4", ann, 3);
  more.request = "lobby";
  for (int time = 0; time < 2; ++time) {
    const Written refused = desk.add(more);
    EXPECT_EQ(refused.how, How::conflict);
    EXPECT_EQ(refused.message, "") << "it is no request that made a table";
  }
  EXPECT_FALSE(loop.load(store, "l4").value);
  TableRow secret = lobby_row("l5", ann, 3);
  secret.listed_until_ms = 0;
  EXPECT_EQ(desk.add(secret).how, How::durable) << "it is not in the lobby";
  EXPECT_EQ(desk.add(lobby_row("l6", bob, 3)).how, How::durable) << "each has their own";
  check_taken_back(desk, ann, bob);
  check_room_in_lobby(desk, more, ann, bob);
  check_many_at_once(desk, bob);
  check_fair_lobby(desk, bob);
  check_shared_turns(desk, bob);
}

// What began by a link is its players' own; the strongest first, and only what moved of late.
void check_running(ListsDesk desk, std::int64_t ann, std::int64_t bob) {
  const auto begin = [&](const std::string& id, Watchable watchable, const char* clock,
                         const std::vector<std::int64_t>& people, std::int64_t listed_until_ms = 0) {
    TableRow row = table_row(id);
    row.setup.game = "go";
    row.setup.options = {{"size", "9"}};
    row.setup.clock = *parse_clock_rule(clock).rule;
    row.setup.rated = false;
    row.occupants.clear();
    for (const std::int64_t person : people) row.occupants.push_back({SeatKind::guest, person, "somebody"});
    row.watchable = watchable;
    row.listed_until_ms = listed_until_ms;
    EXPECT_EQ(desk.add(row).how, How::durable);
    Append first = entry(id, 1);
    first.entry.at_ms = 50'000;
    EXPECT_EQ(desk.append(first), How::durable);
  };
  const std::int64_t cid = PeopleDesk{desk.store, desk.loop}.register_as("Cid running", 3).key,
                     dan = PeopleDesk{desk.store, desk.loop}.register_as("Dan running", 4).key;
  begin("w1", Watchable::no, "fischer 5m+3s", {cid, dan});  // its players' own
  begin("w2", Watchable::paired, "fischer 5m+3s", {cid, dan});
  begin("w3", Watchable::listed, "fischer 5m+3s", {ann, bob}, 9'000);  // Bob has a rating, Ann has none left
  begin("w4", Watchable::paired, "correspondence 3d", {cid, dan});
  begin("w5", Watchable::listed, "fischer 5m+3s", {ann, bob});  // taken back by a server of an older version
  const auto running = [&](RunningQuery query) {
    query.now_ms = 60'000;
    if (query.most == 0) query.most = 9;
    const auto found =
        *desk.loop
             .read<std::vector<RunningCard>>([&](auto done) {
               desk.store.lists.running(
                   query, [](const std::string& game, const OptionValues&) { return game + "-9"; }, done);
             })
             .value;
    Ids out;
    for (const RunningCard& one : found) {
      if (!one.card.id.starts_with("w")) continue;
      out.push_back(one.card.id);
      EXPECT_EQ(one.card.occupants.size(), 2U);
      EXPECT_EQ(one.ratings.size(), 2U);
      const bool strong = one.card.id == "w3";
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(one.ratings[i].has_value(), strong && i == 1) << one.card.id;
        EXPECT_EQ(one.card.occupants[i].person, i == 0 ? (strong ? ann : cid) : (strong ? bob : dan));
      }
    }
    return out;
  };
  EXPECT_EQ(running({}), (Ids{"w3", "w4", "w2"})) << "the strongest first, then the newest; never w1 or w5";
  EXPECT_EQ(running({.most = 1}), Ids{"w3"});
  EXPECT_EQ(running({.since_ms = 50'001}), Ids{"w4"}) << "live games have a limit of their own";
  EXPECT_EQ(running({.since_correspondence_ms = 50'001}), (Ids{"w3", "w2"}));
  EXPECT_EQ(running({.game = "margo"}), Ids{});
  EXPECT_EQ(running({.game = "go"}).size(), 3U);
  EXPECT_EQ(running({.rated = true}), Ids{});
  const auto hide = [&](bool hidden) {
    AccountEdit edit;
    edit.hidden = hidden;
    EXPECT_EQ(desk.loop.wait([&](auto done) { desk.store.people.edit_account(dan, edit, done); }).how, How::durable);
  };
  hide(true);
  EXPECT_EQ(running({}), Ids{"w3"}) << "who is in no list is not in this one";
  hide(false);
  Append end = entry("w3", 2);
  end.over = true;
  EXPECT_EQ(desk.append(end), How::durable);
  EXPECT_EQ(running({}), (Ids{"w4", "w2"})) << "it is over";
}

void check_lists(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  Loop loop;
  const auto store = fresh(loop);
  PeopleDesk people{*store, loop};
  const std::int64_t ann = people.register_as("Ann", 1).key, bob = people.register_as("Bob", 2).key;
  check_lists(*store, loop, ann, bob);
  check_running({*store, loop}, ann, bob);
}

void check_lobby(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  Loop loop;
  const auto store = fresh(loop);
  PeopleDesk people{*store, loop};
  const std::int64_t ann = people.register_as("Ann", 1).key, bob = people.register_as("Bob", 2).key;
  check_lobby(*store, loop, ann, bob);
}

TEST(StoreLists, Sqlite) {
  const Folder folder;
  check_lists([&](Loop& loop) { return opened(sqlite_in(folder), loop); });
}

TEST(StoreLists, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE lists");
  check_lists([&](Loop& loop) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url("lists"), on.post()); }, loop);
  });
}

TEST(StoreLobby, Sqlite) {
  const Folder folder;
  check_lobby([&](Loop& loop) { return opened(sqlite_in(folder), loop); });
}

// Two servers at once leave no more room than one.
TEST(StoreLobby, PostgresAndSeveralServers) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE lobby");
  const auto open = [&](Loop& on) { return open_postgres_store(cluster.url("lobby"), on.post()); };
  check_lobby([&](Loop& loop) { return opened(open, loop); });
  Loop loop;
  const auto one = opened(open, loop), other = opened(open, loop);
  const std::int64_t cid = PeopleDesk{*one, loop}.register_as("Cid", 3).key;
  int durable = 0, answered = 0;
  for (int i = 0; i < 40; ++i) {
    TableRow row = table_row("p" + std::to_string(i));
    row.occupants = {{SeatKind::guest, cid, "Cid"}, {}};
    row.listed_until_ms = row.setup.created_ms + 1'000;
    row.creator = cid;
    row.most_listed = 3;
    row.request = "r" + std::to_string(i);
    (i % 2 == 0 ? *one : *other).tables.add_table(row, [&](const Written& written) {
      EXPECT_NE(written.how, How::failed) << written.message;
      durable += written.how == How::durable;
      ++answered;
    });
  }
  loop.run_until([&] { return answered == 40; });
  EXPECT_EQ(durable, 3);
}

}  // namespace
}  // namespace cairn

// The archive in both stores: SQLite and a real PostgreSQL; and that its questions are answered by its
// indexes.
#include <gtest/gtest.h>

#include <set>

#include "server/store/postgres.h"
#include "server/store/sql_archive.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using How = Written::How;
using Ids = std::vector<std::string>;

struct ArchiveDesk {
  Store& store;
  Loop& loop;
  std::int64_t ann, bob, cid;

  std::vector<ArchiveDue> due() {
    return *loop.read<std::vector<ArchiveDue>>([&](auto done) { store.archive.unarchived(99, done); }).value;
  }
  Ids due_ids() {
    Ids out;
    for (const ArchiveDue& one : due()) out.push_back(one.table);
    return out;
  }
  std::vector<ArchiveCard> find(ArchiveQuery query) {
    if (query.most == 0) query.most = 99;
    return *loop.read<std::vector<ArchiveCard>>([&](auto done) { store.archive.find_archived(query, done); }).value;
  }
  Ids ids(const ArchiveQuery& query) {
    Ids out;
    for (const ArchiveCard& one : find(query)) out.push_back(one.card.id);
    return out;
  }
  How archive(const ArchivedGame& game) {
    return loop.wait([&](auto done) { store.archive.archive(game, done); }).how;
  }
  // A table with one entry, over or not.
  void table(const std::string& id, const OptionValues& options, std::int64_t first, std::int64_t second, bool rated) {
    TableRow row = table_row(id);
    row.setup.options = options;
    row.setup.rated = rated;
    row.occupants = {{SeatKind::guest, first, "first"}, {SeatKind::guest, second, "second"}};
    if (second == 0) row.occupants[1] = {SeatKind::bot, 0, "Bot"};
    loop.wait([&](auto done) { store.tables.add_table(row, done); });
    append(id, 1, true);
  }
  void append(const std::string& id, int number, bool over) {
    Append more = entry(id, number);
    more.over = over;
    EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(more, done); }).how, How::durable);
  }
  ArchivedGame game(const std::string& id, std::int64_t first, std::int64_t second, int winner, std::int64_t ended) {
    ArchivedGame out;
    out.table = id;
    out.number = 1;
    out.over = out.shown = true;
    out.game_class = "some-game-4";
    out.result = "W+3";
    out.how = Outcome::How::count;
    out.winner = winner;
    out.seats = 2;
    out.bots = second == 0 ? 1 : 0;
    out.moves = 17;
    out.ended_ms = ended;
    out.people = {{first, 0}};
    if (second != 0) out.people.emplace_back(second, 1);
    return out;
  }
};

// The last that ended first; of the same moment the later table.
void check_cards(ArchiveDesk desk, const OptionValues& plain) {
  EXPECT_EQ(desk.ids({}), (Ids{"t2", "t3", "t1"}));
  const ArchiveCard card = desk.find({})[2];
  EXPECT_EQ(card.card.options, plain);
  EXPECT_EQ(card.card.occupants[0].person, desk.ann);
  EXPECT_TRUE(card.card.rated);
  EXPECT_EQ(card.result, "W+3");
  EXPECT_EQ(card.game_class, "some-game-4");
  EXPECT_EQ(card.how, Outcome::How::count);
  EXPECT_EQ(card.winner, 0);
  EXPECT_EQ(card.moves, 17);
  EXPECT_EQ(card.entries, 1);
  EXPECT_EQ(card.ended_ms, 5'000);
}

void check_wishes(ArchiveDesk desk) {
  const auto with = [](const std::function<void(ArchiveQuery&)>& set) {
    ArchiveQuery query;
    set(query);
    return query;
  };
  const auto ids = [&](const std::function<void(ArchiveQuery&)>& set) { return desk.ids(with(set)); };
  EXPECT_EQ(ids([](auto& q) { q.most = 1; }), Ids{"t2"});
  const auto page = desk.find(with([](auto& q) { q.most = 2; }));
  EXPECT_EQ(ids([&](auto& q) { q.before = {page[1].ended_ms, page[1].card.number}; }), Ids{"t1"});
  EXPECT_EQ(ids([](auto& q) { q.since_ms = 5'001; }), Ids{"t2"});
  EXPECT_EQ(ids([](auto& q) { q.before = {6'000, 0}; }), (Ids{"t3", "t1"}));
  EXPECT_EQ(ids([](auto& q) { q.game = "some-game"; }).size(), 3U);
  EXPECT_TRUE(ids([](auto& q) { q.game = "other"; }).empty());
  EXPECT_EQ(ids([](auto& q) { q.game_class = "some-game-5"; }), Ids{"t2"});
  EXPECT_EQ(ids([](auto& q) { q.options = {{"size", "4"}}; }), (Ids{"t3", "t1"}));
  EXPECT_EQ(ids([](auto& q) { q.options = {{"ko", "100%_\\"}, {"size", "5"}}; }), Ids{"t2"});
  EXPECT_TRUE(ids([](auto& q) { q.options = {{"ko", "%"}}; }).empty()) << "a text, not a pattern";
  EXPECT_EQ(ids([](auto& q) { q.seats = 2; }).size(), 3U);
  EXPECT_TRUE(ids([](auto& q) { q.seats = 3; }).empty());
  EXPECT_EQ(ids([](auto& q) { q.rated = true; }), Ids{"t1"});
  EXPECT_EQ(ids([](auto& q) { q.rated = false; }), (Ids{"t2", "t3"}));
  EXPECT_EQ(ids([](auto& q) { q.bots = true; }), Ids{"t3"});
  EXPECT_EQ(ids([](auto& q) { q.bots = false; }), (Ids{"t2", "t1"}));
  EXPECT_EQ(ids([](auto& q) { q.winner = 1; }), Ids{"t3"});
  EXPECT_TRUE(ids([](auto& q) { q.winner = -1; }).empty());
  EXPECT_EQ(ids([](auto& q) { q.how = Outcome::How::resigned; }), Ids{"t2"});
  EXPECT_EQ(ids([&](auto& q) { q.person = desk.ann; }), (Ids{"t2", "t3", "t1"}));
  EXPECT_EQ(ids([&](auto& q) { q.person = desk.bob; }), (Ids{"t2", "t1"}));
  EXPECT_TRUE(ids([&](auto& q) { q.person = desk.cid; }).empty()) << "that game is not shown";
  EXPECT_EQ(ids([&](auto& q) {
              q.person = desk.ann;
              q.against = desk.bob;
            }),
            (Ids{"t2", "t1"}));
  EXPECT_EQ(ids([&](auto& q) {
              q.person = desk.ann;
              q.outcome = ArchiveQuery::Outcome::won;
            }),
            Ids{"t1"});
  EXPECT_EQ(ids([&](auto& q) {
              q.person = desk.ann;
              q.outcome = ArchiveQuery::Outcome::lost;
              q.before = {page[0].ended_ms, page[0].card.number};
            }),
            Ids{"t3"});
}

// A game that goes on after its end is not found any more, at once; when it ends again it is archived anew.
void check_played_on(ArchiveDesk desk, const ArchivedGame& first) {
  desk.append("t1", 2, false);
  EXPECT_EQ(desk.ids({}), (Ids{"t2", "t3"}));
  EXPECT_EQ(desk.due_ids(), Ids{"t1"});
  EXPECT_FALSE(desk.due()[0].over);
  EXPECT_EQ(desk.due()[0].archived, 1);
  ArchivedGame gone = first;
  gone.number = 2;
  gone.archived = 1;
  gone.over = gone.shown = false;
  EXPECT_EQ(desk.archive(gone), How::durable);
  EXPECT_TRUE(desk.due().empty());
  desk.append("t1", 3, true);
  ArchivedGame again = first;
  again.number = 3;
  again.ended_ms = 9'000;
  EXPECT_EQ(desk.archive(again), How::durable);
  EXPECT_EQ(desk.ids({}), (Ids{"t1", "t2", "t3"}));
}

void check_archive(ArchiveDesk desk) {
  const OptionValues plain = {{"size", "4"}, {"ko", "simple"}}, odd = {{"size", "5"}, {"ko", "100%_\\"}};
  desk.table("t1", plain, desk.ann, desk.bob, true);
  desk.table("t2", odd, desk.bob, desk.ann, false);
  desk.table("t3", plain, desk.ann, 0, false);
  desk.table("t4", plain, desk.ann, desk.cid, false);
  TableRow running = table_row("t5");
  desk.loop.wait([&](auto done) { desk.store.tables.add_table(running, done); });
  desk.append("t5", 1, false);
  EXPECT_EQ(desk.due_ids(), (Ids{"t1", "t2", "t3", "t4"}));
  EXPECT_TRUE(desk.due()[0].over);
  EXPECT_EQ(desk.due()[0].archived, 0);
  EXPECT_TRUE(desk.ids({}).empty());

  const ArchivedGame first = desk.game("t1", desk.ann, desk.bob, 0, 5'000);
  ArchivedGame late = first;
  late.number = 2;
  EXPECT_EQ(desk.archive(late), How::conflict) << "it has no second entry";
  EXPECT_EQ(desk.archive(first), How::durable);
  EXPECT_EQ(desk.archive(first), How::conflict) << "once";
  ArchivedGame second = desk.game("t2", desk.bob, desk.ann, 0, 6'000);
  second.game_class = "some-game-5";
  second.how = Outcome::How::resigned;
  EXPECT_EQ(desk.archive(second), How::durable);
  EXPECT_EQ(desk.archive(desk.game("t3", desk.ann, 0, 1, 5'000)), How::durable);
  ArchivedGame none = desk.game("t4", desk.ann, desk.cid, -1, 7'000);
  none.shown = false;
  EXPECT_EQ(desk.archive(none), How::durable);
  EXPECT_TRUE(desk.due().empty());
  check_cards(desk, plain);
  check_wishes(desk);
  check_played_on(desk, first);

  // Deleted accounts are there without a name.
  desk.loop.wait([&](auto done) { desk.store.people.delete_account(desk.ann, done); });
  EXPECT_EQ(desk.find({})[0].card.occupants[0].name, kDeletedName);
  EXPECT_EQ(desk.find({})[0].card.occupants[1].name, "Bob");
}

void check_openings(Store& store, Loop& loop) {
  ArchiveDesk desk{store, loop, 1, 2, 3};
  const auto wait = [&] { return *loop.read<bool>([&](auto done) { store.archive.openings_wait(done); }).value; };
  const auto fold = [&](int most) {
    return loop.wait([&](auto done) { store.archive.fold_openings(most, done); }).key;
  };
  const auto at = [&](std::int64_t position, int most = 9) {
    std::string text;
    const auto found =
        loop.read<std::vector<OpeningLine>>([&](auto done) { store.archive.openings_at(position, most, done); });
    for (const OpeningLine& line : *found.value)
      text += line.word + " " + std::to_string(line.games) + "/" + std::to_string(line.won) + "/" +
              std::to_string(line.drawn) + " ";
    return text;
  };
  EXPECT_FALSE(wait());
  EXPECT_EQ(fold(9), 0);
  const std::int64_t start = std::numeric_limits<std::int64_t>::min(), next = 77;
  for (int i = 0; i < 3; ++i) {
    const std::string id = "o" + std::to_string(i);
    desk.table(id, {{"size", "4"}}, 1, 2, false);
    ArchivedGame game = desk.game(id, 1, 2, 0, 5'000 + i);
    game.openings = {{start, i == 1 ? "A1" : "B2", 1, i == 0 ? 1 : 0, i == 2 ? 1 : 0}, {next, "C3", 1, 0, 0}};
    EXPECT_EQ(desk.archive(game), How::durable);
    EXPECT_EQ(desk.archive(game), How::conflict) << "nothing is noted twice";
  }
  EXPECT_TRUE(wait());
  EXPECT_EQ(at(start), "") << "not added up yet";
  EXPECT_EQ(fold(5), 5);
  EXPECT_EQ(fold(5), 1);
  EXPECT_FALSE(wait());
  EXPECT_EQ(at(start), "B2 2/1/1 A1 1/0/0 ");
  EXPECT_EQ(at(start, 1), "B2 2/1/1 ");
  EXPECT_EQ(at(next), "C3 3/0/0 ");
  EXPECT_EQ(at(5), "");
  // One goes on after its end.
  desk.append("o1", 2, false);
  ArchivedGame gone = desk.game("o1", 1, 2, 0, 6'000);
  gone.number = 2;
  gone.archived = 1;
  gone.over = gone.shown = false;
  gone.openings = {{start, "A1", -1, 0, 0}, {next, "C3", -1, 0, 0}};
  EXPECT_EQ(desk.archive(gone), How::durable);
  EXPECT_EQ(fold(5), 2);
  EXPECT_EQ(at(start), "B2 2/1/1 ");
  EXPECT_EQ(at(next), "C3 2/0/0 ");
}

void check(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  Loop loop;
  const auto store = fresh(loop);
  PeopleDesk people{*store, loop};
  const std::int64_t ann = people.register_as("Ann", 1).key, bob = people.register_as("Bob", 2).key,
                     cid = people.register_as("Cid", 3).key;
  check_archive({*store, loop, ann, bob, cid});
  check_openings(*store, loop);
}

TEST(StoreArchive, Sqlite) {
  const Folder folder;
  check([&](Loop& loop) { return opened(sqlite_in(folder), loop); });
}

TEST(StoreArchive, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE archive");
  check([&](Loop& loop) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url("archive"), on.post()); }, loop);
  });
}

// No question reads the whole archive or sorts it.
TEST(StoreArchive, QuestionsGoByTheirIndexes) {
  const Folder folder;
  Loop loop;
  opened(sqlite_in(folder), loop).reset();
  const auto db = connect_sqlite(folder.path() + "/cairn.db");
  std::deque<std::string> kept;  // statements are known by their addresses
  const auto plan = [&](const std::string& sql) {
    const SqlRows rows = db->run(kept.emplace_back("EXPLAIN QUERY PLAN " + sql).c_str());
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) text += rows.text(i, 3) + "\n";
    return text;
  };
  const char* const indexes[] = {"SEARCH p USING PRIMARY KEY (person=? AND (ended_ms,table_key)<(?,?))",
                                 "INDEX archive_class", "INDEX archive_game", "INDEX archive_all"};
  for (std::size_t path = 0; path < kArchivePaths; ++path) {
    const std::string said = plan(archive_statements()[path]);
    EXPECT_NE(said.find(indexes[path]), std::string::npos) << path << "\n" << said;
    EXPECT_EQ(said.find("SCAN "), std::string::npos) << path << "\n" << said;
    EXPECT_EQ(said.find("TEMP B-TREE"), std::string::npos) << path << "\n" << said;
  }
  const std::string due = plan("SELECT id, over, archived FROM tables WHERE archived <> number * over ORDER BY key");
  EXPECT_NE(due.find("INDEX tables_unarchived"), std::string::npos) << due;
}

}  // namespace
}  // namespace cairn

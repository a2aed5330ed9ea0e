// Studies in both stores: SQLite and a real PostgreSQL.
#include <gtest/gtest.h>

#include "server/store/postgres.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using How = Written::How;
using Ids = std::vector<std::string>;

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
constexpr StudyRoom kRoom{3, 1'000};

struct StudyDesk {
  Store& store;
  Loop& loop;

  static Study study(const std::string& id, std::int64_t owner, StudyAccess access = StudyAccess::nobody,
                     const std::string& table = "") {
    Study out;
    out.id = id;
    out.owner = owner;
    out.name = "Study \xC3\xA9 of " + id;
    out.game = "some-game";
    out.table = table;
    out.record = "{\"record\":\"of " + id + "\"}";
    out.access = access;
    out.nodes = 7;
    out.created_ms = 5'000;
    return out;
  }
  Written add(const Study& study, StudyRoom room = kRoom) {
    return loop.wait([&](auto done) { store.studies.add_study(study, room, done); });
  }
  Written replace(const Study& study, StudyRoom room = kRoom) {
    return loop.wait([&](auto done) { store.studies.replace_study(study, room, done); });
  }
  How remove(const std::string& id) {
    return loop.wait([&](auto done) { store.studies.delete_study(id, 0, done); }).how;
  }
  std::optional<Study> read(const std::string& id) {
    const auto found = loop.read<Study>([&](auto done) { store.studies.read_study(id, done); });
    EXPECT_EQ(found.error, "");
    return found.value;
  }
  std::vector<StudyReport> reports() {
    return *loop.read<std::vector<StudyReport>>([&](auto done) { store.studies.study_reports(9, done); }).value;
  }
  std::vector<Study> find(const StudyQuery& query) {
    return *loop.read<std::vector<Study>>([&](auto done) { store.studies.find_studies(query, done); }).value;
  }
  Ids ids(const StudyQuery& query) {
    Ids out;
    for (const Study& one : find(query)) out.push_back(one.id);
    return out;
  }
};

// The same request is the same study, of the same person.
void check_same_request(StudyDesk desk, const Study& first, std::int64_t bob) {
  Study again = first;
  again.id = "s9";
  const Written repeated = desk.add(again);
  EXPECT_EQ(repeated.how, How::conflict);
  EXPECT_EQ(repeated.message, "s1");
  EXPECT_FALSE(desk.read("s9"));
  again.owner = bob;
  EXPECT_EQ(desk.add(again).how, How::durable);
}

// By who knows the version, and only of one's own.
void check_changes_of_studies(StudyDesk desk, std::int64_t ann, std::int64_t bob) {
  Study change = StudyDesk::study("s1", ann, StudyAccess::everybody, "other");
  change.name = "New";
  change.record = "[]";
  change.changed_ms = 6'000;
  EXPECT_EQ(desk.replace(change).how, How::durable);
  const Written stale = desk.replace(change);
  EXPECT_EQ(stale.how, How::conflict);
  EXPECT_EQ(stale.message, "");
  change.version = 2;
  change.owner = bob;
  EXPECT_EQ(desk.replace(change).how, How::conflict);
  const auto changed = desk.read("s1");
  EXPECT_EQ(changed->name, "New");
  EXPECT_EQ(changed->record, "[]");
  EXPECT_EQ(changed->access, StudyAccess::everybody);
  EXPECT_EQ(changed->version, 2);
  EXPECT_EQ(changed->table, "") << "it stays one of no table";
  EXPECT_EQ(changed->created_ms, 5'000);
  EXPECT_EQ(changed->changed_ms, 6'000);
}

// No more than there is room for, in number and in bytes.
void check_room_for_studies(StudyDesk desk, std::int64_t ann) {
  EXPECT_EQ(desk.add(StudyDesk::study("s2", ann, StudyAccess::everybody, "t1")).how, How::durable);
  EXPECT_EQ(desk.add(StudyDesk::study("s3", ann, StudyAccess::nobody, "t1")).how, How::durable);
  const Written full = desk.add(StudyDesk::study("s4", ann));
  EXPECT_EQ(full.how, How::conflict);
  EXPECT_EQ(full.message, "");
  Study large = StudyDesk::study("s2", ann, StudyAccess::everybody);
  large.record = std::string(1'001, 'x');
  const Written heavy = desk.replace(large);
  EXPECT_EQ(heavy.how, How::conflict);
  EXPECT_NE(heavy.message, "");
  large.record = std::string(1'000 - 2 - desk.read("s3")->record.size(), 'x');
  EXPECT_EQ(desk.replace(large).how, How::durable);
  EXPECT_EQ(desk.add(StudyDesk::study("s5", ann), {9, 1'000}).how, How::conflict);
  EXPECT_EQ(desk.add(StudyDesk::study("s5", 12'345)).how, How::conflict) << "nobody";
  EXPECT_FALSE(desk.read("s5"));
}

// Lists, the newest first and without records.
void check_lists_of_studies(StudyDesk desk, std::int64_t ann, std::int64_t bob) {
  EXPECT_EQ(desk.add(StudyDesk::study("s6", bob, StudyAccess::everybody, "t1")).how, How::durable);
  EXPECT_EQ(desk.ids({ann, {}, false, kAll, 9}), (Ids{"s3", "s2", "s1"}));
  EXPECT_EQ(desk.ids({ann, {}, true, kAll, 9}), (Ids{"s2", "s1"}));
  EXPECT_EQ(desk.ids({0, "t1", true, kAll, 9}), (Ids{"s6", "s2"}));
  EXPECT_TRUE(desk.ids({0, "", true, kAll, 9}).empty());
  EXPECT_TRUE(desk.ids({0, "t2", true, kAll, 9}).empty());
  const auto page = desk.find({ann, {}, false, kAll, 2});
  ASSERT_EQ(page.size(), 2U);
  EXPECT_EQ(page[0].record, "");
  EXPECT_EQ(page[0].table, "t1");
  EXPECT_EQ(page[0].owner_name, "Ann");
  EXPECT_EQ(desk.ids({ann, {}, false, page[1].number, 2}), Ids{"s1"});
  Study other = StudyDesk::study("s2", ann, StudyAccess::everybody);
  other.version = desk.read("s2")->version;
  other.game = "hex";
  EXPECT_EQ(desk.replace(other).how, How::durable);
  const std::string first = desk.read("s1")->game;
  EXPECT_EQ(desk.ids({ann, {}, false, kAll, 9, "hex"}), Ids{"s2"});
  EXPECT_EQ(desk.ids({ann, {}, false, kAll, 1, first}), Ids{"s3"});
  EXPECT_EQ(desk.ids({ann, {}, false, desk.read("s3")->number, 1, first}), Ids{"s1"}) << "the next of this game";
  EXPECT_TRUE(desk.ids({ann, {}, false, kAll, 9, "chess"}).empty());
  EXPECT_EQ(desk.ids({ann, {}, true, kAll, 9, first}), Ids{"s1"}) << "and public";
  other.version = desk.read("s2")->version;
  other.game = first;
  EXPECT_EQ(desk.replace(other).how, How::durable);
}

// Hidden from all lists but the owner's, whatever is written to it.
void check_hidden_studies(StudyDesk desk, std::int64_t ann) {
  const auto hide = [&](const std::string& id, bool on) {
    return desk.loop.wait([&](auto done) { desk.store.studies.hide_study(id, on, ann, done); }).how;
  };
  desk.loop.wait([&](auto done) { desk.store.people.set_role("Ann", Role::moderator, done); });
  EXPECT_EQ(hide("none", true), How::conflict);
  EXPECT_EQ(hide("s2", true), How::durable);
  EXPECT_TRUE(desk.read("s2")->hidden);
  Study hidden = *desk.read("s2");
  EXPECT_EQ(desk.replace(hidden).how, How::durable);
  EXPECT_TRUE(desk.read("s2")->hidden);
  EXPECT_EQ(desk.ids({ann, {}, false, kAll, 9}), (Ids{"s3", "s2", "s1"}));
  EXPECT_EQ(desk.ids({ann, {}, true, kAll, 9}), Ids{"s1"});
  EXPECT_EQ(desk.ids({0, "t1", true, kAll, 9}), Ids{"s6"});
  EXPECT_EQ(hide("s2", false), How::durable);
  EXPECT_EQ(desk.ids({0, "t1", true, kAll, 9}), (Ids{"s6", "s2"}));
}

// Reported once by each, and gone with the study.
void check_study_reports(StudyDesk desk, std::int64_t ann, std::int64_t bob) {
  const auto report = [&](const std::string& id, std::int64_t by, int most = 9) {
    const StudyReport one = {0, id, by, "rude", 700};
    return desk.loop.wait([&](auto done) { desk.store.studies.add_study_report(one, most, done); }).how;
  };
  EXPECT_EQ(report("none", bob), How::conflict);
  EXPECT_EQ(report("s1", bob), How::durable);
  EXPECT_EQ(report("s1", bob), How::durable);
  EXPECT_EQ(report("s2", bob, 1), How::conflict);
  EXPECT_EQ(report("s2", bob), How::durable);
  EXPECT_EQ(report("s6", ann), How::durable);
  ASSERT_EQ(desk.reports().size(), 3U);
  const StudyReport first_report = desk.reports().back();
  EXPECT_EQ(first_report.study, "s1");
  EXPECT_EQ(first_report.name, "New");
  EXPECT_EQ(first_report.by_name + " " + first_report.owner_name, "Bob Ann");
  EXPECT_EQ(first_report.why, "rude");
  EXPECT_EQ(first_report.at_ms, 700);
  const auto end = [&](std::int64_t id) {
    return desk.loop.wait([&](auto done) { desk.store.studies.end_study_report(id, ann, done); }).how;
  };
  EXPECT_EQ(end(first_report.id), How::durable);
  EXPECT_EQ(end(first_report.id), How::conflict);
  EXPECT_EQ(desk.reports().size(), 2U);
}

void check_removed_studies(StudyDesk desk, std::int64_t ann) {
  EXPECT_EQ(desk.remove("s3"), How::durable);
  EXPECT_EQ(desk.remove("s3"), How::conflict);
  EXPECT_EQ(desk.ids({ann, {}, false, kAll, 9}), (Ids{"s2", "s1"}));

  // They go with their owner.
  desk.loop.wait([&](auto done) { desk.store.people.delete_account(ann, done); });
  EXPECT_FALSE(desk.read("s1"));
  EXPECT_TRUE(desk.reports().empty()) << "about her studies, and by her";
  EXPECT_EQ(desk.ids({0, "t1", true, kAll, 9}), Ids{"s6"});
  EXPECT_EQ(desk.add(StudyDesk::study("s7", ann)).how, How::conflict);
}

void check_studies(StudyDesk desk, std::int64_t ann, std::int64_t bob) {
  Study first = StudyDesk::study("s1", ann, StudyAccess::link);
  first.request = "r";
  EXPECT_EQ(desk.add(first).how, How::durable);
  const auto kept = desk.read("s1");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->name, first.name);
  EXPECT_EQ(kept->record, first.record);
  EXPECT_EQ(kept->owner, ann);
  EXPECT_EQ(kept->owner_name, "Ann");
  EXPECT_EQ(kept->access, StudyAccess::link);
  EXPECT_EQ(kept->version, 1);
  EXPECT_EQ(kept->nodes, 7);
  EXPECT_EQ(kept->created_ms, 5'000);
  EXPECT_EQ(kept->changed_ms, 5'000);
  EXPECT_FALSE(desk.read("s2"));
  const auto several = desk.loop.read<std::vector<Study>>([&](auto done) {
    desk.store.studies.read_studies({"none", "s1", "s2"}, done);
  });
  ASSERT_TRUE(several.value) << several.error;
  ASSERT_EQ(several.value->size(), 1U);
  EXPECT_EQ(several.value->front().id, "s1");
  EXPECT_EQ(several.value->front().record, first.record);
  check_same_request(desk, first, bob);
  check_changes_of_studies(desk, ann, bob);
  check_room_for_studies(desk, ann);
  check_lists_of_studies(desk, ann, bob);
  check_hidden_studies(desk, ann);
  check_study_reports(desk, ann, bob);
  check_removed_studies(desk, ann);
}

void check(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  Loop loop;
  const auto store = fresh(loop);
  PeopleDesk people{*store, loop};
  const std::int64_t ann = people.register_as("Ann", 1).key, bob = people.register_as("Bob", 2).key;
  check_studies({*store, loop}, ann, bob);
}

TEST(StoreStudies, Sqlite) {
  const Folder folder;
  check([&](Loop& loop) { return opened(sqlite_in(folder), loop); });
}

TEST(StoreStudies, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE studies");
  check([&](Loop& loop) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url("studies"), on.post()); }, loop);
  });
}

}  // namespace
}  // namespace cairn

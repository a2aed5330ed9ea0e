// Backups that a server makes by itself: when, what is kept, what goes to a program, and the restore that is tried.
#include "server/store/backups.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>

#include "server/net/config.h"
#include "server/net/server.h"
#include "server/store/backup.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;
using Names = std::vector<std::string>;

// 2026-11-29, a Sunday, at midnight.
constexpr std::int64_t kSunday = 1'795'910'400'000, kHour = 3'600'000, kDay = 24 * kHour;

TEST(BackupPlan, IsDueAtItsTimeOfTheDay) {
  EXPECT_EQ(last_due_ms({24, 210}, kSunday + 3 * kHour), kSunday - kDay + 210 * 60'000) << "before half past three";
  EXPECT_EQ(last_due_ms({24, 210}, kSunday + 210 * 60'000), kSunday + 210 * 60'000);
  EXPECT_EQ(last_due_ms({6, 210}, kSunday + 10 * kHour), kSunday + 210 * 60'000 + 6 * kHour);
  EXPECT_EQ(last_due_ms({1, 0}, kSunday + kHour - 1), kSunday);
  EXPECT_EQ(minutes_of_day("03:30"), 210);
  EXPECT_EQ(minutes_of_day("23:59"), 1439);
  for (const char* wrong : {"", "3:30", "24:00", "12:60", "0330", "ab:cd", "12:3x", "-1:00"})
    EXPECT_FALSE(minutes_of_day(wrong)) << wrong;
}

TEST(BackupPlan, NamesSayWhenItWasAndNothingElseIsOne) {
  EXPECT_EQ(backup_name(kSunday + 210 * 60'000), "cairn-2026-11-29T0330Z.db");
  EXPECT_EQ(backup_time("cairn-2026-11-29T0330Z.db"), kSunday + 210 * 60'000);
  for (const char* other : {"cairn-2026-11-31T0330Z.db", "cairn-2026-11-29T2400Z.db", "cairn-2026-11-29T0330Z.db.part",
                            "cairn.db", "cairn-2026-11-29 0330Z.db", "mine-2026-11-29T0330Z.db"})
    EXPECT_FALSE(backup_time(other)) << other;
}

TEST(BackupPlan, KeepsTheNewestOfDaysWeeksAndMonths) {
  Names names;
  for (int day = 0; day < 400; ++day)
    for (const int hour : {3, 15}) names.push_back(backup_name(kSunday - day * kDay + hour * kHour));
  names.emplace_back("my own.db");
  const Names spare = spare_backups(names, {7, 4, 12}, kSunday + kDay);
  std::vector<std::string> kept = names;
  std::erase_if(kept, [&](const auto& name) { return std::find(spare.begin(), spare.end(), name) != spare.end(); });
  std::sort(kept.begin(), kept.end(), std::greater<>());
  EXPECT_EQ(kept, (Names{"my own.db", "cairn-2026-11-29T1500Z.db", "cairn-2026-11-28T1500Z.db",
                         "cairn-2026-11-27T1500Z.db", "cairn-2026-11-26T1500Z.db", "cairn-2026-11-25T1500Z.db",
                         "cairn-2026-11-24T1500Z.db", "cairn-2026-11-23T1500Z.db",
                         // the Sundays of three more weeks, and the last day of each month
                         "cairn-2026-11-22T1500Z.db", "cairn-2026-11-15T1500Z.db", "cairn-2026-11-08T1500Z.db",
                         "cairn-2026-10-31T1500Z.db", "cairn-2026-09-30T1500Z.db", "cairn-2026-08-31T1500Z.db",
                         "cairn-2026-07-31T1500Z.db", "cairn-2026-06-30T1500Z.db", "cairn-2026-05-31T1500Z.db",
                         "cairn-2026-04-30T1500Z.db", "cairn-2026-03-31T1500Z.db", "cairn-2026-02-28T1500Z.db",
                         "cairn-2026-01-31T1500Z.db", "cairn-2025-12-31T1500Z.db"}));
  EXPECT_EQ(spare_backups({backup_name(0)}, {1, 0, 0}, 0), Names{}) << "the last one never goes";
}

TEST(BackupPlan, WhatAWrongClockMadeCountsForNothing) {
  const std::string later = backup_name(kSunday + 400 * kDay), now = backup_name(kSunday),
                    before = backup_name(kSunday - kDay);
  EXPECT_EQ(spare_backups({later, now, before}, {1, 0, 0}, kSunday), Names{before});
}

std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Backups : ::testing::Test {
  Folder folder;
  Loop loop;
  std::string data = folder.path() + "/data", kept = folder.path() + "/kept";
  std::unique_ptr<Store> store;
  BackupWish wish;

  void SetUp() override {
    OpenedStore opened = open_sqlite_store(data, loop.post());
    ASSERT_TRUE(opened.store) << opened.error;
    store = std::move(opened.store);
    for (int i = 0; i < 3; ++i)
      loop.wait(
          [&](auto done) { store->people.add_guest("Ann", TokenHash{static_cast<unsigned char>(i + 1)}, 1, 2, done); });
    wish.data = data;
    wish.folder = kept;
    wish.now_ms = kSunday;
    wish.try_restore = true;
  }
  std::string file() const { return kept + "/" + backup_name(wish.now_ms); }
};

TEST_F(Backups, IsKeptPrivatelyAndItsRestoreIsTried) {
  const BackupReport made = make_backup(wish, {});
  EXPECT_EQ(made.error, "");
  EXPECT_EQ(made.at_ms, kSunday);
  EXPECT_EQ(made.file, file());
  EXPECT_EQ(made.people, 3);
  EXPECT_EQ(made.restore_error, "");
  EXPECT_EQ(made.restored_ms, kSunday);
  EXPECT_EQ(made.digest.size(), 32U);
  EXPECT_EQ(fs::status(kept).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::distance(fs::directory_iterator(kept), {}), 2) << "the file and the mark; no scratch folder is left";
  EXPECT_EQ(restore(file(), folder.path() + "/other", false).people, 3);
  // The report outlives the process.
  ASSERT_EQ(write_backup_report(data, made), "");
  const BackupReport known = read_backup_report(data);
  EXPECT_EQ(known.at_ms, made.at_ms);
  EXPECT_EQ(known.digest, made.digest);
  EXPECT_EQ(known.restored_ms, made.restored_ms);
  EXPECT_EQ(known.bytes, static_cast<std::int64_t>(fs::file_size(file())));
  EXPECT_EQ(read_backup_report(folder.path()).at_ms, 0) << "where there is none";
  std::ofstream(data + "/backups.json") << "{\"at_ms\":\"soon\",";
  EXPECT_EQ(read_backup_report(data).at_ms, 0) << "where it is no report";
}

TEST_F(Backups, OldOnesGoAndWhatOthersPutThereStays) {
  wish.kept = {2, 0, 0};
  std::ofstream(folder.path() + "/mine") << "mine";
  fs::create_directories(kept);
  fs::permissions(kept, fs::perms::owner_all);
  std::ofstream(kept + "/mine.db") << "mine";
  std::ofstream(kept + "/cairn-2026-11-01T0330Z.db.part") << "cut off";
  std::ofstream(kept + "/cairn-2026-11-01T0330Z.db.partner") << "mine";
  fs::create_directories(kept + "/restore-trial");
  BackupReport report;
  for (int day = 0; day < 4; ++day) {
    wish.now_ms = kSunday + day * kDay;
    report = make_backup(wish, report);
    ASSERT_EQ(report.error, "");
  }
  EXPECT_EQ(list_backups(kept), (Names{backup_name(kSunday + 3 * kDay), backup_name(kSunday + 2 * kDay)}));
  EXPECT_EQ(read_bytes(kept + "/mine.db"), "mine");
  EXPECT_FALSE(fs::exists(kept + "/cairn-2026-11-01T0330Z.db.part"));
  EXPECT_TRUE(fs::exists(kept + "/cairn-2026-11-01T0330Z.db.partner"));
  EXPECT_TRUE(fs::exists(kept + "/restore-trial"));
}

TEST_F(Backups, TheOneJustMadeNeverGoes) {
  fs::create_directories(kept);
  const std::string later = kept + "/" + backup_name(kSunday + 400 * kDay);
  std::ofstream(later) << "made by a wrong clock";
  wish.kept = {1, 0, 0};
  EXPECT_EQ(make_backup(wish, {}).error, "");
  EXPECT_TRUE(fs::exists(file()));
  EXPECT_TRUE(fs::exists(later));
}

TEST_F(Backups, TwoServersDoNotShareAFolder) {
  const BackupReport mine = make_backup(wish, {});
  ASSERT_EQ(mine.error, "");
  const std::string bytes = read_bytes(file());
  const std::string draft = kept + "/" + backup_name(kSunday + kDay) + ".part";
  std::ofstream(draft) << "theirs, under way";
  const std::string other = folder.path() + "/other";
  OpenedStore opened = open_sqlite_store(other, loop.post());
  ASSERT_TRUE(opened.store) << opened.error;
  BackupWish theirs = wish;
  theirs.data = other;
  BackupReport refused = make_backup(theirs, {});
  EXPECT_EQ(refused.error, kept + " contains the backups of another data folder (" + data +
                               "): choose another backup-folder, or, if no other server uses this one, remove " + kept +
                               "/.cairn-backups");
  EXPECT_EQ(read_bytes(file()), bytes);
  EXPECT_TRUE(fs::exists(draft));
  // Its id was noted, so that it is the same one after the next start.
  EXPECT_EQ(read_backup_report(other).id, refused.id);
  ASSERT_NE(refused.id, "");
  fs::remove(kept + "/.cairn-backups");
  theirs.now_ms += kDay;
  EXPECT_EQ(make_backup(theirs, refused).error, "");
  // The same data folder at once, in another process.
  wish.folder = folder.path() + "/mine";
  ASSERT_EQ(make_backup(wish, mine).error, "");
  const int held = ::open((wish.folder + "/.cairn-backups").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  wish.now_ms += kDay;
  EXPECT_EQ(make_backup(wish, mine).error,
            "another server is making a backup in " + wish.folder + ": give each server its own backup-folder");
  ::close(held);
  EXPECT_EQ(make_backup(wish, mine).error, "");
  EXPECT_EQ(make_backup(wish, mine).error,
            wish.folder + "/" + backup_name(wish.now_ms) + " already exists; backups are never replaced");
}

// A disk that is not mounted: the backups would go to the one below.
TEST_F(Backups, AFolderThatIsGoneIsNotMadeAgain) {
  const BackupReport made = make_backup(wish, {});
  ASSERT_EQ(made.error, "");
  fs::remove_all(kept);
  wish.now_ms += kDay;
  const BackupReport lost = make_backup(wish, made);
  EXPECT_EQ(lost.error, "the earlier backups in " + kept +
                            " are gone: mount its disk; if it is lost, make the folder and an empty " + kept +
                            "/.cairn-backups");
  EXPECT_FALSE(fs::exists(kept));
  fs::create_directories(kept);
  EXPECT_EQ(make_backup(wish, lost).error, lost.error) << "the place where the disk was";
  std::ofstream(kept + "/.cairn-backups") << "";
  EXPECT_EQ(make_backup(wish, lost).error, "");
  EXPECT_EQ(list_backups(kept).size(), 1U);
}

TEST_F(Backups, AFailingProgramDoesNotFillTheDisk) {
  wish.kept = {2, 0, 0};
  wish.command = {"false"};
  BackupReport report;
  for (int hour = 0; hour < 5 * 24; ++hour) {
    if (hour % 24 > 2) continue;  // two more attempts a day
    wish.now_ms = kSunday + hour * kHour;
    wish.due_ms = kSunday + hour / 24 * kDay;
    report = make_backup(wish, report);
    EXPECT_EQ(report.error, "backup-command \"false\" failed with exit code 1");
    EXPECT_LE(list_backups(kept).size(), 2U);
    EXPECT_EQ(list_backups(kept).front(), backup_name(wish.due_ms)) << "the file of the day is used again";
  }
  EXPECT_EQ(report.at_ms, 0);
  EXPECT_EQ(report.restore_error, "");
  EXPECT_NE(report.restored_ms, 0) << "the file is good";
  wish.command = {"cat"};
  wish.now_ms += kHour;
  report = make_backup(wish, report);
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.at_ms, wish.due_ms) << "that old is what the program got";
}

TEST_F(Backups, AProgramThatEndsUnheardIsNoSuccess) {
  ASSERT_EQ(make_backup(wish, {}).error, "");
  struct sigaction ignore {
  }, usual{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGCHLD, &ignore, &usual);
  const std::string why = feed_program({"false"}, file(), 60, [] { return false; });
  ::sigaction(SIGCHLD, &usual, nullptr);
  EXPECT_EQ(why, "backup-command \"false\" ended, and how is not known: No child processes");
}

TEST_F(Backups, AProgramMayWriteMuch) {
  ASSERT_EQ(make_backup(wish, {}).error, "");
  const auto run = [&](const char* script, double seconds) {
    return feed_program({"sh", "-c", script}, file(), seconds, [] { return false; });
  };
  EXPECT_EQ(run("yes | head -c 30000000; echo; echo the end; exit 3", 60),
            "backup-command \"sh\" failed with exit code 3: the end");
  const std::string line = run("head -c 5000 /dev/zero | tr '\\0' x; exit 3", 60);
  EXPECT_EQ(line, "backup-command \"sh\" failed with exit code 3: " + std::string(300, 'x'));
  EXPECT_EQ(run("exec yes", 0.5), "backup-command \"sh\" took too long and was ended");
  EXPECT_EQ(run("exec > /dev/null 2>&1; sleep 0.2; exit 0", 60), "") << "whoever closes what it writes runs on";
}

// The program fills the disk after the backup is made: a restore does not fit any more.
TEST_F(Backups, OldOnesGoWhereARestoreHasNoRoom) {
  constexpr std::int64_t kHalf = 128 << 20;
  wish.kept = {1, 0, 0};
  BackupReport report = make_backup(wish, {});
  ASSERT_EQ(report.restore_error, "");
  wish.now_ms += kDay;
  wish.command = {"sh",
                  "-c",
                  "fallocate -l $2 \"$1\" || head -c $2 /dev/zero > \"$1\"",
                  "sh",
                  folder.path() + "/full",
                  std::to_string(2 * kHalf)};
  wish.reserve_bytes = static_cast<std::int64_t>(fs::space(folder.path()).available) - kHalf;
  report = make_backup(wish, report);
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.restore_error, "");
  EXPECT_NE(report.restore_postponed.find(" MiB are needed"), std::string::npos) << report.restore_postponed;
  EXPECT_EQ(report.restored_ms, kSunday);
  EXPECT_EQ(list_backups(kept), Names{backup_name(wish.now_ms)});
  ASSERT_EQ(write_backup_report(data, report), "");
  EXPECT_EQ(read_backup_report(data).restore_postponed, report.restore_postponed);
  wish.reserve_bytes = 0;
  wish.now_ms += kDay;
  EXPECT_EQ(make_backup(wish, report).restore_postponed, "");
}

TEST_F(Backups, AProgramGetsTheFileAndItsFailureIsOne) {
  const std::string copy = folder.path() + "/copy";
  // No other open file than the first three, and what `ls` opens itself.
  const int kept_open = ::dup(1);
  wish.command = {"sh", "-c", "cat > \"$1\"; test -z \"$CAIRN_SECRET\" && test $(ls /proc/self/fd | wc -l) -le 4", "sh",
                  copy};
  ::setenv("CAIRN_SECRET", "secret", 1);
  BackupReport report = make_backup(wish, {});
  ::unsetenv("CAIRN_SECRET");
  ::close(kept_open);
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(read_bytes(copy), read_bytes(file()));
  // To the program alone: nothing stays in the data folder.
  wish.folder.clear();
  wish.now_ms += kDay;
  report = make_backup(wish, report);
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.file, "");
  EXPECT_EQ(report.restore_error, "");
  EXPECT_EQ(report.restored_ms, wish.now_ms);
  EXPECT_FALSE(fs::exists(data + "/backup-work"));
  EXPECT_EQ(read_bytes(copy).substr(0, 6), "SQLite");
  wish.command = {"sh", "-c", "cat > /dev/null; echo one; echo the disk is away >&2; exit 3"};
  wish.now_ms += kDay;
  const BackupReport failed = make_backup(wish, report);
  EXPECT_EQ(failed.error, "backup-command \"sh\" failed with exit code 3: the disk is away");
  EXPECT_EQ(failed.at_ms, report.at_ms) << "the last good one";
  EXPECT_EQ(failed.tried_ms, wish.now_ms);
  wish.command = {"/no/such/program"};
  EXPECT_EQ(make_backup(wish, report).error,
            "backup-command \"/no/such/program\" cannot be started: No such file or directory");
  EXPECT_EQ(feed_program({"sleep", "60"}, copy, 0.2, [] { return false; }),
            "backup-command \"sleep\" took too long and was ended");
  EXPECT_EQ(feed_program({"sleep", "60"}, copy, 60, [] { return true; }),
            "backup-command \"sleep\" was ended with the server");
}

// The program is handed the file, and spoils it before the restore is tried.
TEST_F(Backups, ARestoreThatIsTriedFindsWhatIsSpoiled) {
  BackupReport good = make_backup(wish, {});
  ASSERT_EQ(good.restore_error, "");
  wish.kept = {1, 0, 0};
  wish.now_ms += kDay;
  wish.command = {"python3", "-c",
                  "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
                  "db.execute(\"UPDATE people SET name = 'Eve' WHERE id = 2\"); db.commit()",
                  file()};
  const BackupReport changed = make_backup(wish, good);
  EXPECT_EQ(changed.error, "");
  EXPECT_NE(changed.restore_error.find("its digest is"), std::string::npos) << changed.restore_error;
  EXPECT_EQ(changed.restored_ms, good.restored_ms);
  EXPECT_EQ(changed.restore_tried_ms, wish.now_ms);
  EXPECT_EQ(list_backups(kept).size(), 2U) << "the older one may be needed";
  wish.now_ms += kDay;
  wish.command = {"truncate", "-s", "20000", file()};
  const BackupReport cut = make_backup(wish, good);
  EXPECT_NE(cut.restore_error.find("the restore of " + file() + " failed"), std::string::npos) << cut.restore_error;
  EXPECT_FALSE(fs::exists(kept + "/.cairn-restore-trial"));
}

TEST_F(Backups, NoneIsMadeWhereTheDiskHasNoRoom) {
  wish.reserve_bytes = INT64_MAX / 4;
  const BackupReport made = make_backup(wish, {});
  EXPECT_NE(made.error.find(" MiB are needed"), std::string::npos) << made.error;
  EXPECT_EQ(list_backups(kept).size(), 0U);
}

// A server in this process, until the object ends.
struct Serving {
  explicit Serving(const ServerConfig& config) {
    auto started = Server::start(config);
    EXPECT_TRUE(started.server) << started.error;
    server = std::move(started.server);
    if (server) thread = std::thread([this] { server->run(); });
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;
  ~Serving() {
    if (!server) return;
    server->stop();
    thread.join();
  }
  std::unique_ptr<Server> server;
  std::thread thread;
};

TEST(BackupsOfAServer, AreMadeAtTheStartAndNotAgainAtTheNext) {
  const Folder folder;
  ServerConfig config;
  config.port = 0;
  config.data = folder.path() + "/data";
  config.backup_folder = folder.path() + "/kept";
  config.backup_command = {"cat"};
  config.disk_reserve = 0;
  config.log_level = LogLevel::error;
  {
    const Serving serving(config);
    for (int i = 0; i < 600 && read_backup_report(config.data).at_ms == 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  const BackupReport report = read_backup_report(config.data);
  EXPECT_NE(report.at_ms, 0);
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.restored_ms, report.at_ms);
  EXPECT_EQ(list_backups(config.backup_folder).size(), 1U);
  fs::remove(report.file);
  {
    const Serving serving(config);
    std::this_thread::sleep_for(std::chrono::seconds(3));
  }
  EXPECT_EQ(list_backups(config.backup_folder).size(), 0U) << "it was made for this day";
}

TEST(BackupsOfAServer, AreRefusedWithPostgres) {
  ServerConfig config;
  config.port = 0;
  config.database = "postgresql://nobody:top-secret@127.0.0.1:1/none";
  config.backup_command = {"cat"};
  const auto started = Server::start(config);
  EXPECT_FALSE(started.server);
  EXPECT_NE(started.error.find("pg_dump"), std::string::npos) << started.error;
}

}  // namespace
}  // namespace cairn

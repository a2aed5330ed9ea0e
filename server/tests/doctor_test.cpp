// What `cairn doctor` finds: nothing where all is well, each fault with what to do, and never a secret.
#include "server/net/doctor.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "server/net/server.h"
#include "server/store/backups.h"
#include "server/store/migrations.h"
#include "server/store/postgres.h"
#include "server/store/sealer.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;
using net::Finding;
using net::Health;

struct Doctor : ::testing::Test {
  Folder folder;
  Loop loop;
  net::DoctorWish wish;
  ServerConfig& config = wish.read.config;

  void SetUp() override {
    config.data = folder.path() + "/data";
    config.port = 0;
    wish.version = "1.2.3";
    OpenedStore opened = open_sqlite_store(config.data, loop.post());
    ASSERT_TRUE(opened.store) << opened.error;
    opened.store->close();
  }
  // The findings of a subject as "fault: text (advice)", worst first; "" where there are none.
  std::string of(const std::string& subject) {
    std::vector<Finding> all = net::examine(wish);
    std::erase_if(all, [&](const Finding& one) { return one.subject != subject; });
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.health > b.health; });
    std::string text;
    constexpr const char* kWords[] = {"ok: ", "warning: ", "fault: "};
    for (const Finding& one : all) {
      text += kWords[static_cast<int>(one.health)] + one.found + "\n";
      EXPECT_TRUE(one.health == Health::ok || !one.advice.empty()) << "what is to be done? " << one.found;
    }
    return text;
  }
  bool says(const std::string& subject, const std::string& text) {
    const std::string all = of(subject);
    EXPECT_NE(all.find(text), std::string::npos) << subject << ": " << all;
    return all.find(text) != std::string::npos;
  }
  void change(const char* sql) const { connect_sqlite(config.data + "/cairn.db")->execute(sql); }
};

TEST_F(Doctor, FindsNoFaultWhereAllIsWell) {
  for (const Finding& one : net::examine(wish)) EXPECT_NE(one.health, Health::fault) << one.subject << one.found;
  says("version", "ok: Cairn 1.2.3, OpenSSL 3");
  says("version", "ok: SQLite 3");
  says("folder", "ok: " + config.data + " is not in use");
  says("database", "ok: no damage: the whole database was checked");
  says("key", "ok: " + config.data + "/secrets.key can be read");
  wish.whole_database = false;
  EXPECT_EQ(of("database").find("whole"), std::string::npos);
}

TEST_F(Doctor, ChangesNothing) {
  config.data = folder.path() + "/none";
  says("folder", "warning: there is no folder");
  says("database", "warning: there is no database yet");
  EXPECT_FALSE(fs::exists(config.data));
}

// As where a folder above belongs to root alone.
TEST_F(Doctor, SaysWhereItCannotLook) {
  config.data = folder.path() + "/loop";
  fs::create_symlink("loop", config.data);
  says("folder", "fault: cannot read " + config.data + ": Too many levels of symbolic links");
  says("database", "fault: cannot read " + config.data + "/cairn.db: Too many levels");
  EXPECT_EQ(of("folder").find("there is no"), std::string::npos);
  config.backup_folder = config.data;
  says("backup", "fault: cannot read " + config.data + ": Too many levels");
  says("backup", "fault: cannot read " + config.data + "/backups.json: Too many levels");
}

TEST_F(Doctor, SaysWhatIsFoundAsItIsFound) {
  std::vector<std::string> heard;
  const auto all = net::examine(wish, [&](const Finding& one) { heard.push_back(one.found); });
  ASSERT_EQ(heard.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(heard[i], all[i].found);
}

TEST_F(Doctor, RootMayLookAtFilesOfTheServersUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "not root";
  ASSERT_EQ(::chown((config.data + "/cairn.db").c_str(), 12'345, 12'345), 0);
  EXPECT_EQ(of("folder"), "ok: " + config.data + " is not in use\n");
}

TEST_F(Doctor, FindsThatTheKeyIsMissingOrAnother) {
  const std::string file = config.data + "/secrets.key";
  const auto sealer = read_sealer(file, false);
  ASSERT_TRUE(std::holds_alternative<Sealer>(sealer));
  claim_for(*connect_sqlite(config.data + "/cairn.db"), std::get<Sealer>(sealer));
  says("key", "ok: " + file + " can be read");
  fs::rename(file, folder.path() + "/away");
  says("key", "fault: there is no file " + file + ", and secrets in the database are sealed with it");
  std::ofstream(file) << std::string(64, 'a') << "\n";
  says("key", "fault: " + file + " is not the key that sealed");
}

TEST_F(Doctor, FindsThatTheBackupsAreGone) {
  config.backup_folder = folder.path() + "/kept";
  fs::create_directories(config.backup_folder);
  BackupReport report;
  report.made_ms = report.at_ms = report.restored_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  report.file = config.backup_folder + "/" + backup_name(report.at_ms);
  report.restore_postponed = "the disk is full";
  ASSERT_EQ(write_backup_report(config.data, report), "");
  says("backup", "fault: the last backup, " + report.file + ", is gone");
  says("restore", "warning: the test restore of a backup was not possible: the disk is full");
  std::ofstream(report.file) << "a backup";
  says("backup", "ok: the last one is less than a minute old");
  const std::string kept = config.backup_folder;
  config.backup_folder = folder.path() + "/new";
  says("backup", "warning: " + config.backup_folder + " contains no backup");
  config.backup_folder = kept;
  fs::remove_all(kept);
  fs::create_symlink("kept", kept);
  says("backup", "fault: cannot read the last backup");
}

TEST_F(Doctor, NamesFaultsOfSettings) {
  wish.read.errors = {"cairn.toml:1: \"prot\" is not a setting; did you mean \"port\"?"};
  config.mail_relay = "smtp://127.0.0.1:1";
  config.web = folder.path();
  says("settings", "fault: cairn.toml:1: \"prot\" is not a setting");
  says("settings", "fault: mail-relay needs a sender");
  says("settings", "warning: the web folder");
  config.database = "postgresql://ann:top-secret@127.0.0.1:1/none";
  config.backup_folder = "x";
  says("settings", "fault: backup-folder and backup-command are for a data folder");
}

TEST_F(Doctor, NeverPrintsASecret) {
  config.mail_relay = "smtp://127.0.0.1:1";
  config.mail_relay_user = "ann";
  config.mail_relay_password = "top-secret";
  config.mail_from = "a@example.org";
  config.public_url = "http://127.0.0.1:1";
  config.database = "postgresql://ann:top-secret@127.0.0.1:1/none";
  wish.file = folder.path() + "/cairn.toml";
  std::ofstream(wish.file) << "mail-relay-password = \"top-secret\"\n";
  fs::permissions(wish.file, fs::perms::all);
  says("settings", "warning: other users can read " + wish.file);
  says("database", "fault: the database in postgresql://ann@127.0.0.1:1/none cannot be read");
  says("mail", "fault: smtp://127.0.0.1:1 cannot be used");
  for (const Finding& one : net::examine(wish))
    EXPECT_EQ((one.found + one.advice).find("top-secret"), std::string::npos) << one.found;
}

TEST_F(Doctor, LooksAtReplicas) {
  PostgresCluster primary;
  primary.execute("CREATE DATABASE cairn");
  PostgresCluster standby(&primary);
  primary.wait_for_no_standby();
  ASSERT_FALSE(HasFailure());
  EXPECT_EQ(of("replica"), "") << "none is set";
  config.database_replica = {standby.url("cairn")};
  says("settings", "fault: database-replica needs a PostgreSQL database");
  config.database = primary.url("cairn");
  ASSERT_TRUE(open_postgres_store(config.database, loop.post()).store);
  const std::string name = shown_postgres_url(standby.url("cairn"));
  says("replica", "ok: " + name);
  standby.execute("SELECT pg_wal_replay_pause()");
  primary.execute("CREATE TABLE more (a INT)", "cairn");
  says("replica", "warning: " + name + " is ");
  standby.execute("SELECT pg_wal_replay_resume()");
  primary.execute("DO 'BEGIN ASSERT NOT EXISTS (SELECT 1 FROM replica_marks); END'", "cairn");  // it takes back its own
  config.database_replica = {primary.url("cairn")};
  says("replica", "it accepts writes: it is no standby");
  config.database_replica = {"postgresql://u:top-secret@127.0.0.1:1/x"};
  says("replica", "warning: postgresql://u@127.0.0.1:1/x cannot be read");
}

TEST_F(Doctor, TellsAReplicaOfAnOldPrimary) {
  PostgresCluster primary;
  primary.execute("CREATE DATABASE cairn");
  ASSERT_TRUE(open_postgres_store(primary.url("cairn"), loop.post()).store);
  PostgresCluster standby(&primary), promoted(&primary);
  primary.wait_for_no_standby();
  standby.wait_until_up();
  promoted.wait_until_up();
  ASSERT_FALSE(HasFailure());
  promoted.promote();
  primary.execute("CREATE TABLE much AS SELECT generate_series(1, 200000) AS a", "cairn");
  config.database = promoted.url("cairn");
  config.database_replica = {standby.url("cairn")};
  says("replica", "fault: " + shown_postgres_url(standby.url("cairn")) + " does not show what was just written");
}

TEST_F(Doctor, SaysWhatAnotherVersionMeans) {
  const auto known = newest_schema();
  change(("PRAGMA user_version = " + std::to_string(known + 1)).c_str());
  says("database", "fault: it was written by a newer version of this program");
  change(("PRAGMA user_version = " + std::to_string(known - 1)).c_str());
  says("database", "warning: it has schema version " + std::to_string(known - 1));
}

TEST_F(Doctor, FindsDamage) {
  change("CREATE TABLE spoiled (a TEXT); INSERT INTO spoiled VALUES (hex(zeroblob(9000)));");
  change("PRAGMA wal_checkpoint(TRUNCATE)");
  const auto size = static_cast<std::streamoff>(fs::file_size(config.data + "/cairn.db"));
  {
    std::fstream file(config.data + "/cairn.db", std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(size - 6'000);
    file << std::string(5'000, '\xEE');
  }
  says("database", "fault: it is damaged");
}

TEST_F(Doctor, LooksAtTheFolder) {
  fs::permissions(config.data + "/cairn.db", fs::perms::others_read, fs::perm_options::add);
  says("folder", "warning: other users can read " + config.data + "/cairn.db");
  std::ofstream(config.data + "/secrets.key") << "no key";
  says("key", "fault: ");
  config.disk_reserve = 1'000'000;
  config.disk_reserve <<= 8;
  says("disk", "fault: ");
}

TEST_F(Doctor, LooksAtBackups) {
  says("backup", "warning: the server makes no backups");
  config.backup_folder = folder.path() + "/kept";
  says("backup", "warning: the server has made no backup yet");
  BackupReport report;
  const std::int64_t now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  report.at_ms = report.restored_ms = now - 3'600'000;
  report.file = folder.path() + "/other.db";
  std::ofstream(report.file) << "a backup in a folder of before";
  ASSERT_EQ(write_backup_report(config.data, report), "");
  says("backup", "ok: the last one is 1 hour old");
  says("restore", "ok: a backup was restored and checked 1 hour ago");
  report.at_ms -= std::int64_t{3} * 86'400'000;
  report.restored_ms -= std::int64_t{50} * 86'400'000;
  ASSERT_EQ(write_backup_report(config.data, report), "");
  says("backup", "fault: the last backup is 3 days old");
  says("restore", "warning: no backup was restored as a test in the last 40 days");
  report.error = "the disk is away";
  report.restore_error = "its digest is wrong";
  ASSERT_EQ(write_backup_report(config.data, report), "");
  says("backup", "fault: the last backup failed: the disk is away");
  says("restore", "fault: its digest is wrong");
  fs::create_directories(config.backup_folder);
  says("backup", "warning: the backups are on the disk of the database");
}

TEST_F(Doctor, SeesThatTheTimeIsBeforeTheLastMove) {
  says("clock", ": ");
  EXPECT_EQ(of("clock").find("fault"), std::string::npos);
  change(
      "INSERT INTO people (name, created_ms) VALUES ('Ann', 1);"
      "INSERT INTO accounts (person, lower_name, password, role, bot, email, profile, preferences, created_ms, "
      "seen_ms) "
      "VALUES (1, 'ann', '', 0, 0, '', '', '{}', 1, 9999999999999)");
  says("clock", "seconds before the last thing that is stored");
}

TEST_F(Doctor, LooksAtTlsAndProxies) {
  config.public_url = "https://play.example.org";
  says("tls", "warning: public-url is https, and neither");
  config.behind_proxy = true;
  says("proxy", "ok: X-Forwarded-For is trusted from 127.0.0.0/8, ::1");
  config.tls_certificate = folder.path() + "/none.pem";
  says("tls", "fault: tls-certificate and tls-key belong together");
  config.tls_key = config.tls_certificate;
  says("tls", "fault: the certificate " + config.tls_certificate + " cannot be used");
  says("proxy", "warning: behind-proxy is set, and the server speaks HTTPS itself");
  config.public_url.clear();
  config.address = "0.0.0.0";
  says("address", "warning: others can reach the server, and public-url is not set");
}

TEST_F(Doctor, TellsAServerFromAnotherProgramAtThePort) {
  config.mail_socket = folder.path() + "/lmtp";
  says("mail in", "fault: mail-socket needs mail-domain");
  config.mail_domain = "example.org";
  says("mail in", "ok: LMTP will answer");
  config.log_level = LogLevel::error;
  auto started = Server::start(config);
  ASSERT_TRUE(started.server) << started.error;
  std::thread running([&] { started.server->run(); });
  config.port = started.server->port();
  config.public_url = "http://127.0.0.1:" + std::to_string(config.port);
  for (int i = 0; i < 200 && of("port").find("and is ready") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  says("port", "ok: a Cairn server answers at port " + std::to_string(config.port) + ", and is ready");
  says("folder", "ok: " + config.data + " is in use by a server, process " + std::to_string(::getpid()));
  says("address", "leads to a Cairn server");
  says("mail in", "ok: LMTP answers");
  says("database", "ok: no damage");
  for (const Finding& one : net::examine(wish)) EXPECT_NE(one.health, Health::fault) << one.subject << one.found;
  started.server->stop();
  running.join();
  started.server.reset();
  says("port", "ok: port " + std::to_string(config.port) + " is free");
}

}  // namespace
}  // namespace cairn

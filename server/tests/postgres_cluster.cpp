#include "server/tests/postgres_cluster.h"

#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>
#include <utility>

#include "core/text.h"
#include "server/store/postgres_connection.h"

namespace cairn::testing {

namespace fs = std::filesystem;

namespace {

// Where Debian keeps the programs of its newest PostgreSQL; "" and a failed test where there is none.
std::string programs_of_postgres() {
  std::error_code none;
  std::vector<std::string> versions;
  for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", none))
    if (fs::exists(entry.path() / "bin/initdb")) versions.push_back((entry.path() / "bin").string());
  if (!versions.empty()) return *std::max_element(versions.begin(), versions.end());
  ADD_FAILURE() << "PostgreSQL is not installed: apt install postgresql";
  return "";
}

PostgresPlace place_of(const std::string& url) {
  PostgresPlace place;  // of a standby, too
  EXPECT_EQ(read_replica_url(url, place), "");
  return place;
}

void give(const fs::path& folder, uid_t user, gid_t group) {
  EXPECT_EQ(::lchown(folder.c_str(), user, group), 0);
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    EXPECT_EQ(::lchown(entry.path().c_str(), user, group), 0);
}

}  // namespace

PostgresCluster::PostgresCluster() : programs_(programs_of_postgres()) {
  make_folder();
  if (!folder_.empty() && make_data()) start();
}

PostgresCluster::PostgresCluster(const PostgresCluster* primary) : programs_(programs_of_postgres()) {
  make_folder();
  if (folder_.empty() ||
      run({"pg_basebackup", "--host=" + primary->folder_, "--username=cairn", "--pgdata=" + folder_ + "/data",
           "--write-recovery-conf", "--checkpoint=fast", "--no-sync"}) != 0)
    return;
  begin();
  primary->execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
  primary->execute("SELECT pg_reload_conf()");
  const std::string follows = "SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
  for (int i = 0; i < 600 && server_->runs(); ++i) try {
      primary->execute(follows);
      return;
    } catch (const SqlError&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  ADD_FAILURE() << "the standby does not follow\n" << server_->said();
}

void PostgresCluster::wait_for_no_standby() const {
  execute("ALTER SYSTEM SET synchronous_standby_names = ''");
  execute("SELECT pg_reload_conf()");
}

void PostgresCluster::wait_until_up() const {
  for (int i = 0; i < 600; ++i) try {
      execute("SELECT 1");
      return;
    } catch (const SqlError&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  ADD_FAILURE() << "the standby does not come up";
}

void PostgresCluster::promote() {
  EXPECT_EQ(run({"pg_ctl", "promote", "-D", folder_ + "/data"}), 0);
}

void PostgresCluster::make_folder() {
  if (programs_.empty()) return;
  std::string name = (fs::temp_directory_path() / "cairn-pg-XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
  if (::geteuid() == 0) {
    const passwd* user = ::getpwnam("postgres");
    if (user == nullptr) {
      ADD_FAILURE() << "there is no user postgres";
      folder_.clear();
      return;
    }
    ways_.user = user->pw_uid;
    ways_.group = user->pw_gid;
    EXPECT_EQ(::chown(folder_.c_str(), ways_.user, ways_.group), 0);
  }
  ways_.own_environment = false;
  ways_.environment = {"HOME=" + folder_};
  ways_.folder = folder_;
  ways_.last_signal = SIGQUIT;  // it leaves no shared memory behind
}

PostgresCluster::~PostgresCluster() {
  stop(SIGQUIT);  // what it has written goes away anyway
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

// A new cluster's files: a copy of those that an earlier test left, or initdb's.
bool PostgresCluster::make_data() const {
  const fs::path data = folder_ + "/data";
  std::vector<std::string> words = {"initdb",           "-U",        "cairn",          "-A", "trust", "-E", "UTF8",
                                    "--locale=C.UTF-8", "--no-sync", "--wal-segsize=1"};
  std::string made_by = programs_;
  for (const std::string& word : words) made_by += " " + word;
  const fs::path kept = std::string(CAIRN_BUILD) + "/postgres-" + std::to_string(std::hash<std::string>()(made_by));
  if (fs::exists(kept)) {
    fs::copy(kept, data, fs::copy_options::recursive);
    if (ways_.user != 0) give(data, ways_.user, ways_.group);
    return true;
  }
  words.insert(words.end(), {"-D", data.string()});
  if (run(words) != 0) return false;
  // Under another name first: a test beside this one must not see half of it, and may have been quicker.
  const fs::path half = kept.string() + "." + std::to_string(::getpid());
  std::error_code failed;
  fs::copy(data, half, fs::copy_options::recursive, failed);
  if (!failed) fs::rename(half, kept, failed);
  if (failed) fs::remove_all(half, failed);
  return true;
}

void PostgresCluster::begin() {
  server_.emplace(command({"postgres", "-D", folder_ + "/data", "-k", folder_, "-c", "listen_addresses=", "-c",
                           "max_connections=60", "-c", "shared_buffers=32MB", "-c", "log_min_messages=fatal", "-c",
                           "fsync=off", "-c", "full_page_writes=off"}),
                  ways_);
}

void PostgresCluster::start() {
  begin();
  const PostgresPlace place = place_of(url("postgres"));
  std::string why = "it has ended";
  for (int i = 0; i < 600 && server_->runs(); ++i) {
    try {
      open_postgres(place);
      return;
    } catch (const SqlError& error) {
      why = error.what();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  ADD_FAILURE() << "PostgreSQL does not start: " << why << "\n" << server_->said();
}

// The first one, and all that it has started.
std::vector<pid_t> PostgresCluster::processes() const {
  std::vector<pid_t> out(1);
  std::ifstream(folder_ + "/data/postmaster.pid") >> out[0];
  EXPECT_GT(out[0], 1);
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const auto pid = parse_int(entry.path().filename().string());
    std::string text;
    if (!pid || !std::getline(std::ifstream(entry.path() / "stat"), text)) continue;
    const auto words =
        split_words(std::string_view(text).substr(text.rfind(')') + 1));  // behind its name: state, parent
    if (words.size() > 1 && parse_int(words[1]) == out[0]) out.push_back(static_cast<pid_t>(*pid));
  }
  return out;
}

void PostgresCluster::freeze() {
  frozen_ = true;
  EXPECT_EQ(::kill(processes().at(0), SIGSTOP), 0);  // from here on it starts no others
  for (const pid_t pid : processes()) ::kill(pid, SIGSTOP);
}

void PostgresCluster::thaw() {
  if (!std::exchange(frozen_, false)) return;
  for (const pid_t pid : processes()) ::kill(pid, SIGCONT);
}

void PostgresCluster::stop(int signal) {
  thaw();
  if (server_) server_->end(signal);
  server_.reset();
}

void PostgresCluster::execute(const std::string& sql, const std::string& database) const {
  connect_postgres(place_of(url(database)))->execute(sql);
}

void PostgresCluster::cut_connections() const {
  execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cairn' AND pid <> "
      "pg_backend_pid()");
}

int PostgresCluster::run(const std::vector<std::string>& words) const {
  const Ran ran = run_program(command(words), "", ways_);
  EXPECT_EQ(ran.status, 0) << words[0] << ": " << ran.said();
  return ran.status;
}

// By its whole path: each finds the others beside itself.
std::vector<std::string> PostgresCluster::command(std::vector<std::string> words) const {
  words[0] = programs_ + "/" + words[0];
  return words;
}

}  // namespace cairn::testing

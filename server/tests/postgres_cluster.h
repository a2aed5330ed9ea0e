// A real PostgreSQL for tests: a cluster in a temporary folder, reached by a socket in it, gone with the test. As root
// it runs as the user `postgres`, which the package makes: PostgreSQL refuses root.
#pragma once

#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/store/postgres_connection.h"
#include "tests/programs/child.h"

namespace cairn::testing {

using programs::Child;
using programs::ChildWays;
using programs::Ran;
using programs::run_program;

class PostgresCluster {
 public:
  PostgresCluster() {
    namespace fs = std::filesystem;
    std::error_code none;
    std::vector<std::string> versions;
    for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", none))
      if (fs::exists(entry.path() / "bin/initdb")) versions.push_back((entry.path() / "bin").string());
    if (versions.empty()) {
      ADD_FAILURE() << "PostgreSQL is not installed: apt install postgresql";
      return;
    }
    programs_ = *std::max_element(versions.begin(), versions.end());
    std::string name = (fs::temp_directory_path() / "cairn-pg-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    if (::geteuid() == 0) {
      const passwd* user = ::getpwnam("postgres");
      if (user == nullptr) {
        ADD_FAILURE() << "there is no user postgres";
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
    if (run({"initdb", "-D", folder_ + "/data", "-U", "cairn", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
             "--no-sync"}) == 0)
      start();
  }
  PostgresCluster(const PostgresCluster&) = delete;
  PostgresCluster& operator=(const PostgresCluster&) = delete;
  ~PostgresCluster() {
    stop(SIGINT);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  void start() {
    // Everything as in earnest, fsync too.
    server_.emplace(command({"postgres", "-D", folder_ + "/data", "-k", folder_, "-c", "listen_addresses=", "-c",
                             "max_connections=60", "-c", "shared_buffers=32MB", "-c", "log_min_messages=fatal"}),
                    ways_);
    PostgresPlace place;
    EXPECT_EQ(read_postgres_url(url("postgres"), place), "");
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
  // SIGINT: in order; SIGQUIT: as if the power went.
  void stop(int signal) {
    if (server_) server_->end(signal);
    server_.reset();
  }
  void execute(const std::string& sql, const std::string& database = "postgres") const {
    PostgresPlace place;
    EXPECT_EQ(read_postgres_url(url(database), place), "");
    connect_postgres(place)->execute(sql);
  }
  // Cuts every connection to the databases of the tests.
  void cut_connections() const {
    execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cairn' AND pid <> "
        "pg_backend_pid()");
  }
  // One of PostgreSQL's own tools, as the user of the cluster; its exit code. What it says is shown when it fails.
  int run(const std::vector<std::string>& words) const {
    const Ran ran = run_program(command(words), "", ways_);
    EXPECT_EQ(ran.status, 0) << words[0] << ": " << ran.said();
    return ran.status;
  }
  const std::string& folder() const { return folder_; }
  std::string url(const std::string& database) const { return "postgresql://cairn@/" + database + "?host=" + folder_; }

 private:
  // By its whole path: each finds the others beside itself.
  std::vector<std::string> command(std::vector<std::string> words) const {
    words[0] = programs_ + "/" + words[0];
    return words;
  }

  std::string programs_, folder_;
  ChildWays ways_;
  std::optional<Child> server_;
};

}  // namespace cairn::testing

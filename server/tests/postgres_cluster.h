// A real PostgreSQL for tests: a cluster in a temporary folder, reached by a socket in it, gone with the test. As root
// it runs as the user `postgres`, which the package makes: PostgreSQL refuses root.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "server/store/postgres_connection.h"

namespace cairn::testing {

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
      user_ = user->pw_uid;
      group_ = user->pw_gid;
      EXPECT_EQ(::chown(folder_.c_str(), user_, group_), 0);
    }
    const int made = wait_for(spawn({"initdb", "-D", folder_ + "/data", "-U", "cairn", "-A", "trust", "-E", "UTF8",
                                     "--locale=C.UTF-8", "--no-sync"}));
    EXPECT_EQ(made, 0) << "initdb failed";
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
    pid_ = spawn({"postgres", "-D", folder_ + "/data", "-k", folder_, "-c", "listen_addresses=", "-c",
                  "max_connections=60", "-c", "shared_buffers=32MB", "-c", "log_min_messages=fatal"});
    PostgresPlace place;
    EXPECT_EQ(read_postgres_url(url("postgres"), place), "");
    for (int i = 0; i < 600; ++i) {
      try {
        open_postgres(place);
        return;
      } catch (const SqlError&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
    ADD_FAILURE() << "PostgreSQL does not start";
  }
  // SIGINT: in order; SIGQUIT: as if the power went.
  void stop(int signal) {
    if (pid_ <= 0) return;
    ::kill(pid_, signal);
    wait_for(pid_);
    pid_ = 0;
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
  // One of PostgreSQL's own tools, as the user of the cluster; its exit code.
  int run(const std::vector<std::string>& words) const { return wait_for(spawn(words)); }
  const std::string& folder() const { return folder_; }
  std::string url(const std::string& database) const { return "postgresql://cairn@/" + database + "?host=" + folder_; }

 private:
  pid_t spawn(const std::vector<std::string>& words) const {
    const std::string program = programs_ + "/" + words.front();
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid(), pid = ::fork();
    if (pid != 0) return pid;
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, 0);
    ::dup2(nothing, 1);
    ::dup2(nothing, 2);
    if (::chdir("/") != 0) ::_exit(126);
    if (user_ != 0 && (::setgid(group_) != 0 || ::setuid(user_) != 0)) ::_exit(126);
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);  // a test that dies takes it along
    if (::getppid() != parent) ::_exit(126);
    ::execv(program.c_str(), arguments.data());
    ::_exit(127);
  }
  static int wait_for(pid_t pid) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string programs_, folder_;
  uid_t user_ = 0;
  gid_t group_ = 0;
  pid_t pid_ = 0;
};

}  // namespace cairn::testing

// A real PostgreSQL for tests: a cluster in a temporary folder, reached by a socket in it, gone with the test. As root
// it runs as the user `postgres`, which the package makes: PostgreSQL refuses root. It syncs nothing to the disk: what
// it has written outlives the end of every process, and no test cuts the power. The first cluster of a build folder
// leaves a copy of what initdb made in it; the next ones copy that, in a tenth of initdb's time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/programs/child.h"

namespace cairn::testing {

using programs::Child;
using programs::ChildWays;
using programs::Ran;
using programs::run_program;

class PostgresCluster {
 public:
  PostgresCluster();  // started; the test fails where that cannot be
  // A copy of a running one that follows it. From now on the other waits with each commit until this one has it.
  explicit PostgresCluster(const PostgresCluster* primary);
  PostgresCluster(const PostgresCluster&) = delete;
  PostgresCluster& operator=(const PostgresCluster&) = delete;
  ~PostgresCluster();

  void start();
  void wait_for_no_standby() const;  // with a commit: a standby is a replica alone, and may be away
  void wait_until_up() const;        // and can be read: of a further standby of one primary
  void promote();                    // of a standby: it accepts writes from now on
  void stop(int signal);             // SIGINT: in order; SIGQUIT: as if it had crashed
  void freeze();                     // none of its processes does anything until `thaw`
  void thaw();
  void execute(const std::string& sql, const std::string& database = "postgres") const;
  void cut_connections() const;  // every one to the databases of the tests
  // One of PostgreSQL's own tools, as the user of the cluster; its exit code. What it says is shown when it fails.
  int run(const std::vector<std::string>& words) const;
  const std::string& folder() const { return folder_; }
  std::string url(const std::string& database) const { return "postgresql://cairn@/" + database + "?host=" + folder_; }
  // Of both: whoever connects takes the one that accepts writes.
  std::string url(const std::string& database, const PostgresCluster& other) const {
    return url(database) + "," + other.folder_;
  }

 private:
  std::vector<std::string> command(std::vector<std::string> words) const;
  void make_folder();
  bool make_data() const;
  void begin();  // its first process, without waiting
  std::vector<pid_t> processes() const;

  std::string programs_, folder_;
  ChildWays ways_;
  std::optional<Child> server_;
  bool frozen_ = false;
};

}  // namespace cairn::testing

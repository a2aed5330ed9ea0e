// Programs that tests start: what is said of those that fail, and that none outlives its test.
#include "tests/programs/child.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace cairn::programs {
namespace {

// Whether a process is still there; one that ended and waits for init to notice is not.
bool lives(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string line;
  std::getline(file, line);
  const auto name = line.rfind(") ");
  return name != std::string::npos && line[name + 2] != 'Z' && line[name + 2] != 'X';
}

bool wait_for(const auto& done) {
  for (int i = 0; i < 1'000 && !done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return done();
}

TEST(Child, SaysWhatItPrintedAndHowItEnded) {
  const Ran ran = run_program({"/bin/sh", "-c", "read word; echo $word $NAME; echo wrong >&2; exit 3"}, "hello\n",
                              {.environment = {"NAME=Ann"}});
  EXPECT_EQ(ran.status, 3);
  EXPECT_EQ(ran.out, "hello Ann\n");
  EXPECT_EQ(ran.err, "wrong\n");
  EXPECT_EQ(run_program({"/bin/sh", "-c", "kill -9 $$"}).status, -1);
}

TEST(Child, SaysWhyItCouldNotBeStarted) {
  const Ran ran = run_program({"/no/such/program"});
  EXPECT_EQ(ran.status, 127);
  EXPECT_EQ(ran.err, "/no/such/program: it cannot be started: No such file or directory\n");
  EXPECT_NONFATAL_FAILURE(tool("no-such-program", "some-package"), "apt install some-package");
}

TEST(Child, NeedsNothingOfThisMachinesEnvironment) {
  const Ran ran = run_program({tool("env", "coreutils")}, "", {.own_environment = false});
  EXPECT_EQ(ran.out, "PATH=/usr/bin:/bin:/usr/sbin:/sbin:/usr/games\nLC_ALL=C.UTF-8\n");
}

// Of the test that is killed.
void start_a_program_and_wait() {
  Child child({"/bin/sh", "-c", "sleep 600 & echo $! $$; wait"});
  wait_for([&] { return child.out().ends_with('\n'); });
  std::printf("started %s", child.out().c_str());
  std::fflush(stdout);
  child.wait();
}

TEST(Child, EndsWithATestThatIsKilled) {
  if (std::getenv("CAIRN_TO_BE_KILLED") != nullptr) return start_a_program_and_wait();
  Child test(
      {std::filesystem::read_symlink("/proc/self/exe").string(), "--gtest_filter=Child.EndsWithATestThatIsKilled"},
      {.environment = {"CAIRN_TO_BE_KILLED=1"}});
  std::string first, second;
  ASSERT_TRUE(wait_for([&] {
    std::istringstream said(test.out());
    for (std::string word; said >> word && word != "started";) continue;
    return static_cast<bool>(said >> first >> second);
  })) << test.said();
  EXPECT_TRUE(lives(first) && lives(second));
  test.end(SIGKILL);
  EXPECT_TRUE(wait_for([&] { return !lives(first) && !lives(second); })) << "the program, or what it started in turn";
}

}  // namespace
}  // namespace cairn::programs

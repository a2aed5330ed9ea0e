// A game by mail as people's mail programs write it: Python's own mail library reads what came, answers it in the ways
// of several programs, and sends that to Postfix. The server is set up as docs/hosting-mail.md says.
#include <gtest/gtest.h>

#include <regex>

#include "postfix.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

TEST(ServerMailClient, TwoPlayAWholeGameWithMailProgramsOfSeveralKinds) {
  if (const std::string why = Postfix::why_not(); !why.empty()) GTEST_SKIP() << why;
  const PostfixFolder folder;
  const Postfix postfix(folder.path);
  Process server({"--config", postfix.server_settings(), "--data", folder.path + "/club"});
  ASSERT_NE(server.port(), 0) << server.said();

  const Ran ran = run_program(python_command(
      "tests/end-to-end/mail_client.py",
      {postfix.mailboxes(), std::to_string(postfix.smtp_port()), "cairn@play.example", "240", "anna", "bob"}));
  const std::string& all = ran.out;
  ASSERT_EQ(ran.status, 0) << ran.said() << postfix.log();

  // A game to its end, in which nobody gave up.
  std::smatch counted;
  ASSERT_TRUE(std::regex_search(all, counted, std::regex("== (\\d+) answers, (\\d+) of them refused"))) << all;
  EXPECT_GE(std::stoi(counted[1]) - std::stoi(counted[2]), 12) << all;
  EXPECT_EQ(all.find(": resign"), std::string::npos) << all;
  // What each was told last: the same end.
  const auto anna = all.find("== anna\n"), bob = all.find("== bob\n"), end = all.rfind("== ");
  ASSERT_TRUE(anna < bob && bob < end) << all;
  for (const std::string& last : {all.substr(anna, bob - anna), all.substr(bob, end - bob)}) {
    EXPECT_TRUE(last.find(" wins") != std::string::npos || last.find("draw") != std::string::npos) << last;
    EXPECT_EQ(last.find("to move"), std::string::npos) << last;
    EXPECT_EQ(last.find("secret-of"), std::string::npos) << last;
  }
  for (const char* turn : {"0", "1", "2", "3"})  // one of each program
    EXPECT_NE(all.find(" reads: Zug " + std::string(turn) + ", schöne Grüße!\n"), std::string::npos) << turn << all;
}

// What bench/mail.md measures with.
TEST(ServerMailClient, TheLoadOfMailsRuns) {
  const Ran ran = run_program(
      python_command("bench/mail_load.py", {CAIRN_PROGRAM, "--players", "4", "--moves", "2", "--connections", "2"}));
  EXPECT_EQ(ran.status, 0) << ran.said();
  EXPECT_NE(ran.out.find("\n8 moves by mail in "), std::string::npos) << ran.said();
}

}  // namespace
}  // namespace cairn::testing

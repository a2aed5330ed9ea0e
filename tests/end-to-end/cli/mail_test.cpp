// `cairn mail receive` where there is no server: its exit codes are what mail servers go by.
#include <gtest/gtest.h>

#include "program.h"

namespace cairn::test {
namespace {

TEST(CliMail, WhatIsNotUnderstoodIsBadUse) {
  EXPECT_EQ(run({"mail"}).status, 64);
  EXPECT_EQ(run({"mail", "receive", "--nonsense"}).status, 64);
  const Ran nobody = run({"mail", "receive", "--sender", "a@example.org"}, "x\n");
  EXPECT_EQ(nobody.status, 64);
  EXPECT_EQ(nobody.err, "cairn: no recipient: give --recipient, or set RECIPIENT\n");
  const Ran no_one = run({"mail", "receive", "--recipient", "a@play.example"}, "x\n");
  EXPECT_EQ(no_one.status, 64);
  EXPECT_EQ(no_one.err, "cairn: no sender: give --sender (\"\" for a bounce), or set SENDER\n");
  EXPECT_EQ(run({"mail", "receive", "--help"}).status, 0);
}

TEST(CliMail, WhatTheHostCanPutRightKeepsTheMail) {
  const Folder folder;
  const std::vector<std::string> who = {"mail",          "receive",     "--sender",
                                        "a@example.org", "--recipient", "b@play.example"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = who;
    all.insert(all.end(), more.begin(), more.end());
    return run(all, "Subject: help\n\n");
  };
  const Ran nowhere = with({});
  EXPECT_EQ(nowhere.status, 75);
  EXPECT_EQ(nowhere.err, "cairn: no server: give --mail-socket, or set mail-socket in the settings\n");
  const Ran gone = with({"--mail-socket", folder.path("lmtp")});
  EXPECT_EQ(gone.status, 75);
  EXPECT_EQ(gone.err, "cairn: " + folder.path("lmtp") + ": the mail is deferred: No such file or directory\n");
  const Ran faulty = with({"--config", folder.write("cairn.toml", "mail-socket = 7\n")});
  EXPECT_EQ(faulty.status, 75);
  EXPECT_NE(faulty.err.find("cairn.toml:1: \"mail-socket\" has an invalid value"), std::string::npos) << faulty.err;
}

TEST(CliMail, NoCommandHidesInAnAddress) {
  const Ran ran = run({"mail", "receive", "--mail-socket", "/none", "--recipient", "b@play.example", "--sender",
                       "a@b>\r\nRCPT TO:<c@play.example"},
                      "x\n");
  EXPECT_EQ(ran.status, 65);
  EXPECT_EQ(ran.err, "cairn: an address cannot have control characters\n");
}

}  // namespace
}  // namespace cairn::test

// docs/hosting-mail.md followed to the letter: its settings, who is believed with them, and its commands.
#include "server/tests/lmtp_inbox.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "postfix.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

class ServerMailPage : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = Postfix::why_not(); !why.empty()) GTEST_SKIP() << why;
  }
  const PostfixFolder folder;
};

TEST_F(ServerMailPage, PostfixKnowsAllOfItsSettings) {
  const Postfix postfix(folder.path);
  EXPECT_EQ(postfix.complaints(postfix.page("main.cf") + postfix.page("main.cf authentication") +
                               postfix.page("main.cf provider")),
            "");
  const std::string said = postfix.complaints(postfix.page("main.cf pipe") + "mesage_size_limit = 1\n");
  EXPECT_NE(said.find("unused parameter: mesage_size_limit=1"), std::string::npos) << "what it does not know it tells";
  EXPECT_EQ(said.find("unused parameter: cairn"), std::string::npos) << said;
}

TEST_F(ServerMailPage, WhatIsNoneOfOursIsRefusedAtTheDoor) {
  const Postfix postfix(folder.path);
  LmtpInbox inbox(postfix.lmtp_socket());
  for (const char* good : {"cairn", "m.101.7.margo.0123456789abcdef0123456789abcdef",
                           "c.7.0123456789abcdef0123456789abcdef", "bounce+nb2xe.abcdef234567", "stop+nb2xe.abcdef"})
    EXPECT_EQ(postfix.send("ann@people.example", good + std::string("@play.example"), "help", "x"), 0) << good;
  ASSERT_TRUE(wait_for([&] { return inbox.mails().size() == 5; })) << postfix.log();
  for (const char* bad : {"somebody", "m.101.7.margo", "bounce", "xcairn"})
    EXPECT_NE(postfix.send("ann@people.example", bad + std::string("@play.example"), "help", "x"), 0) << bad;
  EXPECT_NE(postfix.log().find("User unknown in relay recipient table"), std::string::npos) << postfix.log();
  std::ofstream(folder.path + "/long") << std::string(300'000, 'x');
  EXPECT_NE(
      postfix.send("ann@people.example", "cairn@play.example", "help", "x", {"--attach", "@" + folder.path + "/long"}),
      0);
  EXPECT_NE(postfix.log().find("size limit exceeded"), std::string::npos) << postfix.log();
  EXPECT_EQ(inbox.mails().size(), 5U);
}

// As the page has it: Postfix takes away what comes from outside, then a filter writes what it found.
TEST_F(ServerMailPage, OnlyItsOwnFilterIsBelieved) {
  const std::uint16_t port = free_tcp_port();
  Child filter(
      python_command("tests/end-to-end/mail_filter.py", {std::to_string(port), "mx.play.example", "proven.example"}));
  const Postfix postfix(folder.path, {"", port});
  LmtpInbox inbox(postfix.lmtp_socket());
  const auto send = [&](const std::string& from) {
    return postfix.send(
        from, "cairn@play.example", "help", "x",
        {"--add-header", "Authentication-Results: mx.play.example; dkim=pass header.d=people.example", "--add-header",
         "Authentication-Results: (x) mx.play.(y)example; spf=pass "
         "smtp.mailfrom=people.example"});
  };
  ASSERT_TRUE(wait_for([&] { return !filter.runs() || send("ann@proven.example") == 0; })) << postfix.log();
  ASSERT_TRUE(filter.runs()) << filter.said();
  ASSERT_EQ(send("bob@people.example"), 0);
  ASSERT_TRUE(wait_for([&] { return inbox.mails().size() == 2; })) << postfix.log();
  const std::string hops = postfix.page("toml");
  ASSERT_NE(hops.find("mail-hops = 1\n"), std::string::npos) << hops;
  for (const InboxMail& mail : inbox.mails()) {
    const auto read = read_mail(mail.bytes, {"mx.play.example", 1, "x"});
    ASSERT_TRUE(std::holds_alternative<MailIn>(read));
    EXPECT_EQ(std::get<MailIn>(read).proven, std::get<MailIn>(read).from == "ann@proven.example") << mail.bytes;
    const auto first = mail.bytes.find("Authentication-Results:");
    ASSERT_NE(first, std::string::npos) << mail.bytes;
    EXPECT_EQ(mail.bytes.find("Authentication-Results:", first + 1), std::string::npos) << mail.bytes;
  }
}

// Its lines for trying it out, each answered.
TEST_F(ServerMailPage, ItsCommandsForTryingAreAnswered) {
  const Postfix postfix(folder.path);
  const Process server({"--config", postfix.server_settings(), "--data", folder.path + "/club"});
  ASSERT_NE(server.port(), 0) << server.said();
  std::istringstream lines(postfix.page("sh"));
  std::size_t sent = 0;
  for (std::string line; std::getline(lines, line); ++sent) {
    const auto replace = [&](const std::string& from, const std::string& to) {
      ASSERT_NE(line.find(from), std::string::npos) << line;
      line.replace(line.find(from), from.size(), to);
    };
    replace("--server mx.play.example ", "--server 127.0.0.1 --port " + std::to_string(postfix.smtp_port()) + " ");
    replace("you@example.org", "you@proven.example");
    const Ran ran = run_program({"/bin/sh", "-c", line}, "", {.own_environment = false});
    EXPECT_EQ(ran.status, 0) << line << "\n" << ran.said();
  }
  EXPECT_EQ(sent, 3U);
  ASSERT_TRUE(wait_for([&] { return postfix.mails_of("you").size() == sent; })) << postfix.log();
  std::string all;
  for (const std::string& mail : postfix.mails_of("you")) all += mail;
  for (const char* subject : {"Cairn help", "Welcome to Cairn", "Go preview"})
    EXPECT_NE(all.find("\nSubject: " + std::string(subject) + "\n"), std::string::npos) << all;
}

}  // namespace
}  // namespace cairn::testing

// Mails by way of a real mail server: swaks to Postfix, Postfix to our door, and to people's mailboxes.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "postfix.h"
#include "server/tests/lmtp_inbox.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

class ServerPostfix : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = Postfix::why_not(); !why.empty()) GTEST_SKIP() << why;
  }
};

// The subjects of what came in.
std::multiset<std::string> subjects_of(const std::vector<InboxMail>& mails) {
  std::multiset<std::string> subjects;
  for (const InboxMail& mail : mails) {
    const auto at = mail.bytes.find("\r\nSubject: ");
    EXPECT_NE(at, std::string::npos) << mail.bytes;
    subjects.insert(mail.bytes.substr(at + 11, mail.bytes.find("\r\n", at + 2) - at - 11));
  }
  return subjects;
}

TEST_F(ServerPostfix, HandsMailsOverAndTellsWhoIsProven) {
  const PostfixFolder folder;
  const Postfix postfix(folder.path);
  LmtpInbox inbox(postfix.lmtp_socket());
  ASSERT_EQ(inbox.error, "");
  EXPECT_EQ(postfix.send("ann@proven.example", "cairn@play.example", "help", ".\n..\nhello"), 0);
  ASSERT_TRUE(wait_for([&] { return inbox.mails().size() == 1; })) << postfix.log();
  const InboxMail mail = inbox.mails()[0];
  EXPECT_EQ(mail.envelope.sender, "ann@proven.example");
  EXPECT_EQ(mail.envelope.recipient, "cairn@play.example");
  EXPECT_NE(mail.bytes.find("\r\n\r\n.\r\n..\r\nhello\r\n"), std::string::npos) << mail.bytes;
  const MailTrust trust{"mx.play.example", 0, "x"};
  const auto read = read_mail(mail.bytes, trust);
  ASSERT_TRUE(std::holds_alternative<MailIn>(read));
  EXPECT_EQ(std::get<MailIn>(read).from, "ann@proven.example");
  EXPECT_TRUE(std::get<MailIn>(read).proven) << mail.bytes;

  EXPECT_EQ(postfix.send("bob@people.example", "cairn@play.example", "help", "hello",
                         {"--add-header",
                          "Authentication-Results: mx.play.example; spf=pass "
                          "smtp.mailfrom=people.example"}),
            0);
  ASSERT_TRUE(wait_for([&] { return inbox.mails().size() == 2; })) << postfix.log();
  const auto forged = read_mail(inbox.mails()[1].bytes, trust);
  ASSERT_TRUE(std::holds_alternative<MailIn>(forged));
  EXPECT_FALSE(std::get<MailIn>(forged).proven) << inbox.mails()[1].bytes;
}

TEST_F(ServerPostfix, KeepsWhatIsNotTakenUntilItIs) {
  const PostfixFolder folder;
  const Postfix postfix(folder.path);
  constexpr int kMails = 12;
  std::multiset<std::string> expected;
  const auto send = [&](int number) {
    expected.insert("mail " + std::to_string(number));
    EXPECT_EQ(postfix.send("ann@people.example", "cairn@play.example", "mail " + std::to_string(number), "x"), 0);
  };
  for (int i = 0; i < kMails / 3; ++i) send(i);  // no server is there
  ASSERT_TRUE(wait_for([&] { return postfix.log().find("status=deferred") != std::string::npos; })) << postfix.log();
  {
    LmtpInbox inbox(postfix.lmtp_socket());
    inbox.verdict = MailVerdict::later;
    for (int i = kMails / 3; i < kMails; ++i) send(i);
    ASSERT_TRUE(wait_for([&] { return postfix.log().find("said: 451 4.3.0") != std::string::npos; })) << postfix.log();
    EXPECT_TRUE(inbox.mails().empty());
    // One that goes from one queue to another may be counted twice for a moment.
    EXPECT_TRUE(wait_for([&] { return postfix.queued() == expected.size(); })) << postfix.queued();
  }
  LmtpInbox inbox(postfix.lmtp_socket());
  // Again and again: a mail that is just being given up is passed over.
  ASSERT_TRUE(wait_for([&] {
    postfix.flush();
    return inbox.mails().size() >= expected.size() && postfix.queued() == 0;
  })) << postfix.log();
  EXPECT_EQ(subjects_of(inbox.mails()), expected) << "each once";
}

TEST_F(ServerPostfix, RunsTheProgramThatHandsAMailOver) {
  const PostfixFolder folder;
  const std::string place = "127.0.0.1:" + std::to_string(free_tcp_port());
  const Postfix postfix(folder.path, {place});
  EXPECT_EQ(postfix.send("ann@people.example", "cairn@play.example", "help", ".\n..\nhello"), 0);
  ASSERT_TRUE(wait_for([&] { return postfix.log().find("status=deferred") != std::string::npos; }))
      << "no server is there: " << postfix.log();
  LmtpInbox inbox(place);
  ASSERT_EQ(inbox.error, "");
  ASSERT_TRUE(wait_for([&] {
    postfix.flush();
    return postfix.queued() == 0;
  })) << postfix.log();
  ASSERT_EQ(inbox.mails().size(), 1U) << postfix.log();
  EXPECT_EQ(inbox.mails()[0].envelope.sender, "ann@people.example");
  EXPECT_EQ(inbox.mails()[0].envelope.recipient, "cairn@play.example");
  EXPECT_NE(inbox.mails()[0].bytes.find("\r\n\r\n.\r\n..\r\nhello\r\n"), std::string::npos);
  EXPECT_EQ(postfix.send("<>", "cairn@play.example", "a bounce", "x"), 0);
  ASSERT_TRUE(wait_for([&] { return inbox.mails().size() == 2; })) << postfix.log();
  EXPECT_EQ(inbox.mails()[1].envelope.sender, "");
  inbox.verdict = MailVerdict::refused;
  EXPECT_EQ(postfix.send("ann@people.example", "cairn@play.example", "help", "x"), 0);
  ASSERT_TRUE(wait_for([&] { return !postfix.mails_of("ann").empty(); })) << postfix.log();
  EXPECT_NE(postfix.mails_of("ann")[0].find("550 5.6.0 refused"), std::string::npos) << postfix.mails_of("ann")[0];
}

// The worst moment: it was acted on, and the server is gone before it could say so.
TEST_F(ServerPostfix, WhatHadNoAnswerComesAgainAsItWas) {
  const PostfixFolder folder;
  const Postfix postfix(folder.path);
  std::string first;
  std::atomic<bool> acted_on = false;
  {
    LmtpInbox inbox(postfix.lmtp_socket(), {"play.example", [&](const auto&, const auto& bytes, const auto&) {
                                              first = *bytes;
                                              acted_on = true;
                                            }});
    EXPECT_EQ(postfix.send("ann@people.example", "cairn@play.example", "help", "x"), 0);
    ASSERT_TRUE(wait_for([&] { return acted_on.load(); })) << postfix.log();
    inbox.kill();
  }
  LmtpInbox inbox(postfix.lmtp_socket());
  ASSERT_TRUE(wait_for([&] {
    postfix.flush();
    return postfix.queued() == 0;
  })) << postfix.log();
  ASSERT_EQ(inbox.mails().size(), 1U);
  EXPECT_EQ(inbox.mails()[0].bytes, first) << "byte for byte: it can be known again";
}

TEST_F(ServerPostfix, ARefusedMailGoesBackToItsSender) {
  const PostfixFolder folder;
  const Postfix postfix(folder.path);
  LmtpInbox inbox(postfix.lmtp_socket());
  inbox.verdict = MailVerdict::refused;
  EXPECT_EQ(postfix.send("ann@people.example", "cairn@play.example", "help", "x"), 0);
  ASSERT_TRUE(wait_for([&] { return !postfix.mails_of("ann").empty(); })) << postfix.log();
  EXPECT_NE(postfix.mails_of("ann")[0].find("550 5.6.0 refused"), std::string::npos) << postfix.mails_of("ann")[0];
}

TEST_F(ServerPostfix, MailboxesOutliveItAndNothingLeavesIt) {
  const PostfixFolder folder;
  Postfix postfix(folder.path);
  EXPECT_EQ(postfix.send("cairn@play.example", "anna@people.example", "first", "x"), 0);
  // Stopped between delivering a mail and striking it off, it delivers that mail again.
  ASSERT_TRUE(wait_for([&] { return postfix.mails_of("anna").size() == 1 && postfix.queued() == 0; })) << postfix.log();
  postfix.stop();
  EXPECT_NE(postfix.send("cairn@play.example", "anna@people.example", "lost", "x"), 0) << "nobody is there";
  postfix.start();
  EXPECT_EQ(postfix.send("cairn@play.example", "anna@proven.example", "second", "x"), 0);
  ASSERT_TRUE(wait_for([&] { return postfix.mails_of("anna").size() == 2; })) << postfix.log();
  EXPECT_NE(postfix.mails_of("anna")[1].find("Subject: second"), std::string::npos) << postfix.log();
  EXPECT_TRUE(postfix.mails_of("ann").empty());
  EXPECT_NE(postfix.send("anna@people.example", "somebody@example.org", "out", "x"), 0);
  // The log is written by a process of its own.
  EXPECT_TRUE(wait_for([&] { return postfix.log().find("no mail leaves this machine") != std::string::npos; }))
      << postfix.log();
}

}  // namespace
}  // namespace cairn::testing

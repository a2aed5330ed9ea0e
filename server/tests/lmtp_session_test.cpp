// LMTP by its bytes: what each command is answered, in which order, and that no mail becomes a command.
#include "server/mail/lmtp_session.h"

#include <gtest/gtest.h>

#include "core/text.h"

namespace cairn {
namespace {

using namespace std::string_view_literals;

// A session and what acts on its mails: it takes all but what is set.
struct LmtpTalk {
  LmtpSession session;
  std::string said = session.take_replies();
  std::vector<std::pair<MailEnvelope, std::string>> mails = {};
  MailOutcome outcome = {MailVerdict::taken, ""};

  // The replies to these bytes, where they come so many at a time; 0: all at once.
  std::string say(std::string_view bytes, std::size_t at_a_time = 0) {
    std::string replies;
    while (!bytes.empty() && !session.over()) {
      const std::size_t used = session.take(bytes.substr(0, at_a_time == 0 ? bytes.size() : at_a_time));
      bytes.remove_prefix(used);
      while (const auto waiting = session.waiting()) {
        EXPECT_EQ(session.take("NOOP\r\n"), 0U) << "nothing behind a mail that waits";
        mails.emplace_back(waiting->envelope, *waiting->bytes);
        session.answer(outcome);
      }
      replies += session.take_replies();
    }
    return replies;
  }
  // The codes of the replies: "250 354".
  std::string codes(std::string_view bytes) {
    std::string out;
    const std::string replies = say(bytes);
    for (const auto line : split(replies, '\n'))
      if (line.size() > 3 && line[3] == ' ') out.append(out.empty() ? "" : " ").append(line.substr(0, 3));
    return out;
  }
};

LmtpTalk lmtp_talk(const LmtpSession::Limits& limits = {}) {
  return {LmtpSession("play.example", limits)};
}

constexpr std::string_view kBegin =
    "LHLO mx\r\nMAIL FROM:<ann@example.org>\r\nRCPT TO:<cairn@play.example>\r\nDATA\r\n";

std::string lmtp_mail(std::string_view text) {
  return std::string(kBegin) + std::string(text) + "\r\n.\r\n";
}

TEST(LmtpSession, SaysWhatItKnows) {
  LmtpTalk talk = lmtp_talk();
  EXPECT_EQ(talk.said, "220 play.example LMTP cairn\r\n");
  EXPECT_EQ(talk.say("lhlo mx.example\r\n"),
            "250-play.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-ENHANCEDSTATUSCODES\r\n250 SIZE 327680\r\n");
}

TEST(LmtpSession, HandsAMailOver) {
  LmtpTalk talk = lmtp_talk();
  EXPECT_EQ(talk.codes("LHLO mx\r\n"), "250");
  EXPECT_EQ(talk.say("MAIL FROM:<ann@example.org> SIZE=20 BODY=8BITMIME\r\n"), "250 2.1.0 noted\r\n");
  EXPECT_EQ(talk.say("RCPT TO:<Cairn@Play.Example>\r\n"), "250 2.1.5 noted\r\n");
  EXPECT_EQ(talk.codes("DATA\r\n"), "354");
  EXPECT_EQ(talk.say("Subject: help\r\n\r\nhi\r\n.\r\n"), "250 2.0.0 taken\r\n");
  ASSERT_EQ(talk.mails.size(), 1U);
  EXPECT_EQ(talk.mails[0].first.sender, "ann@example.org");
  EXPECT_EQ(talk.mails[0].first.recipient, "Cairn@Play.Example");
  EXPECT_EQ(talk.mails[0].second, "Subject: help\r\n\r\nhi\r\n");
  EXPECT_EQ(talk.say("QUIT\r\n"), "221 2.0.0 goodbye\r\n");
  EXPECT_TRUE(talk.session.over());
}

TEST(LmtpSession, TellsWhatBecameOfIt) {
  LmtpTalk talk = lmtp_talk();
  const std::string mail = lmtp_mail("x");
  talk.outcome = {MailVerdict::later, ""};
  EXPECT_TRUE(talk.say(mail).ends_with("\r\n451 4.3.0 not now; try again later\r\n"));
  talk.outcome = {MailVerdict::refused, "longer than 256 KiB\r\n250 no\xC3\xA9"};
  EXPECT_TRUE(talk.say(mail).ends_with("\r\n550 5.6.0 longer than 256 KiB  250 no??\r\n")) << "one line of ASCII";
  talk.outcome = {MailVerdict::ignored, ""};
  EXPECT_TRUE(talk.say(mail).ends_with("\r\n250 2.0.0 taken, and nothing done: a machine sent it by itself\r\n"));
  talk.outcome = {MailVerdict::taken, std::string(5'000, 'x')};
  EXPECT_TRUE(talk.say(mail).ends_with("\r\n250 2.0.0 " + std::string(400, 'x') + "\r\n"));
}

TEST(LmtpSession, AnswersForEachRecipientInTurn) {
  LmtpTalk talk = lmtp_talk();
  talk.say(
      "LHLO mx\r\nMAIL FROM:<>\r\nRCPT TO:<a@play.example>\r\nRCPT TO:<b@elsewhere>\r\nRCPT TO:<c@play.example>\r\n");
  EXPECT_EQ(talk.codes("DATA\r\nx\r\n.\r\n"), "354 250 250");
  ASSERT_EQ(talk.mails.size(), 2U);
  EXPECT_EQ(talk.mails[0].first.recipient, "a@play.example");
  EXPECT_EQ(talk.mails[1].first.recipient, "c@play.example");
  EXPECT_EQ(talk.mails[1].first.sender, "");
  EXPECT_EQ(talk.mails[1].second, "x\r\n");
}

TEST(LmtpSession, KeepsTheOrder) {
  LmtpTalk talk = lmtp_talk();
  EXPECT_EQ(talk.codes("MAIL FROM:<a@b>\r\nRCPT TO:<a@play.example>\r\nDATA\r\n"), "503 503 503");
  EXPECT_EQ(talk.codes("HELO mx\r\nEHLO mx\r\nLHLO\r\n"), "500 500 501") << "this is no SMTP";
  EXPECT_EQ(talk.codes("LHLO mx\r\nRCPT TO:<a@play.example>\r\nDATA\r\n"), "250 503 503");
  EXPECT_EQ(talk.codes("MAIL FROM:<a@b>\r\nMAIL FROM:<c@d>\r\nDATA\r\n"), "250 503 503") << "nobody is to get it";
  EXPECT_EQ(talk.codes("RCPT TO:<a@play.example>\r\nDATA now\r\nRSET\r\nDATA\r\n"), "250 501 250 503");
  EXPECT_EQ(talk.codes("MAIL FROM:<a@b>\r\nRCPT TO:<a@play.example>\r\nLHLO again\r\nDATA\r\n"), "250 250 250 503");
  EXPECT_TRUE(talk.mails.empty());
}

TEST(LmtpSession, KnowsTheOtherCommands) {
  LmtpTalk talk = lmtp_talk();
  EXPECT_EQ(talk.codes("NOOP anything\r\nVRFY cairn\r\nHELP\r\nRSET\r\nEXPN all\r\nSTARTTLS\r\n\r\n"),
            "250 252 214 250 500 500 500");
}

TEST(LmtpSession, ReadsAddressesWithCare) {
  const auto recipient = [](std::string_view path) {
    LmtpTalk talk = lmtp_talk();
    return talk.codes("LHLO mx\r\nMAIL FROM:<>\r\nRCPT TO:" + std::string(path) + "\r\n").substr(8);
  };
  for (const char* good : {"<a@play.example>", " <a@PLAY.EXAMPLE>", "<\"a b>\\\"\"@play.example>",
                           "<@relay.example,@other:a@play.example>", "<a+token-7f@play.example>"})
    EXPECT_EQ(recipient(good), "250") << good;
  for (const char* elsewhere : {"<a@example.org>", "<a@sub.play.example>", "<a@play.example@example.org>",
                                "<a@play.example.>", "<a@play.exampl>"})
    EXPECT_EQ(recipient(elsewhere), "550") << elsewhere;
  for (const char* bare : {"<>", "<a>", "<@play.example:a>"}) EXPECT_EQ(recipient(bare), "553") << bare;
  for (const char* wrong : {"", "a@play.example", "<a@play.example", "<a b@play.example>", "<\"a@play.example>",
                            "<a@play.example>x", "<@play.example>", "<\xC3\xA4@play.example>", "<a\x01@play.example>"})
    EXPECT_EQ(recipient(wrong), "501") << wrong;
  EXPECT_EQ(recipient("<" + std::string(400, 'a') + "@play.example>"), "501");
  EXPECT_EQ(recipient("<a@play.example> NOTIFY=NEVER"), "555");
  LmtpTalk talk = lmtp_talk();
  EXPECT_EQ(talk.codes("LHLO mx\r\nMAIL FROM:<a@b> SIZE=x\r\nMAIL FROM:<a@b> RET=FULL\r\nMAIL TO:<a@b>\r\nMAIL\r\n"),
            "250 501 555 501 501");
  EXPECT_EQ(talk.codes("MAIL FROM:<a@b> BODY=BINARYMIME\r\nMAIL FROM:a@b\r\nmail from:<a@b> body=7bit\r\n"),
            "555 501 250");
}

TEST(LmtpSession, TakesStuffedDotsOut) {
  LmtpTalk talk = lmtp_talk();
  talk.say(lmtp_mail("..\r\n...a\r\nb.\r\n..\rc\r\n.d"));
  ASSERT_EQ(talk.mails.size(), 1U);
  EXPECT_EQ(talk.mails[0].second, ".\r\n..a\r\nb.\r\n.\rc\r\nd\r\n");
  talk.say(std::string(kBegin) + ".\r\n");
  ASSERT_EQ(talk.mails.size(), 2U);
  EXPECT_EQ(talk.mails[1].second, "") << "an empty one";
}

// What another server would take for the end of the mail, and what follows for commands.
TEST(LmtpSession, NothingInAMailBecomesACommand) {
  for (const std::string end :
       {"\n.\n", "\n.\r\n", "\r\n.\n", "\r.\r", "\r\n.\r", "\n.\r", "\r\n.\r\r\n", "\r\n. \r\n"}) {
    LmtpTalk talk = lmtp_talk();
    const std::string inner = "a" + end + "RSET\r\nMAIL FROM:<evil@example.org>\r\nb";
    EXPECT_EQ(talk.codes(lmtp_mail(inner)), "250 250 250 354 250");
    ASSERT_EQ(talk.mails.size(), 1U);
    EXPECT_NE(talk.mails[0].second.find("evil"), std::string::npos);
  }
}

TEST(LmtpSession, BytesMayComeInAnyPieces) {
  const std::string talk_of_all = lmtp_mail("Subject: x\r\n\r\n..\xE4\0\xFF y\r\n"sv) + "NOOP\r\nMAIL FROM:<>\r\n" +
                                  "RCPT TO:<b@play.example>\r\nDATA\r\n.\r\nbad\r\nQUIT\r\n";
  LmtpTalk whole = lmtp_talk();
  const std::string replies = whole.say(talk_of_all);
  ASSERT_EQ(whole.mails.size(), 2U) << "several mails on a connection";
  for (std::size_t size : {1U, 2U, 3U, 5U, 7U, 64U}) {
    LmtpTalk pieces = lmtp_talk();
    EXPECT_EQ(pieces.say(talk_of_all, size), replies) << size;
    ASSERT_EQ(pieces.mails.size(), 2U);
    EXPECT_EQ(pieces.mails[0].second, whole.mails[0].second);
  }
}

TEST(LmtpSession, WhatIsTooLongIsReadToItsEndAndNotKept) {
  LmtpSession::Limits limits;
  limits.mail = 1'000;
  LmtpTalk talk = lmtp_talk(limits);
  EXPECT_EQ(talk.codes("LHLO mx\r\nMAIL FROM:<a@b> SIZE=1001\r\nMAIL FROM:<a@b> SIZE=99999999999999999999999\r\n"),
            "250 552 552");
  talk.say("MAIL FROM:<a@b> SIZE=1000\r\nRCPT TO:<a@play.example>\r\nRCPT TO:<b@play.example>\r\n");
  const std::string text(998, 'x');
  EXPECT_EQ(talk.codes("DATA\r\n" + text + "y\r\n.\r\n"), "354 552 552") << "an answer for each recipient";
  EXPECT_TRUE(talk.mails.empty());
  EXPECT_EQ(talk.codes("NOOP\r\n"), "250");
  EXPECT_EQ(talk.codes("MAIL FROM:<a@b>\r\nRCPT TO:<a@play.example>\r\nDATA\r\n" + text + "\r\n.\r\n"),
            "250 250 354 250");
  EXPECT_EQ(talk.mails.size(), 1U) << "the longest that is right";
}

TEST(LmtpSession, LongLinesAreRefusedAsCommandsAndTakenInAMail) {
  LmtpTalk talk = lmtp_talk();
  EXPECT_EQ(talk.say("NOOP " + std::string(100'000, 'x') + "\r\n", 999), "500 5.5.2 the line is too long\r\n");
  EXPECT_EQ(talk.codes("NOOP " + std::string(2'000, 'x') + "\r\n"), "250");
  const std::string line(100'000, 'x');
  talk.say(lmtp_mail(line));
  ASSERT_EQ(talk.mails.size(), 1U);
  EXPECT_EQ(talk.mails[0].second, line + "\r\n");
}

TEST(LmtpSession, ABareLineFeedEndsNoCommand) {
  LmtpTalk talk = lmtp_talk();
  EXPECT_EQ(talk.say("LHLO mx\n"), "500 5.5.2 lines end with CR LF\r\n");
  EXPECT_EQ(talk.codes("MAIL FROM:<a@b>\r\n"), "503");
}

TEST(LmtpSession, RecipientsAreNotTooMany) {
  LmtpTalk talk = lmtp_talk();
  talk.say("LHLO mx\r\nMAIL FROM:<a@b>\r\n");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(talk.codes("RCPT TO:<" + std::to_string(i) + "@play.example>\r\n"), "250");
  EXPECT_EQ(talk.say("RCPT TO:<more@play.example>\r\n"), "452 4.5.3 too many recipients; send them another\r\n");
  talk.say("DATA\r\nx\r\n.\r\n");
  EXPECT_EQ(talk.mails.size(), 100U);
}

TEST(LmtpSession, WhoIsAlwaysWrongIsSentAway) {
  LmtpTalk talk = lmtp_talk();
  std::string nonsense;
  for (int i = 0; i < 60; ++i) nonsense += "GET / HTTP/1.1\r\n";
  const std::string replies = talk.say(nonsense);
  EXPECT_TRUE(replies.ends_with("421 4.7.0 too many wrong commands\r\n")) << replies;
  EXPECT_TRUE(talk.session.over());
  EXPECT_EQ(talk.session.take("NOOP\r\n"), 0U);
}

TEST(LmtpSession, AtItsEndWhateverHasNoAnswerIsToComeAgain) {
  LmtpTalk talk = lmtp_talk();
  LmtpSession& session = talk.session;
  session.take(
      "LHLO mx\r\nMAIL FROM:<a@b>\r\nRCPT TO:<a@play.example>\r\nRCPT TO:<b@play.example>\r\nDATA\r\nx\r\n.\r\n");
  session.take_replies();
  session.answer({MailVerdict::taken, "done"});
  session.end();
  EXPECT_EQ(session.take_replies(),
            "250 2.0.0 done\r\n451 4.3.0 the server is ending\r\n421 4.3.2 the server is ending\r\n");
  EXPECT_TRUE(session.over());
  session.end();
  EXPECT_EQ(session.take_replies(), "");
}

}  // namespace
}  // namespace cairn

// Replies as people write them: what is clear is played, what is not says why.
#include <gtest/gtest.h>

#include "core/text.h"
#include "games/registry.h"
#include "notation/mail_command.h"

namespace cairn {
namespace {

MoveForm form_of(const char* game, OptionValues options = {}) {
  const Position position = find_game(game)->make({std::move(options), {}}).position;
  return [position](std::string_view word) { return position.parse(seat_at(0), word).refused != Reason::unknown_move; };
}

MailReply go(std::string_view body) {
  static const MoveForm form = form_of("go");
  return read_mail_reply(body, form);
}

struct Case {
  const char *body, *move, *comment;
};
void check(std::initializer_list<Case> cases) {
  for (const Case& one : cases) {
    const MailReply reply = go(one.body);
    EXPECT_EQ(lower(reply.move), one.move) << one.body;
    EXPECT_EQ(reply.comment, one.comment) << one.body;
    EXPECT_EQ(reply.unclear.empty(), !reply.move.empty()) << one.body;
  }
}

TEST(MailReplies, AMoveAlone) {
  const MailReply reply = go("\r\n  e5#12  \r\n\r\nNice game.\r\nAnna\r\n");
  EXPECT_EQ(reply.move, "e5");
  EXPECT_EQ(reply.number, 12);
  EXPECT_EQ(reply.comment, "Nice game.\r\nAnna");
  for (const char* body : {"e5",
                           "E5",
                           "e5!",
                           "e5.",
                           "*e5*",
                           "_e5_",
                           "**e5**",
                           "\"e5\"",
                           "`e5`",
                           "(e5)",
                           "\u201Ce5\u201D",
                           "\u00ABe5\u00BB",
                           "\u00A0e5\u00A0",
                           "\u200Be5",
                           "\uFEFFe5",
                           "\u3000e5",
                           "\u200E\u2066e5\u2069",
                           "e\u20605",
                           "\uFF45\uFF15",
                           "\uFF25\uFF15\uFF01",
                           "1. e5",
                           "1.e5",
                           "13... e5",
                           "13...e5",
                           "\u2026e5\u2026",
                           "e5;",
                           "\u300Ce5\u300D",
                           "\u300Ee5\u300F",
                           "\u2800e5\u3164",
                           "e5\uFE0F\u2028",
                           "12) e5"})
    EXPECT_EQ(lower(go(body).move), "e5") << body;
  EXPECT_EQ(go("e5#3!").number, 3);
  for (const char* body : {"pass", "Pass.", "PASS!", "*pass*", "\uFF50\uFF41\uFF53\uFF53"})
    EXPECT_EQ(go(body).move, "pass") << body;
}

TEST(MailReplies, AMoveInAPlainSentence) {
  check({
      {"e5 thanks", "e5", "e5 thanks"},
      {"e5, what a game!\nAnna", "e5", "e5, what a game!\nAnna"},
      {"I play e5", "e5", "I play e5"},
      {"I'll play e5.", "e5", "I'll play e5."},
      {"I\u2019ll play e5", "e5", "I\u2019ll play e5"},
      {"My move: e5", "e5", "My move: e5"},
      {"My move is e5 (see you)", "e5", "My move is e5 (see you)"},
      {"White plays\u00A0e5", "", ""},
      {"e5; have fun", "e5", "e5; have fun"},
      {"e5, how are you?", "e5", "e5, how are you?"},
      {"e5 thanks. How are you?", "e5", "e5 thanks. How are you?"},
      {"e5 :) ok?", "e5", "e5 :) ok?"},
      {"My move is e5, is that fine?", "e5", "My move is e5, is that fine?"},
      {"e5\uFF0C\u8C22\u8C22", "e5", "e5\uFF0C\u8C22\u8C22"},
      {"e5\u3002\u3088\u308D\u3057\u304F", "e5", "e5\u3002\u3088\u308D\u3057\u304F"},
      {"Good move! e5", "e5", "Good move!"},
      {"Good game!\ne5\nAnna", "e5", "Good game!\nAnna"},
      {"1. e5 good luck", "e5", "1. e5 good luck"},
      {"I resign", "resign", "I resign"},
      {"I resign. Good game!", "resign", "I resign. Good game!"},
      {"resign, thank you", "resign", "resign, thank you"},
      {"I pass", "pass", "I pass"},
      {"accept draw", "accept", "accept draw"},
      {"I accept your draw offer", "accept", "I accept your draw offer"},
      {"I offer a draw", "propose", "I offer a draw"},
      {"Hi Bob,\n\ne5\n\nAnna", "e5", "Anna"},
      {"Hi,\ne5", "e5", ""},
      {"Dear Bob, e5", "e5", ""},
      {"Hello Bob! I play e5, thanks", "e5", "Hello Bob! I play e5, thanks"},
      {"[EXTERNAL] e5", "e5", ""},
      {"[EXTERNAL]\ne5", "e5", ""},
      {"CAUTION: This email originated from outside of the company.\nDo not click on links.\n\ne5", "e5", ""},
      {"Thanks for the game so far!\n\ne5\n\nAnna", "e5", "Thanks for the game so far!\n\nAnna"},
  });
}

// Above the move, or before it in its line: greetings, and what mail servers put there.
TEST(MailReplies, WhatStandsAboveTheMoveDoesNotHideIt) {
  check({
      {"WARNING: external sender\ne5", "e5", ""},
      {"This message originated from outside of your organization.\ne5", "e5", ""},
      {"CAUTION: This email originated from outside of the company.\nDo not click on links or open\n"
       "attachments unless you know the sender.\ne5\nGood luck",
       "e5", "Good luck"},
      {"CAUTION: external\nDo not click on links.\nHi Bob,\nI play e5, thanks", "e5", "I play e5, thanks"},
      {"External email\nBe careful with links\nI resign", "resign", "I resign"},
      {"WARNING: external sender\naccept draw", "accept", "accept draw"},
      {"WARNING: external sender\n1. e5", "e5", ""},
      {"You don't often get email from anna@example.org. Learn why this is important\ne5", "e5", ""},
      {"Diese E-Mail kommt von au\u00DFerhalb der Firma.\nHallo Bob, e5", "e5", ""},
      {"WARNING: e5", "e5", ""},
      {"Attention: I play e5", "e5", "Attention: I play e5"},
      {"External e5", "e5", ""},
      {"External email: e5", "e5", ""},
      {"CAUTION: External email. Be careful. e5\nthanks", "e5", "thanks"},
      {"=== EXTERNAL ===\ne5", "e5", ""},
      {"[EXTERNAL] This came from outside\ne5", "e5", ""},
      {"ZjQcmQRYFpfptBannerStart\nThis Message Is From an Untrusted Sender\nYou have not corresponded before.\n"
       "ZjQcmQRYFpfptBannerEnd\n\ne5\nHi",
       "e5", "Hi"},
      {"Courriel externe : soyez prudent\ne5", "e5", ""},
      {"\u0412\u041D\u0418\u041C\u0410\u041D\u0418\u0415! "
       "\u0412\u043D\u0435\u0448\u043D\u044F\u044F \u043F\u043E\u0447\u0442\u0430\ne5",
       "e5", ""},
      {"\u6CE8\u610F\uFF1A\u5916\u90E8\u304B\u3089\ne5", "e5", ""},
      {"\u3010\u793E\u5916\u30E1\u30FC\u30EB\u3011\ne5", "e5", ""},
      {"!!! External sender !!!\ne5", "e5", ""},
      {"\u26A0\uFE0F Warning: external sender\ne5", "e5", ""},
      {"[EXTERNAL EMAIL] Do not click links.\ne5", "e5", ""},
      {"[EXTERNAL EMAIL]\nDo not click links\nin mails.\ne5", "e5", ""},
      {"Note: this is from outside your organization.\nI play e5", "e5", "I play e5"},
  });
}

TEST(MailReplies, GreetingsAndMarksInItsLineDoNotHideTheMove) {
  check({
      {"- e5", "e5", ""},
      {"\U0001F44D e5 :)\nAnna", "e5", "Anna"},
      {"Hi :) e5", "e5", ""},
      {"[EXTERNAL] Hi Bob, e5", "e5", ""},
      {"[EXT]: e5", "e5", ""},
      {"{EXT} e5", "e5", ""},
      {"(External) e5", "e5", ""},
      {"***SPAM*** e5", "e5", ""},
      {"**EXTERNAL**\ne5\nthanks", "e5", "thanks"},
      {"\u3010\u5916\u90E8\u3011 e5", "e5", ""},
      {"[e5] thanks", "e5", "[e5] thanks"},
      {"Hello e5", "e5", ""},
      {"Hi e5", "e5", ""},
      {"Hi e5, thanks", "e5", "Hi e5, thanks"},
      {"Hi e5!", "e5", ""},
      {"Hi,e5", "e5", ""},
      {"Hi Bob e5", "e5", ""},
      {"hi there e5\nAnna", "e5", "Anna"},
      {"Hello Bob I play e5", "e5", "Hello Bob I play e5"},
      {"Hi Bob - e5", "e5", ""},
      {"Hi Bob \u2014 e5", "e5", ""},
      {"Hi\u00A0Bob,\u00A0e5", "e5", ""},
      {"\u4F60\u597D\uFF0Ce5", "e5", ""},
      {"\u3053\u3093\u306B\u3061\u306F\u3001e5\u3002", "e5", ""},
      {"Good morning e5", "e5", ""},
      {"Guten Tag Bob, e5", "e5", ""},
      {"Dear Mr. Smith, e5", "e5", ""},
      {"Hello pass", "pass", ""},
      {"Hi Bob I resign", "resign", "Hi Bob I resign"},
      {"Hi Bob\nGood morning!\ne5", "e5", ""},
  });
}

TEST(MailReplies, AnAnswerNeverSaysThatAMailWithTextHasNone) {
  constexpr const char *kNone = "your mail has no text of its own",
                       *kGreets = "your mail has a greeting, and there is no move below it",
                       *kWarns =
                           "the first lines of your mail look like the warning of a mail server, and there is no move "
                           "below them",
                       *kFirst = "the first line of your mail is not a move",
                       *kMany = "your mail names more than one move";
  for (const auto& [body, why] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", kNone},
           {" \n\u00A0\n\u200B", kNone},
           {"Hi,\n", kGreets},
           {"Hello Bob\n\nGood game!", kGreets},
           {"Hello e5?", kFirst},
           {"Hi not e5", kFirst},
           {"Hi Bob, not now. e5", kFirst},
           {"Hello what about e5", kFirst},
           {"Good e5", kFirst},
           {"Good e5, thanks", kFirst},
           {"Hi pass me the salt", kFirst},
           {"Hi e5 or d5", kFirst},
           {"Hi e5 d5", kMany},
           {"[EXTERNAL]\n", kWarns},
           {"WARNING: external sender\nI think about it until tomorrow.", kWarns},
           {"This message originated from outside of your organization.", kWarns},
           {"WARNING: external sender\ne5 or d5?", kFirst},
           {"WARNING: external sender\ne5 d5", kMany},
           {"WARNING: external sender\ne5?\nor rather not", kFirst},
           {"This message is for you", kFirst},
           {"Please, what is outside of that corner is e5", kFirst},
           {"Caution: pass this on", kWarns},
           {"e5 ?", kFirst},
           {"Extra e5", kFirst},
       }) {
    const MailReply reply = go(body);
    EXPECT_EQ(reply.move, "") << body;
    EXPECT_EQ(reply.unclear, why) << body;
  }
  // However many lines of it there are, it ends.
  std::string long_one = "WARNING: external sender\n";
  for (int i = 0; i < 1'000; ++i) long_one += "and so on\n";
  EXPECT_EQ(go(long_one + "e5").unclear, kFirst);
}

TEST(MailReplies, WhatIsNotClearIsNotPlayed) {
  for (const char* body : {"I will not play e5",
                           "e5 or d5",
                           "e5 if you play d5",
                           "e5?",
                           "Should I play e5?",
                           "Is e5 good?",
                           "Is e5 legal?",
                           "Will e5 work?",
                           "e5 next?",
                           "e5\uFF1F",
                           "e5 is too slow",
                           "e5 loses",
                           "The e5 stone",
                           "I think that\ne5 is good",
                           "I do not resign",
                           "resign? never",
                           "pass me the salt",
                           "I could\nresign\nbut I do not",
                           "never resign",
                           "accept if you pass",
                           "Maybe e5",
                           "e5 would be good",
                           "zz9",
                           "e5#x",
                           "#3",
                           "Thanks!\n\ne5\n\nd5",
                           "I played e5 last time",
                           "What about e5",
                           "offer",
                           "",
                           "   ",
                           "\u00A0\n\u200B",
                           "Hi,\n",
                           "[EXTERNAL]\n"}) {
    const MailReply reply = go(body);
    EXPECT_EQ(reply.move, "") << body;
    EXPECT_NE(reply.unclear, "") << body;
    EXPECT_EQ(reply.comment, "") << body;
  }
  EXPECT_EQ(go("e5 d5").unclear, "your mail names more than one move");
  EXPECT_EQ(go("e5, then pass").unclear, "your mail names more than one move");
  EXPECT_EQ(go("  \n").unclear, "your mail has no text of its own");
  EXPECT_EQ(go("What a game").unclear, "the first line of your mail is not a move");
}

// A mail of any length is looked through at once on the loop.
TEST(MailReplies, NotEveryLineOfALongMailIsLookedAt) {
  std::string body = "So far so good\n\n";
  for (int i = 0; i < 200; ++i) body += "and so on\n\n";
  EXPECT_EQ(go(body + "e5").move, "e5");
  for (int i = 0; i < 200; ++i) body += "and so on\n\n";
  EXPECT_EQ(go(body + "e5").unclear, "the first line of your mail is not a move");
}

TEST(MailReplies, ATurnOfSeveralSteps) {
  const MoveForm form = form_of("margrites");
  for (const char* body :
       {"d2>d3;d3>d4;e2>e3", "d2>d3; d3>d4 ; e2>e3\n", "d2>d3 d3>d4 e2>e3", "1. d2>d3; d3>d4; e2>e3."})
    EXPECT_EQ(read_mail_reply(body, form).move, "d2>d3;d3>d4;e2>e3") << body;
  EXPECT_EQ(read_mail_reply("d2>d3;d3>d4;e2>e3 good luck", form).move, "d2>d3;d3>d4;e2>e3");
  EXPECT_EQ(read_mail_reply("d2>d3; d3>d4; thanks", form).unclear, "your mail names more than one move");
  EXPECT_EQ(read_mail_reply("d2>d3;d3>d4#2", form).number, 2);
}

TEST(MailReplies, CommandsReadMovesTheSameWay) {
  for (const char* line :
       {"go move 101 anna secret e5!", "go\u00A0move\u00A0101 anna secret *e5*", "go move 101 anna secret \uFF45\uFF15",
        "\uFF47\uFF4F \uFF4D\uFF4F\uFF56\uFF45\u3000"
        "\uFF11\uFF10\uFF11 \uFF41\uFF4E\uFF4E\uFF41 secret \uFF45\uFF15\uFF01",
        "\uFEFFgo move 101 anna secret \u201Ce5\u201D"}) {
    const auto read = read_mail_command(line);
    const auto* command = std::get_if<MailCommand>(&read);
    ASSERT_NE(command, nullptr) << line << ": " << std::get<MailFault>(read).message;
    EXPECT_EQ(command->moves.front(), "e5") << line;
    EXPECT_EQ(command->password, "secret");
    EXPECT_EQ(command->boards.front().number, 101);
    EXPECT_EQ(command->user, "anna");
  }
  const auto read = [](std::string_view line, bool known = false) {
    return std::get<MailCommand>(read_mail_command(line, known));
  };
  EXPECT_EQ(read("go move 101 anna \uFF53\u201Cecret e5").password, "\uFF53\u201Cecret") << "as it was written";
  EXPECT_EQ(read("change password anna \uFF4F\uFF4C\uFF44 \uFF4E\uFF45\uFF57").new_password, "\uFF4E\uFF45\uFF57");
  EXPECT_EQ(read("message anna \u2013 bob", true).password, "") << "a dash in the place of the password";
  EXPECT_EQ(read("margrites move 101 anna secret d2>d3\uFF1B d3>d4").moves.front(), "d2>d3;d3>d4");
  const MailCommand begun = read("go challenge \u2014nagtime=3 \u2013size=9 anna bob");
  ASSERT_EQ(begun.server_options.size(), 1U) << "programs make a long dash of two";
  EXPECT_EQ(begun.server_options.front().first, "nagtime");
  ASSERT_EQ(begun.game_options.size(), 1U);
  EXPECT_EQ(begun.game_options.front().second, "9");
}

}  // namespace
}  // namespace cairn

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
                           "12) e5"})
    EXPECT_EQ(lower(go(body).move), "e5") << body;
  EXPECT_EQ(go("e5#3!").number, 3);
  for (const char* body : {"pass", "Pass.", "PASS!", "*pass*", "\uFF50\uFF41\uFF53\uFF53"})
    EXPECT_EQ(go(body).move, "pass") << body;
}

TEST(MailReplies, AMoveInAPlainSentence) {
  struct Case {
    const char *body, *move, *comment;
  };
  for (const Case& one : std::initializer_list<Case>{
           {"e5 thanks", "e5", "e5 thanks"},
           {"e5, what a game!\nAnna", "e5", "e5, what a game!\nAnna"},
           {"I play e5", "e5", "I play e5"},
           {"I'll play e5.", "e5", "I'll play e5."},
           {"I\u2019ll play e5", "e5", "I\u2019ll play e5"},
           {"My move: e5", "e5", "My move: e5"},
           {"My move is e5 (see you)", "e5", "My move is e5 (see you)"},
           {"White plays\u00A0e5", "", ""},
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
       }) {
    const MailReply reply = go(one.body);
    EXPECT_EQ(lower(reply.move), one.move) << one.body;
    EXPECT_EQ(reply.comment, one.comment) << one.body;
    EXPECT_EQ(reply.unclear.empty(), !reply.move.empty()) << one.body;
  }
}

TEST(MailReplies, WhatIsNotClearIsNotPlayed) {
  for (const char* body : {"I will not play e5",
                           "e5 or d5",
                           "e5 if you play d5",
                           "e5?",
                           "Should I play e5?",
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

TEST(MailReplies, ATurnOfSeveralSteps) {
  const MoveForm form = form_of("margrites");
  for (const char* body :
       {"d2>d3;d3>d4;e2>e3", "d2>d3; d3>d4 ; e2>e3\n", "d2>d3 d3>d4 e2>e3", "1. d2>d3; d3>d4; e2>e3."})
    EXPECT_EQ(read_mail_reply(body, form).move, "d2>d3;d3>d4;e2>e3") << body;
  EXPECT_EQ(read_mail_reply("d2>d3;d3>d4;e2>e3 good luck", form).move, "d2>d3;d3>d4;e2>e3");
}

TEST(MailReplies, CommandsReadMovesTheSameWay) {
  for (const char* line : {"go move 101 anna secret e5!", "go\u00A0move\u00A0101 anna secret *e5*",
                           "go move 101 anna secret \uFF45\uFF15", "\uFEFFgo move 101 anna secret \u201Ce5\u201D"}) {
    const auto read = read_mail_command(line);
    const auto* command = std::get_if<MailCommand>(&read);
    ASSERT_NE(command, nullptr) << line << ": " << std::get<MailFault>(read).message;
    EXPECT_EQ(command->moves.front(), "e5") << line;
    EXPECT_EQ(command->password, "secret");
  }
}

}  // namespace
}  // namespace cairn

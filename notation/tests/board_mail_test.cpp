// Boards as Richard's PBeM Server mailed them, laid out as its framework does, with the moves of real games of that
// server (tests/vectors/margo_games.json).
#include "notation/board_mail.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "notation/game_file.h"
#include "notation/tests/moves_text.h"

namespace cairn {
namespace {

using BoardWords = std::vector<std::string>;

std::string board_cell(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

// "   1 C5          2 C3" for two players, a line a turn.
std::string board_rows(const BoardWords& moves, std::size_t players) {
  std::string out;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    std::array<char, 16> number{};
    std::snprintf(number.data(), number.size(), " %3zu ", i + 1);
    out += number.data() + board_cell(moves[i], 9);
    if ((i + 1) % players == 0) out += '\n';
  }
  return out + '\n';
}

std::string mailed_board(const std::string& heading, const BoardWords& players, const BoardWords& moves,
                         const std::string& status = "Game won by anna by 3 points.") {
  std::string out = heading + "\n\n" + status + "\n\nanna's rating went up from 1500 to 1516.\n\n";
  for (std::size_t i = 0; i < players.size(); ++i) out += "   " + board_cell(i == 0 ? "White (o)" : "Black (x)", 11);
  out += '\n';
  for (const std::string& player : players) out += "   " + board_cell(player, 11);
  out += '\n' + board_rows(moves, players.size());
  return out + "\n\n 7 . . . .\n 6  . ( o | x )\n   a b c d\n\n\nSubscribers: carl\n\n\n" + std::string(60, '*') +
         "\n\nanna writes:\nGood game! 8 moves (;less) than I thought.\n";
}

BoardWords played_game(std::size_t number) {
  std::ifstream file(std::string(CAIRN_VECTORS) + "/margo_games.json");
  std::ostringstream text;
  text << file.rdbuf();
  const Json json = parse_json(text.str());
  return json["games"][number]["moves"].get<BoardWords>();
}

GameFile board_file(std::string_view text, const FileChoice& choice = {}) {
  return read_game_file(text, choice);
}
std::string board_error(std::string_view text) {
  return std::string(board_file(text).imported.error);
}
std::string board_option(const OptionValues& options, std::string_view key) {
  for (const auto& [name, value] : options)
    if (name == key) return value;
  return "-";
}

TEST(BoardMail, RealGamesAreReadToTheirEnd) {
  for (const auto& [number, game, size] : {std::tuple(0U, "spargo", "-"), std::tuple(1U, "margo", "7")}) {
    const BoardWords moves = played_game(number);
    const GameFile file = board_file(mailed_board("Summary of Margo Board 254", {"anna", "bert"}, moves));
    ASSERT_EQ(std::string(file.imported.error), "");
    EXPECT_EQ(file.imported.game.game, game);
    EXPECT_EQ(board_option(file.imported.game.config.options, "size"), size);
    EXPECT_EQ(board_option(file.imported.game.config.options, "ko"), "none");
    EXPECT_EQ(file.imported.cut, 0U);
    EXPECT_EQ(main_line(file.imported.game.tree).moves.size(), moves.size());
    const Details& details = file.imported.game.details;
    EXPECT_EQ(details.players[0].name + details.players[1].name, "annabert");
    EXPECT_EQ(details.place + ", " + details.source, "pbmserv@gamerz.net, pbmserv@gamerz.net, Margo 254");
    ASSERT_EQ(file.imported.remarks.size(), 1U);
    EXPECT_EQ(file.imported.remarks[0].code(), "site-smallest-board");
  }
}

TEST(BoardMail, WholeMailsAreReadBelowTheirHeaders) {
  const std::string board =
      mailed_board("Summary of Margo Board 101", {"anna", "bert"}, {"c5", "C3", "e3"}, "It is bert's turn.");
  const std::string mail =
      "From: pbmserv@gamerz.net\r\nDate: Tue, 8 Jun 2004 12:00:00 -0400\r\nSubject: Margo Board 101 bert **\r\n\r\n";
  EXPECT_EQ(form_of(mail + board), FileForm::text);
  EXPECT_EQ(test::moves_text(board_file(mail + board)), "margo: 0C5 1C3 0E3") << board_error(mail + board);
  std::string lines;
  for (const char c : mail + board) lines += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(test::moves_text(board_file(lines)), "margo: 0C5 1C3 0E3") << "with the line ends of mails";
}

TEST(BoardMail, WhoeverKnowsTheSizeNamesIt) {
  const std::string board = mailed_board("Preview of Margo Board new", {"anna", "bert"}, {"C5", "C3"});
  FileChoice choice;
  choice.info = find_game("margo");
  choice.options = {{"size", "9"}, {"all_freedoms", ""}};
  const GameFile file = board_file(board, choice);
  ASSERT_EQ(std::string(file.imported.error), "");
  EXPECT_EQ(board_option(file.imported.game.config.options, "size"), "9");
  EXPECT_EQ(board_option(file.imported.game.config.options, "all_freedoms"), "yes");
  EXPECT_TRUE(file.imported.remarks.empty());
  choice.options = {{"size", "99"}};
  EXPECT_FALSE(board_file(board, choice).imported.error.empty());
  choice.options = {{"colour", "red"}};
  EXPECT_FALSE(board_file(board, choice).imported.error.empty());
  choice.info = find_game("go");
  choice.options = {};
  EXPECT_EQ(board_file(board, choice).imported.error.code(), "board-mail-other-game");
}

TEST(BoardMail, PlayersPassLeaveAndRunOutOfTime) {
  const auto of = [](const BoardWords& players, const BoardWords& moves) {
    const GameFile file = board_file(mailed_board("Summary of Margo Board 7", players, moves));
    return file.imported.error.empty() ? test::moves_text(file) : std::string(file.imported.error);
  };
  EXPECT_EQ(of({"anna", "bert"}, {"E5", "I9", "Resign"}), "margo: 0E5 1I9 0resign");
  EXPECT_EQ(of({"anna", "bert"}, {"E5", "I9", "E7", "Forfeit"}), "margo: 0E5 1I9 0E7 1timeout");
  EXPECT_EQ(of({"anna", "bert"}, {"E5", "--", "I9"}), "margo: 0E5 1pass 0I9");
  EXPECT_EQ(of({"anna", "bert", "carl"}, {"E5", "Resign", "I9", "E7", "--", "G9"}), "margo: 0E5 1resign 2I9 0E7 2G9");
}

TEST(BoardMail, MovesOfTheServerItselfAndListsAreRead) {
  EXPECT_EQ(test::moves_text(
                board_file(mailed_board("Summary of Spargo Board 7", {"anna", "bert"}, {"C5", "C3 (Auto)", "E3"}))),
            "spargo: 0C5 1C3 0E3");
  EXPECT_EQ(test::moves_text(
                board_file("Summary of Margo Board 7\n\nIt is bert's turn.\n\nWhite (o): anna\nBlack (x): bert\n\n"
                           "White (o) Move 1: I5\nBlack (x) Move 2: C3 (Auto)\nWhite (o) Move 3: E3\n\n\n")),
            "margo: 0I5 1C3 0E3");
}

TEST(BoardMail, WhatCannotBeReadIsSaidWithItsLine) {
  const BoardWords players{"anna", "bert"};
  EXPECT_EQ(board_error(mailed_board("Summary of Twixt Board 7", players, {"c5"})),
            "this is a game of pbmserv@gamerz.net, \"Twixt\", that cannot be played here");
  EXPECT_EQ(board_error("A new Margo board (101) has been started\n\nPlease start the game anna.\n"),
            "line 4: board 101 has no moves");
  EXPECT_EQ(board_error("Summary of Margo Board 7\n\n   White   Black\n   anna    bert\n  15 C5       16 C3\n"),
            "line 5: the moves begin with number 15; a mail has all of them when its game is over, or where the server "
            "was asked to show the board");
  EXPECT_EQ(board_error("Summary of Margo Board 7\n\n   White\n   anna\n   1 C5\n"),
            "line 5: the line above the moves must name 2 to 4 players");
  EXPECT_EQ(board_error("Summary of Margo Board 7\n\n   anna    bert\n   1 C5        2 C3\n   4 E5\n"),
            "line 5: move 3 is expected here, not \"   4 E5\"");
  EXPECT_EQ(board_error("Summary of Margo Board 7\n\n   anna    bert\n   1 C5        2\n"),
            "line 4: move 2 is expected here, not \"   1 C5        2\"");
  const GameFile illegal = board_file(mailed_board("Summary of Margo Board 7", players, {"C5", "C3", "D4"}));
  EXPECT_EQ(illegal.imported.cut, 1U);
  EXPECT_EQ(illegal.imported.faults[0].ply, 3U);
}

TEST(BoardMail, NoMoveIsLostInSilence) {
  const std::string top = "Summary of Margo Board 7\n\n   anna    bert\n   1 I5        2 C3 (Auto)\n";
  const std::string drawing = "\n\n 3 . . . .\n 2  . ( o | x )\n   a b c d\n";
  EXPECT_EQ(test::moves_text(board_file(top + drawing)), "margo: 0I5 1C3") << "a row of the drawing is no move";
  EXPECT_EQ(test::moves_text(board_file(top + "\n   3 E3        4 E7\n\n\n   5 C5\n" + drawing)),
            "margo: 0I5 1C3 0E3 1E7 0C5");
  EXPECT_EQ(test::moves_text(board_file(top + "(Auto)\n   3 E3\n" + drawing)), "margo: 0I5 1C3 0E3") << "a broken line";
  EXPECT_EQ(board_error(top + "= 20\n   3 E3        4 E7\n" + drawing),
            "line 5: move 3 is expected here, not \"= 20\"");
  EXPECT_EQ(board_error("Summary of Margo Board 7\n\n   anna    bert\n   1 C5        3 E3\n"),
            "line 4: move 2 is expected here, not \"   1 C5        3 E3\"");
  const std::string list = "Summary of Margo Board 7\n\nWhite (o): anna\nBlack (x): bert\n\nWhite (o) Move 1: I5\n";
  EXPECT_EQ(test::moves_text(board_file(list + "\nBlack (x) Move 2: C3\n")), "margo: 0I5 1C3");
  EXPECT_EQ(board_error(list + "3 E3\nBlack (x) Move 2: C3\n"), "line 7: move 2 is expected here, not \"3 E3\"");
  std::string rows = "Summary of Margo Board 7\n\n   anna    bert\n";
  for (int i = 1; i < 100'010; i += 2) rows += std::to_string(i) + " C5  " + std::to_string(i + 1) + " C3\n";
  EXPECT_EQ(board_error(rows), "more than 100000 moves");
}

TEST(BoardMail, WhoWonIsKept) {
  const auto result = [](const std::string& status) {
    const GameFile file =
        board_file(mailed_board("Summary of Margo Board 7", {"anna", "bert"}, {"E5", "I9", "G7"}, status));
    EXPECT_EQ(std::string(file.imported.error), "");
    return file.imported.game.details.result;
  };
  EXPECT_EQ(result("Game won by anna by 3 points."), "W+");
  EXPECT_EQ(result("Game won by bert."), "B+");
  EXPECT_EQ(result("Game was a tie."), "0");
  EXPECT_EQ(result("It is bert's turn."), "");
  EXPECT_EQ(result("Game won by carl."), "") << "who does not play";
}

TEST(BoardMail, SeveralBoardsAreRemarked) {
  const std::string one = mailed_board("Summary of Margo Board 7", {"anna", "bert"}, {"C5", "I9"});
  const GameFile file = board_file(one + one);
  ASSERT_EQ(std::string(file.imported.error), "");
  EXPECT_EQ(file.imported.remarks[0].code(), "file-games-first");
}

TEST(BoardMail, OtherTextsAreNotTakenForOne) {
  for (const std::string_view text : {"Summary of the Margo rules on this Board", "Subject: Margo Board 101 anna",
                                      "A new board has been started", "of Margo Board 7", "Summary of Margo Board"})
    EXPECT_FALSE(looks_like_board_mail(text)) << text;
  for (const std::string_view text :
       {"Final of League Board 3", "Round 3 of Club Board 1", "(;GM[1]C[\nSummary of Margo Board 7\n])"})
    EXPECT_FALSE(looks_like_board_mail(text)) << text;
  const std::string_view sgf = "(;GM[1]FF[4]SZ[9]C[\nSummary of Margo Board 7\n];B[aa];W[bb])";
  for (const std::string_view above : {"Final of League Board 3\n", "From: anna\n\n", ""}) {
    EXPECT_EQ(form_of(std::string(above) + std::string(sgf)), FileForm::sgf) << above;
    EXPECT_EQ(test::moves_text(board_file(std::string(above) + std::string(sgf))), "go: 0A9 1B8") << above;
  }
  EXPECT_FALSE(looks_like_board_mail(std::string(70'000, '\n') + "Summary of Margo Board 7"));
  EXPECT_TRUE(looks_like_board_mail("Notification of Margo Board 7"));
  EXPECT_TRUE(looks_like_board_mail("Subscription Summary of Margo Board t7"));
}

}  // namespace
}  // namespace cairn

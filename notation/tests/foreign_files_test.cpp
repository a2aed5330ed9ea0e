// GIB, NGF, UGF and UGI: files of our own in the shape that the servers' programs give them.
#include "notation/foreign_files.h"

#include <gtest/gtest.h>

#include "core/text.h"
#include "notation/game_file.h"

namespace cairn {
namespace {

constexpr std::string_view kGib =
    "\\HS\r\n"
    "\\[GIBOKIND=Global\\]\r\n"
    "\\[TYPE=0\\]\r\n"
    "\\[GAMENAME=Ladder game\\]\r\n"
    "\\[GAMEBLACKNAME=Anna Example (3D)\\]\r\n"
    "\\[GAMEWHITENAME=Bert (5D)\\]\r\n"
    "\\[GAMEPLACE=Tygem\\]\r\n"
    "\\[GAMEDATE=2024- 3- 9-21-26-36\\]\r\n"
    "\\[GAMERESULT=white 3.5 points win\\]\r\n"
    "\\[GAMEGONGJE=65\\]\r\n"
    "\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:1,GTIME:600-30-3,GRLT:1,ZIPSU:35,DUM:0,GONGJE:65,TCNT:4\\]\r\n"
    "\\HE\r\n"
    "\\GS\r\n"
    "2 1 0\r\n"
    "119 0 &4\r\n"
    "INI 0 1 0 &4 \r\n"
    "STO 0 2 1 15 3 \r\n"
    "STO 0 3 2 3 15 \r\n"
    "SKI 0 4 \r\n"
    "STO 0 5 2 16 16 \r\n"
    "\\GE\r\n";

// Lines 1 to 12, then moves.
std::string ngf(std::string_view size, std::string_view handicap, std::string_view komi, std::string_view result,
                std::string_view moves) {
  return "Friendly match\r\n" + std::string(size) + "\r\nBerta     6D*\r\nAnton     5D\r\nwww.example.org\r\n" +
         std::string(handicap) + "\r\n0\r\n" + std::string(komi) + "\r\n20240309 [20:12]\r\n0\r\n" +
         std::string(result) + "\r\n3\r\n" + std::string(moves);
}

constexpr std::string_view kUgf =
    "[Header]\r\nTitle=A study game\r\nPlace=PandaNet\r\nDate=2024/3/9,18:10\r\nPlayerB=anna,2d*,x\r\n"
    "PlayerW=bert,3d\r\nSize=19\r\nHdcp=0,5.50\r\nRule=JPN\r\nWinner=W,C\r\nCoordinateType=IGS\r\n[Files]\r\n[Data]\r\n"
    "QD,B1,1,0\r\nDP,W2,2,5\r\nYA,B3,3,2\r\n[Figure]\r\n.Text,1\r\nA quiet point.\r\nFor a start.\r\n.EndText\r\n";

GameFile file_of(std::string_view text, std::string charset = "") {
  FileChoice choice;
  choice.charset = std::move(charset);
  return read_game_file(text, choice);
}
std::string moves(const GameFile& file) {
  std::string text;
  for (const auto& [seat, word] : main_line(file.imported.game.tree).moves)
    text += std::to_string(index(seat)) + word + ' ';
  return text;
}
std::string option(const GameFile& file, std::string_view name) {
  const AnnotatedGame& game = file.imported.game;
  for (const auto& [key, value] : complete_options(*find_game(game.game), game.config))
    if (key == name) return value;
  return {};
}
bool remarked(const GameFile& file, std::string_view part) {
  for (const std::string& remark : file.imported.remarks)
    if (remark.find(part) != std::string::npos) return true;
  return false;
}

TEST(ForeignFiles, Gib) {
  const GameFile file = file_of(kGib);
  ASSERT_EQ(file.imported.error, "");
  EXPECT_EQ(file.form, FileForm::gib);
  EXPECT_EQ(moves(file), "0Q16 1D4 0pass 1R3 ");
  const Details& told = file.imported.game.details;
  EXPECT_EQ(told.players[0].name, "Anna Example");
  EXPECT_EQ(told.players[0].rank, "3D");
  EXPECT_EQ(told.players[1].name, "Bert");
  EXPECT_EQ(told.title, "Ladder game");
  EXPECT_EQ(told.date, "2024-03-09");
  EXPECT_EQ(told.result, "W+3.5");
  EXPECT_EQ(option(file, "komi"), "6.5");
  EXPECT_TRUE(file.imported.remarks.empty()) << file.imported.remarks[0];
}

TEST(ForeignFiles, GibWithHandicapAndOldTag) {
  const GameFile file = file_of(
      "\\HS\n\\[GAMETAG=S1,R3,D0,G0,W4,Z0,T30-3-600,C2009:12:03:21:26,A:x\\]\n\\HE\n\\GS\nINI 0 1 4 &4\nSTO 0 2 2 2 "
      "2\n\\GE\n");
  ASSERT_EQ(file.imported.error, "");
  EXPECT_EQ(option(file, "handicap"), "4");
  EXPECT_EQ(moves(file), "1C17 ");
  EXPECT_EQ(file.imported.game.details.result, "W+R");
  EXPECT_EQ(file.imported.game.details.date, "2009-12-03");
}

TEST(ForeignFiles, GibThatIsBroken) {
  EXPECT_NE(file_of("\\HS\n\\HE\n").imported.error.find("no moves"), std::string::npos);
  const GameFile file = file_of("\\HS\n\\GS\nSTO 0 2 1 15 3\nSTO 0 3 9 1 1\nSTO 0\nSTO 0 4 2 19 3\n");
  EXPECT_EQ(moves(file), "0Q16 1pass ");
  EXPECT_TRUE(remarked(file, "line 4: \"STO 0 3 9 1 1\" has no move"));
  EXPECT_TRUE(remarked(file, "line 6: the move is outside the board"));
  EXPECT_TRUE(file.imported.faults.empty());
}

TEST(ForeignFiles, Ngf) {
  const GameFile file =
      file_of(ngf("19", "0", "6", "Black wins by 3.5 points!", "PMABBQEEQ\r\nPMACWEQQE\r\nPMADBAAAA\r\n"));
  ASSERT_EQ(file.imported.error, "");
  EXPECT_EQ(file.form, FileForm::ngf);
  EXPECT_EQ(moves(file), "0Q16 1D4 0pass ");
  const Details& told = file.imported.game.details;
  EXPECT_EQ(told.players[1].name, "Berta");
  EXPECT_EQ(told.players[1].rank, "6D");
  EXPECT_EQ(told.players[0].name, "Anton");
  EXPECT_EQ(told.result, "B+3.5");
  EXPECT_EQ(told.date, "2024-03-09");
  EXPECT_EQ(option(file, "komi"), "6.5");
  EXPECT_TRUE(remarked(file, "line 8: the komi of 6"));
  const GameFile small = file_of(ngf("9", "2", "0", "White wins by resignation!", "PMABWFFFF\r\n"));
  EXPECT_EQ(option(small, "handicap"), "2");
  EXPECT_EQ(moves(small), "1E5 ");
  EXPECT_EQ(small.imported.game.details.result, "W+R");
}

TEST(ForeignFiles, NgfThatIsBroken) {
  EXPECT_NE(file_of(ngf("19", "0", "6.5", "", "")).imported.error.find("no moves"), std::string::npos);
  const GameFile file = file_of(ngf("9", "77", "much", "?", "PMABBFFFF\r\nPM\r\nPMACWZZZZ\r\nrubbish\r\n"));
  EXPECT_EQ(moves(file), "0E5 1pass ");
  for (const char* part : {"line 6: the handicap must be 0 to 9", "line 8: \"much\" has no komi",
                           "line 14: \"PM\" has no move", "line 15: the move is outside"})
    EXPECT_TRUE(remarked(file, part)) << part;
}

TEST(ForeignFiles, Ugf) {
  const GameFile file = file_of(kUgf);
  ASSERT_EQ(file.imported.error, "");
  EXPECT_EQ(file.form, FileForm::ugf);
  EXPECT_EQ(moves(file), "0R4 1D16 0pass ") << "letters count from the bottom";
  const Details& told = file.imported.game.details;
  EXPECT_EQ(told.players[0].name, "anna");
  EXPECT_EQ(told.players[0].rank, "2d*");
  EXPECT_EQ(told.result, "W+R");
  EXPECT_EQ(told.date, "2024-03-09");
  EXPECT_EQ(option(file, "komi"), "5.5");
  EXPECT_EQ(option(file, "scoring"), "territory");
  EXPECT_EQ(file.imported.game.tree[1].comment, "A quiet point.\nFor a start.");
}

TEST(ForeignFiles, UgfFromTheTopAndWithHandicap) {
  const GameFile file = file_of("[Header]\nSize=9\nHdcp=2,0\nWinner=B,3.5\n[Data]\nGC,B0,0,0\nCG,B0,0,0\nEE,W1,1,0\n");
  ASSERT_EQ(file.imported.error, "");
  EXPECT_EQ(option(file, "handicap"), "2");
  EXPECT_EQ(moves(file), "1E5 ");
  EXPECT_EQ(file.imported.game.details.result, "B+3.5");
  EXPECT_EQ(moves(file_of("[Header]\nSize=9\n[Data]\nAB,B1,1,0\n")), "0A8 ");
  EXPECT_NE(
      file_of("[Header]\nSize=99\n[Data]\nAB,B1,1,0\n").imported.error.find("line 2: \"Size=99\" has no board size"),
      std::string::npos);
  const Message size = file_of("[Header]\nSize=99\n[Data]\nAB,B1,1,0\n").imported.error;
  ASSERT_EQ(size.code(), "at-line") << size;
  EXPECT_EQ(size.argument("line")->number, 2);
  EXPECT_EQ(size.argument("why")->value.code(), "line-no-board-size");
  EXPECT_NE(file_of("[Header]\nSize=9\n[Data]\n").imported.error.find("no moves"), std::string::npos);
  EXPECT_TRUE(remarked(file_of("[Header]\n[Data]\nQD,B1,1,0\nrubbish\n"), "line 4: \"rubbish\" has no move"));
}

// Names in the letters of the servers' countries: by what is likely, or as somebody says.
TEST(ForeignFiles, LettersOfOldCharacterSets) {
  const auto gib = [](const std::string& name) {
    return "\\HS\n\\[GAMEBLACKNAME=" + name + " (9D)\\]\n\\HE\n\\GS\nSTO 0 2 1 15 3\n\\GE\n";
  };
  const auto black = [](const GameFile& file) { return file.imported.game.details.players[0].name; };
  const std::string korean = "\xC0\xCC\xC3\xA2\xC8\xA3\x20\xB1\xE2\xBB\xE7";  // of EUC-KR
  const GameFile guessed = file_of(gib(korean));
  EXPECT_EQ(black(guessed), "이창호 기사");
  EXPECT_TRUE(remarked(guessed, "is not UTF-8; it looks like"));
  const std::string chinese = "\xB9\xC5\xC1\xA6";  // of GB18030
  EXPECT_EQ(black(file_of(gib(chinese), "GB18030")), "古力");
  EXPECT_EQ(black(file_of(gib("이창호"))), "이창호") << "Unicode is left alone";
  EXPECT_NE(file_of(gib(korean), "klingon").imported.error.find("the character set \"klingon\" is not known"),
            std::string::npos);
  const std::string japanese = "\x97\xD1\x8A\x43\x95\xF4";  // of Shift_JIS
  EXPECT_EQ(black(file_of("[Header]\nPlayerB=" + japanese + ",9d\n[Data]\nQD,B1,1,0\n")), "林海峰");
}

TEST(ForeignFiles, UnknownFilesAreToldByTheirLook) {
  const auto error = [](std::string_view text) { return file_of(text).imported.error; };
  using std::string_view_literals::operator""sv;
  for (const auto& [text, look] : {std::pair("%PDF-1.7\n%..."sv, "a PDF document"),
                                   {"\x89PNG\r\n\x1A\n...."sv, "a PNG picture"},
                                   {"\xFF\xD8\xFF\xE0....JFIF"sv, "a JPEG picture"},
                                   {"<!DOCTYPE html><html>..."sv, "a web page"},
                                   {"  <HTML><body>"sv, "a web page"},
                                   {"\xD0\xCF\x11\xE0\xA1\xB1"sv, "an older Word"},
                                   {"[Event \"GameKnot\"]\n[White \"a\"]\n\n1. e4 e5"sv, "a PGN file"},
                                   {"\x1F\x8B\x08\0\0"sv, "a gzip archive"},
                                   {"Rar!\x1A\x07"sv, "a RAR archive"},
                                   {"\x01\x02\0\x03"sv, "a binary file"},
                                   {""sv, "an empty file"},
                                   {" \n\n"sv, "an empty file"}}) {
    EXPECT_NE(error(text).find("this looks like " + std::string(look)), std::string::npos) << error(text);
    EXPECT_NE(error(text).find("games can be read from SGF, GIB"), std::string::npos) << error(text);
  }
  const Message pdf = file_of("%PDF-1.7").imported.error;
  ASSERT_EQ(pdf.code(), "looks-like-no-game") << pdf;
  EXPECT_EQ(pdf.argument("what")->value.code(), "pdf-document");
  EXPECT_NE(error("some words of nothing").find("this is not SGF"), std::string::npos);
  FileChoice choice;
  choice.info = find_game("go");
  EXPECT_NE(read_game_file("%PDF-1.7", choice).imported.error.find("PDF"), std::string::npos)
      << "also where a list of moves was expected";
}

}  // namespace
}  // namespace cairn

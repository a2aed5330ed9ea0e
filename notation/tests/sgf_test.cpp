// SGF as a format: reading, mending, refusing, writing.
#include "notation/sgf.h"

#include <gtest/gtest.h>

namespace cairn::sgf {
namespace {

Reading strict(std::string_view text) {
  return read(text, Strictness::strict);
}
// What the strict reader complains of, with its place.
std::string fault(std::string_view text) {
  const Reading reading = strict(text);
  return reading.fault ? to_text(*reading.fault) : "";
}
// What a lenient reader makes of a text, and how many remarks it has.
std::string mended(std::string_view text, std::size_t remarks = 1) {
  const Reading reading = read(text);
  EXPECT_FALSE(reading.fault) << to_text(*reading.fault);
  EXPECT_EQ(reading.remarks.size(), remarks) << text;
  return write(reading.games);
}

TEST(Sgf, WritesCanonicalTextBackUnchanged) {
  const std::string_view texts[] = {
      "(;)\n",
      "(;GM[1]FF[4]CA[UTF-8]SZ[19]C[a \\] b\\\\ \\:]\n;B[aa];W[bb])\n",
      "(;XX[b][a]AA[]\n(;B[aa]\n(;W[bb])\n(;W[cc];B[dd]))\n(;B[ee]))\n(;GM[1]\n;B[aa])\n",
      "(;C[first\nsecond\r\nthird\\\nsoft]N[\xE7\xA2\x81]CA[UTF-8])\n",
  };
  for (const auto text : texts) {
    const Reading reading = strict(text);
    ASSERT_FALSE(reading.fault) << to_text(*reading.fault);
    EXPECT_TRUE(reading.remarks.empty());
    EXPECT_EQ(write(reading.games), text);
  }
}

TEST(Sgf, BreaksLongLinesBeforeNodesOnly) {
  GameTree tree;
  NodeIndex last = kRoot;
  for (int i = 0; i < 100; ++i) last = tree.add(last, Node{{{"B", {"aa"}, {}}}, {}});
  const std::string text = write(tree);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin))
    EXPECT_LE(end - begin, 81U);
  const Reading reading = strict(text);
  ASSERT_EQ(reading.games.size(), 1U);
  EXPECT_EQ(reading.games[0], tree);
  EXPECT_EQ(write(reading.games), text);
}

TEST(Sgf, ReadsCollectionsAndWhatStandsAroundThem) {
  const Reading reading = strict("From a mail (see below):\n(;B[aa])  (;B[bb])\nBye");
  ASSERT_FALSE(reading.fault);
  ASSERT_EQ(reading.games.size(), 2U);
  EXPECT_EQ(reading.games[1][kRoot].find("B")->values[0], "bb");
  EXPECT_EQ(reading.remarks.size(), 2U);
}

TEST(Sgf, MendsWhatProgramsWrite) {
  EXPECT_EQ(mended("(;B[aa];W[bb]"), "(;B[aa]\n;W[bb])\n");
  EXPECT_EQ(mended("(;GM[1](;B[aa](;W[bb]"), "(;GM[1]\n;B[aa];W[bb])\n");
  EXPECT_EQ(mended("(B[ag])"), "(;B[ag])\n");
  EXPECT_EQ(mended("(;B[aa](W[bb])(W[cc]))", 2), "(;B[aa]\n(;W[bb])\n(;W[cc]))\n");
  EXPECT_EQ(mended("(;GaMe[1]SiZe[9];Black[aa])"), "(;GM[1]SZ[9]\n;B[aa])\n");
  EXPECT_EQ(mended("(;gm[1];b[aa])"), "(;GM[1]\n;B[aa])\n");
  EXPECT_EQ(mended("(;AB[aa]AB[bb])"), "(;AB[aa][bb])\n");
  EXPECT_EQ(mended("(;C[one]B[aa]C[two])"), "(;C[one\ntwo]B[aa])\n") << "a comment is one text";
  EXPECT_EQ(mended("(;B;W[ah])"), "(;\n;W[ah])\n");
  EXPECT_EQ(mended("(;B[ag];W[ah](;B[ai]);W[bd])"), "(;B[ag]\n;W[ah]\n(;B[ai])\n(;W[bd]))\n");
  EXPECT_EQ(mended("(;B[ag];())"), "(;B[ag]\n;)\n");
  EXPECT_EQ(mended(std::string_view("(;B[a\0a]\0;W[bb])", 17), 2), "(;B[aa]\n;W[bb])\n");
  EXPECT_EQ(mended("(;B[aa],;W[bb])"), "(;B[aa]\n;W[bb])\n");
  EXPECT_EQ(mended("\xEF\xBB\xBF(;C[\xC2\xA3]CA[UTF-8])", 0), "(;C[\xC2\xA3]CA[UTF-8])\n");
  EXPECT_EQ(mended("(;\r\nGM[1]\r\n;B[aa]\r\n)\r\n", 0), "(;GM[1]\n;B[aa])\n");
}

TEST(Sgf, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(fault(""), "line 1, column 1: this is not an SGF file; a game begins with \"(;\"");
  EXPECT_EQ(fault("\n (B[ag])"), "line 2, column 2: this SGF file has no node; a game begins with \"(;\"");
  EXPECT_EQ(fault("(;B[aa]\r\n;W[bb]"),
            "line 2, column 7: the text ends too soon: 1 variation is still open; close it with ')'");
  EXPECT_EQ(fault("(;C[\xC2\xA3]\r\xC2\xA3"),
            "line 2, column 1: '?' is unexpected; a node begins with ';', a property with a capital letter");
  EXPECT_NE(fault("(;B[ag\\])").find("column 4: the text ends too soon: this value of B is never closed"),
            std::string::npos);
  EXPECT_NE(fault("(;[ag])").find("a value without a property"), std::string::npos);
  EXPECT_NE(fault("(;B;W[ah])").find("the property B has no value"), std::string::npos);
  EXPECT_NE(fault("(;AB[aa]AB[bb])").find("the property AB twice"), std::string::npos);
  EXPECT_NE(fault("(;Black[aa])").find("small letters"), std::string::npos);
}

TEST(Sgf, KeepsWhatItReadBeforeAFault) {
  const Reading reading = read("(;B[aa])(;W[bb];C[never closed");
  ASSERT_TRUE(reading.fault);
  EXPECT_EQ(write(reading.games), "(;B[aa])\n(;W[bb]\n;)\n");
}

TEST(Sgf, TurnsOldCharsetsIntoUtf8) {
  EXPECT_EQ(mended("(;CA[ISO-8859-1]C[\xA3])", 0), "(;CA[UTF-8]C[\xC2\xA3])\n");
  EXPECT_EQ(mended("(;CA[latin1]C[\xE9])", 0), "(;CA[UTF-8]C[\xC3\xA9])\n");
  EXPECT_EQ(mended("(;CA[latin1]C[\xC3\xA9])", 1), "(;CA[UTF-8]C[\xC3\xA9])\n") << "UTF-8 it is";
  EXPECT_EQ(mended("(;CA[Windows-1252]PB[\xE5\x8F\xA4])", 1), "(;CA[UTF-8]PB[\xE5\x8F\xA4])\n");
  EXPECT_EQ(mended("(;CA[windows-1252]C[\x80\x93])", 0), "(;CA[UTF-8]C[\xE2\x82\xAC\xE2\x80\x9C])\n");
  EXPECT_EQ(mended("(;CA[ISO-8859-15]C[\xA4])", 0), "(;CA[UTF-8]C[\xE2\x82\xAC])\n");
  EXPECT_EQ(mended("(;C[\xE9])"), "(;C[\xC3\xA9]CA[UTF-8])\n");
  // Of two letters of EUC-JP a detector may say what they are not, so that nothing would be left of them.
  EXPECT_EQ(write(read("(;PB[\\xC6\\xA3\\xC2\\xF4])").games).find("\xEF\xBF\xBD"), std::string::npos);
  EXPECT_EQ(mended("(;C[\xC3\xA9])", 0), "(;C[\xC3\xA9]CA[UTF-8])\n");
  EXPECT_EQ(mended("(;CA[GB2312]C[plain])", 0), "(;CA[UTF-8]C[plain])\n");
  EXPECT_EQ(mended("(;CA[GB2312]C[\xC3\xA9])"), "(;CA[UTF-8]C[\xC3\xA9])\n");
  EXPECT_EQ(mended("(;CA[UTF-8]C[\xE9])"), "(;CA[UTF-8]C[\xC3\xA9])\n");
  EXPECT_NE(fault("(;CA[UTF-8]C[\xE9])"), "");
  EXPECT_NE(fault("(;CA[UTF-8]C[\xED\xA0\x80])"), "");
  // A set that nobody knows costs letters, never moves; the standard's reader refuses it.
  const Reading foreign = read("(;CA[Klingon]C[\x83\x5C];B[aa])");
  EXPECT_FALSE(foreign.fault);
  ASSERT_EQ(foreign.games.size(), 1U);
  EXPECT_EQ(foreign.games[0].main_line().size(), 2U);
  ASSERT_EQ(foreign.remarks.size(), 1U + (foreign.remarks.size() > 1 ? 1U : 0U));
  EXPECT_NE(foreign.remarks[0].text.find("CA[Klingon] is not a known character set; it looks like "), std::string::npos)
      << foreign.remarks[0].text;
  EXPECT_NE(fault("(;CA[Klingon]C[\x83\x5C])").find("CA[Klingon] is not a known character set"), std::string::npos);
}

// Without CA, or with one that is not so, the likely set is taken, and the reader says so.
TEST(Sgf, GuessesTheCharset) {
  const auto guessed = [](std::string_view text, std::string_view name) {
    const Reading reading = read(text);
    EXPECT_FALSE(reading.fault);
    EXPECT_FALSE(reading.remarks.empty());
    if (reading.games.empty() || reading.remarks.empty()) return std::string();
    EXPECT_NE(
        reading.remarks[0].text.find("it looks like " + std::string(name) + " and was read as that (--charset names"),
        std::string::npos)
        << reading.remarks[0].text;
    return text_of(reading.games[0][kRoot].find("PB")->values[0]);
  };
  EXPECT_EQ(guessed("(;GM[1]SZ[9]PB[\xBF\xC2\xBD\xE0]PW[\xB9\xC5\xC1\xA6];B[ee])", "GB18030"), "柯洁");
  EXPECT_EQ(guessed("(;SZ[9]PB[\xC0\xCC\xBC\xBC\xB5\xB9]PW[\xB9\xDA\xC1\xA4\xC8\xAF];B[ee])", "UHC"), "이세돌");
  EXPECT_EQ(guessed("(;SZ[9]PB[\x88\xE4\x8E\x52\x97\x54\x91\xBE]PW[\x88\xEA\x97\xCD\x97\xC9];B[ee])", "SHIFT_JIS"),
            "井山裕太");
  EXPECT_EQ(guessed("(;PB[J\xFCrgen M\xFCller]PW[Fran\xE7ois];B[ee])", "Windows-1252"), "Jürgen Müller");
  EXPECT_EQ(guessed("(;CA[UTF-8]PB[J\xFCrgen M\xFCller];B[ee])", "Windows-1252"), "Jürgen Müller");
  // Named: by its many names, or by whoever asks.
  for (const char* name : {"windows-936", "GB_2312-80", "x-gbk", "MS936", "gb18030", "GBK", "cn-gb", "EUC-CN"})
    EXPECT_NE(write(read("(;CA[" + std::string(name) + "]PB[\xBF\xC2\xBD\xE0])").games).find("柯洁"), std::string::npos)
        << name;
  for (const char* name : {"MS_Kanji", "x-sjis", "Shift_JIS", "windows-31j", "csShiftJIS"})
    EXPECT_NE(write(read("(;CA[" + std::string(name) + "]PB[\x88\xE4\x8E\x52])").games).find("井山"), std::string::npos)
        << name;
  for (const char* name : {"x-big5", "x-x-big5", "Big5-HKSCS", "cp950"})
    EXPECT_NE(write(read("(;CA[" + std::string(name) + "]PB[\xB3\x5C\xB3\xF2])").games).find("許圍"), std::string::npos)
        << name;
  EXPECT_NE(write(read("(;CA[x-euc-jp]PB[\xB0\xE6\xBB\xB3])").games).find("井山"), std::string::npos);
  EXPECT_NE(write(read("(;CA[UTF-8]PB[\xB0\xE6\xBB\xB3])", Strictness::lenient, "EUC-JP").games).find("井山"),
            std::string::npos);
  // A text that is Unicode already, whatever its CA was for its bytes.
  EXPECT_EQ(write(read("(;CA[ISO-8859-1]PB[Jürgen])", Strictness::lenient, "UTF-8").games), "(;CA[UTF-8]PB[Jürgen])\n");
  EXPECT_NE(
      read("(;B[aa])", Strictness::lenient, "Klingon").fault->text.find("the character set \"Klingon\" is not known"),
      std::string::npos);
  EXPECT_EQ(write(read("(;CA[]PB[x])").games), "(;PB[x])\n") << "an empty value is as if it were not there";
}

TEST(Sgf, MendsForgottenSemicolonsAndBrackets) {
  EXPECT_EQ(mended("(\nTE[Cup]\n;B[pd];W[dp])"), "(;TE[Cup]\n;B[pd];W[dp])\n");
  EXPECT_EQ(mended("(;;GM[1]SZ[9];B[ee])"), "(;GM[1]SZ[9]\n;B[ee])\n");
  EXPECT_EQ(mended("(;GM[1];;B[ee])", 0), "(;GM[1]\n;;B[ee])\n") << "an empty node elsewhere is one";
  EXPECT_EQ(mended("(;C[see [a] and (b); ok];B[ee])"), "(;C[see [a\\] and (b); ok]\n;B[ee])\n");
  EXPECT_EQ(mended("(;C[a]](;B[aa])(;B[bb]))"), "(;C[a\\]]\n(;B[aa])\n(;B[bb]))\n");
  EXPECT_EQ(mended("(;C[one]N[two];B[ee])", 0), "(;C[one]N[two]\n;B[ee])\n");
  EXPECT_NE(fault("(;C[see [a] and b];B[ee])"), "");
}

// Sets of seven bits are UTF-8 too: CA counts, and where it tells no such set, the escapes do.
TEST(Sgf, ReadsLettersBehindEscapes) {
  const std::string iyama = "\x1B$B0f;3\x1B(B";
  for (const auto strictness : {Strictness::lenient, Strictness::strict})
    for (const char* name : {"ISO-2022-JP", "iso2022jp", "JIS", "csISO2022JP", "ISO-2022-JP-2", "CP50221"}) {
      const Reading reading = read("(;CA[" + std::string(name) + "]PB[" + iyama + "])", strictness);
      EXPECT_EQ(write(reading.games), "(;CA[UTF-8]PB[井山])\n") << name;
      EXPECT_TRUE(reading.remarks.empty()) << name;
    }
  for (const char* name : {"HZ-GB-2312", "HZ", "hz-gb2312"})
    EXPECT_EQ(mended("(;CA[" + std::string(name) + "]PB[~{?B=`~}]C[a~~b])", 0), "(;CA[UTF-8]PB[柯洁]C[a~b])\n") << name;
  EXPECT_EQ(mended("(;CA[ISO-2022-KR]PB[\x1B$)C\x0E@L<<59\x0F])", 0), "(;CA[UTF-8]PB[이세돌])\n");
  EXPECT_EQ(mended("(;PB[" + iyama + "])"), "(;PB[井山]CA[UTF-8])\n");
  for (const char* name : {"UTF-8", "GB2312", "Klingon"})
    EXPECT_EQ(mended("(;CA[" + std::string(name) + "]PB[" + iyama + "])"), "(;CA[UTF-8]PB[井山])\n") << name;
  EXPECT_EQ(mended("(;CA[ISO-2022-JP]PB[井山])"), "(;CA[UTF-8]PB[井山])\n") << "UTF-8 has no place among seven bits";
  EXPECT_EQ(mended("(;CA[HZ]PB[plain])", 0), "(;CA[UTF-8]PB[plain])\n");
  EXPECT_NE(fault("(;CA[ISO-2022-JP]PB[\x1B$B~~\x1B(B])").find("are not valid in"), std::string::npos);
  for (const std::string text : {"(;C[CA[HZ\\]: ~{?B=`~}])\n", "(;SZ[9]\n;CA[UTF-7]C[1 + 1-])\n"})
    EXPECT_EQ(mended(text, 0), text) << "said elsewhere than in the root";
  EXPECT_EQ(write(strict("(;\n;CA[UTF-7]C[1 + 1-])").games), "(;\n;CA[UTF-7]C[1 + 1-])\n");
}

// Words and moves in brackets within a comment are no properties.
TEST(Sgf, KeepsBracketsOfACommentInIt) {
  const auto comment = [](std::string_view text) {
    const Reading reading = read(text);
    EXPECT_FALSE(reading.fault) << text;
    EXPECT_FALSE(reading.remarks.empty()) << text;
    std::string nodes;
    for (const GameTree& game : reading.games)
      for (const NodeIndex node : game.main_line())
        for (const Property& property : game[node].properties)
          nodes += property.name + (property.name == "C" ? "" : property.values[0]) + ' ';
    EXPECT_EQ(nodes, "SZ9 Bdd C Wff ") << text;
    for (const NodeIndex node : reading.games.at(0).main_line())
      if (const Property* found = reading.games[0][node].find("C")) return text_of(found->values[0]);
    return std::string();
  };
  for (const char* text :
       {"black [Lee] W[ee] was better", "see [1] and [2k] good", "see [1] AND [2k] good", "he said a] W[ee] was better",
        "see [1][2k] good", "[a] [b] [c] C[d] x", "[Lee]: B[cc] W[cd] B[ce], then", "as in [x]; and [y] so",
        "[a [b [c] d] e] f", "W[ee] Lee[2] is bad"}) {
    const std::string said(text);
    EXPECT_EQ(comment("(;SZ[9];B[dd]C[" + said + "];W[ff])"), said);
    const Reading before = read("(;SZ[9];C[" + said + "]B[dd];W[ff])");
    ASSERT_EQ(before.games.size(), 1U) << said;
    ASSERT_EQ(before.games[0].size(), 3U) << said;
    EXPECT_EQ(text_of(before.games[0][1].find("C")->values[0]), said);
    EXPECT_EQ(before.games[0][1].find("B")->values, std::vector<std::string>{"dd"}) << said;
  }
}

// What follows a text is not taken into it, whatever stands in the text.
TEST(Sgf, EndsACommentBeforeProperties) {
  for (const std::string said : {"plain", "an [ open", "closed [a\\] one", ":[", "ends in ["}) {
    for (const std::string after :
         {"LB[aa:x]", "\nLB[aa:x]TR[bb]\n", "N[t]LB[aa:x]", "LB[aa:x\\]y]", "LB[aa:x][bb:y][cc:z][dd:a][ee:b]", ""}) {
      const std::string text = "(;SZ[9];B[dd]C[" + said + "]" + after + "(;W[ff]C[x])(;W[gg]))";
      const Reading lenient = read(text), exact = strict(text);
      ASSERT_FALSE(exact.fault) << text;
      EXPECT_TRUE(lenient.games == exact.games) << text << write(lenient.games);
      EXPECT_TRUE(lenient.remarks.empty()) << text;
    }
  }
  EXPECT_EQ(mended("(;gm[1]sz[9];b[dd]c[one]n[two];w[ff])"), "(;GM[1]SZ[9]\n;B[dd]C[one]N[two];W[ff])\n");
  EXPECT_EQ(mended("(;GaMe[1];Black[dd]Comment[one]Name[two];White[ff])"), "(;GM[1]\n;B[dd]C[one]N[two];W[ff])\n");
  EXPECT_EQ(read("(;SZ[9];B[dd]C[one]W[ee]C[two];B[ff])").games.at(0)[1].find("W")->values[0], "ee")
      << "a move whose ';' was forgotten";
  EXPECT_EQ(write(read("(;C[one])\nsome [words]").games), "(;C[one])\n");
}

// One look ahead at each bracket, and no further than a few values.
TEST(Sgf, TakesLongTextsOfBracketsInProportion) {
  for (const std::string piece : {"[x]A[x]A[x]", "[x][x]", "]", "[a] w[b]", "];;;(", "[x] \n \n"}) {
    std::string text = "(;C[";
    while (text.size() < 2'000'000) text += piece;
    const Reading reading = read(text + "];B[dd])");
    EXPECT_FALSE(reading.games.empty()) << piece;
  }
}

// Letters that end like a '\\' or a ']', before CA and after it.
TEST(Sgf, TurnsCharsetsOfSeveralBytesIntoUtf8) {
  EXPECT_EQ(mended("(;PB[\x83\x5C]CA[Shift_JIS]C[\x83\x5D\x8C\xE9])", 0),
            "(;PB[\xE3\x82\xBD]CA[UTF-8]C[\xE3\x82\xBE\xE7\xA2\x81])\n");
  EXPECT_EQ(mended("(;CA[gb2312]PB[\xB9\xC5\xC1\xA6]C[\\]\xCE\xA7\xC6\xE5])", 0),
            "(;CA[UTF-8]PB[\xE5\x8F\xA4\xE5\x8A\x9B]C[\\]\xE5\x9B\xB4\xE6\xA3\x8B])\n");
  EXPECT_EQ(mended("(;CA[Big5]C[\xB3\x5C\xB3\xF2])", 0), "(;CA[UTF-8]C[\xE8\xA8\xB1\xE5\x9C\x8D])\n");
  EXPECT_EQ(mended("(;CA[EUC-KR]C[\xB9\xD9\xB5\xCF])", 0), "(;CA[UTF-8]C[\xEB\xB0\x94\xEB\x91\x91])\n");
  EXPECT_EQ(mended("(;CA[EUC-JP]C[\xB0\xCF])", 0), "(;CA[UTF-8]C[\xE5\x9B\xB2])\n");
  EXPECT_EQ(mended("(;CA[koi8-r]C[\xE7\xCF])", 0), "(;CA[UTF-8]C[\xD0\x93\xD0\xBE])\n");
  EXPECT_EQ(mended(std::string_view("\xFF\xFE(\0;\0C\0[\0\x81\x78]\0)\0", 16), 0), "(;C[\xE7\xA2\x81]CA[UTF-8])\n");
  // What is no letter of the charset: mended, or refused.
  EXPECT_EQ(mended("(;CA[Shift_JIS]C[\xFD])"), "(;CA[UTF-8]C[\xEF\xBF\xBD])\n");
  EXPECT_NE(fault("(;CA[Shift_JIS]C[\xFD\xFE])").find("2 places are not valid"), std::string::npos);
}

TEST(Sgf, UndoesEscapesAndLineBreaks) {
  EXPECT_EQ(text_of("a\\\nb\\\r\nc\\]d\\\\e"), "abc]d\\e");
  EXPECT_EQ(text_of("a\r\nb\n\rc\rd\ne\tf\vg"), "a\nb\nc\nd\ne f g");
  EXPECT_EQ(text_of("a\nb", /*simple=*/true), "a b");
  EXPECT_EQ(text_of("cut\\"), "cut");
  for (const std::string text : {"", "a]b\\c:d", "line\nline", "\\"}) {
    EXPECT_EQ(text_of(value_of(text)), text);
    EXPECT_TRUE(is_value(value_of(text, true)));
    EXPECT_EQ(halves(value_of(text, true) + ':' + value_of(text, true)).first, value_of(text, true));
  }
  EXPECT_FALSE(halves("ab\\:c").second);
  EXPECT_FALSE(is_value("a]b"));
  EXPECT_FALSE(is_value("a\\"));
  EXPECT_FALSE(is_name("Ab"));
}

TEST(Sgf, NamesPointsUpToFiftyTwo) {
  for (int column = 0; column < kMaxSide; ++column) {
    const PointAt point{column, kMaxSide - 1 - column};
    EXPECT_EQ(point_of(value_of(point)), point);
  }
  EXPECT_EQ(value_of(PointAt{25, 26}), "zA");
  EXPECT_EQ(point_of("a1"), std::nullopt);
  EXPECT_EQ(point_of("abc"), std::nullopt);
  std::vector<PointAt> points;
  EXPECT_EQ(read_points("aa:cb", 9, 9, Strictness::strict, points), "");
  EXPECT_EQ(points, (std::vector<PointAt>{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}));
  points.clear();
  EXPECT_EQ(read_points("cb:aa", 9, 9, Strictness::lenient, points), "");
  EXPECT_EQ(points.size(), 6U);
  EXPECT_NE(read_points("cb:aa", 9, 9, Strictness::strict, points).find("in the wrong order"), std::string::npos);
  EXPECT_NE(read_points("aa:jj", 9, 9, Strictness::lenient, points).find("its last point is ii"), std::string::npos);
  EXPECT_NE(read_points("a", 9, 9, Strictness::lenient, points).find("is not a point"), std::string::npos);
}

// Deep and wide trees take time in proportion and no stack.
TEST(Sgf, TakesHundredThousandNodesInALineAndInDepth) {
  constexpr int kDeep = 100'000;
  std::string line = "(;SZ[19]", comb = line, nested = line;
  for (int i = 0; i < kDeep; ++i) {
    line += i % 2 == 0 ? ";B[]" : ";W[]";
    comb += "(;B[](;W[])";
    nested += "(;B[]";
  }
  for (const auto& [text, nodes] : {std::pair{line + ')', kDeep + 1},
                                    {comb + std::string(kDeep + 1, ')'), 2 * kDeep + 1},
                                    {nested + std::string(kDeep + 1, ')'), kDeep + 1}}) {
    const Reading reading = strict(text);
    ASSERT_FALSE(reading.fault) << to_text(*reading.fault);
    ASSERT_EQ(reading.games[0].size(), static_cast<std::size_t>(nodes));
    const Reading again = strict(write(reading.games));
    EXPECT_TRUE(again.games == reading.games);
  }
}

}  // namespace
}  // namespace cairn::sgf

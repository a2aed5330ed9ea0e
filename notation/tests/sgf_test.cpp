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
  EXPECT_EQ(mended("(;B;W[ah])"), "(;\n;W[ah])\n");
  EXPECT_EQ(mended("(;B[ag];W[ah](;B[ai]);W[bd])"), "(;B[ag]\n;W[ah]\n(;B[ai])\n(;W[bd]))\n");
  EXPECT_EQ(mended("(;B[ag];())"), "(;B[ag]\n;)\n");
  EXPECT_EQ(mended(std::string_view("(;B[a\0a]\0;W[bb])", 17), 2), "(;B[aa]\n;W[bb])\n");
  EXPECT_EQ(mended("(;B[aa],;W[bb])"), "(;B[aa]\n;W[bb])\n");
  EXPECT_EQ(mended("\xEF\xBB\xBF(;C[\xC2\xA3]CA[UTF-8])", 0), "(;C[\xC2\xA3]CA[UTF-8])\n");
  EXPECT_EQ(mended("(;\r\nGM[1]\r\n;B[aa]\r\n)\r\n", 0), "(;GM[1]\n;B[aa])\n");
}

TEST(Sgf, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(fault(""), "line 1, column 1: there is no SGF here; a game begins with \"(;\"");
  EXPECT_EQ(fault("\n (B[ag])"), "line 2, column 2: there is no node; a game begins with \"(;\"");
  EXPECT_EQ(fault("(;B[aa]\r\n;W[bb]"),
            "line 2, column 7: the text ends too soon: 1 variation is still open; ')' closes one");
  EXPECT_EQ(fault("(;C[\xC2\xA3]\r\xC2\xA3"),
            "line 2, column 1: '?' does not belong here; a node begins with ';', a name with a capital");
  EXPECT_NE(fault("(;B[ag\\])").find("column 4: the text ends too soon: this value of B is never closed"),
            std::string::npos);
  EXPECT_NE(fault("(;[ag])").find("a value without a property"), std::string::npos);
  EXPECT_NE(fault("(;B;W[ah])").find("the property B has no value"), std::string::npos);
  EXPECT_NE(fault("(;AB[aa]AB[bb])").find("stands twice"), std::string::npos);
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
  EXPECT_EQ(mended("(;CA[windows-1252]C[\x80\x93])", 0), "(;CA[UTF-8]C[\xE2\x82\xAC\xE2\x80\x9C])\n");
  EXPECT_EQ(mended("(;CA[ISO-8859-15]C[\xA4])", 0), "(;CA[UTF-8]C[\xE2\x82\xAC])\n");
  EXPECT_EQ(mended("(;C[\xE9])", 0), "(;C[\xC3\xA9]CA[UTF-8])\n");
  EXPECT_EQ(mended("(;C[\xC3\xA9])", 0), "(;C[\xC3\xA9]CA[UTF-8])\n");
  EXPECT_EQ(mended("(;CA[GB2312]C[plain])", 0), "(;CA[UTF-8]C[plain])\n");
  EXPECT_EQ(mended("(;CA[GB2312]C[\xC3\xA9])"), "(;CA[UTF-8]C[\xC3\xA9])\n");
  EXPECT_EQ(mended("(;CA[UTF-8]C[\xE9])"), "(;CA[UTF-8]C[\xC3\xA9])\n");
  EXPECT_NE(fault("(;CA[UTF-8]C[\xE9])"), "");
  EXPECT_NE(fault("(;CA[UTF-8]C[\xED\xA0\x80])"), "");
  const Reading foreign = read("(;CA[Klingon]C[\x83\x5C])");
  ASSERT_TRUE(foreign.fault);
  EXPECT_TRUE(foreign.games.empty());
  EXPECT_NE(foreign.fault->text.find("CA[Klingon] is no character set that is understood here; understood are UTF-8"),
            std::string::npos);
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
  EXPECT_NE(fault("(;CA[Shift_JIS]C[\xFD\xFE])").find("2 places are no letters"), std::string::npos);
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
  EXPECT_NE(read_points("cb:aa", 9, 9, Strictness::strict, points).find("wrong way round"), std::string::npos);
  EXPECT_NE(read_points("aa:jj", 9, 9, Strictness::lenient, points).find("its last point is ii"), std::string::npos);
  EXPECT_NE(read_points("a", 9, 9, Strictness::lenient, points).find("is no point"), std::string::npos);
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

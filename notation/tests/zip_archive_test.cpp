// Zip archives of games, whole, hostile and broken.
#include "notation/zip_archive.h"

#include <gtest/gtest.h>

#include "notation/game_file.h"
#include "zip_file.h"

namespace cairn::test {
namespace {

constexpr const char *kOne = "(;GM[1]SZ[9];B[aa])", *kTwo = "(;GM[1]SZ[9];B[bb])(;GM[1]SZ[9];B[cc])";

std::string first_move(const GameFile& file) {
  const auto line = main_line(file.imported.game.tree).moves;
  return line.empty() ? file.imported.error.english() : line[0].second;
}
GameFile number(const std::string& bytes, std::size_t wanted) {
  FileChoice choice;
  choice.number = wanted;
  return read_game_file(bytes, choice);
}
std::string error(const std::string& bytes) {
  return read_game_file(bytes, {}).imported.error;
}
bool remarked(const GameFile& file, std::string_view part) {
  for (const std::string& remark : file.imported.remarks)
    if (remark.find(part) != std::string::npos) return true;
  return false;
}

TEST(ZipArchive, HoldsTheGamesOfAllItsFiles) {
  const std::string bytes = zip({{"games/", "", false},
                                 {"games/one.sgf", kOne},
                                 {"games/notes.txt", "hello"},
                                 {"__MACOSX/games/._one.sgf", "junk"},
                                 {"games/.hidden", "junk"},
                                 {"games/two.sgf", kTwo, false},
                                 {"game.gib", "\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\n\\GE\n"}},
                                "a comment");
  const GameFile first = read_game_file(bytes, {});
  ASSERT_EQ(first.imported.error, "");
  EXPECT_EQ(first.games, 4U);
  EXPECT_EQ(first.form, FileForm::sgf);
  EXPECT_TRUE(remarked(first, "the archive has 4 games; this is the first, from games/one.sgf"));
  EXPECT_TRUE(remarked(first, "games/notes.txt was skipped: this is not SGF"));
  EXPECT_FALSE(remarked(first, "junk"));
  EXPECT_EQ(first_move(number(bytes, 1)), "A9");
  EXPECT_EQ(first_move(number(bytes, 2)), "B8");
  EXPECT_EQ(first_move(number(bytes, 3)), "C7");
  EXPECT_EQ(first_move(number(bytes, 4)), "Q16");
  EXPECT_EQ(number(bytes, 4).form, FileForm::gib);
  EXPECT_EQ(number(bytes, 5).imported.error, "this archive has no game 5; it has 4");
  EXPECT_EQ(number(bytes, 0).imported.error, "this archive has no game 0; it has 4");
}

TEST(ZipArchive, RefusesWithAWord) {
  EXPECT_NE(error(zip({})).find("this archive has no game"), std::string::npos);
  EXPECT_NE(error(zip({{"a.pdf", "%PDF-1"}})).find("a.pdf was skipped: this looks like a PDF"), std::string::npos);
  EXPECT_NE(error(zip({{"a.sgf", kOne, true, 1}})).find("encrypted"), std::string::npos);
  EXPECT_NE(error(zip({{"in.zip", zip({{"a.sgf", kOne}}), false}})).find("an archive inside an archive"),
            std::string::npos);
  EXPECT_NE(error(zip({{"[Content_Types].xml", "<x/>"}, {"word/document.xml", "<x/>"}})).find("a Word document"),
            std::string::npos);
  EXPECT_NE(error("PK\x03\x04rubbish").find("list of files is damaged"), std::string::npos);
}

// What unpacks to far more than it is: never more is unpacked than the limits say.
TEST(ZipArchive, SaysByCodesWhatIsWrong) {
  EXPECT_EQ(read_game_file(zip({}), {}).imported.error.code(), "archive-without-game");
  const Message none = read_game_file(zip({{"a.sgf", kOne, true, 1}}), {}).imported.error;
  ASSERT_EQ(none.code(), "archive-without-game-why") << none;
  const Message passed = none.argument("why")->value;
  ASSERT_EQ(passed.code(), "archive-file-passed-over") << passed;
  EXPECT_EQ(passed.argument("name")->value, "a.sgf");
  EXPECT_EQ(passed.argument("why")->value.code(), "zip-file-encrypted");
}

TEST(ZipArchive, KeepsItsLimits) {
  const std::string much(8U << 20U, ' ');
  EXPECT_NE(error(zip({{"bomb.sgf", much}})).find("compressed more than 200 times"), std::string::npos);
  std::string lying = zip({{"a.sgf", std::string(1U << 20U, ' ')}});
  const auto list = lying.rfind("PK\x01\x02");
  lying.replace(list + 24, 4, little(10, 4));
  EXPECT_NE(error(lying).find("larger than the archive says"), std::string::npos);
  std::string large = zip({{"a.sgf", kOne, false}});
  large.replace(large.rfind("PK\x01\x02") + 24, 4, little(kMostZipFile + 1, 4));
  EXPECT_NE(error(large).find("larger than 64 MiB"), std::string::npos);
  std::string name = zip({{"../../etc/\x1B[31m\x07passwd.sgf", kOne}});
  EXPECT_EQ(first_move(read_game_file(name, {})), "A9");
  EXPECT_EQ(ZipArchive(name).files()[0].name, "../../etc/?[31m?passwd.sgf") << "for people alone, and harmless";
}

// Many names for the same few bytes, or files that lie within each other: small, and without end to read.
TEST(ZipArchive, RefusesFilesThatShareBytes) {
  const std::string good = zip({{"a.sgf", kOne, false}, {"b.sgf", kTwo, false}});
  ASSERT_EQ(error(good), "");
  const auto second = good.rfind("PK\x01\x02");
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}, std::size_t{31}}) {
    std::string bad = good;
    bad.replace(second + 42, 4, little(at, 4));
    EXPECT_NE(error(bad).find("files of this zip archive share bytes"), std::string::npos) << at << error(bad);
  }
}

// However it is cut or changed: a word, or a game, never more.
TEST(ZipArchive, BrokenOnesEndWithAWord) {
  const std::string bytes = zip({{"one.sgf", kOne}, {"two.sgf", kTwo, false}});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const GameFile file = read_game_file(bytes.substr(0, length), {});
    EXPECT_FALSE(file.imported.error.empty()) << length;
  }
  std::size_t readable = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const int change : {0x01, 0x80, 0xFF}) {
      std::string broken = bytes;
      broken[at] = static_cast<char>(broken[at] ^ change);
      readable += read_game_file(broken, {}).imported.error.empty() ? 1U : 0U;
    }
  EXPECT_GT(readable, 0U);
  EXPECT_LT(readable, 3 * bytes.size());
  std::string sum = zip({{"one.sgf", kOne, false}});
  sum[sum.find("SZ[9]") + 3] = '7';
  EXPECT_NE(error(sum).find("its checksum differs"), std::string::npos);
}

}  // namespace
}  // namespace cairn::test

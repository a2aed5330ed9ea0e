// `cairn import` and `cairn library` from outside: folders and archives in, games found and written, a run that is
// interrupted.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "notation/sgf.h"
#include "notation/tests/zip_file.h"
#include "notation/zip_archive.h"
#include "program.h"

namespace cairn::test {
namespace {

namespace fs = std::filesystem;

// A game of `count` moves of 9x9 on a diagonal of points that no move captures; mirrored on demand.
std::string game_text(int number, bool mirrored = false, const std::string& head = "") {
  std::string out = "(;GM[1]SZ[9]PB[Ann " + std::to_string(number) + "]PW[Bob]RE[B+R]" + head;
  for (int i = 0; i < 24; ++i) {
    int column = (i * 2 + number) % 9;
    const int row = (i * 2 + number) / 9 % 9;
    if (mirrored) column = 8 - column;
    out +=
        std::string(i % 2 == 0 ? ";B[" : ";W[") + static_cast<char>('a' + column) + static_cast<char>('a' + row) + "]";
  }
  return out + ")\n";
}

struct LibraryFolder {
  Folder folder;
  std::string games = folder.path("games"), data = folder.path("data");
  LibraryFolder() { fs::create_directories(games + "/deep/er"); }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(games + "/" + name, std::ios::binary) << content;
  }
  Ran import(const std::vector<std::string>& places) const {
    std::vector<std::string> words{"import"};
    words.insert(words.end(), places.begin(), places.end());
    words.insert(words.end(), {"--as", "mine", "--data", data});
    return run(words);
  }
  Ran library(std::vector<std::string> words) const {
    words.insert(words.begin(), "library");
    words.insert(words.end(), {"--data", data});
    return run(words);
  }
};

TEST(Library, TakesFoldersAndArchivesInOnce) {
  const LibraryFolder desk;
  desk.write("a.sgf", game_text(1) + game_text(2) + "(;GM[1]SZ[9]PB[Nobody])");
  desk.write("deep/er/b.sgf", game_text(2, true) + game_text(3, false, "EV[Cup]DT[2016-03-09]"));
  desk.write("deep/readme.txt", "Games of our club.");
  desk.write(".hidden.sgf", game_text(7));
  desk.write("c.zip",
             zip({{"x/d.sgf", game_text(4)}, {"e.sgf", game_text(1)}, {"inner.zip", zip({{"f.sgf", "(;)"}})}}));
  const Ran first = desk.import({desk.games, desk.folder.path("nothing")});
  EXPECT_EQ(first.status, 1) << first.out << first.err;
  EXPECT_NE(first.out.find("Imported 4 games into mine"), std::string::npos) << first.out << first.err;
  EXPECT_NE(first.out.find("Skipped 2 games that the library already has"), std::string::npos) << first.out;
  for (const char* told : {"a.sgf, game 3: the game has no moves", "readme.txt: ",
                           "c.zip:inner.zip: an archive inside an archive", "nothing: no such file or folder"})
    EXPECT_NE(first.err.find(told), std::string::npos) << told << "\n" << first.err;
  EXPECT_EQ(first.err.find("hidden"), std::string::npos);

  const Ran again = desk.import({desk.games});
  EXPECT_NE(again.out.find("Imported 0 games into mine"), std::string::npos) << again.out;
  EXPECT_NE(again.out.find("files that an earlier import has read"), std::string::npos) << again.out;
  EXPECT_EQ(desk.library({"list"}).lines().at(0).substr(0, 4), "mine");
  const auto games = desk.library({"search", "mine", "--json"}).json();
  ASSERT_EQ(games.size(), 4U);
  for (const Json& game : games) EXPECT_EQ(game.at("winner"), "first");
}

// What could be read of a file that ends in the middle is kept, and each file is told once.
TEST(Library, TellsOnceOfFilesThatEndTooSoon) {
  const LibraryFolder desk;
  const std::string whole = game_text(1);
  desk.write("a.sgf", whole.substr(0, whole.size() - 17));  // within a move
  desk.write("b.sgf", whole.substr(0, 6));
  desk.write("c.sgf", game_text(2) + game_text(3).substr(0, whole.size() - 17));
  desk.write("d.sgf", game_text(4).substr(0, whole.size() - 20));  // after a move
  desk.write("e.sgf",
             "(;GM[1001]CGAME[margo]COPT[size=3];W[C5](;B[C3])(;B[C5];W[E");  // and a variation that is illegal
  const Ran ran = desk.import({desk.games});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_NE(ran.out.find("Imported 5 games into mine"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("Cut 3 games at an illegal or unreadable move."), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("Skipped 1 file or game that cannot be read."), std::string::npos) << ran.out;
  for (const char* told : {"a.sgf: ends early: line 1", "b.sgf: line 1, column", "c.sgf, game 2: ends early: line 2",
                           "e.sgf: ends early: line 1"})
    EXPECT_NE(ran.err.find(told), std::string::npos) << told << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 4) << ran.err;
}

// bench/library_import.py fails where an import does not find every copy and every broken file that it made.
TEST(Library, ItsMeasurementFindsAllThatWasMade) {
  const Folder folder;
  const Ran ran = shell(folder, "python3 '" CAIRN_SOURCE "/bench/library_import.py' cairn made --games 300");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("a year as a zip: "), std::string::npos) << ran.out;
}

// Boards that Richard's PBeM Server mailed go into a library like all others.
TEST(Library, TakesMailedBoards) {
  const LibraryFolder desk;
  desk.write("311.txt",
             "Subject: Margo Board 311\n\nSummary of Margo Board 311\n\nGame won by bert.\n\n   White (o)   Black (x)\n"
             "   anna        bert\n   1 E3          2 G7\n   3 M13         4 Resign\n");
  const Ran ran = desk.import({desk.games});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const Ran found = desk.library({"search", "mine", "--player", "anna", "--json"});
  ASSERT_EQ(found.json().size(), 1U) << found.out << found.err;
  EXPECT_EQ(found.json()[0].at("game"), "margo") << found.out;
  desk.write("two.txt",
             "Summary of Margo Board 312\n\n   anna    bert\n   1 E3      2 G7\n\n"
             "Summary of Margo Board 313\n\n   anna    bert\n   1 C3      2 G7\n");
  EXPECT_NE(desk.import({desk.games}).err.find("two.txt: the file has 2 games; this is the first"), std::string::npos);
}

TEST(Library, FindsGamesAndWritesThem) {
  const LibraryFolder desk;
  desk.write("a.sgf", game_text(1) + game_text(2) + game_text(3, false, "EV[Spring Cup]DT[2016-03-09]"));
  ASSERT_EQ(desk.import({desk.games}).status, 0);
  const auto numbers = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"search", "mine", "--json"});
    std::vector<int> out;
    for (const Json& game : desk.library(words).json()) out.push_back(game.at("number").get<int>());
    return out;
  };
  EXPECT_EQ(numbers({"--player", "ANN 2"}), std::vector<int>{2});
  EXPECT_EQ(numbers({"--event", "cup", "--since", "2016-03-09", "--until", "2016-03-09"}), std::vector<int>{3});
  EXPECT_EQ(numbers({"--result", "second"}), std::vector<int>{});
  // Black's first stone of the second game stands at C9: so do those of a board turned.
  EXPECT_EQ(numbers({"--game", "go", "--option", "size=9", "--moves", "J3"}), std::vector<int>{2});
  EXPECT_EQ(numbers({"--game", "go", "--option", "size=9", "--moves", "E5"}), std::vector<int>{});
  EXPECT_EQ(desk.library({"search", "mine", "--result", "second"}).status, 1);
  EXPECT_EQ(desk.library({"search", "other"}).status, 2);
  EXPECT_EQ(desk.library({"search", "mine", "--since", "2016"}).status, 2);
  EXPECT_EQ(desk.library({"search", "mine", "--moves", "J3"}).status, 2) << "of which game?";

  const std::string sgf = desk.folder.path("found.sgf"), lines = desk.folder.path("found.jsonl"),
                    archive = desk.folder.path("found.zip");
  EXPECT_EQ(desk.library({"search", "mine", "--sgf", sgf, "--lines", lines, "--zip", archive}).status, 0);
  EXPECT_EQ(sgf::read(read_all(sgf)).games.size(), 3U);
  EXPECT_EQ(run({"convert", lines, "--from", "json", "--info"}).status, 2) << "a record a line is no single record";
  const std::string bytes = read_all(archive);
  ZipArchive unpacked(bytes);
  ASSERT_TRUE(unpacked.error().empty()) << unpacked.error().english();
  ASSERT_EQ(unpacked.files().size(), 3U);
  EXPECT_EQ(unpacked.files()[1].name, "000002 Ann 2 - Bob.sgf");
  Message why;
  EXPECT_NE(unpacked.read(unpacked.files()[1], why).find("PB[Ann 2]"), std::string::npos) << why.english();
  const Ran into_another = run({"import", archive, "--as", "copy", "--data", desk.data});
  EXPECT_NE(into_another.out.find("Imported 3 games into copy"), std::string::npos)
      << into_another.out << into_another.err;

  EXPECT_EQ(desk.library({"remove", "copy"}).status, 0);
  EXPECT_EQ(desk.library({"list"}).lines().size(), 1U);
  EXPECT_EQ(desk.library({"remove", "copy"}).status, 2);
}

// However far it came: the next run adds the rest, and nothing twice.
TEST(Library, AnInterruptedRunContinues) {
  const LibraryFolder desk;
  constexpr int kFiles = 40, kGamesOfFile = 25;
  for (int file = 0; file < kFiles; ++file) {
    std::string games;
    for (int i = 0; i < kGamesOfFile; ++i) {
      // Other moves in each: the first two points tell the number.
      const int number = file * kGamesOfFile + i;
      std::string moves = "(;GM[1]SZ[19]PB[Ann]PW[Bob]";
      for (const int point : {number % 361, (number % 361 + 1 + number / 361) % 361})
        moves += std::string(moves.back() == ']' && moves.find(";B[") == std::string::npos ? ";B[" : ";W[") +
                 static_cast<char>('a' + point % 19) + static_cast<char>('a' + point / 19) + "]";
      games += moves + "N[" + std::to_string(number) + "])\n";
    }
    desk.write("f" + std::to_string(file) + ".sgf", games);
  }
  const std::string import = "cairn import games --as mine --data data";
  const Ran whole = shell(desk.folder, "cairn import games --as mine --data other | head -n 1");
  for (const char* signal : {"KILL", "INT"}) shell(desk.folder, "timeout -s " + std::string(signal) + " 0.3 " + import);
  shell(desk.folder, import);
  const Ran all = shell(desk.folder, "cairn library list --data data; cairn library list --data other");
  ASSERT_EQ(all.lines().size(), 2U) << all.out << all.err;
  EXPECT_EQ(all.lines()[0], all.lines()[1]) << whole.out;
  EXPECT_NE(whole.out.find("games into mine"), std::string::npos) << whole.out << whole.err;
  const Ran numbers = shell(desk.folder, "cairn library search mine --most 100000 --json --data data");
  std::set<int> distinct;
  for (const Json& game : numbers.json()) distinct.insert(game.at("number").get<int>());
  EXPECT_EQ(distinct.size(), numbers.lines().size());
  EXPECT_GT(distinct.size(), 100U);
}

TEST(Library, BadUseIsTold) {
  const LibraryFolder desk;
  const Ran name = run({"import", desk.games, "--as", "My Games", "--data", desk.data});
  EXPECT_EQ(name.status, 2);
  EXPECT_NE(name.err.find("lower-case letters"), std::string::npos) << name.err;
  EXPECT_EQ(desk.import({}).status, 2);
}

}  // namespace
}  // namespace cairn::test

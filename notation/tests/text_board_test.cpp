// Boards as pictures. The files in tests/golden are written anew by
//   CAIRN_WRITE_GOLDEN=1 build/release/notation/notation_test --gtest_filter='*Golden*'
#include "notation/text_board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "games/registry.h"
#include "notation/words.h"

namespace cairn {
namespace {

struct Picture {
  const char* name;  // of the golden file
  const char* game;
  const char* options;
  const char* moves;
  BoardSize size;
  bool playable, freedoms;
};

constexpr const char* kStack = "A1 C1 A3 C3 B2 E1 E3 G1 G3 D2 F2 E5 C5";

const Picture kPictures[] = {
    {"spargo_large", "spargo", "", kStack, BoardSize::large, false, false},
    {"spargo_medium", "spargo", "", kStack, BoardSize::medium, false, false},
    {"spargo_small", "spargo", "", kStack, BoardSize::small, false, false},
    {"spargo_plain", "spargo", "", kStack, BoardSize::plain, false, false},
    {"spargo_playable", "spargo", "", "A1 C1 A3 C3", BoardSize::small, true, false},
    {"spargo_freedoms", "spargo", "", "A1 C1 E5 A5 G7 E7", BoardSize::small, false, true},
    {"margo_four_players", "margo", "size=5 players=4", "C3 E3 C5 E5 D4 G7", BoardSize::medium, false, false},
    {"margo_blocker", "margo", "size=3 testing", "A1 C1x A3", BoardSize::small, false, false},
    {"margo_flat", "margo", "size=4 height=1", "A1 C1", BoardSize::small, false, false},
    {"margo_nineteen", "margo", "size=19", "A1 AK37 AC3", BoardSize::automatic, false, false},
    {"margo_plain_beside", "margo", "size=12", kStack, BoardSize::plain, false, false},
    {"go_nine", "go", "size=9", "D4 F6 E4 pass C7 pass pass dead:F6", BoardSize::automatic, false, false},
    {"go_ko", "go", "size=5", "B3 C3 C4 D4 C2 D2 A1 E3 D3", BoardSize::automatic, false, false},
    {"margrites", "margrites", "black=a2,b2,c2,d2,e2,f2,g2,h2 white=a7,b7,c7,d7,e7,f7,g7,h7", "a2>a3; a3>a4",
     BoardSize::automatic, false, false},
};

// "" or the first word that was refused.
std::string play_all(Position& position, std::string_view moves) {
  for (const auto& word : read_words(moves)) {
    EventLog log;
    if (play_word(position, position.view(Viewer::referee), word, log).refused != Reason::none) return word;
  }
  return {};
}

std::string draw(const Picture& picture, Colours colours = Colours::none) {
  Made made = find_game(picture.game)->make({parse_option_words(picture.options), {}});
  EXPECT_EQ(made.error, "");
  EXPECT_EQ(play_all(made.position, picture.moves), "");
  BoardStyle style;
  style.size = picture.size;
  style.colours = colours;
  style.playable = picture.playable;
  style.freedoms = picture.freedoms;
  const View view = made.position.view(Viewer::spectator);
  return text_board(view, namer(made.position), style) + status_text(view, chosen_size(view, style));
}

class Golden : public testing::TestWithParam<Picture> {};

TEST_P(Golden, BoardIsDrawnAsBefore) {
  const std::string drawn = draw(GetParam());
  const std::string path = std::string(CAIRN_GOLDEN) + "/" + GetParam().name + ".txt";
  if (std::getenv("CAIRN_WRITE_GOLDEN")) {
    std::ofstream(path) << drawn;
    return;
  }
  std::ifstream in(path);
  ASSERT_TRUE(in) << path;
  std::stringstream expected;
  expected << in.rdbuf();
  EXPECT_EQ(drawn, expected.str());
}

INSTANTIATE_TEST_SUITE_P(Boards, Golden, testing::ValuesIn(kPictures),
                         [](const auto& picture) { return std::string(picture.param.name); });

TEST(TextBoard, FitsInEightyColumnsWithoutBlanksAtTheEnd) {
  for (const Picture& picture : kPictures) {
    std::stringstream lines(draw(picture));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(line.size(), 80U) << picture.name << ": " << line;
      EXPECT_FALSE(line.ends_with(' ')) << picture.name << ": " << line;
    }
  }
}

TEST(TextBoard, ColoursChangeNoLetter) {
  for (const Picture& picture : kPictures) {
    const std::string bare = draw(picture);
    std::string coloured = draw(picture, Colours::rich), letters;
    EXPECT_NE(coloured, bare);
    for (std::size_t i = 0; i < coloured.size(); ++i) {
      if (coloured[i] == '\033')
        i = coloured.find('m', i);
      else
        letters += coloured[i];
    }
    // Colours fill the board to its edge.
    std::stringstream with(letters), without(bare);
    for (std::string a, b; std::getline(with, a) && std::getline(without, b);) {
      a.erase(a.find_last_not_of(' ') + 1);
      EXPECT_EQ(a, b) << picture.name;
    }
  }
}

TEST(TextBoard, AutomaticTakesTheLargestThatFits) {
  const Position spargo = find_game("spargo")->make({}).position;
  const View view = spargo.view(Viewer::spectator);
  BoardStyle style;
  EXPECT_EQ(chosen_size(view, style), BoardSize::large);
  style.rows = 17;
  EXPECT_EQ(chosen_size(view, style), BoardSize::medium);
  style.rows = 13;
  EXPECT_EQ(chosen_size(view, style), BoardSize::small);
  style.columns = 15;
  EXPECT_EQ(chosen_size(view, style), BoardSize::plain);
}

// The three sizes of the specification, two balls side by side.
TEST(TextBoard, BallsHaveTheSpecifiedShapes) {
  const auto row_of_two = [](BoardSize size) {
    Position position = find_game("margo")->make({{{"size", "2"}, {"height", "1"}}, {}}).position;
    EXPECT_EQ(play_all(position, "A3 C3"), "");
    BoardStyle style;
    style.size = size;
    std::string text = text_board(position.view(Viewer::spectator), namer(position), style);
    std::replace(text.begin(), text.end(), 'X', 'x');
    std::stringstream lines(text);
    std::string picture;
    for (std::string line; std::getline(lines, line);)
      if (line.size() > 3 && line.find_first_of("_|/-") != std::string::npos) picture += line.substr(3) + "\n";
    return picture;
  };
  EXPECT_EQ(row_of_two(BoardSize::large),
            "  _____   _____\n"
            " /     \\ /     \\\n"
            "|  o o  |  x x  |\n"
            "|  o o  |  x x  |\n"
            " \\_____/ \\_____/\n");
  EXPECT_EQ(row_of_two(BoardSize::medium),
            "  ___   ___\n"
            " /   \\ /   \\\n"
            "(  o  |  x  )\n"
            " \\___/ \\___/\n");
  EXPECT_EQ(row_of_two(BoardSize::small),
            " .-. .-.\n"
            "( o | x )\n"
            " `-' `-'\n");
}

TEST(Wrap, BreaksAtBlanksAndKeepsLines) {
  EXPECT_EQ(wrap("one two three", 9, " "), " one two\n three\n");
  EXPECT_EQ(wrap("a\nb", 80), "a\nb\n");
  EXPECT_EQ(wrap("averylongword x", 5), "averylongword\nx\n");
}

}  // namespace
}  // namespace cairn

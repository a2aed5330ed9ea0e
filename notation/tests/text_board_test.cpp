// Boards as pictures. The files in tests/golden are written anew by
//   CAIRN_WRITE_GOLDEN=1 build/release/notation/notation_test --gtest_filter='*Golden*'
#include "notation/text_board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/text.h"
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
  bool playable = false, freedoms = false;
  Viewer viewer = Viewer::spectator;
  const char* position = "";  // its levels
};

constexpr const char* kStack = "A1 C1 A3 C3 B2 E1 E3 G1 G3 D2 F2 E5 C5";
constexpr const char* kDead = "D4 F6 E4 pass C7 pass pass dead:F6";
constexpr const char* kKo = "B3 C3 C4 D4 C2 D2 A1 E3 D3";
constexpr const char* kFormations = "black=a2,b2,c2,d2,e2,f2,g2,h2 white=a7,b7,c7,d7,e7,f7,g7,h7";
constexpr const char* kHidden = "A2 A1 C3 E5 B1 C3";  // white lost A1 and tried C3
// Diagrams of the book: a ball in the gap of four, balls straight above one another, three levels, a large fight.
constexpr const char* kGap = ".WB./WWWB/WWWB/WWWB .W./WWW/WWW ../W.";
constexpr const char* kTower = "WWB./WWBB/WWBB/.WWB BW./BBW/.BW B./.B";
constexpr const char* kFight =
    "BBWWBB./BWWWWBW/BBBBBWB/BBBBBW./.B.BWWW/BBBBBWW/BBBBBWW "
    "..W.../BWBW.B/WWBWB./...WW./...WW./B.WWW. ...../BWB../...W./...../.....";

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
    {"go_nine", "go", "size=9", kDead, BoardSize::plain},
    {"go_ko", "go", "size=5", kKo, BoardSize::plain},
    {"go_large", "go", "size=9", kDead, BoardSize::large},
    {"go_medium", "go", "size=9", kDead, BoardSize::medium},
    {"go_small", "go", "size=9", kDead, BoardSize::small},
    {"go_ko_large", "go", "size=5", kKo, BoardSize::large, false, true},
    {"go_ko_medium", "go", "size=5", kKo, BoardSize::medium, false, true},
    {"go_ko_small", "go", "size=5", kKo, BoardSize::small, false, true},
    {"go_nineteen", "go", "size=19", "D4 Q16 Q4 D16", BoardSize::medium},
    {"toroidal_large", "toroidal", "size=5", "A1 E5 C3", BoardSize::large},
    {"toroidal_medium", "toroidal", "size=5", "A1 E5 C3", BoardSize::medium},
    {"toroidal_small", "toroidal", "size=5", "A1 E5 C3", BoardSize::small},
    {"phantom_large", "phantom", "size=5", kHidden, BoardSize::large, false, false, Viewer::seat1},
    {"phantom_medium", "phantom", "size=5", kHidden, BoardSize::medium, false, false, Viewer::seat1},
    {"phantom_small", "phantom", "size=5", kHidden, BoardSize::small, false, false, Viewer::seat1},
    {"phantom_plain", "phantom", "size=5", kHidden, BoardSize::plain, false, false, Viewer::seat1},
    {"phantom_tried", "phantom", "size=5 terse", "C3 C3", BoardSize::small, false, false, Viewer::seat1},
    {"margrites", "margrites", kFormations, "a2>a3; a3>a4", BoardSize::plain},
    {"margrites_large", "margrites", kFormations, "a2>a3; a3>a4", BoardSize::large},
    {"margrites_medium", "margrites", kFormations, "a2>a3; a3>a4", BoardSize::medium},
    {"margrites_small", "margrites", kFormations, "a2>a3; a3>a4", BoardSize::small},
    {"margrites_arranging", "margrites", "", "black:a1,c1,e1,g1,b2,d2,f2,h2 white:b7,c7,d7,e7,e8,f7,g7,h7 black:accept",
     BoardSize::medium},
    {"margo_gap_large", "margo", "size=4", "", BoardSize::large, false, false, Viewer::spectator, kGap},
    {"margo_gap_medium", "margo", "size=4", "", BoardSize::medium, false, false, Viewer::spectator, kGap},
    {"margo_gap_small", "margo", "size=4", "", BoardSize::small, false, false, Viewer::spectator, kGap},
    {"margo_tower_large", "margo", "size=4", "", BoardSize::large, false, false, Viewer::spectator, kTower},
    {"margo_tower_medium", "margo", "size=4", "", BoardSize::medium, false, false, Viewer::spectator, kTower},
    {"margo_tower_small", "margo", "size=4", "", BoardSize::small, false, false, Viewer::spectator, kTower},
    {"margo_fight_large", "margo", "size=7", "", BoardSize::large, false, false, Viewer::spectator, kFight},
    {"margo_fight_medium", "margo", "size=7", "", BoardSize::medium, false, false, Viewer::spectator, kFight},
    {"margo_fight_small", "margo", "size=7", "", BoardSize::small, false, false, Viewer::spectator, kFight},
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
  Config config{parse_option_words(picture.options), {}};
  if (*picture.position != '\0') {
    config.setup.emplace();
    for (const auto level : split_words(picture.position)) config.setup->board.emplace_back(level);
  }
  Made made = find_game(picture.game)->make(config);
  EXPECT_EQ(made.error, "");
  EXPECT_EQ(play_all(made.position, picture.moves), "");
  BoardStyle style;
  style.size = picture.size;
  style.colours = colours;
  style.playable = picture.playable;
  style.freedoms = picture.freedoms;
  const View view = made.position.view(picture.viewer);
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

TEST(TextBoard, AutomaticDoesSoOnBoardsWithoutLevels) {
  const auto sizes = [](const char* game, const char* options) {
    const View view = find_game(game)->make({parse_option_words(options), {}}).position.view(Viewer::spectator);
    std::vector<BoardSize> chosen;
    for (const int rows : {60, 24, 10}) {
      BoardStyle style;
      style.rows = rows;
      chosen.push_back(chosen_size(view, style));
    }
    return chosen;
  };
  using enum BoardSize;
  EXPECT_EQ(sizes("go", "size=9"), (std::vector{large, medium, small}));
  EXPECT_EQ(sizes("go", "size=19"), (std::vector{medium, small, small}));
  EXPECT_EQ(sizes("margrites", ""), (std::vector{large, medium, small}));
}

TEST(TextBoard, TellsItsRoom) {
  const auto room = [](const char* game, const char* options, BoardSize size) {
    return board_room(find_game(game)->make({parse_option_words(options), {}}).position.view(Viewer::spectator), size);
  };
  EXPECT_EQ(room("margo", "size=19", BoardSize::large), (std::pair{156, 78}));
  EXPECT_EQ(room("margo", "size=8", BoardSize::medium), (std::pair{52, 26}));
  EXPECT_EQ(room("go", "size=19", BoardSize::medium), (std::pair{80, 38}));
  EXPECT_EQ(room("go", "size=25", BoardSize::large), (std::pair{154, 76}));
  EXPECT_EQ(room("margrites", "", BoardSize::large), (std::pair{57, 34}));
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

// A side whose name is a colour has that colour; the others have those left over, so that no two look the same.
TEST(TextBoard, DrawsSidesOfAnyName) {
  const auto glyphs = [](const std::vector<std::string>& names) {
    View view;
    view.surface = "grid";
    view.columns = static_cast<int>(names.size());
    view.rows = 1;
    view.board = {""};
    for (const std::string& name : names) {
      view.sides.push_back({.name = name, .letter = static_cast<char>('P' + view.sides.size())});
      view.board[0] += view.sides.back().letter;
    }
    BoardStyle style;
    style.size = BoardSize::small;
    const auto name = [](Point point) { return std::string(1, static_cast<char>('A' + point.column)) + "1"; };
    return text_board(view, name, style);
  };
  EXPECT_EQ(glyphs({"first", "second"}), "1  o x\n   A B\n");
  EXPECT_EQ(glyphs({"amber", "white", "violet"}), "1  x o y\n   A B C\n");
  EXPECT_EQ(glyphs({"black", "white"}), "1  x o\n   A B\n");
  EXPECT_EQ(glyphs({"blue", "n", "white", "s"}), "1  z x o y\n   A B C D\n");
}

TEST(Wrap, BreaksAtBlanksAndKeepsLines) {
  EXPECT_EQ(wrap("one two three", 9, " "), " one two\n three\n");
  EXPECT_EQ(wrap("a\nb", 80), "a\nb\n");
  EXPECT_EQ(wrap("averylongword x", 5), "averylongword\nx\n");
}

}  // namespace
}  // namespace cairn

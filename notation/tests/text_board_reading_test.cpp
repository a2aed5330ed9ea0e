// Random games of every game and size: what is drawn is read back, and it is what the viewer may see.
#include "notation/tests/board_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "core/rng.h"
#include "games/registry.h"
#include "notation/view_json.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

constexpr BoardSize kDrawn[] = {BoardSize::large, BoardSize::medium, BoardSize::small};

using Rows = std::vector<std::vector<std::string>>;  // levels of rows, top to bottom

Rows rows_of(const View& view) {
  Rows levels;
  if (view.surface != "pyramid") return {view.board};
  for (int l = 0; l < view.levels; ++l) {
    levels.emplace_back(static_cast<std::size_t>(view.rows - l),
                        std::string(static_cast<std::size_t>(view.columns - l), '.'));
    if (static_cast<std::size_t>(l) >= view.board.size()) continue;
    std::size_t row = 0;
    for (const auto text : split(view.board[static_cast<std::size_t>(l)], '/')) levels.back().at(row++) = text;
  }
  return levels;
}

char letter_at(const Rows& levels, Point point) {
  const auto& rows = levels[point.level];
  return rows[rows.size() - 1 - point.row][point.column];
}

bool marked(const View& view, std::string_view kind, Point point) {
  for (const auto& mark : view.marks)
    if (mark.kind == kind && std::find(mark.points.begin(), mark.points.end(), point) != mark.points.end()) return true;
  return false;
}

// By the names of the sides: the letters of the specification.
char drawn_letter(const View& view, char letter) {
  for (const auto& side : view.sides)
    if (side.letter == letter)
      return side.name == "white" ? 'o' : side.name == "black" ? 'x' : side.name == "red" ? 'y' : 'z';
  return '#';
}

char sign_of(const View& view, Point point, bool freedoms) {
  const auto last_freedom = [&](const View::Group& group) { return group.freedoms == std::vector<Point>{point}; };
  if (freedoms && std::any_of(view.groups.begin(), view.groups.end(), last_freedom)) return '*';
  if (marked(view, "ko", point)) return '!';
  if (marked(view, "tried", point)) return '?';
  return marked(view, "captured", point) ? ':' : '.';
}

// The highest ball of those that lie straight above one another; a hole where there is none.
Seen seen_from_above(const View& view, const Rows& levels, Point point, bool freedoms) {
  Point top = point;
  int level = point.level, c = point.column, r = point.row;
  for (; level < static_cast<int>(levels.size()) && std::min(c, r) >= 0 && c < view.columns - level &&
         r < view.rows - level;
       level += 2, --c, --r) {
    const Point up{static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
    if (letter_at(levels, up) != '.') top = up;
  }
  const char letter = letter_at(levels, top);
  if (letter != '.') return {drawn_letter(view, letter), marked(view, "last", top), marked(view, "dead", top)};
  const char sign = sign_of(view, top, freedoms);
  if (view.surface == "pyramid") return {sign == '*' || top.level == 0 ? sign : ' '};
  return {marked(view, "last", top) ? ':' : sign};
}

void expect_tidy(const std::string& text, std::size_t columns, const std::string& about) {
  ASSERT_TRUE(text.ends_with('\n')) << about;
  for (const auto line : split(std::string_view(text).substr(0, text.size() - 1), '\n')) {
    EXPECT_LE(line.size(), columns) << about << line;
    EXPECT_FALSE(line.ends_with(' ')) << about << line;
    EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; })) << about << line;
  }
}

// Draws in every size, reads back, compares point by point.
void expect_reads_back(const View& view, const PointNamer& name, bool freedoms, const std::string& about) {
  const Rows levels = rows_of(view);
  BoardStyle style;
  style.freedoms = freedoms;
  for (const BoardSize size : kDrawn) {
    style.size = size;
    ASSERT_EQ(chosen_size(view, style), size) << about;
    const std::string text = text_board(view, name, style);
    const std::string shown = about + "\n" + text;
    const auto [columns, rows] = board_room(view, size);
    ASSERT_LE(columns, kWidestBoard) << shown;
    ASSERT_EQ(std::count(text.begin(), text.end(), '\n'), rows) << shown;
    expect_tidy(text, static_cast<std::size_t>(columns), shown);
    const BoardReader reader(view, text, name, size);
    const bool bare = view.surface == "squares" && size != BoardSize::small;  // empty squares hold nothing
    for (std::size_t l = 0; l < levels.size() && l < 2; ++l)
      for (int c = 0; c < view.columns - static_cast<int>(l); ++c)
        for (int r = 0; r < view.rows - static_cast<int>(l); ++r) {
          const Point point{static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
          Seen expected = seen_from_above(view, levels, point, freedoms);
          if (bare && expected.letter == '.') expected.letter = ' ';
          const auto seen = reader.drawn_at(point);
          ASSERT_TRUE(seen) << name(point) << " is not on the board of\n" << shown;
          ASSERT_TRUE(*seen == expected) << name(point) << ": '" << seen->letter << "' for '" << expected.letter
                                         << "' in\n"
                                         << shown;
        }
  }
  style.size = BoardSize::plain;
  for (const int height : {24, 10'000}) {
    style.rows = height;
    const std::string text = text_board(view, name, style);
    expect_tidy(text, 80, about);
    const BoardReader reader(view, text, name, BoardSize::plain);
    for (std::size_t l = 0; l < view.board.size() && l < levels.size(); ++l)
      for (int c = 0; c < view.columns - static_cast<int>(l); ++c)
        for (int r = 0; r < view.rows - static_cast<int>(l); ++r) {
          const Point point{static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
          const char letter = letter_at(levels, point);
          const char sign = letter == '.' ? sign_of(view, point, freedoms) : letter;
          const Seen expected{sign, marked(view, "last", point), letter != '.' && marked(view, "dead", point)};
          const auto seen = reader.plain_at(point);
          ASSERT_TRUE(seen && *seen == expected) << about << ", plain: " << name(point) << " in\n" << text;
        }
  }
}

// Pieces that a viewer does not know of, by the referee's view: none is drawn. Returns how many there were.
int expect_hidden(const View& view, const View& truth, const PointNamer& name, const std::string& about) {
  const Rows known = rows_of(view), all = rows_of(truth);
  int hidden = 0;
  for (int c = 0; c < view.columns; ++c)
    for (int r = 0; r < view.rows; ++r) {
      const Point point{0, static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
      if (letter_at(known, point) != '.' || letter_at(all, point) == '.') continue;
      ++hidden;
      for (const BoardSize size : kDrawn) {
        BoardStyle style;
        style.size = size;
        style.freedoms = true;
        const std::string text = text_board(view, name, style);
        const auto seen = BoardReader(view, text, name, size).drawn_at(point);
        EXPECT_TRUE(seen && std::string_view(".?:").find(seen->letter) != std::string_view::npos)
            << about << ": " << name(point) << " in\n"
            << text;
      }
    }
  return hidden;
}

// One that an older list of legal actions still holds, if it is found soon: whole lists of large boards take long.
Action random_action(const Position& position, Seat seat, ActionList& list, Rng& rng) {
  const auto any = [&] { return list[rng.below(static_cast<std::uint32_t>(list.size()))]; };
  for (int tries = 0; tries < 8 && !list.empty(); ++tries)
    if (const Action action = any(); position.check(seat, action) == Reason::none) return action;
  position.legal(seat, list);
  return any();
}

// Plays at random and looks at the boards of all viewers now and then. Names come from a game that nobody has moved in:
// the position itself is out of reach of the drawing. Returns the hidden pieces that it asked for.
int play_and_read(const GameInfo& info, const std::string& options, int plies, int looks, Rng& rng) {
  Made made = info.make({parse_option_words(options), {}});
  EXPECT_EQ(made.error, "") << info.name << " " << options;
  const Position fresh = made.position;
  const PointNamer name = namer(fresh);
  Position position = made.position;
  ActionList actions;
  int hidden = 0;
  for (int ply = 0; ply <= plies; ++ply) {
    const bool over = position.to_act().empty();
    if (over || ply % std::max(plies / looks, 1) == 0) {
      const View truth = position.view(Viewer::referee);
      for (int viewer = 0; viewer <= static_cast<int>(Viewer::spectator); ++viewer) {
        if (viewer >= position.seats() && viewer != static_cast<int>(Viewer::spectator)) continue;
        if (!info.hidden && viewer != 0) continue;  // all see the same
        const View view = position.view(static_cast<Viewer>(viewer));
        const std::string about = std::string(info.name) + " " + options + ", ply " + std::to_string(ply) +
                                  ", viewer " + std::to_string(viewer);
        // Upper freedoms may lie above a ball that shows: not asked for here.
        const bool freedoms = rng.below(2) == 0 && options.find("all_freedoms") == std::string::npos;
        expect_reads_back(view, name, freedoms, about);
        if (info.hidden) hidden += expect_hidden(view, truth, name, about);
        if (testing::Test::HasFatalFailure()) return hidden;
      }
    }
    if (over) break;
    const Seat seat = position.to_act().front();
    position.apply(seat, random_action(position, seat, actions, rng), NoEvents{});
  }
  return hidden;
}

TEST(TextBoardReading, FindsEveryPieceOfEveryGame) {
  Rng rng(1);
  int hidden = 0;
  std::set<std::string> surfaces;
  for (const GameInfo& info : games())
    for (const std::string_view options : info.variety) {
      hidden += play_and_read(info, std::string(options), 200, 12, rng);
      surfaces.insert(info.make({parse_option_words(options), {}}).position.view(Viewer::spectator).surface);
      if (HasFatalFailure()) return;
    }
  EXPECT_EQ(surfaces, (std::set<std::string>{"grid", "pyramid", "squares", "torus"}));
  EXPECT_GT(hidden, 100);
}

TEST(TextBoardReading, FindsEveryBallOfEveryPyramid) {
  Rng rng(2);
  for (int size = 2; size <= 19; size += in_short_run() ? 4 : 1)
    for (int players = 2; players <= 4; ++players) {
      const std::string options = "size=" + std::to_string(size) + " players=" + std::to_string(players);
      play_and_read(*find_game("margo"), options, 3 * size * size, 5, rng);
      if (HasFatalFailure()) return;
    }
}

// A whole pyramid: from above one sees the ball of each level that nothing lies on, and no other.
TEST(TextBoardReading, HidesWhatLiesBelow) {
  const Position position = find_game("margo")->make({{{"size", "5"}}, {}}).position;
  View view = position.view(Viewer::spectator);
  view.board.clear();
  for (int l = 0; l < 5; ++l) {
    const std::string row(static_cast<std::size_t>(5 - l), "WB"[l % 2]);
    std::string level;
    for (int r = 0; r < 5 - l; ++r) level += (r > 0 ? "/" : "") + row;
    view.board.push_back(level);
  }
  expect_reads_back(view, namer(position), false, "whole pyramid");
  for (const BoardSize size : {BoardSize::medium, BoardSize::small}) {
    BoardStyle style;
    style.size = size;
    const std::string text = text_board(view, namer(position), style);
    EXPECT_EQ(std::count(text.begin(), text.end(), 'o'), 16 + 8 + 1) << text;  // the rims of 5x5 and 3x3, and the top
    EXPECT_EQ(std::count(text.begin(), text.end(), 'x'), 12 + 4) << text;
  }
}

Json read_vectors(const std::string& file) {
  std::ifstream in(std::string(CAIRN_VECTORS) + "/" + file);
  EXPECT_TRUE(in) << file;
  std::stringstream text;
  text << in.rdbuf();
  return parse_json(text.str());
}

View view_of(int n, const std::vector<std::string>& board, std::optional<Position>& kept) {
  Made made = find_game("margo")->make({{{"size", std::to_string(n)}}, Setup{board, ""}});
  EXPECT_EQ(made.error, "");
  kept = made.position;
  return kept->view(Viewer::spectator);
}

// The diagrams of the book, where balls overlap in every way, ball by ball.
TEST(TextBoardReading, FindsEveryBallOfTheBooksDiagrams) {
  const Json vectors = read_vectors("margo_positions.json");
  int diagrams = 0;
  const auto look = [&](int n, const std::vector<std::string>& board, const std::string& about) {
    std::optional<Position> position;
    const View view = view_of(n, board, position);
    ASSERT_EQ(view.board, board) << about;
    expect_reads_back(view, namer(*position), false, about);
    ++diagrams;
  };
  const auto trimmed = [](std::vector<std::string> board) {  // a view leaves empty upper levels out
    while (board.size() > 1 && board.back().find_first_not_of("./") == std::string::npos) board.pop_back();
    return board;
  };
  for (const auto& item : vectors.at("transitions")) {
    const std::string page = "page " + item.at("page").dump();
    look(item.at("n"), trimmed(item.at("before").get<std::vector<std::string>>()), page + ", before");
    look(item.at("n"), trimmed(item.at("after").get<std::vector<std::string>>()), page + ", after");
  }
  for (const auto& item : vectors.at("claims"))
    look(item.at("n"), trimmed(item.at("pos").get<std::vector<std::string>>()), "claim " + item.at("page").dump());
  EXPECT_GE(diagrams, 55);
}

TEST(TextBoardReading, FindsEveryBallOfTheBooksGames) {
  const Json vectors = read_vectors("margo_games.json");
  for (const auto& game : vectors.at("games")) {
    Position position = find_game("margo")->make({{{"size", game.at("n").dump()}}, {}}).position;
    for (const std::string word : game.at("moves")) {
      const Seat seat = position.to_act().front();
      const Parsed parsed = position.parse(seat, word);
      ASSERT_EQ(parsed.refused, Reason::none) << word;
      position.apply(seat, parsed.action, NoEvents{});
      expect_reads_back(position.view(Viewer::spectator), namer(position), true,
                        "game " + game.at("gamerz_game").dump() + ", " + word);
      if (HasFatalFailure()) return;
    }
  }
}

// A view of one row of squares, wider than any board of a game.
TEST(TextBoard, NothingIsWiderThanTwoHundredColumnsUnasked) {
  View view;
  view.surface = "squares";
  view.columns = 45;
  view.rows = 1;
  view.board = {std::string(45, '.')};
  BoardStyle style;
  style.size = BoardSize::large;
  EXPECT_EQ(board_room(view, BoardSize::large).first, 273);
  EXPECT_EQ(chosen_size(view, style), BoardSize::medium);
  style.columns = 273;
  EXPECT_EQ(chosen_size(view, style), BoardSize::large);
  style.columns = 80;
  view.columns = 120;
  EXPECT_EQ(chosen_size(view, style), BoardSize::plain);
}

}  // namespace
}  // namespace cairn

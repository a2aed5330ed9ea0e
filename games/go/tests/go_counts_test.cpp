// Counts: legal positions against Tromp's table, and perft (sequences of actions of a length) against recorded tables
// whose first columns the reference confirms.
#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

#include "games/go/board.h"
#include "games/go/tests/go_helpers.h"
#include "tests/reference/effort.h"
#include "tests/reference/go_reference.h"

namespace cairn::go {
namespace {

// Boards are numbers in base three.
long legal_positions(GridSize size, Topology topology) {
  Board<9> board(size, topology);
  long all = 1;
  for (int i = 0; i < size.points(); ++i) all *= 3;
  long legal = 0;
  std::array<Colour, 25> colours{};
  for (long code = 0; code < all; ++code) {
    legal += board.set_up([&](int point) { return colours[static_cast<std::size_t>(point)]; }) ? 1 : 0;
    for (Colour& colour : colours) {  // the next number
      colour = colour == Colour::white ? Colour::empty : static_cast<Colour>(static_cast<int>(colour) + 1);
      if (colour != Colour::empty) break;
    }
  }
  return legal;
}

// The same by the reference: it refuses a position in which a group has no liberty.
long legal_positions_by_reference(GridSize size, bool torus) {
  const auto columns = static_cast<std::size_t>(size.columns), count = static_cast<std::size_t>(size.rows);
  reference::GoOptions options;
  options.columns = size.columns;
  options.rows = size.rows;
  options.torus = torus;
  std::string letters(columns * count, '.');
  long legal = 0;
  for (bool more = true; more;) {
    Words rows;
    for (std::size_t row = 0; row < count; ++row) rows.push_back(letters.substr(row * columns, columns));
    try {
      reference::Go::from_position(options, rows, "black");
      ++legal;
    } catch (const std::invalid_argument&) {
    }
    more = false;
    for (char& letter : letters) {
      letter = letter == '.' ? 'B' : letter == 'B' ? 'W' : '.';
      if (letter == '.') continue;
      more = true;
      break;
    }
  }
  return legal;
}

TEST(GoCounts, LegalPositionsUpTo3x3) {
  EXPECT_EQ(legal_positions({2, 2}, Topology::flat), 57);
  EXPECT_EQ(legal_positions({3, 3}, Topology::flat), 12675);
  // Tromp and Farnebaeck's table of rectangles.
  EXPECT_EQ(legal_positions({2, 3}, Topology::flat), 489);
  EXPECT_EQ(legal_positions({3, 2}, Topology::flat), 489);
  EXPECT_EQ(legal_positions({2, 4}, Topology::flat), 4125);
  EXPECT_EQ(legal_positions({5, 2}, Topology::flat), 35117);
}

TEST(GoCounts, LegalPositionsLong4x4) {
  if (!in_long_run()) GTEST_SKIP() << "set CAIRN_LONG=1";
  EXPECT_EQ(legal_positions({4, 4}, Topology::flat), 24318165);
}

TEST(GoCounts, LegalToroidalPositionsByBruteForce) {
  EXPECT_EQ(legal_positions({3, 3}, Topology::torus), legal_positions_by_reference({3, 3}, true));
  EXPECT_EQ(legal_positions_by_reference({2, 2}, false), 57);
  EXPECT_EQ(legal_positions_by_reference({2, 3}, false), 489);
}

// On a torus of 4 the 43 million boards are checked against a plain flood fill instead.
TEST(GoCounts, LegalToroidalPositionsLong4x4) {
  if (!in_long_run()) GTEST_SKIP() << "set CAIRN_LONG=1";
  long legal = 0;
  std::array<int, 16> board{};
  for (bool more = true; more;) {
    std::array<bool, 16> alive{};
    for (bool grown = true; grown;) {
      grown = false;
      for (int p = 0; p < 16; ++p) {
        const auto here = static_cast<std::size_t>(p);
        if (alive[here] || board[here] == 0) continue;
        for (const int q : {p / 4 * 4 + (p + 1) % 4, p / 4 * 4 + (p + 3) % 4, (p + 4) % 16, (p + 12) % 16}) {
          const auto there = static_cast<std::size_t>(q);
          if (board[there] == 0 || (board[there] == board[here] && alive[there])) alive[here] = true;
        }
        grown |= alive[here];
      }
    }
    bool all = true;
    for (std::size_t p = 0; p < 16; ++p) all = all && (board[p] == 0 || alive[p]);
    legal += all ? 1 : 0;
    more = false;
    for (int& stone : board) {
      stone = (stone + 1) % 3;
      if (stone == 0) continue;
      more = true;
      break;
    }
  }
  EXPECT_EQ(legal_positions({4, 4}, Topology::torus), legal);
}

struct Table {
  std::string game, options;
  std::vector<std::uint64_t> nodes;  // of depth 1, 2, ...
};

const std::vector<Table>& tables() {
  static const std::vector<Table> all{
      {"go",
       "size=2 agreement=no",
       {5, 21, 68, 156, 316, 604, 1168, 2592, 5768, 12120, 24248, 47840, 99776, 212944, 446720, 906728, 1804128,
        3595000}},
      {"go", "size=2", {5, 21, 72, 196, 618, 2432, 10664, 50376, 249304, 1277456, 6713168}},
      {"go",
       "size=2 ko=situational agreement=no",
       {5, 21, 68, 156, 316, 604, 1112, 2312, 4544, 8800, 15248, 26456, 49024, 93760, 173144, 305760, 530296, 955800}},
      {"go",
       "size=2 ko=positional agreement=no",
       {5, 21, 68, 156, 316, 604, 1088, 2184, 4184, 8024, 13800, 23560, 42784, 80000, 146904, 257848, 442776, 788000}},
      {"go", "size=3 agreement=no", {10, 91, 738, 5281, 33384, 179712, 842728, 3271816, 11287000}},
      {"go", "size=3 ko=situational agreement=no", {10, 91, 738, 5281, 33384, 179712, 842728, 3271784, 11285528}},
      {"go", "size=3 ko=positional agreement=no", {10, 91, 738, 5281, 33384, 179712, 842696, 3271208, 11279096}},
      {"go", "size=4 agreement=no", {17, 273, 4112, 57984, 764016, 9323872}},
      {"go", "size=5 scoring=territory agreement=no", {26, 651, 15650, 361041, 7984104}},
      {"go", "size=9 agreement=no", {82, 6643, 531522, 42002809}},
      {"go", "size=19 agreement=no", {362, 130683, 47046242}},
      {"go", "size=7 handicap=9 agreement=no", {41, 1641, 64040, 2436456}},
      {"toroidal", "size=3 agreement=no", {10, 91, 738, 5337, 33984, 188064, 891072, 3535776, 11689272}},
      {"toroidal", "size=3 ko=positional agreement=no", {10, 91, 738, 5337, 33984, 188064, 891072, 3535776, 11689272}},
      {"toroidal", "size=4 agreement=no", {17, 273, 4112, 58096, 766800, 9414960}},
      {"toroidal", "agreement=no", {122, 14763, 1771682}},
      {"go", "size=2x3 agreement=no", {7, 43, 222, 934, 3242, 8666, 20760}},
      {"go", "size=5x2 agreement=no", {11, 111, 1010, 8226}},
      {"go", "size=13x9 agreement=no", {118, 13807, 1601730}},
      {"toroidal", "size=3x4 agreement=no", {13, 157, 1740, 17700}},
  };
  return all;
}

std::uint64_t slow_perft(const reference::Go& game, int depth) {
  const Words legal = game.legal();
  if (depth == 1) return legal.size();
  std::uint64_t nodes = 0;
  for (const std::string& word : legal) {
    reference::Go next = game;
    next.play(word);
    nodes += slow_perft(next, depth - 1);
  }
  return nodes;
}

TEST(GoCounts, Perft) {
  const std::uint64_t limit = in_long_run() ? 100'000'000 : static_cast<std::uint64_t>(as_many(1'000'000));
  for (const Table& table : tables())
    for (std::size_t depth = 1; depth <= table.nodes.size() && table.nodes[depth - 1] <= limit; ++depth)
      EXPECT_EQ(start(table.game, table.options).perft(static_cast<int>(depth)), table.nodes[depth - 1])
          << table.game << " " << table.options << " depth " << depth;
}

TEST(GoCounts, ReferencePerft) {
  const std::uint64_t limit = in_long_run() ? 200'000 : 6'000;
  for (const Table& table : tables()) {
    if (table.options.find("agreement=no") == std::string::npos) continue;  // the reference has no agreement
    const OptionValues values = find_game(table.game)->complete(parse_option_words(table.options));
    reference::GoOptions options;
    options.torus = table.game == "toroidal";
    for (const auto& [name, value] : values) {
      if (name == "size") {
        options.columns = parse_size(value)->columns;
        options.rows = parse_size(value)->rows;
      }
      if (name == "handicap") options.handicap = *parse_int(value);
      if (name == "ko") options.ko = value;
    }
    for (std::size_t depth = 1; depth <= table.nodes.size() && table.nodes[depth - 1] <= limit; ++depth)
      EXPECT_EQ(slow_perft(reference::Go(options), static_cast<int>(depth)), table.nodes[depth - 1])
          << table.game << " " << table.options << " depth " << depth;
  }
}

}  // namespace
}  // namespace cairn::go

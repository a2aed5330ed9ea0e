// Patterns in the changes of random games, against a search that turns whole boards.
#include "server/library/board_changes.h"

#include <gtest/gtest.h>

#include "core/rng.h"
#include "core/text.h"
#include "games/registry.h"

namespace cairn {
namespace {

using PatternRows = std::vector<std::string>;

PatternRows mirrored_rows(PatternRows board) {
  for (std::string& row : board) row = std::string(row.rbegin(), row.rend());
  return board;
}
PatternRows turned_rows(const PatternRows& board) {  // by a quarter
  PatternRows out(board[0].size(), std::string(board.size(), ' '));
  for (std::size_t row = 0; row < board.size(); ++row)
    for (std::size_t column = 0; column < board[0].size(); ++column)
      out[column][board.size() - 1 - row] = board[row][column];
  return out;
}

bool lies_at(const PatternRows& board, const PatternRows& pattern, std::size_t shift) {
  if (pattern.size() > board.size() || pattern[0].size() + shift > board[0].size()) return false;
  for (std::size_t row = 0; row < pattern.size(); ++row)
    for (std::size_t column = 0; column < pattern[0].size(); ++column)
      if (pattern[row][column] != '?' && pattern[row][column] != board[row][column + shift]) return false;
  return true;
}

bool pattern_stands(PatternRows board, const PatternRows& pattern, PatternPlace place) {
  for (int i = 0; i < 8; ++i) {
    const std::size_t shifts = place == PatternPlace::corner ? 1 : board[0].size();
    for (std::size_t shift = 0; shift < shifts; ++shift)
      if (lies_at(board, pattern, shift)) return true;
    board = i == 3 ? mirrored_rows(board) : turned_rows(board);
  }
  return false;
}

struct PatternGame {
  std::vector<PatternRows> boards;  // after so many moves
  std::string changes;
  View empty;
};

PatternGame pattern_game(const OptionValues& options, std::uint64_t seed) {
  Rng rng(seed);
  Made made = find_game("go")->make({options, std::nullopt});
  EXPECT_EQ(made.error.english(), "");
  Position& position = made.position;
  PatternGame out{{}, {}, position.view(Viewer::referee)};
  BoardChanges changes(out.empty);
  out.boards.push_back(out.empty.board);
  while (!position.to_act().empty() && out.boards.size() < 60) {
    const Seat seat = position.to_act().front();
    ActionList actions;
    position.legal(seat, actions);
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    EventLog log;
    position.apply(seat, action, [&log](const Event& event) { log.push_back(event); });
    changes.take(log);
    out.boards.push_back(position.view(Viewer::referee).board);
  }
  out.changes = changes.bytes();
  return out;
}

PatternRows random_pattern(Rng& rng, const PatternRows& board, bool side) {
  const std::size_t rows = 1 + rng.below(3), columns = 1 + rng.below(3);
  const std::size_t shift = side ? rng.below(static_cast<std::uint32_t>(board[0].size() - columns + 1)) : 0;
  PatternRows out;
  for (std::size_t row = 0; row < rows; ++row) {
    out.push_back(board[row].substr(shift, columns));
    for (char& letter : out.back())
      if (rng.below(4) == 0) letter = '?';
  }
  return out;
}

std::optional<int> first_by_turning(const PatternGame& game, const PatternRows& pattern, PatternPlace place) {
  for (std::size_t i = 0; i < game.boards.size(); ++i)
    if (pattern_stands(game.boards[i], pattern, place)) return static_cast<int>(i);
  return std::nullopt;
}

TEST(BoardPattern, AsBoardsThatAreTurned) {
  Rng rng(7);
  int found = 0, compared = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const PatternGame game = pattern_game({{"size", seed % 2 == 0 ? "5" : "9"}, {"agreement", "no"}}, seed);
    const PatternGame other = pattern_game({{"size", seed % 2 == 0 ? "5" : "9"}, {"agreement", "no"}}, seed + 1'000);
    for (int i = 0; i < 40; ++i) {
      const PatternPlace place = i % 2 == 0 ? PatternPlace::corner : PatternPlace::side;
      const auto& boards = i % 4 < 2 ? game.boards : other.boards;
      const PatternRows rows =
          random_pattern(rng, boards[rng.below(static_cast<std::uint32_t>(boards.size()))], i % 2 != 0);
      BoardPattern pattern;
      if (!pattern.read(game.empty, join(rows, "|"), place).empty()) continue;  // without a stone
      const auto expected = first_by_turning(game, rows, place);
      EXPECT_EQ(pattern.find(game.changes), expected) << join(rows, "|") << ' ' << seed;
      ++compared;
      found += expected ? 1 : 0;
    }
  }
  EXPECT_GT(found, 200);
  EXPECT_GT(compared, found + 50);
}

TEST(BoardPattern, StartsThatAreSetUpCountAsNoMove) {
  const Made made = find_game("go")->make({{{"size", "9"}, {"handicap", "2"}}, std::nullopt});
  const View start = made.position.view(Viewer::referee);
  BoardPattern pattern;
  ASSERT_EQ(pattern.read(start, "...|...|..B", PatternPlace::corner).english(), "");
  EXPECT_EQ(pattern.find(BoardChanges(start).bytes()), 0);
}

TEST(BoardPattern, WhatIsNoneIsRefused) {
  const View go = find_game("go")->make({{{"size", "5"}}, std::nullopt}).position.view(Viewer::referee);
  const auto code = [](const View& view, std::string_view rows) {
    return std::string(BoardPattern().read(view, rows, PatternPlace::corner).code());
  };
  EXPECT_EQ(code(go, "B"), "");
  EXPECT_EQ(code(go, "b?|?w"), "") << "small letters, too";
  EXPECT_EQ(code(go, ""), "pattern-shape");
  EXPECT_EQ(code(go, "B|"), "pattern-shape");
  EXPECT_EQ(code(go, "B.|B"), "pattern-shape");
  EXPECT_EQ(code(go, "BX"), "pattern-letter");
  EXPECT_EQ(code(go, "..|.?"), "pattern-empty");
  EXPECT_EQ(code(go, "B....."), "pattern-large");
  EXPECT_EQ(code(find_game("spargo")->make({}).position.view(Viewer::referee), "W"), "pattern-board");
  EXPECT_EQ(code(find_game("toroidal")->make({}).position.view(Viewer::referee), "B"), "pattern-board");
  EXPECT_EQ(BoardChanges(find_game("margrites")->make({}).position.view(Viewer::referee)).bytes(), "");
}

}  // namespace
}  // namespace cairn

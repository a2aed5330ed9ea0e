// The positions of games/solved.h: in each one move alone wins, proven anew by the game's solver.
#include "games/solved.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"
#include "games/ai_exact.h"
#include "games/registry.h"
#include "search/proving.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

using Path = std::vector<Position>;

Position start_of(const SolvedPosition& solved) {
  return find_game(solved.game)->make({parse_option_words(solved.options), std::nullopt}).position;
}

void add(Path& path, std::string_view word) {
  EventLog log;
  Position next = path.back();
  ASSERT_EQ(next.play(next.to_act().front(), word, log), Reason::none) << word;
  path.push_back(std::move(next));
}

Path path_to(const SolvedPosition& solved) {
  Path path{start_of(solved)};
  for (const auto word : split_words(solved.moves)) add(path, word);
  return path;
}

std::unique_ptr<ExactSolver> solver_of(const SolvedPosition& solved) {
  return solving_of(*find_game(solved.game))->make(start_of(solved), std::size_t{64} << 20);
}

bool reaches(ExactSolver& solver, const Path& path, int aim) {
  for (;;)
    if (const auto answer = solver.reaches(path, aim, 100'000)) return *answer;
}

// Whether the side that made the last move of the path has won.
bool has_won(ExactSolver& solver, const Path& path) {
  const auto seat = static_cast<std::size_t>(path[path.size() - 2].to_act().front());
  if (const Outcome outcome = path.back().outcome(); outcome.over) return outcome.rank[seat] < outcome.rank[1 - seat];
  return !reaches(solver, path, 0);
}

void prove_again(const SolvedPosition& solved) {
  SCOPED_TRACE(std::string(solved.game) + " " + std::string(solved.options) + ": " + std::string(solved.moves));
  const auto solver = solver_of(solved);
  Path path = path_to(solved);
  std::vector<std::string> right;
  for (const std::string& word : path.back().legal_words(path.back().to_act().front())) {
    add(path, word);
    if (has_won(*solver, path)) right.push_back(word);
    path.pop_back();
  }
  EXPECT_EQ(right, std::vector{std::string(solved.right)});
  const auto line = split_words(solved.line);
  ASSERT_EQ(line.size() % 2, 1U) << "the winner has the last move";
  EXPECT_EQ(line.front(), solved.right);
  for (std::size_t i = 0; i < line.size(); ++i) {
    add(path, line[i]);
    if (i % 2 == 0) EXPECT_TRUE(has_won(*solver, path)) << solved.line << " at " << line[i];
  }
}

// The least of the eight pictures of the board, and who is to move.
std::string picture(const Position& position) {
  const View view = position.view(Viewer::referee);
  std::array<std::string, 8> all;
  for (const std::string& level : view.board) {
    const auto rows = split(level, '/');
    const auto last = rows.size() - 1;
    for (std::size_t r = 0; r <= last; ++r)
      for (std::size_t c = 0; c <= last; ++c) {
        const std::array<std::pair<std::size_t, std::size_t>, 8> from{{{r, c},
                                                                       {last - r, c},
                                                                       {r, last - c},
                                                                       {last - r, last - c},
                                                                       {c, r},
                                                                       {last - c, r},
                                                                       {c, last - r},
                                                                       {last - c, last - r}}};
        for (std::size_t s = 0; s < from.size(); ++s) all[s] += rows[from[s].first][from[s].second];
      }
  }
  return *std::min_element(all.begin(), all.end()) + std::to_string(static_cast<int>(position.to_act().front()));
}

TEST(SolvedPositions, AreManyAndEachIsThereOnce) {
  std::set<std::string> seen;
  std::set<std::string_view> themes;
  std::string_view game, options;
  int found_by = 0;
  for (const SolvedPosition& solved : solved_positions()) {
    const Path path = path_to(solved);
    const std::string kind = std::string(solved.game) + " " + std::string(solved.options) + " ";
    EXPECT_TRUE(seen.insert(kind + picture(path.back())).second) << "twice: " << solved.moves;
    EXPECT_GE(path.back().legal_words(path.back().to_act().front()).size(), 4U) << solved.moves;
    ASSERT_FALSE(solved.right.empty());
    EXPECT_GE(solved.found_by, 0);
    EXPECT_LE(solved.found_by, 100);
    if (solved.game == game && solved.options == options) EXPECT_LE(solved.found_by, found_by) << "from easy to hard";
    game = solved.game, options = solved.options, found_by = solved.found_by;
    for (const auto theme : split(solved.themes, ',')) {
      if (theme.empty()) continue;
      EXPECT_NE(std::find(kPuzzleThemes.begin(), kPuzzleThemes.end(), theme), kPuzzleThemes.end()) << theme;
      themes.insert(theme);
    }
  }
  EXPECT_GE(seen.size(), 500U);
  EXPECT_GE(themes.size(), 4U) << "of most kinds there are some";
}

TEST(SolvedPositions, OneMoveAloneWinsInSome) {
  for (std::size_t i = 0; i < solved_positions().size(); i += in_short_run() ? 100 : 40)
    prove_again(solved_positions()[i]);
}

TEST(SolvedPositionsLong, OneMoveAloneWinsInAll) {
  for (std::size_t i = 0; i < solved_positions().size(); i += in_short_run() ? 100 : 1)
    prove_again(solved_positions()[i]);
}

// Who is to answer the right move has lost, and who may answer another one has not: the search finds the same.
TEST(SolvedPositions, AreProvenForTheOtherToo) {
  const SolvedPosition& solved = *std::find_if(solved_positions().begin(), solved_positions().end(),
                                               [](const SolvedPosition& one) { return one.options == "size=3"; });
  const Position position = path_to(solved).back();
  EventLog log;
  const auto engine = make_engine(*find_game(solved.game), position, {.parameters = {{"solver", 1000}}});
  EXPECT_EQ(prove(*engine, position, 500), Proof::win);
  const Seat seat = position.to_act().front();
  for (const std::string& word : position.legal_words(seat)) {
    Position next = position;
    ASSERT_EQ(next.play(seat, word, log), Reason::none);
    EXPECT_EQ(prove(*engine, next, 500) == Proof::loss, word == solved.right) << word;
  }
  // What is not known is not guessed.
  const Position start = find_game("margo")->make({}).position;
  const auto other = make_engine(*find_game("margo"), start, {});
  EXPECT_EQ(prove(*other, start, 10), Proof::none);
  EXPECT_FALSE(winning_actions(*other, start, 1));
}

}  // namespace
}  // namespace cairn

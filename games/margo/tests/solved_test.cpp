// The positions of games/solved.h: in each one move alone wins, proven anew by the solver.
#include "games/solved.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "core/text.h"
#include "games/registry.h"
#include "search/proving.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

TEST(SolvedPositions, OneMoveAloneWins) {
  std::set<std::string> seen;
  std::unique_ptr<Engine> engine;
  std::string made_for;
  for (const SolvedPosition& solved : solved_positions()) {
    const GameInfo* info = find_game(solved.game);
    ASSERT_NE(info, nullptr);
    Made made = info->make({parse_option_words(solved.options), std::nullopt});
    ASSERT_EQ(made.error, "");
    Position& position = made.position;
    EventLog log;
    for (const auto word : split_words(solved.moves))
      ASSERT_EQ(position.play(position.to_act().front(), word, log), Reason::none) << solved.moves << " " << word;
    EXPECT_TRUE(seen.insert(std::string(solved.moves)).second) << "twice: " << solved.moves;
    const std::string kind = std::string(solved.game) + " " + std::string(solved.options);
    if (!engine || kind != made_for)
      engine = make_engine(*info, position,
                           {.memory = std::size_t{4} << 20, .parameters = {{"solver", 1000}, {"solver_points", 16}}});
    made_for = kind;
    const auto right = winning_actions(*engine, position, 500);
    ASSERT_TRUE(right) << solved.moves;
    ASSERT_EQ(right->size(), 1U) << solved.moves;
    EXPECT_EQ(position.format(right->front()), solved.right) << solved.moves;
  }
  EXPECT_GE(seen.size(), 40U);
}

// Every move of the winner is proven, and most lines go on to the end of the game.
TEST(SolvedPositions, TheirLinesWin) {
  int to_the_end = 0;
  const std::size_t step = in_short_run() ? 8 : 1;
  for (std::size_t i = 0; i < solved_positions().size(); i += step) {
    const SolvedPosition& solved = solved_positions()[i];
    const GameInfo* info = find_game(solved.game);
    Position position = info->make({parse_option_words(solved.options), std::nullopt}).position;
    EventLog log;
    for (const auto word : split_words(solved.moves)) position.play(position.to_act().front(), word, log);
    const Seat winner = position.to_act().front();
    const auto line = split_words(solved.line);
    ASSERT_FALSE(line.empty()) << solved.moves;
    EXPECT_EQ(line.front(), solved.right);
    EXPECT_EQ(line.size() % 2, 1U) << "the winner has the last move";
    const auto engine = make_engine(
        *info, position, {.memory = std::size_t{4} << 20, .parameters = {{"solver", 1000}, {"solver_points", 16}}});
    for (const auto word : line) {
      const Seat seat = position.to_act().front();
      ASSERT_EQ(position.play(seat, word, log), Reason::none) << solved.moves << " : " << solved.line << " " << word;
      if (const Outcome outcome = position.outcome(); outcome.over) {
        EXPECT_EQ(outcome.rank[static_cast<std::size_t>(winner)], 1) << solved.line;
        ++to_the_end;
      } else if (seat == winner) {
        EXPECT_EQ(prove(*engine, position, 20'000), Proof::loss) << solved.line << " at " << word;
      }
    }
  }
  EXPECT_GE(to_the_end, as_many(35));
}

// Who is to answer the right move has lost, and who may answer another one has not.
TEST(SolvedPositions, AreProvenForTheOtherToo) {
  const SolvedPosition& solved = *std::find_if(solved_positions().begin(), solved_positions().end(),
                                               [](const SolvedPosition& one) { return one.options == "size=3"; });
  Position position = find_game(solved.game)->make({parse_option_words(solved.options), std::nullopt}).position;
  EventLog log;
  for (const auto word : split_words(solved.moves)) position.play(position.to_act().front(), word, log);
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

// Spargo by the proofs that ship with the program: whatever the other side plays, the book wins.
#include "games/margo/ai_book.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/rng.h"
#include "core/swap.h"
#include "games/registry.h"
#include "search/engine.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

using margo::BookAnswer;
using Spargo = margo::Game<margo::SmallBoard>;

Position start_of_spargo(const std::string& options = "") {
  return find_game("spargo")->make({parse_option_words(options), std::nullopt}).position;
}
void play_words(Position& position, std::initializer_list<const char*> words) {
  EventLog log;
  for (const char* word : words) ASSERT_EQ(position.play(position.to_act().front(), word, log), Reason::none) << word;
}
std::optional<BookAnswer> answer_to(const Position& position) {
  return margo::book_answer(*position.get_if<Spargo>());
}

// The other side plays at random to the end; the book must know every position on the way and win.
void beat_random_play(Position position, Seat winner, std::uint64_t seed) {
  Rng rng(seed);
  ActionList list;
  while (!position.outcome().over) {
    const Seat seat = position.to_act().front();
    const auto answer = answer_to(position);
    ASSERT_TRUE(answer) << "seed " << seed;
    position.legal(seat, list);
    Action action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    if (seat == winner) {
      ASSERT_EQ(answer->proof, Proof::win);
      action = Spargo::action_at(answer->at);
      ASSERT_EQ(position.check(seat, action), Reason::none) << "seed " << seed;
    } else {
      ASSERT_EQ(answer->proof, Proof::loss);
    }
    position.apply(seat, action, NoEvents{});
  }
  EXPECT_EQ(position.outcome().rank[static_cast<std::size_t>(winner)], 1) << "seed " << seed;
}

TEST(SpargoBook, WhiteWinsFromTheEmptyBoard) {
  const std::uint64_t games = in_short_run() ? 20 : 500;
  for (std::uint64_t seed = 1; seed <= games; ++seed) beat_random_play(start_of_spargo(), seat_at(0), seed);
}

TEST(SpargoBook, BlackWinsAfterEveryCorner) {
  const std::uint64_t games = in_short_run() ? 5 : 150;
  for (const char* corner : {"A1", "A7", "G1", "G7"})
    for (std::uint64_t seed = 1; seed <= games; ++seed) {
      Position position = start_of_spargo();
      play_words(position, {corner});
      beat_random_play(position, seat_at(1), seed);
    }
}

TEST(SpargoBook, WhiteWinsAfterEveryEdge) {
  const std::uint64_t games = in_short_run() ? 5 : 75;
  for (const char* edge : {"A3", "A5", "C1", "E1", "C7", "E7", "G3", "G5"})
    for (std::uint64_t seed = 1; seed <= games; ++seed) {
      Position position = start_of_spargo();
      play_words(position, {edge});
      beat_random_play(position, seat_at(0), seed);
    }
}

TEST(SpargoBook, KnowsEveryOpening) {
  for (const char* word : {"C3", "C5", "E3", "E5", "A3", "C1", "E7", "G5", "A1", "A7", "G1", "G7"}) {
    Position position = start_of_spargo();
    play_words(position, {word});
    const auto answer = answer_to(position);
    ASSERT_TRUE(answer) << word;
    const bool corner = (word[0] == 'A' || word[0] == 'G') && (word[1] == '1' || word[1] == '7');
    EXPECT_EQ(answer->proof, corner ? Proof::win : Proof::loss) << word;
  }
}

// A proof holds while its winner follows it.
TEST(SpargoBook, SaysNothingWhereTheWinnerLeftTheStrategy) {
  Position position = start_of_spargo();
  play_words(position, {"C3", "C5"});
  const auto answer = answer_to(position);
  ASSERT_TRUE(answer);
  const Seat white = seat_at(0);
  ActionList list;
  position.legal(white, list);
  for (const Action action : list) {
    Position next = position;
    next.apply(white, action, NoEvents{});
    EXPECT_EQ(answer_to(next).has_value(), action == Spargo::action_at(answer->at)) << position.format(action);
  }
}

TEST(SpargoBook, SaysNothingOfOtherRules) {
  for (const char* options :
       {"height=3", "all_freedoms=yes", "ko=positional", "can_pass=yes", "beginner=yes", "testing=yes"})
    EXPECT_FALSE(answer_to(start_of_spargo(options))) << options;
  const Position swap = start_of_spargo("swap=yes");
  EXPECT_FALSE(margo::book_answer(swap.get_if<Swap<Spargo>>()->inner())) << "a centre opening would be taken over";
  const Position margo4 = find_game("margo")->make({parse_option_words("size=4"), std::nullopt}).position;
  EXPECT_TRUE(answer_to(margo4)) << "the same game";
}

TEST(SpargoBook, IsPlayedByTheStrongestLevel) {
  Position position = start_of_spargo();
  const GameInfo& info = *find_game("spargo");
  const auto engine = make_engine(info, position, {.memory = std::size_t{4} << 20});
  const Analysis opening = think(*engine, position, seat_at(0), {.playouts = 50});
  EXPECT_EQ(position.format(opening.best), "C3");
  EXPECT_EQ(opening.candidates.front().proof, Proof::win);
  const auto without = make_engine(info, position, {.memory = std::size_t{4} << 20, .parameters = {{"book", 0}}});
  EXPECT_EQ(think(*without, position, seat_at(0), {.playouts = 50}).candidates.front().proof, Proof::none);
}

}  // namespace
}  // namespace cairn

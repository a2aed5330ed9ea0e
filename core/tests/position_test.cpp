// Position and the pie rule, on the example game.
#include "core/position.h"

#include <gtest/gtest.h>

#include <set>

#include "core/swap.h"
#include "tests/example/take.h"

namespace cairn {
namespace {

using example::Take;
using example::TakeOptions;
using Words = std::vector<std::string>;

constexpr Seat kFirst{0}, kSecond{1};

Position take(int stones = 21) {
  return Position(Take(TakeOptions{.stones = stones}));
}
Position swapped_take(int stones) {
  return Position(Swap<Take>(Take(TakeOptions{.stones = stones})));
}

TEST(Position, IsEmptyUntilItHoldsAGame) {
  EXPECT_FALSE(Position());
  EXPECT_TRUE(take());
  Position position = take();
  position = Position();
  EXPECT_FALSE(position);
}

TEST(Position, CopiesAreIndependentAndAssignmentUndoes) {
  Position position = take();
  const Position start = position;
  EventLog log;
  EXPECT_EQ(position.play(kFirst, "take3", log), Reason::none);
  EXPECT_NE(position.hash(), start.hash());
  EXPECT_EQ(start.view(Viewer::spectator).board[0], std::string(21, '.'));
  EXPECT_EQ(position.view(Viewer::spectator).board[0], "AAA" + std::string(18, '.'));
  position = start;
  EXPECT_EQ(position.hash(), start.hash());
  const Position& itself = position;
  position = itself;
  EXPECT_EQ(position.hash(), start.hash());
  position = swapped_take(4);  // another game altogether
  EXPECT_EQ(position.view(Viewer::spectator).columns, 4);
}

TEST(Position, PlayIsTheCheckedDoor) {
  Position position = take(3);
  const auto hash = position.hash();
  EventLog log;
  EXPECT_EQ(position.play(kSecond, "take1", log), Reason::not_your_turn);
  EXPECT_EQ(position.play(kFirst, "give1", log), Reason::unknown_move);
  EXPECT_EQ(position.play(kFirst, "take4", log), Reason::too_far);
  EXPECT_EQ(position.hash(), hash);
  EXPECT_TRUE(log.empty());
  EXPECT_EQ(position.play(kFirst, "TAKE3", log), Reason::none);
  ASSERT_EQ(log.size(), 4U);  // three stones and the end
  EXPECT_EQ(log.back().kind, Event::Kind::ended);
  EXPECT_EQ(position.play(kSecond, "take1", log), Reason::game_over);
  EXPECT_EQ(winner(position.outcome(), 2), 0);
  EXPECT_EQ(position.view(Viewer::seat1).result, "A+1");
}

TEST(Position, ListsLegalWordsSorted) {
  EXPECT_EQ(take().legal_words(kFirst), (Words{"take1", "take2", "take3"}));
  EXPECT_EQ(take(2).legal_words(kFirst), (Words{"take1", "take2"}));
  EXPECT_EQ(take().legal_words(kSecond), Words{});
}

// 3 stones, up to 3 a turn: 1+1+1, 1+2, 2+1, 3.
TEST(Position, PerftCountsSequences) {
  EXPECT_EQ(take(3).perft(0), 1U);
  EXPECT_EQ(take(3).perft(1), 3U);
  EXPECT_EQ(take(3).perft(2), 3U);
  EXPECT_EQ(take(3).perft(3), 1U);
  EXPECT_EQ(take(3).perft(4), 0U);
}

TEST(Position, PlayoutsEndAndFollowTheSeed) {
  std::set<int> lengths;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng one(seed), two(seed);
    Position a = take(), b = take();
    const Playout first = a.playout(one);
    EXPECT_TRUE(first.outcome.over);
    EXPECT_EQ(first.plies, b.playout(two).plies);
    lengths.insert(first.plies);
  }
  EXPECT_GT(lengths.size(), 3U);
  EXPECT_GE(*lengths.begin(), 7);
}

TEST(Position, GivesTheGameBackByItsType) {
  const Position position = take(5);
  ASSERT_NE(position.get_if<Take>(), nullptr);
  EXPECT_EQ(position.get_if<Take>()->hash(), position.hash());
  EXPECT_EQ(position.get_if<Swap<Take>>(), nullptr);
}

TEST(Position, RetireEndsATwoSeatGame) {
  Position position = take();
  EventLog log;
  position.retire(kFirst, Leave::timed_out, [&](const Event& event) { log.push_back(event); });
  EXPECT_EQ(log.front().kind, Event::Kind::retired);
  EXPECT_EQ(winner(position.outcome(), 2), 1);
  EXPECT_EQ(position.view(Viewer::spectator).result, "B+T");
}

TEST(Position, AnAgreedDrawEndsIt) {
  Position position = take();
  const Position before = position;
  position.agree_draw();
  EXPECT_TRUE(position.to_act().empty());
  EXPECT_TRUE(position.awaited().empty());
  EXPECT_TRUE(position.legal_words(kFirst).empty());
  EventLog log;
  EXPECT_EQ(position.play(kFirst, "take1", log), Reason::game_over);
  EXPECT_EQ(position.outcome().how, Outcome::How::agreed);
  EXPECT_EQ(winner(position.outcome(), 2), -1);
  EXPECT_EQ(position.view(Viewer::spectator).result, "0");
  EXPECT_TRUE(position.view(Viewer::seat1).to_act.empty());
  EXPECT_NE(position.hash(), before.hash());
  Position copy = before;
  copy = position;
  EXPECT_TRUE(copy.outcome().over);
  copy = before;
  EXPECT_FALSE(copy.outcome().over);
}

TEST(SwapRule, IsOfferedOnceAsTheAnswerToTheFirstMove) {
  Position position = swapped_take(21);
  EventLog log;
  EXPECT_EQ(position.legal_words(kFirst), (Words{"take1", "take2", "take3"}));
  EXPECT_EQ(position.play(kFirst, "swap", log), Reason::unknown_move);
  ASSERT_EQ(position.play(kFirst, "take1", log), Reason::none);
  EXPECT_EQ(position.legal_words(kSecond), (Words{"swap", "take1", "take2", "take3"}));
  EXPECT_EQ(position.play(kFirst, "swap", log), Reason::not_your_turn);
  Position declined = position;
  ASSERT_EQ(position.play(kSecond, "Swap", log), Reason::none);
  EXPECT_EQ(log.back().kind, Event::Kind::swapped);
  EXPECT_EQ(position.legal_words(kFirst), (Words{"take1", "take2", "take3"}));
  ASSERT_EQ(declined.play(kSecond, "take1", log), Reason::none);
  EXPECT_EQ(declined.legal_words(kFirst), (Words{"take1", "take2", "take3"}));
}

TEST(SwapRule, ChangesSidesNotSeats) {
  Position position = swapped_take(3);
  EventLog log;
  ASSERT_EQ(position.play(kFirst, "take1", log), Reason::none);
  const auto before = position.hash();
  ASSERT_EQ(position.play(kSecond, "swap", log), Reason::none);
  EXPECT_NE(position.hash(), before);
  const View view = position.view(Viewer::seat0);
  EXPECT_EQ(view.board[0], "A..");         // the board stays
  EXPECT_EQ(view.sides[0].seat, kSecond);  // the first stone is the swapper's now
  EXPECT_EQ(view.turn.seat, kFirst);
  EXPECT_EQ(view.turn.number, 3);  // the swap was a turn
  ASSERT_EQ(position.play(kFirst, "take2", log), Reason::none);
  EXPECT_EQ(position.view(Viewer::spectator).board[0], "ABB");
  EXPECT_EQ(winner(position.outcome(), 2), 0);
  EXPECT_EQ(position.view(Viewer::spectator).result, "B+1");
}

// Names the mover as the one who speaks first.
struct Asking : Take {
  using Take::Take;
  View view(Viewer viewer) const {
    View view = Take::view(viewer);
    view.next = view.turn.seat;
    return view;
  }
  Asking sample(Seat, Rng&) const { return *this; }
};

TEST(SwapRule, AsksTheSeatThatPlaysTheSideNow) {
  Position position{Swap<Asking>(Asking(TakeOptions{.stones = 9}))};
  EventLog log;
  ASSERT_EQ(position.play(kFirst, "take1", log), Reason::none);
  EXPECT_EQ(position.view(Viewer::spectator).next, kSecond);
  ASSERT_EQ(position.play(kSecond, "swap", log), Reason::none);
  EXPECT_EQ(position.view(Viewer::spectator).next, kFirst);
  position.agree_draw();
  EXPECT_FALSE(position.view(Viewer::spectator).next.has_value());
}

TEST(SwapRule, LeavingAfterASwapCostsTheLeaver) {
  Position position = swapped_take(9);
  EventLog log;
  ASSERT_EQ(position.play(kFirst, "take1", log), Reason::none);
  ASSERT_EQ(position.play(kSecond, "swap", log), Reason::none);
  position.retire(kFirst, Leave::resigned, [](const Event&) {});
  EXPECT_EQ(winner(position.outcome(), 2), 1);
  EXPECT_EQ(position.view(Viewer::spectator).result, "A+R");  // first's stones are seat 1's
}

TEST(Winner, IsTheOneSeatOnRankOne) {
  Outcome outcome{.over = true, .how = Outcome::How::count, .rank = {2, 1, 3}};
  EXPECT_EQ(winner(outcome, 3), 1);
  outcome.rank = {1, 1, 3};
  EXPECT_EQ(winner(outcome, 3), -1);
  outcome.rank = {1, 2, 2};
  outcome.how = Outcome::How::no_result;
  EXPECT_EQ(winner(outcome, 3), -1);
  outcome.how = Outcome::How::count;
  outcome.over = false;
  EXPECT_EQ(winner(outcome, 3), -1);
}

TEST(Words, EveryReasonAndEventHasItsOwn) {
  std::set<std::string_view> words, texts;
  for (const ReasonText& one : kReasonTexts) words.insert(one.word), texts.insert(one.text);
  EXPECT_EQ(words.size(), kReasonTexts.size());
  EXPECT_EQ(texts.size(), kReasonTexts.size());
  EXPECT_FALSE(words.contains("") || texts.contains(""));
  EXPECT_EQ(to_word(Reason::none), "");
  EXPECT_EQ(Reason::none.text(), "");
  EXPECT_EQ(to_word(Reason::not_your_turn), "not-your-turn");
  EXPECT_EQ(to_word(Reason::unknown_move), "unknown-move");
  static constexpr ReasonText kOwnText{"too-late", "that had to come before the tenth turn"};
  constexpr Reason kOwn{kOwnText};
  EXPECT_EQ(to_word(kOwn), "too-late");
  EXPECT_NE(kOwn, Reason::none);
  EXPECT_NE(kOwn, Reason::too_far);
  words.clear();
  for (int i = 0; i <= static_cast<int>(Event::Kind::ended); ++i) words.insert(to_word(static_cast<Event::Kind>(i)));
  EXPECT_EQ(words.size(), static_cast<std::size_t>(Event::Kind::ended) + 1);
  EXPECT_FALSE(words.contains(""));
}

TEST(Audience, SaysWhoSees) {
  EXPECT_TRUE(sees(kEveryone, Viewer::spectator));
  EXPECT_TRUE(sees(only(kSecond), Viewer::seat1));
  EXPECT_FALSE(sees(only(kSecond), Viewer::seat0));
  EXPECT_FALSE(sees(only(kSecond), Viewer::spectator));
  EXPECT_TRUE(sees(0, Viewer::referee));
}

}  // namespace
}  // namespace cairn

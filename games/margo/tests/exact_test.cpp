// Exact values of small pyramids: against trying everything, with every option, with histories that matter; and
// strategies that win.
#include "games/margo/ai_exact.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "games/ai_exact.h"
#include "games/registry.h"
#include "search/exact_values.h"
#include "tests/reference/effort.h"

namespace cairn::margo {
namespace {

const GameInfo& margo() {
  return *find_game("margo");
}
std::vector<Position> begin(const std::string& options, std::optional<cairn::Setup> setup = std::nullopt) {
  Made made = margo().make({parse_option_words(options), std::move(setup)});
  EXPECT_EQ(made.error, "");
  return {made.position};
}
void play(std::vector<Position>& game, Action action) {
  Position next = game.back();
  next.apply(next.to_act().front(), action, NoEvents{});
  game.push_back(std::move(next));
}
void play(std::vector<Position>& game, const std::string& words) {
  for (const std::string_view word : split_words(words)) {
    game.push_back(game.back());
    EventLog log;
    ASSERT_EQ(game.back().play(game.back().to_act().front(), word, log), Reason::none) << word;
  }
}

// A value by trying everything, at most `left` positions; empty: too many.
class Everything {
 public:
  Everything(bool margin, int most) : margin_(margin), left_(most) {}
  std::optional<Value> value(const Position& position) {
    const Seat seat = position.to_act().front();
    if (const auto found = known_.find(position.hash()); found != known_.end()) return found->second;
    if (--left_ < 0) return std::nullopt;
    ActionList actions;
    position.legal(seat, actions);
    std::optional<Value> best;
    for (const Action action : actions) {
      Position next = position;
      next.apply(seat, action, NoEvents{});
      const Outcome outcome = next.outcome();
      const auto theirs = outcome.over ? value_of_end(outcome, seat_at(1 - index(seat)), margin_) : value(next);
      if (!theirs) return std::nullopt;
      best = std::max(best.value_or(-*theirs), -*theirs);
    }
    return known_[position.hash()] = *best;
  }

 private:
  bool margin_;
  int left_;
  std::map<std::uint64_t, Value> known_;  // Position::hash holds the whole past
};

std::optional<Value> solve(const std::vector<Position>& game, bool margin) {
  const auto solver = solving().make(game.back(), std::size_t{48} << 20);
  int steps = 0;
  ExactValues values(*solver, margin, [&] { return ++steps < 200; });
  return values.value(game);
}

TEST(MargoExact, AgreesWithTryingEverything) {
  int compared = 0;
  std::set<Value> signs;
  for (const std::string option :
       {"", "ko=positional", "height=1", "height=2", "all_freedoms", "beginner", "can_pass", "testing", "swap",
        "all_freedoms ko=positional", "can_pass ko=positional", "height=1 can_pass beginner", "swap can_pass"})
    for (const int size : {2, 3, 4})
      for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(as_many(size == 4 ? 4 : 12)); ++seed) {
        auto game = begin("size=" + std::to_string(size) + " " + option);
        Rng rng(seed);
        ActionList list;
        const auto plies = size == 2 ? seed % 5 : size == 3 ? 7 + seed % 9 : 24 + seed % 9;
        for (std::uint64_t i = 0; i < plies && !game.back().to_act().empty(); ++i) {
          game.back().legal(game.back().to_act().front(), list);
          play(game, list[rng.below(static_cast<std::uint32_t>(list.size()))]);
        }
        if (game.back().to_act().empty()) continue;
        for (const bool margin : {false, true}) {
          const auto truth = Everything(margin, size == 4 ? 1'000 : 4'000).value(game.back());
          if (!truth) continue;
          const auto found = solve(game, margin);
          ASSERT_TRUE(found) << option << " " << size << " " << seed;
          ASSERT_EQ(*found, *truth) << option << " " << size << " " << seed << " " << margin;
          signs.insert(*truth > 0 ? 1 : *truth < 0 ? -1 : 0);
          ++compared;
        }
      }
  EXPECT_GT(compared, as_many(200));
  EXPECT_EQ(signs, (std::set<Value>{-1, 0, 1}));
}

// One position, reached by two ways: what is barred decides.
TEST(MargoExact, AValueMayHangOnTheHistory) {
  int differ = 0, alike = 0;
  for (std::uint64_t seed = 1; seed <= 400 && differ < 3; ++seed) {
    auto game = begin("size=2");
    Rng rng(seed);
    ActionList list;
    for (int i = 0; i < 4 + static_cast<int>(seed % 4) && !game.back().to_act().empty(); ++i) {
      game.back().legal(game.back().to_act().front(), list);
      play(game, list[rng.below(static_cast<std::uint32_t>(list.size()))]);
    }
    if (game.back().to_act().empty()) continue;
    const View view = game.back().view(Viewer::spectator);
    const auto fresh =
        begin("size=2", cairn::Setup{view.board, index(game.back().to_act().front()) == 0 ? "white" : "black"});
    if (fresh.back().to_act().empty()) continue;
    const auto with = Everything(true, 20'000).value(game.back());
    const auto without = Everything(true, 20'000).value(fresh.back());
    if (!with || !without) continue;
    EXPECT_EQ(solve(game, true), with) << seed;
    EXPECT_EQ(solve(fresh, true), without) << seed;
    (*with == *without ? alike : differ) += 1;
  }
  EXPECT_EQ(differ, 3);
  EXPECT_GT(alike, 0);
}

TEST(MargoExact, KnowsTheFactsOfTheRules) {
  EXPECT_EQ(solve(begin("size=2"), true), 1);  // spec margo: the first player wins by one
  EXPECT_EQ(solve(begin("size=3"), true), 5);
  auto game = begin("size=3");
  play(game, "A1");
  EXPECT_EQ(solve(game, true), 6);
}

// With the pie rule nobody can begin better than evenly.
TEST(MargoExact, TheSwapTakesTheBetterSide) {
  const auto value = solve(begin("size=2 swap"), true);
  EXPECT_EQ(value, -1);
}

TEST(MargoExact, RefusesWhatHasNoValue) {
  const auto reason = [](const std::string& options) { return solving().refusal(begin(options).back()); };
  EXPECT_EQ(reason("size=3"), "");
  EXPECT_EQ(reason("size=7 swap"), "");
  EXPECT_NE(reason("size=3 ko=simple").find("ko=simple"), std::string::npos);
  EXPECT_NE(reason("size=3 ko=none").find("ko=none"), std::string::npos);
  EXPECT_NE(reason("size=3 players=3").find("players"), std::string::npos);
  EXPECT_EQ(solving_of(*find_game("phantom")), nullptr);
}

bool never_stop() {
  return true;
}

TEST(MargoCertificate, ChangedRepliesAreFound) {
  auto game = begin("size=3");
  play(game, "C3");
  const Certified found = solving().certify(game, std::nullopt, std::size_t{16} << 20, never_stop);
  ASSERT_EQ(found.refusal, "");
  EXPECT_EQ(found.strategy.winner, 0);
  EXPECT_EQ(solving().verify(game, found.strategy, never_stop), "");
  int changed = 0, as_good = 0;  // some positions are won by several moves
  for (std::size_t i = 0; i < found.strategy.replies.size(); ++i)
    for (char point = 0; point < 15; ++point) {
      Strategy wrong = found.strategy;
      if (wrong.replies[i] == point) continue;
      wrong.replies[i] = point;
      ++changed;
      as_good += solving().verify(game, wrong, never_stop).empty();
    }
  EXPECT_GT(changed, 500);
  EXPECT_LT(as_good * 10, changed);
  Strategy wrong = found.strategy;
  wrong.replies.pop_back();
  EXPECT_NE(solving().verify(game, wrong, never_stop).find("fewer replies"), std::string::npos);
  wrong.replies += "ab";
  EXPECT_NE(solving().verify(game, wrong, never_stop), "");
  wrong = found.strategy;
  wrong.winner = 1;
  EXPECT_NE(solving().verify(game, wrong, never_stop), "");
  wrong = found.strategy;
  wrong.aim = 6;  // it wins by five at best
  EXPECT_NE(solving().verify(game, wrong, never_stop).find("without the lead"), std::string::npos);
}

// Under each rule that can be solved.
TEST(MargoCertificate, CornerOpeningOfSize3Loses) {
  for (const std::string ko : {"situational", "positional"}) {
    auto game = begin("size=3 ko=" + ko);
    play(game, "A1");
    const Certified found = solving().certify(game, std::nullopt, std::size_t{16} << 20, never_stop);
    ASSERT_EQ(found.refusal, "") << ko;
    EXPECT_EQ(found.strategy.winner, 1) << ko;
    EXPECT_EQ(solving().verify(game, found.strategy, never_stop), "") << ko;
  }
}

// From the beginning and from every opening, under every rule that can be proven: of whoever wins, and of nobody where
// the game is drawn. Most of these proofs lean on what stood before.
TEST(MargoCertificate, ThereIsOneWhereverASideWins) {
  std::array<int, 3> times{};  // the side to move loses, nobody wins, it wins
  for (const std::string option :
       {"", "ko=positional", "height=1", "height=2", "all_freedoms", "beginner", "can_pass", "can_pass ko=positional"})
    for (const int size : {2, 3}) {
      const auto start = begin("size=" + std::to_string(size) + " " + option);
      std::vector<std::vector<Position>> all{start};
      for (const std::string& word : start.back().legal_words(seat_at(0))) play(all.emplace_back(start), word);
      for (const auto& game : all) {
        const Value value = *solve(game, false);
        const Certified found = solving().certify(game, std::nullopt, std::size_t{16} << 20, never_stop);
        ++times[static_cast<std::size_t>(1 + value)];
        ASSERT_EQ(found.refusal.empty(), value != 0) << option << " " << size << " " << found.refusal;
        if (value == 0) continue;
        const int mover = static_cast<int>(index(game.back().to_act().front()));
        EXPECT_EQ(found.strategy.winner, value > 0 ? mover : 1 - mover) << option << " " << size;
        EXPECT_EQ(solving().verify(game, found.strategy, never_stop), "") << option << " " << size;
      }
    }
  for (const int count : times) EXPECT_GE(count, 5);
}

// For each lead one side has a strategy: White reaches it, or Black prevents it.
TEST(MargoCertificate, EveryLeadHasOne) {
  for (const std::string option : {"size=2 all_freedoms", "size=3", "size=3 can_pass"}) {
    const auto game = begin(option);
    const Value value = *solve(game, true);
    for (int lead = -5; lead <= 5; ++lead) {
      const Certified found = solving().certify(game, lead, std::size_t{16} << 20, never_stop);
      ASSERT_EQ(found.refusal, "") << option << " " << lead;
      EXPECT_EQ(found.strategy.winner, lead <= value ? 0 : 1) << option << " " << lead;
      EXPECT_EQ(found.strategy.aim, lead <= value ? lead : 1 - lead) << option << " " << lead;
      EXPECT_EQ(solving().verify(game, found.strategy, never_stop), "") << option << " " << lead;
      Strategy more = found.strategy;
      ++more.aim;
      if (lead == value || lead == value + 1) EXPECT_NE(solving().verify(game, more, never_stop), "") << option;
    }
  }
  EXPECT_EQ(solving().certify(begin("size=3 beginner"), 1, std::size_t{16} << 20, never_stop).refusal, "");
  EXPECT_NE(solving().certify(begin("size=3 beginner"), 2, std::size_t{16} << 20, never_stop).refusal, "");
  EXPECT_NE(solving().certify(begin("size=3"), 15, std::size_t{1} << 20, never_stop).refusal, "");
}

// Moves alike are those that a symmetry exchanges which leaves the board as it is, not those that lead to boards alike.
TEST(MargoExact, AlikeIsWhatASymmetryOfTheBoardExchanges) {
  const auto kinds = [](const std::vector<Position>& game) {
    ActionList list;
    game.back().legal(game.back().to_act().front(), list);
    const auto solver = solving().make(game.back(), std::size_t{1} << 20);
    const auto first = solver->alike(game, {list.begin(), list.end()});
    return std::set<std::size_t>(first.begin(), first.end()).size();
  };
  EXPECT_EQ(kinds(begin("size=4")), 3U);
  EXPECT_EQ(kinds(begin("size=3 can_pass")), 4U);  // the pass, too
  auto game = begin("size=4");
  play(game, "A1");
  EXPECT_EQ(kinds(game), 9U);  // one symmetry is left: three points on its axis, six pairs
  play(game, "C1");
  EXPECT_EQ(kinds(game), game.back().legal_words(game.back().to_act().front()).size());
}

// A capture wins with `beginner`, and nothing is left to prove.
TEST(MargoCertificate, NoneWhereTheGameIsOver) {
  auto game = begin("size=3 beginner");
  play(game, "A1 E1 C1 E3 C3 C5 E5");
  ASSERT_TRUE(game.back().outcome().over);
  EXPECT_NE(solving().certify(game, std::nullopt, std::size_t{1} << 20, never_stop).refusal.find("over"),
            std::string::npos);
  EXPECT_NE(solving().verify(game, {1, 1, ""}, never_stop).find("over"), std::string::npos);
  auto passed = begin("size=2 can_pass");
  play(passed, "A1 pass pass");
  EXPECT_NE(solving().verify(passed, {0, 1, ""}, never_stop).find("over"), std::string::npos);
}

TEST(MargoCertificate, NoneForGamesThatAreNotChecked) {
  EXPECT_NE(solving().certify(begin("size=3 swap"), std::nullopt, std::size_t{1} << 20, never_stop).refusal, "");
  EXPECT_NE(solving().certify(begin("size=3 testing"), std::nullopt, std::size_t{1} << 20, never_stop).refusal, "");
  EXPECT_NE(solving().certify(begin("size=5"), std::nullopt, std::size_t{1} << 20, never_stop).refusal, "");
}

}  // namespace
}  // namespace cairn::margo

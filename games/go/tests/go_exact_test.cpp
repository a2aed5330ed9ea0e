// Exact values of small boards: against trying everything with the whole history, against published values, and where a
// value hangs on the history.
#include "games/go/ai_exact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "games/ai_exact.h"
#include "games/go/ai_small_board.h"
#include "games/go/scoring.h"
#include "games/go/tests/go_helpers.h"
#include "search/exact_values.h"
#include "tests/reference/effort.h"

namespace cairn::go {
namespace {

using Path = std::vector<Position>;

constexpr const char* kPositional = " ko=positional agreement=no komi=0";
constexpr const char* kSituational = " ko=situational agreement=no komi=0";

void go_on(Path& path, Action action) {
  Position next = path.back();
  next.apply(next.to_act().front(), action, NoEvents{});
  path.push_back(std::move(next));
}
void go_on(Path& path, std::string_view words) {
  for (const std::string_view word : split_words(words)) {
    path.push_back(path.back());
    ASSERT_EQ(play(path.back(), word), Reason::none) << word;
  }
}
Path random_path(std::string_view game, const std::string& options, std::uint64_t seed, std::uint64_t plies) {
  Path path{start(game, options)};
  Rng rng(seed);
  ActionList list;
  for (std::uint64_t i = 0; i < plies && !path.back().to_act().empty(); ++i) {
    path.back().legal(path.back().to_act().front(), list);
    const auto stones = static_cast<std::uint32_t>(list.size() - 1);  // the pass is last
    go_on(path, stones == 0 || rng.below(8) == 0 ? list.back() : list[rng.below(stones)]);
  }
  return path;
}

// Whether the seat to act ends at least `aim` ahead, by trying everything by the rules of the game itself: passes
// first, and each game's past once. At most `left` positions; empty: too many.
class Everything {
 public:
  explicit Everything(int left) : left_(left) {}
  std::optional<bool> reaches(const Position& position, int aim) {
    const auto key = std::pair(position.hash(), aim);  // Position::hash holds the whole past
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    if (--left_ < 0) return std::nullopt;
    const Seat seat = position.to_act().front();
    ActionList actions;
    position.legal(seat, actions);
    bool any = false;
    for (std::size_t i = 0; i < actions.size() && !any; ++i) {
      Position next = position;
      next.apply(seat, actions[actions.size() - 1 - i], NoEvents{});
      const Outcome outcome = next.outcome();
      const auto theirs =
          outcome.over ? std::optional(-value_of_end(outcome, seat, true) >= 1 - aim) : reaches(next, 1 - aim);
      if (!theirs) return std::nullopt;
      any = !*theirs;
    }
    return known_[key] = any;
  }
  std::optional<Value> value(const Position& position, int most) {
    for (int aim = most; aim > -most; --aim) {
      const auto answer = reaches(position, aim);
      if (!answer) return std::nullopt;
      if (*answer) return aim;
    }
    return -most;
  }

 private:
  int left_;
  std::map<std::pair<std::uint64_t, int>, bool> known_;
};

std::unique_ptr<ExactSolver> solver_of(const Position& position) {
  return solving().make(position, std::size_t{64} << 20);
}
std::optional<Value> solve(const Path& path, bool margin, ExactSolver& solver) {
  int steps = 0;
  return ExactValues(solver, margin, [&] { return ++steps < 2'000; }).value(path);
}
std::optional<Value> solve(const Path& path, bool margin = true) {
  return solve(path, margin, *solver_of(path.back()));
}
// Black's lead after these words.
std::optional<Value> lead(const std::string& options, const std::string& words = "") {
  Path path{start("go", options)};
  go_on(path, words);
  const auto value = solve(path);
  return value && index(path.back().to_act().front()) == 1 ? std::optional(-*value) : value;
}

// Random games of so many seeds, as far as everything can be tried in `budget` positions; how many were compared. One
// solver answers for all games by the same options, so what it keeps meets other histories.
int compare(int seeds, int budget, std::set<Value>& signs) {
  int compared = 0;
  for (const std::string size : {"2", "3x2", "2x3", "3", "4x2", "3x4"})
    for (const std::string option : {"ko=positional", "ko=situational", "ko=positional suicide",
                                     "ko=situational suicide", "ko=positional komi=4", "ko=positional komi=-6"}) {
      const std::string options = "size=" + size + " agreement=no komi=0 " + option;
      const auto solver = solver_of(start("go", options));
      for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(seeds); ++seed) {
        const std::uint64_t plies = size == "2" ? seed % 12 : 10 + seed % 20;
        const Path path = random_path("go", options, seed, plies);
        if (path.back().to_act().empty()) continue;
        const auto truth = Everything(budget).value(path.back(), 20);
        if (!truth) continue;
        EXPECT_EQ(solve(path, true, *solver), truth) << options << " seed " << seed;
        const int sign = *truth > 0 ? 1 : *truth < 0 ? -1 : 0;
        EXPECT_EQ(solve(path, false, *solver), sign) << options << " seed " << seed;
        signs.insert(sign);
        ++compared;
      }
    }
  return compared;
}

TEST(GoExact, AgreesWithTryingEverything) {
  std::set<Value> signs;
  EXPECT_GT(compare(as_many(20), 2'000, signs), as_many(100));
  EXPECT_EQ(signs, (std::set<Value>{-1, 0, 1}));
}

TEST(GoExactLong, AgreesWithTryingEverything) {
  std::set<Value> signs;
  EXPECT_GT(compare(as_many(40), 15'000, signs), as_many(300));
}

// All of 2x2: the empty board, each first and second move.
TEST(GoExact, TwoByTwoAgreesWithTryingEverything) {
  for (const std::string ko : {kPositional, kSituational}) {
    Path path{start("go", "size=2" + ko)};
    EXPECT_EQ(Everything(5'000'000).value(path.back(), 4), 1) << ko;
    EXPECT_EQ(solve(path), 1) << ko;
    ActionList list;
    path.back().legal(seat_at(0), list);
    for (const Action action : list) {
      Path next = path;
      go_on(next, action);
      EXPECT_EQ(solve(next), Everything(5'000'000).value(next.back(), 4)) << ko;
    }
  }
}

// One position, reached by two ways: what is barred decides.
TEST(GoExact, AValueMayHangOnTheHistory) {
  int differ = 0, alike = 0;
  for (std::uint64_t seed = 1; seed <= 400 && differ < 3; ++seed) {
    const std::string options = std::string("size=") + (seed % 2 == 0 ? "2" : "3x2") + kPositional;
    const Path path = random_path("go", options, seed, 6 + seed % 8);
    if (path.back().to_act().empty()) continue;
    const View view = path.back().view(Viewer::spectator);
    if (fact(view, "passes") != "") continue;
    const std::string mover = index(path.back().to_act().front()) == 0 ? "black" : "white";
    const Path fresh{start("go", options, Start{view.board, mover})};
    const auto with = Everything(20'000).value(path.back(), 6), without = Everything(20'000).value(fresh.back(), 6);
    if (!with || !without) continue;
    EXPECT_EQ(solve(path), with) << seed;
    EXPECT_EQ(solve(fresh), without) << seed;
    (*with == *without ? alike : differ) += 1;
  }
  EXPECT_EQ(differ, 3);
  EXPECT_GT(alike, 0);
}

// Area, all stones alive: T. Drange's table of 1998 (mathpuzzle.com/go); 2x2 also by J. Tromp, and the best moves by
// E. van der Werf and M. Winands (2009).
TEST(GoExact, KnowsThePublishedValues) {
  for (const std::string ko : {kPositional, kSituational}) {
    EXPECT_EQ(lead("size=2" + ko), 1);
    EXPECT_EQ(lead("size=3x2" + ko), 0);
    EXPECT_EQ(lead("size=3x2" + ko, "B1"), -2);
    EXPECT_EQ(lead("size=3x2" + ko, "A1"), -6);
    EXPECT_EQ(lead("size=2x4" + ko), 8);
    EXPECT_EQ(lead("size=2x4" + ko, "A1"), -8);
    EXPECT_EQ(lead("size=3" + ko, "B2"), 9);
    EXPECT_EQ(lead("size=3" + ko, "B1"), 3);
    EXPECT_EQ(lead("size=3" + ko, "A1"), -9);
    EXPECT_EQ(lead("size=3" + ko), 9);
  }
}

TEST(GoExactLong, KnowsThePublishedValuesOfTwelvePoints) {
  for (const std::string ko : {kPositional, kSituational}) {
    EXPECT_EQ(lead("size=4x3" + ko), 4);
    EXPECT_EQ(lead("size=4x3" + ko, "B1"), 3);
    EXPECT_EQ(lead("size=4x3" + ko, "A2"), 0);
    EXPECT_EQ(lead("size=4x3" + ko, "A1"), -12);
    EXPECT_EQ(lead("size=5x2" + ko), 10);
  }
}

TEST(GoExactLong, FourByFourIsWonByTwo) {
  const Path path{start("go", std::string("size=4") + kPositional)};
  const auto solver = solving().make(path.back(), std::size_t{512} << 20);
  ExactValues values(*solver, true, [] { return true; });
  EXPECT_EQ(values.value(path), 2);
}

// What it calls the best play ends as it says.
TEST(GoExact, ItsLineReachesTheValue) {
  for (const std::string size : {"2", "3x2", "3", "4x2"}) {
    Path path{start("go", "size=" + size + kPositional)};
    const auto solver = solving().make(path.back(), std::size_t{16} << 20);
    ExactValues values(*solver, true, [] { return true; });
    const auto value = values.value(path);
    ASSERT_TRUE(value);
    for (const Action action : values.line(path, *value, 200)) go_on(path, action);
    ASSERT_TRUE(path.back().outcome().over) << size;
    EXPECT_EQ(value_of_end(path.back().outcome(), seat_at(0), true), *value) << size;
  }
}

TEST(GoExact, KomiWithAHalfPointDecidesWhoWins) {
  const auto value = [](const std::string& komi) {
    return solve({start("go", "size=3 ko=positional agreement=no komi=" + komi)}, false);
  };
  EXPECT_EQ(value("8.5"), 1);
  EXPECT_EQ(value("9"), 0);
  EXPECT_EQ(value("9.5"), -1);
  EXPECT_EQ(value("-400"), 1);
  EXPECT_EQ(value("400"), -1);
}

TEST(GoExact, MovesAlikeBySymmetryCountAsOne) {
  const auto kinds = [](const std::string& words) {
    Path path{start("go", std::string("size=3") + kPositional)};
    go_on(path, words);
    ActionList list;
    path.back().legal(path.back().to_act().front(), list);
    const auto first = solving().make(path.back(), 1 << 20)->alike(path, list);
    return std::set<std::size_t>(first.begin(), first.end()).size();
  };
  EXPECT_EQ(kinds(""), 4U);       // centre, edge, corner, pass
  EXPECT_EQ(kinds("B2"), 3U);     // edge, corner, pass
  EXPECT_EQ(kinds("A1"), 6U);     // one mirror is left: five kinds of points, pass
  EXPECT_EQ(kinds("A1 B1"), 8U);  // none
}

TEST(GoExact, RefusesWhatItCannotSolve) {
  const auto reason = [](const std::string& options) { return solving().refusal(start("go", options)); };
  EXPECT_EQ(reason("size=4 ko=positional agreement=no"), "");
  EXPECT_EQ(reason("size=5x3 ko=situational agreement=no suicide"), "");
  EXPECT_NE(reason("size=3 agreement=no").find("ko=simple"), std::string::npos);
  EXPECT_NE(reason("size=3 ko=positional").find("agreement=no"), std::string::npos);
  EXPECT_NE(reason("size=3 ko=positional agreement=no scoring=territory").find("scoring=area"), std::string::npos);
  EXPECT_NE(reason("size=5 ko=positional agreement=no").find("at most 16 points"), std::string::npos);
  EXPECT_NE(reason("size=19 ko=positional agreement=no").find("at most 16 points"), std::string::npos);
  const auto no_margin = [](const std::string& komi) {
    return solving().no_margin(start("go", "size=3 ko=positional agreement=no komi=" + komi));
  };
  EXPECT_EQ(no_margin("7"), "");
  EXPECT_NE(no_margin("5.5").find("komi=5.5"), std::string::npos);
  EXPECT_EQ(solving_of(*find_game("phantom")), nullptr);
}

// The words of sixteen bits against the board of the game.
TEST(GoExact, SmallBoardsHaveTheSameUnconditionalLife) {
  Rng rng(7);
  int alive = 0;
  for (int i = 0; i < as_many(3'000); ++i) {
    Picture picture;
    picture.size = i % 2 == 0 ? GridSize{4, 4} : GridSize{5, 3};
    Stones stones{};
    for (int point = 0; point < picture.points(); ++point) {
      const auto kind = rng.below(8);
      if (kind > 5) continue;
      picture.at[static_cast<std::size_t>(point)] = kind < 4 ? Colour::black : Colour::white;
      stones[kind < 4 ? 0 : 1] |= bit_of(point);
    }
    const SmallBoard board(picture.size, Topology::flat, false);
    const PointSet truth = unconditionally_alive(picture, Colour::black);
    const Mask found = board.safe(stones, 0);
    for (int point = 0; point < picture.points(); ++point)
      if ((stones[0] & bit_of(point)) != 0)
        ASSERT_EQ((found & bit_of(point)) != 0, truth[static_cast<std::size_t>(point)]) << i << " " << point;
    alive += truth.any();
    const Count points = area(picture);
    ASSERT_EQ(board.lead(stones), points.points[0] - points.points[1]) << i;
  }
  EXPECT_GT(alive, as_many(100));
}

TEST(GoExact, TheTorusIsSolvedToo) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(as_many(40)); ++seed) {
    const Path path = random_path("toroidal", "size=3 ko=positional agreement=no komi=0", seed, 10 + seed % 12);
    if (path.back().to_act().empty()) continue;
    const auto truth = Everything(3'000).value(path.back(), 9);
    if (!truth) continue;
    ASSERT_EQ(solve(path), truth) << seed;
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace cairn::go

// Random games side by side with the slow reference: legal steps, reasons, captures, boards, counts, ends.
// CAIRN_LONG=1 plays more than a million positions.
#include "games/margrites/tests/help.h"

#include <cstdio>
#include <cstdlib>
#include <map>

#include "games/margrites/formation.h"
#include "tests/reference/effort.h"
#include "tests/reference/margrites_reference.h"

namespace cairn::margrites {
namespace {

using Slow = reference::Margrites;

std::vector<std::string> list_of(Side side, Formation formation) {
  std::vector<std::string> squares;
  const std::string text = formation.text(side);
  for (const auto part : split(text, ',')) squares.emplace_back(part);
  return squares;
}

reference::MargritesOptions slow_options(const Options& options) {
  reference::MargritesOptions slow;
  if (options.black) slow.black_formation = list_of(Side::black, options.black);
  if (options.white) slow.white_formation = list_of(Side::white, options.white);
  slow.hostile = options.hostile == Hostile::yes;
  slow.hostile_full = options.hostile == Hostile::full;
  slow.returning = options.returning;
  slow.black_handicap = options.black_handicap;
  slow.white_rebuttal = options.white_rebuttal;
  return slow;
}

// A word of the right shape, legal or not.
std::string any_word(const Margrites& game, Rng& rng) {
  const auto any = [&] {
    const int row = static_cast<int>(rng.below(kRows)), file = static_cast<int>(rng.below(kFiles));
    return square_at(file, row);
  };
  const Side side = game.board().mover();
  const int count = game.board().count(side);
  Square from = any(), to = any();
  if (count > 0 && rng.below(8) != 0)
    from = game.board().piece(side, static_cast<int>(rng.below(static_cast<std::uint32_t>(count))));
  if (rng.below(4) != 0) {
    to = kSteps[index(side)][index(from)][rng.below(kDirections)];
    if (to == kWall) to = any();
  }
  const std::string off = std::string(1, letter(side)) + "++";
  if (rng.below(12) == 0) return off + ">" + name(square_at(static_cast<int>(rng.below(kFiles)), far_row(side)));
  return name(from) + ">" + (to == kOff ? off : name(to));
}

struct Tally {
  long positions = 0, games = 0, captures = 0, scores = 0, returns = 0, refusals = 0, forfeits = 0, rebuttals = 0;
  std::map<std::string, long> reasons;
};

// Compares all that can be asked; false when something differs.
bool same(const Margrites& fast, const Slow& slow, Rng& rng, Tally& tally) {
  ++tally.positions;
  const bool over = fast.to_act().empty();
  EXPECT_EQ(over, slow.over());
  EXPECT_EQ(result_of(fast), slow.result());
  EXPECT_EQ(rows_of(fast), slow.board());
  for (const Side side : {Side::black, Side::white}) {
    const std::string who = side == Side::black ? "black" : "white";
    EXPECT_EQ(fast.board().points(side), slow.points(who));
    EXPECT_EQ(fast.board().captures(side), slow.captures(who));
  }
  if (over || testing::Test::HasFailure()) return !testing::Test::HasFailure();
  EXPECT_EQ(fast.side_of(fast.turn().seat) == Side::black ? "black" : "white", slow.to_move());
  EXPECT_EQ(legal_words(fast), slow.legal());
  if (fast.phase() == Phase::placing) return !testing::Test::HasFailure();
  EXPECT_EQ(fast.turn_number(), slow.turn_number());
  EXPECT_EQ(fast.board().steps_left(), slow.steps_left());
  const std::string quiet = fact_of(fast, "quiet_turns");
  EXPECT_EQ(quiet.empty() ? "0" : quiet, std::to_string(slow.quiet_turns()));
  for (int i = 0; i < 12; ++i) {
    const std::string word = any_word(fast, rng), reason = slow.reason(word);
    EXPECT_EQ(refusal(fast, word), reason) << word;
    ++tally.reasons[reason];
  }
  return !testing::Test::HasFailure();
}

std::string show(const std::vector<std::string>& words) {
  return "\nafter " + join(words, " ");
}

void play_both(Margrites fast, Slow slow, Rng& rng, Tally& tally, int most) {
  std::vector<std::string> words;
  ++tally.games;
  for (int ply = 0; ply < most; ++ply) {
    if (!same(fast, slow, rng, tally)) FAIL() << show(words);
    if (slow.over()) return;
    const auto legal = slow.legal();
    std::string word = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    // scores and captures decide: forward more often than at random
    for (int i = 0; i < 2 && rng.below(2) == 0; ++i) {
      const std::string& rather = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      if (rather.find('+') != std::string::npos ||
          (rather.size() == 5 && (rather[4] > rather[1]) == (slow.to_move() == "black")))
        word = rather;
    }
    words.push_back(word);
    tally.scores += word.find('+') != std::string::npos;
    tally.returns += word.find('+') == 1;
    const int turn = fast.turn_number();
    const auto fell = slow.play(word);
    tally.captures += static_cast<long>(fell.size());
    if (play(fast, word) != join(fell, " ")) FAIL() << "captures differ" << show(words);
    tally.forfeits += fast.turn_number() > turn + 1;
    tally.rebuttals += fast.phase() == Phase::rebuttal;
  }
}

// Random formations under a random choice of the options, or a random thin position.
void random_game(Rng& rng, Tally& tally) {
  Options options;
  options.returning = rng.below(3) == 0;
  options.black_handicap = rng.below(3) == 0;
  options.white_rebuttal = rng.below(3) == 0;
  options.hostile = static_cast<Hostile>(rng.below(3));
  const bool placed = options.hostile != Hostile::no && rng.below(2) == 0;
  if (!placed) {
    options.black = Formation::ranked(static_cast<int>(rng.below(kFormations)));
    options.white = Formation::ranked(static_cast<int>(rng.below(kFormations)));
  }
  const auto slow = slow_options(options);
  if (placed || rng.below(3) != 0)
    return play_both(Margrites(options), Slow(slow), rng, tally, 40 + static_cast<int>(rng.below(360)));

  const bool stuck = rng.below(8) == 0;  // the first turn is forfeit
  for (;;) {                             // a settled position, crowded on few squares so that pieces touch
    std::array<Squares, 2> pieces{};
    const int low = static_cast<int>(rng.below(4)), rows = 2 + static_cast<int>(rng.below(5));
    const int files = 3 + static_cast<int>(rng.below(kFiles - 2));
    for (std::size_t side = 0; side < 2; ++side)
      for (auto left = rng.below(2) == 0 ? 1 + rng.below(2) : 1 + rng.below(kPieces); left > 0; --left) {
        const int row = low + static_cast<int>(rng.below(static_cast<std::uint32_t>(rows)));
        const int file = static_cast<int>(rng.below(static_cast<std::uint32_t>(files)));
        const Squares bit = Squares::of(square_at(file, row < kRows ? row : kRows - 1));
        if (((pieces[0] | pieces[1]) & bit).empty()) pieces[side] = pieces[side] | bit;
      }
    if (pieces[0].empty() || pieces[1].empty() || !Margrites::fits(pieces).empty()) continue;
    const Side side = static_cast<Side>(rng.below(2));
    const Margrites fast(options, pieces, side);
    const bool forfeit = fast.turn_number() != (side == Side::black ? 1 : 2);
    if (stuck && !forfeit) continue;
    tally.forfeits += forfeit;
    return play_both(fast, Slow::from_position(slow, rows_of(fast), side == Side::black ? "black" : "white"), rng,
                     tally, 120);
  }
}

void report(const Tally& tally) {
  std::printf("%ld positions in %ld games: %ld captures, %ld scores, %ld returns, %ld forfeits, %ld rebuttal steps;",
              tally.positions, tally.games, tally.captures, tally.scores, tally.returns, tally.forfeits,
              tally.rebuttals);
  for (const auto& [reason, count] : tally.reasons)
    std::printf(" %s %ld", reason.empty() ? "legal" : reason.c_str(), count);
  std::printf("\n");
}

void cross_check(std::uint64_t seed, long positions) {
  Rng rng(seed);
  Tally tally;
  while (tally.positions < positions && !testing::Test::HasFailure()) random_game(rng, tally);
  report(tally);
  EXPECT_GE(tally.positions, positions);
  EXPECT_GT(tally.captures, positions / 400);
  EXPECT_GT(tally.scores, positions / 400);
  EXPECT_GT(tally.returns, 0);
  EXPECT_GT(tally.forfeits, 0);
  EXPECT_GT(tally.rebuttals, 0);
  for (const char* reason : {"", "occupied", "too-far", "no-piece", "stalling", "martyrdom"})
    EXPECT_GT(tally.reasons[reason], 0) << reason;
}

// A random turn that leaves the mover's position as it was: pieces change places. Empty when none is found.
bool find_dance(const Margrites& game, Squares wanted, int left, Rng& rng, std::vector<std::string>& words) {
  ActionList list;
  const Seat seat = game.turn().seat;
  game.legal(seat, list);
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[rng.below(static_cast<std::uint32_t>(i))]);
  for (const Action action : list) {
    Margrites next = game;
    next.apply(seat, action, NoEvents{});
    words.push_back(game.format(action));
    const bool done = left == 1 && next.board().pieces(game.board().mover()) == wanted;
    if (done || (left > 1 && next.turn() == game.turn() && find_dance(next, wanted, left - 1, rng, words))) return true;
    words.pop_back();
  }
  return false;
}

TEST(MargritesCrossCheck, DancingGamesAgreeWithTheReference) {
  Rng rng(2);
  Tally tally;
  int bound = 0, turns = 0;
  for (int game = 0; game < 24 && !HasFailure(); ++game) {
    Margrites fast = board_game(
        {"......WWW", ".........", ".........", ".........", ".........", ".........", ".........", "BBB......"},
        game % 2 == 0 ? Side::black : Side::white, "hostile=full");
    Slow slow = Slow::from_position(slow_options(fast.options()), rows_of(fast), game % 2 == 0 ? "black" : "white");
    for (int turn = 0; turn < 12 && !slow.over(); ++turn) {
      ++turns;
      bound += fact_of(fast, "must_change") == "yes";
      std::vector<std::string> dance;
      if (rng.below(6) != 0) find_dance(fast, fast.board().pieces(fast.board().mover()), kTurnSteps, rng, dance);
      for (std::size_t step = 0; fast.turn_number() == slow.turn_number(); ++step) {
        ASSERT_TRUE(same(fast, slow, rng, tally));
        const auto legal = slow.legal();
        const std::string word =
            step < dance.size() ? dance[step] : legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
        const int before = slow.turn_number();
        ASSERT_EQ(play(fast, word), join(slow.play(word), " "));
        if (slow.turn_number() != before || slow.over()) break;
      }
    }
  }
  report(tally);
  EXPECT_GT(bound, 15) << "of " << turns << " turns";
}

TEST(MargritesCrossCheck, RandomGamesAgreeWithTheReference) {
  cross_check(20'07, in_short_run() ? 8'000 : 20'000);
}

TEST(MargritesCrossCheck, LongRandomGamesAgreeWithTheReference) {
  if (!in_long_run()) GTEST_SKIP() << "set CAIRN_LONG=1";
  cross_check(19'98, 1'000'000);
}

}  // namespace
}  // namespace cairn::margrites

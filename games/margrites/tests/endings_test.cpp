// The table of endings against the rules, and against a search that knows nothing of it.
#include "games/margrites/ai_endings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <set>
#include <thread>

#include "core/rng.h"
#include "games/ai_exact.h"
#include "games/margrites/actions.h"
#include "games/margrites/ai_endings_maker.h"
#include "games/margrites/tests/help.h"

namespace cairn::margrites {
namespace {

int lead_of_side(const Margrites& game, Side side) {
  const Board& board = game.board();
  return lead_of(board.points(side) - board.points(other(side)), board.captures(side) - board.captures(other(side)));
}

// Every end of the turn of the side to move, by the game's own rules. Takes every game once that is the same but for
// how it arose.
void each_end(const Margrites& game, Side side, std::set<std::uint64_t>& seen,
              const std::function<void(const Margrites&)>& take) {
  const bool goes_on = game.phase() == Phase::playing && game.board().mover() == side && game.board().steps_left() > 0;
  ActionList actions;
  game.legal(game.to_act().front(), actions);
  for (const Action action : actions) {
    Margrites next = game;
    next.apply(game.to_act().front(), action, NoEvents{});
    if (!seen.insert(next.hash()).second) continue;
    if (next.phase() == Phase::playing && next.turn_number() == game.turn_number())
      each_end(next, side, seen, take);
    else
      take(next);
  }
  ASSERT_TRUE(goes_on);
}

// What one turn makes of the table's values after it, by the rules.
EndingValue by_rules(const Endings& table, const Margrites& game) {
  const Side side = game.board().mover();
  const int before = lead_of_side(game, side);
  int wins_from = kNoLead, loses_to = kNoLead;
  std::set<std::uint64_t> seen;
  each_end(game, side, seen, [&](const Margrites& end) {
    const int gained = lead_of_side(end, side) - before;
    EndingValue theirs{1, -1};
    if (end.phase() != Phase::over) {
      const Side mover = end.board().mover();
      theirs = table.at(mover, end.board().pieces(mover), end.board().pieces(other(mover)));
      if (mover == side)  // the other side could not step
        theirs = {static_cast<std::int8_t>(theirs.loses_to == -kNoLead ? kNoLead : -theirs.loses_to),
                  static_cast<std::int8_t>(theirs.wins_from == kNoLead ? -kNoLead : -theirs.wins_from)};
    }
    if (theirs.loses_to != -kNoLead) wins_from = std::min(wins_from, -theirs.loses_to - gained);
    loses_to = std::min(loses_to, theirs.wins_from == kNoLead ? -kNoLead : -theirs.wins_from - gained);
  });
  return {static_cast<std::int8_t>(wins_from), static_cast<std::int8_t>(loses_to)};
}

void two_threads(const std::function<void()>& work) {
  std::jthread other(work);
  work();
}

// A settled position with so many pieces; Black moves.
Margrites random_settled(Rng& rng, int own, int enemies) {
  while (true) {
    std::array<Squares, 2> pieces{};
    for (int side = 0; side < 2; ++side)
      while (pieces[static_cast<std::size_t>(side)].size() < (side == 0 ? own : enemies)) {
        const Squares one =
            Squares::of(square_at(static_cast<int>(rng.below(kFiles)), static_cast<int>(rng.below(kRows))));
        if ((one & (pieces[0] | pieces[1])).empty())
          pieces[static_cast<std::size_t>(side)] = pieces[static_cast<std::size_t>(side)] | one;
      }
    if (Margrites::fits(pieces).empty()) return Margrites(Options{}, pieces, Side::black);
  }
}

void agree_with_rules(const Endings& table, int own, int enemies, int positions) {
  Rng rng(static_cast<std::uint64_t>(own * 10 + enemies));
  for (int i = 0; i < positions; ++i) {
    const Margrites game = random_settled(rng, own, enemies);
    const Board& board = game.board();
    const EndingValue told = table.at(Side::black, board.pieces(Side::black), board.pieces(Side::white));
    const EndingValue made = by_rules(table, game);
    ASSERT_EQ(told.wins_from, made.wins_from) << i;
    ASSERT_EQ(told.loses_to, made.loses_to) << i;
    ASSERT_GT(told.wins_from, told.loses_to);
  }
}

TEST(MargritesEndings, AgreeWithTheRules) {
  ASSERT_NE(endings(), nullptr);
  agree_with_rules(*endings(), 1, 1, 300);
  agree_with_rules(*endings(), 2, 1, 20);
  agree_with_rules(*endings(), 1, 2, 50);
  agree_with_rules(*endings(), 2, 2, 10);
}

// Ten thousand of them: see tests/thorough.txt.
TEST(MargritesEndingsLong, AgreeWithTheRulesInTenThousandPositions) {
  const bool all = std::getenv("CAIRN_SHORT") == nullptr;
  agree_with_rules(*endings(), 1, 1, all ? 1'000 : 100);
  agree_with_rules(*endings(), 2, 1, all ? 3'000 : 20);
  agree_with_rules(*endings(), 1, 2, all ? 3'000 : 50);
  agree_with_rules(*endings(), 2, 2, all ? 3'000 : 10);
}

// A table that agrees with itself might still take a turning in circles for a win: this one begins with draws.
TEST(MargritesEndings, AreMadeAgainTheSame) {
  Endings made;
  ASSERT_TRUE(make_endings(made, 1, two_threads, [](const EndingsProgress&) { return true; }));
  for (int own = 0; own < Endings::count(1); ++own)
    for (int enemies = 0; enemies < Endings::count(1); ++enemies)
      if (own != enemies) ASSERT_EQ(made.value(1, own, 1, enemies), endings()->value(1, own, 1, enemies));
}

TEST(MargritesEndings, MirroredPositionsAreWorthTheSame) {
  for (int own = 0; own < Endings::count(2); own += 7)
    for (int enemies = 0; enemies < Endings::count(2); enemies += 5)
      ASSERT_EQ(endings()->value(2, own, 2, enemies),
                endings()->value(2, Endings::mirrored(2, own), 2, Endings::mirrored(2, enemies)));
}

TEST(MargritesEndings, AFileThatIsDamagedIsRefused) {
  Endings made;
  ASSERT_TRUE(make_endings(made, 1, two_threads, [](const EndingsProgress&) { return true; }));
  const std::string file = made.pack();
  Endings read;
  EXPECT_EQ(read.unpack(file), "");
  EXPECT_EQ(read.value(1, 40, 1, 7), made.value(1, 40, 1, 7));
  for (const std::size_t at : {std::size_t{20}, file.size() / 2, file.size() - 1}) {
    std::string other = file;
    other[at] = static_cast<char>(other[at] ^ 1);
    EXPECT_EQ(read.unpack(other), "the file of endings is damaged");
  }
  for (std::size_t size = 0; size < file.size(); size += 97) EXPECT_NE(read.unpack(file.substr(0, size)), "");
  EXPECT_EQ(read.unpack("something else"), "this is no file of endings");
}

// One step from the far row against a piece that cannot come back in time.
TEST(MargritesEndings, ARunnerThatIsAheadWins) {
  const Margrites game = pieces_game("e8", "a8");
  const auto proofs = proofs_of_steps(*endings(), game);
  ASSERT_FALSE(proofs.empty());
  for (const auto& [action, proof] : proofs)
    if (to_of(action) == kOff) EXPECT_EQ(proof, Proof::win) << game.format(action);
}

TEST(MargritesEndings, HaveNoValueWhereTheRulesAreOthers) {
  EXPECT_TRUE(in_endings(pieces_game("e5 e6", "a3 b3")));
  EXPECT_FALSE(in_endings(pieces_game("e5 e6 e7", "a3 b3")));
  for (const std::string option : {"returning", "white_rebuttal", "two_for_three", "hostile=full", "black_handicap"})
    EXPECT_FALSE(in_endings(pieces_game("e5 e6", "a3 b3", Side::black, option))) << option;
}

// What docs/players/margrites-endings.md says of captures: steps that a pair needs to touch a lone piece with both.
TEST(MargritesEndings, APairCapturesWhatItReachesInThreeSteps) {
  const auto steps = [](int a, int b) {
    return std::max(std::abs(a / kFiles - b / kFiles), std::abs(a % kFiles - b % kFiles)) - 1;
  };
  const auto square = [](int place) { return Squares::of(square_at(place % kFiles, place / kFiles)); };
  std::array<int, 3> all{}, good{};  // by 3 and fewer, 4, 5 with a prey that can score in its turn
  for (int own = 0; own < Endings::count(2); ++own)
    for (int enemy = 0; enemy < Endings::count(1); ++enemy) {
      const auto pair = Endings::places(2, own);
      const std::array<Squares, 2> pieces{square(pair[0]) | square(pair[1]), square(enemy)};
      if (!(pieces[0] & pieces[1]).empty() || !Margrites::fits(pieces).empty()) continue;
      const int needed = steps(pair[0], enemy) + steps(pair[1], enemy);
      const std::size_t kind = needed <= 3 ? 0 : needed == 4 ? 1 : 2;
      if (needed > 5 || (needed == 5 && enemy / kFiles >= kTurnSteps)) continue;
      ++all[kind];
      good[kind] += endings()->value(2, own, 1, enemy).proof(0) == Proof::win ? 1 : 0;
    }
  EXPECT_EQ(good[0], all[0]);
  EXPECT_EQ(all[1], 22'208);
  EXPECT_EQ(good[1], 22'132);
  EXPECT_LT(good[2] * 20, all[2]);
}

// From won endings the best level wins against the same level, whatever it does.
TEST(MargritesEndings, TheBestLevelKeepsWhatItHas) {
  Rng rng(4);
  for (int i = 0; i < 6; ++i) {
    Margrites game = random_settled(rng, 2, 1 + i % 2);
    const auto proof_of_game = [](const Margrites& now) {
      Proof best = Proof::loss;
      for (const auto& [action, proof] : proofs_of_steps(*endings(), now)) best = std::max(best, proof);
      return best;
    };
    Position position(game);
    const GameInfo& info = *find_game("margrites");
    const auto engine = make_engine(info, position, {.memory = std::size_t{8} << 20, .seed = 1});
    for (int step = 0; step < 60 && in_endings(game); ++step) {
      const Proof before = proof_of_game(game);
      const Seat seat = game.to_act().front();
      think(*engine, Position(game), seat, {.playouts = 20});
      const int turn = game.turn_number();
      game.apply(seat, engine->choose(), NoEvents{});
      if (!in_endings(game)) break;
      const Proof after = proof_of_game(game);
      if (game.turn_number() == turn || game.to_act().contains(seat))
        ASSERT_EQ(after, before);
      else
        ASSERT_EQ(after, before == Proof::win ? Proof::loss : before == Proof::loss ? Proof::win : before);
    }
  }
}

}  // namespace
}  // namespace cairn::margrites

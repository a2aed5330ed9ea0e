// The search by turns against an obvious one: small endings, looked at to the last turn.
#include <algorithm>
#include <atomic>
#include <thread>
#include <unordered_map>

#include "core/hash.h"
#include "games/margrites/actions.h"
#include "games/margrites/ai.h"
#include "games/margrites/ai_endings.h"
#include "games/margrites/ai_turns.h"
#include "games/margrites/tests/help.h"
#include "games/registry.h"

namespace cairn::margrites {

namespace {

// Whether the mover's side can win, or cannot but lose, within so many turns, by trying every step.
class Minimax {
 public:
  // The value for the mover: 1 a win, -1 a loss, 0 anything else or not yet known.
  int value(const Margrites& game, int turns) {
    if (turns == 0) return 0;
    const auto [known, fresh] = values_.try_emplace(mix(game.hash(), static_cast<std::uint64_t>(turns)), 0);
    if (!fresh) return known->second;
    const Seat seat = game.turn().seat;
    int best = -1;
    std::vector<Margrites> ends = ends_of(game);
    for (const Margrites& end : ends)
      if (end.phase() == Phase::over) best = std::max(best, result(end, seat));
    for (const Margrites& end : ends) {
      if (best == 1) break;
      if (end.phase() == Phase::over) continue;
      const int next = value(end, turns - 1);
      best = std::max(best, end.turn().seat == seat ? next : -next);
    }
    return values_[mix(game.hash(), static_cast<std::uint64_t>(turns))] = best;
  }

  // All positions at the end of the mover's turn.
  std::vector<Margrites> ends_of(const Margrites& game) {
    std::vector<Margrites> ends, now{game};
    ActionList steps;
    while (!now.empty()) {
      std::unordered_map<std::uint64_t, Margrites> next;
      for (const Margrites& one : now) {
        one.legal(one.turn().seat, steps);
        for (const Action step : steps) {
          Margrites then = one;
          then.apply(one.turn().seat, step, NoEvents{});
          next.try_emplace(then.hash(), then);
        }
      }
      now.clear();
      for (const auto& [hash, one] : next) {
        const bool ended = one.phase() == Phase::over || one.turn_number() != game.turn_number();
        (ended ? ends : now).push_back(one);
      }
    }
    return ends;
  }

  static int result(const Margrites& end, Seat seat) {
    const auto& rank = end.outcome().rank;
    const auto me = static_cast<std::size_t>(index(seat));
    return rank[me] == rank[1 - me] ? 0 : rank[me] == 1 ? 1 : -1;
  }

 private:
  std::unordered_map<std::uint64_t, int> values_;
};

// Pieces on random squares, where nothing stands captured.
Margrites random_ending(Rng& rng, int black, int white) {
  while (true) {
    std::array<Squares, 2> pieces{};
    for (int i = 0; i < black + white; ++i) {
      const int row = static_cast<int>(rng.below(kRows)), file = static_cast<int>(rng.below(kFiles));
      const Square at = square_at(file, row);
      pieces[i < black ? 0 : 1] = pieces[i < black ? 0 : 1] | Squares::of(at);
    }
    if (pieces[0].size() != black || pieces[1].size() != white || !Margrites::fits(pieces).empty()) continue;
    return {Options{}, pieces, rng.below(2) == 0 ? Side::black : Side::white};
  }
}

// Looks so many turns ahead and leaves nothing out for being unlikely.
std::unique_ptr<Engine> looking_ahead(const Margrites& game, int turns) {
  return make_engine(
      Position(game),
      {.memory = 1 << 22, .parameters = {{"ab_depth", turns}, {"ab_late", 200}, {"ab_margin", 1}, {"ab_verify", 0}}},
      false);
}

Analysis thought(Engine& engine, const Margrites& game) {
  return think(engine, Position(game), game.turn().seat, {.decide = false});
}

}  // namespace

TEST(MargritesAlphaBeta, ProvesTheWinsThatThereAreAndNoOthers) {
  Rng rng(3);
  int won = 0, lost = 0;
  for (int i = 0; i < 60; ++i) {
    const Margrites game = i < 40       ? random_ending(rng, 1, 1)
                           : i % 2 == 0 ? random_ending(rng, 1, 2)
                                        : random_ending(rng, 2, 1);
    Minimax obvious;
    const int turns = i < 40 ? 3 : 2, value = obvious.value(game, turns);
    const Analysis analysis = thought(*looking_ahead(game, turns), game);
    const Proof proof = analysis.candidates.front().proof;
    EXPECT_EQ(proof == Proof::win, value == 1) << i;
    EXPECT_EQ(proof == Proof::loss, value == -1) << i;
    Proof known = Proof::loss;  // by the table
    for (const auto& [step, worth] : proofs_of_steps(*endings(), game)) known = std::max(known, worth);
    if (value != 0) EXPECT_EQ(known, value == 1 ? Proof::win : Proof::loss) << i;
    won += value == 1 ? 1 : 0;
    lost += value == -1 ? 1 : 0;
  }
  EXPECT_GE(won, 10);
  EXPECT_GE(lost, 10);
}

TEST(MargritesAlphaBeta, CallsNoWinCertainForRepliesThatItDidNotLookAt) {
  Rng rng(9);
  int claimed = 0;
  for (int i = 0; i < 200; ++i) {
    const Margrites game = random_ending(rng, 1, 3);
    if (game.board().mover() == Side::white) continue;
    auto engine = make_engine(
        Position(game),
        {.memory = 1 << 22, .parameters = {{"ab_depth", 3}, {"ab_first", 1}, {"ab_beam", 1}, {"ab_turns", 1}}}, false);
    if (thought(*engine, game).candidates.front().proof != Proof::win) continue;
    ++claimed;
    EXPECT_TRUE(Minimax().value(game, 1) == 1 || Minimax().value(game, 3) == 1) << i;
  }
  EXPECT_GE(claimed, 5);
}

TEST(MargritesAlphaBeta, SavesItsLastPieceWhereThatCanBeDone) {
  Rng rng(5);
  int saved = 0;
  for (int i = 0; i < 400 && saved < 12; ++i) {
    Margrites game = random_ending(rng, 1, 2);
    Minimax obvious;
    const Seat seat = game.turn().seat;
    if (game.board().count(game.board().mover()) != 1 || obvious.value(game, 2) != 0) continue;
    const auto ends = obvious.ends_of(game);
    const auto losing = std::count_if(ends.begin(), ends.end(), [&](const Margrites& end) {
      return end.phase() != Phase::over && obvious.value(end, 1) == 1;
    });
    if (losing == 0) continue;  // nothing threatens
    auto engine = make_engine(Position(game), {.memory = 1 << 22}, false);
    while (!game.to_act().empty() && game.turn().seat == seat) {
      think(*engine, Position(game), seat, {.playouts = 300});
      game.apply(seat, engine->choose(), NoEvents{});
    }
    EXPECT_LT(game.to_act().empty() ? 0 : obvious.value(game, 1), 1) << i;
    ++saved;
  }
  EXPECT_EQ(saved, 12);
}

TEST(MargritesAlphaBeta, DependsOnTheSeedAloneWithOneWorkerAndKeepsWithinItsMemory) {
  const Margrites game = pieces_game("b4 d4", "c7 e6 f6");
  const auto tell = [&](std::size_t memory) {
    std::string text;
    auto engine = make_engine(Position(game), {.memory = memory}, false);
    const Analysis analysis = think(*engine, Position(game), game.turn().seat, {.playouts = 200, .decide = false});
    EXPECT_EQ(analysis.playouts, 200U);
    EXPECT_LE(analysis.bytes, memory);
    for (const Candidate& c : analysis.candidates)
      text += game.format(c.action) + ' ' + std::to_string(c.visits) + ' ' + std::to_string(c.win_rate) + '\n';
    engine->forget();
    EXPECT_LT(engine->analysis().bytes, std::size_t{4096});
    return text;
  };
  EXPECT_EQ(tell(1 << 20), tell(1 << 20));
  EXPECT_EQ(tell(1 << 16), tell(1 << 16));
}

TEST(MargritesAlphaBeta, SeveralWorkersFindTheSameWin) {
  Margrites game = pieces_game("e6", "c2 f8");
  auto engine = make_engine(Position(game), {.memory = 1 << 20}, false);
  engine->set_position(Position(game), game.turn().seat);
  engine->begin({.playouts = 500});
  const std::atomic<bool> go{false};
  {
    std::vector<std::thread> workers;
    for (int i = 0; i < 3; ++i) workers.emplace_back([&] { engine->work(go); });
    for (auto& worker : workers) worker.join();
  }
  const Analysis analysis = engine->analysis();
  EXPECT_LE(analysis.playouts, 500U);
  EXPECT_EQ(analysis.candidates.front().proof == Proof::win, Minimax().value(game, 3) == 1);
  for (const Candidate& candidate : analysis.candidates) {
    Margrites walk = game;
    for (const Action action : candidate.line) {
      ASSERT_EQ(walk.check(walk.turn().seat, action), Reason::none);
      walk.apply(walk.turn().seat, action, NoEvents{});
    }
  }
}

TEST(MargritesTurns, AllAreFoundWhereTheyMustBe) {
  Rng rng(7);
  for (int i = 0; i < 20; ++i) {
    const Margrites game = random_ending(rng, 2, 2);
    std::vector<TurnChoice> choices;
    TurnMaker maker{Weights{}};
    maker.make(game, {64, 600, 2000, true}, choices);
    EXPECT_TRUE(maker.complete());
    std::vector<std::uint64_t> found, wanted;
    for (const TurnChoice& choice : choices) found.push_back(choice.hash);
    for (const Margrites& end : Minimax().ends_of(game)) wanted.push_back(end.hash());
    std::sort(found.begin(), found.end());
    std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(found, wanted) << i;
    maker.make(game, {4, 4, 4, true}, choices);
    EXPECT_FALSE(maker.complete());
  }
}

TEST(MargritesAlphaBeta, LeavesOutWhatIsToBeAvoided) {
  const Margrites game = pieces_game("e6", "c2");
  ActionList all;
  game.legal(game.turn().seat, all);
  const Action wins = make_step(*read_square("e6"), *read_square("e7"));
  auto engine = make_engine(Position(game), {.memory = 1 << 20}, false);
  const Analysis bound = think(*engine, Position(game), game.turn().seat, {.playouts = 50, .avoid = {wins}});
  EXPECT_EQ(bound.candidates.size(), all.size() - 1);
  for (const Candidate& candidate : bound.candidates) EXPECT_NE(candidate.action, wins);
  EXPECT_TRUE(think(*engine, Position(game), game.turn().seat, {.playouts = 50, .avoid = all}).candidates.empty());
}

TEST(MargritesLevels, ErrByTheSeedAndTheHighestDoesNot) {
  const Margrites game = lines_game();
  const auto choices = [&](int level) {
    std::vector<std::string> words;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      auto engine = cairn::make_engine(*find_game("margrites"), Position(game),
                                       {.memory = 1 << 20, .seed = seed, .level = level, .shipped = false});
      think(*engine, Position(game), game.turn().seat, {.playouts = 20});
      words.push_back(game.format(engine->choose()));
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words.size();
  };
  EXPECT_GE(choices(1), 4U);
  EXPECT_EQ(choices(10), 1U);
}

}  // namespace cairn::margrites

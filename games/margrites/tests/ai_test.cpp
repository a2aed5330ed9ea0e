// What the program that plays must find, and what it must never do.
#include <array>
#include <atomic>
#include <thread>

#include "core/hash.h"
#include "games/ai_levels.h"
#include "games/margrites/actions.h"
#include "games/margrites/ai.h"
#include "games/margrites/ai_eval.h"
#include "games/margrites/ai_turns.h"
#include "games/margrites/info.h"
#include "games/margrites/tests/help.h"

namespace cairn::margrites {

namespace {

// Narrow beams, for speed.
std::unique_ptr<Engine> engine_for(const Margrites& game, EngineSettings settings = {.memory = 1 << 22}) {
  settings.parameters = {{"beam_first", 16}, {"beam", 16}, {"turns", 8}};
  const Position position(game);
  settings.levels = levels_of(*find_game("margrites"), position);
  return margrites::make_engine(position, settings, false);
}

Analysis thought(Engine& engine, const Margrites& game, std::uint64_t playouts, Seat seat) {
  return think(engine, Position(game), seat, {.playouts = playouts, .decide = false});
}

// Both sides think so long about each step; returns the number of steps.
int play_out(Margrites& game, std::uint64_t playouts, int most_steps) {
  auto engine = engine_for(game);
  int steps = 0;
  while (!game.to_act().empty() && steps < most_steps) {
    const Seat seat = game.to_act().front();
    const Analysis analysis = thought(*engine, game, playouts, seat);
    EXPECT_EQ(game.check(seat, analysis.best), Reason::none);
    game.apply(seat, analysis.best, NoEvents{});
    ++steps;
  }
  return steps;
}

const Seat kBlackSeat = seat_at(0), kWhiteSeat = seat_at(1);

}  // namespace

TEST(MargritesRace, CountsTheStepsToThePointsThatDecide) {
  // e7 needs two steps to leave and d5 four; f3 three.
  EXPECT_EQ(race(standing_of(pieces_game("e7 d5", "f3 a8"))).mine, 6);
  EXPECT_EQ(race(standing_of(pieces_game("e7 d5", "f3 a8"))).theirs, 11);
  // One point more than the other can come to is enough: two of the three.
  EXPECT_EQ(race(standing_of(pieces_game("e7 d5 a1", "f3"))).mine, 6);
  EXPECT_EQ(race(standing_of(pieces_game("e7 d5 a1", "f3"))).theirs, 3);
}

TEST(MargritesRace, IsPartedWhenNobodyCanMeetAnyMore) {
  EXPECT_TRUE(race(standing_of(pieces_game("e7 d6", "f2 a1"))).parted);
  EXPECT_FALSE(race(standing_of(pieces_game("e7 d5", "f2 a1"))).parted);  // d5 can still go back
  EXPECT_FALSE(race(standing_of(pieces_game("e7 d6", "f2 a6"))).parted);
}

TEST(MargritesRace, TheSideToMoveWinsAnEvenOne) {
  EXPECT_GT(log_odds(standing_of(pieces_game("e7 d7", "f2 a2", Side::white))), 0);
  EXPECT_GT(log_odds(standing_of(pieces_game("e7 d7", "f2 a2", Side::black))), 0);
  EXPECT_LT(log_odds(standing_of(pieces_game("e6 d6", "f2 a2", Side::black))), 0);
}

TEST(MargritesTurns, AreCodedAndPlayedBackWithReturns) {
  Margrites game = pieces_game("e8 d7 c4", "f3 a6", Side::black, "returning");
  const std::array<Action, 4> steps{
      make_step(*read_square("e8"), kOff), make_step(*read_square("d7"), *read_square("d8")),
      make_step(kOff, *read_square("e8")), make_step(*read_square("c4"), *read_square("d5"))};
  Margrites plain = game, walk = game;
  // e8 began the turn there: it may not come back to it, and d8 left from nowhere
  EXPECT_NE(plain.check(kBlackSeat, steps[2]), Reason::none);
  TurnCode turn;
  for (const Action step : {steps[0], steps[1], steps[3], make_step(*read_square("d8"), kOff)}) {
    turn = turn.with(walk, step);
    walk.apply(kBlackSeat, step, NoEvents{});
  }
  EXPECT_EQ(turn.size(), 4);
  EXPECT_EQ(turn.first(game), steps[0]);
  EXPECT_EQ(turn.rest().size(), 3);
  play(game, turn);
  EXPECT_EQ(game.hash(), walk.hash());
  EXPECT_EQ(game.score_text(), "2(0)-0(0)");
  while (game.turn().seat == kWhiteSeat) {
    ActionList list;
    game.legal(kWhiteSeat, list);
    game.apply(kWhiteSeat, list.front(), NoEvents{});
  }
  Margrites back = game;
  const TurnCode comes_back = TurnCode{}.with(game, make_step(kOff, *read_square("e8")));
  EXPECT_EQ(comes_back.first(game), make_step(kOff, *read_square("e8")));
  play(back, comes_back);
  EXPECT_EQ(back.board().points(Side::black), 1);
}

TEST(MargritesTurns, AllAreFoundInASmallPosition) {
  // Wide enough a beam leaves nothing out: every set of squares that four steps can lead to.
  const Margrites game = pieces_game("e1", "a8");
  std::vector<TurnChoice> choices;
  TurnMaker maker{Weights{}};
  maker.make(game, {1000, 1000, 1000}, choices);
  std::vector<std::uint64_t> found, wanted;
  for (const TurnChoice& choice : choices) {
    Margrites end = game;
    play(end, choice.turn);
    EXPECT_EQ(end.hash(), choice.hash);
    found.push_back(end.board().pieces(Side::black).low ^ mix(end.board().pieces(Side::black).high, 1));
  }
  const auto walk = [&](const auto& self, const Margrites& at) -> void {
    if (at.turn().seat != kBlackSeat) {
      wanted.push_back(at.board().pieces(Side::black).low ^ mix(at.board().pieces(Side::black).high, 1));
      return;
    }
    ActionList list;
    at.legal(kBlackSeat, list);
    for (const Action action : list) {
      Margrites next = at;
      next.apply(kBlackSeat, action, NoEvents{});
      self(self, next);
    }
  };
  walk(walk, game);
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, wanted);
}

TEST(MargritesEngine, WinsARaceInThisTurn) {
  Margrites game = pieces_game("e6", "c2");
  auto engine = engine_for(game);
  for (const int left : {3, 2, 1}) {
    const Analysis analysis = thought(*engine, game, 20, kBlackSeat);
    EXPECT_EQ(analysis.candidates.front().proof, Proof::win) << left;
    EXPECT_TRUE(analysis.decided);
    EXPECT_EQ(static_cast<int>(analysis.candidates.front().line.size()), left);
    game.apply(kBlackSeat, engine->choose(), NoEvents{});
  }
  EXPECT_EQ(result_of(game), "B+1");
}

TEST(MargritesEngine, TakesTheLastEnemyBeforeItScores) {
  for (const Side side : {Side::black, Side::white}) {
    Margrites game = side == Side::black ? pieces_game("b4 f4", "d1", side) : pieces_game("d8", "b5 f5", side);
    const Seat seat = game.turn().seat;
    EXPECT_EQ(thought(*engine_for(game), game, 50, seat).candidates.front().proof, Proof::win);
    play_out(game, 50, 4);
    EXPECT_EQ(result_of(game), side == Side::black ? "B+1c" : "W+1c");
  }
}

TEST(MargritesEngine, CapturesThePairOfTheIllustration) {
  // ill. 7.b.1 without e3: a fourth white piece beside g4 takes it (7.b.2), and a step more takes f4.
  Margrites game = pieces_game("f4 g4", "g5 h5 h4 i5", Side::white);
  EXPECT_EQ(thought(*engine_for(game), game, 50, kWhiteSeat).candidates.front().proof, Proof::win);
  play_out(game, 50, 4);
  EXPECT_EQ(result_of(game), "W+2c");
}

TEST(MargritesEngine, BringsAWonRaceHome) {
  // Five steps each and nobody near: who moves first is home first.
  for (const Side side : {Side::black, Side::white}) {
    Margrites game = pieces_game("e7 d7 h8", "f2 a2 b1", side);
    EXPECT_TRUE(race(standing_of(game)).parted);
    play_out(game, 30, 60);
    EXPECT_EQ(game.outcome().rank[index(side)], 1);
    EXPECT_EQ(game.board().points(side), 3);
  }
}

TEST(MargritesEngine, DependsOnTheSeedAloneWithOneWorker) {
  const Margrites game = lines_game();
  const auto tell = [&](std::uint64_t seed) {
    std::string text;
    auto engine = engine_for(game, {.memory = 1 << 22, .seed = seed, .level = 5});
    for (const Candidate& c : thought(*engine, game, 100, kBlackSeat).candidates)
      text += game.format(c.action) + ' ' + std::to_string(c.visits) + ' ' + std::to_string(c.win_rate) + ' ' +
              std::to_string(c.line.size()) + '\n';
    return text + game.format(engine->choose());
  };
  EXPECT_EQ(tell(7), tell(7));
}

TEST(MargritesEngine, TellsOfEveryLegalStepBestFirst) {
  const Margrites game = lines_game();
  auto engine = engine_for(game);
  const Analysis analysis = thought(*engine, game, 50, kBlackSeat);
  ActionList list;
  game.legal(kBlackSeat, list);
  EXPECT_EQ(analysis.candidates.size(), list.size());
  EXPECT_EQ(analysis.best, analysis.candidates.front().action);
  EXPECT_EQ(analysis.playouts, 50U);
  EXPECT_EQ(engine->analysis(3).candidates.size(), 3U);
  double shares = 0;
  for (const Candidate& candidate : analysis.candidates) {
    EXPECT_EQ(game.check(kBlackSeat, candidate.action), Reason::none);
    EXPECT_GE(candidate.win_rate, 0);
    EXPECT_LE(candidate.win_rate, 1);
    shares += candidate.prior;
    Margrites walk = game;
    for (const Action action : candidate.line) {
      ASSERT_EQ(walk.check(walk.turn().seat, action), Reason::none);
      walk.apply(walk.turn().seat, action, NoEvents{});
    }
  }
  EXPECT_NEAR(shares, 1, 1e-4);
}

TEST(MargritesEngine, KeepsWhatItKnowsFromStepToStep) {
  Margrites game = lines_game();
  auto engine = engine_for(game);
  for (int step = 0; step < 12; ++step) {
    const Seat seat = game.turn().seat;
    engine->set_position(Position(game), seat);
    const std::uint64_t kept = engine->analysis().visits;
    if (step > 0) {
      EXPECT_GT(kept, 0U) << step;
    }
    engine->begin({.playouts = 60});
    const std::atomic<bool> go{false};
    engine->work(go);
    game.apply(seat, engine->analysis().best, NoEvents{});
  }
}

TEST(MargritesEngine, StaysWithinItsMemory) {
  const Margrites game = lines_game();
  for (const std::size_t memory : {std::size_t{1} << 16, std::size_t{1} << 18}) {
    auto engine = engine_for(game, {.memory = memory});
    const Analysis analysis = thought(*engine, game, 1500, kBlackSeat);
    EXPECT_LE(analysis.bytes, memory);
    EXPECT_EQ(analysis.playouts, 1500U);
    engine->forget();
    EXPECT_LT(engine->analysis().bytes, std::size_t{4096});
  }
}

TEST(MargritesEngine, SeveralWorkersShareTheTree) {
  const Margrites game = lines_game();
  auto engine = engine_for(game);
  engine->set_position(Position(game), kBlackSeat);
  engine->begin({.playouts = 400, .decide = false});
  const std::atomic<bool> go{false};
  {
    std::vector<std::thread> workers;
    for (int i = 0; i < 3; ++i) workers.emplace_back([&] { engine->work(go); });
    for (auto& worker : workers) worker.join();
  }
  EXPECT_EQ(engine->analysis().playouts, 400U);
  EXPECT_EQ(engine->analysis().visits, 400U);
}

TEST(MargritesEngine, AgreesOnFormationsWithItself) {
  Margrites game(options_of(""));
  auto engine = engine_for(game);
  int actions = 0;
  for (; game.phase() == Phase::arranging && actions < 8; ++actions) {
    const Seat seat = seat_at(actions % 2);
    game.apply(seat, thought(*engine, game, 1, seat).best, NoEvents{});
  }
  EXPECT_EQ(game.phase(), Phase::playing);
  EXPECT_EQ(actions, 4);
}

TEST(MargritesEngine, PlaysLegallyUnderEveryOption) {
  for (const std::string_view words : info().variety) {
    SCOPED_TRACE(words);
    Margrites game(options_of(words));
    Rng rng(11);
    auto engine = engine_for(game, {.memory = 1 << 20, .level = 4});
    ActionList list;
    for (int step = 0; step < 250 && !game.to_act().empty(); ++step) {
      const Seat seat = game.to_act().size() == 2 ? seat_at(step % 2) : game.to_act().front();
      game.legal(seat, list);
      Action action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
      if (game.phase() == Phase::arranging || rng.below(4) != 0) {
        const Analysis analysis = thought(*engine, game, 3, seat);
        ASSERT_FALSE(analysis.candidates.empty());
        for (const Candidate& candidate : analysis.candidates)
          ASSERT_EQ(game.check(seat, candidate.action), Reason::none) << game.format(candidate.action);
        action = engine->choose();
      }
      ASSERT_EQ(game.check(seat, action), Reason::none) << game.format(action);
      game.apply(seat, action, NoEvents{});
    }
  }
}

TEST(MargritesEngine, AMatchIsThoughtOfAsAWhole) {
  // The first game of a match is won on the spot: that is no won match, but better than even.
  Margrites game = pieces_game("e6", "c2", Side::black, "two_for_three");
  auto engine = engine_for(game);
  const Analysis analysis = thought(*engine, game, 50, kBlackSeat);
  EXPECT_EQ(analysis.candidates.front().proof, Proof::none);
  EXPECT_GT(analysis.win_rate, 0.6);
  EXPECT_LT(analysis.win_rate, 0.9);
}

}  // namespace cairn::margrites

// Margo's thinking program: what it proves is true, what it plays is legal, and a seed decides all.
#include "games/margo/ai.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "games/margo/ai_endgame.h"
#include "games/margo/ai_solver.h"
#include "games/margo/margo.h"
#include "games/registry.h"
#include "tests/reference/effort.h"

namespace cairn::margo {
namespace {

using Small = cairn::margo::Game<Board<WordBits, 2>>;

Position position_of(const std::string& options, std::optional<cairn::Setup> setup = std::nullopt) {
  Made made = find_game("margo")->make({parse_option_words(options), std::move(setup)});
  EXPECT_EQ(made.error, "");
  return made.position;
}

// Without a network (network_test.cpp has that).
std::unique_ptr<Engine> engine_for(const Position& position, EngineSettings settings = {}) {
  settings.shipped = false;
  return make_engine(*find_game("margo"), position, settings);
}

// A position's worth for its mover by trying everything, at most `left` positions; empty: too many.
class Exhaustive {
 public:
  explicit Exhaustive(int most) : left_(most) {}
  std::optional<int> value(const Small& game) {
    if (game.over()) {
      const auto& balls = game.board().balls;
      const auto own = static_cast<std::size_t>(game.mover());
      const int lead = balls[own].count() - balls[1 - own].count();
      return lead > 0 ? 1 : lead < 0 ? -1 : 0;
    }
    if (const auto found = known_.find(game.hash()); found != known_.end()) return found->second;
    if (--left_ < 0) return std::nullopt;
    ActionList list;
    game.legal(seat_at(game.mover()), list);
    int best = -1;
    for (const Action action : list) {
      Small next = game;
      next.apply(seat_at(game.mover()), action, NoEvents{});
      const auto answer = value(next);
      if (!answer) return std::nullopt;
      best = std::max(best, -*answer);
      if (best == 1) break;
    }
    known_[game.hash()] = best;
    return best;
  }

 private:
  int left_;
  std::map<std::uint64_t, int> known_;  // Game::hash holds the whole past
};

int as_number(Proof proof) {
  return proof == Proof::win ? 1 : proof == Proof::loss ? -1 : 0;
}

// The solver's table forgets how a position arose; exhaustive search does not.
TEST(MargoSolver, AgreesWithTryingEverything) {
  Options all_freedoms;
  all_freedoms.all_freedoms = true;
  Options positional;
  positional.ko = Ko::positional;
  int compared = 0;
  std::set<int> seen;
  const auto seeds = static_cast<std::uint64_t>(as_many(60));
  for (Options options : {Options{}, positional, all_freedoms})
    for (const int size : {2, 3, 4}) {
      options.size = size;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Small game(options);
        Rng rng(seed);
        ActionList list;
        const auto plies = size == 2 ? seed % 6 : (size == 3 ? 8 : 25) + seed % 12;
        for (std::uint64_t i = 0; i < plies && !game.over(); ++i) {
          game.legal(seat_at(game.mover()), list);
          game.apply(seat_at(game.mover()), list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
        }
        if (!Solver<WordBits>::can_solve(game)) continue;
        const auto truth = Exhaustive(3'000).value(game);
        if (!truth) continue;
        Solver<WordBits> solver(1U << 20);
        solver.set(game);
        const Proof proof = solver.work(200'000);
        ASSERT_NE(proof, Proof::none) << size << " " << seed;
        ASSERT_EQ(as_number(proof), *truth) << size << " " << seed << " " << plies;
        EndgameSolver<SmallBoard> endgame(1U << 20);
        endgame.set(game);
        ASSERT_EQ(endgame.work(200'000), proof) << size << " " << seed;
        seen.insert(*truth);
        ++compared;
        if (proof == Proof::loss) continue;
        Small other = game;
        other.apply(seat_at(other.mover()), Small::action_at(endgame.best()), NoEvents{});
        if (const auto after = Exhaustive(10'000).value(other))
          EXPECT_EQ(-*after, *truth) << "the move that is said to reach it: " << size << " " << seed;
        game.apply(seat_at(game.mover()), Small::action_at(solver.best()), NoEvents{});
        const auto after = Exhaustive(10'000).value(game);
        if (after) {
          EXPECT_EQ(-*after, *truth) << "the move that is said to reach it: " << size << " " << seed;
        }
      }
    }
  EXPECT_GT(compared, as_many(150));
  EXPECT_EQ(seen, (std::set<int>{-1, 0, 1}));
}

// Nobody knows what stood before a position that was set up.
TEST(MargoSolver, EndgamesMayBeSetUp) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(as_many(40)); ++seed) {
    Options options;
    options.size = 3;
    Small game(options), other(options);
    Rng rng(seed);
    ActionList list;
    for (std::uint64_t i = 0; i < 4 + seed % 8 && !game.over(); ++i) {
      game.legal(seat_at(game.mover()), list);
      game.apply(seat_at(game.mover()), list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
    }
    const cairn::Setup setup{game.view(Viewer::spectator).board, game.mover() == 0 ? "white" : "black"};
    if (game.over() || !other.set_up(setup).empty() || other.over()) continue;
    Solver<WordBits> solver(1U << 20);
    EndgameSolver<SmallBoard> endgame(1U << 20);
    solver.set(other);
    endgame.set(other);
    const Proof truth = solver.work(1'000'000);
    EXPECT_EQ(endgame.work(1'000'000), truth) << seed;
    EXPECT_NE(truth, Proof::none) << seed;
    ++compared;
  }
  EXPECT_GT(compared, as_many(20));
}

// Work in steps comes to the same as work at once, and a table that is far too small only costs time.
TEST(MargoSolver, GoesOnWhereItStopped) {
  Options options;
  options.size = 3;
  const Small game(options);
  Solver<WordBits> whole(1U << 24), stepwise(1U << 24), cramped(1);
  whole.set(game);
  stepwise.set(game);
  cramped.set(game);
  const Proof proof = whole.work(5'000'000);
  EXPECT_NE(proof, Proof::none);
  for (int i = 0; i < 5'000 && stepwise.proof() == Proof::none; ++i) stepwise.work(1'000);
  EXPECT_EQ(stepwise.proof(), proof);
  EXPECT_EQ(cramped.work(20'000'000), proof);
}

// A solver that goes along with a game, its work cut off in between, says what a new one says.
TEST(MargoSolver, RemembersWhileAGameGoesOn) {
  int compared = 0;
  std::set<Proof> seen;
  std::uint64_t fresh_nodes = 0, kept_nodes = 0;
  for (const Ko ko : {Ko::situational, Ko::positional})
    for (const int size : {3, 4})
      for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(as_many(30)); ++seed) {
        Options options;
        options.size = size;
        options.ko = ko;
        Small game(options);
        Rng rng(seed);
        ActionList list;
        Solver<WordBits> kept(1U << 22);
        EndgameSolver<SmallBoard> endgame(1U << 22);
        for (std::uint64_t ply = 0; !game.over(); ++ply) {
          if (ply >= (size == 3 ? 4U : 14U) && ply % 2 == seed % 2) {
            Solver<WordBits> fresh(1U << 22);
            fresh.set(game);
            kept.set(game);
            const bool cut = rng.below(3) == 0;
            const Proof found = kept.work(cut ? 300 : 40'000);
            const Proof truth = fresh.work(20'000);
            endgame.set(game);
            const Proof ended = endgame.work(rng.below(2) == 0 ? 300 : 10'000);
            if (ended != Proof::none && truth != Proof::none)
              ASSERT_EQ(ended, truth) << size << " " << seed << " " << ply;
            if (!cut && found != Proof::none && truth != Proof::none) {
              ASSERT_EQ(found, truth) << size << " " << seed << " " << ply;
              ++compared;
              seen.insert(truth);
              fresh_nodes += fresh.nodes();
              kept_nodes += kept.nodes();
            }
          }
          game.legal(seat_at(game.mover()), list);
          game.apply(seat_at(game.mover()), list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
        }
      }
  EXPECT_GT(compared, as_many(500));
  EXPECT_TRUE(seen.contains(Proof::win) && seen.contains(Proof::loss));
  EXPECT_LT(kept_nodes, fresh_nodes);
}

// What the engine found on one move it knows on the next.
TEST(MargoAi, GoesOnWithAProof) {
  Position position = position_of("size=3");
  auto engine = engine_for(position, {.parameters = {{"solver", 100}}});
  Analysis found = think(*engine, position, seat_at(0), {.playouts = 100'000});
  ASSERT_EQ(found.candidates[0].proof, Proof::win);
  Rng rng(1);
  while (!position.to_act().empty()) {
    const Seat seat = position.to_act().front();
    if (seat == seat_at(0)) {
      found = think(*engine, position, seat, {.playouts = 1});
      EXPECT_EQ(found.candidates[0].proof, Proof::win);
      position.apply(seat, found.best, NoEvents{});
    } else {
      ActionList list;
      position.legal(seat, list);
      position.apply(seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
    }
  }
  EXPECT_EQ(position.outcome().rank[0], 1);
}

// Margo Basics, page 127, puzzle 1: F2, and Black will have no move. The other claims of these vectors are of positions
// without a move to find; the rules' tests hold them.
TEST(MargoAi, SolvesTheBooksPuzzle) {
  std::ifstream in(std::string(CAIRN_VECTORS) + "/margo_positions.json");
  const auto vectors = nlohmann::json::parse(in);
  int puzzles = 0;
  for (const auto& claim : vectors["claims"]) {
    if (!claim.contains("puzzle")) continue;
    ++puzzles;
    Position position = position_of("size=4", cairn::Setup{claim["pos"].get<std::vector<std::string>>(), "white"});
    auto engine = engine_for(position);
    const Analysis found = think(*engine, position, seat_at(0), {.playouts = 5'000});
    EXPECT_EQ(position.format(found.best), "F2");
    EXPECT_EQ(found.candidates[0].proof, Proof::win);
    EXPECT_EQ(found.win_rate, 1);
    EventLog log;
    ASSERT_EQ(position.play(seat_at(0), "F2", log), Reason::none);
    const Analysis lost = think(*engine, position, seat_at(1), {.playouts = 5'000});
    ASSERT_FALSE(lost.candidates.empty());
    for (const Candidate& candidate : lost.candidates) EXPECT_EQ(candidate.proof, Proof::loss);
    // The book's answer and what follows it.
    ASSERT_EQ(position.play(seat_at(1), "D2", log), Reason::none);
    const Analysis last = think(*engine, position, seat_at(0), {.playouts = 5'000});
    EXPECT_EQ(position.format(last.best), "E3");
    ASSERT_EQ(position.play(seat_at(0), "E3", log), Reason::none);
    EXPECT_TRUE(position.to_act().empty());
    EXPECT_EQ(position.outcome().half_points[0], 20);
    EXPECT_EQ(position.outcome().half_points[1], 18);
  }
  EXPECT_EQ(puzzles, 1);
}

TEST(MargoAi, KnowsThatSizeTwoIsWonByTheFirst) {
  const Position position = position_of("size=2");
  auto engine = engine_for(position);
  EXPECT_EQ(think(*engine, position, seat_at(0), {.playouts = 2'000}).candidates[0].proof, Proof::win);
}

TEST(MargoAi, IsTheSameForASeed) {
  const Position position = position_of("size=6");
  const auto visits = [&](std::uint64_t seed) {
    auto engine = engine_for(position, {.seed = seed});
    std::vector<std::uint64_t> all;
    for (const auto& one : think(*engine, position, seat_at(0), {.playouts = 2'000, .decide = false}).candidates)
      all.push_back(one.visits);
    return all;
  };
  EXPECT_EQ(visits(3), visits(3));
  EXPECT_NE(visits(3), visits(4));
}

// Every option that changes what may be played, for up to twenty-four plies; at every level in turn.
TEST(MargoAi, PlaysLegalMovesInAllVarieties) {
  for (const char* name : {"margo", "spargo"}) {
    const GameInfo& info = *find_game(name);
    std::vector<std::string> words(info.variety.begin(), info.variety.end());
    if (info.name == "margo") words.insert(words.end(), {"size=17 players=3", "size=3 can_pass players=3"});
    for (const auto& options : words) {
      Position position = info.make({parse_option_words(options), {}}).position;
      const bool large = position.view(Viewer::spectator).columns > 8;
      for (const bool plain : {false, true}) {
        auto engine = make_engine(info, position,
                                  {.memory = 8U << 20, .level = 1 + static_cast<int>(options.size() % 10)}, plain);
        Position now = position;
        for (int ply = 0; ply < (large ? 1 : 24) && !now.to_act().empty(); ++ply) {
          const Seat seat = now.to_act().front();
          const Analysis found = think(*engine, now, seat, {.playouts = large ? 2U : 6U});
          ASSERT_EQ(now.check(seat, found.best), Reason::none) << name << " " << options;
          EXPECT_LE(found.playouts, 6U);
          const Action action = engine->choose();
          ASSERT_EQ(now.check(seat, action), Reason::none) << name << " " << options;
          now.apply(seat, action, NoEvents{});
        }
      }
    }
  }
}

// The first move of a size where the middle is too good is answered by a swap.
TEST(MargoAi, SwapsWhereTheFirstMoveWins) {
  Position position = position_of("size=2 swap");
  EventLog log;
  ASSERT_EQ(position.play(seat_at(0), "A1", log), Reason::none);
  auto engine = engine_for(position);
  const Analysis found = think(*engine, position, seat_at(1), {.playouts = 5'000});
  EXPECT_EQ(position.format(found.best), "swap");
  EXPECT_EQ(found.candidates[0].proof, Proof::win);
}

// Every opening of size 2 wins for whoever has it in the end, and a swap takes it over.
TEST(MargoAi, ClaimsNoWinBeforeASwap) {
  const Position start = position_of("size=2 swap");
  const auto engine = make_engine(*find_game("margo"), start, {.memory = std::size_t{4} << 20});
  const Analysis found = think(*engine, start, seat_at(0), {.playouts = 300});
  ASSERT_EQ(found.candidates.size(), 4U);
  for (const Candidate& one : found.candidates) EXPECT_NE(one.proof, Proof::win) << start.format(one.action);
}

TEST(MargoAi, KeepsWithinItsMemory) {
  for (const char* options : {"size=4", "size=6"}) {
    const Position position = position_of(options);
    auto engine = engine_for(position, {.memory = 4U << 20});
    const Analysis found = think(*engine, position, seat_at(0), {.playouts = 30'000, .decide = false});
    EXPECT_LE(found.bytes, 4U << 20);
    EXPECT_GT(found.visits, 0U);
  }
}

// What its name promises: a parameter of each name changes the search.
TEST(MargoAi, ListsWhatCanBeTuned) {
  const auto known = ai_parameters();
  std::set<std::string_view> names;
  for (const Parameter& one : known) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_LE(one.least, one.value);
    EXPECT_LE(one.value, one.most);
    EngineSettings settings;
    settings.parameters.emplace_back(std::string(one.name), one.most);
    EXPECT_EQ(parameter(known, settings, one.name), one.most);
  }
  const AiTuning tuned = read_tuning({.parameters = {{"solver", 7}, {"score", 0.25}, {"playout_eyes", 1e9}}});
  EXPECT_EQ(tuned.solver, 7);
  EXPECT_EQ(tuned.score, 0.25F);
  EXPECT_EQ(tuned.policy.keep_eyes, 256U);
}

}  // namespace
}  // namespace cairn::margo

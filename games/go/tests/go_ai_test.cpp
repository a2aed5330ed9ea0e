// The engines of Go: the tactical board against the rules' own, ladders, captures, and phantom Go's blindness.
#include "games/go/ai_board.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "games/go/ai_patterns.h"
#include "games/go/go.h"
#include "games/go/phantom.h"
#include "games/registry.h"
#include "search/network/tests/random_network.h"

namespace cairn::go {
namespace {

using Rows = std::vector<std::string>;

Position position(std::string_view game, const Rows& rows, std::string_view to_move, std::string_view options = "") {
  const Made made = find_game(game)->make({parse_option_words(options), Setup{rows, std::string(to_move)}});
  EXPECT_EQ(made.error, "");
  return made.position;
}

// All that the tactical board says, counted anew from the plain one.
template <int Max, Topology kTopology>
void agrees(const Go<Max>& game, const TacticalBoard<Max, kTopology>& fast) {
  const Board<Max>& plain = game.board();
  ASSERT_EQ(fast.ko(), plain.ko());
  int lead = 0;
  std::set<int> empties;
  for (unsigned i = 0; i < fast.empties(); ++i) empties.insert(fast.empty(i));
  for (int point = 0; point < plain.points(); ++point) {
    const auto cell = plain.cell(point);
    const Colour colour = plain.at(cell);
    ASSERT_EQ(fast.at(cell), colour);
    ASSERT_EQ(empties.contains(cell), colour == Colour::empty);
    for (std::size_t d = 0; d < 8; ++d)
      ASSERT_EQ(fast.around(cell) >> 2 * d & 3U,
                static_cast<unsigned>(plain.at(plain.neighbour(cell, static_cast<int>(d)))));
    if (colour == Colour::empty) {
      ASSERT_EQ(fast.suicide(cell), plain.suicide(cell, game.mover()));
      ASSERT_EQ(fast.eye(cell, game.mover()), plain.eye(cell, game.mover()));
      // Liberties after a move: make it and count.
      Go<Max> after = game;
      if (after.check(seat_at(side_of(game.mover())), static_cast<Action>(point)) != Reason::none) continue;
      after.apply(seat_at(side_of(game.mover())), static_cast<Action>(point), NoEvents{});
      std::set<int> liberties;
      auto stone = cell;
      do {
        for (int d = 0; d < 4; ++d)
          if (after.board().at(after.board().neighbour(stone, d)) == Colour::empty)
            liberties.insert(after.board().neighbour(stone, d));
        stone = after.board().next_stone(stone);
      } while (stone != cell);
      ASSERT_EQ(fast.liberties_after(cell, 16), std::min<int>(16, static_cast<int>(liberties.size())));
      continue;
    }
    lead += colour == Colour::black ? 1 : -1;
    std::set<int> liberties;
    int stones = 0;
    auto stone = cell;
    do {
      ++stones;
      for (int d = 0; d < 4; ++d)
        if (plain.at(plain.neighbour(stone, d)) == Colour::empty) liberties.insert(plain.neighbour(stone, d));
      stone = plain.next_stone(stone);
    } while (stone != cell);
    ASSERT_EQ(fast.stones(fast.chain(cell)), stones);
    ASSERT_EQ(fast.in_atari(fast.chain(cell)), liberties.size() == 1);
    if (liberties.size() == 1) {
      ASSERT_EQ(fast.only_liberty(fast.chain(cell)), *liberties.begin());
    }
  }
  ASSERT_EQ(fast.stone_lead(), lead);
}

template <Topology kTopology>
void cross_check(std::string_view name, std::string_view options, int games) {
  for (int seed = 1; seed <= games; ++seed) {
    const Made made = find_game(name)->make({parse_option_words(options), {}});
    Go<9> game = *made.position.get_if<Go<9>>();
    TacticalBoard<9, kTopology> fast(game.board(), game.mover(), Board<9>::kNowhere, 0);
    Rng rng(static_cast<std::uint64_t>(seed));
    ActionList list;
    for (int ply = 0; ply < 120 && game.phase() == Phase::play; ++ply) {
      game.legal(game.to_act().front(), list);
      const Action action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
      game.apply(game.to_act().front(), action, NoEvents{});
      const auto code = static_cast<std::uint32_t>(action);
      if (code == kPass)
        fast.pass();
      else
        fast.play(game.board().cell(static_cast<int>(code)));
      agrees(game, fast);
      agrees(game, TacticalBoard<9, kTopology>(game.board(), game.mover(), game.last(), game.passes()));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(GoAi, TheTacticalBoardAgreesWithTheRules) {
  cross_check<Topology::flat>("go", "size=9 ko=simple agreement=no", 30);
  cross_check<Topology::flat>("go", "size=5 ko=simple agreement=no", 30);
  cross_check<Topology::flat>("go", "size=8x3 ko=simple agreement=no", 30);
  cross_check<Topology::torus>("toroidal", "size=7 ko=simple agreement=no", 30);
  cross_check<Topology::torus>("toroidal", "size=4x9 ko=simple agreement=no", 30);
}

bool ladder_works(const Rows& rows, std::string_view stone) {
  const Position at = position("go", rows, "white", "agreement=no");
  const Go<9>& game = *at.get_if<Go<9>>();
  const TacticalBoard<9, Topology::flat> board(game.board(), game.mover(), Board<9>::kNowhere, 0);
  const auto parsed = game.parse(seat_at(1), stone);
  const auto cell = game.board().cell(static_cast<int>(parsed.action));
  EXPECT_TRUE(board.in_atari(board.chain(cell)));
  return board.ladder(board.chain(cell), 60);
}

TEST(GoAi, ReadsLadders) {
  const Rows ladder{".........", ".........", ".........", ".........", ".........",
                    "..B......", ".BW......", "..BB.....", "........."};
  EXPECT_TRUE(ladder_works(ladder, "C3"));
  Rows broken = ladder;  // a white stone on the way, near the far corner
  broken[2][6] = 'W';
  EXPECT_FALSE(ladder_works(broken, "C3"));
  Rows saved = ladder;  // the stone at C4 can be taken at D4
  saved[4][2] = 'W';
  saved[5][1] = 'W';
  EXPECT_FALSE(ladder_works(saved, "C3"));
}

TEST(GoAi, KnowsUrgentShapes) {
  const auto urgent = [](const Rows& rows, std::string_view at, Colour mover) {
    const Position where = position("go", rows, "black", "agreement=no");
    const Go<9>& game = *where.get_if<Go<9>>();
    const TacticalBoard<9, Topology::flat> board(game.board(), game.mover(), Board<9>::kNowhere, 0);
    const auto parsed = game.parse(seat_at(0), at);
    return Patterns::get().urgent(board.around(game.board().cell(static_cast<int>(parsed.action))), mover);
  };
  const Rows hane{".....", ".BWB.", ".....", ".....", "....."};
  EXPECT_TRUE(urgent(hane, "C3", Colour::black));
  EXPECT_TRUE(urgent(hane, "C3", Colour::white));
  EXPECT_FALSE(urgent(hane, "C1", Colour::black));
  const Rows nothing{".....", ".....", ".....", ".....", "....B"};
  EXPECT_FALSE(urgent(nothing, "C3", Colour::black));
}

Analysis search(const Position& at, std::uint64_t playouts, std::string_view game = "go", std::uint64_t seed = 1,
                bool plain = false) {
  const auto engine = make_engine(*find_game(game), at, {.memory = 64U << 20, .seed = seed}, plain);
  return think(*engine, at, at.to_act().front(), {.playouts = playouts, .decide = false});
}

TEST(GoAi, TakesWhatDecides) {
  // Each side has one liberty left: who moves takes everything.
  const Rows rows{"WWWBB", "WWWBB", ".WWBB", "WWWBB", "WWWB."};
  for (const auto& [mover, best] : {std::pair{"white", "E1"}, std::pair{"black", "A3"}})
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const Position at = position("go", rows, mover, "komi=0 agreement=no");
      const Analysis found = search(at, 500, "go", seed);
      ASSERT_FALSE(found.candidates.empty());
      EXPECT_EQ(at.format(found.best), best);
      EXPECT_GT(found.win_rate, 0.9);
      ASSERT_EQ(found.ownership.size(), 25U);
      for (const float owner : found.ownership) EXPECT_GT(mover == std::string("black") ? owner : -owner, 0.3F);
    }
}

TEST(GoAi, IsTheSameForASeed) {
  const Position at = find_game("go")->make({parse_option_words("size=9"), {}}).position;
  const auto visits = [&](std::uint64_t seed) {
    std::vector<std::uint64_t> all;
    for (const Candidate& candidate : search(at, 500, "go", seed).candidates) all.push_back(candidate.visits);
    return all;
  };
  EXPECT_EQ(visits(5), visits(5));
  EXPECT_NE(visits(5), visits(6));
}

// Two true boards that look alike to the seat that thinks: the same thought for the same seed.
TEST(GoAi, PhantomNeverLooksAtTheTrueBoard) {
  const GameInfo& info = *find_game("phantom");
  const auto network = network::random_network(info.features, 1);
  int pairs = 0;
  for (std::uint64_t game = 1; game <= 12; ++game) {
    Position one = info.make({parse_option_words(game % 2 == 0 ? "size=7" : "size=7 atari"), {}}).position;
    Rng rng(game);
    ActionList list;
    for (int ply = 0; ply < 24 && one.to_act().size() == 1; ++ply) {
      one.legal(one.to_act().front(), list);
      one.apply(one.to_act().front(), list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
    }
    if (one.to_act().size() != 1) continue;
    const Seat seat = one.to_act().front();
    const Position other = one.sample(seat, rng);
    ASSERT_EQ(one.view(viewer_of(seat)), other.view(viewer_of(seat)));
    if (one.view(Viewer::referee).board == other.view(Viewer::referee).board) continue;
    ++pairs;
    const auto with_network = [&](const Position& at) {
      const auto engine = make_engine(info, at, {.seed = 3, .network = network, .shipped = false});
      return think(*engine, at, seat, {.playouts = 50, .decide = false});
    };
    for (const int kind : {0, 1, 2}) {
      const bool plain = kind == 1;
      const Analysis a = kind == 2 ? with_network(one) : search(one, 200, "phantom", 3, plain),
                     b = kind == 2 ? with_network(other) : search(other, 200, "phantom", 3, plain);
      ASSERT_GT(a.candidates.size(), 0U);
      ASSERT_EQ(a.candidates.size(), b.candidates.size());
      EXPECT_EQ(a.best, b.best);
      for (std::size_t i = 0; i < a.candidates.size(); ++i) {
        EXPECT_EQ(a.candidates[i].action, b.candidates[i].action);
        EXPECT_EQ(a.candidates[i].visits, b.candidates[i].visits);
        EXPECT_EQ(a.candidates[i].win_rate, b.candidates[i].win_rate);
      }
    }
  }
  EXPECT_GE(pairs, 6);
}

// Every game to its end by weak engines: no move is refused, no game hangs.
TEST(GoAi, PlaysEveryKindToTheEnd) {
  for (const auto& [name, options] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"go", "size=5 agreement=no"},
                                                                  {"go", "size=7x4 agreement=no"},
                                                                  {"go", "size=5 scoring=territory"},
                                                                  {"go", "size=13 agreement=no handicap=4"},
                                                                  {"toroidal", "size=5 agreement=no"},
                                                                  {"phantom", "size=5"}}) {
    const GameInfo& info = *find_game(name);
    Position at = info.make({parse_option_words(options), {}}).position;
    const auto engine = make_engine(info, at, {.memory = 16U << 20});
    int plies = 0;
    for (; plies < 600 && at.to_act().size() == 1; ++plies) {
      const Seat seat = at.to_act().front();
      const Analysis found = think(*engine, at, seat, {.playouts = 30, .decide = false});
      ASSERT_EQ(at.check(seat, found.best), Reason::none) << name << ' ' << at.format(found.best);
      at.apply(seat, found.best, NoEvents{});
    }
    EXPECT_LT(plies, 600) << name << ' ' << options;
  }
}

}  // namespace
}  // namespace cairn::go

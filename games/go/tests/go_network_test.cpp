// What networks are shown of Go is what slow code finds; a board turned or rolled is shown turned or rolled; the search
// with a network plays legal games to their end and tells owners.
#include "search/network/tests/random_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "games/go/ai_network.h"
#include "games/go/go.h"
#include "games/go/scoring.h"
#include "games/registry.h"
#include "search/network/evaluator.h"
#include "search/network/shipped.h"
#include "search/self_play.h"

namespace cairn::go {
namespace {

constexpr int kOwn = 0, kOther = 1, kBoard = 2, kLegal = 3, kOwnOne = 4, kOtherOne = 7, kLast = 10, kKoPoint = 11,
              kLost = 12, kLadder = 13, kOwnEye = 14, kOtherEye = 15, kPlanes = 20;

Position start_of(std::string_view game, const std::string& options, const std::optional<cairn::Setup>& setup = {}) {
  Made made = find_game(game)->make({parse_option_words(options), setup});
  EXPECT_EQ(made.error, "");
  return made.position;
}

std::shared_ptr<const network::Network> random_network(std::uint64_t seed = 1) {
  return network::random_network(network_features(), seed);
}

network::Features seen_of(const Position& position, ActionList& actions) {
  const Seat seat = position.to_act().front();
  position.legal(seat, actions);
  network::Features seen;
  EXPECT_TRUE(network_features().encode(position, seat, actions, seen));
  return seen;
}
network::Features seen_of(const Position& position) {
  ActionList actions;
  return seen_of(position, actions);
}

std::set<std::string> shown(const network::Features& seen, int plane) {
  std::set<std::string> names;
  for (int p = 0; p < seen.columns * seen.rows; ++p)
    if (seen.planes[static_cast<std::size_t>(p * kPlanes + plane)] != 0)
      names.insert(point_name({seen.columns, seen.rows}, p));
  return names;
}

template <int Max>
void expect_seen(const Position& position) {
  const auto& game = *position.get_if<Go<Max>>();
  ActionList actions;
  const network::Features seen = seen_of(position, actions);
  const Picture picture = game.picture();
  const Colour own = game.mover();
  std::map<int, std::set<std::string>> expected;
  for (int p = 0; p < picture.points(); ++p) {
    const Colour there = picture.at[static_cast<std::size_t>(p)];
    const std::string name = point_name(picture.size, p);
    expected[kBoard].insert(name);
    if (there != Colour::empty) expected[there == own ? kOwn : kOther].insert(name);
  }
  for (const Region& chain : regions(picture).list) {
    if (chain.colour == Colour::empty) continue;
    const auto free = static_cast<int>(liberties(picture, chain).size());
    if (free > 3) continue;
    for (const int p : chain.points)
      expected[(chain.colour == own ? kOwnOne : kOtherOne) + free - 1].insert(point_name(picture.size, p));
  }
  ASSERT_EQ(seen.logits.size(), actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const std::string word = position.format(actions[i]);
    if (word == "pass") {
      ASSERT_EQ(seen.logits[i], picture.points());
    } else {
      expected[kLegal].insert(word);
      ASSERT_EQ(point_name(picture.size, seen.logits[i]), word);
    }
  }
  for (const int plane :
       {kOwn, kOther, kBoard, kLegal, kOwnOne, kOwnOne + 1, kOwnOne + 2, kOtherOne, kOtherOne + 1, kOtherOne + 2})
    ASSERT_EQ(shown(seen, plane), expected[plane]) << "plane " << plane;
  ASSERT_LE(shown(seen, kLast).size(), 1U);
  // Likely moves are legal, and fewer the likelier they are.
  for (int plane = kOtherEye + 1; plane < kPlanes; ++plane)
    for (const auto& name : shown(seen, plane)) {
      ASSERT_TRUE(expected[kLegal].contains(name));
      ASSERT_TRUE(plane + 1 == kPlanes || shown(seen, plane + 1).contains(name));
    }
}

TEST(GoNetwork, IsShownWhatSlowCodeFinds) {
  Rng rng(4);
  ActionList actions;
  for (const auto& [game, options, most] : {std::tuple{"go", "size=9", 120},
                                            std::tuple{"go", "size=13x9", 60},
                                            {"go", "size=5 agreement=no ko=positional", 200},
                                            {"toroidal", "size=9", 120},
                                            {"go", "size=13 handicap=3", 150},
                                            {"toroidal", "size=19", 60}})
    for (int round = 0; round < 3; ++round) {
      Position position = start_of(game, options);
      for (int ply = 0; ply < most; ++ply) {
        position.legal(position.to_act().front(), actions);
        std::erase_if(actions, [&](Action one) { return position.format(one) == "pass"; });
        if (actions.empty()) break;
        position.apply(position.to_act().front(), actions[rng.below(static_cast<std::uint32_t>(actions.size()))],
                       NoEvents{});
        if (position.to_act().empty()) break;
        if (position.get_if<Go<9>>() != nullptr)
          expect_seen<9>(position);
        else if (position.get_if<Go<13>>() != nullptr)
          expect_seen<13>(position);
        else
          expect_seen<19>(position);
        if (HasFatalFailure()) FAIL() << game << ' ' << options << ", ply " << ply;
      }
    }
}

TEST(GoNetwork, SeesLaddersEyesAndKo) {
  // White's E4 has two liberties, F4 and E3: it is taken by a ladder from F4 alone, for E3 leaves it the open side.
  const cairn::Setup ladder{.board = {".........", ".........", ".........", ".........", "...BB....", "..BBWB...",
                                      "...B.....", ".........", "........."},
                            .to_move = "black"};
  const network::Features chased = seen_of(start_of("go", "size=9", ladder));
  EXPECT_EQ(shown(chased, kOther), std::set<std::string>{"E4"});
  EXPECT_EQ(shown(chased, kLost), std::set<std::string>{});
  // One liberty is left: Black has taken F4; White's stone cannot run, unless a stone stands in the way.
  cairn::Setup caught = ladder;
  caught.to_move = "white";
  EXPECT_EQ(shown(seen_of(start_of("go", "size=9", caught)), kLost), std::set<std::string>{"E4"});
  caught.board[7] = ".....W...";
  EXPECT_EQ(shown(seen_of(start_of("go", "size=9", caught)), kLost), std::set<std::string>{});
  const cairn::Setup open{.board = {".........", ".........", ".........", ".........", "...BB....", "..BBW....",
                                    "...B.....", ".........", "........."},
                          .to_move = "black"};
  EXPECT_EQ(shown(seen_of(start_of("go", "size=9", open)), kLadder), std::set<std::string>{"F4"});

  const cairn::Setup eyes{.board = {".B...", "BB...", ".....", "...WW", "...W."}, .to_move = "white"};
  const network::Features corners = seen_of(start_of("go", "size=5", eyes));
  EXPECT_EQ(shown(corners, kOwnEye), std::set<std::string>{"E1"});
  EXPECT_EQ(shown(corners, kOtherEye), std::set<std::string>{"A5"});

  Position ko = start_of("go", "size=5",
                         cairn::Setup{.board = {".BW..", "B.BW.", ".BW..", ".....", "....."}, .to_move = "white"});
  ko.apply(ko.to_act().front(), ko.parse(ko.to_act().front(), "B4").action, NoEvents{});
  EXPECT_EQ(shown(seen_of(ko), kKoPoint), std::set<std::string>{"C4"});
  EXPECT_EQ(shown(seen_of(ko), kLast), std::set<std::string>{"B4"});
}

TEST(GoNetwork, SeesAPassAndKomiFromEachSide) {
  Position position = start_of("go", "size=9 komi=7.5");
  const auto komi = [&] { return seen_of(position).globals[1]; };
  EXPECT_FLOAT_EQ(komi(), -7.5F / 20);
  EXPECT_FLOAT_EQ(seen_of(position).globals[2], 0);
  position.apply(seat_at(0), position.parse(seat_at(0), "pass").action, NoEvents{});
  EXPECT_FLOAT_EQ(komi(), 7.5F / 20);
  EXPECT_FLOAT_EQ(seen_of(position).globals[2], 1);
}

TEST(GoNetwork, IsNotAskedAboutGamesThatItDoesNotKnow) {
  network::Features seen;
  EXPECT_FALSE(network_features().encode(start_of("go", "size=25"), seat_at(0), {}, seen));
  EXPECT_FALSE(network_features().encode(start_of("phantom", "size=9"), seat_at(0), {}, seen));
  EXPECT_FALSE(network_features().encode(start_of("margo", "size=4"), seat_at(0), {}, seen));
  EXPECT_EQ(make_network_engine(start_of("go", "size=25"), {.network = random_network()}), nullptr);
  EXPECT_EQ(make_network_engine(start_of("go", "size=9"), {}), nullptr);
}

TEST(GoNetwork, ComesWithTheProgramForTheBoardsOnWhichItIsUsed) {
  const auto name = [](std::string_view game, const std::string& options) {
    const network::Shipped* shipped = shipped_network(*find_game(game), start_of(game, options));
    return shipped == nullptr ? "" : std::string(shipped->name);
  };
  for (const auto& [size, right] : {std::pair{8, ""},
                                    {9, "go-1"},
                                    {10, "go-1-13"},
                                    {11, "go-1-13"},
                                    {13, "go-1-13"},
                                    {14, "go-1-13"},
                                    {19, "go-1-13"}})
    EXPECT_EQ(name("go", "size=" + std::to_string(size)), right) << size;
  for (const std::string rectangle : {"13x9", "9x13", "19x13"})
    EXPECT_EQ(name("go", "size=" + rectangle), "go-1-13") << rectangle;
  for (const std::string narrow : {"9x7", "13x8", "8x19"}) EXPECT_EQ(name("go", "size=" + narrow), "") << narrow;
  for (const auto& [size, right] :
       {std::pair{8, ""}, {9, "go-1-torus"}, {11, "go-1-torus"}, {19, "go-1-torus"}, {20, ""}})
    EXPECT_EQ(name("toroidal", "size=" + std::to_string(size)), right) << size;
}

TEST(GoNetwork, PlaysLegalMovesToTheEndAndTellsOwners) {
  for (const auto& [game, options] :
       {std::pair{"go", "size=5"}, {"go", "size=7x4"}, {"toroidal", "size=5 agreement=no"}, {"phantom", "size=5"}}) {
    Position position = start_of(game, options);
    const View view = position.view(Viewer::referee);
    const auto points = static_cast<std::size_t>(view.columns * view.rows);
    const auto engine =
        make_engine(*find_game(game), position, {.seed = 3, .network = random_network(), .shipped = false});
    for (int ply = 0; ply < 120 && !position.to_act().empty(); ++ply) {
      const Seat seat = position.to_act().front();
      if (position.to_act() != SeatSet::of(seat)) break;  // both agree what is dead
      const Analysis found = think(*engine, position, seat, {.playouts = 30, .decide = false});
      ASSERT_EQ(found.ownership.size(),
                found.ownership.empty() && ply > 0 ? 0U : points);  // none where only ends were seen
      for (const float owner : found.ownership) ASSERT_LE(std::abs(owner), 1);
      ASSERT_EQ(position.check(seat, found.best), Reason::none);
      position.apply(seat, found.best, NoEvents{});
    }
  }
}

// The bottom row's stones are Black's for sure when the network says so: rows of an analysis begin at the top.
TEST(GoNetwork, CountsOwnersFromTheTop) {
  const cairn::Setup setup{.board = {"WWWWW", "WWWWW", ".....", "BBBBB", "B.B.B"}, .to_move = "black"};
  const Position position = start_of("go", "size=5", setup);
  const auto network = random_network(7);
  const auto engine = make_engine(*find_game("go"), position, {.network = network, .shipped = false});
  const Analysis found = think(*engine, position, seat_at(0), {.playouts = 1, .decide = false});
  network::Evaluator evaluator(network);
  network::Reply reply;
  const network::Features seen = seen_of(position);
  evaluator.evaluate({seen.columns, seen.rows, seen.torus, seen.planes, seen.globals}, reply);
  ASSERT_EQ(found.ownership.size(), 25U);
  for (std::size_t row = 0; row < 5; ++row)
    for (std::size_t column = 0; column < 5; ++column) {
      const float owner = reply.owner[row * 5 + column];
      const float owned = found.ownership[(4 - row) * 5 + column];
      EXPECT_EQ(owned, owner > 0.3F ? 1.0F : owner < -0.3F ? -1.0F : 0.0F) << row << ' ' << column << ' ' << owner;
    }
}

TEST(GoNetwork, TeachesWhatItPlayed) {
  const Position start = start_of("toroidal", "size=5 agreement=no");
  const auto make = [&](const EngineSettings& settings) {
    return make_engine(*find_game("toroidal"), start, settings);
  };
  const std::atomic<bool> stop{false};
  const TaughtGame game =
      play_itself(start, network_features(), make, nullptr, {.visits = 60, .fast_visits = 12, .taught = 0.5}, 9, stop);
  ASSERT_FALSE(game.cancelled);
  ASSERT_GT(game.samples.size(), 3U);
  for (const Sample& sample : game.samples) {
    EXPECT_TRUE(sample.seen.torus);
    int lead = 0;
    for (const std::int8_t owner : sample.owners) lead += owner > 0 ? 1 : owner < 0 ? -1 : 0;
    const float komi = (sample.seat == seat_at(0) ? -4.5F : 4.5F);
    EXPECT_FLOAT_EQ(sample.score * 25, static_cast<float>(lead) + komi);
  }
}

}  // namespace
}  // namespace cairn::go

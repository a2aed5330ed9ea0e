// What networks are shown of MARGRITES is what the view says, from the side of whoever moves; the search with one plays
// legal games to their end, and setup and the last two pieces are left to the others.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "games/margrites/ai_network.h"
#include "games/registry.h"
#include "search/network/tests/random_network.h"
#include "search/self_play.h"

namespace cairn::margrites {
namespace {

constexpr int kOwn = 0, kOther = 1, kBegan = 3, kAhead = 4, kFirstStep = 8, kPlanes = 16;
constexpr const char* kFixed = "black=b2,c2,d2,e2,f2,g2,h2,e1 white=a7,b7,c7,d7,e7,f7,g7,h7";

Position start_of(const std::string& options) {
  Made made = find_game("margrites")->make({parse_option_words(options), {}});
  EXPECT_EQ(made.error, "");
  return made.position;
}

std::shared_ptr<const network::Network> random_network(std::uint64_t seed = 1) {
  return network::random_network(network_features(), seed);
}

// Names of the points of a plane, turned back to the board.
std::set<std::string> shown(const network::Features& seen, int plane, bool black) {
  std::set<std::string> names;
  for (int row = 0; row < kRows; ++row)
    for (int file = 0; file < kFiles; ++file)
      if (seen.planes[static_cast<std::size_t>((row * kFiles + file) * kPlanes + plane)] != 0)
        names.insert(name(square_at(file, black ? row : kRows - 1 - row)));
  return names;
}

std::set<std::string> names_of(Squares set) {
  std::set<std::string> names;
  for (; !set.empty(); set.drop_front()) names.insert(name(set.front()));
  return names;
}

void expect_seen(const Position& position) {
  const auto& game = *position.get_if<Margrites>();
  const Seat seat = position.to_act().front();
  const Side own = game.side_of(seat);
  const bool black = own == Side::black;
  ActionList actions;
  position.legal(seat, actions);
  network::Features seen;
  ASSERT_TRUE(network_features().encode(position, seat, actions, seen));
  ASSERT_EQ(shown(seen, kOwn, black), names_of(game.board().pieces(own)));
  ASSERT_EQ(shown(seen, kOther, black), names_of(game.board().pieces(other(own))));
  std::map<int, std::set<std::string>> steps;
  std::set<std::int32_t> logits;
  ASSERT_EQ(seen.logits.size(), actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    ASSERT_TRUE(logits.insert(seen.logits[i]).second) << "two steps with one logit";
    const std::string word = position.format(actions[i]);
    const int at = seen.logits[i] / kDirections, way = seen.logits[i] % kDirections;
    const int row = black ? at / kFiles : kRows - 1 - at / kFiles;
    ASSERT_EQ(name(square_at(at % kFiles, row)), word.substr(0, 2));
    steps[way].insert(word.substr(0, 2));
    if (word.ends_with("++")) {
      ASSERT_EQ(way, 0);
      continue;
    }
    // Directions: ahead, ahead left and right, left and right, back left and right, back.
    constexpr std::array<std::array<int, 2>, 8> kWays{
        {{0, 1}, {-1, 1}, {1, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, -1}, {0, -1}}};
    const auto& to = kWays[static_cast<std::size_t>(way)];
    ASSERT_EQ(name(square_at(at % kFiles + to[0], row + (black ? to[1] : -to[1]))), word.substr(3, 2)) << word;
  }
  for (int way = 0; way < kDirections; ++way) ASSERT_EQ(shown(seen, kFirstStep + way, black), steps[way]) << way;
  ASSERT_EQ(shown(seen, kAhead, true).size(), 54U);
  ASSERT_EQ(shown(seen, kAhead + 3, true).size(), 9U);
  // Where pieces that have stepped began their turn they may not go back to.
  for (const std::string& began : shown(seen, kBegan, black)) {
    const auto square = *read_square(began);
    bool is_theirs = false;
    for (int i = 0; i < game.board().count(own); ++i)
      is_theirs |= game.board().began(i) == square && game.board().piece(own, i) != square;
    ASSERT_TRUE(is_theirs) << began;
  }
}

TEST(MargritesNetwork, IsShownWhatTheViewSays) {
  Rng rng(4);
  ActionList actions;
  for (const std::string& options :
       {std::string(kFixed), std::string(kFixed) + " white_rebuttal", std::string(kFixed) + " black_handicap"})
    for (int round = 0; round < 6; ++round) {
      Position position = start_of(options);
      for (int ply = 0; ply < 300 && !position.to_act().empty(); ++ply) {
        expect_seen(position);
        if (HasFatalFailure()) FAIL() << options << ", ply " << ply;
        const Seat seat = position.to_act().front();
        position.legal(seat, actions);
        position.apply(seat, actions[rng.below(static_cast<std::uint32_t>(actions.size()))], NoEvents{});
      }
    }
}

TEST(MargritesNetwork, IsNotAskedAboutGamesThatItDoesNotKnow) {
  network::Features seen;
  EXPECT_FALSE(network_features().encode(start_of(""), seat_at(0), {}, seen)) << "not in play yet";
  EXPECT_EQ(network_features().boards(start_of("")).side(), 9) << "but it will be";
  for (const char* options : {"returning", "two_for_three", "hostile=full"}) {
    EXPECT_EQ(network_features().boards(start_of(options)).side(), 0) << options;
    EXPECT_EQ(make_network_search(*start_of(std::string(kFixed) + " " + options).get_if<Margrites>(),
                                  {.network = random_network()}),
              nullptr)
        << options;
  }
}

// From the first word on: the setup, turns by steps with the network, the last two pieces with alpha-beta.
TEST(MargritesNetwork, PlaysFromTheSetupToTheEnd) {
  Position position = start_of("");
  const auto engine = cairn::make_engine(*find_game("margrites"), position, {.seed = 5, .network = random_network()});
  int judged = 0;
  for (int ply = 0; ply < 700 && !position.to_act().empty(); ++ply) {
    const Seat seat = position.to_act().front();
    const Analysis found = think(*engine, position, seat, {.playouts = 12, .decide = false});
    ASSERT_EQ(position.check(seat, found.best), Reason::none) << ply;
    judged += found.has_score ? 1 : 0;
    position.apply(seat, found.best, NoEvents{});
  }
  EXPECT_GT(judged, 20);
}

// Two steps that have nothing to do with each other lead to one position, whichever comes first.
TEST(MargritesNetwork, LooksOnceWhereStepsMeet) {
  Position position = start_of(kFixed);
  const auto network = random_network();
  const auto game = find_game("margrites");
  const auto with = cairn::make_engine(*game, position, {.seed = 3, .network = network});
  const auto without =
      cairn::make_engine(*game, position, {.seed = 3, .parameters = {{"transpositions", 0}}, .network = network});
  std::size_t nodes = 0, nodes_without = 0, nodes_kept = 0;
  for (int ply = 0; ply < 40 && !position.to_act().empty(); ++ply) {
    const Seat seat = position.to_act().front();
    const SearchLimits limits{.playouts = 300, .decide = false};
    const Analysis found = think(*with, position, seat, limits);
    nodes_kept += found.nodes;
    for (const Candidate& candidate : found.candidates) {
      Position ahead = position;
      for (const Action action : candidate.line) {
        const Seat mover = ahead.to_act().front();
        ASSERT_EQ(ahead.check(mover, action), Reason::none) << ply << ": " << ahead.format(action);
        ahead.apply(mover, action, NoEvents{});
      }
    }
    if (ply % 16 == 0) {  // from nothing
      for (Engine* engine : {with.get(), without.get()}) engine->forget();
      nodes += think(*with, position, seat, {.playouts = 1000, .decide = false}).nodes;
      nodes_without += think(*without, position, seat, {.playouts = 1000, .decide = false}).nodes;
    }
    position.apply(seat, found.best, NoEvents{});
  }
  EXPECT_GT(nodes_kept, 40 * 300U);
  EXPECT_LT(nodes, nodes_without * 24 / 25) << "of " << nodes_without;
}

TEST(MargritesNetwork, TeachesWhatItPlayed) {
  const Position start = start_of(kFixed);
  const auto make = [&](const EngineSettings& settings) {
    return cairn::make_engine(*find_game("margrites"), start, settings);
  };
  const std::atomic<bool> stop{false};
  for (const auto& network : {std::shared_ptr<const network::Network>(), random_network()}) {
    const TaughtGame game = play_itself(start, network_features(), make, network,
                                        {.visits = 20, .fast_visits = 6, .taught = 0.3, .most_plies = 400}, 9, stop);
    ASSERT_FALSE(game.cancelled);
    ASSERT_GT(game.samples.size(), 10U);
    for (const Sample& sample : game.samples) {
      ASSERT_EQ(sample.owners.size(), 72U);
      ASSERT_EQ(sample.policy.size(), sample.seen.logits.size());
    }
  }
}

// What both sides do before play is not shown to a network, and so not taught: placing sixteen pieces, or two words of
// consent at least.
TEST(MargritesNetwork, IsTaughtFromTheFirstStepOnWhereASetupComesBefore) {
  const std::atomic<bool> stop{false};
  for (const auto& [options, setup] : {std::pair("hostile", 2 * kPieces), std::pair("", 2)}) {
    const Position start = start_of(options);
    const auto make = [&](const EngineSettings& settings) {
      return cairn::make_engine(*find_game("margrites"), start, settings);
    };
    const TaughtGame game =
        play_itself(start, network_features(), make, random_network(),
                    {.visits = 8, .fast_visits = 4, .taught = 1, .random_plies = 4, .most_plies = 60}, 3, stop);
    ASSERT_FALSE(game.cancelled) << options;
    ASSERT_FALSE(game.samples.empty()) << options;
    EXPECT_GE(game.samples.front().ply, setup) << options;
    EXPECT_LE(game.samples.front().ply, setup + 5) << options;  // up to four formations by chance come before
  }
}

}  // namespace
}  // namespace cairn::margrites

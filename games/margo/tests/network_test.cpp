// What networks are shown of Margo is what the view says; the search with one proves nothing untrue and plays by seed;
// what self-play writes is read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "games/margo/ai_network.h"
#include "games/registry.h"
#include "search/network/evaluator.h"
#include "search/network/shipped.h"
#include "search/network/tests/random_network.h"
#include "search/samples.h"
#include "search/self_play.h"

namespace cairn::margo {
namespace {

Position start_of(std::string_view game, const std::string& options) {
  Made made = find_game(game)->make({parse_option_words(options), {}});
  EXPECT_EQ(made.error, "");
  return made.position;
}

std::shared_ptr<const network::Network> random_network(std::uint64_t seed = 1) {
  return network::random_network(network_features(), seed);
}

using Points = std::set<std::tuple<int, int, int>>;  // level, column, row

Points as_set(const std::vector<Point>& points) {
  Points set;
  for (const Point p : points) set.insert({p.level, p.column, p.row});
  return set;
}

// The balls of a letter, from the view's text.
Points balls(const View& view, char letter) {
  Points set;
  for (std::size_t level = 0; level < view.board.size(); ++level) {
    const auto rows = static_cast<int>(std::count(view.board[level].begin(), view.board[level].end(), '/'));
    int row = rows, column = 0;
    for (const char c : view.board[level]) {
      if (c == '/') {
        --row;
        column = 0;
      } else {
        if (c == letter) set.insert({static_cast<int>(level), column, row});
        ++column;
      }
    }
  }
  return set;
}

Points shown(const network::Features& seen, int kind) {
  Points set;
  for (int p = 0; p < seen.columns * seen.rows; ++p)
    for (int level = 0; level < 8; ++level)
      if (seen.planes[static_cast<std::size_t>(p * 52 + kind * 8 + level)] != 0)
        set.insert({level, p % seen.columns, p / seen.columns});
  return set;
}

void expect_seen(const Position& position) {
  const Seat seat = position.to_act().front();
  ActionList actions;
  position.legal(seat, actions);
  network::Features seen;
  ASSERT_TRUE(network_features().encode(position, seat, actions, seen));
  const View view = position.view(Viewer::referee);
  const auto own = static_cast<std::size_t>(view.sides[0].seat == seat ? 0 : 1);
  ASSERT_EQ(shown(seen, 0), balls(view, view.sides[own].letter));
  ASSERT_EQ(shown(seen, 1), balls(view, view.sides[1 - own].letter));
  Points legal, buried, one, two;
  std::map<int, int> logits;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    ASSERT_EQ(++logits[seen.logits[i]], 1) << "two actions with one logit";
    const std::string word = position.format(actions[i]);
    if (word == "pass" || word == "swap") {
      ASSERT_EQ(seen.logits[i], seen.columns * seen.rows * 8 + (word == "pass" ? 0 : 1));
      continue;
    }
    const int at = seen.logits[i] / 8, level = seen.logits[i] % 8;
    legal.insert({level, at % seen.columns, at / seen.columns});
    ASSERT_EQ(position.name({static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(at % seen.columns),
                             static_cast<std::uint8_t>(at / seen.columns)}),
              word);
  }
  ASSERT_EQ(shown(seen, 2), legal);
  for (const View::Mark& mark : view.marks)
    if (mark.kind == "buried") buried = as_set(mark.points);
  ASSERT_EQ(shown(seen, 3), buried);
  for (const View::Group& group : view.groups)
    if (group.freedoms.size() <= 2)
      for (const auto& p : as_set(group.pieces))
        if (!buried.contains(p)) (group.freedoms.size() <= 1 ? one : two).insert(p);
  ASSERT_EQ(shown(seen, 4), one);
  ASSERT_EQ(shown(seen, 5), two);
  ASSERT_EQ(seen.globals.size(), 8U);
}

TEST(MargoNetwork, IsShownWhatTheViewSays) {
  Rng rng(4);
  ActionList actions;
  for (const auto& [game, options] : {std::pair{"margo", "size=6"},
                                      {"margo", "size=4 can_pass"},
                                      {"margo", "size=8 swap"},
                                      {"margo", "size=9"},
                                      {"margo", "size=13 swap"},
                                      {"spargo", ""},
                                      {"spargo", "swap"},
                                      {"margo", "size=5 all_freedoms"},
                                      {"margo", "size=2"}})
    for (int round = 0; round < 4; ++round) {
      Position position = start_of(game, options);
      for (int ply = 0; ply < 200 && !position.to_act().empty(); ++ply) {
        expect_seen(position);
        if (HasFatalFailure()) FAIL() << game << ' ' << options << ", ply " << ply;
        const Seat seat = position.to_act().front();
        position.legal(seat, actions);
        position.apply(seat, actions[rng.below(static_cast<std::uint32_t>(actions.size()))], NoEvents{});
      }
    }
}

// A stack of 284 white balls in a corner of a larger board; the next ball may lie on the ninth level.
TEST(MargoNetwork, ShowsLevelsAboveTheEighthThere) {
  constexpr int kSize = 10, kStack = 9;
  cairn::Setup setup;
  for (int level = 0; level < kStack - 1; ++level) {
    std::string rows;
    for (int row = kSize - level - 1; row >= 0; --row) {
      for (int column = 0; column < kSize - level; ++column) rows += std::max(row, column) < kStack - level ? 'W' : '.';
      if (row > 0) rows += '/';
    }
    setup.board.push_back(rows);
  }
  setup.to_move = "white";
  const Made made = find_game("margo")->make({parse_option_words("size=10"), setup});
  ASSERT_EQ(made.error, "");
  ActionList actions;
  made.position.legal(seat_at(0), actions);
  network::Features seen;
  ASSERT_TRUE(network_features().encode(made.position, seat_at(0), actions, seen));
  std::set<int> logits(seen.logits.begin(), seen.logits.end());
  EXPECT_EQ(logits.size(), actions.size()) << "two actions with one logit";
  const Action top = made.position.parse(seat_at(0), made.position.name({8, 0, 0})).action;
  const auto place = std::find(actions.begin(), actions.end(), top) - actions.begin();
  ASSERT_LT(static_cast<std::size_t>(place), actions.size());
  EXPECT_EQ(seen.logits[static_cast<std::size_t>(place)], 7);
  EXPECT_TRUE(shown(seen, 2).contains({7, 0, 0}));
}

TEST(MargoNetwork, IsNotAskedAboutGamesThatItDoesNotKnow) {
  network::Features seen;
  for (const char* options : {"players=3 size=4", "size=17", "size=6 height=2", "beginner", "testing"}) {
    const Position position = start_of("margo", options);
    EXPECT_FALSE(network_features().encode(position, seat_at(0), {}, seen)) << options;
    EXPECT_EQ(make_network_ai(position, {.network = random_network()}), nullptr) << options;
    EXPECT_NE(make_engine(*find_game("margo"), position, {.network = random_network()}), nullptr) << options;
  }
  network::Shape shape = random_network()->shape();
  EXPECT_EQ(fits(network_features(), shape), "");
  shape.policy = 4;
  EXPECT_EQ(fits(network_features(), shape), "its inputs and outputs are not those of \"pyramid-1\"");
  shape.features = "other-1";
  EXPECT_EQ(fits(network_features(), shape), "it was taught \"other-1\", and this game needs \"pyramid-1\"");
}

TEST(Networks, OfTheProgramAreWholeAndFitTheirGames) {
  int found = 0;
  for (const GameInfo& game : games())
    for (const std::string_view options : game.variety) {
      const Made made = game.make({parse_option_words(std::string(options)), {}});
      const network::Shipped* shipped = shipped_network(game, made.position);
      if (shipped == nullptr) continue;
      ++found;
      const auto network = network_of(*shipped);
      ASSERT_NE(network, nullptr) << shipped->name;
      EXPECT_EQ(fits(game.features, network->shape()), "") << shipped->name;
    }
  EXPECT_GT(found, 1);
  EXPECT_EQ(network::shipped_for("pyramid-1", 17, false), nullptr);
  EXPECT_EQ(network::shipped_for("pyramid-1", 6, true), nullptr);
  EXPECT_EQ(network::shipped_for("none-1", 6, false), nullptr);
}

// Levels from 8 on think with it: one look tells moves apart that playouts begin alike.
TEST(Networks, AreForTheUpperLevels) {
  const Position start = start_of("margo", "size=6");
  for (const auto& [level, network] : {std::pair{7, false}, {8, true}, {10, true}}) {
    const auto engine = make_engine(*find_game("margo"), start, {.level = level});
    const Analysis found = think(*engine, start, seat_at(0), {.playouts = 5, .decide = false});
    std::set<double> shares;
    for (const Candidate& one : found.candidates) shares.insert(one.prior);
    EXPECT_EQ(shares.size() > 5, network) << level;
  }
}

// Few looks that choose a move go to few moves by halving (search/halving.h), also while a game goes on and what was
// seen before is kept; more of them, and those of an analysis, go where they are worth most.
TEST(MargoNetwork, ComparesFewMovesWithFewLooks) {
  Position position = start_of("margo", "size=6");
  const auto engine = make_engine(*find_game("margo"), position, {.seed = 5});
  const auto new_looks = [&](const SearchLimits& limits) {  // of each move that had any, most first
    std::multiset<std::uint64_t, std::greater<>> all;
    const Seat seat = position.to_act().front();
    engine->set_position(position, seat);
    std::map<Action, std::uint64_t> before;
    for (const Candidate& one : engine->analysis().candidates) before[one.action] = one.visits;
    const Analysis found = think(*engine, position, seat, limits);
    std::uint64_t of_best = 0;
    for (const Candidate& one : found.candidates) {
      const std::uint64_t looks = one.visits - before[one.action];
      if (looks > 0) all.insert(looks);
      if (one.action == found.best) of_best = looks;
    }
    EXPECT_EQ(of_best, *all.begin());
    EXPECT_EQ(engine->choose(), found.best);
    return all;
  };
  const std::multiset<std::uint64_t, std::greater<>> halved{8, 8, 2, 2};
  for (int ply = 0; ply < 12; ++ply) {
    EXPECT_EQ(new_looks({.playouts = 20}), halved) << ply;
    position.apply(position.to_act().front(), engine->choose(), NoEvents{});
  }
  EXPECT_NE(new_looks({.playouts = 20, .decide = false}), halved);
  EXPECT_GT(new_looks({.playouts = 200, .decide = false}).size(), 4U);
}

TEST(MargoNetwork, PlaysLegalMovesToTheEndAsTheSeedSays) {
  const auto play = [](std::uint64_t seed) {
    Position position = start_of("margo", "size=5");
    const auto engine = make_engine(*find_game("margo"), position, {.seed = seed, .network = random_network()});
    std::string words;
    while (!position.to_act().empty()) {
      const Seat seat = position.to_act().front();
      const Analysis found = think(*engine, position, seat, {.playouts = 40, .decide = false});
      double share = 0;
      for (const Candidate& one : found.candidates) share += one.prior;
      EXPECT_NEAR(share, 1, 1e-3);
      EXPECT_EQ(found.playouts, found.decided ? found.playouts : 40U);
      EXPECT_EQ(position.check(seat, found.best), Reason::none);
      words += position.format(found.best) + " ";
      position.apply(seat, found.best, NoEvents{});
    }
    return words;
  };
  const std::string game = play(3);
  EXPECT_EQ(game, play(3));
  EXPECT_GT(game.size(), 60U);
}

// Every answer of a board of two by two is known: the search ends with a proof, and the same one with and without.
TEST(MargoNetwork, ProvesWhatSearchWithoutItProves) {
  Rng rng(8);
  ActionList actions;
  for (int round = 0; round < 12; ++round) {
    Position position = start_of("margo", round % 2 == 0 ? "size=2" : "size=2 all_freedoms");
    for (std::uint32_t plies = rng.below(4); plies > 0 && !position.to_act().empty(); --plies) {
      position.legal(position.to_act().front(), actions);
      position.apply(position.to_act().front(), actions[rng.below(static_cast<std::uint32_t>(actions.size()))],
                     NoEvents{});
    }
    if (position.to_act().empty()) continue;
    const Seat seat = position.to_act().front();
    position.legal(seat, actions);
    if (actions.size() == 1) continue;  // it needs no thought
    const auto best_proof = [&](std::shared_ptr<const network::Network> network) {
      const auto engine =
          make_engine(*find_game("margo"), position,
                      {.parameters = {{"solver_points", 0}}, .network = std::move(network), .shipped = false});
      return think(*engine, position, seat, {.playouts = 20'000, .decide = false}).candidates.front().proof;
    };
    const Proof with = best_proof(random_network());
    EXPECT_NE(with, Proof::none);
    EXPECT_EQ(with, best_proof(nullptr));
  }
}

TEST(MargoNetwork, TeachesWhatItPlayed) {
  const Position start = start_of("margo", "size=4");
  const network::FeatureSpec spec = network_features();
  const auto make = [&](const EngineSettings& settings) { return make_engine(*find_game("margo"), start, settings); };
  const std::atomic<bool> stop{false};
  std::string bytes = samples_header(spec, {.columns = 4, .rows = 4}, "a test");
  std::vector<Sample> samples;
  for (const auto& network : {std::shared_ptr<const network::Network>(), random_network()}) {
    const TaughtGame game =
        play_itself(start, spec, make, network, {.visits = 60, .fast_visits = 12, .taught = 0.5}, 9, stop);
    ASSERT_FALSE(game.cancelled);
    ASSERT_GT(game.samples.size(), 3U);
    EXPECT_TRUE(game.outcome.over);
    for (const Sample& sample : game.samples) {
      const int own = game.outcome.rank[static_cast<std::size_t>(index(sample.seat))];
      const int other = game.outcome.rank[static_cast<std::size_t>(1 - index(sample.seat))];
      EXPECT_EQ(sample.value, own < other ? 1.0F : own > other ? 0.0F : 0.5F);
      EXPECT_EQ(sample.score > 0, own < other);
      EXPECT_EQ(sample.seat, seat_at(sample.ply % 2));
      float total = 0;
      for (const float share : sample.policy) total += share;
      EXPECT_NEAR(total, 1, 1e-4);
      write_sample(spec, sample, bytes);
      samples.push_back(sample);
    }
  }
  SamplesFile file;
  ASSERT_EQ(read_samples(bytes, file), "");
  ASSERT_EQ(file.records.size(), samples.size());
  EXPECT_EQ(std::tie(file.features, file.columns, file.rows), std::tuple("pyramid-1", 4, 4));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(file.records[i].planes, samples[i].seen.planes);
    EXPECT_EQ(file.records[i].globals, samples[i].seen.globals);
    EXPECT_EQ(file.records[i].owners, samples[i].owners);
    EXPECT_EQ(std::tie(file.records[i].value, file.records[i].score, file.records[i].root, file.records[i].ply),
              std::tie(samples[i].value, samples[i].score, samples[i].root, samples[i].ply));
    EXPECT_EQ(std::count(file.records[i].legal.begin(), file.records[i].legal.end(), true),
              static_cast<std::ptrdiff_t>(samples[i].seen.logits.size()));
    for (std::size_t a = 0; a < samples[i].policy.size(); ++a) {
      const auto logit = static_cast<std::size_t>(samples[i].seen.logits[a]);
      EXPECT_TRUE(file.records[i].legal[logit]);
      EXPECT_NEAR(file.records[i].policy[logit], samples[i].policy[a], 0.02);
    }
  }
  SamplesFile none;
  EXPECT_EQ(read_samples("cairn network 1\n", none),
            "it is no file of samples: one begins with the line \"cairn samples 1\"");
  EXPECT_EQ(read_samples("cairn samples 1\nrows 4\n", none), "its header has no end: an empty line should close it");
  EXPECT_EQ(read_samples("cairn samples 1\nrows 4\n\n", none), "its header says no good number of columns");
  EXPECT_EQ(read_samples(std::string_view(bytes).substr(0, bytes.size() - 1), none), "its last record is cut off");
}

// By Gumbel's noise every move is taught, what was not looked at among the rest, and chance makes games differ.
TEST(MargoNetwork, TeachesByFewLooks) {
  const Position start = start_of("margo", "size=4");
  const auto make = [&](const EngineSettings& settings) { return make_engine(*find_game("margo"), start, settings); };
  const std::atomic<bool> stop{false};
  std::vector<std::vector<float>> seconds;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const TaughtGame game = play_itself(start, network_features(), make, random_network(),
                                        {.visits = 16, .taught = 1, .gumbel = 4}, seed, stop);
    ASSERT_TRUE(game.outcome.over);
    EXPECT_GT(game.samples.size() * 10, static_cast<std::size_t>(game.plies) * 7) << "but those without a choice";
    for (const Sample& sample : game.samples) {
      float total = 0;
      for (const float share : sample.policy) total += share;
      EXPECT_NEAR(total, 1, 1e-4);
    }
    const std::vector<float>& first = game.samples.front().policy;
    EXPECT_GT(std::count_if(first.begin(), first.end(), [](float share) { return share > 0; }), 4);
    seconds.push_back(game.samples.at(1).seen.globals);
    seconds.back().insert(seconds.back().end(), game.samples.at(1).seen.planes.begin(),
                          game.samples.at(1).seen.planes.end());
  }
  EXPECT_FALSE(seconds[0] == seconds[1] && seconds[1] == seconds[2]) << "the same first move each time";
}

TEST(MargoNetwork, StopsASelfPlayedGameOnRequest) {
  const Position start = start_of("margo", "size=4");
  const auto make = [&](const EngineSettings& settings) { return make_engine(*find_game("margo"), start, settings); };
  const std::atomic<bool> stop{true};
  EXPECT_TRUE(play_itself(start, network_features(), make, random_network(), {}, 1, stop).cancelled);
}

}  // namespace
}  // namespace cairn::margo

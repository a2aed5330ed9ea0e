#include "games/go/ai.h"

#include "games/go/ai_knowledge.h"
#include "games/go/ai_network.h"
#include "games/go/ai_phantom.h"
#include "search/mcts.h"

namespace cairn::go {

namespace {

constexpr MctsTuning kTuning = GoKnowledge<9, Topology::flat>::tuning();

const std::vector<Parameter>& known() {
  static const std::vector<Parameter> all = go_parameters();
  return all;
}

template <int Max>
const Go<Max>* game_in(const Position& position) {
  return position.get_if<Go<Max>>();
}

template <int Max>
std::unique_ptr<Engine> make(const Position& position, const EngineSettings& settings, bool plain) {
  const Go<Max>* game = game_in<Max>(position);
  if (game == nullptr) return nullptr;
  if (plain) return std::make_unique<Mcts<Go<Max>, UniformKnowledge<Go<Max>>>>(*game, settings, game_in<Max>);
  if (game->board().topology() == Topology::flat)
    return std::make_unique<Mcts<Go<Max>, GoKnowledge<Max, Topology::flat>>>(*game, settings, game_in<Max>);
  return std::make_unique<Mcts<Go<Max>, GoKnowledge<Max, Topology::torus>>>(*game, settings, game_in<Max>);
}

template <int Max>
std::unique_ptr<Engine> make_phantom(const Position& position, const EngineSettings& settings, bool plain) {
  using Game = Phantom<Max>;
  const auto extract = [](const Position& one) { return one.get_if<Game>(); };
  const Game* game = extract(position);
  if (game == nullptr) return nullptr;
  if (plain) return std::make_unique<Mcts<Game, PlainPhantomKnowledge<Max>>>(*game, settings, extract);
  return std::make_unique<Mcts<Game, PhantomKnowledge<Max>>>(*game, settings, extract);
}

std::vector<Parameter> with_own(std::vector<Parameter> all) {
  const std::vector<Parameter> own{
      {"prior_even", "weight of \"as likely as not\" in a move's prior, in playouts", 10, 0, 200},
      {"prior_policy", "weight of the root of a move's chance by its looks", 200, 0, 2000},
      {"corner_share", "share of the priors for points in empty corners, from 14 lines on", 0.7, 0, 1},
      {"lead_share", "share of the lead in points in what an end is worth", 0.04, 0, 0.5},
      {"playout_atari", "chance of 256 to answer an atari", 230, 0, 256},
      {"playout_two", "chance of 256 to mind chains with two liberties", 50, 0, 256},
      {"playout_nakade", "chance of 256 to play the vital point of a small space", 60, 0, 256},
      {"playout_pattern", "chance of 256 to answer by a local shape", 230, 0, 256},
      {"playout_self_atari", "chance of 256 to refuse a random self-atari", 240, 0, 256},
      {"playout_ladder", "runs read before stones in atari are moved", 0, 0, 100},
      {"playout_mercy", "lead in stones gained in a playout, per cent of the points, that ends it", 30, 5, 100}};
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

}  // namespace

std::vector<Parameter> go_parameters() {
  return with_own(mcts_parameters(kTuning));
}

std::vector<Parameter> phantom_parameters() {
  return with_own(mcts_parameters(PhantomKnowledge<9>::tuning()));
}

PriorWeights prior_weights(const EngineSettings& settings) {
  const auto value = [&](std::string_view name) { return parameter(known(), settings, name); };
  return {value("prior_even"), value("prior_policy")};
}

PlayoutPolicy playout_policy(const EngineSettings& settings) {
  const auto value = [&](std::string_view name) { return static_cast<unsigned>(parameter(known(), settings, name)); };
  return {value("playout_atari"),
          value("playout_two"),
          value("playout_nakade"),
          value("playout_pattern"),
          value("playout_self_atari"),
          static_cast<int>(value("playout_ladder")),
          static_cast<int>(value("playout_mercy"))};
}

double lead_share(const EngineSettings& settings) {
  return parameter(known(), settings, "lead_share");
}

float corner_share(const EngineSettings& settings) {
  return static_cast<float>(parameter(known(), settings, "corner_share"));
}

std::unique_ptr<Engine> go_engine(const Position& position, const EngineSettings& settings, bool plain) {
  if (!plain)
    if (auto engine = make_network_engine(position, settings)) return engine;
  if (auto engine = make<9>(position, settings, plain)) return engine;
  if (auto engine = make<13>(position, settings, plain)) return engine;
  if (auto engine = make<19>(position, settings, plain)) return engine;
  return make<25>(position, settings, plain);
}

std::unique_ptr<Engine> phantom_engine(const Position& position, const EngineSettings& settings, bool plain) {
  if (!plain)
    if (auto engine = make_network_engine(position, settings)) return engine;
  if (auto engine = make_phantom<9>(position, settings, plain)) return engine;
  if (auto engine = make_phantom<13>(position, settings, plain)) return engine;
  return make_phantom<19>(position, settings, plain);
}

}  // namespace cairn::go

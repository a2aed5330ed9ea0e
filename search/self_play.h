// Games that an engine plays against itself to teach a network: what it was shown, what the search made of it, and how
// the game ended. After Silver et al. 2017 (AlphaGo Zero) and Wu 2019 (KataGo): noise and forced visits at the root,
// whose traces are pruned from what is taught; few moves are thought about at length, and only those are taught.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "core/rng.h"
#include "search/engine.h"
#include "search/network/feature_spec.h"

namespace cairn {

struct SelfPlay {
  std::uint64_t visits = 128;      // of a move that is taught
  std::uint64_t fast_visits = 24;  // of the others
  double taught = 0.25;            // share of the moves that are
  double noise = 0.25, forced = 2, policy = 0.55;
  int gumbel = 0;  // above 0, in place of noise and forced visits: so many of the root's moves are compared by halving
  double early = 0.8, late = 0.2;  // temperatures of the choice: at the start, and towards the end
  double half_life = 0;            // plies in which the one becomes half the other; 0: as many as a side is long
  int random_plies = 0;  // up to so many first ones are by chance, where play alone would see too few openings
  int most_plies = 2'000;
};

// What may be set from outside, on a command line or in a job: the only list of it.
struct SelfPlaySetting {
  std::string_view name, help;
  double least, most;
  bool whole;
  double (*get)(const SelfPlay&);
  void (*set)(SelfPlay&, double);  // the value is right, see `right`
  bool right(double value) const;
};
std::span<const SelfPlaySetting> self_play_settings();

// A position that is taught.
struct Sample {
  network::Features seen{};
  std::vector<float> policy{};  // of each action of `seen.logits`: shares of 1
  Seat seat{};
  int ply = 0;
  float root = 0.5F;  // what the search thought of it, 0 to 1
  // Known at the end, for the seat.
  float value = 0.5F;  // 1 won, 0 lost
  float score = 0;     // its lead, in units
  std::vector<std::int8_t> owners{};
};

struct TaughtGame {
  std::vector<Sample> samples{};
  int plies = 0;
  Outcome outcome{};
  bool cancelled = false;
};

using MakeEngine = std::function<std::unique_ptr<Engine>(const EngineSettings& settings)>;

// `make`: engines for the game, with the settings' network or without one.
TaughtGame play_itself(const Position& start, const network::FeatureSpec& spec, const MakeEngine& make,
                       std::shared_ptr<const network::Network> network, const SelfPlay& how, std::uint64_t seed,
                       const std::atomic<bool>& stop);

// What the visits of a search teach, as shares: without those that were forced, all of a move that is proven to win.
// `policy`: the search's weight of the prior shares; `forced` as in SelfPlay, 0 for none.
std::vector<float> taught_policy(const Analysis& analysis, std::span<const Action> actions, double policy,
                                 double forced);

// What a search teaches that halved by Gumbel's noise: the priors, improved by what was seen of the actions' values
// (Danihelka et al. 2022, section 4 and appendix D). All of a move that is proven to win.
std::vector<float> improved_policy(const Analysis& analysis, std::span<const Action> actions);

}  // namespace cairn

#include "search/self_play.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>

#include "core/hash.h"
#include "search/halving.h"
#include "search/knowledge.h"

namespace cairn {

namespace {

double uniform(Rng& rng) {
  return static_cast<double>(rng() >> 11) * 0x1p-53;
}

std::size_t place_of(Action action, std::span<const Action> actions) {
  return static_cast<std::size_t>(std::find(actions.begin(), actions.end(), action) - actions.begin());
}

// An action by its visits to the power of 1 / temperature.
Action draw(const Analysis& analysis, double temperature, Rng& rng) {
  const auto& candidates = analysis.candidates;
  const auto most = static_cast<double>(candidates.front().visits);
  if (candidates.front().proof == Proof::win || most <= 0 || temperature <= 0.01) return candidates.front().action;
  std::vector<double> weights;
  double total = 0;
  for (const Candidate& one : candidates) {
    const bool lost = one.proof == Proof::loss;
    total += weights.emplace_back(lost ? 0 : std::pow(static_cast<double>(one.visits) / most, 1 / temperature));
  }
  double left = total * uniform(rng);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    left -= weights[i];
    if (left < 0) return candidates[i].action;
  }
  return candidates.front().action;
}

template <auto kMember>
constexpr SelfPlaySetting setting(std::string_view name, std::string_view help, double least, double most) {
  using T = std::decay_t<decltype(SelfPlay{}.*kMember)>;
  return {name,
          help,
          least,
          most,
          std::is_integral_v<T>,
          [](const SelfPlay& how) { return static_cast<double>(how.*kMember); },
          [](SelfPlay& how, double value) { how.*kMember = static_cast<T>(value); }};
}

constexpr SelfPlaySetting kSettings[] = {
    setting<&SelfPlay::visits>("visits", "Visits of a move that is trained on", 2, 1e6),
    setting<&SelfPlay::fast_visits>("fast-visits", "Visits of the other moves", 1, 1e6),
    setting<&SelfPlay::taught>("taught", "Share of the moves that are trained on", 0.01, 1),
    setting<&SelfPlay::noise>("noise", "Share of noise in the root's priors", 0, 1),
    setting<&SelfPlay::forced>("forced", "Forced visits of the root's moves (factor)", 0, 10),
    setting<&SelfPlay::gumbel>(
        "gumbel",
        "Gumbel sampling: compare N sampled moves of the root by halving, instead of noise and forced visits; 0: off",
        0, 100),
    setting<&SelfPlay::early>("early", "Temperature of the first moves", 0, 10),
    setting<&SelfPlay::late>("late", "Temperature of the last moves", 0, 10),
    setting<&SelfPlay::random_plies>("random", "Maximum number of random moves at the start", 0, 1'000)};

}  // namespace

bool SelfPlaySetting::right(double value) const {
  return value >= least && value <= most && (!whole || value == std::floor(value));
}

std::span<const SelfPlaySetting> self_play_settings() {
  return kSettings;
}

std::vector<float> taught_policy(const Analysis& analysis, std::span<const Action> actions, double policy,
                                 double forced) {
  std::vector<float> shares(actions.size());
  const auto& candidates = analysis.candidates;
  const Candidate& best = candidates.front();
  if (best.proof == Proof::win) {
    shares[place_of(best.action, actions)] = 1;
    return shares;
  }
  const double root = std::sqrt(static_cast<double>(analysis.visits));
  const auto worth = [&](const Candidate& one, double visits) {
    return one.win_rate + policy * one.prior * root / (1 + visits);
  };
  const double bar = worth(best, static_cast<double>(best.visits));
  double total = 0;
  for (const Candidate& one : candidates) {
    auto visits = static_cast<double>(one.visits);
    if (&one != &best && forced > 0) {
      const double least = visits - std::sqrt(forced * one.prior * static_cast<double>(analysis.visits));
      while (visits >= 1 && visits - 1 >= least && worth(one, visits - 1) < bar) --visits;
      if (visits <= 1) visits = 0;
    }
    shares[place_of(one.action, actions)] = static_cast<float>(visits);
    total += visits;
  }
  for (float& share : shares)
    share = total > 0 ? share / static_cast<float>(total) : 1 / static_cast<float>(shares.size());
  return shares;
}

std::vector<float> improved_policy(const Analysis& analysis, std::span<const Action> actions) {
  std::vector<float> shares(actions.size());
  const auto& candidates = analysis.candidates;
  if (candidates.front().proof == Proof::win) {
    shares[place_of(candidates.front().action, actions)] = 1;
    return shares;
  }
  // What was not looked at is worth what the others are in the mean, by their priors.
  double seen = 0, sum = 0, most = 0;
  for (const Candidate& one : candidates)
    if (one.visits > 0) {
      seen += one.prior;
      sum += one.prior * one.win_rate;
      most = std::max(most, static_cast<double>(one.visits));
    }
  const double mean = seen > 0 ? sum / seen : 0.5;
  std::vector<double> logits;
  logits.reserve(candidates.size());
  for (const Candidate& one : candidates)
    logits.push_back(std::log(std::max(one.prior, 1e-9)) +
                     Halving::weight(most) * (one.visits > 0 ? one.win_rate : mean));
  const double best = *std::max_element(logits.begin(), logits.end());
  double total = 0;
  for (double& logit : logits) total += logit = std::exp(logit - best);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    shares[place_of(candidates[i].action, actions)] = static_cast<float>(logits[i] / total);
  return shares;
}

TaughtGame play_itself(const Position& start, const network::FeatureSpec& spec, const MakeEngine& make,
                       std::shared_ptr<const network::Network> network, const SelfPlay& how, std::uint64_t seed,
                       const std::atomic<bool>& stop) {
  Rng rng(mix(seed, 0x5E1F));
  EngineSettings settings{.memory = std::size_t{64} << 20, .seed = mix(seed, 1), .network = std::move(network)};
  settings.shipped = false;
  settings.parameters = {{"solver_points", 0}, {"book", 0}, {"endgame", 0}};
  if (settings.network) settings.parameters.insert(settings.parameters.end(), {{"policy", how.policy}, {"noise", 0}});
  const bool drawn = settings.network && how.gumbel > 0;  // then chance is in what the search finds best
  const auto fast = make(settings);
  settings.seed = mix(seed, 2);
  if (settings.network) {
    settings.parameters.back().second = drawn ? 0 : how.noise;
    settings.parameters.emplace_back("forced", drawn ? 0 : how.forced);
    settings.parameters.emplace_back("gumbel", how.gumbel);
  }
  const auto slow = make(settings);

  TaughtGame game;
  Position position = start;
  ActionList actions;
  Seat last = seat_at(1);
  const int by_chance = static_cast<int>(rng.below(static_cast<std::uint32_t>(how.random_plies) + 1));
  while (!position.to_act().empty() && game.plies < how.most_plies) {
    SeatSet acting = position.to_act();
    if (acting.size() > 1) acting.erase(last);  // where several may, they take turns
    const Seat seat = last = acting.front();
    position.legal(seat, actions);
    if (actions.size() == 1 || game.plies < by_chance) {
      position.apply(seat, actions[rng.below(static_cast<std::uint32_t>(actions.size()))], NoEvents{});
      ++game.plies;
      continue;
    }
    Sample sample{.seat = seat, .ply = game.plies};
    // What comes before play is not shown, and not taught: there the best is chosen, or a setup might never end.
    const bool shown = spec.encode(position, seat, actions, sample.seen);
    const bool taught = shown && uniform(rng) < how.taught;
    Engine& engine = taught ? *slow : *fast;
    const Analysis analysis =
        think(engine, position, seat, {.playouts = taught ? how.visits : how.fast_visits, .decide = false}, &stop);
    if (stop.load() || analysis.candidates.empty()) return {.cancelled = true};
    if (taught) engine.forget();  // its shares hold noise
    if (taught) {
      sample.root = static_cast<float>(analysis.win_rate);
      sample.policy = drawn ? improved_policy(analysis, actions)
                            : taught_policy(analysis, actions, how.policy, settings.network ? how.forced : 0);
      game.samples.push_back(std::move(sample));
    }
    const double half = how.half_life > 0 ? how.half_life : 8;
    const double temperature = how.late + (how.early - how.late) * std::pow(0.5, game.plies / half);
    const bool best = !shown || (taught && drawn);
    position.apply(seat, best ? analysis.best : draw(analysis, temperature, rng), NoEvents{});
    ++game.plies;
  }
  game.outcome = position.outcome();
  for (Sample& sample : game.samples) {
    const auto own = static_cast<std::size_t>(index(sample.seat));
    sample.value = static_cast<float>(seat_value(game.outcome, position.seats(), sample.seat));
    if (position.seats() == 2)
      sample.score =
          static_cast<float>(game.outcome.half_points[own] - game.outcome.half_points[1 - own]) / 2 / sample.seen.unit;
    spec.owners(position, sample.seat, sample.owners);
  }
  return game;
}

}  // namespace cairn

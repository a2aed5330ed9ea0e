#include "search/mcts.h"

namespace cairn {

double seat_value(const Outcome& outcome, int seats, Seat seat) {
  if (!outcome.over || outcome.how == Outcome::How::no_result) return 0.5;
  const int own = outcome.rank[static_cast<std::size_t>(index(seat))];
  int twice = 0;
  for (int other = 0; other < seats; ++other) {
    if (other == index(seat)) continue;
    const int rank = outcome.rank[static_cast<std::size_t>(other)];
    twice += rank > own ? 2 : (rank == own ? 1 : 0);
  }
  return twice / (2.0 * (seats - 1));
}

Ending plain_ending(const Outcome& outcome, int seats) {
  Ending ending;
  for (int i = 0; i < seats; ++i)
    ending.value[static_cast<std::size_t>(i)] = static_cast<float>(seat_value(outcome, seats, seat_at(i)));
  if (outcome.over && seats == 2) ending.lead = static_cast<float>(outcome.half_points[0] - outcome.half_points[1]) / 2;
  return ending;
}

std::vector<Parameter> mcts_parameters(const MctsTuning& defaults) {
  return {
      {"explore", "weight of the term for what was seldom tried (UCB1)", defaults.explore, 0, 5},
      {"policy", "weight of the prior share (PUCT)", defaults.policy, 0, 10},
      {"rave_equivalence", "playouts at which a move's own mean counts like all-moves-as-first; 0: without",
       defaults.rave_equivalence, 0, 1e6},
      {"expand_visits", "visits after which a leaf grows", defaults.expand_visits, 1, 1000},
      {"first_play_value", "worth of a move of which nothing is known", defaults.first_play_value, 0, 10},
      {"first_play_reduction", "with a network: how much less an untried move is worth than those tried",
       defaults.first_play_reduction, 0, 2},
      {"lower_bound", "plays what is surely good, this many standard errors below its mean; 0: what was tried most",
       defaults.lower_bound, 0, 10},
      {"policy_temperature", "with a network: above 1 the moves that it thinks little of count for more",
       defaults.policy_temperature, 0.2, 10},
      {"noise", "share of chance in the root's priors (0.1 with a network)", defaults.noise, 0, 1},
      {"forced", "how often the root's moves are tried at least, for self-play", defaults.forced, 0, 10},
      {"halving",
       "with a network and few playouts: so many of the root's moves are compared by halving; 0: all by worth",
       defaults.halving, 0, 100},
      {"gumbel", "with a network: so many of the root's moves, drawn by chance, are compared by halving, for self-play",
       defaults.gumbel, 0, 100}};
}

Parameter transposition_parameter() {
  return {"transpositions",
          "with a network: positions that several orders of steps reach are evaluated once; 0: for each order",
          MctsTuning{}.transpositions, 0, 1};
}

MctsTuning tuned(MctsTuning defaults, const EngineSettings& settings) {
  auto known = mcts_parameters(defaults);
  known.push_back(transposition_parameter());
  const auto value = [&](std::string_view name) { return parameter(known, settings, name); };
  return {value("explore"),
          value("policy"),
          value("rave_equivalence"),
          value("expand_visits"),
          value("first_play_value"),
          value("first_play_reduction"),
          value("lower_bound"),
          value("policy_temperature"),
          value("noise"),
          value("forced"),
          value("halving"),
          value("gumbel"),
          value("transpositions")};
}

}  // namespace cairn

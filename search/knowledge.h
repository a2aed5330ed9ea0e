// What a game tells the search: which actions are worth a look, what is thought of them beforehand, how a game is
// played to its end, and what an end is worth. `UniformKnowledge` says nothing and serves every game. Depends on core
// alone; one object serves one worker, so it may keep scratch space.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/playout.h"
#include "core/rules.h"
#include "search/engine.h"

namespace cairn {

// What is thought of an action before it is tried.
struct Prior {
  float share = 1;     // of the policy: any weight >= 0; the search makes the shares of a node add up to 1
  float value = 0.5F;  // 0..1 for the seat that acts, believed like `weight` playouts
  float weight = 0;
};

// What an end is worth, 0..1 a seat (`seat_value`, or that with a little for the score); `lead` is seat 0's, in points.
struct Ending {
  std::array<float, kMaxSeats> value{};
  float lead = 0;
};

// The actions played from the root on, for all-moves-as-first statistics: who, and the action's key.
struct Played {
  std::uint8_t seat = 0;
  std::uint16_t key = 0;
};
using Trace = std::vector<Played>;

inline constexpr std::uint16_t kNoKey = 0xFFFF;  // an action that is like no other one (pass, swap)

// The search's constants; each game has its own, found by matches. See search/mcts.h for the formula.
struct MctsTuning {
  double explore = 0.7;          // weight of UCB1's term
  double policy = 0;             // weight of the prior share's term (PUCT)
  double rave_equivalence = 0;   // playouts at which own and all-moves-as-first statistics count alike; 0: none kept
  double expand_visits = 2;      // a leaf grows children at this visit
  double first_play_value = 10;  // of an action of which nothing is known; above 1: each is tried once first
  // Where the game's knowledge judges (`Judges`): such an action is worth what its siblings are, less this by the root
  // of the shares that were tried.
  double first_play_reduction = 0;
  // Chosen is what is worth most at least, mean less this by the root of visits, of those with a fifth of the most
  // visits; 0: the most visited.
  double lower_bound = 0;
  double policy_temperature = 1;  // where it judges: a prior share counts as its 1/policy_temperature-th power
  double noise = 0;               // share of the root's priors that chance decides, for self-play
  double forced = 0;  // the root's actions are tried sqrt(this * share * visits) times at least, for self-play
  // Where it judges, and few playouts are to choose an action alone: so many of the root's, but the root of those
  // playouts at most, are compared by halving (search/halving.h); 0: all by worth.
  double halving = 0;
  double gumbel = 0;  // so many of the root's actions, drawn by chance, are compared by halving, for self-play
  double transpositions =
      1;  // 0: positions that several orders of actions reach (`Transposes`) are searched for each order
};

// What an end is worth to a seat: the share of the others that it beat, ties by half; 0.5 when there is no result.
double seat_value(const Outcome& outcome, int seats, Seat seat);
Ending plain_ending(const Outcome& outcome, int seats);

template <class K, class G>
concept Knowledge = requires(K k, const G& game, Seat seat, Action action, ActionList& list, Rng& rng,
                             std::span<const Action> actions, std::span<Prior> priors, Trace& trace,
                             std::span<std::int32_t> owners) {
  // static facts
  { K::kHidden } -> std::convertible_to<bool>;  // every playout starts from a `world`; actions may be impossible there
  { K::kComplete } -> std::convertible_to<bool>;  // `actions` leaves out nothing that could change a proof
  { K::kScore } -> std::convertible_to<bool>;     // `Ending::lead` means something
  { K::tuning() } -> std::same_as<MctsTuning>;
  { K::key(action) } -> std::same_as<std::uint16_t>;  // below `keys()`, or kNoKey
  // ask
  { k.keys() } -> std::same_as<std::size_t>;
  { k.points() } -> std::same_as<std::size_t>;  // of the view's board where owners are counted; else 0
  { k.over(game) } -> std::same_as<bool>;       // nothing more is searched here; `ending` tells its worth
  k.actions(game, seat, list);                  // to search; never empty where the seat may act
  k.priors(game, seat, actions, priors);        // one each, preset to Prior{}
  { k.ending(game) } -> std::same_as<Ending>;
  // Plays from here to an end and adds what was played to the trace. `owners` has a count for each point of the view's
  // board, row by row from the top: one up where the end is seat 0's, one down where it is seat 1's.
  { k.playout(game, rng, trace, owners) } -> std::same_as<Ending>;
};

// Optional: one evaluation tells what a position is worth, fills in the actions' shares and counts owners as a playout
// does. The search then grows a leaf where it would play it out.
template <class K, class G>
concept Judges = requires(K k, const G& game, Seat seat, std::span<const Action> actions, std::span<Prior> priors,
                          std::span<std::int32_t> owners) {
  { k.judge(game, seat, actions, priors, owners) } -> std::same_as<Ending>;
};

// Optional: transpositions. Games with the same `position_key` go on alike, and no game has one twice, or
// playouts would go round. The search then looks below such a position once for all ways that lead there.
template <class K, class G>
concept Transposes = Judges<K, G> && requires(const G& game) {
  { K::position_key(game) } -> std::same_as<std::uint64_t>;
};

// What is known for certain of the root, for the seat that acts there; `best` reaches it, where that is no loss.
struct Solved {
  Proof proof = Proof::none;
  Action best{};
};

// Optional: a game may solve the root beside the search, in one worker. The solver is the engine's, so it may remember
// from one search to the next.
template <class K, class G>
concept Solves = requires(typename K::Solver solver, const G& root, const EngineSettings& settings,
                          std::uint64_t playouts) {
  typename K::Solver;                                          // made of the settings
  { K::solver_bytes(settings) } -> std::same_as<std::size_t>;  // its part of the memory
  { solver.start(root) } -> std::same_as<bool>;                // whether it is worth a try
  { solver.work(playouts) } -> std::same_as<Solved>;           // a step, as long as goes beside so many playouts
  solver.forget();
};

struct NoSolver {};  // of games that solve nothing

template <Rules G>
class UniformKnowledge {
 public:
  static constexpr bool kHidden = false, kComplete = true, kScore = false;
  static constexpr MctsTuning tuning() { return {}; }
  static std::uint16_t key(Action) { return kNoKey; }

  UniformKnowledge(const G& root, const EngineSettings&) : game_(root) {}
  std::size_t keys() const { return 0; }
  std::size_t points() const { return 0; }
  bool over(const G& game) const { return game.to_act().empty(); }
  void actions(const G& game, Seat seat, ActionList& list) { game.legal(seat, list); }
  void priors(const G&, Seat, std::span<const Action>, std::span<Prior>) {}
  Ending ending(const G& game) const { return plain_ending(game.outcome(), game.seats()); }
  Ending playout(const G& game, Rng& rng, Trace&, std::span<std::int32_t>) {
    game_ = game;
    return plain_ending(cairn::playout(game_, rng).outcome, game.seats());
  }

 private:
  G game_;
};

// Chance alone decides what is hidden: every playout is made in a world that the seat cannot tell from the real one.
template <Rules G>
class UniformHiddenKnowledge : public UniformKnowledge<G> {
 public:
  static constexpr bool kHidden = true, kComplete = false;
  using UniformKnowledge<G>::UniformKnowledge;
  void world(const G& root, Seat seat, Rng& rng, G& out) const { out = root.sample(seat, rng); }
};

}  // namespace cairn

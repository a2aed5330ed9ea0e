// What Margo tells the search (search/knowledge.h): how playouts are played, what is thought of a ball before it is
// tried, and what an end is worth. For Game<B> and Swap<Game<B>>.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/playout.h"
#include "core/swap.h"
#include "games/margo/ai.h"
#include "games/margo/ai_book.h"
#include "games/margo/ai_endgame.h"
#include "games/margo/ai_policy.h"
#include "search/knowledge.h"

namespace cairn::margo {

// The game inside, and which side a seat has there.
template <class B>
struct Inside {
  using Inner = Game<B>;
  static const Inner& of(const Game<B>& game) { return game; }
  static const Inner& of(const Game<B>&& game) = delete;
  static const Inner& of(const Swap<Game<B>>& game) { return game.inner(); }
  static int colour(const Game<B>&, Seat seat) { return index(seat); }
  static int colour(const Swap<Game<B>>& game, Seat seat) { return index(game.across(seat)); }
};

// Whether the solvers answer, and a proof that ships: for two players, without passes, blocking balls and captures that
// win. A swap is an answer that they do not know, now or to the move that is sought.
template <class B, class G>
bool solvable(const G& game) {
  const Game<B>& inner = Inside<B>::of(game);
  if (!std::is_same_v<G, Game<B>> && inner.history().size() == 1) return false;
  ActionList list;
  game.legal(game.to_act().front(), list);
  return std::all_of(list.begin(), list.end(), Game<B>::is_ball) && Solver<typename B::Bits>::can_solve(inner);
}

// Solves the root (Solves): for two players, where a proof that ships with the program knows the game (ai_book.h), or
// once few points are left.
template <class G, class B>
class RootSolver {
 public:
  explicit RootSolver(const EngineSettings& settings) : engine_(settings), settings_(read_tuning(settings)) {}

  bool start(const G& root);
  Solved work(std::uint64_t playouts) {
    if (known_) return {known_->proof, known_->at < 0 ? Action{} : Game<B>::action_at(known_->at)};
    const Proof proof = solver_->work(static_cast<std::uint64_t>(static_cast<double>(playouts) * settings_.solver));
    return {proof, proof == Proof::none ? Action{} : Game<B>::action_at(std::max(0, solver_->best()))};
  }
  void forget() { solver_.reset(); }

 private:
  EngineSettings engine_;
  AiTuning settings_;
  std::optional<BookAnswer> known_{};
  std::optional<EndgameSolver<B>> solver_{};
};

template <class G, class B>
class MargoKnowledge {
 public:
  using Bits = typename B::Bits;
  static constexpr bool kHidden = false, kComplete = true, kScore = true;
  static constexpr MctsTuning tuning() { return kTuning; }
  static std::uint16_t key(Action action) {
    return Game<B>::is_ball(action) ? static_cast<std::uint16_t>(action) : kNoKey;
  }

  MargoKnowledge(const G& root, const EngineSettings& settings)
      : settings_(read_tuning(settings)), policy_(settings_.policy), game_(Inside<B>::of(root)) {}

  std::size_t keys() const { return static_cast<std::size_t>(game_.options().levels()) << 10; }
  std::size_t points() const { return 0; }
  bool over(const G& game) const { return game.to_act().empty(); }
  void actions(const G& game, Seat seat, ActionList& list) { game.legal(seat, list); }

  void priors(const G& game, Seat seat, std::span<const Action> actions, std::span<Prior> priors) {
    if (settings_.prior_weight <= 0) return;
    const Game<B>& inner = Inside<B>::of(game);
    const int own = Inside<B>::colour(game, seat);
    for (std::size_t i = 0; i < actions.size(); ++i)
      if (Game<B>::is_ball(actions[i])) judge(inner, own, Game<B>::index_of(actions[i]), priors[i]);
  }

  static constexpr bool kTwo = B::kColours == 2;
  using Solver = std::conditional_t<kTwo, RootSolver<G, B>, NoSolver>;
  static std::size_t solver_bytes(const EngineSettings& settings) {
    return kTwo ? std::min(settings.memory / 2, std::size_t{512} << 20) : 0;
  }

  float score_share() const { return settings_.score; }
  Ending ending(const G& game) const { return worth(game, game.outcome()); }

  Ending playout(const G& game, Rng& rng, Trace& trace, std::span<std::int32_t>) {
    game_ = Inside<B>::of(game);
    std::array<std::uint8_t, kMaxSeats> seats{};
    for (int i = 0; i < game.seats(); ++i)
      seats[static_cast<std::size_t>(Inside<B>::colour(game, seat_at(i)))] = static_cast<std::uint8_t>(i);
    for (int plies = 0; !game_.over() && plies < kMaxPlayoutPlies; ++plies) {
      const auto mover = static_cast<std::size_t>(game_.mover());
      int played = -1;
      if (policy_.move(game_, rng, played)) {
        trace.push_back({seats[mover], static_cast<std::uint16_t>(Game<B>::action_at(played))});
      } else if (game_.options().can_pass) {
        game_.apply(seat_at(static_cast<int>(mover)), Game<B>::kPass, NoEvents{});
      } else if (!game_.options().testing || !block(rng)) {
        game_.end_stuck();
      }
    }
    Outcome outcome = game_.outcome();
    Outcome turned = outcome;
    for (std::size_t c = 0; c < static_cast<std::size_t>(game.seats()); ++c) {
      turned.rank[seats[c]] = outcome.rank[c];
      turned.half_points[seats[c]] = outcome.half_points[c];
    }
    return worth(game, turned);
  }

 private:
  // No ball may be placed, but a neutral one perhaps.
  bool block(Rng& rng) {
    auto open = game_.board().playable(game_.geometry());
    for (int left = open.count(); left > 0; --left) {
      const int i = open.pick(static_cast<int>(rng.below(static_cast<std::uint32_t>(left))));
      if (game_.play_if_legal(i, true)) return true;
      open.reset(i);
    }
    return false;
  }

  // A win is a win; a little more for a clear one.
  Ending worth(const G& game, const Outcome& outcome) const {
    Ending ending = plain_ending(outcome, game.seats());
    if (game.seats() != 2 || outcome.rank[0] == outcome.rank[1]) return ending;
    const float bonus = settings_.score * std::clamp(ending.lead / static_cast<float>(points_of(game)), -1.0F, 1.0F);
    ending.value[0] += ending.value[0] > 0.5F ? bonus - settings_.score : bonus + settings_.score;
    ending.value[1] = 1 - ending.value[0];
    return ending;
  }
  static int points_of(const G& game) {
    const int n = Inside<B>::of(game).options().size;
    return n * n;
  }

  void judge(const Game<B>& game, int own, int at, Prior& prior);

  AiTuning settings_;
  Policy<B> policy_;
  Game<B> game_;
};

template <class G, class B>
bool RootSolver<G, B>::start(const G& root) {
  const Game<B>& inner = Inside<B>::of(root);
  if (!solvable<B>(root)) return false;
  if constexpr (std::is_same_v<B, SmallBoard>) known_ = settings_.book ? book_answer(inner) : std::nullopt;
  if (known_) return true;
  const int left = inner.geometry().points.andnot(inner.board().all).count();
  if (static_cast<double>(left) > settings_.solver_points) return false;
  if (!solver_) solver_.emplace(MargoKnowledge<G, B>::solver_bytes(engine_));
  solver_->set(inner);
  return true;
}

template <class G, class B>
void MargoKnowledge<G, B>::judge(const Game<B>& game, int own, int at, Prior& prior) {
  const auto& geo = game.geometry();
  const B& before = game.board();
  B after = before;
  const auto settled = after.play(at, own, false, geo, game.rested());
  double value = 0.5;
  if (settled == B::Settled::captured) {
    int enemy = 0;
    for (int c = 0; c < B::kColours; ++c) {
      const auto k = static_cast<std::size_t>(c);
      if (c != own) enemy += before.balls[k].count() - after.balls[k].count();
    }
    const auto k = static_cast<std::size_t>(own);
    const int lost = before.balls[k].count() + 1 - after.balls[k].count();
    value += settings_.capture * std::min(enemy, 4) - settings_.capture * std::min(lost, 4);
  }
  const auto whole = after.links(geo);
  Bits seed;
  seed.set(at);
  const auto own_group = Policy<B>::freedoms(after, geo, whole, own, seed);
  if (own_group.holes.count() == 1) value -= settings_.self_atari;
  if (Policy<B>::eyes(before, geo, own).test(at)) value -= settings_.eye;
  // Enemy groups beside it that are left with one freedom; own ones that had one and have more.
  Bits near = (B::beside(seed, geo) | after.resting_on(seed) | after.under(seed)) & after.all;
  for (int c = 0; c < B::kColours; ++c) {
    if (c == own) continue;
    Bits theirs = near & after.balls[static_cast<std::size_t>(c)].andnot(whole.buried);
    while (theirs.any()) {
      Bits one;
      one.set(theirs.pick(0));
      const auto group = Policy<B>::freedoms(after, geo, whole, c, one);
      if (group.holes.count() == 1) value += settings_.atari;
      theirs = theirs.andnot(group.group);
    }
  }
  const auto old = before.links(geo);
  Bits ours = near & before.balls[static_cast<std::size_t>(own)].andnot(old.buried);
  while (ours.any()) {
    Bits one;
    one.set(ours.pick(0));
    const auto group = Policy<B>::freedoms(before, geo, old, own, one);
    if (group.holes.count() == 1 && own_group.holes.count() > 1) value += settings_.escape;
    ours = ours.andnot(group.group);
  }
  if (Bits::point(at).level > 0) value += settings_.level;
  value = std::clamp(value, 0.02, 0.98);
  prior.value = static_cast<float>(value);
  prior.weight = settings_.prior_weight;
  prior.share = static_cast<float>(value * value);
}

}  // namespace cairn::margo

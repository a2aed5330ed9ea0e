#include "games/margo/ai_exact.h"

#include <algorithm>
#include <optional>

#include "core/swap.h"
#include "games/margo/ai_certificate.h"
#include "games/margo/ai_knowledge.h"
#include "games/margo/ai_solver.h"
#include "games/margo/margo.h"

namespace cairn::margo {

namespace {

constexpr std::size_t kMostPositions = 1000;  // of a game; the search follows twice as many

template <class G, class B>
class MargoSolver : public ExactSolver {
 public:
  using Bits = typename B::Bits;

  explicit MargoSolver(const Game<B>& game) : points_(game.geometry().points.count()) {}

  bool can_answer(const Position& position) const override {
    const G& game = *position.get_if<G>();
    ActionList list;
    position.legal(position.to_act().front(), list);
    if constexpr (!std::is_same_v<G, Game<B>>) {
      if (game.inner().history().size() == 1) return false;  // a swap will be offered
      if (std::find(list.begin(), list.end(), G::kSwap) != list.end()) return false;
    }
    return Solver<Bits>::can_answer(Inside<B>::of(game));
  }
  std::optional<bool> reaches(GamePath game, int aim, std::uint64_t nodes) override {
    if (!asked_ || asked_->first != game.back().hash() || asked_->second != aim) {
      asked_ = {game.back().hash(), aim};
      ask(game, aim);
    }
    return work(nodes);
  }
  int most() const override { return points_; }
  std::vector<std::size_t> alike(GamePath /*game*/, std::span<const Action> actions) const override {
    return alike_by_symmetry(
        actions, 0, [](std::size_t) { return false; }, [](Action action, std::size_t) { return action; });
  }

 protected:
  static const Game<B>& inside(const Position& position) { return Inside<B>::of(*position.get_if<G>()); }
  virtual void ask(GamePath game, int aim) = 0;
  virtual std::optional<bool> work(std::uint64_t nodes) = 0;

 private:
  int points_;
  std::optional<std::pair<std::uint64_t, int>> asked_{};
};

// By the search of ai_solver.h, for all sizes and options.
template <class G, class B>
class AnySolver final : public MargoSolver<G, B> {
 public:
  using Bits = typename B::Bits;
  AnySolver(const Game<B>& game, std::size_t memory) : MargoSolver<G, B>(game), solver_(memory) {}

  Action best() const override {
    const int move = solver_.best();
    if (move < 0 || move == Solver<Bits>::kPass) return Game<B>::kPass;
    const bool blocker = move >= Solver<Bits>::kBlocking;
    return Game<B>::action_at(blocker ? move - Solver<Bits>::kBlocking : move, blocker);
  }
  std::uint64_t nodes() const override { return nodes_; }

 private:
  void ask(GamePath game, int aim) override { solver_.ask(this->inside(game.back()), aim); }
  std::optional<bool> work(std::uint64_t nodes) override {
    const std::uint64_t before = solver_.nodes();
    const Proof proof = solver_.work(nodes);
    nodes_ += solver_.nodes() - before;
    if (proof == Proof::none) return std::nullopt;
    return proof == Proof::win;
  }

  Solver<Bits> solver_;
  std::uint64_t nodes_ = 0;
};

using Small = SmallBoard;

SmallState state_of(const Game<Small>& game) {
  return {game.board(), static_cast<std::int8_t>(game.mover()), static_cast<std::int8_t>(game.passes())};
}

// The states of a game from the start to its end, with what may not be retaken in the last.
template <class Inner>
std::vector<SmallState> states_of(GamePath game, const SmallPyramid& rules, Inner&& inner) {
  std::vector<SmallState> states;
  std::size_t seen = 0;
  for (const Position& position : game) {
    const Game<Small>& one = inner(position);
    if (one.history().size() == seen) continue;  // a swap is no position
    seen = one.history().size();
    states.push_back(state_of(one));
  }
  if (states.size() > 1) states.back() = reached_by_move(rules, states[states.size() - 2], states.back());
  return states;
}

// Sizes 2 to 4 without neutral balls: positions alike by symmetry count as one.
template <class G>
class SmallSolver final : public MargoSolver<G, Small> {
 public:
  SmallSolver(const Game<Small>& game, std::size_t memory)
      : MargoSolver<G, Small>(game),
        search_(SmallPyramid(game.options(), game.geometry()), game.options().ko == Ko::situational, memory) {}

  Action best() const override {
    return search_.best() == SmallPyramid::kPassing ? Game<Small>::kPass : Game<Small>::action_at(search_.best());
  }
  std::uint64_t nodes() const override { return search_.nodes(); }
  // Alike are moves that a symmetry exchanges which leaves all boards so far as they were.
  std::vector<std::size_t> alike(GamePath game, std::span<const Action> actions) const override {
    const SmallPyramid& rules = search_.rules();
    const auto same = [&](std::size_t s) {
      return std::all_of(game.begin(), game.end(), [&](const Position& position) {
        const SmallBalls balls = rules.stones(state_of(this->inside(position)));
        return rules.turned(balls, s) == balls;
      });
    };
    return alike_by_symmetry(actions, SmallPyramid::kSymmetries, same, [&](Action action, std::size_t s) {
      if (!Game<Small>::is_ball(action)) return action;
      return Game<Small>::action_at(rules.image(Game<Small>::index_of(action), s));
    });
  }

 private:
  using Search = SuperkoSearch<SmallPyramid>;

  void ask(GamePath game, int aim) override {
    std::vector<SmallState> past = states_of(game, search_.rules(), [](const Position& position) -> const Game<Small>& {
      return MargoSolver<G, Small>::inside(position);
    });
    const SmallState root = past.back();
    past.pop_back();
    white_ = root.mover == 0;
    search_.ask(past, root, white_ ? aim : 1 - aim);
  }
  std::optional<bool> work(std::uint64_t nodes) override {
    const auto answer = search_.work(nodes);
    if (answer == Search::Answer::open) return std::nullopt;
    return (answer == Search::Answer::yes) == white_;
  }

  Search search_;
  bool white_ = true;  // is to move
};

// Calls `f` with the game inside, of two players and whatever size; an empty result where there is none.
template <class Result, class Bits, class F>
bool call_with(const Position& position, F&& f, Result& result) {
  using B = Board<Bits, 2>;
  if (const auto* game = position.get_if<Game<B>>()) {
    result = f.template operator()<Game<B>, B>(*game);
  } else if (const auto* swapping = position.get_if<Swap<Game<B>>>()) {
    result = f.template operator()<Swap<Game<B>>, B>(swapping->inner());
  } else {
    return false;
  }
  return true;
}
template <class Result, class F>
Result with_game(const Position& position, F&& f) {
  Result result{};
  call_with<Result, WordBits>(position, f, result) || call_with<Result, LaneBits>(position, f, result) ||
      call_with<Result, WideBits>(position, f, result) || call_with<Result, WidestBits>(position, f, result);
  return result;
}

std::string refusal(const Position& position) {
  const auto found = with_game<std::optional<std::string>>(
      position, []<class G, class B>(const Game<B>& game) -> std::optional<std::string> {
        const Options& o = game.options();
        if (o.ko != Ko::situational && o.ko != Ko::positional)
          return "with ko=" + std::string(kKoWords[static_cast<std::size_t>(o.ko)]) +
                 " a game may go round until it is drawn by repetition; solve it with ko=situational or ko=positional";
        if (game.history().size() > kMostPositions)
          return "the game is too long for the solver: more than " + std::to_string(kMostPositions) + " positions";
        if (!game.rested()) return "balls of this position would fall at once; set it up without them";
        return "";
      });
  return found.value_or("with three or four players a position has no value: two may side against the third");
}

std::unique_ptr<ExactSolver> make(const Position& position, std::size_t memory) {
  return with_game<std::unique_ptr<ExactSolver>>(
      position, [&]<class G, class B>(const Game<B>& game) -> std::unique_ptr<ExactSolver> {
        if constexpr (std::is_same_v<B, Small>)
          if (!game.options().testing) return std::make_unique<SmallSolver<G>>(game, memory);
        return std::make_unique<AnySolver<G, B>>(game, memory);
      });
}

// "" and the beginning, or why there can be no strategy.
std::string begin_at(GamePath game, Beginning& beginning) {
  const auto* last = game.back().get_if<Game<Small>>();
  if (last == nullptr || last->options().testing) return "strategies are for sizes 2 to 4 without swap and testing";
  if (last->over()) return "the game is over there; there is nothing to prove";
  beginning.options = last->options();
  beginning.geo = last->geometry();
  beginning.past =
      states_of(game, SmallPyramid(beginning.options, beginning.geo),
                [](const Position& position) -> const Game<Small>& { return *position.get_if<Game<Small>>(); });
  beginning.state = beginning.past.back();
  beginning.past.pop_back();
  return {};
}

Certified certify_game(GamePath game, std::optional<int> lead, std::size_t memory, const Keep& keep) {
  Beginning beginning;
  if (auto fault = begin_at(game, beginning); !fault.empty()) return {{}, std::move(fault)};
  const int most = beginning.options.beginner ? 1 : beginning.geo.points.count();
  if (lead && beginning.options.beginner && *lead != 0 && *lead != 1)
    return {{}, "with beginner a capture wins, whatever the lead; give --lead 0 or 1"};
  if (lead && std::abs(*lead) > most) return {{}, "no lead is above " + std::to_string(most)};
  return certify(beginning, lead, memory, keep);
}
std::string verify_game(GamePath game, const Strategy& strategy, const Keep& keep) {
  Beginning beginning;
  if (auto fault = begin_at(game, beginning); !fault.empty()) return fault;
  if (beginning.options.beginner && strategy.aim != 0 && strategy.aim != 1)
    return "with beginner a capture wins; the aim must be 1, or 0 for a draw";
  return verify(beginning, strategy, keep);
}

}  // namespace

Solving solving() {
  return {refusal, make, certify_game, verify_game};
}

}  // namespace cairn::margo

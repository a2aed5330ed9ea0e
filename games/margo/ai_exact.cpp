#include "games/margo/ai_exact.h"

#include <algorithm>
#include <optional>

#include "core/swap.h"
#include "games/margo/ai_certificate.h"
#include "games/margo/ai_knowledge.h"
#include "games/margo/ai_proof_search.h"
#include "games/margo/ai_solver.h"
#include "games/margo/margo.h"

namespace cairn::margo {

namespace {

// The state to which a move leads, known by its board: with what may not be retaken. Where no move leads there, nothing
// is barred.
ProofState after(const ProofState& before, const Board<WordBits, 2>& board, const Geometry<WordBits>& geo) {
  ProofMoves moves;
  proof_moves(before, geo, moves);
  for (const ProofMove& move : moves)
    if (move.after.board.balls == board.balls) return move.after;
  return {board, 1 - before.mover, -1};
}

// Three searches take turns: that of ai_solver.h, which knows the game's past, and where a small board allows it two
// that look for proofs that need none (ai_proof_search.h), one for each side.
template <class G, class B>
class MargoSolver final : public ExactSolver {
 public:
  using Bits = typename B::Bits;
  static constexpr bool kSmall = std::is_same_v<Bits, WordBits>;

  MargoSolver(const Game<B>& game, std::size_t memory)
      : options_(game.options()), points_(game.geometry().points.count()), solver_(memory / (kSmall ? 3 : 1)) {
    if constexpr (kSmall) {
      if (options_.can_pass || options_.testing || options_.beginner) return;
      for (auto& search : proofs_)
        search.emplace(options_.size, game.geometry(), options_.ko == Ko::positional, memory / 3);
    }
  }

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
    const Game<B>& now = Inside<B>::of(*game.back().get_if<G>());
    if (!asked_ || asked_->first != game.back().hash() || asked_->second != aim) {
      asked_ = {game.back().hash(), aim};
      begin(game, now, aim);
    }
    const bool proofs = kSmall && proofs_[0].has_value();
    const std::uint64_t share = std::max<std::uint64_t>(nodes / (proofs ? 3 : 1), 1);
    if (proofs && !answer_) try_proofs(now, share);
    if (!answer_) {
      const std::uint64_t before = solver_.nodes();
      const Proof proof = solver_.work(share);
      nodes_ += solver_.nodes() - before;
      if (proof != Proof::none) {
        answer_ = proof == Proof::win;
        best_ = action_of(solver_.best());
      }
    }
    return answer_;
  }
  Action best() const override { return best_; }
  int most() const override { return points_; }
  std::uint64_t nodes() const override { return nodes_ + (proofs_[0] ? proofs_[0]->nodes() + proofs_[1]->nodes() : 0); }

  std::vector<std::size_t> alike(GamePath game, std::span<const Action> actions) const override {
    std::vector<std::size_t> first(actions.size());
    for (std::size_t i = 0; i < first.size(); ++i) first[i] = i;
    if constexpr (kSmall) {
      const Game<B>& now = Inside<B>::of(*game.back().get_if<G>());
      // Where nothing stood before, positions alike are worth the same.
      if (now.history().size() != 1 || options_.testing) return first;
      const StateNames names(options_.size);
      std::vector<std::uint64_t> seen(actions.size());
      for (std::size_t i = 0; i < actions.size(); ++i) {
        if (!Game<B>::is_ball(actions[i])) continue;
        ProofState after{now.board(), 1 - now.mover(), -1};
        after.board.play(Game<B>::index_of(actions[i]), now.mover(), false, now.geometry(), now.rested());
        seen[i] = names.name(after);
        first[i] = static_cast<std::size_t>(std::find(seen.begin(), seen.end(), seen[i]) - seen.begin());
      }
    }
    return first;
  }

 private:
  using Verdict = ProofSearch::Verdict;

  static Action action_of(int move) {
    if (move < 0 || move == Solver<Bits>::kPass) return Game<B>::kPass;
    const bool blocker = move >= Solver<Bits>::kBlocking;
    return Game<B>::action_at(blocker ? move - Solver<Bits>::kBlocking : move, blocker);
  }
  void begin(GamePath game, const Game<B>& now, int aim) {
    answer_.reset();
    solver_.ask(now, aim);
    if constexpr (kSmall) {
      if (!proofs_[0]) return;
      beginning_ = {options_.size, options_.ko == Ko::positional, now.geometry(), {}, {}};
      std::vector<std::uint64_t> past;
      ProofState root{now.board(), now.mover(), -1};
      for (const Position& position : game) {
        const Game<B>& one = Inside<B>::of(*position.template get_if<G>());
        if (one.history().size() == now.history().size()) break;  // a swap is no position
        const ProofState state{one.board(), one.mover(), -1};
        past.push_back(proofs_[0]->position_of(proofs_[0]->names().name(state)));
        beginning_.past.push_back(state);
        root = after(state, now.board(), now.geometry());
      }
      beginning_.state = root;
      proofs_[0]->set(root, {now.mover(), aim}, past);
      proofs_[1]->set(root, {1 - now.mover(), 1 - aim}, past);
      open_ = {true, true};
    }
  }
  void try_proofs([[maybe_unused]] const Game<B>& now, [[maybe_unused]] std::uint64_t share) {
    if constexpr (kSmall) {
      for (std::size_t i = 0; i < 2 && !answer_; ++i) {
        if (!open_[i]) continue;
        const Verdict verdict = proofs_[i]->work(share);
        open_[i] = verdict == Verdict::open;
        if (verdict != Verdict::shown || !stands(*proofs_[i], beginning_, [] { return true; })) continue;
        answer_ = i == 0;
        if (i == 0) best_ = shown_action(now);
      }
    }
  }
  Action shown_action(const Game<B>& now) const {
    ProofMoves moves;
    if constexpr (kSmall) {
      proof_moves(beginning_.state, now.geometry(), moves);
      const ProofSearch& search = *proofs_[0];
      for (const ProofMove& move : moves)
        if (search.shown(search.names().name(move.after)) != 0 &&
            now.check(seat_at(now.mover()), Game<B>::action_at(move.at)) == Reason::none)
          return Game<B>::action_at(move.at);
    }
    return {};
  }

  Options options_;
  int points_;
  Solver<Bits> solver_;
  std::array<std::optional<ProofSearch>, 2> proofs_{};
  std::array<bool, 2> open_{};
  Beginning beginning_{};  // of the question
  std::optional<std::pair<std::uint64_t, int>> asked_{};
  std::optional<bool> answer_{};
  Action best_{};
  std::uint64_t nodes_ = 0;
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
        if (!game.rested()) return "balls of this position would fall at once; set it up without them";
        return "";
      });
  return found.value_or("with three or four players a position has no value: two may side against the third");
}

std::unique_ptr<ExactSolver> make(const Position& position, std::size_t memory) {
  return with_game<std::unique_ptr<ExactSolver>>(
      position, [&]<class G, class B>(const Game<B>& game) -> std::unique_ptr<ExactSolver> {
        return std::make_unique<MargoSolver<G, B>>(game, memory);
      });
}

using Small = Board<WordBits, 2>;
const Game<Small>* small_game(const Position& position) {
  if (const auto* game = position.get_if<Game<Small>>()) return game;
  const auto* swapping = position.get_if<Swap<Game<Small>>>();
  return swapping == nullptr ? nullptr : &swapping->inner();
}

// "" and the beginning, or why there can be no strategy.
std::string begin_at(GamePath game, Beginning& beginning) {
  const Game<Small>* last = small_game(game.back());
  if (last == nullptr) return "strategies are for sizes 2 to 4";
  const Options& o = last->options();
  if (o.can_pass || o.testing || o.beginner || o.swap)
    return "strategies are for games without can_pass, testing, beginner and swap";
  beginning.size = o.size;
  beginning.positional = o.ko == Ko::positional;
  beginning.geo = last->geometry();
  beginning.past.clear();
  for (const Position& position : game) {
    const Game<Small>& one = *small_game(position);
    beginning.past.push_back({one.board(), one.mover(), -1});
  }
  beginning.state = beginning.past.back();
  beginning.past.pop_back();
  if (!beginning.past.empty()) beginning.state = after(beginning.past.back(), beginning.state.board, beginning.geo);
  return {};
}

Certified certify_game(GamePath game, std::size_t memory, const Keep& keep) {
  Beginning beginning;
  if (auto fault = begin_at(game, beginning); !fault.empty()) return {{}, std::move(fault)};
  return certify(beginning, memory, keep);
}
std::string verify_game(GamePath game, const Strategy& strategy, const Keep& keep) {
  Beginning beginning;
  if (auto fault = begin_at(game, beginning); !fault.empty()) return fault;
  return verify(beginning, strategy, keep);
}

}  // namespace

Solving solving() {
  return {refusal, make, certify_game, verify_game};
}

}  // namespace cairn::margo

// What is proven of single moves of Margo and Spargo (search/move_proofs.h): by the proofs that ship with the program
// (ai_book.h), and near the end by the solver, which knows what stood on the board before.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/swap.h"
#include "games/margo/ai_book.h"
#include "games/margo/ai_endgame.h"
#include "games/margo/ai_exact.h"
#include "games/margo/ai_knowledge.h"
#include "games/margo/ai_solver.h"
#include "games/margo/margo.h"

namespace cairn::margo {

namespace {

// Empty points at which the solver is asked; on small pyramids it sees further.
template <class B>
constexpr int kProvableRest = std::is_same_v<B, SmallBoard> ? 20 : 16;
constexpr std::uint64_t kRootNodes = 20'000;       // positions for all moves at once
constexpr std::uint64_t kChildNodes = 4'000;       // ... and for each of those that are left
constexpr std::size_t kProverMemory = 16U << 20U;  // bytes

Proof opposite(Proof proof) {
  return proof == Proof::win ? Proof::loss : proof == Proof::loss ? Proof::win : proof;
}

Proof proof_of_end(const Outcome& outcome, Seat seat) {
  const int own = outcome.rank[static_cast<std::size_t>(seat)],
            other = outcome.rank[1 - static_cast<std::size_t>(seat)];
  return own < other ? Proof::win : own > other ? Proof::loss : Proof::draw;
}

template <class G, class B>
class MargoMoves final : public MoveProver {
 public:
  using Inner = Game<B>;

  explicit MargoMoves(const G& game) : root_(game), solver_(kProverMemory) {
    const Seat seat = game.to_act().front();
    ActionList list;
    game.legal(seat, list);
    plain_ = solvable<B>(game);
    near_end_ = rest(game) <= kProvableRest<B>;
    for (const Action action : list) {
      G next = game;
      next.apply(seat, action, NoEvents{});
      Proof proof = Proof::none;
      if (next.to_act().empty())
        proof = proof_of_end(next.outcome(), seat);
      else if (const auto answer = solvable<B>(next) ? known(next) : std::nullopt)
        proof = opposite(answer->proof);
      proofs_.emplace_back(action, proof);
    }
    if (const auto answer = plain_ ? known(game) : std::nullopt)
      settle(answer->proof, answer->at < 0 ? std::nullopt : std::optional(Inner::action_at(answer->at)));
  }

  bool work(std::uint64_t nodes) override {
    if (!plain_ || !near_end_) return false;
    const std::uint64_t until = used_ + std::max<std::uint64_t>(nodes, 1);
    while (at_ <= proofs_.size() && used_ < until) step(until - used_);
    return at_ <= proofs_.size();
  }

  Proof after(Action action) const override {
    const auto found =
        std::find_if(proofs_.begin(), proofs_.end(), [&](const auto& one) { return one.first == action; });
    return found == proofs_.end() ? Proof::none : found->second;
  }

 private:
  static int rest(const G& game) {
    const Inner& inner = Inside<B>::of(game);
    return inner.geometry().points.andnot(inner.board().all).count();
  }
  static std::optional<BookAnswer> known(const G& game) {
    if constexpr (std::is_same_v<B, SmallBoard>) return book_answer(Inside<B>::of(game));
    return std::nullopt;
  }

  // What the position is worth tells of the moves: of a lost one all lose.
  void settle(Proof proof, std::optional<Action> best) {
    for (auto& [action, known] : proofs_)
      if (proof == Proof::loss || (best && action == *best)) known = proof;
  }

  // At the question `at_`: first the position itself, then each move of which nothing is known yet.
  void step(std::uint64_t nodes) {
    const bool whole = at_ == 0;
    if (!asked_) {
      if (whole ? std::all_of(proofs_.begin(), proofs_.end(), [](const auto& one) { return one.second != Proof::none; })
                : proofs_[at_ - 1].second != Proof::none)
        return next();
      G game = root_;
      if (!whole) game.apply(root_.to_act().front(), proofs_[at_ - 1].first, NoEvents{});
      if (!solvable<B>(game)) return next();
      solver_.set(Inside<B>::of(game));
      left_ = whole ? kRootNodes : kChildNodes;
      asked_ = true;
    }
    const std::uint64_t before = solver_.nodes(), most = std::min(left_, nodes);
    const Proof proof = solver_.work(most);
    used_ += solver_.nodes() - before;
    left_ -= std::min(left_, std::max<std::uint64_t>(solver_.nodes() - before, 1));
    if (proof == Proof::none && left_ > 0) return;
    if (proof != Proof::none && whole)
      settle(proof, proof == Proof::loss ? std::nullopt : std::optional(Inner::action_at(std::max(0, solver_.best()))));
    if (proof != Proof::none && !whole) proofs_[at_ - 1].second = opposite(proof);
    next();
  }
  void next() {
    asked_ = false;
    ++at_;
    ++used_;
  }

  G root_;
  bool plain_ = false, near_end_ = false;
  std::vector<std::pair<Action, Proof>> proofs_{};
  EndgameSolver<B> solver_;
  std::size_t at_ = 0;  // 0: the whole; else a move's number from 1
  bool asked_ = false;
  std::uint64_t left_ = 0, used_ = 0;  // positions
};

template <class Bits>
std::unique_ptr<MoveProver> prover_for(const Position& position) {
  using B = Board<Bits, 2>;
  if (const auto* game = position.get_if<Game<B>>()) return std::make_unique<MargoMoves<Game<B>, B>>(*game);
  if (const auto* game = position.get_if<Swap<Game<B>>>()) return std::make_unique<MargoMoves<Swap<Game<B>>, B>>(*game);
  return nullptr;
}

}  // namespace

std::unique_ptr<MoveProver> move_prover(const Position& position) {
  if (position.to_act().size() != 1) return nullptr;
  if (auto small = prover_for<WordBits>(position)) return small;
  if (auto middle = prover_for<LaneBits>(position)) return middle;
  return prover_for<WideBits>(position);
}

}  // namespace cairn::margo

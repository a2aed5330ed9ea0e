#include "games/margo/ai_endgame.h"

namespace cairn::margo {

std::optional<std::vector<SmallMove>> moves_of(const SmallPyramid& rules, const Game<SmallBoard>& game) {
  std::vector<SmallMove> played;
  if (game.history().front() != game.key_of(SmallBoard{}, 0)) return std::nullopt;
  SmallState state;
  for (std::size_t i = 1; i < game.history().size(); ++i) {
    const std::size_t before = played.size();
    rules.moves(state, [&](const SmallState& after, int at) {
      if (played.size() == before && game.key_of(after.board, after.mover) == game.history()[i])
        played.push_back({at, after});
    });
    if (played.size() == before) return std::nullopt;
    state = played.back().after;
  }
  return played;
}

void EndgameSolver<SmallBoard>::set(const Game<SmallBoard>& game) {
  const Options& options = game.options();
  if (!search_) search_.emplace(SmallPyramid(options, game.geometry()), options.ko == Ko::situational, bytes_);
  const auto moves = moves_of(search_->rules(), game);
  small_ = moves.has_value();
  if (!small_) {
    if (!any_) any_.emplace(bytes_);
    return any_->set(game);
  }
  past_.assign(1, SmallState{});
  for (const SmallMove& move : *moves) past_.push_back(move.after);
  root_ = past_.back();
  past_.pop_back();
  done_ = Proof::none;
  best_ = -1;
  before_ = search_->nodes();
  ask(true);
}

void EndgameSolver<SmallBoard>::ask(bool win) {
  win_ = win;
  const int lead = win ? 1 : 0;
  search_->ask(past_, root_, root_.mover == 0 ? lead : 1 - lead);
}

Proof EndgameSolver<SmallBoard>::work(std::uint64_t nodes) {
  if (!small_) return any_->work(nodes);
  const std::uint64_t until = search_->nodes() + nodes;
  while (done_ == Proof::none && search_->nodes() < until) {
    const auto answer = search_->work(until - search_->nodes());
    if (answer == Search::Answer::open) break;
    const bool reached = (answer == Search::Answer::yes) == (root_.mover == 0);
    if (reached) {
      done_ = win_ ? Proof::win : Proof::draw;
      best_ = search_->best();
    } else if (!win_) {
      done_ = Proof::loss;
    } else {
      ask(false);
    }
  }
  return done_;
}

}  // namespace cairn::margo

#include "games/go/ai_exact.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"
#include "games/go/ai_solver.h"
#include "games/go/go.h"

namespace cairn::go {

namespace {

using SmallGame = Go<9>;  // holds every board that is small enough

const SmallGame& game_of(const Position& position) {
  return *position.get_if<SmallGame>();
}

SmallState state_of(const SmallGame& game) {
  SmallState state;
  state.mover = static_cast<std::int8_t>(side_of(game.mover()));
  state.passes = static_cast<std::int8_t>(game.passes());
  const auto& board = game.board();
  for (int point = 0; point < board.points(); ++point)
    if (const Colour colour = board.at(board.cell(point)); colour != Colour::empty)
      state.stones[static_cast<std::size_t>(side_of(colour))] |= bit_of(point);
  return state;
}

SmallBoard board_of(const Options& options) {
  return {options.size, options.topology, options.suicide};
}

class GoSolver final : public ExactSolver {
 public:
  GoSolver(const Options& options, std::size_t memory)
      : options_(options),
        board_(board_of(options)),
        solver_(SmallRules(board_), options.ko == KoRule::situational, memory) {}

  bool can_answer(const Position& /*position*/) const override { return true; }
  std::optional<bool> reaches(GamePath game, int aim, std::uint64_t nodes) override {
    const SmallGame& now = game_of(game.back());
    const bool black = now.mover() == Colour::black;
    if (!asked_ || asked_->first != game.back().hash() || asked_->second != aim) {
      asked_ = {game.back().hash(), aim};
      ask(game, now, aim);
    }
    const auto answer = solver_.work(nodes);
    if (answer == Solver::Answer::open) return std::nullopt;
    return (answer == Solver::Answer::yes) == black;
  }
  Action best() const override {
    return solver_.best() == SmallRules::kPassing ? static_cast<Action>(kPass) : static_cast<Action>(solver_.best());
  }
  int most() const override { return board_.points() + std::abs(options_.komi) / 2 + 1; }
  std::uint64_t nodes() const override { return solver_.nodes(); }

  // Alike are moves that a symmetry of the board exchanges which leaves all boards so far as they were.
  std::vector<std::size_t> alike(GamePath game, std::span<const Action> actions) const override {
    const auto same = [&](std::size_t s) {
      return std::all_of(game.begin(), game.end(), [&](const Position& position) {
        const Stones stones = state_of(game_of(position)).stones;
        return board_.turned(stones, s) == stones;
      });
    };
    return alike_by_symmetry(actions, board_.symmetries(), same, [&](Action action, std::size_t s) {
      const auto point = static_cast<std::uint32_t>(action);
      return point == kPass ? action : static_cast<Action>(board_.image(static_cast<int>(point), s));
    });
  }

 private:
  // The question as one about Black's points less White's on the board. A lead of `aim` is one of half a point more
  // than `aim - 1`, where komi has half points: whoever is ahead at all wins.
  void ask(GamePath game, const SmallGame& now, int aim) {
    const int half = aim > 0 ? 2 * aim - 1 : 2 * aim;  // the seat to act leads by so many half points or more
    const bool black = now.mover() == Colour::black;
    const int least = black ? (half + options_.komi + 1) >> 1 : ((options_.komi - half) >> 1) + 1;  // rounded up, down
    std::vector<SmallState> past;
    for (const Position& position : game) past.push_back(state_of(game_of(position)));
    SmallState root = past.back();
    past.pop_back();
    if (const auto ko = now.board().ko(); ko != Board<9>::kNowhere && !past.empty())
      root.ko = static_cast<std::int8_t>(now.board().point(ko));
    solver_.ask(past, root, std::clamp(least, -board_.points(), board_.points() + 1));
  }

  Options options_;
  SmallBoard board_;
  Solver solver_;
  std::optional<std::pair<std::uint64_t, int>> asked_{};
};

std::string refusal(const Position& position) {
  const auto* game = position.get_if<SmallGame>();
  if (game == nullptr || game->board().points() > kMaxSmallPoints)
    return "only boards of at most " + std::to_string(kMaxSmallPoints) + " points are solved, such as 4x4 or 5x3";
  const Options options = game->options();
  std::vector<std::string> wrong, right;
  if (options.ko == KoRule::simple) {
    wrong.emplace_back("with ko=simple a game may go round until it is a draw by repetition");
    right.emplace_back("ko=positional (or ko=situational)");
  }
  if (options.scoring != Scoring::area) {
    wrong.emplace_back("with scoring=territory the score depends on which stones are dead");
    right.emplace_back("scoring=area");
  }
  if (options.agreement) {
    wrong.emplace_back("with agreement=yes the players decide which stones are dead");
    right.emplace_back("agreement=no");
  }
  return wrong.empty() ? "" : join(wrong, "; ") + ": solve it with " + join(right, ", ");
}

std::string no_margin(const Position& position) {
  const int komi = game_of(position).komi_half_points();
  if (komi % 2 == 0) return {};
  return "with komi=" + half_points_text(komi) + " a lead is no whole number; give komi=0 or another whole number";
}

constexpr const char* kNoCertificate = "there are no certificates for Go";

}  // namespace

Solving solving() {
  return {.refusal = refusal,
          .make = [](const Position& position, std::size_t memory) -> std::unique_ptr<ExactSolver> {
            return std::make_unique<GoSolver>(game_of(position).options(), memory);
          },
          .certify =
              [](GamePath, std::optional<int>, std::size_t, const Keep&) {
                return Certified{{}, kNoCertificate};
              },
          .verify = [](GamePath, const Strategy&, const Keep&) { return std::string(kNoCertificate); },
          .no_margin = no_margin};
}

}  // namespace cairn::go

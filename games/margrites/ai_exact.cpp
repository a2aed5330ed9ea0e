#include "games/margrites/ai_exact.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "games/margrites/ai_endings.h"
#include "games/margrites/ai_endings_maker.h"

namespace cairn::margrites {

namespace {

Squares square_bit(int place) {
  return Squares::of(square_at(place % kFiles, place / kFiles));
}

constexpr std::string_view kByTable = "the endings of MARGRITES have a table and no certificates";

const Margrites* ending_of(const Position& position) {
  const auto* game = position.get_if<Margrites>();
  return game != nullptr && in_endings(*game) && endings() != nullptr ? game : nullptr;
}

class EndingMoves final : public MoveProver {
 public:
  explicit EndingMoves(const Margrites& game) : game_(game) {}

  bool work(std::uint64_t /*nodes*/) override {
    if (proofs_.empty()) proofs_ = proofs_of_steps(*endings(), game_);
    return false;
  }
  Proof after(Action action) const override {
    for (const auto& [one, proof] : proofs_)
      if (one == action) return proof;
    return Proof::none;
  }

 private:
  Margrites game_;
  std::vector<std::pair<Action, Proof>> proofs_{};
};

class EndingSolver final : public ExactSolver {
 public:
  bool can_answer(const Position& position) const override { return ending_of(position) != nullptr; }
  std::optional<bool> reaches(GamePath game, int aim, std::uint64_t /*nodes*/) override {
    const Proof wanted = aim > 0 ? Proof::win : Proof::draw;
    for (const auto& [action, proof] : proofs_of_steps(*endings(), *game.back().get_if<Margrites>())) {
      ++nodes_;
      best_ = action;
      if (proof >= wanted) return true;
    }
    return false;
  }
  Action best() const override { return best_; }
  int most() const override { return 1; }  // who wins, not by how much
  std::uint64_t nodes() const override { return nodes_; }
  std::vector<std::size_t> alike(GamePath /*game*/, std::span<const Action> actions) const override {
    std::vector<std::size_t> all(actions.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

 private:
  Action best_{};
  std::uint64_t nodes_ = 0;
};

std::string refusal(const Position& position) {
  const auto* game = position.get_if<Margrites>();
  if (game == nullptr || ending_of(position) != nullptr) return {};
  if (endings() == nullptr) return "this program has no table of endings of MARGRITES";
  const Options& options = game->options();
  if (options.returning || options.white_rebuttal || options.two_for_three || options.hostile == Hostile::full)
    return "endings are solved without the variations returning, white_rebuttal, two_for_three and hostile=full";
  if (game->quiet_turns() + Endings::kMostTurns > kQuietTurns)
    return "the draw by quiet turns is too near in this position";
  return "only endings of MARGRITES with at most two pieces a side are solved";
}

// How the values of settled positions are spread when the scores are level.
void add_rows(const Endings& table, int own, int enemies, std::vector<EndingsTable::Row>& rows) {
  const auto squares = [](int pieces, int number) {
    const auto places = Endings::places(pieces, number);
    return pieces == 2 ? square_bit(places[0]) | square_bit(places[1]) : square_bit(places[0]);
  };
  const auto turns = [](int pieces, int number, bool up) {
    const auto places = Endings::places(pieces, number);
    int steps = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(pieces); ++i)
      steps += up ? kRows - places[i] / kFiles : 1 + places[i] / kFiles;
    return (steps + kTurnSteps - 1) / kTurnSteps;
  };
  const auto kinds = [](int pieces) { return static_cast<std::size_t>(pieces * kRows / kTurnSteps); };
  const std::size_t first = rows.size();
  for (std::size_t i = 0; i < kinds(own) * kinds(enemies); ++i)
    rows.push_back({std::to_string(own) + " against " + std::to_string(enemies),
                    static_cast<int>(i / kinds(enemies)) + 1, static_cast<int>(i % kinds(enemies)) + 1});
  for (int i = 0; i < Endings::count(own); ++i)
    for (int j = 0; j < Endings::count(enemies); ++j) {
      const std::array<Squares, 2> pieces{squares(own, i), squares(enemies, j)};
      if (!(pieces[0] & pieces[1]).empty() || !Margrites::fits(pieces).empty()) continue;
      const auto mine = static_cast<std::size_t>(turns(own, i, true) - 1),
                 theirs = static_cast<std::size_t>(turns(enemies, j, false) - 1);
      EndingsTable::Row& row = rows[first + mine * kinds(enemies) + theirs];
      ++row.positions;
      const Proof proof = table.value(own, i, enemies, j).proof(0);
      ++(proof == Proof::win ? row.wins : proof == Proof::draw ? row.draws : row.losses);
    }
}

EndingsTable tabulate(const OnThreads& on_threads, const std::function<bool(const std::string&)>& told) {
  Endings table;
  EndingsTable out;
  const bool made = make_endings(table, Endings::kMostPieces, on_threads, [&](const EndingsProgress& now) {
    if (now.changed > 0) out.longest = std::max(out.longest, now.turns);
    return told(std::to_string(now.own) + " against " + std::to_string(now.enemies) + ", turn " +
                std::to_string(now.turns) + ": " + std::to_string(now.changed) + " values changed");
  });
  if (!made) return {};
  out.bytes = table.pack();
  for (int own = 1; own <= Endings::kMostPieces; ++own)
    for (int enemies = 1; enemies <= Endings::kMostPieces; ++enemies) add_rows(table, own, enemies, out.rows);
  return out;
}

}  // namespace

Solving solving() {
  return {.refusal = refusal,
          .make = [](const Position&, std::size_t) -> std::unique_ptr<ExactSolver> {
            return std::make_unique<EndingSolver>();
          },
          .certify =
              [](GamePath, std::optional<int>, std::size_t, const Keep&) {
                return Certified{{}, std::string(kByTable)};
              },
          .verify = [](GamePath, const Strategy&, const Keep&) { return std::string(kByTable); },
          .tabulate = tabulate,
          .no_margin =
              [](const Position&) {
                return std::string("only who wins is known of MARGRITES, not by how much; leave out --margin");
              }};
}

std::unique_ptr<MoveProver> move_prover(const Position& position) {
  const Margrites* game = ending_of(position);
  return game != nullptr ? std::make_unique<EndingMoves>(*game) : nullptr;
}

std::string_view endings_wanted(const Position& position) {
  const auto* game = position.get_if<Margrites>();
  return game != nullptr && in_endings(*game) && endings() == nullptr ? kEndingsFile : std::string_view();
}

}  // namespace cairn::margrites

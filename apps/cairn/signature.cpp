#include "apps/cairn/signature.h"

#include "core/hash.h"
#include "games/registry.h"

namespace cairn::cli {

namespace {

constexpr std::uint64_t kSignatureSeed = 20'061'994;
constexpr int kPlayouts = 20;
constexpr int kPliesByList = 300;
constexpr std::uint64_t kPerftNodes = 200'000;

class Sum {
 public:
  void add(std::uint64_t value) { value_ = mix(value_, value); }
  void add(const std::string& text) {
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  void add(const Outcome& outcome, int seats) {
    add(static_cast<std::uint64_t>(outcome.how) * 2 + (outcome.over ? 1 : 0));
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat) {
      add(outcome.rank[seat]);
      add(static_cast<std::uint64_t>(static_cast<std::int64_t>(outcome.half_points[seat])));
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 1;
};

void add_playouts(const Position& start, Rng& rng, Sum& sum) {
  for (int i = 0; i < kPlayouts; ++i) {
    Position game = start;
    const Playout playout = game.playout(rng);
    sum.add(static_cast<std::uint64_t>(playout.plies));
    sum.add(playout.outcome, start.seats());
  }
}

void add_game_by_list(const Position& start, Rng& rng, Sum& sum) {
  Position game = start;
  ActionList actions;
  EventLog events;
  for (int ply = 0; ply < kPliesByList && !game.to_act().empty(); ++ply) {
    const Seat seat =
        game.to_act().contains(game.turn().seat) && rng.below(2) == 0 ? game.turn().seat : game.to_act().front();
    game.legal(seat, actions);
    if (actions.empty()) break;
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    sum.add(actions.size());
    sum.add(game.format(action));
    game.apply(seat, action, [&](const Event& event) { sum.add(static_cast<std::uint64_t>(event.kind)); });
    sum.add(game.hash());
  }
  for (const std::string& row : game.view(Viewer::referee).board) sum.add(row);
  sum.add(game.outcome(), game.seats());
}

void add_perfts(const Position& start, Sum& sum) {
  const std::uint64_t moves = start.perft(1);
  sum.add(moves);
  std::uint64_t nodes = moves;
  for (int depth = 2; depth <= 6 && nodes > 0 && nodes * moves <= kPerftNodes; ++depth) {
    nodes = start.perft(depth);
    sum.add(nodes);
  }
}

}  // namespace

std::uint64_t signature(const SignaturePart& part) {
  Sum all;
  for (const GameInfo& info : games()) {
    for (const std::string_view options : info.variety) {
      const Made made = info.make({parse_option_words(options), {}});
      Sum sum;
      sum.add(std::string(info.name));
      sum.add(std::string(options));
      sum.add(made.error);
      if (made.error.empty()) {
        Rng rng(kSignatureSeed);
        add_playouts(made.position, rng, sum);
        add_game_by_list(made.position, rng, sum);
        add_perfts(made.position, sum);
      }
      all.add(sum.value());
      if (!part(std::string(info.name), std::string(options), sum.value())) return 0;
    }
  }
  return all.value();
}

}  // namespace cairn::cli

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/terminal.h"
#include "notation/view_json.h"

namespace cairn::cli {

namespace {

struct PerftGiven {
  GameChoice choice;
  int depth = 0;
  bool divide = false;
};

// Counts as `perft` does, but above the lowest levels move by move, so that it can be watched and stopped.
class Counter {
 public:
  std::uint64_t count(const Position& position, int depth) {
    constexpr int kWhole = 2;  // levels counted in one go
    if (depth <= kWhole) {
      const auto nodes = position.perft(depth);
      total_ += nodes;
      if (progress_.due()) progress_.show(fmt::format("{} sequences ...", total_));
      return nodes;
    }
    std::uint64_t nodes = 0;
    for_each_child(position, [&](Seat, Action, const Position& child) { nodes += count(child, depth - 1); });
    return nodes;
  }

  template <class Visit>
  static void for_each_child(const Position& position, Visit&& visit) {
    ActionList actions;
    Position child;
    for (int i = 0; i < position.seats(); ++i) {
      if (!position.to_act().contains(seat_at(i))) continue;
      position.legal(seat_at(i), actions);
      for (const Action action : actions) {
        if (interrupted()) return;
        child = position;
        child.apply(seat_at(i), action, NoEvents{});
        visit(seat_at(i), action, child);
      }
    }
  }

 private:
  std::uint64_t total_ = 0;
  Progress progress_;
};

int run(const PerftGiven& given) {
  interrupted();
  const Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, false);
  const Position& root = started.position;
  const double began = cpu_seconds();
  std::uint64_t nodes = 0;
  {
    Counter counter;
    if (given.divide && given.depth > 0) {
      const View view = root.view(Viewer::referee);
      const bool several = root.to_act().size() > 1;
      Counter::for_each_child(root, [&](Seat seat, Action action, const Position& child) {
        const auto below = counter.count(child, given.depth - 1);
        nodes += below;
        if (interrupted()) return;
        fmt::print("{}{} {}\n", several ? side_name(view, seat) + ":" : "", root.format(action), below);
      });
    } else {
      nodes = counter.count(root, given.depth);
    }
  }
  if (interrupted()) {
    complain("interrupted");
    return kInterrupted;
  }
  const double seconds = cpu_seconds() - began;
  fmt::print("{}\n", nodes);
  std::fflush(stdout);
  fmt::print(stderr, "{:.3f} s of CPU time, {:.0f} sequences/s\n", seconds,
             static_cast<double>(nodes) / std::max(seconds, 1e-9));
  return kOk;
}

}  // namespace

void add_perft(Command program, int& status) {
  auto given = std::make_shared<PerftGiven>();
  Command command = program.subcommand("perft", "Count sequences of legal moves (perft)");
  add_game_choice(command, given->choice);
  command.option("DEPTH", given->depth, "Length of the sequences, in moves").required().range(0, 100, InHelp::yes);
  command.flag("--divide", given->divide, "First print the count below each first move");
  command.footer(
      "Prints the number of sequences of DEPTH legal moves. Sequences that end earlier\n"
      "do not count. If several sides may act, the moves of each are counted. The speed\n"
      "goes to standard error.\n"
      "\n"
      "  cairn perft GAME 4\n"
      "  cairn perft GAME 2 -o size=4 --divide");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

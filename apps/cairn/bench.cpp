#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/signature.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/view_json.h"

namespace cairn::cli {

namespace {

struct PlayoutsGiven {
  GameChoice choice;
  double seconds = 2;
  std::uint64_t seed = 1;
  bool json = false;
};

struct SignatureGiven {
  bool each = false;
  std::string expected;  // a file
};

int run_playouts(const PlayoutsGiven& given) {
  interrupted();
  const Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, given.json);
  Rng rng(given.seed);
  Position game = started.position;
  std::uint64_t playouts = 0, moves = 0, first_wins = 0;
  const int seats = game.seats();
  const double began = cpu_seconds();
  double spent = 0;
  {
    Progress progress;
    // The clock is read once a batch; a batch is what takes about a millisecond.
    for (std::uint64_t batch = 1; spent < given.seconds && !interrupted();) {
      const double before = spent;
      for (std::uint64_t i = 0; i < batch; ++i) {
        game = started.position;
        const Playout playout = game.playout(rng);
        moves += static_cast<std::uint64_t>(playout.plies);
        first_wins += winner(playout.outcome, seats) == 0 ? 1 : 0;
      }
      playouts += batch;
      spent = cpu_seconds() - began;
      if (spent - before < 0.001) batch *= 2;
      if (progress.due()) progress.show(fmt::format("{} playouts, {:.0f} s left ...", playouts, given.seconds - spent));
    }
  }
  const auto rate = [&](std::uint64_t count) { return static_cast<double>(count) / std::max(spent, 1e-9); };
  const auto mean = [&](std::uint64_t count) { return static_cast<double>(count) / static_cast<double>(playouts); };
  if (given.json) {
    const Json line = {{"game", started.info->name},
                       {"playouts_per_s", rate(playouts)},
                       {"moves_per_s", rate(moves)},
                       {"mean_length", mean(moves)},
                       {"first_wins", mean(first_wins)}};
    fmt::print("{}\n", json_text(line));
  } else {
    fmt::print(
        "{}{}{}\n{} playouts in {:.2f} s of CPU time\n{:>14.1f} playouts/s\n{:>14.0f} moves/s\n{:>14.1f} moves on "
        "average\n{:>13.1f}% won by the first player\n",
        started.info->title, started.config.options.empty() ? "" : ", ", options_text(started.config.options), playouts,
        spent, rate(playouts), rate(moves), mean(moves), 100 * mean(first_wins));
  }
  return interrupted() ? kInterrupted : kOk;
}

int run_signature(const SignatureGiven& given) {
  interrupted();
  std::string expected;
  if (!given.expected.empty()) {
    const auto content = read_file(given.expected);
    if (!content) return refuse("bad use", not_read(given.expected), false);
    expected = trim(*content);
  }
  std::uint64_t value = 0;
  {
    Progress progress;
    value = signature([&](const std::string& game, const std::string& options, std::uint64_t part) {
      if (given.each) fmt::print("{:016x} {} {}\n", part, game, options);
      progress.show(game + " " + options);
      return !interrupted();
    });
  }
  if (interrupted()) {
    complain("interrupted");
    return kInterrupted;
  }
  const std::string text = fmt::format("{:016x}", value);
  fmt::print("{}\n", text);
  if (given.expected.empty() || text == expected) return kOk;
  complain(fmt::format("the signature differs from {} in {}: the games behave differently than before", expected,
                       given.expected));
  return kNegative;
}

}  // namespace

void add_bench(Command program, int& status) {
  Command command = program.subcommand("bench", "Measure speed, or check that games behave as before");
  command.require_subcommand();

  auto playouts = std::make_shared<PlayoutsGiven>();
  Command playouts_command = command.subcommand("playouts", "Measure random games per second in one thread");
  add_game_choice(playouts_command, playouts->choice);
  playouts_command.option("--seconds", playouts->seconds, "CPU time, in seconds")
      .range(0.001, 86400.0)
      .type_name("S")
      .show_default();
  playouts_command.option("--seed", playouts->seed, "Seed of the random moves").type_name("N").show_default();
  playouts_command.flag("--json", playouts->json,
                        "Print one JSON line; first_wins is the share won by the first player");
  playouts_command.footer("  cairn bench playouts GAME --seconds 1\n  cairn bench playouts GAME -o size=4 --json");
  playouts_command.callback([playouts, &status] { status = run_playouts(*playouts); });

  auto sum = std::make_shared<SignatureGiven>();
  Command signature_command = command.subcommand(
      "signature", "Print a number that changes with any change of behaviour, the same on every machine");
  signature_command.flag("--each", sum->each, "Also print the part of each game and option set");
  signature_command.option("--check", sum->expected, "Compare with the value in a file; exit code 1 if it differs")
      .type_name("FILE");
  signature_command.callback([sum, &status] { status = run_signature(*sum); });
}

}  // namespace cairn::cli

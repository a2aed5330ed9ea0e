#include "notation/gtp.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "notation/game_file.h"
#include "notation/record.h"

namespace cairn::cli {

namespace {

struct GtpGiven {
  GameChoice choice;
  GtpSettings settings;
  std::size_t megabytes = 1024;
  int threads = 0;
};

// The first moves of a file's main line, or those behind the last position that is set up among them.
GtpLoaded load(const GameInfo& info, std::string_view text, std::size_t moves) {
  const GameFile file = read_game_file(text, {});
  const Imported& got = file.imported;
  if (!got.error.empty()) return {.error = got.error};
  if (got.game.game != info.name) return {.error = "it is a game of " + got.game.game};
  Cut cut = record_until(got.game, moves);
  if (cut.played < moves && !got.faults.empty() && got.faults.front().main_line)
    return {.error = got.faults.front().text};
  return {.config = std::move(cut.record.config), .moves = std::move(cut.record.moves)};
}

int run(const GtpGiven& given) {
  const Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, false);
  if (started.info->hidden)
    return refuse(
        "bad use",
        std::string(started.info->title) + " hides what GTP would show to both sides; it is played by `cairn play`",
        false);
  GtpSettings settings = given.settings;
  settings.version = CAIRN_VERSION;
  settings.threads = given.threads;
  settings.engine.memory = given.megabytes << 20;
  settings.read_file = [](const std::string& path) { return read_file(path, kMaxGameFile); };
  settings.read_record = load;
  run_gtp(*started.info, started.config, std::move(settings), std::cin, std::cout);
  return kOk;
}

}  // namespace

void add_gtp(Command program, int& status) {
  auto given = std::make_shared<GtpGiven>();
  Command command = program.subcommand(
      "gtp", "Play under a client or against a program by the Go Text Protocol, on standard input and output");
  add_game_options(command, given->choice);
  // Clients' setup pages read better with a name: --game too.
  command.option("--game,GAME", given->choice.game, "a game; `cairn games` lists them").required().type_name("GAME");
  given->threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 1024);
  command.option("--level", given->settings.engine.level, "how strong, 1 to 10")
      .range(1.0, 10.0)
      .type_name("N")
      .show_default();
  command.option("--threads", given->threads, "that think; as many as there are processors if not given")
      .range(1.0, 1024.0)
      .type_name("N");
  command.option("--seconds", given->settings.seconds, "for a move at most; 5 where nothing limits a move")
      .range(0.0, 1e6)
      .type_name("S");
  command.option("--playouts", given->settings.playouts, "for a move at most").range(0.0, 1e15).type_name("N");
  command.option("--memory", given->megabytes, "for the search tree, in MiB")
      .range(16.0, 1048576.0)
      .type_name("MIB")
      .show_default();
  command.flag("--ponder", given->settings.ponder, "think on the opponent's time");
  command
      .option("--resign", given->settings.resign,
              "resign after three moves in a row with a win rate below this, 0 to 1; 0: never")
      .range(0.0, 1.0)
      .type_name("RATE")
      .show_default();
  command.option("--lag", given->settings.lag, "seconds kept back of the clock with every move")
      .range(0.0, 60.0)
      .type_name("S")
      .show_default();
  command
      .option("--seed", given->settings.engine.seed,
              "of the search; with one thread and --playouts the moves depend on it alone")
      .type_name("N")
      .show_default();
  command.footer(
      "  cairn gtp --game GAME --seconds 10\n  cairn gtp --game GAME -o size=9 --level 5\ndocs/gtp.md tells how "
      "clients are set up.");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

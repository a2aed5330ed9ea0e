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
  if (got.game.game != info.name) return {.error = "this is a game of " + got.game.game};
  Cut cut = record_until(got.game, moves);
  if (cut.played < moves && !got.faults.empty() && got.faults.front().main_line)
    return {.error = got.faults.front().text};
  return {.config = std::move(cut.record.config), .moves = std::move(cut.record.moves)};
}

int run(const GtpGiven& given) {
  const Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, false);
  if (started.info->hidden)
    return refuse("bad use",
                  std::string(started.info->title) +
                      " has hidden information, which GTP would show to both sides; use `cairn play`",
                  false);
  GtpSettings settings = given.settings;
  settings.version = CAIRN_VERSION;
  settings.threads = given.threads;
  settings.engine.memory = given.megabytes << 20;
  settings.read_file = [](const std::string& path) { return read_file(path, kMaxGameFile); };
  settings.write_file = [](const std::string& path, std::string_view text) { return write_file(path, text); };
  settings.read_record = load;
  run_gtp(*started.info, started.config, std::move(settings), std::cin, std::cout);
  return kOk;
}

}  // namespace

void add_gtp(Command program, int& status) {
  auto given = std::make_shared<GtpGiven>();
  Command command = program.subcommand("gtp", "Play through a GTP client such as Sabaki, on standard input and output");
  add_game_options(command, given->choice);
  // Clients' setup pages read better with a name: --game too.
  command.option("--game,GAME", given->choice.game, "Game; `cairn games` lists them").required().type_name("GAME");
  given->threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 1024);
  command.option("--level", given->settings.engine.level, "Strength, from 1 (beginner) to 10 (full)")
      .range(1.0, 10.0)
      .type_name("N")
      .show_default();
  command.option("--threads", given->threads, "Search threads; default: all processors")
      .range(1.0, 1024.0)
      .type_name("N");
  command
      .option("--seconds", given->settings.seconds,
              "Maximum thinking time per move, in seconds; default: 5 if nothing else limits a move")
      .range(0.0, 1e6)
      .type_name("S");
  command.option("--playouts", given->settings.playouts, "Maximum number of playouts per move; default: no limit")
      .range(0.0, 1e15)
      .type_name("N");
  command.option("--memory", given->megabytes, "Maximum memory for the search tree, in MiB")
      .range(16.0, 1048576.0)
      .type_name("MIB")
      .show_default();
  command.flag("--ponder", given->settings.ponder, "Think on the opponent's time");
  command
      .option("--resign", given->settings.resign,
              "Resign after three moves in a row with a win rate below this (0 to 1); 0: never")
      .range(0.0, 1.0)
      .type_name("RATE")
      .show_default();
  command.option("--lag", given->settings.lag, "Clock time to keep in reserve for each move, in seconds")
      .range(0.0, 60.0)
      .type_name("S")
      .show_default();
  command
      .option("--seed", given->settings.engine.seed,
              "Seed of the search; repeats the same moves with one thread and --playouts")
      .type_name("N")
      .show_default();
  command.footer(
      "  cairn gtp --game GAME --seconds 10\n"
      "  cairn gtp --game GAME -o size=9 --level 5\n"
      "See docs/gtp.md for the set-up of clients.");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

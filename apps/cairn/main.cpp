#include <CLI/CLI.hpp>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/help.h"

int main(int argc, char** argv) {
  using namespace cairn::cli;
  CLI::App program{"Cairn plays the games of its collection exactly and fast.", "cairn"};
  program.formatter(std::make_shared<NarrowHelp>());
  program.set_version_flag("--version", "cairn " CAIRN_VERSION);
  program.require_subcommand(1);
  program.footer(
      "Exit codes: 0 ok, 1 a negative result (an illegal move, a difference), 2 bad use\n"
      "or bad input, 130 interrupted. `cairn SUBCOMMAND --help` tells more.");
  int status = kOk;
  add_games(program, status);
  add_play(program, status);
  add_replay(program, status);
  add_convert(program, status);
  add_render(program, status);
  add_perft(program, status);
  add_puzzles(program, status);
  add_bench(program, status);
  add_match(program, status);
  add_tune(program, status);
  add_selfplay(program, status);
  add_network(program, status);
  add_analyze(program, status);
  add_gtp(program, status);
  add_serve(program, status);
  add_backup(program, status);
  add_restore(program, status);
  add_admin(program, status);
  add_bot(program, status);
  add_worker(program, status);
  add_load(program, status);
  add_mail(program, status);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kOk : status == kOk ? kBadUse : status;  // a sub-command may have its own
  }
  return status;
}

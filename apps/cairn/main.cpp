#include <string>
#include <vector>

#include "apps/cairn/commands.h"
#include "apps/cairn/speech.h"

int main(int argc, char** argv) {
  using namespace cairn::cli;
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!choose_language(words)) return kBadUse;
  const Program program("cairn", "Play, analyse and host board games, by exact rules.", "cairn " CAIRN_VERSION);
  program.require_subcommand();
  program.footer(
      "Exit codes: 0 ok; 1 negative result (illegal move, difference); 2 bad usage or\n"
      "input; 130 interrupted. `cairn SUBCOMMAND --help` explains each subcommand.\n"
      "--language CODE chooses the language: en, de, fr, es, ja or zh.");
  int status = kOk;
  add_games(program, status);
  add_play(program, status);
  add_replay(program, status);
  add_convert(program, status);
  add_render(program, status);
  add_perft(program, status);
  add_puzzles(program, status);
  add_solve(program, status);
  add_verify(program, status);
  add_bench(program, status);
  add_match(program, status);
  add_tune(program, status);
  add_selfplay(program, status);
  add_network(program, status);
  add_analyze(program, status);
  add_gtp(program, status);
  add_kata_analysis(program, status);
  add_serve(program, status);
  add_doctor(program, status);
  add_backup(program, status);
  add_restore(program, status);
  add_move(program, status);
  add_export_club(program, status);
  add_import_club(program, status);
  add_admin(program, status);
  add_import(program, status);
  add_library(program, status);
  add_bot(program, status);
  add_worker(program, status);
  add_bridge(program, status);
  add_load(program, status);
  add_mail(program, status);
  switch (program.parse(words)) {
    case ParseResult::ran:
      return status;
    case ParseResult::helped:
      return kOk;
    case ParseResult::refused:
      break;
  }
  return status == kOk ? kBadUse : status;  // a sub-command may have set its own
}

// The sub-commands of the program `cairn`, one file each. A sub-command is registered by one function:
//
//   void add_games(Command program, int& status) {
//     struct Given { std::string game; };                    // what the user gives lives as long as the callback
//     auto given = std::make_shared<Given>();
//     Command command = program.subcommand("games", "List the games");
//     command.option("GAME", given->game, "...");
//     command.callback([given, &status] { status = run(*given); });
//   }
//
// The callback runs once the whole line was read. `status` becomes the exit code of the program; errors for people go
// to stderr. Help texts keep to 80 columns. Long work asks `interrupted()` (terminal.h) and ends cleanly.
#pragma once

#include "apps/cairn/command_line.h"

namespace cairn::cli {

inline constexpr int kOk = 0;             // done
inline constexpr int kNegative = 1;       // a negative result: an illegal move, a signature that differs
inline constexpr int kBadUse = 2;         // bad use or bad input
inline constexpr int kInterrupted = 130;  // by ctrl-C, as shells say it

void add_games(Command program, int& status);
void add_replay(Command program, int& status);
void add_convert(Command program, int& status);
void add_render(Command program, int& status);
void add_perft(Command program, int& status);
void add_puzzles(Command program, int& status);
void add_solve(Command program, int& status);
void add_verify(Command program, int& status);
void add_bench(Command program, int& status);
void add_play(Command program, int& status);
void add_match(Command program, int& status);
void add_network(Command program, int& status);
void add_selfplay(Command program, int& status);
void add_tune(Command program, int& status);
void add_analyze(Command program, int& status);
void add_gtp(Command program, int& status);
void add_kata_analysis(Command program, int& status);
void add_serve(Command program, int& status);
void add_doctor(Command program, int& status);
void add_backup(Command program, int& status);
void add_restore(Command program, int& status);
void add_move(Command program, int& status);
void add_export_club(Command program, int& status);
void add_import_club(Command program, int& status);
void add_admin(Command program, int& status);
void add_bot(Command program, int& status);
void add_worker(Command program, int& status);
void add_bridge(Command program, int& status);
void add_load(Command program, int& status);
void add_mail(Command program, int& status);
void add_import(Command program, int& status);
void add_library(Command program, int& status);

}  // namespace cairn::cli

// The sub-commands of the program `cairn`, one file each. A sub-command is registered by one function:
//
//   void add_games(CLI::App& program, int& status) {
//     struct Given { std::string game; };                    // what the user gives lives as long as the callback
//     auto given = std::make_shared<Given>();
//     CLI::App* command = program.add_subcommand("games", "List the games");
//     command->add_option("GAME", given->game, "...");
//     command->callback([given, &status] { status = run(*given); });
//   }
//
// The callback runs once the whole line was read. `status` becomes the exit code of the program; errors for people go
// to stderr. Help texts keep to 80 columns. Long work asks `interrupted()` (terminal.h) and ends cleanly.
#pragma once

#include <CLI/CLI.hpp>

namespace cairn::cli {

inline constexpr int kOk = 0;             // done
inline constexpr int kNegative = 1;       // a negative result: an illegal move, a signature that differs
inline constexpr int kBadUse = 2;         // bad use or bad input
inline constexpr int kInterrupted = 130;  // by ctrl-C, as shells say it

void add_games(CLI::App& program, int& status);
void add_replay(CLI::App& program, int& status);
void add_convert(CLI::App& program, int& status);
void add_render(CLI::App& program, int& status);
void add_perft(CLI::App& program, int& status);
void add_puzzles(CLI::App& program, int& status);
void add_bench(CLI::App& program, int& status);
void add_play(CLI::App& program, int& status);
void add_match(CLI::App& program, int& status);
void add_network(CLI::App& program, int& status);
void add_selfplay(CLI::App& program, int& status);
void add_tune(CLI::App& program, int& status);
void add_analyze(CLI::App& program, int& status);
void add_gtp(CLI::App& program, int& status);
void add_serve(CLI::App& program, int& status);
void add_backup(CLI::App& program, int& status);
void add_restore(CLI::App& program, int& status);
void add_admin(CLI::App& program, int& status);
void add_bot(CLI::App& program, int& status);
void add_worker(CLI::App& program, int& status);
void add_load(CLI::App& program, int& status);
void add_mail(CLI::App& program, int& status);

}  // namespace cairn::cli

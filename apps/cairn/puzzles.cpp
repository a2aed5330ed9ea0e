#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/puzzle_search.h"
#include "apps/cairn/terminal.h"
#include "core/hash.h"
#include "core/text.h"
#include "games/ai_exact.h"
#include "games/solved.h"

namespace cairn::cli {

namespace {

struct PuzzlesGiven {
  GameChoice choice;
  int count = 20, games = 10'000;
  std::uint64_t seed = 1, playouts = 100;
  std::string theme;
  bool source = false, known = false, measure = false;
};

void print(const PuzzlesGiven& given, const SolvedPosition& found) {
  if (given.source)
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", found.game, found.options, found.moves, found.right, found.line,
               found.found_by, found.themes);
  else
    fmt::print("{}  {}  {} %{}{}\n", found.moves, found.right, found.found_by, found.themes.empty() ? "" : "  ",
               found.themes);
  std::fflush(stdout);
}
void print(const PuzzlesGiven& given, std::string_view game, std::string_view options, const FoundPuzzle& found) {
  print(given, {game, options, found.moves, found.right, found.line, found.found_by, found.themes});
}

int list_known(const PuzzlesGiven& given, const Started& started, const std::string& options) {
  int listed = 0;
  PuzzleSearch search(*started.info, started.position, *solving_of(*started.info), given.playouts);
  for (const SolvedPosition& solved : solved_positions()) {
    const auto themes = split(solved.themes, ',');
    if (solved.game != started.info->name || solved.options != options || interrupted()) continue;
    if (!given.theme.empty() && std::find(themes.begin(), themes.end(), given.theme) == themes.end()) continue;
    ++listed;
    if (!given.measure)
      print(given, solved);
    else if (const auto again = search.at(solved.moves))
      print(given, solved.game, options, *again);
    else
      complain("not proven: " + std::string(solved.moves));
  }
  if (interrupted()) {
    complain("interrupted");
    return kInterrupted;
  }
  return listed > 0 ? kOk : kNegative;
}

int run(const PuzzlesGiven& given) {
  interrupted();
  const Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, false);
  if (started.position.seats() != 2 || started.info->hidden)
    return refuse("bad option", "puzzles need a game of two seats without hidden information", false);
  const Solving* solving = solving_of(*started.info);
  if (solving == nullptr)
    return refuse("bad option", "there is no solver for " + std::string(started.info->title), false);
  if (const std::string why = solving->refusal(started.position); !why.empty()) return refuse("bad option", why, false);
  const auto known_theme = std::find(kPuzzleThemes.begin(), kPuzzleThemes.end(), given.theme);
  if (!given.theme.empty() && known_theme == kPuzzleThemes.end())
    return refuse("bad option", "--theme must be one of " + join({kPuzzleThemes.begin(), kPuzzleThemes.end()}, ", "),
                  false);
  const std::string options = options_text(started.config.options);
  if (!given.known && (!given.theme.empty() || given.measure))
    return refuse("bad use", "--theme and --measure work only with --known", false);
  if (given.known) return list_known(given, started, options);
  int found = 0;
  PuzzleSearch search(*started.info, started.position, *solving, given.playouts);
  for (int game = 0; found < given.count && game < given.games && !interrupted(); ++game) {
    for (const FoundPuzzle& puzzle : search.find(mix(given.seed, static_cast<std::uint64_t>(game)))) {
      if (found == given.count) break;
      ++found;
      print(given, started.info->name, options, puzzle);
    }
  }
  if (interrupted()) {
    complain("interrupted");
    return kInterrupted;
  }
  if (found < given.count)
    complain(fmt::format("found {} of {} puzzles; games searched: {}", found, given.count, given.games));
  return found > 0 ? kOk : kNegative;
}

}  // namespace

void add_puzzles(Command program, int& status) {
  auto given = std::make_shared<PuzzlesGiven>();
  Command command = program.subcommand("puzzles", "Find positions in which only one move wins");
  add_game_choice(command, given->choice);
  command.option("--count", given->count, "Puzzles to find")
      .range(1, 10'000, InHelp::yes)
      .type_name("N")
      .show_default();
  command.option("--games", given->games, "Maximum number of games to search")
      .range(1, 1'000'000, InHelp::yes)
      .type_name("N")
      .show_default();
  command.option("--seed", given->seed, "Seed of the games").type_name("N").show_default();
  command.option("--playouts", given->playouts, "Playouts per move of these games")
      .range(1, 1'000'000, InHelp::yes)
      .type_name("N")
      .show_default();
  command.flag("--known", given->known, "Print the puzzles that ship with the program");
  command.option("--theme", given->theme, "With --known: only puzzles with this theme").type_name("NAME");
  command.flag("--measure", given->measure, "With --known: prove and measure each again");
  command.flag("--source", given->source, "Print the lines of the file that ships");
  command.footer(
      "The engine plays against itself and looks for positions in which exactly one\n"
      "move wins and is easily missed. The game's solver proves it. The command prints\n"
      "the moves to the position, the winning move, the percentage of tries in which\n"
      "bots find it, and the themes. The same seed gives the same puzzles.\n"
      "\n"
      "  cairn puzzles GAME --count 2");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

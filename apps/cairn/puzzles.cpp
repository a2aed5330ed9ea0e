#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/terminal.h"
#include "core/hash.h"
#include "games/solved.h"
#include "search/proving.h"

namespace cairn::cli {

namespace {

struct PuzzlesGiven {
  GameChoice choice;
  int count = 20, games = 10'000;
  std::uint64_t seed = 1, playouts = 400;
  bool source = false, known = false;
};

constexpr std::size_t kSearchMemory = std::size_t{64} << 20;
constexpr std::uint64_t kProof = 500;  // playouts for each move
constexpr std::size_t kFewest = 4;     // moves to choose from
// Of the line that shows why: playouts for each move, and moves.
constexpr std::uint64_t kLineProof = 20'000;
constexpr std::size_t kLongest = 40;

struct Puzzle {
  std::string moves, right, line;
};

EngineSettings exact(std::uint64_t seed) {
  return {.memory = kSearchMemory, .seed = seed, .parameters = {{"solver", 1000}, {"solver_points", 16}}};
}

// Whether the move that looks best at first sight is another.
bool surprises(Engine& player, const Position& position, Seat seat, Action right) {
  const Analysis sight = think(player, position, seat, {.playouts = 1});
  const auto favourite = std::max_element(sight.candidates.begin(), sight.candidates.end(),
                                          [](const auto& a, const auto& b) { return a.prior < b.prior; });
  return favourite != sight.candidates.end() && !(favourite->action == right);
}

// How the position is won, by an engine that knows of nothing before it: the same wherever it is asked for.
std::string line_of(const GameInfo& info, Position position) {
  const auto engine = make_engine(info, position, exact(1));
  std::string line;
  for (const Action action : winning_line(*engine, position, kLineProof, kLongest)) {
    line += (line.empty() ? "" : " ") + position.format(action);
    position.apply(position.to_act().front(), action, NoEvents{});
  }
  return line;
}

// The first puzzle of a game that the engine plays with itself.
std::optional<Puzzle> find(const GameInfo& info, const Position& start, std::uint64_t seed, std::uint64_t playouts) {
  Position position = start;
  const auto player = make_engine(info, start, {.memory = kSearchMemory, .seed = seed, .parameters = {{"solver", 0}}});
  const auto prover = make_engine(info, start, exact(seed));
  Rng rng(seed);
  Puzzle puzzle;
  ActionList actions;
  for (int ply = 0; position.to_act().size() == 1 && !interrupted(); ++ply) {
    const Seat seat = position.to_act().front();
    position.legal(seat, actions);
    if (actions.size() >= kFewest && prove(*prover, position, 64) == Proof::win) {
      const auto right = winning_actions(*prover, position, kProof);
      if (right && right->size() == 1 && surprises(*player, position, seat, right->front())) {
        puzzle.right = position.format(right->front());
        puzzle.line = line_of(info, position);
        return puzzle;
      }
    }
    // Not always the best: games shall differ, and be lost now and then.
    Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    if (ply >= 4 && rng.below(4) != 0) action = think(*player, position, seat, {.playouts = playouts}).best;
    puzzle.moves += (puzzle.moves.empty() ? "" : " ") + position.format(action);
    position.apply(seat, action, NoEvents{});
  }
  return std::nullopt;
}

void print(const PuzzlesGiven& given, const SolvedPosition& found) {
  if (given.source)
    fmt::print("    {{\"{}\", \"{}\", \"{}\", \"{}\", \"{}\"}},\n", found.game, found.options, found.moves, found.right,
               found.line);
  else
    fmt::print("{}  {}\n", found.moves, found.right);
  std::fflush(stdout);
}

int list_known(const PuzzlesGiven& given, std::string_view game, const std::string& options) {
  int found = 0;
  for (const SolvedPosition& solved : solved_positions()) {
    if (solved.game != game || solved.options != options) continue;
    ++found;
    print(given, solved);
  }
  return found > 0 ? kOk : kNegative;
}

int run(const PuzzlesGiven& given) {
  interrupted();
  const Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, false);
  if (started.position.seats() != 2 || started.info->hidden)
    return refuse("bad option", "puzzles need a game of two seats without hidden information", false);
  const auto parameters = engine_parameters(*started.info);
  if (std::none_of(parameters.begin(), parameters.end(), [](const Parameter& one) { return one.name == "solver"; }))
    return refuse("bad option", "the engine of " + std::string(started.info->title) + " has no solver", false);
  const std::string options = options_text(started.config.options);
  if (given.known) return list_known(given, started.info->name, options);
  int found = 0;
  for (int game = 0; found < given.count && game < given.games && !interrupted(); ++game) {
    const std::uint64_t seed = mix(given.seed, static_cast<std::uint64_t>(game));
    const auto puzzle = find(*started.info, started.position, seed, given.playouts);
    if (!puzzle) continue;
    ++found;
    print(given, {started.info->name, options, puzzle->moves, puzzle->right, puzzle->line});
  }
  if (interrupted()) {
    complain("interrupted");
    return kInterrupted;
  }
  if (found < given.count) complain(fmt::format("{} found in {} games", found, given.games));
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
  command.option("--games", given->games, "Most games to search")
      .range(1, 1'000'000, InHelp::yes)
      .type_name("N")
      .show_default();
  command.option("--seed", given->seed, "Seed of the games").type_name("N").show_default();
  command.option("--playouts", given->playouts, "Playouts per move of these games")
      .range(1, 1'000'000, InHelp::yes)
      .type_name("N")
      .show_default();
  command.flag("--known", given->known, "Print the puzzles that ship with the program");
  command.flag("--source", given->source, "Print lines of C++");
  command.footer(
      "The engine plays against itself and looks for positions in which it can prove\n"
      "that exactly one move wins, while another looks best at first. It prints the\n"
      "moves up to there, then the winning move. The game's engine must have a solver.\n"
      "The same seed gives the same positions.\n"
      "\n"
      "  cairn puzzles GAME --count 2");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

#include "apps/cairn/puzzle_search.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "apps/cairn/puzzle_themes.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "search/choice.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kEngineMemory = std::size_t{16} << 20, kSolverMemory = std::size_t{256} << 20;
constexpr std::uint64_t kStep = 5'000, kMostPositions = 30'000;  // that the solver looks at for one question
constexpr std::size_t kFewest = 4;                               // moves to choose from
constexpr std::size_t kLongest = 40;                             // moves of a line
constexpr std::size_t kApart = 4;                                // moves between two puzzles of a game
constexpr int kOpening = 4;                                      // moves of a game that are drawn by lot
constexpr int kTries = 4;                                        // of each bot
constexpr int kHardestLevel = 8;
constexpr std::array<std::uint64_t, 4> kPlainPlayouts{30, 100, 300, 1'000};
constexpr int kEasiest = 60;  // percent of tries that find what looks best at once

// After the move of the one who acts.
Position after(const Position& position, Action action) {
  Position next = position;
  next.apply(position.to_act().front(), action, NoEvents{});
  return next;
}

// Whether the move that looks best before any search is another.
bool surprises(const GameInfo& info, const Position& position, Action right) {
  const auto engine = make_engine(info, position, {.memory = kEngineMemory, .parameters = {{"solver", 0}}});
  const Analysis sight = think(*engine, position, position.to_act().front(), {.playouts = 1});
  const auto favourite = std::max_element(sight.candidates.begin(), sight.candidates.end(),
                                          [](const auto& a, const auto& b) { return a.prior < b.prior; });
  return favourite != sight.candidates.end() && !(favourite->action == right);
}

int share_that_finds(const GameInfo& info, const Position& position, Action right) {
  const Seat seat = position.to_act().front();
  int tries = 0, found = 0;
  const auto ask = [&](EngineSettings settings, const SearchLimits& limits, bool plain) {
    for (std::uint64_t seed = 1; seed <= kTries; ++seed, ++tries) {
      settings.seed = seed;
      const auto engine = make_engine(info, position, settings, plain);
      think(*engine, position, seat, limits);
      Rng rng(seed);
      const auto chosen = choose_action(*engine, position, seat, rng);
      found += chosen && *chosen == right ? 1 : 0;
    }
  };
  for (int level = 1; level <= kHardestLevel; ++level) ask({.memory = kEngineMemory, .level = level}, {}, false);
  for (const std::uint64_t playouts : kPlainPlayouts) ask({.memory = kEngineMemory}, {.playouts = playouts}, true);
  return (100 * found + tries / 2) / tries;
}

void append(std::string& words, std::string_view word) {
  words += (words.empty() ? "" : " ") + std::string(word);
}

// The moves that lead through these positions.
std::string words_of(std::span<const Position> path) {
  std::string words;
  ActionList actions;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    path[i].legal(path[i].to_act().front(), actions);
    for (const Action action : actions) {
      if (after(path[i], action).hash() != path[i + 1].hash()) continue;
      append(words, path[i].format(action));
      break;
    }
  }
  return words;
}

}  // namespace

PuzzleSearch::PuzzleSearch(const GameInfo& info, const Position& start, const Solving& solving, std::uint64_t playouts)
    : info_(info), start_(start), solving_(solving), playouts_(playouts) {}

std::optional<bool> PuzzleSearch::reaches(const Path& path, int aim) {
  if (!solver_->can_answer(path.back())) return std::nullopt;
  const std::uint64_t began = solver_->nodes();
  while (solver_->nodes() - began < kMostPositions && !interrupted())
    if (const auto answer = solver_->reaches(path, aim, kStep)) return answer;
  return std::nullopt;
}

// For the seat that acts at the end of the path.
std::optional<bool> PuzzleSearch::wins(Path& path, Action action) {
  const Seat seat = path.back().to_act().front();
  Position next = after(path.back(), action);
  if (const Outcome outcome = next.outcome(); outcome.over)
    return outcome.rank[static_cast<std::size_t>(seat)] < outcome.rank[1 - static_cast<std::size_t>(seat)];
  if (next.to_act().size() != 1) return std::nullopt;
  const bool again = next.to_act().front() == seat;
  path.push_back(std::move(next));
  auto answer = reaches(path, again ? 1 : 0);
  path.pop_back();
  if (answer && !again) answer = !*answer;
  return answer;
}

std::optional<Action> PuzzleSearch::only_win(Path& path) {
  ActionList actions;
  path.back().legal(path.back().to_act().front(), actions);
  if (actions.size() < kFewest || !reaches(path, 1).value_or(false)) return std::nullopt;
  std::optional<Action> found;
  for (const Action action : actions) {
    const auto won = wins(path, action);
    if (!won || (*won && found)) return std::nullopt;
    if (*won) found = action;
  }
  return found;
}

// The answer that takes most positions to refute.
Action PuzzleSearch::hardest(Path& path, const ActionList& actions) {
  Action best = actions[0];
  std::uint64_t most = 0;
  for (const Action action : actions) {
    Position next = after(path.back(), action);
    if (next.outcome().over) continue;
    path.push_back(std::move(next));
    const std::uint64_t before = solver_->nodes();
    reaches(path, 1);
    if (solver_->nodes() - before > most) {
      most = solver_->nodes() - before;
      best = action;
    }
    path.pop_back();
  }
  return best;
}

// Ends with a move of the winner.
std::string PuzzleSearch::line_of(Path path) {
  const Seat winner = path.back().to_act().front();
  std::string line, kept;
  ActionList actions;
  for (std::size_t length = 0; length < kLongest && path.back().to_act().size() == 1; ++length) {
    const Seat seat = path.back().to_act().front();
    Action action{};
    if (seat == winner) {
      if (!reaches(path, 1).value_or(false)) break;
      action = solver_->best();
    } else {
      path.back().legal(seat, actions);
      action = hardest(path, actions);
    }
    append(line, path.back().format(action));
    path.push_back(after(path.back(), action));
    if (seat == winner) kept = line;
  }
  return kept;
}

std::optional<FoundPuzzle> PuzzleSearch::puzzle_at(Path path) {
  // A solver that knows of nothing before it: the line is the same wherever it is asked for.
  solver_ = solving_.make(start_, kSolverMemory);
  const auto right = only_win(path);
  if (!right) return std::nullopt;
  FoundPuzzle puzzle{words_of(path), path.back().format(*right), line_of(path), 0, {}};
  puzzle.found_by = share_that_finds(info_, path.back(), *right);
  puzzle.themes = themes_of(path.back(), puzzle.line);
  return puzzle;
}

// The engine does not always play its best move: games shall differ, and be lost now and then.
PuzzleSearch::Path PuzzleSearch::play(std::uint64_t seed) const {
  const auto player =
      make_engine(info_, start_, {.memory = kEngineMemory, .seed = seed, .parameters = {{"solver", 0}}});
  Rng rng(seed);
  Path path{start_};
  ActionList actions;
  for (int ply = 0; path.back().to_act().size() == 1 && !interrupted(); ++ply) {
    const Seat seat = path.back().to_act().front();
    path.back().legal(seat, actions);
    Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    if (ply >= kOpening && rng.below(4) != 0) action = think(*player, path.back(), seat, {.playouts = playouts_}).best;
    path.push_back(after(path.back(), action));
  }
  return path;
}

// A puzzle at the end of the path, or after the move there that leaves the other side but one way to win.
bool PuzzleSearch::poses(Path& path, bool won) {
  const auto posed = [&] {
    const auto right = only_win(path);
    return right && !known_.contains(one_of_eight(path.back())) &&
           (surprises(info_, path.back(), *right) || share_that_finds(info_, path.back(), *right) <= kEasiest);
  };
  if (won) return posed();
  ActionList actions;
  path.back().legal(path.back().to_act().front(), actions);
  for (const Action action : actions) {
    Position next = after(path.back(), action);
    if (next.to_act().size() != 1) continue;
    path.push_back(std::move(next));
    if (posed()) return true;
    path.pop_back();
  }
  return false;
}

// From the end on backwards, as long as positions can be solved. Of several that follow each other the earliest is
// kept, which is the hardest.
std::vector<FoundPuzzle> PuzzleSearch::find(std::uint64_t seed) {
  const Path game = play(seed);
  solver_ = solving_.make(start_, kSolverMemory);
  std::vector<Path> posed;
  for (std::size_t length = game.size() - 1; length > 0 && !interrupted(); --length) {
    Path path(game.begin(), game.begin() + static_cast<std::ptrdiff_t>(length));
    const auto won = reaches(path, 1);
    if (!won) break;
    if (!poses(path, *won)) continue;
    if (!posed.empty() && posed.back().size() < path.size() + kApart) posed.pop_back();
    posed.push_back(std::move(path));
  }
  std::vector<FoundPuzzle> found;
  for (const Path& path : posed)
    if (known_.insert(one_of_eight(path.back())).second)
      if (auto puzzle = puzzle_at(path)) found.push_back(*std::move(puzzle));
  return found;
}

std::optional<FoundPuzzle> PuzzleSearch::at(std::string_view moves) {
  Path path{start_};
  EventLog log;
  for (const auto word : split_words(moves)) {
    Position next = path.back();
    if (next.play(next.to_act().front(), word, log) != Reason::none) return std::nullopt;
    path.push_back(std::move(next));
  }
  known_.insert(one_of_eight(path.back()));
  return puzzle_at(std::move(path));
}

}  // namespace cairn::cli

// Positions in which exactly one move wins, found in games that an engine plays against itself. Nothing is guessed: the
// game's own solver (search/exact.h) proves what every legal move is worth.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "games/registry.h"
#include "search/exact.h"

namespace cairn::cli {

struct FoundPuzzle {
  std::string moves;   // from the start, with blanks between them
  std::string right;   // the one move that wins
  std::string line;    // how it goes on, `right` first: the winner's moves are proven, the other side resists longest
  int found_by = 0;    // percent of tries in which bots of levels 1 to 8 and plain search play `right`
  std::string themes;  // of kPuzzleThemes (games/solved.h), with commas between them
};

class PuzzleSearch {
 public:
  // `playouts` for each move of the games.
  PuzzleSearch(const GameInfo& info, const Position& start, const Solving& solving, std::uint64_t playouts);

  // The puzzles of the game with this seed whose positions were not found before, turned or mirrored.
  std::vector<FoundPuzzle> find(std::uint64_t seed);
  // The puzzle to which these moves lead; none where it is not proven that exactly one move wins there.
  std::optional<FoundPuzzle> at(std::string_view moves);

 private:
  using Path = std::vector<Position>;  // all positions of a game
  Path play(std::uint64_t seed) const;
  bool poses(Path& path, bool won);
  std::optional<bool> reaches(const Path& path, int aim);
  std::optional<bool> wins(Path& path, Action action);
  std::optional<Action> only_win(Path& path);
  std::string line_of(Path path);
  Action hardest(Path& path, const ActionList& actions);
  std::optional<FoundPuzzle> puzzle_at(Path path);

  const GameInfo& info_;
  Position start_;
  const Solving& solving_;
  std::uint64_t playouts_;
  std::unique_ptr<ExactSolver> solver_{};
  std::set<std::string> known_{};  // positions of puzzles, as `one_of_eight` names them
};

}  // namespace cairn::cli

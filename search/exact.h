// Exact values: what a game's own solver proves of a position for two seats. No guess is ever told.
//
// Repetition rules make a position's worth depend on how it arose, so questions are asked about games: all positions
// from the start to the one in question, in their order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/position.h"

namespace cairn {

using GamePath = std::span<const Position>;  // from the start; the last is asked about

class ExactSolver {
 public:
  ExactSolver() = default;
  ExactSolver(const ExactSolver&) = delete;
  ExactSolver& operator=(const ExactSolver&) = delete;
  virtual ~ExactSolver() = default;

  // Whether it can be asked about a position that is not over. If not, its actions can be looked at one by one.
  virtual bool can_answer(const Position& position) const = 0;
  // Whether the seat to act ends at least `aim` points ahead (1: it wins). Looks at about `nodes` more positions;
  // nullopt: not known yet. Asked the same again it goes on. A win that is no matter of points reaches every aim.
  virtual std::optional<bool> reaches(GamePath game, int aim, std::uint64_t nodes) = 0;
  // An action that reaches it, after `reaches` said yes.
  virtual Action best() const = 0;
  virtual int most() const = 0;             // no lead is larger
  virtual std::uint64_t nodes() const = 0;  // positions looked at so far
  // For each action the index of the first that is alike by symmetry.
  virtual std::vector<std::size_t> alike(GamePath game, std::span<const Action> actions) const = 0;
};

// What `alike` says by the symmetries of a board: `same(s)` tells whether symmetry `s` leaves all boards so far as they
// were, `image(action, s)` where it brings an action.
template <class Same, class Image>
std::vector<std::size_t> alike_by_symmetry(std::span<const Action> actions, std::size_t symmetries, Same&& same,
                                           Image&& image) {
  std::vector<std::size_t> first(actions.size());
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = i;
  for (std::size_t s = 0; s < symmetries; ++s) {
    if (!same(s)) continue;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const auto found = std::find(actions.begin(), actions.end(), image(actions[i], s));
      if (found != actions.end()) first[i] = std::min(first[i], static_cast<std::size_t>(found - actions.begin()));
    }
  }
  return first;
}

// How one side wins, whatever the other does: replies for every position that can arise, in the game's own order
// (docs/theory.md, "The certificate").
struct Strategy {
  int winner = 0;  // a seat
  int aim = 1;     // it ends at least so many points ahead; 0: it does not lose; below: it loses by no more
  std::string replies{};
};
struct Certified {
  Strategy strategy{};
  std::string refusal{};    // "" or why there is none
  std::uint64_t nodes = 0;  // positions that were looked at
};
using Keep = std::function<bool()>;  // asked now and then; false: stop

// The values of all endings of a game, as the file that ships, and how they are spread.
struct EndingsTable {
  struct Row {
    std::string pieces{};          // "2 against 1", of the side to move first
    int own_turns = 0, turns = 0;  // that the side to move and the other one need to score all their pieces alone
    std::int64_t positions = 0, wins = 0, draws = 0, losses = 0;  // with level scores, for the side to move
  };
  std::string bytes{};  // empty: it was stopped
  std::vector<Row> rows{};
  int longest = 0;  // a win takes so many turns at most
};

// Does the work on several threads at once, and returns when all are done. Games know no threads.
using OnThreads = std::function<void(const std::function<void()>& work)>;

// What a game can solve. Threads may ask at the same time; a solver serves one of them.
struct Solving {
  // "" or why the position cannot be solved.
  std::string (*refusal)(const Position& position) = nullptr;
  // For all positions of this game and its options; `memory` in bytes.
  std::unique_ptr<ExactSolver> (*make)(const Position& position, std::size_t memory) = nullptr;
  // How the side that wins does it; with a `lead`, how the first seat ends at least so many points ahead, or the second
  // one prevents it.
  Certified (*certify)(GamePath game, std::optional<int> lead, std::size_t memory, const Keep& keep) = nullptr;
  // "" or where the strategy breaks.
  std::string (*verify)(GamePath game, const Strategy& strategy, const Keep& keep) = nullptr;
  // Makes the table of endings; nullptr: the game has none. `told` hears how far it is, and says whether to go on.
  EndingsTable (*tabulate)(const OnThreads& on_threads,
                           const std::function<bool(const std::string& progress)>& told) = nullptr;
  // "" or why not by how much; nullptr: always by how much, too.
  std::string (*no_margin)(const Position& position) = nullptr;
};

}  // namespace cairn

// The moves of a position valued one by one, by several threads, with what is known kept in a file.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/position.h"
#include "search/exact_values.h"

namespace cairn::cli {

struct SolveTask {
  const Solving& solving;
  std::vector<Position> game{};  // from the start; the last is solved
  bool margin = false;
  int threads = 1;
  std::size_t memory = 0;  // bytes, of all threads together
};

// Values by the words of moves, for the seat to act.
struct Solved {
  std::map<std::string, Value> moves{};
  std::vector<std::string> line{};  // best play
  std::uint64_t nodes = 0;          // positions that were looked at, in earlier runs too
  double seconds = 0;
  bool whole = false;  // every move has its value
};

// Begins with what `solved` says and goes on until all moves are valued or it is interrupted. `on_value` is called by
// one thread at a time, whenever a move got its value.
void solve_moves(const SolveTask& task, Solved& solved, const std::function<void(const Solved&)>& on_value);

// What is known as a file keeps it, for the question that `question` tells; "" or what is wrong with a file.
std::string state_text(const Solved& solved, const std::string& question);
std::string read_state(const std::string& text, const std::string& question, Solved& solved);

}  // namespace cairn::cli

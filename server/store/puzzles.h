// Puzzles: the pool of them, which one was proposed for a day, and who has tried it. Part of the store; what store.h
// says of its calls and answers holds here. Days are counted from 1970, UTC.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/store/store_part.h"

namespace cairn {

struct Puzzle {
  std::string id;  // hexadecimal; the same position has the same
  std::string game, record;
  std::vector<std::string> right;  // the moves that solve it
  std::vector<std::string> line;   // how it goes on, the right move first
  std::string table{};             // of a mistake in a game: where that was played; "": a solved position
};
// Days whose puzzle is a mistake, where there is one that was never proposed; of the others it is a solved position.
constexpr bool turn_of_mistakes(std::int64_t day) {
  return day % 2 != 0;
}
struct PuzzleDay {
  std::int64_t day = 0;
  std::string game;
};

// What somebody did with the puzzle of a day.
struct PuzzleTry {
  enum class State : std::uint8_t { open, solved, failed, given_up };  // numbers as they are stored
  std::int64_t day = 0;
  std::vector<std::string> moves;  // that were tried, in order
  State state = State::open;
  bool on_day = false;  // it was settled while the day lasted
  std::int64_t at_ms = 0;
};

struct PuzzleOfDay {
  std::int64_t day = 0;
  Puzzle puzzle;
};
inline constexpr std::size_t kMostPuzzlesRead = 24;  // by one call of puzzles_of

class PuzzleStore : public StorePart {
 public:
  using StorePart::StorePart;

  void add_puzzles(std::vector<Puzzle> puzzles, Done done);  // those whose id is not there
  // Chooses one for a day, once, whoever asks: of the kind whose turn it is (else of any) that which was not proposed
  // for longest. With none nothing happens.
  void propose_puzzle(std::int64_t day, Done done);
  void puzzle_of(std::int64_t day, Read<Puzzle> done);
  // Of those of these days that had one, in any order, by one question; no more than kMostPuzzlesRead.
  void puzzles_of(std::vector<std::int64_t> days, Read<std::vector<PuzzleOfDay>> done);
  void puzzle_days(std::int64_t before, int most, Read<std::vector<PuzzleDay>> done);  // the last first
  // In the place of what was known: so many moves, and open. Otherwise it is a conflict.
  void try_puzzle(std::int64_t person, PuzzleTry now, int known, Done done);
  void puzzles_tried(std::int64_t person, Read<std::vector<PuzzleTry>> done);  // the last day first
  void puzzle_tried(std::int64_t person, std::int64_t day, Read<PuzzleTry> done);
};

}  // namespace cairn

// The daily puzzle: every day (UTC) one position for everybody, in which somebody shall find the one right move.
// Without a socket, on the loop's thread; answers come through callbacks on that thread.
//
// Which one it is, the store decides once, so that all servers that share it have the same. The pool begins with the
// solved positions that the program brings (games/solved.h), and grows by mistakes in games that were played here and
// analysed (analyses.h); these come every second day, as long as there are new ones. What the right move is, and in
// which game the mistake was made, nobody is told before he has found it, used up his tries or given up: all leaves
// through one function, `visible_part`.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/registry.h"
#include "server/base/background_queue.h"
#include "server/base/world.h"
#include "server/library/small_boards.h"
#include "server/play/refusal.h"
#include "server/store/puzzles.h"
#include "server/tables/table_service.h"

namespace cairn {

// What somebody has done, counted from his tries, the last day first.
struct PuzzleScore {
  int tried = 0, solved = 0, at_once = 0;  // at_once: by the first try
  int streak = 0, longest = 0;             // days on end, each solved on its day; `streak` up to today or yesterday
};
PuzzleScore puzzle_score(std::span<const PuzzleTry> tries, std::int64_t today);

inline constexpr std::size_t kPuzzleTries = 3;

struct PuzzleAnswer {
  std::string word;  // "": given up
};
// A puzzle as somebody may see it.
struct ShownPuzzle {
  struct Solution {
    std::vector<std::string> right, line;
    std::string table;                  // where the mistake was made; "": in no game
    std::vector<std::string> themes{};  // of kPuzzleThemes (games/solved.h)
  };
  std::int64_t day = 0;
  const GameInfo* info = nullptr;
  bool of_game = false;  // a mistake in a game; or else a solved position
  std::string record;
  Position position;
  Seat seat{};
  std::optional<int> found_by{};  // percent of tries in which bots find it; none: not measured
  std::optional<PuzzleTry> tried{};
  std::optional<Solution> solution{};  // for whoever has earned it
};
struct PuzzleList {
  struct Line {
    PuzzleDay day;
    std::optional<PuzzleTry> tried{};
  };
  std::vector<Line> lines{};
  std::optional<std::int64_t> next{};  // goes on before this day; none: it is the last part
  std::optional<PuzzleScore> score{};  // none: nobody asks
};

Puzzle puzzle_of_game(const std::string& record, std::vector<std::string> right, std::vector<std::string> line,
                      const std::string& table);
std::vector<Puzzle> solved_puzzles(std::span<const GameInfo> games);  // that the program brings

using PuzzleDays = std::vector<std::int64_t>;

class Puzzles {
 public:
  Puzzles(PuzzleStore& store, World world);  // replays what the program brings, which the loop need not wait for
  Puzzles(const Puzzles&) = delete;
  Puzzles& operator=(const Puzzles&) = delete;

  void tick();  // about once a second: fills the pool, and sees to it that every day has its puzzle
  // Of a day, or of today where none is named.
  void show(std::optional<std::int64_t> day, const std::optional<Person>& person, Done<ShownPuzzle> done);
  void answer(std::int64_t day, const Person& person, const PuzzleAnswer& answer, Done<ShownPuzzle> done);
  // The days up to today and before `before`, the last first, and how somebody did.
  void list(std::int64_t before, const std::optional<Person>& person, Done<PuzzleList> done);
  // The positions of these days, as they are posed, in this order; a day that has no puzzle or that has not come is
  // left out. Each is charged to `who` before the first is read.
  void boards(PuzzleDays days, Done<SmallBoardList> done, const Asker& who);

 private:
  static constexpr std::size_t kMostWaiting = 100, kMostOfOne = 5;  // lists whose boards are drawn beside the loop
  struct Posed {
    const GameInfo* info = nullptr;
    std::int64_t day = 0;
    Puzzle puzzle;
    Position position;
    Seat seat{};
  };
  std::int64_t today() const;
  void fill(std::function<void(const Written&)> then);
  Refusal unavailable(const std::string& what, const std::string& why) const;
  void find(std::int64_t day, std::function<void(const Posed&)> go, const Done<ShownPuzzle>& done);
  void open(std::int64_t day, const Puzzle& puzzle, const std::function<void(const Posed&)>& go,
            const Done<ShownPuzzle>& done);
  void judge(const Posed& posed, const Person& person, const PuzzleAnswer& answer, const PuzzleTry& before,
             Done<ShownPuzzle> done);
  static ShownPuzzle visible_part(const Posed& posed, const std::optional<PuzzleTry>& tried);

  PuzzleStore& store_;
  World world_;
  bool filled_ = false, busy_ = false;
  std::int64_t chosen_ = -1;  // the last day that has its puzzle
  BackgroundQueue queue_;     // draws boards; last: its thread ends first
};

}  // namespace cairn

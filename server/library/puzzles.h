// The daily puzzle: every day (UTC) one position for everybody, in which somebody shall find the one right move.
// Without a socket, on the loop's thread; answers come through callbacks on that thread.
//
// Which one it is, the store decides once, so that all servers that share it have the same. The pool begins with the
// solved positions that the program brings (games/solved.h), and grows by mistakes in games that were played here and
// analysed (analyses.h); these come every second day, as long as there are new ones. What the right move is, and in
// which game the mistake was made, nobody is told before he has found it, used up his tries or given up: all leaves
// through one function, `puzzle_json`.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/registry.h"
#include "server/base/world.h"
#include "server/protocol/puzzles_from_client.h"
#include "server/protocol/puzzles_to_client.h"
#include "server/store/store.h"
#include "server/tables/club.h"

namespace cairn {

// What somebody has done, counted from his tries, the last day first.
struct PuzzleScore {
  int tried = 0, solved = 0, at_once = 0;  // at_once: by the first try
  int streak = 0, longest = 0;             // days on end, each solved on its day; `streak` up to today or yesterday
};
PuzzleScore puzzle_score(std::span<const PuzzleTry> tries, std::int64_t today);

Puzzle puzzle_of_game(const std::string& record, std::vector<std::string> right, std::vector<std::string> line,
                      const std::string& table);
std::vector<Puzzle> solved_puzzles(std::span<const GameInfo> games);  // that the program brings

class Puzzles {
 public:
  using Done = Club::Done;
  Puzzles(Store& store, World world) : store_(store), world_(std::move(world)) {}
  Puzzles(const Puzzles&) = delete;
  Puzzles& operator=(const Puzzles&) = delete;

  void tick();  // about once a second: fills the pool, and sees to it that every day has its puzzle
  // Of a day, or of today where none is named.
  void show(std::optional<std::int64_t> day, const std::optional<Person>& person, Done done);
  void answer(std::int64_t day, const Person& person, const PuzzleAnswer& answer, Done done);
  // The days up to today and before `before`, the last first, and how somebody did.
  void list(std::int64_t before, const std::optional<Person>& person, Done done);

 private:
  struct Posed {
    const GameInfo* info = nullptr;
    std::int64_t day = 0;
    Puzzle puzzle;
    Position position;
    Seat seat{};
  };
  std::int64_t today() const;
  void fill(std::function<void(const Written&)> then);
  Reply unavailable(const std::string& what, const std::string& why) const;
  void find(std::int64_t day, std::function<void(const Posed&)> go, const Done& done);
  void open(std::int64_t day, const Puzzle& puzzle, const std::function<void(const Posed&)>& go, const Done& done);
  void judge(const Posed& posed, const Person& person, const PuzzleAnswer& answer, const PuzzleTry& before, Done done);
  Json puzzle_json(const Posed& posed, const std::optional<PuzzleTry>& tried) const;

  Store& store_;
  World world_;
  bool filled_ = false, busy_ = false;
  std::int64_t chosen_ = -1;  // the last day that has its puzzle
};

}  // namespace cairn

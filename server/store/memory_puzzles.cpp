// Puzzles of the store that forgets.
#include <algorithm>
#include <tuple>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

void MemoryStore::add_puzzles(std::vector<Puzzle> puzzles, Done done) {
  change(std::move(done), [&]() -> Written {
    for (Puzzle& puzzle : puzzles) pool(std::move(puzzle));
    return {};
  });
}

void MemoryStore::pool(Puzzle puzzle) {
  const auto same = [&](const Pooled& one) { return one.puzzle.id == puzzle.id; };
  if (std::none_of(puzzles_.begin(), puzzles_.end(), same)) puzzles_.push_back({std::move(puzzle), 0});
}

void MemoryStore::propose_puzzle(std::int64_t day, Done done) {
  change(std::move(done), [&]() -> Written {
    const auto order = [day](const Pooled& one) {
      const bool solved = one.puzzle.table.empty();
      const bool wanted = turn_of_mistakes(day) ? !solved && one.proposed == 0 : solved;
      return std::tuple(!wanted, one.proposed, one.puzzle.id);
    };
    const auto next = std::min_element(puzzles_.begin(), puzzles_.end(),
                                       [&](const Pooled& a, const Pooled& b) { return order(a) < order(b); });
    if (next != puzzles_.end() && puzzle_days_.emplace(day, next->puzzle).second) next->proposed = day;
    return {};
  });
}

void MemoryStore::puzzle_of(std::int64_t day, Read<Puzzle> done) {
  const auto found = puzzle_days_.find(day);
  answer(std::move(done), found == puzzle_days_.end() ? std::nullopt : std::optional(found->second));
}

void MemoryStore::puzzle_days(std::int64_t before, int most, Read<std::vector<PuzzleDay>> done) {
  std::vector<PuzzleDay> days;
  for (auto one = puzzle_days_.rbegin(); one != puzzle_days_.rend(); ++one)
    if (one->first < before && static_cast<int>(days.size()) < most) days.push_back({one->first, one->second.game});
  answer(std::move(done), std::optional(std::move(days)));
}

void MemoryStore::try_puzzle(std::int64_t person, PuzzleTry now, int known, Done done) {
  change(std::move(done), [&]() -> Written {
    auto& tries = puzzle_tries_[person];
    const auto before = tries.find(now.day);
    const bool fits = before == tries.end() ? known == 0
                                            : known > 0 && before->second.state == PuzzleTry::State::open &&
                                                  static_cast<int>(before->second.moves.size()) == known;
    if (!fits) return {How::conflict, {}, 0};
    const std::int64_t day = now.day;
    tries[day] = std::move(now);
    return {};
  });
}

void MemoryStore::puzzles_tried(std::int64_t person, Read<std::vector<PuzzleTry>> done) {
  std::vector<PuzzleTry> out;
  const auto& tries = puzzle_tries_[person];
  for (auto one = tries.rbegin(); one != tries.rend(); ++one) out.push_back(one->second);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::puzzle_tried(std::int64_t person, std::int64_t day, Read<PuzzleTry> done) {
  const auto& tries = puzzle_tries_[person];
  const auto found = tries.find(day);
  answer(std::move(done), found == tries.end() ? std::nullopt : std::optional(found->second));
}

}  // namespace cairn

#include "games/solved.h"

#include <vector>

#include "core/carried_file.h"
#include "core/text.h"

namespace cairn {

#if defined(CAIRN_PUZZLES)

CAIRN_CARRY(cairn_margo_puzzles, CAIRN_PUZZLES);

namespace {

// A line each: seven fields with tabs between them, as `cairn puzzles --source` prints them; `#` begins a comment.
std::vector<SolvedPosition> read_puzzles(std::string_view file) {
  std::vector<SolvedPosition> all;
  for (const auto line : split(file, '\n')) {
    const auto fields = split(line, '\t');
    if (line.starts_with('#') || fields.size() != 7) continue;
    SolvedPosition one{fields[0], fields[1], fields[2], fields[3], fields[4], 0, fields[6]};
    for (const char digit : fields[5]) one.found_by = 10 * one.found_by + (digit - '0');
    all.push_back(one);
  }
  return all;
}

}  // namespace

std::span<const SolvedPosition> solved_positions() {
  static const std::vector<SolvedPosition> carried =
      read_puzzles({cairn_margo_puzzles, static_cast<std::size_t>(cairn_margo_puzzles_end - cairn_margo_puzzles)});
  return carried;
}

#else

std::span<const SolvedPosition> solved_positions() {
  return {};
}

#endif

}  // namespace cairn

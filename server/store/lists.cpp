#include "server/store/lists.h"

#include <algorithm>

namespace cairn {

std::vector<LeaderLine> board_of(std::vector<LeaderLine> lines, std::int64_t now_ms, int most) {
  std::erase_if(lines, [&](const LeaderLine& line) { return provisional(line.rating, now_ms); });
  std::sort(lines.begin(), lines.end(), [&](const LeaderLine& a, const LeaderLine& b) {
    if (stands_before(a.rating, b.rating, now_ms)) return true;
    return !stands_before(b.rating, a.rating, now_ms) && a.name < b.name;
  });
  if (lines.size() > static_cast<std::size_t>(most)) lines.resize(static_cast<std::size_t>(most));
  return lines;
}

}  // namespace cairn

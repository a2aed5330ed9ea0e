// Words of Go: points with their letters (no I), pass, and the words of the agreement.
#include "core/text.h"
#include "games/go/go.h"

namespace cairn::go {

namespace {

constexpr std::string_view kColumns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
static_assert(kColumns.size() == kMaxSide);
constexpr std::string_view kDeadPrefix = "dead:";

Parsed parse_point(GridSize size, std::string_view word) {
  if (word.size() < 2 || word.size() > 9) return {{}, Reason::unknown_move};
  const auto column = kColumns.find(to_upper(word.front()));
  const std::string_view digits = word.substr(1);
  const bool number = std::all_of(digits.begin(), digits.end(), is_digit) && (digits.size() == 1 || digits[0] != '0');
  if (column == std::string_view::npos || !number) return {{}, Reason::unknown_move};
  const int row = parse_int(digits).value_or(0);
  if (static_cast<int>(column) >= size.columns || row < 1 || row > size.rows) return {{}, Reason::off_board};
  return {static_cast<Action>((row - 1) * size.columns + static_cast<int>(column))};
}

}  // namespace

std::string point_name(GridSize size, int point) {
  return kColumns[static_cast<std::size_t>(point % size.columns)] + std::to_string(point / size.columns + 1);
}

Parsed parse_word(GridSize size, std::string_view word) {
  if (equal_ignoring_case(word, "pass")) return {static_cast<Action>(kPass)};
  if (equal_ignoring_case(word, "accept")) return {static_cast<Action>(kAccept)};
  if (equal_ignoring_case(word, "resume")) return {static_cast<Action>(kResume)};
  if (!equal_ignoring_case(word.substr(0, kDeadPrefix.size()), kDeadPrefix)) return parse_point(size, word);
  Parsed stone = parse_point(size, word.substr(kDeadPrefix.size()));
  if (stone.refused == Reason::none)
    stone.action = static_cast<Action>(static_cast<std::uint32_t>(stone.action) + kDead);
  return stone;
}

std::string format_word(GridSize size, Action action) {
  const auto code = static_cast<std::uint32_t>(action);
  if (code == kPass) return "pass";
  if (code == kAccept) return "accept";
  if (code == kResume) return "resume";
  if (code >= kDead) return std::string(kDeadPrefix) + point_name(size, static_cast<int>(code - kDead));
  return point_name(size, static_cast<int>(code));
}

}  // namespace cairn::go

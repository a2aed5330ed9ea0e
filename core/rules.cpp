#include "core/rules.h"

namespace cairn {

std::string_view to_word(Event::Kind kind) {
  using Kind = Event::Kind;
  switch (kind) {
    case Kind::placed:
      return "placed";
    case Kind::moved:
      return "moved";
    case Kind::removed:
      return "removed";
    case Kind::scored:
      return "scored";
    case Kind::returned:
      return "returned";
    case Kind::passed:
      return "passed";
    case Kind::swapped:
      return "swapped";
    case Kind::refused:
      return "refused";
    case Kind::played:
      return "played";
    case Kind::marked:
      return "marked";
    case Kind::unmarked:
      return "unmarked";
    case Kind::consented:
      return "consented";
    case Kind::withdrawn:
      return "withdrawn";
    case Kind::resumed:
      return "resumed";
    case Kind::arranged:
      return "arranged";
    case Kind::forfeited:
      return "forfeited";
    case Kind::atari:
      return "atari";
    case Kind::retired:
      return "retired";
    case Kind::ended:
      return "ended";
    case Kind::stayed:
      return "stayed";
  }
  return "";
}

int winner(const Outcome& outcome, int seats) {
  if (!outcome.over || outcome.how == Outcome::How::no_result) return -1;
  int found = -1;
  for (int seat = 0; seat < seats; ++seat) {
    if (outcome.rank[static_cast<std::size_t>(seat)] != 1) continue;
    if (found >= 0) return -1;
    found = seat;
  }
  return found;
}

}  // namespace cairn

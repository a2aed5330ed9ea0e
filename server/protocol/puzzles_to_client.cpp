#include "server/protocol/puzzles_to_client.h"

#include "server/base/days.h"

namespace cairn {

std::string_view to_word(PuzzleTry::State state) {
  switch (state) {
    case PuzzleTry::State::open:
      return "open";
    case PuzzleTry::State::solved:
      return "solved";
    case PuzzleTry::State::failed:
      return "failed";
    case PuzzleTry::State::given_up:
      return "given-up";
  }
  return {};
}

Json puzzle_try_json(const PuzzleTry& tried) {
  return {{"day", day_text(tried.day)},
          {"tried", tried.moves},
          {"state", to_word(tried.state)},
          {"on_day", tried.on_day},
          {"at", tried.at_ms}};
}

}  // namespace cairn

#include "server/protocol/puzzles_to_client.h"

#include "server/base/days.h"
#include "server/play/fields.h"
#include "server/protocol/replies.h"

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

Json to_client(const PuzzleTry& tried) {
  return {{"day", day_text(tried.day)},
          {"tried", tried.moves},
          {"state", to_word(tried.state)},
          {"on_day", tried.on_day},
          {"at", tried.at_ms}};
}

Json to_client(const ShownPuzzle& puzzle) {
  const auto& solution = puzzle.solution;
  return {{"day", day_text(puzzle.day)},
          {"game", puzzle.info->name},
          {"title", puzzle.info->title},
          {"source", puzzle.of_game ? "game" : "solved"},
          {"table", solution && puzzle.of_game ? Json(solution->table) : Json(nullptr)},
          {"record", parse_json(puzzle.record)},
          {"seat", static_cast<int>(puzzle.seat)},
          {"view", view_json(puzzle.position.view(viewer_of(puzzle.seat)))},
          {"legal", puzzle.position.legal_words(puzzle.seat)},
          {"tries", kPuzzleTries},
          {"found_by", puzzle.found_by ? Json(*puzzle.found_by) : Json(nullptr)},
          {"you", puzzle.tried ? to_client(*puzzle.tried) : Json(nullptr)},
          {"right", solution ? Json(solution->right) : Json(nullptr)},
          {"line", solution ? Json(solution->line) : Json(nullptr)},
          {"themes", solution ? Json(solution->themes) : Json(nullptr)}};
}

Json to_client(const PuzzleList& list) {
  const auto line = [](const PuzzleList::Line& one) -> Json {
    const GameInfo* info = find_game(one.day.game);
    return {{"day", day_text(one.day.day)},
            {"game", one.day.game},
            {"title", info == nullptr ? one.day.game : std::string(info->title)},
            {"you", one.tried ? to_client(*one.tried) : Json(nullptr)}};
  };
  Json score = nullptr;
  if (list.score)
    score = {{"tried", list.score->tried},
             {"solved", list.score->solved},
             {"at_once", list.score->at_once},
             {"streak", list.score->streak},
             {"longest", list.score->longest}};
  return {{"puzzles", list_json(list.lines, line)},
          {"next", list.next ? Json(day_text(*list.next)) : Json(nullptr)},
          {"score", std::move(score)}};
}

}  // namespace cairn

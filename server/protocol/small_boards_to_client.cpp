#include "server/protocol/small_boards_to_client.h"

#include "server/protocol/replies.h"

namespace cairn {

namespace {

Json small_board_json(const SmallBoard& board) {
  const View& view = board.view;
  Json last = Json::array();
  for (const View::Mark& mark : view.marks)
    if (mark.kind == "last")
      for (const Point& at : mark.points) last.push_back({at.level, at.column, at.row});
  const auto side = [](const View::Side& one) {
    return Json{{"name", one.name}, {"letter", std::string(1, one.letter)}};
  };
  return {{"id", board.id},           {"version", board.version},
          {"surface", view.surface},  {"columns", view.columns},
          {"rows", view.rows},        {"levels", view.levels},
          {"board", view.board},      {"sides", list_json(view.sides, side)},
          {"last", std::move(last)},  {"turn", view.turn.number},
          {"over", view.outcome.over}};
}

}  // namespace

Json to_client(const SmallBoardList& list) {
  return {{"boards", list_json(list.boards, small_board_json)}};
}

}  // namespace cairn

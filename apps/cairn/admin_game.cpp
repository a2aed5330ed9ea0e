#include "apps/cairn/admin_game.h"

#include "core/text.h"
#include "notation/words.h"

namespace cairn::cli {

Table::Opened open_stored(const StoredTable& stored) {
  const TableSetup& setup = stored.row.setup;
  const GameInfo* info = find_game(setup.game);
  if (info == nullptr) return {std::nullopt, "this program does not have the game " + setup.game};
  return Table::open(*info, setup, stored.row.occupants, stored.log);
}

AdminGame admin_game(const StoredTable& stored) {
  AdminGame game;
  const TableSetup& setup = stored.row.setup;
  const Table::Opened opened = open_stored(stored);
  if (!opened.table) {
    game.error = opened.error;
    return game;
  }
  game.record = {setup.game, {setup.options, std::nullopt}, {}};
  for (const Step& step : opened.table->steps()) game.record.moves.emplace_back(step.seat, step.said());
  if (opened.table->terms().drawn) game.record.moves.emplace_back(seat_at(0), kDraw);
  const Position& position = opened.table->position();
  const View view = opened.table->view(Viewer::spectator);
  std::vector<std::string> sides;
  for (const auto& side : view.sides)
    if (position.to_act().contains(side.seat)) sides.push_back(side.name);
  game.status = view.outcome.over ? view.result : join(sides, ", ") + " to move";
  return game;
}

}  // namespace cairn::cli

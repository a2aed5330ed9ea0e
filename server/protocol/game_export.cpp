#include "server/protocol/game_export.h"

#include "notation/record.h"
#include "notation/words.h"
#include "server/clock_rule.h"
#include "server/protocol/days.h"

namespace cairn {

AnnotatedGame annotated_game(const Table& table) {
  AnnotatedGame game;
  const TableSetup& setup = table.setup();
  game.game = setup.game;
  game.config.options = setup.options;
  for (std::size_t seat = 0; seat < table.chairs().size(); ++seat)
    game.details.players[seat].name = table.chairs()[seat].name;
  if (setup.created_ms > 0) game.details.date = day_text(setup.created_ms / kDayMs);
  if (setup.clock.kind != ClockRule::Kind::none) game.details.overtime = to_text(setup.clock);
  game.details.result = table.view(Viewer::spectator).result;
  NodeIndex last = kRoot;
  for (const Step& step : table.steps()) {
    GameNode node;
    node.move = TreeMove{step.seat, step.left ? std::string(kResign) : step.word};
    last = game.tree.add(last, std::move(node));
  }
  return game;
}

std::variant<GameExport, ErrorReply> export_game(const Table& table, FileForm form) {
  if (table.info().hidden && !table.over())
    return error_reply(409, "not-over", "this game hides something: its record is open when it is over");
  const AnnotatedGame game = annotated_game(table);
  if (form == FileForm::sgf) return GameExport{sgf::write(export_sgf(game, "Cairn")), "application/x-go-sgf"};
  if (form == FileForm::json) return GameExport{to_text(record_json(game)) + "\n", "application/json"};
  std::string text;
  if (auto error = write_text(game, text); !error.empty()) return error_reply(409, "no-text", std::move(error));
  return GameExport{std::move(text), "text/plain; charset=utf-8"};
}

}  // namespace cairn

#include "server/protocol/game_export.h"

#include <chrono>
#include <cstdio>

#include "notation/record.h"
#include "notation/words.h"

namespace cairn {

namespace {

std::string date_text(std::int64_t at_ms) {
  const std::chrono::sys_time<std::chrono::milliseconds> moment{std::chrono::milliseconds(at_ms)};
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(moment)};
  char text[16];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                static_cast<unsigned>(day.day()));
  return text;
}

}  // namespace

AnnotatedGame annotated_game(const Table& table) {
  AnnotatedGame game;
  const TableSetup& setup = table.setup();
  game.game = setup.game;
  game.config.options = setup.options;
  for (std::size_t seat = 0; seat < table.chairs().size(); ++seat)
    game.details.players[seat].name = table.chairs()[seat].name;
  if (setup.created_ms > 0) game.details.date = date_text(setup.created_ms);
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

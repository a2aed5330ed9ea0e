#include "server/protocol/game_export.h"

#include "notation/record.h"
#include "notation/words.h"
#include "server/clock_rule.h"
#include "server/protocol/days.h"

namespace cairn {

namespace {

std::string seconds_text(std::int64_t ms) {
  const std::string whole = std::to_string(ms / kSecondMs);
  return ms % kSecondMs == 0 ? whole : whole + "." + std::to_string(1'000 + ms % kSecondMs).substr(1);
}

// TM and OT as other servers write them: "TM[600]OT[3x30 byo-yomi]".
void tell_time(const ClockRule& rule, Details& details) {
  using Kind = ClockRule::Kind;
  if (rule.kind == Kind::none) return;
  if (rule.kind != Kind::move && rule.kind != Kind::correspondence) details.time = seconds_text(rule.main_ms);
  switch (rule.kind) {
    case Kind::fischer:
      details.overtime = seconds_text(rule.increment_ms) + " fischer";
      break;
    case Kind::byoyomi:
      details.overtime = std::to_string(rule.periods) + "x" + seconds_text(rule.period_ms) + " byo-yomi";
      break;
    case Kind::canadian:
      details.overtime = std::to_string(rule.stones) + "/" + seconds_text(rule.period_ms) + " canadian";
      break;
    case Kind::move:
      details.overtime = seconds_text(rule.main_ms) + " per move";
      break;
    case Kind::correspondence:
      details.overtime = to_text(rule);
      break;
    case Kind::absolute:
    case Kind::none:
      break;
  }
}

}  // namespace

AnnotatedGame annotated_game(const Table& table) {
  AnnotatedGame game;
  const TableSetup& setup = table.setup();
  game.game = setup.game;
  game.config.options = setup.options;
  for (std::size_t seat = 0; seat < table.chairs().size(); ++seat)
    game.details.players[seat].name = table.chairs()[seat].name;
  if (setup.created_ms > 0) game.details.date = day_text(setup.created_ms / kDayMs);
  tell_time(setup.clock, game.details);
  game.details.result = table.view(Viewer::spectator).result;
  NodeIndex last = kRoot;
  for (const Step& step : table.steps()) {
    GameNode node;
    node.move = TreeMove{step.seat, step.said()};
    last = game.tree.add(last, std::move(node));
  }
  if (table.terms().drawn) {
    GameNode node;
    node.move = TreeMove{seat_at(0), std::string(kDraw)};
    game.tree.add(last, std::move(node));
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

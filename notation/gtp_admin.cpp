// What a controller asks of the program itself.
#include "core/text.h"
#include "notation/gtp_session.h"
#include "notation/record.h"
#include "notation/text_board.h"

namespace cairn {

namespace {

GtpReply list_commands(GtpSession& session, const GtpLine&) {
  std::string text;
  for (const auto name : session.names()) text += std::string(name) + "\n";
  return {true, text};
}

GtpReply known_command(GtpSession& session, const GtpLine& line) {
  const bool known = line.arguments.size() == 1 && session.find(line.arguments[0]) != nullptr;
  return {true, known ? "true" : "false"};
}

GtpReply show_board(GtpSession& session, const GtpLine&) {
  const View view = session.game.view();
  BoardStyle style;
  style.size = BoardSize::plain;
  const auto name = namer(session.game.position());
  return {true, "\n" + text_board(view, name, style) + status_text(view, BoardSize::plain)};
}

GtpReply position_json(GtpSession& session, const GtpLine&) {
  return {true, json_text(view_json(session.game.view()))};
}

GtpReply record(GtpSession& session, const GtpLine&) {
  Record kept{std::string(session.game.info().name), session.game.counted(), {}};
  for (const auto& turn : session.game.turns()) kept.moves.insert(kept.moves.end(), turn.begin(), turn.end());
  return {true, json_text(record_json(kept))};
}

GtpReply stop(GtpSession& session, const GtpLine&) {
  session.rest();
  return {};
}

GtpReply clear_cache(GtpSession& session, const GtpLine&) {
  session.forget_engine();
  return {};
}

}  // namespace

std::span<const GtpCommand> gtp_admin_commands() {
  static constexpr GtpCommand kCommands[]{
      {"protocol_version",
       [](GtpSession&, const GtpLine&) {
         return GtpReply{true, "2"};
       }},
      {"name",
       [](GtpSession& session, const GtpLine&) {
         return GtpReply{true, session.settings.name};
       }},
      {"version",
       [](GtpSession& session, const GtpLine&) {
         return GtpReply{true, session.settings.version};
       }},
      {"known_command", known_command},
      {"list_commands", list_commands},
      {"quit", stop},
      {"stop", stop},
      {"clear_cache", clear_cache},
      {"showboard", show_board},
      {"cairn-game",
       [](GtpSession& session, const GtpLine&) {
         return GtpReply{true, std::string(session.game.info().name)};
       }},
      {"cairn-position", position_json},
      {"cairn-record", record},
  };
  return kCommands;
}

}  // namespace cairn

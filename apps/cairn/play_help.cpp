#include "apps/cairn/play_help.h"

#include "core/text.h"
#include "notation/text_board.h"

namespace cairn::cli {

std::string play_help(const GameInfo& info) {
  std::string text(info.title);
  text.append("\n").append(wrap(paragraphs(info.summary), 80));
  return text +
         "\n"
         "Type a move, or several; or a command:\n"
         "  legal          the legal moves        hint [SECONDS]  what the bot would play\n"
         "  moves          the moves so far       undo            take your move back\n"
         "  freedoms       show last freedoms: *  board SIZE      large, medium, small,\n"
         "  new            start again                            plain or auto\n"
         "  save FILE      keep the game          load FILE       go on with a kept game\n"
         "  resign         give the game up       draw            all of you agree on one\n"
         "  quit           leave (or ctrl-D)\n";
}

std::string paragraphs(std::string_view summary) {
  std::string text;
  for (const auto line : split(summary, '\n')) text.append(line).append(line.ends_with('.') ? "\n" : " ");
  return std::string(trim(text));
}

}  // namespace cairn::cli

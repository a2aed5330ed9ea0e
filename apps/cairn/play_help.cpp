#include "apps/cairn/play_help.h"

#include "apps/cairn/speech.h"
#include "core/text.h"
#include "notation/text_width.h"

namespace cairn::cli {

std::string play_help(const GameInfo& info) {
  std::string text(info.title);
  text.append("\n").append(wrap(paragraphs(say(info.summary)), 80)).append("\n");
  return text + say("Type one or more moves, or a command:\n"
                    "  legal          list the legal moves   hint [SECONDS]  what the bot would play\n"
                    "  moves          list the moves so far  undo            take back your move\n"
                    "  freedoms       show last freedoms: *  board SIZE      large, medium, small,\n"
                    "  new            start a new game                       plain or auto\n"
                    "  save FILE      save the game          load FILE       continue a saved game\n"
                    "  resign         resign the game        draw            agree on a draw\n"
                    "  quit           quit (or ctrl-D)\n");
}

std::string paragraphs(std::string_view summary) {
  std::string text;
  for (const auto line : split(summary, '\n')) text.append(line).append(line.ends_with('.') ? "\n" : " ");
  return std::string(trim(text));
}

}  // namespace cairn::cli

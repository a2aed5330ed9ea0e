#include "server/mail/help.h"

#include <algorithm>

#include "core/text.h"
#include "notation/mail_command.h"
#include "notation/text_board.h"

namespace cairn {

namespace {

constexpr std::size_t kWidth = 76;

std::string row_text(const MailRow& row) {
  return wrap((row.of_game ? "GAME " : "") + usage(row), kWidth, "  ") + wrap(row.about, kWidth, "      ");
}

std::string game_help(const GameInfo& info) {
  std::string summary(info.summary);
  std::replace(summary.begin(), summary.end(), '\n', ' ');
  std::string out = std::string(info.title) + "\n\n" + wrap(summary, kWidth) + "\nOptions of " +
                    std::string(info.name) + " challenge, each written -name=value:\n\n";
  for (const OptionSpec& spec : info.options)
    out += wrap("-" + spec.name + "=" + spec.values + " (" + spec.fallback + ")", kWidth, "  ") +
           wrap(spec.help, kWidth, "      ");
  return out;
}

}  // namespace

std::string games_text(std::span<const GameInfo> games) {
  std::string out = "Games on this server:\n";
  for (const GameInfo& info : games) out += "  " + std::string(info.name) + "  (" + std::string(info.title) + ")\n";
  return out;
}

std::string unproven_text() {
  return wrap(
             "A command from this address was not carried out: the name, the password and the address in it do not "
             "match. You get this mail at most once a day.",
             kWidth) +
         "\n";
}

std::string help_text(std::string_view subject, std::span<const GameInfo> games) {
  if (const GameInfo* info = find_game(subject, games)) return game_help(*info);
  std::string found;
  for (const MailRow& row : mail_rows())
    if (!subject.empty() && equal_ignoring_case(row.name.substr(0, row.name.find(' ')), subject))
      found += row_text(row);
  if (!found.empty()) return found;
  std::string out =
      wrap(
          "Put a command into the subject of a mail. The text below it goes to the players. With the subject multiple, "
          "each line of the mail is a command. To move, answer the mail with the board: the first line of your answer "
          "is the move.",
          kWidth) +
      "\n" + wrap("Replace the words in capitals. From a confirmed address you may leave out your password.", kWidth) +
      "\n";
  out += games_text(games) + "\nCommands:\n\n";
  for (const MailRow& row : mail_rows())
    if (!row.of_game) out += row_text(row);
  out += "\nCommands of a game (GAME is one of the names above):\n\n";
  for (const MailRow& row : mail_rows())
    if (row.of_game) out += row_text(row);
  return out + "\nFor more, send help COMMAND or help GAME.\n";
}

}  // namespace cairn

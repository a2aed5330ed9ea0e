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
  std::string out = "Games that are played here:\n";
  for (const GameInfo& info : games) out += "  " + std::string(info.name) + "  (" + std::string(info.title) + ")\n";
  return out;
}

std::string unproven_text() {
  return "A command came from this address that could not be carried out: the name, the\npassword or the address in it "
         "do not belong together. This is said once a day.\n\n";
}

std::string help_text(std::string_view subject, std::span<const GameInfo> games) {
  if (const GameInfo* info = find_game(subject, games)) return game_help(*info);
  std::string found;
  for (const MailRow& row : mail_rows())
    if (!subject.empty() && equal_ignoring_case(row.name.substr(0, row.name.find(' ')), subject))
      found += row_text(row);
  if (!found.empty()) return found;
  std::string out =
      "A command stands in the subject of a mail; what you write below it goes to the\nplayers. With the subject "
      "multiple, each line of the mail is a command. To move,\nanswer the mail with the board: the first line of your "
      "answer is the move.\n\nWords in capitals are to be replaced. Where your own address is proven, the\npassword "
      "may "
      "be left out.\n\n";
  out += games_text(games) + "\nCommands:\n\n";
  for (const MailRow& row : mail_rows())
    if (!row.of_game) out += row_text(row);
  out += "\nCommands of a game (GAME is one of the names above):\n\n";
  for (const MailRow& row : mail_rows())
    if (row.of_game) out += row_text(row);
  return out + "\nMore: help COMMAND, help GAME.\n";
}

}  // namespace cairn

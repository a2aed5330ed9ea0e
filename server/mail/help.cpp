#include "server/mail/help.h"

#include <algorithm>

#include "core/text.h"
#include "notation/mail_command.h"
#include "notation/text_width.h"
#include "server/mail/mail_words.h"

namespace cairn {

namespace {

constexpr std::size_t kWidth = 76;

std::string row_text(const MailRow& row, Language language) {
  return wrap((row.of_game ? "GAME " : "") + usage(row), kWidth, "  ") +
         wrap(translated(language, Message(row.about)), kWidth, "      ");
}

std::string game_help(const GameInfo& info, Language language) {
  std::string summary = page_text(language, info.summary);
  std::replace(summary.begin(), summary.end(), '\n', ' ');
  const Message options("mail-help-options",
                        "Options of {game} challenge, each written -name=value:", {{"game", info.name}});
  std::string out =
      title_text(language, info) + "\n\n" + wrap(summary, kWidth) + "\n" + translated(language, options) + "\n\n";
  for (const OptionSpec& spec : info.options)
    out += wrap("-" + spec.name + "=" + spec.values + " (" + spec.fallback + ")", kWidth, "  ") +
           wrap(page_text(language, spec.help), kWidth, "      ");
  return out;
}

}  // namespace

std::string help_subject(Language language) {
  return translated(language, Message("mail-help-subject", "Cairn help"));
}

std::string games_text(std::span<const GameInfo> games, Language language) {
  std::string out = translated(language, Message("mail-games-here", "Games on this server:")) + "\n";
  for (const GameInfo& info : games) out += "  " + std::string(info.name) + "  (" + title_text(language, info) + ")\n";
  return out;
}

std::string unproven_text(Language language) {
  const Message why("mail-unproven",
                    "A command from this address was not carried out: the name, the password and the address in it do "
                    "not match. You get this mail at most once a day.");
  return wrap(translated(language, why), kWidth) + "\n";
}

std::string help_text(std::string_view subject, std::span<const GameInfo> games, Language language) {
  if (const GameInfo* info = find_game(subject, games)) return game_help(*info, language);
  std::string found;
  for (const MailRow& row : mail_rows())
    if (!subject.empty() && equal_ignoring_case(row.name.substr(0, row.name.find(' ')), subject))
      found += row_text(row, language);
  if (!found.empty()) return found;
  const Message how("mail-help-how",
                    "Put a command into the subject of a mail. The text below it goes to the players. With the subject "
                    "multiple, each line of the mail is a command. To move, reply to the mail with the board: the "
                    "first line of your reply is the move.");
  const Message capitals("mail-help-capitals",
                         "Replace the words in capitals. From a confirmed address you may leave out your password.");
  const auto line = [&](const Message& message) { return translated(language, message) + "\n"; };
  std::string out =
      wrap(translated(language, how), kWidth) + "\n" + wrap(translated(language, capitals), kWidth) + "\n";
  out += games_text(games, language) + "\n" + line(Message("mail-help-commands", "Commands:")) + "\n";
  for (const MailRow& row : mail_rows())
    if (!row.of_game) out += row_text(row, language);
  out += "\n" + line(Message("mail-help-game-commands", "Commands of a game (GAME is one of the names above):")) + "\n";
  for (const MailRow& row : mail_rows())
    if (row.of_game) out += row_text(row, language);
  return out + "\n" + line(Message("mail-help-more", "For more, send help COMMAND or help GAME."));
}

}  // namespace cairn

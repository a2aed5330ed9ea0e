// The command language of play by mail: a line such as `GAME move 101 anna secret a7#3` read into a value. What a
// command does is the server's. One table tells every command's name, words and purpose: the reader, the help mails and
// the reference in the documents are made from it.
//
// Commands and users compare without case. Nothing that a sender wrote is repeated in an error: words may stand in the
// wrong place, and one of them is a password.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/message.h"

namespace cairn {

inline constexpr std::size_t kMostMailWords = 64, kMostMailCommands = 100;
inline constexpr std::size_t kMostMailLine = 2'000;  // letters

enum class MailDeed {
  // of the server
  help,
  signup,
  change_address,
  change_password,
  delete_user,
  list,
  message,
  multiple,
  all_show,
  vacation,
  language,
  // of a game
  challenge,
  move,
  queue_move,
  preview,
  preview_new,
  show_boards,
  show_user,
  show_as,
  games,
  history,
  standings,
  chat,
  subscribe,
  unsubscribe,
  notify,
  accept,
  reject,
  limit,
  seek,
  set_size,
};

// One word's place in a command, or that of several.
enum class MailSlot {
  none,
  subject,  // a word of the help
  user,
  password,
  old_password,
  new_password,
  address,
  game,
  users,        // one or more
  players,      // two to four
  some_users,   // none or more
  days,         // a number of days, or off
  count,        // 0 or more
  board,        // 101
  boards,       // one or more, each with #k where that is said
  some_boards,  // none or more
  move,         // one, with #k where that is said
  moves,        // one or more
  which,        // next, active, inactive or all
  language,     // en, de, fr, es, ja or zh
  size,         // large, medium, small or plain
};

// `optional`: it may be missing; only the last may.
struct MailRow {
  MailDeed deed;
  bool of_game;
  std::string_view name;  // one word, or two
  MailSlot slots[4];
  bool optional;
  bool options;       // takes --name=value and -name=value
  MessageText about;  // what it does, for the help
};

std::span<const MailRow> mail_rows();
// "move BOARD USER PASSWORD MOVE[#K]"; before it "GAME " where it is of a game.
std::string usage(const MailRow& row);

struct MailBoard {
  int number = 0;
  std::optional<int> after;  // #k: as it stood after so many moves
};

struct MailCommand {
  MailDeed deed{};
  std::string game;                                   // its name; "" where it is of the server
  std::string user, password, new_password, address;  // "": not said
  std::vector<std::string> users;                     // as written
  std::vector<std::string> moves;
  std::optional<int> number;  // of moves before it (move#k), of days, of players
  std::vector<MailBoard> boards;
  std::string word;  // subject, game, which, language, size or "off"
  std::vector<std::pair<std::string, std::string>> server_options, game_options;  // "yes" where no value was said
  std::string comment;
};

// A turn of several steps may have blanks at its semicolons: one word.
std::vector<std::string> join_steps(const std::vector<std::string_view>& words);

// What was wrong and what would be right.
struct MailFault {
  Message message;
};
using MailRead = std::variant<MailCommand, MailFault>;

// `authenticated`: it is proven who sent it, so that the password may be left out; before a list of names "-" stands
// for it then.
MailRead read_mail_command(std::string_view line, bool authenticated = false);

// The subject without what programs put in front of it: Re:, Fwd: and theirs of other languages, the token **, the name
// of a list, and what mail servers mark it with: "[EXTERNAL]", "***SPAM***", "EXT:". With ASCII blanks.
std::string plain_subject(std::string_view subject);

// A mark in front of a text, in brackets or stars: what it says, and its bytes with what parts it from the text; 0:
// none.
struct MailMark {
  std::string_view said{};
  std::size_t bytes = 0;
};
MailMark mail_mark(std::string_view text);

// A body of commands: each line that begins in the first column is one, indented lines below it are its comment.
struct MailLine {
  std::string command, comment;
};
std::variant<std::vector<MailLine>, MailFault> read_mail_lines(std::string_view body);

// Whether a word has the form of a move of the game that is played, possible now or not.
using MoveForm = std::function<bool(std::string_view word)>;

// A reply to a game's own address. The first line is the move, alone or in a plain sentence ("I play e5", "e5,
// thanks"); above it, or before it in its line, may stand a greeting and what mail servers put there. Failing that, a
// line that holds a move and nothing else, between empty lines, is it, if there is only one. The rest is the comment.
struct MailReply {
  std::string move;           // "": none is clear
  std::optional<int> number;  // move#k
  std::string comment;
  Message unclear;  // why there is no move: "your mail names more than one move"
};
MailReply read_mail_reply(std::string_view body, const MoveForm& is_move);

// With ASCII blanks in place of all others, and without letters that are not seen.
std::string plain_blanks(std::string_view text);
// The same, and ASCII in place of full-width letters, curly quotes and dashes.
std::string plain_letters(std::string_view text);
// A word without the marks that people put around a move: "*e5*", "e5!", "(e5)".
std::string_view bare_move(std::string_view word);

}  // namespace cairn

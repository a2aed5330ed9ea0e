// The command language of play by mail: a line such as `GAME move 101 anna secret a7#3` read into a value. What a
// command does is the server's. One table tells every command's name, words and purpose: the reader, the help mails and
// the reference in the documents are made from it.
//
// Commands and users compare without case. Nothing that a sender wrote is repeated in an error: words may stand in the
// wrong place, and one of them is a password.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

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
  size,         // large, medium, small or plain
};

// `optional`: it may be missing; only the last may.
struct MailRow {
  MailDeed deed;
  bool of_game;
  std::string_view name;  // one word, or two
  MailSlot slots[4];
  bool optional;
  bool options;            // takes --name=value and -name=value
  std::string_view about;  // what it does, for the help
};

const std::vector<MailRow>& mail_rows();
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
  std::string word;                                                               // subject, game, which, size or "off"
  std::vector<std::pair<std::string, std::string>> server_options, game_options;  // "yes" where no value was said
  std::string comment;
};

// What was wrong and what would be right.
struct MailFault {
  std::string message;
};
using MailRead = std::variant<MailCommand, MailFault>;

// `authenticated`: it is proven who sent it, so that the password may be left out; before a list of names "-" stands
// for it then.
MailRead read_mail_command(std::string_view line, bool authenticated = false);

// The subject without what programs put in front of it: Re:, Fwd: and theirs of other languages, and the token **.
std::string_view plain_subject(std::string_view subject);

// A body of commands: each line that begins in the first column is one, indented lines below it are its comment.
struct MailLine {
  std::string command, comment;
};
std::variant<std::vector<MailLine>, MailFault> read_mail_lines(std::string_view body);

// A reply to a game's own address: the first line is the move, the rest is a comment. A move of "": there is none.
struct MailReply {
  std::string move;
  std::optional<int> number;  // move#k
  std::string comment;
};
MailReply read_mail_reply(std::string_view body);

}  // namespace cairn

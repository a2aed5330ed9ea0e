#include "core/text.h"
#include "notation/mail_command.h"

namespace cairn {

namespace {

std::string_view slot_word(MailSlot slot) {
  switch (slot) {
    case MailSlot::none:
      return "";
    case MailSlot::subject:
      return "SUBJECT";
    case MailSlot::user:
      return "USER";
    case MailSlot::password:
      return "PASSWORD";
    case MailSlot::old_password:
      return "OLD";
    case MailSlot::new_password:
      return "NEW";
    case MailSlot::address:
      return "ADDRESS";
    case MailSlot::game:
      return "GAME";
    case MailSlot::users:
    case MailSlot::some_users:
      return "USER...";
    case MailSlot::players:
      return "USER USER [USER [USER]]";
    case MailSlot::days:
      return "DAYS|off";
    case MailSlot::count:
      return "NUMBER";
    case MailSlot::board:
      return "BOARD";
    case MailSlot::boards:
    case MailSlot::some_boards:
      return "BOARD[#K]...";
    case MailSlot::move:
      return "MOVE[#K]";
    case MailSlot::moves:
      return "MOVE...";
    case MailSlot::which:
      return "next|active|inactive|all";
    case MailSlot::size:
      return "large|medium|small|plain";
  }
  return "";
}

using Slot = MailSlot;
using Deed = MailDeed;

// clang-format off
constexpr MailRow kRows[] = {
    {Deed::help, false, "help", {Slot::subject}, true, false, "Sends help: all of it, or on a command or a game."},
    {Deed::signup, false, "signup", {Slot::user, Slot::password, Slot::address}, true, false,
     "Makes an account. Mail goes to the address, else to where this came from."},
    {Deed::signup, false, "add", {Slot::user, Slot::password, Slot::address}, true, false, "The same as signup."},
    {Deed::change_address, false, "change address", {Slot::user, Slot::password, Slot::address}, false, false,
     "Sends your mail elsewhere from now on."},
    {Deed::change_password, false, "change password", {Slot::user, Slot::old_password, Slot::new_password}, false, false,
     "Sets another password."},
    {Deed::delete_user, false, "delete", {Slot::user, Slot::password}, false, false,
     "Deletes the account; the games stay, without the name."},
    {Deed::list, false, "list", {Slot::game}, true, false, "Sends the list of games that are played."},
    {Deed::message, false, "message", {Slot::user, Slot::password, Slot::users}, false, false,
     "Sends the body of the mail to these players."},
    {Deed::multiple, false, "multiple", {}, false, false,
     "Each line of the body that begins in the first column is a command, indented lines below it are its comment."},
    {Deed::all_show, false, "all show", {Slot::user, Slot::which}, true, false, "Sends the boards of all your games."},
    {Deed::vacation, false, "vacation", {Slot::user, Slot::password, Slot::days}, false, false,
     "Stops your clocks for so many days, or lets them go on."},
    {Deed::challenge, true, "challenge", {Slot::players}, false, true,
     "Starts a game at once. To decline, resign before your first move."},
    {Deed::move, true, "move", {Slot::board, Slot::user, Slot::password, Slot::move}, false, false,
     "Plays: a point, a whole turn, swap, pass, resign, propose (a draw), undo, accept or reject. #K says that K "
     "moves were played before, so that a mail which comes twice plays once."},
    {Deed::queue_move, true, "qmove", {Slot::board, Slot::user, Slot::password, Slot::move}, false, false,
     "Plays when it is your turn; you are told if it cannot be played then."},
    {Deed::preview_new, true, "preview new", {Slot::count, Slot::moves}, true, true,
     "Shows a new board for so many players after these moves."},
    {Deed::preview, true, "preview", {Slot::boards, Slot::moves}, true, false,
     "Shows what a board would be after these moves. Nothing is played."},
    {Deed::show_boards, true, "show", {Slot::boards}, false, false,
     "Sends boards; with #K as they stood after K moves."},
    {Deed::show_user, true, "show", {Slot::user, Slot::which}, true, false, "Sends the boards of a player."},
    {Deed::show_as, true, "showas", {Slot::user, Slot::password, Slot::board}, false, false,
     "Sends a board as you may see it."},
    {Deed::games, true, "games", {Slot::some_users}, true, false,
     "Sends a table of the games of these players, or of all."},
    {Deed::history, true, "history", {Slot::some_users}, true, false, "Sends a table of the games that are over."},
    {Deed::standings, true, "standings", {}, false, false, "Sends the ratings."},
    {Deed::chat, true, "chat", {Slot::board, Slot::user, Slot::password}, false, false,
     "Sends the body of the mail to the players of a board."},
    {Deed::subscribe, true, "subscribe", {Slot::board, Slot::user, Slot::password}, false, false,
     "Sends you every move of a board."},
    {Deed::unsubscribe, true, "unsubscribe", {Slot::board, Slot::user, Slot::password}, false, false, "Ends that."},
    {Deed::notify, true, "notify", {Slot::user, Slot::password, Slot::some_boards}, true, false,
     "Sends mail of these boards, or of all, only when they are over."},
    {Deed::accept, true, "accept", {Slot::user, Slot::password}, false, false, "You may be challenged."},
    {Deed::reject, true, "reject", {Slot::user, Slot::password}, false, false, "You may not be challenged."},
    {Deed::limit, true, "limit", {Slot::user, Slot::password, Slot::count}, false, false,
     "No challenge may bring you more games at once than this."},
    {Deed::seek, true, "seek", {Slot::user, Slot::password, Slot::count}, false, true,
     "Looks for so many opponents; 0 ends that."},
    {Deed::set_size, true, "set", {Slot::user, Slot::password, Slot::size}, false, false,
     "How large boards are drawn for you."},
};
// clang-format on

}  // namespace

std::span<const MailRow> mail_rows() {
  return kRows;
}

std::string usage(const MailRow& row) {
  std::string out(row.name);
  if (row.options) out += " [-OPTION=VALUE]...";
  for (std::size_t i = 0; i < 4 && row.slots[i] != MailSlot::none; ++i) {
    const bool last = i == 3 || row.slots[i + 1] == MailSlot::none;
    // Before other words there is one board.
    const std::string word(!last && row.slots[i] == MailSlot::boards ? "BOARD[#K]" : slot_word(row.slots[i]));
    out += row.optional && last ? " [" + word + "]" : " " + word;
  }
  return out;
}

}  // namespace cairn

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

}  // namespace

const std::vector<MailRow>& mail_rows() {
  using S = MailSlot;
  using D = MailDeed;
  static const std::vector<MailRow> kRows = {
      {D::help, false, "help", {S::subject}, true, false, "Sends help: all of it, or on a command or a game."},
      {D::signup,
       false,
       "signup",
       {S::user, S::password, S::address},
       true,
       false,
       "Makes an account. Mail goes to the address, else to where this came from."},
      {D::signup, false, "add", {S::user, S::password, S::address}, true, false, "The same as signup."},
      {D::change_address,
       false,
       "change address",
       {S::user, S::password, S::address},
       false,
       false,
       "Sends your mail elsewhere from now on."},
      {D::change_password,
       false,
       "change password",
       {S::user, S::old_password, S::new_password},
       false,
       false,
       "Sets another password."},
      {D::delete_user,
       false,
       "delete",
       {S::user, S::password},
       false,
       false,
       "Deletes the account; the games stay, without the name."},
      {D::list, false, "list", {S::game}, true, false, "Sends the list of games that are played."},
      {D::message,
       false,
       "message",
       {S::user, S::password, S::users},
       false,
       false,
       "Sends the body of the mail to these players."},
      {D::multiple,
       false,
       "multiple",
       {},
       false,
       false,
       "Each line of the body that begins in the first column is a command, indented lines below it are its comment."},
      {D::all_show, false, "all show", {S::user, S::which}, true, false, "Sends the boards of all your games."},
      {D::vacation,
       false,
       "vacation",
       {S::user, S::password, S::days},
       false,
       false,
       "Stops your clocks for so many days, or lets them go on."},
      {D::challenge,
       true,
       "challenge",
       {S::players},
       false,
       true,
       "Starts a game at once. To decline, resign before your first move."},
      {D::move,
       true,
       "move",
       {S::board, S::user, S::password, S::move},
       false,
       false,
       "Plays: a point, a whole turn, swap, pass, resign, propose (a draw), undo, accept or reject. #K says that K "
       "moves were "
       "played before, so that a mail which comes twice plays once."},
      {D::queue_move,
       true,
       "qmove",
       {S::board, S::user, S::password, S::move},
       false,
       false,
       "Plays when it is your turn; you are told if it cannot be played then."},
      {D::preview_new,
       true,
       "preview new",
       {S::count, S::moves},
       true,
       true,
       "Shows a new board for so many players after these moves."},
      {D::preview,
       true,
       "preview",
       {S::boards, S::moves},
       true,
       false,
       "Shows what a board would be after these moves. Nothing is played."},
      {D::show_boards, true, "show", {S::boards}, false, false, "Sends boards; with #K as they stood after K moves."},
      {D::show_user, true, "show", {S::user, S::which}, true, false, "Sends the boards of a player."},
      {D::show_as, true, "showas", {S::user, S::password, S::board}, false, false, "Sends a board as you may see it."},
      {D::games,
       true,
       "games",
       {S::some_users},
       true,
       false,
       "Sends a table of the games of these players, or of all."},
      {D::history, true, "history", {S::some_users}, true, false, "Sends a table of the games that are over."},
      {D::standings, true, "standings", {}, false, false, "Sends the ratings."},
      {D::chat,
       true,
       "chat",
       {S::board, S::user, S::password},
       false,
       false,
       "Sends the body of the mail to the players of a board."},
      {D::subscribe,
       true,
       "subscribe",
       {S::board, S::user, S::password},
       false,
       false,
       "Sends you every move of a board."},
      {D::unsubscribe, true, "unsubscribe", {S::board, S::user, S::password}, false, false, "Ends that."},
      {D::notify,
       true,
       "notify",
       {S::user, S::password, S::some_boards},
       true,
       false,
       "Sends mail of these boards, or of all, only when they are over."},
      {D::accept, true, "accept", {S::user, S::password}, false, false, "You may be challenged."},
      {D::reject, true, "reject", {S::user, S::password}, false, false, "You may not be challenged."},
      {D::limit,
       true,
       "limit",
       {S::user, S::password, S::count},
       false,
       false,
       "No challenge may bring you more games at once than this."},
      {D::seek,
       true,
       "seek",
       {S::user, S::password, S::count},
       false,
       true,
       "Looks for so many opponents; 0 ends that."},
      {D::set_size, true, "set", {S::user, S::password, S::size}, false, false, "How large boards are drawn for you."},
  };
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

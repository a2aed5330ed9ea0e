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
    case MailSlot::language:
      return "en|de|fr|es|ja|zh";
    case MailSlot::size:
      return "large|medium|small|plain";
  }
  return "";
}

using Slot = MailSlot;
using Deed = MailDeed;

// clang-format off
constexpr MailRow kRows[] = {
    {Deed::help, false, "help", {Slot::subject}, true, false, MessageText("mail-row-help", "Sends this help, or help on one command or game.")},
    {Deed::signup, false, "signup", {Slot::user, Slot::password, Slot::address}, true, false,
     MessageText("mail-row-signup", "Creates an account. Its mail goes to ADDRESS, or else to the sender.")},
    {Deed::signup, false, "add", {Slot::user, Slot::password, Slot::address}, true, false, MessageText("mail-row-add", "The same as signup.")},
    {Deed::change_address, false, "change address", {Slot::user, Slot::password, Slot::address}, false, false,
     MessageText("mail-row-change-address", "Changes the address that your mail goes to.")},
    {Deed::change_password, false, "change password", {Slot::user, Slot::old_password, Slot::new_password}, false, false,
     MessageText("mail-row-change-password", "Changes your password.")},
    {Deed::delete_user, false, "delete", {Slot::user, Slot::password}, false, false,
     MessageText("mail-row-delete", "Deletes the account. Its games stay, without the name.")},
    {Deed::list, false, "list", {Slot::game}, true, false, MessageText("mail-row-list", "Lists the games on this server.")},
    {Deed::message, false, "message", {Slot::user, Slot::password, Slot::users}, false, false,
     MessageText("mail-row-message", "Sends the body of the mail to these players.")},
    {Deed::multiple, false, "multiple", {}, false, false,
     MessageText("mail-row-multiple", "Each line of the body that begins in the first column is a command; indented lines below it are its comment.")},
    {Deed::all_show, false, "all show", {Slot::user, Slot::which}, true, false, MessageText("mail-row-all-show", "Sends the boards of all your games.")},
    {Deed::vacation, false, "vacation", {Slot::user, Slot::password, Slot::days}, false, false,
     MessageText("mail-row-vacation", "Stops your clocks for this many days; off starts them again.")},
    {Deed::language, false, "language", {Slot::user, Slot::password, Slot::language}, false, false,
     MessageText("mail-row-language", "Sets the language of the mails that you get. Commands stay as they are.")},
    {Deed::challenge, true, "challenge", {Slot::players}, false, true,
     MessageText("mail-row-challenge", "Starts a game at once. To decline, resign before your first move.")},
    {Deed::move, true, "move", {Slot::board, Slot::user, Slot::password, Slot::move}, false, false,
     MessageText("mail-row-move", "Plays a point, a whole turn, swap, pass, resign, propose (a draw), undo, accept or reject. #K says that K " "moves were played before, so that a mail that arrives twice plays once.")},
    {Deed::queue_move, true, "qmove", {Slot::board, Slot::user, Slot::password, Slot::move}, false, false,
     MessageText("mail-row-qmove", "Plays a move at your next turn. You get an error if it is illegal then.")},
    {Deed::preview_new, true, "preview new", {Slot::count, Slot::moves}, true, true,
     MessageText("mail-row-preview-new", "Shows a new board for NUMBER players after these moves.")},
    {Deed::preview, true, "preview", {Slot::boards, Slot::moves}, true, false,
     MessageText("mail-row-preview", "Shows a board as it would be after these moves. Nothing is played.")},
    {Deed::show_boards, true, "show", {Slot::boards}, false, false,
     MessageText("mail-row-show-boards", "Sends boards; with #K, as they were after K moves.")},
    {Deed::show_user, true, "show", {Slot::user, Slot::which}, true, false, MessageText("mail-row-show-user", "Sends a player's boards.")},
    {Deed::show_as, true, "showas", {Slot::user, Slot::password, Slot::board}, false, false,
     MessageText("mail-row-showas", "Sends a board as you see it.")},
    {Deed::games, true, "games", {Slot::some_users}, true, false,
     MessageText("mail-row-games", "Lists the games of these players, or all games.")},
    {Deed::history, true, "history", {Slot::some_users}, true, false, MessageText("mail-row-history", "Lists finished games.")},
    {Deed::standings, true, "standings", {}, false, false, MessageText("mail-row-standings", "Lists the ratings.")},
    {Deed::chat, true, "chat", {Slot::board, Slot::user, Slot::password}, false, false,
     MessageText("mail-row-chat", "Sends the body of the mail as chat to the players of a board.")},
    {Deed::subscribe, true, "subscribe", {Slot::board, Slot::user, Slot::password}, false, false,
     MessageText("mail-row-subscribe", "Sends you every move of a board.")},
    {Deed::unsubscribe, true, "unsubscribe", {Slot::board, Slot::user, Slot::password}, false, false,
     MessageText("mail-row-unsubscribe", "Stops these mails.")},
    {Deed::notify, true, "notify", {Slot::user, Slot::password, Slot::some_boards}, true, false,
     MessageText("mail-row-notify", "Sends you mail about these boards, or all boards, only when they are over.")},
    {Deed::accept, true, "accept", {Slot::user, Slot::password}, false, false, MessageText("mail-row-accept", "Lets others challenge you.")},
    {Deed::reject, true, "reject", {Slot::user, Slot::password}, false, false, MessageText("mail-row-reject", "Stops others from challenging you.")},
    {Deed::limit, true, "limit", {Slot::user, Slot::password, Slot::count}, false, false,
     MessageText("mail-row-limit", "Limits how many games at once challenges can give you.")},
    {Deed::seek, true, "seek", {Slot::user, Slot::password, Slot::count}, false, true,
     MessageText("mail-row-seek", "Looks for this many opponents; 0 stops looking.")},
    {Deed::set_size, true, "set", {Slot::user, Slot::password, Slot::size}, false, false,
     MessageText("mail-row-set", "Sets the size of the boards in your mails.")},
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

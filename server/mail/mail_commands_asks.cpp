// Who asks and about what: people and boards are looked up, and what cannot be done is told.
#include "core/text.h"
#include "server/mail/mail_commands.h"
#include "server/mail/mail_words.h"
#include "server/people/suspended.h"

namespace cairn {

Accounts::Visit MailCommands::visit(const Ask& ask, const Account* account) const {
  Accounts::Visit out;
  out.device = "mail";
  out.address = "mail " + ask.from;
  if (account == nullptr) return out;
  out.caller.emplace();
  out.caller->person = account->person;
  return out;
}

MailCommands::Answer MailCommands::refuse_one_factor(const Ask& ask) const {
  return error(ask, Message("mail-second-factor",
                            "This account uses two-factor authentication. A password in a mail is not enough. Change "
                            "its address or password, or delete it, on the site only. For all else, write from your "
                            "confirmed address, without a password."));
}

void MailCommands::with_person(const Ask& ask, const std::function<void(const Account&)>& go, const Then& then) {
  const auto known = [this, ask, go, then](const Account& person) {
    if (!person.language.empty()) *ask.language = language_of(person.language);
    if (const auto barred = refuse_suspended(person, world_.now_ms())) return then(refused(ask, *barred));
    go(person);
  };
  if (ask.known) return known(*ask.known);
  if (ask.command.password.empty()) {
    if (ask.proven)
      for (const Account& owner : ask.owners)
        if (equal_ignoring_case(owner.person.name, ask.command.user)) return known(owner);
    return then(unproven());
  }
  const auto claimed = [this, ask, known, then](const Account& person) {
    person.person.second_factor ? then(refuse_one_factor(ask)) : known(person);
  };
  accounts_.claim(visit(ask), ask.command.user, ask.command.password, claimed,
                  [then](const Refusal& refusal) { then(refusal.passes() ? later() : unproven()); });
}

void MailCommands::with_people(const Ask& ask, std::vector<std::string> names,
                               const std::function<void(std::vector<Account>)>& go, const Then& then) {
  struct Reading {
    std::vector<std::string> names;
    std::vector<Account> found;
  };
  const auto reading = std::make_shared<Reading>(Reading{std::move(names), {}});
  const auto step = std::make_shared<std::function<void()>>();
  *step = [this, ask, reading, go, then, weak = std::weak_ptr(step)] {
    if (reading->found.size() == reading->names.size()) return go(std::move(reading->found));
    stores_.people.account_named(reading->names[reading->found.size()], [this, ask, reading, then, step = weak.lock()](
                                                                            const Found<Account>& found) {
      if (!found.error.empty()) return then(later());
      if (!found.value)
        return then(error(ask, Message("mail-no-player", "Player number {n} of the command does not exist.",
                                       {{"n", reading->found.size() + 1}})));
      reading->found.push_back(*found.value);
      (*step)();
    });
  };
  (*step)();
}

void MailCommands::with_board(const Ask& ask, const GoTable& go, const Then& then) {
  with_board(ask, ask.command.boards.front().number, go, then);
}

void MailCommands::with_board(const Ask& ask, int board, const GoTable& go, const Then& then) {
  const auto look = [this, ask, board, go, then](const std::string& id) {
    table_service_.look(id, [this, ask, board, go, then, id](const Table* table, bool busy) {
      if (table != nullptr) return go(*table, id);
      then(busy ? later() : no_board(ask, board));
    });
  };
  with_table(ask, board, look, then);
}

void MailCommands::with_table(const Ask& ask, int board, const std::function<void(const std::string& id)>& go,
                              const Then& then) {
  stores_.mail.board_numbered(ask.command.game, board, [this, ask, board, go, then](const Found<std::string>& found) {
    if (!found.error.empty()) return then(later());
    found.value ? go(*found.value) : then(no_board(ask, board));
  });
}

const GameInfo& MailCommands::game(const Ask& ask) const {
  const GameInfo* info = find_game(ask.command.game, world_.games);
  return info != nullptr ? *info : world_.games.front();
}

std::string MailCommands::own_title(const Ask& ask) const {
  return ask.command.game.empty() ? "Cairn" : title_text(*ask.language, game(ask));
}

std::string MailCommands::boards_subject(const Ask& ask) const {
  return ask.say(Message("mail-boards-subject", "{title} boards", {{"title", own_title(ask)}}));
}

MailCommands::Answer MailCommands::error(const Ask& ask, const Message& why, const std::string& more) const {
  const Message subject("mail-error-subject", "{title} error", {{"title", own_title(ask)}});
  Answer out = {ask.say(subject), ask.say(why) + "\n" + more};
  out.refused = why.english().substr(0, why.english().find('\n'));
  return out;
}

MailCommands::Answer MailCommands::no_board(const Ask& ask, int board) const {
  return ask.reply
             ? unproven()
             : error(ask, Message("mail-no-board", "There is no board {board} of this game.", {{"board", board}}));
}

MailCommands::Answer MailCommands::refused(const Ask& ask, const Refusal& refusal) const {
  if (refusal.passes()) return later();
  const auto because = [](const std::string& why) {
    return Message("mail-not-done", "The command was not carried out: {why}.", {{"why", why}});
  };
  Answer out = error(ask, because(refusal_words(*ask.language, refusal)));
  out.refused = because(refusal.message.english()).english();
  return out;
}

}  // namespace cairn

// Tables by mail: games that begin, and lists of them.
#include <algorithm>
#include <limits>

#include "core/text.h"
#include "server/challenge.h"
#include "server/lobby.h"
#include "server/mail/board_mail.h"
#include "server/mail/desk.h"
#include "server/mail/help.h"
#include "server/mail/mail_addresses.h"
#include "server/new_table.h"
#include "server/tokens.h"

namespace cairn {

namespace {

constexpr int kUsualNagDays = 7, kUsualForfeitDays = 21, kMostDays = 365;
constexpr std::int64_t kVacationMs = 30 * kDayMs;
constexpr int kMostListed = 100;
constexpr int kMostLines = 100;  // of a leader board

// An option's whole name, of which the beginning was written; "" where none or several begin so.
std::string whole_name(std::string_view said, const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    if (name == said) return name;
    if (name.size() < said.size() || name.compare(0, said.size(), said) != 0) continue;
    if (!out.empty()) return {};
    out = name;
  }
  return out;
}

std::string right_options(const std::vector<std::string>& names, const char* dashes) {
  std::vector<std::string> out;
  for (const std::string& name : names) out.push_back(dashes + name);
  return "the options are " + join(out, ", ") + ", or so much of a name as no other begins with";
}

// Days of a server option; "" or what is wrong.
std::string read_clock(const MailCommand& command, ClockRule& out) {
  int nag = kUsualNagDays, forfeit = kUsualForfeitDays, total = 0;
  const std::vector<std::string> names = {"nagtime", "forfeittime", "totaltime"};
  for (const auto& [said, value] : command.server_options) {
    const std::string name = whole_name(said, names);
    if (name.empty()) return right_options(names, "--");
    const auto days = parse_int(value);
    if (!days || *days < 1 || *days > kMostDays) return "--" + name + " is a number of days from 1 to 365";
    (name == "nagtime" ? nag : name == "forfeittime" ? forfeit : total) = *days;
  }
  if (total > 0) {
    out.kind = ClockRule::Kind::absolute;
    out.main_ms = total * kDayMs;
    return {};
  }
  out.kind = ClockRule::Kind::correspondence;
  out.main_ms = forfeit * kDayMs;
  out.vacation_ms = kVacationMs;
  for (int day = nag; day < forfeit && out.nags_ms.size() < kMaxNags; ++day)
    out.nags_ms.push_back((forfeit - day) * kDayMs);
  return {};
}

std::string day_text(std::int64_t ms) {
  return ms <= 0 ? "-" : std::to_string(ms / kDayMs) + "d";
}

std::string left(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

std::string card_line(const Board& board, std::int64_t now_ms) {
  std::string players, turn;
  for (std::size_t i = 0; i < board.card.chairs.size(); ++i) {
    const Chair& chair = board.card.chairs[i];
    players += (i == 0 ? "" : " v ") + (chair.name.empty() ? "?" : chair.name);
    if (!board.card.over && board.card.to_act.contains(seat_at(static_cast<int>(i))))
      turn += (turn.empty() ? "" : " ") + chair.name;
  }
  std::string out = left(std::to_string(board.number), 7) + left(players, 34);
  if (board.card.over) return out + "over";
  return out + left(turn, 16) + (board.card.due_ms == 0 ? "" : day_text(board.card.due_ms - now_ms) + " left");
}

}  // namespace

std::string mail_options(const GameInfo& info, const MailCommand& command, OptionValues& out) {
  std::vector<std::string> names;
  for (const OptionSpec& spec : info.options) names.push_back(spec.name);
  for (const auto& [said, value] : command.game_options) {
    const std::string name = whole_name(said, names);
    if (name.empty()) return right_options(names, "-");
    out.emplace_back(name, value);
  }
  return {};
}

// --- challenges: they begin a game at once

void MailDesk::challenge(const Ask& ask, const Then& then) {
  const auto wrong = [&](const std::string& why) {
    Answer out = error(ask, "No game was begun: " + why + ".\n");
    out.subject = "Invalid challenge";
    return out;
  };
  const GameInfo& info = game(ask);
  PlayTerms terms;
  terms.game = info.name;
  std::string fault = mail_options(info, ask.command, terms.options);
  if (fault.empty()) fault = read_clock(ask.command, terms.clock);
  if (!fault.empty()) return then(wrong(fault));
  const int players = static_cast<int>(ask.command.users.size());
  const bool named = std::any_of(terms.options.begin(), terms.options.end(),
                                 [](const auto& option) { return option.first == "players"; });
  const bool can_say = std::any_of(info.options.begin(), info.options.end(),
                                   [](const OptionSpec& spec) { return spec.name == "players"; });
  if (players > 2 && can_say && !named) terms.options.emplace_back("players", std::to_string(players));
  int seats = 0;
  fault = complete_terms(info, terms, seats);
  if (!fault.empty()) return then(wrong(fault));
  if (seats != players)
    return then(wrong("this game is for " + std::to_string(seats) + " players, and " + std::to_string(players) +
                      " were named"));
  Club::Arranged wish;
  wish.id = public_id(hash_token(key_ + " challenge " + ask.id)).substr(0, 16);
  wish.game = terms.game;
  wish.options = terms.options;
  wish.clock = terms.clock;
  with_people(
      ask, ask.command.users,
      [=, this](const std::vector<Account>& people) {
        for (std::size_t i = 0; i < people.size(); ++i)
          for (std::size_t j = 0; j < i; ++j)
            if (people[i].person.id == people[j].person.id)
              return then({"Invalid challenge", "No game was begun: nobody plays himself.\n"});
        const bool own = ask.proven && std::any_of(people.begin(), people.end(), [&](const Account& one) {
                           return std::any_of(ask.owners.begin(), ask.owners.end(),
                                              [&](const Account& owner) { return owner.person.id == one.person.id; });
                         });
        if (!own && beginnings_.ask(ask.from, settings_.seconds()) > 0)
          return then({"Invalid challenge",
                       "No game was begun: from an address that is not proven to be a player's ten games a day are "
                       "begun.\n"});
        challenge_people(ask, wish, people, 0, then);
      },
      [then](Answer answer) {
        if (answer.how == Answer::How::said) answer.subject = "Invalid challenge";
        then(std::move(answer));
      });
}

// Whether each of them takes it, one after the other.
void MailDesk::challenge_people(const Ask& ask, const Club::Arranged& wish, const std::vector<Account>& people,
                                std::size_t at, const Then& then) {
  if (at == people.size()) return begin(ask, wish, people, then);
  const Account& one = people[at];
  const auto refused = [this, ask, then, name = one.person.name] {
    then({"Invalid challenge", "No game was begun: " + name + " takes no such challenge.\n"});
  };
  const bool own = ask.proven && std::any_of(ask.owners.begin(), ask.owners.end(),
                                             [&](const Account& owner) { return owner.person.id == one.person.id; });
  PartyMember challenged;
  challenged.person = one.person;
  challenged.preferences = one.preferences;
  PartyMember by;
  if (!ask.owners.empty() && ask.proven) by.person = ask.owners.front().person;
  if (!own && !lets_challenge(challenged, by)) return refused();
  std::vector<std::int64_t> others;
  for (const Account& other : people)
    if (other.person.id != one.person.id) others.push_back(other.person.id);
  store_.blocked_by(one.person.id, others, [=, this](const Found<bool>& blocked) {
    if (!blocked.value) return then(later());
    if (*blocked.value)
      return then({"Invalid challenge", "No game was begun: these players do not play with each other.\n"});
    const int limit = mail_limit(people[at].preferences);
    if (limit == 0 || own) return challenge_people(ask, wish, people, at + 1, then);
    store_.tables_of(people[at].person.id, false, std::numeric_limits<std::int64_t>::max(), limit,
                     [=, this](const Found<std::vector<TableCard>>& running) {
                       if (!running.value) return then(later());
                       if (static_cast<int>(running.value->size()) >= limit) return refused();
                       challenge_people(ask, wish, people, at + 1, then);
                     });
  });
}

void MailDesk::begin(const Ask& ask, const Club::Arranged& wish, const std::vector<Account>& people, const Then& then) {
  Club::Arranged all = wish;
  for (const Account& one : people) all.people.push_back(one.person);
  club_.arrange(all, [=, this](bool stored) {
    if (!stored) return then(later());
    store_.number_boards({wish.id}, true, [=, this](const Found<std::vector<int>>& found) {
      if (!found.value || found.value->front() == 0) return then(later());
      const int board = found.value->front();
      club_.look(wish.id, [=, this](const Table* table, bool) {
        if (table == nullptr) return then(later());
        tell_beginning(ask, *table, board, people, 0, then);
      });
    });
  });
}

// Who is to move is told that by a notice that was written with the table; the others by this.
void MailDesk::tell_beginning(const Ask& ask, const Table& table, int board, const std::vector<Account>& people,
                              std::size_t at, const Then& then) {
  if (at == people.size()) {
    Answer out = {"New " + board_subject(table, board, Viewer::spectator), {}};
    BoardShown how;
    how.board = board;
    out.text = "The game has begun. Its players get mail.\n\n" + board_text(table, how);
    out.shot = board_shot(table, how);
    return then(std::move(out));
  }
  const Account& one = people[at];
  const auto proceed = [=, this, kept = std::make_shared<const Table>(table)](bool stored) {
    if (!stored) return then(later());
    tell_beginning(ask, *kept, board, people, at + 1, then);
  };
  const auto seat = table.seat_of(one.person.id);
  if (!seat || table.position().to_act().contains(*seat)) return proceed(true);
  with_picture(board_letter(table, board, *seat, one, "New "), [=, this, person = one.person.id](const Letter& letter) {
    tell_people({person}, letter, "new." + ask.id, proceed);
  });
}

// --- lists

void MailDesk::games(const Ask& ask, bool over, const Then& then) {
  std::string name = ask.command.game;
  if (ask.command.deed == MailDeed::list && !ask.command.word.empty()) {
    const GameInfo* info = find_game(ask.command.word, settings_.games);
    if (info == nullptr) return then(error(ask, "There is no such game. " + games_text(settings_.games)));
    name = info->name;
  }
  if (name.empty()) return then({"List of games", games_text(settings_.games)});
  const GameInfo* info = find_game(name, settings_.games);
  const std::string title(info->title);
  store_.boards_of(name, over, kMostListed, [=, this](const Found<std::vector<Board>>& found) {
    if (!found.value) return then(later());
    std::string out;
    for (const Board& board : *found.value) {
      const bool wanted =
          ask.command.users.empty() ||
          std::any_of(board.card.chairs.begin(), board.card.chairs.end(), [&](const Chair& chair) {
            return std::any_of(ask.command.users.begin(), ask.command.users.end(),
                               [&](const std::string& user) { return equal_ignoring_case(user, chair.name); });
          });
      if (wanted) out += card_line(board, settings_.now_ms()) + "\n";
    }
    if (out.empty()) out = over ? "No such games are over.\n" : "No such games are played.\n";
    then({(over ? "History of " : "List of ") + title + " games",
          left("board", 7) + left("players", 34) + (over ? "" : left("to move", 16)) + "\n" + out});
  });
}

void MailDesk::standings(const Ask& ask, const Then& then) {
  const GameInfo& info = game(ask);
  const std::string rating_class = rating_class_of(std::string(info.name), info.complete({}));
  store_.leaders(rating_class, settings_.now_ms(), kMostLines, [=, this](const Found<std::vector<LeaderLine>>& found) {
    if (!found.value) return then(later());
    std::string out = left("player", 28) + left("rating", 9) + "games\n";
    for (const LeaderLine& line : *found.value)
      out += left(line.name, 28) + left(std::to_string(static_cast<int>(line.rating.rating + 0.5)), 9) +
             std::to_string(line.rating.games) + "\n";
    if (found.value->empty()) out += "Nobody has a rating that is sure enough yet.\n";
    then({own_title(ask) + " Standings", out});
  });
}

void MailDesk::seek(const Ask& ask, const Account& person, const Then& then) {
  const int count = ask.command.number.value_or(0);
  if (count == 0)
    return seeks_.end(person.person,
                      [=, this](const Reply& reply) { then(answer_of(ask, reply, "You seek nobody any more.\n")); });
  if (count > 1) return then(error(ask, "One opponent is found at a time: say 1, or 0 to end it.\n"));
  SeekWish wish;
  wish.request = "m" + ask.id;
  wish.terms.game = ask.command.game;
  std::string fault = mail_options(game(ask), ask.command, wish.terms.options);
  if (fault.empty()) fault = read_clock(ask.command, wish.terms.clock);
  if (!fault.empty()) return then(error(ask, fault + ".\n"));
  seeks_.put(person.person, wish, [=, this](const Reply& reply) {
    then(answer_of(ask, reply, "An opponent is looked for; you get mail when the game begins.\n"));
  });
}

}  // namespace cairn

// Games that begin by mail, and those that are declined.
#include <algorithm>
#include <limits>

#include "core/text.h"
#include "server/mail/board_mail.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/mail_commands.h"
#include "server/mail/mail_words.h"
#include "server/matchmaking/challenge.h"
#include "server/people/suspended.h"
#include "server/tables/new_table.h"

namespace cairn {

namespace {

constexpr int kUsualNagDays = 7, kUsualForfeitDays = 21, kMostDays = 365;
constexpr std::int64_t kVacationMs = 30 * kDayMs;
constexpr MessageText kInvalidChallenge("mail-invalid-challenge", "Invalid challenge");

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

Message right_options(const std::vector<std::string>& names, const char* dashes) {
  std::vector<std::string> out;
  out.reserve(names.size());
  for (const std::string& name : names) out.push_back(dashes + name);
  return Message("mail-options-are", "the options are {list}, or any unambiguous beginning of a name",
                 {{"list", join(out, ", ")}});
}

Message not_started(const Message& why) {
  return Message("mail-not-started", "No game was started: {why}.", {{"why", why}});
}

}  // namespace

Message mail_options(const GameInfo& info, const MailCommand& command, OptionValues& out) {
  std::vector<std::string> names;
  names.reserve(info.options.size());
  for (const OptionSpec& spec : info.options) names.push_back(spec.name);
  for (const auto& [said, value] : command.game_options) {
    const std::string name = whole_name(said, names);
    if (name.empty()) return right_options(names, "-");
    out.emplace_back(name, value);
  }
  return {};
}

Message mail_clock(const MailCommand& command, ClockRule& out) {
  int nag = kUsualNagDays, forfeit = kUsualForfeitDays, total = 0;
  const std::vector<std::string> names = {"nagtime", "forfeittime", "totaltime"};
  for (const auto& [said, value] : command.server_options) {
    const std::string name = whole_name(said, names);
    if (name.empty()) return right_options(names, "--");
    const auto days = parse_int(value);
    if (!days || *days < 1 || *days > kMostDays)
      return Message("mail-option-days", "{option} is a number of days from 1 to 365", {{"option", "--" + name}});
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

void MailCommands::challenge(const Ask& ask, const Then& then) {
  const auto wrong = [=, this](const Message& why) {
    Answer out = error(ask, why);
    out.subject = ask.say(kInvalidChallenge);
    return out;
  };
  const GameInfo& info = game(ask);
  PlayTerms terms;
  terms.game = info.name;
  Message fault = mail_options(info, ask.command, terms.options);
  if (fault.empty()) fault = mail_clock(ask.command, terms.clock);
  if (!fault.empty()) return then(wrong(not_started(fault)));
  const int players = static_cast<int>(ask.command.users.size());
  const bool named = std::any_of(terms.options.begin(), terms.options.end(),
                                 [](const auto& option) { return option.first == "players"; });
  const bool can_say = std::any_of(info.options.begin(), info.options.end(),
                                   [](const OptionSpec& spec) { return spec.name == "players"; });
  if (players > 2 && can_say && !named) terms.options.emplace_back("players", std::to_string(players));
  int seats = 0;
  fault = complete_terms(info, terms, seats);
  if (!fault.empty()) return then(wrong(not_started(fault)));
  if (seats != players)
    return then(
        wrong(not_started(Message("mail-players-named", "this game is for {seats} players, but you named {named}",
                                  {{"seats", seats}, {"named", players}}))));
  TableService::Arranged wish;
  wish.id = challenge_id(key_, ask.id);
  wish.game = terms.game;
  wish.options = terms.options;
  wish.clock = terms.clock;
  with_people(
      ask, ask.command.users,
      [=, this](const std::vector<Account>& people) {
        for (std::size_t i = 0; i < people.size(); ++i)
          for (std::size_t j = 0; j < i; ++j)
            if (people[i].person.id == people[j].person.id)
              return then(wrong(Message("mail-named-twice", "No game was started: a player was named twice.")));
        const bool own = ask.proven && std::any_of(people.begin(), people.end(), [&](const Account& one) {
                           return std::any_of(ask.owners.begin(), ask.owners.end(),
                                              [&](const Account& owner) { return owner.person.id == one.person.id; });
                         });
        if (!own && beginnings_.ask(ask.from, world_.seconds()) > 0)
          return then(wrong(Message(
              "mail-ten-a-day", "No game was started: an address that is not confirmed can start ten games a day.")));
        challenge_people(ask, wish, people, 0, then);
      },
      [ask, then](Answer answer) {
        if (answer.how == Answer::How::said) answer.subject = ask.say(kInvalidChallenge);
        then(std::move(answer));
      });
}

// Whether each of them takes it, one after the other.
void MailCommands::challenge_people(const Ask& ask, const TableService::Arranged& wish,
                                    const std::vector<Account>& people, std::size_t at, const Then& then) {
  if (at == people.size()) return begin(ask, wish, people, then);
  const Account& one = people[at];
  const auto invalid = [ask, then](const Message& why) { then({ask.say(kInvalidChallenge), ask.say(why) + "\n"}); };
  const auto refused = [invalid, name = one.person.name] {
    invalid(Message("mail-challenge-refused", "No game was started: {name} does not accept this challenge.",
                    {{"name", name}}));
  };
  const bool own = ask.proven && std::any_of(ask.owners.begin(), ask.owners.end(),
                                             [&](const Account& owner) { return owner.person.id == one.person.id; });
  if (const auto barred = refuse_suspended(one, world_.now_ms()))  // strangers hear what a preference would say
    return own ? then(this->refused(ask, *barred)) : refused();
  PartyMember challenged;
  challenged.person = one.person;
  challenged.preferences = one.preferences;
  PartyMember by;
  if (!ask.owners.empty() && ask.proven) by.person = ask.owners.front().person;
  if (!own && !lets_challenge(challenged, by)) return refused();
  std::vector<std::int64_t> others;
  for (const Account& other : people)
    if (other.person.id != one.person.id) others.push_back(other.person.id);
  stores_.lists.blocked_by(one.person.id, others, [=, this](const Found<bool>& blocked) {
    if (!blocked.value) return then(later());
    if (*blocked.value)
      return invalid(Message("mail-cannot-play", "No game was started: these players cannot play each other."));
    const int limit = mail_limit(people[at].preferences);
    if (limit == 0 || own) return challenge_people(ask, wish, people, at + 1, then);
    stores_.lists.tables_of(people[at].person.id, false, std::numeric_limits<std::int64_t>::max(), limit,
                            [=, this](const Found<std::vector<TableCard>>& running) {
                              if (!running.value) return then(later());
                              if (static_cast<int>(running.value->size()) >= limit) return refused();
                              challenge_people(ask, wish, people, at + 1, then);
                            });
  });
}

void MailCommands::begin(const Ask& ask, const TableService::Arranged& wish, const std::vector<Account>& people,
                         const Then& then) {
  TableService::Arranged all = wish;
  for (const Account& one : people) all.people.push_back(one.person);
  table_service_.arrange(all, [=, this](bool stored) {
    if (!stored) return then(later());
    stores_.mail.number_boards({wish.id}, true, [=, this](const Found<std::vector<int>>& found) {
      if (!found.value || found.value->front() == 0) return then(later());
      const int board = found.value->front();
      table_service_.look(wish.id, [=, this](const Table* table, bool) {
        if (table == nullptr) return then(later());
        say_at_beginning(ask, people, wish.id, [=, this, kept = std::make_shared<const Table>(*table)](bool said) {
          said ? tell_beginning(ask, *kept, board, people, 0, then) : then(later());
        });
      });
    });
  });
}

// What one of the players wrote below his challenge.
void MailCommands::say_at_beginning(const Ask& ask, const std::vector<Account>& people, const std::string& id,
                                    const std::function<void(bool)>& done) {
  const Account* own = own_of(ask, people);
  const std::string said = talk_of(ask.comment());
  if (own == nullptr || !ask.proven || said.empty()) return done(true);
  talk_.say(id, own->person, {"m" + ask.id, said},
            [done](const Result<VisibleRemark>& said_so) { done(!said_so.refused_by(Code::unavailable)); });
}

const Account* MailCommands::own_of(const Ask& ask, const std::vector<Account>& people) {
  for (const Account& one : people)
    for (const Account& owner : ask.owners)
      if (owner.person.id == one.person.id) return &one;
  return nullptr;
}

// Who is to move is told that by a notice that was written with the table; the others by this, and who asked for it by
// the answer.
void MailCommands::tell_beginning(const Ask& ask, const Table& table, int board, const std::vector<Account>& people,
                                  std::size_t at, const Then& then) {
  const Account* own = own_of(ask, people);
  if (at == people.size()) {
    if (own != nullptr) return answer_beginning(table, board, *own, then);
    BoardShown how;
    how.board = board;
    how.language = *ask.language;
    Answer out = {new_subject(board_subject(table, board, Viewer::spectator, how.language), how.language), {}};
    out.text = ask.say(Message("mail-game-started", "The game has started. Its players get mail.")) + "\n\n" +
               board_text(table, how);
    out.shot = board_shot(table, how);
    return then(std::move(out));
  }
  const Account& one = people[at];
  const auto proceed = [=, this, kept = std::make_shared<const Table>(table)](bool stored) {
    if (!stored) return then(later());
    tell_beginning(ask, *kept, board, people, at + 1, then);
  };
  const auto seat = table.seat_of(one.person.id);
  if (!seat || &one == own || table.position().to_act().contains(*seat)) return proceed(true);
  const std::string remarks = own == nullptr || !ask.proven
                                  ? ""
                                  : comment_text(own->person.name, talk_of(ask.comment()), language_of(one.language));
  with_picture(board_letter(table, board, *seat, one, Head::begins, remarks),
               [=, this, person = one.person.id](const Letter& letter) {
                 tell_people(
                     {person}, [letter](Language) { return letter; }, "new." + ask.id, proceed);
               });
}

// To one of the players: his own board, unless the notice brings it at once.
void MailCommands::answer_beginning(const Table& table, int board, const Account& own, const Then& then) {
  const auto seat = table.seat_of(own.person.id);
  if (!seat) return then(later());
  const BoardLetter mine = board_letter(table, board, *seat, own, Head::begins);
  const Letter& letter = mine.letter;
  const Answer board_answer = {letter.subject, letter.text, Answer::How::said, letter.thread, letter.reply, mine.shot};
  if (!table.position().to_act().contains(*seat)) return then(board_answer);
  stores_.outbox.hooks_of(own.person.id, [then, board_answer](const Found<std::vector<Hook>>& found) {
    if (!found.value) return then(later());
    const bool is_notified = std::any_of(found.value->begin(), found.value->end(), [](const Hook& hook) {
      return hook.mail && hook.off.empty() && !hook.digest && (hook.wants & bit_of(NoticeKind::your_turn)) != 0;
    });
    then(is_notified ? Answer{} : board_answer);
  });
}

// --- who resigns before his first move declines: the others begin anew without him, or the game is not played

void MailCommands::decline(const Ask& ask, const Account& person, const Table& table, const std::string& id,
                           const Then& then) {
  const GameInfo& info = table.info();
  TableService::Arranged wish;
  wish.id = challenge_id(key_, id + " without " + std::to_string(person.person.id));
  wish.game = table.setup().game;
  wish.clock = table.setup().clock;
  std::vector<std::string> names;
  for (const Occupant& occupant : table.occupants())
    if (occupant.person != person.person.id && !occupant.name.empty()) names.push_back(occupant.name);
  PlayTerms terms;
  terms.game = wish.game;
  for (const auto& [name, value] : table.setup().options)
    terms.options.emplace_back(name, name == "players" ? std::to_string(names.size()) : value);
  int seats = 0;
  const bool goes_on =
      names.size() > 1 && complete_terms(info, terms, seats).empty() && seats == static_cast<int>(names.size());
  wish.options = terms.options;
  const auto answer = [=, this, kept = std::make_shared<const Table>(table)](const Message& what) {
    then(board_shown(ask, person, *kept, ask.say(what) + "\n\n"));
  };
  if (!goes_on) return answer(Message("mail-declined", "You declined. The game will not be played."));
  Ask anew = ask;
  anew.id = ask.id + "-anew";
  anew.owners.clear();  // the answer is of the one who left
  with_people(
      ask, names,
      [=, this](const std::vector<Account>& people) {
        begin(anew, wish, people, [=, this](const Answer& begun) {
          if (begun.how == Answer::How::later) return then(begun);
          end_declined(id, people, [answer, then](bool ended) {
            ended ? answer(Message("mail-declined-anew", "You declined. The others start a new game without you."))
                  : then(later());
          });
        });
      },
      then);
}

// The others leave, too: where one remains it is over.
void MailCommands::end_declined(const std::string& id, std::vector<Account> people,
                                const std::function<void(bool)>& done) {
  if (people.empty()) return done(true);
  const std::int64_t person = people.back().person.id;
  people.pop_back();
  table_service_.look(id, [=, this](const Table* table, bool) {
    if (table == nullptr) return done(false);
    const auto seat = table->seat_of(person);
    if (!seat || table->over()) return done(true);
    table_service_.retire(id, *seat, Leave::resigned,
                          [=, this](bool left) { left ? end_declined(id, people, done) : done(false); });
  });
}

// The name of who declined this challenge; "": nobody did.
std::string MailCommands::declined_by(const Table& table, const std::string& id) const {
  if (!is_challenge(key_, id)) return {};
  for (const Step& step : table.steps()) {
    if (step.left != Leave::resigned) continue;
    const bool played = std::any_of(table.steps().begin(), table.steps().end(),
                                    [&](const Step& one) { return one.seat == step.seat && !one.left; });
    return played ? "" : table.occupants()[static_cast<std::size_t>(index(step.seat))].name;
  }
  return {};
}

}  // namespace cairn

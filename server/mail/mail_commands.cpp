#include "server/mail/mail_commands.h"

#include <algorithm>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/mail/help.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/mail_name.h"
#include "server/mail/mail_words.h"
#include "server/people/suspended.h"
#include "server/play/fields.h"

namespace cairn {

namespace {

constexpr int kMostLettersWaiting = 400;  // letters to one address
// Seconds that an answer may come late. Who writes in somebody's name may not use up the room of his own mails.
constexpr int kLatestAnswer = 2 * 3'600, kLatestOfKnown = 4 * 3'600;

constexpr const char* kOfList =
    "it comes by a list or in bulk (List-, Precedence), so that it may have no answer: of such mails only a move to "
    "the "
    "address of a board is played";

constexpr std::string_view kOfReports =
    "nobody reads this address: it takes reports of mails that could not be delivered. Write to ";

bool only_looks(MailDeed deed) {
  using D = MailDeed;
  constexpr D kLooks[] = {D::help,      D::list,        D::games,   D::history,     D::standings, D::all_show,
                          D::show_user, D::show_boards, D::show_as, D::preview_new, D::preview};
  return std::find(std::begin(kLooks), std::end(kLooks), deed) != std::end(kLooks);
}

std::string local_of(const std::string& address) {
  return lower(std::string_view(address).substr(0, address.rfind('@')));
}

}  // namespace

// --- the way of a mail

struct MailCommands::Mail {
  MailIn in;
  std::string id, to;  // local part
  MailDone done;
  std::vector<Ask> asks;
  std::size_t at = 0, length = 0;  // of the answers
  std::vector<Answer> answers;
  std::string answer_to;
  std::vector<Account> owners;
  std::shared_ptr<Language> language = std::make_shared<Language>(Language::en);  // of the answer
};

void MailCommands::act_on(const MailEnvelope& envelope, const std::string& bytes, ReadMail read, MailDone done) {
  const std::string local = local_of(envelope.recipient);
  if (auto* refusal = std::get_if<MailRefusal>(&read)) return done({MailVerdict::refused, std::move(refusal->message)});
  const MailPtr mail = std::make_shared<Mail>();
  mail->in = std::move(std::get<MailIn>(read));
  if (local.rfind("stop+", 0) == 0) return settings_.stopped(local, std::move(done));
  const bool machine = !mail->in.automatic.empty() || envelope.sender.empty();
  if (local.rfind("bounce+", 0) == 0) {
    if (const std::string words = failure_in(bytes); !words.empty())
      return settings_.bounced(local, words, std::move(done));
    if (!machine) return done({MailVerdict::refused, std::string(kOfReports) + settings_.commands_to()});
  }
  const bool known = local.rfind("bounce+", 0) == 0 || local == local_of(settings_.commands_to()) ||
                     read_seat_address(local) || read_proof_address(local);
  if (!known) return done({MailVerdict::refused, kNoMailbox});
  if (machine) {
    world_.log("a mail is not acted on: a machine sent it by itself (" +
               (mail->in.automatic.empty() ? "it has no sender" : mail->in.automatic) + ")");
    return done({MailVerdict::ignored, {}});
  }
  if (!mail->in.list.empty() && !read_seat_address(local)) return done({MailVerdict::refused, kOfList});
  if (mail->in.from.empty())
    return done({MailVerdict::refused, "its From must be one address: who sent it, and where the answer goes"});
  mail->id = id_of(mail->in, local);
  mail->to = local;
  mail->answer_to = mail->in.from;
  mail->done = std::move(done);
  const auto fail = [mail] { mail->done({MailVerdict::later, kDatabaseAway}); };
  const auto go = [this, mail, fail] {
    stores_.mail.people_at(mail->in.from, [this, mail, fail](const Found<std::vector<Account>>& owners) {
      if (!owners.value) return fail();
      mail->owners = *owners.value;
      *mail->language = mail->owners.empty() ? accepted_language(mail->in.language).value_or(Language::en)
                                             : language_of(mail->owners.front().language);
      take(mail);
    });
  };
  with_key([this, mail, go](const std::string&) { has_no_name(mail->in) ? go() : once(mail, {}, go); }, fail);
}

// A mail is done when its answer is stored; when it comes again its sender is told `before`.
void MailCommands::once(const MailPtr& mail, const MailOutcome& before, const std::function<void()>& go) {
  stores_.mail.has_letter(mail->in.from, mail->id, [mail, before, go](const Found<bool>& found) {
    if (!found.value) return mail->done({MailVerdict::later, kDatabaseAway});
    *found.value ? mail->done(before) : go();
  });
}

void MailCommands::with_key(const std::function<void(const std::string&)>& then, const std::function<void()>& fail) {
  if (!key_.empty()) return then(key_);
  stores_.mail.mail_key(new_token(), [this, then, fail](const Found<std::string>& found) {
    if (!found.value || found.value->empty()) return fail();
    key_ = *found.value;
    then(key_);
  });
}

void MailCommands::take(const MailPtr& mail) {
  const bool to_seat = read_seat_address(mail->to).has_value();
  const bool known = mail->in.proven || to_seat;
  if (replies_.wait(mail->in.from, world_.seconds()) > (known ? kLatestOfKnown : kLatestAnswer))
    return mail->done({MailVerdict::later, "too many answers to this address wait to be sent"});
  if (to_seat) return take_reply(mail, mail->to);
  if (read_proof_address(mail->to)) return take_proof(mail, mail->to);
  take_commands(mail);
}

MailCommands::Answer MailCommands::fault_answer(const MailFault& fault, Language language) {
  return {translated(language, Message("mail-error", "Error")), translated(language, fault.message) + "\n"};
}

void MailCommands::take_commands(const MailPtr& mail) {
  const bool proven = mail->in.proven && !mail->owners.empty();
  const auto add = [&](const std::string& line, const std::string& comment) {
    Ask ask;
    ask.id = mail->id + "-" + std::to_string(mail->asks.size());
    ask.from = mail->in.from;
    ask.proven = mail->in.proven;
    ask.owners = mail->owners;
    ask.language = mail->language;
    auto read = read_mail_command(line, proven);
    if (auto* fault = std::get_if<MailFault>(&read)) {
      mail->answers.push_back(fault_answer(*fault, *mail->language));
      return;
    }
    ask.command = std::move(std::get<MailCommand>(read));
    ask.command.comment = comment;
    mail->asks.push_back(std::move(ask));
  };
  const std::string subject = plain_subject(mail->in.subject);
  if (equal_ignoring_case(plain_letters(subject), "multiple")) {
    auto lines = read_mail_lines(mail->in.text);
    if (auto* fault = std::get_if<MailFault>(&lines)) {
      mail->answers.push_back(fault_answer(*fault, *mail->language));
    } else {
      for (const MailLine& line : std::get<std::vector<MailLine>>(lines)) add(line.command, line.comment);
    }
  } else {
    add(subject, own_text(mail->in.text));
  }
  has_no_name(mail->in) ? take_nameless(mail) : next(mail);
}

// Commands of a mail that cannot be told from another one of the same words: see mail_name.h.
void MailCommands::take_nameless(const MailPtr& mail) {
  const auto go = [this, mail] { next(mail); };
  const auto as_it_is = [this, mail, go] {
    once(mail,
         {MailVerdict::refused,
          "the same mail came before, and was answered then: send it with a Date or a Message-ID if "
          "it is another one"},
         go);
  };
  const bool move = mail->asks.size() == 1 && (mail->asks.front().command.deed == MailDeed::move ||
                                               mail->asks.front().command.deed == MailDeed::queue_move);
  if (!move) return as_it_is();
  const auto of_turn = [this, mail, go](const Table& table, const std::string&) {
    Ask& ask = mail->asks.front();
    const auto seat = ask.known ? table.seat_of(ask.known->person.id) : seat_named(table, ask.command.user);
    mail->id = id_in_turn(mail->id, table, seat);
    ask.id = mail->id + "-0";
    once(mail, {}, go);
  };
  with_board(mail->asks.front(), of_turn, [mail, as_it_is](const Answer& answer) {
    answer.how == Answer::How::later ? mail->done({MailVerdict::later, kDatabaseAway}) : as_it_is();
  });
}

// To the address of a seat: its move is read when it is made, at the board.
void MailCommands::take_reply(const MailPtr& mail, const std::string& local) {
  const auto address = *read_seat_address(local);
  const auto stranger = [this, mail] {
    mail->answers.push_back(unproven());
    finish(mail);
  };
  if (!holds(key_, address, false) && !holds(key_, address, true)) return stranger();
  stores_.people.account_of(address.seat.person, [this, mail, address, stranger](const Found<Account>& found) {
    if (!found.error.empty()) return mail->done({MailVerdict::later, kDatabaseAway});
    if (!found.value) return stranger();
    Ask ask;
    ask.id = mail->id + "-0";
    ask.from = mail->in.from;
    ask.proven = mail->in.proven;
    ask.known = *found.value;
    ask.language = mail->language;
    *ask.language = language_of(found.value->language);
    ask.reply = {address, own_text(mail->in.text)};
    ask.command.deed = MailDeed::move;
    ask.command.game = address.seat.game;
    ask.command.user = found.value->person.name;
    ask.command.boards.push_back({address.seat.board, {}});
    mail->asks.push_back(std::move(ask));
    has_no_name(mail->in) ? take_nameless(mail) : next(mail);
  });
}

void MailCommands::take_proof(const MailPtr& mail, const std::string& local) {
  const auto proof = *read_proof_address(local);
  if (!holds(key_, proof, mail->in.from)) {
    mail->answers.push_back(unproven());
    return finish(mail);
  }
  stores_.people.account_of(proof.person, [this, mail](const Found<Account>& found) {
    if (!found.error.empty()) return mail->done({MailVerdict::later, kDatabaseAway});
    const auto then = [this, mail](Answer answer) {
      mail->answers.push_back(std::move(answer));
      finish(mail);
    };
    if (!found.value) return then(unproven());
    Ask ask;
    ask.language = mail->language;
    *ask.language = language_of(found.value->language);
    if (const auto barred = refuse_suspended(*found.value, world_.now_ms())) return then(refused(ask, *barred));
    const Message comes("mail-address-proven", "Mail for {name} comes to this address from now on.",
                        {{"name", found.value->person.name}});
    set_mail_address(ask, *found.value, mail->in.from, ask.say(comes) + "\n", then);
  });
}

void MailCommands::next(const MailPtr& mail) {
  if (mail->at == mail->asks.size()) return finish(mail);
  const Ask& ask = mail->asks[mail->at++];
  const auto answered = [this, mail](Answer answer) {
    const bool again = answer.how == Answer::How::later;
    if (again) return mail->done({MailVerdict::later, "not everything could be done just now"});
    mail->length += answer.text.size();
    mail->answers.push_back(std::move(answer));
    if (!world_.post || mail->at == mail->asks.size()) return next(mail);
    world_.post([this, mail] { next(mail); });  // others have the loop between two commands
  };
  if (mail->length > kMostAnswer && only_looks(ask.command.deed))
    return answered(error(
        ask, Message("mail-left-out", "This was left out because the answer is long: ask for it in another mail.")));
  act(ask, answered);
}

// A mail that may have no answer: what was not done is told to the mail server.
void MailCommands::finish_unanswered(const MailPtr& mail) {
  for (const Answer& answer : mail->answers) {
    if (answer.how == Answer::How::unproven) return mail->done({MailVerdict::refused, kOfList});
    if (!answer.refused.empty()) return mail->done({MailVerdict::refused, answer.refused});
  }
  mail->done({});
}

// One answer for all of a mail. Where one of its commands was not proven, none tells of it, whatever the others did.
void MailCommands::finish(const MailPtr& mail) {
  if (!mail->in.list.empty()) return finish_unanswered(mail);
  std::vector<Answer> said;
  bool doubted = false;
  for (Answer& answer : mail->answers) {
    if (answer.how == Answer::How::unproven)
      doubted = true;
    else if (!answer.subject.empty())
      said.push_back(std::move(answer));
  }
  if (said.empty() && doubted) {
    const std::int64_t day = world_.now_ms() / kDayMs;
    return send(
        mail, mail->in.from, "help." + std::to_string(day),
        {help_subject(*mail->language), unproven_text(*mail->language) + help_text("", world_.games, *mail->language)},
        true);
  }
  if (said.empty() && !has_no_name(mail->in)) return mail->done({});
  if (said.empty())
    said.push_back({"Cairn", translated(*mail->language, Message("mail-done", "Done. Another mail shows the result.")) +
                                 "\n"});  // by which it is known again
  Letter letter = {said.front().subject, {}, {}, said.front().thread, said.front().reply};
  if (said.size() > 1) {
    letter.subject =
        translated(*mail->language, Message("mail-answers", "Answers to {n} commands", {{"n", said.size()}}));
    letter.thread.clear();
    letter.reply.clear();
  }
  for (const Answer& answer : said) {
    if (said.size() > 1)
      letter.text += (letter.text.empty() ? "" : "\n\n") + std::string("== ") + answer.subject + "\n\n";
    letter.text += answer.text;
  }
  const BoardShotPtr shot = said.size() == 1 ? said.front().shot : nullptr;
  with_picture({letter, shot},
               [this, mail](const Letter& whole) { send(mail, mail->in.from, mail->id, whole, false); });
}

void MailCommands::send(const MailPtr& mail, const std::string& to, const std::string& id, Letter letter,
                        bool only_once) {
  letter.language = language_code(*mail->language);
  const int wait = only_once ? 0 : replies_.reserve(to, world_.seconds());
  const Notice notice = letter_notice(0, id, letter, world_.now_ms() + wait * 1'000);
  stores_.mail.add_letter(to, notice, kMostLettersWaiting, [this, mail, to, only_once](const Written& written) {
    if (written.how == Written::How::failed) {
      if (!only_once) replies_.give_back(to);
      world_.log("storing a letter: " + written.message);
      return mail->done({MailVerdict::later, "the answer could not be stored"});
    }
    if (written.how == Written::How::conflict && !only_once) world_.log("a mail has no answer: its address takes none");
    mail->done({});
  });
}

void MailCommands::act(const Ask& ask, const Then& then) {
  using D = MailDeed;
  switch (ask.command.deed) {
    case D::help:
      return then({help_subject(*ask.language), help_text(ask.command.word, world_.games, *ask.language)});
    case D::signup:
      return sign_up(ask, then);
    case D::change_address:
      return change_address(ask, then);
    case D::change_password:
      return change_password(ask, then);
    case D::delete_user:
      return delete_user(ask, then);
    case D::message:
      return message(ask, then);
    case D::vacation:
      return vacation(ask, then);
    case D::language:
      return set_language(ask, then);
    case D::multiple:
      return then(error(ask, Message("mail-multiple-place",
                                     "multiple goes into the subject, with a command in each line of the body.")));
    case D::list:
    case D::games:
      return games(ask, false, then);
    case D::history:
      return games(ask, true, then);
    case D::standings:
      return standings(ask, then);
    case D::all_show:
    case D::show_user:
      return show_of(ask, then);
    case D::show_boards:
      return show(ask, 0, {}, then);
    case D::preview:
      return preview(ask, then);
    case D::preview_new:
      return preview_new(ask, then);
    case D::challenge:
      return challenge(ask, then);
    case D::move:
    case D::queue_move:
    case D::show_as:
    case D::chat:
      return act_at_board(ask, then);
    case D::subscribe:
    case D::unsubscribe:
    case D::notify:
    case D::accept:
    case D::reject:
    case D::limit:
    case D::set_size:
    case D::seek:
      return act_as_person(ask, then);
  }
  then(error(ask, Message("mail-unknown-command", "This server does not know that command.")));
}

// What somebody does at a board of their own.
void MailCommands::act_at_board(const Ask& ask, const Then& then) {
  const auto go = [this, ask, then](const Account& person) {
    if (ask.command.deed == MailDeed::move || ask.command.deed == MailDeed::queue_move) return move(ask, person, then);
    const auto at_board = [this, ask, person, then](const Table& table, const std::string& id) {
      ask.command.deed == MailDeed::chat ? chat(ask, person, table, id, then)
                                         : then(board_shown(ask, person, table, {}));
    };
    with_board(ask, at_board, then);
  };
  with_person(ask, go, then);
}

// What somebody wishes, or wants to be told.
void MailCommands::act_as_person(const Ask& ask, const Then& then) {
  const auto go = [this, ask, then](const Account& person) {
    switch (ask.command.deed) {
      case MailDeed::subscribe:
      case MailDeed::unsubscribe:
      case MailDeed::notify:
        return watch(ask, person, then);
      case MailDeed::seek:
        return seek(ask, person, then);
      default:
        return set_preference(ask, person, then);
    }
  };
  with_person(ask, go, then);
}

}  // namespace cairn

// Accounts by mail: making one, what belongs to it, and mails from one player to others.
#include <algorithm>

#include "core/text.h"
#include "notation/stored_json.h"
#include "server/base/tokens.h"
#include "server/mail/board_mail.h"
#include "server/mail/help.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/mail_commands.h"
#include "server/play/fields.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/people_to_client.h"

namespace cairn {

namespace {

constexpr int kMostLetters = 200;  // that wait for one address
constexpr int kMostDaysAway = 366;
constexpr std::string_view kProofSubject = "Is this your address?";

std::string proof_text(const std::string& name) {
  return "Somebody created the account " + name +
         " and gave this address for it.\n\nIf that was you, answer this mail; your answer may be empty. Mail about "
         "your games\nthen comes here.\n\nIf it was not you, do nothing.\n";
}

}  // namespace

int mail_limit(const std::string& preferences) {
  const Json json = parse_stored_json(preferences);
  if (!json.is_object() || !json.contains("mail") || !json["mail"].is_object()) return 0;
  const Json& mail = json["mail"];
  return mail.contains("limit") && mail["limit"].is_number_integer() ? mail["limit"].get<int>() : 0;
}

// A letter to each of these who has an address, or to none of them just now.
void MailCommands::tell_people(std::vector<std::int64_t> people, const Letter& letter, const std::string& id,
                               const std::function<void(bool)>& done) {
  if (people.empty()) return done(true);
  const std::int64_t person = people.back();
  people.pop_back();
  const auto proceed = [=, this] { tell_people(people, letter, id, done); };
  stores_.outbox.hooks_of(person, [=, this](const Found<std::vector<Hook>>& found) {
    if (!found.value) return done(false);
    const auto hook = std::find_if(found.value->begin(), found.value->end(), [](const Hook& one) { return one.mail; });
    if (hook == found.value->end() || !hook->off.empty() || hook->wants == 0) return proceed();
    const Notice notice = letter_notice(person, id, letter, world_.now_ms());
    stores_.mail.add_letter(
        hook->url.substr(kMailUrl.size()), notice, kMostLetters,
        [proceed, done](const Written& written) { written.how == Written::How::failed ? done(false) : proceed(); });
  });
}

// --- addresses

void MailCommands::set_mail_address(const Ask& ask, const Account& person, const std::string& address,
                                    const std::string& said, const Then& then) {
  Hook hook = {new_table_id(), person.person.id, std::string(kMailUrl) + lower(address),
               new_token(),    kAllNotices,      world_.now_ms()};
  AccountEdit edit;
  edit.email = lower(address);
  stores_.mail.set_mail_hook(std::move(hook), [=, this](const Written& written) {
    if (written.how != Written::How::durable) return then(later());
    stores_.people.edit_account(person.person.id, edit, [=, this](const Written& stored) {
      if (stored.how != Written::How::durable) return then(later());
      then({own_title(ask), said});
    });
  });
}

// Mail goes to an address when it is proven: by who the mail came from, else by an answer from there.
void MailCommands::prove_address(const Account& person, const std::string& address, const Ask& ask,
                                 const std::string& said, const Then& then) {
  if (ask.proven && equal_ignoring_case(address, ask.from))
    return set_mail_address(ask, person, address, said + "Mail about your games comes to this address.\n", then);
  if (proofs_.ask(lower(address), world_.seconds()) > 0)
    return then(
        {own_title(ask), said + "Three mails have gone to that address today. Answer one of them to confirm it.\n"});
  Letter letter = {std::string(kProofSubject), proof_text(person.person.name)};
  letter.reply = proof_address(key_, person.person.id, address);
  const Notice notice = letter_notice(0, "proof." + ask.id, letter, world_.now_ms());
  stores_.mail.add_letter(lower(address), notice, kMostLetters, [=, this](const Written& written) {
    if (written.how == Written::How::failed) return then(later());
    then({own_title(ask), said + "A mail goes to that address. Answer it to get mail about your games there.\n"});
  });
}

// --- the account

void MailCommands::sign_up(const Ask& ask, const Then& then) {
  const std::string address = ask.command.address.empty() ? ask.from : ask.command.address;
  auto wish = read_sign_up(
      to_text(Json{{"name", ask.command.user}, {"password", lower(ask.command.password)}, {"email", lower(address)}}));
  if (const auto* fault = std::get_if<Fault>(&wish))
    return then(error(ask, "No account was created: " + fault->message.english() + ".\n"));
  std::get<SignUp>(wish).by_mail = true;
  const auto welcome = [=, this](const Account& person) {
    prove_address(
        person, address, ask,
        "Welcome, " + person.person.name + ": your account is ready. Its password is the one that you wrote.\n\n",
        [=, this](Answer answer) {
          answer.subject = "Welcome to Cairn";
          if (answer.how == Answer::How::said) answer.text += "\n" + help_text("", world_.games);
          then(std::move(answer));
        });
  };
  accounts_.sign_up(visit(ask), std::get<SignUp>(wish), [=, this](const Result<SignedIn>& in) {
    if (in.refused_by(Code::unavailable)) return then(later());
    // It may be this very mail that made it, before something failed.
    if (in.refused_by(Code::name_taken))
      return accounts_.claim(visit(ask), ask.command.user, ask.command.password, welcome, [=, this](const Refusal&) {
        then(error(ask, "No account was created: the name is taken. Choose another one.\n"));
      });
    if (!in) return then(refused(ask, in.refusal()));
    stores_.people.account_named(ask.command.user, [then, welcome](const Found<Account>& found) {
      if (!found.value) return then(later());
      welcome(*found.value);
    });
  });
}

void MailCommands::change_address(const Ask& ask, const Then& then) {
  with_person(
      ask, [=, this](const Account& person) { prove_address(person, ask.command.address, ask, {}, then); }, then);
}

void MailCommands::change_password(const Ask& ask, const Then& then) {
  auto wish =
      read_change_password(to_text(Json{{"old", ask.command.password}, {"new", lower(ask.command.new_password)}}));
  if (const auto* fault = std::get_if<Fault>(&wish))
    return then(error(ask, "The password was not changed: " + fault->message.english() + ".\n"));
  std::get<ChangePassword>(wish).by_mail = true;
  with_person(
      ask,
      [=, this](const Account& person) {
        accounts_.change_password(visit(ask, &person), std::get<ChangePassword>(wish),
                                  [=, this](const Result<PasswordChanged>& done) {
                                    then(answer_of(ask, done, "Your password has been changed.\n"));
                                  });
      },
      then);
}

void MailCommands::delete_user(const Ask& ask, const Then& then) {
  with_person(
      ask,
      [=, this](const Account& person) {
        accounts_.remove(visit(ask, &person), {ask.command.password}, [=, this](const Result<AccountDeleted>& done) {
          then(answer_of(ask, done, "The account is deleted. Its games stay, without the name.\n"));
        });
      },
      then);
}

void MailCommands::message(const Ask& ask, const Then& then) {
  if (trim(ask.comment()).empty())
    return then(error(ask, "There was nothing to send: write the message in the body of the mail.\n"));
  with_person(
      ask,
      [=, this](const Account& person) {
        with_people(
            ask, ask.command.users,
            [=, this](const std::vector<Account>& people) {
              std::vector<std::int64_t> ids;
              ids.reserve(people.size());
              for (const Account& one : people) ids.push_back(one.person.id);
              send_message(ask, person, ids, then);
            },
            then);
      },
      then);
}

void MailCommands::send_message(const Ask& ask, const Account& person, const std::vector<std::int64_t>& people,
                                const Then& then) {
  stores_.lists.blocked_by(person.person.id, people, [=, this](const Found<bool>& blocked) {
    if (!blocked.value) return then(later());
    // Who is blocked does not learn it.
    const Letter letter = {"Message from " + person.person.name, comment_text(person.person.name, ask.comment())};
    tell_people(*blocked.value ? std::vector<std::int64_t>{} : people, letter, "message." + ask.id,
                [=, this](bool stored) {
                  if (!stored) return then(later());
                  then({own_title(ask), "The message goes to all of them who get mail.\n"});
                });
  });
}

void MailCommands::vacation(const Ask& ask, const Then& then) {
  const bool away = ask.command.word != "off";
  const int days = away ? ask.command.number.value_or(0) : 0;
  if (away && (days < 1 || days > kMostDaysAway))
    return then(error(ask, "Your vacation was not changed: the days are a number from 1 to 366, or off.\n"));
  with_person(
      ask,
      [=, this](const Account& person) {
        accounts_.set_vacation(*visit(ask, &person).caller, away, days, [=, this](const Result<Away>& done) {
          then(answer_of(ask, done,
                         away ? "Your clocks are stopped for " + std::to_string(days) + (days == 1 ? " day" : " days") +
                                    ", in all games that allow vacations. To end the vacation sooner, "
                                    "write:\nvacation USER PASSWORD off\n"
                              : "Welcome back. Your clocks are running again.\n"));
        });
      },
      then);
}

// --- preferences

void MailCommands::prefer(const Ask& ask, const Account& person, const std::function<std::string(Json&)>& change,
                          const Then& then) {
  Json json = parse_stored_json(person.preferences);
  if (!json.is_object()) json = Json::object();
  const std::string said = change(json);
  AccountEdit edit;
  edit.preferences = to_text(json);
  stores_.people.edit_account(person.person.id, edit, [=, this](const Written& written) {
    if (written.how != Written::How::durable) return then(later());
    then({own_title(ask), said});
  });
}

void MailCommands::set_preference(const Ask& ask, const Account& person, const Then& then) {
  const MailCommand& command = ask.command;
  const auto change = [&](Json& json) -> std::string {
    if (!json.contains("mail") || !json["mail"].is_object()) json["mail"] = Json::object();
    switch (command.deed) {
      case MailDeed::accept:
        json["challenges"] = Json{{"from", "everybody"}};
        return "Others can challenge you now.\n";
      case MailDeed::reject:
        json["challenges"] = Json{{"from", "nobody"}};
        return "Nobody can challenge you now.\n";
      case MailDeed::limit:
        json["mail"]["limit"] = command.number.value_or(0);
        return command.number.value_or(0) == 0
                   ? "Challenges can give you any number of games.\n"
                   : "Challenges can give you at most " + std::to_string(*command.number) + " games at once.\n";
      default:
        json["mail"]["size"] = command.word;
        return "Boards will be drawn " + command.word + " for you from now on.\n";
    }
  };
  prefer(ask, person, change, then);
}

}  // namespace cairn

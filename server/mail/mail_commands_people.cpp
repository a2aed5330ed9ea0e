// Accounts by mail: making one, what belongs to it, and mails from one player to others.
#include <algorithm>

#include "core/text.h"
#include "notation/stored_json.h"
#include "server/base/tokens.h"
#include "server/mail/board_mail.h"
#include "server/mail/help.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/mail_commands.h"
#include "server/mail/mail_words.h"
#include "server/people/suspended.h"
#include "server/play/fields.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/people_to_client.h"

namespace cairn {

namespace {

constexpr int kMostLetters = 200;  // that wait for one address
constexpr int kMostDaysAway = 366;

Letter proof_letter(const std::string& name, Language language) {
  const Message subject("mail-proof-subject", "Is this your address?");
  const Message text(
      "mail-proof",
      "Somebody created the account {name} and gave this address for it.\n\nIf that was you, reply to "
      "this mail; your reply may be empty. Mail about your games\nthen comes here.\n\nIf it was not you, do "
      "nothing.",
      {{"name", name}});
  Letter out = {translated(language, subject), translated(language, text) + "\n"};
  out.language = language_code(language);
  return out;
}

}  // namespace

int mail_limit(const std::string& preferences) {
  const Json json = parse_stored_json(preferences);
  if (!json.is_object() || !json.contains("mail") || !json["mail"].is_object()) return 0;
  const Json& mail = json["mail"];
  return mail.contains("limit") && mail["limit"].is_number_integer() ? mail["limit"].get<int>() : 0;
}

// A letter to each of these who has an address, or to none of them just now.
void MailCommands::tell_people(std::vector<std::int64_t> people, const LetterIn& letter, const std::string& id,
                               const std::function<void(bool)>& done) {
  if (people.empty()) return done(true);
  const std::int64_t person = people.back();
  people.pop_back();
  const auto proceed = [=, this] { tell_people(people, letter, id, done); };
  stores_.outbox.hooks_of(person, [=, this](const Found<std::vector<Hook>>& found) {
    if (!found.value) return done(false);
    const auto hook = std::find_if(found.value->begin(), found.value->end(), [](const Hook& one) { return one.mail; });
    if (hook == found.value->end() || !hook->off.empty() || hook->wants == 0) return proceed();
    const Language language = language_of(hook->language);
    Letter own = letter(language);
    own.language = language_code(language);
    const Notice notice = letter_notice(person, id, own, world_.now_ms());
    stores_.mail.add_letter(
        hook->url.substr(kMailUrl.size()), notice, kMostLetters,
        [proceed, done](const Written& written) { written.how == Written::How::failed ? done(false) : proceed(); });
  });
}

// --- addresses

void MailCommands::set_mail_address(const Ask& ask, const Account& person, const std::string& address,
                                    const std::string& said, const Then& then) {
  if (person.person.second_factor) return then(refuse_one_factor(ask));
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
  if (person.person.second_factor) return then(refuse_one_factor(ask));
  if (ask.proven && equal_ignoring_case(address, ask.from))
    return set_mail_address(
        ask, person, address,
        said + ask.say(Message("mail-address-set", "Mail about your games comes to this address.")) + "\n", then);
  if (proofs_.ask(lower(address), world_.seconds()) > 0)
    return then({own_title(ask),
                 said +
                     ask.say(Message(
                         "mail-proofs-sent",
                         "Three mails have gone to that address today. Reply to one of them to confirm the address.")) +
                     "\n"});
  Letter letter = proof_letter(person.person.name, *ask.language);
  letter.reply = proof_address(key_, person.person.id, address);
  const Notice notice = letter_notice(0, "proof." + ask.id, letter, world_.now_ms());
  stores_.mail.add_letter(lower(address), notice, kMostLetters, [=, this](const Written& written) {
    if (written.how == Written::How::failed) return then(later());
    then({own_title(ask),
          said +
              ask.say(Message("mail-proof-sent",
                              "A mail goes to that address. Reply to it to get mail about your games there.")) +
              "\n"});
  });
}

// --- the account

void MailCommands::sign_up(const Ask& ask, const Then& then) {
  const std::string address = ask.command.address.empty() ? ask.from : ask.command.address;
  auto wish = read_sign_up(
      to_text(Json{{"name", ask.command.user}, {"password", lower(ask.command.password)}, {"email", lower(address)}}));
  if (const auto* fault = std::get_if<Fault>(&wish))
    return then(error(ask, Message("mail-no-account", "No account was created: {why}.", {{"why", fault->message}})));
  std::get<SignUp>(wish).by_mail = true;
  std::get<SignUp>(wish).language = language_code(*ask.language);
  std::get<SignUp>(wish).proven = ask.proven && equal_ignoring_case(address, ask.from);
  const auto welcome = [=, this](const Account& person) {
    if (const auto barred = refuse_suspended(person, world_.now_ms())) return then(refused(ask, *barred));
    prove_address(
        person, address, ask,
        ask.say(Message("mail-welcome",
                        "Welcome, {name}: your account is ready. Its password is the one that you wrote.",
                        {{"name", person.person.name}})) +
            "\n\n",
        [=, this](Answer answer) {
          answer.subject = ask.say(Message("mail-welcome-subject", "Welcome to {site}", {{"site", settings_.site()}}));
          if (answer.how == Answer::How::said) answer.text += "\n" + help_text("", world_.games, *ask.language);
          then(std::move(answer));
        });
  };
  accounts_.sign_up(visit(ask), std::get<SignUp>(wish), [=, this](const Result<SignedIn>& in) {
    if (in.refused_by(Code::unavailable)) return then(later());
    // It may be this very mail that made it, before something failed.
    if (in.refused_by(Code::name_taken))
      return accounts_.claim(
          visit(ask), ask.command.user, ask.command.password, welcome, [=, this](const Refusal& not_theirs) {
            if (not_theirs.code == Code::waiting) return then(refused(ask, not_theirs));
            then(error(ask,
                       Message("mail-name-taken", "No account was created: the name is taken. Choose another one.")));
          });
    if (!in) return then(refused(ask, in.refusal()));
    if (in->waits)
      return then({own_title(ask),
                   ask.say(Message("mail-account-waits",
                                   "{name}: a moderator of this server has to approve your account. You will get the "
                                   "decision by mail at {address}.",
                                   {{"name", ask.command.user}, {"address", address}})) +
                       "\n"});
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
    return then(
        error(ask, Message("mail-password-kept", "The password was not changed: {why}.", {{"why", fault->message}})));
  std::get<ChangePassword>(wish).by_mail = true;
  with_person(
      ask,
      [=, this](const Account& person) {
        accounts_.change_password(
            visit(ask, &person), std::get<ChangePassword>(wish), [=, this](const Result<PasswordChanged>& done) {
              then(answer_of(ask, done, Message("mail-password-changed", "Your password has been changed.")));
            });
      },
      then);
}

void MailCommands::delete_user(const Ask& ask, const Then& then) {
  with_person(
      ask,
      [=, this](const Account& person) {
        if (person.person.second_factor) return then(refuse_one_factor(ask));
        accounts_.remove(visit(ask, &person), {ask.command.password}, [=, this](const Result<AccountDeleted>& done) {
          then(answer_of(ask, done,
                         Message("mail-account-deleted", "The account is deleted. Its games stay, without the name.")));
        });
      },
      then);
}

void MailCommands::message(const Ask& ask, const Then& then) {
  if (trim(ask.comment()).empty()) return then(error(ask, kNothingToSend));
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
    const auto letter = [name = person.person.name, text = ask.comment()](Language language) {
      const Message subject("mail-message-subject", "Message from {name}", {{"name", name}});
      return Letter{translated(language, subject), comment_text(name, text, language)};
    };
    tell_people(*blocked.value ? std::vector<std::int64_t>{} : people, letter, "message." + ask.id,
                [=, this](bool stored) {
                  if (!stored) return then(later());
                  then(done(ask, Message("mail-message-sent", "The message goes to all recipients who get mail.")));
                });
  });
}

void MailCommands::vacation(const Ask& ask, const Then& then) {
  const bool away = ask.command.word != "off";
  const int days = away ? ask.command.number.value_or(0) : 0;
  if (away && (days < 1 || days > kMostDaysAway))
    return then(error(ask, Message("mail-vacation-days",
                                   "Your vacation was not changed: the days must be a number from 1 to 366, or off.")));
  with_person(
      ask,
      [=, this](const Account& person) {
        accounts_.set_vacation(*visit(ask, &person).caller, away, days, [=, this](const Result<Away>& done) {
          if (!done || !away)
            return then(
                answer_of(ask, done, Message("mail-vacation-over", "Welcome back. Your clocks are running again.")));
          const Message stopped("mail-vacation-begun",
                                "Your clocks are stopped for {n} day, in all games that allow vacations. To end the "
                                "vacation sooner, write:|Your clocks are stopped for {n} days, in all games that allow "
                                "vacations. To end the vacation sooner, write:",
                                {{"n", days}});
          then({own_title(ask), ask.say(stopped) + "\nvacation USER PASSWORD off\n"});
        });
      },
      then);
}

// --- preferences

void MailCommands::prefer(const Ask& ask, const Account& person, const std::function<Message(Json&)>& change,
                          const Then& then) {
  Json json = parse_stored_json(person.preferences);
  if (!json.is_object()) json = Json::object();
  const Message said = change(json);
  AccountEdit edit;
  edit.preferences = to_text(json);
  stores_.people.edit_account(person.person.id, edit, [=, this](const Written& written) {
    if (written.how != Written::How::durable) return then(later());
    then(done(ask, said));
  });
}

void MailCommands::set_language(const Ask& ask, const Then& then) {
  const auto set = [=, this](const Account& person) {
    AccountEdit edit;
    edit.language = ask.command.word;
    stores_.people.edit_account(person.person.id, edit, [=, this](const Written& written) {
      if (written.how != Written::How::durable) return then(later());
      *ask.language = language_of(ask.command.word);
      then(done(ask, Message("mail-language-set", "Mails to you are in English from now on.")));
    });
  };
  with_person(ask, set, then);
}

void MailCommands::set_preference(const Ask& ask, const Account& person, const Then& then) {
  const MailCommand& command = ask.command;
  const auto change = [&](Json& json) -> Message {
    if (!json.contains("mail") || !json["mail"].is_object()) json["mail"] = Json::object();
    switch (command.deed) {
      case MailDeed::accept:
        json["challenges"] = Json{{"from", "everybody"}};
        return Message("mail-challenges-on", "Others can challenge you now.");
      case MailDeed::reject:
        json["challenges"] = Json{{"from", "nobody"}};
        return Message("mail-challenges-off", "Nobody can challenge you now.");
      case MailDeed::limit:
        json["mail"]["limit"] = command.number.value_or(0);
        return command.number.value_or(0) == 0
                   ? Message("mail-no-limit", "Challenges can give you any number of games.")
                   : Message("mail-limit", "Challenges can give you at most {limit} games at once.",
                             {{"limit", *command.number}});
      default:
        json["mail"]["size"] = command.word;
        return Message("mail-size-set", "Boards in your mails are {size} from now on.", {{"size", command.word}});
    }
  };
  prefer(ask, person, change, then);
}

}  // namespace cairn

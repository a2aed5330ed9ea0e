#include "apps/cairn/admin_acts.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <chrono>
#include <ctime>
#include <functional>
#include <limits>

#include "apps/cairn/commands.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/sgf_charset.h"
#include "notation/view_json.h"
#include "server/base/tokens.h"
#include "server/people/link_letters.h"
#include "server/play/clock_rule.h"
#include "server/play/names.h"
#include "server/protocol/moderation_from_client.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/talk_from_client.h"
#include "server/store/audit.h"
#include "server/store/reading.h"
#include "server/store/second_factor.h"

namespace cairn::cli {

namespace {

struct ActGiven {
  std::string name, new_name, why;
  int most = 50, days = 0;
  bool json = false, off = false;
};
using ActGivenPtr = std::shared_ptr<ActGiven>;
// What is done in one transaction with an account; the exit code.
using ActWork = std::function<int(SqlConnection&, const PersonFacts&, const ServerConfig&)>;

int complain_of_use(const std::string& why) {
  complain(why);
  return kBadUse;
}

}  // namespace

bool takes_words(const std::string& why, const std::string& note) {
  const auto takes = [](std::string_view option, const std::string& words, std::size_t most) {
    const bool good = words.empty() ||
                      (!trim(words).empty() && sgf::is_utf8(words) && plain_text(words, most) && shows_as_it_is(words));
    if (!good)
      complain(fmt::format("{} must be one line of 1 to {} letters, without control characters", option, most));
    return good;
  };
  return takes("--why", why, kMostWhy) && takes("--note", note, kMostShortNote);
}

std::string moment_text(std::int64_t ms) {
  if (ms == 0) return "-";
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(static_cast<std::time_t>(ms / 1000)));
}

std::int64_t moment_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

int with_database(const ConfigChoice& choice, bool write,
                  const std::function<int(SqlConnection&, const ServerConfig&)>& work) {
  const auto config = choice.read_or_complain();
  if (!config) return kBadUse;
  try {
    const OpenedToRead opened =
        write ? open_to_write(config->data, config->database) : open_to_read(config->data, config->database);
    return opened.db ? work(*opened.db, *config) : complain_of_use(opened.error);
  } catch (const SqlError& error) {
    return complain_of_use(error.what());
  }
}

namespace {

int act_on(const ConfigChoice& choice, const std::string& name, const ActWork& work) {
  return with_database(choice, true, [&](SqlConnection& db, const ServerConfig& config) {
    db.begin();
    const auto facts = read_person_facts(db, name);
    if (!facts) {
      db.rollback();
      complain("there is no account with the name " + name);
      return kNegative;
    }
    const int status = work(db, *facts, config);
    if (status == kOk)
      db.commit();
    else
      db.rollback();
    return status;
  });
}

// "-", or until when and why.
std::string suspension_text(const Account& account) {
  const auto& suspension = account.suspension;
  if (!suspension || !suspension->holds(moment_now())) return "-";
  const std::string until = suspension->until_ms == 0 ? "until lifted" : "until " + moment_text(suspension->until_ms);
  return (suspension->closed ? "account closed" : until) + ": " + suspension->why;
}

std::string log_line(const AuditEntry& entry) {
  return fmt::format("{}  {}  {} {}{}{}", moment_text(entry.at_ms), entry.by.empty() ? "(host)" : entry.by, entry.act,
                     entry.name, entry.about.empty() ? "" : " (" + entry.about + ")",
                     entry.why.empty() ? "" : ": " + entry.why);
}

Json log_json(const AuditEntry& entry) {
  return {{"id", entry.id},     {"at_ms", entry.at_ms}, {"by", entry.by},  {"act", entry.act},
          {"name", entry.name}, {"about", entry.about}, {"why", entry.why}};
}

Json suspension_json(const Account& account) {
  const auto& suspension = account.suspension;
  if (!suspension || !suspension->holds(moment_now())) return nullptr;
  return {{"since_ms", suspension->at_ms},
          {"until_ms", suspension->until_ms},
          {"closed", suspension->closed},
          {"why", suspension->why}};
}

constexpr std::string_view kRoleWords[] = {"player", "moderator", "admin"};

int show_person(SqlConnection& db, const ActGiven& given) {
  const auto facts = read_person_facts(db, given.name);
  if (!facts) {
    complain("there is no account with the name " + given.name);
    return kNegative;
  }
  const Account& account = facts->account;
  const std::string_view role = kRoleWords[static_cast<std::size_t>(account.person.role)];
  if (given.json) {
    Json log = Json::array();
    for (const AuditEntry& entry : facts->log) log.push_back(log_json(entry));
    fmt::print("{}\n", json_text({{"id", account.person.id},
                                  {"name", account.person.name},
                                  {"role", role},
                                  {"bot", account.person.bot},
                                  {"created_ms", account.created_ms},
                                  {"seen_ms", account.seen_ms},
                                  {"mail", !account.proven.empty()},
                                  {"second_factor", account.person.second_factor},
                                  {"sessions", facts->sessions},
                                  {"tokens", facts->tokens},
                                  {"games", facts->games},
                                  {"studies", facts->studies},
                                  {"reported", facts->reported},
                                  {"invited_by", facts->invited_by ? Json(*facts->invited_by) : Json(nullptr)},
                                  {"suspension", suspension_json(account)},
                                  {"log", std::move(log)}}));
    return kOk;
  }
  fmt::print("name      {} (#{})\nrole      {}{}\ncreated   {}\nseen      {}\nmail      {}\n", account.person.name,
             account.person.id, role, account.person.bot ? ", bot" : "", moment_text(account.created_ms),
             moment_text(account.seen_ms), account.proven.empty() ? "no confirmed address" : "confirmed address");
  fmt::print("2-factor  {}\n", account.person.second_factor ? "on" : "off");
  fmt::print("sessions  {}\ntokens    {}\ngames     {}\nstudies   {}\nreported  {} messages\nsuspended {}\n",
             facts->sessions, facts->tokens, facts->games, facts->studies, facts->reported, suspension_text(account));
  if (facts->invited_by) fmt::print("invited   by {}\n", facts->invited_by->empty() ? "the host" : *facts->invited_by);
  for (const AuditEntry& entry : facts->log) fmt::print("{}\n", log_line(entry));
  return kOk;
}

int show_log(SqlConnection& db, const ActGiven& given) {
  for (const AuditEntry& entry : read_audit(db, std::numeric_limits<std::int64_t>::max(), given.most))
    fmt::print("{}\n", given.json ? json_text(log_json(entry)) : log_line(entry));
  return kOk;
}

int sign_out_everywhere(SqlConnection& db, const PersonFacts& facts, const ActGiven& given) {
  const std::int64_t ended = write_sign_out(db, {kHost, facts.account.person.id, given.why});
  fmt::print("{} is signed out everywhere: {} sessions and API tokens ended.\n", facts.account.person.name, ended);
  return kOk;
}

int correct_name(SqlConnection& db, const PersonFacts& facts, const ActGiven& given) {
  if (const Message fault = account_name_fault(given.new_name); !fault.empty()) return complain_of_use(fault.english());
  if (!write_new_name(db, {kHost, facts.account.person.id, given.why}, given.new_name)) {
    complain("there is already an account with the name " + given.new_name + ", or with one that looks like it");
    return kNegative;
  }
  fmt::print("{} is now {}. They sign in with the new name.\n", facts.account.person.name, given.new_name);
  return kOk;
}

// The owner reads it.
int complain_of_no_reason() {
  return complain_of_use("give the reason with --why; the owner of the account sees it at sign-in");
}

int suspend_account(SqlConnection& db, const PersonFacts& facts, const ActGiven& given) {
  if (given.why.empty()) return complain_of_no_reason();
  const std::int64_t until = given.days == 0 ? 0 : moment_now() + given.days * kDayMs;
  if (!write_suspension(db, {kHost, facts.account.person.id, given.why}, until)) {
    complain("the account is closed");
    return kNegative;
  }
  fmt::print("{} is suspended {}. Their running games and clocks continue.\n", facts.account.person.name,
             until == 0 ? "until you lift it" : "until " + moment_text(until) + " UTC");
  return kOk;
}

int close_account(SqlConnection& db, const PersonFacts& facts, const ActGiven& given) {
  if (given.why.empty()) return complain_of_no_reason();
  write_closing(db, {kHost, facts.account.person.id, given.why});
  fmt::print("The account {} is closed. Its name and games stay; email address, settings and notes are deleted.\n",
             facts.account.person.name);
  return kOk;
}

int lift_suspension(SqlConnection& db, const PersonFacts& facts, const ActGiven& given) {
  if (!write_lift(db, {kHost, facts.account.person.id, given.why})) {
    complain(facts.account.person.name + " is not suspended");
    return kNegative;
  }
  fmt::print("{} can sign in again.\n", facts.account.person.name);
  return kOk;
}

int turn_factor_off(SqlConnection& db, const PersonFacts& facts, const ServerConfig& config, const ActGiven& given) {
  if (!given.off) return complain_of_use("give --off: two-factor authentication is set up on the account page alone");
  if (given.why.empty()) return complain_of_use("give the reason with --why, for the audit log");
  if (!init_tokens()) return complain_of_use("this machine provides no random numbers");
  const std::string base = config.mail_relay.empty() ? std::string() : config.public_url;
  const auto letter = factor_notice(FactorNews::off, facts.account, base, moment_now());
  if (!write_factor_off(db, {kHost, facts.account.person.id, given.why}, letter)) {
    complain("two-factor authentication of " + facts.account.person.name + " is off already");
    return kNegative;
  }
  fmt::print("Two-factor authentication of {} is off. The password alone signs in now.\n", facts.account.person.name);
  return kOk;
}

int give_password_link(SqlConnection& db, const PersonFacts& facts, const ServerConfig& config, const ActGiven& given) {
  if (!init_tokens()) return complain_of_use("this machine provides no random numbers");
  const std::string token = new_token();
  write_password_link(db, {kHost, facts.account.person.id, given.why}, hash_token(token), moment_now() + kGivenLinkMs);
  fmt::print("{}\n", link_url(config.public_url, LinkKind::password, token));
  if (config.public_url.empty())
    fmt::print(stderr,
               "Put the address of your site in front of it. With the setting public-url, this command prints the "
               "whole link.\n");
  return kOk;
}

}  // namespace

void add_admin_acts(Command admin, const std::shared_ptr<const ConfigChoice>& choice, int& status) {
  const auto given = std::make_shared<ActGiven>();
  const auto look = [&](const char* name, const char* help, int (*show)(SqlConnection&, const ActGiven&)) {
    Command sub = admin.subcommand(name, help).fallthrough();
    sub.callback([=, &status] {
      status = with_database(*choice, false, [&](SqlConnection& db, const ServerConfig&) { return show(db, *given); });
    });
    sub.flag("--json", given->json, "Print one JSON object per line");
    return sub;
  };
  const auto act = [&](const char* name, const char* help, const ActWork& work) {
    Command sub = admin.subcommand(name, help).fallthrough();
    sub.option("NAME", given->name, "Name of the account").required();
    sub.option("--why", given->why, "Reason, for the audit log").type_name("TEXT");
    sub.callback([=, &status] { status = takes_words(given->why) ? act_on(*choice, given->name, work) : kBadUse; });
    return sub;
  };
  look("person", "Show one account: role, sessions, games, reports, and actions against it", show_person)
      .option("NAME", given->name, "Name of the account")
      .required();
  look("log", "Show the audit log: actions on accounts, newest first. It cannot be changed", show_log)
      .option("--most", given->most, "Maximum number of rows to list")
      .range(1, 1'000'000, InHelp::yes)
      .type_name("N")
      .show_default();
  act("sign-out", "End all sessions, API tokens and mailed links of an account",
      [given](SqlConnection& db, const PersonFacts& facts, const ServerConfig&) {
        return sign_out_everywhere(db, facts, *given);
      });
  act("rename", "Correct the name of an account",
      [given](SqlConnection& db, const PersonFacts& facts, const ServerConfig&) {
        return correct_name(db, facts, *given);
      })
      .option("NEW", given->new_name, "New name")
      .required();
  act("suspend", "Suspend an account: end its sessions and refuse sign-in",
      [given](SqlConnection& db, const PersonFacts& facts, const ServerConfig&) {
        return suspend_account(db, facts, *given);
      })
      .option("--days", given->days, "Length of the suspension, in days; without it, until lifted")
      .range(1, kMostSuspendedDays, InHelp::yes)
      .type_name("N");
  act("lift", "Lift a suspension, or reopen a closed account",
      [given](SqlConnection& db, const PersonFacts& facts, const ServerConfig&) {
        return lift_suspension(db, facts, *given);
      });
  act("close", "Close an account; its name and games stay",
      [given](SqlConnection& db, const PersonFacts& facts, const ServerConfig&) {
        return close_account(db, facts, *given);
      });
  act("second-factor", "Turn off two-factor authentication of an account whose owner lost phone and recovery codes",
      [given](SqlConnection& db, const PersonFacts& facts, const ServerConfig& config) {
        return turn_factor_off(db, facts, config, *given);
      })
      .flag("--off", given->off, "Turn it off; the owner can set it up again on the account page");
  act("password-link", "Print a link for choosing a new password; it works once, within a day",
      [given](SqlConnection& db, const PersonFacts& facts, const ServerConfig& config) {
        return give_password_link(db, facts, config, *given);
      });
}

}  // namespace cairn::cli

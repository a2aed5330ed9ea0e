// `cairn admin`: who may join (invitations, accounts that wait for approval), and what everybody is told.
#include <fmt/core.h>

#include <atomic>
#include <charconv>

#include "apps/cairn/admin_acts.h"
#include "apps/cairn/bot_link.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/terminal.h"
#include "notation/view_json.h"
#include "server/base/tokens.h"
#include "server/people/link_letters.h"
#include "server/people/site.h"
#include "server/play/clock_rule.h"
#include "server/protocol/site_from_client.h"

namespace cairn::cli {

namespace {

struct SiteGiven {
  std::string id, why, note, text, server = "http://localhost:8080";
  int uses = 1, days = 7, hours = 0;
  bool json = false, end = false;
};
using SiteWork = int (*)(SqlConnection&, const ServerConfig&, const SiteGiven&);

constexpr int kMostListed = 10'000;
constexpr std::int64_t kMsOfHour = 3'600'000;

// 0: it is none.
std::int64_t number_of(const std::string& id) {
  std::int64_t number = 0;
  const auto [end, wrong] = std::from_chars(id.data(), id.data() + id.size(), number);
  return wrong != std::errc{} || end != id.data() + id.size() ? 0 : number;
}

int complain_negative(const std::string& why) {
  complain(why);
  return kNegative;
}

bool uses_invitations(const ServerConfig& config) {
  return config.registration == Registration::by_invitation || config.registration == Registration::by_approval;
}

int create_invitation(SqlConnection& db, const ServerConfig& config, const SiteGiven& given) {
  if (!init_tokens()) return complain_negative("this machine provides no random numbers");
  const std::string token = new_token();
  const std::int64_t now = moment_now();
  write_invitation(db, {0, hash_token(token), kHost, {}, given.note, given.uses, 0, now, now + given.days * kDayMs},
                   true);
  fmt::print("{}\n", invitation_url(config.public_url, token));
  if (config.public_url.empty())
    fmt::print(stderr,
               "Put the address of your site before it; with the setting public-url the whole link is printed.\n");
  if (!uses_invitations(config))
    fmt::print(stderr,
               "The setting registration is \"{}\"; invitations count with \"by-invitation\" and \"by-approval\".\n",
               registration_word(config.registration));
  return kOk;
}

int list_invitations(SqlConnection& db, const ServerConfig&, const SiteGiven& given) {
  for (const Invitation& one : read_invitations(db, 0, moment_now(), kMostListed))
    if (given.json)
      fmt::print("{}\n", json_text({{"id", one.id},
                                    {"by", one.by_name},
                                    {"note", one.note},
                                    {"uses", one.uses},
                                    {"used", one.used},
                                    {"created_ms", one.created_ms},
                                    {"expires_ms", one.expires_ms}}));
    else
      fmt::print("{:>4}  until {}  {} of {} used  by {}{}\n", one.id, moment_text(one.expires_ms), one.used, one.uses,
                 one.by_name.empty() ? "(host)" : one.by_name, one.note.empty() ? "" : ": " + one.note);
  return kOk;
}

int withdraw_invitation(SqlConnection& db, const ServerConfig&, const SiteGiven& given) {
  if (!erase_invitation(db, number_of(given.id), kHost, true))
    return complain_negative("no open invitation has the number " + given.id);
  fmt::print("The invitation is withdrawn; accounts that were created with it stay.\n");
  return kOk;
}

int list_waiting(SqlConnection& db, const ServerConfig&, const SiteGiven& given) {
  for (const WaitingAccount& one : read_waiting(db, kMostListed))
    if (given.json)
      fmt::print("{}\n", json_text({{"id", one.id},
                                    {"name", one.name},
                                    {"note", one.note},
                                    {"mail", !one.email.empty()},
                                    {"created_ms", one.created_ms}}));
    else
      fmt::print("{:>4}  {}  {}{}\n", one.id, moment_text(one.created_ms), one.name,
                 one.note.empty() ? "" : ": " + one.note);
  return kOk;
}

int decide_waiting(SqlConnection& db, const ServerConfig& config, const SiteGiven& given, bool good) {
  if (!init_tokens()) return complain_negative("this machine provides no random numbers");
  const auto one = read_waiting_one(db, number_of(given.id));
  if (!one) return complain_negative("no account that waits has the number " + given.id);
  const Notice letter =
      config.mail_relay.empty() ? Notice() : decision_notice(*one, good, given.why, config.public_url, moment_now());
  const ActWish wish = {kHost, 0, given.why};
  const Written written = good ? write_approval(db, wish, one->id, letter) : write_refusal(db, wish, one->id, letter);
  if (written.how != Written::How::durable)
    return complain_negative("another account has the name " + one->name + ", or one that looks like it");
  if (good)
    fmt::print("{} has an account now.\n", one->name);
  else
    fmt::print("{} has no account; they read the reason when they sign in.\n", one->name);
  return kOk;
}

int approve_waiting(SqlConnection& db, const ServerConfig& config, const SiteGiven& given) {
  return decide_waiting(db, config, given, true);
}

int refuse_waiting_one(SqlConnection& db, const ServerConfig& config, const SiteGiven& given) {
  if (given.why.empty()) {
    complain("give the reason with --why; the person who asked for the account reads it");
    return kBadUse;
  }
  return decide_waiting(db, config, given, false);
}

int announce_to_all(SqlConnection& db, const ServerConfig&, const SiteGiven& given) {
  if (given.end) {
    if (!end_announcement(db, {kHost, 0, {}})) return complain_negative("there is no announcement");
    fmt::print("The announcement has ended.\n");
    return kOk;
  }
  if (given.text.empty()) {
    const auto now = read_announcement(db);
    if (!now || !now->holds(moment_now())) return complain_negative("there is no announcement");
    fmt::print("{} ({})\n", now->text,
               now->until_ms == 0 ? "until it is ended" : "until " + moment_text(now->until_ms) + " UTC");
    return kOk;
  }
  if (const Message fault = announcement_fault(given.text); !fault.empty()) {
    complain(fault.english());
    return kBadUse;
  }
  write_announcement(db, {kHost, 0, {}}, given.text, given.hours == 0 ? 0 : moment_now() + given.hours * kMsOfHour);
  fmt::print("Every page shows it within some seconds.\n");
  return kOk;
}

int show_health(const std::string& url, bool json) {
  ServerAccess access;
  if (const std::string fault = read_server_url(url, access); !fault.empty()) {
    complain(fault);
    return kBadUse;
  }
  const std::atomic<bool> stop{false};
  const ServerAnswer answer = BotLink(access, stop).once("/api/admin/health");
  if (!answer.good() || !answer.body.contains("lines")) {
    complain("the server does not tell: " + answer.text +
             "; it answers addresses in its setting metrics-from, such as its own machine");
    return kBadUse;
  }
  bool bad = false;
  for (const Json& line : answer.body.at("lines")) {
    const std::string state = line.value("state", ""), name = line.value("name", "");
    bad = bad || state == "bad";
    if (json) {
      fmt::print("{}\n", json_text(line));
      continue;
    }
    const Json &says = line.at("says"), &todo = line.at("todo");
    fmt::print("{:8} {:9} {}\n", state, name, says.value("message", ""));
    if (todo.is_object()) fmt::print("{:18} {}\n", "", todo.value("message", ""));
  }
  return bad ? kNegative : kOk;
}

}  // namespace

void add_admin_site(Command admin, const std::shared_ptr<const ConfigChoice>& choice, int& status) {
  const auto given = std::make_shared<SiteGiven>();
  const auto add = [&](const char* name, const char* help, bool write, SiteWork work) {
    Command sub = admin.subcommand(name, help).fallthrough();
    sub.callback([=, &status] {
      status = with_database(*choice, write, [&](SqlConnection& db, const ServerConfig& config) {
        if (!write) return work(db, config, *given);
        if (!takes_words(given->why, given->note)) return kBadUse;
        db.begin();
        const int done = work(db, config, *given);
        done == kOk ? db.commit() : db.rollback();
        return done;
      });
    });
    return sub;
  };
  Command made = add("invite", "Print an invitation link, with which people create accounts", true, create_invitation);
  made.option("--uses", given->uses, "Maximum number of accounts that can be created with the link")
      .range(1, kMostInvitationUses, InHelp::yes)
      .type_name("N")
      .show_default();
  made.option("--days", given->days, "Lifetime of the link, in days")
      .range(1, kMostInvitationDays, InHelp::yes)
      .type_name("N")
      .show_default();
  made.option("--note", given->note, "Name of a person or group, for your own list").type_name("TEXT");
  add("invitations", "List open invitations, newest first", false, list_invitations)
      .flag("--json", given->json, "Print one JSON object per line");
  add("withdraw-invitation", "Withdraw an invitation", true, withdraw_invitation)
      .option("ID", given->id, "Number of the invitation in `admin invitations`")
      .required();
  add("waiting", "List accounts that wait for approval, oldest first", false, list_waiting)
      .flag("--json", given->json, "Print one JSON object per line");
  for (const bool good : {true, false}) {
    Command sub = good ? add("approve", "Approve a waiting account", true, approve_waiting)
                       : add("refuse", "Refuse a waiting account", true, refuse_waiting_one);
    sub.option("ID", given->id, "Number of the account in `admin waiting`").required();
    sub.option("--why", given->why, "Reason, for the audit log").type_name("TEXT");
  }
  Command told =
      add("announce", "Show a text on top of every page; without TEXT, print the one shown", true, announce_to_all);
  told.option("TEXT", given->text, "One line");
  told.option("--hours", given->hours, "Hours until the text disappears; without it, it stays until you remove it")
      .range(1, kMostAnnouncementHours, InHelp::yes)
      .type_name("N");
  told.flag("--end", given->end, "Remove the announcement");
  Command health =
      admin.subcommand("health", "Show the health of a running server, and what to do; exit code 1 if something is bad")
          .fallthrough();
  health.option("--server", given->server, "Address of the server, from its own machine")
      .type_name("URL")
      .show_default();
  health.flag("--json", given->json, "Print one JSON object per line");
  health.callback([given, &status] { status = show_health(given->server, given->json); });
}

}  // namespace cairn::cli

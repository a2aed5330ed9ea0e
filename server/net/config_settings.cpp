// The list of all settings, and the kinds that they are of.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "notation/sgf_charset.h"
#include "server/mail/outgoing.h"
#include "server/net/addresses.h"
#include "server/net/club.h"
#include "server/net/config.h"
#include "server/net/mail_place.h"
#include "server/play/fields.h"
#include "server/store/backup_plan.h"

namespace cairn {

namespace {

using Choices = std::vector<std::string_view>;

// --- one function for each kind of setting

Setting text(std::string_view key, std::string right, std::string ServerConfig::*member) {
  Setting setting{key, {}, {}};
  setting.right = std::move(right);
  setting.get = [member](const ServerConfig& config) { return SettingValue(config.*member); };
  setting.set = [member](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::string>(&value);
    if (given != nullptr) config.*member = *given;
    return given != nullptr;
  };
  return setting;
}

template <class T>
Setting number(std::string_view key, T ServerConfig::*member, std::int64_t least, std::int64_t most) {
  Setting setting{key, {}, {}};
  setting.right = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  setting.get = [member](const ServerConfig& config) {
    return SettingValue(static_cast<std::int64_t>(config.*member));
  };
  setting.set = [member, least, most](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::int64_t>(&value);
    if (given == nullptr || *given < least || *given > most) return false;
    config.*member = static_cast<T>(*given);
    return true;
  };
  return setting;
}

Setting rate(std::string_view key, double ServerConfig::*member) {
  constexpr double kLeast = 0.01, kMost = 1e6;
  Setting setting{key, {}, {}};
  setting.right = "a number from 0.01 to 1000000";
  setting.get = [member](const ServerConfig& config) -> SettingValue {
    const double value = config.*member;
    if (value == std::floor(value)) return static_cast<std::int64_t>(value);
    return value;
  };
  setting.set = [member](ServerConfig& config, const SettingValue& value) {
    double given = 0;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) given = static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) given = *real;
    if (!(given >= kLeast && given <= kMost)) return false;
    config.*member = given;
    return true;
  };
  return setting;
}

Setting truth(std::string_view key, bool ServerConfig::*member) {
  Setting setting{key, {}, {}};
  setting.right = "true or false";
  setting.get = [member](const ServerConfig& config) { return SettingValue(config.*member); };
  setting.set = [member](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<bool>(&value);
    if (given != nullptr) config.*member = *given;
    return given != nullptr;
  };
  return setting;
}

template <class T>
Setting choice(std::string_view key, T ServerConfig::*member, const Choices& choices) {
  Setting setting{key, {}, {}};
  for (const auto word : choices)
    setting.right.append(setting.right.empty() ? "one of " : ", ").append("\"").append(word).append("\"");
  setting.get = [member, choices](const ServerConfig& config) {
    return SettingValue(std::string(choices[static_cast<std::size_t>(config.*member)]));
  };
  setting.set = [member, choices](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::string>(&value);
    if (given == nullptr) return false;
    const auto found = std::find(choices.begin(), choices.end(), *given);
    if (found == choices.end()) return false;
    config.*member = static_cast<T>(found - choices.begin());
    return true;
  };
  return setting;
}

Setting contact() {
  Setting setting{"contact", {}, {}};
  setting.right = R"(an address such as "mailto:host@example.org" or "https://example.org/contact")";
  setting.get = [](const ServerConfig& config) { return SettingValue(config.contact); };
  setting.set = [](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::string>(&value);
    const auto begins = [&](std::string_view with) { return given->substr(0, with.size()) == with; };
    const auto plain = [](char c) { return c > ' ' && c <= '~'; };
    constexpr std::size_t kMost = 200;
    if (given == nullptr || given->size() > kMost || !std::all_of(given->begin(), given->end(), plain)) return false;
    if (!given->empty() && !begins("mailto:") && !begins("https://")) return false;
    config.contact = *given;
    return true;
  };
  return setting;
}

template <class Good>
Setting checked(std::string_view key, std::string right, std::string ServerConfig::*member, Good good) {
  Setting setting = text(key, std::move(right), member);
  setting.set = [member, good](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::string>(&value);
    if (given == nullptr || (!given->empty() && !good(*given))) return false;
    config.*member = *given;
    return true;
  };
  return setting;
}

// "smtp://mail.example.org:25": one of these schemes, a name or an address, a port or none, and no more.
bool is_origin(std::string_view url, const std::vector<std::string_view>& schemes) {
  constexpr std::string_view kHost = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
  return std::any_of(schemes.begin(), schemes.end(), [&](std::string_view scheme) {
    const std::string_view rest = url.substr(std::min(scheme.size(), url.size()));
    return url.substr(0, scheme.size()) == scheme && !rest.empty() && rest.size() < 260 &&
           rest.find_first_not_of(kHost) == std::string_view::npos && rest.front() != ':' && rest.back() != ':';
  });
}

Setting addresses(std::string_view key, std::vector<std::string> ServerConfig::*member) {
  Setting setting{key, {}, {}};
  setting.right = R"(a list of addresses, such as ["127.0.0.1", "10.0.0.0/8", "::1"])";
  setting.get = [member](const ServerConfig& config) { return SettingValue(config.*member); };
  setting.set = [member](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::vector<std::string>>(&value);
    if (given == nullptr || !std::all_of(given->begin(), given->end(), net::AddressSet::is_address)) return false;
    config.*member = *given;
    return true;
  };
  return setting;
}

Setting host_names() {
  Setting setting{"host-names", {}, {}};
  setting.right = R"(a list of names, such as ["cairn", "play.example.net"])";
  setting.get = [](const ServerConfig& config) { return SettingValue(config.host_names); };
  setting.set = [](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::vector<std::string>>(&value);
    const auto is_name = [](const std::string& name) {
      return !name.empty() && name.size() < 256 && std::all_of(name.begin(), name.end(), [](char c) {
        return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_';
      });
    };
    if (given == nullptr || !std::all_of(given->begin(), given->end(), is_name)) return false;
    config.host_names = *given;
    return true;
  };
  return setting;
}

Setting mail_place() {
  Setting setting = text("mail-socket", std::string(net::kRightMailPlace), &ServerConfig::mail_socket);
  setting.set = [](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::string>(&value);
    if (given == nullptr || (!given->empty() && !net::read_mail_place(*given))) return false;
    config.mail_socket = *given;
    return true;
  };
  return setting;
}

Setting words(std::string_view key, std::string right, std::vector<std::string> ServerConfig::*member) {
  Setting setting{key, {}, {}};
  setting.right = std::move(right);
  setting.get = [member](const ServerConfig& config) { return SettingValue(config.*member); };
  setting.set = [member](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::vector<std::string>>(&value);
    if (given == nullptr || (!given->empty() && given->front().empty())) return false;
    config.*member = *given;
    return true;
  };
  return setting;
}

Setting host_name(std::string_view key, std::string ServerConfig::*member) {
  Setting setting = text(key, R"(a name such as "play.example.org")", member);
  setting.set = [member](ServerConfig& config, const SettingValue& value) {
    const auto* given = std::get_if<std::string>(&value);
    const auto good = [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '-'; };
    constexpr std::size_t kMost = 200;
    if (given == nullptr || given->size() > kMost || !std::all_of(given->begin(), given->end(), good)) return false;
    config.*member = *given;
    return true;
  };
  return setting;
}

// --- the list, group by group

class SettingGroup {
 public:
  SettingGroup(std::vector<Setting>& all, std::string_view name) : all_(all), name_(name) {}
  // SIGHUP changes it in a running server.
  void live(Setting setting, std::string_view help) { add(std::move(setting), help, true); }
  // A restart changes it.
  void at_start(Setting setting, std::string_view help) { add(std::move(setting), help, false); }

 private:
  void add(Setting setting, std::string_view help, bool live) {
    setting.group = name_;
    setting.help = help;
    setting.live = live;
    all_.push_back(std::move(setting));
  }

  std::vector<Setting>& all_;
  std::string_view name_;
};

using C = ServerConfig;
constexpr std::int64_t kMany = 1'000'000'000;
constexpr std::size_t kMostClubName = 40, kMostClubWelcome = 500;  // letters

void add_place_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Address and data");
  group.at_start(text("address", R"(an address such as "localhost" or "0.0.0.0")", &C::address),
                 "Who can reach the server: localhost (this machine, 127.0.0.1 and ::1), 0.0.0.0 (everybody, by IPv4), "
                 ":: (everybody, by IPv4 and IPv6), or one address of this machine");
  group.at_start(number("port", &C::port, 0, 65535), "TCP port; 0: any free port, which the server prints");
  group.at_start(text("data", "the path of a folder", &C::data),
                 "Folder of the database, created if it is missing; one server at a time may use it");
  group.at_start(text("database", R"(a URL such as "postgresql://user@host:port/database")", &C::database),
                 "PostgreSQL database instead of a folder, shared by any number of servers: "
                 "postgresql://user@host:port/database. Put an address with a password into the environment "
                 "(CAIRN_DATABASE) or into a file that only the server can read");
  group.at_start(words("database-replica", R"(a list of URLs, such as ["postgresql://user@standby:port/database"])",
                       &C::database_replica),
                 "Standbys of that database, at most 8, from which the server reads what may be some seconds old: "
                 "searches of finished games and libraries, openings, leaderboards, ratings");
  group.at_start(number("database-replica-lag", &C::database_replica_lag, 2, 60),
                 "How far a replica may be behind, in seconds; the server does not read one that is further behind "
                 "until it has caught up");
  group.at_start(text("secrets-key", "the path of a file", &C::secrets_key),
                 "File with the key that seals secrets in the database, the same for all servers of one PostgreSQL "
                 "database; empty: secrets.key in the data folder. The server creates a missing key; with PostgreSQL "
                 "only for a new database, and without this setting only if the data folder exists");
  group.live(text("web", "the path of a folder", &C::web),
             "Folder of the built web client; empty: the server looks near the program");
  group.live(contact(), "Contact of the host. Push services get it, and some refuse to deliver without it");
  group.live(checked("public-url", R"(an address such as "https://example.org", without a path)", &C::public_url,
                     [](std::string_view url) {
                       return is_origin(url, {"https://", "http://"});
                     }),
             "Address at which people find the server; links in mails begin with it");
  group.live(host_names(),
             "More host names that requests may use, besides the one in public-url, IP addresses and localhost");
}

void add_work_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Bots and analysis");
  group.at_start(number("bot-threads", &C::bot_threads, -1, 256),
                 "Threads that compute moves of bots, each with up to 80 MB; -1: processors minus one; 0: `cairn "
                 "worker` computes, and one thread does the rest");
  group.at_start(number("tables-in-memory", &C::tables_in_memory, 1, kMany),
                 "Maximum number of idle tables in memory; the server reads the others again when somebody opens them");
  group.live(number("analysis-playouts", &C::analysis_playouts, 0, 1'000'000),
             "Game analysis: maximum number of playouts for each position; 0: no game analysis");
  group.live(number("analysis-seconds", &C::analysis_seconds, 1, 60),
             "Game analysis: maximum time for each position, in seconds");
  group.live(number("analyses-a-day", &C::analyses_a_day, 1, 100'000),
             "Game analysis: maximum number of games that one person may have analysed per day");
  group.at_start(text("selfplay-run", "the path of a folder", &C::selfplay_run),
                 "Folder of a training run (train/train.py) for which workers play self-play games (`cairn selfplay "
                 "--server`), as its jobs.json says; empty: none");
}

void add_https_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "HTTPS");
  group.live(text("tls-certificate", "the path of a PEM file", &C::tls_certificate),
             "Certificate, followed by its intermediate certificates (Let's Encrypt: fullchain.pem). With it, the port "
             "accepts HTTPS only. The server reads new files within a minute, or at once after SIGHUP");
  group.live(text("tls-key", "the path of a PEM file", &C::tls_key),
             "Private key of the certificate, without a password (Let's Encrypt: privkey.pem)");
  group.at_start(number("redirect-port", &C::redirect_port, 0, 65535),
                 "Second port, such as 80, that redirects HTTP to HTTPS; 0: none");
}

void add_proxy_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Behind an HTTPS proxy");
  group.live(truth("behind-proxy", &C::behind_proxy),
             "A proxy handles HTTPS: trust its X-Forwarded-For, and send cookies over HTTPS only");
  group.live(addresses("trusted-proxies", &C::trusted_proxies), "Addresses of the proxies that behind-proxy trusts");
}

void add_limits_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Limits");
  group.live(truth("rate-limits", &C::rate_limits), "Rate limits for each address");
  group.live(number("disk-reserve", &C::disk_reserve, -1, 1'000'000),
             "Free space to keep on the disk of the database, in MiB. With less, the server stores only moves. -1: "
             "256, or 5 % of a smaller disk; 0: no reserve");
  group.live(rate("requests-per-second", &C::requests_per_second),
             "Maximum requests per second from one address, on average");
  group.live(rate("requests-at-once", &C::requests_at_once),
             "Maximum requests at once from one address, after a pause");
  group.live(rate("beginnings-per-second", &C::beginnings_per_second),
             "Maximum new guests and tables per second from one address, on average");
  group.live(rate("beginnings-at-once", &C::beginnings_at_once),
             "Maximum new guests and tables at once from one address, after a pause");
  group.live(choice("rated-at-one-address", &C::rated_at_one_address, {"weigh", "whole", "none"}),
             "How rated games between two people at one address count: weigh (each further one counts less), whole (in "
             "full, for a club room), none (not at all)");
  group.live(number("open-games-per-person", &C::open_games_per_person, 1, 1'000),
             "Maximum number of open games of one account in the lobby");
  group.live(number("guest-open-games", &C::guest_open_games, 1, 1'000),
             "Maximum number of open games of one guest in the lobby");
  group.live(number("studies-per-person", &C::studies_per_person, 0, 100'000), "Maximum number of studies per account");
  group.live(number("study-mebibytes", &C::study_mebibytes, 1, 1'000),
             "Maximum size of all studies of one account together, in MiB");
  group.live(number("mebibytes-a-day", &C::mebibytes_a_day, 1, 100'000),
             "Maximum data that one account may store per day, in MiB; one address may store eight times as much");
  group.live(number("guest-mebibytes-a-day", &C::guest_mebibytes_a_day, 1, 100'000),
             "Maximum data that one guest may store per day, in MiB");
  group.live(number("connections-per-address", &C::connections_per_address, 1, kMany),
             "Maximum open connections from one address");
  group.live(number("max-connections", &C::max_connections, 1, kMany), "Maximum open connections in total");
  group.live(number("request-seconds", &C::request_seconds, 1, 600),
             "Maximum time for a request to arrive, and for a connection to be idle between requests, in seconds");
  group.live(number("max-queued-bytes", &C::max_queued_bytes, 1024, kMany),
             "Maximum data that waits for a slow WebSocket before the server closes it, in bytes");
  group.live(addresses("hook-networks", &C::hook_networks),
             "Networks of your own to which the server may send webhooks. It sends none to this machine, or to private "
             "and local networks, unless they are listed here");
}

void add_people_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Accounts and guests");
  group.live(choice("registration", &C::registration, {"open", "by-invitation", "by-approval", "closed"}),
             "Who may create an account: open (everybody), by-invitation (people with an invitation link), by-approval "
             "(everybody, when a moderator has approved it; an invitation link needs no approval), closed (nobody)");
  group.live(truth("members-invite", &C::members_invite),
             "Players may create invitation links, for up to 5 accounts each; otherwise only moderators can");
  group.live(number("most-waiting", &C::most_waiting, 1, 10'000),
             "Maximum number of accounts that wait for approval; the server accepts no more");
  group.live(
      choice("second-factor", &C::second_factor, {"optional", "moderators"}),
      "Two-factor authentication of accounts: optional, or required of moderators and admins, who without it may "
      "read, but not act as moderators");
  group.live(truth("guests", &C::guests),
             "Guests, who play without an account; once disabled, existing guests keep playing");
}

void add_club_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "The club");
  group.live(checked("club-name", "a line of at most 40 letters", &C::club_name,
                     [](std::string_view name) {
                       return sgf::is_utf8(name) && plain_text(name, kMostClubName) && shows_as_it_is(name) &&
                              (name.empty() || !trim(name).empty());
                     }),
             "Name of the site, in titles, mails and feeds; empty: Cairn");
  group.live(checked("club-accent", R"(a colour such as "#0a5fb8")", &C::club_accent,
                     [](std::string_view colour) { return net::read_colour(colour).has_value(); }),
             "Colour of links and buttons. The server darkens or lightens it until it can be read; empty: brown");
  group.live(checked("club-welcome", "a text of at most 500 letters", &C::club_welcome,
                     [](std::string_view text) {
                       return sgf::is_utf8(text) && plain_text(text, kMostClubWelcome, true) && shows_as_it_is(text);
                     }),
             "Text on the start page; empty: none");
  group.live(
      text("club-rules", "the path of a file", &C::club_rules),
      "Text file with the rules of the site, of at most 64 KiB, at /rules and linked where accounts are created; "
      "empty: none");
}

void add_mail_out_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Outgoing mail");
  group.live(checked("mail-relay", R"(an address such as "smtp://127.0.0.1:25" or "smtps://mail.example.org:465")",
                     &C::mail_relay,
                     [](std::string_view url) {
                       return is_origin(url, {"smtp://", "smtps://"});
                     }),
             "Mail server that delivers Cairn's mail; empty: Cairn sends no mail");
  group.live(choice("mail-relay-tls", &C::mail_relay_tls, {"required", "optional", "never"}),
             "Whether smtp:// uses STARTTLS. With a password, \"optional\" means \"required\", and \"never\" sends the "
             "password unencrypted");
  group.live(text("mail-relay-ca", "the path of a PEM file", &C::mail_relay_ca),
             "Certificate authority of the relay; empty: those of the system");
  group.live(text("mail-relay-user", "a name", &C::mail_relay_user), "User name at the relay; empty: no sign-in");
  group.live(text("mail-relay-password", "a text", &C::mail_relay_password),
             "Password at the relay. Put it into the environment (CAIRN_MAIL_RELAY_PASSWORD) or into a file that only "
             "the server can read");
  group.live(text("mail-relay-password-file", "the path of a file", &C::mail_relay_password_file),
             "File whose first line is the password at the relay");
  group.live(checked("mail-from", R"(a name and an address, such as "Cairn <play@example.org>")", &C::mail_from,
                     [](std::string_view mailbox) { return address_in(mailbox).has_value(); }),
             "Sender of Cairn's mail");
  group.live(checked("mail-domain", R"(the name of a domain, such as "example.org")", &C::mail_domain,
                     [](std::string_view domain) { return is_mail_address("x@" + std::string(domain)); }),
             "Domain of Cairn's mail addresses; empty: the domain of mail-from");
}

void add_mail_in_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Incoming mail (play by e-mail)");
  group.at_start(mail_place(),
                 "Where your mail server delivers mail by LMTP: the path of a socket, or 127.0.0.1:PORT, which every "
                 "user of this machine can reach; empty: no incoming mail");
  group.at_start(host_name("mail-authserv-id", &C::mail_authserv_id),
                 "Name that your mail server writes into its Authentication-Results. Only headers with this name prove "
                 "who sent a mail");
  group.at_start(number("mail-hops", &C::mail_hops, 0, 20),
                 "Maximum number of Received headers above that header: as many as your own machines write");
}

void add_watch_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Logs and metrics");
  group.live(choice("log-level", &C::log_level, {"debug", "info", "warning", "error"}), "Log level on standard error");
  group.live(choice("log-format", &C::log_format, {"text", "json"}), "Log lines for people (text) or programs (json)");
  group.live(choice("access-log", &C::access_log, {"off", "debug", "info"}),
             "Log level of the line for each request (route, status, time, address)");
  group.live(truth("metrics", &C::metrics), "Metrics for Prometheus, at GET /metrics");
  group.live(addresses("metrics-from", &C::metrics_from), "Addresses that may read the metrics, never through a proxy");
  group.live(number("drain-seconds", &C::drain_seconds, 0, 3600),
             "How long to keep serving after SIGTERM, while /readyz fails, in seconds");
}

void add_backup_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Backups");
  group.live(text("backup-folder", "the path of a folder", &C::backup_folder),
             "Folder for scheduled backups of the SQLite database, best on another disk; empty: no backups");
  group.live(
      words("backup-command", R"(a list of a program and its arguments, such as ["/usr/local/bin/keep", "cairn"])",
            &C::backup_command),
      "Program, with its arguments, that gets each scheduled backup on its standard input; no shell reads it. Empty: "
      "none");
  group.live(number("backup-hours", &C::backup_hours, 1, 168), "Hours between scheduled backups");
  group.live(checked("backup-at", R"(a time of day such as "03:30")", &C::backup_at,
                     [](std::string_view time) { return minutes_of_day(time).has_value(); }),
             "Time of day (UTC) of a scheduled backup; the others follow every backup-hours");
  group.live(
      number("backup-daily", &C::backup_daily, 1, 366),
      "Number of days for which the server keeps the newest backup of the day; it deletes backups that no rule keeps");
  group.live(number("backup-weekly", &C::backup_weekly, 0, 520),
             "Number of weeks for which the server keeps the newest backup of the week");
  group.live(number("backup-monthly", &C::backup_monthly, 0, 1200),
             "Number of months for which the server keeps the newest backup of the month");
}

std::vector<Setting> make_settings() {
  std::vector<Setting> all;
  for (const auto add : {add_place_settings, add_work_settings, add_https_settings, add_proxy_settings,
                         add_people_settings, add_club_settings, add_limits_settings, add_mail_out_settings,
                         add_mail_in_settings, add_backup_settings, add_watch_settings})
    add(all);
  return all;
}

}  // namespace

std::span<const Setting> settings() {
  static const std::vector<Setting> all = make_settings();
  return all;
}

}  // namespace cairn

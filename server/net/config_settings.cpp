// The list of all settings, and the kinds that they are of.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "server/mail/outgoing.h"
#include "server/net/addresses.h"
#include "server/net/config.h"
#include "server/net/mail_place.h"

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
  setting.right = R"(an address, as "mailto:host@example.org" or "https://example.org/contact")";
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
  setting.right = R"(a list of addresses, as ["127.0.0.1", "10.0.0.0/8", "::1"])";
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
  setting.right = R"(a list of names, as ["cairn", "play.example.net"])";
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

Setting host_name(std::string_view key, std::string ServerConfig::*member) {
  Setting setting = text(key, R"(a name, as "play.example.org")", member);
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

void add_place_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Where it is and what it keeps");
  group.at_start(
      text("address", R"(an address, as "localhost" or "0.0.0.0")", &C::address),
      "Who can reach it: localhost only this machine (127.0.0.1 and ::1), 0.0.0.0 everybody by IPv4, :: everybody by "
      "IPv4 and IPv6; any other address of this machine alone");
  group.at_start(number("port", &C::port, 0, 65535), "TCP port; 0 takes a free one and says which");
  group.at_start(text("data", "the path of a folder", &C::data),
                 "Folder of the database; made where missing; one server at a time may use it");
  group.at_start(
      text("database", R"(a URL, as "postgresql://user@host:port/database")", &C::database),
      "postgresql://user@host:port/database instead of a folder: any number of servers share it. A password belongs "
      "into the environment, as CAIRN_DATABASE, or into a file that only the server can read");
  group.at_start(
      text("secrets-key", "the path of a file", &C::secrets_key),
      "File of the key that secrets in the database are sealed with, made where missing, and the same for all servers "
      "of a PostgreSQL; empty: secrets.key in the data folder. With PostgreSQL it is made there only for a new "
      "database, where the folder exists");
  group.live(text("web", "the path of a folder", &C::web),
             "Folder of the built web client; empty: looked for near the program");
  group.live(contact(),
             "How to reach who runs this server; the services of web push are told, and some take nothing without it");
  group.live(checked("public-url", R"(an address, as "https://example.org", without a path)", &C::public_url,
                     [](std::string_view url) {
                       return is_origin(url, {"https://", "http://"});
                     }),
             "Where people find it: links in mails begin with it");
  group.live(host_names(),
             "More names that requests may call this server by, beside that of public-url, addresses of numbers and "
             "localhost");
}

void add_work_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Work");
  group.at_start(
      number("bot-threads", &C::bot_threads, -1, 256),
      "Threads that think for the bots, each with about 80 MB at most; -1: one less than processors; 0: workers think "
      "(`cairn worker`), and one thread for what they do not get");
  group.at_start(number("tables-in-memory", &C::tables_in_memory, 1, kMany),
                 "Idle tables beyond these leave the memory and are read again when somebody comes");
  group.live(number("analysis-playouts", &C::analysis_playouts, 0, 1'000'000),
             "How much is thought about each position of a finished game that somebody has analysed; 0: no games are "
             "analysed");
  group.live(number("analysis-seconds", &C::analysis_seconds, 1, 60), "... and for how long at most");
  group.live(number("analyses-a-day", &C::analyses_a_day, 1, 100'000),
             "Games that one person may have analysed within a day");
  group.at_start(
      text("selfplay-run", "the path of a folder", &C::selfplay_run),
      "Folder of a run of train/train.py, for which workers play games of self-play (`cairn selfplay --server`) as its "
      "jobs.json says; empty: they play none");
}

void add_https_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "HTTPS");
  group.live(
      text("tls-certificate", "the path of a PEM file", &C::tls_certificate),
      "The certificate, with those between it and its authority behind it (Let's Encrypt: fullchain.pem); then HTTPS "
      "alone is spoken on the port. New files are taken over within a minute, and by SIGHUP");
  group.live(text("tls-key", "the path of a PEM file", &C::tls_key),
             "Its key, without a password (Let's Encrypt: privkey.pem)");
  group.at_start(number("redirect-port", &C::redirect_port, 0, 65535),
                 "A second port that sends plain HTTP to HTTPS, as 80; 0: none");
}

void add_proxy_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Behind a proxy that speaks HTTPS");
  group.live(truth("behind-proxy", &C::behind_proxy),
             "A proxy speaks HTTPS: believe its X-Forwarded-For, send cookies only by HTTPS");
  group.live(addresses("trusted-proxies", &C::trusted_proxies), "Whose X-Forwarded-For is believed then");
}

void add_limits_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Limits");
  group.live(truth("rate-limits", &C::rate_limits), "Limit how often an address may ask");
  group.live(
      number("disk-reserve", &C::disk_reserve, -1, 1'000'000),
      "MiB that must be free on the disk of the database; below them only moves are stored; -1: 256, or a twentieth of "
      "a smaller disk; 0: no such limit");
  group.live(rate("requests-per-second", &C::requests_per_second), "Requests of one address, on average");
  group.live(rate("requests-at-once", &C::requests_at_once), "... and at once, after a pause");
  group.live(rate("beginnings-per-second", &C::beginnings_per_second),
             "New guests and tables of one address, on average");
  group.live(rate("beginnings-at-once", &C::beginnings_at_once), "... and at once, after a pause");
  group.live(
      choice("rated-at-one-address", &C::rated_at_one_address, {"weigh", "whole", "none"}),
      "Rated games of two at one address: weigh counts each of a person's less than the one before, whole counts all, "
      "as for a club room behind one address, none counts none");
  group.live(number("connections-per-address", &C::connections_per_address, 1, kMany),
             "Open connections of one address");
  group.live(number("max-connections", &C::max_connections, 1, kMany), "Open connections in all");
  group.live(number("request-seconds", &C::request_seconds, 1, 600),
             "How long a request may take to come, and a connection be quiet between two");
  group.live(number("max-queued-bytes", &C::max_queued_bytes, 1024, kMany),
             "What may wait for a WebSocket that does not read before it is let go");
  group.live(
      addresses("hook-networks", &C::hook_networks),
      "Networks of your own to which webhooks may be sent. To addresses of this machine, of private and of local "
      "networks nothing is sent that is not listed here");
}

void add_mail_out_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Mail");
  group.live(
      checked("mail-relay", R"(an address, as "smtp://127.0.0.1:25" or "smtps://mail.example.org:465")", &C::mail_relay,
              [](std::string_view url) {
                return is_origin(url, {"smtp://", "smtps://"});
              }),
      "The mail server that takes our mail and brings it on; empty: no mail goes out");
  group.live(
      choice("mail-relay-tls", &C::mail_relay_tls, {"required", "optional", "never"}),
      "Whether smtp:// goes on by STARTTLS. With a user's password \"optional\" is \"required\", \"never\" sends it as "
      "it is");
  group.live(text("mail-relay-ca", "the path of a PEM file", &C::mail_relay_ca),
             "The authority of the relay's certificate; empty: those of the system");
  group.live(text("mail-relay-user", "a name", &C::mail_relay_user),
             "Who the relay is told that we are; empty: it need not know");
  group.live(
      text("mail-relay-password", "a text", &C::mail_relay_password),
      "... and the password: it belongs into the environment, as CAIRN_MAIL_RELAY_PASSWORD, or into a file that only "
      "the server can read");
  group.live(text("mail-relay-password-file", "the path of a file", &C::mail_relay_password_file),
             "... or its first line is the password");
  group.live(checked("mail-from", R"(a name and an address, as "Cairn <play@example.org>")", &C::mail_from,
                     [](std::string_view mailbox) { return address_in(mailbox).has_value(); }),
             "Who our mail is from");
  group.live(checked("mail-domain", R"(the name of a domain, as "example.org")", &C::mail_domain,
                     [](std::string_view domain) { return is_mail_address("x@" + std::string(domain)); }),
             "What stands behind the @ of our own addresses; empty: as in mail-from");
}

void add_mail_in_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Play by mail: what comes in");
  group.at_start(
      mail_place(),
      "Where the mail server hands mails over, by LMTP: a socket's path, or 127.0.0.1:PORT, which everybody on this "
      "machine reaches; empty: no mail comes in");
  group.at_start(
      host_name("mail-authserv-id", &C::mail_authserv_id),
      "Name by which that mail server signs its Authentication-Results; only its word proves who sent a mail");
  group.at_start(
      number("mail-hops", &C::mail_hops, 0, 20),
      "How many Received headers may stand above such a header: as many as machines of your own write there");
}

void add_watch_settings(std::vector<Setting>& all) {
  SettingGroup group(all, "Watching it");
  group.live(choice("log-level", &C::log_level, {"debug", "info", "warning", "error"}),
             "The least important lines that are written to stderr");
  group.live(choice("log-format", &C::log_format, {"text", "json"}), "Lines for people or for programs");
  group.live(choice("access-log", &C::access_log, {"off", "debug", "info"}),
             "The level of a line for each request: route, status, time, address");
  group.live(truth("metrics", &C::metrics), "Answer GET /metrics, for Prometheus");
  group.live(addresses("metrics-from", &C::metrics_from), "Who may ask for it; never by way of a proxy");
  group.live(number("drain-seconds", &C::drain_seconds, 0, 3600),
             "After SIGTERM serve on for so long, with /readyz saying no, before connections are closed");
}

std::vector<Setting> make_settings() {
  std::vector<Setting> all;
  for (const auto add : {add_place_settings, add_work_settings, add_https_settings, add_proxy_settings,
                         add_limits_settings, add_mail_out_settings, add_mail_in_settings, add_watch_settings})
    add(all);
  return all;
}

}  // namespace

std::span<const Setting> settings() {
  static const std::vector<Setting> all = make_settings();
  return all;
}

}  // namespace cairn

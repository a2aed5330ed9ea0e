#include "server/net/config.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "notation/text_board.h"
#include "notation/view_json.h"
#include "server/mail/outgoing.h"
#include "server/net/addresses.h"
#include "server/net/mail_place.h"
#include "server/store/postgres.h"

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

void add_mail_settings(const std::function<void(Setting, std::string_view, std::string_view, bool)>& add) {
  using C = ServerConfig;
  constexpr std::string_view kMail = "Mail";
  constexpr bool kLive = true;
  add(checked("mail-relay", R"(an address, as "smtp://127.0.0.1:25" or "smtps://mail.example.org:465")", &C::mail_relay,
              [](std::string_view url) {
                return is_origin(url, {"smtp://", "smtps://"});
              }),
      kMail, "The mail server that takes our mail and brings it on; empty: no mail goes out", kLive);
  add(choice("mail-relay-tls", &C::mail_relay_tls, {"required", "optional", "never"}), kMail,
      "Whether smtp:// goes on by STARTTLS. With a user's password \"optional\" is \"required\", \"never\" sends it as "
      "it is",
      kLive);
  add(text("mail-relay-ca", "the path of a PEM file", &C::mail_relay_ca), kMail,
      "The authority of the relay's certificate; empty: those of the system", kLive);
  add(text("mail-relay-user", "a name", &C::mail_relay_user), kMail,
      "Who the relay is told that we are; empty: it need not know", kLive);
  add(text("mail-relay-password", "a text", &C::mail_relay_password), kMail,
      "... and the password: it belongs into the environment, as CAIRN_MAIL_RELAY_PASSWORD, or into a file that only "
      "the server can read",
      kLive);
  add(text("mail-relay-password-file", "the path of a file", &C::mail_relay_password_file), kMail,
      "... or its first line is the password", kLive);
  add(checked("mail-from", R"(a name and an address, as "Cairn <play@example.org>")", &C::mail_from,
              [](std::string_view mailbox) { return address_in(mailbox).has_value(); }),
      kMail, "Who our mail is from", kLive);
  add(checked("mail-domain", R"(the name of a domain, as "example.org")", &C::mail_domain,
              [](std::string_view domain) { return is_mail_address("x@" + std::string(domain)); }),
      kMail, "What stands behind the @ of our own addresses; empty: as in mail-from", kLive);
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

// --- the list

Setting with(Setting setting, std::string_view group, std::string_view help, bool live) {
  setting.group = group;
  setting.help = help;
  setting.live = live;
  return setting;
}

std::vector<Setting> make_settings() {
  using C = ServerConfig;
  constexpr bool kLive = true, kStart = false;
  constexpr std::int64_t kMany = 1'000'000'000;
  std::vector<Setting> all;
  const auto add = [&](Setting setting, std::string_view group, std::string_view help, bool live) {
    all.push_back(with(std::move(setting), group, help, live));
  };
  constexpr std::string_view kPlace = "Where it is and what it keeps";
  add(text("address", R"(an address, as "localhost" or "0.0.0.0")", &C::address), kPlace,
      "Who can reach it: localhost only this machine (127.0.0.1 and ::1), 0.0.0.0 everybody by IPv4, :: everybody by "
      "IPv4 and IPv6; any other address of this machine alone",
      kStart);
  add(number("port", &C::port, 0, 65535), kPlace, "TCP port; 0 takes a free one and says which", kStart);
  add(text("data", "the path of a folder", &C::data), kPlace,
      "Folder of the database; made where missing; one server at a time may use it", kStart);
  add(text("database", R"(a URL, as "postgresql://user@host:port/database")", &C::database), kPlace,
      "postgresql://user@host:port/database instead of a folder: any number of servers share it. A password belongs "
      "into the environment, as CAIRN_DATABASE, or into a file that only the server can read",
      kStart);
  add(text("secrets-key", "the path of a file", &C::secrets_key), kPlace,
      "File of the key that secrets in the database are sealed with, made where missing; empty: secrets.key in the "
      "data folder, and with PostgreSQL none",
      kStart);
  add(text("web", "the path of a folder", &C::web), kPlace,
      "Folder of the built web client; empty: looked for near the program", kLive);
  add(contact(), kPlace,
      "How to reach who runs this server; the services of web push are told, and some take nothing without it", kLive);
  add(checked("public-url", R"(an address, as "https://example.org", without a path)", &C::public_url,
              [](std::string_view url) {
                return is_origin(url, {"https://", "http://"});
              }),
      kPlace, "Where people find it: links in mails begin with it", kLive);
  add(host_names(), kPlace,
      "More names that requests may call this server by, beside that of public-url, addresses of numbers and localhost",
      kLive);
  constexpr std::string_view kWork = "Work";
  add(number("bot-threads", &C::bot_threads, -1, 256), kWork,
      "Threads that think for the bots, each with about 80 MB at most; -1: one less than processors; 0: workers think "
      "(`cairn worker`), and one thread for what they do not get",
      kStart);
  add(number("tables-in-memory", &C::tables_in_memory, 1, kMany), kWork,
      "Idle tables beyond these leave the memory and are read again when somebody comes", kStart);
  add(number("analysis-playouts", &C::analysis_playouts, 0, 1'000'000), kWork,
      "How much is thought about each position of a finished game that somebody has analysed; 0: no games are analysed",
      kLive);
  add(number("analysis-seconds", &C::analysis_seconds, 1, 60), kWork, "... and for how long at most", kLive);
  add(number("analyses-a-day", &C::analyses_a_day, 1, 100'000), kWork,
      "Games that one person may have analysed within a day", kLive);
  add(text("selfplay-run", "the path of a folder", &C::selfplay_run), kWork,
      "Folder of a run of train/train.py, for which workers play games of self-play (`cairn selfplay --server`) as its "
      "jobs.json says; empty: they play none",
      kStart);
  constexpr std::string_view kTls = "HTTPS";
  add(text("tls-certificate", "the path of a PEM file", &C::tls_certificate), kTls,
      "The certificate, with those between it and its authority behind it (Let's Encrypt: fullchain.pem); then HTTPS "
      "alone is spoken on the port. New files are taken over within a minute, and by SIGHUP",
      kLive);
  add(text("tls-key", "the path of a PEM file", &C::tls_key), kTls,
      "Its key, without a password (Let's Encrypt: privkey.pem)", kLive);
  add(number("redirect-port", &C::redirect_port, 0, 65535), kTls,
      "A second port that sends plain HTTP to HTTPS, as 80; 0: none", kStart);
  constexpr std::string_view kProxy = "Behind a proxy that speaks HTTPS";
  add(truth("behind-proxy", &C::behind_proxy), kProxy,
      "A proxy speaks HTTPS: believe its X-Forwarded-For, send cookies only by HTTPS", kLive);
  add(addresses("trusted-proxies", &C::trusted_proxies), kProxy, "Whose X-Forwarded-For is believed then", kLive);
  constexpr std::string_view kLimits = "Limits";
  add(truth("rate-limits", &C::rate_limits), kLimits, "Limit how often an address may ask", kLive);
  add(number("disk-reserve", &C::disk_reserve, -1, 1'000'000), kLimits,
      "MiB that must be free on the disk of the database; below them only moves are stored; -1: 256, or a twentieth of "
      "a smaller disk; 0: no such limit",
      kLive);
  add(rate("requests-per-second", &C::requests_per_second), kLimits, "Requests of one address, on average", kLive);
  add(rate("requests-at-once", &C::requests_at_once), kLimits, "... and at once, after a pause", kLive);
  add(rate("beginnings-per-second", &C::beginnings_per_second), kLimits,
      "New guests and tables of one address, on average", kLive);
  add(rate("beginnings-at-once", &C::beginnings_at_once), kLimits, "... and at once, after a pause", kLive);
  add(choice("rated-at-one-address", &C::rated_at_one_address, {"weigh", "whole", "none"}), kLimits,
      "Rated games of two at one address: weigh counts each of a person's less than the one before, whole counts all, "
      "as "
      "for a club room behind one address, none counts none",
      kLive);
  add(number("connections-per-address", &C::connections_per_address, 1, kMany), kLimits,
      "Open connections of one address", kLive);
  add(number("max-connections", &C::max_connections, 1, kMany), kLimits, "Open connections in all", kLive);
  add(number("request-seconds", &C::request_seconds, 1, 600), kLimits,
      "How long a request may take to come, and a connection be quiet between two", kLive);
  add(number("max-queued-bytes", &C::max_queued_bytes, 1024, kMany), kLimits,
      "What may wait for a WebSocket that does not read before it is let go", kLive);
  add(addresses("hook-networks", &C::hook_networks), kLimits,
      "Networks of your own to which webhooks may be sent. To addresses of this machine, of private and of local "
      "networks nothing is sent that is not listed here",
      kLive);
  add_mail_settings(add);
  constexpr std::string_view kMailIn = "Play by mail: what comes in";
  add(mail_place(), kMailIn,
      "Where the mail server hands mails over, by LMTP: a socket's path, or 127.0.0.1:PORT, which everybody on this "
      "machine reaches; empty: no mail comes in",
      kStart);
  add(host_name("mail-authserv-id", &C::mail_authserv_id), kMailIn,
      "Name by which that mail server signs its Authentication-Results; only its word proves who sent a mail", kStart);
  add(number("mail-hops", &C::mail_hops, 0, 20), kMailIn,
      "How many Received headers may stand above such a header: as many as machines of your own write there", kStart);
  constexpr std::string_view kWatch = "Watching it";
  add(choice("log-level", &C::log_level, {"debug", "info", "warning", "error"}), kWatch,
      "The least important lines that are written to stderr", kLive);
  add(choice("log-format", &C::log_format, {"text", "json"}), kWatch, "Lines for people or for programs", kLive);
  add(choice("access-log", &C::access_log, {"off", "debug", "info"}), kWatch,
      "The level of a line for each request: route, status, time, address", kLive);
  add(truth("metrics", &C::metrics), kWatch, "Answer GET /metrics, for Prometheus", kLive);
  add(addresses("metrics-from", &C::metrics_from), kWatch, "Who may ask for it; never by way of a proxy", kLive);
  add(number("drain-seconds", &C::drain_seconds, 0, 3600), kWatch,
      "After SIGTERM serve on for so long, with /readyz saying no, before connections are closed", kLive);
  return all;
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

std::string toml_of(const SettingValue& value) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    std::string text = "[";
    for (const auto& word : *list) text.append(text.size() > 1 ? ", " : "").append(json_text(word));
    return text + "]";
  }
  if (const auto* word = std::get_if<std::string>(&value)) return json_text(*word);  // a JSON string is one of TOML too
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  return json_text(std::get<double>(value));
}

// The text as the kind of value that the setting has.
std::optional<SettingValue> value_of(std::string_view given, const SettingValue& kind) {
  if (std::holds_alternative<bool>(kind)) {
    if (given == "true") return SettingValue(true);
    if (given == "false") return SettingValue(false);
    return std::nullopt;
  }
  if (std::holds_alternative<std::string>(kind)) return SettingValue(std::string(given));
  if (std::holds_alternative<std::vector<std::string>>(kind)) {
    std::vector<std::string> words;
    for (const auto word : split(given, ','))
      if (!trim(word).empty()) words.emplace_back(trim(word));
    return SettingValue(std::move(words));
  }
  const auto whole_text = [&](auto& number) {
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
    return error == std::errc{} && end == given.data() + given.size();
  };
  std::int64_t whole = 0;
  if (whole_text(whole)) return SettingValue(whole);
  double real = 0;
  if (whole_text(real)) return SettingValue(real);
  return std::nullopt;
}

}  // namespace

std::string ServerConfig::own_mail_domain() const {
  if (!mail_domain.empty()) return mail_domain;
  const std::string sender = address_in(mail_from).value_or("");
  return sender.substr(std::min(sender.size(), sender.find('@') + 1));
}

std::string ServerConfig::mail_fault() const {
  if (mail_relay.empty()) return {};
  if (mail_from.empty()) return "mail-relay sends mail, which takes a sender: set mail-from";
  if (public_url.empty()) return "mail-relay sends mail, whose links begin with public-url: set it";
  return {};
}

std::span<const Setting> settings() {
  static const std::vector<Setting> all = make_settings();
  return all;
}

const Setting* find_setting(std::string_view key) {
  for (const Setting& setting : settings())
    if (setting.key == key) return &setting;
  return nullptr;
}

std::string_view nearest_key(std::string_view key) {
  const std::string wanted = lower(key.substr(0, 60));
  std::string_view best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const Setting& setting : settings())
    if (const std::size_t far = distance(wanted, setting.key); far < least) {
      least = far;
      best = setting.key;
    }
  return best;
}

std::string set_from_text(const Setting& setting, std::string_view given, ServerConfig& config) {
  const auto value = value_of(given, setting.get(config));
  return value && setting.set(config, *value) ? "" : setting.right;
}

std::string variable_of(const Setting& setting) {
  std::string name = "CAIRN_" + upper(setting.key);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<std::string> read_environment(const std::function<const char*(const char*)>& variable,
                                          ServerConfig& config) {
  std::vector<std::string> errors;
  for (const Setting& setting : settings()) {
    const std::string name = variable_of(setting);
    const char* given = variable(name.c_str());
    if (given == nullptr) continue;
    if (const std::string right = set_from_text(setting, given, config); !right.empty())
      errors.push_back("environment: " + name + ": \"" + given + "\" is not right; right is " + right);
  }
  return errors;
}

std::string config_text(const ServerConfig& config, bool commented) {
  std::string out;
  std::string_view group;
  for (const Setting& setting : settings()) {
    if (setting.group != group) out.append(out.empty() ? "" : "\n").append("# --- ").append(setting.group).append("\n");
    group = setting.group;
    out.append("\n").append(
        wrap(std::string(setting.help) + (setting.live ? "." : ". Read at the start only."), 100, "# "));
    SettingValue value = setting.get(config);
    if (setting.key == "database" && has_password(config.database)) {
      out += "# Its password is not shown.\n";
      value = shown_postgres_url(config.database);
    }
    if (setting.key == "mail-relay-password" && !config.mail_relay_password.empty()) {
      out += "# It is not shown.\n";
      value = std::string();
    }
    out.append(commented ? "#" : "").append(setting.key).append(" = ").append(toml_of(value)).append("\n");
  }
  return out;
}

std::vector<const Setting*> changed_settings(const ServerConfig& before, const ServerConfig& after) {
  std::vector<const Setting*> changed;
  for (const Setting& setting : settings())
    if (setting.get(before) != setting.get(after)) changed.push_back(&setting);
  return changed;
}

}  // namespace cairn

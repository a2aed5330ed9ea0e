#include "server/net/config.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include "core/text.h"
#include "notation/kata_analysis.h"
#include "notation/text_board.h"
#include "notation/view_json.h"
#include "server/mail/outgoing.h"
#include "server/store/postgres.h"

namespace cairn {

namespace {

constexpr std::string_view kEngineExample = R"(
# --- Engines

# Other programs that play as bots and analyse games, each in a block at the end of the file. See
# docs/engines.md. Takes effect after a restart.
#[[engine]]
#name = "another-cairn"
#command = ["/usr/bin/cairn", "kata-analysis", "--threads", "{threads}"]
#protocol = "kata-analysis"
#games = ["GAME"]
#sizes = [9, 13]
#levels = [{ level = 9, visits = 200 }, { level = 10, seconds = 5 }]
#may-play = true
#may-analyse = true
#processes = 1
#threads = 2
#memory = 0
#analysis-visits = 0
#start-seconds = 120
#late-seconds = 10
)";

std::string engine_example() {
  std::string text(kEngineExample);
  const GameInfo* game = kata_game();
  const std::string_view mark = "GAME";
  text.replace(text.find(mark), mark.size(), game != nullptr ? game->name : mark);
  return text;
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

// Whether what it says is not shown as it is: a password stands in it, or may stand in what is no URL.
bool hides(const std::string& url) {
  return has_password(url) || (!url.empty() && shown_postgres_url(url).empty());
}

std::string hidden_note(const std::vector<std::string>& urls) {
  const bool wrong = std::ranges::any_of(urls, [](const auto& url) { return shown_postgres_url(url).empty(); });
  return std::string(urls.size() == 1 ? "# Its password is not shown" : "# Its passwords are not shown") +
         (wrong ? ", nor what is not an address of a database.\n" : ".\n");
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
  if (mail_from.empty()) return "mail-relay needs a sender: set mail-from";
  if (public_url.empty()) return "mail-relay needs public-url for the links in mails: set it";
  return {};
}

std::string ServerConfig::backup_fault() const {
  if (!makes_backups() || database.empty()) return {};
  return "backup-folder and backup-command are for a data folder: back up a PostgreSQL database with pg_dump on a "
         "timer (see docs/hosting.md), and remove both settings";
}

std::string ServerConfig::replica_fault() const {
  constexpr std::size_t kMost = 8;
  if (database_replica.empty()) return {};
  if (database.empty())
    return "database-replica needs a PostgreSQL database: a data folder has no replicas. Set database, or remove "
           "database-replica";
  if (database_replica.size() > kMost)
    return "database-replica names " + std::to_string(database_replica.size()) + " replicas; at most " +
           std::to_string(kMost) + " are read";
  std::set<std::string> seen;
  for (const std::string& url : database_replica) {
    const std::string shown = shown_postgres_url(url);
    if (shown.empty())  // not repeated: a password may stand in it
      return "database-replica: this is not the address of a database; right is postgresql://user@host:port/database";
    if (!seen.insert(shown).second) return "database-replica names " + shown + " twice";
  }
  return {};
}

std::vector<std::string> ServerConfig::faults() const {
  std::vector<std::string> all = {mail_fault(), backup_fault(), replica_fault()};
  std::erase(all, "");
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
      errors.push_back("environment: " + name + ": \"" + given + "\" is not valid; it must be " + right);
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
        wrap(std::string(setting.help) + (setting.live ? "." : ". Takes effect after a restart."), 100, "# "));
    SettingValue value = setting.get(config);
    if (setting.key == "database" && hides(config.database)) {
      out += hidden_note({config.database});
      value = shown_postgres_url(config.database);
    }
    if (setting.key == "database-replica" && std::ranges::any_of(config.database_replica, hides)) {
      out += hidden_note(config.database_replica);
      std::vector<std::string> shown;
      shown.reserve(config.database_replica.size());
      for (const std::string& url : config.database_replica) shown.push_back(shown_postgres_url(url));
      std::erase(shown, "");
      value = std::move(shown);
    }
    if (setting.key == "mail-relay-password" && !config.mail_relay_password.empty()) {
      out += "# It is not shown.\n";
      value = std::string();
    }
    out.append(commented ? "#" : "").append(setting.key).append(" = ").append(toml_of(value)).append("\n");
  }
  out += commented ? engine_example() : config.engines.empty() ? "" : "\n# --- Engines (docs/engines.md)\n";
  for (const engines::EngineSpec& spec : config.engines) out += "\n" + engine_text(spec);
  return out;
}

std::vector<const Setting*> changed_settings(const ServerConfig& before, const ServerConfig& after) {
  std::vector<const Setting*> changed;
  for (const Setting& setting : settings())
    if (setting.get(before) != setting.get(after)) changed.push_back(&setting);
  return changed;
}

}  // namespace cairn

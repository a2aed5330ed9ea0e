#include "apps/cairn/config_choice.h"

#include <algorithm>
#include <cstdlib>

#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "server/store/postgres.h"

namespace cairn::cli {

namespace {

std::string usual_text(const Setting& setting) {
  const SettingValue value = setting.get(ServerConfig{});
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  return {};
}

std::string type_name(const SettingValue& value) {
  if (std::holds_alternative<std::string>(value)) return "TEXT";
  return std::holds_alternative<std::vector<std::string>>(value) ? "A,B,..." : "NUMBER";
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view word : split(text, ',')) out.emplace_back(trim(word));
  return out;
}

std::string with_small_letter(std::string help) {
  return lower(help.substr(0, 1)) + help.substr(1);
}

}  // namespace

ConfigChoice::ConfigChoice(Command command, const std::vector<std::string_view>& keys) {
  command.option(
      "--config", file_,
      "Settings file; default: CAIRN_CONFIG. CAIRN_... variables override it, and the options below override both");
  for (const Setting& setting : settings()) {
    if (!keys.empty() && std::find(keys.begin(), keys.end(), setting.key) == keys.end()) continue;
    auto given = std::make_unique<Given>(Given{&setting, {}, {}, false});
    const std::string flag = "--" + std::string(setting.key), help(setting.help);
    const SettingValue usual = setting.get(ServerConfig{});
    if (const bool* on = std::get_if<bool>(&usual)) {
      given->inverted = *on;  // --no-rate-limits
      given->option = command.flag(*on ? "--no-" + std::string(setting.key) : flag, given->text,
                                   *on ? "Disable " + with_small_letter(help) : help);
    } else {
      given->option =
          command.option(flag, given->text, help).type_name(type_name(usual)).show_default(usual_text(setting));
    }
    given_.push_back(std::move(given));
  }
}

std::string ConfigChoice::file() const {
  const char* named = std::getenv("CAIRN_CONFIG");
  return !file_.empty() || named == nullptr ? file_ : named;
}

ConfigRead ConfigChoice::read() const {
  ConfigRead read;
  if (const std::string path = file(); !path.empty()) read.errors = read_config_file(path, read.config);
  for (std::string& error : read_environment([](const char* name) { return std::getenv(name); }, read.config))
    read.errors.push_back(std::move(error));
  for (const auto& given : given_) {
    if (!given->option.given()) continue;
    std::string text = given->text;
    if (given->inverted) text = text == "true" ? "false" : "true";
    if (given->setting->key == "data") read.config.database.clear();  // wherever one was named: the folder is meant
    if (given->setting->key == "database" && has_password(text))      // the command line is seen by everybody
      read.errors.emplace_back(
          "other users can read a password on the command line; put the address into CAIRN_DATABASE");
    else if (given->setting->key == "database-replica" && has_password(words_of(text)))
      read.errors.emplace_back(
          "other users can read a password on the command line; put the addresses into CAIRN_DATABASE_REPLICA");
    else if (given->setting->key == "mail-relay-password" && !text.empty())
      read.errors.emplace_back(
          "other users can read a password on the command line; put it into CAIRN_MAIL_RELAY_PASSWORD");
    else if (const std::string right = set_from_text(*given->setting, text, read.config); !right.empty())
      read.errors.push_back(given->option.name() + ": \"" + text + "\" is not valid; it must be " + right);
  }
  return read;
}

std::optional<ServerConfig> ConfigChoice::read_or_complain() const {
  ConfigRead given = read();
  for (const std::string& error : given.errors) complain(error);
  if (!given.errors.empty()) return std::nullopt;
  return std::move(given.config);
}

}  // namespace cairn::cli

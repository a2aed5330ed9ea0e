// The configuration file, by toml++: flat, `key = value`.
#include <fstream>
#include <map>

#include "server/net/config.h"
#include "server/net/config_engines.h"

namespace cairn {

namespace {

constexpr std::size_t kMaxFile = std::size_t{1} << 20;

std::optional<SettingValue> value_of(const toml::node& node) {
  if (const auto* flag = node.as_boolean()) return SettingValue(flag->get());
  if (const auto* whole = node.as_integer()) return SettingValue(std::int64_t{whole->get()});
  if (const auto* real = node.as_floating_point()) return SettingValue(real->get());
  if (const auto* text = node.as_string()) return SettingValue(text->get());
  const auto* array = node.as_array();
  if (array == nullptr) return std::nullopt;
  std::vector<std::string> words;
  for (const toml::node& element : *array) {
    const auto* word = element.as_string();
    if (word == nullptr) return std::nullopt;
    words.push_back(word->get());
  }
  return SettingValue(std::move(words));
}

}  // namespace

std::vector<std::string> read_config_text(std::string_view text, const std::string& name, ServerConfig& config) {
  std::map<toml::source_index, std::string> faults;  // by line; a line has at most one
  const auto complain = [&](const toml::source_position& at, const std::string& what) {
    faults.emplace(at.line, name + ":" + std::to_string(at.line) + ": " + what);
  };
  const auto errors_by_line = [&] {
    std::vector<std::string> errors;
    errors.reserve(faults.size());
    for (const auto& [line, what] : faults) errors.push_back(what);
    return errors;
  };
  const toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    complain(parsed.error().source().begin, std::string(parsed.error().description()));
    return errors_by_line();
  }
  for (const auto& [key, node] : parsed.table()) {
    const std::string word(key.str());
    const Setting* setting = find_setting(word);
    if (word == "engine") {
      config.engines = read_engines(node, complain);
    } else if (setting == nullptr && node.is_table()) {
      complain(key.source().begin, "[" + word + "] is a section; settings have no sections, as in `port = 8080`");
    } else if (setting == nullptr) {
      complain(key.source().begin,
               "\"" + word + "\" is not a setting; did you mean \"" + std::string(nearest_key(word)) + "\"?");
    } else {
      const auto value = value_of(node);
      if (!value || !setting->set(config, *value))
        complain(key.source().begin, "\"" + word + "\" has an invalid value; it must be " + setting->right);
    }
  }
  return errors_by_line();
}

std::vector<std::string> read_config_file(const std::string& path, ServerConfig& config) {
  std::ifstream in(path, std::ios::binary);
  std::string text;
  char byte = 0;
  while (text.size() <= kMaxFile && in.get(byte)) text += byte;
  if (!in.eof()) {
    const bool large = text.size() > kMaxFile;
    return {path +
            (large ? ": is too large for a settings file" : ": cannot be read; does it exist, and may you read it?")};
  }
  return read_config_text(text, path, config);
}

}  // namespace cairn

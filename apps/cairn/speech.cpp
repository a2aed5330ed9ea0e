#include "apps/cairn/speech.h"

#include <cstdlib>
#include <optional>

#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/texts/catalogue.h"

namespace cairn::cli {

namespace {

constexpr std::string_view kLanguageOption = "--language";

Language& spoken() {
  static Language language = Language::en;
  return language;
}

std::string language_codes() {
  std::string list;
  for (const Language one : kLanguages) list.append(list.empty() ? "" : ", ").append(language_code(one));
  return list;
}

}  // namespace

Language language() {
  return spoken();
}

void speak(Language language) {
  spoken() = language;
}

Language language_of_locale(const char* lc_all, const char* lc_messages, const char* lang) {
  for (const char* variable : {lc_all, lc_messages, lang}) {
    if (variable == nullptr || *variable == '\0') continue;
    const std::string locale = lower(variable);
    const auto dot = locale.find('.');
    if (dot != std::string::npos) {
      const std::string letters = locale.substr(dot + 1, locale.find('@') - dot - 1);
      if (letters != "utf-8" && letters != "utf8") return Language::en;
    }
    return find_language(locale).value_or(Language::en);
  }
  return Language::en;
}

bool choose_language(std::vector<std::string>& words) {
  std::optional<std::string> wish;
  for (std::size_t i = 0; i < words.size() && words[i] != "--";) {
    const std::string& word = words[i];
    const bool alone = word == kLanguageOption;
    if (!alone && !word.starts_with(std::string(kLanguageOption) + "=")) {
      ++i;
      continue;
    }
    if (alone && i + 1 == words.size()) {
      wish = "";
      words.pop_back();
      break;
    }
    wish = alone ? words[i + 1] : word.substr(kLanguageOption.size() + 1);
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    words.erase(at, at + (alone ? 2 : 1));
  }
  speak(language_of_locale(std::getenv("LC_ALL"), std::getenv("LC_MESSAGES"), std::getenv("LANG")));
  if (!wish) return true;
  const auto found = find_language(*wish);
  if (found) {
    speak(*found);
    return true;
  }
  complain(said(Message("cli-no-language", "--language must be one of {list}", {{"list", language_codes()}})));
  return false;
}

std::string say(std::string_view english, const std::vector<Message::Argument>& arguments) {
  return page_text(language(), english, arguments);
}

std::string said(const Message& message) {
  return translated(language(), message);
}

}  // namespace cairn::cli

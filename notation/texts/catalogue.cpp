#include "notation/texts/catalogue.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "core/text.h"
#include "games/registry.h"
#include "notation/texts/embedded.h"
#include "notation/view_json.h"

namespace cairn {

namespace {

// One text, or of a text with a number its forms by plural category (Unicode CLDR).
struct Forms {
  std::string one, many, other;
};
using Catalogue = std::map<std::string, Forms, std::less<>>;

Catalogue read_catalogue(Language language) {
  Catalogue out;
  for (const EmbeddedCatalogue& embedded : embedded_catalogues()) {
    if (embedded.language != language_code(language)) continue;
    const Json json = Json::parse(embedded.json, nullptr, false);
    for (const auto& [key, value] : json.items()) {
      Forms forms;
      if (value.is_string()) forms.other = value.get<std::string>();
      if (value.is_object())
        forms = {value.value("one", std::string()), value.value("many", std::string()),
                 value.value("other", std::string())};
      out.insert_or_assign(key, std::move(forms));
    }
  }
  return out;
}

const Catalogue& catalogue_of(Language language) {
  static std::array<std::once_flag, kLanguages.size()> read;
  static std::array<Catalogue, kLanguages.size()> all;
  const auto at = static_cast<std::size_t>(language);
  std::call_once(read[at], [language, at] { all[at] = read_catalogue(language); });
  return all[at];
}

const Forms* find_forms(Language language, std::string_view key) {
  const Catalogue& catalogue = catalogue_of(language);
  const auto found = catalogue.find(key);
  return found == catalogue.end() || found->second.other.empty() ? nullptr : &found->second;
}

// The plural rules of CLDR for whole numbers.
const std::string& form_of(Language language, const Forms& forms, std::int64_t n) {
  const bool one = language == Language::fr ? n == 0 || n == 1 : n == 1;
  const bool many = (language == Language::fr || language == Language::es) && n != 0 && n % 1'000'000 == 0;
  if (one && !forms.one.empty()) return forms.one;
  if (many && !forms.many.empty()) return forms.many;
  return forms.other;
}

using Arguments = std::vector<Message::Argument>;

std::int64_t count_in(const Arguments& arguments) {
  const auto counted = std::find_if(arguments.begin(), arguments.end(), [](const auto& one) { return one.is_number; });
  return counted == arguments.end() ? 0 : counted->number;
}

std::string value_of(Language language, const Message::Argument& argument) {
  if (argument.is_message) return translated(language, argument.value);
  if (argument.name == "side") return page_text(language, argument.value.english());
  return argument.value.english();
}

std::string fill_in(Language language, std::string_view text, const Arguments& arguments) {
  return fill_holes(text, arguments, [language](const auto& one) { return value_of(language, one); });
}

std::string_view unmarked(std::string_view english) {
  return english.substr(0, english.find("##"));
}

std::string as_sentence(std::string_view clause) {
  std::string text(clause);
  if (!text.empty()) text[0] = to_upper(text[0]);
  return text + ".";
}

std::string english_reason(std::string_view word) {
  for (const ReasonText& reason : kReasonTexts)
    if (reason.word == word) return as_sentence(reason.text);
  for (const GameInfo& game : games())
    for (const Reason& reason : game.reasons)
      if (reason.word() == word) return as_sentence(reason.text());
  return {};
}

// Without the full stop: within a sentence, or where the caller sets one.
std::string without_stop(std::string text) {
  for (const std::string_view stop : {".", "。"})
    if (text.ends_with(stop)) text.resize(text.size() - stop.size());
  return text;
}

}  // namespace

std::string translated(Language language, const Message& message) {
  if (language == Language::en) return message.english();
  if (message.code().empty()) return page_text(language, message.english());
  if (const Forms* forms = find_forms(language, message.code()))
    return fill_in(language, form_of(language, *forms, count_in(message.arguments())), message.arguments());
  const std::string reason = reason_text(language, message.code());
  return reason.empty() ? message.english() : without_stop(reason);
}

std::string page_text(Language language, std::string_view english, const Arguments& arguments) {
  const std::int64_t n = count_in(arguments);
  if (language != Language::en)
    if (const Forms* forms = find_forms(language, english))
      return fill_in(language, form_of(language, *forms, n), arguments);
  const auto bar = arguments.empty() ? std::string_view::npos : english.find('|');
  if (bar == std::string_view::npos) return fill_in(language, unmarked(english), arguments);
  return fill_in(language, unmarked(n == 1 ? english.substr(0, bar) : english.substr(bar + 1)), arguments);
}

void read_catalogues() {
  for (const Language language : kLanguages)
    if (language != Language::en) catalogue_of(language);
}

bool has_text(Language language, std::string_view key) {
  return language == Language::en || find_forms(language, key) != nullptr;
}

std::string reason_text(Language language, std::string_view word) {
  const std::string english = english_reason(word);
  return english.empty() ? english : page_text(language, english);
}

std::string half_points(Language language, int half) {
  std::string out = half_points_text(half);
  const bool comma = language == Language::de || language == Language::fr || language == Language::es;
  if (comma) std::replace(out.begin(), out.end(), '.', ',');
  return out;
}

std::string list_text(Language language, const std::vector<std::string>& items) {
  if (items.size() < 2) return items.empty() ? std::string() : items.front();
  struct Joints {
    std::string_view between, last;
  };
  constexpr std::array<Joints, kLanguages.size()> kJoints = {
      {{", ", " and "}, {", ", " und "}, {", ", " et "}, {", ", " y "}, {"、", "、"}, {"、", "和"}}};
  const Joints& joints = kJoints[static_cast<std::size_t>(language)];
  std::string out = items.front();
  for (std::size_t i = 1; i < items.size(); ++i) {
    out += i + 1 == items.size() ? joints.last : joints.between;
    out += items[i];
  }
  return out;
}

}  // namespace cairn

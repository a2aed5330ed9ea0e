#include "notation/texts/language.h"

#include "core/text.h"

namespace cairn {

namespace {

constexpr std::array<std::string_view, 6> kCodes = {"en", "de", "fr", "es", "ja", "zh"};
constexpr std::array<std::string_view, 6> kNames = {"English", "Deutsch", "Français", "Español", "日本語", "中文"};
constexpr std::size_t kMostAccepted = 20;

// "0.8" as 800; what is no weight (RFC 9110, 12.4.2) is none.
int weight_of(std::string_view text) {
  if (text.empty() || (text[0] != '0' && text[0] != '1') || text.size() > 5) return 0;
  int weight = text[0] == '1' ? 1000 : 0;
  if (text.size() == 1) return weight;
  if (text[1] != '.') return 0;
  int place = 100;
  for (const char c : text.substr(2)) {
    if (!is_digit(c)) return 0;
    weight += (c - '0') * place;
    place /= 10;
  }
  return weight > 1000 ? 0 : weight;
}

}  // namespace

std::string_view language_code(Language language) {
  return kCodes[static_cast<std::size_t>(language)];
}

std::string language_codes() {
  return join({kCodes.begin(), kCodes.end()}, ", ");
}

std::string_view language_name(Language language) {
  return kNames[static_cast<std::size_t>(language)];
}

std::optional<Language> find_language(std::string_view tag) {
  const auto code = tag.substr(0, tag.find_first_of("-_."));
  for (const Language language : kLanguages)
    if (equal_ignoring_case(code, language_code(language))) return language;
  return std::nullopt;
}

std::optional<Language> accepted_language(std::string_view header) {
  std::optional<Language> best;
  int most = 0;
  for (std::size_t read = 0; read < kMostAccepted && !header.empty(); ++read) {
    const auto comma = header.find(',');
    const auto entry = header.substr(0, comma);
    header = comma == std::string_view::npos ? std::string_view{} : header.substr(comma + 1);
    const auto semicolon = entry.find(';');
    int weight = 1000;
    if (semicolon != std::string_view::npos) {
      const auto parameter = trim(entry.substr(semicolon + 1));
      weight = parameter.size() > 2 && to_lower(parameter[0]) == 'q' && parameter[1] == '='
                   ? weight_of(trim(parameter.substr(2)))
                   : 0;
    }
    const auto language = find_language(trim(entry.substr(0, semicolon)));
    if (!language || weight <= most) continue;
    best = language;
    most = weight;
  }
  return best;
}

}  // namespace cairn

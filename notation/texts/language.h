// The languages that Cairn speaks, those of the pages (web/src/lang/languages.ts), and how a reader's is found.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

enum class Language : std::uint8_t { en, de, fr, es, ja, zh };
inline constexpr std::array kLanguages = {Language::en, Language::de, Language::fr,
                                          Language::es, Language::ja, Language::zh};

std::string_view language_code(Language language);  // "de"
std::string language_codes();                       // "en, de, fr, es, ja, zh"
std::string_view language_name(Language language);  // in the language itself: "Deutsch"
// Of a tag (RFC 5646) or a locale: "de", "de-AT", "de_AT.UTF-8", in any case; nullopt for what is not spoken here.
std::optional<Language> find_language(std::string_view tag);
// Of the head Accept-Language (RFC 9110, 12.5.4) or Content-Language (RFC 3282): the spoken one with the highest
// weight, the first of equal ones; nullopt where none is. Reads at most 20 entries.
std::optional<Language> accepted_language(std::string_view header);

}  // namespace cairn

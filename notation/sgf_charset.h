// Texts of old charsets as UTF-8. Never throws.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn::sgf {

enum class Charset { utf8, latin1, latin9, windows1252 };

std::optional<Charset> find_charset(std::string_view name);  // "utf-8", "ISO-8859-1", "latin1", ...; any case
inline constexpr std::string_view kCharsets = "UTF-8, US-ASCII, ISO-8859-1 (Latin-1), ISO-8859-15, Windows-1252";

bool is_ascii(std::string_view text);
bool is_utf8(std::string_view text);  // without overlong forms and surrogates
std::string to_utf8(std::string_view text, Charset from);

}  // namespace cairn::sgf

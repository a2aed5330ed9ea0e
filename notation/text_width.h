// How much room a text takes where letters have one width, as in mails and terminals: letters of Chinese, Japanese and
// Korean take two columns (Unicode Standard Annex 11: wide and full-width), marks that stand on others none. Bytes that
// are no UTF-8 count one column each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn {

std::size_t display_width(std::string_view text);                      // in columns
std::string pad_right(std::string_view text, std::size_t columns);     // blanks behind it; longer texts stay
std::string cut_to_width(std::string_view text, std::size_t columns);  // whole letters that fit
// Breaks text into lines of at most `width` columns, each indented and ended by '\n': at blanks, and between wide
// letters, but not before closing marks (。、」) and not behind opening ones (「). Keeps given line breaks. What has no
// place to break, as an address, may be longer.
std::string wrap(std::string_view text, std::size_t width, std::string_view indent = "");

}  // namespace cairn

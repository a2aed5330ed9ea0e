// Which small letters and digits of ASCII a letter of another alphabet looks like. Pure, and a table.
#pragma once

#include <string_view>

namespace cairn {

// Of a Cyrillic "В" it is "b", of a ligature "ﬀ" both its letters; "" where it looks like none. What is ASCII itself is
// not looked up.
std::string_view looks_like(char32_t sign);

}  // namespace cairn

// What a file is that holds no game: told by its first bytes, so that people learn what they have chosen.
#pragma once

#include <string_view>

namespace cairn {

// "a PDF document", "a PNG picture", "a web page (HTML)"; "" where nothing tells. The bytes as they are, or as a
// browser made letters of them.
std::string_view file_looks(std::string_view text);

inline constexpr std::string_view kReadForms = "SGF, GIB, NGF, UGF, JSON, text, or a zip archive of these";

}  // namespace cairn

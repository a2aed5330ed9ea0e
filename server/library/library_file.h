// Games of a library as one file: an SGF collection, a record in JSON a line, or a zip archive with an SGF file a game.
// Pure; takes long for many games.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/libraries.h"

namespace cairn {

enum class LibraryForm : std::uint8_t { sgf, json, zip };
std::string_view type_of(LibraryForm form);  // of the content

// With their records.
std::string library_file(const std::vector<LibraryGame>& games, LibraryForm form);

}  // namespace cairn

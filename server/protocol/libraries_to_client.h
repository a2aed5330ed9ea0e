// What is told of libraries (docs/protocol.md, "Libraries").
#pragma once

#include <optional>
#include <string_view>

#include "server/library/libraries.h"
#include "server/protocol/replies.h"

namespace cairn {

std::string_view word_of(Ending ending);  // "first", ..., "drawn", "unknown"
std::optional<Ending> ending_of_word(std::string_view word);

Json to_client(const LibraryNames& names);
Json to_client(const LibraryPart& part);
Json to_client(const ShownGame& game);      // with its record
Json to_client(const LibraryMoves& moves);  // as Openings
Reply to_client(const LibraryFile& file);

template <>
inline constexpr bool kMuchToTell<LibraryPart> = true;

}  // namespace cairn

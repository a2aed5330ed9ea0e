// What is asked of the archive and of its openings: the query of an address (docs/protocol.md, "The archive"). Pure;
// what is not understood is answered with what would be right.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "games/registry.h"
#include "server/library/archive.h"
#include "server/library/openings.h"
#include "server/play/fields.h"

namespace cairn {

std::variant<ArchiveWish, Fault> read_archive_wish(std::string_view target, std::span<const GameInfo> games);
std::variant<OpeningWish, Fault> read_opening_wish(std::string_view game_class, std::string_view target,
                                                   std::span<const GameInfo> games);

// Where a list goes on, as a text.
std::string to_text(const ArchivePlace& place);
std::optional<ArchivePlace> archive_place(std::string_view text);

}  // namespace cairn

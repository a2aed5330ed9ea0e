// What is asked of a library: the query of an address (docs/protocol.md, "Libraries"). Pure; what is not understood is
// answered with what would be right.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "games/registry.h"
#include "server/library/libraries.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr std::size_t kMostLibraryWord = 100;  // bytes of a player's name or an event that is looked for

std::variant<LibraryWish, Fault> read_library_wish(std::string_view library, std::string_view target,
                                                   std::span<const GameInfo> games);

}  // namespace cairn

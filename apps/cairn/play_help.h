// The page that `help` shows in `cairn play`.
#pragma once

#include <string>

#include "games/registry.h"

namespace cairn::cli {

std::string play_help(const GameInfo& info);

// The summary of a game comes in lines; one that ends a sentence ends a paragraph.
std::string paragraphs(std::string_view summary);

}  // namespace cairn::cli

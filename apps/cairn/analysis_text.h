// What an engine found, for people. Knows no game.
#pragma once

#include <string>

#include "notation/analysis_json.h"

namespace cairn::cli {

// The best moves as a table, lines cut at `columns`.
std::string analysis_table(const Analysed& of, const Analysis& analysis, std::size_t candidates, int columns);
// "2.0 s  12345 playouts  C3 61.2 %"
std::string analysis_line(const Analysed& of, const Analysis& analysis);
// Who will own which point, a letter each: capitals where it is nearly sure, '.' where it is open. "" where none is
// told.
std::string ownership_text(const Analysed& of, const Analysis& analysis);

}  // namespace cairn::cli

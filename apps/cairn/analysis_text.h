// What an engine found, for people and for scripts. Knows no game.
#pragma once

#include <string>
#include <vector>

#include "games/registry.h"
#include "notation/view_json.h"
#include "search/engine.h"

namespace cairn::cli {

// What `analysis` is of.
struct Analysed {
  const GameInfo& info;
  const Position& position;
  int ply = 0;  // moves made before it
};

// The words of a candidate's line, as far as it can be played.
std::vector<std::string> line_words(const Analysed& of, Seat seat, const Candidate& candidate);

// {"ply","to_move","seconds","playouts","visits","nodes","bytes","win_rate","score","decided","candidates":[{"move",
//  "win_rate","score","visits","prior","proof","line"}],"ownership":[...],"final"}
Json analysis_json(const Analysed& of, const Analysis& analysis, std::size_t candidates, bool final);
// The best moves as a table, lines cut at `columns`.
std::string analysis_table(const Analysed& of, const Analysis& analysis, std::size_t candidates, int columns);
// "2.0 s  12345 playouts  C3 61.2 %"
std::string analysis_line(const Analysed& of, const Analysis& analysis);
// Who will own which point, a letter each: capitals where it is nearly sure, '.' where it is open. "" where none is
// told.
std::string ownership_text(const Analysed& of, const Analysis& analysis);

}  // namespace cairn::cli

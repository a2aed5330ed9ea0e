// What an engine found, as JSON: one shape for the command line and the browser (docs/matches.md). Knows no game.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "games/registry.h"
#include "notation/view_json.h"
#include "search/engine.h"

namespace cairn {

// What `analysis` is of.
struct Analysed {
  const GameInfo& info;
  const Position& position;
  int ply = 0;  // moves made before it
};

// The words of a candidate's line, as far as it can be played.
std::vector<std::string> line_words(const Analysed& of, Seat seat, const Candidate& candidate);
std::string_view proof_word(Proof proof);  // "win", "draw", "loss"; "" for none

// {"ply","to_move","seconds","playouts","visits","nodes","bytes","win_rate","score","decided","candidates":[{"move",
//  "win_rate","score","visits","prior","proof","line"}],"ownership":[...],"final"}
Json analysis_json(const Analysed& of, const Analysis& analysis, std::size_t candidates, bool final);

}  // namespace cairn

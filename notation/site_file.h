// Games that other sites give as JSON: records and game states of Abstract Play, saved games of Jocly. What their names
// and moves mean is the games' (GameInfo::read_site_game). Knows no game.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "notation/game_tree.h"
#include "notation/view_json.h"

namespace cairn {

// {"header":{"game":{"name","variants"},"players":[{"name"}],...},"moves":[["1c5","1e3"],...]} or
// {"game","stack":[...]} of Abstract Play; {"game","playedMoves":[...]} of Jocly. `json`: of any shape.
bool looks_like_site_file(const Json& json);

// Returns why there is no game, or nothing. Moves are not checked against the rules. What could not be used is
// remarked.
Message read_site_file(const Json& json, AnnotatedGame& out, std::vector<Message>& remarks);

// The game as the first of our games that knows it. `end`: how it ended by somebody's word, after the moves.
Message take_site_game(const SiteGame& game, const std::optional<TreeMove>& end, AnnotatedGame& out,
                       std::vector<Message>& remarks);

}  // namespace cairn

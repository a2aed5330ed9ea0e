// Games of Margo from other sites. Both count captures and repetition as `ko=situational` does, and White begins.
// Abstract Play: github.com/AbstractPlay/gameslib, src/games/margo.ts; a name is the level and the point's name here.
// Jocly: github.com/mi-g/jocly, src/games/margo/spbase-model.js; a point is its number.
// Richard's PBeM Server: www.gamerz.net/pbmserv/margo.html; points have the names that they have here, and repeating a
// position was never barred. Its mails do not tell the size: the board is the smallest with all the points that were
// played.
#pragma once

#include <optional>

#include "games/registry.h"

namespace cairn::margo {

// As GameInfo::read_site_game. Boards of four balls a side are Spargo's, all others Margo's. Words are not checked
// against the rules here. `fault`: the first move that is none of that site.
std::optional<WrittenMoves> read_site_game(const SiteGame& game, bool spargo);

}  // namespace cairn::margo

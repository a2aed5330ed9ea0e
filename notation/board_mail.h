// Boards that Richard's PBeM Server (pbmserv at gamerz.net, 1994 on) mailed to its players: "Summary of GAME Board
// 311", who plays, and the moves in columns. What the names of games and moves mean is the games'
// (GameInfo::read_site_game). Knows no game.
//
// The layout is that of the server's published framework (its class Game, as github.com/lymanhurd/lyngk has it), which
// writes all but the drawing of the board for every game. It names neither the options of a game nor the size of its
// board, nor whether sides were swapped.
#pragma once

#include <string_view>
#include <vector>

#include "notation/game_tree.h"
#include "notation/view_json.h"

namespace cairn {

// A line "Summary of GAME Board 311" or "A new GAME board (311) has been started" near the beginning, below whatever
// header the mail has.
bool looks_like_board_mail(std::string_view text);

// `options`: as the challenge gave them ("size=7"), by whoever knows. The game gets them as variants "-size=7", with
// the number of players before them ("-players=2"), and the moves in the server's words: "--" for a player who passed
// or left before, "Resign", "Forfeit". Returns why there is no game, naming the line, or nothing. Moves are not checked
// against the rules. What could not be used is remarked. Never throws; bounded by its input.
Message read_board_mail(std::string_view text, const OptionValues& options, AnnotatedGame& out,
                        std::vector<Message>& remarks);

}  // namespace cairn

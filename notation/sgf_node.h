// What a node of SGF says of itself, and what a move does that the rules refuse. Used by the import alone. Knows no
// game.
#pragma once

#include <optional>

#include "notation/game_tree.h"
#include "notation/sgf.h"

namespace cairn {

// A comment, a name, a mark or an evaluation into the node; false where the property is none of these.
bool read_annotation(const sgf::Property& property, GameNode& node);

// Whether SGF has a move made that is refused so: an occupied point, a suicide, a repetition.
bool is_made_all_the_same(Reason refused);
// The position behind a move of two sides that the rules refuse (an occupied point, a suicide, a repetition), as SGF
// has it: the stone is put there, what has no liberty is taken off, the opponent is to move. None: it cannot be set up.
std::optional<Setup> setup_behind(const GameInfo& info, const Config& config, const View& before, const TreeMove& move);

}  // namespace cairn

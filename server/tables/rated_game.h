// What a game means for the ratings of those who play it. Pure.
#pragma once

#include <string>

#include "server/store/lists.h"

namespace cairn {

// The class in which a game is rated: its name and its size, "go-9".
std::string rating_class_of(const std::string& game, const OptionValues& options);
// The result of a rated game that is over; nobody where somebody never moved.
RatedGame rated_game(const std::string& id, const Table& table);

}  // namespace cairn

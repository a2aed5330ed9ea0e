// The game that `cairn render` draws: of a file or of given moves, played position by position.
#pragma once

#include <functional>
#include <string>

#include "apps/cairn/game_choice.h"

namespace cairn::cli {

struct RenderedGame {
  std::string file, moves;
  GameChoice choice;
  int at = -1;  // plies; -1: all
};

// What is wrong with it before anything is read; "" if nothing is.
std::string fault_of(const RenderedGame& game);

// How far it was played, or what was wrong.
struct Shown {
  Position position{};
  int plies = 0;
  std::string title{};  // of the game
  bool whole = true;    // false: `look` had seen enough
  std::string fault{};
  int status = 0;
};

// `look` sees every position, the first one too, and says whether to go on.
Shown play_through(const RenderedGame& game, const std::function<bool(const Position&)>& look);

}  // namespace cairn::cli

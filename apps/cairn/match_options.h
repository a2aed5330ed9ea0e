// The part of the command line that `match` and `tune` share: the game, the time, the openings.
#pragma once

#include <string>

#include "apps/cairn/command_line.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/match_run.h"

namespace cairn::cli {

struct MatchOptions {
  GameChoice choice;
  double seconds = 0, grace = 2, patience = 60;
  std::string time, clock = "wall", openings = "random:2";
  std::uint64_t playouts = 0, seed = 1, most_moves = 2000;
  int concurrency = 1;

  void add(Command command);
  // Fills all of a plan but its engines and the number of games. Returns "" or what was wrong and what would be right.
  std::string plan(MatchPlan& plan) const;
  // Whether an engine can play by these limits; "" or what is wrong.
  std::string fits(const MatchPlan& plan, const EngineChoice& engine) const;
  std::string limits_text() const;
};

}  // namespace cairn::cli

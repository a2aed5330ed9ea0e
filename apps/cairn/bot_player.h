// The computer's moves in `cairn play`: the game's engine, on what the seat knows and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/position.h"
#include "games/registry.h"
#include "search/engine.h"

namespace cairn::cli {

struct BotMove {
  std::string word{};
  std::optional<double> win_rate{};  // 0..1 for the seat; none where the move was not searched
  std::uint64_t playouts = 0;
};

// One bot of one game; what it has seen of the game so far is kept.
class BotPlayer {
 public:
  BotPlayer(const GameInfo& info, const Position& start, int level, std::uint64_t seed);

  // `seat` must be in `position.to_act()` and have a legal move. In an agreement the bot consents to what stands; of
  // more moves than a tree can hold (formations) it takes one at random. Ends early, with what it has, when
  // interrupted.
  BotMove move(const Position& position, Seat seat, double seconds);
  // The same thought, but always the best move and never consent for its own sake.
  BotMove hint(const Position& position, Seat seat, double seconds);

 private:
  BotMove think(const Position& position, Seat seat, double seconds, bool best);

  std::unique_ptr<Engine> engine_;
  Rng rng_;
};

}  // namespace cairn::cli

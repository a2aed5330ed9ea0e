// The computer's moves in `cairn play`: the game's engine, on what the seat knows and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "notation/agreement.h"
#include "search/engine.h"

namespace cairn::cli {

struct BotMove {
  std::vector<std::string> words{};  // one, or in an agreement several
  std::optional<double> win_rate{};  // 0..1 for the seat; none where the move was not searched
  std::uint64_t playouts = 0;
  Proof proof = Proof::none;  // of a hint: what the seat reaches
};

// One bot of one game; what it has seen of the game so far is kept.
class BotPlayer {
 public:
  BotPlayer(const GameInfo& info, const Position& start, int level, std::uint64_t seed);

  // `seat` must be in `position.to_act()`, where `moves` led, and have a legal move. In an agreement the bot says what
  // it takes for dead (`agree`); of more moves than a tree can hold (formations) it takes one at random. Ends early,
  // with what it has, when interrupted.
  BotMove move(const Position& position, const Moves& moves, Seat seat, double seconds);
  // The same thought, but always the best move, and of formations never consent for its own sake.
  BotMove hint(const Position& position, const Moves& moves, Seat seat, double seconds);

 private:
  BotMove think(const Position& position, Seat seat, double seconds, bool best);

  const GameInfo& info_;
  std::unique_ptr<Engine> engine_;
  Rng rng_;
};

}  // namespace cairn::cli

// A game of the analysis protocol, played move by move. Unlike a game at a table it never ends and has no wrong turn:
// where a move is made out of turn, or after play has stopped, the position is set up anew for the player who moves,
// as KataGo does; earlier positions are then forgotten, prisoners stay counted.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "notation/kata_rules.h"

namespace cairn {

struct KataMove {
  std::size_t player = 0;  // 0 Black, 1 White
  std::string word{};      // "D4", "pass"
};

class KataGame {
 public:
  // `error()` says why there is no such start.
  KataGame(const GameInfo& info, Config config, const std::vector<KataMove>& moves, std::optional<std::size_t> first,
           HandicapBonus bonus);

  const std::string& error() const { return error_; }
  const Position& position() const { return position_; }
  const Config& config() const { return config_; }  // that the position was last set up by
  Seat mover() const { return position_.to_act().front(); }
  bool play(const KataMove& move);  // false where the rules forbid it; nothing changes then

 private:
  std::string set_up(std::vector<std::string> board, std::size_t player);
  bool ready(std::size_t player);

  const GameInfo* info_;
  std::array<Seat, 2> seats_{};  // of Black and White
  Config config_;
  Position position_;
  std::string error_;
};

}  // namespace cairn

// The engine that thinks at one table of a server: it follows the game as the server tells it, and chooses words for
// its seat. An engine that crashes, hangs or answers with what the rules refuse is started once more; a second time it
// is broken. Used from one thread.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apps/cairn/match_player.h"
#include "notation/agreement.h"
#include "server/play/clock_rule.h"

namespace cairn::cli {

// The clock of a table in the terms of engines: Japanese byo-yomi is a stone a period, days are as good as no limit.
TimeControl engine_time(const ClockRule& rule);

struct BotChoice {
  std::vector<std::string> words{};  // all steps of a turn, in the server's words; none: wait for the others
  bool resign = false;
  bool broken = false;
  std::string text{};  // what went wrong, for people
};

class BotEngine {
 public:
  BotEngine(const EngineChoice& choice, const GameInfo& info, Config config, const ThinkingTime& time);

  // "" or why the engine cannot play this game.
  std::string begin();
  // `moves` are all that stand. The seat must be in `to_act` of the position after them.
  BotChoice choose(const Moves& moves, Seat seat, const ClockFace& face, double limit);

 private:
  Answer follow(const Moves& moves);
  Answer fresh();
  BotChoice try_once(const Moves& moves, Seat seat, const ClockFace& face, double limit);
  BotChoice take(const Answer& answer, Seat seat);
  BotChoice say_dead(Seat seat);

  EngineChoice choice_;
  const GameInfo& info_;
  Config config_;
  ThinkingTime time_;
  std::atomic<bool> never_{false};  // what is under way is always finished
  std::unique_ptr<MatchPlayer> player_;
  Position position_;  // after `told_`
  Moves known_moves_;
  bool restarted_ = false;
};

}  // namespace cairn::cli

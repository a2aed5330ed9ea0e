// Who plays in a match: one of the program's own engines, or an external program that speaks GTP. One player serves one
// thread, game after game.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cairn/engine_choice.h"
#include "core/position.h"
#include "games/registry.h"
#include "search/time_plan.h"

namespace cairn::cli {

// What a match gives its players to think with.
struct ThinkingTime {
  TimeControl control{};       // none: as long as one likes
  std::uint64_t playouts = 0;  // a move, for the program's own engines; 0: no limit
  bool cpu = false;            // the program's own engines by the CPU time of their thread
  double grace = 2;            // seconds by which a limit may be passed
  double patience = 60;        // seconds for an answer where no limit says
  double most = 0;             // seconds for a move of the program's own engines, whatever the clock shows; 0: no limit
};

enum class Failure : std::uint8_t { none, cancelled, late, crash, garbage };

struct Answer {
  std::string word{};  // a move or "resign"
  Failure failure = Failure::none;
  std::string text{};  // of the failure, for people
  double seconds = 0;
  std::uint64_t playouts = 0;
};

class MatchPlayer {
 public:
  MatchPlayer() = default;
  MatchPlayer(const MatchPlayer&) = delete;
  MatchPlayer& operator=(const MatchPlayer&) = delete;
  virtual ~MatchPlayer() = default;

  virtual Answer begin(const Position& start, std::uint64_t seed) = 0;  // a new game
  // `face`: what its clock shows; `limit`: seconds until no answer counts as a loss.
  virtual Answer move(const Position& position, Seat seat, const ClockFace& face, double limit) = 0;
  // A move that it did not choose itself: of the opening or the opponent.
  virtual Answer see(const std::string& side, const std::string& word) = 0;
  // Names of points that it calls dead where an agreement asks; nullopt: it has no opinion of its own.
  virtual std::optional<std::vector<std::string>> dead() = 0;
};

// `stop` ends what is under way. All must outlive the player.
std::unique_ptr<MatchPlayer> make_player(const EngineChoice& choice, const GameInfo& info, const Config& config,
                                         const ThinkingTime& time, const std::atomic<bool>& stop);

}  // namespace cairn::cli

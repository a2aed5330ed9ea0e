// The game that a GTP controller plays: its configuration, the turns played so far, and the words by which GTP names
// sides, moves and stones. Every change is a fold over start and turns, so that undo and a change of rules are exact.
// Knows no game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "notation/kata_rules.h"

namespace cairn {

class GtpGame {
 public:
  // What one command played: a move, or a turn of several steps, with the passes that GTP leaves out.
  using Turn = std::vector<std::pair<Seat, std::string>>;

  // The configuration must be right for the game, which must outlive this.
  GtpGame(const GameInfo& info, Config config);

  // ask
  const GameInfo& info() const { return *info_; }
  const Config& config() const { return config_; }
  HandicapBonus bonus() const { return bonus_; }
  int bonus_points() const { return bonus_points_; }  // that White has for the handicap stones of the start
  const Config& counted() const { return counted_; }  // the configuration with these points in its komi
  const Position& start() const { return start_; }
  const Position& position() const { return position_; }
  const std::vector<Turn>& turns() const { return turns_; }
  View view() const { return position_.view(Viewer::referee); }
  bool has_option(std::string_view name) const;
  std::string option(std::string_view name) const;  // its value, given or usual; "" where there is none
  // By the name of the side or its first letter, in any case.
  std::optional<Seat> seat(std::string_view colour) const;
  std::string colour(Seat seat) const;  // the name of the side that it plays
  // The position where this seat alone is to move: as it is, or after the others passed, or went on playing after an
  // end of play. nullopt: the game does not allow it. `before` gets what was played for that.
  std::optional<Position> ready(Seat seat, Turn* before = nullptr) const;
  // The position without the passes at the end, and what was resumed between them: who is dead does not depend on them.
  Position before_passes() const;

  // do
  // Other options and start, the same turns. Returns "" or what was wrong; nothing changes then.
  std::string change(const Config& config);
  std::string change(const Config& config, HandicapBonus bonus);
  std::string restart(const Config& config);  // no turns
  void clear();                               // the board as it is configured, without handicap stones set before
  // A move or a turn: steps joined by ',' or ';', or given one by one. `unknown_move` where a word is none.
  Reason play(Seat seat, const std::vector<std::string>& words);
  bool undo();

 private:
  std::string fold(const Config& config, const std::vector<Turn>& turns);
  std::string count_bonus(const Config& config, Config& counted, int& points) const;
  static bool replay(Position& position, const Turn& turn);

  const GameInfo* info_;
  Config first_;   // as given; `clear` goes back to its start
  Config config_;  // with what commands changed
  HandicapBonus bonus_ = HandicapBonus::none;
  Config counted_;
  int bonus_points_ = 0;
  Position start_, position_;
  std::vector<Turn> turns_;
};

// Sets an option in a list, replacing an earlier value.
void set_value(OptionValues& options, std::string_view name, std::string value);
void drop_value(OptionValues& options, std::string_view name);

// Words of a turn: "d2>d3,d3>d4", "d2>d3(xe4, xe5); d3>d4", "C3".
std::vector<std::string> turn_words(const std::vector<std::string>& arguments);
inline constexpr std::string_view kStepJoin = ",";

}  // namespace cairn

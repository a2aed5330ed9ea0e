// How long to think about a move on a clock. Pure arithmetic: the caller reads the clock and tells what it shows.
//
// A plan never uses more than is there, less a reserve for the way of the answer to the clock, so that no game is lost
// on time; and over a game of the expected length it uses most of the time.
#pragma once

#include <cstdint>
#include <optional>

namespace cairn {

// A kind of clock with its settings.
struct TimeControl {
  enum class Kind : std::uint8_t {
    none,      // as long as one likes
    absolute,  // `main` for the whole game
    fischer,   // `main`, and `increment` more with each move
    byo_yomi,  // `main`, then `periods` periods of `period` a move; one that is used up is lost
    canadian,  // `main`, then `stones` moves within each `period`
    per_move,  // `period` for each move
  };
  Kind kind = Kind::none;
  double main = 0, increment = 0, period = 0;  // seconds
  int periods = 0, stones = 0;
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// What one side's clock shows.
struct ClockFace {
  double left = 0;        // seconds: of the main time, or of the period once that is used up
  bool overtime = false;  // in a period
  int periods = 0;        // byo-yomi: periods left, this one included
  int stones = 0;         // Canadian: moves still to be made in this period
  friend bool operator==(const ClockFace&, const ClockFace&) = default;
};
ClockFace full_clock(const TimeControl& control);

// The clock after a move that took so long; false when the time is over.
bool spend(const TimeControl& control, double seconds, ClockFace& face);

// Seconds to think about this move; nullopt: there is no clock. `turns_left`: how many moves of this side the game may
// still take (`expected_turns`); `reserve`: seconds that go by outside the thinking with every move.
std::optional<double> plan_time(const TimeControl& control, const ClockFace& face, double turns_left, double reserve);

// A guess at the moves that a side still has to make, for games that fill a board of `cells`, of which `filled` are.
double expected_turns(int cells, int filled);

}  // namespace cairn

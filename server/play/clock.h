// The clock of a game for two to four seats: what every seat has left, whose time runs, and the next moment at which
// something happens. A value that reads no clock: every moment comes from outside, in milliseconds since 1970.
//
// A clock is a fold of its events over its rule and its players: the same events give the same clock to the
// millisecond, whenever and however often it was asked in between, so that a restart changes nothing. A moment before
// the last event counts as the last event's: time never runs backwards, should the machine's own clock do so, unless
// the host says so (`ClockEvent::set`). (The last moment that counts is the end of the year 9999.)
//
// The server's part:
//   - keep a timer at `due(t)`, where t is the moment last looked at, and deal with what is due up to now before any
//   event
//     is taken in. After a restart go on from the stored t: what was missed is told at once, each thing once.
//   - whom `flagged(now)` names must leave (`ClockEvent::leave`, the game's `retire`) first; `apply` refuses all else.
//   - a finished turn is one event `turn`: who finished, and who is on the clock now. As long as a seat keeps its turn
//     (a turn of several steps, a refused try) there is no event. In an agreement several seats are on the clock at
//     once, each for itself; a seat that is taken off it without having finished goes on where it stood.
//   - an undo is a `turn` in which nobody finished. It gives no time back and takes none away.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules.h"
#include "server/play/clock_rule.h"

namespace cairn {

inline constexpr std::int64_t kLastMomentMs = 253'402'300'799'999;  // the end of the year 9999

struct ClockEvent {
  enum class Kind : std::uint8_t {
    turn,      // `finished` have ended their turn, `running` are on the clock now: the start too; none at the end
    pause,     // everybody's clock stands (adjournment by agreement)
    resume,    // it goes on where it stood
    vacation,  // `seat` goes away: its clock stands until it comes back, at most as long as the year allows
    back,      // `seat` comes back early
    leave,     // `seat` is no longer in the game
    set,       // the time of day was ahead and is set back to `at_ms`, before the last event: what everybody had left
               // then runs on from here. Vacation that was used since this year began stays used
  };
  Kind kind = Kind::turn;
  std::int64_t at_ms = 0;
  SeatSet finished, running;  // of turn
  Seat seat{};                // of vacation, back, leave
  // Of turn, for those who finished: the measured way to the client and back, 0 where it is not known. It is given
  // back, at most the rule's `lag`: the opponent's move had to come to the player, and this one had to go back.
  std::array<std::int64_t, kMaxSeats> round_trip_ms{};
  static ClockEvent turn(std::int64_t at_ms, SeatSet finished, SeatSet running) {
    return {Kind::turn, at_ms, finished, running, {}, {}};
  }
  static ClockEvent of(Kind kind, std::int64_t at_ms, Seat seat = {}) { return {kind, at_ms, {}, {}, seat, {}}; }
};

// What everybody is shown of a seat at one moment, `at_ms`. A client counts down from these numbers while `counting`,
// until `until_ms`, and asks no other clock: main time first, then the period, then the next period.
struct SeatTime {
  std::int64_t at_ms = 0;
  bool on_turn = false;        // its turn, running or not
  bool counting = false;       // the time runs at this moment: not paused, on vacation, or standing over a weekend
  bool vacation = false;       // away
  bool left = false;           // no longer in the game
  bool over = false;           // the time is used up. (With `lag` the game is lost a little later: see `flagged`.)
  std::int64_t main_ms = 0;    // main time left; of `move` and correspondence the time left for this turn
  std::int64_t period_ms = 0;  // byoyomi, canadian: left in the period; a full one while main time lasts
  int periods = 0;             // byoyomi: left, this one included
  int stones = 0;              // canadian: turns still to be finished in the period
  std::int64_t total_ms = -1;  // until the time is over, all periods included; -1: unlimited
  std::int64_t until_ms = -1;  // when `counting` changes by itself (a weekend, the end of a vacation); -1: it does not
  friend bool operator==(const SeatTime&, const SeatTime&) = default;
};

// Something that happens by itself.
struct ClockHappening {
  enum class Kind : std::uint8_t {
    flag,      // the seat has lost by time
    period,    // its main time is over, or a byo-yomi period is lost
    nag,       // it should be reminded; `left_ms` is what it has left
    vacation,  // its vacation is over, for the year allows no more
  };
  Kind kind{};
  Seat seat{};
  std::int64_t at_ms = 0;
  std::int64_t left_ms = 0;  // nag: until the time is over
  friend bool operator==(const ClockHappening&, const ClockHappening&) = default;
};

class GameClock {
 public:
  struct Player {
    int zone_minutes = 0;               // east of UTC, -720..840, for weekends and the turn of the year
    int vacation_year = 0;              // the calendar year that the next counts for
    std::int64_t vacation_used_ms = 0;  // in other games, before this one began
    friend bool operator==(const Player&, const Player&) = default;
  };
  static constexpr int kMinZone = -720, kMaxZone = 840;

  // Nobody's time runs before the first `turn`. One player a seat, 2..4.
  GameClock(const ClockRule& rule, const std::vector<Player>& players);

  // ask
  const ClockRule& rule() const { return rule_; }
  int seats() const { return static_cast<int>(occupants_.size()); }
  bool paused() const { return paused_; }
  std::int64_t last_ms() const { return last_ms_; }  // of the last event; 0 before
  SeatTime shown(Seat seat, std::int64_t now_ms) const;
  std::int64_t vacation_left_ms(Seat seat, std::int64_t now_ms) const;  // in the current year
  // Who has lost by time and not left yet, the first first.
  std::vector<ClockHappening> flagged(std::int64_t now_ms) const;
  // When the first of those whose time runs has lost, if no event comes before.
  std::optional<std::int64_t> flag_ms() const;
  // The first moment after `after_ms` at which something happens if no event comes before, and all that happens then.
  // Empty: nothing will.
  std::vector<ClockHappening> due(std::int64_t after_ms) const;

  // do
  void set_zone(Seat seat, int minutes) { occupant(seat).player.zone_minutes = minutes; }  // before its first turn
  // Why the event cannot be, in words; nothing when it can.
  Message check(const ClockEvent& event) const;
  // The same, and takes it in if it can be. A refused event changes nothing.
  [[nodiscard]] Message apply(const ClockEvent& event);

  // text: one line, stands for the whole clock, rule and all
  std::string text() const;
  struct Read;
  static Read parse(std::string_view text);

  friend bool operator==(const GameClock&, const GameClock&) = default;

 private:
  // What a seat had when its turn began, and what of its turn is spent; all else is computed.
  struct Occupant {
    bool on_turn = false, left = false;
    std::int64_t main_ms = 0, period_ms = 0;
    int periods = 0, stones = 0;
    std::int64_t spent_ms = 0;                         // of this turn, before `since_ms`
    std::int64_t since_ms = 0;                         // from when on its time runs, if it does
    std::int64_t away_from_ms = 0, away_until_ms = 0;  // the last vacation
    Player player;                                     // its year and use: before that vacation
    friend bool operator==(const Occupant&, const Occupant&) = default;
  };
  const Occupant& occupant(Seat seat) const { return occupants_[static_cast<std::size_t>(index(seat))]; }
  Occupant& occupant(Seat seat) { return occupants_[static_cast<std::size_t>(index(seat))]; }
  std::int64_t not_before_last(std::int64_t ms) const;
  bool runs(const Occupant& occupant) const { return occupant.on_turn && !occupant.left && !paused_; }
  std::int64_t counted(const Occupant& occupant, std::int64_t from_ms, std::int64_t to_ms) const;
  std::int64_t spent(const Occupant& occupant, std::int64_t now_ms) const;
  std::int64_t allowance(const Occupant& occupant) const;
  std::int64_t moment(const Occupant& occupant, std::int64_t spent_ms) const;
  std::int64_t vacation_used(const Occupant& occupant, int year, std::int64_t until_ms) const;
  std::int64_t holds_until(const Occupant& occupant, std::int64_t now_ms) const;
  void happenings(Seat seat, std::vector<ClockHappening>& out) const;
  Message check_turn(const ClockEvent& event, std::int64_t at_ms) const;
  void finish(Occupant& occupant, std::int64_t spent_ms) const;
  void begin_vacation(Occupant& occupant, std::int64_t at_ms, std::int64_t used_ms);
  void set(Occupant& occupant, std::int64_t at_ms);

  ClockRule rule_;
  std::vector<Occupant> occupants_;
  bool paused_ = false;
  std::int64_t last_ms_ = 0;
};

struct GameClock::Read {
  std::optional<GameClock> clock;
  std::string error;
};

// A time as everybody's client shows it: whole seconds, rounded up ("4:07", "1:02:03"), below ten seconds tenths,
// rounded up ("9.4"), from a day on days and hours, rounded up ("2d 3h").
std::string time_left_text(std::int64_t ms);

}  // namespace cairn

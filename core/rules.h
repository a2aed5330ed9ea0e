// What a game is. Read this file first: every noun of the project is defined here once.
//
// A game is a copyable value (copy = save, assign = undo) that meets the concept `Rules` below. What an
// engine knows of a game is a template over it; everything else holds a type-erased `Position` (core/position.h), which
// meets the same concept.
// Verbs come in two strengths: `check` answers at the door with a reason, `apply` assumes that `check` said yes.
// Nothing here does I/O, reads a clock, throws or owns global state; distinct values may be used by distinct threads.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/reason.h"
#include "core/rng.h"

namespace cairn {

inline constexpr int kMaxSeats = 4;

// A occupant at the table, 0-based. Never a colour: a swap changes sides, not occupants.
enum class Seat : std::uint8_t {};
constexpr int index(Seat seat) {
  return static_cast<int>(seat);
}
constexpr Seat seat_at(int index) {
  return static_cast<Seat>(index);
}

class SeatSet {
 public:
  constexpr SeatSet() = default;
  static constexpr SeatSet of(Seat seat) { return SeatSet(static_cast<std::uint8_t>(1U << index(seat))); }
  static constexpr SeatSet first(int count) { return SeatSet(static_cast<std::uint8_t>((1U << count) - 1U)); }
  constexpr bool contains(Seat seat) const { return ((bits_ >> index(seat)) & 1U) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return __builtin_popcount(bits_); }
  constexpr Seat front() const { return seat_at(__builtin_ctz(bits_)); }  // lowest seat; the set must not be empty
  constexpr void insert(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | of(seat).bits_); }
  constexpr void erase(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ & ~of(seat).bits_); }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;

 private:
  explicit constexpr SeatSet(std::uint8_t bits) : bits_(bits) {}
  std::uint8_t bits_ = 0;
};

// Who looks: one seat, a spectator (knows only what is public), or the referee (knows all; never leaves the process).
enum class Viewer : std::uint8_t { seat0, seat1, seat2, seat3, spectator, referee };
constexpr Viewer viewer_of(Seat seat) {
  return static_cast<Viewer>(index(seat));
}

// A set of viewers, for events. The referee sees everything and needs no bit.
using Audience = std::uint8_t;
inline constexpr Audience kEveryone = 0x1F;
constexpr Audience only(Seat seat) {
  return static_cast<Audience>(1U << index(seat));
}
constexpr bool sees(Audience audience, Viewer viewer) {
  return viewer == Viewer::referee || ((audience >> static_cast<int>(viewer)) & 1U) != 0;
}

// What a seat does, in 32 bits of the game's own meaning. Words are the record; an Action never leaves the process.
enum class Action : std::uint32_t {};
using ActionList = std::vector<Action>;  // reused by callers: `legal` clears it, a warm list allocates nothing

// A place on a board. Level 0 is the board; row 0 is at the bottom. Games without levels leave `level` 0.
struct Point {
  std::uint8_t level = 0, column = 0, row = 0;
  friend constexpr auto operator<=>(const Point&, const Point&) = default;
};

// One thing that happened, with the eyes that may see it. `side` is an index into View::sides, or -1 (nobody's).
struct Event {
  enum class Kind : std::uint8_t {
    placed,    // a piece of `side` appeared at `at`
    moved,     // a piece of `side` went `from` -> `at`
    removed,   // a piece of `side` was captured at `at`
    scored,    // a piece of `side` left the board from `from`
    returned,  // a scored piece of `side` came back at `at`
    passed,    // `side` passed
    swapped,   // the seats changed sides
    refused,   // the referee refused `side` the point `at`, for `reason` (hidden information only)
    played,    // `side` played somewhere that this viewer may not know
    marked,    // `at` was marked dead in an agreement; `unmarked` takes it back
    unmarked,
    consented,  // `side` agreed; `withdrawn`: a change cancelled every consent
    withdrawn,
    resumed,    // play goes on after a disagreement
    arranged,   // `side` changed its formation
    forfeited,  // `side` had no legal step and lost its turn
    atari,      // `count` groups are in atari
    retired,    // `side` left the game
    ended,      // the game (or one game of a match) is over
    stayed,     // a captured piece of `side` stays at `at`, because the piece at `from` rests on it
  };
  Kind kind{};
  std::int8_t side = -1;
  Reason reason = Reason::none;
  Audience seen_by = kEveryone;
  std::uint8_t count = 0;
  Point at{}, from{};
  // Of `removed`, where numbers decide: in which stage of the captures it fell, from 1 on, and how many enemies and
  // friends touched it then. Stage 0: the game does not tell.
  std::uint8_t stage = 0, enemies = 0, friends = 0;
  friend bool operator==(const Event&, const Event&) = default;
};
std::string_view to_word(Event::Kind kind);

// A sink takes events: any callable with `void(const Event&)`. Search passes this one, which compiles away.
struct NoEvents {
  constexpr void operator()(const Event&) const {}
};

// Why a seat leaves the game. forfeited: others decided so, an arbiter or the house.
enum class Leave : std::uint8_t { resigned, timed_out, forfeited };

// How it stands at the end. Ranks: 1 is best, ties share a rank. Half-points: score * 2, larger is better.
struct Outcome {
  enum class How : std::uint8_t {
    none,
    count,
    capture,
    resigned,
    timed_out,
    no_result,
    agreed,  // no game's own, the table's
    forfeit
  };
  bool over = false;
  How how = How::none;
  std::array<std::uint8_t, kMaxSeats> rank{};
  std::array<std::int32_t, kMaxSeats> half_points{};
  friend bool operator==(const Outcome&, const Outcome&) = default;
};
constexpr Outcome::How how_of(Leave why) {
  return why == Leave::resigned    ? Outcome::How::resigned
         : why == Leave::timed_out ? Outcome::How::timed_out
                                   : Outcome::How::forfeit;
}
// The seat alone on rank 1, or -1 (drawn, void, or not over).
int winner(const Outcome& outcome, int seats);

// What clocks and mail run on. A multi-step turn keeps `number` while `to_act` asks for the next step.
struct Turn {
  Seat seat{};
  int number = 1;  // counts turns from 1
  friend bool operator==(const Turn&, const Turn&) = default;
};

// What one viewer may know of a position, in words and letters; the only thing that leaves the process.
struct View {
  struct Side {
    std::string name;     // "white"
    char letter = 'W';    // as in `board`
    Seat seat{};          // who plays it
    int half_points = 0;  // score * 2
    int captures = -1;    // -1: this game does not count them separately
    bool retired = false;
    friend bool operator==(const Side&, const Side&) = default;
  };
  struct Mark {  // named places: "last", "ko", "zombie", "buried", "dead", "tried", "danger", "cut" (pairs)
    std::string kind;
    std::vector<Point> points;
    friend bool operator==(const Mark&, const Mark&) = default;
  };
  struct Group {  // linked pieces and what they live on
    int side = 0;
    std::vector<Point> pieces;
    std::vector<Point> freedoms;
    friend bool operator==(const Group&, const Group&) = default;
  };
  struct Fact {  // anything else worth saying: "phase" = "agreement", "steps_left" = "3"
    std::string name, value;
    friend bool operator==(const Fact&, const Fact&) = default;
  };
  std::string surface;  // "pyramid", "grid", "torus" or "squares": how a client draws it
  int columns = 0, rows = 0, levels = 1;
  std::vector<std::string> board;  // pyramid: a string a level, rows top to bottom joined by '/', empty upper levels
                                   // left out; others: a string a row, top to bottom
  std::vector<Side> sides;
  SeatSet to_act;
  Turn turn;
  std::vector<Mark> marks;
  std::vector<Group> groups;  // of what this viewer sees; empty where a game has none
  std::string lives_on;  // what groups live on, in the game's own word: "liberties" or "freedoms"; empty: no groups
  // What stands beside a player's name: the score, in "points" or in "balls", or the "captures" while points are not
  // counted yet.
  std::string tally = "points";
  std::optional<Seat> next;  // of several who may act, who speaks first; without it whoever has the turn
  bool steps_bind = false;   // in a turn of several steps each is final before the next is chosen
  std::vector<Fact> facts;
  Outcome outcome;
  std::string result;  // "W+3", "B+R", "0", "Void"; empty while the game goes on
  friend bool operator==(const View&, const View&) = default;
};

// What a board of this surface is like.
inline bool has_levels(const View& view) {
  return view.surface == "pyramid";
}
inline bool is_endless(const View& view) {
  return view.surface == "torus";
}
inline bool has_lines(const View& view) {  // pieces stand where they cross
  return view.surface == "grid" || is_endless(view);
}

// A word read for a seat: the action, or why it is none.
struct Parsed {
  Action action{};
  Reason refused = Reason::none;
};

// The interface. Every verb is required; see docs/adding-a-game.md for a worked example.
template <class G>
concept Rules = std::copyable<G> &&
    requires(G game, const G& known, Seat seat, Action action, ActionList& list, Rng& rng, Viewer viewer,
             std::string_view word, Leave leave, NoEvents sink, Point point) {
  // construct: by the registry, from typed options (core/options.h), optionally on a given position
  // ask
  { known.seats() } -> std::same_as<int>;       // 2..4
  { known.to_act() } -> std::same_as<SeatSet>;  // empty: over; several: an agreement or sealed decisions
  { known.turn() } -> std::same_as<Turn>;
  known.legal(seat, list);  // all that `seat` may attempt, from what it knows; clears list
  { known.check(seat, action) } -> std::same_as<Reason>;  // none: `apply` may be called
  { known.outcome() } -> std::same_as<Outcome>;
  { known.hash() } -> std::same_as<std::uint64_t>;  // of everything that decides the future, hidden facts too
  // do
  game.apply(seat, action, sink);  // assume-legal
  game.retire(seat, leave, sink);  // resignation, time-out, a player leaving a table of three
  // see
  { known.view(viewer) } -> std::same_as<View>;    // the one projection
  { known.sample(seat, rng) } -> std::same_as<G>;  // a full state consistent with what `seat` knows
  // text
  { known.format(action) } -> std::same_as<std::string>;
  { known.parse(seat, word) } -> std::same_as<Parsed>;  // reads a word; says nothing of legality beyond the point's
  { known.name(point) } -> std::same_as<std::string>;
};

// A game played to its end by random moves.
struct Playout {
  int plies = 0;
  Outcome outcome;
};

// Optional hook: the points that show why `check` refuses an action, for people to look at. Empty where `check` does
// not refuse, or where the reason says it all. A game that hides something has no such hook. Kinds of marks:
//   "breathless"  the new piece and those linked to it, which would have nothing to live on (suicide)
//   "retaken"     what the move would capture if it did not repeat a position (repetition)
//   "missing"     empty points on which the piece would have to rest (unsupported)
//   "against"     enemies that would touch the piece as it is captured; "beside": friends that would
template <class G>
concept HasRefusalMarks = requires(const G& known, Seat seat, Action action) {
  { known.refusal_marks(seat, action) } -> std::same_as<std::vector<View::Mark>>;
};

// Optional hook: plays this value to its end by uniformly random moves, faster than by lists (core/playout.h).
template <class G>
concept HasPlayout = requires(G game, Rng& rng) {
  { game.playout(rng) } -> std::same_as<Playout>;
};

}  // namespace cairn

// MARGRITES: the full rules (rules.md) as a value type meeting `Rules`: setup, turns, variations, ends, the match of
// two. Depends on board.h (pieces and captures) and options.h. Trivially copyable; nothing here allocates per action.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/rules.h"
#include "games/margrites/board.h"
#include "games/margrites/options.h"

namespace cairn::margrites {

inline constexpr int kTurnSteps = 4, kHandicapSteps = 2, kRebuttalSteps = 2;
inline constexpr int kQuietTurns = 60;     // that many in a row without a score or a capture: a draw (rules.md 7.5)
inline constexpr int kArrangements = 30;   // so often a side may change its mind over its formation (rules.md 2.4)
inline constexpr int kMostTurns = 10'000;  // a draw: only endless scoring and returning gets there (rules.md 8.4)

enum class Phase : std::uint8_t { arranging, placing, playing, rebuttal, over };
std::string_view to_word(Phase phase);

// How one game ended.
struct Ending {
  Outcome::How how = Outcome::How::none;
  std::int8_t winner = -1;                           // a side, or -1: drawn
  std::array<std::uint8_t, 2> points{}, captures{};  // by side
};

// What happened in one action, without allocation: at most a move, 16 removals and a few notes.
struct EventBuffer {
  std::array<Event, 40> items{};
  std::size_t size = 0;
  void add(const Event& event) {
    if (size < items.size()) items[size++] = event;
  }
};

class Margrites {
 public:
  // construct
  explicit Margrites(const Options& options);
  // On pieces that stand already: `side` begins. The board must be settled (`fits`).
  Margrites(const Options& options, const std::array<Squares, 2>& pieces, Side side);
  static Message fits(const std::array<Squares, 2>& pieces);  // what is wrong with the position, or nothing

  // ask
  int seats() const { return 2; }
  SeatSet to_act() const;
  SeatSet awaited() const;       // while formations are made, who has none, or could accept and has not
  SeatSet not_accepted() const;  // ... and who has not accepted
  Turn turn() const;
  void legal(Seat seat, ActionList& out) const;
  Reason check(Seat seat, Action action) const;
  std::vector<View::Mark> refusal_marks(Seat seat, Action action) const;
  Outcome outcome() const;
  std::uint64_t hash() const;

  // do
  template <class Sink>
  void apply(Seat seat, Action action, Sink&& sink) {
    if constexpr (std::same_as<std::remove_cvref_t<Sink>, NoEvents>) {
      perform(seat, action, nullptr);
    } else {
      EventBuffer log;
      perform(seat, action, &log);
      for (std::size_t i = 0; i < log.size; ++i) sink(log.items[i]);
    }
  }
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    EventBuffer log;
    leave(seat, why, log);
    for (std::size_t i = 0; i < log.size; ++i) sink(log.items[i]);
  }
  Playout playout(Rng& rng);  // random formations where none stand, then uniform among the legal steps

  // see
  View view(Viewer viewer) const;
  Margrites sample(Seat, Rng&) const { return *this; }  // nothing is hidden

  // text
  std::string format(Action action) const;
  Parsed parse(Seat seat, std::string_view word) const;
  std::string name(Point point) const;

  // more, for the notation, the searches and the tests
  const Options& options() const { return options_; }
  const Board& board() const { return board_; }
  Phase phase() const { return phase_; }
  Formation formation(Side side) const { return formation_[margrites::index(side)]; }
  int turn_number() const { return turn_; }  // of this game: 1 Black's first, 2 White's
  int game_number() const { return game_; }  // 2 in the second game of a match
  const Ending& first_game() const { return first_game_; }
  int quiet_turns() const { return quiet_; }  // in a row without a score or a capture
  Side side_of(Seat seat) const { return static_cast<Side>(cairn::index(seat) ^ (game_ - 1)); }
  Seat seat_of(Side side) const { return seat_at(static_cast<int>(side) ^ (game_ - 1)); }
  std::string score_text() const;  // "1(0)-2(3)", "R" before the side that resigned

 private:
  friend class Runner;
  // Scored pieces that may come back (`returning`), in the order in which they left.
  struct Recall {
    std::array<std::array<Square, kPieces>, 2> from{};
    std::array<Square, kPieces> began{};  // of the mover's: where the piece began this turn
    std::array<std::uint8_t, 2> count{};
  };
  struct Dance {  // turns in a row that left a side's position unchanged (hostile=full)
    std::uint16_t since = 0, turns = 0;
  };

  template <class Take>
  bool each_step(Take&& take) const;
  bool any_step() const;
  int recalled(Square to) const;
  bool must_change() const;
  bool ends_unchanged(Square from, Square to) const;
  Reason check_step(Square from, Square to) const;
  Reason check_setup(Side side, Action action) const;
  Fallen move_piece(Square from, Square to);

  void perform(Seat seat, Action action, EventBuffer* log);
  void perform_step(Square from, Square to, EventBuffer* log);
  void leave(Seat seat, Leave why, EventBuffer& log);
  void begin_game();
  void begin_play(EventBuffer* log);
  void begin_turn(Side side, EventBuffer* log);
  void open_turn(Side side);
  bool close_turn();
  void after_step(EventBuffer* log);
  void count_up(EventBuffer* log);
  void finish(Ending ending, EventBuffer* log);
  Ending counted() const;
  int random_step(Rng& rng);
  std::array<int, 2> match_points() const;
  int match_winner() const;
  std::string result() const;
  std::string_view end_word() const;
  Side next_to_arrange() const;
  bool in_turn() const { return phase_ == Phase::playing || phase_ == Phase::rebuttal; }
  void add_marks(View& view) const;

  Board board_;
  Recall recall_;
  Options options_;
  Phase phase_ = Phase::arranging;
  std::array<Formation, 2> formation_{};
  std::array<std::uint8_t, 2> arranged_{};
  std::array<bool, 2> consents_{};
  bool news_ = false;
  std::uint8_t placed_ = 0, quiet_ = 0, game_ = 1;
  std::uint16_t turn_ = 0, turns_before_ = 0;
  std::array<Dance, 2> dance_{};
  std::array<Square, 2> last_{kNowhere, kNowhere};
  Squares turn_start_{};  // the mover's pieces when the turn began
  Ending ending_{}, first_game_{};
};

static_assert(std::is_trivially_copyable_v<Margrites>);
static_assert(sizeof(Margrites) == 160);

}  // namespace cairn::margrites

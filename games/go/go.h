// Go, flat or toroidal: the whole rules as a value that meets `Rules`. Numbers refer to rules.md.
//
// `Max` is the largest side this value holds; info.cpp picks it by the board's size. The board is in board.h, counting
// in scoring.h, random play in playout.h. Seat 0 is Black. Superko and the threefold rule keep one 64-bit key a ply; a
// warm value allocates nothing for a move.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules.h"
#include "games/go/board.h"
#include "games/go/options.h"
#include "games/go/playout.h"
#include "games/go/scoring.h"

namespace cairn::go {

// An action is a point of the board, one of these words, or kDead + the first point of a chain.
inline constexpr std::uint32_t kPass = 1000, kAccept = 1001, kResume = 1002, kDead = 2000;

enum class Phase : std::uint8_t { play, agreement, over };

std::string point_name(GridSize size, int point);  // "D4"; columns have no I
Parsed parse_word(GridSize size,
                  std::string_view word);  // any word of Go; a stone named after "dead:" is kept as it is
std::string format_word(GridSize size, Action action);

template <int Max>
class Go {
 public:
  using Cell = typename Board<Max>::Cell;

  // construct
  explicit Go(const Options& options);  // the options must be right
  // Starts from a position; false when some chain has no liberty. Handicap stones, if any, are not placed.
  bool set_up(const Picture& picture, Colour to_move);

  // ask
  int seats() const { return 2; }
  SeatSet to_act() const {
    if (phase_ == Phase::play) return SeatSet::of(seat_of(mover_));
    return phase_ == Phase::agreement ? SeatSet::first(2) : SeatSet{};
  }
  SeatSet awaited() const {  // in an agreement who has not accepted
    if (phase_ != Phase::agreement) return to_act();
    SeatSet out;
    for (int side = 0; side < 2; ++side)
      if (((consents_ >> side) & 1U) == 0) out.insert(seat_at(side));
    return out;
  }
  Turn turn() const { return {seat_of(mover_), turn_number_}; }
  void legal(Seat seat, ActionList& out) const;
  Reason check(Seat seat, Action action) const;
  std::vector<View::Mark> refusal_marks(Seat seat, Action action) const;
  Outcome outcome() const { return outcome_; }
  std::uint64_t hash() const;

  const Board<Max>& board() const { return board_; }
  Options options() const;
  Phase phase() const { return phase_; }
  Colour mover() const { return mover_; }
  Cell last() const { return last_; }  // the last stone, or Board::kNowhere
  int passes() const { return passes_; }
  int komi_half_points() const { return komi_; }
  Scoring scoring() const { return scoring_; }
  int prisoners(int side) const { return prisoners_[index_of(side)]; }  // taken by this side
  Picture picture() const;
  const PointSet& dead() const { return dead_; }
  // Half points of black and white as the board stands, the marked dead taken off, komi included (6).
  std::array<int, 2> score() const;
  PointSet estimate() const;  // stones that random play says are dead (5.1); the same answer every time

  // do
  template <class Sink>
  void apply(Seat seat, Action action, Sink&& sink);
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink);
  // By uniformly random moves that fill no own eye, to two passes or 3 moves a point, all stones alive, by area (7).
  Playout playout(Rng& rng);
  // Replaces the stones, for a world that might be (phantom Go). False: a chain would have no liberty.
  bool replace_stones(const Picture& picture, int ko_point);
  void forget_last() { last_ = Board<Max>::kNowhere; }

  // see
  View view(Viewer viewer) const;
  Go sample(Seat, Rng&) const { return *this; }

  // text
  std::string format(Action action) const { return format_word(board_.size(), action); }
  Parsed parse(Seat seat, std::string_view word) const;
  std::string name(Point point) const {
    return point_name(board_.size(), point.row * board_.size().columns + point.column);
  }
  Point place(int point) const {
    const int columns = board_.size().columns;
    return {0, static_cast<std::uint8_t>(point % columns), static_cast<std::uint8_t>(point / columns)};
  }

 private:
  static constexpr std::size_t index_of(int side) { return static_cast<std::size_t>(side); }
  static Seat seat_of(Colour colour) { return seat_at(side_of(colour)); }
  static Event event(Event::Kind kind, int side) { return {.kind = kind, .side = static_cast<std::int8_t>(side)}; }
  Reason check_point(int point) const;
  Reason check_agreement(Seat seat, std::uint32_t code) const;
  bool dies(Cell cell) const { return suicide_ && board_.suicide(cell, mover_); }  // where that is allowed
  bool repeats(Cell cell) const;
  std::uint64_t key(std::uint64_t stones, Colour mover) const {  // what superko forbids to repeat
    return ko_rule_ == KoRule::situational ? mix(stones, static_cast<std::uint64_t>(mover)) : stones;
  }
  std::uint64_t whole_key() const {  // what the threefold rule counts
    return mix(board_.hash(), static_cast<std::uint64_t>(mover_) + 4U * board_.ko());
  }
  void start_history();
  int first_stone(int point) const;  // of its chain
  template <class Visit>
  void for_chain(int point, Visit&& visit) const;
  template <class Sink>
  void apply_play(std::uint32_t code, Sink& sink);
  template <class Sink>
  void apply_agreement(Seat seat, std::uint32_t code, Sink& sink);
  template <class Sink>
  void finish(Sink& sink) {
    settle();
    sink(event(Event::Kind::ended, -1));
  }
  PointSet estimate_now() const;
  bool record();  // the position just reached; true: the third time
  void settle();  // the game is over: counts it
  void end_by_repetition();
  void rank(int black, int white);
  void stop();  // two passes
  std::string result() const;

  Board<Max> board_;
  Colour mover_ = Colour::black;
  Phase phase_ = Phase::play;
  std::int8_t passes_ = 0;
  bool resumed_ = false;                // after a dispute
  bool stone_since_resumption_ = true;  // or no dispute yet
  bool own_status_ = false;             // the program judged life and death (5.5)
  bool repetition_ = false;             // ended by the threefold rule
  std::uint8_t consents_ = 0;           // bit a side
  std::uint8_t retired_ = 0;
  KoRule ko_rule_;
  Scoring scoring_;
  bool agreement_;
  bool suicide_;
  std::uint8_t handicap_;
  std::int32_t komi_;  // half points
  std::int32_t turn_number_ = 1;
  Cell last_ = Board<Max>::kNowhere;
  std::array<std::int32_t, 2> prisoners_{};
  PointSet dead_;
  Outcome outcome_;
  std::uint64_t history_digest_ = 0;  // of the set of positions so far
  std::vector<std::uint64_t> history_;
};

// ---------------------------------------------------------------------------------------------------------------------

template <int Max>
Reason Go<Max>::check_point(int point) const {
  const Cell cell = board_.cell(point);
  if (board_.at(cell) != Colour::empty) return Reason::occupied;
  if (board_.suicide(cell, mover_) && (!suicide_ || board_.lone(cell, mover_))) return Reason::suicide;
  return repeats(cell) ? Reason::repetition : Reason::none;
}

template <int Max>
bool Go<Max>::repeats(Cell cell) const {
  if (ko_rule_ == KoRule::simple) return cell == board_.ko();
  const bool death = dies(cell);
  if (!death && prisoners_[0] + prisoners_[1] == 0) return false;  // a board that only filled up repeats nothing
  const std::uint64_t next =
      key(death ? board_.hash_after_suicide(cell, mover_) : board_.hash_after(cell, mover_), opposite(mover_));
  bool found = false;
  for (const std::uint64_t old : history_) found |= old == next;
  return found;
}

template <int Max>
bool Go<Max>::record() {
  const std::uint64_t now = ko_rule_ == KoRule::simple ? whole_key() : key(board_.hash(), mover_);
  int times = 1;
  if (ko_rule_ == KoRule::simple && prisoners_[0] + prisoners_[1] > 0)
    for (const std::uint64_t old : history_) times += old == now ? 1 : 0;
  history_.push_back(now);
  std::uint64_t digest = now;
  history_digest_ += splitmix64(digest);
  return times >= 3;
}

template <int Max>
template <class Visit>
void Go<Max>::for_chain(int point, Visit&& visit) const {
  const Cell first = board_.cell(point);
  Cell stone = first;
  do {
    visit(board_.point(stone));
    stone = board_.next_stone(stone);
  } while (stone != first);
}

template <int Max>
template <class Sink>
void Go<Max>::apply(Seat seat, Action action, Sink&& sink) {
  assert(check(seat, action) == Reason::none);
  if (phase_ == Phase::play)
    apply_play(static_cast<std::uint32_t>(action), sink);
  else
    apply_agreement(seat, static_cast<std::uint32_t>(action), sink);
}

template <int Max>
template <class Sink>
void Go<Max>::apply_play(std::uint32_t code, Sink& sink) {
  const int side = side_of(mover_);
  if (code == kPass) {
    sink(event(Event::Kind::passed, side));
    board_.pass();
    last_ = Board<Max>::kNowhere;
    ++passes_;
  } else {
    const Cell cell = board_.cell(static_cast<int>(code));
    Event placed = event(Event::Kind::placed, side);
    placed.at = place(static_cast<int>(code));
    sink(placed);
    const bool death = dies(cell);
    const int loser = death ? side : 1 - side;
    const auto take_off = [&](Cell taken) {
      Event removed = event(Event::Kind::removed, loser);
      removed.at = place(board_.point(taken));
      sink(removed);
    };
    prisoners_[index_of(1 - loser)] +=
        death ? board_.place_suicide(cell, mover_, take_off) : board_.place(cell, mover_, take_off);
    last_ = death ? Board<Max>::kNowhere : cell;
    passes_ = 0;
    stone_since_resumption_ = true;
  }
  mover_ = opposite(mover_);
  ++turn_number_;
  if (passes_ == 2) {
    stop();
    if (phase_ == Phase::over) finish(sink);
  } else if (record()) {
    end_by_repetition();
    sink(event(Event::Kind::ended, -1));
  }
}

template <int Max>
template <class Sink>
void Go<Max>::apply_agreement(Seat seat, std::uint32_t code, Sink& sink) {
  const int side = index(seat);
  if (code == kAccept) {
    consents_ = static_cast<std::uint8_t>(consents_ | (1U << side));
    sink(event(Event::Kind::consented, side));
    if (consents_ == 3) finish(sink);
    return;
  }
  if (code == kResume) {
    sink(event(Event::Kind::resumed, side));
    phase_ = Phase::play;
    mover_ = colour_of(1 - side);
    passes_ = 0;
    consents_ = 0;
    dead_.reset();
    resumed_ = true;
    stone_since_resumption_ = false;
    ++turn_number_;
    if (ko_rule_ == KoRule::simple) start_history();  // passes alone repeat a position; the count begins anew (3.3)
    return;
  }
  for_chain(static_cast<int>(code - kDead), [&](int point) {
    const bool now_dead = !dead_[static_cast<std::size_t>(point)];
    dead_[static_cast<std::size_t>(point)] = now_dead;
    Event change = event(now_dead ? Event::Kind::marked : Event::Kind::unmarked, side);
    change.at = place(point);
    sink(change);
  });
  if (consents_ != 0) sink(event(Event::Kind::withdrawn, -1));
  consents_ = 0;
}

template <int Max>
template <class Sink>
void Go<Max>::retire(Seat seat, Leave why, Sink&& sink) {
  if (phase_ == Phase::over) return;
  phase_ = Phase::over;
  retired_ = static_cast<std::uint8_t>(1U << index(seat));
  outcome_.over = true;
  outcome_.how = how_of(why);
  outcome_.rank = {1, 1, 0, 0};
  outcome_.rank[index_of(index(seat))] = 2;
  sink(event(Event::Kind::retired, index(seat)));
  sink(event(Event::Kind::ended, -1));
}

template <int Max>
Playout Go<Max>::playout(Rng& rng) {
  Playout result;
  if (phase_ == Phase::play) {
    RandomGame<Max> game(board_, mover_, passes_);
    const int lead = game.run(rng, 3 * board_.points());
    result.plies = game.plies();
    phase_ = Phase::over;
    rank(2 * std::max(lead, 0), 2 * std::max(-lead, 0) + komi_);
  } else if (phase_ == Phase::agreement) {
    settle();
  }
  result.outcome = outcome_;
  return result;
}

extern template class Go<9>;
extern template class Go<13>;
extern template class Go<19>;
extern template class Go<25>;

}  // namespace cairn::go

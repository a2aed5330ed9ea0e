// Margo: turns, repetition, the end, and what can be seen, over a Board. Spec margo; rules.md numbers its rules.
// A value type that meets `Rules`; a colour is a seat (the pie rule is core/swap.h around it).
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/playout.h"
#include "core/rules.h"
#include "core/text.h"
#include "games/margo/board.h"
#include "games/margo/names.h"
#include "games/margo/options.h"
#include "games/registry.h"

namespace cairn::margo {

inline constexpr std::array<std::string_view, 4> kSideNames{"white", "black", "red", "blue"};
inline constexpr std::string_view kLetters = "WBRLX";

template <class BoardType>
class Game {
 public:
  using Bits = typename BoardType::Bits;

  // Action: level, column, row in five bits each; bit 15: a blocking ball; kPass.
  static constexpr Action kPass{0x10000};

  explicit Game(const Options& options)
      : options_(options), geo_(Geometry<Bits>::make(options.size, options.levels(), options.all_freedoms)) {
    assert(options.size <= Bits::kMaxSize && options.players <= BoardType::kColours);
    start();
  }
  // A position in the form of View::board. Returns "" or what is wrong with it.
  Message set_up(const Setup& setup);

  int seats() const { return options_.players; }
  SeatSet to_act() const { return over_ ? SeatSet{} : SeatSet::of(seat_at(mover_)); }
  Turn turn() const { return {seat_at(mover_), turn_number_}; }

  void legal(Seat seat, ActionList& out) const {
    out.clear();
    if (over_ || index(seat) != mover_) return;
    board_.playable(geo_).for_each([&](int i) {
      if (try_ball(i, false).reason == Reason::none) out.push_back(encode(Bits::point(i), false));
      if (options_.testing && try_ball(i, true).reason == Reason::none) out.push_back(encode(Bits::point(i), true));
    });
    if (options_.can_pass) out.push_back(kPass);
  }
  Reason check(Seat seat, Action action) const {
    if (over_) return Reason::game_over;
    if (index(seat) != mover_) return Reason::not_your_turn;
    if (action == kPass) return options_.can_pass ? Reason::none : Reason::unknown_move;
    const auto code = static_cast<std::uint32_t>(action);
    if (code >= 0x10000 || (is_blocker(action) && !options_.testing)) return Reason::unknown_move;
    const Point p = decode(action);
    if (p.level >= options_.levels() || p.column >= options_.size - p.level || p.row >= options_.size - p.level)
      return Reason::off_board;
    const int i = Bits::index(p);
    if (board_.all.test(i)) return Reason::occupied;
    if (!board_.playable(geo_).test(i)) return Reason::unsupported;
    return try_ball(i, is_blocker(action)).reason;
  }

  std::vector<View::Mark> refusal_marks(Seat seat, Action action) const;

  Outcome outcome() const { return outcome_; }
  std::uint64_t hash() const {
    std::uint64_t key = mix(board_hash_, static_cast<std::uint64_t>(mover_ + 8 * passes_ + (over_ ? 64 : 0)));
    for (const std::uint8_t order : retired_) key = mix(key, order);
    if (options_.ko == Ko::simple || options_.ko == Ko::none) {
      key = mix(key, last_board_);
      for (const std::uint64_t board : left_by_) key = mix(key, board);
    }
    return mix(key, history_sum_);
  }

  template <class Sink>
  void apply([[maybe_unused]] Seat seat, Action action, Sink&& sink) {
    assert(check(seat, action) == Reason::none);
    if (action == kPass) {
      ++passes_;
      sink(Event{.kind = Event::Kind::passed, .side = static_cast<std::int8_t>(mover_)});
      finish_turn(board_hash_);
      if (passes_ >= active_seats()) end_by_count();
    } else {
      place(action, sink);
    }
    settle_end();
    if (over_) sink(Event{.kind = Event::Kind::ended});
  }

  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    if (over_ || retired_[static_cast<std::size_t>(index(seat))] != 0) return;
    retired_[static_cast<std::size_t>(index(seat))] = static_cast<std::uint8_t>(options_.players - active_seats() + 1);
    sink(Event{.kind = Event::Kind::retired, .side = static_cast<std::int8_t>(index(seat))});
    if (active_seats() == 1) {
      end(how_of(why));
    } else if (index(seat) == mover_) {
      advance_mover();
      passes_ = 0;
      settle_end();
    }
    if (over_) sink(Event{.kind = Event::Kind::ended});
  }

  View view(Viewer viewer) const;
  Game sample(Seat, Rng&) const { return *this; }  // nothing is hidden

  std::string format(Action action) const {
    if (action == kPass) return "pass";
    return point_name(decode(action)) + (is_blocker(action) ? "x" : "");
  }
  Parsed parse(Seat seat, std::string_view word) const;
  std::string name(Point point) const { return point_name(point); }

  // Uniform over the legal moves, by trying playable points in random order: a move is chosen among those left.
  Playout playout(Rng& rng) {
    if (options_.can_pass || options_.testing) return playout_by_lists(*this, rng);
    Playout result;
    while (!over_ && result.plies < kMaxPlayoutPlies) {
      if (!random_move(rng)) {
        end_by_count();
        break;
      }
      ++result.plies;
    }
    result.outcome = outcome_;
    return result;
  }

  const BoardType& board() const { return board_; }
  const Options& options() const { return options_; }

  // For play that chooses its own moves (ai.h): points by their index, no list and no event.
  const Geometry<Bits>& geometry() const { return geo_; }
  int mover() const { return mover_; }
  bool rested() const { return rested_; }
  int passes() const { return passes_; }  // in succession
  int last() const { return last_; }      // the ball placed last; -1: none
  bool over() const { return over_; }
  std::uint64_t board_hash() const { return board_hash_; }
  const std::vector<std::uint64_t>& history() const { return history_; }  // keys of the positions that stood
  // What `history` holds of a position under superko.
  std::uint64_t key_of(const BoardType& board, int mover) const {
    std::uint64_t hash = 0;
    for (int c = 0; c < BoardType::kColours; ++c)
      board.balls[static_cast<std::size_t>(c)].for_each([&](int i) { hash ^= ball_key(Bits::point(i), c); });
    return position_key(hash, mover);
  }
  static constexpr Action action_at(int i, bool blocker = false) { return encode(Bits::point(i), blocker); }
  static constexpr bool is_ball(Action action) { return static_cast<std::uint32_t>(action) < 0x8000; }
  static constexpr int index_of(Action action) { return Bits::index(decode(action)); }
  // Plays on a playable point if that is legal. Whether the next mover is stuck is not looked at: its own tries will
  // tell, and then `end_stuck` is due.
  bool play_if_legal(int i, bool blocker = false) {
    const Tried tried = try_ball(i, blocker);
    if (tried.reason != Reason::none) return false;
    commit(i, tried);
    return true;
  }
  void end_stuck() { end_by_count(); }

 private:
  static constexpr std::uint64_t kNoBoard = 0x5EED'5EED'5EED'5EED;  // a board hash for "none yet"

  static constexpr Action encode(Point p, bool blocker) {
    return Action{static_cast<std::uint32_t>((p.level << 10) | (p.row << 5) | p.column | (blocker ? 0x8000 : 0))};
  }
  static constexpr Point decode(Action action) {
    const auto code = static_cast<std::uint32_t>(action);
    return {static_cast<std::uint8_t>((code >> 10) & 31U), static_cast<std::uint8_t>(code & 31U),
            static_cast<std::uint8_t>((code >> 5) & 31U)};
  }
  static constexpr bool is_blocker(Action action) { return (static_cast<std::uint32_t>(action) & 0x8000U) != 0; }

  int active_seats() const {
    int active = 0;
    for (int i = 0; i < options_.players; ++i) active += retired_[static_cast<std::size_t>(i)] == 0;
    return active;
  }
  int next_mover() const {
    int next = mover_;
    do next = next + 1 == options_.players ? 0 : next + 1;
    while (retired_[static_cast<std::size_t>(next)] != 0);
    return next;
  }
  void advance_mover() {
    mover_ = next_mover();
    ++turn_number_;
  }
  int count_of(int colour) const { return board_.balls[static_cast<std::size_t>(colour)].count(); }

  // --- what a view shows (margo_text.h) ---
  void add_levels(View& view) const;
  void add_sides(View& view) const;
  void add_marks(View& view) const;
  void add_groups(int colour, const Bits& linking, const typename BoardType::Links& whole, View& view,
                  Bits& endangered) const;
  void add_cuts(const Bits& linking, const typename BoardType::Links& whole, std::vector<Point>& cut) const;
  std::string result_text() const;

  // --- trying a ball (margo_play.h) ---
  struct Tried {  // a ball tried on a playable point, and what would come of it
    BoardType next;
    Reason reason = Reason::none;
    std::uint64_t hash = 0;  // of the board after it
    int balls = 0;           // on the board after it
    bool captured_enemy = false;
  };
  Tried try_ball(int i, bool blocker) const;
  void commit(int i, const Tried& tried);
  bool repeats(std::uint64_t after) const;
  bool random_move(Rng& rng);
  template <class Sink>
  void place(Action action, Sink&& sink);
  template <class Sink>
  void tell_stayed(int placed, const BoardType& next, Sink&& sink) const;
  bool mover_is_stuck() const;

  // --- history and end ---
  void start() {
    history_.clear();
    repeated_ = false;
    history_sum_ = 0;
    balls_ = most_balls_ = board_.all.count();
    left_by_.fill(kNoBoard);
    left_by_[static_cast<std::size_t>((mover_ + options_.players - 1) % options_.players)] = board_hash_;
    last_board_ = kNoBoard;
    rested_ = board_.at_rest(geo_);
    remember();
    settle_end();
  }
  std::uint64_t position_key(std::uint64_t board_hash, int mover) const {
    return options_.ko == Ko::positional ? board_hash
                                         : board_hash ^ (static_cast<std::uint64_t>(mover) * 0x9E3779B97F4A7C15ULL);
  }
  void remember();
  void finish_turn(std::uint64_t after) {
    left_by_[static_cast<std::size_t>(mover_)] = after;
    last_board_ = board_hash_;
    board_hash_ = after;
    advance_mover();
    remember();
  }
  void settle_end() {
    if (!over_ && !options_.can_pass && mover_is_stuck()) end_by_count();
  }
  void end_by_count() { end(Outcome::How::count); }
  void end(Outcome::How how);

  Options options_;
  Geometry<Bits> geo_;
  BoardType board_{};
  std::uint64_t board_hash_ = 0;
  std::uint64_t history_sum_ = 0;           // of all remembered keys, whatever their order
  std::vector<std::uint64_t> history_;      // keys of the positions that stood
  std::array<std::uint64_t, 4> left_by_{};  // the board after each colour's last turn
  std::uint64_t last_board_ = 0;
  int balls_ = 0;
  int most_balls_ = 0;  // the most that ever stood
  int mover_ = 0;
  int turn_number_ = 1;
  int passes_ = 0;                         // in succession
  std::array<std::uint8_t, 4> retired_{};  // 0, or the order of leaving from 1
  bool over_ = false;
  bool repeated_ = false;  // over, because a position stood for the third time
  bool rested_ = true;     // nothing would fall as it is
  int last_ = -1;          // the ball placed last, as an index
  Outcome outcome_;
};

}  // namespace cairn::margo

#include "games/margo/margo_play.h"
#include "games/margo/margo_text.h"

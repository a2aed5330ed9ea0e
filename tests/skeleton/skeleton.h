// Skeleton: two sides place stones on the crossings of a square board; the first to have so many in a row wins. The
// rules stand in rules.md; this is the game as the concept `Rules` (core/rules.h) wants it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include "core/options.h"
#include "core/rules.h"
#include "games/registry.h"

namespace cairn::skeleton {

struct Options {
  int size = 7;
  int line = 4;
  bool swap = false;
  static constexpr auto fields() {
    return std::tuple{IntField<Options>{"size", &Options::size, 4, 19, "side of the board"},
                      IntField<Options>{"line", &Options::line, 3, 6, "stones in a row that win"},
                      FlagField<Options>{"swap", &Options::swap, "the first move may be answered with swap"}};
  }
  Message check() const {
    return line > size ? bad_option("line", Message("no-such-row", "no such row fits on the board")) : Message();
  }
};

// A refusal that only this game knows (rules.md 2.3); info.cpp registers it.
inline constexpr ReasonText kMiddleText{"middle", "the first stone may not lie in the middle"};
inline constexpr Reason kMiddle{kMiddleText};

class Skeleton {
 public:
  static constexpr std::array<std::string_view, 2> kSides{"black", "white"};
  static constexpr std::string_view kLetters = "BW";

  explicit Skeleton(const Options& options) : options_(options) { cells_.fill(kEmpty); }
  Message set_up(const Setup& setup);  // nothing, or what is wrong

  // ask
  int seats() const { return 2; }
  SeatSet to_act() const { return over() ? SeatSet() : SeatSet::of(seat_at(mover_)); }
  Turn turn() const { return {seat_at(mover_), turns_ + 1}; }
  void legal(Seat seat, ActionList& out) const {
    out.clear();
    if (!to_act().contains(seat)) return;
    for (int point = 0; point < points(); ++point)
      if (check_point(point) == Reason::none) out.push_back(static_cast<Action>(point));
  }
  Reason check(Seat seat, Action action) const {
    if (over()) return Reason::game_over;
    if (index(seat) != mover_) return Reason::not_your_turn;
    const auto point = static_cast<std::uint32_t>(action);
    return point < static_cast<std::uint32_t>(points()) ? check_point(static_cast<int>(point)) : Reason::off_board;
  }
  Outcome outcome() const;
  std::uint64_t hash() const;

  // do
  template <class Sink>
  void apply(Seat, Action action, Sink&& sink) {
    const int point = static_cast<int>(action), side = mover_;
    put(point, side);
    ++turns_;
    mover_ = 1 - side;
    sink(Event{.kind = Event::Kind::placed, .side = static_cast<std::int8_t>(side), .at = at(point)});
    if (over()) sink(Event{.kind = Event::Kind::ended});
  }
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    retired_ = index(seat);
    how_ = how_of(why);
    sink(Event{.kind = Event::Kind::retired, .side = static_cast<std::int8_t>(retired_)});
    sink(Event{.kind = Event::Kind::ended});
  }

  // see
  View view(Viewer) const;
  Skeleton sample(Seat, Rng&) const { return *this; }  // nothing is hidden

  // text
  std::string format(Action action) const { return name(at(static_cast<int>(action))); }
  Parsed parse(Seat, std::string_view word) const;
  std::string name(Point point) const;

 private:
  static constexpr int kMost = 19 * 19;
  static constexpr std::int8_t kEmpty = -1;

  int points() const { return options_.size * options_.size; }
  bool over() const { return won_ >= 0 || retired_ >= 0 || stones_ == points(); }
  Point at(int point) const {
    return {0, static_cast<std::uint8_t>(point % options_.size), static_cast<std::uint8_t>(point / options_.size)};
  }
  std::int8_t cell(int point) const { return cells_[static_cast<std::size_t>(point)]; }
  Reason check_point(int point) const {
    if (cell(point) != kEmpty) return Reason::occupied;
    return stones_ == 0 && points() % 2 == 1 && point == points() / 2 ? kMiddle : Reason::none;
  }
  void put(int point, int side);     // and sees whether it wins
  bool makes_line(int point) const;  // of the stones of one side through this one

  Options options_;
  std::array<std::int8_t, kMost> cells_{};  // row by row from below: kEmpty, or the side
  std::uint64_t hash_ = 0;                  // of the stones
  int stones_ = 0, turns_ = 0, mover_ = 0;
  int last_ = -1, won_ = -1, retired_ = -1;  // a point; sides
  Outcome::How how_{};                       // of who retired
};

}  // namespace cairn::skeleton

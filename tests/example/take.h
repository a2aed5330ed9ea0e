// Take: a heap of stones, one to `most` taken a turn, the last stone wins (or loses: misere). A whole game in one
// header, small enough to read in a sitting, held to the contract test, which breaks it on purpose.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>

#include "core/hash.h"
#include "core/options.h"
#include "core/rules.h"
#include "core/text.h"
#include "games/registry.h"

namespace cairn::example {

struct TakeOptions {
  int stones = 21;
  int most = 3;
  bool misere = false;
  bool swap = false;
  static constexpr auto fields() {
    return std::tuple{IntField<TakeOptions>{"stones", &TakeOptions::stones, 1, 60, "stones in the heap"},
                      IntField<TakeOptions>{"most", &TakeOptions::most, 1, 9, "stones that one turn may take"},
                      FlagField<TakeOptions>{"misere", &TakeOptions::misere, "who takes the last stone loses"},
                      FlagField<TakeOptions>{"swap", &TakeOptions::swap, "the first move may be answered with swap"}};
  }
  Message check() const { return most > stones ? "most is larger than the heap" : ""; }
};

class Take {
 public:
  explicit Take(TakeOptions options) : options_(options) {}

  int seats() const { return 2; }
  SeatSet to_act() const { return over() ? SeatSet() : SeatSet::of(mover()); }
  Turn turn() const { return {mover(), turns_ + 1}; }
  void legal(Seat seat, ActionList& out) const {
    out.clear();
    if (!to_act().contains(seat)) return;
    for (int count = 1; count <= std::min(options_.most, left()); ++count) out.push_back(Action(count));
  }
  Reason check(Seat seat, Action action) const {
    if (over()) return Reason::game_over;
    if (seat != mover()) return Reason::not_your_turn;
    const auto count = static_cast<std::uint32_t>(action);
    if (count == 0) return Reason::unknown_move;
    return count > static_cast<std::uint32_t>(std::min(options_.most, left())) ? Reason::too_far : Reason::none;
  }
  Outcome outcome() const {
    if (!over()) return {};
    const bool gone = retired_ >= 0;
    const int loser = gone ? retired_ : index(mover()) ^ (options_.misere ? 1 : 0);
    Outcome outcome{.over = true, .how = gone ? how_ : Outcome::How::count};
    for (std::size_t i = 0; i < 2; ++i) {
      outcome.rank[i] = static_cast<int>(i) == loser ? 2 : 1;
      outcome.half_points[i] = static_cast<int>(i) == loser ? 0 : 2;
    }
    return outcome;
  }
  std::uint64_t hash() const {
    std::uint64_t sum = mix(static_cast<std::uint64_t>(retired_ + 1), static_cast<std::uint64_t>(turns_));
    for (const char c : taken_) sum = mix(sum, static_cast<std::uint64_t>(c));
    return sum;
  }

  template <class Sink>
  void apply(Seat, Action action, Sink&& sink) {
    const std::int8_t side = static_cast<std::int8_t>(turns_ % 2);
    for (auto count = static_cast<std::uint32_t>(action); count > 0; --count) {
      sink(Event{.kind = Event::Kind::placed, .side = side, .at = {0, static_cast<std::uint8_t>(taken_.size()), 0}});
      taken_ += side == 0 ? 'A' : 'B';
    }
    ++turns_;
    if (over()) sink(Event{.kind = Event::Kind::ended});
  }
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    retired_ = index(seat);
    how_ = how_of(why);
    sink(Event{.kind = Event::Kind::retired, .side = static_cast<std::int8_t>(retired_)});
    sink(Event{.kind = Event::Kind::ended});
  }

  View view(Viewer) const {
    View view;
    view.surface = "squares";
    view.columns = options_.stones;
    view.rows = 1;
    view.board = {taken_ + std::string(static_cast<std::size_t>(left()), '.')};
    const Outcome end = outcome();
    for (int i = 0; i < 2; ++i)
      view.sides.push_back({.name = i == 0 ? "first" : "second",
                            .letter = i == 0 ? 'A' : 'B',
                            .seat = seat_at(i),
                            .half_points = end.half_points[static_cast<std::size_t>(i)],
                            .retired = i == retired_});
    view.to_act = to_act();
    view.turn = turn();
    view.facts.push_back({"left", std::to_string(left())});
    view.outcome = end;
    if (end.over) {
      view.result = winner(end, 2) == 0 ? "A+" : "B+";
      view.result += retired_ < 0 ? "1" : how_ == Outcome::How::resigned ? "R" : "T";
    }
    return view;
  }
  Take sample(Seat, Rng&) const { return *this; }  // nothing is hidden
  std::string format(Action action) const { return "take" + std::to_string(static_cast<std::uint32_t>(action)); }
  Parsed parse(Seat, std::string_view word) const {
    constexpr std::string_view kVerb = "take";
    const std::string text = lower(word);
    if (text.compare(0, kVerb.size(), kVerb) != 0) return {.refused = Reason::unknown_move};
    const auto count = parse_int(text.substr(kVerb.size()));
    if (!count || *count < 1) return {.refused = Reason::unknown_move};
    return {Action(*count)};
  }
  std::string name(Point point) const { return std::to_string(point.column + 1); }

 private:
  int left() const { return options_.stones - static_cast<int>(taken_.size()); }
  bool over() const { return left() == 0 || retired_ >= 0; }
  Seat mover() const { return seat_at(turns_ % 2); }

  TakeOptions options_;
  std::string taken_;  // who took each stone, in order
  int turns_ = 0;
  int retired_ = -1;
  Outcome::How how_{};
};

GameInfo take_info();

}  // namespace cairn::example

// The pie rule around any two-seat game: the second player may answer the first move with `swap`.
// The seats change sides; the board stays. A swap is not a position: it enters no repetition history.
#pragma once

#include <algorithm>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/rules.h"
#include "core/text.h"

namespace cairn {

template <Rules G>
class Swap {
 public:
  static constexpr Action kSwap{0xFFFF'FFFF};
  explicit Swap(G game) : game_(std::move(game)) {}

  int seats() const { return 2; }
  SeatSet to_act() const {
    const SeatSet inner = game_.to_act();
    SeatSet outer;
    for (int i = 0; i < 2; ++i)
      if (inner.contains(seat_at(i))) outer.insert(across(seat_at(i)));
    return outer;
  }
  Turn turn() const {
    const Turn inner = game_.turn();
    return {across(inner.seat), inner.number + (swapped_ ? 1 : 0)};
  }
  void legal(Seat seat, ActionList& out) const {
    game_.legal(across(seat), out);
    if (offered() && to_act().contains(seat)) out.push_back(kSwap);
  }
  Reason check(Seat seat, Action action) const {
    if (action != kSwap) return game_.check(across(seat), action);
    if (to_act().empty()) return Reason::game_over;
    if (!to_act().contains(seat)) return Reason::not_your_turn;
    return offered() ? Reason::none : Reason::unknown_move;
  }
  std::vector<View::Mark> refusal_marks(Seat seat, Action action) const requires HasRefusalMarks<G> {
    return action == kSwap ? std::vector<View::Mark>{} : game_.refusal_marks(across(seat), action);
  }
  Outcome outcome() const { return turned(game_.outcome()); }
  std::uint64_t hash() const { return mix(game_.hash(), (swapped_ ? 2U : 0U) + (offered() ? 1U : 0U)); }

  template <class Sink>
  void apply(Seat seat, Action action, Sink&& sink) {
    if (action == kSwap) {
      swapped_ = true;
      moves_ = 2;
      sink(Event{.kind = Event::Kind::swapped, .side = 1});
      return;
    }
    if constexpr (std::same_as<std::remove_cvref_t<Sink>, NoEvents>)
      game_.apply(across(seat), action, NoEvents{});
    else
      game_.apply(across(seat), action, [&](const Event& event) { sink(turned(event)); });
    moves_ = std::min(moves_ + 1, 2);
  }
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    game_.retire(across(seat), why, [&](const Event& event) { sink(turned(event)); });
  }
  View view(Viewer viewer) const {
    const bool seated = static_cast<int>(viewer) < 2;
    View view = game_.view(seated ? viewer_of(across(seat_at(static_cast<int>(viewer)))) : viewer);
    for (auto& side : view.sides) side.seat = across(side.seat);
    view.to_act = to_act();
    view.turn = turn();
    if (view.next) view.next = across(*view.next);
    view.outcome = turned(view.outcome);
    if (swapped_) view.facts.push_back({"swapped", "yes"});
    return view;
  }
  Swap sample(Seat seat, Rng& rng) const {
    Swap copy = *this;
    copy.game_ = game_.sample(across(seat), rng);
    return copy;
  }
  std::string format(Action action) const { return action == kSwap ? "swap" : game_.format(action); }
  Parsed parse(Seat seat, std::string_view word) const {
    return equal_ignoring_case(word, "swap") ? Parsed{kSwap} : game_.parse(across(seat), word);
  }
  std::string name(Point point) const { return game_.name(point); }

  // Random play declines the swap: it changes who is who, not the game.
  Playout playout(Rng& rng) requires HasPlayout<G> {
    Playout result = game_.playout(rng);
    result.outcome = turned(result.outcome);
    return result;
  }
  const G& inner() const { return game_; }
  // A seat's side in the inner game, and the other way round.
  Seat across(Seat seat) const { return swapped_ ? seat_at(1 - index(seat)) : seat; }

 private:
  bool offered() const { return moves_ == 1 && !swapped_; }
  Outcome turned(Outcome outcome) const {
    if (swapped_) {
      std::swap(outcome.rank[0], outcome.rank[1]);
      std::swap(outcome.half_points[0], outcome.half_points[1]);
    }
    return outcome;
  }
  Event turned(Event event) const {
    if (swapped_) {
      const unsigned bits = event.seen_by;
      event.seen_by = static_cast<Audience>((bits & ~3U) | ((bits & 1U) << 1) | ((bits >> 1) & 1U));
    }
    return event;
  }

  G game_;
  bool swapped_ = false;
  int moves_ = 0;  // 0, 1, or 2 for "more"
};

}  // namespace cairn

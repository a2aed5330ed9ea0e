// Phantom Go: Go behind a referee. Each seat has the true game's moves but only its own knowledge (rules.md 8).
//
// A wrapper: the rules are Go's. A refused try is an action that changes knowledge and nothing else; the same seat
// still acts. `view`, `legal`, `check` and `parse` of a seat depend on its knowledge alone while the board is hidden.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/go/go.h"

namespace cairn::go {

template <int Max>
class Phantom {
 public:
  // construct
  explicit Phantom(const PhantomOptions& options);
  bool set_up(const Picture& picture, Colour to_move);  // a position known to everybody; false as for Go

  // ask
  int seats() const { return 2; }
  SeatSet to_act() const { return game_.to_act(); }
  SeatSet awaited() const { return game_.awaited(); }
  Turn turn() const { return game_.turn(); }
  void legal(Seat seat, ActionList& out) const;
  Reason check(Seat seat, Action action) const;
  Outcome outcome() const { return game_.outcome(); }
  std::uint64_t hash() const;
  const Go<Max>& truth() const { return game_; }

  // do
  template <class Sink>
  void apply(Seat seat, Action action, Sink&& sink);
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    game_.retire(seat, why, sink);
  }
  Playout playout(Rng& rng) { return game_.playout(rng); }

  // see
  View view(Viewer viewer) const;
  // A board that could be: as `imagine` draws it; where that fails, the hidden enemy stones moved about by a random
  // walk that starts at the true board and never leaves the boards on which this seat would have been told the same.
  // What the enemy knows is reset to what is public.
  Phantom sample(Seat seat, Rng& rng) const;
  // The same from what the seat knows alone: of two true boards that look alike to it the same worlds are drawn. The
  // enemy stones that it cannot place are put anywhere. False: none was found that fits all that the referee said;
  // `world` is then one with the right stones of its own, and as many others as there was room for.
  bool imagine(Seat seat, Rng& rng, Phantom& world) const;

  // text
  std::string format(Action action) const { return game_.format(action); }
  Parsed parse(Seat seat, std::string_view word) const;
  std::string name(Point point) const { return game_.name(point); }

 private:
  // What one seat knows beyond its own stones. "This turn": since the last move or pass.
  struct Knowledge {
    PointSet enemy;       // stones that the referee told of, or that were shown
    PointSet shown;       // those of them that everybody knows that this seat knows
    PointSet deduced;     // enemy stones that must be there; only `sample` uses it
    PointSet empty;       // empty points, until the enemy moves; only `sample` uses it
    PointSet refused;     // tried in vain this turn
    PointSet suicide;     // of these, as suicide
    PointSet repetition;  // of these, as repetition
    friend bool operator==(const Knowledge&, const Knowledge&) = default;
  };
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  bool hidden() const { return game_.phase() == Phase::play; }
  Knowledge& of(Seat seat) { return knowledge_[at(index(seat))]; }
  const Knowledge& of(Seat seat) const { return knowledge_[at(index(seat))]; }
  template <class Sink>
  void refuse(Seat seat, int point, Reason reason, Sink& sink);
  void learn_refusal(Seat seat, int point, Reason reason);
  void learn_move(Seat seat);
  void forget_tries();
  void show();  // the board to everybody
  PointSet closed_to_hidden(Seat seat) const;
  void become(const Picture& picture, Seat seat);  // a world that `seat` imagines
  bool could_be(const Board<Max>& board, Seat seat) const;
  bool known_refusals_hold(const Board<Max>& board, Seat trier) const;
  int ko_point(const Board<Max>& board) const;  // on a board that could be, or -1

  Go<Max> game_;
  bool terse_;
  bool public_tries_;
  bool tell_atari_;
  PointSet captured_;  // by the last move
  std::array<int, 2> atari_{};
  std::array<int, 2> tries_{};
  std::array<Knowledge, 2> knowledge_;
};

// ---------------------------------------------------------------------------------------------------------------------

template <int Max>
template <class Sink>
void Phantom<Max>::apply(Seat seat, Action action, Sink&& sink) {
  const auto code = static_cast<std::uint32_t>(action);
  if (!hidden() || code == kPass) {
    const bool was_hidden = hidden();
    game_.apply(seat, action, sink);
    if (!was_hidden) return;
    forget_tries();
    captured_.reset();
    if (!hidden()) show();
    return;
  }
  if (const Reason reason = game_.check(seat, action); reason != Reason::none) {
    refuse(seat, static_cast<int>(code), reason, sink);
    return;
  }
  captured_.reset();
  game_.apply(seat, action, [&](Event event) {
    if (event.kind == Event::Kind::placed) {
      event.seen_by = only(seat);
      sink(event);
      sink(Event{.kind = Event::Kind::played, .side = event.side});
      return;
    }
    if (event.kind == Event::Kind::removed)
      captured_[at(event.at.row * game_.board().size().columns + event.at.column)] = true;
    sink(event);
  });
  learn_move(seat);
  if (!tell_atari_) return;
  for (int side = 0; side < 2; ++side) {
    Event atari{.kind = Event::Kind::atari, .side = static_cast<std::int8_t>(side)};
    atari.count = static_cast<std::uint8_t>(atari_[at(side)]);
    sink(atari);
  }
}

template <int Max>
template <class Sink>
void Phantom<Max>::refuse(Seat seat, int point, Reason reason, Sink& sink) {
  Event event{.kind = Event::Kind::refused, .side = static_cast<std::int8_t>(index(seat))};
  event.reason = terse_ ? Reason::none : reason;
  event.seen_by = public_tries_ ? kEveryone : only(seat);
  event.at = game_.place(point);
  learn_refusal(seat, point, reason);
  sink(event);
  if (terse_ || reason != Reason::occupied) return;
  Event found{.kind = Event::Kind::placed,
              .side = static_cast<std::int8_t>(1 - index(seat))};  // on his board it is new
  found.seen_by = only(seat);
  found.at = event.at;
  sink(found);
}

extern template class Phantom<9>;
extern template class Phantom<13>;
extern template class Phantom<19>;

}  // namespace cairn::go

// Two small games to prove the contract test with, each with switches that break one law at a time.
// `Sealed`: both seats choose a secret number at the same time; then both numbers are shown and the larger wins.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "tests/example/take.h"

namespace cairn::contract {

// What a broken game does wrong; `none` is a good game.
enum class Flaw {
  none,
  lists_too_much,
  lists_too_little,
  moves_out_of_turn,
  reads_one_case,
  two_words_alike,
  shared_state,
  blind_hash,
  forgets_events,
  tells_wrong_square,
  bad_shape,
  groups_on_nothing,
  unknown_tally,
  uncounted_tally,
  wrong_next,
  no_ranks,
  wrong_turn,
  cannot_leave,
  changes_on_refusal,
  any_option,
  any_setup,
  unlisted_reason,
  // of the sealed game
  sample_shows,
  tells_choice,
  view_shows,
  order_matters,
  hidden_at_end,
};

inline constexpr ReasonText kToysOwnText{"no-stones", "a turn takes stones"};
inline constexpr Reason kToysOwn{kToysOwnText};

template <Flaw kFlaw>
class BrokenTake : public example::Take {
  using Base = example::Take;

 public:
  explicit BrokenTake(example::TakeOptions options) : Base(options) {}

  void legal(Seat seat, ActionList& out) const {
    Base::legal(seat, out);
    if constexpr (kFlaw == Flaw::lists_too_much)
      if (!out.empty()) out.push_back(Action{40});
    if constexpr (kFlaw == Flaw::lists_too_little)
      if (out.size() > 1) out.pop_back();
    if constexpr (kFlaw == Flaw::moves_out_of_turn)
      if (out.empty() && !to_act().empty()) out.push_back(Action{1});
  }
  Turn turn() const {
    Turn turn = Base::turn();
    if constexpr (kFlaw == Flaw::wrong_turn) turn.seat = Seat{0};
    return turn;
  }
  Outcome outcome() const {
    Outcome outcome = Base::outcome();
    if constexpr (kFlaw == Flaw::no_ranks) outcome.rank = {};
    return outcome;
  }
  std::uint64_t hash() const {
    if constexpr (kFlaw == Flaw::blind_hash) return 1;
    if constexpr (kFlaw == Flaw::shared_state) return mix(Base::hash(), static_cast<std::uint64_t>(*shared_));
    if constexpr (kFlaw == Flaw::changes_on_refusal) return mix(Base::hash(), static_cast<std::uint64_t>(asked_));
    return Base::hash();
  }
  template <class Sink>
  void apply(Seat seat, Action action, Sink&& sink) {
    ++*shared_;
    Base::apply(seat, action, [&](Event event) {
      if constexpr (kFlaw == Flaw::forgets_events)
        if (event.kind == Event::Kind::placed) return;
      if constexpr (kFlaw == Flaw::tells_wrong_square) event.at.column = 0;
      sink(event);
    });
  }
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    if constexpr (kFlaw != Flaw::cannot_leave) Base::retire(seat, why, sink);
  }
  View view(Viewer viewer) const {
    View view = Base::view(viewer);
    view.turn = turn();
    view.outcome = outcome();
    if constexpr (kFlaw == Flaw::bad_shape) view.board.front() += '.';
    if constexpr (kFlaw == Flaw::groups_on_nothing)
      if (view.board.front().front() == 'A') view.groups.emplace_back().pieces.emplace_back();
    if constexpr (kFlaw == Flaw::unknown_tally) view.tally = "goals";
    if constexpr (kFlaw == Flaw::uncounted_tally) view.tally = "captures";
    if constexpr (kFlaw == Flaw::wrong_next) view.next = seat_at(1 - index(view.turn.seat));
    return view;
  }
  BrokenTake sample(Seat, Rng&) const { return *this; }
  std::string format(Action action) const {
    if constexpr (kFlaw == Flaw::two_words_alike) return "take1";
    return Base::format(action);
  }
  Parsed parse(Seat seat, std::string_view word) const {
    if constexpr (kFlaw == Flaw::changes_on_refusal) ++asked_;
    if constexpr (kFlaw == Flaw::reads_one_case)
      if (word != lower(word)) return {.refused = Reason::unknown_move};
    const Parsed parsed = Base::parse(seat, word);
    if constexpr (kFlaw == Flaw::unlisted_reason)
      if (parsed.refused == Reason::unknown_move) return {.refused = kToysOwn};
    return parsed;
  }

 private:
  std::shared_ptr<int> shared_ = std::make_shared<int>(0);
  mutable int asked_ = 0;
};

template <Flaw kFlaw = Flaw::none>
class Sealed {
 public:
  static constexpr int kNumbers = 5;

  int seats() const { return 2; }
  SeatSet to_act() const {
    SeatSet acting;
    if (retired_ < 0)
      for (std::size_t i = 0; i < 2; ++i)
        if (chosen_[i] == 0) acting.insert(seat_at(static_cast<int>(i)));
    return acting;
  }
  Turn turn() const { return {to_act().empty() ? Seat{} : to_act().front(), 1 + made()}; }
  void legal(Seat seat, ActionList& out) const {
    out.clear();
    if (to_act().contains(seat))
      for (std::uint32_t number = 1; number <= kNumbers; ++number) out.push_back(Action{number});
  }
  Reason check(Seat seat, Action action) const {
    if (to_act().empty()) return Reason::game_over;
    if (!to_act().contains(seat)) return Reason::not_your_turn;
    const auto number = static_cast<std::uint32_t>(action);
    return number >= 1 && number <= kNumbers ? Reason::none : Reason::unknown_move;
  }
  Outcome outcome() const {
    if (!to_act().empty()) return {};
    Outcome outcome{.over = true, .how = retired_ < 0 ? Outcome::How::count : Outcome::How::resigned};
    for (std::size_t i = 0; i < 2; ++i) {
      outcome.half_points[i] = retired_ < 0 ? 2 * chosen_[i] : static_cast<int>(i) == retired_ ? 0 : 2;
      outcome.rank[i] = 1;
    }
    if (outcome.half_points[0] != outcome.half_points[1])
      outcome.rank[outcome.half_points[0] < outcome.half_points[1] ? 0 : 1] = 2;
    return outcome;
  }
  std::uint64_t hash() const {
    std::uint64_t sum = static_cast<std::uint64_t>(retired_ + 1);
    for (const int number : chosen_) sum = mix(sum, static_cast<std::uint64_t>(number));
    return kFlaw == Flaw::order_matters ? mix(sum, static_cast<std::uint64_t>(first_)) : sum;
  }
  template <class Sink>
  void apply(Seat seat, Action action, Sink&& sink) {
    const auto at = static_cast<std::size_t>(index(seat));
    if (made() == 0) first_ = index(seat);
    chosen_[at] = static_cast<int>(action);
    const auto side = static_cast<std::int8_t>(index(seat));
    sink(Event{.kind = Event::Kind::played,
               .side = side,
               .count = static_cast<std::uint8_t>(kFlaw == Flaw::tells_choice ? chosen_[at] : 0)});
    sink(Event{.kind = Event::Kind::placed, .side = side, .seen_by = only(seat), .at = place(at)});
    if (made() < 2) return;
    for (std::size_t i = 0; i < 2; ++i)
      sink(Event{.kind = Event::Kind::placed, .side = static_cast<std::int8_t>(i), .at = place(i)});
    sink(Event{.kind = Event::Kind::ended});
  }
  template <class Sink>
  void retire(Seat seat, Leave, Sink&& sink) {
    retired_ = index(seat);
    sink(Event{.kind = Event::Kind::retired, .side = static_cast<std::int8_t>(retired_)});
  }
  View view(Viewer viewer) const {
    View view;
    view.surface = "squares";
    view.columns = kNumbers;
    view.rows = 2;
    view.board.assign(2, std::string(kNumbers, '.'));
    const bool open = viewer == Viewer::referee || (to_act().empty() && kFlaw != Flaw::hidden_at_end);
    for (std::size_t i = 0; i < 2; ++i) {
      const bool own = viewer == viewer_of(seat_at(static_cast<int>(i)));
      if (chosen_[i] != 0 && (open || own || (kFlaw == Flaw::view_shows && chosen_[i] == kNumbers)))
        view.board[1 - i][static_cast<std::size_t>(chosen_[i] - 1)] = i == 0 ? 'A' : 'B';
      view.sides.push_back({.name = i == 0 ? "first" : "second",
                            .letter = i == 0 ? 'A' : 'B',
                            .seat = seat_at(static_cast<int>(i)),
                            .half_points = outcome().half_points[i],
                            .retired = static_cast<int>(i) == retired_});
    }
    view.to_act = to_act();
    view.turn = turn();
    view.outcome = outcome();
    if (view.outcome.over) {
      const int won = winner(view.outcome, 2);
      view.result = won < 0 ? "0" : won == 0 ? "A+1" : "B+1";
    }
    return view;
  }
  Sealed sample(Seat seat, Rng& rng) const {
    Sealed world = *this;
    const auto other = static_cast<std::size_t>(1 - index(seat));
    if (to_act().empty() && kFlaw != Flaw::sample_shows) return world;
    if (world.chosen_[other] != 0 || kFlaw == Flaw::sample_shows)
      world.chosen_[other] = 1 + static_cast<int>(rng.below(kNumbers));
    return world;
  }
  std::string format(Action action) const { return std::to_string(static_cast<std::uint32_t>(action)); }
  Parsed parse(Seat, std::string_view word) const {
    const auto number = parse_int(word);
    if (!number || *number < 1 || *number > kNumbers) return {.refused = Reason::unknown_move};
    return {Action(*number)};
  }
  std::string name(Point point) const { return std::to_string(point.column + 1); }

 private:
  int made() const { return (chosen_[0] != 0 ? 1 : 0) + (chosen_[1] != 0 ? 1 : 0); }
  Point place(std::size_t i) const {
    return {0, static_cast<std::uint8_t>(chosen_[i] - 1), static_cast<std::uint8_t>(i)};
  }

  std::array<int, 2> chosen_{};  // 0: not yet
  int retired_ = -1;
  int first_ = -1;
};

}  // namespace cairn::contract

// A tiny game with hidden information for the tests: two seats in turn put stones on a row of cells without seeing the
// other's. A cell that the other holds is refused, only the seat that tried learns of it, and it tries again. After
// `stones` each the sum of the cell numbers decides.
#pragma once

#include <string>
#include <string_view>

#include "core/hash.h"
#include "games/registry.h"

namespace cairn {

struct HiddenRow {
  static constexpr int kCells = 8, kStones = 3;
  std::array<int, kCells> owner{-1, -1, -1, -1, -1, -1, -1, -1};
  std::array<std::uint8_t, 2> tried{};  // cells that were refused, bits
  std::array<int, 2> placed{};
  int mover = 0, gone = -1;
  Leave left{};  // why `gone` is

  int seats() const { return 2; }
  bool ended() const { return gone >= 0 || placed[1] == kStones; }
  SeatSet to_act() const { return ended() ? SeatSet{} : SeatSet::of(seat_at(mover)); }
  Turn turn() const { return {seat_at(mover), placed[0] + placed[1] + 1}; }
  bool open(int seat, int cell) const {
    return owner[static_cast<std::size_t>(cell)] != seat && ((tried[static_cast<std::size_t>(seat)] >> cell) & 1) == 0;
  }
  void legal(Seat seat, ActionList& out) const {
    out.clear();
    for (int cell = 0; to_act().contains(seat) && cell < kCells; ++cell)
      if (open(index(seat), cell)) out.push_back(Action(static_cast<unsigned>(cell)));
  }
  Reason check(Seat seat, Action action) const {
    if (ended()) return Reason::game_over;
    if (!to_act().contains(seat)) return Reason::not_your_turn;
    const int cell = static_cast<int>(action);
    return cell < kCells && open(index(seat), cell) ? Reason::none : Reason::occupied;
  }
  Outcome outcome() const {
    Outcome out;
    out.over = ended();
    out.how = gone >= 0 ? how_of(left) : Outcome::How::count;
    std::array<int, 2> sums{};
    for (int cell = 0; cell < kCells; ++cell)
      if (const int seat = owner[static_cast<std::size_t>(cell)]; seat >= 0)
        sums[static_cast<std::size_t>(seat)] += cell;
    for (std::size_t i = 0; i < 2; ++i) {
      const bool worse = gone >= 0 ? gone == static_cast<int>(i) : sums[i] < sums[1 - i];
      out.rank[i] = worse ? 2 : 1;
    }
    return out;
  }
  std::uint64_t hash() const {
    std::uint64_t sum = static_cast<std::uint64_t>(mover * 4 + gone + 1);
    for (const int cell : owner) sum = mix(sum, static_cast<std::uint64_t>(cell + 1));
    return mix(sum, static_cast<std::uint64_t>(tried[0] * 256 + tried[1]));
  }
  template <class Sink>
  void apply(Seat seat, Action action, Sink&& sink) {
    const auto cell = static_cast<std::size_t>(action);
    const auto self = static_cast<std::size_t>(index(seat));
    const Point at{0, static_cast<std::uint8_t>(cell), 0};
    const auto side = static_cast<std::int8_t>(self);
    if (owner[cell] >= 0) {
      tried[self] = static_cast<std::uint8_t>(tried[self] | (1U << cell));
      sink(Event{
          .kind = Event::Kind::refused, .side = side, .reason = Reason::occupied, .seen_by = only(seat), .at = at});
      return;
    }
    owner[cell] = index(seat);
    ++placed[self];
    mover = 1 - mover;
    sink(Event{.kind = Event::Kind::placed, .side = side, .seen_by = only(seat), .at = at});
    sink(Event{.kind = Event::Kind::played, .side = side, .seen_by = static_cast<Audience>(kEveryone & ~only(seat))});
  }
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    gone = index(seat);
    left = why;
    sink(Event{.kind = Event::Kind::retired, .side = static_cast<std::int8_t>(gone)});
  }
  View view(Viewer viewer) const {
    View view;
    view.surface = "grid";
    view.columns = kCells;
    view.rows = 1;
    std::string row;
    for (const int seat : owner) {
      const bool shown = seat >= 0 && (viewer == Viewer::referee || ended() || static_cast<int>(viewer) == seat);
      row += shown ? (seat == 0 ? 'B' : 'W') : '.';
    }
    view.board = {row};
    view.sides = {{"black", 'B', seat_at(0), 0, -1, gone == 0}, {"white", 'W', seat_at(1), 0, -1, gone == 1}};
    if (static_cast<int>(viewer) < 2) {
      View::Mark mark{"tried", {}};
      for (int cell = 0; cell < kCells; ++cell)
        if ((tried[static_cast<std::size_t>(viewer)] >> cell) & 1)
          mark.points.push_back({0, static_cast<std::uint8_t>(cell), 0});
      view.marks.push_back(mark);
    }
    view.to_act = to_act();
    view.turn = turn();
    view.outcome = outcome();
    if (ended()) view.result = "over";
    return view;
  }
  HiddenRow sample(Seat, Rng&) const { return *this; }
  std::string format(Action action) const { return "c" + std::to_string(static_cast<unsigned>(action)); }
  Parsed parse(Seat, std::string_view word) const {
    if (word.size() != 2 || to_lower(word[0]) != 'c' || word[1] < '0' || word[1] > '7')
      return {{}, Reason::unknown_move};
    return {Action(static_cast<unsigned>(word[1] - '0'))};
  }
  std::string name(Point point) const { return "c" + std::to_string(point.column); }
};
static_assert(Rules<HiddenRow>);

inline GameInfo hidden_row_info() {
  return {.name = "hidden-row",
          .title = "Hidden row",
          .summary = "Stones on a row that the other does not see.",
          .options = {},
          .variety = {""},
          .hidden = true,
          .make = [](const Config& config) -> Made {
            if (!config.options.empty()) return {{}, Message("test-no-options", "there are no options")};
            return {Position(HiddenRow{}), {}};
          },
          .complete = [](const OptionValues&) { return OptionValues{}; }};
}

}  // namespace cairn

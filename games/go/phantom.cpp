#include "games/go/phantom.h"

namespace cairn::go {

namespace {

constexpr int kStepsAStone = 12;  // of the random walk in `sample`

std::uint64_t mix_set(std::uint64_t hash, const PointSet& set, int points) {
  hash = mix(hash, set.count());
  for (int point = 0; set.any() && point < points; ++point)
    if (set[static_cast<std::size_t>(point)]) hash = mix(hash, static_cast<std::uint64_t>(point));
  return hash;
}

}  // namespace

template <int Max>
Phantom<Max>::Phantom(const PhantomOptions& options)
    : game_(options), terse_(options.terse), public_tries_(options.public_tries), tell_atari_(options.atari) {
  show();
}

template <int Max>
bool Phantom<Max>::set_up(const Picture& picture, Colour to_move) {
  if (!game_.set_up(picture, to_move)) return false;
  show();
  return true;
}

template <int Max>
void Phantom<Max>::show() {
  const auto& board = game_.board();
  for (int side = 0; side < 2; ++side) {
    Knowledge known;
    for (int point = 0; point < board.points(); ++point) {
      const Colour colour = board.at(board.cell(point));
      known.enemy[at(point)] = colour == colour_of(1 - side);
      known.empty[at(point)] = colour == Colour::empty;
    }
    known.shown = known.deduced = known.enemy;
    knowledge_[at(side)] = known;
  }
  if (tell_atari_) atari_ = chains_in_atari(game_.picture());
}

template <int Max>
void Phantom<Max>::legal(Seat seat, ActionList& out) const {
  if (!hidden()) {
    game_.legal(seat, out);
    return;
  }
  out.clear();
  if (!to_act().contains(seat)) return;
  for (int point = 0; point < game_.board().points(); ++point)
    if (check(seat, static_cast<Action>(point)) == Reason::none) out.push_back(static_cast<Action>(point));
  out.push_back(static_cast<Action>(kPass));
}

// None for every try that the seat does not know to be refused.
template <int Max>
Reason Phantom<Max>::check(Seat seat, Action action) const {
  const auto code = static_cast<std::uint32_t>(action);
  const auto& board = game_.board();
  if (!hidden() || !to_act().contains(seat) || code >= static_cast<std::uint32_t>(board.points()))
    return game_.check(seat, action);
  const int point = static_cast<int>(code);
  const Knowledge& known = of(seat);
  if (board.at(board.cell(point)) == colour_of(index(seat)) || known.enemy[at(point)]) return Reason::occupied;
  if (known.suicide[at(point)]) return Reason::suicide;
  return known.refused[at(point)] ? Reason::repetition : Reason::none;  // `terse`: it repeats a refused try
}

template <int Max>
std::uint64_t Phantom<Max>::hash() const {
  const int points = game_.board().points();
  std::uint64_t hash =
      mix(game_.hash(), static_cast<std::uint64_t>(tries_[0]) << 32 | static_cast<unsigned>(tries_[1]));
  for (const Knowledge& known : knowledge_)
    for (const PointSet* set :
         {&known.enemy, &known.shown, &known.deduced, &known.empty, &known.refused, &known.suicide, &known.repetition})
      hash = mix_set(hash, *set, points);
  return hash;
}

template <int Max>
void Phantom<Max>::learn_refusal(Seat seat, int point, Reason reason) {
  ++tries_[at(index(seat))];
  Knowledge& known = of(seat);
  known.refused[at(point)] = true;
  if (terse_) return;
  if (reason == Reason::occupied) {
    known.enemy[at(point)] = known.deduced[at(point)] = true;
  } else {
    known.empty[at(point)] = true;
    (reason == Reason::suicide ? known.suicide : known.repetition)[at(point)] = true;
  }
  if (public_tries_) known.shown |= known.enemy;
}

template <int Max>
void Phantom<Max>::forget_tries() {
  for (Knowledge& known : knowledge_) {
    known.refused.reset();
    known.suicide.reset();
    known.repetition.reset();
  }
}

template <int Max>
void Phantom<Max>::learn_move(Seat seat) {
  forget_tries();
  Knowledge& mover = of(seat);
  Knowledge& victim = of(seat_at(1 - index(seat)));
  victim.empty = captured_;  // the new stone may be anywhere else
  mover.empty |= captured_;
  mover.enemy &= ~captured_;
  mover.shown &= ~captured_;
  mover.deduced &= ~captured_;
  const auto& board = game_.board();
  for (int point = 0; point < board.points(); ++point) {
    if (board.at(board.cell(point)) != Colour::empty) mover.empty[at(point)] = false;
    if (!captured_[at(point)]) continue;
    // What had no liberty was surrounded.
    for (int d = 0; d < kOrthogonal; ++d) {
      const auto near = board.neighbour(board.cell(point), d);
      if (board.at(near) == colour_of(index(seat))) victim.deduced[at(board.point(near))] = true;
    }
  }
  if (tell_atari_) atari_ = chains_in_atari(game_.picture());
}

template <int Max>
Parsed Phantom<Max>::parse(Seat seat, std::string_view word) const {
  if (!hidden()) return game_.parse(seat, word);
  const Parsed parsed = parse_word(game_.board().size(), word);
  if (parsed.refused == Reason::none && static_cast<std::uint32_t>(parsed.action) >= kDead)
    return {{}, Reason::unknown_move};  // whatever stands there
  return parsed;
}

template <int Max>
View Phantom<Max>::view(Viewer viewer) const {
  View view = game_.view(viewer);
  if (tell_atari_) {
    view.facts.push_back({"black-in-atari", std::to_string(atari_[0])});
    view.facts.push_back({"white-in-atari", std::to_string(atari_[1])});
  }
  if (game_.phase() == Phase::over) {
    view.facts.push_back({"black-refused", std::to_string(tries_[0])});
    view.facts.push_back({"white-refused", std::to_string(tries_[1])});
  }
  if (!hidden() || viewer == Viewer::referee) return view;

  const auto [columns, rows] = game_.board().size();
  const auto& board = game_.board();
  const int side = viewer == Viewer::seat0 ? 0 : viewer == Viewer::seat1 ? 1 : -1;
  const auto seen = [&](int point) {
    return side >= 0 && (board.at(board.cell(point)) == colour_of(side) || knowledge_[at(side)].enemy[at(point)]);
  };
  for (int point = 0; point < board.points(); ++point)
    if (!seen(point)) view.board[at(rows - 1 - point / columns)][at(point % columns)] = '.';
  for (auto& one : view.sides) one.half_points = 0;
  view.groups.clear();
  std::vector<View::Mark> marks;
  for (auto& mark : view.marks) {
    if (mark.kind != "last" || side < 0) continue;
    const Point last = mark.points.front();
    if (board.at(board.cell(last.row * columns + last.column)) == colour_of(side)) marks.push_back(std::move(mark));
  }
  View::Mark tried{"tried", {}}, captured{"captured", {}};
  for (int point = 0; point < board.points(); ++point) {
    if (captured_[at(point)]) captured.points.push_back(game_.place(point));
    for (int other = 0; other < 2; ++other)
      if ((other == side || public_tries_) && knowledge_[at(other)].refused[at(point)])
        tried.points.push_back(game_.place(point));
  }
  if (!captured.points.empty()) marks.push_back(std::move(captured));
  if (!tried.points.empty()) marks.push_back(std::move(tried));
  view.marks = std::move(marks);
  return view;
}

// The simple ko as it would stand: the enemy stone that took one stone at this point is alone and has no other liberty.
template <int Max>
int Phantom<Max>::ko_point(const Board<Max>& board) const {
  if (captured_.count() != 1) return -1;
  int lone = 0;
  while (!captured_[at(lone)]) ++lone;
  const auto hole = board.cell(lone);
  int takeable = 0;
  for (int d = 0; d < kOrthogonal; ++d) {
    const auto stone = board.neighbour(hole, d);
    if (board.at(stone) == Colour::edge) continue;
    if (board.at(stone) != opposite(game_.mover())) return -1;
    if (board.next_stone(stone) != stone) continue;
    int liberties = 0;
    for (int e = 0; e < kOrthogonal; ++e) liberties += board.at(board.neighbour(stone, e)) == Colour::empty ? 1 : 0;
    takeable += liberties == 1 ? 1 : 0;
  }
  return takeable == 1 ? lone : -1;
}

// Would the referee have refused the same tries of this turn for the same reasons?
template <int Max>
bool Phantom<Max>::known_refusals_hold(const Board<Max>& board, Seat trier) const {
  const Knowledge& known = of(trier);
  if (known.refused.none()) return true;
  const bool simple = game_.options().ko == KoRule::simple;
  const int ko = ko_point(board);
  for (int point = 0; point < board.points(); ++point) {
    if (!known.refused[at(point)]) continue;
    const auto cell = board.cell(point);
    const bool empty = board.at(cell) == Colour::empty;
    const bool suicide = empty && board.suicide(cell, colour_of(index(trier)));
    if (known.suicide[at(point)]) {
      if (!suicide) return false;
    } else if (known.repetition[at(point)]) {
      if (suicide || (simple && ko != point)) return false;
    } else if (empty && !suicide && ko != point && simple) {
      return false;
    }
  }
  return true;
}

template <int Max>
bool Phantom<Max>::could_be(const Board<Max>& board, Seat seat) const {
  for (int other = 0; other < 2; ++other)
    if ((other == index(seat) || public_tries_) && !known_refusals_hold(board, seat_at(other))) return false;
  if (!tell_atari_) return true;
  Picture picture = game_.picture();
  for (int point = 0; point < board.points(); ++point) picture.at[at(point)] = board.at(board.cell(point));
  return chains_in_atari(picture) == atari_;
}

// Points where the seat knows what is there, its own stones aside.
template <int Max>
PointSet Phantom<Max>::closed_to_hidden(Seat seat) const {
  const Knowledge& known = of(seat);
  PointSet closed = known.deduced | known.empty | known.suicide | known.repetition;
  if (public_tries_) closed |= of(seat_at(1 - index(seat))).refused;
  return closed;
}

template <int Max>
void Phantom<Max>::become(const Picture& picture, Seat seat) {
  const Seat enemy = seat_at(1 - index(seat));
  Board<Max> board = game_.board();
  board.set_up([&](int point) { return picture.at[at(point)]; });
  game_.replace_stones(picture, ko_point(board));
  if (game_.mover() == colour_of(index(seat))) game_.forget_last();  // the enemy's: where it was would tell
  Knowledge& theirs = of(enemy);
  theirs.enemy = theirs.deduced = theirs.shown;
  theirs.empty.reset();
  if (!public_tries_) {
    theirs.refused.reset();
    theirs.suicide.reset();
    theirs.repetition.reset();
    tries_[at(index(enemy))] = 0;
  }
}

template <int Max>
bool Phantom<Max>::imagine(Seat seat, Rng& rng, Phantom& world) const {
  constexpr int kTries = 6;
  world = *this;
  if (!hidden()) return true;
  const Colour theirs = colour_of(1 - index(seat));
  Picture known = game_.picture();
  const PointSet closed = closed_to_hidden(seat);
  std::array<int, kMaxPoints> open{};
  std::uint32_t places = 0;
  int stones = 0;  // to be placed: how many there are is public
  for (int point = 0; point < known.points(); ++point) {
    Colour& colour = known.at[at(point)];
    const bool sure = of(seat).deduced[at(point)];
    stones += colour == theirs && !sure ? 1 : 0;
    if (colour == theirs && !sure) colour = Colour::empty;
    if (colour == Colour::empty && !closed[at(point)]) open[places++] = point;
  }
  Board<Max> board = game_.board();
  for (int tries = 0; tries < kTries; ++tries) {
    Picture picture = known;
    int left = stones;
    for (std::uint32_t i = 0; i < places && left > 0; ++i) {
      std::swap(open[i], open[i + rng.below(places - i)]);
      picture.at[at(open[i])] = theirs;
      if (board.set_up([&](int point) { return picture.at[at(point)]; }))
        --left;
      else
        picture.at[at(open[i])] = Colour::empty;
    }
    const bool fits =
        board.set_up([&](int point) { return picture.at[at(point)]; }) && left == 0 && could_be(board, seat);
    if (!fits && tries + 1 < kTries) continue;
    world.become(picture, seat);
    return fits;
  }
  return false;
}

template <int Max>
Phantom<Max> Phantom<Max>::sample(Seat seat, Rng& rng) const {
  Phantom world = *this;
  if (imagine(seat, rng, world)) return world;
  Picture picture = game_.picture();
  const PointSet closed = closed_to_hidden(seat);
  std::vector<int> stones, open;  // hidden stones, and all points that hold one or might
  for (int point = 0; point < picture.points(); ++point) {
    const Colour colour = picture.at[at(point)];
    if (closed[at(point)] || colour == colour_of(index(seat))) continue;
    open.push_back(point);
    if (colour != Colour::empty) stones.push_back(point);
  }
  Board<Max> board = game_.board();
  const auto count = static_cast<std::uint32_t>(stones.size());
  for (std::uint32_t step = 0; step < kStepsAStone * count; ++step) {
    int& stone = stones[rng.below(count)];
    const int to = open[rng.below(static_cast<std::uint32_t>(open.size()))];
    if (picture.at[at(to)] != Colour::empty) continue;
    std::swap(picture.at[at(stone)], picture.at[at(to)]);
    if (board.set_up([&](int point) { return picture.at[at(point)]; }) && could_be(board, seat))
      stone = to;
    else
      std::swap(picture.at[at(stone)], picture.at[at(to)]);
  }
  world = *this;
  world.become(picture, seat);
  return world;
}

template class Phantom<9>;
template class Phantom<13>;
template class Phantom<19>;

}  // namespace cairn::go

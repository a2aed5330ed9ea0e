// Margo's moves, repetition and end: the second half of margo.h, which includes it.
#pragma once

#include "games/margo/margo.h"

namespace cairn::margo {

template <class Bits>
std::vector<Point> point_list(const Bits& set) {
  std::vector<Point> list;
  set.for_each([&](int i) { list.push_back(Bits::point(i)); });
  return list;
}

// A ball or blocker on a playable point: suicide, then repetition.
template <class B>
typename Game<B>::Tried Game<B>::try_ball(int i, bool blocker) const {
  Tried tried{board_, {}, board_hash_ ^ ball_key(Bits::point(i), blocker ? kBlocker : mover_), balls_ + 1};
  const auto settled = tried.next.play(i, mover_, blocker, geo_, rested_);
  if (settled == B::Settled::suicide) {
    tried.reason = Reason::suicide;
    return tried;
  }
  if (settled == B::Settled::captured) {
    for (int c = 0; c < B::kColours; ++c) {
      const Bits fallen =
          board_.balls[static_cast<std::size_t>(c)].andnot(tried.next.balls[static_cast<std::size_t>(c)]);
      fallen.for_each([&](int at) {
        tried.hash ^= ball_key(Bits::point(at), c);
        --tried.balls;
        tried.captured_enemy |= c != mover_;
      });
    }
  }
  // More balls than ever stood on the board can be no repetition.
  if (tried.balls <= most_balls_ && repeats(tried.hash)) tried.reason = Reason::repetition;
  return tried;
}

template <class B>
bool Game<B>::repeats(std::uint64_t after) const {
  switch (options_.ko) {
    case Ko::none:
      return false;
    case Ko::simple:
      return left_by_[static_cast<std::size_t>(mover_)] == after;
    case Ko::situational:
    case Ko::positional: {
      const std::uint64_t key = position_key(after, next_mover());
      bool found = false;
      for (const std::uint64_t old : history_) found |= old == key;  // no early exit: this vectorises
      return found;
    }
  }
  return false;
}

template <class B>
void Game<B>::remember() {
  std::uint64_t key = position_key(board_hash_, mover_);
  if (options_.ko == Ko::simple || options_.ko == Ko::none)
    key = mix(key, last_board_);  // the threefold rule's position
  history_.push_back(key);
  history_sum_ += mix(key, 1);
  if (options_.ko == Ko::simple || options_.ko == Ko::none) {
    int times = 0;
    for (const std::uint64_t old : history_) times += old == key;
    if (times >= 3) {
      over_ = true;
      repeated_ = true;
      outcome_ = {};
      outcome_.over = true;
      outcome_.how = Outcome::How::count;
      for (int c = 0; c < options_.players; ++c) {
        outcome_.rank[static_cast<std::size_t>(c)] = 1;
        outcome_.half_points[static_cast<std::size_t>(c)] = 2 * count_of(c);
      }
    }
  }
}

template <class B>
void Game<B>::commit(int i, const Tried& tried) {
  board_ = tried.next;
  balls_ = tried.balls;
  most_balls_ = std::max(most_balls_, balls_);
  last_ = i;
  rested_ = true;
  passes_ = 0;
  const int capturer = mover_;
  finish_turn(tried.hash);
  if (tried.captured_enemy && options_.beginner) {
    end(Outcome::How::capture);
    for (int c = 0; c < options_.players; ++c) outcome_.rank[static_cast<std::size_t>(c)] = c == capturer ? 1 : 2;
  }
}

template <class B>
template <class Sink>
void Game<B>::place(Action action, Sink&& sink) {
  const int i = Bits::index(decode(action));
  const bool blocker = is_blocker(action);
  const Tried tried = try_ball(i, blocker);
  assert(tried.reason == Reason::none);
  sink(Event{
      .kind = Event::Kind::placed, .side = static_cast<std::int8_t>(blocker ? -1 : mover_), .at = decode(action)});
  for (int c = 0; c < B::kColours; ++c) {
    const Bits fallen = board_.balls[static_cast<std::size_t>(c)].andnot(tried.next.balls[static_cast<std::size_t>(c)]);
    fallen.for_each([&](int at) {
      sink(Event{.kind = Event::Kind::removed, .side = static_cast<std::int8_t>(c), .at = Bits::point(at)});
    });
  }
  if constexpr (!std::same_as<std::remove_cvref_t<Sink>, NoEvents>) tell_stayed(i, tried.next, sink);
  commit(i, tried);
}

// The balls that were captured with their group and stay, or became zombies, each with the balls that rest on it.
template <class B>
template <class Sink>
void Game<B>::tell_stayed(int placed, const B& next, Sink&& sink) const {
  Bits stayed = next.zombies(geo_).andnot(board_.zombies(geo_));
  B full = board_;
  full.put(placed, kBlocker);  // whose it is makes no link between the groups that it captures
  const auto whole = full.links(geo_);
  for (std::size_t c = 0; c < board_.balls.size(); ++c) {
    const Bits own = board_.balls[c].andnot(whole.buried), fallen = board_.balls[c].andnot(next.balls[c]);
    if (fallen.any()) stayed = stayed | (full.flood(own, fallen, whole, own) & next.balls[c]);
  }
  stayed.for_each([&](int at) {
    Bits ball;
    ball.set(at);
    (next.resting_on(ball) & next.all).for_each([&](int above) {
      sink(Event{.kind = Event::Kind::stayed,
                 .side = static_cast<std::int8_t>(next.colour_at(at)),
                 .at = Bits::point(at),
                 .from = Bits::point(above)});
    });
  });
}

template <class B>
std::vector<View::Mark> Game<B>::refusal_marks(Seat seat, Action action) const {
  const Reason reason = check(seat, action);
  if (reason != Reason::suicide && reason != Reason::repetition && reason != Reason::unsupported) return {};
  const int i = Bits::index(decode(action));
  Bits ball;
  ball.set(i);
  if (reason == Reason::unsupported) return {{"missing", point_list(board_.under(ball).andnot(board_.all))}};
  const Tried tried = try_ball(i, is_blocker(action));
  if (reason == Reason::repetition) {
    const Bits fallen = board_.all.andnot(tried.next.all);
    return fallen.any() ? std::vector<View::Mark>{{"retaken", point_list(fallen)}} : std::vector<View::Mark>{};
  }
  const auto whole = tried.next.links(geo_);
  const Bits own = tried.next.balls[static_cast<std::size_t>(mover_)].andnot(whole.buried);
  return {{"breathless", point_list(tried.next.flood(own, ball, whole, own))}};
}

template <class B>
bool Game<B>::random_move(Rng& rng) {
  Bits open = board_.playable(geo_);
  for (int left = open.count(); left > 0; --left) {
    const int i = open.pick(static_cast<int>(rng.below(static_cast<std::uint32_t>(left))));
    if (play_if_legal(i)) return true;
    open.reset(i);
  }
  return false;
}

template <class B>
bool Game<B>::mover_is_stuck() const {
  bool stuck = true;
  Bits open = board_.playable(geo_);
  while (stuck && open.any()) {
    const int i = open.pick(0);
    open.reset(i);
    stuck =
        try_ball(i, false).reason != Reason::none && (!options_.testing || try_ball(i, true).reason != Reason::none);
  }
  return stuck;
}

// Ranks: those still at the table by their balls, then those who left, the later the better.
template <class B>
void Game<B>::end(Outcome::How how) {
  over_ = true;
  outcome_ = {};
  outcome_.over = true;
  outcome_.how = how;
  std::array<int, 4> merit{};
  for (int c = 0; c < options_.players; ++c) {
    const auto at = static_cast<std::size_t>(c);
    outcome_.half_points[at] = 2 * count_of(c);
    merit[at] = retired_[at] == 0 ? 1000 + count_of(c) : retired_[at];
  }
  for (int c = 0; c < options_.players; ++c) {
    int rank = 1;
    for (int other = 0; other < options_.players; ++other)
      rank += merit[static_cast<std::size_t>(other)] > merit[static_cast<std::size_t>(c)];
    outcome_.rank[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(rank);
  }
}

}  // namespace cairn::margo

#include "games/margrites/ai_endings_maker.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <utility>
#include <vector>

namespace cairn::margrites {

namespace {

constexpr int kPlaces = Endings::kPlaces, kScored = kPlaces, kCaptured = kPlaces + 1, kAbsent = kPlaces + 2,
              kKinds = kPlaces + 3;
constexpr int kFarRow = kRows - 1;
using Places = std::array<int, 2>;  // row * 9 + file as the mover sees it, or one of the above

constexpr bool stands(int place) {
  return place < kPlaces;
}
constexpr int turned(int place) {  // as the other side sees it
  return (kFarRow - place / kFiles) * kFiles + place % kFiles;
}

struct Neighbours {
  std::array<std::array<bool, kKinds>, kKinds> touch{};
  std::array<std::array<std::uint8_t, kDirections>, kPlaces> around{};
  std::array<std::uint8_t, kPlaces> count{};
};
constexpr Neighbours make_neighbours() {
  Neighbours out;
  for (int a = 0; a < kPlaces; ++a)
    for (int b = 0; b < kPlaces; ++b) {
      const int files = a % kFiles - b % kFiles, rows = a / kFiles - b / kFiles;
      if (a == b || files < -1 || files > 1 || rows < -1 || rows > 1) continue;
      const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
      out.touch[i][j] = true;
      out.around[i][out.count[i]++] = static_cast<std::uint8_t>(b);
    }
  return out;
}
constexpr Neighbours kNear = make_neighbours();
bool touch(int a, int b) {
  return kNear.touch[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

// What stands in the middle of a turn. Enemies do not move in it; they stand or are captured.
struct Moment {
  Places own{kAbsent, kAbsent}, enemies{kAbsent, kAbsent};
  bool over() const { return (!stands(own[0]) && !stands(own[1])) || (!stands(enemies[0]) && !stands(enemies[1])); }
};

// With two pieces a side a piece falls when both enemies touch it and its friend does not (rules.md 5.1).
bool falls(int piece, int friend_of_it, const Places& enemies) {
  return stands(piece) && stands(enemies[0]) && stands(enemies[1]) && touch(piece, enemies[0]) &&
         touch(piece, enemies[1]) && !(stands(friend_of_it) && touch(piece, friend_of_it));
}

// Removes what falls, stage by stage. `stepped`: the own piece that made the step; false when it would fall.
bool settle_moment(Moment& now, int stepped) {
  while (true) {
    const Moment was = now;
    bool fell = false;
    for (std::size_t i = 0; i < 2; ++i) {
      if (falls(was.own[i], was.own[1 - i], was.enemies)) {
        if (static_cast<int>(i) == stepped) return false;
        now.own[i] = kCaptured;
        fell = true;
      }
      if (falls(was.enemies[i], was.enemies[1 - i], was.own)) {
        now.enemies[i] = kCaptured;
        fell = true;
      }
    }
    if (!fell) return true;
  }
}

// Calls take(piece, where to, what stands then) for every step that is legal but for the square at which the piece
// began its turn.
template <class Take>
void each_step(const Moment& now, const Take& take) {
  for (std::size_t i = 0; i < 2; ++i) {
    const int from = now.own[i];
    if (!stands(from)) continue;
    if (from / kFiles == kFarRow) {
      Moment next = now;
      next.own[i] = kScored;
      settle_moment(next, -1);
      take(i, kScored, next);
    }
    const auto place = static_cast<std::size_t>(from);
    for (std::size_t k = 0; k < kNear.count[place]; ++k) {
      const int to = kNear.around[place][k];
      if (to == now.own[1 - i] || to == now.enemies[0] || to == now.enemies[1]) continue;
      Moment next = now;
      next.own[i] = to;
      if (settle_moment(next, static_cast<int>(i))) take(i, to, next);
    }
  }
}

Moment from_the_other_side(const Moment& now) {
  Moment out{now.enemies, now.own};
  for (Places* places : {&out.own, &out.enemies})
    for (int& place : *places) place = stands(place) ? turned(place) : kAbsent;
  return out;
}

constexpr EndingValue kCountDecides{1, -1};  // of a game that is over
// Bounds only move towards each other. They come no nearer than this: it is so at the end, where one lead is a draw,
// and a turn keeps it. So such a value is final.
constexpr int kExact = 2;

bool can_step(const Moment& now) {
  bool any = false;
  each_step(now, [&](std::size_t, int, const Moment&) { any = true; });
  return any;
}

// All that can come about in a turn against enemies that stand at one pair of squares: what stands then, the steps that
// lead on from there and what the end of the turn is worth. Each is reckoned when it is first asked for, and serves all
// positions with these enemies.
class TurnGraph {
 public:
  static constexpr std::size_t kNodes = std::size_t{kKinds} * kKinds * 4;
  using Node = std::uint16_t;  // a moment, by the places of the own pieces and which enemies stand
  struct Step {
    std::uint8_t piece = 0, to = 0;
    Node node = 0;
  };
  struct Worth {
    std::int8_t wins_from = kNoLead, loses_to = -kNoLead;  // for the mover
  };

  explicit TurnGraph(const Endings& values) : values_(values) {}

  void begin(const Places& enemies) {
    enemies_ = enemies;
    steps_.clear();
    ++number_;
  }
  Node node_of(const Moment& now) const {
    const std::size_t gone = (stands(now.enemies[0]) ? 0U : 1U) + (stands(now.enemies[1]) ? 0U : 2U);
    return static_cast<Node>((now.own[0] * kKinds + now.own[1]) * 4 + static_cast<int>(gone));
  }
  std::span<const Step> steps(Node node) {
    Known& known = known_[node];
    if (known.steps_of != number_) {
      known.steps_of = number_;
      known.begin = static_cast<std::uint32_t>(steps_.size());
      const Moment now = moment(node);
      if (!now.over())
        each_step(now, [&](std::size_t piece, int to, const Moment& next) {
          steps_.push_back({static_cast<std::uint8_t>(piece), static_cast<std::uint8_t>(to), node_of(next)});
        });
      known.end = static_cast<std::uint32_t>(steps_.size());
    }
    return std::span(steps_).subspan(known.begin, known.end - known.begin);
  }
  // What the other side makes of it when the turn ends there, the other way round.
  Worth end(Node node) {
    Known& known = known_[node];
    if (known.worth_of != number_) {
      known.worth_of = number_;
      known.worth = worth(moment(node));
    }
    return known.worth;
  }
  Moment moment(Node node) const {
    Moment out{{node / 4 / kKinds, node / 4 % kKinds}, enemies_};
    for (std::size_t i = 0; i < 2; ++i)
      if ((node >> i & 1) != 0 && stands(out.enemies[i])) out.enemies[i] = kCaptured;
    return out;
  }

 private:
  struct Known {
    std::uint32_t steps_of = 0, worth_of = 0;  // the number of the enemies
    std::uint32_t begin = 0, end = 0;
    Worth worth{};
  };

  Worth worth(const Moment& now) const {
    const auto count = [](const Places& places, int kind) {
      return static_cast<int>(std::count(places.begin(), places.end(), kind));
    };
    const int gained = lead_of(count(now.own, kScored), count(now.enemies, kCaptured) - count(now.own, kCaptured));
    const EndingValue theirs = value_at(from_the_other_side(now));
    return {theirs.loses_to == -kNoLead ? kNoLead : static_cast<std::int8_t>(-theirs.loses_to - gained),
            theirs.wins_from == kNoLead ? static_cast<std::int8_t>(-kNoLead)
                                        : static_cast<std::int8_t>(-theirs.wins_from - gained)};
  }
  EndingValue value_at(const Moment& now) const {
    std::array<int, 2> pieces{};
    std::array<std::array<std::uint8_t, 2>, 2> there{};
    for (std::size_t side = 0; side < 2; ++side)
      for (const int place : side == 0 ? now.own : now.enemies)
        if (stands(place)) there[side][static_cast<std::size_t>(pieces[side]++)] = static_cast<std::uint8_t>(place);
    if (pieces[0] == 0 || pieces[1] == 0) return kCountDecides;
    return values_.value(pieces[0], Endings::number(pieces[0], there[0]), pieces[1],
                         Endings::number(pieces[1], there[1]));
  }

  const Endings& values_;
  Places enemies_{};
  std::uint32_t number_ = 0;
  std::vector<Step> steps_{};
  std::vector<Known> known_ = std::vector<Known>(kNodes);
};

// What one thread knows of the turn that it looks at.
struct EndingsTurn {
  explicit EndingsTurn(const Endings& values) : graph(values) {}

  TurnGraph graph;
  std::vector<std::uint32_t> seen = std::vector<std::uint32_t>(TurnGraph::kNodes);
  std::uint32_t number = 0;                    // of the steps of turns so far
  std::vector<TurnGraph::Node> now{}, next{};  // what may stand after so many steps

  EndingValue value_of(const Moment& start);
};

EndingValue EndingsTurn::value_of(const Moment& start) {
  int wins_from = kNoLead, loses_to = kNoLead;
  const auto end = [&](TurnGraph::Node node) {
    const auto worth = graph.end(node);
    wins_from = std::min<int>(wins_from, worth.wins_from);
    loses_to = std::min<int>(loses_to, worth.loses_to);
  };
  now.assign(1, graph.node_of(start));
  for (int steps = 0; steps < kTurnSteps && !now.empty(); ++steps) {
    next.clear();
    ++number;
    for (const TurnGraph::Node node : now) {
      bool any = false;
      for (const auto& step : graph.steps(node)) {
        if (step.to == start.own[step.piece]) continue;  // where it began (rules.md 4.2)
        any = true;
        if (std::exchange(seen[step.node], number) != number) next.push_back(step.node);
      }
      if (any) continue;
      if (steps == 0 && !can_step(from_the_other_side(start))) return kCountDecides;  // neither side can
      end(node);
    }
    now.swap(next);
  }
  for (const TurnGraph::Node node : now) end(node);
  return {static_cast<std::int8_t>(wins_from), static_cast<std::int8_t>(loses_to)};
}

}  // namespace

class EndingsMaker {
 public:
  EndingsMaker(const Endings& out, const OnThreads& on_threads) : out_(out), on_threads_(on_threads) {}

  // What a turn makes of the values before it, for all positions of these numbers of pieces, into `next`. Returns how
  // many are not as they were.
  std::int64_t sweep(int own, int enemies, Endings& next) {
    std::atomic<int> number{0};
    std::atomic<std::int64_t> changed{0};
    on_threads_([&] {
      EndingsTurn turn(out_);
      for (int i = 0; (i = number++) < Endings::count(enemies);) changed += against(own, enemies, i, turn, next);
    });
    return changed;
  }

 private:
  // Against enemies at one pair of squares.
  std::int64_t against(int own, int enemies, int there, EndingsTurn& turn, Endings& next) const {
    const int mirrored = Endings::mirrored(enemies, there);
    if (mirrored < there) return 0;
    const auto places_of = [](int pieces, int number) {
      const auto places = Endings::places(pieces, number);
      return Places{places[0], pieces == 2 ? int{places[1]} : kAbsent};
    };
    Moment now{{}, places_of(enemies, there)};
    turn.graph.begin(now.enemies);
    std::int64_t changed = 0;
    for (int i = 0; i < Endings::count(own); ++i) {
      const int image = Endings::mirrored(own, i);
      if (mirrored == there && image < i) continue;
      now.own = places_of(own, i);
      if (std::find_first_of(now.own.begin(), now.own.end(), now.enemies.begin(), now.enemies.end(),
                             [](int a, int b) { return a == b && stands(a); }) != now.own.end())
        continue;
      const EndingValue was = out_.value(own, i, enemies, there);
      if (was.wins_from == was.loses_to + kExact) continue;
      const EndingValue is = turn.value_of(now);
      if (is == was) continue;
      next.value(own, i, enemies, there) = next.value(own, image, enemies, mirrored) = is;
      ++changed;
    }
    return changed;
  }

  const Endings& out_;
  const OnThreads& on_threads_;
};

bool make_endings(Endings& out, int most, const OnThreads& on_threads,
                  const std::function<bool(const EndingsProgress&)>& told) {
  EndingsMaker maker(out, on_threads);
  using Pair = std::pair<int, int>;
  const std::vector<std::vector<Pair>> groups{{{1, 1}}, {{1, 2}, {2, 1}}, {{2, 2}}};  // each needs those before it
  for (const auto& group : groups) {
    const auto [own, enemies] = group.back();
    if (own > most) break;
    for (int turns = 1;; ++turns) {
      Endings next = out;
      std::int64_t changed = 0;
      for (const auto& [mine, theirs] : group) changed += maker.sweep(mine, theirs, next);
      out = std::move(next);
      if (!told({own, enemies, turns, changed})) return false;
      if (changed == 0) break;
    }
  }
  return true;
}

}  // namespace cairn::margrites

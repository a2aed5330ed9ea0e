// Solves Margo positions by proof-number search: depth first with a table (Nagai 2002), for two players.
//
// Superko makes the worth of a position depend on how it arose. A proof is kept with the balls that stay on the board
// in all of it: no position that lacks one of them can recur there, so where every earlier position lacks one, the
// proof holds whatever the way was. A proof that leans on an earlier position is kept for that way alone. What was
// found is kept while the game goes on: the positions it went through count as part of every way.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/hash.h"
#include "games/margo/margo.h"
#include "search/engine.h"

namespace cairn::margo {

template <class Bits>
class Solver {
 public:
  using B = Board<Bits, 2>;
  static constexpr int kPass = 0x7FFF, kBlocking = 1 << 14;  // as moves: a pass; added to a point, a neutral ball

  // What the engine solves beside its search: plain games to the last ball, under a rule that ends them.
  static bool can_solve(const Game<B>& game) {
    const Options& o = game.options();
    return o.players == 2 && !o.can_pass && !o.testing && !o.beginner &&
           (o.ko == Ko::situational || o.ko == Ko::positional) && !game.over() && game.rested();
  }

  // The same with passes, with wins by capture and with neutral balls.
  static bool can_answer(const Game<B>& game) {
    const Options& o = game.options();
    return o.players == 2 && (o.ko == Ko::situational || o.ko == Ko::positional) && !game.over() && game.rested();
  }

  // `bytes` at most for the table.
  explicit Solver(std::size_t bytes) : most_entries_(std::max<std::size_t>(kFewest, bytes / (2 * sizeof(Entry)))) {}

  // The position to solve. What is known stays, if it arose from the last one.
  void set(const Game<B>& game) {
    single_ = false;
    begin(game, 1);
  }
  // The same, to learn alone whether the mover ends at least `aim` balls ahead, or wins by a capture: `work` says
  // `win` if so, `loss` if not.
  void ask(const Game<B>& game, int aim) {
    single_ = true;
    begin(game, aim);
  }

  // Looks at up to `nodes` more positions; what is known then of the mover's chances. `none`: nothing yet.
  Proof work(std::uint64_t nodes) {
    limit_ = nodes_ + nodes;
    while (done_ == Proof::none && nodes_ < limit_) {
      path_.clear();
      Found found{};
      visit(root_, kInfinite, kInfinite, found);
      if (found.phi != 0 && found.delta != 0) break;
      const bool reached = found.phi == 0;
      if (!single_ && aim_ == 1 && !reached) {
        aim_ = 0;
        renew();
        continue;
      }
      done_ = reached ? (single_ || aim_ == 1 ? Proof::win : Proof::draw) : Proof::loss;
      best_ = found.best;
    }
    return done_;
  }
  Proof proof() const { return done_; }
  int best() const { return best_; }  // the index of a move that reaches a win or a draw that is proven
  std::uint64_t nodes() const { return nodes_; }
  std::size_t bytes() const { return table_.size() * sizeof(Entry); }

 private:
  static constexpr std::uint64_t kInfinite = std::uint64_t{1} << 60;
  static constexpr int kDoubt = 4;              // phi and delta of a position not yet looked at, even in balls
  static constexpr std::size_t kDeepest = 600;  // a longer way is not followed
  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
  static constexpr std::size_t kFewest = 1U << 10;  // entries

  struct State {
    B board;
    std::uint64_t hash = 0;
    int mover = 0;
    int passes = 0;      // in succession
    bool taken = false;  // the last move won by its capture
  };
  using Stay = std::array<Bits, 2>;
  // phi: work left to show that the mover reaches its aim; delta: that it does not. One of them 0: shown.
  struct Found {
    std::uint64_t phi = 1, delta = 1;
    std::uint32_t leans = kNowhere;  // the earliest position of the way that barred a move
    Stay stay{};
    std::int16_t best = -1;
  };
  struct Entry {
    std::uint64_t key = 0;
    std::uint64_t phi = 0, delta = 0;
    std::uint32_t work = 0;
    std::uint32_t leans = kNowhere;
    std::uint32_t era = 0;  // 0: empty
    std::int16_t best = -1;
    Stay stay{};
    bool shown() const { return phi == 0 || delta == 0; }
  };
  struct Stood {
    std::uint64_t key;
    std::array<Bits, 2> balls;
  };
  struct Child {
    State state;
    Found found;
    int move = 0;
  };

  std::uint64_t repeat_key(std::uint64_t hash, int mover) const {  // as Game's history has it
    return options_.ko == Ko::positional ? hash : hash ^ (static_cast<std::uint64_t>(mover) * 0x9E3779B97F4A7C15ULL);
  }
  static std::uint64_t table_key(const State& state) {
    return mix(state.hash, static_cast<std::uint64_t>(state.mover + 2 * state.passes + (state.taken ? 8 : 0)) + 77);
  }
  void begin(const Game<B>& game, int aim) {
    geo_ = game.geometry();
    options_ = game.options();
    if (!follow(game, aim)) {
      behind_.clear();
      way_proofs_ = 0;
      renew();
    }
    history_ = game.history();
    before_ = history_;
    std::sort(before_.begin(), before_.end());
    root_ = {game.board(), game.board_hash(), game.mover(), game.passes()};
    done_ = Proof::none;
    aim_ = aim;
    best_ = -1;
    nodes_ = 0;
  }
  std::uint64_t way_key(std::uint64_t key) const {
    std::uint64_t sum = 1;
    for (const Stood& stood : path_) sum += mix(stood.key, 3);
    return mix(key, sum);
  }

  // Whether `game` is a few moves on from the root, with the same side to move and the same aim; if so, `behind_` gets
  // the positions between.
  bool follow(const Game<B>& game, int aim) {
    constexpr std::size_t kFar = 8;  // plies
    const std::vector<std::uint64_t>& now = game.history();
    if (table_.empty() || aim_ != aim || game.mover() != root_.mover || options_.can_pass || options_.testing)
      return false;
    if (now.size() < history_.size() || now.size() > history_.size() + kFar) return false;
    if (!std::equal(history_.begin(), history_.end(), now.begin())) return false;
    State at = root_;
    for (std::size_t i = history_.size(); i < now.size(); ++i) {
      bool found = false;
      State next{};
      at.board.playable(geo_).for_each([&](int move) {
        if (State tried{}; !found && play(at, move, tried) != B::Settled::suicide) {
          found = repeat_key(tried.hash, tried.mover) == now[i];
          if (found) next = tried;
        }
      });
      if (!found) return false;
      behind_.push_back({repeat_key(at.hash, at.mover), at.board.balls});
      at = next;
    }
    return true;
  }

  // Whether the mover at the end of a game has what it wants.
  bool reached(const State& state) const {
    if (state.taken) return false;
    const int lead = state.board.balls[static_cast<std::size_t>(root_.mover)].count() -
                     state.board.balls[static_cast<std::size_t>(1 - root_.mover)].count();
    const bool goal = lead >= aim_;
    return (state.mover == root_.mover) == goal;
  }

  // Forgets what the table says, in a moment.
  void renew() {
    if (table_.empty()) table_.resize(kFewest);
    ++era_;
    stored_ = 0;
  }
  std::size_t place(std::uint64_t key) const { return key & (table_.size() - 1) & ~std::size_t{3}; }
  const Entry* find(std::uint64_t key) const {
    const std::size_t at = place(key);
    for (std::size_t i = at; i < at + 4; ++i)
      if (table_[i].key == key && table_[i].era == era_) return &table_[i];
    return nullptr;
  }
  // In the place of the same position, else of what took the least work.
  void put(const Entry& entry) {
    const std::size_t at = place(entry.key);
    const auto worth = [&](const Entry& one) { return one.era == era_ ? one.work : 0; };
    Entry* to = &table_[at];
    for (std::size_t i = at; i < at + 4; ++i) {
      if (table_[i].key == entry.key) {
        to = &table_[i];
        break;
      }
      if (worth(table_[i]) < worth(*to)) to = &table_[i];
    }
    stored_ += to->era != era_;
    *to = entry;
  }
  void store(std::uint64_t key, const Found& found, std::uint64_t work) {
    if (stored_ > table_.size() / 2 && table_.size() * 2 <= most_entries_) {
      std::vector<Entry> old(table_.size() * 2);
      old.swap(table_);
      stored_ = 0;
      for (const Entry& entry : old)
        if (entry.era == era_) put(entry);
    }
    put({key, found.phi, found.delta,
         static_cast<std::uint32_t>(std::min<std::uint64_t>(work + 1, std::numeric_limits<std::uint32_t>::max())),
         found.leans, era_, found.best, found.stay});
  }
  // What the table says of a position reached by the way that stands in `path_`.
  Found look_up(const State& state) const {
    const std::uint64_t key = table_key(state);
    const Entry* entry = find(key);
    if (entry != nullptr && entry->shown() && !holds(entry->stay)) entry = nullptr;
    if (way_proofs_ > 0 && (entry == nullptr || !entry->shown()))
      if (const Entry* here = find(way_key(key)); here != nullptr) entry = here;
    if (entry != nullptr) return {entry->phi, entry->delta, entry->leans, entry->stay, entry->best};
    const int lead = state.board.balls[static_cast<std::size_t>(state.mover)].count() -
                     state.board.balls[static_cast<std::size_t>(1 - state.mover)].count();
    return {.phi = static_cast<std::uint64_t>(std::max(1, kDoubt - lead)),
            .delta = static_cast<std::uint64_t>(std::max(1, kDoubt + lead))};
  }
  bool holds(const Stay& stay) const {
    const auto may_recur = [&](const Stood& stood) {
      return !stay[0].andnot(stood.balls[0]).any() && !stay[1].andnot(stood.balls[1]).any();
    };
    return std::none_of(path_.begin(), path_.end(), may_recur) &&
           std::none_of(behind_.begin(), behind_.end(), may_recur);
  }

  // A point, or that with kBlocking.
  typename B::Settled play(const State& state, int move, State& next) const {
    next = state;
    const bool blocker = move >= kBlocking;
    const int at = blocker ? move - kBlocking : move;
    const auto settled = next.board.play(at, state.mover, blocker, geo_, true);
    if (settled == B::Settled::suicide) return settled;
    next.hash ^= ball_key(Bits::point(at), blocker ? kBlocker : state.mover);
    next.passes = 0;
    if (settled == B::Settled::captured) {
      for (int c = 0; c < 2; ++c) {
        const auto k = static_cast<std::size_t>(c);
        state.board.balls[k].andnot(next.board.balls[k]).for_each([&](int fallen) {
          next.hash ^= ball_key(Bits::point(fallen), c);
          next.taken |= options_.beginner && c != state.mover;
        });
      }
    }
    next.mover = 1 - state.mover;
    return settled;
  }

  // The moves of a position, without those barred; `leans` takes note of what barred one.
  void list(const State& state, std::vector<Child>& children, std::uint32_t& leans) const {
    if (state.taken || state.passes >= 2) return;
    const auto add = [&](int move) {
      State next{};
      if (play(state, move, next) == B::Settled::suicide) return;
      const std::uint64_t key = repeat_key(next.hash, next.mover);
      for (std::uint32_t at = 0; at < path_.size(); ++at)
        if (path_[at].key == key) {
          leans = std::min(leans, at);
          return;
        }
      // The root's own past is the same for every way.
      if (std::binary_search(before_.begin(), before_.end(), key)) return;
      children.push_back({next, {}, move});
    };
    state.board.playable(geo_).for_each([&](int i) {
      add(i);
      if (options_.testing) add(i + kBlocking);
    });
    if (!options_.can_pass) return;
    State next = state;
    next.mover = 1 - state.mover;
    ++next.passes;
    children.push_back({next, {}, kPass});
  }

  void visit(const State& state, std::uint64_t phi_limit, std::uint64_t delta_limit, Found& found) {
    ++nodes_;
    const std::uint64_t began = nodes_;
    const auto self = static_cast<std::uint32_t>(path_.size());
    path_.push_back({repeat_key(state.hash, state.mover), state.board.balls});
    std::vector<Child> children;
    std::uint32_t barred = kNowhere;
    list(state, children, barred);
    found = {};
    if (self >= kDeepest) {
      found.phi = found.delta = 1;
    } else if (children.empty()) {
      const bool good = reached(state);
      found.phi = good ? 0 : kInfinite;
      found.delta = good ? kInfinite : 0;
      found.stay = state.board.balls;
      found.leans = barred;
    } else {
      for (Child& child : children) child.found = look_up(child.state);
      while (true) {
        std::size_t best = 0;
        std::uint64_t second = kInfinite;
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
          const Found& one = children[i].found;
          sum += one.phi;
          if (i == 0) continue;
          if (one.delta < children[best].found.delta) {
            second = children[best].found.delta;
            best = i;
          } else {
            second = std::min(second, one.delta);
          }
        }
        found.phi = children[best].found.delta;
        found.delta = std::min(sum, kInfinite);
        if (found.phi == 0) found.delta = kInfinite;
        if (found.delta == 0) found.phi = kInfinite;
        found.best = static_cast<std::int16_t>(children[best].move);
        if (found.phi >= phi_limit || found.delta >= delta_limit || found.phi == 0 || found.delta == 0) break;
        if (nodes_ >= limit_) break;
        Child& child = children[best];
        const std::uint64_t child_phi =
            delta_limit >= kInfinite ? kInfinite : delta_limit - (found.delta - child.found.phi);
        const std::uint64_t child_delta = std::min(phi_limit, second + second / 4 + 1);
        visit(child.state, child_phi, child_delta, child.found);
      }
      conclude(state, children, barred, found);
    }
    path_.pop_back();
    keep(state, self, nodes_ - began, found);
  }

  // What a proof rests on: the balls that stay in all of it, and the earliest position that barred a move in it.
  void conclude(const State& state, const std::vector<Child>& children, std::uint32_t barred, Found& found) const {
    if (found.phi != 0 && found.delta != 0) return;
    found.stay = state.board.balls;
    if (found.phi != 0) found.leans = barred;  // all moves were needed: those that were barred, too
    for (const Child& child : children) {
      if (found.phi == 0 && (child.found.delta != 0 || child.move != found.best)) continue;
      for (std::size_t c = 0; c < 2; ++c) found.stay[c] = found.stay[c] & child.found.stay[c];
      found.leans = std::min(found.leans, child.found.leans);
    }
  }

  void keep(const State& state, std::uint32_t self, std::uint64_t work, Found& found) {
    const bool shown = found.phi == 0 || found.delta == 0;
    const std::uint64_t key = table_key(state);
    if (!shown || found.leans >= self) {
      if (shown) found.leans = kNowhere;
      store(key, found, work);
    } else {
      ++way_proofs_;
      store(way_key(key), found, work);
    }
  }

  Geometry<Bits> geo_{};
  Options options_{};
  std::vector<std::uint64_t> history_, before_;  // the keys of the game so far: as they came, and sorted
  std::vector<Stood> behind_;                    // the game's positions since the table was begun, without the root
  State root_{};
  int aim_ = 1;          // of the mover at the root: to end so many balls ahead
  bool single_ = false;  // only this aim is asked for
  Proof done_ = Proof::none;
  int best_ = -1;
  std::uint64_t nodes_ = 0, limit_ = 0, way_proofs_ = 0;
  std::vector<Stood> path_;
  std::vector<Entry> table_;  // in fours; a power of two
  std::size_t most_entries_, stored_ = 0;
  std::uint32_t era_ = 0;
};

}  // namespace cairn::margo

// Solves positions under superko: depth-first proof-number search with a table (Nagai 2002). Proofs are kept with what
// they need of the past (superko_way.h), under the name of the position, which is the same for all that are alike by
// symmetry. A proof that left out a move because an earlier position barred it holds for this way alone, and is kept
// under the name of the whole way. Retaking at once is not such a move: it is part of the state.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/superko_way.h"

namespace cairn {

// What the search asks of a board and its options. A state has a `mover` (0 or 1) and `passes` in succession.
template <class R>
concept SuperkoRules = requires(const R& rules, const typename R::State& state,
                                const StonesOf<typename R::Mask>& stones, std::size_t symmetry, int aim) {
  R::kPassing;  // the move that makes no board
  R::kSums;     // whether doubts of a lost position's moves add up, or the hardest counts, for many lead to the same
  { rules.stones(state) } -> std::convertible_to<StonesOf<typename R::Mask>>;
  { rules.over(state) } -> std::same_as<bool>;  // but not for want of moves
  // Of a state that is not over: the key of its least picture, below 2^57, and the symmetry that leads to it.
  { rules.name(state).key } -> std::convertible_to<std::uint64_t>;
  { rules.name(state).symmetry } -> std::convertible_to<std::size_t>;
  { rules.turned(stones, symmetry) } -> std::convertible_to<StonesOf<typename R::Mask>>;
  { rules.inverse(symmetry) } -> std::convertible_to<std::size_t>;
  // Each move but those that superko bars.
  rules.moves(state, [](const typename R::State& /*next*/, int /*move*/) {});
  { rules.may_pass() } -> std::same_as<bool>;         // always, and no rule of repetition bars it
  { rules.lead(state) } -> std::same_as<int>;         // of seat 0, if the game ended here
  { rules.winner(state, aim) } -> std::same_as<int>;  // if it is known: so once it is over; or -1. The aim is seat 0's
  { rules.likely_lead(state) } -> std::same_as<int>;  // of seat 0, for a guess at what is easier to show
};

template <SuperkoRules Rules>
FreshBoards<typename Rules::Mask> turned(const Rules& rules, FreshBoards<typename Rules::Mask> boards,
                                         std::size_t symmetry) {
  boards.always = rules.turned(boards.always, symmetry);
  boards.ever = rules.turned(boards.ever, symmetry);
  return boards;
}

template <SuperkoRules Rules>
class SuperkoSearch {
 public:
  using State = typename Rules::State;
  using Mask = typename Rules::Mask;
  using Fresh = FreshBoards<Mask>;
  using Way = SuperkoWay<Mask>;
  static constexpr std::size_t kDeepest = 2000;  // a longer way is not followed

  // `bytes` at most for the table.
  SuperkoSearch(Rules rules, bool situational, std::size_t bytes)
      : rules_(std::move(rules)), most_entries_(std::max(kFewest, bytes / sizeof(Entry))), way_(situational) {
    table_.resize(kFewest);
  }

  // Whether seat 0 leads at the end by `aim` points or more; -31 to 32. `past`: the states before, from the first on.
  void ask(std::span<const State> past, const State& root, int aim) {
    way_.clear();
    for (const State& state : past) way_.push(rules_.stones(state), state.mover);
    root_ = root;
    aim_ = aim;
    answer_ = Answer::open;
  }
  enum class Answer : std::uint8_t { open, yes, no };
  // Looks at up to `nodes` more positions.
  Answer work(std::uint64_t nodes) {
    if (answer_ == Answer::open)
      if (const int won = prove(root_, nodes); won >= 0) answer_ = won == 0 ? Answer::yes : Answer::no;
    return answer_;
  }
  // After an answer that pleases the side to move, its move: a point, or `kPassing`.
  int best() const { return best_; }

  // The same for another state to which the way leads: who wins, or -1.
  int prove(const State& state, std::uint64_t nodes) {
    limit_ = nodes_ + nodes;
    top_ = way_.size();
    Found found;
    visit(state, kInfinite, kInfinite, found);
    return found.shown() ? winner(state, found.phi == 0) : -1;
  }
  // What the table says of a state to which the way leads: the work that proved it for the side that did not move
  // there, or 0. More than `kForThisWay`: the proof holds for this way alone.
  static constexpr std::uint64_t kForThisWay = std::uint64_t{1} << 40;
  std::uint64_t lost_by(const State& state) const {
    const Found found = look_up(state);
    if (found.delta != 0) return 0;
    if (rules_.over(state)) return 1;
    const Entry* entry = find(key_of(rules_.name(state)));
    return std::max<std::uint64_t>(1, entry == nullptr ? 1 : entry->work) +
           (found.leans == Way::kNowhere ? 0 : kForThisWay);
  }

  Way& way() { return way_; }
  const Rules& rules() const { return rules_; }
  int aim() const { return aim_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr std::uint32_t kInfinite = 1'000'000'000;
  static constexpr std::uint16_t kNoLean = 0xFFFF;
  static constexpr std::size_t kBucket = 4, kFewest = 1U << 10;  // entries
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0}, kOfWay = std::uint64_t{1} << 63;
  static constexpr int kLeastAim = -31;

  // phi: work left to show that the mover gets what it wants; delta: that it does not. One of them 0: shown.
  struct Found {
    std::uint32_t phi = 1, delta = 1;
    std::size_t leans = Way::kNowhere;  // the earliest position of the way by which a needed move was barred
    Fresh fresh{};
    bool shown() const { return phi == 0 || delta == 0; }
  };
  struct Entry {
    std::uint64_t key = kEmpty;
    std::uint32_t phi = 1, delta = 1, work = 0;
    std::uint16_t leans = kNoLean;
    Fresh fresh{};
    bool shown() const { return phi == 0 || delta == 0; }
  };
  struct Child {
    State state;
    Found found;
    int move;
  };
  using Children = std::vector<Child>;
  using Name = decltype(std::declval<const Rules&>().name(std::declval<const State&>()));
  // The children of a state taken together: the one to look at next, what the best of the others needs, and what its
  // phi adds to the state's delta.
  struct Choice {
    std::uint32_t phi, delta;
    std::size_t best = 0;
    std::uint32_t second = kInfinite, others = 0;
  };

  std::uint64_t key_of(const Name& named) const {
    return named.key << 6 | static_cast<std::uint64_t>(aim_ - kLeastAim);
  }
  // Of a state to which the way leads, and no other: not of one that is alike, for the way is not.
  std::uint64_t way_key(const State& state) const {
    const auto stones = rules_.stones(state);
    const std::uint64_t here = mix(key_of(rules_.name(state)), std::uint64_t{stones[0]} << 32 | stones[1]);
    return mix(here, way_.name()) | kOfWay;
  }
  std::size_t place(std::uint64_t key) const {
    return (key * 0x9E3779B97F4A7C15ULL >> 20) & (table_.size() - 1) & ~(kBucket - 1);
  }
  const Entry* find(std::uint64_t key) const {
    const std::size_t at = place(key);
    for (std::size_t i = at; i < at + kBucket; ++i)
      if (table_[i].key == key) return &table_[i];
    return nullptr;
  }
  // In the place of the same state, else of what took the least work.
  void put(const Entry& entry) {
    const std::size_t at = place(entry.key);
    Entry* to = &table_[at];
    for (std::size_t i = at; i < at + kBucket; ++i) {
      if (table_[i].key == entry.key) {
        to = &table_[i];
        break;
      }
      if (table_[i].work < to->work) to = &table_[i];
    }
    stored_ += to->key == kEmpty;
    *to = entry;
  }
  void store(std::uint64_t key, const Found& found, std::uint64_t work) {
    if (stored_ > table_.size() / 2 && table_.size() * 3 <= most_entries_) {  // both tables stand for a moment
      std::vector<Entry> old(table_.size() * 2);
      old.swap(table_);
      stored_ = 0;
      for (const Entry& entry : old)
        if (entry.key != kEmpty) put(entry);
    }
    const Entry* known = find(key);
    work += known == nullptr ? 1 : known->work;
    put({key, found.phi, found.delta, static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 0xFFFF'FFFF)),
         static_cast<std::uint16_t>(std::min<std::size_t>(found.leans, kNoLean)), found.fresh});
  }
  static int winner(const State& state, bool won) { return won ? state.mover : 1 - state.mover; }

  // Of a state to which the way leads.
  Found look_up(const State& state) const {
    if (rules_.over(state)) return ended(state, rules_.winner(state, aim_));
    const Name named = rules_.name(state);
    const Entry* entry = find(key_of(named));
    if (entry != nullptr && entry->shown()) {
      const Fresh fresh = turned(rules_, entry->fresh, rules_.inverse(named.symmetry));
      if (way_.lacks(fresh, winner(state, entry->phi == 0))) return {entry->phi, entry->delta, Way::kNowhere, fresh};
      entry = nullptr;
    }
    if (way_proofs_ > 0)
      if (const Entry* here = find(way_key(state)); here != nullptr)
        return {here->phi, here->delta, here->leans == kNoLean ? Way::kNowhere : here->leans,
                turned(rules_, here->fresh, rules_.inverse(named.symmetry))};
    if (entry != nullptr) return {entry->phi, entry->delta};
    if (const int won = rules_.winner(state, aim_); won >= 0) return ended(state, won);
    return doubt(state);
  }
  // Of a state not yet looked at: in doubt by `kDoubt` both ways, shifted by what the side to move is ahead; each move
  // that left no stone on the board adds to both, for ways through captures get long.
  Found doubt(const State& state) const {
    constexpr int kDoubt = 40, kAhead = 4, kLost = 2, kMostRounds = 250;
    const int ahead = kAhead * (state.mover == 0 ? 1 : -1) * rules_.likely_lead(state);
    const int rounds = static_cast<int>(way_.size()) - count_stones<Mask>(rules_.stones(state));
    const int lost = kLost * std::clamp(rounds, 0, kMostRounds);
    return {.phi = static_cast<std::uint32_t>(std::max(1, kDoubt - ahead) + lost),
            .delta = static_cast<std::uint32_t>(std::max(1, kDoubt + ahead) + lost)};
  }
  static Found ended(const State& state, int won) {
    return won == state.mover ? Found{.phi = 0, .delta = kInfinite} : Found{.phi = kInfinite, .delta = 0};
  }

  // The moves of a state, without those barred; returns the earliest position that bars one.
  std::size_t list(const State& state, Children& children) const {
    std::size_t barred = Way::kNowhere;
    rules_.moves(state, [&](const State& next, int move) {
      if (move != Rules::kPassing)
        if (const std::size_t at = way_.find(rules_.stones(next), next.mover); at != Way::kNowhere) {
          barred = std::min(barred, at);
          return;
        }
      children.push_back({next, {}, move});
    });
    return barred;
  }

  static Choice choose(const Children& children) {
    Choice choice{};
    std::uint32_t most = 0, least = kInfinite + 1, open = 0;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const Found& one = children[i].found;
      most = std::max(most, one.phi);
      sum += one.phi;
      open += one.phi != 0;
      if (one.delta < least) {
        choice.second = std::min(least, kInfinite);
        least = one.delta;
        choice.best = i;
      } else {
        choice.second = std::min(choice.second, one.delta);
      }
    }
    const bool won = least == 0, lost = most == 0;
    const std::uint64_t all = Rules::kSums ? sum : most + open - 1;
    choice.phi = lost ? kInfinite : least;
    choice.delta = won || most >= kInfinite ? kInfinite
                   : lost                   ? 0
                                            : static_cast<std::uint32_t>(std::min<std::uint64_t>(all, kInfinite - 1));
    choice.others = Rules::kSums ? choice.delta - std::min(choice.delta, children[choice.best].found.phi) : open - 1;
    return choice;
  }

  // Works below a state to which the way leads until its numbers reach a limit.
  void visit(const State& state, std::uint32_t phi_limit, std::uint32_t delta_limit, Found& found) {
    ++nodes_;
    const std::uint64_t began = nodes_;
    const std::size_t self = way_.size();
    found = {.phi = kInfinite - 1, .delta = kInfinite - 1};
    if (self >= kDeepest) return;
    way_.push(rules_.stones(state), state.mover);
    Children children;
    const std::size_t barred = list(state, children);
    if (children.empty()) {
      found = ended(state, rules_.lead(state) >= aim_ ? 0 : 1);
      found.leans = barred;
    } else {
      for (Child& child : children) child.found = look_up(child.state);
      Choice choice;
      while (true) {
        choice = choose(children);
        found.phi = choice.phi;
        found.delta = choice.delta;
        if (found.shown() || found.phi >= phi_limit || found.delta >= delta_limit || nodes_ >= limit_) break;
        Child& child = children[choice.best];
        const std::uint32_t child_phi = delta_limit >= kInfinite ? kInfinite : delta_limit - choice.others;
        const std::uint32_t child_delta = std::min({phi_limit, kInfinite, choice.second + choice.second / 4 + 1});
        visit(child.state, child_phi, child_delta, child.found);
      }
      conclude(state, children, choice.best, barred, found);
      if (self == top_) best_ = children[choice.best].move;
    }
    way_.pop();
    keep(state, self, nodes_ - began, found);
  }

  // What a proof needs of the past.
  void conclude(const State& state, const Children& children, std::size_t best, std::size_t barred,
                Found& found) const {
    if (found.phi == 0) {
      const Child& child = children[best];
      found.fresh = child.found.fresh;
      found.leans = child.found.leans;
      if (child.move != Rules::kPassing) found.fresh.add(rules_.stones(child.state), false);
    } else if (found.delta == 0) {
      found.leans = barred;  // all moves were needed: those that were barred, too
      for (const Child& child : children) {
        found.fresh.add(child.found.fresh);
        found.leans = std::min(found.leans, child.found.leans);
      }
      if (!rules_.may_pass() && (rules_.lead(state) >= aim_) == (state.mover == 0)) {
        const auto stones = [&](const Child& child) { return rules_.stones(child.state); };
        const auto most = std::max_element(children.begin(), children.end(), [&](const Child& a, const Child& b) {
          return count_stones(stones(a)) < count_stones(stones(b));
        });
        found.fresh.add(stones(*most), true);
      }
    }
  }

  // The way leads to the state.
  void keep(const State& state, std::size_t self, std::uint64_t work, Found& found) {
    if (found.leans >= self) found.leans = Way::kNowhere;  // this state is on every way to what is below it
    const Name named = rules_.name(state);
    Found kept = found;
    kept.fresh = turned(rules_, found.fresh, named.symmetry);
    // What is shown must be found again on this way, though what its boards have in common may fit others, too.
    const bool here =
        found.shown() && (found.leans != Way::kNowhere || !way_.lacks(found.fresh, winner(state, found.phi == 0)));
    way_proofs_ += here;
    store(here ? way_key(state) : key_of(named), kept, work);
  }

  Rules rules_;
  std::size_t most_entries_, stored_ = 0;
  std::vector<Entry> table_;  // in buckets; a power of two
  Way way_;
  State root_{};
  std::size_t top_ = 0;  // the place on the way of what is asked about
  int aim_ = 0, best_ = Rules::kPassing;
  Answer answer_ = Answer::open;
  std::uint64_t nodes_ = 0, limit_ = 0, way_proofs_ = 0;
};

}  // namespace cairn

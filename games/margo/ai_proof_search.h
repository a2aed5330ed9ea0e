// Proofs about small pyramids (sizes 2 to 4) that hold whatever stood on the board before: depth-first proof-number
// search over positions up to symmetry. It shows that one colour, the winner, ends at least `aim` balls ahead.
//
// Why history does not matter. A state is a position and the one ball that may not be retaken at once, because that
// would recreate the position before the last move: every rule but `ko=none` bars this. Any other return to a position
// on the way counts against the winner, whoever would return. So a proof never needs another move to be barred, and a
// state is only ever proven by states that were proven before it. A strategy may still lead from a position to the same
// with another point barred: a proof counts only where its strategy passes `stands` (ai_certificate.h).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "games/margo/board.h"

namespace cairn::margo {

using SmallBoard = Board<WordBits, 2>;

// A position with two colours and no neutral balls. `barred`: the point that may not be played, or -1.
struct ProofState {
  SmallBoard board{};
  int mover = 0;
  int barred = -1;
};

struct ProofMove {
  ProofState after{};
  int at = -1;
};
using ProofMoves = std::vector<ProofMove>;

// The moves that are no suicide and not barred. `retaking`: whether the rule bars taking back at once.
inline void proof_moves(const ProofState& state, const Geometry<WordBits>& geo, ProofMoves& moves) {
  moves.clear();
  state.board.playable(geo).for_each([&](int i) {
    if (i == state.barred) return;
    ProofMove move{{state.board, 1 - state.mover, -1}, i};
    SmallBoard& next = move.after.board;
    const auto settled = next.play(i, state.mover, false, geo, true);
    if (settled == SmallBoard::Settled::suicide) return;
    if (settled == SmallBoard::Settled::captured) {
      const auto own = static_cast<std::size_t>(state.mover);
      const WordBits taken = state.board.balls[1 - own].andnot(next.balls[1 - own]);
      if (taken.count() == 1 && next.balls[own].count() == state.board.balls[own].count() + 1) {
        const int back = taken.pick(0);
        SmallBoard again = next;
        if (next.playable(geo).test(back) &&
            again.play(back, 1 - state.mover, false, geo, true) == SmallBoard::Settled::captured &&
            again.balls == state.board.balls)
          move.after.barred = back;
      }
    }
    moves.push_back(move);
  });
}

// Names states by numbers: the least of the eight pictures of one under the symmetries of the square.
class StateNames {
 public:
  explicit StateNames(int size) {
    std::vector<int> points;
    for (int l = 0; l < size; ++l)
      for (int r = 0; r < size - l; ++r)
        for (int c = 0; c < size - l; ++c) points.push_back(WordBits::index(point(l, c, r)));
    for (std::size_t s = 0; s < kSymmetries; ++s) add_symmetry(s, size, points);
  }
  // Base 3, a digit a point: 1 white, 2 black; then the barred point; then the mover. Below 2^56.
  std::uint64_t name(const ProofState& state) const {
    const Pictures all = pictures(state);
    return *std::min_element(all.begin(), all.end());
  }
  // The symmetry that leads to `name(state)`, the first of several.
  std::size_t turn(const ProofState& state) const {
    const Pictures all = pictures(state);
    return static_cast<std::size_t>(std::min_element(all.begin(), all.end()) - all.begin());
  }
  int image(int i, std::size_t symmetry) const { return image_[static_cast<std::size_t>(i)][symmetry]; }
  // What may not come back: the board and the mover, or by the positional rule the board alone.
  static std::uint64_t position_of(std::uint64_t name, bool positional) {
    return positional ? name >> 8 : (name >> 8 << 1) | (name & 1U);
  }

 private:
  static constexpr std::size_t kSymmetries = 8, kBytes = 4;
  using Pictures = std::array<std::uint64_t, kSymmetries>;
  static Point point(int l, int c, int r) {
    return {static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
  }
  // The 30 points of a word in 32 bits: the upper levels go where the second has no points.
  static constexpr std::uint32_t fold(std::uint64_t word) {
    return static_cast<std::uint32_t>(word) | static_cast<std::uint32_t>((word >> 32 & 3U) << 28) |
           static_cast<std::uint32_t>((word >> 36 & 3U) << 30) | static_cast<std::uint32_t>((word >> 48 & 1U) << 19);
  }
  void add_symmetry(std::size_t s, int size, const std::vector<int>& points) {
    std::array<std::uint64_t, 64> digit{};  // what a white ball at the point adds
    std::uint64_t power = 1;
    for (const int at : points) {
      const Point p = WordBits::point(at);
      const int side = size - p.level - 1;
      int c = p.column, r = p.row;
      if ((s & 1U) != 0) c = side - c;
      if ((s & 2U) != 0) r = side - r;
      if ((s & 4U) != 0) std::swap(c, r);
      image_[static_cast<std::size_t>(at)][s] = static_cast<std::int8_t>(WordBits::index(point(p.level, c, r)));
      digit[static_cast<std::size_t>(at)] = power;
      power *= 3;
    }
    for (const int at : points) {
      const std::uint64_t worth = digit[static_cast<std::size_t>(image(at, s))];
      const auto bit = static_cast<std::size_t>(std::countr_zero(fold(std::uint64_t{1} << at)));
      for (std::size_t bits = 0; bits < 256; ++bits)
        if ((bits >> (bit % 8) & 1U) != 0) sums_[bit / 8][bits][s] += worth;
    }
  }
  Pictures pictures(const ProofState& state) const {
    Pictures sum{};
    const std::uint32_t white = fold(state.board.balls[0].word), black = fold(state.board.balls[1].word);
    for (std::size_t byte = 0; byte < kBytes; ++byte) {
      const Pictures& of_white = sums_[byte][white >> (8 * byte) & 255U];
      const Pictures& of_black = sums_[byte][black >> (8 * byte) & 255U];
      for (std::size_t s = 0; s < kSymmetries; ++s) sum[s] += of_white[s] + 2 * of_black[s];
    }
    for (std::uint64_t& one : sum) one = one << 8 | static_cast<std::uint64_t>(state.mover);
    if (state.barred >= 0)
      for (std::size_t s = 0; s < kSymmetries; ++s)
        sum[s] |= static_cast<std::uint64_t>(1 + image(state.barred, s)) << 1;
    return sum;
  }

  std::array<std::array<std::int8_t, kSymmetries>, 64> image_{};
  std::array<std::array<Pictures, 256>, kBytes> sums_{};
};

// Depth-first proof-number search for one claim at a time. One thread.
class ProofSearch {
 public:
  // `winner` ends at least `aim` balls ahead.
  struct Claim {
    int winner = 0;
    int aim = 1;
    friend bool operator==(const Claim&, const Claim&) = default;
  };
  // failed: there is no proof of this kind, or it was not found; that proves nothing.
  enum class Verdict : std::uint8_t { open, shown, failed };

  // `bytes` at most for the table.
  ProofSearch(int size, const Geometry<WordBits>& geo, bool positional, std::size_t bytes)
      : geo_(geo),
        names_(size),
        positional_(positional),
        most_entries_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1024))) {}

  // What to show of which state; what is known stays where claim and past are the same. `past`: positions
  // (`position_of`) that may not come back in the whole proof.
  void set(const ProofState& root, Claim claim, std::span<const std::uint64_t> past = {}) {
    if (table_.empty() || claim != claim_ || !std::equal(past.begin(), past.end(), past_.begin(), past_.end())) {
      table_.assign(std::min(most_entries_, std::size_t{1} << 16), Entry{});
      stored_ = 0;
    }
    root_ = root;
    claim_ = claim;
    past_.assign(past.begin(), past.end());
  }
  // Looks at up to `nodes` more states.
  Verdict work(std::uint64_t nodes) { return show(root_, {}, nodes); }
  // The same for another state below the root, where no position of `way` may come back either.
  Verdict show(const ProofState& state, std::span<const std::uint64_t> way, std::uint64_t nodes) {
    path_ = past_;
    path_.insert(path_.end(), way.begin(), way.end());
    on_path_.fill(0);
    for (const std::uint64_t position : path_) ++on_path_[slot(position)];
    limit_ = nodes_ + nodes;
    Child at{state, names_.name(state), {}};
    visit(at, kInfinite, kInfinite);
    return at.numbers.proof == 0 ? Verdict::shown : at.numbers.disproof == 0 ? Verdict::failed : Verdict::open;
  }
  std::uint64_t nodes() const { return nodes_; }  // of all claims
  std::size_t bytes() const { return table_.size() * sizeof(Entry); }
  const StateNames& names() const { return names_; }
  std::uint64_t position_of(std::uint64_t name) const { return StateNames::position_of(name, positional_); }
  const Claim& claim() const { return claim_; }
  // When it was shown that the claim holds for a state, counted from 1; 0: the table does not say so. What a proof
  // rests on was shown before it.
  std::uint32_t shown(std::uint64_t name) const {
    const Entry* entry = find(name);
    return entry == nullptr || entry->proof != 0 ? 0 : entry->disproof - kInfinite;
  }
  // Whether the claim holds at the end of a game.
  bool holds(const SmallBoard& board) const { return lead(board) >= claim_.aim; }

 private:
  static constexpr std::uint32_t kInfinite = 1'000'000'000;
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  static constexpr std::size_t kBucket = 8;
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  static constexpr int kDoubt = 4;  // the numbers of a state not yet looked at, even in balls

  // Work left to show the claim, and to show that no proof of this kind is there. One is 0: shown.
  struct Numbers {
    std::uint32_t proof = 1, disproof = 1;
    bool settled() const { return proof == 0 || disproof == 0; }
  };
  struct Entry {
    std::uint64_t name = kEmpty;
    std::uint32_t proof = 1, disproof = 1;  // of what is shown: kInfinite and when it was
    std::uint32_t work = 0;
  };
  struct Child {
    ProofState state;
    std::uint64_t name = 0;
    Numbers numbers;
    std::size_t leans = kNowhere;  // where it failed: the earliest position on the path that this hangs on
  };
  // The children of a state taken together: the one to look at next, and what the best of the others needs.
  struct Choice {
    Numbers sum;
    std::size_t best = 0;
    std::uint32_t second = kInfinite;
  };

  static std::size_t slot(std::uint64_t position) { return position * 0x9E3779B97F4A7C15ULL >> 52; }
  std::size_t place(std::uint64_t name) const {
    return (name * 0x9E3779B97F4A7C15ULL >> 20) & (table_.size() - 1) & ~(kBucket - 1);
  }
  const Entry* find(std::uint64_t name) const {
    const std::size_t at = place(name);
    for (std::size_t i = at; i < at + kBucket; ++i)
      if (table_[i].name == name) return &table_[i];
    return nullptr;
  }
  // In the place of the same state, else of what took the least work.
  void put(const Entry& entry) {
    const std::size_t at = place(entry.name);
    Entry* to = &table_[at];
    for (std::size_t i = at; i < at + kBucket; ++i) {
      if (table_[i].name == entry.name) {
        to = &table_[i];
        break;
      }
      if (table_[i].work < to->work) to = &table_[i];
    }
    stored_ += to->name == kEmpty;
    *to = entry;
  }
  void store(std::uint64_t name, Numbers numbers, std::uint64_t work) {
    if (stored_ > table_.size() / 2 && table_.size() * 3 <= most_entries_) {  // both tables stand for a moment
      std::vector<Entry> old(table_.size() * 2);
      old.swap(table_);
      stored_ = 0;
      for (const Entry& entry : old)
        if (entry.name != kEmpty) put(entry);
    }
    const Entry* known = find(name);
    work += known == nullptr ? 0 : known->work;
    if (numbers.proof == 0) numbers.disproof = kInfinite + ++shown_;
    put({name, numbers.proof, numbers.disproof,
         static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 0xFFFF'FFFF))});
  }
  // Where on the path the position stands; kNowhere.
  std::size_t returns(std::uint64_t name) const {
    const std::uint64_t position = position_of(name);
    if (on_path_[slot(position)] == 0) return kNowhere;
    const auto found = std::find(path_.begin(), path_.end(), position);
    return found == path_.end() ? kNowhere : static_cast<std::size_t>(found - path_.begin());
  }
  int lead(const SmallBoard& board) const {
    const auto own = static_cast<std::size_t>(claim_.winner);
    return board.balls[own].count() - board.balls[1 - own].count();
  }
  void look_up(Child& child) const {
    if (const std::size_t back = returns(child.name); back != kNowhere) {
      child.numbers = {kInfinite, 0};
      child.leans = back < past_.size() ? kNowhere : back;  // the past is the same for all that the table says
    } else if (const Entry* entry = find(child.name); entry != nullptr) {
      child.numbers = {entry->proof, std::min(entry->disproof, kInfinite)};
    } else {
      const int ahead = lead(child.state.board);
      child.numbers = {static_cast<std::uint32_t>(std::max(1, kDoubt - ahead)),
                       static_cast<std::uint32_t>(std::max(1, kDoubt + ahead))};
    }
  }

  // One child of each kind of moves that are alike.
  void expand(const ProofState& state, std::vector<Child>& children) const {
    ProofMoves moves;
    proof_moves(state, geo_, moves);
    for (const ProofMove& move : moves) {
      Child child{move.after, names_.name(move.after), {}};
      const bool known =
          std::any_of(children.begin(), children.end(), [&](const Child& one) { return one.name == child.name; });
      if (known) continue;
      look_up(child);
      children.push_back(child);
    }
  }
  // The winner needs one child shown, the other side one that fails.
  Choice choose(const std::vector<Child>& children, bool winner) const {
    Choice choice;
    std::uint64_t total = 0, least = kInfinite + std::uint64_t{1};
    bool lost = false;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const Numbers& one = children[i].numbers;
      const std::uint32_t need = winner ? one.proof : one.disproof, other = winner ? one.disproof : one.proof;
      total += other;
      lost |= other >= kInfinite;
      if (need < least) {
        choice.second = static_cast<std::uint32_t>(std::min<std::uint64_t>(least, kInfinite));
        least = need;
        choice.best = i;
      } else {
        choice.second = std::min(choice.second, need);
      }
    }
    const auto one = static_cast<std::uint32_t>(least);
    const auto all =
        lost || one == 0 ? kInfinite : static_cast<std::uint32_t>(std::min<std::uint64_t>(total, kInfinite - 1));
    choice.sum = winner ? Numbers{one, all} : Numbers{all, one};
    return choice;
  }

  // What a failure hangs on: of one child for the other side, of all for the winner.
  static std::size_t leans_of(const std::vector<Child>& children, const Choice& choice, bool winner) {
    if (choice.sum.disproof != 0 || children.empty()) return kNowhere;
    if (!winner) return children[choice.best].leans;
    std::size_t least = kNowhere;
    for (const Child& child : children) least = std::min(least, child.leans);
    return least;
  }

  // Works below `at` until its numbers reach a limit; sets them.
  void visit(Child& at, std::uint32_t proof_limit, std::uint32_t disproof_limit) {
    ++nodes_;
    const std::uint64_t began = nodes_;
    const bool winner = at.state.mover == claim_.winner;
    std::vector<Child> children;
    const std::uint64_t position = position_of(at.name);
    const std::size_t self = path_.size();
    path_.push_back(position);
    ++on_path_[slot(position)];
    expand(at.state, children);
    Choice choice;
    if (children.empty()) choice.sum = holds(at.state.board) ? Numbers{0, kInfinite} : Numbers{kInfinite, 0};
    while (!children.empty()) {
      choice = choose(children, winner);
      const Numbers& sum = choice.sum;
      if (sum.settled() || sum.proof >= proof_limit || sum.disproof >= disproof_limit || nodes_ >= limit_) break;
      Child& next = children[choice.best];
      const std::uint32_t step =
          choice.second >= kInfinite ? kInfinite : std::min(kInfinite, choice.second + choice.second / 4 + 1);
      const auto rest = [](std::uint32_t limit, std::uint32_t whole, std::uint32_t part) {
        return limit >= kInfinite ? kInfinite : limit - (whole - std::min(part, whole));
      };
      if (winner)
        visit(next, std::min(proof_limit, step), rest(disproof_limit, sum.disproof, next.numbers.disproof));
      else
        visit(next, rest(proof_limit, sum.proof, next.numbers.proof), std::min(disproof_limit, step));
    }
    path_.pop_back();
    --on_path_[slot(position)];
    at.numbers = choice.sum;
    at.leans = leans_of(children, choice, winner);
    if (at.leans >= self) at.leans = kNowhere;
    // A failure that hangs on the way is none elsewhere.
    if (at.leans == kNowhere) store(at.name, choice.sum, nodes_ - began + 1);
  }

  Geometry<WordBits> geo_;
  StateNames names_;
  bool positional_;
  std::size_t most_entries_;
  std::vector<Entry> table_;  // in buckets; a power of two
  std::size_t stored_ = 0;
  std::uint32_t shown_ = 0;
  ProofState root_{};
  Claim claim_{};
  std::uint64_t nodes_ = 0, limit_ = 0;
  std::vector<std::uint64_t> past_, path_;  // positions; the path begins with the past
  std::array<std::uint16_t, 4096> on_path_{};
};

}  // namespace cairn::margo

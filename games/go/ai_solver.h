// Solves small boards of Go under superko: depth-first proof-number search with a table (Nagai 2002; of the children of
// a lost position the hardest counts, not their sum, for many lead to the same positions).
//
// Superko makes the worth of a position depend on how it arose. A proof says that one side, its winner, reaches its aim
// from a position on; what it needs of the past is kept with it:
// - None of the boards that the winner makes in it stood before, or superko would bar the move. They are kept as what
//   they have in common: stones that stand on all of them, points that each colour takes on any, the fewest stones.
//   An earlier board that does not fit this is none of them. A move of the loser that is barred harms no proof.
// - A proof that left out a move of the loser because an earlier board barred it holds for this way alone, and is kept
//   under the name of the whole way. Retaking a ko at once is not such a move: it is part of the state.
// Either side may always pass, so nobody wins because the other has no move.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "games/go/ai_small_board.h"

namespace cairn::go {

class Solver {
 public:
  // `bytes` at most for the table. `situational`: only a board with the same side to move counts as repeated.
  Solver(const SmallBoard& board, bool situational, std::size_t bytes);

  // Whether Black's lead at the end, without komi, is `least` points or more. `past`: the states before, from the first
  // on.
  void ask(std::span<const SmallState> past, const SmallState& root, int least);
  enum class Answer : std::uint8_t { open, yes, no };
  // Looks at up to `nodes` more positions.
  Answer work(std::uint64_t nodes);
  // After an answer that pleases the side to move, its move: a point, or `kPassing`.
  static constexpr int kPassing = -1;
  int best() const { return best_; }
  std::uint64_t nodes() const { return nodes_; }
  std::size_t bytes() const { return table_.size() * sizeof(Entry); }

 private:
  static constexpr std::uint32_t kInfinite = 1'000'000'000;
  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();
  static constexpr std::uint16_t kNoLean = 0xFFFF;
  static constexpr std::size_t kBucket = 4, kFewest = 1U << 10;  // entries
  static constexpr std::size_t kDeepest = 2000;                  // a longer way is not followed
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  // What the boards that the winner makes have in common; by default there are none.
  struct Made {
    Stones always{0xFFFF, 0xFFFF}, ever{};
    std::uint8_t fewest = 0xFF;
    void add(const Made& other);
    void add(const Stones& board);
    bool may_hold(const Stones& board) const;
  };
  // phi: work left to show that the mover gets what it wants; delta: that it does not. One of them 0: shown.
  struct Found {
    std::uint32_t phi = 1, delta = 1;
    std::size_t leans = kNowhere;  // the earliest board of the way by which a needed move was barred
    Made made{};
    bool shown() const { return phi == 0 || delta == 0; }
  };
  struct Entry {
    std::uint64_t key = kEmpty;
    std::uint32_t phi = 1, delta = 1, work = 0;
    std::uint16_t leans = kNoLean;
    Made made{};
    bool shown() const { return phi == 0 || delta == 0; }
  };
  struct Stood {
    Stones stones;
    std::int8_t mover;
  };
  struct Child {
    SmallState state;
    Found found;
    int move;
  };
  using Children = std::vector<Child>;
  struct Name {
    std::uint64_t key;
    std::size_t symmetry;  // that leads to the picture which the key names
  };
  // The children of a state taken together: the one to look at next, what the best of the others needs, and how many
  // are not lost yet.
  struct Choice {
    std::uint32_t phi, delta;
    std::size_t best = 0;
    std::uint32_t second = kInfinite, open = 0;
  };

  Name name(const SmallState& state) const;
  std::uint64_t way_key(const SmallState& state) const;
  const Entry* find(std::uint64_t key) const;
  void put(const Entry& entry);
  void store(std::uint64_t key, const Found& found, std::uint64_t work);
  Made turned(const Made& made, std::size_t symmetry) const;
  bool apart(const Made& made, int winner) const;
  bool wants(int mover, int lead) const { return (mover == 0) == (lead >= least_); }
  int winner(const SmallState& state, bool won) const { return won ? state.mover : 1 - state.mover; }
  std::size_t stood(const SmallState& next) const;
  void push(const SmallState& state);
  void pop();
  Found look_up(const SmallState& state) const;
  Found guess(const SmallState& state) const;
  Found doubt(const SmallState& state) const;
  void list(const SmallState& state, Children& children, std::size_t& barred) const;
  void visit(const SmallState& state, std::uint32_t phi_limit, std::uint32_t delta_limit, Found& found);
  static Choice choose(const Children& children);
  static void conclude(const Children& children, std::size_t best, std::size_t barred, Found& found);
  void keep(const SmallState& state, std::size_t self, std::uint64_t work, Found& found);

  const SmallBoard& board_;
  bool situational_;
  std::size_t most_entries_, stored_ = 0;
  std::vector<Entry> table_;  // in buckets; a power of two
  SmallState root_{};
  std::size_t root_at_ = 0;  // its place on the way
  int least_ = 0, best_ = kPassing;
  Answer answer_ = Answer::open;
  std::uint64_t nodes_ = 0, limit_ = 0, way_proofs_ = 0;
  std::vector<Stood> path_;                  // the way so far, with the past
  std::vector<std::uint64_t> ways_;          // the name of the way up to each of its states
  std::array<std::uint16_t, 4096> marks_{};  // how many boards of the way have this hash
};

}  // namespace cairn::go

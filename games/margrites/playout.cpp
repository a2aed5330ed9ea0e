// Uniform random playouts. A step is drawn among the slots (piece, direction) and drawn again until it is legal, which
// is uniform among the legal ones. The ordinary game has its own loop, which looks at no list and takes few branches.
#include <algorithm>
#include <bit>

#include "games/margrites/margrites.h"

namespace cairn::margrites {

namespace {

constexpr int kDraws = 64;  // pairs of slots drawn in vain, before the legal steps are looked for

Formation random_formation(Rng& rng) {
  return Formation::ranked(static_cast<int>(rng.below(kFormations)));
}

}  // namespace

// Plays ordinary turns with the board spread out for speed: both sides in one register, and a byte a square that is 1
// where no piece may step. Knows neither `returning` nor `hostile=full`. At the end, or when White's rebuttal begins,
// the game takes over again.
class Runner {
 public:
  explicit Runner(Margrites& game) : game_(game), board_(game.board_), lanes_(board_.lanes()) {
    for (std::size_t bit = 0; bit < kSquareBits; ++bit) full_[bit] = on_board(static_cast<Square>(bit)) ? 0 : 1;
    full_[index(kOff)] = 0;
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < board_.count_[side]; ++i) full_[index(board_.at_[side][i])] = 1;
  }

  // Returns the number of steps.
  int run(Rng& rng) {
    Rng local = rng;  // in registers
    while (board_.mover_ == Side::black ? turn<Side::black>(local) : turn<Side::white>(local)) {
    }
    rng = local;
    return plies_;
  }

 private:
  struct Draw {
    std::uint32_t which;
    Square from, to;
    // As one number, so that the choice between two is arithmetic.
    std::uint32_t packed() const {
      return which | static_cast<std::uint32_t>(from) << 8 | static_cast<std::uint32_t>(to) << 16;
    }
    static Draw unpacked(std::uint32_t bits) {
      return {bits & 0xFFU, static_cast<Square>((bits >> 8) & 0xFFU), static_cast<Square>(bits >> 16)};
    }
  };
  enum class Made : std::uint8_t { none, quiet, news };

  // False when the game is no more the runner's.
  template <Side side>
  bool turn(Rng& rng) {
    const int steps = board_.steps_left_;
    for (int left = steps; left > 0; --left) {
      const Made made = step<side>(rng);
      if (made == Made::quiet) [[likely]]
        continue;
      if (made == Made::none) return close(steps - left);
      game_.news_ = true;
      if (board_.count_[0] == 0 || board_.count_[1] == 0) {
        plies_ += steps - left + 1;
        board_.steps_left_ = static_cast<std::uint8_t>(left - 1);
        store();
        game_.after_step(nullptr);
        return false;
      }
    }
    return close(steps);
  }

  bool close(int steps) {
    plies_ += steps;
    const bool forfeit = steps == 0;
    if (forfeit && forfeit_) return finish(true);  // neither side has a step
    forfeit_ = forfeit;
    game_.quiet_ = game_.news_ ? 0 : static_cast<std::uint8_t>(game_.quiet_ + 1);
    game_.news_ = false;
    if (game_.quiet_ >= kQuietTurns) return finish(false);
    ++game_.turn_;
    board_.mover_ = other(board_.mover_);
    board_.steps_left_ = kTurnSteps;
    board_.began_ = board_.at_[index(board_.mover_)];
    return true;
  }

  bool finish(bool count) {
    store();
    Ending ending = game_.counted();
    if (!count) ending.winner = -1;
    game_.finish(ending, nullptr);
    return false;
  }

  void store() {
    board_.pieces_ = std::bit_cast<std::array<Squares, 2>>(lanes_);
    game_.board_ = board_;
  }

  // Two slots a random word, and the first that is free, without a branch: a wrong guess is dearer than a second look.
  // False when neither is.
  template <Side side>
  bool draw(Rng& rng, Draw& drawn) const {
    constexpr auto kS = static_cast<std::size_t>(side);
    const std::uint64_t slots = std::uint64_t{board_.count_[kS]} * kDirections;
    const auto look = [&](std::uint64_t slot) {
      const auto which = static_cast<std::uint32_t>(slot / kDirections);
      const Square from = board_.at_[kS][which];
      return Draw{which, from, kSteps[kS][index(from)][slot % kDirections]};
    };
    const auto barred = [&](const Draw& d) {
      return std::uint32_t{full_[index(d.to)]} | static_cast<std::uint32_t>(d.to == board_.began_[d.which]);
    };
    const std::uint64_t word = rng();
    const Draw one = look((word >> 32) * slots >> 32), two = look((word & 0xFFFF'FFFFU) * slots >> 32);
    const std::uint32_t first = barred(one), second = barred(two);
    drawn = Draw::unpacked(one.packed() ^ ((one.packed() ^ two.packed()) & (0U - first)));
    return (first & second) == 0;
  }

  template <Side side>
  Made step(Rng& rng) {
    for (int draws = 0; draws < kDraws; ++draws) {
      Draw drawn{};
      if (!draw<side>(rng, drawn)) continue;
      const Lanes target = kLaneBits.of(side, drawn.to);
      const Lanes after = lanes_ ^ kLaneBits.of(side, drawn.from) ^ target;
      if (const Lanes fall = captured_now(after); any(fall)) [[unlikely]] {
        if (any(fall & target)) continue;
        Lanes next = after ^ fall;
        if (!settle(next, target)) continue;
        make<side>(drawn);
        drop(after ^ next);
        lanes_ = next;
        return Made::news;
      }
      lanes_ = after;
      return make<side>(drawn);
    }
    return rare_step<side>(rng);
  }

  // Hardly a step is legal, or none: draws from the list of them.
  template <Side side>
  Made rare_step(Rng& rng) {
    board_.pieces_ = std::bit_cast<std::array<Squares, 2>>(lanes_);
    std::array<Draw, kPieces * kDirections> legal;
    std::uint32_t count = 0;
    board_.steps([&](Square from, Square to) {
      legal[count++] = {static_cast<std::uint32_t>(board_.find(side, from)), from, to};
      return false;
    });
    if (count == 0) return Made::none;
    const Draw drawn = legal[rng.below(count)];
    const Lanes target = kLaneBits.of(side, drawn.to), after = lanes_ ^ kLaneBits.of(side, drawn.from) ^ target;
    Lanes next = after;
    settle(next, target);
    const Made made = make<side>(drawn);
    const Lanes gone = after ^ next;
    drop(gone);
    lanes_ = next;
    return any(gone) ? Made::news : made;
  }

  template <Side side>
  Made make(const Draw& drawn) {
    constexpr auto kS = static_cast<std::size_t>(side);
    full_[index(drawn.from)] = 0;
    if (drawn.to != kOff) [[likely]] {
      board_.at_[kS][drawn.which] = drawn.to;
      full_[index(drawn.to)] = 1;
      return Made::quiet;
    }
    const std::size_t last = --board_.count_[kS];
    board_.at_[kS][drawn.which] = board_.at_[kS][last];
    board_.began_[drawn.which] = board_.began_[last];
    ++board_.points_[kS];
    return Made::news;
  }

  void drop(const Lanes& gone) {
    const auto fallen = std::bit_cast<std::array<Squares, 2>>(gone);
    for (std::size_t side = 0; side < 2; ++side)
      for (Squares left = fallen[side]; !left.empty(); left.drop_front()) {
        full_[index(left.front())] = 0;
        ++board_.captures_[1 - side];
        board_.strike(static_cast<Side>(side), left.front());
      }
  }

  Margrites& game_;
  Board board_;
  Lanes lanes_;
  std::array<std::uint8_t, kSquareBits> full_{};
  int plies_ = 0;
  bool forfeit_ = false;
};

Playout Margrites::playout(Rng& rng) {
  Playout result;
  const bool ordinary = !options_.returning && options_.hostile != Hostile::full;
  while (phase_ != Phase::over) {
    if (phase_ == Phase::arranging || phase_ == Phase::placing) {
      formation_ = {random_formation(rng), random_formation(rng)};
      board_ = Board{};
      result.plies += phase_ == Phase::arranging ? 4 : 2 * kPieces;
      begin_play(nullptr);
    } else if (phase_ == Phase::playing && ordinary) {
      result.plies += Runner(*this).run(rng);
    } else {
      result.plies += random_step(rng);
    }
  }
  result.outcome = outcome();
  return result;
}

// Under any rules. Returns 0 when the slot drawn is no legal step.
int Margrites::random_step(Rng& rng) {
  const std::size_t side = margrites::index(board_.mover());
  const auto pieces = static_cast<std::uint32_t>(board_.count(board_.mover()));
  const auto slot = rng.below(pieces * kDirections + recall_.count[side]);
  Square from = kOff, to = kOff;
  if (slot < pieces * kDirections) {
    from = board_.piece(board_.mover(), static_cast<int>(slot / kDirections));
    to = kSteps[side][margrites::index(from)][slot % kDirections];
    if (to == kWall) return 0;
  } else {
    const auto which = slot - pieces * kDirections;
    to = recall_.from[side][which];
    if (recalled(to) != static_cast<int>(which)) return 0;
  }
  if (check_step(from, to) != Reason::none) return 0;
  perform_step(from, to, nullptr);
  return 1;
}

}  // namespace cairn::margrites

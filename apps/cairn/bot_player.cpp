#include "apps/cairn/bot_player.h"

#include "apps/cairn/terminal.h"
#include "games/ai_exact.h"
#include "search/choice.h"

namespace cairn::cli {

namespace {

constexpr std::uint64_t kHintProofStep = 10'000;  // positions
constexpr std::size_t kMemory = std::size_t{256} << 20;

}  // namespace

BotPlayer::BotPlayer(const GameInfo& info, const Position& start, int level, std::uint64_t seed)
    : info_(info),
      engine_(make_engine(info, start, {.memory = kMemory, .seed = seed, .level = level, .clock = wall_seconds})),
      rng_(seed) {}

BotMove BotPlayer::move(const Position& position, const Moves& moves, Seat seat, double seconds) {
  if (auto agreed = agree(info_, position, seat, moves)) return {.words = *std::move(agreed)};
  return think(position, seat, seconds, false);
}

BotMove BotPlayer::hint(const Position& position, const Moves& moves, Seat seat, double seconds) {
  if (settles_dead(position, seat)) return move(position, moves, seat, seconds);
  return think(position, seat, seconds, true);
}

BotMove BotPlayer::think(const Position& position, Seat seat, double seconds, bool best) {
  Analysis found = cairn::think(*engine_, position, seat, {.seconds = seconds}, &interrupted());
  if (const auto prover = best ? move_prover(position) : nullptr) {
    while (prover->work(kHintProofStep) && !interrupted()) {
    }
    add_proofs(*prover, found);
  }
  BotMove move;
  if (best && !found.candidates.empty()) {
    move.words = {position.format(found.best)};
  } else if (const auto chosen = choose_action(*engine_, position, seat, rng_)) {
    move.words = {position.format(*chosen)};
  }
  if (best) move.proof = proof_of(found);
  move.playouts = found.playouts;
  if (found.playouts > 0) move.win_rate = found.win_rate;
  return move;
}

}  // namespace cairn::cli

#include "games/ai_exact.h"

#include "games/margo/ai_book.h"
#include "games/margo/ai_exact.h"

namespace cairn {

const Solving* solving_of(const GameInfo& game) {
  static const Solving margo = margo::solving();
  return game.name == "margo" || game.name == "spargo" ? &margo : nullptr;
}

std::unique_ptr<MoveProver> move_prover(const Position& position) {
  return margo::move_prover(position);
}

std::string_view proof_wanted(const Position& position) {
  return margo::proof_wanted(position);
}
std::string give_proof(std::string_view name, std::string_view bytes) {
  return margo::give_proof(name, bytes);
}

}  // namespace cairn

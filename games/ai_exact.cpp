#include "games/ai_exact.h"

#include "games/go/ai_exact.h"
#include "games/margo/ai_book.h"
#include "games/margo/ai_exact.h"
#include "games/margrites/ai_endings.h"
#include "games/margrites/ai_exact.h"

namespace cairn {

const Solving* solving_of(const GameInfo& game) {
  static const Solving go = go::solving(), margo = margo::solving(), margrites = margrites::solving();
  if (game.name == "margrites") return &margrites;
  if (game.name == "go" || game.name == "toroidal") return &go;
  return game.name == "margo" || game.name == "spargo" ? &margo : nullptr;
}

std::unique_ptr<MoveProver> move_prover(const Position& position) {
  if (auto margrites = margrites::move_prover(position)) return margrites;
  return margo::move_prover(position);
}

std::string_view proof_wanted(const Position& position) {
  const std::string_view endings = margrites::endings_wanted(position);
  return endings.empty() ? margo::proof_wanted(position) : endings;
}
std::string give_proof(std::string_view name, std::string_view bytes) {
  return name == margrites::kEndingsFile ? margrites::give_endings(bytes) : margo::give_proof(name, bytes);
}

}  // namespace cairn

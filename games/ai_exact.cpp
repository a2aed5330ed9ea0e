#include "games/ai_exact.h"

#include "games/margo/ai_exact.h"

namespace cairn {

const Solving* solving_of(const GameInfo& game) {
  static const Solving margo = margo::solving();
  return game.name == "margo" || game.name == "spargo" ? &margo : nullptr;
}

}  // namespace cairn

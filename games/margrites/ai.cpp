#include "games/margrites/ai.h"

#include "games/margrites/ai_search.h"
#include "games/margrites/margrites.h"
#include "search/mcts.h"

namespace cairn::margrites {

std::unique_ptr<Engine> make_engine(const Position& position, const EngineSettings& settings, bool plain) {
  const auto* game = position.get_if<Margrites>();
  if (game == nullptr) return nullptr;
  if (!plain) return std::make_unique<TurnSearch>(*game, settings);
  return std::make_unique<Mcts<Margrites, UniformKnowledge<Margrites>>>(
      *game, settings, [](const Position& one) { return one.get_if<Margrites>(); });
}

std::vector<Parameter> engine_parameters() {
  return turn_parameters();
}

}  // namespace cairn::margrites

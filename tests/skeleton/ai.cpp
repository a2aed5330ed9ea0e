#include "tests/skeleton/ai.h"

#include "core/swap.h"
#include "search/mcts.h"
#include "tests/skeleton/skeleton.h"

namespace cairn::skeleton {

namespace {

// Tree search with random playouts; in place of UniformKnowledge comes what this game knows (search/knowledge.h).
template <class G>
std::unique_ptr<Engine> make_for(const Position& position, const EngineSettings& settings) {
  const G* game = position.get_if<G>();
  if (game == nullptr) return nullptr;
  return std::make_unique<Mcts<G, UniformKnowledge<G>>>(*game, settings,
                                                        [](const Position& one) { return one.get_if<G>(); });
}

}  // namespace

std::unique_ptr<Engine> make_ai(const Position& position, const EngineSettings& settings, bool) {
  if (auto engine = make_for<Skeleton>(position, settings)) return engine;
  return make_for<Swap<Skeleton>>(position, settings);
}

std::vector<Parameter> ai_parameters() {
  return mcts_parameters(UniformKnowledge<Skeleton>::tuning());
}

}  // namespace cairn::skeleton

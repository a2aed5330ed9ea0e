// The engines of the registry's games, apart from it: who only keeps rules needs nothing that thinks.
#include <algorithm>

#include "games/ai_levels.h"
#include "games/registry.h"
#include "search/levels.h"
#include "search/mcts.h"
#include "search/network/shipped.h"

namespace cairn {

const network::Shipped* shipped_network(const GameInfo& game, const Position& position) {
  if (game.features.boards == nullptr) return nullptr;
  const network::Boards boards = game.features.boards(position);
  // Taught on square boards, they play rectangles well that are not too narrow (bench/strength.md).
  constexpr int kLeastOfRectangle = 9;
  if (boards.columns != boards.rows && std::min(boards.columns, boards.rows) < kLeastOfRectangle) return nullptr;
  return network::shipped_for(game.features.name, boards.side(), boards.torus);
}

std::unique_ptr<Engine> make_engine(const GameInfo& game, const Position& position, const EngineSettings& settings,
                                    bool plain) {
  if (game.engine != nullptr) {
    EngineSettings chosen = settings;
    chosen.levels = plain ? nullptr : levels_of(game, position);
    if (plain || !level(chosen.level, chosen.levels).network)
      chosen.network = nullptr;
    else if (!chosen.network && chosen.shipped)
      if (const auto* shipped = shipped_network(game, position)) chosen.network = network_of(*shipped);
    if (auto engine = game.engine(position, chosen, plain)) return engine;
  }
  const auto itself = [](const Position& one) { return &one; };
  if (game.hidden)
    return std::make_unique<Mcts<Position, UniformHiddenKnowledge<Position>>>(position, settings, itself);
  return std::make_unique<Mcts<Position, UniformKnowledge<Position>>>(position, settings, itself);
}

std::vector<Parameter> engine_parameters(const GameInfo& game, bool plain) {
  if (game.engine != nullptr && !plain) return game.parameters;
  return mcts_parameters(UniformKnowledge<Position>::tuning());
}

}  // namespace cairn

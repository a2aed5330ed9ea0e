#include "games/registry.h"

#include "games/go/info.h"
#include "games/margo/info.h"
#include "games/margrites/info.h"
#include "search/levels.h"
#include "search/mcts.h"
#include "search/network/shipped.h"

namespace cairn {

std::span<const GameInfo> games() {
  static const std::vector<GameInfo> all{
      margo::margo_info(), margo::spargo_info(), go::go_info(),
      go::toroidal_info(), go::phantom_info(),   margrites::info(),
  };
  return all;
}

const GameInfo* find_game(std::string_view name) {
  return find_game(name, games());
}

const GameInfo* find_game(std::string_view name, std::span<const GameInfo> among) {
  for (const GameInfo& game : among)
    if (equal_ignoring_case(game.name, name)) return &game;
  return nullptr;
}

std::string unknown_game_text(std::string_view name) {
  std::string text = "unknown game \"" + std::string(name.substr(0, 80)) + "\"; the games are ";
  for (std::size_t i = 0; i < games().size(); ++i) text += (i == 0 ? "" : ", ") + std::string(games()[i].name);
  return text;
}

const network::Shipped* shipped_network(const GameInfo& game, const Position& position) {
  if (game.sight.boards == nullptr) return nullptr;
  const network::Boards boards = game.sight.boards(position);
  return network::shipped_for(game.sight.features, boards.side(), boards.torus);
}

std::unique_ptr<Engine> make_engine(const GameInfo& game, const Position& position, const EngineSettings& settings,
                                    bool plain) {
  if (game.engine != nullptr) {
    EngineSettings chosen = settings;
    if (plain || !level(chosen.level).network)
      chosen.network = nullptr;
    else if (!chosen.network && chosen.shipped)
      if (const auto* shipped = shipped_network(game, position)) {
        chosen.network = network_of(*shipped);
        if (chosen.level == 8 || chosen.level == 9)
          chosen.looks = shipped->looks[static_cast<std::size_t>(chosen.level - 8)];
      }
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

OptionValues parse_option_words(std::string_view words) {
  OptionValues values;
  for (const auto word : split_words(words)) {
    const auto equals = word.find('=');
    values.emplace_back(word.substr(0, equals), equals == std::string_view::npos ? "" : word.substr(equals + 1));
  }
  return values;
}

}  // namespace cairn

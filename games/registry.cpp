#include "games/registry.h"

#include <cmath>

#include "games/go/info.h"
#include "games/margo/info.h"
#include "games/margrites/info.h"

namespace cairn {

std::span<const GameInfo> games() {
  // One line a game; scripts/new_game adds its own at the end.
  // clang-format off
  static const std::vector<GameInfo> all{
      margo::margo_info(),
      margo::spargo_info(),
      go::go_info(),
      go::toroidal_info(),
      go::phantom_info(),
      margrites::info(),
  };
  // clang-format on
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

OptionValues parse_option_words(std::string_view words) {
  OptionValues values;
  for (const auto word : split_words(words)) {
    const auto equals = word.find('=');
    values.emplace_back(word.substr(0, equals), equals == std::string_view::npos ? "" : word.substr(equals + 1));
  }
  return values;
}

std::string unrated_options(const GameInfo& game, const OptionValues& options, double& ahead) {
  ahead = 0;
  if (game.favours != nullptr && game.favours(options))
    return "these options favour one side by nobody knows how much, and such a game cannot be rated; play it unrated";
  if (game.ahead == nullptr) return {};
  const auto lead = game.ahead(options);
  if (!lead) return "with these options a game tells nothing of strength, and cannot be rated";
  ahead = *lead;
  if (std::abs(ahead) <= kMostAhead) return {};
  return "by this handicap and komi one side is too far ahead for the game to be rated; play it unrated, or give less";
}

}  // namespace cairn

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

Message unknown_game(std::string_view name) {
  std::string list;
  for (std::size_t i = 0; i < games().size(); ++i) list += (i == 0 ? "" : ", ") + std::string(games()[i].name);
  return Message("unknown-game", "unknown game \"{name}\"; the games are {list}",
                 {{"name", name.substr(0, 80)}, {"list", list}});
}

Message bad_position(Message why) {
  return Message("bad-position", "position: {why}", {{"why", std::move(why)}});
}

OptionValues parse_option_words(std::string_view words) {
  OptionValues values;
  for (const auto word : split_words(words)) {
    const auto equals = word.find('=');
    values.emplace_back(word.substr(0, equals), equals == std::string_view::npos ? "" : word.substr(equals + 1));
  }
  return values;
}

Message unrated_options(const GameInfo& game, const OptionValues& options, double& ahead) {
  ahead = 0;
  if (game.favours != nullptr && game.favours(options))
    return Message(
        "these-options-favour-one",
        "these options favour one side by an unknown amount, so the game cannot be rated; play a casual game");
  if (game.ahead == nullptr) return {};
  const auto lead = game.ahead(options);
  if (!lead)
    return Message("with-these-options-game",
                   "with these options a result does not show strength, so the game cannot be rated");
  ahead = *lead;
  if (std::abs(ahead) <= kMostAhead) return {};
  return Message(
      "by-handicap-komi-one",
      "with this handicap and komi one side is too far ahead for a rated game; play a casual game, or change them");
}

std::optional<int> rank_of_level(const GameInfo& game, const OptionValues& complete, int level) {
  for (const LevelRanks& ranks : game.ranks)
    for (const auto& [name, value] : complete)
      if (name == "size" && value == ranks.size && level >= 1 && level <= static_cast<int>(ranks.kyu.size()))
        return ranks.kyu[static_cast<std::size_t>(level - 1)];
  return std::nullopt;
}

}  // namespace cairn

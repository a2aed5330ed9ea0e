#include "server/engines/engine_game.h"

#include "notation/agreement.h"
#include "notation/view_json.h"

namespace cairn::engines {

std::optional<EngineGame> engine_game(const GameInfo& info, const Config& config,
                                      std::span<const std::pair<Seat, std::string>> moves, std::size_t from,
                                      std::size_t to) {
  if (info.hidden || config.setup) return std::nullopt;
  EngineGame game{&info, info.complete != nullptr ? info.complete(config.options) : config.options};
  game.first = from;
  Made made = info.make(config);
  if (!made.error.empty() || made.position.seats() != 2) return std::nullopt;
  game.start = made.position;
  Position position = std::move(made.position);
  for (std::size_t at = 0;; ++at) {
    game.before.push_back(game.moves.size());
    if (at >= from && at <= to) game.positions.push_back(position);
    if (at == moves.size()) return game;
    const auto& [seat, word] = moves[at];
    // As the game spells it: what somebody wrote may hold blanks and line ends.
    const Parsed parsed = position.parse(seat, word);
    if (parsed.refused != Reason::none) return std::nullopt;
    const std::string spelled = position.format(parsed.action);
    if (!of_agreement(spelled)) game.moves.push_back({side_name(position.view(Viewer::spectator), seat), spelled});
    EventLog log;
    if (position.play(seat, word, log) != Reason::none) return std::nullopt;
  }
}

std::vector<EngineMove> first_stones(const EngineGame& game) {
  const View view = game.start.view(Viewer::spectator);
  std::vector<EngineMove> stones;
  if (view.levels != 1 || view.board.size() != static_cast<std::size_t>(view.rows)) return stones;  // starts are empty
  for (int row = 0; row < view.rows; ++row)
    for (int column = 0; column < view.columns; ++column) {
      const char letter = view.board[static_cast<std::size_t>(view.rows - 1 - row)][static_cast<std::size_t>(column)];
      for (const View::Side& side : view.sides)
        if (side.letter == letter)
          stones.push_back(
              {side.name, game.start.name({0, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)})});
    }
  return stones;
}

}  // namespace cairn::engines

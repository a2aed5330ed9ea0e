#include "server/protocol/work_to_client.h"

namespace cairn {

Json to_client(const TakenTurn& taken) {
  if (!taken.turn) return {{"turn", nullptr}};
  const BotTurn& turn = *taken.turn;
  Json moves = Json::array(), options = Json::object();
  for (const auto& [seat, word] : turn.moves) moves.push_back({index(seat), word});
  for (const auto& [name, value] : turn.options) options[name] = value;
  return {{"turn",
           {{"table", turn.table},
            {"number", turn.number},
            {"game", turn.game},
            {"options", std::move(options)},
            {"moves", std::move(moves)},
            {"seat", index(turn.seat)},
            {"level", turn.level},
            {"seconds", turn.seconds},
            {"seed", std::to_string(turn.seed)},
            {"lease", std::to_string(turn.lease)},
            {"until", turn.until_ms}}}};
}

Json to_client(const WorkDone& done) {
  return {{"played", done.played}};
}

}  // namespace cairn

#include "server/library/record_board.h"

#include <utility>

#include "notation/record.h"

namespace cairn {

std::optional<SmallBoard> board_of_record(std::string id, int version, const std::string& record, Viewer viewer) {
  AnnotatedGame game;
  if (!read_record(record, game).empty()) return std::nullopt;
  const Refolded played = refold(record_until(game, kMostPlayed).record);
  if (!played.position) return std::nullopt;
  return SmallBoard{std::move(id), version, played.position.view(viewer)};
}

}  // namespace cairn

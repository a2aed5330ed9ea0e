// A table's game as a file for keeping: SGF, JSON record, text. Everything goes out whole, so only what is open to all
// goes out: a game that hides something when it is over. `write_game` takes long for a long game: not on the loop.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "notation/game_file.h"
#include "server/play/table.h"
#include "server/play/to_client.h"

namespace cairn {

struct GameExport {
  std::string text;
  std::string_view type;  // of the content
};
// Tells all that stands in a table's file, and changes when that does.
std::string file_key(std::string_view table, int entries, std::span<const Occupant> occupants, FileForm form);
AnnotatedGame annotated_game(const Table& table);  // all of it, whoever asks
std::optional<Refusal> not_to_export(const Table& table);
Result<GameExport> write_game(const AnnotatedGame& game, FileForm form);

}  // namespace cairn

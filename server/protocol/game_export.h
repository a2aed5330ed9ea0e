// A table's game as a file for keeping: SGF, JSON record, text. Everything goes out whole, so only what is open to all
// goes out: a game that hides something when it is over.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "notation/game_file.h"
#include "server/protocol/to_client.h"
#include "server/table.h"

namespace cairn {

struct GameExport {
  std::string text;
  std::string_view type;  // of the content
};
AnnotatedGame annotated_game(const Table& table);  // all of it, whoever asks
std::variant<GameExport, ErrorReply> export_game(const Table& table, FileForm form);

}  // namespace cairn

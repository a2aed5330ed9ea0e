// The moves that were read from a file, as one line: "spargo: 0C5 1C3", each with its seat.
#pragma once

#include <string>

#include "notation/game_file.h"

namespace cairn::test {

inline std::string moves_text(const GameFile& file) {
  std::string text = file.imported.game.game + ':';
  for (const auto& [seat, word] : main_line(file.imported.game.tree).moves)
    text += ' ' + std::to_string(index(seat)) + word;
  return text;
}

}  // namespace cairn::test

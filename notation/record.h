// A game as it is kept in a file: its name, options, start and the words that were played. The position is always
// found again by playing them; a record that does not replay is reported, never repaired. Knows no game.
//
//   {"format":"cairn-record","version":1,"game":"...","options":{"size":"4"},
//    "position":{"board":[...],"to_move":"white"},            (only where the game did not begin at the usual start)
//    "moves":[[0,"A1"],[1,"C3"],[0,"resign"]]}              (seat, word)
//
// Version 2 keeps whole annotated games (notation/game_tree.h): "players", "date", "result", ..., and instead of
// "moves" a list of "nodes". The first is the start; each other continues the one before it, or the one whose number
// "after" names. docs/notation.md tells all keys. Both versions are read everywhere.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "notation/game_tree.h"
#include "notation/view_json.h"

namespace cairn {

inline constexpr std::string_view kRecordFormat = "cairn-record";  // the "format" of every JSON record

struct Record {
  std::string game;
  Config config;
  std::vector<std::pair<Seat, std::string>> moves;
};

Json record_json(const Record& record);       // version 1
Json record_json(const AnnotatedGame& game);  // version 2

// Read the text of a record of either version. Return what was wrong and what would be right, or nothing. Unknown keys
// are passed over. The main line alone is taken into a Record.
Message read_record(std::string_view text, Record& out);
Message read_record(std::string_view text, AnnotatedGame& out);
Message read_record_json(const Json& json, AnnotatedGame& out);

// The main line of a game as far as it has `moves` moves, and what is set up before the next: from the start, or from
// the last position that is set up on the way. `played`: how many there are.
struct Cut {
  Record record;
  std::size_t played = 0;
};
Cut record_until(const AnnotatedGame& game, std::size_t moves);

// Where a record leads. `error` names the move that cannot be played, or what is wrong with the start;
// `position` is then where the moves before it lead (empty where there is no start).
struct Refolded {
  const GameInfo* info = nullptr;
  Position position;
  Message error;
};
Refolded refold(const Record& record);

}  // namespace cairn

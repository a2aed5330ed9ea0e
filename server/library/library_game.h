// A game of a file as a library keeps it: who played it, how it ended, its record as SGF, and keys of all its
// positions. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"
#include "games/registry.h"
#include "notation/game_tree.h"
#include "server/library/board_changes.h"
#include "server/store/libraries.h"

namespace cairn {

inline constexpr std::size_t kMostLibraryRecord = std::size_t{1} << 20;  // bytes of SGF
inline constexpr std::size_t kMostLibraryText = 200;                     // of a name, an event, a date: the rest is cut
// Games of fewer moves are the same only where they have the same players, date and result, too.
inline constexpr int kShortGame = 20;

// `game` as `check_and_cut` or the import left it. Why it is not taken, or nothing.
Message read_library_game(const AnnotatedGame& game, NewLibraryGame& out);

// The first day that the date of a record names ("2016-03-09,10", "1928-10", "1846"); kNoDay: none.
std::int64_t first_day(std::string_view date);

// The key of a position that a client gives: the rows of View::board, with '|' between them. `options`: of the game,
// complete or not. Why it is none, or nothing.
Message read_position_key(const GameInfo& info, const OptionValues& options, std::string_view rows, std::uint64_t& key);

// A pattern that a client gives, for boards of these options (BoardPattern::read): what the query must ask of games.
Message read_pattern(const GameInfo& info, const OptionValues& options, std::string_view rows, PatternPlace place,
                     LibraryQuery& query);

// What could be played in a position, by the codes of the index; empty where it is too much to list.
struct MoveCode {
  std::string word;
  std::uint32_t code = 0;
  Seat seat{};
};
struct PositionCodes {
  std::uint64_t key = 0;
  std::vector<MoveCode> moves{};
};
PositionCodes position_codes(const GameInfo& info, const Position& position);

}  // namespace cairn

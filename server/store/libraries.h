// Libraries: collections of games from files, which the host's command line takes in and everybody reads. Part of the
// store; what store.h says of its calls and answers holds here. The functions with a connection are for the command
// line, which works beside the server.
//
// Games are numbered in the order in which they came; a number is not given twice. A game is in a library once, however
// its board is turned (server/library/board_keys.h).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/options.h"
#include "server/store/position_runs.h"
#include "server/store/store_part.h"

namespace cairn {

struct Library {
  std::int64_t key = 0;
  std::string name;
  std::int64_t created_ms = 0, changed_ms = 0, games = 0;
};

inline constexpr std::size_t kMostLibraryName = 40;
// Small letters, digits and - _ between them: it stands in addresses.
bool is_library_name(std::string_view name);

inline constexpr std::int64_t kNoDay = std::numeric_limits<std::int32_t>::min();  // not known

// A game as it is kept.
struct LibraryGame {
  std::int64_t number = 0;
  std::string game, game_class;                 // its name, and with its size as ratings have it
  OptionValues options{};                       // complete
  std::vector<std::string> players{}, ranks{};  // by seat
  std::string event{}, date{}, result{};        // as the file tells
  std::int64_t day = kNoDay;                    // the first that `date` names, since 1970
  Ending ending{};
  int moves = 0;
  std::vector<std::string> board{};  // where it ended, as View::board
  std::string record{};              // SGF; "" in lists
  int ply = -1;                      // where the position or pattern that was looked for stood first; -1: none was
};

// One that is to be taken in.
struct NewLibraryGame {
  LibraryGame game{};
  std::uint64_t digest = 0;  // the same game has the same
  std::vector<PositionEntry> positions{};
  std::string changes{};  // of its board (server/library/board_changes.h); "": of another kind of board
};

struct LibraryQuery {
  std::string library{};                     // its name
  std::string player{}, against{}, event{};  // parts of them, whatever their case; "": any
  std::string game{}, game_class{};          // "": any
  std::int64_t since_day = kNoDay, until_day = -kNoDay;
  std::optional<Ending> ending{};
  std::optional<std::uint64_t> position{};  // that it came through
  // Whether a game with these changes is looked for, and after how many moves; needs a `game_class`.
  std::function<std::optional<int>(std::string_view changes)> pattern{};
  std::int64_t after = 0;  // only greater numbers
  int most = 0;
  bool records = false;  // also what stands in them
};
struct LibraryList {
  std::vector<LibraryGame> games{};       // by their numbers
  std::optional<std::int64_t> next{};     // there may be more after this number
  std::optional<std::int64_t> through{};  // of a position: games of the library that came through it, of any players
};

// A move that was played in a position, by its code (BoardKeys::move).
struct PlayedThere {
  std::uint32_t move = 0;
  std::int64_t games = 0, drawn = 0;
  std::int64_t won[4] = {};  // by seat
};

std::vector<Library> list_libraries(SqlConnection& db);  // by name
std::optional<Library> find_library(SqlConnection& db, const std::string& name);
Library open_library(SqlConnection& db, const std::string& name, std::int64_t now_ms);  // made where there is none
// With all its games, some at a time. `more` is asked between: false leaves the rest for another time.
bool remove_library(SqlConnection& db, const Library& library, bool (*more)());
std::vector<Library> libraries_to_remove(SqlConnection& db);  // of which a removal was interrupted
LibraryList find_library_games(SqlConnection& db, const LibraryQuery& query, const Library& library);
std::vector<PlayedThere> played_there(SqlConnection& db, const Library& library, std::uint64_t position);

// What a library has: digests of its games, and of files that were read to their ends.
struct LibraryHolds {
  std::unordered_set<std::uint64_t> games{}, files{};
};
LibraryHolds library_holds(SqlConnection& db, const Library& library);
// Games and files in one transaction. Numbers the games; one that is there already is passed over. Returns how many
// were new.
std::size_t add_library_games(SqlConnection& db, Library& library, std::vector<NewLibraryGame>& games,
                              const std::vector<std::uint64_t>& files, std::int64_t now_ms);

class LibraryStore : public StorePart {
 public:
  using StorePart::StorePart;

  void libraries(Read<std::vector<Library>> done, Freshness fresh = Freshness::now);
  // Not there: no such library.
  void games(LibraryQuery query, Read<LibraryList> done, Freshness fresh = Freshness::now);
  void game(std::string library, std::int64_t number, Read<LibraryGame> done, Freshness fresh = Freshness::now);
  void played(std::string library, std::uint64_t position, Read<std::vector<PlayedThere>> done,
              Freshness fresh = Freshness::now);
};

}  // namespace cairn

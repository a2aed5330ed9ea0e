// The archive: finished games as they are looked for. Part of the store; what store.h says of its calls and answers
// holds here.
//
// A game is archived behind its last move, by whichever server finds it (`unarchived`), and once: the number of entries
// with which it was over decides. A game that goes on after its end leaves the archive. Only what everybody may see
// stands here: a game is in it when it is over, and then nothing of it is hidden.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/rules.h"
#include "server/store/lists.h"
#include "server/store/store_part.h"

namespace cairn {

// A table of which the archive does not know what it should.
struct ArchiveDue {
  std::string table;
  bool over = false;
  int archived = 0;  // the number of entries that it had when it was archived; 0: never
};

// A move that was played in a position (server/library/openings.h), in how many games; negative: so many less than was
// noted.
struct OpeningMove {
  std::int64_t position = 0;
  std::string word;
  int games = 0, won = 0, drawn = 0;  // by who played it
};

struct OpeningLine {
  std::string word{};
  std::int64_t games = 0, won = 0, drawn = 0;
};

// What the archive shall know of a table.
struct ArchivedGame {
  std::string table;
  int number = 0;    // of entries that it has; otherwise it is a conflict
  int archived = 0;  // what the archive knew; otherwise it is a conflict
  bool over = false;
  bool shown = false;  // it can be found; not so: nothing was played, or nobody joined
  std::string game_class, result;
  Outcome::How how{};
  int winner = -1;  // a seat; -1: nobody alone
  int seats = 0, bots = 0, moves = 0;
  std::int64_t ended_ms = 0;
  std::vector<std::pair<std::int64_t, int>> people;  // and their seats
  std::vector<OpeningMove> openings{};               // to be noted with it
};

// Where a list goes on: behind the game that ended then and has this number.
struct ArchivePlace {
  std::int64_t ended_ms = std::numeric_limits<std::int64_t>::max(), number = 0;
};

inline constexpr std::size_t kArchiveOptions = 4;  // that may be asked for at once

struct ArchiveQuery {
  enum class Outcome : std::uint8_t { any, won, lost };  // for `person`
  static constexpr int kAnyWinner = -2;
  ArchivePlace before;
  std::int64_t since_ms = 0;
  std::string game, game_class;  // "": any
  OptionValues options;          // at most kArchiveOptions
  int seats = 0;                 // 0: any
  std::optional<bool> rated, bots;
  int winner = kAnyWinner;  // -1: nobody alone
  std::optional<cairn::Outcome::How> how;
  std::int64_t person = 0, against = 0;  // 0: anybody
  Outcome outcome = Outcome::any;
  int most = 0;
};

struct ArchiveCard {
  TableCard card;
  std::string game_class, result;
  Outcome::How how{};
  int winner = -1, moves = 0;
  std::int64_t ended_ms = 0;
  int entries = 0;  // of its record
};

class ArchiveStore : public StorePart {
 public:
  using StorePart::StorePart;

  void unarchived(int most, Read<std::vector<ArchiveDue>> done);  // tables that wait for it
  void archive(ArchivedGame game, Done done);
  void openings_wait(Read<bool> done);  // whether moves are noted that are not added up
  // Adds up at most so many of the moves that were noted; the answer's key is how many these were.
  void fold_openings(int most, Done done);
  // The most played first, as far as they are added up.
  void openings_at(std::int64_t position, int most, Read<std::vector<OpeningLine>> done,
                   Freshness fresh = Freshness::now);
  // The last that ended first.
  void find_archived(ArchiveQuery query, Read<std::vector<ArchiveCard>> done, Freshness fresh = Freshness::now);
};

}  // namespace cairn

// The libraries that the host has taken in (store/libraries.h), for everybody: lists, searches, games, files of what
// was found, and what was played in a position. Without a socket, on the loop's thread; answers come through callbacks
// on that thread. What takes its time is done beside the loop, of each asker one thing at a time, and is charged.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/registry.h"
#include "server/base/background_queue.h"
#include "server/base/turns.h"
#include "server/base/world.h"
#include "server/library/board_changes.h"
#include "server/library/library_file.h"
#include "server/library/library_game.h"
#include "server/library/openings.h"
#include "server/play/refusal.h"
#include "server/store/libraries.h"

namespace cairn {

inline constexpr int kMostListedGames = 50, kMostFiledGames = 500;

// `query.position` is made of `position`, where that is given: the rows of a board of the game. `query.pattern` is made
// of `pattern` (BoardPattern::read).
struct LibraryWish {
  LibraryQuery query;
  const GameInfo* info = nullptr;
  OptionValues options{};
  std::string position{}, pattern{};
  PatternPlace place = PatternPlace::corner;
};

struct LibraryNames {
  std::vector<Library> libraries;
};
// A game with how its board is drawn.
struct ShownGame {
  LibraryGame game;
  View view{};  // of its kind; its board is that of the game
};
struct LibraryPart {
  std::vector<ShownGame> games;
  std::optional<std::int64_t> next, through;
};
// A move that was played in a position; won and lost by who played it. Of some games nobody knows who won.
struct LibraryMove {
  std::string word;
  std::int64_t games = 0, won = 0, drawn = 0, lost = 0;
};
using LibraryMoves = std::vector<LibraryMove>;
struct LibraryFile {
  LibraryForm form{};
  std::string text;
};

class Libraries {
 public:
  Libraries(LibraryStore& store, World world)
      : store_(store), world_(std::move(world)), turns_(2, 4, 100), queue_(world_.post, 200, 8) {}
  Libraries(const Libraries&) = delete;
  Libraries& operator=(const Libraries&) = delete;

  std::span<const GameInfo> games() const { return world_.games; }
  void list(Done<LibraryNames> done, Freshness fresh = Freshness::now);
  void find(LibraryWish wish, Done<LibraryPart> done, Asker who, Freshness fresh = Freshness::now);
  void game(const std::string& library, std::int64_t number, Done<ShownGame> done, const Asker& who,
            Freshness fresh = Freshness::now);
  void file(LibraryWish wish, LibraryForm form, Done<LibraryFile> done, const Asker& who,
            Freshness fresh = Freshness::now);
  // What the games of a library played in a position, however its board was turned; words as they are said from there.
  void openings(const std::string& library, const OpeningWish& wish, const Asker& who, Done<LibraryMoves> done,
                Freshness fresh = Freshness::now);

 private:
  using Found = std::function<void(Result<LibraryList>)>;
  struct Search {
    Asker who;
    double cost = 0;
    Freshness fresh{};
  };
  void search(LibraryWish wish, const Search& how, Found found);
  // Runs something beside the loop and gives what it returned.
  template <class T, class Job>
  void beside(const Asker& who, Job job, Done<T> done);
  void played(const std::string& library, const PositionCodes& codes, Freshness fresh, const Done<LibraryMoves>& done);
  Refusal unavailable(const std::string& why) const;

  LibraryStore& store_;
  World world_;
  Turns turns_;
  BackgroundQueue queue_;  // last: its thread ends first
};

}  // namespace cairn

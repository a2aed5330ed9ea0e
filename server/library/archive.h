// The archive of finished games, without a socket: puts them there behind their last move, finds them by player, game,
// options, result and date, and gives many of them as one file. Beside the table service, on the loop's thread; answers
// come through callbacks on that thread.
//
// Any server that shares the store archives what it finds there; the store takes each game once.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "games/registry.h"
#include "notation/game_file.h"
#include "server/base/world.h"
#include "server/play/refusal.h"
#include "server/store/archive.h"
#include "server/store/people.h"
#include "server/store/tables.h"
#include "server/tables/file_work.h"
#include "server/tables/table_service.h"

namespace cairn {

struct ArchiveWish {
  std::string player, against;  // names; "": anybody
  ArchiveQuery query;           // without people
};
// A part of what was found.
struct ArchiveList {
  std::vector<ArchiveCard> cards;
  std::span<const GameInfo> games;   // that are played here
  std::optional<ArchivePlace> next;  // none: it is the last part
};
struct ArchiveFile {
  FileForm form{};
  std::string text;
};

class Archive {
 public:
  struct Stores {
    ArchiveStore& archive;
    PeopleStore& people;
    TableStore& tables;
  };
  Archive(const Stores& stores, World world)
      : stores_(stores),
        world_(std::move(world)),
        files_(world_, kFilesOfOne, kKeptBytes),
        queue_(world_.post, kMostQueued, kMostQueued) {}
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  void tick();  // about once a second: games that are over and not archived

  std::span<const GameInfo> games() const { return world_.games; }
  void find(const ArchiveWish& wish, Done<ArchiveList> done, Freshness fresh = Freshness::now);
  // The same games as one file: an SGF collection, or a record a line. All of it is as it is now: a kept file is known
  // by what the list says, and must hold no other content.
  void file(const ArchiveWish& wish, FileForm form, Done<ArchiveFile> done, const Asker& who = {});

 private:
  using Cards = std::vector<ArchiveCard>;
  using Refuse = std::function<void(Refusal)>;
  struct Writing;
  const GameInfo* game(std::string_view name) const;
  Refusal unavailable(const std::string& what, const std::string& why) const;
  void of_people(ArchiveWish wish, std::function<void(ArchiveQuery)> go, const Refuse& refuse);
  void search(const ArchiveWish& wish, Freshness fresh, std::function<void(const Cards&)> found, const Refuse& refuse);
  void write_next(const std::shared_ptr<Writing>& writing);
  void next();
  void take(const ArchiveDue& due, Found<StoredTable> found);
  struct Taken {
    ArchivedGame game;
    std::string error;
  };
  static Taken read(const ArchiveDue& due, const GameInfo& info, const StoredTable& stored);
  void keep(const ArchiveDue& due, Taken taken);
  void give_up(const std::string& table, const std::string& why);

  const Stores stores_;
  World world_;
  std::deque<ArchiveDue> due_;
  bool busy_ = false, more_ = false;
  std::unordered_set<std::string> broken_;  // cannot be opened: not tried again
  std::map<std::string, int> conflicts_;
  using Files = FileWork<ArchiveFile, &ArchiveFile::text>;
  static constexpr std::size_t kFilesOfOne = 4, kKeptBytes = std::size_t{32} << 20;
  static constexpr std::size_t kMostQueued = 64;  // one game of each file, and one that is taken in
  Files files_;
  BackgroundQueue queue_;  // last: its thread ends first
};

// What the archive keeps of a table.
ArchivedGame archived_game(const std::string& id, const Table& table);

}  // namespace cairn

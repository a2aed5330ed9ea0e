// Runs the tables, one thing after the other at each.
//
// The order of a command: prepared on a copy, written, and when it is durable taken in, answered, and told to everybody
// at the table. One command a table is under way at a time; a few may wait.
//
// Other servers may write to the same store. A command that comes second there is prepared anew behind what came first,
// and whoever asks how a table stands is told how it stands in the store.
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "server/base/background_queue.h"
#include "server/base/coroutine.h"
#include "server/base/world.h"
#include "server/store/away.h"
#include "server/store/lists.h"
#include "server/store/people.h"
#include "server/tables/running_table.h"

namespace cairn {

inline constexpr std::size_t kQuickEntries = 100;  // of a record are played through on the loop; more are not

Refusal table_unavailable(int retry_after_s = 1);
Refusal many_records();

// What the table service uses of the store.
struct TableServiceStores {
  AwayStore& away;
  ListStore& lists;
  PeopleStore& people;
  TableStore& tables;
};

class TableRunner {
 public:
  using Go = std::function<void(const RunningTablePtr&)>;
  using Fail = std::function<void(const Refusal&)>;
  enum class From : bool { memory, store };  // what stands in memory will do, or: how it stands now

  struct Hooks {
    // A table is there, or changed in a way that everybody at it knows.
    std::function<void(const std::string& table, const std::vector<Occupant>& occupants)> on_change;
    std::function<void(const RunningTablePtr&)> stored;      // an entry of this server is durable, answered and told
    std::function<void(const std::string& table)> to_retry;  // what the server does there by itself was not stored
    std::function<void()> write_ended;                       // well or not
  };
  TableRunner(const TableServiceStores& stores, const World& world, std::size_t tables_kept, Hooks hooks);
  TableRunner(const TableRunner&) = delete;
  TableRunner& operator=(const TableRunner&) = delete;
  ~TableRunner();

  // --- tables
  // A long record is read in the turn of `who`, by itself of whoever opened the table.
  void with(const std::string& table, From from, Go go, Fail fail, const Asker& who = {});
  auto find(std::string table, From from, Asker who = {}) {  // co_await it: Result<RunningTablePtr>
    return callback<Result<RunningTablePtr>>([this, table = std::move(table), from, who = std::move(who)](auto done) {
      with(table, from, done, done, who);
    });
  }
  // As they stand in the store; those that cannot be opened once and never again.
  void visit(const std::vector<std::string>& tables, const Go& go);
  bool note_unreadable(const std::string& table) { return unreadable_.insert(table).second; }  // false: known
  bool is_unreadable(const std::string& table) const { return unreadable_.contains(table); }
  int unreadable() const { return static_cast<int>(unreadable_.size()); }
  RunningTablePtr add(TableRow row, Table table);  // new in the store
  RunningTablePtr slot_of(const std::string& table);
  RunningTablePtr in_memory(const std::string& table) const;  // null: it is not
  const auto& tables() const { return tables_; }

  // --- commands
  void in_turn(const RunningTablePtr& at, TableJob job);
  void time_out(const RunningTablePtr& at);  // whoever has lost by time leaves

  // --- other servers
  void heard(const std::string& table, int number);  // a table has so many entries, it is said
  void poll();                                       // hints may be lost

  // --- leases of bots' turns
  void set_lease(RunningTable& at, std::int64_t lease);
  int leased() const { return leased_; }

  // --- in the background: people take turns there
  // Plays the record through once more: `work` gets that table, or null, and `done`, on the loop, what it returned.
  // False: too many wait.
  template <class Work, class Done>
  bool replay(const Asker& who, const Table& table, Work work, Done done) {
    auto play_again = [&info = table.info(), setup = table.setup(), occupants = table.occupants(), log = table.log(),
                       work = std::move(work)]() mutable {
      const auto opened = Table::open(info, std::move(setup), std::move(occupants), std::move(log));
      return work(opened.table ? &*opened.table : nullptr);
    };
    return queue_.run(who, std::move(play_again), std::move(done));
  }
  // What is made of a table as it stands in the store, in the background: where all of a long record is needed.
  template <class T>
  void read_in_background(const std::string& table, const Asker& who, std::function<Result<T>(const Table&)> make,
                          Done<T> done) {
    stores_.tables.load(
        table, 0, [this, who, make = std::move(make), done = std::move(done)](Found<StoredTable> found) {
          const GameInfo* info = found.value ? find_game(found.value->row.setup.game, world_.games) : nullptr;
          if (info == nullptr) return done(table_unavailable());
          const auto stored = std::make_shared<StoredTable>(std::move(*found.value));
          const auto read = [info, stored, make]() -> Result<T> {
            const auto opened = Table::open(*info, stored->row.setup, stored->row.occupants, std::move(stored->log));
            if (!opened.table) return table_unavailable();
            return make(*opened.table);
          };
          if (!queue_.run(who, read, done)) done(many_records());
        });
  }

 private:
  void trim();
  void settle(const RunningTablePtr& at);
  Detached read(RunningTablePtr at);
  void end_reading(const RunningTablePtr& at, const std::vector<TableReader>& readers,
                   const std::optional<Refusal>& fault);
  std::optional<Refusal> take_in(RunningTable& at, const StoredTable& stored);
  std::optional<Refusal> put_in(RunningTable& at, TableRow row, Table::Opened opened);
  void start(const RunningTablePtr& at, TableJob job);
  void write(const RunningTablePtr& at, Change change, TableJob job);
  Detached do_first(RunningTablePtr at, Change change, TableJob job);
  Detached begin_rematch(RunningTablePtr at, Change change, TableJob job);
  Detached append(RunningTablePtr at, Change change, TableJob job, std::shared_ptr<const TableRow> begins = {});
  void written(const RunningTablePtr& at, const Change& change, const Written& result, TableJob job);
  void commit(RunningTable& at, const Change& change);
  void tell(RunningTable& at, const Change& change);
  TableJob time_out_job(const RunningTablePtr& at);

  const TableServiceStores stores_;
  const World& world_;
  const std::size_t tables_kept_;  // idle ones
  const Hooks hooks_;
  std::unordered_map<std::string, RunningTablePtr> tables_;
  std::list<std::string> idle_order_;           // the least lately used first
  std::unordered_set<std::string> unreadable_;  // nobody looks at them by himself again
  int leased_ = 0;
  bool polling_ = false;
  BackgroundQueue queue_;  // last: its thread ends first
};

}  // namespace cairn

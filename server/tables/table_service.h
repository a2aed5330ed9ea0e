// The table service, without a socket: what people do at tables, and the parts that run them. One thread (the loop);
// answers come through callbacks on that thread.
#pragma once

#include "notation/game_file.h"
#include "server/base/limits.h"
#include "server/play/from_client.h"
#include "server/tables/bot_scheduler.h"
#include "server/tables/file_work.h"
#include "server/tables/game_export.h"
#include "server/tables/game_ratings.h"
#include "server/tables/system_tables.h"
#include "server/tables/table_listeners.h"
#include "server/tables/table_runner.h"
#include "server/tables/table_ticks.h"

namespace cairn {

// Open games that one person may have in the lobby at once, as the host has set it.
struct OpenGameRoom {
  int account = 10, guest = 3;  // at least 1
};

struct CreatedTable {
  TableView view;
};

class TableService {
 public:
  using Stores = TableServiceStores;
  struct Settings {
    std::size_t tables_kept = 2'000;  // idle tables in memory
    bool workers_alone = false;       // our own threads take only what workers may not, or could not, think about
    // A table is there, or changed in a way that everybody at it knows.
    std::function<void(const std::string& table, const std::vector<Occupant>& occupants)> on_change{};
    std::function<void()> thread_wanted{};  // a bot waits for one of our threads, and none is free
    std::function<OneAddress()> one_address = [] { return OneAddress::weigh; };  // how rated games there count
    std::function<OpenGameRoom()> open_games = [] { return OpenGameRoom(); };    // as the settings say now
  };

  TableService(const Stores& stores, BotPool& bots, World world, const Settings& settings);
  TableService(const TableService&) = delete;
  TableService& operator=(const TableService&) = delete;

  void resume();  // once: bots that were to move when the last process ended go on thinking
  void tick();    // about once a second: tries again what failed, looks for what other servers did
  void tick_clocks() { ticks_.tick_clocks(); }        // some times a second: who has lost by time leaves
  void set_clocks() { ticks_.set_clocks(); }          // the host says that the time of day is right
  void tick_reminders() { ticks_.tick_reminders(); }  // about once a second: who is to be reminded of his clock
  void tick_away() { ticks_.tick_away(); }  // about once a second: at which tables somebody goes on vacation or is back

  // `who`: in whose turn a long record is read and written, where that is needed; by itself it is that of whoever
  // opened the table. A view that is told holds as long as the call.
  Detached create(Person person, CreateTable wish, Done<CreatedTable> done);
  Detached join(std::string table, Person person, Done<TableView> done, Asker who = {});
  void state(const std::string& table, const std::optional<Person>& person, Done<TableView> done,
             const Asker& who = {});
  void command(const std::string& table, const std::optional<Person>& person, const Command& command,
               Done<CommandAnswer> done, const Asker& who = {});
  // A command that is decided when it is its turn at the table, by how that stands then; and decided again where
  // another server wrote something in between.
  struct Act {
    std::string request;           // what was accepted under this name is answered again, and not decided
    std::optional<int> version{};  // that the person has seen; none: what stands in the store is looked up
    // None: there is no command, and who decided that has answered; `done` is not called.
    std::function<std::optional<Command>(const Table&, Seat)> decide;
    std::function<void(Done<Unit>)> first{};  // done before the command is written; refused: it is refused, too
  };
  // With the table as it stands after it; null: it cannot be read.
  using Acted = std::function<void(const Table*, const Result<CommandAnswer>&)>;
  void act(const std::string& table, const std::optional<Person>& person, Act act, Acted done, const Asker& who = {});
  // The game as a file, where all of it is open.
  void export_file(const std::string& table, FileForm form, Done<GameExport> done, const Asker& who = {});
  void rename(std::int64_t person, const std::string& name);  // at the tables in memory; others are read with it

  void listen(const std::string& table, const std::optional<Person>& person, Listener& listener, Done<Unit> done,
              std::optional<std::int64_t> after = {}, const Asker& who = {}) {
    listeners_.listen(table, person, listener, std::move(done), after, who);
  }
  void leave(const std::string& table, const Listener& listener) { listeners_.leave(table, listener); }
  bool watches(const std::string& table, std::int64_t person) const { return listeners_.watches(table, person); }

  using Arranged = ArrangedTable;
  void arrange(const Arranged& wish, std::function<void(bool)> done) { system_tables_.arrange(wish, std::move(done)); }
  void look(const std::string& table, std::function<void(const Table*, bool later)> done, const Asker& who = {}) {
    system_tables_.look(table, std::move(done), who);
  }
  template <class T>
  void read_in_background(const std::string& table, const Asker& who, std::function<Result<T>(const Table&)> make,
                          Done<T> done) {
    runner_.read_in_background<T>(table, who, std::move(make), std::move(done));
  }
  void retire(const std::string& table, Seat seat, Leave why, std::function<void(bool)> done) {
    system_tables_.retire(table, seat, why, std::move(done));
  }
  void rate_ruled(const std::string& table, int winner, std::function<void(bool)> done) {
    ratings_.rate_ruled(table, winner, std::move(done));
  }

  BotScheduler& scheduler() { return scheduler_; }
  std::size_t tables_in_memory() const { return runner_.tables().size(); }

 private:
  using From = TableRunner::From;
  using Files = FileWork<GameExport, &GameExport::text>;
  bool repeat(const RunningTablePtr& at, Seat seat, const std::string& request, const Done<CommandAnswer>& done,
              const Asker& who);
  Result<Files::Job> file_job(const RunningTablePtr& at, FileForm form, const Asker& who);

  const Stores stores_;
  const World world_;
  const std::function<OpenGameRoom()> open_games_;
  Files files_;
  TableRunner runner_;
  TableListeners listeners_;
  GameRatings ratings_;
  BotScheduler scheduler_;
  TableTicks ticks_;
  SystemTables system_tables_;
};

}  // namespace cairn

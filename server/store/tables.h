// What is stored of tables: rows and logs, who moves the bots that are due, and what servers tell each other of it.
// Part of the store; what store.h says of its calls and answers holds here. Knows no game.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/play/table.h"
#include "server/store/away.h"
#include "server/store/hints.h"
#include "server/store/outbox.h"
#include "server/store/store_part.h"

namespace cairn {

// Whether lists of running games show a game to anybody. One from the lobby they show only while `listed_until_ms` says
// that it was not taken back, or if it is rated: a server of an older version that takes it back clears that alone.
enum class Watchable : std::uint8_t { no, listed, paired };

struct TableRow {
  std::string id;
  TableSetup setup;
  std::vector<Occupant> occupants;
  bool bot_due = false;              // the server is to move: a bot, or what somebody planned
  std::int64_t due_ms = 0;           // when the server must look at its clocks; 0: never
  std::int64_t listed_until_ms = 0;  // among those who wait for an opponent; 0: only who has the link may join
  SeatSet to_act{};                  // at the start
  std::int64_t creator = 0;
  int most_listed = 0;            // of the creator's that wait in the lobby, with this one; 0: any number
  std::string request{};          // of the creator: the same again is the same table; "": always a new one
  std::int64_t remind_ms = 0;     // when somebody must be reminded of his clock; 0: never
  std::vector<Notice> notices{};  // to be written with it
  // Listed: rated, or from the lobby. Paired: of a tournament, by challenge or pairing. A casual game by an invitation
  // link, or with the bot, is its players' own while it runs.
  Watchable watchable = Watchable::no;
};

struct StoredTable {
  TableRow row;
  std::vector<Entry> log;
};

// An entry to be written behind the `number - 1` that are there.
struct Append {
  std::string table;
  int number = 0;
  Entry entry;
  std::optional<Occupant> occupant;  // of a join: who sits on `entry.seat` now
  bool over = false;
  bool bot_due = false;
  std::int64_t due_ms = 0;
  SeatSet to_act{};            // afterwards
  bool rate_due = false;       // a rated game is over with it; what comes behind the end changes nothing
  bool rate_later = false;     // not before `RatedGame::held` asks for it
  bool visible_to_all = true;  // nobody is left in the dark: the time of the change may be shown
  std::int64_t remind_ms = 0;
  std::int64_t resume_ms = 0;                // adjourned: when the clocks run again by themselves; 0: not, or never
  std::vector<Notice> notices{};             // to be written with it
  std::shared_ptr<const TableRow> begins{};  // a table that is there with this entry or not at all; null: none
  std::optional<AwayDue> away{};             // that is done with it
};

struct DueReminder {
  std::string table;
  std::int64_t at_ms = 0;
};
struct Reminded {
  std::string table;
  int number = 0;  // of entries
  std::int64_t at_ms = 0, next_ms = 0;
  std::vector<Notice> notices;
};

class TableStore : public StorePart {
 public:
  using Numbers = Hints::Numbers;

  // `me`: this start of this server. `hints`: other servers share the database; null: none does.
  TableStore(Database& database, std::int64_t me, std::shared_ptr<Hints> hints)
      : StorePart(database), me_(me), hints_(std::move(hints)) {}

  // Conflict: the id is taken, or so many of its creator's wait in the lobby already (`most_listed`); with a message,
  // the request was answered before, by the table that it names.
  void add_table(TableRow row, Done done);
  void append(Append append, Done done);
  std::uint64_t appended() const { return *appended_; }  // entries that were answered as durable

  // The table with the entries behind its first `after`. Where that is not 0 the table is known, and its row is read
  // only when one of these entries is a join.
  void load(std::string table, int after, Read<StoredTable> done);

  // Tables whose `due_ms` has come, the longest overdue first.
  void due_tables(std::int64_t now_ms, int most, Read<std::vector<std::string>> done);

  // Running tables with a clock, and with moves (or a beginning) after this moment that no `set_clock` follows: it may
  // be that their clocks are ahead.
  void tables_ahead(std::int64_t after_ms, Read<std::vector<std::string>> done);
  // The host says that the time of day is `now_ms`: what is stored as later, of when somebody was seen and when tables
  // changed (`Store::last_moment`, feed.h), was now.
  void forget_ahead(std::int64_t now_ms, Done done);

  // Tables where somebody must be reminded, with the moments. `remind` writes that it was done, and the next moment:
  // conflict where the table has another number of entries now, or another server was first.
  void due_reminders(std::int64_t now_ms, int most, Read<std::vector<DueReminder>> done);
  void remind(Reminded reminded, Done done);

  // --- several servers
  // Called on the loop when another server has written; tells of some tables, not surely of all.
  void on_hint(std::function<void(const Numbers&)> heard);
  void numbers(std::vector<std::string> tables, Read<Numbers> done);  // of those that are there

  // A bot that is due belongs to the server whose write made it so, until that server is silent for some seconds.
  void alive(Done done);  // say it about once a second
  void ownerless_bots(int most, std::string game,
                      Read<std::vector<std::string>> done);  // "": of any game; rated ones always
  void claim_bot(std::string table, Done done);              // conflict: it belongs to another, or is not due

  // A worker's lease of a bot that is due and no other's: until an entry is written, the lease is ended, or, when its
  // time is over, another takes the bot. Lease 0: the bot is nobody's.
  void lease_bot(std::string table, std::int64_t lease, std::int64_t ms, Done done);  // as of claim_bot
  void end_lease(std::string table, std::int64_t lease, Done done);  // it is ours now; conflict: it was over

 private:
  const std::int64_t me_;
  const std::shared_ptr<Hints> hints_;
  // The loop's. An answer may come when the store is no more.
  const std::shared_ptr<std::uint64_t> appended_ = std::make_shared<std::uint64_t>(0);
};

// Within a transaction, an entry with which nobody sits down and nothing begins. False: the table has gone on.
bool write_entry(SqlConnection& db, const Append& append);

// As TableStore's, the second within a transaction.
std::vector<std::string> find_tables_ahead(SqlConnection& db, std::int64_t after_ms);
void write_forget_ahead(SqlConnection& db, std::int64_t now_ms);
// Of those that share the store, or a bot that a worker of one of them thinks for.
bool any_server_lives(SqlConnection& db);

// A table with all its entries, read at once.
std::optional<StoredTable> read_stored_table(SqlConnection& db, const std::string& id);

}  // namespace cairn

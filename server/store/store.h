// What must outlive the process: people (people.h), what they say (talk.h), whom they challenge (challenges.h) and
// tables with their logs. Knows no game and no network.
//
// Writes are queued and answered once they are durable, in groups; reads are answered by other threads and see every
// answered write. All calls come from one thread (the loop); answers are given by way of the `Post` that the store was
// made with, so they run on that thread too. Answers to different questions come in any order.
//
// Several servers may share one store (`shared`). The number of a write decides which of two came first; the others
// hear of it by a hint, which may be lost, or when they ask.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/play/table.h"
#include "server/store/analyses.h"
#include "server/store/archive.h"
#include "server/store/atom.h"
#include "server/store/away.h"
#include "server/store/challenges.h"
#include "server/store/counts.h"
#include "server/store/feed.h"
#include "server/store/links.h"
#include "server/store/lists.h"
#include "server/store/mail.h"
#include "server/store/outbox.h"
#include "server/store/puzzles.h"
#include "server/store/seeks.h"
#include "server/store/studies.h"
#include "server/store/talk.h"
#include "server/store/tournaments.h"

namespace cairn {

struct TableRow {
  std::string id;
  TableSetup setup;
  std::vector<Chair> chairs;
  bool bot_due = false;              // the server is to move: a bot, or what somebody planned
  std::int64_t due_ms = 0;           // when the server must look at its clocks; 0: never
  std::int64_t listed_until_ms = 0;  // among those who wait for an opponent; 0: only who has the link may join
  SeatSet to_act{};                  // at the start
  std::int64_t creator = 0;
  int most_listed = 0;            // of the creator's that wait in the lobby, with this one; 0: any number
  std::string request{};          // of the creator: the same again is the same table; "": always a new one
  std::int64_t remind_ms = 0;     // when somebody must be reminded of his clock; 0: never
  std::vector<Notice> notices{};  // to be written with it
};

struct StoredTable {
  TableRow row;
  std::vector<Entry> log;
};

// Of two looks at the news: what was written earlier may become visible later.
inline constexpr std::int64_t kOverlapMs = 10'000;

// An entry to be written behind the `number - 1` that are there.
struct Append {
  std::string table;
  int number = 0;
  Entry entry;
  std::optional<Chair> chair;  // of a join: who sits on `entry.seat` now
  bool over = false;
  bool bot_due = false;
  std::int64_t due_ms = 0;
  SeatSet to_act{};         // afterwards
  bool rate_due = false;    // a rated game is over with it; what comes behind the end changes nothing
  bool rate_later = false;  // not before `RatedGame::held` asks for it
  bool told_all = true;     // nobody is left in the dark: the time of the change may be shown
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

// What came of a look through the whole store.
struct StoreCheck {
  std::string damage;  // "": it is sound
  std::string fault;   // why nobody knows; "": one does
  double seconds = 0;
};

class Store : public TalkStore,
              public ListStore,
              public ChallengeStore,
              public SeekStore,
              public TournamentStore,
              public ArchiveStore,
              public FeedStore,
              public StudyStore,
              public OutboxStore,
              public PuzzleStore,
              public AnalysisStore,
              public AtomStore,
              public AwayStore,
              public MailStore,
              public LinkStore {
 public:
  using Done = std::function<void(const Written&)>;
  template <class T>
  using Read = std::function<void(Found<T>)>;
  using Post = std::function<void(std::function<void()>)>;   // runs something on the loop; may be called by any thread
  using Numbers = std::vector<std::pair<std::string, int>>;  // tables and the lengths of their logs

  // Conflict: the id is taken, or so many of its creator's wait in the lobby already (`most_listed`); with a message,
  // the request was answered before, by the table that it names.
  virtual void add_table(TableRow row, Done done) = 0;
  virtual void append(Append append, Done done) = 0;

  // The table with the entries behind its first `after`. Where that is not 0 the table is known, and its row is read
  // only when one of these entries is a join.
  virtual void load(std::string table, int after, Read<StoredTable> done) = 0;

  // Tables whose `due_ms` has come, the longest overdue first.
  virtual void due_tables(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) = 0;

  // Running tables with a clock, and with moves (or a beginning) after this moment that no `set_clock` follows: it may
  // be that their clocks are ahead.
  virtual void tables_ahead(std::int64_t after_ms, Read<std::vector<std::string>> done) = 0;
  // The host says that the time of day is `now_ms`: what is stored as later, of when somebody was seen and when tables
  // changed (`last_moment`, feed.h), was now.
  virtual void forget_ahead(std::int64_t now_ms, Done done) = 0;

  // Tables where somebody must be reminded, with the moments. `remind` writes that it was done, and the next moment:
  // conflict where the table has another number of entries now, or another server was first.
  virtual void due_reminders(std::int64_t now_ms, int most, Read<std::vector<DueReminder>> done) = 0;
  virtual void remind(Reminded reminded, Done done) = 0;

  // --- several servers
  virtual bool shared() const { return false; }
  // Called on the loop when another server has written; tells of some tables, not surely of all.
  virtual void on_hint(std::function<void(const Numbers&)>) {}
  virtual void numbers(std::vector<std::string> tables, Read<Numbers> done) = 0;  // of those that are there

  // A bot that is due belongs to the server whose write made it so, until that server is silent for some seconds.
  virtual void alive(Done done) = 0;  // say it about once a second
  virtual void ownerless_bots(int most, std::string game, Read<std::vector<std::string>> done) = 0;  // "": of any game
  virtual void claim_bot(std::string table, Done done) = 0;  // conflict: it belongs to another, or is not due

  // A worker's lease of a bot that is due and no other's: until an entry is written, the lease is ended, or, when its
  // time is over, another takes the bot. Lease 0: the bot is nobody's.
  virtual void lease_bot(std::string table, std::int64_t lease, std::int64_t ms, Done done) = 0;  // as of claim_bot
  virtual void end_lease(std::string table, std::int64_t lease,
                         Done done) = 0;  // it is ours now; conflict: it was over

  // --- how the store is
  // Whether it can be read, and is where it was.
  virtual void look(Read<bool> done) = 0;
  // Writes as much as some moves take, and nothing of meaning: whether there is room. Where that goes well the counts
  // have no `write_fault` any more.
  virtual void try_write(Done done) = 0;
  // The latest moment that the store knows anything of, in milliseconds since 1970; 0: none.
  virtual void last_moment(Read<std::int64_t> done) = 0;
  // Looks through all of it now and then once a day, beside everything else. Not every store can.
  virtual void check_daily(std::function<void(const StoreCheck&)>) {}

  virtual StoreCounts counts() { return {}; }

  // Waits for the writes that were asked for; their answers are posted. Nothing may be written afterwards.
  virtual void close() = 0;
};

}  // namespace cairn

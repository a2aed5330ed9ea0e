// Everything that a server knows of its tables, without a socket: which table, what is written first and who is told
// afterwards. One thread (the loop); answers come through callbacks on that thread.
//
// The order of a command: prepared on a copy, written, and when it is durable taken in, answered, told to everybody at
// the table, and the bot set to think. One command a table is under way at a time; a few may wait.
//
// Other servers may write to the same store. A command that comes second there is prepared anew behind what came first,
// and whoever asks how a table stands is told how it stands in the store.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "games/registry.h"
#include "notation/game_file.h"
#include "server/base/background_queue.h"
#include "server/base/fair_queue.h"
#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/play/from_client.h"
#include "server/play/refusal.h"
#include "server/play/to_client.h"
#include "server/store/store.h"
#include "server/tables/bots.h"
#include "server/tables/game_export.h"
#include "server/tables/work.h"

namespace cairn {

// Open games that one person may have in the lobby at once.
inline constexpr int kMostListedOfGuest = 3, kMostListedOfAccount = 10;

// What is answered where a table is there and cannot be had at the moment.
inline Refusal table_unavailable(int again_s = 1) {
  return {Code::unavailable, "the table cannot be read just now; try again", again_s};
}

std::int64_t new_lease();  // names the taking of a bot's turn, or of a part of an analysis

// Somebody who is told of every change at a table, in order.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void tell(std::shared_ptr<const std::string> text) = 0;
  virtual void measure() {}  // how long the way there and back takes: the table's clock gives it back
};

struct NewTable;  // new_table.h

struct CreatedTable {
  TableView view;
};

// What is told of a command that was accepted: a Reply. It is kept as this text, so that whoever asks again is told the
// same.
struct CommandAnswer {
  std::string json;
};

class Club {
 public:
  struct Settings {
    std::size_t tables_kept = 2'000;  // idle tables in memory
    bool workers_alone = false;       // our own threads take only what workers may not, or could not, think about
    // A table is there, or changed in a way that everybody at it knows.
    std::function<void(const std::string& table, const std::vector<Chair>& chairs)> told{};
    std::function<void()> thread_wanted{};  // a bot waits for one of our threads, and none is free
    std::function<OneAddress()> one_address = [] { return OneAddress::weigh; };  // how rated games there count
  };

  Club(Store& store, BotPool& bots, World world, Settings settings);
  Club(const Club&) = delete;
  Club& operator=(const Club&) = delete;
  ~Club();

  void resume();          // once: bots that were to move when the last process ended go on thinking
  void tick();            // about once a second: tries again what failed, looks for what other servers did
  void tick_clocks();     // some times a second: who has lost by time leaves
  void tick_reminders();  // about once a second: who is to be reminded of his clock
  void tick_away();       // about once a second: at which tables somebody goes on vacation or comes back

  // A view that is told holds as long as the call.
  void create(const Person& person, const CreateTable& wish, Done<CreatedTable> done);
  void join(const std::string& table, const Person& person, Done<TableView> done);
  void state(const std::string& table, const std::optional<Person>& person, Done<TableView> done);
  void command(const std::string& table, const std::optional<Person>& person, const Command& command,
               Done<CommandAnswer> done);
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
  void act(const std::string& table, const std::optional<Person>& person, Act act, Acted done);
  // The game as a file, where all of it is open; `who` asks, 0: somebody without a name.
  void export_file(const std::string& table, std::int64_t who, FileForm form, Done<GameExport> done);
  void rename(std::int64_t person, const std::string& name);  // at the tables in memory; others are read with it

  // --- tables of the house, for those who bring people together: club_house.cpp
  // Made once, whoever asks how often: with the same id nothing happens. False: it cannot be stored just now, or at
  // all.
  struct Arranged {
    std::string id, game;
    OptionValues options;  // all of them
    ClockRule clock{};
    bool rated = false;
    std::vector<Person> people;  // by seat
    std::string tournament{};
  };
  void arrange(const Arranged& wish, std::function<void(bool)> done);
  // As it stands in the store; null: it cannot be read now (`later`), or at all.
  void look(const std::string& table, std::function<void(const Table*, bool later)> done);
  // A seat leaves, on the word of the house: it resigns (`resigned`), or others decided so (`forfeited`). False: not
  // just now; true: it has, or there is nothing that it could do.
  void retire(const std::string& table, Seat seat, Leave why, std::function<void(bool)> done);
  // A rated game that was forfeited is rated when what was ruled of it is final: the winner's seat, below 0: it is not
  // rated. False: not just now; true: it is, now or before, or there is nothing to rate.
  void rate_ruled(const std::string& table, int winner, std::function<void(bool)> done);

  // The listener is told the state, then every change, until it leaves; it must last until `done`. `after`: first the
  // changes behind this version, without their states, where they are not too many.
  void listen(const std::string& table, const std::optional<Person>& person, Listener& listener, Done<Unit> done,
              std::optional<std::int64_t> after = {});
  void leave(const std::string& table, const Listener& listener);
  bool watches(const std::string& table, std::int64_t person) const;  // listens to it now, at this server

  // --- workers, on other machines: club_workers.cpp
  // A bot's turn, in the order in which they came, as soon as there is one; or that none came in time.
  void take_work(const WorkWish& wish, Done<TakenTurn> done);
  // The worker's move is made as any other, if the turn is still its own.
  void answer_work(const WorkAnswer& answer, Done<WorkDone> done);
  void end_work();  // the process ends: nobody waits for turns any more
  struct WorkCounts {
    std::uint64_t taken = 0, played = 0, returned = 0, late = 0, lost = 0;  // late: answers; lost: never answered
  };
  const WorkCounts& work_counts() const { return work_; }
  std::size_t workers_waiting() const { return takers_.size(); }
  int workers_thinking() const { return leased_; }

  std::size_t tables_in_memory() const { return slots_.size(); }
  std::size_t bots_waiting() const { return bots_waiting_.size() + bots_for_us_.size(); }
  bool has_idle_thread() const;         // that no bot will want just now
  void thread_free() { start_bots(); }  // what was not a bot's has ended

 private:
  struct Slot;
  struct Job;
  using SlotPtr = std::shared_ptr<Slot>;
  using Go = std::function<void(const SlotPtr&)>;  // with its table
  using Fail = std::function<void(const Refusal&)>;
  struct Reader {
    Go go;
    Fail fail;
  };
  enum class From : bool { memory, store };  // what stands in memory will do, or: how it stands now

  void begin(const Person& person, NewTable opened, const Done<CreatedTable>& done);
  void arrange_with(const Arranged& wish, TableRow row, const std::function<void(bool)>& done);
  void with(const std::string& table, From from, Go go, Fail fail);
  SlotPtr slot_of(const std::string& table);
  void trim();
  void read(const SlotPtr& slot);
  void have_read(const SlotPtr& slot, Found<StoredTable> found, const std::shared_ptr<std::vector<Reader>>& readers);
  std::optional<Refusal> take_in(Slot& slot, const StoredTable& stored);
  std::optional<Refusal> put_in(Slot& slot, TableRow row, Table::Opened opened);
  void settle(const SlotPtr& slot);
  void in_turn(const SlotPtr& slot, Job job);
  void start(const SlotPtr& slot, Job job);
  void write(const SlotPtr& slot, Change change, Job job);
  void do_first(const SlotPtr& slot, Change change, Job job);
  void begin_rematch(const SlotPtr& slot, Change change, Job job);
  void append(const SlotPtr& slot, Change change, Job job, std::shared_ptr<const TableRow> begins);
  void written(const SlotPtr& slot, const Change& change, const Written& result, Job job);
  void commit(Slot& slot, const Change& change);
  void tell(Slot& slot, const Change& change);
  void begin_to_tell(const SlotPtr& slot, const std::optional<Person>& person, Listener& listener,
                     const Done<Unit>& done, std::optional<std::int64_t> after);
  void heard(const std::string& table, int number);
  void poll();
  Job time_out_job(const SlotPtr& slot);
  void play_planned(const SlotPtr& slot);
  void look_away();
  void say_away(const SlotPtr& slot, const AwayDue& due);
  void rate(const SlotPtr& slot);
  void rate_missed();
  void look_at(const std::vector<std::string>& tables, const Go& look);
  bool ours(const Slot& slot) const;
  void want_bot(Slot& slot);
  void start_bots();
  void start_bot(const SlotPtr& slot);
  void bot_chose(const SlotPtr& slot, int number, Seat seat, const BotPool::Words& words, bool stopped);
  BotJob bot_job(const Slot& slot, Seat seat) const;
  void play_chosen(const SlotPtr& slot, int number, Seat seat, const BotPool::Words& words, Done<WorkDone> done);
  bool for_us(const Slot& slot) const;
  static std::int64_t waits(const Slot& slot);
  static CommandAnswer answer_of(Slot& slot, const Change& change);
  bool repeat(const SlotPtr& slot, Seat seat, const std::string& request, const Done<CommandAnswer>& done);
  using BotQueue = FairQueue<std::int64_t, std::string>;  // tables, by who waits for the bot
  void next_bot(BotQueue& queue, Go go, std::function<void()> fail);
  void release_bots();
  void adopt_bots();
  void adopt_bots_of(const std::string& game, std::size_t most);
  struct Taker {
    Done<TakenTurn> done;
    std::int64_t until_ms = 0;
  };
  void hand_over(const SlotPtr& slot, const Taker& taker);
  void take_answer(const SlotPtr& slot, const WorkAnswer& answer, const Done<WorkDone>& done);
  void put_back(const Taker& taker);
  void tick_takers();
  void set_lease(Slot& slot, std::int64_t lease);
  void claim(const std::string& table);
  std::optional<Seat> seat_of(const Slot& slot, const std::optional<Person>& person) const;
  TableView view_of(const Slot& slot, const std::optional<Person>& person) const;
  std::shared_ptr<const std::string> state_message(const Slot& slot, const std::optional<Person>& person) const;
  const GameInfo* game(std::string_view name) const;

  Store& store_;
  BotPool& bots_;
  World world_;
  Settings settings_;
  std::unordered_map<std::string, SlotPtr> slots_;
  std::list<std::string> idle_order_;    // tables, the least lately used first
  BotQueue bots_waiting_, bots_for_us_;  // the second: workers do not get them
  int bots_loading_ = 0;                 // whose tables are being read
  std::list<Taker> takers_;              // workers that wait
  int leased_ = 0, adopting_ = 0;        // tables; readings under way
  WorkCounts work_;
  bool work_ended_ = false;
  std::vector<std::string> to_retry_;        // tables where a write failed
  std::unordered_set<std::string> untimed_;  // tables that cannot be opened: their clocks are not asked again
  bool polling_ = false, beating_ = false, timing_ = false, rating_ = false, reminding_ = false, looking_away_ = false;
  std::list<std::pair<std::string, Result<GameExport>>>
      files_;              // written last: by table, length of its record, and form
  BackgroundQueue queue_;  // last: its thread ends first
};

}  // namespace cairn

// Finds somebody for each turn that is the server's own: a thread of ours or a worker on another machine for a bot's,
// and plays at once what somebody planned.
//
// Where several servers share the store each lets those bots think that became due by its own writes, and takes over
// those of a server that is silent; should two think for one, the store takes the first move. A worker's turn is a
// lease in the store: it ends with any entry, by an answer, or by its time, and then the bot belongs to a server again.
// Which server gave it does not matter; nothing here must be remembered for it to end well.
#pragma once

#include "server/base/fair_queue.h"
#include "server/tables/table_runner.h"
#include "server/tables/work.h"

namespace cairn {

std::int64_t new_lease();  // names the taking of a bot's turn, or of a part of an analysis

class BotScheduler {
 public:
  struct Settings {
    bool workers_alone = false;             // our own threads take only what workers may not, or could not, think about
    std::function<void()> thread_wanted{};  // a bot waits for one of our threads, and none is free
  };
  BotScheduler(TableStore& store, BotPool& pool, const World& world, TableRunner& runner, Settings settings)
      : store_(store), pool_(pool), world_(world), runner_(runner), settings_(std::move(settings)) {}
  BotScheduler(const BotScheduler&) = delete;
  BotScheduler& operator=(const BotScheduler&) = delete;

  void resume();  // once, where no other server is: bots that were to move when the last process ended
  void tick();    // about once a second
  void hinted();  // another server has written

  // --- turns: bot_scheduler.cpp
  void want(RunningTable& at);  // if it is the bot's turn there, and ours
  void play_planned(const RunningTablePtr& at);
  void start();                                                             // what waits, for as many as are free
  void retry(std::string table) { to_retry_.push_back(std::move(table)); }  // at the next tick

  // --- workers, on other machines: bot_leases.cpp
  // A bot's turn, in the order in which they came, as soon as there is one; or that none came in time.
  void take_work(const WorkWish& wish, Done<TakenTurn> done);
  // The worker's move is made as any other, if the turn is still its own.
  Detached answer_work(WorkAnswer answer, Done<WorkDone> done);
  void end_work();  // the process ends: nobody waits for turns any more
  struct WorkCounts {
    std::uint64_t taken = 0, played = 0, returned = 0, late = 0, lost = 0;  // late: answers; lost: never answered
  };
  const WorkCounts& work_counts() const { return work_; }
  std::size_t workers_waiting() const { return takers_.size(); }
  int workers_thinking() const { return runner_.leased(); }

  std::size_t bots_waiting() const { return waiting_.size() + for_us_.size(); }
  bool has_idle_thread() const;  // that no bot will want just now

 private:
  using Queue = FairQueue<std::int64_t, std::string>;  // tables, by who waits for the bot
  struct Taker {
    Done<TakenTurn> done;
    std::int64_t until_ms = 0;
  };

  void retry_failed();
  void adopt();
  void adopt_of(const std::string& game, std::size_t most);
  void release();
  void claim(const std::string& table);
  static bool not_for_workers(const RunningTable& at);
  bool ours(const RunningTable& at) const { return at.bot.ours || !store_.shared(); }
  static void push(Queue& queue, RunningTable& at);
  void next(Queue& queue, TableRunner::Go go, std::function<void()> fail);
  BotJob job_of(const RunningTable& at, Seat seat) const;
  void think(const RunningTablePtr& at);
  void chose(const RunningTablePtr& at, int number, Seat seat, const BotPool::Words& words, bool stopped);
  void play_chosen(const RunningTablePtr& at, int number, Seat seat, const BotPool::Words& words, Done<WorkDone> done);
  void hand_over(const RunningTablePtr& at, const Taker& taker);
  void put_back(const Taker& taker);
  void tick_takers();

  TableStore& store_;
  BotPool& pool_;
  const World& world_;
  TableRunner& runner_;
  const Settings settings_;
  Queue waiting_, for_us_;             // the second: workers do not get them
  int loading_ = 0;                    // whose tables are being read
  int adopting_ = 0;                   // readings under way
  bool beating_ = false;               // ... or saying that we live
  std::vector<std::string> to_retry_;  // tables where a write failed
  std::list<Taker> takers_;            // workers that wait
  WorkCounts work_;
  bool work_ended_ = false;
};

}  // namespace cairn

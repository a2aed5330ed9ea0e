// Analyses of finished games: who asks for one, what is told of it, and who works at it, in this process or at workers
// on other machines (`cairn worker`). Without a socket, on the loop's thread; answers come through callbacks on that
// thread.
//
// An analysis is a row of the store (store/analyses.h), worked at in parts (analysis_work.h); each part is a lease, so
// it ends well whoever is killed. Bots come first: a thread of ours takes a part when no bot wants it, and stops when
// one does. What was found by then is kept. When all positions are looked at the analysis is there for everybody;
// behind it come puzzles of its mistakes.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/message.h"
#include "server/base/background_queue.h"
#include "server/base/world.h"
#include "server/play/analysis_work.h"
#include "server/play/refusal.h"
#include "server/store/analyses.h"
#include "server/tables/bots.h"
#include "server/tables/table_service.h"

namespace cairn {

// What is told of a game's analysis.
struct AnalysisShown {
  enum class State : std::uint8_t { none, queued, running, done, failed };
  std::string table;
  State state = State::none;
  Message why_not{};                          // it can have none
  std::optional<AnalysisJob> job{};           // none: nobody asked for one of this game
  int looked = 0;                             // positions
  std::optional<PositionEvaluation> start{};  // of the first position
  std::vector<ReportedMove> moves{};
};

struct LeasedPart {
  std::string table;
  std::int64_t lease = 0, until_ms = 0;
  AnalysisPart what{};
};
struct TakenPart {
  std::optional<LeasedPart> part{};  // none: none came in time
};
struct PartAnswered {
  bool kept = false;  // else it was given back
};

class Analyses {
 public:
  struct Limits {
    std::int64_t playouts = 2'000;  // of a position; 0: no games are analysed
    double seconds = 5;             // ... at most
    int a_day = 20;                 // of one person
  };
  Analyses(AnalysisStore& store, TableService& table_service, BotPool& bots, World world,
           std::function<Limits()> limits);
  Analyses(const Analyses&) = delete;
  Analyses& operator=(const Analyses&) = delete;

  void tick();  // about once a second: what waits, whoever asked for it

  void ask(const std::string& table, const Person& person, Done<AnalysisShown> done, const Asker& who = {});
  void show(const std::string& table, Done<AnalysisShown> done, const Asker& who = {});

  // A part for a worker, as soon as there is one; or that none came in time.
  void take(const WorkWish& wish, Done<TakenPart> done);
  void answer(const AnalysisAnswer& answer, Done<PartAnswered> done);

  void make_room();  // a bot wants a thread: what is worked at here stops
  void end();        // the process ends: others go on

  struct Counts {
    std::uint64_t asked = 0, done = 0, puzzles = 0;  // by this server
    std::uint64_t here = 0, workers = 0;             // parts that were kept
    std::uint64_t returned = 0, late = 0;            // ... that were given back, or came too late
  };
  const Counts& counts() const { return counts_; }
  int waiting() const { return waiting_; }
  int threads() const { return static_cast<int>(running_.size()); }

 private:
  struct Taker {
    Done<TakenPart> done;
    std::int64_t until_ms = 0;
  };
  struct Running {
    std::string table;
    BotPool::Stop stop;
  };
  Refusal unavailable(const std::string& what, const std::string& why) const;
  std::optional<Refusal> refusal(const Table& table) const;
  void look(const std::string& table, std::function<void(const Table&)> go, const Done<AnalysisShown>& done,
            const Asker& who);
  struct Asked;
  using AskedPtr = std::shared_ptr<const Asked>;
  AskedPtr asked(const std::string& id, const Table& table) const;
  void tell(const AskedPtr& asked, const Asker& who, const Done<AnalysisShown>& done);
  static AnalysisShown described(const Asked& asked, const std::optional<StoredAnalysis>& stored);
  void go();
  void leased(std::int64_t lease, const StoredAnalysis& stored);
  void find_mistakes(std::int64_t lease, const StoredAnalysis& stored);
  void work_here(LeasedPart part);
  void hand_over(LeasedPart part);
  // What was found becomes durable; told whether it was still wanted, or why nobody knows.
  void keep(const AnalysisAnswer& answer, std::function<void(const Written&)> done);
  void keep_check(const AnalysisAnswer& answer, const StoredAnalysis& stored, std::function<void(const Written&)> done);

  AnalysisStore& store_;
  TableService& table_service_;
  BotPool& bots_;
  World world_;
  std::function<Limits()> limits_;
  std::list<Taker> takers_;
  std::map<std::int64_t, Running> running_;  // by lease: parts on our threads
  Counts counts_;
  int waiting_ = 0;
  bool counting_ = false, leasing_ = false, ended_ = false;
  bool more_ = true;       // there may be something to do
  BackgroundQueue queue_;  // last: its thread ends first
};

}  // namespace cairn

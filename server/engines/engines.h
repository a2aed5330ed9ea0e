// The host's own engines: other programs that play, analyse and judge for the games, sizes and levels that the settings
// name (docs/engines.md). Each of their processes is started, watched and started again with growing waits by a thread
// of its own. Who asks waits for the answer; where there is none, or none that the rules allow, nothing is returned and
// our own engine does the work. Any thread may ask.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "notation/agreement.h"
#include "server/base/log.h"
#include "server/engines/engine_process.h"
#include "server/play/analysis_work.h"

namespace cairn::engines {

// A bot's turn: a game up to now.
struct EngineTurn {
  const GameInfo* info = nullptr;
  OptionValues options{};
  Moves moves{};
  Seat seat{};
  int level = 0;
  double seconds = 1;  // to think
  double most = 0;     // seconds after which its clock suffers; 0: it has none
};

struct EngineStatus {
  std::string name;
  int processes = 0, ready = 0;
  std::uint64_t moves = 0, positions = 0, judged = 0;  // that it answered
  std::uint64_t failures = 0;                          // answers that could not be used, and starts that failed
  std::uint64_t missed = 0;                            // questions for which no process was ready and free in time
  std::uint64_t starts = 0;
  std::string last_failure{};
};

class Engines {
 public:
  // From any thread, and never two at once.
  using Report = std::function<void(LogLevel level, const std::string& engine, const std::string& message)>;
  Engines(std::vector<EngineSpec> specs, Report report);
  Engines(const Engines&) = delete;
  Engines& operator=(const Engines&) = delete;
  ~Engines();  // ends all processes

  bool none() const { return kinds_.empty(); }

  // The word of a legal move.
  std::optional<std::string> move(const EngineTurn& turn, const std::atomic<bool>& stop);
  // Names of dead pieces' points, in capitals, where the seats agree on them.
  std::optional<std::set<std::string>> dead(const EngineTurn& turn, const std::atomic<bool>& stop);
  // A part of an analysis, by one of them or by our own engine.
  AnalysisFound analyse(const AnalysisPart& part, const std::atomic<bool>& stop);

  std::vector<EngineStatus> status() const;

 private:
  struct Slot {
    std::unique_ptr<EngineProcess> process{};
    bool ready = false, busy = false;
    double pause = 0, next = 0;  // seconds until it is started again after a failure; when
    std::thread keeper{};
  };
  struct Kind {
    EngineSpec spec{};
    EngineStatus status{};
    double reported = -1e9;  // when a failure was last told
    std::vector<std::unique_ptr<Slot>> slots{};
  };
  struct Analysable {
    const Record& record;
    const GameInfo& info;
    double last;  // moment at which an answer still counts
  };
  using Lock = std::unique_lock<std::mutex>;

  void keep(Kind& kind, Slot& slot);
  void start(Kind& kind, Slot& slot, Lock& lock);
  void end(Slot& slot, Lock& lock);
  void failed(Kind& kind, Slot& slot, const std::string& why, Lock& lock);
  Slot* acquire(Kind& kind, double patience, const std::atomic<bool>& stop);
  template <class T>
  void release(Kind& kind, Slot& slot, const Reply<T>& reply);
  void tell(LogLevel level, const Kind& kind, const std::string& message, Lock& lock);
  std::optional<AnalysisFound> analyse_by(Kind& kind, const AnalysisPart& part, const Analysable& what,
                                          const std::atomic<bool>& stop);

  Report report_;
  std::atomic<bool> ending_{false};
  mutable std::mutex mutex_;  // of the kinds, without what `busy` processes do
  std::mutex report_mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Kind>> kinds_;
};

}  // namespace cairn::engines

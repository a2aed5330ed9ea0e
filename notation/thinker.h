// Thinker: an engine that thinks in the background, in some threads of its own. Play, analysis and pondering of every
// front end are this. Knows no game.
//
// One thread owns it: it calls `start`, `wait`, `choose` and destroys it. `stop`, `busy` and `analysis` are safe from
// any thread, in callbacks too; callbacks come from a thread of the thinker, one at a time, none after `wait` returned.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search/engine.h"

namespace cairn {

class Thinker {
 public:
  struct Task {
    Position position{};
    Seat seat{};                                       // who searches; must be in `to_act()`
    SearchLimits limits{};                             // none: until `stop`, as for pondering
    double interval = 0;                               // seconds between two reports; 0: none
    std::size_t candidates = 0, line = 16;             // of the reports
    std::function<void(const Analysis&)> on_report{};  // every interval, while there are candidates
    std::function<void(const Analysis&)> on_end{};     // once, when thinking has ended
  };

  Thinker(std::unique_ptr<Engine> engine, int threads);
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;
  ~Thinker();

  void start(Task task);          // what is under way is stopped first
  void stop();                    // asks; returns at once
  void wait();                    // until thinking has ended: by a limit, the choice being settled, or `stop`
  bool wait_for(double seconds);  // true: it has ended, and `wait` returns at once
  bool busy() const { return running_.load(std::memory_order_acquire) > 0; }

  Analysis analysis(std::size_t candidates = 0, std::size_t line = 16) const {
    return engine_->analysis(candidates, line);
  }
  Action choose();  // the action to play; waits
  void forget();    // frees the tree; waits

 private:
  void work();
  void report();

  std::unique_ptr<Engine> engine_;
  int threads_;
  Task task_;
  std::atomic<bool> stop_{false};
  std::atomic<int> running_{0};
  std::mutex mutex_;
  std::condition_variable ended_;
  std::vector<std::thread> workers_;
  std::thread reporter_;
};

// Seconds from a fixed origin that never run backwards, as limits in seconds need them.
double steady_seconds();

}  // namespace cairn

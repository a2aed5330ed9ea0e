// The bot: a bounded pool of threads that think. Jobs are started and answered on the loop's thread; a job works on its
// own copy of the position.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "notation/agreement.h"
#include "search/levels.h"
#include "server/base/background_queue.h"

namespace cairn {

namespace engines {
class Engines;
}

struct BotJob {
  const GameInfo* info = nullptr;
  Position position;
  Seat seat{};
  double seconds = 1;
  int level = kLevels;
  std::uint64_t seed = 0;
  Moves moves{};           // that led to the position: where an agreement or a host's engine needs them
  OptionValues options{};  // of the game; for the host's engines
  double most = 0;         // seconds after which its clock suffers; 0: it has none
  bool rated = false;      // our own engine plays, whatever engines the host has: its rank is known
};

class BotPool {
 public:
  using Stop = std::shared_ptr<std::atomic<bool>>;
  using Words = std::vector<std::string>;
  using Done = std::function<void(const Words& words)>;  // none: it was stopped before it had thought at all

  // `engines`: the host's own, which must outlive this; nullptr: there are none.
  BotPool(int threads, BackgroundQueue::Post post, engines::Engines* engines = nullptr);
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;
  ~BotPool();  // stops what runs

  engines::Engines* engines() const { return engines_; }
  int threads() const { return threads_; }
  int free() const;                   // threads without a job
  Stop start(BotJob job, Done done);  // one must be free; set the flag to end the job early
  // Any other work: it runs on a thread, and what it returns on the loop.
  using Work = std::function<std::function<void()>(const std::atomic<bool>& stop)>;
  Stop start(Work work);

 private:
  struct Inside;
  int threads_;
  engines::Engines* engines_;
  std::shared_ptr<Inside> inside_;
};

// What the bot chooses: one word, or in an agreement several, played as one command; none when it was stopped at once.
// The host's engines come first where they play; whatever goes wrong there, our own engine answers.
std::vector<std::string> choose_words(const BotJob& job, const std::atomic<bool>* stop,
                                      engines::Engines* engines = nullptr);

}  // namespace cairn

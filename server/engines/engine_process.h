// One running process of another program, asked by one protocol or another. Every answer comes within the time that is
// given, or as a failure; after a failure with `broken` the process must be started again. Used by one thread at a
// time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/engines/engine_game.h"
#include "server/engines/engine_spec.h"
#include "server/engines/found_moves.h"

namespace cairn::engines {

template <class T>
struct Reply {
  std::optional<T> value{};  // none: it failed, or was stopped
  std::string failure{};     // why, for the host; "": it was stopped
  bool broken = false;       // nothing more can be asked of the process
};

struct Patience {
  double seconds = 0;  // to think, at most; 0: no limit
  double late = 0;     // seconds from now after which an answer counts no more
};

// How positions are to be analysed.
struct AnalysisWish {
  std::uint64_t visits = 0;  // of each; 0: no limit
  bool ownership = false;    // too, where the engine can tell it
  double silence = 0;        // seconds without a word after which it counts as hung; 0: only an answer can be late
  // Set: what was found up to now will do. Unlike `stop` it leaves the process as it was, for the next question.
  const std::atomic<bool>* enough = nullptr;
  std::function<void(const FoundMoves&)> during{};  // now and then, what is found so far in the position under way
};

class EngineProcess {
 public:
  EngineProcess() = default;
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;
  virtual ~EngineProcess() = default;  // ends it

  virtual std::string start(const std::atomic<bool>& stop) = 0;  // "" or what is wrong
  virtual void end() = 0;                                        // at once
  virtual std::string look() = 0;                                // while nothing is asked: "" or why it is broken
  virtual bool can_analyse() const = 0;
  virtual bool can_suggest() const = 0;  // `analyse` finds moves, if only without win rates and visits
  virtual bool can_judge() const = 0;

  // A move of who is to act after all moves, not yet checked by the rules.
  virtual Reply<std::string> move(const EngineGame& game, const LevelSpec& level, Patience patience,
                                  const std::atomic<bool>& stop) = 0;
  // Names of points of dead stones after play has stopped.
  virtual Reply<std::vector<std::string>> dead(const EngineGame& game, Patience patience,
                                               const std::atomic<bool>& stop) = 0;
  // What is found after each of these numbers of moves, rising: of the first ones at least one, as many as there was
  // time for. `patience.seconds` is that of one.
  virtual Reply<std::vector<FoundMoves>> analyse(const EngineGame& game, const std::vector<std::size_t>& turns,
                                                 const AnalysisWish& wish, Patience patience,
                                                 const std::atomic<bool>& stop) = 0;
};

std::unique_ptr<EngineProcess> make_gtp_process(const EngineSpec& spec);
std::unique_ptr<EngineProcess> make_kata_process(const EngineSpec& spec);

}  // namespace cairn::engines

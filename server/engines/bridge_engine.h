// The player's own engine behind `cairn bridge`: one process of another program, or of Cairn itself, that answers the
// questions of one analysis page. It is started, watched and started again by a thread of its own, as the host's
// engines are, and what it says is believed as little: moves are checked by the rules, numbers by their ranges. Any
// thread may ask; frames for the page (docs/protocol.md, "The bridge") come from its thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "notation/move_report.h"
#include "server/engines/bridge_messages.h"
#include "server/engines/told_process.h"

namespace cairn::engines {

struct BridgeSpec {
  EngineSpec engine{};     // its `analysis_visits`: most for a position, 0: no limit but time
  bool own = false;        // Cairn itself: started for the game that is asked about, with `--game` and its options
  double first_pause = 1;  // seconds until it is started again after a failure; doubled each time
  double silence = 30;     // seconds without a word while it analyses after which it counts as hung
};

class BridgeEngine {
 public:
  using Tell = std::function<void(std::string frame)>;          // from its thread
  using Report = std::function<void(const std::string& what)>;  // for the person at the terminal
  BridgeEngine(BridgeSpec spec, Tell tell, Report report);
  BridgeEngine(const BridgeEngine&) = delete;
  BridgeEngine& operator=(const BridgeEngine&) = delete;
  ~BridgeEngine();  // ends the process

  // One question about a position and one about a game at a time: a later one of its kind replaces it.
  void ask(BridgeQuestion question);
  void stop(std::uint64_t id);
  void stop_all();
  // {"type":"engine","state","why"?,"rates","graph"}: how it is now; `why` is a message with its code.
  std::string state_frame() const;
  // {"type":"welcome",...}: what it is; `key` and `proof` for a page that has shown the code, "": none.
  std::string welcome_frame(const std::string& key = {}, const std::string& proof = {}) const;

 private:
  struct Job {
    std::uint64_t serial = 0;  // of all that were asked: pages number their own questions
    BridgeQuestion question{};
    double spent = 0;                            // seconds, of one about a position
    std::size_t next = 0;                        // ply, of one about a game
    std::optional<PositionEvaluation> before{};  // of the ply before
  };
  using Lock = std::unique_lock<std::mutex>;
  static bool is(const std::optional<Job>& job, std::uint64_t serial) { return job && job->serial == serial; }

  void run();
  bool start_for(const BridgeQuestion* question, Lock& lock);
  void fail(const CodedMessage& why, Lock& lock);
  void fail_or_restart(const Reply<std::vector<FoundMoves>>& reply, bool lies, bool stopped, Lock& lock);
  void start_again(Lock& lock);
  void answered() {
    pause_ = spec_.first_pause;
    restarts_ = 0;
  }
  CodedMessage refuse(const BridgeQuestion& question) const;
  std::vector<std::string> command_for(const BridgeQuestion* question) const;
  void look_at_position(Lock& lock);
  void look_at_game(Lock& lock);
  bool tell_moves(Job& job, const EngineGame& game, const std::vector<PositionEvaluation>& found);
  std::string analysis_frame(const BridgeQuestion& question, const Position& position, const FoundMoves& found,
                             bool last, bool& lies) const;
  void set_state(std::string state, CodedMessage why, Lock& lock);
  void end_job(std::optional<Job>& job, std::uint64_t serial, const CodedMessage& why, Lock& lock);

  const BridgeSpec spec_;
  Tell tell_;
  Report report_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Job> position_, game_;
  std::uint64_t asked_ = 0;
  std::string state_ = "starting";
  CodedMessage why_;
  bool rates_ = true, graph_ = true;
  std::atomic<bool> ending_{false}, enough_{false};
  // of the thread alone
  std::vector<std::string> words_;
  std::unique_ptr<ToldProcess> process_;
  double pause_ = 1, next_start_ = 0;
  int restarts_ = 0;  // since it answered last
  std::thread thread_;
};

}  // namespace cairn::engines

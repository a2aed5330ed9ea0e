// Whether the store can be read and written: asked about once a second, so that who asks for /readyz waits for nothing.
// While nothing can be written a write is tried each time, so that it is noticed when it goes well again.
#pragma once

#include <memory>
#include <string>

#include "server/play/refusal.h"
#include "server/store/store.h"

namespace cairn {

// What is answered to a write while the database moves to another one.
Refusal moving_refusal();

class Readiness {
 public:
  // Asks the store what is not being asked yet. Times are seconds of a clock that only goes on.
  void check(Store& store, double now);
  std::string why_not(double now) const;   // "" when it is ready
  bool moving() const { return moving_; }  // to another database: nothing may be written
  // What the store said when it failed last; for the operator, it may name hosts.
  const std::string& fault() const { return said_.empty() ? state_->fault : said_; }

 private:
  struct State {  // an answer may come when this object is no more
    bool asking = false, answered = false, trying = false;
    double asked_at = 0;
    std::string fault;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
  bool moving_ = false;
  bool tried_ = false;  // to write, since the start
  WriteFault write_fault_ = WriteFault::none;
  std::string said_;  // of it, by the store
};

}  // namespace cairn

// Whether the store answers: asked about once a second, so that who asks for /readyz waits for nothing.
#pragma once

#include <memory>
#include <string>

#include "server/store/store.h"

namespace cairn {

class Readiness {
 public:
  // Asks the store, unless a question is under way. Times are seconds of a clock that only goes on.
  void check(Store& store, double now);
  std::string why_not(double now) const;  // "" when it is ready
  // What the store said when it failed last; for the operator, it may name hosts.
  const std::string& fault() const { return state_->fault; }

 private:
  struct State {  // an answer may come when this object is no more
    bool asking = false, answered = false;
    double asked_at = 0;
    std::string fault;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace cairn

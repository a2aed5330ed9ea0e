#include "server/net/readiness.h"

#include "server/store/moving.h"

namespace cairn {

namespace {

constexpr double kPatience = 3;  // seconds that an answer may take

// For everybody: no hosts and no paths.
std::string words_of(WriteFault fault) {
  const std::string words = "the store cannot be written: ";
  if (fault == WriteFault::full) return words + "the disk is full";
  if (fault == WriteFault::gone) return words + "its file is gone";
  return words + "it may only be read, or its disk fails";
}

}  // namespace

Refusal moving_refusal() {
  return {Code::unavailable,
          Message("server-is-moving",
                  "this site is moving to another database and cannot store anything at the moment; wait a few "
                  "minutes, all games are safe"),
          30};
}

void Readiness::check(Store& store, double now) {
  const StoreCounts counts = store.counts();
  write_fault_ = counts.write_fault;
  said_ = counts.said;
  moving_ = is_moving_fault(fault());
  if (!state_->trying && (!tried_ || write_fault_ != WriteFault::none)) {
    tried_ = state_->trying = true;
    store.try_write([state = state_](const Written&) { state->trying = false; });
  }
  if (state_->asking) return;
  state_->asking = true;
  state_->asked_at = now;
  store.look([state = state_](const Found<bool>& found) {
    state->asking = false;
    state->answered = true;
    state->fault = found.error;
  });
}

std::string Readiness::why_not(double now) const {
  if (!state_->answered) return "this server is starting";
  if (moving_ || is_moving_fault(fault()))
    return "this site is moving to another database; it will be back in some minutes";
  if (write_fault_ != WriteFault::none) return words_of(write_fault_);
  if (!state_->fault.empty()) return "the store cannot be read";
  if (state_->asking && now - state_->asked_at > kPatience) return "the store does not answer";
  return {};
}

}  // namespace cairn

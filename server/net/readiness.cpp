#include "server/net/readiness.h"

namespace cairn {

namespace {

constexpr double kPatience = 3;  // seconds that an answer may take

}  // namespace

void Readiness::check(Store& store, double now) {
  if (state_->asking) return;
  state_->asking = true;
  state_->asked_at = now;
  // Any reading will do; there is no table of this name.
  store.numbers({"-"}, [state = state_](const Found<Store::Numbers>& found) {
    state->asking = false;
    state->answered = true;
    state->fault = found.error;
  });
}

std::string Readiness::why_not(double now) const {
  if (!state_->answered) return "this server is starting";
  if (!state_->fault.empty()) return "the store cannot be read";
  if (state_->asking && now - state_->asked_at > kPatience) return "the store does not answer";
  return {};
}

}  // namespace cairn

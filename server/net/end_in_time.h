// The end of the whole program, whatever its threads wait for.
#pragma once

#include <chrono>

#include "server/base/log.h"

namespace cairn::net {

inline constexpr std::chrono::milliseconds kTimeToEnd{3'000};  // as docs/hosting.md promises

// Unless the program has ended by itself, it is over then, or at once when a signal asks for it again. That is as safe
// as `kill -9`: what was acknowledged is durable.
void end_program_in_time(const Log& log);

}  // namespace cairn::net

// What whoever comes with a suspended or closed account is told. Only who has proven to be its owner is told it.
#pragma once

#include "server/play/refusal.h"
#include "server/store/people.h"

namespace cairn {

Refusal suspended(const Suspension& suspension);
// As of now; none: it may come in.
std::optional<Refusal> refuse_suspended(const Account& account, std::int64_t now_ms);

}  // namespace cairn

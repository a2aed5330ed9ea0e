// What the commands share that copy a whole database: `cairn move`, `cairn export-club` and `cairn import-club`.
#pragma once

#include <functional>

#include "server/store/move.h"

namespace cairn::cli {

// Runs `job` with a line of progress, until ctrl-C stops it. Where it fails, that is said, and `status` is what the
// program ends with; else `status` is kOk.
MoveResult run_copy(MoveWish wish, const std::function<MoveResult(const MoveWish&)>& job, int& status);
// "12 games, 340 rows of 56 tables; checked, digest 1f..", and what else there is to say of it.
void tell_copied(const std::string& what, const MoveResult& result);

}  // namespace cairn::cli

#include "apps/cairn/copy_run.h"

#include <fmt/core.h>

#include "apps/cairn/commands.h"
#include "apps/cairn/terminal.h"

namespace cairn::cli {

MoveResult run_copy(MoveWish wish, const std::function<MoveResult(const MoveWish&)>& job, int& status) {
  const std::atomic<bool>& stop = interrupted();  // from here on, also while a database is made
  wish.stop = [&stop] { return stop.load(); };
  Progress progress;
  wish.heard = [&progress](const MoveStep& step) {
    if (progress.due()) progress.show(fmt::format("{} {}: {} of {} rows", step.what, step.table, step.rows, step.all));
  };
  MoveResult result = job(wish);
  progress.clear();
  status = kOk;
  if (!result.error.empty()) {
    complain(result.error);
    status = result.stopped ? kInterrupted : result.refused ? kBadUse : kNegative;
  }
  return result;
}

void tell_copied(const std::string& what, const MoveResult& result) {
  fmt::print("{}: {} games, {} rows of {} tables; checked, digest {}.\n", what, result.games, result.rows,
             result.tables, result.digest);
  if (result.mended > 0)
    fmt::print("Changed {} texts to UTF-8: they had bytes that PostgreSQL cannot store.\n", result.mended);
  for (const std::string& note : result.notes) fmt::print("{}\n", note);
}

}  // namespace cairn::cli

// How much waits in the outbox, in SQL: two looks at an index.
#include "server/store/outbox_watch.h"

#include "server/store/sql_answers.h"

namespace cairn {

// What was tried and failed is due later again and again: it is late since it was written. What was put off for a daily
// mail is not.
void OutboxWatch::state(std::int64_t now_ms, Read<OutboxState> done) {
  read(std::move(done), [now_ms](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT COUNT(*), COALESCE(MIN(CASE WHEN tries > 0 AND why <> 'it waits for the daily mail' THEN at_ms WHEN "
        "due_ms < $1 THEN due_ms END), 0) "
        "FROM outbox WHERE state = 0",
        {now_ms});
    return std::optional(OutboxState{rows.integer(0, 0), rows.integer(0, 1)});
  });
}

}  // namespace cairn

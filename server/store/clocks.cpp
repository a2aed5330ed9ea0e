// What the host sets right when the time of day was ahead, in SQL.
#include "server/play/day_clock.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"
#include "server/store/tables.h"

namespace cairn {

std::vector<std::string> find_tables_ahead(SqlConnection& db, std::int64_t after_ms) {
  return ids_of(
      db.run("SELECT t.id FROM tables t WHERE t.over = 0 AND t.clock <> 'none' AND ((t.created_ms > $1 AND NOT EXISTS "
             "(SELECT 1 FROM entries s WHERE s.table_key = t.key AND s.kind = $2)) OR EXISTS (SELECT 1 FROM entries e "
             "WHERE e.table_key = t.key AND e.at_ms > $1 AND NOT EXISTS (SELECT 1 FROM entries s WHERE s.table_key = "
             "e.table_key AND s.number > e.number AND s.kind = $2))) ORDER BY t.key",
             {after_ms, static_cast<int>(Entry::Kind::set_clock)}));
}

void write_forget_ahead(SqlConnection& db, std::int64_t now_ms) {
  db.run("UPDATE tables SET told_ms = {now} WHERE told_ms > {now} + $1", {kApartMs});
  db.run("UPDATE accounts SET seen_ms = $1 WHERE seen_ms > $2", {now_ms, now_ms + kApartMs});
}

void TableStore::tables_ahead(std::int64_t after_ms, Read<std::vector<std::string>> done) {
  read(std::move(done), [after_ms](SqlConnection& db) { return find_tables_ahead(db, after_ms); });
}

void TableStore::forget_ahead(std::int64_t now_ms, Done done) {
  write({}, std::move(done), [now_ms](SqlConnection& db) {
    write_forget_ahead(db, now_ms);
    return Written{};
  });
}

}  // namespace cairn

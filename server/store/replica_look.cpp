#include "server/store/replica_look.h"

#include <algorithm>

#include "server/base/tokens.h"

namespace cairn {

namespace {

constexpr std::size_t kMostMarks = 4'000;  // one a second: how far behind one is can be told for an hour

}  // namespace

ReplicaLook look_at(SqlConnection& db, std::int64_t server) {
  const SqlRows rows = db.run(
      "SELECT (SELECT system_identifier FROM pg_control_system()), "
      "(SELECT CAST(oid AS BIGINT) FROM pg_database WHERE datname = current_database()), "
      "CAST(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() "
      "ELSE pg_current_wal_lsn() END, '0/0') AS BIGINT), CAST(pg_is_in_recovery() AS INTEGER), "
      "CAST(to_regclass('replica_marks') IS NOT NULL AS INTEGER)");
  ReplicaLook look = {rows.text(0, 0), rows.integer(0, 1), rows.integer(0, 2), 0, rows.integer(0, 3) != 0};
  if (rows.integer(0, 4) == 0) return look;  // another database, or a schema from before
  // Behind the place: one that is as far as the mark shows it.
  const SqlRows marks = db.run("SELECT mark FROM replica_marks WHERE server = $1", {server});
  if (!marks.empty()) look.mark = marks.integer(0, 0);
  return look;
}

std::int64_t write_mark(SqlConnection& db, std::int64_t server) {
  const auto mark = static_cast<std::int64_t>(new_seed() >> 1) | 1;
  db.run(
      "INSERT INTO replica_marks (server, mark, at_ms) VALUES ($1, $2, {now}) "
      "ON CONFLICT (server) DO UPDATE SET mark = $2, at_ms = {now}",
      {server, mark});
  return mark;
}

void forget_old_marks(SqlConnection& db) {
  db.run("DELETE FROM replica_marks WHERE at_ms < {now} - 86400000");  // a day
}

void wait_for_no_standby(SqlConnection& db) {
  db.execute("SET synchronous_commit = local");
}

std::string why_no_replica(const ReplicaLook& replica, const ReplicaLook& primary) {
  if (!replica.standby) return "it accepts writes: it is no standby";
  if (replica.system != primary.system) return "it is a standby of another PostgreSQL";
  if (replica.database != primary.database) return "it is another database of the same PostgreSQL";
  return {};
}

void WrittenMarks::add(double at, std::int64_t mark) {
  marks_.push_back({at, mark});
  if (marks_.size() > kMostMarks) marks_.pop_front();
}

std::optional<double> WrittenMarks::shown_until(std::int64_t mark) const {
  const auto found = std::find_if(marks_.rbegin(), marks_.rend(), [&](const Mark& one) { return one.mark == mark; });
  return found == marks_.rend() ? std::nullopt : std::optional(found->at);
}

std::optional<double> WrittenMarks::first() const {
  return marks_.empty() ? std::nullopt : std::optional(marks_.front().at);
}

}  // namespace cairn

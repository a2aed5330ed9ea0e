// The replicas of the database: whether each answers, follows it, and how far it is behind.
#include <chrono>
#include <thread>

#include "server/base/tokens.h"
#include "server/net/doctor.h"
#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/replica_look.h"

namespace cairn::net {

namespace {

constexpr std::chrono::milliseconds kCatchUpTime(2'000), kCatchUpStep(20);

std::string bytes_text(std::int64_t bytes) {
  if (bytes < 10'000) return std::to_string(bytes) + " bytes";
  return std::to_string(bytes / 1'000) + " kB";
}

// Since when its last transaction was committed, by the clock of the replica; "": it knows of none.
std::string last_transaction(SqlConnection& replica) {
  const SqlRows rows = replica.run(
      "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp()) AS BIGINT) "
      "WHERE pg_last_xact_replay_timestamp() IS NOT NULL");
  return rows.empty() ? "" : "; its last transaction is " + std::to_string(rows.integer(0, 0)) + " s old";
}

// A mark of ours on the primary, which goes with this.
class DoctorMark {
 public:
  explicit DoctorMark(SqlConnection& primary) : primary_(primary) {
    wait_for_no_standby(primary);
    const std::int64_t mark = write_mark(primary, me_);
    look_ = look_at(primary, me_);
    look_.mark = mark;
  }
  DoctorMark(const DoctorMark&) = delete;
  DoctorMark& operator=(const DoctorMark&) = delete;
  ~DoctorMark() {
    try {
      primary_.run("DELETE FROM replica_marks WHERE server = $1", {me_});
    } catch (const SqlError&) {  // a server removes it in a day
    }
  }
  std::int64_t me() const { return me_; }
  const ReplicaLook& look() const { return look_; }

 private:
  SqlConnection& primary_;
  const std::int64_t me_ = static_cast<std::int64_t>(new_seed() >> 1) | 1;
  ReplicaLook look_;
};

// Waits a little, until the replica shows what was just written to the primary.
Finding catch_up(const std::string& name, SqlConnection& replica, const DoctorMark& written) {
  constexpr std::string_view kNameAStandby =
      "name a standby of this database in database-replica; until then the server does not read it";
  const auto began = std::chrono::steady_clock::now();
  const ReplicaLook& primary = written.look();
  ReplicaLook look = look_at(replica, written.me());
  if (const std::string why = why_no_replica(look, primary); !why.empty())
    return {Health::fault, "replica", name + ": " + why, std::string(kNameAStandby)};
  const bool at_once = look.mark == primary.mark;
  while (look.mark != primary.mark && std::chrono::steady_clock::now() - began < kCatchUpTime) {
    std::this_thread::sleep_for(kCatchUpStep);
    look = look_at(replica, written.me());
  }
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
  if (look.mark == primary.mark)
    return {Health::ok, "replica",
            name + (at_once ? " shows all that was written" : " caught up in " + std::to_string(took.count()) + " ms")};
  if (look.place >= primary.place)
    return {Health::fault, "replica",
            name +
                " does not show what was just written to the database, although it is as far in its log: it follows "
                "another one",
            std::string(kNameAStandby)};
  return {Health::warning, "replica",
          name + " is " + bytes_text(primary.place - look.place) + " behind, after " + std::to_string(took.count()) +
              " ms" + last_transaction(replica),
          "check that it receives and replays (pg_stat_replication on the database, pg_is_wal_replay_paused() there); "
          "beyond database-replica-lag the server reads the database instead"};
}

}  // namespace

void examine_replicas(const ServerConfig& config, Findings& out) {
  if (config.database.empty() || !config.faults().empty()) return;
  for (const std::string& url : config.database_replica) {
    PostgresPlace place, primary_place;
    if (!read_replica_url(url, place).empty() || !read_postgres_url(config.database, primary_place).empty()) return;
    try {
      const auto replica = connect_postgres(place);
      try {
        const auto primary = connect_postgres(primary_place);
        out.push_back(catch_up(place.shown, *replica, DoctorMark(*primary)));
      } catch (const SqlError& problem) {
        out.push_back({Health::warning, "replica",
                       place.shown + " answers; how far it is behind is not known: " + problem.what(),
                       "check the database first"});
      }
    } catch (const SqlError& problem) {
      out.push_back({Health::warning, "replica", place.shown + " cannot be read: " + problem.what(),
                     "check that it runs and lets this user in; meanwhile the server reads the database instead"});
    }
  }
}

}  // namespace cairn::net

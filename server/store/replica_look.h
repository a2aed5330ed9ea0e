// A look at a PostgreSQL, primary or standby: which database it is, and how far what it shows goes.
//
// How far is told by marks: numbers by chance that a server writes to the primary, another one each time. A standby
// that shows a mark shows all that was committed before it. Places in the log say less: after a standby was promoted,
// those that still follow the old primary are at such places too, with another content.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "server/store/sql.h"

namespace cairn {

struct ReplicaLook {
  std::string system;         // the identity of the cluster, which a standby shares with its primary
  std::int64_t database = 0;  // its number there
  std::int64_t place = 0;     // bytes of log: that the primary has written, or the standby shows
  std::int64_t mark = 0;      // of the server that looks; 0: none
  bool standby = false;
};
ReplicaLook look_at(SqlConnection& db, std::int64_t server);  // SqlError

// Writes a mark of this server, never 0, and returns it.
std::int64_t write_mark(SqlConnection& db, std::int64_t server);  // SqlError
void forget_old_marks(SqlConnection& db);                         // SqlError
// Its commits wait for no standby from now on.
void wait_for_no_standby(SqlConnection& db);  // SqlError

// Why this is no replica of `primary`; "": it may be one, and is if it shows its marks.
std::string why_no_replica(const ReplicaLook& replica, const ReplicaLook& primary);

// Which mark was written when (seconds of any clock that only goes on). So the age of what a standby shows is known by
// one clock, also while nothing else is written, and while the standby hears nothing of its primary.
class WrittenMarks {
 public:
  // It was written after this moment.
  void add(double at, std::int64_t mark);
  // The moment of which everything is shown where this mark is; none: it is none of these, or too old.
  std::optional<double> shown_until(std::int64_t mark) const;
  std::optional<double> first() const;
  void clear() { marks_.clear(); }

 private:
  struct Mark {
    double at = 0;
    std::int64_t mark = 0;
  };
  std::deque<Mark> marks_;  // the oldest first
};

}  // namespace cairn

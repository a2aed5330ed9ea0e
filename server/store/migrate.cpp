// Takes a database through the steps that it lacks.
#include "server/store/migrations.h"

#include <cstdint>
#include <string>

namespace cairn {

std::int64_t newest_schema() {
  return static_cast<std::int64_t>(migrations().size());
}

void migrate(SqlConnection& db, std::int64_t schema) {
  db.lock_schema();
  const auto all = migrations();
  const std::int64_t version = db.version();
  if (version > newest_schema())
    throw SqlError(SqlError::Kind::other, "it was written by a newer version of this program (it has schema version " +
                                              std::to_string(version) + ", this program knows " +
                                              std::to_string(newest_schema()) + "); use that version or a newer one");
  for (auto step = static_cast<std::size_t>(version); step < static_cast<std::size_t>(schema); ++step) {
    db.begin();
    try {
      db.execute(in_dialect(all[step], db.dialect()));
      db.execute(db.set_version_sql(static_cast<std::int64_t>(step) + 1));
      db.commit();
    } catch (const SqlError&) {
      db.rollback();
      throw;
    }
  }
}

}  // namespace cairn

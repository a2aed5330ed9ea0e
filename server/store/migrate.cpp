// Takes a database through the steps that it lacks.
#include "server/store/migrations.h"

#include <cstdint>
#include <string>

namespace cairn {

void migrate(SqlConnection& db) {
  db.lock_schema();
  const auto all = migrations();
  const std::int64_t version = db.version();
  if (version > static_cast<std::int64_t>(all.size()))
    throw SqlError(SqlError::Kind::other, "it was written by a newer version of this program (it has schema version " +
                                              std::to_string(version) + ", this program knows " +
                                              std::to_string(all.size()) + "); use that version or a newer one");
  for (auto step = static_cast<std::size_t>(version); step < all.size(); ++step) {
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

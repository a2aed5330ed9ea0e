#include "server/store/store_part.h"

#include "server/store/sql_answers.h"

namespace cairn {

bool StorePart::shared() const {
  return database_.shared();
}

// Names of these locks begin with a blank, so that they come before those of tables.
void StorePart::write_person(std::int64_t person, Done done, std::function<Written(SqlConnection&)> work) {
  write(" " + std::to_string(person), std::move(done), std::move(work));
}

}  // namespace cairn

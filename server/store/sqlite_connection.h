// A connection to an SQLite file: WAL, and a commit returns when it is on the disk.
#pragma once

#include <memory>
#include <string>

#include "server/store/sql.h"

namespace cairn {

std::unique_ptr<SqlConnection> connect_sqlite(const std::string& path);

}  // namespace cairn

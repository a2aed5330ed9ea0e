// A connection to an SQLite file: WAL, and a commit returns when it is on the disk.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/store/sql.h"

namespace cairn {

// Makes the file where it is missing.
std::unique_ptr<SqlConnection> connect_sqlite(const std::string& path);
// Of a database that must be there, beside a server that uses it; nothing can be written by it.
std::unique_ptr<SqlConnection> connect_sqlite_to_read(const std::string& path);

struct SqliteLog;

// A file that was found, whatever has its name later.
struct SqliteFile {
  std::string path;
  std::uint64_t device = 0, number = 0;
  std::shared_ptr<SqliteLog> log{};  // what all connections to it share
};
// The log of what is not in the file yet, and its index, as long as a connection has them open.
struct SqliteLog {
  using Files = std::vector<SqliteFile>;
  std::mutex mutex;
  std::weak_ptr<const Files> files;
};
SqliteFile find_sqlite_file(const std::string& path);  // SqlError (gone) where there is none
// The same, to this file alone: SqlError (gone) where it is not there, or another is.
std::unique_ptr<SqlConnection> connect_sqlite(const SqliteFile& file);
std::unique_ptr<SqlConnection> connect_sqlite_to_read(const SqliteFile& file);

// Copies a database, one moment of it, over the content of a file. A server may write to it meanwhile: nobody waits.
// SqlError where that fails; what was written is then left there.
void copy_sqlite(const std::string& from, const std::string& to);
// A database in memory, of this connection alone, with what stands in another that `connect_sqlite` made.
std::unique_ptr<SqlConnection> copy_to_memory(SqlConnection& from);
// "" or what is damaged.
std::string check_sqlite(SqlConnection& db);

}  // namespace cairn

// A connection to PostgreSQL by libpq.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/store/sql.h"

struct pg_conn;

namespace cairn {

// Where a database is: a URL taken apart, with our defaults for what it leaves out.
struct PostgresPlace {
  std::vector<std::pair<std::string, std::string>> words;  // of libpq
  std::string shown;                                       // for people and logs: never with the password
  bool password = false;                                   // the URL held one
};
// "" or what is wrong with the URL; does not repeat it, for a password may stand in it.
std::string read_postgres_url(const std::string& url, PostgresPlace& place);
// The same of a standby, which accepts no writes; whoever asks it waits for it only briefly.
std::string read_replica_url(const std::string& url, PostgresPlace& place);

struct ClosePostgres {
  void operator()(pg_conn* connection) const;
};
using PostgresHandle = std::unique_ptr<pg_conn, ClosePostgres>;
PostgresHandle open_postgres(const PostgresPlace& place);  // ready for use; SqlError when it cannot be had

std::unique_ptr<SqlConnection> connect_postgres(const PostgresPlace& place);

}  // namespace cairn

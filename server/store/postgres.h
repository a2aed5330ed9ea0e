// The store in PostgreSQL, for any number of servers at once.
#pragma once

#include <string>
#include <vector>

#include "server/store/sqlite.h"

namespace cairn {

// `url` is postgresql://user@host:port/database, as libpq reads it. Brings the database to the present form; of servers
// that start at once one does it and the others wait.
// `secrets_key`: as of open_sqlite_store, and the same for all servers. "": secrets.key in the folder, where the
// secrets are sealed, or the database is new and the folder is there; else they are stored as they are, as in databases
// from before: the other servers have no key yet.
// `replicas`: standbys of which is read what may be seconds old (store/replicas.h); they need not be there yet.
struct ReplicaUrls {
  std::vector<std::string> urls{};
  double most_lag_seconds = 10;
};
OpenedStore open_postgres_store(const std::string& url, const Store::Post& post, const std::string& secrets_key = {},
                                const std::string& folder = {}, const ReplicaUrls& replicas = {});

// How the place may be called in logs and messages: without a password. "" for what is no such URL.
std::string shown_postgres_url(const std::string& url);
// Whether a password stands in it.
bool has_password(const std::string& url);
bool has_password(const std::vector<std::string>& urls);  // in one of them

}  // namespace cairn

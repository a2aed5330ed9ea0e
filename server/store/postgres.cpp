#include "server/store/postgres.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "server/store/migrations.h"
#include "server/store/moving.h"
#include "server/store/postgres_connection.h"
#include "server/store/postgres_hints.h"

namespace cairn {

namespace {

constexpr int kReaders = 4;
constexpr auto kPreparing = std::chrono::minutes(1);  // at most, of another server on a slow disk

bool is_moved(SqlConnection& db) {
  try {
    return read_moving(db).has_value();
  } catch (const SqlError&) {
    return false;  // there is no such table yet
  }
}

// Of servers that start at once one finds the database new, and the others wait until it is ready. For the end of a
// move none waits.
void lock_schema(SqlConnection& db) {
  const auto until = std::chrono::steady_clock::now() + kPreparing;
  for (;;) {
    try {
      return db.lock_schema();
    } catch (const SqlError& error) {
      if (error.kind() != SqlError::Kind::busy || is_moved(db) || std::chrono::steady_clock::now() >= until) throw;
    }
  }
}

std::string made_key(const std::string& file) {
  return file + " was created. The secrets in the database are sealed with it. Keep a copy elsewhere, and copy " +
         "it to every other server of this database";
}

// What waits there for a lock waits for what the standby takes over from its primary: the primary is asked then.
std::unique_ptr<SqlConnection> connect_replica(const PostgresPlace& place) {
  auto db = connect_postgres(place);
  db->execute("SET lock_timeout = 1000; SET statement_timeout = " + std::to_string(kReplicaStatementSeconds * 1'000));
  return db;
}

// "" or what is wrong with one of them.
std::string read_replicas(const ReplicaUrls& wish, ReplicaSetup& setup) {
  setup.most_lag_seconds = wish.most_lag_seconds;
  for (const std::string& url : wish.urls) {
    PostgresPlace place;
    if (const std::string problem = read_replica_url(url, place); !problem.empty()) return "a replica: " + problem;
    setup.sources.push_back({place.shown, [place] { return connect_replica(place); }});
  }
  return {};
}

}  // namespace

OpenedStore open_postgres_store(const std::string& url, const Store::Post& post, const std::string& secrets_key,
                                const std::string& folder, const ReplicaUrls& replicas) {
  PostgresPlace place;
  if (std::string problem = read_postgres_url(url, place); !problem.empty()) return {nullptr, std::move(problem)};
  ReplicaSetup setup;
  if (std::string problem = read_replicas(replicas, setup); !problem.empty()) return {nullptr, std::move(problem)};
  Sealer sealer;
  std::vector<std::string> notes;
  try {
    const auto db = connect_postgres(place);
    lock_schema(*db);
    const bool fresh = db->version() == 0;
    migrate(*db);
    if (const std::string why = why_moving_stops(*db, place.shown); !why.empty())
      return {nullptr, "the database " + place.shown + " cannot be used: " + why};
    const bool sealed = has_sealed(*db);
    const bool may_make = fresh && ::access(folder.c_str(), W_OK) == 0;
    if (!secrets_key.empty() || (!folder.empty() && (sealed || may_make))) {
      const std::string file = key_file(secrets_key, folder);
      if (::access(file.c_str(), F_OK) != 0) notes.push_back(made_key(file));
      auto read = read_sealer(file, !sealed);
      if (auto* why = std::get_if<std::string>(&read)) return {nullptr, std::move(*why)};
      sealer = std::get<Sealer>(read);
      claim_for(*db, sealer);
    }
    seal_stored(*db, sealer);
    if (!sealer.seals())
      notes.emplace_back(
          "secrets of webhooks and keys are stored unsealed in the database. Stop all its servers and run `cairn admin "
          "seal-secrets`, or set secrets-key to the same file for all servers");
  } catch (const SqlError& problem) {
    return {nullptr, "the database " + place.shown + " cannot be used: " + problem.what()};
  }
  auto hints = std::make_shared<PostgresHints>(place, post);
  const auto connect = [place] { return connect_postgres(place); };
  StorePlace opened{connect, kReaders, std::move(hints), sealer};
  opened.replicas = std::move(setup);
  return {std::make_unique<Store>(std::move(opened), post), {}, std::move(notes)};
}

std::string shown_postgres_url(const std::string& url) {
  PostgresPlace place;
  return read_postgres_url(url, place).empty() ? place.shown : std::string();
}

bool has_password(const std::string& url) {
  PostgresPlace place;
  return read_postgres_url(url, place).empty() && place.password;
}

bool has_password(const std::vector<std::string>& urls) {
  return std::any_of(urls.begin(), urls.end(), [](const std::string& url) { return has_password(url); });
}

}  // namespace cairn

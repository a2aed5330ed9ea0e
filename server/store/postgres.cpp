#include "server/store/postgres.h"

#include "server/store/migrations.h"
#include "server/store/postgres_connection.h"
#include "server/store/postgres_hints.h"
#include "server/store/sql_store.h"

namespace cairn {

namespace {

constexpr int kReaders = 4;

}  // namespace

OpenedStore open_postgres_store(const std::string& url, Store::Post post, const std::string& secrets_key) {
  PostgresPlace place;
  if (std::string problem = read_postgres_url(url, place); !problem.empty()) return {nullptr, std::move(problem)};
  Sealer sealer;
  try {
    const auto db = connect_postgres(place);
    migrate(*db);
    if (!secrets_key.empty()) {
      auto read = read_sealer(secrets_key, *db);
      if (auto* why = std::get_if<std::string>(&read)) return {nullptr, std::move(*why)};
      sealer = std::get<Sealer>(read);
    }
    seal_stored(*db, sealer);
  } catch (const SqlError& problem) {
    return {nullptr, "the database " + place.shown + " cannot be used: " + problem.what()};
  }
  auto hints = std::make_shared<PostgresHints>(place, post);
  const auto connect = [place] { return connect_postgres(place); };
  return {std::make_unique<SqlStore>(connect, kReaders, std::move(post), std::move(hints), sealer), {}};
}

std::string shown_postgres_url(const std::string& url) {
  PostgresPlace place;
  return read_postgres_url(url, place).empty() ? place.shown : std::string();
}

bool has_password(const std::string& url) {
  PostgresPlace place;
  return read_postgres_url(url, place).empty() && place.password;
}

}  // namespace cairn

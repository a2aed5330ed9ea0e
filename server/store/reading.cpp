#include "server/store/reading.h"

#include <chrono>
#include <filesystem>

#include "server/store/migrations.h"
#include "server/store/postgres_connection.h"
#include "server/store/sql_options.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

namespace {

struct Connected {
  std::unique_ptr<SqlConnection> db;
  std::int64_t form = 0;
};

void expect_database(const std::string& folder) {
  std::error_code error;
  const auto type = std::filesystem::status(folder + "/cairn.db", error).type();
  if (type == std::filesystem::file_type::none)
    throw SqlError(SqlError::Kind::other, "cannot read " + folder + "/cairn.db: " + error.message());
  if (type != std::filesystem::file_type::regular)
    throw SqlError(SqlError::Kind::other,
                   folder + " contains no cairn.db; choose the data folder of a server with --data");
}

Connected connect(const std::string& folder, const std::string& database, bool write, std::string& place) {
  Connected connected;
  if (database.empty()) {
    expect_database(folder);
    place = folder;
    connected.db = write ? connect_sqlite(folder + "/cairn.db") : connect_sqlite_to_read(folder + "/cairn.db");
    connected.form = connected.db->version();
    return connected;
  }
  PostgresPlace postgres;
  if (const std::string problem = read_postgres_url(database, postgres); !problem.empty())
    throw SqlError(SqlError::Kind::other, problem);
  place = postgres.shown;
  connected.db = connect_postgres(postgres);
  if (!write) connected.db->execute("SET default_transaction_read_only = on");
  connected.form = connected.db->run("SELECT COALESCE(MAX(version), 0) FROM schema_version").integer(0, 0);
  return connected;
}

OpenedToRead open(const std::string& folder, const std::string& database, bool write) {
  std::string place;
  try {
    Connected connected = connect(folder, database, write, place);
    const std::int64_t form = connected.form, known = newest_schema();
    if (form == known) return {std::move(connected.db), form, {}};
    return {nullptr, form,
            "the database in " + place + " has schema version " + std::to_string(form) + ", this program knows " +
                std::to_string(known) +
                (form < known ? "; a server of this version migrates it when it starts"
                              : "; use the version of the server")};
  } catch (const SqlError& error) {
    return {nullptr, 0, (place.empty() ? "" : "the database in " + place + " cannot be read: ") + error.what()};
  }
}

}  // namespace

OpenedToRead open_to_read(const std::string& folder, const std::string& database) {
  return open(folder, database, false);
}

OpenedToRead open_to_write(const std::string& folder, const std::string& database) {
  return open(folder, database, true);
}

StoreCheck check_folder(const std::string& folder) {
  StoreCheck found;
  const auto began = std::chrono::steady_clock::now();
  try {
    expect_database(folder);
    found.damage = check_sqlite(*connect_sqlite_to_read(folder + "/cairn.db"));
  } catch (const SqlError& error) {
    found.fault = error.what();
  }
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return found;
}

std::vector<GameLine> find_games(SqlConnection& db, const GameFilter& filter) {
  const int state = filter.state ? static_cast<int>(*filter.state) : -1;
  const SqlRows rows = db.run(
      "SELECT t.key, t.id, t.game, t.number, t.created_ms, t.state, "
      "(SELECT at_ms FROM entries e WHERE e.table_key = t.key AND e.number = t.number) FROM "
      "(SELECT key, id, game, number, created_ms, CASE WHEN over = 1 THEN 2 WHEN EXISTS "
      "(SELECT 1 FROM chairs c WHERE c.table_key = tables.key AND c.kind = 0) THEN 0 ELSE 1 END AS state FROM tables) "
      "t "
      "WHERE (t.state = $1 OR $1 = -1) AND (t.game = $2 OR $2 = '') AND (CAST($3 AS BIGINT) = 0 OR EXISTS "
      "(SELECT 1 FROM chairs c WHERE c.table_key = t.key AND c.person = CAST($3 AS BIGINT))) ORDER BY t.key DESC LIMIT "
      "$4",
      {state, filter.game, filter.person, filter.most});
  std::vector<GameLine> games;
  games.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    GameLine game;
    game.id = rows.text(i, 1);
    game.game = rows.text(i, 2);
    game.entries = static_cast<int>(rows.integer(i, 3));
    game.created_ms = rows.integer(i, 4);
    game.state = static_cast<GameState>(rows.integer(i, 5));
    game.last_ms = rows.integer(i, 6);
    game.occupants = read_occupants(db, rows.integer(i, 0));
    games.push_back(std::move(game));
  }
  return games;
}

std::vector<PersonLine> find_people(SqlConnection& db, int most) {
  const SqlRows rows = db.run(
      "SELECT p.id, p.created_ms, p.name, (SELECT count(DISTINCT table_key) FROM chairs WHERE person = p.id) "
      "FROM people p ORDER BY p.id DESC LIMIT $1",
      {most});
  std::vector<PersonLine> people;
  people.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    people.push_back({rows.integer(i, 0), rows.integer(i, 1), rows.text(i, 2), static_cast<int>(rows.integer(i, 3))});
  return people;
}

StoreStats read_stats(SqlConnection& db) {
  StoreStats stats;
  stats.people = db.run("SELECT count(*) FROM people").integer(0, 0);
  stats.sessions = db.run("SELECT count(*) FROM sessions WHERE expires_ms > {now}").integer(0, 0);
  const SqlRows entries = db.run("SELECT count(*), max(at_ms) FROM entries");
  stats.entries = entries.integer(0, 0);
  stats.last_ms = entries.integer(0, 1);
  const SqlRows games = db.run(
      "SELECT game, sum(CASE WHEN over = 0 AND free = 1 THEN 1 ELSE 0 END), "
      "sum(CASE WHEN over = 0 AND free = 0 THEN 1 ELSE 0 END), sum(CASE WHEN over = 1 THEN 1 ELSE 0 END) FROM "
      "(SELECT game, over, CASE WHEN EXISTS (SELECT 1 FROM chairs c WHERE c.table_key = tables.key AND c.kind = 0) "
      "THEN 1 ELSE 0 END AS free FROM tables) t GROUP BY game ORDER BY game");
  for (std::size_t i = 0; i < games.size(); ++i)
    stats.games.push_back({games.text(i, 0), games.integer(i, 1), games.integer(i, 2), games.integer(i, 3)});
  return stats;
}

}  // namespace cairn

#include "server/store/move_side.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "server/store/migrations.h"
#include "server/store/postgres_connection.h"
#include "server/store/private_files.h"
#include "server/store/reading.h"
#include "server/store/sealer.h"
#include "server/store/sqlite_connection.h"
#include "server/store/tables.h"

namespace cairn {

namespace fs = std::filesystem;

namespace {

// Whole tables are counted, and nobody waits at an open transaction.
void take_time(SqlConnection& db) {
  if (is_postgres(db)) db.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
}

void expect_plan(SqlConnection& db, const MovePlan& plan, const std::string& shown) {
  if (const std::string why = plan_difference(db, plan); !why.empty())
    throw MoveFault("the database in " + shown + " cannot be moved: " + why);
}

std::unique_ptr<SqlConnection> open_folder(const std::string& folder, FileLock& lock) {
  if (const std::error_code error = make_data_folder(folder))
    throw MoveFault("cannot create the folder " + folder + ": " + error.message());
  if (const std::string why = lock.take(folder); !why.empty()) throw MoveFault("cannot move to " + folder + ": " + why);
  const std::string path = folder + "/cairn.db";
  if (const std::error_code error = make_database_file(path))
    throw MoveFault("cannot make " + path + ": " + error.message());
  return connect_sqlite(path);
}

std::unique_ptr<SqlConnection> open_url(const std::string& url) {
  PostgresPlace place;
  if (const std::string problem = read_postgres_url(url, place); !problem.empty()) throw MoveFault(problem);
  return connect_postgres(place);
}

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_key(const std::string& path, const std::string& key) {
  const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  const bool good =
      file >= 0 && ::write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) && ::fsync(file) == 0;
  if (file >= 0) ::close(file);
  if (!good) throw MoveFault("cannot write " + path);
}

}  // namespace

MoveSide open_source(const MovePlace& place, const MovePlan& plan, bool to_write) {
  MoveSide side;
  side.shown = shown_place(place);
  OpenedToRead opened = (to_write ? open_to_write : open_to_read)(place.folder, place.database);
  if (!opened.db) throw MoveFault(opened.error);
  side.db = std::move(opened.db);
  take_time(*side.db);
  expect_plan(*side.db, plan, side.shown);
  return side;
}

MoveSide open_marked(const MovePlace& place) {
  MoveSide side;
  side.shown = shown_place(place);
  const std::string file = place.folder + "/cairn.db";
  if (place.database.empty() && !fs::is_regular_file(file)) throw MoveFault(place.folder + " contains no cairn.db");
  side.db = place.database.empty() ? connect_sqlite(file) : open_url(place.database);
  return side;
}

MoveSide open_target(const MovePlace& place, const MovePlan& plan) {
  MoveSide side;
  side.shown = shown_place(place);
  side.db = place.database.empty() ? open_folder(place.folder, side.lock) : open_url(place.database);
  if (const std::int64_t form = side.db->version(); form != 0 && form != plan.schema)
    throw MoveFault("the database in " + side.shown + " has schema version " + std::to_string(form) + ", not " +
                    std::to_string(plan.schema) + "; choose a new folder or a new database");
  migrate(*side.db, plan.schema);
  take_time(*side.db);
  expect_plan(*side.db, plan, side.shown);
  return side;
}

void expect_empty(SqlConnection& db, const MovePlan& plan, const std::string& shown) {
  if (any_server_lives(db))
    throw MoveFault("a server is using the database in " + shown + ": stop it, and try again a few seconds later");
  for (const MovedTable& table : plan.tables)
    if (count_rows(db, table) > table.seeded)
      throw MoveFault("the database in " + shown + " is not empty (" + table.name +
                      " has rows); move to a new folder or a new database");
}

std::string bring_key(const MoveWish& wish, SqlConnection& source) {
  if (!has_sealed(source)) return {};
  const std::string from = key_file(wish.secrets_key, wish.from.folder);
  const bool known = (!wish.secrets_key.empty() || !wish.from.folder.empty()) && fs::exists(from);
  if (!wish.to.database.empty())
    return "Every server of the new database needs the key of secrets" + (known ? ": copy " + from : std::string()) +
           " to secrets.key in its data folder, or name it with --secrets-key.";
  const std::string to = wish.to.folder + "/secrets.key";
  if (!known) {
    if (!wish.secrets_key.empty()) throw MoveFault("there is no file " + from);
    return fs::exists(to) ? std::string()
                          : "Copy secrets.key from the data folder of a server to " + to +
                                ": secrets in the database are sealed with it.";
  }
  if (const auto key = read_sealer(from, false); std::holds_alternative<std::string>(key))
    throw MoveFault(std::get<std::string>(key));
  if (!fs::exists(to))
    write_key(to, content_of(from));
  else if (content_of(to) != content_of(from))
    throw MoveFault(to + " contains another key than " + from + "; move that file away first");
  return {};
}

void set_numbering(SqlConnection& db, const MovePlan& plan) {
  if (!is_postgres(db)) return;  // SQLite goes on behind the highest number by itself
  const SqlRows rows = db.run(
      "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() AND "
      "is_identity = 'YES'");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string table = rows.text(i, 0), column = rows.text(i, 1);
    bool ours = false;
    for (const MovedTable& one : plan.tables) ours = ours || one.name == table;
    if (ours)
      db.execute("SELECT setval(pg_get_serial_sequence('\"" + table + "\"', '" + column + "'), COALESCE(MAX(\"" +
                 column + "\"), 1), MAX(\"" + column + "\") IS NOT NULL) FROM \"" + table + '"');
  }
}

}  // namespace cairn

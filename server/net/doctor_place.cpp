// What `cairn doctor` finds where the games are kept.
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text.h"
#include "server/net/doctor.h"
#include "server/net/store_watch.h"
#include "server/store/migrations.h"
#include "server/store/moving.h"
#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/reading.h"
#include "server/store/sealer.h"
#include "server/store/sqlite_connection.h"

namespace cairn::net {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kForOthers = 077U;

// "" or why it is not even known whether something is there.
std::string cannot_look(const std::string& path) {
  std::error_code error;
  const bool unknown = fs::status(path, error).type() == fs::file_type::none;
  return unknown ? "cannot read " + path + ": " + error.message() : "";
}

// The process that holds the lock of a data folder, without trying to take it; 0: none that is seen from here.
long holder_of(const std::string& folder) {
  struct stat found {};
  if (::stat((folder + "/lock").c_str(), &found) != 0) return 0;
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number, kind, mode, access, place;
    long process = 0;
    words >> number >> kind >> mode >> access >> process >> place;
    unsigned major = 0, minor = 0;
    unsigned long inode = 0;
    char colon = 0;
    std::istringstream file(place);
    file >> std::hex >> major >> colon >> minor >> colon >> std::dec >> inode;
    // Of some file systems the device of a file is told in another way than that of its lock: the number must do.
    if (kind == "FLOCK" && inode == found.st_ino) return process;
  }
  return 0;
}

void examine_files(const ServerConfig& config, Findings& out) {
  for (const char* name : {"cairn.db", "cairn.db-wal", "secrets.key", "lock", "backups.json"}) {
    const std::string path = config.data + "/" + name;
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) continue;
    if (found.st_uid != ::geteuid() && ::geteuid() != 0) {  // root sees to all of them
      out.push_back({Health::warning, "folder", path + " belongs to another user",
                     "run `cairn doctor` with sudo, or as the server's user"});
      return;
    }
    if ((found.st_mode & kForOthers) != 0)
      out.push_back({Health::warning, "folder", "other users can read " + path, "chmod 600 " + path});
  }
}

void examine_key(const ServerConfig& config, Findings& out) {
  const std::string file = key_file(config.secrets_key, config.data);
  if (const std::string why = cannot_look(file); !why.empty()) return out.push_back(hidden("key", why));
  std::error_code error;
  const bool there = fs::exists(file, error);
  const OpenedToRead opened = open_to_read(config.data, config.database);
  const bool sealed = opened.db && has_sealed(*opened.db);
  if (!there && sealed)
    out.push_back({Health::fault, "key",
                   "there is no file " + file + ", and secrets in the database are sealed with it",
                   "restore your copy of it, or see `cairn admin forget-secrets --help`"});
  else if (!there && !config.secrets_key.empty())
    out.push_back({Health::warning, "key", "there is no file " + file,
                   "a server creates it with a new database; if yours is lost, see docs/hosting.md"});
  if (!there) return;
  const auto read = read_sealer(file, false);
  if (const auto* why = std::get_if<std::string>(&read))
    out.push_back({Health::fault, "key", *why, "restore your copy of it"});
  else if (sealed && !opens_sealed(*opened.db, std::get<Sealer>(read)))
    out.push_back({Health::fault, "key", file + " is not the key that sealed the database's secrets",
                   "restore your copy of the correct key, or see `cairn admin forget-secrets --help`"});
  else
    out.push_back({Health::ok, "key", file + " can be read", "keep a copy of it in another place"});
}

void examine_disk(const ServerConfig& config, Findings& out) {
  std::error_code error;
  const auto space = fs::space(config.data, error);
  if (error) return;
  const std::uintmax_t reserve = disk_reserve_bytes(config, space.capacity);
  struct statvfs files {};
  const bool no_files = ::statvfs(config.data.c_str(), &files) == 0 && files.f_files > 0 && files.f_favail < 100;
  constexpr int kMib = 20;
  const std::string free =
      std::to_string(space.available >> kMib) + " MiB are free of " + std::to_string(space.capacity >> kMib);
  if (space.available < reserve)
    out.push_back(
        {Health::fault, "disk",
         free + ", less than the reserve of " + std::to_string(reserve >> kMib) + ": the server stores only moves",
         "free some space on the disk of " + config.data});
  else if (no_files)
    out.push_back(
        {Health::fault, "disk", "the disk can hold no more files", "delete files on the disk of " + config.data});
  else if (space.available < 4 * reserve)
    out.push_back({Health::warning, "disk",
                   free + "; the server stores only moves below " + std::to_string(reserve >> kMib),
                   "free some space on the disk of " + config.data});
  else
    out.push_back({Health::ok, "disk", free});
}

// The database's version, and whether this program can use it. The connection, where all can be looked at.
std::unique_ptr<SqlConnection> examine_form(const ServerConfig& config, Findings& out) {
  const std::string shown = config.database.empty() ? config.data : shown_postgres_url(config.database);
  std::unique_ptr<SqlConnection> db;
  std::int64_t form = 0;
  try {
    if (config.database.empty()) {
      db = connect_sqlite_to_read(config.data + "/cairn.db");
    } else {
      PostgresPlace place;
      if (const std::string why = read_postgres_url(config.database, place); !why.empty())
        throw SqlError(SqlError::Kind::other, why);
      db = connect_postgres(place);
      db->execute("SET default_transaction_read_only = on");
    }
    const bool fresh = !config.database.empty() && db->run("SELECT to_regclass('schema_version')").text(0, 0).empty();
    form = fresh                     ? 0
           : config.database.empty() ? db->version()
                                     : db->run("SELECT COALESCE(MAX(version), 0) FROM schema_version").integer(0, 0);
  } catch (const SqlError& problem) {
    out.push_back({Health::fault, "database", "the database in " + shown + " cannot be read: " + problem.what(),
                   config.database.empty() ? "check the permissions of the folder and the disk"
                                           : "check that PostgreSQL runs, and the database, user and password"});
    return nullptr;
  }
  const auto known = newest_schema();
  const std::string number = "schema version " + std::to_string(form);
  if (form == known)
    out.push_back({Health::ok, "database", shown + " can be read; it has " + number + ", like this program"});
  else if (form < known)
    out.push_back({Health::warning, "database", "it has " + number + ", and this program " + std::to_string(known),
                   "make a backup; this version migrates the database at its next start"});
  else
    out.push_back({Health::fault, "database",
                   "it was written by a newer version of this program (it has " + number + ", this program knows " +
                       std::to_string(known) + ")",
                   "use that version or a newer one, or restore a backup of this version"});
  return form == known ? std::move(db) : nullptr;
}

void examine_sqlite(const DoctorWish& wish, SqlConnection& db, Findings& out) {
  const ServerConfig& config = wish.read.config;
  out.push_back({Health::ok, "version", "SQLite " + db.run("SELECT sqlite_version()").text(0, 0)});
  if (!wish.whole_database) return;
  const StoreCheck check = check_folder(config.data);
  if (!check.damage.empty())
    out.push_back({Health::fault, "database", "it is damaged: " + check.damage,
                   "stop the server, copy its folder to another disk, and restore the last backup (docs/hosting.md)"});
  else if (!check.fault.empty())
    out.push_back({Health::warning, "database", "it could not be checked: " + check.fault, "try again"});
  else
    out.push_back({Health::ok, "database", "no damage: the whole database was checked"});
}

void examine_postgres(SqlConnection& db, Findings& out) {
  const auto setting = [&](const char* sql) { return db.run(sql).text(0, 0); };
  out.push_back({Health::ok, "version", "PostgreSQL " + setting("SHOW server_version")});
  if (setting("SHOW fsync") != "on")
    out.push_back({Health::fault, "database", "fsync is off in PostgreSQL: a power cut loses the database",
                   "set fsync = on in postgresql.conf"});
  if (setting("SHOW full_page_writes") != "on")
    out.push_back({Health::warning, "database", "full_page_writes is off: a power cut can damage the database",
                   "set full_page_writes = on in postgresql.conf"});
}

}  // namespace

void examine_folder(const ServerConfig& config, Findings& out) {
  std::error_code error;
  if (!config.database.empty()) {
    examine_key(config, out);
    return;
  }
  if (const std::string why = cannot_look(config.data); !why.empty()) return out.push_back(hidden("folder", why));
  if (!fs::is_directory(config.data, error)) {
    out.push_back({Health::warning, "folder", "there is no folder " + config.data,
                   "the server creates it; choose another folder with the setting data"});
    return;
  }
  if (::access(config.data.c_str(), R_OK | W_OK | X_OK) != 0) {
    out.push_back({Health::fault, "folder", config.data + " cannot be written by this user",
                   "run `cairn doctor` with sudo, or as the server's user"});
    return;
  }
  const std::size_t before = out.size();
  examine_files(config, out);
  const long process = holder_of(config.data);
  if (out.size() == before)
    out.push_back({Health::ok, "folder",
                   config.data + (process != 0 ? " is in use by a server, process " + std::to_string(process)
                                               : " is not in use")});
  examine_disk(config, out);
  examine_key(config, out);
}

void examine_database(const DoctorWish& wish, Findings& out) {
  const ServerConfig& config = wish.read.config;
  std::error_code error;
  if (const std::string why = cannot_look(config.data + "/cairn.db"); config.database.empty() && !why.empty())
    return out.push_back(hidden("database", why));
  if (config.database.empty() && !fs::exists(config.data + "/cairn.db", error)) {
    out.push_back({Health::warning, "database", "there is no database yet", "the server creates it when it starts"});
    return;
  }
  const auto db = examine_form(config, out);
  if (!db) return;
  try {
    const std::string place = config.database.empty() ? config.data : shown_postgres_url(config.database);
    if (const std::string why = why_moving_stops(*db, place); !why.empty())
      out.push_back({Health::fault, "database", why, "see `cairn move --help`"});
    if (config.database.empty())
      examine_sqlite(wish, *db, out);
    else
      examine_postgres(*db, out);
  } catch (const SqlError& problem) {
    out.push_back({Health::fault, "database", std::string("it cannot be read: ") + problem.what(), "check its log"});
  }
}

}  // namespace cairn::net

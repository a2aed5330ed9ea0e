// `cairn backup` and `cairn restore`: a data folder's database as one file, and back.
#include "server/store/backup.h"

#include <fmt/core.h>

#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/terminal.h"
#include "server/store/postgres.h"

namespace cairn::cli {

namespace {

struct BackupGiven {
  explicit BackupGiven(Command command) : choice(command, {"data", "database"}) {}
  ConfigChoice choice;
  std::string file;
  bool force = false;
};

int report(const BackupResult& result, const std::string& what) {
  if (!result.error.empty()) {
    complain(result.error);
    return kBadUse;
  }
  fmt::print("{}: {} games, {} moves and other events, {} people, {} bytes; checked.\n", what, result.games,
             result.entries, result.people, result.bytes);
  return kOk;
}

int run(const BackupGiven& given, bool backing_up) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  if (!config->database.empty()) {
    const std::string place = shown_postgres_url(config->database);
    complain(backing_up
                 ? "this command backs up SQLite only; for PostgreSQL run: pg_dump --format=custom --file=" +
                       given.file + " " + place + " (see docs/hosting.md)"
                 : "this command restores SQLite only; for PostgreSQL run: pg_restore --clean --if-exists --dbname=" +
                       place + " " + given.file + " (see docs/hosting.md)");
    return kBadUse;
  }
  if (backing_up) return report(back_up(config->data, given.file, given.force), given.file);
  return report(restore(given.file, config->data, given.force), config->data);
}

}  // namespace

void add_backup(Command program, int& status) {
  Command command = program.subcommand("backup", "Back up a server's database to one file, also while the server runs");
  auto given = std::make_shared<BackupGiven>(command);
  command.option("FILE", given->file, "File to write").required();
  command.flag("--force", given->force, "Replace an existing file");
  command.callback([given, &status] { status = run(*given, true); });
}

void add_restore(Command program, int& status) {
  Command command = program.subcommand("restore", "Restore a backup into a data folder that no server uses");
  auto given = std::make_shared<BackupGiven>(command);
  command.option("FILE", given->file, "File that `cairn backup` wrote").required();
  command.flag("--force", given->force, "Replace the database in the folder");
  command.callback([given, &status] { status = run(*given, false); });
}

}  // namespace cairn::cli

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
  fmt::print("{}: {} games, {} entries, {} people, {} bytes; checked.\n", what, result.games, result.entries,
             result.people, result.bytes);
  return kOk;
}

int run(const BackupGiven& given, bool backing_up) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  if (!config->database.empty()) {
    const std::string place = shown_postgres_url(config->database);
    complain(backing_up
                 ? "a PostgreSQL database is backed up by its own tools: pg_dump --format=custom --file=" + given.file +
                       " " + place + " (docs/hosting.md tells more)"
                 : "a PostgreSQL database is restored by its own tools: pg_restore --clean --if-exists --dbname=" +
                       place + " " + given.file + " (docs/hosting.md tells more)");
    return kBadUse;
  }
  if (backing_up) return report(back_up(config->data, given.file, given.force), given.file);
  return report(restore(given.file, config->data, given.force), config->data);
}

}  // namespace

void add_backup(Command program, int& status) {
  Command command =
      program.subcommand("backup", "Copy a server's database to one file, also while it serves, and check the copy");
  auto given = std::make_shared<BackupGiven>(command);
  command.option("FILE", given->file, "The copy").required();
  command.flag("--force", given->force, "Replace a file that is there");
  command.callback([given, &status] { status = run(*given, true); });
}

void add_restore(Command program, int& status) {
  Command command = program.subcommand("restore", "Put a backup into a data folder that no server uses");
  auto given = std::make_shared<BackupGiven>(command);
  command.option("FILE", given->file, "What `cairn backup` has written").required();
  command.flag("--force", given->force, "Replace the database that is there");
  command.callback([given, &status] { status = run(*given, false); });
}

}  // namespace cairn::cli

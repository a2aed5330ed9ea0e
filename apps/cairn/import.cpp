// `cairn import`: whole collections of games into a library of a server.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/import_run.h"
#include "apps/cairn/terminal.h"
#include "server/base/tokens.h"
#include "server/store/migrations.h"
#include "server/store/reading.h"
#include "server/store/sqlite.h"
#include "server/store/sqlite_connection.h"

namespace cairn::cli {

namespace {

struct ImportGiven {
  explicit ImportGiven(Command command) : choice(command, {"data", "database"}) {}
  ConfigChoice choice;
  std::vector<std::string> places;
  std::string library;
  int threads = 0;
};

std::int64_t import_now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

int tell(const ImportReport& report, const Library& library, double seconds) {
  for (const std::string& problem : report.problems) complain(problem);
  const std::size_t problems = report.unread + report.cut;
  if (problems > report.problems.size())
    complain(fmt::format("and {} more with problems", problems - report.problems.size()));
  fmt::print("Imported {} into {} in {:.1f} s. The library now has {}.\n", counted(report.games, "game", "games"),
             library.name, seconds, counted(static_cast<std::uint64_t>(library.games), "game", "games"));
  if (report.doubles > 0)
    fmt::print("Skipped {} that the library already has, as such or turned or mirrored.\n",
               counted(report.doubles, "game", "games"));
  if (report.known > 0)
    fmt::print("Skipped {} that an earlier import has read.\n", counted(report.known, "file", "files"));
  if (report.cut > 0) fmt::print("Cut {} at an illegal or unreadable move.\n", counted(report.cut, "game", "games"));
  if (report.unread > 0)
    fmt::print("Skipped {} that cannot be read.\n", counted(report.unread, "file or game", "files or games"));
  if (report.interrupted) {
    complain("interrupted; run the same command again to continue");
    return kInterrupted;
  }
  return report.unread == 0 ? kOk : kNegative;
}

// Whether nobody ever used the database of a folder: there is none, or one that was interrupted as it was made.
bool is_new(const std::string& folder) {
  const std::string file = folder + "/cairn.db";
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return true;
  try {
    const auto db = connect_sqlite_to_read(file);
    const SqlRows tables = db->run("SELECT name FROM sqlite_master WHERE name = 'people'");
    if (tables.empty()) return true;
    return db->version() < newest_schema() && db->run("SELECT id FROM people LIMIT 1").empty();
  } catch (const SqlError&) {
    return false;  // whoever opens it tells what is wrong
  }
}

// A folder in which no server ever ran gets its database now. "" or what is wrong.
std::string make_folder(const ServerConfig& config) {
  if (!config.database.empty() || !is_new(config.data)) return {};
  return open_sqlite_store(
             config.data, [](const std::function<void()>& what) { what(); }, false, config.secrets_key)
      .error;
}

int run_import(const ImportGiven& given) {
  if (!is_library_name(given.library)) {
    complain(fmt::format("--as: a library name has 1 to {} lower-case letters, digits, - and _, such as pro-games",
                         kMostLibraryName));
    return kBadUse;
  }
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  interrupted();
  init_tokens();
  if (const std::string wrong = make_folder(*config); !wrong.empty()) {
    complain(wrong);
    return kBadUse;
  }
  try {
    const OpenedToRead opened = open_to_write(config->data, config->database);
    if (!opened.db) {
      complain(opened.error);
      return kBadUse;
    }
    Library library = open_library(*opened.db, given.library, import_now_ms());
    ImportWish wish{given.places, given.threads};
    if (wish.threads == 0) wish.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const double began = wall_seconds();
    Progress progress;
    const ImportReport report = import_games(*opened.db, library, wish, progress);
    progress.clear();
    return tell(report, library, wall_seconds() - began);
  } catch (const SqlError& error) {
    complain(std::string("the library cannot be written: ") + error.what() +
             "; run the same command again to continue");
    return kBadUse;
  }
}

}  // namespace

void add_import(Command program, int& status) {
  Command command = program.subcommand("import", "Import games into a library of a server, also while the server runs");
  auto given = std::make_shared<ImportGiven>(command);
  command.option("PATH", given->places, "Folders, zip archives and files with games").required();
  command.option("--as", given->library, "Library to import into; created if it does not exist")
      .type_name("LIBRARY")
      .required();
  command.option("--threads", given->threads, "Threads that read games; 0: one per processor")
      .range(0, 64, InHelp::yes)
      .type_name("N")
      .show_default();
  command.footer(
      "Reads every format of `cairn convert`, also in subfolders. A library holds each\n"
      "game once, even if its board is turned or mirrored. Files that cannot be read\n"
      "are skipped and listed at the end; the exit code is then 1. If the import is\n"
      "interrupted, run the same command again.\n"
      "\n"
      "  cairn import games archive.zip --as pro-games --data cairn-data\n"
      "  cairn library search pro-games --player lee --data cairn-data");
  command.callback([given, &status] { status = run_import(*given); });
}

}  // namespace cairn::cli

// `cairn export-club` and `cairn import-club`: one club as files that any program can read, and back.
#include "server/store/club_files.h"

#include <fmt/core.h>

#include <functional>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/copy_run.h"
#include "apps/cairn/terminal.h"
#include "server/base/tokens.h"

namespace cairn::cli {

namespace {

struct ClubGiven {
  ClubGiven(Command command, const std::vector<std::string_view>& keys) : choice(command, keys) {}
  ConfigChoice choice;
  std::string folder;
};

MovePlace place_of(const ServerConfig& config) {
  return config.database.empty() ? MovePlace{config.data, ""} : MovePlace{"", config.database};
}

// Says what `job` has done, or what is wrong.
int run_club(const MoveWish& wish, const std::function<MoveResult(const MoveWish&)>& job) {
  if (!init_tokens()) {
    complain("this machine provides no random numbers");
    return kBadUse;
  }
  int status = kOk;
  const MoveResult result = run_copy(wish, job, status);
  if (status == kOk) tell_copied(shown_place(wish.to), result);
  return status;
}

int run_export_club(const ClubGiven& given) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  MoveWish wish;
  wish.from = place_of(*config);
  wish.to.folder = given.folder;
  return run_club(wish, [](const MoveWish& all) { return export_club(all, CAIRN_VERSION); });
}

int run_import_club(const ClubGiven& given) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  MoveWish wish;
  wish.from.folder = given.folder;
  wish.to = place_of(*config);
  wish.secrets_key = config->secrets_key;
  return run_club(wish, import_club);
}

}  // namespace

void add_export_club(Command program, int& status) {
  Command command = program.subcommand("export-club", "Write a whole club to files that other programs can read");
  auto given = std::make_shared<ClubGiven>(command, std::vector<std::string_view>{"data", "database"});
  command.option("FOLDER", given->folder, "New folder for the files").required();
  command.footer(
      "Servers may run meanwhile. The files contain password hashes, e-mail addresses\nand private chat: keep them as "
      "safe as the database.\nSee docs/hosting.md.");
  command.callback([given, &status] { status = run_export_club(*given); });
}

void add_import_club(Command program, int& status) {
  Command command = program.subcommand("import-club", "Read the files of `cairn export-club` into a new database");
  auto given = std::make_shared<ClubGiven>(command, std::vector<std::string_view>{"data", "database", "secrets-key"});
  command.option("FOLDER", given->folder, "Folder that `cairn export-club` wrote").required();
  command.footer(
      "The target must be new or empty: a data folder with --data, or a PostgreSQL\ndatabase with --database. See "
      "docs/hosting.md.");
  command.callback([given, &status] { status = run_import_club(*given); });
}

}  // namespace cairn::cli

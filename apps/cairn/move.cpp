// `cairn move`: a whole database to another one, SQLite or PostgreSQL.
#include "server/store/move.h"

#include <fmt/core.h>

#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/copy_run.h"
#include "apps/cairn/terminal.h"
#include "server/base/tokens.h"
#include "server/store/postgres.h"

namespace cairn::cli {

namespace {

struct MoveGiven {
  std::string from, to, secrets_key;
  bool give_up = false, force = false;
};

int refuse_move(const std::string& why) {
  complain(why);
  return kBadUse;
}

int give_up(const MoveGiven& given) {
  if (!given.to.empty())
    return refuse_move("--give-up cannot be combined with --to: it lets servers write to --from again");
  const MovePlace from = read_move_place(given.from);
  if (const std::string why = give_up_move(from, given.force); !why.empty()) return refuse_move(why);
  fmt::print("The move of {} is cancelled. Servers can use it again. Delete the target of the move.\n",
             shown_place(from));
  return kOk;
}

int move_all(const MoveGiven& given) {
  if (given.to.empty()) return refuse_move("--to is missing: a folder, or postgresql://USER@HOST/DATABASE");
  if (given.force) return refuse_move("--force needs --give-up: a move never replaces an existing database");
  MoveWish wish;
  wish.from = read_move_place(given.from);
  wish.to = read_move_place(given.to);
  wish.secrets_key = given.secrets_key;
  int status = kOk;
  const MoveResult result = run_copy(wish, move_database, status);
  if (status != kOk) return status;
  const std::string from = shown_place(wish.from), to = shown_place(wish.to);
  if (result.resumed) fmt::print("Continued an interrupted move.\n");
  tell_copied(fmt::format("Moved {} to {}", from, to), result);
  fmt::print("Now start the servers with {} {}. They no longer start with {}.\n",
             wish.to.database.empty() ? "--data" : "--database", to, from);
  return kOk;
}

int run_move(const MoveGiven& given) {
  if (!init_tokens()) return refuse_move("this machine provides no random numbers");
  for (const std::string& place : {given.from, given.to})
    if (has_password(place))
      return refuse_move("other users can read a password on the command line; use PGPASSWORD or ~/.pgpass");
  return given.give_up ? give_up(given) : move_all(given);
}

}  // namespace

void add_move(Command program, int& status) {
  Command command =
      program.subcommand("move", "Move a whole database between SQLite and PostgreSQL, also while servers run");
  auto given = std::make_shared<MoveGiven>();
  command.option("--from", given->from, "Database to move: a data folder, or postgresql://USER@HOST/DATABASE")
      .required()
      .type_name("PLACE");
  command.option("--to", given->to, "Target: a new folder, or the URL of an empty PostgreSQL database")
      .type_name("PLACE");
  command
      .option("--secrets-key", given->secrets_key,
              "File with the key of the secrets in the database; default: secrets.key in the folder of --from")
      .type_name("FILE");
  command.flag("--give-up", given->give_up, "Cancel an unfinished move, so that servers can write to --from again");
  command.flag("--force", given->force, "With --give-up: even after a complete move");
  command.footer(
      "During the move, servers only read, /readyz fails, and players are asked to\nwait. If the move is interrupted, "
      "run the same command again.\nSee docs/hosting.md.");
  command.callback([given, &status] { status = run_move(*given); });
}

}  // namespace cairn::cli

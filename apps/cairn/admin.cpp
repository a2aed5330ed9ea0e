// `cairn admin`: what a host looks up in a store, also beside the server that uses it, whether that is damaged, whom
// the host makes a moderator, which worker may think for the bots, and which clocks run on from now. All else only
// reads.
#include <fmt/chrono.h>
#include <fmt/core.h>

#include <chrono>
#include <ctime>
#include <memory>

#include "apps/cairn/admin_acts.h"
#include "apps/cairn/admin_game.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/view_json.h"
#include "server/base/tokens.h"
#include "server/protocol/people_from_client.h"
#include "server/store/audit.h"
#include "server/store/file_lock.h"
#include "server/store/sealer.h"
#include "server/tables/append_of.h"

namespace cairn::cli {

namespace {

struct AdminGiven {
  explicit AdminGiven(Command command) : choice(command, {"data", "database"}) {}
  ConfigChoice choice;
  std::string state, game, id, name, role;
  std::int64_t person = 0;
  int most = 100, days = kUsualTokenDays;
  bool json = false, record = false, set = false;
};

constexpr std::string_view kStates[] = {"open", "running", "over"};

std::string time_text(std::int64_t ms) {
  if (ms == 0) return "-";
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(static_cast<std::time_t>(ms / 1000)));
}

std::string occupant_text(const Occupant& occupant) {
  if (occupant.kind == SeatKind::open) return "(free)";
  return occupant.kind == SeatKind::bot ? occupant.name : fmt::format("{} (#{})", occupant.name, occupant.person);
}

std::string players_text(const std::vector<Occupant>& occupants) {
  std::vector<std::string> names;
  names.reserve(occupants.size());
  for (const Occupant& occupant : occupants) names.push_back(occupant_text(occupant));
  return join(names, " - ");
}

Json occupants_json(const std::vector<Occupant>& occupants) {
  Json list = Json::array();
  for (const Occupant& occupant : occupants)
    if (occupant.kind == SeatKind::open)
      list.push_back(nullptr);
    else
      list.push_back({{"name", occupant.name},
                      {"person", occupant.kind == SeatKind::bot ? Json(nullptr) : Json(occupant.person)},
                      {"bot", occupant.kind == SeatKind::bot}});
  return list;
}

int list_games(SqlConnection& db, const AdminGiven& given) {
  GameFilter filter;
  for (std::size_t i = 0; i < std::size(kStates); ++i)
    if (given.state == kStates[i]) filter.state = static_cast<GameState>(i);
  filter.game = lower(given.game);
  filter.person = given.person;
  filter.most = given.most;
  for (const GameLine& game : find_games(db, filter)) {
    const std::string_view state = kStates[static_cast<std::size_t>(game.state)];
    if (given.json)
      fmt::print("{}\n", json_text({{"id", game.id},
                                    {"game", game.game},
                                    {"state", state},
                                    {"entries", game.entries},
                                    {"created_ms", game.created_ms},
                                    {"last_ms", game.last_ms},
                                    {"chairs", occupants_json(game.occupants)}}));
    else
      fmt::print("{}  {:9}  {:7}  {:>5}  {}  {}\n", game.id, game.game, state, game.entries,
                 time_text(std::max(game.created_ms, game.last_ms)), players_text(game.occupants));
  }
  return kOk;
}

int list_people(SqlConnection& db, const AdminGiven& given) {
  for (const PersonLine& person : find_people(db, given.most))
    if (given.json)
      fmt::print(
          "{}\n",
          json_text(
              {{"id", person.id}, {"name", person.name}, {"created_ms", person.created_ms}, {"games", person.games}}));
    else
      fmt::print("#{:<7} {}  {:>5} games  {}\n", person.id, time_text(person.created_ms), person.games, person.name);
  return kOk;
}

int show_stats(SqlConnection& db, std::int64_t form, const AdminGiven& given) {
  const StoreStats stats = read_stats(db);
  if (given.json) {
    Json games = Json::object();
    for (const auto& game : stats.games)
      games[game.name] = {{"open", game.open}, {"running", game.running}, {"over", game.over}};
    fmt::print("{}\n", json_text({{"form", form},
                                  {"people", stats.people},
                                  {"sessions", stats.sessions},
                                  {"entries", stats.entries},
                                  {"last_ms", stats.last_ms},
                                  {"games", std::move(games)}}));
    return kOk;
  }
  fmt::print("schema    {}\npeople    {}\nsessions  {}\nevents    {}\nlast      {}\n", form, stats.people,
             stats.sessions, stats.entries, time_text(stats.last_ms));
  for (const auto& game : stats.games)
    fmt::print("{:9} {} open, {} running, {} over\n", game.name, game.open, game.running, game.over);
  return kOk;
}

int show_game(SqlConnection& db, const AdminGiven& given) {
  const auto stored = read_stored_table(db, given.id);
  if (!stored) {
    complain("there is no game with the id " + given.id);
    return kNegative;
  }
  const AdminGame game = admin_game(*stored);
  if (given.record) {
    if (game.error.empty()) fmt::print("{}\n", json_text(record_json(game.record)));
  } else {
    const TableRow& row = stored->row;
    fmt::print("id        {}\ngame      {}\noptions  ", row.id, row.setup.game);
    for (const auto& [name, value] : row.setup.options) fmt::print(" {}={}", name, value);
    fmt::print("\ncreated   {}\nplayers   {}\nevents    {}\n", time_text(row.setup.created_ms),
               players_text(row.occupants), stored->log.size());
    if (game.error.empty()) fmt::print("moves     {}\nstatus    {}\n", game.record.moves.size(), game.status);
  }
  if (game.error.empty()) return kOk;
  complain("this program cannot replay the game: " + game.error);
  return kNegative;
}

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// False: the game went on meanwhile, and is to be looked at again.
bool set_clock(SqlConnection& db, const Append& append) {
  db.begin();
  const bool written = write_entry(db, append);
  db.commit();
  return written;
}

void tell_clock(const TableRow& row, std::int64_t last_ms, std::int64_t now, const AdminGiven& given) {
  if (given.json)
    fmt::print("{}\n", json_text({{"id", row.id},
                                  {"game", row.setup.game},
                                  {"last_ms", last_ms},
                                  {"ahead_ms", last_ms - now},
                                  {"set", given.set},
                                  {"chairs", occupants_json(row.occupants)}}));
  else
    fmt::print("{}  {:9}  {} ahead, at {}  {}\n", row.id, row.setup.game, time_left_text(last_ms - now),
               time_text(last_ms), players_text(row.occupants));
}

int tell_clocks(SqlConnection& db, const AdminGiven& given) {
  const std::int64_t now = now_ms();
  if (!given.json) fmt::print("This machine's clock: {} UTC.\n", time_text(now));
  int ahead = 0, left = 0;
  for (const std::string& id : find_tables_ahead(db, now)) {
    const auto stored = read_stored_table(db, id);
    if (!stored) continue;
    const Table::Opened opened = open_stored(*stored);
    if (!opened.table) complain("game " + id + " cannot be replayed: " + opened.error);
    const auto change = opened.table ? opened.table->prepare_set_clock(now) : std::nullopt;
    left += opened.table ? 0 : 1;
    if (!change) continue;
    if (given.set && !set_clock(db, append_of(id, *opened.table, *change))) {
      complain("game " + id + " changed in the meantime; run this command again");
      ++left;
      continue;
    }
    tell_clock(stored->row, opened.table->terms().clock->last_ms(), now, given);
    ++ahead;
  }
  if (given.set) {
    db.begin();
    write_forget_ahead(db, now);
    db.commit();
  }
  if (!given.json)
    fmt::print("{} running {} with clocks ahead of it{}\n", ahead, ahead == 1 ? "game" : "games",
               given.set    ? "; reset to the present time."
               : ahead == 0 ? "."
                            : ". If this machine's clock is correct, reset them with --set.");
  return left == 0 ? kOk : kNegative;
}

void note_act(SqlConnection& db, Act act, const std::string& name, const std::string& about) {
  if (const auto facts = read_person_facts(db, name))
    write_audit(db, act, {kHost, facts->account.person.id, {}}, about);
}

constexpr std::string_view kRoles[] = {"player", "moderator", "admin"};

int give_role(SqlConnection& db, const AdminGiven& given) {
  Role role = Role::player;
  for (std::size_t i = 0; i < std::size(kRoles); ++i)
    if (given.role == kRoles[i]) role = static_cast<Role>(i);
  db.begin();
  const bool there = write_role(db, given.name, role);
  if (there) note_act(db, Act::role, given.name, given.role);
  db.commit();
  if (there) {
    fmt::print("{} is now {}\n", given.name, given.role);
    return kOk;
  }
  complain("there is no account with the name " + given.name);
  return kNegative;
}

int make_worker_token(SqlConnection& db, const AdminGiven& given) {
  if (!init_tokens()) {
    complain("this machine provides no random numbers");
    return kNegative;
  }
  const std::string secret = new_api_token();
  const std::int64_t now = now_ms();
  const ApiToken token = {hash_token(secret),       "worker", static_cast<Scopes>(Scope::work), now, 0,
                          now + given.days * kDayMs};
  db.begin();
  const bool there = write_api_token(db, given.name, token);
  if (there) note_act(db, Act::worker, given.name, "");
  db.commit();
  if (there) {
    fmt::print("{}\n", secret);
    return kOk;
  }
  complain("there is no account with the name " + given.name);
  return kNegative;
}

int forget_secrets(SqlConnection& db) {
  const ForgottenSecrets gone = forget_sealed(db);
  fmt::print("Deleted {} webhooks and push subscriptions. Their owners must create them again.\n", gone.hooks);
  fmt::print(
      "Deleted the two-factor secrets of {} accounts. Two-factor authentication stays on for them: their recovery "
      "codes "
      "still work. Turn it off for owners who have none: `cairn admin second-factor NAME --off`.\n",
      gone.factors);
  return kOk;
}

int seal_secrets(SqlConnection& db, const AdminGiven& given) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  const std::string file = key_file(config->secrets_key, config->data);
  const auto read = read_sealer(file, !has_sealed(db));
  if (const auto* why = std::get_if<std::string>(&read)) {
    complain(*why);
    return kNegative;
  }
  claim_for(db, std::get<Sealer>(read));
  seal_stored(db, std::get<Sealer>(read));
  fmt::print(
      "The secrets in the database are sealed with {}. Keep a copy of this file, and copy it to every other server.\n",
      file);
  return kOk;
}

int check_database(const AdminGiven& given) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  if (!config->database.empty()) {
    complain("this command checks SQLite only; for PostgreSQL use pg_amcheck (see docs/hosting.md)");
    return kBadUse;
  }
  const StoreCheck found = check_folder(config->data);
  if (!found.fault.empty()) {
    complain(found.fault);
    return kBadUse;
  }
  if (found.damage.empty()) {
    fmt::print("{}: no damage. The whole database was checked in {:.1f} s.\n", config->data, found.seconds);
    return kOk;
  }
  complain("the database in " + config->data + " is damaged: " + found.damage +
           "; docs/hosting.md shows how to restore a backup");
  return kNegative;
}

using Work = std::function<int(SqlConnection&, std::int64_t form, const AdminGiven&)>;

// alone: no server uses the folder meanwhile; stopped: nor the PostgreSQL database
enum class Access : std::uint8_t { read, write, alone, stopped };

// Why not: a server uses it. "": none does.
std::string use_of(const ServerConfig& config, SqlConnection& db, Access access, FileLock& lock) {
  if (access < Access::alone) return "";
  if (config.database.empty()) return lock.take(config.data);
  return access == Access::stopped && any_server_lives(db) ? "a server is using the database, or was a moment ago" : "";
}

int run(const AdminGiven& given, const Work& work, Access access = Access::read) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  try {
    const OpenedToRead opened = access == Access::read ? open_to_read(config->data, config->database)
                                                       : open_to_write(config->data, config->database);
    if (!opened.db) {
      complain(opened.error);
      return kBadUse;
    }
    FileLock lock;
    const std::string use = use_of(*config, *opened.db, access, lock);
    if (use.empty()) return work(*opened.db, opened.form, given);
    complain((config->database.empty() ? config->data : "the database") + " cannot be changed: " + use +
             (access == Access::stopped ? "; stop it first" : "; stop that server, or send it SIGUSR1"));
  } catch (const SqlError& error) {
    complain(error.what());
  }
  return kBadUse;
}

Command add_clocks(Command admin, const std::shared_ptr<AdminGiven>& given, int& status) {
  Command clocks =
      admin.subcommand("clocks", "List or reset game clocks that are ahead of this machine's clock").fallthrough();
  clocks.flag("--set", given->set, "Reset these clocks to the present time; check the list and `date` first");
  clocks.callback([given, &status] {
    status = run(
        *given, [](SqlConnection& db, std::int64_t, const AdminGiven& asked) { return tell_clocks(db, asked); },
        given->set ? Access::alone : Access::read);
  });
  return clocks;
}

}  // namespace

void add_admin(Command program, int& status) {
  Command command = program.subcommand("admin", "Inspect and change a server's database, also while the server runs");
  auto given = std::make_shared<AdminGiven>(command);
  command.require_subcommand();
  const auto add = [&](const char* name, const char* help, const Work& work, Access access = Access::read) {
    Command sub = command.subcommand(name, help).fallthrough();
    sub.callback([given, work, access, &status] { status = run(*given, work, access); });
    return sub;
  };
  const auto list = [&](Command sub) {
    sub.option("--most", given->most, "Maximum number of rows to list")
        .range(1, 1'000'000, InHelp::yes)
        .type_name("N")
        .show_default();
    return sub;
  };
  Command found =
      list(add("games", "List games, newest first",
               [](SqlConnection& db, std::int64_t, const AdminGiven& asked) { return list_games(db, asked); }));
  found.option("--state", given->state, "Only games that are open (with a free seat), running or over")
      .type_name("STATE")
      .one_of({"open", "running", "over"});
  found.option("--game", given->game, "Only this kind of game; `cairn games` lists them").type_name("GAME");
  found.option("--person", given->person, "Only games of this person (a number of `admin people`)").type_name("N");
  Command one = add("game", "Show one game",
                    [](SqlConnection& db, std::int64_t, const AdminGiven& asked) { return show_game(db, asked); });
  one.option("ID", given->id, "Id of the game, as in /t/ID").required();
  one.flag("--record", given->record, "Print the record, for `cairn replay --record` and `cairn convert`");
  Command people =
      list(add("people", "List people, newest first",
               [](SqlConnection& db, std::int64_t, const AdminGiven& asked) { return list_people(db, asked); }));
  Command stats =
      add("stats", "Count people, sessions, games and moves",
          [](SqlConnection& db, std::int64_t form, const AdminGiven& asked) { return show_stats(db, form, asked); });
  Command whole = command.subcommand("check", "Check a whole SQLite database for damage; exit code 1 if there is any")
                      .fallthrough();
  whole.callback([given, &status] { status = check_database(*given); });
  Command role = add(
      "role", "Make an account a player, moderator or admin",
      [](SqlConnection& db, std::int64_t, const AdminGiven& asked) { return give_role(db, asked); }, Access::write);
  role.option("NAME", given->name, "Name of the account").required();
  role.option("ROLE", given->role, "New role: player, moderator or admin")
      .required()
      .one_of({"player", "moderator", "admin"}, InHelp::yes);
  Command worker = add(
      "worker", "Create an API token for `cairn worker` and print it once",
      [](SqlConnection& db, std::int64_t, const AdminGiven& asked) { return make_worker_token(db, asked); },
      Access::write);
  worker.option("NAME", given->name, "Account that owns the token and can revoke it").required();
  worker.option("--days", given->days, "Lifetime of the token, in days")
      .range(1, kMostTokenDays, InHelp::yes)
      .type_name("N")
      .show_default();
  add(
      "seal-secrets", "Seal the secrets in the database with a key file; stop the servers first",
      [](SqlConnection& db, std::int64_t, const AdminGiven& asked) { return seal_secrets(db, asked); },
      Access::stopped);
  add(
      "forget-secrets", "Delete the secrets whose key is lost; stop the servers first",
      [](SqlConnection& db, std::int64_t, const AdminGiven&) { return forget_secrets(db); }, Access::stopped);
  add_admin_acts(command, std::shared_ptr<const ConfigChoice>(given, &given->choice), status);
  add_admin_site(command, std::shared_ptr<const ConfigChoice>(given, &given->choice), status);
  for (Command sub : {found, people, stats, add_clocks(command, given, status)})
    sub.flag("--json", given->json, "Print one JSON object per line");
}

}  // namespace cairn::cli

// `cairn admin`: what a host looks up in a store, also beside the server that uses it, and
// whom he makes a moderator, and which worker may think for the bots. All else only reads.
#include <fmt/chrono.h>
#include <fmt/core.h>

#include <chrono>
#include <ctime>
#include <memory>

#include "apps/cairn/admin_game.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/view_json.h"
#include "server/protocol/people_from_client.h"
#include "server/tokens.h"

namespace cairn::cli {

namespace {

struct Given {
  explicit Given(CLI::App& command) : choice(command, {"data", "database"}) {}
  ConfigChoice choice;
  std::string state, game, id, name, role;
  std::int64_t person = 0;
  int most = 100, days = kUsualTokenDays;
  bool json = false, record = false;
};

constexpr std::string_view kStates[] = {"open", "running", "over"};

std::string time_text(std::int64_t ms) {
  if (ms == 0) return "-";
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(static_cast<std::time_t>(ms / 1000)));
}

std::string chair_text(const Chair& chair) {
  if (chair.kind == SeatKind::open) return "(free)";
  return chair.kind == SeatKind::bot ? chair.name : fmt::format("{} (#{})", chair.name, chair.person);
}

std::string players_text(const std::vector<Chair>& chairs) {
  std::vector<std::string> names;
  names.reserve(chairs.size());
  for (const Chair& chair : chairs) names.push_back(chair_text(chair));
  return join(names, " - ");
}

Json chairs_json(const std::vector<Chair>& chairs) {
  Json list = Json::array();
  for (const Chair& chair : chairs)
    if (chair.kind == SeatKind::open)
      list.push_back(nullptr);
    else
      list.push_back({{"name", chair.name},
                      {"person", chair.kind == SeatKind::bot ? Json(nullptr) : Json(chair.person)},
                      {"bot", chair.kind == SeatKind::bot}});
  return list;
}

int list_games(SqlConnection& db, const Given& given) {
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
                                    {"chairs", chairs_json(game.chairs)}}));
    else
      fmt::print("{}  {:9}  {:7}  {:>5}  {}  {}\n", game.id, game.game, state, game.entries,
                 time_text(std::max(game.created_ms, game.last_ms)), players_text(game.chairs));
  }
  return kOk;
}

int list_people(SqlConnection& db, const Given& given) {
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

int show_stats(SqlConnection& db, std::int64_t form, const Given& given) {
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
  fmt::print("form      {}\npeople    {}\nsessions  {}\nentries   {}\nlast      {}\n", form, stats.people,
             stats.sessions, stats.entries, time_text(stats.last_ms));
  for (const auto& game : stats.games)
    fmt::print("{:9} {} open, {} running, {} over\n", game.name, game.open, game.running, game.over);
  return kOk;
}

int show_game(SqlConnection& db, const Given& given) {
  const auto stored = read_stored_table(db, given.id);
  if (!stored) {
    complain("there is no game " + given.id);
    return kNegative;
  }
  const AdminGame game = admin_game(*stored);
  if (given.record) {
    if (game.error.empty()) fmt::print("{}\n", json_text(record_json(game.record)));
  } else {
    const TableRow& row = stored->row;
    fmt::print("id        {}\ngame      {}\noptions  ", row.id, row.setup.game);
    for (const auto& [name, value] : row.setup.options) fmt::print(" {}={}", name, value);
    fmt::print("\ncreated   {}\nplayers   {}\nentries   {}\n", time_text(row.setup.created_ms),
               players_text(row.chairs), stored->log.size());
    if (game.error.empty()) fmt::print("moves     {}\nstands    {}\n", game.record.moves.size(), game.status);
  }
  if (game.error.empty()) return kOk;
  complain("the game does not replay: " + game.error);
  return kNegative;
}

constexpr std::string_view kRoles[] = {"player", "moderator", "admin"};

int give_role(SqlConnection& db, const Given& given) {
  Role role = Role::player;
  for (std::size_t i = 0; i < std::size(kRoles); ++i)
    if (given.role == kRoles[i]) role = static_cast<Role>(i);
  db.begin();
  const bool there = write_role(db, given.name, role);
  db.commit();
  if (there) {
    fmt::print("{} is {} now\n", given.name, given.role);
    return kOk;
  }
  complain("nobody has an account with the name " + given.name);
  return kNegative;
}

int make_worker_token(SqlConnection& db, const Given& given) {
  if (!init_tokens()) {
    complain("this machine gives no random numbers");
    return kNegative;
  }
  const std::string secret = new_api_token();
  const std::int64_t now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  const ApiToken token = {hash_token(secret),       "worker", static_cast<Scopes>(Scope::work), now, 0,
                          now + given.days * kDayMs};
  db.begin();
  const bool there = write_api_token(db, given.name, token);
  db.commit();
  if (there) {
    fmt::print("{}\n", secret);
    return kOk;
  }
  complain("nobody has an account with the name " + given.name);
  return kNegative;
}

using Work = std::function<int(SqlConnection&, std::int64_t form, const Given&)>;

int run(const Given& given, const Work& work, bool write = false) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  try {
    const OpenedToRead opened =
        write ? open_to_write(config->data, config->database) : open_to_read(config->data, config->database);
    if (opened.db) return work(*opened.db, opened.form, given);
    complain(opened.error);
  } catch (const SqlError& error) {
    complain(error.what());
  }
  return kBadUse;
}

}  // namespace

void add_admin(CLI::App& program, int& status) {
  CLI::App* command = program.add_subcommand("admin", "Look into the store of a server, also while it serves");
  auto given = std::make_shared<Given>(*command);
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* help, const Work& work) {
    CLI::App* sub = command->add_subcommand(name, help)->fallthrough();
    sub->callback([given, work, &status] { status = run(*given, work); });
    return sub;
  };
  const auto list = [&](CLI::App* sub) {
    sub->add_option("--most", given->most, "How many at most")->check(CLI::Range(1, 1'000'000))->capture_default_str();
    return sub;
  };
  CLI::App* found =
      list(add("games", "List games, the newest first",
               [](SqlConnection& db, std::int64_t, const Given& asked) { return list_games(db, asked); }));
  found->add_option("--state", given->state, "open (a seat is free), running or over")
      ->check(CLI::IsMember({"open", "running", "over"}));
  found->add_option("--game", given->game, "Only this game");
  found->add_option("--person", given->person, "Only of this person, by number");
  CLI::App* one = add("game", "Tell of one game",
                      [](SqlConnection& db, std::int64_t, const Given& asked) { return show_game(db, asked); });
  one->add_option("ID", given->id, "Its name, as in /t/ID")->required();
  one->add_flag("--record", given->record, "Print its record, for `cairn replay --record` and `cairn convert`");
  CLI::App* people =
      list(add("people", "List people, the newest first",
               [](SqlConnection& db, std::int64_t, const Given& asked) { return list_people(db, asked); }));
  CLI::App* stats =
      add("stats", "Count people, sessions, games and moves",
          [](SqlConnection& db, std::int64_t form, const Given& asked) { return show_stats(db, form, asked); });
  CLI::App* role =
      command->add_subcommand("role", "Make somebody a moderator or an admin, or a player again")->fallthrough();
  role->add_option("NAME", given->name, "The account")->required();
  role->add_option("ROLE", given->role, "player, moderator or admin")
      ->required()
      ->check(CLI::IsMember({"player", "moderator", "admin"}));
  role->callback([given, &status] {
    status = run(
        *given, [](SqlConnection& db, std::int64_t, const Given& asked) { return give_role(db, asked); }, true);
  });
  CLI::App* worker =
      command->add_subcommand("worker", "Make a token for `cairn worker`; it is shown this once")->fallthrough();
  worker->add_option("NAME", given->name, "The account that lists it, and can end it")->required();
  worker->add_option("--days", given->days, "How long it is good")
      ->check(CLI::Range(1, kMostTokenDays))
      ->capture_default_str();
  worker->callback([given, &status] {
    status = run(
        *given, [](SqlConnection& db, std::int64_t, const Given& asked) { return make_worker_token(db, asked); }, true);
  });
  for (CLI::App* sub : {found, people, stats}) sub->add_flag("--json", given->json, "A JSON object a line");
}

}  // namespace cairn::cli

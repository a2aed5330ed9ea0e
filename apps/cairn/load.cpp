// `cairn load`: how much a server carries. Opens games there, plays them by random legal moves as many connections at
// once, and tells how long everybody waited; or lets sockets listen, and tells what each costs.
#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/load_run.h"
#include "apps/cairn/terminal.h"
#include "notation/view_json.h"

namespace cairn::cli {

namespace {

constexpr double kMb = 1e6, kUs = 1e6;

struct LoadGiven {
  std::vector<std::string> servers;
  GameChoice choice;
  LoadPlan plan;
  bool json = false;
};

struct Spread {
  double p50 = 0, p95 = 0, p99 = 0, most = 0;
};

Spread spread_of(std::vector<double> times) {
  if (times.empty()) return {};
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  return {at(0.50), at(0.95), at(0.99), times.back()};
}

Json spread_json(const Spread& spread) {
  return {{"p50", spread.p50}, {"p95", spread.p95}, {"p99", spread.p99}, {"most", spread.most}};
}

void print_spread(const char* what, const Spread& spread) {
  fmt::print("{:<24}p50 {:.2f} ms, p95 {:.2f} ms, p99 {:.2f} ms, max {:.1f} ms\n", what, spread.p50, spread.p95,
             spread.p99, spread.most);
}

void print_errors(const LoadResult& result) {
  if (result.errors.empty()) fmt::print("{:<24}none\n", "errors");
  for (const auto& [what, count] : result.errors) fmt::print("{:<24}{} times: {}\n", "errors", count, what);
}

Json errors_json(const LoadResult& result) {
  Json errors = Json::object();
  for (const auto& [what, count] : result.errors) errors[what] = count;
  return errors;
}

// nullopt where the servers do not tell.
std::optional<double> cpu_a_move(const LoadResult& result) {
  if (result.before.cpu_seconds < 0 || result.after.cpu_seconds < 0 || result.moves == 0) return std::nullopt;
  return kUs * (result.after.cpu_seconds - result.before.cpu_seconds) / static_cast<double>(result.moves);
}

void report_play(const LoadGiven& given, const LoadResult& result) {
  const double moves = static_cast<double>(result.moves);
  const double rate = result.seconds > 0 ? moves / result.seconds : 0;
  const double client = result.moves > 0 ? kUs * result.client_cpu / moves : 0;
  const Spread acknowledged = spread_of(result.acknowledged), heard = spread_of(result.heard),
               between = spread_of(result.between);
  const auto server = cpu_a_move(result);
  const bool is_known = result.after.resident_bytes >= 0;
  if (given.json) {
    const Json line = {{"games", given.plan.games},
                       {"seconds", result.seconds},
                       {"moves", result.moves},
                       {"moves_per_s", rate},
                       {"games_ended", result.games_ended},
                       {"acknowledged_ms", spread_json(acknowledged)},
                       {"heard_ms", spread_json(heard)},
                       {"between_ms", spread_json(between)},
                       {"client_cpu_us", client},
                       {"server_cpu_us", server ? Json(*server) : Json(nullptr)},
                       {"server_bytes", is_known ? Json(result.after.resident_bytes) : Json(nullptr)},
                       {"errors", errors_json(result)}};
    fmt::print("{}\n", json_text(line));
    return;
  }
  fmt::print("{:<24}{} games at the same time, {:.1f} s\n", "load", given.plan.games, result.seconds);
  fmt::print("{:<24}{} stored, {:.0f} per second; {} games finished\n", "moves", result.moves, rate,
             result.games_ended);
  print_spread("acknowledged", acknowledged);
  print_spread("seen by the opponent", heard);
  print_spread("difference", between);
  if (server)
    fmt::print("{:<24}{:.0f} µs per move on the server, {:.0f} µs in this program\n", "CPU time", *server, client);
  else
    fmt::print("{:<24}{:.0f} µs per move in this program; the server does not report its own\n", "CPU time", client);
  if (is_known) fmt::print("{:<24}{:.0f} MB on the server\n", "memory", result.after.resident_bytes / kMb);
  print_errors(result);
}

void report_idle(const LoadGiven& given, const LoadResult& result) {
  const bool is_known = result.before.resident_bytes >= 0 && result.after.resident_bytes >= 0;
  const double each =
      (result.after.resident_bytes - result.before.resident_bytes) / static_cast<double>(given.plan.idle);
  if (given.json) {
    const Json line = {{"games", given.plan.games},
                       {"idle", given.plan.idle},
                       {"seconds", result.seconds},
                       {"bytes_a_socket", is_known ? Json(each) : Json(nullptr)},
                       {"server_bytes", is_known ? Json(result.after.resident_bytes) : Json(nullptr)},
                       {"errors", errors_json(result)}};
    fmt::print("{}\n", json_text(line));
    return;
  }
  fmt::print("{:<24}{} WebSockets at {} games, {:.1f} s\n", "listening", given.plan.idle, given.plan.games,
             result.seconds);
  if (is_known)
    fmt::print("{:<24}{:.0f} bytes per socket; {:.0f} MB on the server, {:.0f} MB before\n", "memory", each,
               result.after.resident_bytes / kMb, result.before.resident_bytes / kMb);
  else
    fmt::print("{:<24}unknown: the server's setting metrics-from does not allow this machine\n", "memory");
  print_errors(result);
}

// Every socket is an open file.
std::string take_files(const LoadPlan& plan) {
  constexpr std::size_t kOthers = 100;
  const std::size_t wanted = (plan.idle > 0 ? plan.idle : 2 * plan.games) + plan.connections + kOthers;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= wanted) return {};
  return fmt::format("this needs {} open files, but only {} are allowed (ulimit -Hn)", wanted,
                     static_cast<std::size_t>(limit.rlim_cur));
}

int run(LoadGiven& given) {
  const auto wrong = [&](const std::string& message) { return refuse("bad use", message, given.json); };
  Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, given.json);
  if (started.info->hidden || started.position.seats() != 2)
    return wrong("--game: needs a game of two seats without hidden information");
  given.plan.info = started.info;
  given.plan.config = started.config;
  if (auto error = take_files(given.plan); !error.empty()) return wrong(error);
  for (const std::string& url : given.servers)
    if (auto error = find_target(url, given.plan.servers.emplace_back()); !error.empty()) return wrong(error);
  end_on_sigterm();
  const LoadResult result = run_load(given.plan, interrupted());
  if (interrupted() && result.seconds <= 0) return kInterrupted;
  if (!result.fault.empty()) {
    refuse("no load", result.fault, given.json);
    return kNegative;
  }
  given.plan.idle > 0 ? report_idle(given, result) : report_play(given, result);
  if (interrupted()) return kInterrupted;
  return result.errors.empty() ? kOk : kNegative;
}

}  // namespace

void add_load(Command program, int& status) {
  auto given = std::make_shared<LoadGiven>();
  given->choice.game = games().front().name;
  Command command = program.subcommand("load", "Measure how many games a server can handle");
  const auto number = [&](const char* name, std::size_t& value, const char* help, std::size_t least) {
    command.option(name, value, help).range(least, std::size_t{1'000'000}).type_name("N").show_default();
  };
  command
      .option("--server", given->servers,
              "Address of the server, http://HOST:PORT; if repeated, the players of a game use different servers")
      .required()
      .type_name("URL")
      .one_value_each();
  number("--games", given->plan.games, "Games at the same time, each with two players and their WebSockets", 1);
  number("--connections", given->plan.connections,
         "HTTP connections that send the moves, each one move at a time; 0: use the WebSockets", 0);
  command.option("--rate", given->plan.rate, "Moves per second in total; 0: as fast as the server responds")
      .range(0.0, 1e6)
      .type_name("R")
      .show_default();
  command.option("--seconds", given->plan.seconds, "Time to measure after all games are open, in seconds")
      .range(0.1, 86'400.0)
      .type_name("S")
      .show_default();
  number("--idle", given->plan.idle, "Play no moves; open N WebSockets that listen to the games. 0: play", 0);
  command.option("--game", given->choice.game, "Game; `cairn games` lists them").type_name("GAME").show_default();
  command.option("-o,--option", given->choice.options, "Option of the game, may be repeated")
      .type_name("KEY=VALUE")
      .one_value_each();
  command.option("--seed", given->plan.seed, "Seed of the random games").type_name("N").show_default();
  command.flag("--json", given->json, "Print one JSON line");
  command.footer(
      "  cairn serve --port 8090 --data scratch --no-rate-limits\n"
      "  cairn load --server http://localhost:8090 --games 2000 --rate 1000\n"
      "Use a separate server: the guests and games remain on it. The exit code is 1 if\n"
      "anything failed. See bench/server.md for figures.");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

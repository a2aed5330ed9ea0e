// `cairn bridge`: an engine of one's own on the analysis board. The page reaches it on this machine alone, with the
// code that is printed here; or, from any device, through a server, by an API token of the page's account.
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/server_choice.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "games/registry.h"
#include "notation/kata_analysis.h"
#include "notation/sgf_charset.h"
#include "server/base/spawn.h"
#include "server/engines/relay_messages.h"
#include "server/net/bridge_line.h"
#include "server/net/bridge_listener.h"
#include "server/play/fields.h"
#include "server/play/names.h"

namespace cairn::cli {

namespace {

constexpr int kLargestSize = 25, kMostBridgeThreads = 1'024;
constexpr double kEndPause = 0.1;  // seconds between two looks at ctrl-C

struct BridgeGiven : ServerChoice {
  std::vector<std::string> pages, games, sizes, command;
  std::string protocol = "gtp", name;
  int visits = 0, threads = 0, memory = 1'024;
  double start_seconds = 600;
};

std::string own_program() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string("cairn") : path.string();
}

// "" or what is wrong.
std::string read_games(const BridgeGiven& given, engines::EngineSpec& spec) {
  const std::string usual(kata_game()->name);
  spec.games = given.games.empty() ? std::vector<std::string>{usual} : given.games;
  for (std::string& game : spec.games) {
    const GameInfo* info = find_game(game);
    if (info == nullptr || info->hidden)
      return "--game: \"" + printable(game) +
             "\" is not a game without hidden information; `cairn games` lists all games";
    game = info->name;
    if (spec.protocol == engines::Protocol::kata_analysis && game != usual)
      return "--game: engines of the protocol kata-analysis play " + usual + " alone";
  }
  for (const std::string& size : given.sizes) {
    const auto sides = parse_size(size);
    if (!sides || sides->shorter() < 2 || sides->longer() > kLargestSize)
      return "--size: \"" + printable(size) + "\" must be a number from 2 to 25, or columns x rows such as 13x9";
    spec.sizes.push_back(*sides);
  }
  return {};
}

// Of a name that people see on their pages: nothing, or what is wrong.
Message engine_name_fault(std::string_view name) {
  if (!sgf::is_utf8(name) || !plain_text(name, engines::kMostRelayedName) || trim(name).empty())
    return Message("cli-bridge-name-letters",
                   "--name: must be a text of 1 to {n} letters in UTF-8 without control characters",
                   {{"n", engines::kMostRelayedName}});
  if (auto wrong = unseen_sign_fault(name); !wrong.empty())
    return Message("cli-bridge-name-wrong", "--name: {why}", {{"why", std::move(wrong)}});
  return {};
}

// The name of a program may be any bytes.
std::string engine_name_of(const std::string& program) {
  std::string name = std::filesystem::path(program).filename().string();
  return engine_name_fault(name).empty() ? name : printable(name, engines::kMostRelayedName);
}

std::string read_engine(const BridgeGiven& given, engines::BridgeSpec& out) {
  engines::EngineSpec& spec = out.engine;
  spec.analysis_visits = given.visits;
  spec.start_seconds = given.start_seconds;
  spec.protocol = given.protocol == "gtp" ? engines::Protocol::gtp : engines::Protocol::kata_analysis;
  out.own = given.command.empty();
  if (out.own) {
    if (!given.games.empty() || !given.sizes.empty() || given.protocol != "gtp")
      return "--game, --size and --protocol describe an engine of your own: give its command after --";
    const int threads =
        given.threads > 0 ? given.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    spec.name = "Cairn " CAIRN_VERSION;
    spec.command = {own_program(),           "gtp",      "--threads",
                    std::to_string(threads), "--memory", std::to_string(given.memory)};
  } else {
    spec.command = given.command;
    spec.name = engine_name_of(given.command.front());
    spec.threads = std::max(1, given.threads);
    if (auto wrong = read_games(given, spec); !wrong.empty()) return wrong;
  }
  if (!given.name.empty()) spec.name = trim(given.name);
  return {};
}

void report_line(const std::string& what) {
  complain(what);
}

// Stops what runs on this thread when ctrl-C comes.
template <class Runs>
std::jthread stop_on_interrupt(Runs& runs) {
  return std::jthread([&runs](const std::stop_token& over) {
    while (!interrupted().load() && !over.stop_requested())
      std::this_thread::sleep_for(std::chrono::duration<double>(kEndPause));
    runs.stop();
  });
}

// A program in the background of a terminal would be stopped by reading from it.
bool may_read_terminal() {
  return ::isatty(STDIN_FILENO) == 0 || ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
}

// A line of whatever makes a new code.
std::jthread renew_on_enter(net::BridgeListener& listener) {
  return std::jthread([&listener](const std::stop_token& over) {
    while (!over.stop_requested()) {
      pollfd input{STDIN_FILENO, POLLIN, 0};
      if (::poll(&input, 1, static_cast<int>(kEndPause * 1000)) <= 0 || !may_read_terminal()) {
        std::this_thread::sleep_for(std::chrono::duration<double>(kEndPause));
        continue;
      }
      std::array<char, 256> block{};
      const auto count = ::read(STDIN_FILENO, block.data(), block.size());
      if (count <= 0) return;  // there is nobody
      if (std::find(block.begin(), block.begin() + count, '\n') != block.begin() + count) listener.renew_code();
    }
  });
}

bool names_this_machine(const std::string& host) {
  return host == "localhost" || host == "127.0.0.1" || host == "::1";
}

int run_by_server(const BridgeGiven& given, engines::BridgeSpec spec) {
  if (!given.pages.empty())
    return refuse("bad use", "give --page for a page on this machine, or --server for pages anywhere, not both", false);
  ServerAccess access;
  if (auto wrong = read_server_access(given, access); !wrong.empty()) return refuse("bad use", wrong, false);
  if (!access.secure && !names_this_machine(access.host))
    return refuse("bad use",
                  "--server: the address must begin with https://, or everybody on the way could read the token",
                  false);
  end_on_sigterm();
  interrupted();
  const std::string name = spec.engine.name;
  net::BridgeLine line({access.host, access.port, access.token, access.secure}, std::move(spec), report_line);
  fmt::print("{} connects to {}.\nCtrl-C ends the bridge.\n", name, given.server);
  std::fflush(stdout);
  const std::jthread watch = stop_on_interrupt(line);
  const std::string ended = line.run();
  if (interrupted().load()) return kInterrupted;
  complain(ended);
  return kNegative;
}

int run(const BridgeGiven& given) {
  engines::BridgeSpec spec;
  if (auto wrong = read_engine(given, spec); !wrong.empty()) return refuse("bad use", wrong, false);
  if (!given.name.empty())
    if (const Message wrong = engine_name_fault(given.name); !wrong.empty()) return refuse("bad use", wrong, false);
  if (!given.server.empty()) return run_by_server(given, std::move(spec));
  if (!given.token_file.empty())
    return refuse("bad use", "--token-file is for --server; a page on this machine needs a code instead", false);
  net::BridgeWays ways;
  const std::vector<std::string> usual = {"http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"};
  for (const std::string& page : given.pages.empty() ? usual : given.pages)
    if (auto wrong = net::read_origin(page, ways.origins.emplace_back()); !wrong.empty())
      return refuse("bad use", "--page: " + wrong, false);
  end_on_sigterm();
  interrupted();
  const std::string name = spec.engine.name;
  auto started = net::BridgeListener::start(std::move(ways), std::move(spec), report_line);
  if (!started.listener) return refuse("bad use", started.error, false);
  fmt::print(
      "{} waits for your analysis board.\nCode for the page: {}\nEnter makes a new code. Ctrl-C ends the bridge.\n",
      name, started.listener->code());
  std::fflush(stdout);
  const std::jthread watch = stop_on_interrupt(*started.listener);
  const std::jthread keys = renew_on_enter(*started.listener);
  started.listener->run();
  return interrupted().load() ? kInterrupted : kOk;
}

}  // namespace

void add_bridge(Command program, int& status) {
  auto given = std::make_shared<BridgeGiven>();
  Command command = program.subcommand("bridge", "Use an engine of this machine on the analysis board in your browser");
  command
      .option("--page", given->pages,
              "Address of the server whose pages may connect, as https://HOST; default: http://localhost:8080")
      .one_value_each()
      .type_name("URL");
  add_server_options(command, *given, false);
  command.option("--protocol", given->protocol, "Protocol of COMMAND: gtp or kata-analysis")
      .one_of({"gtp", "kata-analysis"})
      .type_name("WORD")
      .show_default();
  command.option("--game", given->games, "Game that COMMAND plays; default: go").one_value_each().type_name("GAME");
  command.option("--size", given->sizes, "Board size that COMMAND plays; default: all").one_value_each().type_name("N");
  command.option("--name", given->name, "Name of the engine on the page; default: the name of its program")
      .type_name("NAME");
  command.option("--visits", given->visits, "Maximum visits for a position; 0: no limit but time")
      .range(0, 1'000'000'000)
      .type_name("N")
      .show_default();
  command
      .option("--threads", given->threads,
              "Search threads of Cairn's engine, and the number for {threads} in COMMAND; 0: all processors, or 1")
      .range(0, kMostBridgeThreads)
      .type_name("N")
      .show_default();
  command.option("--memory", given->memory, "Maximum memory for the search tree of Cairn's engine, in MiB")
      .range(16, 1'048'576)
      .type_name("MIB")
      .show_default();
  command.option("--start-seconds", given->start_seconds, "Maximum time until COMMAND is ready, in seconds")
      .range(1.0, 1e5)
      .type_name("S")
      .show_default();
  command.option("COMMAND", given->command, "Engine and its arguments, after --; default: Cairn's own engine")
      .type_name("COMMAND");
  command.footer(
      "  cairn bridge --page https://club.example.org -- gnugo --mode gtp\n"
      "  cairn bridge --server https://club.example.org --token-file token\n"
      "See docs/engines.md for the page and for other engines.");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

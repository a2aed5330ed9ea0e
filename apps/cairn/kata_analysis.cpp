// cairn kata-analysis: KataGo's analysis protocol for KaTrain and other programs that drive KataGo.
#include "notation/kata_analysis.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include "apps/cairn/commands.h"
#include "apps/cairn/engine_choice.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/network_choice.h"

namespace cairn::cli {

namespace {

// The reader of standard output has closed it.
bool reader_is_gone() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

struct KataGiven {
  KataSettings settings;
  std::string perspective = "BLACK", network;
  std::size_t megabytes = 1024;
  bool quit_at_once = false;
};

int run(const KataGiven& given) {
  KataSettings settings = given.settings;
  const auto perspective = find_kata_perspective(given.perspective);
  if (!perspective) return refuse("bad use", "--report-winrates-as must be BLACK, WHITE or SIDETOMOVE", false);
  const GameInfo* game = kata_game();
  if (game == nullptr) return refuse("bad use", "this program has no game for this protocol", false);
  if (!given.network.empty())
    if (auto error = read_network(given.network, *game, settings.engine.network); !error.empty())
      return refuse("bad use", "--network: " + error, false);
  settings.version = CAIRN_VERSION;
  settings.usual.perspective = *perspective;
  settings.engine.memory = given.megabytes << 20;
  settings.gone = reader_is_gone;
  settings.finish = !given.quit_at_once;
  std::cerr << "Cairn " CAIRN_VERSION ": started, ready to begin handling requests\n" << std::flush;
  run_kata_analysis(*game, settings, std::cin, std::cout);
  return kOk;
}

}  // namespace

void add_kata_analysis(Command program, int& status) {
  auto given = std::make_shared<KataGiven>();
  Command command = program.subcommand(
      "kata-analysis", "Analyse for KaTrain and other clients of KataGo's protocol, on standard input and output");
  KataSettings& settings = given->settings;
  settings.positions = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
  command
      .option("--analysis-threads", settings.positions,
              "Positions to analyse at the same time; default: all processors")
      .range(1, kMostThreads)
      .type_name("N");
  command.option("--threads", settings.threads, "Search threads for each position")
      .range(1, kMostThreads)
      .type_name("N")
      .show_default();
  command.option("--visits", settings.usual.visits, "Maximum number of visits for queries without maxVisits")
      .range(std::uint64_t{1}, std::uint64_t{1} << 50)
      .type_name("N")
      .show_default();
  command
      .option("--report-winrates-as", given->perspective,
              "Side for which to report numbers: BLACK, WHITE or SIDETOMOVE")
      .type_name("SIDE")
      .show_default();
  command.option("--network", given->network, "Network to use instead of the program's own").type_name("FILE");
  command.option("--memory", given->megabytes, "Maximum memory for all search trees together, in MiB")
      .range(std::size_t{16}, std::size_t{1'048'576})
      .type_name("MIB")
      .show_default();
  command.option("--seed", settings.engine.seed, "Seed of the search").type_name("N").show_default();
  command.flag("--quit-without-waiting", given->quit_at_once,
               "At the end of the input, exit without analysing the remaining queries");
  command.footer(
      "For KaTrain, enter this as the engine's override command:\n"
      "  cairn kata-analysis --analysis-threads 2\n"
      "See docs/kata-analysis.md.");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

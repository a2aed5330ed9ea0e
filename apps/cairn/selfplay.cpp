// `cairn selfplay`: games against itself that teach a network, in files that a trainer reads while they come, or for a
// server (selfplay_server.cpp).
#include "apps/cairn/selfplay_game.h"

#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "apps/cairn/commands.h"
#include "apps/cairn/engine_choice.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/network_choice.h"
#include "apps/cairn/selfplay_server.h"
#include "apps/cairn/terminal.h"
#include "core/hash.h"
#include "search/samples.h"
#include "server/library/selfplay_job.h"

namespace cairn::cli {

namespace {

namespace fs = std::filesystem;

struct SelfplayGiven {
  GameChoice choice;
  std::string network, out = "samples";
  std::uint64_t games = 0, seed = 0;
  int threads = 1, games_a_file = 50;
  SelfPlay how;
  ServerChoice server;
};

// The network of a file, read again when it was replaced.
class FreshNetwork {
 public:
  FreshNetwork(std::string path, const GameInfo& info) : path_(std::move(path)), info_(info) {}
  // "" or what was wrong; a wrong file leaves the network as it was.
  std::string look() {
    if (path_.empty()) return {};
    std::error_code error;
    const auto written = fs::last_write_time(path_, error);
    if (error || (read_ && written == *read_)) return error ? read_network(path_, info_, network_) : "";
    std::string wrong = read_network(path_, info_, network_);
    if (wrong.empty()) read_ = written;
    return wrong;
  }
  const std::shared_ptr<const network::Network>& get() const { return network_; }

 private:
  std::string path_;
  const GameInfo& info_;
  std::optional<fs::file_time_type> read_{};
  std::shared_ptr<const network::Network> network_{};
};

// What all threads share; every member under the mutex but `stop`.
struct SelfplayRun {
  SelfplayRun(const SelfplayGiven& of, const Started& from)
      : given(of), started(from), network(of.network, *from.info) {}
  const SelfplayGiven& given;
  const Started& started;
  FreshNetwork network;
  std::mutex mutex{};
  std::uint64_t begun = 0;
  SelfPlayTotals totals{};
  std::string fault{};
  std::atomic<bool> stop{false};

  // The next game's number, and the network for it; nothing when there are enough.
  std::optional<std::pair<std::uint64_t, std::shared_ptr<const network::Network>>> next() {
    const std::lock_guard guard(mutex);
    if (stop.load() || (given.games > 0 && begun == given.games)) return std::nullopt;
    if (const auto wrong = network.look(); !wrong.empty() && !network.get()) {
      fail(wrong);
      return std::nullopt;
    }
    return std::pair{begun++, network.get()};
  }
  void count(const TaughtGame& game) {
    const std::lock_guard guard(mutex);
    totals.count(game, started.position.seats());
  }
  void keep(const std::string& records, std::uint64_t number, const std::string& header) {
    const std::string name = fmt::format("{}/{:016x}-{:09}.samples", given.out, given.seed, number);
    const bool written = write_file(name, header + records);
    const std::lock_guard guard(mutex);
    ++totals.files;
    if (!written) fail("\"" + name + "\" cannot be written");
  }
  void fail(const std::string& why) {
    fault = why;
    stop.store(true);
  }
};

void play_games(SelfplayRun& run) {
  const SelfplayGiven& given = run.given;
  const GameInfo& info = *run.started.info;
  const Position& start = run.started.position;
  const auto make = [&](const EngineSettings& settings) { return make_engine(info, start, settings); };
  const std::string header = header_of(info, run.started.config.options, info.features.boards(start));
  std::string records;
  int held = 0;
  std::uint64_t last = 0;
  while (const auto next = run.next()) {
    const TaughtGame game =
        play_itself(start, info.features, make, next->second, given.how, mix(given.seed, next->first), run.stop);
    if (game.cancelled) break;
    run.count(game);
    for (const Sample& sample : game.samples) write_sample(info.features, sample, records);
    last = next->first;
    if (++held < given.games_a_file) continue;
    run.keep(std::exchange(records, {}), last, header);
    held = 0;
  }
  if (!records.empty()) run.keep(records, last, header);
}

// As `start`, of a game that ends without an agreement.
Started start_selfplay(const GameChoice& choice) {
  Started started = start(choice);
  if (!started.fault.empty()) return started;
  if (auto wrong = end_without_agreement(*started.info, started.config.options); !wrong.empty()) {
    started.fault = "bad option";
    started.message = std::move(wrong);
    return started;
  }
  started.position = started.info->make(started.config).position;
  return started;
}

int run_selfplay(SelfplayGiven& given) {
  if (!given.server.server.empty()) {
    if (!given.choice.game.empty())
      return refuse("bad use", "--server cannot be combined with GAME: the server chooses the games", false);
    return run_selfplay_for(given.server, given.threads);
  }
  if (given.choice.game.empty())
    return refuse("bad use", "give GAME, or --server to let a server choose the games", false);
  interrupted();
  end_on_sigterm();
  const Started started = start_selfplay(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, false);
  if (started.info->features.name.empty())
    return refuse("bad use", fmt::format("networks cannot be trained for {} yet", started.info->title), false);
  const network::Boards boards = started.info->features.boards(started.position);
  if (boards.side() == 0) return refuse("bad use", "networks cannot learn games with these options", false);
  if (given.how.half_life <= 0) given.how.half_life = boards.columns;
  if (given.seed == 0)
    given.seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  std::error_code error;
  fs::create_directories(given.out, error);
  if (error)
    return refuse("bad use", fmt::format("--out: \"{}\" cannot be created: {}", given.out, error.message()), false);
  SelfplayRun run(given, started);
  if (const auto wrong = run.network.look(); !wrong.empty()) return refuse("bad use", "--network: " + wrong, false);

  const double began = wall_seconds();
  std::atomic<int> running{given.threads};
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(given.threads));
  for (int i = 0; i < given.threads; ++i)
    threads.emplace_back([&] {
      play_games(run);
      --running;
    });
  {
    Progress progress;
    while (running.load() > 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      if (interrupted()) run.stop.store(true);
      if (!progress.due()) continue;
      const std::lock_guard guard(run.mutex);
      progress.show(run.totals.text(wall_seconds() - began));
    }
  }
  for (auto& thread : threads) thread.join();
  if (!run.fault.empty()) return refuse("bad use", run.fault, false);
  fmt::print("{}, in {} {}\n", run.totals.text(wall_seconds() - began), run.totals.files,
             run.totals.files == 1 ? "file" : "files");
  return interrupted() ? kInterrupted : kOk;
}

}  // namespace

void add_selfplay(Command program, int& status) {
  auto given = std::make_shared<SelfplayGiven>();
  Command command = program.subcommand("selfplay", "Play self-play games to train a network");
  add_game_choice(command, given->choice, false);
  command
      .option("--network", given->network,
              "Network file, read again when it is replaced; default: the game's own search")
      .type_name("FILE");
  command.option("--out", given->out, "Folder for sample files").type_name("DIR").show_default();
  const auto number = [&](const char* name, int& value, const char* help, int least, int most) {
    command.option(name, value, help).range(least, most).type_name("N").show_default();
  };
  command.option("--games", given->games, "Games to play; 0: until ctrl-C").type_name("N").show_default();
  number("--threads", given->threads, "Games at the same time", 1, kMostThreads);
  number("--file-games", given->games_a_file, "Games per file", 1, 100'000);
  for (const SelfPlaySetting& setting : self_play_settings()) {
    const auto set = [given, &setting](double value) -> std::string {
      if (!setting.right(value))
        return fmt::format("must be a {}number from {} to {}", setting.whole ? "whole " : "", setting.least,
                           setting.most);
      setting.set(given->how, value);
      return {};
    };
    command.number("--" + std::string(setting.name), set, setting.help)
        .type_name("N")
        .show_default(fmt::format("{}", setting.get(given->how)));
  }
  command.option("--seed", given->seed, "Seed; 0: different each time").type_name("N").show_default();
  add_server_options(command, given->server, false);
  add_log_option(command, given->server);
  command.footer("With --server, the server sets everything but --threads (docs/networks.md).");
  command.callback([given, &status] { status = run_selfplay(*given); });
}

}  // namespace cairn::cli

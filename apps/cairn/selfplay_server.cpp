#include "apps/cairn/selfplay_server.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "apps/cairn/commands.h"
#include "apps/cairn/selfplay_game.h"
#include "apps/cairn/terminal.h"
#include "apps/cairn/tries.h"
#include "core/hash.h"
#include "games/registry.h"
#include "search/network/evaluator.h"
#include "search/network/file.h"
#include "server/base/push.h"
#include "server/play/table.h"
#include "server/protocol/selfplay_messages.h"

namespace cairn::cli {

namespace {

constexpr double kNoGames = 10;  // seconds until a server that wants none is asked again

using NetworkPtr = std::shared_ptr<const network::Network>;

// The newest network that any thread fetched.
class Fetched {
 public:
  NetworkPtr find(const std::string& name) {
    const std::lock_guard guard(mutex_);
    return name == name_ ? network_ : nullptr;
  }
  void keep(const std::string& name, NetworkPtr network) {
    const std::lock_guard guard(mutex_);
    name_ = name;
    network_ = std::move(network);
  }

 private:
  std::mutex mutex_;
  std::string name_;
  NetworkPtr network_;
};

class JobPlayer {
 public:
  JobPlayer(const ServerAccess& access, const Log& log) : access_(access), log_(log), stop_(interrupted()) {}

  int run(int count) {
    const double began = wall_seconds();
    {
      std::vector<std::jthread> threads;
      threads.reserve(static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    }
    log_.write(LogLevel::info, "ended: " + totals_.text(wall_seconds() - began));
    return tries_.status();
  }

 private:
  // One of the threads.
  void work() {
    BotLink link(access_, stop_);
    double pause = Tries::kFirstPause;
    while (!tries_.over()) {
      const ServerAnswer answer = link.once("/api/work/take-games", {{"rules", kRulesVersion}});
      if (!tries_.take(answer, pause)) continue;
      const Json job = answer.body.is_object() ? answer.body.value("job", Json()) : Json();
      if (job.is_null()) {
        nap_until(kNoGames, stop_);
        continue;
      }
      SelfPlayWork work;
      NetworkPtr network;
      std::string wrong = read_selfplay_work(job, work);
      if (wrong.empty() && !work.network.empty()) wrong = fetch(link, work, network);
      if (wrong.empty())
        play(link, work, network);
      else
        trouble("cannot play these games", wrong);
    }
  }

  void trouble(const char* what, const std::string& why) {
    log_.write(LogLevel::warning, what, {{"why", why}});
    nap_until(kNoGames, stop_);
  }

  std::string fetch(BotLink& link, const SelfPlayWork& work, NetworkPtr& network) {
    network = fetched_.find(work.network);
    if (network == nullptr) {
      const ServerAnswer answer = link.ask("/api/work/networks/" + work.network);
      if (!answer.good()) return answer.text;
      const std::string* coded = text_at(answer.body, "network");
      const auto bytes = coded != nullptr ? from_base64url(*coded) : std::nullopt;
      if (!bytes) return "the download of the network was cut off";
      network::ReadFile read = network::read_file(*bytes);
      if (!read.file) return "the network: " + read.error;
      network = std::make_shared<const network::Network>(std::move(read.file->weights));
      fetched_.keep(work.network, network);
      log_.write(LogLevel::debug, "Network file", {{"name", work.network}});
    }
    const std::string wrong = network::fits(work.job.info->features, network->shape());
    return wrong.empty() ? "" : "the network: " + wrong;
  }

  // Hands in what the games teach as soon as no more fits into one body, and at the end.
  void play(BotLink& link, const SelfPlayWork& work, const NetworkPtr& network) {
    const SelfPlayJob& job = work.job;
    const auto make = [&](const EngineSettings& settings) { return make_engine(*job.info, job.start, settings); };
    const std::string header = header_of(*job.info, job.options, job.boards);
    std::string file = header, record;
    for (int i = 0; i < job.games && !tries_.over(); ++i) {
      const TaughtGame game = play_itself(job.start, job.info->features, make, network, job.how,
                                          mix(work.seed, static_cast<std::uint64_t>(i)), stop_);
      if (game.cancelled) break;
      for (const Sample& sample : game.samples) {
        record.clear();
        write_sample(job.info->features, sample, record);
        if (file.size() + record.size() > kMostHandedIn) hand_in(link, job, std::exchange(file, header));
        file += record;
      }
      const std::lock_guard guard(mutex_);
      totals_.count(game, job.start.seats());
    }
    if (file.size() > header.size()) hand_in(link, job, file);
  }

  void hand_in(BotLink& link, const SelfPlayJob& job, const std::string& file) {
    const ServerAnswer said = link.ask("/api/work/answer-games", selfplay_answer_json(job, file));
    if (said.good())
      log_.write(LogLevel::debug, "samples sent", {{"bytes", static_cast<std::int64_t>(file.size())}});
    else
      trouble("the server refused the samples", said.text);
  }

  const ServerAccess& access_;
  const Log& log_;
  const std::atomic<bool>& stop_;
  Tries tries_{log_,
               stop_,
               {"playing games for the server", "no games available", "this server has no self-play games to compute"}};
  Fetched fetched_;
  std::mutex mutex_;
  SelfPlayTotals totals_;
};

}  // namespace

int run_selfplay_for(const ServerChoice& given, int threads) {
  ServerAccess access;
  if (auto error = read_server_access(given, access); !error.empty()) return refuse("bad use", error, false);
  interrupted();
  end_on_sigterm();
  const Log log = log_of(given);
  return JobPlayer(access, log).run(threads);
}

}  // namespace cairn::cli

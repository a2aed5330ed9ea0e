// `cairn worker`: takes bots' turns and parts of analyses from a server and thinks about them here, by the same code as
// the server's own threads. Two threads a job, each with its own way to the server: one waits for turns, the other for
// parts while there is room for them. No more jobs than were asked for think at once, and turns come first.
#include "apps/cairn/tries.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/server_choice.h"
#include "apps/cairn/terminal.h"
#include "apps/cairn/worker_room.h"
#include "core/text.h"
#include "notation/record.h"
#include "server/engines/engines.h"
#include "server/net/config.h"
#include "server/play/table.h"
#include "server/protocol/analysis_from_client.h"
#include "server/tables/bots.h"

namespace cairn::cli {

namespace {

constexpr int kMostJobs = 256;
constexpr int kWait = 5;              // seconds for a turn to come; so long may the end take
constexpr double kLongestJob = 3600;  // to think, whatever a server says
constexpr double kOverPause = 0.1;    // seconds between two looks at whether all is over

// A lease lasts at least this much longer than the time to think, in it and in seconds; what is left is for our own
// engine and the way back.
constexpr double kEngineShare = 7, kEngineMost = 20;

struct WorkerGiven : ServerChoice {
  int jobs = 0;
  std::string engines;  // file
};

struct Turn {
  Json key;  // what names it in the answer
  BotJob job;
  std::string error;  // why it cannot be thought about
};

template <class T>
bool get(const Json& object, const char* key, T& out) {
  const auto found = object.find(key);
  if (found == object.end()) return false;
  if constexpr (std::is_same_v<T, std::string>) {
    if (!found->is_string()) return false;
  } else if (!(std::is_floating_point_v<T> ? found->is_number() : found->is_number_integer())) {
    return false;
  }
  out = found->template get<T>();
  return true;
}

// Where the game stands, from its words.
std::string read_game(const Json& turn, BotJob& job) {
  Json record = {{"format", kRecordFormat}, {"version", 1}};
  for (const char* key : {"game", "options", "moves"})
    if (turn.contains(key)) record[key] = turn[key];
  Record read;
  if (auto error = read_record(json_text(record), read); !error.empty()) return error;
  Refolded refolded = refold(read);
  if (!refolded.error.empty()) return refolded.error;
  job.info = refolded.info;
  job.moves = std::move(read.moves);
  job.options = std::move(read.config.options);
  job.position = std::move(refolded.position);
  return job.info->engine == nullptr ? "this game has no bot" : "";
}

Turn read_turn(const Json& json) {
  Turn turn;
  turn.key = Json::object();
  for (const char* key : {"table", "lease", "number"})
    if (json.contains(key)) turn.key[key] = json[key];
  BotJob& job = turn.job;
  int seat = -1;
  std::string seed;
  const bool whole = get(json, "seat", seat) && get(json, "level", job.level) && get(json, "seconds", job.seconds) &&
                     get(json, "seed", seed);
  const auto [end, fault] = std::from_chars(seed.data(), seed.data() + seed.size(), job.seed);
  if (!whole || fault != std::errc{} || end != seed.data() + seed.size() || job.level < 1 || job.level > kLevels ||
      !(job.seconds > 0 && job.seconds <= kLongestJob)) {
    turn.error = "cannot read the turn";
    return turn;
  }
  job.most = std::min(kEngineMost, kEngineShare * job.seconds);
  turn.error = read_game(json, job);
  if (!turn.error.empty()) return turn;
  if (seat >= 0 && seat < kMaxSeats) job.seat = seat_at(seat);
  if (seat < 0 || seat >= kMaxSeats || !job.position.to_act().contains(job.seat))
    turn.error = "the seat has no legal move";
  return turn;
}

struct Part {
  AnalysisAnswer answer;  // with nothing found yet
  AnalysisPart what;
  std::string error;  // why it cannot be worked at
};

Part read_part(const Json& json) {
  Part part;
  std::string lease;
  const bool named = get(json, "table", part.answer.table) && get(json, "lease", lease);
  const auto [end, fault] = std::from_chars(lease.data(), lease.data() + lease.size(), part.answer.lease);
  const bool whole = get(json, "playouts", part.what.playouts) && get(json, "seconds", part.what.seconds) &&
                     get(json, "from", part.what.from) && json.contains("record");
  if (json.contains("check") && !json["check"].is_null() && !get(json, "check", part.what.check)) part.error = "check";
  if (!named || !whole || fault != std::errc{} || part.what.from < 0 || part.what.check < -1 ||
      !(part.what.seconds > 0 && part.what.seconds <= kLongestJob))
    part.error = "check";
  if (!part.error.empty()) {
    part.error = "cannot read the part";
    return part;
  }
  part.what.record = json_text(json["record"]);
  part.answer.from = part.what.from;
  part.answer.check = part.what.check;
  return part;
}

class Worker {
 public:
  Worker(const ServerAccess& access, const Log& log, int jobs, std::vector<engines::EngineSpec> specs)
      : access_(access),
        log_(log),
        stop_(interrupted()),
        jobs_(jobs),
        room_(jobs),
        engines_(std::move(specs), [&log](LogLevel level, const std::string& engine, const std::string& message) {
          log.write(level, message, {{"engine", engine}});
        }) {}

  int run() {
    std::vector<std::jthread> threads;
    threads.reserve(2 * static_cast<std::size_t>(jobs_));
    for (int i = 0; i < jobs_; ++i) {
      threads.emplace_back([this] { work(); });
      threads.emplace_back([this] { analyse_parts(); });
    }
    while (!over()) nap_until(kOverPause, stop_);
    room_.end();
    threads.clear();
    log_.write(LogLevel::info, "ended", {{"moves", moves_.load()}, {"parts", parts_.load()}});
    return tries_.status();
  }

 private:
  bool over() const { return tries_.over(); }

  // One of the threads.
  void work() {
    BotLink link(access_, stop_);
    double pause = Tries::kFirstPause;
    while (!over()) {
      const ServerAnswer answer = link.once("/api/work/take", {{"rules", kRulesVersion}, {"wait", kWait}});
      if (!tries_.take(answer, pause)) continue;
      if (answer.body.is_object() && answer.body.contains("turn") && answer.body["turn"].is_object())
        think(link, answer.body["turn"]);
    }
  }

  // Another. What goes wrong for ever, and when all is over, the thread that waits for turns says.
  void analyse_parts() {
    BotLink link(access_, stop_);
    double pause = Tries::kFirstPause;
    while (!over()) {
      room_.wait([this] { return over(); });
      if (over()) return;
      const ServerAnswer answer = link.once("/api/work/take-analysis", {{"rules", kRulesVersion}, {"wait", kWait}});
      if (answer.status == 404) return;  // a server that has no such work
      if (!answer.good()) {
        nap_until(std::max(pause, answer.retry_after), stop_);
        pause = std::min(pause * 2, Tries::kLastPause);
        continue;
      }
      pause = Tries::kFirstPause;
      if (answer.body.is_object() && answer.body.contains("part") && answer.body["part"].is_object())
        analyse_part(link, answer.body["part"]);
    }
  }

  void analyse_part(BotLink& link, const Json& json) {
    Part part = read_part(json);
    const WorkerRoom::Stop stop = room_.begin_part();
    if (part.error.empty())
      part.answer.found = engines_.analyse(part.what, *stop);
    else
      part.answer.found.failure = part.error;
    room_.end_part(stop);
    const AnalysisFound& found = part.answer.found;
    if (!found.failure.empty()) log_.write(LogLevel::warning, "cannot analyse this part", {{"why", found.failure}});
    const ServerAnswer said = link.ask("/api/work/answer-analysis", analysis_answer_json(part.answer));
    if (said.good() && (found.checked || !found.evaluations.empty())) {
      ++parts_;
      log_.write(LogLevel::debug, "analysed a part",
                 {{"table", part.answer.table}, {"positions", static_cast<std::int64_t>(found.evaluations.size())}});
    } else if (!said.good()) {
      log_.write(LogLevel::info, "the server refused the result", {{"table", part.answer.table}, {"why", said.text}});
    }
  }

  void think(BotLink& link, const Json& json) {
    Turn turn = read_turn(json);
    Json answer = turn.key;
    if (turn.error.empty()) {
      room_.begin_turn();
      const auto words = choose_words(turn.job, &stop_, &engines_);
      room_.end_turn();
      if (stop_.load()) {  // less than it should have been: another thinks about it anew
      } else if (words.empty()) {
        turn.error = "the engine found no move";
      } else {
        answer["words"] = words;
      }
    }
    if (!turn.error.empty()) {
      answer["failure"] = turn.error;
      log_.write(LogLevel::warning, "cannot compute this turn", {{"why", turn.error}});
    }
    const ServerAnswer said = link.ask("/api/work/answer", answer);
    const std::string table = turn.key.value("table", "");
    if (said.good() && answer.contains("words")) {
      ++moves_;
      log_.write(LogLevel::debug, "move",
                 {{"table", table}, {"word", join(answer["words"].get<std::vector<std::string>>(), " ")}});
    } else if (!said.good()) {
      log_.write(LogLevel::info, "the server refused the move", {{"table", table}, {"why", said.text}});
    }
  }

  const ServerAccess& access_;
  const Log& log_;
  const std::atomic<bool>& stop_;
  Tries tries_{log_, stop_, {"computing bots' turns", "no turns available", "this server has no turns for workers"}};
  std::atomic<std::int64_t> moves_{0}, parts_{0};
  const int jobs_;
  WorkerRoom room_;
  engines::Engines engines_;
};

int run(const WorkerGiven& given) {
  ServerAccess access;
  if (auto error = read_server_access(given, access); !error.empty()) return refuse("bad use", error, false);
  end_on_sigterm();
  interrupted();
  const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const Log log = log_of(given);
  ServerConfig config;
  if (!given.engines.empty()) {
    const std::vector<std::string> faults = read_config_file(given.engines, config);
    for (const std::string& fault : faults) complain(fault);
    if (!faults.empty()) return kBadUse;
    if (config.engines.empty())
      return refuse("bad use", given.engines + ": has no block [[engine]]; see docs/engines.md", false);
  }
  return Worker(access, log, given.jobs > 0 ? given.jobs : processors, std::move(config.engines)).run();
}

}  // namespace

void add_worker(Command program, int& status) {
  auto given = std::make_shared<WorkerGiven>();
  Command command = program.subcommand("worker", "Compute bots' moves and analyses for a server on another machine");
  add_server_options(command, *given);
  command
      .option("--jobs", given->jobs,
              "Number of turns or parts of analyses at the same time; each uses about 80 MB; 0: one per processor")
      .range(0, kMostJobs)
      .type_name("N")
      .show_default();
  command
      .option("--engine", given->engines,
              "Settings file with the [[engine]] blocks that this worker uses; its other settings are ignored")
      .type_name("FILE");
  add_log_option(command, *given);
  command.footer("`cairn admin worker NAME` creates the token. See docs/hosting.md for workers.");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

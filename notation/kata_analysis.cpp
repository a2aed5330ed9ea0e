#include "notation/kata_analysis.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "notation/kata_answer.h"
#include "notation/thinker.h"
#include "search/network/shipped.h"

namespace cairn {

namespace {

// One position of a query. The lock of the queue guards `stopped` and `thinker`.
struct Task {
  std::shared_ptr<const KataQuery> query;
  std::size_t turn = 0;
  bool stopped = false;
  Thinker* thinker = nullptr;  // while it is searched

  std::size_t bytes() const { return query->bytes / query->turns.size() + 1; }
};
using TaskPtr = std::shared_ptr<Task>;

// The networks that the game's boards are analysed by.
Json models_json(const GameInfo& game) {
  std::vector<std::string_view> names;
  Json models = Json::array();
  for (int size = 2; size <= 25; ++size) {
    const Made made = game.make({{{"size", std::to_string(size)}}, {}});
    const network::Shipped* shipped = made.error.empty() ? shipped_network(game, made.position) : nullptr;
    if (shipped == nullptr || std::find(names.begin(), names.end(), shipped->name) != names.end()) continue;
    names.push_back(shipped->name);
    models.push_back({{"name", shipped->name},
                      {"internalName", shipped->name},
                      {"maxBatchSize", 1},
                      {"usesHumanSLProfile", false},
                      {"version", 1},
                      {"usingFP16", "false"}});
  }
  return models;
}

class Analyser {
 public:
  Analyser(const GameInfo& game, const KataSettings& settings, std::ostream& out)
      : game_(game), settings_(settings), out_(out) {
    for (int i = 0; i < std::max(settings.positions, 1); ++i) workers_.emplace_back([this] { work(); });
  }
  Analyser(const Analyser&) = delete;
  Analyser& operator=(const Analyser&) = delete;
  ~Analyser() { end(false); }

  bool heard() const { return heard_.load(); }  // false: nobody reads the answers
  void answer(std::string_view line);
  void tell(const Json& json);
  void finish();  // does what waits, as long as somebody listens
  void end(bool finish);

 private:
  using Key = std::pair<std::int64_t, std::uint64_t>;  // the priority, negative; the number

  void add(KataQuery query);
  void act(const KataAction& action);
  void terminate(const KataAction& action);
  void work();

  std::unique_ptr<Thinker> thinker_for(const KataQuery& query, const Position& position) const;
  KataPolicy policy_before(const KataQuery& query, const Position& position) const;
  void analyse(Task& task);

  const GameInfo& game_;
  const KataSettings& settings_;
  std::ostream& out_;
  std::mutex out_mutex_;
  std::atomic<bool> heard_{true};

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Key, TaskPtr> waiting_;
  std::vector<TaskPtr> running_;
  std::size_t waiting_bytes_ = 0;
  std::uint64_t added_ = 0;
  bool closed_ = false;
  std::vector<std::thread> workers_;
};

void Analyser::tell(const Json& json) {
  const std::string text = json_text(json);
  const std::lock_guard lock(out_mutex_);
  out_ << text << '\n' << std::flush;
  if (!out_) heard_.store(false);
}

void Analyser::answer(std::string_view line) {
  KataInput input = read_kata_line(line, game_, settings_.usual);
  for (const Json& notice : input.notices) tell(notice);
  if (input.action) act(*input.action);
  if (input.query) add(std::move(*input.query));
}

void Analyser::add(KataQuery query) {
  const auto shared = std::make_shared<const KataQuery>(std::move(query));
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() + shared->turns.size() <= kMostKataWaiting &&
        waiting_bytes_ + shared->bytes <= kMostKataWaitingBytes) {
      for (const auto& [turn, priority] : shared->turns) {
        auto task = std::make_shared<Task>(Task{shared, static_cast<std::size_t>(turn)});
        waiting_bytes_ += task->bytes();
        waiting_.emplace(Key{-priority, added_++}, std::move(task));
      }
      changed_.notify_all();
      return;
    }
  }
  tell({{"error", "Too many queries are waiting: at most " + std::to_string(kMostKataWaiting) + " positions may"},
        {"field", "analyzeTurns"},
        {"id", shared->id}});
}

void Analyser::act(const KataAction& action) {
  using Kind = KataAction::Kind;
  Json reply = action.sent;
  if (action.kind == Kind::query_version) {
    reply["version"] = settings_.version;
    reply["git_hash"] = "<omitted>";
  }
  // A search begins without anything of those before it: `clear_cache` finds nothing to clear.
  if (action.kind == Kind::query_models) reply["models"] = models_json(game_);
  if (action.kind == Kind::terminate || action.kind == Kind::terminate_all) terminate(action);
  tell(reply);
}

void Analyser::terminate(const KataAction& action) {
  const auto meant = [&](const Task& task) {
    if (action.kind == KataAction::Kind::terminate && task.query->id != action.target) return false;
    return !action.turns || std::find(action.turns->begin(), action.turns->end(),
                                      static_cast<std::int64_t>(task.turn)) != action.turns->end();
  };
  std::vector<TaskPtr> dropped;
  {
    const std::lock_guard lock(mutex_);
    for (auto at = waiting_.begin(); at != waiting_.end();) {
      if (!meant(*at->second)) {
        ++at;
        continue;
      }
      waiting_bytes_ -= at->second->bytes();
      dropped.push_back(std::move(at->second));
      at = waiting_.erase(at);
    }
    for (const TaskPtr& task : running_) {
      if (!meant(*task)) continue;
      task->stopped = true;
      if (task->thinker != nullptr) task->thinker->stop();
    }
  }
  for (const TaskPtr& task : dropped) tell(kata_no_answer(*task->query, task->turn));
}

void Analyser::finish() {
  constexpr auto kBetween = std::chrono::seconds(1);
  std::unique_lock lock(mutex_);
  while (heard() && !(waiting_.empty() && running_.empty()))
    if (!changed_.wait_for(lock, kBetween, [this] { return waiting_.empty() && running_.empty(); }) && settings_.gone &&
        settings_.gone())
      heard_.store(false);
}

void Analyser::end(bool finish) {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    if (!finish) {
      waiting_.clear();
      for (const TaskPtr& task : running_) {
        task->stopped = true;
        if (task->thinker != nullptr) task->thinker->stop();
      }
    }
  }
  changed_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

void Analyser::work() {
  for (;;) {
    TaskPtr task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
      if (waiting_.empty() || !heard()) return;
      task = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      waiting_bytes_ -= task->bytes();
      running_.push_back(task);
    }
    analyse(*task);
    {
      const std::lock_guard lock(mutex_);
      std::erase(running_, task);
    }
    changed_.notify_all();
  }
}

// One engine for each position: its answer depends on nothing else.
std::unique_ptr<Thinker> Analyser::thinker_for(const KataQuery& query, const Position& position) const {
  EngineSettings settings = settings_.engine;
  settings.memory /= static_cast<std::size_t>(std::max(settings_.positions, 1));
  settings.clock = steady_seconds;
  for (const auto& parameter : query.parameters) {
    std::erase_if(settings.parameters, [&](const auto& one) { return one.first == parameter.first; });
    settings.parameters.push_back(parameter);
  }
  return std::make_unique<Thinker>(make_engine(game_, position, settings), settings_.threads);
}

// The policy of all moves where bounds keep some from the search: it is known when the root has been looked at once.
KataPolicy Analyser::policy_before(const KataQuery& query, const Position& position) const {
  if (!query.policy || query.bounds.empty()) return {};
  const auto thinker = thinker_for(query, position);
  Thinker::Task task;
  task.position = position;
  task.seat = position.to_act().front();
  task.limits.playouts = 1;
  thinker->start(std::move(task));
  thinker->wait();
  return thinker->analysis(0, 1).candidates;
}

void Analyser::analyse(Task& task) {
  const KataQuery& query = *task.query;
  KataGame game(game_, query.config, query.moves, query.first, query.bonus);
  for (std::size_t turn = 0; turn < task.turn; ++turn)
    game.play(query.moves[turn]);  // legal: the reader has played them
  const Position& position = game.position();
  const KataPolicy before = policy_before(query, position);
  const auto made = thinker_for(query, position);
  Thinker& thinker = *made;
  Thinker::Task search;
  search.position = position;
  search.seat = position.to_act().front();
  search.limits.playouts = query.visits;
  search.limits.seconds = query.seconds;
  search.limits.decide = false;
  if (!query.bounds.empty()) search.limits.avoid = kata_avoided(query, position).value_or(std::vector<Action>{});
  thinker.start(std::move(search));
  {
    const std::lock_guard lock(mutex_);
    task.thinker = &thinker;
    if (task.stopped) thinker.stop();
  }
  const auto report = [&](bool during) {
    const Analysis now = thinker.analysis(0, query.line);
    const bool known = !now.candidates.empty() && now.candidates.front().visits > 0;
    if (known) tell(kata_answer(query, task.turn, position, now, before.empty() ? now.candidates : before, during));
    return known;
  };
  constexpr double kLong = 3600;
  const double began = steady_seconds();
  for (double due = query.first_report;;) {
    const double left = query.first_report > 0 ? began + due - steady_seconds() : kLong;
    if (thinker.wait_for(std::clamp(left, 0.0005, kLong))) break;
    if (query.first_report <= 0 || began + due > steady_seconds()) continue;
    report(true);
    due = std::max(due + query.report_interval, steady_seconds() - began);  // what came late is not made up for
  }
  thinker.wait();
  {
    const std::lock_guard lock(mutex_);
    task.thinker = nullptr;
  }
  if (!report(false)) tell(kata_no_answer(query, task.turn));
}

// One line; false at the end of the input. Of one that is too long the beginning.
bool read_line(std::streambuf* source, std::string& line, bool& too_long) {
  line.clear();
  too_long = false;
  if (source == nullptr) return false;
  for (bool any = false;; any = true) {
    const int c = source->sbumpc();
    if (c == std::char_traits<char>::eof()) return any;
    if (c == '\n') return true;
    if (line.size() < kMostKataLine)
      line += static_cast<char>(c);
    else
      too_long = true;
  }
}

}  // namespace

const GameInfo* kata_game() {
  const auto all = games();
  const auto found = std::find_if(all.begin(), all.end(), [](const GameInfo& info) {
    return info.sgf && info.sgf->number == 1 && info.sgf->mark.first.empty();
  });
  return found == all.end() ? nullptr : &*found;
}

void run_kata_analysis(const GameInfo& game, const KataSettings& settings, std::istream& in, std::ostream& out) {
  Analyser analyser(game, settings, out);
  std::string line;
  bool too_long = false;
  while (analyser.heard() && read_line(in.rdbuf(), line, too_long)) {
    if (too_long)
      analyser.tell({{"error", "Request line is longer than " + std::to_string(kMostKataLine) + " bytes"}});
    else
      analyser.answer(line);
  }
  if (settings.finish) analyser.finish();
  analyser.end(settings.finish && analyser.heard());
}

}  // namespace cairn

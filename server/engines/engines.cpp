#include "server/engines/engines.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/text.h"
#include "notation/move_report.h"
#include "server/base/spawn.h"
#include "server/engines/child.h"

namespace cairn::engines {

namespace {

constexpr double kFirstPause = 1, kLastPause = 300;  // seconds until a process is started again
constexpr double kReportPause = 60;                  // seconds between two reports of answers that were of no use
constexpr auto kLook = std::chrono::milliseconds(500);
constexpr auto kFreeLook = std::chrono::milliseconds(20);
constexpr double kLeastJudging = 1;  // seconds
constexpr double kThinkShare = 0.7;  // of the time that an analysis has left: an answer has its way to go
constexpr double kNoEnd = 1e12;      // seconds: later than any time

// Of all engines together: when the bot's clock suffers.
double last_moment(const EngineTurn& turn) {
  return turn.most > 0 ? steady_seconds() + turn.most : kNoEnd;
}

// How the time for one answer is parted: whoever waited for a free process has left what it needs to think.
struct Times {
  double think, until, to_wait;
  Times(double to_think, double late, double last) : until(std::min(steady_seconds() + late, last)) {
    const double left = std::max(0.0, until - steady_seconds());
    think = std::min(to_think, kThinkShare * left);
    to_wait = (left - think) / 2;
  }
  Patience patience() const { return {think, std::max(0.0, until - steady_seconds())}; }
};

OptionValues completed(const GameInfo& info, const OptionValues& options) {
  return info.complete != nullptr ? info.complete(options) : options;
}

std::optional<EngineGame> game_of(const EngineTurn& turn) {
  return engine_game(*turn.info, {turn.options, std::nullopt}, turn.moves, turn.moves.size(), turn.moves.size());
}

}  // namespace

Engines::Engines(std::vector<EngineSpec> specs, Report report) : report_(std::move(report)) {
  for (EngineSpec& spec : specs) {
    auto kind = std::make_unique<Kind>();
    kind->status.name = spec.name;
    kind->status.processes = spec.processes;
    for (int i = 0; i < spec.processes; ++i) {
      auto slot = std::make_unique<Slot>();
      slot->pause = kFirstPause;
      slot->process = spec.protocol == Protocol::gtp ? make_gtp_process(spec) : make_kata_process(spec);
      kind->slots.push_back(std::move(slot));
    }
    kind->spec = std::move(spec);
    kinds_.push_back(std::move(kind));
  }
  for (const auto& kind : kinds_)
    for (const auto& slot : kind->slots)
      slot->keeper = std::thread([this, one = kind.get(), its = slot.get()] { keep(*one, *its); });
}

Engines::~Engines() {
  ending_.store(true);
  changed_.notify_all();
  for (const auto& kind : kinds_)
    for (const auto& slot : kind->slots) slot->keeper.join();
}

// --- processes

void Engines::keep(Kind& kind, Slot& slot) {
  Lock lock(mutex_);
  while (!ending_.load()) {
    if (!slot.busy && !slot.ready && steady_seconds() >= slot.next) {
      start(kind, slot, lock);
    } else if (!slot.busy && slot.ready) {
      slot.busy = true;
      lock.unlock();
      const std::string why = slot.process->look();
      lock.lock();
      slot.busy = false;
      if (!why.empty()) failed(kind, slot, why, lock);
      changed_.notify_all();
    }
    changed_.wait_for(lock, kLook, [this] { return ending_.load(); });
  }
}

void Engines::start(Kind& kind, Slot& slot, Lock& lock) {
  slot.busy = true;
  lock.unlock();
  const std::string why = slot.process->start(ending_);
  lock.lock();
  slot.busy = false;
  if (ending_.load()) return;
  if (!why.empty()) return failed(kind, slot, why, lock);
  slot.ready = true;
  ++kind.status.starts;
  ++kind.status.ready;
  changed_.notify_all();
  tell(LogLevel::info, kind, "engine ready", lock);
}

// Without the lock, for the system may take a while to clear away what a large process had.
void Engines::end(Slot& slot, Lock& lock) {
  slot.busy = true;
  lock.unlock();
  slot.process->end();
  lock.lock();
  slot.busy = false;
}

// The process is ended at once, and started again after a time that grows.
void Engines::failed(Kind& kind, Slot& slot, const std::string& why, Lock& lock) {
  end(slot, lock);
  if (slot.ready) --kind.status.ready;
  slot.ready = false;
  slot.next = steady_seconds() + slot.pause;
  const double pause = std::exchange(slot.pause, std::min(2 * slot.pause, kLastPause));
  ++kind.status.failures;
  kind.status.last_failure = why;
  tell(LogLevel::warning, kind,
       fmt::format("an engine failed: {}; our own engine does its work, and it is started again in {:.0f} s", why,
                   pause),
       lock);
}

void Engines::tell(LogLevel level, const Kind& kind, const std::string& message, Lock& lock) {
  const std::string name = kind.spec.name;
  lock.unlock();
  {
    const std::lock_guard guard(report_mutex_);
    report_(level, name, message);
  }
  lock.lock();
}

// A process for one question: nullptr where none is ready, or none free in time.
Engines::Slot* Engines::acquire(Kind& kind, double patience, const std::atomic<bool>& stop) {
  Lock lock(mutex_);
  const double until = steady_seconds() + patience;
  while (!stop.load() && !ending_.load()) {
    bool working = false;
    for (const auto& slot : kind.slots) {
      working = working || slot->ready;
      if (!slot->ready || slot->busy) continue;
      slot->busy = true;
      return slot.get();
    }
    if (!working || steady_seconds() >= until) break;
    changed_.wait_for(lock, kFreeLook);
  }
  ++kind.status.missed;
  return nullptr;
}

template <class T>
void Engines::release(Kind& kind, Slot& slot, const Reply<T>& reply) {
  Lock lock(mutex_);
  slot.busy = false;
  if (reply.broken && reply.failure.empty()) {  // stopped: nothing is wrong with it
    end(slot, lock);
    slot.ready = false;
    --kind.status.ready;
    slot.next = 0;
  } else if (reply.broken) {
    failed(kind, slot, reply.failure, lock);
  } else if (!reply.failure.empty()) {
    ++kind.status.failures;
    kind.status.last_failure = reply.failure;
    if (const double now = steady_seconds(); now >= kind.reported + kReportPause) {
      kind.reported = now;
      tell(LogLevel::warning, kind, "an engine failed to answer; Cairn's own engine takes over: " + reply.failure,
           lock);
    }
  } else if (reply.value) {
    slot.pause = kFirstPause;
  }
  changed_.notify_all();
}

// --- questions

std::optional<std::string> Engines::move(const EngineTurn& turn, const std::atomic<bool>& stop) {
  const GridSize size = board_size(completed(*turn.info, turn.options));
  const double last = last_moment(turn);
  for (const auto& kind : kinds_) {
    const EngineSpec& spec = kind->spec;
    const LevelSpec* level = spec.level(turn.level);
    if (!spec.may_play || level == nullptr || !spec.plays(turn.info->name, size)) continue;
    const auto game = game_of(turn);
    if (!game || game->positions.back().to_act() != SeatSet::of(turn.seat)) return std::nullopt;
    const double think = level->seconds > 0 ? std::min(level->seconds, turn.seconds) : turn.seconds;
    const Times times(think, turn.seconds + spec.late_seconds, last);
    Slot* slot = acquire(*kind, times.to_wait, stop);
    if (slot == nullptr) continue;
    auto reply = slot->process->move(*game, *level, times.patience(), stop);
    const Position& position = game->positions.back();
    const auto action = reply.value ? legal_action(position, turn.seat, *reply.value) : std::nullopt;
    if (reply.value && !action) {
      reply = {{}, fmt::format("\"{}\" is not a legal move", printable(*reply.value)), true};
    }
    release(*kind, *slot, reply);
    if (!action) continue;
    const Lock lock(mutex_);
    ++kind->status.moves;
    return position.format(*action);
  }
  return std::nullopt;
}

std::optional<std::set<std::string>> Engines::dead(const EngineTurn& turn, const std::atomic<bool>& stop) {
  const GridSize size = board_size(completed(*turn.info, turn.options));
  const double last = last_moment(turn);
  for (const auto& kind : kinds_) {
    const EngineSpec& spec = kind->spec;
    if (!spec.may_analyse || !spec.plays(turn.info->name, size)) continue;
    const auto game = game_of(turn);
    if (!game) return std::nullopt;
    const double think = std::max(turn.seconds, kLeastJudging);
    const Times times(think, think + spec.late_seconds, last);
    Slot* slot = acquire(*kind, times.to_wait, stop);
    if (slot == nullptr) continue;
    Reply<std::vector<std::string>> reply;
    if (slot->process->can_judge()) reply = slot->process->dead(*game, times.patience(), stop);
    release(*kind, *slot, reply);
    if (!reply.value) continue;
    std::set<std::string> names;
    for (const std::string& name : *reply.value) names.insert(upper(name));
    const Lock lock(mutex_);
    ++kind->status.judged;
    return names;
  }
  return std::nullopt;
}

AnalysisFound Engines::analyse(const AnalysisPart& part, const std::atomic<bool>& stop) {
  Record record;
  if (kinds_.empty() || part.check >= 0 || !read_record(part.record, record).empty()) return cairn::analyse(part, stop);
  const GameInfo* info = find_game(record.game);
  if (info == nullptr) return cairn::analyse(part, stop);
  const GridSize size = board_size(completed(*info, record.config.options));
  // As long as a part of our own may take, for both fit into one lease.
  const double last = steady_seconds() + kPartSeconds + part.seconds;
  for (const auto& kind : kinds_) {
    if (!kind->spec.may_analyse || !kind->spec.plays(info->name, size)) continue;
    if (auto found = analyse_by(*kind, part, {record, *info, last}, stop)) return *std::move(found);
    if (stop.load()) return {};
  }
  return cairn::analyse(part, stop);
}

std::optional<AnalysisFound> Engines::analyse_by(Kind& kind, const AnalysisPart& part, const Analysable& what,
                                                 const std::atomic<bool>& stop) {
  const auto& [record, info, last] = what;
  const auto from = static_cast<std::size_t>(part.from);
  const auto game = engine_game(info, record.config, record.moves, from, from + kPartEvaluations - 1);
  if (!game || game->positions.empty()) return std::nullopt;
  std::vector<std::size_t> turns;
  std::vector<std::optional<PositionEvaluation>> known;
  for (std::size_t at = 0; at < game->positions.size(); ++at) {
    known.push_back(known_look(game->positions[at]));
    const std::size_t turn = game->before[from + at];
    if (!known.back() && (turns.empty() || turns.back() != turn)) turns.push_back(turn);
  }
  Slot* slot = turns.empty() ? nullptr : acquire(kind, std::min(kPartSeconds, last - steady_seconds()), stop);
  if (slot == nullptr) return std::nullopt;
  Reply<std::vector<FoundMoves>> reply;
  const std::uint64_t visits =
      kind.spec.analysis_visits > 0 ? static_cast<std::uint64_t>(kind.spec.analysis_visits) : part.playouts;
  if (const double left = std::max(0.0, last - steady_seconds()); slot->process->can_analyse()) {
    const double think = part.seconds > 0 ? std::min(part.seconds, kThinkShare * left) : kThinkShare * left;
    reply = slot->process->analyse(*game, turns, {.visits = visits}, {think, left}, stop);
  }
  AnalysisFound found;
  std::size_t next = 0;
  for (std::size_t at = 0; reply.value && at < game->positions.size(); ++at) {
    const Position& position = game->positions[at];
    if (known[at]) {
      found.evaluations.push_back(*known[at]);
      continue;
    }
    while (next < turns.size() && turns[next] < game->before[from + at]) ++next;
    if (next >= reply.value->size()) break;
    const auto analysis = analysis_of((*reply.value)[next], position);
    if (!analysis) {
      reply = {{}, "its analysis does not begin with a legal move", true};
      break;
    }
    found.evaluations.push_back(look_of({info, position, part.from + static_cast<int>(at)}, *analysis));
  }
  release(kind, *slot, reply);
  if (stop.load()) return AnalysisFound{};
  if (!reply.value || found.evaluations.empty()) return std::nullopt;
  const Lock lock(mutex_);
  kind.status.positions += found.evaluations.size();
  return found;
}

std::vector<EngineStatus> Engines::status() const {
  const Lock lock(mutex_);
  std::vector<EngineStatus> all;
  all.reserve(kinds_.size());
  for (const auto& kind : kinds_) all.push_back(kind->status);
  return all;
}

}  // namespace cairn::engines

#include "server/engines/bridge_engine.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/text.h"
#include "notation/analysis_json.h"
#include "server/base/spawn.h"
#include "server/engines/child.h"

namespace cairn::engines {

namespace {

constexpr double kFirstLook = 2;          // seconds that a position has before a whole game is looked at
constexpr double kLeastLook = 0.05;       // seconds: less is no time to think
constexpr double kBridgeTellPause = 0.1;  // seconds between two frames about a position
constexpr double kMostPause = 60;         // seconds until it is started again
constexpr double kLateAnswer = 30;        // seconds beyond the time to think
constexpr double kLateMove = 2;           // ... of an engine that names moves without win rates
constexpr int kQuickRestarts = 3;         // at once, without an answer in between
constexpr std::size_t kGameBatch = 8;     // positions of a game in one question
constexpr std::size_t kToldMoves = 16;
constexpr MessageText kOnlyPlays("bridge-engine-only-plays",
                                 "this engine names moves without win rates, so no game can be judged");
constexpr auto kIdleLook = std::chrono::milliseconds(500);

constexpr MessageText kIllegalMove("engine-illegal-move", "its analysis does not begin with a legal move");
constexpr MessageText kCannotAnalyse("engine-cannot-analyse",
                                     "it knows none of the commands kata-analyze, lz-analyze and reg_genmove, so it "
                                     "cannot analyse");

std::string state_text(const std::string& state, const CodedMessage& why, bool rates, bool graph) {
  Json frame = {{"type", "engine"}, {"state", state}};
  if (!why.empty()) frame["why"] = message_json(why);
  frame["rates"] = rates;
  frame["graph"] = graph;
  return json_text(frame);
}

std::string done_frame(std::uint64_t id) {
  return json_text({{"type", "done"}, {"id", id}});
}

}  // namespace

BridgeEngine::BridgeEngine(BridgeSpec spec, Tell tell, Report report)
    : spec_(std::move(spec)), tell_(std::move(tell)), report_(std::move(report)), pause_(spec_.first_pause) {
  if (spec_.own) state_ = "ready";  // it is started with the first question
  thread_ = std::thread([this] { run(); });
}

BridgeEngine::~BridgeEngine() {
  ending_.store(true);
  enough_.store(true);
  changed_.notify_all();
  thread_.join();
}

// --- questions

void BridgeEngine::ask(BridgeQuestion question) {
  const std::uint64_t id = question.id;
  const Lock lock(mutex_);
  if (CodedMessage refused = refuse(question); !refused.empty()) return tell_(bridge_failed({id, std::move(refused)}));
  if (state_ == "down")
    return tell_(bridge_failed(
        {id, Message("bridge-engine-down", "your engine is not running: {why}. The bridge starts it again.",
                     {{"why", Message(why_)}})}));
  if (question.report && !graph_) return tell_(bridge_failed({id, Message(kOnlyPlays)}));
  std::optional<Job>& job = question.report ? game_ : position_;
  const std::size_t from = question.ply > 0 ? question.ply - 1 : 0;
  job = Job{++asked_, std::move(question), 0, from, std::nullopt};
  enough_.store(true);
  changed_.notify_all();
}

void BridgeEngine::stop(std::uint64_t id) {
  const Lock lock(mutex_);
  for (auto* job : {&position_, &game_})
    if (*job && (*job)->question.id == id) {
      job->reset();
      enough_.store(true);
    }
}

void BridgeEngine::stop_all() {
  const Lock lock(mutex_);
  position_.reset();
  game_.reset();
  enough_.store(true);
}

namespace {
std::vector<std::string> size_texts(const EngineSpec& spec) {
  std::vector<std::string> out;
  out.reserve(spec.sizes.size());
  for (const GridSize size : spec.sizes) out.push_back(size_text(size));
  return out;
}
}  // namespace

CodedMessage BridgeEngine::refuse(const BridgeQuestion& question) const {
  const GameInfo& info = *question.info;
  if (spec_.own)
    return info.engine != nullptr ? CodedMessage()
                                  : CodedMessage(Message("bridge-no-own-engine", "Cairn has no engine for this game"));
  const auto& games = spec_.engine.games;
  if (std::find(games.begin(), games.end(), info.name) == games.end())
    return Message("bridge-other-game", "your engine does not play this game; it plays {games}",
                   {{"games", join(games, ", ")}});
  const OptionValues complete =
      info.complete != nullptr ? info.complete(question.record.config.options) : question.record.config.options;
  const GridSize size = board_size(complete);
  if (spec_.engine.plays(info.name, size)) return {};
  return Message("bridge-other-size", "your engine does not play on boards of size {size}; it plays on {sizes}",
                 {{"size", size_text(size)}, {"sizes", join(size_texts(spec_.engine), ", ")}});
}

// --- its state

std::string BridgeEngine::state_frame() const {
  const Lock lock(mutex_);
  return state_text(state_, why_, rates_, graph_);
}

std::string BridgeEngine::welcome_frame(const std::string& key, const std::string& proof) const {
  Json engine = {{"name", spec_.engine.name}, {"protocol", protocol_word(spec_.engine.protocol)}};
  engine["games"] = spec_.own ? Json(nullptr) : Json(spec_.engine.games);
  engine["sizes"] = spec_.engine.sizes.empty() ? Json(nullptr) : Json(size_texts(spec_.engine));
  Json frame = {{"type", "welcome"}, {"version", kBridgeVersion}};
  if (!key.empty()) frame["key"] = key;
  if (!proof.empty()) frame["proof"] = proof;
  frame["engine"] = std::move(engine);
  return json_text(frame);
}

void BridgeEngine::set_state(std::string state, CodedMessage why, Lock& lock) {
  state_ = std::move(state);
  why_ = std::move(why);
  const std::string frame = state_text(state_, why_, rates_, graph_);
  lock.unlock();
  tell_(frame);
  lock.lock();
}

// Unless it was replaced or stopped meanwhile.
void BridgeEngine::end_job(std::optional<Job>& job, std::uint64_t serial, const CodedMessage& why, Lock& lock) {
  if (!is(job, serial)) return;
  const std::uint64_t id = job->question.id;
  job.reset();
  lock.unlock();
  tell_(why.empty() ? done_frame(id) : bridge_failed({id, why}));
  lock.lock();
}

// The process is ended at once, and started again after a time that grows.
void BridgeEngine::fail(const CodedMessage& why, Lock& lock) {
  if (ending_.load()) return;
  lock.unlock();
  process_.reset();
  report_(fmt::format("the engine failed: {}; it is started again in {:.0f} s", why.english(), std::ceil(pause_)));
  lock.lock();
  next_start_ = steady_seconds() + pause_;
  pause_ = std::min(2 * pause_, kMostPause);
  const CodedMessage said = Message("bridge-engine-failed", "your engine failed: {why}. The bridge starts it again.",
                                    {{"why", Message(why)}});
  if (position_) end_job(position_, position_->serial, said, lock);
  if (game_) end_job(game_, game_->serial, said, lock);
  set_state("down", why, lock);
}

void BridgeEngine::fail_or_restart(const Reply<std::vector<FoundMoves>>& reply, bool lies, bool stopped, Lock& lock) {
  if (lies) return fail(kIllegalMove, lock);
  if (!reply.failure.empty()) return fail(CodedMessage(process_->last_failure()), lock);
  if (stopped) return start_again(lock);
  fail(Message("engine-interrupted", "interrupted"), lock);
}

// It did nothing wrong: it could not be told that its move was wanted no more. Where it answers nothing in between, it
// is started later and later.
void BridgeEngine::start_again(Lock& lock) {
  lock.unlock();
  process_.reset();
  lock.lock();
  next_start_ = 0;
  if (++restarts_ <= kQuickRestarts) return;
  next_start_ = steady_seconds() + pause_;
  pause_ = std::min(2 * pause_, kMostPause);
}

std::vector<std::string> BridgeEngine::command_for(const BridgeQuestion* question) const {
  std::vector<std::string> words = words_of(spec_.engine);
  if (!spec_.own || question == nullptr) return words;
  const GameInfo& info = *question->info;
  words.insert(words.end(), {"--game", std::string(info.name)});
  const OptionValues& given = question->record.config.options;
  for (const auto& [name, value] : info.complete != nullptr ? info.complete(given) : given)
    if (name != "komi" && name != "handicap" && name != "agreement")  // the protocol tells these
      words.insert(words.end(), {"-o", name + "=" + value});
  return words;
}

// Whether the process runs for this question; none: for any.
bool BridgeEngine::start_for(const BridgeQuestion* question, Lock& lock) {
  std::vector<std::string> words = command_for(question);
  if (process_ != nullptr && (question == nullptr || words == words_)) return true;
  if (steady_seconds() < next_start_) return false;
  if (!spec_.own) set_state("starting", {}, lock);
  EngineSpec spec = spec_.engine;
  spec.command = words_ = std::move(words);
  lock.unlock();
  process_.reset();  // of another game
  auto process = spec.protocol == Protocol::gtp ? make_told_gtp_process(spec) : make_told_kata_process(spec);
  CodedMessage why;
  if (!process->start(ending_).empty()) why = process->last_failure();
  const bool rates = process->can_analyse(), suggests = process->can_suggest();
  if (why.empty() && !suggests) why = kCannotAnalyse;
  lock.lock();
  process_ = std::move(process);
  if (ending_.load()) return false;
  if (!why.empty()) {
    fail(why, lock);
    return false;
  }
  rates_ = graph_ = rates;
  set_state("ready", {}, lock);
  if (!graph_ && game_) end_job(game_, game_->serial, kOnlyPlays, lock);
  if (!spec_.own) report_("the engine is ready");
  return true;
}

// --- its thread

void BridgeEngine::run() {
  Lock lock(mutex_);
  while (!ending_.load()) {
    enough_.store(false);
    if (spec_.own && state_ == "down" && steady_seconds() >= next_start_) set_state("ready", {}, lock);
    const Job* job = position_ ? &*position_ : game_ ? &*game_ : nullptr;
    const std::optional<BridgeQuestion> question = job ? std::optional(job->question) : std::nullopt;
    const bool runs = (question || !spec_.own) && start_for(question ? &*question : nullptr, lock);
    if (runs && !enough_.load() && position_ && (!game_ || position_->spent < kFirstLook)) {
      look_at_position(lock);
    } else if (runs && !enough_.load() && game_) {
      look_at_game(lock);
    } else if (!enough_.load()) {
      if (process_ != nullptr && !question) {
        if (!process_->look().empty()) fail(CodedMessage(process_->last_failure()), lock);
      }
      changed_.wait_for(lock, kIdleLook, [this] { return ending_.load() || enough_.load(); });
    }
  }
  lock.unlock();
  process_.reset();
}

std::string BridgeEngine::analysis_frame(const BridgeQuestion& question, const Position& position,
                                         const FoundMoves& found, bool last, bool& lies) const {
  const auto analysis = analysis_of(found, position);
  lies = !analysis;
  if (lies) return {};
  Json told = analysis_json({*question.info, position, static_cast<int>(question.ply)}, *analysis, kToldMoves, last);
  if (!found.rated) {  // moves without win rates
    told["win_rate"] = nullptr;
    for (Json& one : told["candidates"]) one["win_rate"] = one["score"] = nullptr;
  }
  return json_text({{"type", "analysis"}, {"id", question.id}, {"found", std::move(told)}});
}

void BridgeEngine::look_at_position(Lock& lock) {
  const BridgeQuestion question = position_->question;
  const std::uint64_t serial = position_->serial;
  const double left = question.seconds - position_->spent;
  const bool part = game_ && left > kFirstLook - position_->spent;
  const double seconds = part ? kFirstLook - position_->spent : left;
  lock.unlock();
  const auto game =
      engine_game(*question.info, question.record.config, question.record.moves, question.ply, question.ply);
  Reply<std::vector<FoundMoves>> reply;
  bool lies = false;
  double told = 0;
  const double began = steady_seconds();
  const bool to_choose = game && game->positions.size() == 1 && game->positions.front().to_act().size() == 1;
  if (to_choose && seconds > kLeastLook) {
    AnalysisWish wish{static_cast<std::uint64_t>(spec_.engine.analysis_visits), true, spec_.silence, &enough_, {}};
    wish.during = [&](const FoundMoves& found) {
      if (steady_seconds() < told + kBridgeTellPause || enough_.load()) return;
      told = steady_seconds();
      const std::string frame = analysis_frame(question, game->positions.front(), found, false, lies);
      if (lies) return enough_.store(true);
      const Lock asked(mutex_);
      if (is(position_, serial)) tell_(frame);
    };
    const std::size_t turn = game->before[question.ply];
    const double late = process_->can_analyse() ? kLateAnswer : kLateMove;
    reply = process_->analyse(*game, {turn}, wish, {seconds, seconds + late}, ending_);
  }
  const bool stopped = enough_.load() && !lies;
  std::string frame;
  if (to_choose && reply.value && !lies && !stopped)
    frame = analysis_frame(question, game->positions.front(), reply.value->front(), !part, lies);
  lock.lock();
  if (lies || reply.broken) return fail_or_restart(reply, lies, stopped, lock);
  if (!is(position_, serial)) return;
  if (!game)
    return end_job(position_, serial,
                   Message("bridge-game-not-played", "the bridge cannot play the moves of this game"), lock);
  if (!reply.failure.empty())
    return end_job(position_, serial,
                   Message("bridge-engine-cannot", "your engine cannot analyse this: {why}",
                           {{"why", Message(process_->last_failure())}}),
                   lock);
  position_->spent += steady_seconds() - began;
  if (stopped) return;
  answered();
  if (!frame.empty()) tell_(frame);
  const auto most = static_cast<std::uint64_t>(spec_.engine.analysis_visits);
  const bool over = reply.value && (!reply.value->front().rated || (most > 0 && reply.value->front().visits >= most));
  if (!part || !to_choose || over) end_job(position_, serial, {}, lock);
}

// What each move of a batch of positions gave away. False: it was stopped meanwhile.
bool BridgeEngine::tell_moves(Job& job, const EngineGame& game, const std::vector<PositionEvaluation>& found) {
  const auto& moves = job.question.record.moves;
  for (std::size_t at = 0; at < found.size(); ++at, ++job.next) {
    ReportedMove move;
    move.ply = static_cast<int>(job.next);
    if (job.next > 0) {
      const auto& [seat, word] = moves[job.next - 1];
      move.seat = seat;
      move.word = word;
      move.side = side_name(game.positions[at].view(Viewer::spectator), seat);
    }
    judge(job.before.value_or(PositionEvaluation{}), found[at], move);
    if (job.next == 0 || job.before) {
      const Lock asked(mutex_);
      if (!is(game_, job.serial)) return false;
      tell_(json_text({{"type", "move"}, {"id", job.question.id}, {"move", move_json(move)}}));
    }
    job.before = found[at];
    if (enough_.load()) {
      ++job.next;
      return false;
    }
  }
  return true;
}

void BridgeEngine::look_at_game(Lock& lock) {
  Job job = *game_;
  const BridgeQuestion& question = job.question;
  const auto& moves = question.record.moves;
  lock.unlock();
  const std::size_t batch = spec_.engine.protocol == Protocol::gtp ? 1 : kGameBatch;
  const auto game = engine_game(*question.info, question.record.config, moves, job.next, job.next + batch - 1);
  Reply<std::vector<FoundMoves>> reply;
  std::vector<PositionEvaluation> found;
  bool lies = false;
  if (game) {
    std::vector<std::optional<PositionEvaluation>> known;
    std::vector<std::size_t> turns;
    for (std::size_t at = 0; at < game->positions.size(); ++at) {
      known.push_back(known_look(game->positions[at]));
      const std::size_t turn = game->before[job.next + at];
      if (!known.back() && (turns.empty() || turns.back() != turn)) turns.push_back(turn);
    }
    const AnalysisWish wish{
        static_cast<std::uint64_t>(spec_.engine.analysis_visits), false, spec_.silence, &enough_, {}};
    const double late = question.seconds * static_cast<double>(turns.size()) + kLateAnswer;
    if (!turns.empty()) reply = process_->analyse(*game, turns, wish, {question.seconds, late}, ending_);
    std::size_t next = 0;
    for (std::size_t at = 0; at < known.size() && !enough_.load(); ++at) {
      const Position& position = game->positions[at];
      if (known[at]) {
        found.push_back(*known[at]);
        continue;
      }
      while (next < turns.size() && turns[next] < game->before[job.next + at]) ++next;
      if (!reply.value || next >= reply.value->size()) break;
      const auto analysis = analysis_of((*reply.value)[next], position);
      if (!analysis) {
        lies = true;
        break;
      }
      found.push_back(look_of({*question.info, position, static_cast<int>(job.next + at)}, *analysis));
    }
  }
  const bool whole = game && !lies && !reply.broken && !enough_.load() && tell_moves(job, *game, found);
  lock.lock();
  if (lies || reply.broken) return fail_or_restart(reply, lies, false, lock);
  if (!is(game_, job.serial)) return;
  if (!game)
    return end_job(game_, job.serial,
                   Message("bridge-game-not-played", "the bridge cannot play the moves of this game"), lock);
  if (!reply.failure.empty())
    return end_job(game_, job.serial,
                   Message("bridge-engine-cannot", "your engine cannot analyse this: {why}",
                           {{"why", Message(process_->last_failure())}}),
                   lock);
  if (whole) answered();
  const bool over = job.next > moves.size();
  const std::uint64_t serial = job.serial;
  *game_ = std::move(job);
  if (over) end_job(game_, serial, {}, lock);
}

}  // namespace cairn::engines

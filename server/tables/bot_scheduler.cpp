#include "server/tables/bot_scheduler.h"

#include <algorithm>
#include <limits>

#include "server/engines/engines.h"
#include "server/play/from_client.h"

namespace cairn {

namespace {

constexpr double kBotShare = 30;      // of what its clock has left, for a move
constexpr double kRatedSeconds = 60;  // in a rated game its level and its clock alone limit it
constexpr double kLateShare = 5;      // ... after which an engine of the host's is late
constexpr double kLeastLate = 0.001;  // seconds; 0 would be no limit

// Who waits for the bot: people take turns, whoever has many tables waits for their own. Not so at a rated one, where
// the bot's clock runs.
std::int64_t who_waits(const RunningTable& at) {
  for (const Occupant& occupant : at.table->occupants())
    if (occupant.kind == SeatKind::guest) return at.table->setup().rated ? -occupant.person : occupant.person;
  return 0;
}

}  // namespace

void BotScheduler::resume() {
  store_.ownerless_bots(std::numeric_limits<int>::max(), {}, [this](Found<std::vector<std::string>> found) {
    if (!found.error.empty()) world_.log("looking for bots that are to move: " + found.error);
    if (found.value)
      for (auto& id : *found.value) waiting_.push(0, std::move(id));
    start();
  });
}

void BotScheduler::tick() {
  retry_failed();
  if (store_.shared()) {
    if (!beating_) {
      beating_ = true;
      store_.alive([this](const Written&) { beating_ = false; });
    }
    release();
  }
  tick_takers();
  adopt();
  start();
}

void BotScheduler::hinted() {
  if (!takers_.empty()) adopt();
}

void BotScheduler::retry_failed() {
  for (const auto& id : std::exchange(to_retry_, {}))
    runner_.with(
        id, TableRunner::From::memory,
        [this, id](const RunningTablePtr& at) {
          if (at->table->bot_to_act() || at->table->planned()) claim(id);
        },
        [this, id](const Refusal& refusal) {
          if (refusal.code == Code::unavailable) retry(id);
        });
}

// What nobody has: of a server or a worker that is silent, or released.
void BotScheduler::adopt() {
  if (adopting_ > 0) return;
  const auto threads = static_cast<std::size_t>(pool_.threads());
  const std::size_t ours = settings_.workers_alone ? 0 : threads;
  if (waiting_.size() < takers_.size() + ours) adopt_of({}, takers_.size() + 2 * ours);
  if (!settings_.workers_alone || for_us_.size() >= threads) return;
  for (const GameInfo& info : world_.games)
    if (info.hidden && info.engine != nullptr) adopt_of(std::string(info.name), 2 * threads);
}

void BotScheduler::adopt_of(const std::string& game, std::size_t most) {
  ++adopting_;
  // Where no other server is, nobody has what is known here; it is passed over.
  if (!store_.shared()) most += bots_waiting() + static_cast<std::size_t>(pool_.threads());
  most += static_cast<std::size_t>(runner_.unreadable());
  store_.ownerless_bots(static_cast<int>(most), game, [this](const Found<std::vector<std::string>>& found) {
    --adopting_;
    if (!found.value) return;
    for (const auto& id : *found.value) {
      if (const RunningTablePtr at = store_.shared() ? nullptr : runner_.in_memory(id))
        if (at->bot.thinking || at->bot.queued || at->busy || (at->table && at->bot.stuck_at == at->table->number()))
          continue;
      if (!runner_.is_unreadable(id)) claim(id);
    }
  });
}

// What waits for workers that do not come here: they may come to another server.
void BotScheduler::release() {
  if (!settings_.workers_alone || !takers_.empty()) return;
  while (!waiting_.empty()) {
    const std::string id = waiting_.pop();
    const RunningTablePtr at = runner_.slot_of(id);
    at->bot.queued = false;
    at->bot.ours = false;
    store_.lease_bot(id, 0, 0, [this, id](const Written& written) {
      if (written.how == Written::How::failed) retry(id);
    });
  }
}

void BotScheduler::claim(const std::string& id) {
  store_.claim_bot(id, [this, id](const Written& written) {
    if (written.how == Written::How::failed) retry(id);
    if (written.how != Written::How::durable) return;
    runner_.visit({id}, [this](const RunningTablePtr& at) {
      at->bot.ours = true;
      if (at->bot.lease != 0) ++work_.lost;
      runner_.set_lease(*at, 0);
      if (!at->table->bot_to_act() && !at->table->planned()) at->bot.stuck_at = at->table->number();
      want(*at);
      play_planned(at);
      start();
    });
  });
}

// --- turns

// Workers get nothing where something is hidden: they would have to be told more than the bot may know. Nor what is
// rated: they may play with another engine than ours, whose rank nobody knows.
bool BotScheduler::not_for_workers(const RunningTable& at) {
  return at.table->info().hidden || at.table->setup().rated || at.bot.work_failed;
}

void BotScheduler::want(RunningTable& at) {
  if (!at.bot.idle() || !at.table || !ours(at) || !at.table->bot_to_act()) return;
  push(settings_.workers_alone && not_for_workers(at) ? for_us_ : waiting_, at);
}

void BotScheduler::push(Queue& queue, RunningTable& at) {
  at.bot.queued = true;
  queue.push(who_waits(at), at.row.id);
}

void BotScheduler::next(Queue& queue, TableRunner::Go go, std::function<void()> fail) {
  const std::string id = queue.pop();
  runner_.slot_of(id)->bot.queued = false;
  runner_.with(id, TableRunner::From::memory, std::move(go),
               [this, id, fail = std::move(fail)](const Refusal& refusal) {
                 fail();
                 if (refusal.code == Code::unavailable) retry(id);
               });
}

// Workers first: they wait to be asked, while a thread here takes from all that the server does.
void BotScheduler::start() {
  while (!takers_.empty() && !waiting_.empty()) {
    const Taker taker = std::move(takers_.front());
    takers_.pop_front();
    next(
        waiting_, [this, taker](const RunningTablePtr& at) { hand_over(at, taker); },
        [this, taker] { put_back(taker); });
  }
  while (true) {
    Queue& queue = settings_.workers_alone || !for_us_.empty() ? for_us_ : waiting_;
    if (queue.empty()) return;
    if (pool_.free() <= loading_) return settings_.thread_wanted ? settings_.thread_wanted() : void();
    ++loading_;
    next(
        queue,
        [this](const RunningTablePtr& at) {
          --loading_;
          think(at);
        },
        [this] { --loading_; });
  }
}

bool BotScheduler::has_idle_thread() const {
  return !settings_.workers_alone && bots_waiting() == 0 && pool_.free() > loading_;
}

BotJob BotScheduler::job_of(const RunningTable& at, Seat seat) const {
  // When many people wait each bot thinks a shorter while, so that nobody waits long.
  const bool by_us = settings_.workers_alone && not_for_workers(at);
  const std::size_t waiting = by_us ? for_us_.people() : waiting_.people();
  const std::size_t workers = by_us ? 0 : takers_.size() + static_cast<std::size_t>(runner_.leased());
  const auto threads = settings_.workers_alone && !by_us ? 0 : static_cast<std::size_t>(pool_.threads());
  const double share =
      1.0 + static_cast<double>(waiting) / static_cast<double>(std::max<std::size_t>(1, workers + threads));
  const bool rated = at.table->setup().rated;
  double seconds = rated ? kRatedSeconds : std::max(kLeastSeconds, at.row.setup.seconds / share);
  double most = 0;
  if (const auto& clock = at.table->terms().clock) {  // and none may lose by time
    const SeatTime time = clock->shown(seat, world_.now_ms());
    if (time.total_ms >= 0) {
      const double left = static_cast<double>(time.total_ms) / 1000;
      seconds = std::min(seconds, left / kBotShare);
      most = std::max(kLeastLate, left / kLateShare);
    }
  }
  BotJob job{
      &at.table->info(), at.table->position(), seat,
      seconds,           at.row.setup.level,   at.row.setup.seed + static_cast<std::uint64_t>(at.table->number())};
  const bool told = pool_.engines() != nullptr && !pool_.engines()->none();
  if (told || at.table->position().to_act().size() > 1)  // else nothing depends on them
    for (const Step& step : at.table->steps())
      if (!step.left && !step.refused) job.moves.emplace_back(step.seat, step.word);
  if (told) job.options = at.table->setup().options;
  job.most = most;
  job.rated = rated;
  return job;
}

void BotScheduler::think(const RunningTablePtr& at) {
  play_planned(at);
  const auto seat = at->table->bot_to_act();
  if (!seat || at->bot.thinking || at->bot.lease != 0 || !ours(*at)) return;
  const int number = at->table->number();
  at->bot.thinking = pool_.start(job_of(*at, *seat), [this, at, number, seat](const BotPool::Words& words) {
    chose(at, number, *seat, words, at->bot.thinking->load());
  });
}

void BotScheduler::chose(const RunningTablePtr& at, int number, Seat seat, const BotPool::Words& words, bool stopped) {
  at->bot.thinking.reset();
  const bool current = at->table && at->table->number() == number;
  if (current && !words.empty()) {
    play_chosen(at, number, seat, words, [this, at, number](const Result<WorkDone>& done) {
      if (done) return want(*at);
      if (done.refusal().passes()) return retry(at->row.id);
      at->bot.stuck_at = number;
      world_.log("the bot's move at table " + at->row.id + " was refused: " + done.refusal().message.english());
    });
  } else if (current && !stopped) {
    at->bot.stuck_at = number;
    world_.log("the bot found no move at table " + at->row.id);
  } else {
    want(*at);
  }
  start();
}

// The bot's move, as any other. Not played: another entry came before.
void BotScheduler::play_chosen(const RunningTablePtr& at, int number, Seat seat, const BotPool::Words& words,
                               Done<WorkDone> done) {
  Command command = {"bot-" + std::to_string(number), at->table->version(viewer_of(seat)), Command::Kind::play, words};
  command.at_ms = world_.now_ms();
  const auto play = [number, seat, command](const Table& table) -> Prepared<WorkDone> {
    if (table.number() != number) return WorkDone{false};
    return prepared<WorkDone>(table.prepare(seat, command));
  };
  runner_.in_turn(at, {play, [](const Change&) { return WorkDone{true}; }, std::move(done)});
}

void BotScheduler::play_planned(const RunningTablePtr& at) {
  if (!ours(*at) || !at->table || !at->table->planned()) return;
  const auto follow = [this](const Table& table) -> Prepared<Unit> {
    const auto seat = table.planned();
    if (!seat) return Unit{};
    return prepared<Unit>(table.prepare_planned(*seat, world_.now_ms()));
  };
  const auto done = [this, at](const Result<Unit>& played) {
    if (played) return;
    if (played.refusal().passes()) return retry(at->row.id);
    world_.log("a planned move at table " + at->row.id + ": " + played.refusal().message.english());
  };
  runner_.in_turn(at, {follow, nothing_to_tell, done});
}

}  // namespace cairn

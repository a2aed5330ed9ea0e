// Bots' turns that workers on other machines take, of BotScheduler.
#include <algorithm>
#include <limits>

#include "notation/words.h"
#include "server/base/tokens.h"
#include "server/tables/bot_scheduler.h"

namespace cairn {

namespace {

constexpr std::size_t kMostTakers = 1'000;
constexpr std::int64_t kGraceMs = 30'000;      // beyond the time to think
constexpr std::int64_t kLeastGraceMs = 2'000;  // where the bot's clock has not that much
constexpr std::int64_t kGraceShare = 3;        // of what it has left

Refusal no_lease() {
  return {Code::no_lease, Message("turn-not-yours-any",
                                  "this turn is no longer yours: the game continued, the turn was answered, or your "
                                  "time is over; take another one")};
}

BotTurn turn_of(const Table& table, const std::string& id, const BotJob& job) {
  BotTurn turn{id, table.number(), table.setup().game, table.setup().options};
  for (const Step& step : table.steps()) turn.moves.emplace_back(step.seat, step.said());
  turn.seat = job.seat;
  turn.level = job.level;
  turn.seconds = job.seconds;
  turn.seed = job.seed;
  return turn;
}

}  // namespace

std::int64_t new_lease() {
  return static_cast<std::int64_t>(new_seed() % static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) +
         1;
}

void BotScheduler::take_work(const WorkWish& wish, Done<TakenTurn> done) {
  if (wish.rules != kRulesVersion)
    return done(Refusal{Code::other_rules, Message("server-plays-version-rules",
                                                   "this server uses version {ours} of the rules, the worker version "
                                                   "{theirs}; run the same version of Cairn on both",
                                                   {{"ours", kRulesVersion}, {"theirs", wish.rules}})});
  if (work_ended_) return done(TakenTurn{});
  if (takers_.size() >= kMostTakers)
    return done(Refusal{Code::busy, Message("too-many-workers-wait", "too many workers are waiting; try again"), 5});
  takers_.push_back({std::move(done), world_.now_ms() + 1'000 * wish.wait});
  start();
  if (!takers_.empty()) adopt();
}

void BotScheduler::put_back(const Taker& taker) {
  if (work_ended_) return taker.done(TakenTurn{});
  takers_.push_front(taker);
}

void BotScheduler::tick_takers() {
  std::list<Taker> late;
  for (auto next = takers_.begin(); next != takers_.end();) {
    const auto one = next++;
    if (one->until_ms <= world_.now_ms()) late.splice(late.end(), takers_, one);
  }
  for (const Taker& taker : late) taker.done(TakenTurn{});
}

void BotScheduler::end_work() {
  work_ended_ = true;
  for (const Taker& taker : std::exchange(takers_, {})) taker.done(TakenTurn{});
}

void BotScheduler::hand_over(const RunningTablePtr& at, const Taker& taker) {
  play_planned(at);
  const auto seat = at->table->bot_to_act();
  if (!seat || !at->bot.idle() || !ours(*at)) return put_back(taker);
  if (not_for_workers(*at)) {
    push(for_us_, *at);
    return put_back(taker);
  }
  const BotJob job = job_of(*at, *seat);
  std::int64_t grace = kGraceMs;
  if (const auto& clock = at->table->terms().clock)
    if (const SeatTime time = clock->shown(*seat, world_.now_ms()); time.total_ms >= 0)
      grace = std::clamp(time.total_ms / kGraceShare, kLeastGraceMs, kGraceMs);
  const std::int64_t lease = new_lease(), ms = static_cast<std::int64_t>(1'000 * job.seconds) + grace;
  BotTurn turn = turn_of(*at->table, at->row.id, job);
  turn.lease = lease;
  turn.until_ms = world_.now_ms() + ms;
  runner_.set_lease(*at, lease);  // so that nobody here begins with it
  store_.lease_bot(at->row.id, lease, ms, [this, at, taker, lease, turn = std::move(turn)](const Written& written) {
    const bool durable = written.how == Written::How::durable, current = at->bot.lease == lease;
    if (durable && current) {
      ++work_.taken;
      at->bot.ours = false;
      return taker.done(TakenTurn{turn});
    }
    if (current) runner_.set_lease(*at, 0);
    if (durable)  // the table went on meanwhile
      store_.end_lease(at->row.id, lease, [](const Written&) {});
    retry(at->row.id);  // if its bot is due and still ours
    put_back(taker);
    start();
  });
}

Detached BotScheduler::answer_work(WorkAnswer answer, Done<WorkDone> done) {
  const auto ended =
      co_await callback<Written>([&](auto resume) { store_.end_lease(answer.table, answer.lease, resume); });
  if (ended.how == Written::How::failed)
    co_return done(log_unavailable(world_.log, "ending a worker's turn", ended.message, kNotStoredNow));
  if (ended.how == Written::How::conflict) {
    ++work_.late;
    co_return done(no_lease());
  }
  const auto found = co_await runner_.find(answer.table, TableRunner::From::store);
  if (!found) {
    retry(answer.table);
    co_return done(found.refusal());
  }
  const RunningTablePtr& at = *found;  // the turn is this server's again
  runner_.set_lease(*at, 0);
  at->bot.ours = true;
  const auto seat = at->table->bot_to_act();
  if (!seat || at->table->number() != answer.number) {
    ++work_.late;
    want(*at);
    done(no_lease());
    co_return start();
  }
  const auto again = [this, at](const std::string& why) {  // who failed may fail again
    if (!why.empty()) {
      world_.log("a worker found no move at table " + at->row.id + ": " + why);
      at->bot.work_failed = true;
    }
    want(*at);
    start();
  };
  if (answer.words.empty()) {
    ++work_.returned;
    done(WorkDone{false});
    co_return again(answer.failure);
  }
  const auto made = co_await callback<Result<WorkDone>>(
      [&](auto resume) { play_chosen(at, answer.number, *seat, answer.words, resume); });
  if (made && !made->played) {
    ++work_.late;
    done(no_lease());
    co_return again({});
  }
  done(made);
  if (made)
    ++work_.played;
  else if (made.refusal().passes())
    retry(at->row.id);
  else
    again(made.refusal().message.english());
}

}  // namespace cairn

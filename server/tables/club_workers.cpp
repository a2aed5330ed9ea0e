// Bots' turns that workers on other machines take. A turn is a lease in the store of a table whose bot is due: it ends
// with any entry, by an answer, or by its time, and then the bot belongs to a server again. Which server gave it does
// not matter; nothing here must be remembered for it to end well.
#include <algorithm>
#include <limits>

#include "notation/words.h"
#include "server/base/tokens.h"
#include "server/tables/club_slot.h"

namespace cairn {

namespace {

constexpr std::size_t kMostTakers = 1'000;
constexpr std::int64_t kGraceMs = 30'000;      // beyond the time to think
constexpr std::int64_t kLeastGraceMs = 2'000;  // where the bot's clock has not that much
constexpr std::int64_t kGraceShare = 3;        // of what it has left

Refusal no_lease() {
  return {Code::no_lease,
          "this turn is not yours any more: the game went on, the turn was answered, or your time was over; take "
          "another"};
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

void Club::set_lease(Slot& slot, std::int64_t lease) {
  leased_ += (lease != 0 ? 1 : 0) - (slot.lease != 0 ? 1 : 0);
  slot.lease = lease;
}

void Club::take_work(const WorkWish& wish, Done<TakenTurn> done) {
  if (wish.rules != kRulesVersion)
    return done(Refusal{Code::other_rules, "this server plays by version " + std::to_string(kRulesVersion) +
                                               " of the rules, the worker by " + std::to_string(wish.rules) +
                                               "; run the same version of Cairn on both"});
  if (work_ended_) return done(TakenTurn{});
  if (takers_.size() >= kMostTakers) return done(Refusal{Code::busy, "too many workers wait here; come again", 5});
  takers_.push_back({std::move(done), world_.now_ms() + 1'000 * wish.wait});
  start_bots();
  if (!takers_.empty()) adopt_bots();
}

void Club::put_back(const Taker& taker) {
  if (work_ended_) return taker.done(TakenTurn{});
  takers_.push_front(taker);
}

void Club::tick_takers() {
  std::list<Taker> late;
  for (auto next = takers_.begin(); next != takers_.end();) {
    const auto one = next++;
    if (one->until_ms <= world_.now_ms()) late.splice(late.end(), takers_, one);
  }
  for (const Taker& taker : late) taker.done(TakenTurn{});
}

void Club::end_work() {
  work_ended_ = true;
  std::list<Taker> all;
  all.swap(takers_);
  for (const Taker& taker : all) taker.done(TakenTurn{});
}

void Club::hand_over(const SlotPtr& slot, const Taker& taker) {
  play_planned(slot);
  const auto seat = slot->table->bot_to_act();
  if (!seat || slot->bot || slot->bot_queued || slot->lease != 0 || !ours(*slot)) return put_back(taker);
  if (for_us(*slot)) {
    slot->bot_queued = true;
    bots_for_us_.push(waits(*slot), slot->row.id);
    return put_back(taker);
  }
  const BotJob job = bot_job(*slot, *seat);
  std::int64_t grace = kGraceMs;
  if (const auto& clock = slot->table->terms().clock)
    if (const SeatTime time = clock->shown(*seat, world_.now_ms()); time.total_ms >= 0)
      grace = std::clamp(time.total_ms / kGraceShare, kLeastGraceMs, kGraceMs);
  const std::int64_t lease = new_lease(), ms = static_cast<std::int64_t>(1'000 * job.seconds) + grace;
  BotTurn turn = turn_of(*slot->table, slot->row.id, job);
  turn.lease = lease;
  turn.until_ms = world_.now_ms() + ms;
  set_lease(*slot, lease);  // so that nobody here begins with it
  store_.lease_bot(slot->row.id, lease, ms, [this, slot, taker, lease, turn = std::move(turn)](const Written& written) {
    const bool durable = written.how == Written::How::durable, current = slot->lease == lease;
    if (durable && current) {
      ++work_.taken;
      slot->bot_ours = false;
      return taker.done(TakenTurn{turn});
    }
    if (current) set_lease(*slot, 0);
    if (durable)  // the table went on meanwhile
      store_.end_lease(slot->row.id, lease, [](const Written&) {});
    to_retry_.push_back(slot->row.id);  // if its bot is due and still ours
    put_back(taker);
    start_bots();
  });
}

void Club::answer_work(const WorkAnswer& answer, Done<WorkDone> done) {
  store_.end_lease(answer.table, answer.lease, [this, answer, done](const Written& written) {
    if (written.how == Written::How::failed)
      return done(log_unavailable(world_.log, "ending a worker's turn", written.message, "stored just now"));
    if (written.how == Written::How::conflict) {
      ++work_.late;
      return done(no_lease());
    }
    with(
        answer.table, From::store, [this, answer, done](const SlotPtr& slot) { take_answer(slot, answer, done); },
        [this, answer, done](const Refusal& refusal) {
          to_retry_.push_back(answer.table);
          done(refusal);
        });
  });
}

// The turn is this server's again.
void Club::take_answer(const SlotPtr& slot, const WorkAnswer& answer, const Done<WorkDone>& done) {
  set_lease(*slot, 0);
  slot->bot_ours = true;
  const auto seat = slot->table->bot_to_act();
  if (!seat || slot->table->number() != answer.number) {
    ++work_.late;
    want_bot(*slot);
    done(no_lease());
    return start_bots();
  }
  const auto again = [this, slot](const std::string& why) {  // who failed may fail again
    if (!why.empty()) {
      world_.log("a worker found no move at table " + slot->row.id + ": " + why);
      slot->work_failed = true;
    }
    want_bot(*slot);
    start_bots();
  };
  if (answer.words.empty()) {
    ++work_.returned;
    done(WorkDone{false});
    return again(answer.failure);
  }
  play_chosen(slot, answer.number, *seat, answer.words, [this, slot, done, again](const Result<WorkDone>& made) {
    if (made && !made->played) {
      ++work_.late;
      done(no_lease());
      return again({});
    }
    done(made);
    if (made)
      ++work_.played;
    else if (made.refusal().passes())
      to_retry_.push_back(slot->row.id);
    else
      again(made.refusal().message);
  });
}

}  // namespace cairn

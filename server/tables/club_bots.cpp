// The bots of the club. Where several servers share the store each lets those think that became due by its own writes,
// and takes over those of a server that is silent; should two think for one, the store takes the first move.
#include <algorithm>
#include <limits>

#include "server/tables/club_slot.h"

namespace cairn {

namespace {
constexpr double kBotShare = 30;  // of what its clock has left, for a move
}

void Club::resume() {
  if (store_.shared()) {
    store_.on_hint([this](const Store::Numbers& numbers) {
      for (const auto& [id, number] : numbers) heard(id, number);
      if (!takers_.empty()) adopt_bots();
    });
    return tick();
  }
  store_.ownerless_bots(std::numeric_limits<int>::max(), {}, [this](Found<std::vector<std::string>> found) {
    if (!found.error.empty()) world_.log("looking for bots that are to move: " + found.error);
    if (found.value)
      for (auto& id : *found.value) bots_waiting_.push(0, std::move(id));
    start_bots();
  });
}

void Club::tick() {
  std::vector<std::string> retry;
  retry.swap(to_retry_);
  for (const auto& id : retry)
    with(
        id, From::memory,
        [this, id](const SlotPtr& slot) {
          if (slot->table->bot_to_act() || slot->table->planned()) claim(id);
        },
        [this, id](const Refusal& refusal) {
          if (refusal.code == Code::unavailable) to_retry_.push_back(id);
        });
  if (store_.shared()) {
    if (!beating_) {
      beating_ = true;
      store_.alive([this](const Written&) { beating_ = false; });
    }
    poll();
    release_bots();
  }
  tick_takers();
  adopt_bots();
  rate_missed();
  start_bots();
}

bool Club::ours(const Slot& slot) const {
  return slot.bot_ours || !store_.shared();
}

// What nobody has: of a server or a worker that is silent, or released.
void Club::adopt_bots() {
  if (adopting_ > 0) return;
  const auto threads = static_cast<std::size_t>(bots_.threads());
  const std::size_t ours = settings_.workers_alone ? 0 : threads;
  if (bots_waiting_.size() < takers_.size() + ours) adopt_bots_of({}, takers_.size() + 2 * ours);
  if (!settings_.workers_alone || bots_for_us_.size() >= threads) return;
  for (const GameInfo& info : world_.games)
    if (info.hidden && info.engine != nullptr) adopt_bots_of(std::string(info.name), 2 * threads);
}

void Club::adopt_bots_of(const std::string& game, std::size_t most) {
  ++adopting_;
  // Where no other server is, nobody has what is known here; it is passed over.
  if (!store_.shared()) most += bots_waiting() + static_cast<std::size_t>(bots_.threads());
  most += untimed_.size();
  store_.ownerless_bots(static_cast<int>(most), game, [this](const Found<std::vector<std::string>>& found) {
    --adopting_;
    if (!found.value) return;
    for (const auto& id : *found.value) {
      const auto found_slot = slots_.find(id);
      if (!store_.shared() && found_slot != slots_.end()) {
        const Slot& slot = *found_slot->second;
        if (slot.bot || slot.bot_queued || slot.busy || (slot.table && slot.stuck_at == slot.table->number())) continue;
      }
      if (!untimed_.contains(id)) claim(id);
    }
  });
}

// What waits for workers that do not come here: they may come to another server.
void Club::release_bots() {
  if (!settings_.workers_alone || !takers_.empty()) return;
  while (!bots_waiting_.empty()) {
    const std::string id = bots_waiting_.pop();
    const SlotPtr slot = slot_of(id);
    slot->bot_queued = false;
    slot->bot_ours = false;
    store_.lease_bot(id, 0, 0, [this, id](const Written& written) {
      if (written.how == Written::How::failed) to_retry_.push_back(id);
    });
  }
}

void Club::claim(const std::string& id) {
  store_.claim_bot(id, [this, id](const Written& written) {
    if (written.how == Written::How::failed) to_retry_.push_back(id);
    if (written.how != Written::How::durable) return;
    const auto think = [this](const SlotPtr& slot) {
      slot->bot_ours = true;
      if (slot->lease != 0) ++work_.lost;
      set_lease(*slot, 0);
      if (!slot->table->bot_to_act() && !slot->table->planned()) slot->stuck_at = slot->table->number();
      want_bot(*slot);
      play_planned(slot);
      start_bots();
    };
    with(id, From::store, think, [this, id](const Refusal& refusal) {
      if (refusal.code != Code::unavailable) untimed_.insert(id);
    });
  });
}

// Workers get nothing where something is hidden: they would have to be told more than the bot may know.
bool Club::for_us(const Slot& slot) const {
  return slot.table->info().hidden || slot.work_failed;
}

// Who waits for the bot: people take turns, whoever has many tables waits for their own.
std::int64_t Club::waits(const Slot& slot) {
  for (const Chair& chair : slot.table->chairs())
    if (chair.kind == SeatKind::guest) return chair.person;
  return 0;
}

void Club::want_bot(Slot& slot) {
  if (slot.bot || slot.bot_queued || slot.lease != 0) return;
  if (!slot.table || !ours(slot) || !slot.table->bot_to_act()) return;
  slot.bot_queued = true;
  (settings_.workers_alone && for_us(slot) ? bots_for_us_ : bots_waiting_).push(waits(slot), slot.row.id);
}

void Club::next_bot(BotQueue& queue, Go go, std::function<void()> fail) {
  const std::string id = queue.pop();
  slot_of(id)->bot_queued = false;
  with(id, From::memory, std::move(go), [this, id, fail = std::move(fail)](const Refusal& refusal) {
    fail();
    if (refusal.code == Code::unavailable) to_retry_.push_back(id);
  });
}

// Workers first: they wait to be asked, while a thread here takes from all that the server does.
void Club::start_bots() {
  while (!takers_.empty() && !bots_waiting_.empty()) {
    const Taker taker = std::move(takers_.front());
    takers_.pop_front();
    next_bot(
        bots_waiting_, [this, taker](const SlotPtr& slot) { hand_over(slot, taker); },
        [this, taker] { put_back(taker); });
  }
  while (true) {
    auto& queue = settings_.workers_alone || !bots_for_us_.empty() ? bots_for_us_ : bots_waiting_;
    if (queue.empty()) return;
    if (bots_.free() <= bots_loading_) return settings_.thread_wanted ? settings_.thread_wanted() : void();
    ++bots_loading_;
    next_bot(
        queue,
        [this](const SlotPtr& slot) {
          --bots_loading_;
          start_bot(slot);
        },
        [this] { --bots_loading_; });
  }
}

bool Club::has_idle_thread() const {
  return !settings_.workers_alone && bots_waiting() == 0 && bots_.free() > bots_loading_;
}

BotJob Club::bot_job(const Slot& slot, Seat seat) const {
  // When many people wait each bot thinks a shorter while, so that nobody waits long.
  const bool by_us = settings_.workers_alone && for_us(slot);
  const std::size_t waiting = by_us ? bots_for_us_.people() : bots_waiting_.people();
  const std::size_t workers = by_us ? 0 : takers_.size() + static_cast<std::size_t>(leased_);
  const auto threads = settings_.workers_alone && !by_us ? 0 : static_cast<std::size_t>(bots_.threads());
  const double share =
      1.0 + static_cast<double>(waiting) / static_cast<double>(std::max<std::size_t>(1, workers + threads));
  double seconds = std::max(kLeastSeconds, slot.row.setup.seconds / share);
  if (const auto& clock = slot.table->terms().clock) {  // and none may lose by time
    const SeatTime time = clock->shown(seat, world_.now_ms());
    if (time.total_ms >= 0) seconds = std::min(seconds, static_cast<double>(time.total_ms) / 1000 / kBotShare);
  }
  Moves moves;
  if (slot.table->position().to_act().size() > 1)  // only an agreement depends on them
    for (const Step& step : slot.table->steps()) moves.emplace_back(step.seat, step.word);
  return {&slot.table->info(),
          slot.table->position(),
          seat,
          seconds,
          slot.row.setup.level,
          slot.row.setup.seed + static_cast<std::uint64_t>(slot.table->number()),
          std::move(moves)};
}

void Club::start_bot(const SlotPtr& slot) {
  play_planned(slot);
  const auto seat = slot->table->bot_to_act();
  if (!seat || slot->bot || slot->lease != 0 || !ours(*slot)) return;
  const int number = slot->table->number();
  slot->bot = bots_.start(bot_job(*slot, *seat), [this, slot, number, seat](const BotPool::Words& words) {
    bot_chose(slot, number, *seat, words, slot->bot->load());
  });
}

// The bot's move, as any other. Not played: another entry came before.
void Club::play_chosen(const SlotPtr& slot, int number, Seat seat, const BotPool::Words& words, Done<WorkDone> done) {
  Command command = {"bot-" + std::to_string(number), slot->table->version(viewer_of(seat)), Command::Kind::play,
                     words};
  command.at_ms = world_.now_ms();
  const auto play = [number, seat, command](const Table& table) -> Prepared<WorkDone> {
    if (table.number() != number) return WorkDone{false};
    return prepared<WorkDone>(table.prepare(seat, command));
  };
  in_turn(slot, {play, [](const Change&) { return WorkDone{true}; }, std::move(done)});
}

void Club::bot_chose(const SlotPtr& slot, int number, Seat seat, const BotPool::Words& words, bool stopped) {
  slot->bot.reset();
  const bool current = slot->table && slot->table->number() == number;
  if (current && !words.empty()) {
    play_chosen(slot, number, seat, words, [this, slot, number](const Result<WorkDone>& done) {
      if (done) return want_bot(*slot);
      if (done.refusal().passes()) return to_retry_.push_back(slot->row.id);
      slot->stuck_at = number;
      world_.log("the bot's move at table " + slot->row.id + " was refused: " + done.refusal().message);
    });
  } else if (current && !stopped) {
    slot->stuck_at = number;
    world_.log("the bot found no move at table " + slot->row.id);
  } else {
    want_bot(*slot);
  }
  start_bots();
}

}  // namespace cairn

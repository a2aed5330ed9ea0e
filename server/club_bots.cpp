// The bots of the club. Where several servers share the store each lets those think that became due by its own writes,
// and takes over those of a server that is silent; should two think for one, the store takes the first move.
#include <algorithm>
#include <limits>

#include "server/club_slot.h"

namespace cairn {

namespace {
constexpr double kBotShare = 30;  // of what its clock has left, for a move
}

void Club::resume() {
  if (store_.shared()) {
    store_.on_hint([this](const Store::Numbers& numbers) {
      for (const auto& [id, number] : numbers) heard(id, number);
    });
    return tick();
  }
  store_.ownerless_bots(std::numeric_limits<int>::max(), [this](Found<std::vector<std::string>> found) {
    if (!found.error.empty()) settings_.log("looking for bots that are to move: " + found.error);
    if (found.value)
      for (auto& id : *found.value) bots_waiting_.push_back(std::move(id));
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
        [this, id](const Reply& reply) {
          if (reply.status == 503) to_retry_.push_back(id);
        });
  if (store_.shared()) {
    if (!beating_) {
      beating_ = true;
      store_.alive([this](const Written&) { beating_ = false; });
    }
    poll();
    adopt_bots();
  }
  rate_missed();
  start_bots();
}

bool Club::ours(const Slot& slot) const {
  return slot.bot_ours || !store_.shared();
}

void Club::adopt_bots() {
  if (adopting_ || bots_waiting_.size() >= static_cast<std::size_t>(bots_.threads())) return;
  adopting_ = true;
  store_.ownerless_bots(2 * bots_.threads(), [this](const Found<std::vector<std::string>>& found) {
    adopting_ = false;
    if (found.value)
      for (const auto& id : *found.value) claim(id);
  });
}

void Club::claim(const std::string& id) {
  store_.claim_bot(id, [this, id](const Written& written) {
    if (written.how == Written::How::failed) to_retry_.push_back(id);
    if (written.how != Written::How::durable) return;
    const auto think = [this](const SlotPtr& slot) {
      slot->bot_ours = true;
      want_bot(*slot);
      play_planned(slot);
      start_bots();
    };
    with(id, From::store, think, [](const Reply&) {});
  });
}

void Club::want_bot(Slot& slot) {
  if (slot.bot || slot.bot_queued || !slot.table || !ours(slot) || !slot.table->bot_to_act()) return;
  slot.bot_queued = true;
  bots_waiting_.push_back(slot.row.id);
}

void Club::start_bots() {
  while (bots_.free() > bots_loading_ && !bots_waiting_.empty()) {
    const std::string id = std::move(bots_waiting_.front());
    bots_waiting_.pop_front();
    slot_of(id)->bot_queued = false;
    ++bots_loading_;
    with(
        id, From::memory,
        [this](const SlotPtr& slot) {
          --bots_loading_;
          start_bot(slot);
        },
        [this, id](const Reply& reply) {
          --bots_loading_;
          if (reply.status == 503) to_retry_.push_back(id);
        });
  }
}

void Club::start_bot(const SlotPtr& slot) {
  play_planned(slot);
  const auto seat = slot->table->bot_to_act();
  if (!seat || slot->bot || !ours(*slot)) return;
  const int number = slot->table->number();
  // When many wait each thinks a shorter while, so that nobody waits long.
  const double share = 1.0 + static_cast<double>(bots_waiting_.size()) / bots_.threads();
  double seconds = std::max(kLeastSeconds, slot->row.setup.seconds / share);
  if (const auto& clock = slot->table->terms().clock) {  // and none may lose by time
    const SeatTime time = clock->shown(*seat, settings_.now_ms());
    if (time.total_ms >= 0) seconds = std::min(seconds, static_cast<double>(time.total_ms) / 1000 / kBotShare);
  }
  slot->bot = bots_.start(
      {&slot->table->info(), slot->table->position(), *seat, seconds, slot->row.setup.level,
       slot->row.setup.seed + static_cast<std::uint64_t>(number)},
      [this, slot, number, seat](const std::string& word) { bot_chose(slot, number, *seat, word, slot->bot->load()); });
}

void Club::bot_chose(const SlotPtr& slot, int number, Seat seat, const std::string& word, bool stopped) {
  slot->bot.reset();
  const bool current = slot->table && slot->table->number() == number;
  if (current && !word.empty()) {
    Command command = {
        "bot-" + std::to_string(number), slot->table->version(viewer_of(seat)), Command::Kind::play, {word}};
    command.at_ms = settings_.now_ms();
    Job job;
    job.prepare = [number, seat, command](const Table& table) -> std::variant<Change, Reply> {
      if (table.number() != number) return Reply{};  // another entry came before
      Answer answer = table.prepare(seat, command);
      if (const auto* refusal = std::get_if<Refusal>(&answer)) return reply_of(error_reply(*refusal));
      return std::move(std::get<Change>(answer));
    };
    job.answer = [](const Change&) { return Reply{}; };
    job.done = [this, slot](const Reply& reply) {
      if (reply.status == 200)
        want_bot(*slot);
      else if (reply.status == 503 || reply.status == 429)
        to_retry_.push_back(slot->row.id);
      else
        settings_.log("the bot's move at table " + slot->row.id + " was refused: " + reply.body);
    };
    in_turn(slot, std::move(job));
  } else if (current && !stopped) {
    settings_.log("the bot found no move at table " + slot->row.id);
  } else {
    want_bot(*slot);
  }
  start_bots();
}

}  // namespace cairn

// One thing after the other at a table: readings of the store, commands, and those who are told.
#include <algorithm>
#include <utility>

#include "server/base/tokens.h"
#include "server/tables/chair_zones.h"
#include "server/tables/club_slot.h"
#include "server/tables/new_table.h"
#include "server/tables/notices.h"
#include "server/tables/rated_game.h"

namespace cairn {

namespace {

constexpr std::size_t kMaxWaitingAtTable = 16;
constexpr int kRatedAtOnce = 100;
constexpr int kMaxConflicts = 8;  // of one command

Refusal not_stored() {
  return {Code::unavailable, "the move could not be stored and was not made; send it again", 1};
}

// The same again; everybody moves on by one seat.
NewTable rematch_of(const Table& table, const std::string& id, std::vector<Chair> chairs, std::int64_t now_ms) {
  TableRow row;
  row.id = id;
  row.setup = table.setup();
  row.setup.seed = new_seed();
  row.setup.rules_version = kRulesVersion;
  row.setup.created_ms = now_ms;
  row.chairs = std::move(chairs);
  std::rotate(row.chairs.begin(), row.chairs.end() - 1, row.chairs.end());
  return new_table(table.info(), std::move(row));
}

// Whether nobody is left in the dark.
bool told_all(const Change& change) {
  bool all = true;
  for (int i = 0; i <= static_cast<int>(Viewer::spectator); ++i)
    if (const auto viewer = static_cast<Viewer>(i); i < change.after.seats() || viewer == Viewer::spectator)
      all = all && sees(change.told, viewer);
  return all;
}

}  // namespace

// What is next at a table where nothing is under way.
void Club::settle(const SlotPtr& slot) {
  while (!slot->busy) {
    const bool writers = !slot->waiting.empty(), readers = !slot->readers.empty();
    if (!writers && !readers) return;
    if (!slot->table || (readers && !(writers && slot->read_last))) return read(slot);
    slot->read_last = false;
    Job job = std::move(slot->waiting.front());
    slot->waiting.pop_front();
    start(slot, std::move(job));
  }
}

// --- readings

void Club::read(const SlotPtr& slot) {
  slot->busy = true;
  auto readers = std::make_shared<std::vector<Reader>>(std::move(slot->readers));
  slot->readers.clear();
  store_.load(slot->row.id, slot->table ? slot->table->number() : 0,
              [this, slot, readers](Found<StoredTable> found) { have_read(slot, std::move(found), readers); });
}

void Club::have_read(const SlotPtr& slot, Found<StoredTable> found,
                     const std::shared_ptr<std::vector<Reader>>& readers) {
  const auto end = [this, slot, readers](const std::optional<Refusal>& fault) {
    slot->busy = false;
    slot->read_last = true;
    std::deque<Job> waiting;
    if (fault) waiting.swap(slot->waiting);
    for (const Reader& reader : *readers) fault ? reader.fail(*fault) : reader.go(slot);
    for (const Job& job : waiting) job.refuse(*fault);
    settle(slot);
    if (slot->table || !slot->idle()) return;
    const auto place = slots_.find(slot->row.id);  // there is no such table
    if (place == slots_.end() || place->second != slot) return;
    idle_order_.erase(slot->place);
    slots_.erase(place);
  };
  if (!found.error.empty()) {
    world_.log("reading table " + slot->row.id + ": " + found.error);
    return end(table_unavailable());
  }
  if (!found.value) return end(Refusal{Code::not_found, "there is no such table"});
  if (slot->table) return end(take_in(*slot, *found.value));
  const auto stored = std::make_shared<StoredTable>(std::move(*found.value));
  const auto open = [stored, info = game(stored->row.setup.game)]() -> Table::Opened {
    if (info == nullptr) return {std::nullopt, "the game " + stored->row.setup.game + " is not known"};
    return Table::open(*info, stored->row.setup, stored->row.chairs, std::move(stored->log));
  };
  const auto put = [this, slot, stored, end](Table::Opened opened) {
    end(put_in(*slot, std::move(stored->row), std::move(opened)));
  };
  if (stored->log.size() <= kQuickEntries) return put(open());
  if (!queue_.run(stored->row.creator, open, put)) end(table_unavailable(2));
}

// What other servers have written behind what was known.
std::optional<Refusal> Club::take_in(Slot& slot, const StoredTable& stored) {
  for (const Entry& entry : stored.log) {
    const auto seat = static_cast<std::size_t>(index(entry.seat));
    const auto& chairs = stored.row.chairs;
    const Followed followed = slot.table->follow(entry, seat < chairs.size() ? chairs[seat] : Chair{});
    if (!followed.change) {  // said when it is read again
      slot.table.reset();
      return table_unavailable();
    }
    slot.bot_ours = false;  // it belongs to the server that wrote this
    commit(slot, *followed.change);
    tell(slot, *followed.change);
  }
  return std::nullopt;
}

std::optional<Refusal> Club::put_in(Slot& slot, TableRow row, Table::Opened opened) {
  if (!opened.table) {
    world_.log("table " + row.id + " cannot be replayed: " + opened.error);
    return Refusal{Code::broken_record, "the record of this game does not replay under the present rules: " +
                                            opened.error + "; it is kept as it is"};
  }
  slot.row = std::move(row);
  slot.table = std::move(opened.table);
  slot.bot_ours = false;
  set_lease(slot, 0);
  const std::vector<Slot::Ear> ears = slot.ears;
  for (const Slot::Ear& ear : ears)  // after a write that failed: what stands now
    ear.listener->tell(state_message(slot, ear.person));
  return std::nullopt;
}

// --- commands

void Club::in_turn(const SlotPtr& slot, Job job) {
  if (slot->waiting.size() >= kMaxWaitingAtTable)
    return job.refuse({Code::busy, "too many commands wait at this table; send it again", 1});
  slot->waiting.push_back(std::move(job));
  settle(slot);
}

void Club::start(const SlotPtr& slot, Job job) {
  if (store_.shared() && !job.read && job.ahead && job.ahead(*slot->table)) {
    job.read = true;
    slot->waiting.push_front(std::move(job));
    return read(slot);
  }
  if (auto lost = slot->table->prepare_timeout(job.at_ms > 0 ? job.at_ms : world_.now_ms())) {
    slot->waiting.push_front(std::move(job));
    return write(slot, std::move(*lost), time_out_job(slot));
  }
  if (auto change = job.prepare(*slot->table)) write(slot, std::move(*change), std::move(job));
}

void Club::write(const SlotPtr& slot, Change change, Job job) {
  if (job.first)
    do_first(slot, std::move(change), std::move(job));
  else if (change.terms.rematch != slot->table->terms().rematch)
    begin_rematch(slot, std::move(change), std::move(job));
  else
    append(slot, std::move(change), std::move(job), nullptr);
}

void Club::do_first(const SlotPtr& slot, Change change, Job job) {
  slot->busy = true;
  const auto first = std::exchange(job.first, nullptr);  // once, also where another server writes before it
  first([this, slot, change = std::make_shared<Change>(std::move(change)),
         job = std::make_shared<Job>(std::move(job))](const Result<Unit>& did) {
    if (did) return write(slot, std::move(*change), std::move(*job));
    slot->busy = false;
    job->refuse(did.refusal());
    settle(slot);
  });
}

void Club::begin_rematch(const SlotPtr& slot, Change change, Job job) {
  slot->busy = true;
  const auto with_chairs = [this, slot, change = std::make_shared<Change>(std::move(change)),
                            job = std::make_shared<Job>(std::move(job))](const Found<std::vector<Chair>>& found) {
    Refusal refused = not_stored();
    if (found.value) {
      NewTable next = rematch_of(*slot->table, change->terms.rematch, *found.value, world_.now_ms());
      if (next.table)
        return append(slot, std::move(*change), std::move(*job), std::make_shared<TableRow>(std::move(next.row)));
      refused = {Code::no_offer, "there can be no rematch: " + next.error};
    } else {
      world_.log("reading time zones: " + found.error);
    }
    slot->busy = false;
    job->refuse(refused);
    settle(slot);
  };
  with_zones(store_, slot->table->setup().clock, slot->table->chairs(), with_chairs);
}

void Club::append(const SlotPtr& slot, Change change, Job job, std::shared_ptr<const TableRow> begins) {
  Append append;
  append.begins = std::move(begins);
  append.away = job.away;
  slot->busy = true;
  append.table = slot->row.id;
  append.number = change.number;
  append.entry = change.entry;
  if (change.entry.kind == Entry::Kind::join) append.chair = change.chair;
  append.over = change.over();
  append.bot_due = slot->table->bot_to_act_after(change).has_value() || slot->table->planned_after(change).has_value();
  append.to_act = append.over ? SeatSet{} : change.after.awaited();
  append.rate_due = append.over && slot->table->setup().rated;
  append.rate_later = change.entry.kind == Entry::Kind::forfeit;
  append.told_all = told_all(change);
  append.due_ms = append.over ? 0 : Table::flag_of(change.terms).value_or(0);
  append.remind_ms = append.over ? 0 : next_reminder(change.terms, change.entry.at_ms);
  append.resume_ms = append.over ? 0 : change.terms.resume_ms;
  append.notices = notices_of(slot->row.id, *slot->table, change);
  store_.append(std::move(append), [this, slot, change = std::make_shared<Change>(std::move(change)),
                                    job = std::make_shared<Job>(std::move(job))](const Written& result) {
    written(slot, *change, result, std::move(*job));
  });
}

void Club::written(const SlotPtr& slot, const Change& change, const Written& result, Job job) {
  slot->busy = false;
  switch (result.how) {
    case Written::How::durable:
      slot->bot_ours = true;
      commit(*slot, change);
      job.answer(change);
      tell(*slot, change);
      want_bot(*slot);
      play_planned(slot);
      rate(slot);
      break;
    case Written::How::conflict:  // another server was first: behind its entry this is decided anew
      if (++job.conflicts > kMaxConflicts) {
        job.refuse(not_stored());
        break;
      }
      // Nothing new the last time? Then the store has less than was read: a copy from before took its place.
      if (job.number == slot->table->number()) slot->table.reset();
      job.number = change.number - 1;
      slot->waiting.push_front(std::move(job));
      read(slot);
      break;
    case Written::How::failed: {
      // What is on the disk decides: the table is read again before anything else happens to it.
      world_.log("storing a move at table " + slot->row.id + ": " + result.message);
      slot->table.reset();
      std::deque<Job> waiting;
      waiting.swap(slot->waiting);
      job.refuse(not_stored());
      for (const Job& one : waiting) one.refuse(not_stored());
      to_retry_.push_back(slot->row.id);
      break;
    }
  }
  settle(slot);
  start_bots();
}

void Club::commit(Slot& slot, const Change& change) {
  slot.table->commit(change);
  if (slot.bot) slot.bot->store(true);  // it thinks about a position that is no more
  set_lease(slot, 0);
  slot.work_failed = false;
}

// --- ratings

// A rated game that is over, once: the store knows which were.
void Club::rate(const SlotPtr& slot) {
  if (!slot->table->setup().rated || !slot->table->over()) return;
  RatedGame game = rated_game(slot->row.id, *slot->table);
  game.one_address = settings_.one_address();
  store_.rate(std::move(game), [this](const Written& written) {
    if (written.how == Written::How::failed) world_.log("writing ratings: " + written.message);
  });
}

// Those of a server that ended between the last move and its ratings.
void Club::rate_missed() {
  if (rating_) return;
  rating_ = true;
  store_.unrated(kRatedAtOnce + static_cast<int>(untimed_.size()),
                 [this](const Found<std::vector<std::string>>& found) {
                   rating_ = false;
                   if (!found.value) return;
                   look_at(*found.value, [this](const SlotPtr& slot) { rate(slot); });
                 });
}

// As they stand in the store; those that cannot be opened once and never again.
void Club::look_at(const std::vector<std::string>& tables, const Go& look) {
  for (const auto& id : tables)
    if (!untimed_.contains(id))
      with(id, From::store, look, [this, id](const Refusal& refusal) {
        if (refusal.code != Code::unavailable) untimed_.insert(id);
      });
}

// --- plans

// Somebody's turn to which he had planned the answer.
void Club::play_planned(const SlotPtr& slot) {
  if (!ours(*slot) || !slot->table || !slot->table->planned()) return;
  const auto follow = [this](const Table& table) -> Prepared<Unit> {
    const auto seat = table.planned();
    if (!seat) return Unit{};
    return prepared<Unit>(table.prepare_planned(*seat, world_.now_ms()));
  };
  const auto done = [this, slot](const Result<Unit>& played) {
    if (played) return;
    if (played.refusal().passes()) return to_retry_.push_back(slot->row.id);
    world_.log("a planned move at table " + slot->row.id + ": " + played.refusal().message);
  };
  in_turn(slot, {follow, nothing_to_tell, done});
}

// --- clocks

// Whoever has lost by time leaves, if that is still so when it is this job's turn.
Club::Job Club::time_out_job(const SlotPtr& slot) {
  const auto look = [this](const Table& table) -> Prepared<Unit> {
    auto change = table.prepare_timeout(world_.now_ms());
    if (!change) return Unit{};
    return std::move(*change);
  };
  return {look, nothing_to_tell, [this, slot](const Result<Unit>& left) {
            if (!left) to_retry_.push_back(slot->row.id);
          }};
}

void Club::tick_clocks() {
  if (timing_) return;
  timing_ = true;
  const int most = 100 + static_cast<int>(untimed_.size());
  store_.due_tables(world_.now_ms(), most, [this](const Found<std::vector<std::string>>& found) {
    timing_ = false;
    if (!found.error.empty()) return world_.log("looking for clocks that have run out: " + found.error);
    look_at(*found.value, [this](const SlotPtr& slot) {
      if (slot->table->prepare_timeout(world_.now_ms())) in_turn(slot, time_out_job(slot));
    });
  });
}

// Who gets this far writes it for all servers: the store knows whether another was first, or the table went on.
void Club::tick_reminders() {
  if (reminding_) return;
  reminding_ = true;
  const int most = 100 + static_cast<int>(untimed_.size());
  store_.due_reminders(world_.now_ms(), most, [this](const Found<std::vector<DueReminder>>& found) {
    reminding_ = false;
    if (!found.value) return world_.log("looking for clocks to remind of: " + found.error);
    for (const DueReminder& due : *found.value)
      look_at({due.table}, [this, at_ms = due.at_ms](const SlotPtr& slot) {
        const std::int64_t now = world_.now_ms();
        const Table& table = *slot->table;
        if (slot->busy) return;  // it goes on; the next tick sees how
        store_.remind({slot->row.id, table.number(), at_ms, table.over() ? 0 : next_reminder(table.terms(), now),
                       table.over() ? std::vector<Notice>() : reminders(slot->row.id, table, at_ms, now)},
                      [this](const Written& written) {
                        if (written.how == Written::How::failed) world_.log("writing a reminder: " + written.message);
                      });
      });
  });
}

// --- those who listen

void Club::tell(Slot& slot, const Change& change) {
  if (settings_.told && told_all(change)) settings_.told(slot.row.id, slot.table->chairs());
  std::array<std::shared_ptr<const std::string>, kMaxSeats + 1> texts;  // one for each viewer that is there
  const std::vector<Slot::Ear> ears = slot.ears;                        // a listener may leave when it is told
  for (const Slot::Ear& ear : ears) {
    const TableView view = view_of(slot, ear.person);
    if (!sees(change.told, view.viewer())) continue;
    auto& text = texts[static_cast<std::size_t>(view.viewer())];
    if (!text) text = std::make_shared<const std::string>(view.change_text(change));
    ear.listener->tell(text);
    if (slot.table->setup().clock.lag_ms > 0) ear.listener->measure();
  }
}

// --- other servers

// A table has so many entries, it is said.
void Club::heard(const std::string& id, int number) {
  const auto found = slots_.find(id);
  if (found == slots_.end()) return;
  const SlotPtr slot = found->second;
  if (!slot->table || slot->table->number() >= number) return;
  if (slot->ears.empty() && !slot->bot && !slot->bot_queued && slot->lease == 0) return;  // who asks will have it read
  if (!slot->busy) return read(slot);
  slot->readers.push_back({[](const SlotPtr&) {}, [](const Refusal&) {}});
}

// Hints may be lost.
void Club::poll() {
  if (polling_) return;
  std::vector<std::string> ids;
  for (const auto& [id, slot] : slots_)
    if (slot->table && (!slot->ears.empty() || slot->bot || slot->bot_queued || slot->lease != 0)) ids.push_back(id);
  if (ids.empty()) return;
  polling_ = true;
  store_.numbers(std::move(ids), [this](const Found<Store::Numbers>& found) {
    polling_ = false;
    if (found.value)
      for (const auto& [id, number] : *found.value) heard(id, number);
  });
}

}  // namespace cairn

#include "server/tables/table_runner.h"

#include <algorithm>

#include "server/base/tokens.h"
#include "server/tables/append_of.h"
#include "server/tables/new_table.h"
#include "server/tables/notices.h"
#include "server/tables/occupant_zones.h"

namespace cairn {

namespace {

constexpr std::size_t kMaxWaitingAtTable = 16;
constexpr int kMaxConflicts = 8;                         // of one command
constexpr std::size_t kQueued = 500, kQueuedOfOne = 20;  // of what is done in the background

Refusal not_stored() {
  return {Code::unavailable,
          Message("move-could-not-stored", "the move could not be stored and was not made; send it again"), 1};
}

// The same again; everybody moves on by one seat.
NewTable rematch_of(const Table& table, const std::string& id, std::vector<Occupant> occupants, std::int64_t now_ms) {
  TableRow row;
  row.id = id;
  row.setup = table.setup();
  row.setup.seed = new_seed();
  row.setup.rules_version = kRulesVersion;
  row.setup.created_ms = now_ms;
  row.watchable = row.setup.rated ? Watchable::listed : Watchable::no;
  row.occupants = std::move(occupants);
  std::rotate(row.occupants.begin(), row.occupants.end() - 1, row.occupants.end());
  return new_table(table.info(), std::move(row));
}

}  // namespace

TableRunner::TableRunner(const TableServiceStores& stores, const World& world, std::size_t tables_kept, Hooks hooks)
    : stores_(stores),
      world_(world),
      tables_kept_(tables_kept),
      hooks_(std::move(hooks)),
      queue_(world.post, kQueued, kQueuedOfOne) {}

TableRunner::~TableRunner() {
  for (const auto& [id, at] : tables_) {  // what waits at a table holds the table
    at->waiting.clear();
    at->readers.clear();
  }
}

// --- tables

RunningTablePtr TableRunner::slot_of(const std::string& id) {
  if (const auto found = tables_.find(id); found != tables_.end()) {
    idle_order_.splice(idle_order_.end(), idle_order_, found->second->place);
    return found->second;
  }
  const auto at = std::make_shared<RunningTable>();
  at->row.id = id;
  tables_.emplace(id, at);
  at->place = idle_order_.insert(idle_order_.end(), id);
  trim();
  return at;
}

RunningTablePtr TableRunner::in_memory(const std::string& id) const {
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : found->second;
}

RunningTablePtr TableRunner::add(TableRow row, Table table) {
  const RunningTablePtr at = slot_of(row.id);
  if (hooks_.on_change) hooks_.on_change(row.id, row.occupants);
  if (at->table || at->busy) return at;
  at->row = std::move(row);
  at->table = std::move(table);
  at->bot.ours = true;
  return at;
}

void TableRunner::with(const std::string& id, From from, Go go, Fail fail, const Asker& who) {
  const RunningTablePtr at = slot_of(id);
  if (at->table && (from == From::memory || !stores_.tables.shared())) return go(at);
  at->readers.push_back({std::move(go), std::move(fail), who});
  settle(at);
}

void TableRunner::visit(const std::vector<std::string>& tables, const Go& go) {
  for (const auto& id : tables)
    if (!is_unreadable(id))
      with(id, From::store, go, [this, id](const Refusal& refusal) {
        if (refusal.code != Code::unavailable) note_unreadable(id);
      });
}

// Forgets the tables that were not used for longest; each is read again when somebody asks.
void TableRunner::trim() {
  auto next = idle_order_.begin();
  for (std::size_t tries = 0; tables_.size() > tables_kept_ && tries < 8 && next != idle_order_.end(); ++tries) {
    const auto found = tables_.find(*next);
    const bool last = std::next(next) == idle_order_.end();
    if (last) return;  // the one that is wanted now
    if (!found->second->idle()) {
      ++next;
      continue;
    }
    tables_.erase(found);
    next = idle_order_.erase(next);
  }
}

// What is next at a table where nothing is under way.
void TableRunner::settle(const RunningTablePtr& at) {
  while (!at->busy) {
    const bool writers = !at->waiting.empty(), readers = !at->readers.empty();
    if (!writers && !readers) return;
    if (!at->table || (readers && !(writers && at->read_last))) {
      read(at);
      return;
    }
    at->read_last = false;
    TableJob job = std::move(at->waiting.front());
    at->waiting.pop_front();
    start(at, std::move(job));
  }
}

// --- readings

Detached TableRunner::read(RunningTablePtr at) {
  at->busy = true;
  const std::vector<TableReader> readers = std::exchange(at->readers, {});
  auto found = co_await callback<Found<StoredTable>>(
      [&](auto done) { stores_.tables.load(at->row.id, at->table ? at->table->number() : 0, done); });
  if (!found.error.empty()) {
    world_.log("reading table " + at->row.id + ": " + found.error);
    co_return end_reading(at, readers, table_unavailable());
  }
  if (!found.value)
    co_return end_reading(at, readers, Refusal{Code::not_found, Message("no-such-table", "this table does not exist")});
  StoredTable& stored = *found.value;
  if (at->table) co_return end_reading(at, readers, take_in(*at, stored));
  auto opened = co_await callback<std::optional<Table::Opened>>([&](auto done) {
    const auto open = [&stored, info = find_game(stored.row.setup.game, world_.games)]() -> Table::Opened {
      if (info == nullptr) return {std::nullopt, "the game " + stored.row.setup.game + " is not known"};
      return Table::open(*info, stored.row.setup, stored.row.occupants, std::move(stored.log));
    };
    if (stored.log.size() <= kQuickEntries) return done(open());
    const Asker who = asker_or(readers.empty() ? Asker{} : readers.front().who, stored.row.creator);
    if (!queue_.run(who, open, done)) done(std::nullopt);
  });
  if (!opened) co_return end_reading(at, readers, table_unavailable(2));
  end_reading(at, readers, put_in(*at, std::move(stored.row), *std::move(opened)));
}

void TableRunner::end_reading(const RunningTablePtr& at, const std::vector<TableReader>& readers,
                              const std::optional<Refusal>& fault) {
  at->busy = false;
  at->read_last = true;
  std::deque<TableJob> waiting;
  if (fault) waiting.swap(at->waiting);
  for (const TableReader& reader : readers) fault ? reader.fail(*fault) : reader.go(at);
  for (const TableJob& job : waiting) job.refuse(*fault);
  settle(at);
  if (at->table || !at->idle()) return;
  const auto place = tables_.find(at->row.id);  // there is no such table
  if (place == tables_.end() || place->second != at) return;
  idle_order_.erase(at->place);
  tables_.erase(place);
}

// What other servers have written behind what was known.
std::optional<Refusal> TableRunner::take_in(RunningTable& at, const StoredTable& stored) {
  for (const Entry& entry : stored.log) {
    const auto seat = static_cast<std::size_t>(index(entry.seat));
    const auto& occupants = stored.row.occupants;
    const Followed followed = at.table->follow(entry, seat < occupants.size() ? occupants[seat] : Occupant{});
    if (!followed.change) {  // said when it is read again
      at.table.reset();
      return table_unavailable();
    }
    at.bot.ours = false;  // it belongs to the server that wrote this
    commit(at, *followed.change);
    tell(at, *followed.change);
  }
  return std::nullopt;
}

std::optional<Refusal> TableRunner::put_in(RunningTable& at, TableRow row, Table::Opened opened) {
  if (!opened.table) {
    world_.log("table " + row.id + " cannot be replayed: " + opened.error);
    return Refusal{
        Code::broken_record,
        Message("record-game-does-not",
                "the record of this game cannot be replayed with the current rules: {why}; it is kept unchanged",
                {{"why", opened.error}})};
  }
  at.row = std::move(row);
  at.table = std::move(opened.table);
  at.answers.clear();  // the database may have gone back
  at.bot.ours = false;
  set_lease(at, 0);
  at.tell_state(world_.now_ms());  // after a write that failed: what stands now
  return std::nullopt;
}

// --- commands

void TableRunner::in_turn(const RunningTablePtr& at, TableJob job) {
  if (at->waiting.size() >= kMaxWaitingAtTable)
    return job.refuse(
        {Code::busy, Message("too-many-commands-wait", "too many commands are waiting at this table; send yours again"),
         1});
  at->waiting.push_back(std::move(job));
  settle(at);
}

void TableRunner::start(const RunningTablePtr& at, TableJob job) {
  if (stores_.tables.shared() && !job.read && job.ahead && job.ahead(*at->table)) {
    job.read = true;
    at->waiting.push_front(std::move(job));
    read(at);
    return;
  }
  if (auto lost = at->table->prepare_timeout(job.at_ms > 0 ? job.at_ms : world_.now_ms())) {
    at->waiting.push_front(std::move(job));
    return write(at, std::move(*lost), time_out_job(at));
  }
  if (auto change = job.prepare(*at->table)) write(at, std::move(*change), std::move(job));
}

void TableRunner::write(const RunningTablePtr& at, Change change, TableJob job) {
  at->busy = true;
  if (job.first)
    do_first(at, std::move(change), std::move(job));
  else if (change.terms.rematch != at->table->terms().rematch)
    begin_rematch(at, std::move(change), std::move(job));
  else
    append(at, std::move(change), std::move(job));
}

Detached TableRunner::do_first(RunningTablePtr at, Change change, TableJob job) {
  const auto first = std::exchange(job.first, nullptr);  // once, also where another server writes before it
  const auto did = co_await callback<Result<Unit>>([&](auto done) { first(done); });
  if (did) co_return write(at, std::move(change), std::move(job));
  at->busy = false;
  job.refuse(did.refusal());
  settle(at);
}

// Whoever agreed to a rematch and was suspended since plays no new game.
Detached TableRunner::begin_rematch(RunningTablePtr at, Change change, TableJob job) {
  for (const Occupant& one : at->table->occupants()) {
    if (one.kind != SeatKind::guest || one.person <= 0) continue;
    const auto account =
        co_await callback<Found<Account>>([&](auto done) { stores_.people.account_of(one.person, done); });
    if (!account.value || !account.value->suspension || !account.value->suspension->holds(world_.now_ms())) continue;
    at->busy = false;
    job.refuse({Code::no_offer, Message("player-cannot-play-now", "{name} cannot play now", {{"name", one.name}})});
    settle(at);
    co_return;
  }
  const auto occupants = co_await callback<Found<std::vector<Occupant>>>(
      [&](auto done) { with_zones(stores_.people, at->table->setup().clock, at->table->occupants(), done); });
  Refusal refused = not_stored();
  if (occupants.value) {
    NewTable next = rematch_of(*at->table, change.terms.rematch, *occupants.value, world_.now_ms());
    if (next.table) {
      append(at, std::move(change), std::move(job), std::make_shared<TableRow>(std::move(next.row)));
      co_return;
    }
    refused = {Code::no_offer, Message("can-no-rematch", "a rematch is not possible: {why}", {{"why", next.error}})};
  } else {
    world_.log("reading time zones: " + occupants.error);
  }
  at->busy = false;
  job.refuse(refused);
  settle(at);
}

// `begins`: a table that is there with this entry or not at all.
Detached TableRunner::append(RunningTablePtr at, Change change, TableJob job, std::shared_ptr<const TableRow> begins) {
  const Written result = co_await callback<Written>([&](auto done) {
    Append append = append_of(at->row.id, *at->table, change);
    append.begins = std::move(begins);
    append.away = job.away;
    stores_.tables.append(std::move(append), done);
  });
  written(at, change, result, std::move(job));
}

void TableRunner::written(const RunningTablePtr& at, const Change& change, const Written& result, TableJob job) {
  at->busy = false;
  switch (result.how) {
    case Written::How::durable:
      at->bot.ours = true;
      commit(*at, change);
      job.answer(change);
      tell(*at, change);
      hooks_.stored(at);
      break;
    case Written::How::conflict:  // another server was first: behind its entry this is decided anew
      if (++job.conflicts > kMaxConflicts) {
        job.refuse(not_stored());
        break;
      }
      // Nothing new the last time? Then the store has less than was read: a copy from before took its place.
      if (job.number == at->table->number()) at->table.reset();
      job.number = change.number - 1;
      at->waiting.push_front(std::move(job));
      read(at);
      break;
    case Written::How::failed: {
      // What is on the disk decides: the table is read again before anything else happens to it.
      world_.log("storing a move at table " + at->row.id + ": " + result.message);
      at->table.reset();
      std::deque<TableJob> waiting;
      waiting.swap(at->waiting);
      job.refuse(not_stored());
      for (const TableJob& one : waiting) one.refuse(not_stored());
      hooks_.to_retry(at->row.id);
      break;
    }
  }
  settle(at);
  hooks_.write_ended();
}

void TableRunner::commit(RunningTable& at, const Change& change) {
  at.table->commit(change);
  if (at.bot.thinking) at.bot.thinking->store(true);  // it thinks about a position that is no more
  set_lease(at, 0);
  at.bot.work_failed = false;
}

void TableRunner::tell(RunningTable& at, const Change& change) {
  if (hooks_.on_change && visible_to_all(change)) hooks_.on_change(at.row.id, at.table->occupants());
  at.tell(change, world_.now_ms());
}

void TableRunner::set_lease(RunningTable& at, std::int64_t lease) {
  leased_ += (lease != 0 ? 1 : 0) - (at.bot.lease != 0 ? 1 : 0);
  at.bot.lease = lease;
}

void TableRunner::time_out(const RunningTablePtr& at) {
  if (at->table->prepare_timeout(world_.now_ms())) in_turn(at, time_out_job(at));
}

// If that is still so when it is this job's turn.
TableJob TableRunner::time_out_job(const RunningTablePtr& at) {
  const auto look = [this](const Table& table) -> Prepared<Unit> {
    auto change = table.prepare_timeout(world_.now_ms());
    if (!change) return Unit{};
    return std::move(*change);
  };
  return {look, nothing_to_tell, [this, at](const Result<Unit>& left) {
            if (!left) hooks_.to_retry(at->row.id);
          }};
}

// --- other servers

void TableRunner::heard(const std::string& id, int number) {
  const RunningTablePtr at = in_memory(id);
  if (!at || !at->table || at->table->number() >= number) return;
  if (at->subscribers.empty() && at->bot.idle()) return;  // who asks will have it read
  if (at->busy)
    at->readers.push_back({[](const RunningTablePtr&) {}, [](const Refusal&) {}});
  else
    read(at);
}

void TableRunner::poll() {
  if (polling_) return;
  std::vector<std::string> ids;
  for (const auto& [id, at] : tables_)
    if (at->table && (!at->subscribers.empty() || !at->bot.idle())) ids.push_back(id);
  if (ids.empty()) return;
  polling_ = true;
  stores_.tables.numbers(std::move(ids), [this](const Found<TableStore::Numbers>& found) {
    polling_ = false;
    if (found.value)
      for (const auto& [id, number] : *found.value) heard(id, number);
  });
}

}  // namespace cairn

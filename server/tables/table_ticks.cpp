#include "server/tables/table_ticks.h"

#include "server/tables/notices.h"

namespace cairn {

namespace {
constexpr std::size_t kSetAtOnce = 100;
}

void TableTicks::tick_clocks() {
  if (timing_) return;
  timing_ = true;
  stores_.tables.due_tables(world_.now_ms(), most(), [this](const Found<std::vector<std::string>>& found) {
    timing_ = false;
    if (!found.error.empty()) return world_.log("looking for clocks that have run out: " + found.error);
    runner_.visit(*found.value, [this](const RunningTablePtr& at) { runner_.time_out(at); });
  });
}

void TableTicks::tick_reminders() {
  if (reminding_) return;
  reminding_ = true;
  stores_.tables.due_reminders(world_.now_ms(), most(), [this](const Found<std::vector<DueReminder>>& found) {
    reminding_ = false;
    if (!found.value) return world_.log("looking for clocks to remind of: " + found.error);
    for (const DueReminder& due : *found.value)
      runner_.visit({due.table}, [this, at_ms = due.at_ms](const RunningTablePtr& at) { remind(at, at_ms); });
  });
}

// Some of them at each tick: what cannot be read or written just now is tried again.
void TableTicks::set_clocks() {
  const std::int64_t now_ms = world_.now_ms();
  stores_.tables.forget_ahead(now_ms, [this](const Written& written) {
    if (written.how == Written::How::failed) world_.log("forgetting moments that are ahead: " + written.message);
  });
  stores_.tables.tables_ahead(now_ms, [this](const Found<std::vector<std::string>>& found) {
    if (!found.value) return world_.log("looking for clocks that are ahead: " + found.error);
    if (!found.value->empty())
      world_.log("moves of " + std::to_string(found.value->size()) +
                 " running games are ahead of the time of day: their clocks are set, and run on from now");
    to_set_ = *found.value;
  });
}

void TableTicks::tick_set_clocks() {
  const std::size_t some = std::min(to_set_.size(), kSetAtOnce);
  const std::vector<std::string> ids(to_set_.end() - static_cast<std::ptrdiff_t>(some), to_set_.end());
  to_set_.resize(to_set_.size() - some);
  const auto set = [this](const Table& table) -> Prepared<Unit> {
    auto change = table.prepare_set_clock(world_.now_ms());
    if (!change) return Unit{};
    return std::move(*change);
  };
  for (const std::string& id : ids) {
    const auto again = [this, id](const Refusal& refusal) {
      if (refusal.passes()) to_set_.push_back(id);
    };
    const auto done = [again](const Result<Unit>& stands) {
      if (!stands) again(stands.refusal());
    };
    const auto go = [this, set, done](const RunningTablePtr& at) { runner_.in_turn(at, {set, nothing_to_tell, done}); };
    runner_.with(id, TableRunner::From::store, go, again);
  }
}

// Who gets this far writes it for all servers: the store knows whether another was first, or the table went on.
void TableTicks::remind(const RunningTablePtr& at, std::int64_t at_ms) {
  if (at->busy) return;  // it goes on; the next tick sees how
  const std::int64_t now = world_.now_ms();
  const Table& table = *at->table;
  Reminded reminded{at->row.id, table.number(), at_ms, 0, {}};
  if (!table.over()) {
    reminded.next_ms = next_reminder(table.terms(), now);
    reminded.notices = reminders(at->row.id, table, at_ms, now);
  }
  stores_.tables.remind(std::move(reminded), [this](const Written& written) {
    if (written.how == Written::How::failed) world_.log("writing a reminder: " + written.message);
  });
}

// What somebody wants is in the store (store/away.h), and is said at each table by an entry of its own, as if he had
// done it there.
Detached TableTicks::tick_away() {
  if (looking_away_) co_return;
  looking_away_ = true;
  const auto ended = co_await callback<Written>([&](auto done) { stores_.away.end_aways(world_.now_ms(), 100, done); });
  if (ended.how == Written::How::failed) world_.log("ending vacations: " + ended.message);
  const auto found =
      co_await callback<Found<std::vector<AwayDue>>>([&](auto done) { stores_.away.due_away(most(), done); });
  looking_away_ = false;
  if (!found.value) co_return world_.log("looking for who is on vacation: " + found.error);
  for (const AwayDue& due : *found.value)
    runner_.visit({due.table}, [this, due](const RunningTablePtr& at) { say_away(at, due); });
}

// Where there is nothing to do (the game is over, the year's days are used up, he has done it himself), that is noted
// of the table as it was seen. Where it could not be written the row is still there at the next tick.
void TableTicks::say_away(const RunningTablePtr& at, const AwayDue& due) {
  const auto seen = std::make_shared<int>(-1);
  const auto prepare = [this, due, seen](const Table& table) -> Prepared<Unit> {
    *seen = table.number();
    const auto seat = table.seat_of(due.person);
    if (!seat || table.over() || !table.terms().clock) return Unit{};
    const std::int64_t now = world_.now_ms();
    if (table.terms().clock->shown(*seat, now).vacation == due.away) return Unit{};
    Command command;
    command.version = table.version(viewer_of(*seat));
    command.kind = due.away ? Command::Kind::vacation : Command::Kind::back;
    command.at_ms = now;
    Answer answer = table.prepare(*seat, command);
    if (std::holds_alternative<Refusal>(answer)) return Unit{};
    return std::move(std::get<Change>(answer));
  };
  const auto stands = [seen](const Change&) {
    *seen = -1;  // and the row is gone with it
    return Unit{};
  };
  const auto done = [this, due, seen](const Result<Unit>& said) {
    if (!said || *seen < 0) return;
    stores_.away.end_due_away(due, *seen, [this](const Written& written) {
      if (written.how == Written::How::failed) world_.log("noting a vacation: " + written.message);
    });
  };
  TableJob job(prepare, stands, done);
  job.away = due;
  runner_.in_turn(at, std::move(job));
}

}  // namespace cairn

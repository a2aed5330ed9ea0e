#include "server/tables/system_tables.h"

#include "server/base/tokens.h"
#include "server/tables/notices.h"
#include "server/tables/occupant_zones.h"

namespace cairn {

Detached SystemTables::arrange(ArrangedTable wish, std::function<void(bool)> done) {
  const GameInfo* info = find_game(wish.game, world_.games);
  TableRow row;
  row.id = wish.id;
  row.setup.game = info == nullptr ? wish.game : std::string(info->name);
  row.setup.options = std::move(wish.options);
  row.setup.seed = new_seed();
  row.setup.clock = wish.clock;
  row.setup.created_ms = world_.now_ms();
  row.setup.rated = wish.rated;
  row.setup.tournament = wish.tournament;
  row.watchable = Watchable::paired;
  std::vector<Occupant> occupants;
  occupants.reserve(wish.people.size());
  for (const Person& person : wish.people) occupants.push_back({SeatKind::guest, person.id, person.name});
  const auto found = co_await callback<Found<std::vector<Occupant>>>(
      [&](auto resume) { with_zones(stores_.people, wish.clock, std::move(occupants), resume); });
  if (!found.value) {
    world_.log("reading time zones: " + found.error);
    co_return done(false);
  }
  row.occupants = *found.value;
  const auto opened = info == nullptr ? Table::Opened{std::nullopt, "the game " + wish.game + " is not known"}
                                      : Table::open(*info, row.setup, row.occupants, {});
  if (!opened.table) {
    if (runner_.note_unreadable(wish.id))
      world_.log("a table for the tournament " + wish.tournament + " cannot be made: " + opened.error);
    co_return done(false);
  }
  row.due_ms = opened.table->flag_ms().value_or(0);
  row.to_act = opened.table->position().to_act();
  row.remind_ms = next_reminder(opened.table->terms(), row.setup.created_ms);
  row.notices = beginning(row.id, *opened.table, 0);
  stores_.tables.add_table(std::move(row), [this, done](const Written& written) {
    if (written.how == Written::How::failed) world_.log("storing a table: " + written.message);
    done(written.how != Written::How::failed);
  });
}

void SystemTables::look(const std::string& id, std::function<void(const Table*, bool)> done, const Asker& who) {
  runner_.with(
      id, TableRunner::From::store, [done](const RunningTablePtr& at) { done(&*at->table, false); },
      [done](const Refusal& refusal) { done(nullptr, refusal.code == Code::unavailable); }, who);
}

void SystemTables::retire(const std::string& id, Seat seat, Leave why, std::function<void(bool)> done) {
  const auto leave = [this, seat, why, done](const RunningTablePtr& at) {
    const auto go = [this, seat, why](const Table& table) -> Prepared<Unit> {
      if (table.over()) return Unit{};
      const std::int64_t now_ms = world_.now_ms();
      if (why == Leave::forfeited) return prepared<Unit>(table.prepare_forfeit(seat, now_ms));
      Command command;
      command.version = table.version(viewer_of(seat));
      command.kind = Command::Kind::resign;
      command.at_ms = now_ms;
      return prepared<Unit>(table.prepare(seat, command));
    };
    const auto tell = [done](const Result<Unit>& left) { done(left || !left.refusal().passes()); };
    runner_.in_turn(at, {go, nothing_to_tell, tell});
  };
  runner_.with(id, TableRunner::From::memory, leave,
               [done](const Refusal& refusal) { done(refusal.code != Code::unavailable); });
}

}  // namespace cairn

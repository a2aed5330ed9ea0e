// Vacations from all games at once: what somebody wants is in the store (store/away.h), and is said at each table by an
// entry of its own, as if he had done it there.
#include "server/tables/club_slot.h"

namespace cairn {

void Club::tick_away() {
  if (looking_away_) return;
  looking_away_ = true;
  store_.end_aways(world_.now_ms(), 100, [this](const Written& ended) {
    if (ended.how == Written::How::failed) world_.log("ending vacations: " + ended.message);
    look_away();
  });
}

void Club::look_away() {
  const int most = 100 + static_cast<int>(untimed_.size());
  store_.due_away(most, [this](const Found<std::vector<AwayDue>>& found) {
    looking_away_ = false;
    if (!found.value) return world_.log("looking for who is on vacation: " + found.error);
    for (const AwayDue& due : *found.value)
      look_at({due.table}, [this, due](const SlotPtr& slot) { say_away(slot, due); });
  });
}

// Where there is nothing to do (the game is over, the year's days are used up, he has done it himself), that is noted
// of the table as it was seen. Where it could not be written the row is still there at the next tick.
void Club::say_away(const SlotPtr& slot, const AwayDue& due) {
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
    store_.end_due_away(due, *seen, [this](const Written& written) {
      if (written.how == Written::How::failed) world_.log("noting a vacation: " + written.message);
    });
  };
  Job job(prepare, stands, done);
  job.away = due;
  in_turn(slot, std::move(job));
}

}  // namespace cairn

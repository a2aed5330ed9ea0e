#include "server/tables/append_of.h"

#include "server/tables/notices.h"

namespace cairn {

bool visible_to_all(const Change& change) {
  bool all = true;
  for (int i = 0; i <= static_cast<int>(Viewer::spectator); ++i)
    if (const auto viewer = static_cast<Viewer>(i); i < change.after.seats() || viewer == Viewer::spectator)
      all = all && sees(change.changed_for, viewer);
  return all;
}

Append append_of(const std::string& id, const Table& before, const Change& change) {
  Append append;
  append.table = id;
  append.number = change.number;
  append.entry = change.entry;
  if (change.entry.kind == Entry::Kind::join) append.occupant = change.occupant;
  append.over = change.over();
  append.bot_due = before.bot_to_act_after(change).has_value() || before.planned_after(change).has_value();
  append.to_act = append.over ? SeatSet{} : change.after.awaited();
  append.rate_due = append.over && before.setup().rated;
  append.rate_later = change.entry.kind == Entry::Kind::forfeit;
  append.visible_to_all = visible_to_all(change);
  append.due_ms = append.over ? 0 : Table::flag_of(change.terms).value_or(0);
  append.remind_ms = append.over ? 0 : next_reminder(change.terms, change.entry.at_ms);
  append.resume_ms = append.over ? 0 : change.terms.resume_ms;
  append.notices = notices_of(id, before, change);
  return append;
}

}  // namespace cairn

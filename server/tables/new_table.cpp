#include "server/tables/new_table.h"

#include "server/base/tokens.h"
#include "server/tables/notices.h"

namespace cairn {

NewTable new_table(const GameInfo& info, TableRow row) {
  auto opened = Table::open(info, row.setup, row.occupants, {});
  if (!opened.table) return {std::move(row), std::nullopt, std::move(opened.error)};
  row.bot_due = opened.table->bot_to_act().has_value();
  row.due_ms = opened.table->flag_ms().value_or(0);
  row.to_act = opened.table->position().to_act();
  row.remind_ms = next_reminder(opened.table->terms(), row.setup.created_ms);
  row.notices = beginning(row.id, *opened.table, row.creator);
  return {std::move(row), std::move(opened.table), {}};
}

NewTable new_table(const GameInfo& info, const PlayTerms& terms, std::vector<Occupant> occupants, std::int64_t now_ms) {
  TableRow row;
  row.id = new_table_id();
  row.setup.game = info.name;
  row.setup.options = terms.options;
  row.setup.seed = new_seed();
  row.setup.clock = terms.clock;
  row.setup.created_ms = now_ms;
  row.setup.rated = terms.rated;
  row.watchable = Watchable::paired;
  row.occupants = std::move(occupants);
  return new_table(info, std::move(row));
}

Message complete_terms(const GameInfo& info, PlayTerms& terms, int& seats) {
  const Made made = info.make({terms.options, std::nullopt});
  if (!made.error.empty()) return made.error;
  seats = made.position.seats();
  terms.game = info.name;
  terms.options = info.complete(terms.options);
  double ahead = 0;
  return terms.rated ? unrated_options(info, terms.options, ahead) : Message();
}

}  // namespace cairn

#include "server/tables/table_listeners.h"

#include <algorithm>

namespace cairn {

namespace {

constexpr int kMostMissed = 200;      // changes that are told again to who comes back
constexpr int kMostRepeated = 5'000;  // entries of a record that is gone through for it

std::vector<std::string> changes_behind(const Table& table, std::optional<Seat> seat, std::int64_t version) {
  std::vector<std::string> out;
  const Viewer viewer = TableView(table, {}, seat).viewer();
  table.retell([&](const Table& then, const Change& change) {
    if (sees(change.changed_for, viewer) && then.version(viewer) > version)
      out.push_back(TableView(then, {}, seat).past_change_text(change));
  });
  return out;
}

}  // namespace

Detached TableListeners::listen(std::string id, std::optional<Person> person, Listener& listener, Done<Unit> done,
                                std::optional<std::int64_t> after, Asker who) {
  const auto found = co_await runner_.find(id, TableRunner::From::store, who);
  if (!found) co_return done(found.refusal());
  const RunningTablePtr& at = *found;
  const auto seat = at->seat_of(person);
  const int number = at->table->number();
  const std::int64_t behind = after ? at->table->version(TableView(*at->table, {}, seat).viewer()) - *after : 0;
  std::vector<std::string> missed;
  if (behind < 1 || behind > kMostMissed || number > kMostRepeated) {
    // The state alone will do.
  } else if (number <= static_cast<int>(kQuickEntries)) {
    missed = changes_behind(*at->table, seat, *after);
  } else {
    const auto retell = [seat, after = *after](const Table* again) {
      return again != nullptr ? changes_behind(*again, seat, after) : std::vector<std::string>();
    };
    missed = co_await callback<std::vector<std::string>>([&](auto resume) {
      if (!runner_.replay(asker_or(who, person ? person->id : 0), *at->table, retell, resume)) resume({});
    });
    if (runner_.in_memory(id) != at || !at->table || at->table->number() != number) {  // it went on, or was forgotten
      listen(std::move(id), std::move(person), listener, std::move(done), after, std::move(who));
      co_return;
    }
  }
  at->subscribers.push_back({&listener, person});
  for (const std::string& text : missed) listener.tell(std::make_shared<const std::string>(text));
  listener.tell(std::make_shared<const std::string>(at->state_message(person, world_.now_ms())));
  if (at->table->setup().clock.lag_ms > 0) listener.measure();
  done(Unit{});
}

void TableListeners::leave(const std::string& id, const Listener& listener) {
  if (const RunningTablePtr at = runner_.in_memory(id))
    std::erase_if(at->subscribers, [&](const Subscriber& one) { return one.listener == &listener; });
}

bool TableListeners::watches(const std::string& id, std::int64_t person) const {
  const RunningTablePtr at = runner_.in_memory(id);
  return at && std::any_of(at->subscribers.begin(), at->subscribers.end(),
                           [&](const Subscriber& one) { return one.person && one.person->id == person; });
}

}  // namespace cairn

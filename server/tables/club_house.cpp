// Tables that the house makes for people, looks at and ends.
#include "server/base/tokens.h"
#include "server/tables/chair_zones.h"
#include "server/tables/club_slot.h"
#include "server/tables/notices.h"
#include "server/tables/rated_game.h"

namespace cairn {

void Club::arrange(const Arranged& wish, std::function<void(bool)> done) {
  const GameInfo* info = game(wish.game);
  TableRow row;
  row.id = wish.id;
  row.setup.game = info == nullptr ? wish.game : std::string(info->name);
  row.setup.options = wish.options;
  row.setup.seed = new_seed();
  row.setup.clock = wish.clock;
  row.setup.created_ms = world_.now_ms();
  row.setup.rated = wish.rated;
  row.setup.tournament = wish.tournament;
  std::vector<Chair> chairs;
  chairs.reserve(wish.people.size());
  for (const Person& person : wish.people) chairs.push_back({SeatKind::guest, person.id, person.name});
  with_zones(
      store_, wish.clock, std::move(chairs),
      [this, wish, row = std::move(row), done = std::move(done)](const Found<std::vector<Chair>>& found) mutable {
        if (!found.value) {
          world_.log("reading time zones: " + found.error);
          return done(false);
        }
        row.chairs = *found.value;
        arrange_with(wish, std::move(row), done);
      });
}

void Club::arrange_with(const Arranged& wish, TableRow row, const std::function<void(bool)>& done) {
  const GameInfo* info = game(wish.game);
  const auto opened = info == nullptr ? Table::Opened{std::nullopt, "the game " + wish.game + " is not known"}
                                      : Table::open(*info, row.setup, row.chairs, {});
  if (!opened.table) {
    if (untimed_.insert(wish.id).second)
      world_.log("a table for the tournament " + wish.tournament + " cannot be made: " + opened.error);
    return done(false);
  }
  row.due_ms = opened.table->flag_ms().value_or(0);
  row.to_act = opened.table->position().to_act();
  row.remind_ms = next_reminder(opened.table->terms(), row.setup.created_ms);
  row.notices = beginning(row.id, *opened.table, 0);
  store_.add_table(row, [this, done](const Written& written) {
    if (written.how == Written::How::failed) world_.log("storing a table: " + written.message);
    done(written.how != Written::How::failed);
  });
}

void Club::look(const std::string& id, std::function<void(const Table*, bool)> done) {
  with(
      id, From::store, [done](const SlotPtr& slot) { done(&*slot->table, false); },
      [done](const Refusal& refusal) { done(nullptr, refusal.code == Code::unavailable); });
}

void Club::retire(const std::string& id, Seat seat, Leave why, std::function<void(bool)> done) {
  const auto leave = [this, seat, why, done](const SlotPtr& slot) {
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
    in_turn(slot, {go, nothing_to_tell, tell});
  };
  with(id, From::memory, leave, [done](const Refusal& refusal) { done(refusal.code != Code::unavailable); });
}

void Club::rate_ruled(const std::string& id, int winner, std::function<void(bool)> done) {
  const auto rate = [this, winner, done](const SlotPtr& slot) {
    if (!slot->table->over()) return done(true);  // its own end will be rated
    RatedGame game = rated_game(slot->row.id, *slot->table);
    game.held = true;
    game.at_ms = world_.now_ms();
    game.one_address = settings_.one_address();
    if (winner < 0) game.people.clear();
    game.ranks.clear();
    for (std::size_t i = 0; i < game.people.size(); ++i) game.ranks.push_back(static_cast<int>(i) == winner ? 1 : 2);
    store_.rate(std::move(game), [this, done](const Written& written) {
      if (written.how == Written::How::failed) world_.log("writing ratings: " + written.message);
      done(written.how != Written::How::failed);
    });
  };
  with(id, From::store, rate, [done](const Refusal& refusal) { done(refusal.code != Code::unavailable); });
}

}  // namespace cairn

#include "server/library/small_boards.h"

#include <utility>

namespace cairn {

namespace {

SmallBoard board_of(const std::string& id, const Table& table, const std::optional<Person>& person) {
  const auto seat = person ? table.seat_of(person->id) : std::nullopt;
  const Viewer viewer = seat ? viewer_of(*seat) : Viewer::spectator;
  return {id, table.version(viewer), table.view(viewer)};
}

}  // namespace

Detached SmallBoards::boards(TableIds tables, std::optional<Person> person, Done<SmallBoardList> done, Asker who) {
  if (const int wait = world_.charge(who, kCostOfBoard * static_cast<double>(tables.size())); wait > 0) {
    done(much_at_once(wait));
    co_return;
  }
  SmallBoardList list;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::string& id = tables[i];
    if (i > 0 && world_.post)
      co_await callback<Unit>([&](auto then) { world_.post([then]() mutable { then(Unit{}); }); });
    auto board = co_await callback<std::optional<SmallBoard>>([&](auto then) {
      table_service_.look(
          id,
          [&id, &person, then](const Table* table, bool) {
            then(table != nullptr ? std::optional(board_of(id, *table, person)) : std::nullopt);
          },
          who);
    });
    if (board) list.boards.push_back(*std::move(board));
  }
  done(std::move(list));
}

}  // namespace cairn

// What the tests of offers and clocks at a table share: commands, and whether a table refolds.
#pragma once

#include "server/play/to_client.h"
#include "server/tests/hidden_row.h"
#include "server/tests/table_checks.h"

namespace cairn::testing {

using CommandKind = Command::Kind;

inline const Seat kFirst = seat_at(0), kSecond = seat_at(1);

inline Command command(const Table& table, Seat seat, CommandKind kind, OfferKind offer = OfferKind::draw,
                       std::int64_t at = kStart) {
  Command made{"", table.version(viewer_of(seat)), kind};
  made.offer = offer;
  made.at_ms = at;
  return made;
}
inline void carry_out(Table& table, Seat seat, CommandKind kind, OfferKind offer = OfferKind::draw,
                      std::int64_t at = kStart) {
  table.commit(accepted(table.prepare(seat, command(table, seat, kind, offer, at))));
}
// The first legal word of whoever is to move.
inline Command first_word(const Table& table, std::int64_t at = kStart) {
  const Seat seat = table.position().to_act().front();
  Command made = play(table, seat, {table.position().legal_words(seat)[0]});
  made.at_ms = at;
  return made;
}
inline void move(Table& table, std::int64_t at = kStart) {
  table.commit(accepted(table.prepare(table.position().to_act().front(), first_word(table, at))));
}
inline void expect_refolds(const Table& table) {
  const auto again = Table::open(table.info(), table.setup(), table.occupants(), table.log());
  ASSERT_TRUE(again.table) << again.error;
  EXPECT_EQ(again.table->position().hash(), table.position().hash());
  EXPECT_EQ(again.table->terms().clock, table.terms().clock);
  EXPECT_EQ(again.table->over(), table.over());
  for (int viewer = 0; viewer <= static_cast<int>(Viewer::spectator); ++viewer) {
    const std::optional<Seat> you = viewer < table.position().seats() ? std::optional(seat_at(viewer)) : std::nullopt;
    EXPECT_EQ(TableView(*again.table, "x", you, kStart).state(), TableView(table, "x", you, kStart).state());
  }
}
// Asks for a rematch, or agrees; `id`: of the table that would begin.
inline Command again(const Table& table, Seat seat, CommandKind kind, const std::string& id) {
  Command made = command(table, seat, kind, OfferKind::rematch);
  made.table = id;
  return made;
}
inline std::int64_t left(const Table& table, Seat seat, std::int64_t now) {
  return table.terms().clock->shown(seat, now).total_ms;
}
// A registered game with so many seats that hides nothing.
inline Table table_for(int seats, std::string_view clock = "none") {
  for (const GameInfo& info : games())
    for (const auto variety : info.variety) {
      const OptionValues options = parse_option_words(variety);
      if (!info.hidden && info.make({options, std::nullopt}).position.seats() == seats)
        return open_table(info, options, {}, clock);
    }
  ADD_FAILURE() << "no game for " << seats;
  return open_table(games().front());
}

}  // namespace cairn::testing

// What the tests of the table share: tables of any registered game, commands, answers.
#pragma once

#include <gtest/gtest.h>

#include "core/rng.h"
#include "notation/words.h"
#include "server/play/table.h"

namespace cairn::testing {

inline constexpr std::int64_t kStart = 1'700'000'000'000;  // when tables begin

inline Table open_table(const GameInfo& info, OptionValues options = {}, std::vector<Occupant> occupants = {},
                        std::string_view clock = "none") {
  const Position start = info.make({options, std::nullopt}).position;
  while (occupants.size() < static_cast<std::size_t>(start.seats()))
    occupants.push_back({SeatKind::guest, static_cast<std::int64_t>(occupants.size() + 1), "guest"});
  TableSetup setup{std::string(info.name), info.complete(options), 1, kRulesVersion};
  setup.clock = *parse_clock_rule(clock).rule;
  setup.created_ms = kStart;
  auto opened = Table::open(info, std::move(setup), occupants, {});
  EXPECT_EQ(opened.error, "");
  return std::move(*opened.table);
}

inline Command play(const Table& table, Seat seat, std::vector<std::string> words, std::string request = "") {
  return {std::move(request), table.version(viewer_of(seat)), Command::Kind::play, std::move(words)};
}

inline Change accepted(const Answer& answer) {
  if (const auto* refusal = std::get_if<Refusal>(&answer)) ADD_FAILURE() << refusal->message;
  return std::get<Change>(answer);
}
inline Refusal refused(const Answer& answer) {
  EXPECT_TRUE(std::holds_alternative<Refusal>(answer));
  return std::holds_alternative<Refusal>(answer) ? std::get<Refusal>(answer) : Refusal{};
}

// Plays a random legal word for a random seat that acts; false when the game is over.
inline bool play_random(Table& table, Rng& rng, int number) {
  const SeatSet acting = table.position().to_act();
  if (acting.empty()) return false;
  Seat seat = acting.front();
  if (acting.size() > 1 && rng.below(2) == 1) do
      seat = seat_at((index(seat) + 1) % table.position().seats());
    while (!acting.contains(seat));
  const auto words = table.position().legal_words(seat);
  if (words.empty()) return false;
  const auto word = words[rng.below(static_cast<std::uint32_t>(words.size()))];
  table.commit(accepted(table.prepare(seat, play(table, seat, {word}, "r" + std::to_string(number)))));
  return true;
}

inline const GameInfo& open_game() {  // any registered two-seat game that hides nothing
  for (const GameInfo& info : games())
    if (!info.hidden && info.make({}).position.seats() == 2) return info;
  ADD_FAILURE() << "no such game is registered";
  return games().front();
}

}  // namespace cairn::testing

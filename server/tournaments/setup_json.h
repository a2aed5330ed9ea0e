// A tournament's setup as JSON: so it is announced, and so the store keeps it. Pure, and what is not understood is
// answered with what would be right.
#pragma once

#include <string_view>
#include <variant>

#include "server/play/fields.h"
#include "server/tournaments/tournament.h"

namespace cairn {

inline constexpr std::size_t kMostTournamentName = 60;              // letters
inline constexpr std::int64_t kMostMoment = 1'000'000'000'000'000;  // milliseconds since 1970
inline constexpr MessageText kTournamentForm(
    "form-of-tournament",
    R"(a tournament is {"name":"...","game":"...","options":{...},"clock":"fischer 5m+3s","rated":false,"kind":"round-robin" or "swiss" or "knockout" or "ladder",...}; docs/protocol.md lists the rest)");

Json tournament_setup_json(const TournamentSetup& setup);
std::variant<TournamentSetup, Fault> read_tournament_setup(const Json& object);  // of it gives the same setup

}  // namespace cairn

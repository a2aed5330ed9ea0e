// What a client may say of tournaments (docs/protocol.md), read from JSON text. As in from_client.h: pure, and what is
// not understood is answered with what would be right.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "server/matchmaking/tournament_desk.h"
#include "server/tournaments/setup_json.h"

namespace cairn {

inline constexpr std::size_t kMostAppeal = 500;  // letters

std::variant<TournamentWish, Fault> read_tournament_wish(std::string_view text);
std::variant<Ruling, Fault> read_ruling(std::string_view text);
std::variant<AppealWish, Fault> read_appeal(std::string_view text);
std::variant<PlayerWish, Fault> read_player_wish(std::string_view text);  // {} or {"name":"Bob"}
std::variant<PlayerWish, Fault> read_rung_wish(std::string_view text);    // {"name":"Bob"}

std::optional<Tournament::State> tournament_state_of(std::string_view word);

}  // namespace cairn

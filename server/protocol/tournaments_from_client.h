// What a client may say of tournaments (docs/protocol.md), read from JSON text. As in from_client.h: pure, and what is
// not understood is answered with what would be right. The same form keeps a tournament's setup in the store.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/play/fields.h"
#include "server/tournaments/tournament.h"

namespace cairn {

inline constexpr std::size_t kMostTournamentName = 60;              // letters
inline constexpr std::int64_t kMostMoment = 1'000'000'000'000'000;  // milliseconds since 1970

struct TournamentWish {
  TournamentSetup setup;  // its options as they were given
  std::string request;    // sent again it gets the same tournament; "": always a new one
};
struct Ruling {
  enum class Kind : std::uint8_t { annul, forfeit };
  Kind kind = Kind::annul;
  int game = 0;
  int winner = -2;  // of a forfeit: 0 first, 1 second, -2 neither
};
struct PlayerWish {
  std::string name;  // "": oneself
};

inline constexpr std::size_t kMostAppeal = 500;  // letters
struct AppealWish {
  int game = 0;
  std::string why;
};

std::variant<TournamentWish, Fault> read_tournament_wish(std::string_view text);
std::variant<Ruling, Fault> read_ruling(std::string_view text);
std::variant<AppealWish, Fault> read_appeal(std::string_view text);
std::variant<PlayerWish, Fault> read_player_wish(std::string_view text);  // {} or {"name":"Bob"}
std::variant<PlayerWish, Fault> read_rung_wish(std::string_view text);    // {"name":"Bob"}

Json tournament_setup_json(const TournamentSetup& setup);
std::variant<TournamentSetup, Fault> read_tournament_setup(const Json& object);  // of it gives the same setup

std::optional<Tournament::State> tournament_state_of(std::string_view word);
std::string_view to_word(Tournament::State state);  // "open", "running", "over", "cancelled"

}  // namespace cairn

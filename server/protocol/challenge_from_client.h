// The closed list of what a client may say of games that he wants with others (docs/protocol.md), read from JSON text.
// As in from_client.h: pure, and what is not understood is answered with what would be right.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/message.h"
#include "server/matchmaking/challenge.h"
#include "server/matchmaking/seeks.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr std::size_t kMostChallenged = 3;       // a game has two to four seats
inline constexpr std::size_t kMostChallengeNote = 200;  // letters
inline constexpr int kMostChallengeMinutes = 14 * 24 * 60;
inline constexpr int kMostOffers = 1'000;

std::variant<ChallengeWish, Fault> read_challenge_wish(std::string_view text);
std::variant<ChallengeWish, Fault> read_counter_wish(std::string_view text);
std::variant<AcceptWish, Fault> read_accept_wish(std::string_view text);
std::variant<DeclineWish, Fault> read_decline_wish(std::string_view text);

std::variant<SeekWish, Fault> read_seek_wish(std::string_view text);

std::string_view to_word(DeclineReason reason);  // "" beyond the last
std::string_view to_word(ChallengeState state);

// "game", "options", "clock" and "rated" of a message; "" or what is wrong.
Message read_play_terms(const Json& object, MessageText form, PlayTerms& out);

}  // namespace cairn

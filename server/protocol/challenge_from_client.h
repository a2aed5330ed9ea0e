// The closed list of what a client may say of games that he wants with others (docs/protocol.md), read from JSON text.
// As in from_client.h: pure, and what is not understood is answered with what would be right.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/play/fields.h"
#include "server/store/challenges.h"

namespace cairn {

inline constexpr std::size_t kMostChallenged = 3;       // a game has two to four seats
inline constexpr std::size_t kMostChallengeNote = 200;  // letters
inline constexpr int kMostChallengeMinutes = 14 * 24 * 60;
inline constexpr int kMostOffers = 1'000;
inline constexpr int kLeastWindow = 25, kMostWindow = 2'000;  // of ratings

struct ChallengeWish {
  enum class Seat : std::uint8_t { random, first, second };
  std::string request;
  std::vector<std::string> people;   // of a new one: whom
  int offer = 0;                     // of a counter-offer: to which it answers
  PlayTerms terms;                   // as they were said: not complete
  Seat seat = Seat::random;          // of who says so, among two
  std::vector<std::string> order{};  // names by seats, "me" among them; empty: as `seat` says
  std::string note{};
  int minutes = 0;  // that it waits; 0: as usual
};
struct AcceptWish {
  int offer = 0;
};
struct SeekWish {
  bool handicap = false;  // stones and komi by the difference of the ratings
  std::string request;
  PlayTerms terms;  // as they were said: not complete
};
struct DeclineWish {
  int offer = 0;
  DeclineReason reason = DeclineReason::other;
};

std::variant<ChallengeWish, Fault> read_challenge_wish(std::string_view text);
std::variant<ChallengeWish, Fault> read_counter_wish(std::string_view text);
std::variant<AcceptWish, Fault> read_accept_wish(std::string_view text);
std::variant<DeclineWish, Fault> read_decline_wish(std::string_view text);

std::variant<SeekWish, Fault> read_seek_wish(std::string_view text);

std::string_view to_word(DeclineReason reason);  // "" beyond the last
std::string_view to_word(ChallengeState state);

// "game", "options", "clock" and "rated" of a message; "" or what is wrong.
std::string read_play_terms(const Json& object, std::string_view form, PlayTerms& out);

// Who may challenge somebody, as his preferences have it under "challenges".
struct ChallengePolicy {
  enum class From : std::uint8_t { everybody, accounts, window, nobody };
  From from = From::everybody;
  int window = 0;  // of ratings, where that is meant
};
std::string challenge_policy_fault(const Json& preferences);          // "" or what is wrong
ChallengePolicy challenge_policy(std::string_view preferences_text);  // the usual one where none is kept

}  // namespace cairn

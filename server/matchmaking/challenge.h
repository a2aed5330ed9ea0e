// What may become of a challenge: pure decisions on a value; who writes it down, and that only one of two comes first,
// is the desk's part (challenges.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/message.h"
#include "server/play/refusal.h"
#include "server/store/challenges.h"

namespace cairn {

inline constexpr std::int64_t kLiveChallengeMs = 10 * kMinuteMs, kLongChallengeMs = 7 * kDayMs;

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
struct DeclineWish {
  int offer = 0;
  DeclineReason reason = DeclineReason::other;
};

bool is_live(const ClockRule& clock);  // who plays by it sits before the board

// The challenge as it is then (unchanged where it was so before), or why not.
using Decided = Result<Challenge>;
Decided accept_challenge(Challenge challenge, std::int64_t person, int offer, std::int64_t now_ms);
Decided decline_challenge(Challenge challenge, std::int64_t person, const DeclineWish& wish, std::int64_t now_ms);
Decided withdraw_challenge(Challenge challenge, std::int64_t person, std::int64_t now_ms);
// Other terms, complete ones, for the same people, who must agree anew.
Decided counter_challenge(Challenge challenge, std::int64_t person, const ChallengeWish& wish, std::int64_t now_ms);
Challenge expired(Challenge challenge, std::int64_t now_ms);

bool agreed(const Challenge& challenge);  // by all

// Who sits where, "" or why that is no order. The first of `people` needs not be `maker`.
Message seat_challenged(const ChallengeWish& wish, std::int64_t maker, std::span<Challenged> people);
// People by seats; `lot` decides what is left to it.
std::vector<std::size_t> dealt_seats(const Challenge& challenge, std::uint64_t lot);
std::int64_t challenge_ends(const ChallengeWish& wish, std::int64_t now_ms);

// Whether somebody lets himself be challenged so, as far as preferences go.
bool lets_challenge(const PartyMember& challenged, const PartyMember& by);

}  // namespace cairn

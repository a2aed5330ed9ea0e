// What a client may say of games that he wants with others (server/protocol/challenge_from_client.h): the first byte
// chooses the message.
#include <string>
#include <variant>

#include "fuzz/message.h"
#include "server/matchmaking/challenge_policy.h"
#include "server/protocol/challenge_from_client.h"

namespace {

using namespace cairn;

using fuzz::good;

void check_wish(const ChallengeWish& wish) {
  fuzz::require(good_request(wish.request), "a request id has 1..64 letters");
  fuzz::require(!wish.terms.game.empty() && wish.terms.game.size() <= 64, "the game is named");
  fuzz::require(wish.note.size() <= 4 * kMostChallengeNote, "a note is bounded");
  fuzz::require(wish.minutes >= 0 && wish.minutes <= kMostChallengeMinutes, "it waits so long and no longer");
  fuzz::require(wish.order.size() <= kMostChallenged + 1, "an order has at most four names");
  fuzz::require(wish.order.empty() || wish.seat == ChallengeWish::Seat::random, "an order or a seat, not both");
  fuzz::require(!wish.terms.rated || wish.terms.clock.kind != ClockRule::Kind::none, "rated games have a clock");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 20'000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  switch (data[0] % 6) {
    case 0:
      if (const auto wish = good(read_challenge_wish(text))) {
        check_wish(*wish);
        fuzz::require(!wish->people.empty() && wish->people.size() <= kMostChallenged, "one to three are challenged");
      }
      break;
    case 1:
      if (const auto wish = good(read_counter_wish(text))) {
        check_wish(*wish);
        fuzz::require(wish->offer >= 1 && wish->offer <= kMostOffers, "an offer has a number");
      }
      break;
    case 2:
      if (const auto wish = good(read_accept_wish(text)))
        fuzz::require(wish->offer >= 1 && wish->offer <= kMostOffers, "an offer has a number");
      break;
    case 3:
      if (const auto wish = good(read_decline_wish(text)))
        fuzz::require(!to_word(wish->reason).empty(), "a reason is of the list");
      break;
    case 4:
      if (const auto seek = good(read_seek_wish(text))) {
        fuzz::require(good_request(seek->request), "a request id has 1..64 letters");
        fuzz::require(!seek->terms.rated || seek->terms.clock.kind != ClockRule::Kind::none, "rated: with a clock");
      }
      break;
    default: {
      const ChallengePolicy policy = challenge_policy(text);
      fuzz::require((policy.from == ChallengePolicy::From::window) == (policy.window >= kLeastWindow),
                    "a window belongs to its word");
    }
  }
  return 0;
}

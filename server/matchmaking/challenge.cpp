#include "server/matchmaking/challenge.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "server/matchmaking/challenge_policy.h"

namespace cairn {

namespace {

Challenged* find(Challenge& challenge, std::int64_t person) {
  for (Challenged& one : challenge.people)
    if (one.person == person) return &one;
  return nullptr;
}

Refusal not_open(const Challenge& challenge) {
  switch (challenge.state) {
    case ChallengeState::made:
      return Refusal{Code::not_open,
                     Message("game-begun-table", "the game has begun: table {table}", {{"table", challenge.table}})};
    case ChallengeState::declined:
      return Refusal{Code::not_open, Message("challenge-declined", "this challenge was declined")};
    case ChallengeState::withdrawn:
      return Refusal{Code::not_open, Message("challenge-withdrawn", "this challenge was withdrawn")};
    default:
      return Refusal{Code::not_open,
                     Message("challenge-waited-too-long", "this challenge has expired; send a new one")};
  }
}

Refusal other_terms(const Challenge& challenge) {
  return Refusal{Code::terms_changed, Message("counteroffer-look-answer-offer",
                                              "there is a counter-offer; check it, then answer with \"offer\":{n}",
                                              {{"n", challenge.offer}})};
}

// Who blocks somebody since does not play with him, and nobody is told who it is.
Refusal not_together() {
  return Refusal{Code::not_challenged, Message("these-people-cannot-play", "these people cannot play together now")};
}

// Open for this person, on these terms.
std::optional<Refusal> cannot_answer(const Challenge& challenge, int offer, std::int64_t now_ms) {
  if (challenge.state != ChallengeState::open) return not_open(challenge);
  if (challenge.expires_ms <= now_ms) return not_open(expired(challenge, now_ms));
  if (challenge.offer != offer) return other_terms(challenge);
  return std::nullopt;
}

}  // namespace

bool is_live(const ClockRule& clock) {
  return clock.kind != ClockRule::Kind::none && clock.kind != ClockRule::Kind::correspondence;
}

bool agreed(const Challenge& challenge) {
  return std::all_of(challenge.people.begin(), challenge.people.end(),
                     [](const Challenged& one) { return one.accepted; });
}

Challenge expired(Challenge challenge, std::int64_t now_ms) {
  challenge.state = ChallengeState::expired;
  challenge.changed_ms = now_ms;
  return challenge;
}

Decided accept_challenge(Challenge challenge, std::int64_t person, int offer, std::int64_t now_ms) {
  Challenged* own = find(challenge, person);
  if (own == nullptr) return Refusal{Code::not_found, Message("no-such-challenge", "this challenge does not exist")};
  if (own->accepted && challenge.offer == offer &&
      (challenge.state == ChallengeState::made || challenge.state == ChallengeState::open))
    return challenge;  // said again
  if (auto fault = cannot_answer(challenge, offer, now_ms)) return *fault;
  if (!challenge.blocks.empty()) return not_together();
  own->accepted = true;
  challenge.changed_ms = now_ms;
  return challenge;
}

Decided decline_challenge(Challenge challenge, std::int64_t person, const DeclineWish& wish, std::int64_t now_ms) {
  const Challenged* own = find(challenge, person);
  if (own == nullptr) return Refusal{Code::not_found, Message("no-such-challenge", "this challenge does not exist")};
  if (challenge.state == ChallengeState::declined && challenge.declined_by == person) return challenge;
  if (auto fault = cannot_answer(challenge, wish.offer, now_ms)) return *fault;
  if (challenge.maker == person)
    return Refusal{Code::not_for_you,
                   Message("these-terms-own-delete", "these terms are your own; withdraw them with DELETE")};
  challenge.state = ChallengeState::declined;
  challenge.declined_by = person;
  challenge.reason = wish.reason;
  challenge.changed_ms = now_ms;
  return challenge;
}

Decided withdraw_challenge(Challenge challenge, std::int64_t person, std::int64_t now_ms) {
  if (find(challenge, person) == nullptr)
    return Refusal{Code::not_found, Message("no-such-challenge", "this challenge does not exist")};
  if (challenge.state == ChallengeState::withdrawn) return challenge;
  if (auto fault = cannot_answer(challenge, challenge.offer, now_ms)) return *fault;
  if (challenge.maker != person)
    return Refusal{Code::not_for_you,
                   Message("these-terms-another-decline", "these terms are your opponent's; you can decline them")};
  challenge.state = ChallengeState::withdrawn;
  challenge.changed_ms = now_ms;
  return challenge;
}

Decided counter_challenge(Challenge challenge, std::int64_t person, const ChallengeWish& wish, std::int64_t now_ms) {
  if (find(challenge, person) == nullptr)
    return Refusal{Code::not_found, Message("no-such-challenge", "this challenge does not exist")};
  if (challenge.maker == person && challenge.offer == wish.offer + 1 && challenge.request == wish.request)
    return challenge;  // sent again
  if (auto fault = cannot_answer(challenge, wish.offer, now_ms)) return *fault;
  if (!challenge.blocks.empty()) return not_together();
  if (wish.terms.rated &&
      !std::all_of(challenge.people.begin(), challenge.people.end(), [](const Challenged& one) { return one.account; }))
    return Refusal{Code::no_account,
                   Message("rated-games-people-account",
                           "rated games need players with accounts; one of these players is a guest")};
  if (auto fault = seat_challenged(wish, person, challenge.people); !fault.empty())
    return Refusal{Code::bad_request, std::move(fault)};
  ++challenge.offer;
  challenge.maker = person;
  challenge.request = wish.request;
  challenge.terms = wish.terms;
  challenge.note = wish.note;
  for (Challenged& one : challenge.people) one.accepted = one.person == person;
  challenge.expires_ms = challenge_ends(wish, now_ms);
  challenge.changed_ms = now_ms;
  return challenge;
}

std::int64_t challenge_ends(const ChallengeWish& wish, std::int64_t now_ms) {
  if (wish.minutes > 0) return now_ms + wish.minutes * kMinuteMs;
  return now_ms + (is_live(wish.terms.clock) ? kLiveChallengeMs : kLongChallengeMs);
}

Message seat_challenged(const ChallengeWish& wish, std::int64_t maker, std::span<Challenged> people) {
  std::vector<int> seats(people.size(), -1);
  if (wish.seat != ChallengeWish::Seat::random) {
    if (people.size() != 2)
      return Message("seat-for-two-with",
                     "\"seat\" is for two players; with more players \"order\" gives them their seats");
    const int own = wish.seat == ChallengeWish::Seat::first ? 0 : 1;
    for (std::size_t i = 0; i < people.size(); ++i) seats[i] = people[i].person == maker ? own : 1 - own;
  }
  if (!wish.order.empty()) {
    const Message right("order-names-everybody-once", "\"order\" must name every player once, yourself as \"me\"");
    if (wish.order.size() != people.size()) return right;
    for (std::size_t seat = 0; seat < wish.order.size(); ++seat) {
      const auto named = std::find_if(people.begin(), people.end(), [&](const Challenged& one) {
        return one.person == maker ? wish.order[seat] == "me" : equal_ignoring_case(one.name, wish.order[seat]);
      });
      if (named == people.end()) return right;
      int& place = seats[static_cast<std::size_t>(named - people.begin())];
      if (place >= 0) return right;
      place = static_cast<int>(seat);
    }
  }
  for (std::size_t i = 0; i < people.size(); ++i) people[i].seat = seats[i];
  return {};
}

std::vector<std::size_t> dealt_seats(const Challenge& challenge, std::uint64_t lot) {
  std::vector<std::size_t> by_seat(challenge.people.size());
  for (std::size_t i = 0; i < by_seat.size(); ++i) {
    const int seat = challenge.people[i].seat;
    if (seat >= 0) {
      by_seat[static_cast<std::size_t>(seat)] = i;
      continue;
    }
    by_seat[i] = i;  // all by lot: shuffled below
  }
  if (challenge.people.front().seat >= 0) return by_seat;
  for (std::size_t left = by_seat.size(); left > 1; --left) {  // 2 to 4: the lot is wide enough
    std::swap(by_seat[left - 1], by_seat[lot % left]);
    lot /= left;
  }
  return by_seat;
}

bool lets_challenge(const PartyMember& challenged, const PartyMember& by) {
  const ChallengePolicy policy = challenge_policy(challenged.preferences);
  switch (policy.from) {
    case ChallengePolicy::From::everybody:
      return true;
    case ChallengePolicy::From::accounts:
      return by.person.account;
    case ChallengePolicy::From::window:
      return by.person.account && std::abs(by.rating.rating - challenged.rating.rating) <= policy.window;
    case ChallengePolicy::From::nobody:
      return false;
  }
  return false;
}

}  // namespace cairn

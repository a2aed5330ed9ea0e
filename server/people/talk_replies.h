// Inside of talk, and of what else people tell everybody: what its parts share.
#pragma once

#include "server/base/days.h"
#include "server/people/talk.h"

namespace cairn {

inline std::optional<Refusal> refuse_player(const Person& person) {
  if (person.role != Role::player) return std::nullopt;
  return Refusal{Code::not_for_you, Message("only-moderators-do", "only moderators can do this")};
}

inline constexpr MessageText kNeedsFactor{
    "moderators-need-second-factor",
    "on this server moderators need two-factor authentication, and cannot use an API token: set it up on your account "
    "page, and sign in there"};

// Reading is for every moderator; what moderators do, for those with a second factor where the host wants that.
inline std::optional<Refusal> refuse_moderating(const Person& person) {
  if (person.needs_factor) return Refusal{Code::not_for_you, kNeedsFactor};
  return refuse_player(person);
}
// Of what its owner may do, and moderators.
inline Refusal not_theirs(const Person& person, Refusal usual) {
  return person.needs_factor ? Refusal{Code::not_for_you, kNeedsFactor} : std::move(usual);
}

// Also of what may not be heard: the answer tells nothing.
inline Refusal no_remark() {
  return {Code::not_found, Message("nothing-stands-hear", "this message does not exist, or you may not read it")};
}

inline Refusal muted(const Mute& mute, std::int64_t now_ms) {
  return {Code::muted,
          Message("moderator-muted-until-utc", "a moderator has muted you until {when} (UTC): {why}",
                  {{"when", minute_text(mute.until_ms)}, {"why", mute.why}}),
          static_cast<int>((mute.until_ms - now_ms + 999) / 1000)};
}

inline std::optional<std::int64_t> person_at(const TalkPlace& place, int seat) {
  if (seat < 0 || seat >= static_cast<int>(place.seats.size())) return std::nullopt;
  const std::int64_t person = place.seats[static_cast<std::size_t>(seat)];
  return person > 0 ? std::optional(person) : std::nullopt;
}

inline Refusal nobody_there() {
  return {Code::not_found, Message("nobody-sits-no-such", "this seat is free, or the table does not exist")};
}

Hearer hearer(const TalkPlace& place, const std::optional<Person>& person);
bool blocked(const Remark& remark, const std::optional<Person>& person);

}  // namespace cairn

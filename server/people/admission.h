// Who may come in for the first time, as the host has set it.
#pragma once

#include <cstdint>

namespace cairn {

enum class Registration : std::uint8_t { open, by_invitation, by_approval, closed };  // new accounts
// An invitation lets in wherever not everybody may come.
constexpr bool counts_invitations(Registration how) {
  return how == Registration::by_invitation || how == Registration::by_approval;
}

// Of accounts: whoever wants one, or moderators need one for what they do.
enum class SecondFactor : std::uint8_t { optional, moderators };

struct Admission {
  Registration registration = Registration::open;
  bool guests = true;      // people may play without an account
  int most_waiting = 200;  // accounts that wait for a moderator
};

}  // namespace cairn

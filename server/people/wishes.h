// What people ask of accounts and talk. A client's words for it are read in protocol/people_from_client.h and
// protocol/talk_from_client.h, with their bounds.
#pragma once

#include <string>

#include "server/store/people.h"
#include "server/store/talk.h"

namespace cairn {

inline constexpr int kUsualTokenDays = 365;

struct SignUp {
  std::string name, password, email;
  bool bot = false;
  bool by_mail = false;      // its password is in small letters, and may be written in any
  std::string language{};    // of the account; "": what the request accepts
  std::string invitation{};  // its token; "": without one
  std::string note{};        // to the moderators, where one of them has to approve it
  bool proven = false;       // the mail that asks came from `email`
};
struct InvitationWish {
  int uses = 1, days = 7;
  std::string note{};  // whom it is for
};
// What a moderator says of an account that waits; why it is approved need not be said.
struct ApproveWish {
  std::string why{};
};
struct AnnouncementWish {
  std::string text;
  int hours = 0;  // 0: until it is ended
};
// `code`, here and below: of a second factor, an app's or for recovery; "": none is given.
struct SignIn {
  std::string name, password;
  std::string code{};
};
struct ChangePassword {
  std::string old, password;
  bool by_mail = false;  // as of SignUp
  std::string code{};
};
// Whose link is to be mailed: one of them is given.
struct LinkWish {
  std::string name, email;
};
struct LinkToken {
  std::string token;
  std::string code{};
};
struct PasswordByLink {
  std::string token, password;
  std::string code{};
};
struct DeleteAccount {
  std::string password;
  std::string code{};
};
struct BeginFactor {
  std::string password;
};
struct FactorCode {
  std::string code;
};
struct NewApiToken {
  std::string name;
  Scopes scopes = 0;
  int days = kUsualTokenDays;
  std::string code{};
};
struct Preferences {
  std::string json;  // an object; as it was kept
};

struct SayWish {
  std::string request, text;
};
struct TableNote {
  std::string text;  // "": none
};
struct ReportWish {
  std::string why;
};
struct MuteWish {
  int minutes = 0;
  std::string why;
};
// What moderators do about an account, and why.
struct ActReason {
  std::string why;
};
struct RenameWish {
  std::string name, why;
};
struct SuspendWish {
  int days = 0;  // 0: until it is lifted
  std::string why;
};
struct RoleWish {
  Role role{};
  std::string why;
};
// Who sits at a table: seats count from 0.
struct SeatAt {
  std::string table;
  int seat = 0;
};
// One entry of a room.
struct RemarkId {
  Room room{};
  int number = 0;
};

}  // namespace cairn

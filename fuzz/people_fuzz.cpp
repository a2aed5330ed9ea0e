// What a client may say of itself (server/protocol/people_from_client.h): the first byte chooses the message.
#include <string>
#include <variant>

#include "fuzz/message.h"
#include "server/protocol/people_from_client.h"

namespace {

using namespace cairn;

using fuzz::good;

void check_edit(const AccountEdit& edit) {
  if (edit.email) fuzz::require(edit.email->size() <= kMostEmail, "an address is bounded");
  if (edit.profile) fuzz::require(edit.profile->size() <= 4 * kMostProfile, "a profile is bounded");
}

void check_preferences(const Preferences& preferences) {
  fuzz::require(preferences.json.size() <= kMostPreferences, "preferences are bounded");
  const auto again = good(read_preferences(preferences.json));
  fuzz::require(again && again->json == preferences.json, "stored preferences are read as they are");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 12'000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  switch (data[0] % 7) {
    case 0:
      if (const auto up = good(read_sign_up(text))) {
        fuzz::require(account_name_fault(up->name).empty(), "an account's name is a good one");
        fuzz::require(has_account_form(latin_form(up->name)), "it looks like an account's name");
        fuzz::require(up->password.size() >= kLeastPassword && up->password.size() <= kMostPassword,
                      "a password is bounded");
        fuzz::require(up->email.size() <= kMostEmail, "an address is bounded");
      }
      break;
    case 1:
      if (const auto in = good(read_sign_in(text)))
        fuzz::require(in->name.size() <= 64 && in->password.size() <= kMostPassword, "a claim is bounded");
      break;
    case 2:
      if (const auto change = good(read_change_password(text)))
        fuzz::require(change->password.size() >= kLeastPassword, "a password is not short");
      break;
    case 3:
      if (const auto gone = good(read_delete_account(text)))
        fuzz::require(!gone->password.empty(), "a deletion needs a password");
      break;
    case 4:
      if (const auto edit = good(read_account_edit(text))) check_edit(*edit);
      break;
    case 5:
      if (const auto preferences = good(read_preferences(text))) check_preferences(*preferences);
      break;
    default:
      if (const auto token = good(read_new_api_token(text))) {
        fuzz::require(token->scopes != 0 && (token->scopes & ~kAllScopes) == 0, "a token has known scopes");
        fuzz::require(token->days >= 1 && token->days <= kMostTokenDays, "a token runs out");
      }
  }
  return 0;
}

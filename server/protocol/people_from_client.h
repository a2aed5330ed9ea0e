// The closed list of what a client may say of itself: names, passwords, tokens (docs/protocol.md), read from JSON text.
// As in from_client.h: pure, and what is not understood is answered with what would be right.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/people/wishes.h"
#include "server/play/fields.h"
#include "server/play/names.h"

namespace cairn {

inline constexpr std::size_t kMostClaimedName = 64;                    // bytes
inline constexpr std::size_t kLeastPassword = 8, kMostPassword = 256;  // bytes
inline constexpr std::size_t kMostLinkToken = 64;                      // bytes
inline constexpr std::size_t kMostEmail = 254, kMostProfile = 2'000;   // bytes, letters
inline constexpr std::size_t kMostPreferences = 8'192;                 // bytes
inline constexpr std::size_t kMostTokenName = 40;                      // letters
inline constexpr std::size_t kMostScopesGiven = 10;
inline constexpr std::size_t kMostFactorCode = 40;  // bytes
inline constexpr int kMostTokenDays = 3'650;
inline constexpr std::size_t kMostShortNote = 200;  // letters

// One line, "note", for moderators or oneself; left as it is where there is none. Nothing, or what is wrong.
Message read_short_note(const Json& object, std::string& out);

std::variant<SignUp, Fault> read_sign_up(std::string_view text);
std::variant<SignIn, Fault> read_sign_in(std::string_view text);
std::variant<ChangePassword, Fault> read_change_password(std::string_view text);
std::variant<LinkWish, Fault> read_link_wish(std::string_view text);
std::variant<LinkToken, Fault> read_link_token(std::string_view text);
std::variant<PasswordByLink, Fault> read_password_by_link(std::string_view text);
std::variant<DeleteAccount, Fault> read_delete_account(std::string_view text);
std::variant<BeginFactor, Fault> read_begin_factor(std::string_view text);
std::variant<FactorCode, Fault> read_factor_code(std::string_view text);
std::variant<AccountEdit, Fault> read_account_edit(std::string_view text);  // all but the preferences
std::variant<Preferences, Fault> read_preferences(std::string_view text);
std::variant<NewApiToken, Fault> read_new_api_token(std::string_view text);

std::optional<Scope> scope_from(std::string_view word);
std::string_view scope_word(Scope scope);

}  // namespace cairn

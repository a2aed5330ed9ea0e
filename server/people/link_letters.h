// The letters about an account: those that hold a link, and those that say what was done. A link leads to a page of the
// client, with its token behind the #: who merely follows it changes nothing, and no server on the way hears the token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/texts/language.h"
#include "server/store/letter.h"
#include "server/store/links.h"

namespace cairn {

inline constexpr std::int64_t kAddressLinkMs = 24LL * 3600 * 1000;
inline constexpr std::int64_t kSessionLinkMs = 15LL * 60 * 1000;
inline constexpr std::int64_t kPasswordLinkMs = 3600LL * 1000;
inline constexpr std::int64_t kGivenLinkMs = 24LL * 3600 * 1000;  // that the host or an admin hands over

std::int64_t life_ms(LinkKind kind);
// `base`: where this server is found, "https://play.example.org".
std::string link_url(const std::string& base, LinkKind kind, const std::string& token);
// To make an account with an invitation.
std::string invitation_url(const std::string& base, const std::string& token);
Letter link_letter(LinkKind kind, std::string_view name, const std::string& base, const std::string& token,
                   Language language);
// To the address before.
Letter moved_letter(std::string_view name, const std::string& base, Language language);
// A moderator decided about an account that waited.
Letter approved_letter(std::string_view name, const std::string& base, Language language);
Letter refused_letter(std::string_view name, const std::string& base, std::string_view why, Language language);
// It was set anew.
Letter password_letter(std::string_view name, const std::string& base, Language language);

// What was done to the second factor of an account; `guessed`: somebody gave wrong codes until they had no more tries.
enum class FactorNews : std::uint8_t { on, off, recovery, guessed };
Letter factor_letter(FactorNews what, std::string_view name, const std::string& base, Language language);
// ... in the language of the account; none where `base` is "", as no mail goes out.
std::optional<Notice> factor_notice(FactorNews what, const Account& account, const std::string& base,
                                    std::int64_t now_ms);

}  // namespace cairn

// Codes of a second factor: TOTP as of RFC 6238, with what authenticator apps expect: HMAC-SHA-1, steps of 30 seconds,
// six digits. Pure but for the random secret.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn {

inline constexpr int kTotpStepSeconds = 30, kTotpDigits = 6;
inline constexpr int kTotpTolerance = 1;  // steps either way: clocks of phones are not quite right

// 160 bits, as RFC 4226 (section 4, R6) asks for; raw bytes. `init_tokens` first.
std::string new_totp_secret();

// The code of a step: HOTP (RFC 4226, section 5.3) with the step as the counter. `digits`: 1 to 8.
std::string totp_code(std::string_view secret, std::int64_t step, int digits = kTotpDigits);
std::int64_t totp_step(std::int64_t now_ms);

// The step whose code was given, of those near `now_ms` that come after `last`: a code counts once, and so does every
// one before it. Blanks in the code do not matter. None: it is wrong, or was used.
std::optional<std::int64_t> match_totp(std::string_view secret, std::string_view code, std::int64_t now_ms,
                                       std::int64_t last);

// RFC 4648, section 6, in capitals and without padding: how people type a secret.
std::string base32_of(std::string_view bytes);
// What an authenticator app reads from a QR code or a link: otpauth://totp/SITE:NAME?secret=...&issuer=SITE
std::string totp_uri(std::string_view site, std::string_view name, std::string_view secret);

// Ten are given at once; each proves the second factor one time, where the phone is lost. 80 bits in four groups of
// four letters: "k7mq-x2ah-...", without i, l, o and u, which look like others.
inline constexpr int kRecoveryCodes = 10;
std::string new_recovery_code();
// As it is hashed: in small letters, without blanks and lines. "": it cannot be one.
std::string plain_recovery_code(std::string_view typed);

}  // namespace cairn

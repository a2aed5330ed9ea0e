#include "server/base/totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>

#include <array>

#include "server/base/tokens.h"

namespace cairn {

namespace {

constexpr std::size_t kSecretBytes = 20, kSha1Bytes = 20;
constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view kRecoveryLetters = "0123456789abcdefghjkmnpqrstvwxyz";  // Crockford's, in small letters
constexpr std::size_t kRecoveryLength = 16, kRecoveryGroup = 4;

std::string hmac_sha1(std::string_view key, std::string_view text) {
  std::string out(kSha1Bytes, '\0');
  unsigned int length = 0;
  HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(text.data()),
       text.size(), reinterpret_cast<unsigned char*>(out.data()), &length);
  return out;
}

std::string without_blanks(std::string_view typed) {
  std::string out;
  for (const char c : typed)
    if (c != ' ' && c != '\t' && c != '-') out += c;
  return out;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (kPlain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

}  // namespace

std::string new_totp_secret() {
  std::string secret(kSecretBytes, '\0');
  randombytes_buf(secret.data(), secret.size());
  return secret;
}

std::string totp_code(std::string_view secret, std::int64_t step, int digits) {
  std::string counter(8, '\0');
  for (std::size_t i = 0; i < counter.size(); ++i)
    counter[i] = static_cast<char>((static_cast<std::uint64_t>(step) >> (56 - 8 * i)) & 0xFF);
  const std::string mac = hmac_sha1(secret, counter);
  const auto byte = [&](std::size_t at) { return std::uint32_t{static_cast<unsigned char>(mac[at])}; };
  const std::size_t at = byte(mac.size() - 1) & 15;
  std::uint32_t number = (byte(at) & 0x7F) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
  std::string code(static_cast<std::size_t>(digits), '0');
  for (auto digit = code.rbegin(); digit != code.rend(); ++digit, number /= 10)
    *digit = static_cast<char>('0' + number % 10);
  return code;
}

std::int64_t totp_step(std::int64_t now_ms) {
  return now_ms / 1'000 / kTotpStepSeconds;
}

std::optional<std::int64_t> match_totp(std::string_view secret, std::string_view code, std::int64_t now_ms,
                                       std::int64_t last) {
  const std::string typed = without_blanks(code);
  const std::int64_t now = totp_step(now_ms);
  std::optional<std::int64_t> found;
  for (std::int64_t step = now - kTotpTolerance; step <= now + kTotpTolerance; ++step)
    if (same_secret(totp_code(secret, step), typed) && step > last) found = step;
  return found;
}

std::string base32_of(std::string_view bytes) {
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (held += 8; held >= 5; held -= 5) out += kBase32[bits >> (held - 5) & 31];
    bits &= (1U << held) - 1;
  }
  if (held > 0) out += kBase32[bits << (5 - held) & 31];
  return out;
}

std::string totp_uri(std::string_view site, std::string_view name, std::string_view secret) {
  const std::string issuer = percent_encoded(site);
  return "otpauth://totp/" + issuer + ":" + percent_encoded(name) + "?secret=" + base32_of(secret) +
         "&issuer=" + issuer + "&algorithm=SHA1&digits=" + std::to_string(kTotpDigits) +
         "&period=" + std::to_string(kTotpStepSeconds);
}

std::string new_recovery_code() {
  std::string code;
  for (std::size_t i = 0; i < kRecoveryLength; ++i) {
    if (i > 0 && i % kRecoveryGroup == 0) code += '-';
    code += kRecoveryLetters[randombytes_uniform(static_cast<std::uint32_t>(kRecoveryLetters.size()))];
  }
  return code;
}

std::string plain_recovery_code(std::string_view typed) {
  std::string code;
  for (char c : without_blanks(typed)) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == 'o') c = '0';
    if (c == 'i' || c == 'l') c = '1';
    if (kRecoveryLetters.find(c) == std::string_view::npos || code.size() == kRecoveryLength) return {};
    code += c;
  }
  return code.size() == kRecoveryLength ? code : std::string();
}

}  // namespace cairn

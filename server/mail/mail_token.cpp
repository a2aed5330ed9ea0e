#include "server/mail/mail_token.h"

#include <cstdint>
#include <optional>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/mail/outgoing.h"

namespace cairn {

namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::string_view kBounce = "bounce+", kStop = "stop+";
constexpr std::size_t kMacBytes = 16;

std::string base32(std::string_view bytes) {
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char byte : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(byte);
    for (held += 8; held >= 5; held -= 5) out += kLetters[(bits >> static_cast<unsigned>(held - 5)) & 31U];
  }
  if (held > 0) out += kLetters[(bits << static_cast<unsigned>(5 - held)) & 31U];
  return out;
}

std::optional<std::string> from_base32(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const auto at = kLetters.find(c);
    if (at == std::string_view::npos) return std::nullopt;
    bits = (bits << 5U) | static_cast<std::uint32_t>(at);
    held += 5;
    if (held < 8) continue;
    held -= 8;
    out += static_cast<char>((bits >> static_cast<unsigned>(held)) & 255U);
  }
  return out;
}

// 128 bits of HMAC-SHA256; what it is for goes into it.
std::string mac(std::string_view key, std::string_view purpose, std::string_view hook) {
  return base32(hmac(key, std::string(purpose) + " " + std::string(hook)).substr(0, kMacBytes));
}

std::string made(std::string_view key, std::string_view purpose, std::string_view hook) {
  return base32(hook) + "." + mac(key, purpose, hook);
}

std::optional<std::string> read(std::string_view key, std::string_view purpose, std::string_view token) {
  const std::string small = lower(token);
  const auto dot = small.find('.');
  if (dot == std::string::npos) return std::nullopt;
  auto hook = from_base32(std::string_view(small).substr(0, dot));
  if (!hook) return std::nullopt;
  return same_secret(small, made(key, purpose, *hook)) ? hook : std::nullopt;
}

std::optional<std::string> behind(std::string_view key, std::string_view mark, std::string_view local_part) {
  if (!equal_ignoring_case(local_part.substr(0, mark.size()), mark)) return std::nullopt;
  return read(key, mark, local_part.substr(mark.size()));
}

}  // namespace

std::string mail_name(std::string_view text) {
  const TokenHash hash = hash_token(text);
  return base32({reinterpret_cast<const char*>(hash.data()), kMacBytes});
}

std::string bounce_local(std::string_view key, std::string_view hook) {
  return std::string(kBounce) + made(key, kBounce, hook);
}

std::string stop_local(std::string_view key, std::string_view hook) {
  return std::string(kStop) + stop_token(key, hook);
}

std::string stop_token(std::string_view key, std::string_view hook) {
  return made(key, kStop, hook);
}

std::optional<std::string> bounce_of(std::string_view key, std::string_view local_part) {
  return behind(key, kBounce, local_part);
}

std::optional<std::string> stop_of(std::string_view key, std::string_view local_part) {
  return behind(key, kStop, local_part);
}

std::optional<std::string> hook_of_stop_token(std::string_view key, std::string_view token) {
  return read(key, kStop, token);
}

}  // namespace cairn

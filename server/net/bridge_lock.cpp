#include "server/net/bridge_lock.h"

#include <openssl/evp.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "server/base/tokens.h"

namespace cairn::net {

namespace {

// Without the letters that look like others.
constexpr std::string_view kCodeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
constexpr int kCodeLength = 12, kTriesAtOnce = 5;
constexpr double kFirstLockPause = 60, kLongestLockPause = 3'600;
constexpr std::size_t kStretched = 32;

std::string plain_code(std::string_view typed) {
  std::string plain;
  for (const char c : typed) {
    if (c == ' ' || c == '-') continue;
    const char large = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    plain += large;
  }
  return plain;
}

}  // namespace

std::string stretch_code(std::string_view typed, std::string_view salt, int rounds) {
  const std::string plain = plain_code(typed);
  std::array<unsigned char, kStretched> out{};
  if (PKCS5_PBKDF2_HMAC(plain.data(), static_cast<int>(plain.size()),
                        reinterpret_cast<const unsigned char*>(salt.data()), static_cast<int>(salt.size()), rounds,
                        EVP_sha256(), static_cast<int>(out.size()), out.data()) != 1)
    return {};
  return {reinterpret_cast<const char*>(out.data()), out.size()};
}

std::string side_proof(std::string_view secret, std::string_view side, const BridgeChallenge& challenge) {
  std::string said = "cairn bridge 2 " + std::string(side) + (challenge.by_key ? " key " : " code ") +
                     std::to_string(challenge.port) + " " + challenge.page + " " + challenge.bridge;
  const auto bytes = [](std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); };
  crypto_auth_hmacsha256_state state;
  std::array<unsigned char, crypto_auth_hmacsha256_BYTES> mac{};
  crypto_auth_hmacsha256_init(&state, bytes(secret), secret.size());
  crypto_auth_hmacsha256_update(&state, bytes(said), said.size());
  crypto_auth_hmacsha256_final(&state, mac.data());
  std::array<char, 2 * crypto_auth_hmacsha256_BYTES + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), mac.data(), mac.size());
  return {hex.data(), hex.size() - 1};
}

BridgeLock::BridgeLock(int which) : which_(which), key_(new_token()) {
  renew_code();
}

void BridgeLock::renew_code() {
  std::string plain(1, static_cast<char>('1' + which_));
  while (plain.size() < kCodeLength)
    plain += kCodeLetters[randombytes_uniform(static_cast<std::uint32_t>(kCodeLetters.size()))];
  code_.clear();
  for (std::size_t at = 0; at < plain.size(); ++at) {
    if (at > 0 && at % 4 == 0) code_ += '-';
    code_ += plain[at];
  }
  salt_ = new_token();
  stretched_ = stretch_code(plain, salt_, kCodeRounds);
  wrong_ = 0;
  pause_ = kFirstLockPause;
  until_ = 0;
}

std::string BridgeLock::proof_of(std::string_view side, const BridgeChallenge& challenge) const {
  return side_proof(challenge.by_key ? key_ : stretched_, side, challenge);
}

std::string BridgeLock::proof(const BridgeChallenge& challenge) const {
  return proof_of("bridge", challenge);
}

BridgeLock::Tried BridgeLock::try_proof(const BridgeChallenge& challenge, std::string_view proof, double now_seconds) {
  if (challenge.by_key) return {same_secret(proof, proof_of("page", challenge)), 0};
  if (stretched_.empty()) return {};
  if (now_seconds < until_) return {false, static_cast<int>(std::ceil(until_ - now_seconds))};
  if (same_secret(proof, proof_of("page", challenge))) {
    wrong_ = 0;
    pause_ = kFirstLockPause;
    return {true, 0};
  }
  if (++wrong_ < kTriesAtOnce) return {};
  wrong_ = 0;
  until_ = now_seconds + pause_;
  pause_ = std::min(2 * pause_, kLongestLockPause);
  return {};
}

}  // namespace cairn::net

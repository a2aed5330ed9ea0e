#include "server/base/tokens.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace cairn {

namespace {

const unsigned char* octets(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

template <std::size_t Bytes>
std::string text_of(const std::array<unsigned char, Bytes>& bytes) {
  std::array<char, sodium_base64_ENCODED_LEN(Bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING)> text{};
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  return text.data();
}

template <std::size_t Bytes>
std::string random_text() {
  std::array<unsigned char, Bytes> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return text_of(bytes);
}

std::string device_proof(std::string_view key, std::int64_t person, std::string_view name) {
  return hmac_hex(key, "device " + std::to_string(person) + ' ' + std::string(name)).substr(0, 32);
}

std::string factor_device_proof(std::string_view key, std::int64_t person, std::int64_t since_ms,
                                std::string_view name) {
  const std::string of = std::to_string(person) + ' ' + std::to_string(since_ms) + ' ';
  return hmac_hex(key, "factor device " + of + std::string(name)).substr(0, 32);
}

// NAME.PROOF, or NAME.PROOF.PROOF of a second factor.
struct DeviceToken {
  std::string_view name, proof, factor_proof;
};
DeviceToken parts_of_device(std::string_view token) {
  const std::size_t end = token.find('.');
  if (end == std::string_view::npos) return {};
  const std::string_view proofs = token.substr(end + 1);
  const std::size_t dot = proofs.find('.');
  if (dot == std::string_view::npos) return {token.substr(0, end), proofs, {}};
  return {token.substr(0, end), proofs.substr(0, dot), proofs.substr(dot + 1)};
}

}  // namespace

bool init_tokens() {
  return sodium_init() >= 0;
}

std::string new_token() {
  return random_text<32>();
}

std::string new_table_id() {
  std::string id;
  do id = random_text<12>();
  while (id.front() == '-');  // a command line would take it for an option
  return id;
}

std::string new_feed_token() {
  return random_text<24>();
}

std::string new_api_token() {
  return "cairn_" + random_text<32>();
}

std::uint64_t new_seed() {
  std::uint64_t seed = 0;
  randombytes_buf(&seed, sizeof seed);
  return seed;
}

TokenHash hash_token(std::string_view token) {
  TokenHash hash{};
  crypto_generichash(hash.data(), hash.size(), octets(token), token.size(), nullptr, 0);
  return hash;
}

std::string hmac(std::string_view key, std::string_view text) {
  std::string out(crypto_auth_hmacsha256_BYTES, '\0');
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, octets(key), key.size());
  crypto_auth_hmacsha256_update(&state, octets(text), text.size());
  crypto_auth_hmacsha256_final(&state, reinterpret_cast<unsigned char*>(out.data()));
  return out;
}

std::string hex_of(std::span<const unsigned char> bytes) {
  std::string out(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), bytes.data(), bytes.size());
  out.pop_back();
  return out;
}

std::string hmac_hex(std::string_view key, std::string_view text) {
  const std::string code = hmac(key, text);
  return hex_of({octets(code), code.size()});
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string new_device_token(std::string_view key, std::int64_t person, std::int64_t factor_since_ms) {
  const std::string name = new_table_id(), token = name + '.' + device_proof(key, person, name);
  return factor_since_ms == 0 ? token : token + '.' + factor_device_proof(key, person, factor_since_ms, name);
}

bool is_device_token(std::string_view key, std::int64_t person, std::string_view token) {
  const DeviceToken parts = parts_of_device(token);
  return same_secret(parts.proof, device_proof(key, person, parts.name));
}

bool is_proven_device(std::string_view key, std::int64_t person, std::int64_t factor_since_ms, std::string_view token) {
  const DeviceToken parts = parts_of_device(token);
  return factor_since_ms != 0 && is_device_token(key, person, token) &&
         same_secret(parts.factor_proof, factor_device_proof(key, person, factor_since_ms, parts.name));
}

std::int64_t address_hash(std::string_view key, std::string_view address) {
  if (address.empty()) return 0;
  std::uint64_t bits = 0;
  for (const char byte : hmac(key, address).substr(0, 8)) bits = bits << 8U | static_cast<unsigned char>(byte);
  return bits == 0 ? 1 : static_cast<std::int64_t>(bits);
}

std::string content_name(std::string_view bytes) {
  const TokenHash hash = hash_token(bytes);
  return hex_of(std::span(hash).first<12>());
}

std::string public_id(const TokenHash& token) {
  std::array<unsigned char, 9> part{};
  std::copy_n(token.begin(), part.size(), part.begin());
  return text_of(part);
}

}  // namespace cairn

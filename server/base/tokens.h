// Random names that cannot be guessed, and what is stored of them. Thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cairn {

using TokenHash = std::array<unsigned char, 32>;  // of a token; the token itself is never stored

bool init_tokens();          // once, before the others; false: this machine has no randomness
std::string new_token();     // of a session: 256 bits, 43 letters of base64url
std::string new_table_id();  // 96 bits, 16 letters of base64url: who knows the link may watch
std::uint64_t new_seed();
std::string new_feed_token();  // 192 bits, 32 letters of base64url: it stands in an address
std::string new_api_token();   // "cairn_" and 256 bits: it is known for what it is where it does not belong
TokenHash hash_token(std::string_view token);
std::string hmac(std::string_view key, std::string_view text);  // HMAC-SHA256, 32 bytes
std::string hex_of(std::span<const unsigned char> bytes);
std::string hmac_hex(std::string_view key, std::string_view text);
// In a time that does not tell where they differ.
bool same_secret(std::string_view a, std::string_view b);
// What a browser that somebody has signed in with is known by afterwards; good for that person alone.
// `factor_since_ms`: it came with a code of the second factor that is on since then, and is proven for as long as that
// one is on; 0: not.
std::string new_device_token(std::string_view key, std::int64_t person, std::int64_t factor_since_ms = 0);
bool is_device_token(std::string_view key, std::int64_t person, std::string_view token);
bool is_proven_device(std::string_view key, std::int64_t person, std::int64_t factor_since_ms, std::string_view token);
// Of an address, 64 bits of its HMAC; 0 of "", and of nothing else.
std::int64_t address_hash(std::string_view key, std::string_view address);
std::string content_name(std::string_view bytes);  // 24 hexadecimal digits that no other content has
std::string public_id(const TokenHash& token);     // names a token in lists; nobody can use it

}  // namespace cairn

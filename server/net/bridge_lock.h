// Who may use the bridge on this machine (docs/protocol.md, "The bridge"): a code that the program prints and a person
// types, with few tries; and a key for pages that have shown it, so that they come back after a loss. Neither goes over
// the line but the key once, to a page that has shown the code: each side proves to the other that it knows the secret.
// Pure but for its randomness; one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::net {

// Where a page looks for the bridge: the policy of the client's pages lets them reach these ports of 127.0.0.1 alone.
inline constexpr int kFirstBridgePort = 21'271, kBridgePorts = 4;

// A proof is the HMAC-SHA-256, in hexadecimal, of "cairn bridge 2 SIDE BY PORT PAGE BRIDGE" with SIDE "page" or
// "bridge", BY "code" or "key", the port of the bridge, and what each side chose for this once. Its key is the key's
// text, or of the code (large letters, without lines) PBKDF2-HMAC-SHA-256 with this salt and so many rounds, 32 bytes.
inline constexpr int kCodeRounds = 200'000;

struct BridgeChallenge {
  bool by_key = false;
  std::uint16_t port = 0;
  std::string page, bridge;  // what each side chose
};

class BridgeLock {
 public:
  // The first letter of the code says at which of the ports the bridge is, '1' being the first.
  explicit BridgeLock(int which);
  // Another code instead; what was tried before is forgotten. The key stays.
  void renew_code();

  const std::string& code() const { return code_; }  // "1K7Q-M3XN-9TWD": 55 random bits
  const std::string& salt() const { return salt_; }
  const std::string& key() const { return key_; }  // 256 random bits

  std::string proof(const BridgeChallenge& challenge) const;  // the bridge's

  struct Tried {
    bool opened = false;
    int wait = 0;  // seconds until a code is looked at again; not 0 where this one was not looked at
  };
  // Whether a page has proven its secret. Five wrong codes, and none counts for a minute, then for two, four, ... at
  // most an hour; keys always count.
  Tried try_proof(const BridgeChallenge& challenge, std::string_view proof, double now_seconds);

 private:
  std::string proof_of(std::string_view side, const BridgeChallenge& challenge) const;

  const int which_;
  std::string code_, salt_, stretched_, key_;
  int wrong_ = 0;
  double pause_ = 0, until_ = 0;
};

// The key of the proofs by a code, `typed` however it is written; "": it cannot be computed.
std::string stretch_code(std::string_view typed, std::string_view salt, int rounds);
std::string side_proof(std::string_view secret, std::string_view side, const BridgeChallenge& challenge);

}  // namespace cairn::net

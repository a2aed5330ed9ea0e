// Web push: what is sent to a browser by way of its maker's service, so that the service can read none of it, and so
// that nobody else sends it. Encryption of RFC 8291 (with RFC 8188), VAPID of RFC 8292. Pure but for randomness;
// thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

inline constexpr std::size_t kMostPushed = 3'993;  // bytes of plain text: 4,096 are what every service takes
inline constexpr std::size_t kPushAuth = 16;       // bytes of a browser's secret

std::string to_base64url(std::string_view bytes);                  // without =
std::optional<std::string> from_base64url(std::string_view text);  // = at its end or not

// A key on the curve P-256, with its private half.
class PushKey {
 public:
  static PushKey make();
  static std::optional<PushKey> from_text(std::string_view text);  // what `text` gave
  std::string text() const;                                        // the private half, 43 letters of base64url
  const std::string& public_point() const { return public_; }      // 65 bytes, as browsers want it

  std::string shared_with(std::string_view public_point) const;  // ECDH: 32 bytes; "": that is no point of the curve
  std::string sign(std::string_view text) const;                 // ES256: 64 bytes

 private:
  struct Pkey;
  std::shared_ptr<const Pkey> key_;
  std::string public_;
};
bool is_push_point(std::string_view bytes);  // a point of the curve, in 65 bytes

// Of a browser, as it gives them to its page: base64url.
struct PushKeys {
  std::string point;  // "p256dh"
  std::string auth;   // "auth"
};
// "" and why in `fault`, where the keys are none. `sender` is used once; `salt`: 16 bytes.
std::string push_encrypted(const PushKeys& keys, const PushKey& sender, std::string_view salt, std::string_view text,
                           std::string& fault);
std::string push_encrypted(const PushKeys& keys, std::string_view text, std::string& fault);  // by a new key and salt

// What stands in the Authorization header of a push. `origin`: of its address, as "https://push.example.net";
// `contact`: "mailto:..." or "https://..." of who runs this server, "" for none.
std::string vapid_header(const PushKey& server, std::string_view origin, std::string_view contact, std::int64_t now_s);

}  // namespace cairn

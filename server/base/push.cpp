#include "server/base/push.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>

#include <array>
#include <vector>

#include "notation/view_json.h"
#include "server/base/tokens.h"

namespace cairn {

namespace {

constexpr std::size_t kScalar = 32, kPoint = 65, kSalt = 16, kTag = 16, kNonce = 12, kCek = 16;
constexpr std::uint32_t kRecord = 4'096;
constexpr std::int64_t kVapidSeconds = 12 * 3'600;  // of 24 that are allowed
constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* it) const {
    Free(it);
  }
};
using Number = std::unique_ptr<BIGNUM, Freed<BN_clear_free>>;
using Group = std::unique_ptr<EC_GROUP, Freed<EC_GROUP_free>>;
using Point = std::unique_ptr<EC_POINT, Freed<EC_POINT_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>>;
using Digest = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>>;
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, Freed<EVP_CIPHER_CTX_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, Freed<OSSL_PARAM_BLD_free>>;
using Params = std::unique_ptr<OSSL_PARAM, Freed<OSSL_PARAM_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Freed<ECDSA_SIG_free>>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

std::string random_bytes(std::size_t count) {
  std::string out(count, '\0');
  randombytes_buf(out.data(), count);
  return out;
}

// HKDF (RFC 5869) where one round is enough.
std::string derived(std::string_view salt, std::string_view secret, std::string info, std::size_t size) {
  return hmac(hmac(salt, secret), info + '\x01').substr(0, size);
}

// A key with its private half, or of its public half alone where `scalar` is null.
KeyPtr key_of(const BIGNUM* scalar, std::string_view point) {
  const Builder builder(OSSL_PARAM_BLD_new());
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  if (!builder || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1 ||
      (scalar != nullptr && OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, scalar) != 1))
    return nullptr;
  const Params params(OSSL_PARAM_BLD_to_param(builder.get()));
  EVP_PKEY* key = nullptr;
  const int kind = scalar != nullptr ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
  if (!params || EVP_PKEY_fromdata(context.get(), &key, kind, params.get()) != 1) return nullptr;
  return KeyPtr(key);
}

std::string public_point_of(const BIGNUM* scalar) {
  const Group group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  const Point point(EC_POINT_new(group.get()));
  std::string out(kPoint, '\0');
  if (!point || BN_is_zero(scalar) || BN_cmp(scalar, EC_GROUP_get0_order(group.get())) >= 0 ||
      EC_POINT_mul(group.get(), point.get(), scalar, nullptr, nullptr, nullptr) != 1 ||
      EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED, bytes_of(out), kPoint, nullptr) !=
          kPoint)
    return {};
  return out;
}

std::string sealed(std::string_view key, std::string_view nonce, std::string_view text) {
  const Cipher cipher(EVP_CIPHER_CTX_new());
  std::string out(text.size() + kTag, '\0');
  int size = 0, rest = 0;
  if (!cipher || EVP_EncryptInit_ex2(cipher.get(), EVP_aes_128_gcm(), bytes_of(key), bytes_of(nonce), nullptr) != 1 ||
      EVP_EncryptUpdate(cipher.get(), bytes_of(out), &size, bytes_of(text), static_cast<int>(text.size())) != 1 ||
      EVP_EncryptFinal_ex(cipher.get(), bytes_of(out) + size, &rest) != 1 ||
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_GET_TAG, static_cast<int>(kTag), out.data() + text.size()) != 1)
    return {};
  return out;
}

}  // namespace

std::string to_base64url(std::string_view bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes_of(bytes), bytes.size(), kVariant);
  text.pop_back();  // the zero at its end
  return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  if (sodium_base642bin(bytes_of(bytes), bytes.size(), text.data(), text.size(), nullptr, &size, &end, kVariant) != 0 ||
      end != text.data() + text.size())
    return std::nullopt;
  bytes.resize(size);
  return bytes;
}

// --- the key

struct PushKey::Pkey {
  Number scalar;
  KeyPtr key;
};

PushKey PushKey::make() {
  while (true)  // once, but for a number that is no key: one in 2^32
    if (auto key = from_text(to_base64url(random_bytes(kScalar)))) return *key;
}

std::optional<PushKey> PushKey::from_text(std::string_view text) {
  const auto bytes = from_base64url(text);
  if (!bytes || bytes->size() != kScalar) return std::nullopt;
  Number scalar(BN_bin2bn(bytes_of(std::string_view(*bytes)), static_cast<int>(kScalar), nullptr));
  PushKey out;
  out.public_ = public_point_of(scalar.get());
  if (out.public_.empty()) return std::nullopt;
  KeyPtr key = key_of(scalar.get(), out.public_);
  if (key == nullptr) return std::nullopt;
  out.key_ = std::make_shared<const Pkey>(Pkey{std::move(scalar), std::move(key)});
  return out;
}

std::string PushKey::text() const {
  std::string bytes(kScalar, '\0');
  BN_bn2binpad(key_->scalar.get(), bytes_of(bytes), static_cast<int>(kScalar));
  return to_base64url(bytes);
}

std::string PushKey::shared_with(std::string_view public_point) const {
  const KeyPtr other = key_of(nullptr, public_point);
  const KeyContext context(EVP_PKEY_CTX_new(key_->key.get(), nullptr));
  std::string out(kScalar, '\0');
  std::size_t size = out.size();
  if (!other || !context || EVP_PKEY_derive_init(context.get()) != 1 ||
      EVP_PKEY_derive_set_peer(context.get(), other.get()) != 1 ||
      EVP_PKEY_derive(context.get(), bytes_of(out), &size) != 1 || size != kScalar)
    return {};
  return out;
}

std::string PushKey::sign(std::string_view text) const {
  const Digest digest(EVP_MD_CTX_new());
  std::array<unsigned char, 80> der{};
  std::size_t size = der.size();
  if (!digest || EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key_->key.get()) != 1 ||
      EVP_DigestSign(digest.get(), der.data(), &size, bytes_of(text), text.size()) != 1)
    return {};
  const unsigned char* at = der.data();
  const Signature signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(size)));
  std::string out(2 * kScalar, '\0');
  if (!signature || BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), bytes_of(out), static_cast<int>(kScalar)) < 0 ||
      BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), bytes_of(out) + kScalar, static_cast<int>(kScalar)) < 0)
    return {};
  return out;
}

bool is_push_point(std::string_view bytes) {
  return bytes.size() == kPoint && bytes.front() == '\x04' && key_of(nullptr, bytes) != nullptr;
}

// --- what is sent

std::string push_encrypted(const PushKeys& keys, const PushKey& sender, std::string_view salt, std::string_view text,
                           std::string& fault) {
  const auto point = from_base64url(keys.point), auth = from_base64url(keys.auth);
  if (!point || !auth || auth->size() != kPushAuth || !is_push_point(*point)) return fault = "its keys are none", "";
  if (text.size() > kMostPushed || salt.size() != kSalt) return fault = "it is too long for a push", "";
  const std::string secret = sender.shared_with(*point);
  using namespace std::string_literals;
  const std::string input = derived(*auth, secret, "WebPush: info\0"s + *point + sender.public_point(), kScalar);
  const std::string key = derived(salt, input, "Content-Encoding: aes128gcm\0"s, kCek),
                    nonce = derived(salt, input, "Content-Encoding: nonce\0"s, kNonce);
  const std::string hidden = sealed(key, nonce, std::string(text) + '\x02');
  if (secret.empty() || hidden.empty()) return fault = "it could not be encrypted", "";
  std::string out(salt);
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>((kRecord >> shift) & 0xff);
  return out + static_cast<char>(kPoint) + sender.public_point() + hidden;
}

std::string push_encrypted(const PushKeys& keys, std::string_view text, std::string& fault) {
  return push_encrypted(keys, PushKey::make(), random_bytes(kSalt), text, fault);
}

std::string vapid_header(const PushKey& server, std::string_view origin, std::string_view contact, std::int64_t now_s) {
  Json claims = {{"aud", origin}, {"exp", now_s + kVapidSeconds}};
  if (!contact.empty()) claims["sub"] = contact;
  const std::string text = to_base64url(R"({"typ":"JWT","alg":"ES256"})") + "." + to_base64url(json_text(claims));
  return "vapid t=" + text + "." + to_base64url(server.sign(text)) + ", k=" + to_base64url(server.public_point());
}

}  // namespace cairn

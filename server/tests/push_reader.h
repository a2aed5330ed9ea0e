// A browser that is pushed to, for tests: reads what web push sends, and judges who signed it. By OpenSSL alone, not by
// the code that it is to judge.
#pragma once

#include <gtest/gtest.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/x509.h>

#include <array>
#include <string>

#include "core/text.h"
#include "notation/view_json.h"
#include "server/base/push.h"

namespace cairn::testing {

struct PushReader {
  PushKey key = PushKey::make();
  std::string auth = std::string("0123456789abcdef");

  Json subscription(const std::string& endpoint) const {
    return {{"endpoint", endpoint},
            {"expirationTime", nullptr},
            {"keys", {{"p256dh", to_base64url(key.public_point())}, {"auth", to_base64url(auth)}}}};
  }

  static std::string mac(const std::string& secret, const std::string& text) {
    std::string out(32, '\0');
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), reinterpret_cast<unsigned char*>(out.data()),
         nullptr);
    return out;
  }

  // The plain text; "" and a failed test where it is none for us.
  std::string read(const std::string& body) const {
    using namespace std::string_literals;
    if (body.size() < 86 + 17) return ADD_FAILURE() << "a push of " << body.size() << " bytes", "";
    EXPECT_EQ(body.substr(16, 5), "\0\0\x10\0\x41"s);
    const std::string salt = body.substr(0, 16), sender = body.substr(21, 65), hidden = body.substr(86);
    const std::string input =
        mac(mac(auth, key.shared_with(sender)), "WebPush: info\0"s + key.public_point() + sender + '\x01');
    const std::string secret = mac(salt, input);
    const std::string content = mac(secret, "Content-Encoding: aes128gcm\0\x01"s),
                      nonce = mac(secret, "Content-Encoding: nonce\0\x01"s);
    std::string out(hidden.size(), '\0'), tag = hidden.substr(hidden.size() - 16);
    const auto bytes = [](const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); };
    int size = 0, rest = 0;
    EVP_CIPHER_CTX* cipher = EVP_CIPHER_CTX_new();
    EVP_DecryptInit_ex2(cipher, EVP_aes_128_gcm(), bytes(content), bytes(nonce), nullptr);
    EVP_DecryptUpdate(cipher, reinterpret_cast<unsigned char*>(out.data()), &size, bytes(hidden),
                      static_cast<int>(hidden.size() - 16));
    EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, 16, tag.data());
    const bool whole = EVP_DecryptFinal_ex(cipher, reinterpret_cast<unsigned char*>(out.data()) + size, &rest) == 1;
    EVP_CIPHER_CTX_free(cipher);
    EXPECT_TRUE(whole) << "it was not for this browser, or changed on its way";
    out.resize(static_cast<std::size_t>(size));
    if (!whole || out.empty() || out.back() != '\x02') return "";
    out.pop_back();
    return out;
  }
};

// Whether a key (65 bytes) has signed a text by ES256.
inline bool has_signed(const std::string& point, const std::string& text, const std::string& signature) {
  const auto bytes = [](const std::string& of) { return reinterpret_cast<const unsigned char*>(of.data()); };
  if (signature.size() != 64) return false;
  const std::string head = {0x30, 0x59, 0x30, 0x13,   0x06, 0x07,   0x2a, '\x86', 0x48, '\xce', 0x3d, 0x02, 0x01,
                            0x06, 0x08, 0x2a, '\x86', 0x48, '\xce', 0x3d, 0x03,   0x01, 0x07,   0x03, 0x42, 0x00};
  const std::string coded = head + point;  // a SubjectPublicKeyInfo
  const unsigned char* at = bytes(coded);
  EVP_PKEY* key = d2i_PUBKEY(nullptr, &at, static_cast<long>(coded.size()));
  ECDSA_SIG* pair = ECDSA_SIG_new();
  ECDSA_SIG_set0(pair, BN_bin2bn(bytes(signature), 32, nullptr), BN_bin2bn(bytes(signature) + 32, 32, nullptr));
  std::array<unsigned char, 80> der{};
  unsigned char* end = der.data();
  const int size = i2d_ECDSA_SIG(pair, &end);
  EVP_MD_CTX* digest = EVP_MD_CTX_new();
  const bool good = key != nullptr && EVP_DigestVerifyInit(digest, nullptr, EVP_sha256(), nullptr, key) == 1 &&
                    EVP_DigestVerify(digest, der.data(), static_cast<std::size_t>(size), bytes(text), text.size()) == 1;
  EVP_MD_CTX_free(digest);
  ECDSA_SIG_free(pair);
  EVP_PKEY_free(key);
  return good;
}

// What an Authorization header claims, when `key` (base64url) signed it; null otherwise.
inline Json vapid_claims(const std::string& header, const std::string& key) {
  const std::string begin = "vapid t=", end = ", k=" + key;
  if (header.substr(0, begin.size()) != begin || header.size() < begin.size() + end.size() ||
      header.substr(header.size() - end.size()) != end)
    return nullptr;
  const std::string token = header.substr(begin.size(), header.size() - begin.size() - end.size());
  const auto parts = split(token, '.');
  if (parts.size() != 3 || from_base64url(parts[0]) != R"({"typ":"JWT","alg":"ES256"})") return nullptr;
  const std::string said = token.substr(0, token.rfind('.'));
  if (!has_signed(from_base64url(key).value_or(""), said, from_base64url(parts[2]).value_or(""))) return nullptr;
  return parse_json(from_base64url(parts[1]).value_or(""));
}

}  // namespace cairn::testing

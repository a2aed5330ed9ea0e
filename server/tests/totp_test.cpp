// Codes of a second factor, against the vectors of their standards.
#include "server/base/totp.h"

#include <gtest/gtest.h>

#include <set>

#include "server/base/tokens.h"

namespace cairn {
namespace {

constexpr std::string_view kRfcSecret = "12345678901234567890";

// RFC 6238, appendix B, those of SHA-1.
TEST(Totp, GivesTheCodesOfRfc6238) {
  const std::pair<std::int64_t, const char*> vectors[] = {{59, "94287082"},
                                                          {1'111'111'109, "07081804"},
                                                          {1'111'111'111, "14050471"},
                                                          {1'234'567'890, "89005924"},
                                                          {2'000'000'000, "69279037"},
                                                          {20'000'000'000, "65353130"}};
  for (const auto& [seconds, code] : vectors) {
    EXPECT_EQ(totp_code(kRfcSecret, totp_step(seconds * 1'000), 8), code) << seconds;
    EXPECT_EQ(totp_code(kRfcSecret, totp_step(seconds * 1'000)), std::string(code).substr(2)) << seconds;
  }
}

// RFC 4226, appendix D.
TEST(Totp, GivesTheCodesOfRfc4226) {
  const char* codes[] = {"755224", "287082", "359152", "969429", "338314",
                         "254676", "287922", "162583", "399871", "520489"};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(totp_code(kRfcSecret, i), codes[i]) << i;
}

TEST(Totp, TakesACodeAStepEarlyOrLateAndNoneTwice) {
  constexpr std::int64_t kStep = 1'000, kMs = kStep * 30'000 + 17'000;
  const auto code = [](std::int64_t step) { return totp_code(kRfcSecret, step); };
  for (const std::int64_t off : {-1, 0, 1}) {
    EXPECT_EQ(match_totp(kRfcSecret, code(kStep + off), kMs, 0), kStep + off) << off;
    EXPECT_FALSE(match_totp(kRfcSecret, code(kStep + off), kMs, kStep + off)) << "again";
  }
  for (const std::int64_t off : {-2, 2}) EXPECT_FALSE(match_totp(kRfcSecret, code(kStep + off), kMs, 0)) << off;
  EXPECT_FALSE(match_totp(kRfcSecret, code(kStep - 1), kMs, kStep)) << "an earlier one than one that was used";
  EXPECT_EQ(match_totp(kRfcSecret, code(kStep + 1), kMs, kStep), kStep + 1);
  const std::string typed = code(kStep).substr(0, 3) + " " + code(kStep).substr(3);
  EXPECT_EQ(match_totp(kRfcSecret, typed, kMs, 0), kStep) << "as apps show it";
  for (const std::string& wrong : {std::string(), code(kStep) + "0", code(kStep).substr(1), std::string("abcdef")})
    EXPECT_FALSE(match_totp(kRfcSecret, wrong, kMs, 0)) << wrong;
}

// RFC 4648, section 10.
TEST(Totp, WritesBase32) {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "MY"},
                                                         {"fo", "MZXQ"},
                                                         {"foo", "MZXW6"},
                                                         {"foob", "MZXW6YQ"},
                                                         {"fooba", "MZXW6YTB"},
                                                         {"foobar", "MZXW6YTBOI"}};
  for (const auto& [bytes, text] : vectors) EXPECT_EQ(base32_of(bytes), text);
  EXPECT_EQ(base32_of(std::string("\xFF\xFF\xFF\xFF\xFF", 5)), "77777777");
}

TEST(Totp, ASecretIsReadByApps) {
  ASSERT_TRUE(init_tokens());
  EXPECT_EQ(totp_uri("Go Club \xC3\x9C", "Ann", kRfcSecret),
            "otpauth://totp/Go%20Club%20%C3%9C:Ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Go%20Club%20%C3%9C"
            "&algorithm=SHA1&digits=6&period=30");
  EXPECT_EQ(new_totp_secret().size(), 20U);
  EXPECT_NE(new_totp_secret(), new_totp_secret());
}

TEST(Totp, RecoveryCodesAreReadHoweverTheyAreWritten) {
  ASSERT_TRUE(init_tokens());
  std::set<std::string> all;
  for (int i = 0; i < 100; ++i) {
    const std::string code = new_recovery_code(), plain = plain_recovery_code(code);
    EXPECT_EQ(code.size(), 19U) << code;
    EXPECT_EQ(plain.size(), 16U) << code;
    EXPECT_EQ(code.find_first_of("ilou"), std::string::npos) << code;
    all.insert(plain);
  }
  EXPECT_EQ(all.size(), 100U);
  EXPECT_EQ(plain_recovery_code("ABCD efgh-0000 1111"), "abcdefgh00001111");
  EXPECT_EQ(plain_recovery_code("abcd-efgh-OOoo-IiLl"), "abcdefgh00001111") << "letters that look like digits";
  for (const char* none : {"", "123456", "abcd-efgh-0000-111", "abcd-efgh-0000-11111", "abcd-efgh-0000-111u"})
    EXPECT_EQ(plain_recovery_code(none), "") << none;
}

}  // namespace
}  // namespace cairn

// Web push without sockets: the example of RFC 8291, and what a browser makes of ours.
#include "server/base/push.h"

#include "server/tests/push_reader.h"

namespace cairn::testing {
namespace {

// RFC 8291, Appendix A.
TEST(Push, TheExampleOfTheStandard) {
  const auto sender = PushKey::from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
  ASSERT_TRUE(sender);
  EXPECT_EQ(to_base64url(sender->public_point()),
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
  EXPECT_EQ(sender->text(), "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
  const PushKeys keys = {"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                         "BTBZMqHH6r4Tts7J_aSIgg"};
  std::string fault;
  const std::string body = push_encrypted(keys, *sender, from_base64url("DGv6ra1nlYgDCS1FRnbzlw").value(),
                                          "When I grow up, I want to be a watermelon", fault);
  EXPECT_EQ(fault, "");
  EXPECT_EQ(to_base64url(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
            "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
}

TEST(Push, ABrowserReadsItAndNobodyElse) {
  const PushReader browser, other;
  const PushKeys keys = {to_base64url(browser.key.public_point()), to_base64url(browser.auth)};
  std::string fault;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{700}, kMostPushed}) {
    const std::string text(size, 'x'), body = push_encrypted(keys, text, fault);
    EXPECT_EQ(fault, "");
    EXPECT_EQ(body.size(), 86 + size + 17);
    EXPECT_LE(body.size(), 4'096U);
    EXPECT_EQ(browser.read(body), text);
    EXPECT_NE(push_encrypted(keys, text, fault), body) << "each has a key and a salt of its own";
  }
  EXPECT_EQ(push_encrypted(keys, std::string(kMostPushed + 1, 'x'), fault), "");
  EXPECT_EQ(fault, "it is too long for a push");
  EXPECT_EQ(push_encrypted({keys.point, "AAAA"}, "x", fault), "");
  EXPECT_EQ(fault, "its keys are none");
}

TEST(Push, KeysThatAreNone) {
  const std::string good = PushKey::make().public_point();
  EXPECT_TRUE(is_push_point(good));
  std::string off = good;
  off.back() = static_cast<char>(off.back() ^ 1);
  EXPECT_FALSE(is_push_point(off)) << "not on the curve";
  EXPECT_FALSE(is_push_point(good.substr(1)));
  EXPECT_FALSE(is_push_point(""));
  EXPECT_FALSE(is_push_point(std::string(65, '\0')));
  EXPECT_FALSE(is_push_point("\x02" + good.substr(1, 32))) << "browsers give both halves";
  EXPECT_FALSE(PushKey::from_text(""));
  EXPECT_FALSE(PushKey::from_text("!"));
  EXPECT_FALSE(PushKey::from_text(to_base64url(std::string(32, '\0')))) << "zero is no key";
  EXPECT_FALSE(PushKey::from_text(to_base64url(std::string(32, '\xff')))) << "beyond the order";
  EXPECT_FALSE(PushKey::from_text(to_base64url(std::string(31, '\1'))));
  EXPECT_NE(PushKey::make().text(), PushKey::make().text());
  EXPECT_EQ(from_base64url("AQI="), "\x01\x02");
  EXPECT_FALSE(from_base64url("A+/B"));
  EXPECT_FALSE(from_base64url("AQ I"));
}

TEST(Push, WhoSentItIsSigned) {
  const PushKey server = PushKey::make();
  const std::string header = vapid_header(server, "https://push.example.net", "mailto:host@example.org", 1'000);
  const Json claims = vapid_claims(header, to_base64url(server.public_point()));
  EXPECT_EQ(claims.dump(), R"({"aud":"https://push.example.net","exp":44200,"sub":"mailto:host@example.org"})");
  EXPECT_TRUE(vapid_claims(header, to_base64url(PushKey::make().public_point())).is_null());
  std::string changed = header;
  changed[80] = changed[80] == 'A' ? 'B' : 'A';
  EXPECT_TRUE(vapid_claims(changed, to_base64url(server.public_point())).is_null());
  const std::string without = vapid_header(server, "https://push.example.net", "", 1'000);
  EXPECT_FALSE(vapid_claims(without, to_base64url(server.public_point())).contains("sub"));
}

}  // namespace
}  // namespace cairn::testing

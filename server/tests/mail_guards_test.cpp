// Play by mail against people who mean no good: guesses, forged addresses, floods.
#include "server/tests/mail_desk_checks.h"

namespace cairn {
namespace {

bool tells(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct MailGuards : MailDeskTest {
  // Without a minute between it and the one before.
  MailVerdict at_once(const Mail& mail) {
    std::optional<MailOutcome> out;
    desk->receive({mail.from, mail.to + "@play.example.net"}, std::make_shared<const std::string>(bytes(mail, ++mails)),
                  [&](MailOutcome outcome) { out = std::move(outcome); });
    run_until([&] { return out.has_value(); });
    return out->verdict;
  }
};

TEST_F(MailGuards, GuessingAPasswordByMailIsSlow) {
  join("anna");
  std::string guesses;
  for (int i = 0; i < 10; ++i) guesses += "margo set anna guess-number-" + std::to_string(i) + " large\n";
  const auto tried = mail({"eve@example.com", "multiple", guesses + "margo set anna secret-of-anna large", false});
  ASSERT_EQ(tried.size(), 1U) << "what is right by then is not told, either";
  EXPECT_EQ(tried.front().letter.subject, "Cairn help");
  EXPECT_FALSE(tells(tried.front().letter.text, "large for you"));
  now_ms += 3'600'000;
  EXPECT_TRUE(
      tells(answer({"eve@example.com", "margo set anna secret-of-anna large", "", false}).text, "large for you"));
}

TEST_F(MailGuards, AnAddressOfASeatIsGoodForThatSeatAlone) {
  join("anna");
  join("bob");
  const auto begun = mail(of("anna", "margo challenge -size=4 anna bob"));
  std::string own, his;
  for (const Sent& one : begun)
    if (!one.letter.reply.empty()) (one.to == "anna@example.org" ? own : his) = one.letter.reply;
  ASSERT_NE(own, "");
  ASSERT_NE(his, "");
  mail(of("anna", "margo challenge -size=4 anna bob"));  // board 102
  const std::string token = own.substr(own.rfind('.') + 1);
  EXPECT_EQ(token.size(), 32U) << "128 bits";
  std::vector<std::string> forged = {his.substr(0, his.rfind('.') + 1) + token};
  forged.push_back(own);
  forged.back().replace(own.find("101"), 3, "102");
  forged.push_back(own);
  forged.back().back() = own.back() == '0' ? '1' : '0';
  forged.push_back(own);
  forged.back().replace(own.find("margo"), 5, "spargo");
  int from = 0;
  for (const std::string& to : forged) {
    const Letter said = answer({"eve" + std::to_string(++from) + "@example.com", "Re:", "a1", true, to});
    EXPECT_EQ(said.subject, "Cairn help") << to;
    EXPECT_FALSE(tells(said.text, "board 10")) << to;
  }
  EXPECT_FALSE(tells(answer(of("zoe", "margo show 101")).text, "1.A1"));
  EXPECT_FALSE(tells(answer(of("zoe", "margo show 102")).text, "1.A1"));
  EXPECT_EQ(mail({"anna@example.org", "Re:", "a1", false, own}).size(), 2U) << "the right one plays";
}

TEST_F(MailGuards, NobodyIsSentMoreThanSixtyAnswersAnHour) {
  for (int i = 0; i < 70; ++i) EXPECT_EQ(at_once(of("eve", "list")), MailVerdict::taken);
  EXPECT_EQ(sent().size(), 60U);
  EXPECT_EQ(at_once(of("zoe", "list")), MailVerdict::taken);
  EXPECT_EQ(sent().size(), 1U) << "another is answered";
}

TEST_F(MailGuards, WhoProvesNothingBeginsTenGamesADay) {
  join("anna");
  join("bob");
  std::string lines;
  for (int i = 0; i < 12; ++i) lines += "spargo challenge anna bob\n";
  mail({"eve@example.com", "multiple", lines, true});
  EXPECT_TRUE(tells(answer(of("zoe", "spargo show 110")).text, "anna (white) v bob (black)"));
  EXPECT_EQ(answer(of("zoe", "spargo show 111")).subject, "Spargo error");
}

TEST(MailProof, AnotherServersNameIsNotOursWhateverItHidesInComments) {
  const auto proven = [](const std::string& results) { return proves(results, "mx.example.net", "people.example"); };
  EXPECT_TRUE(proven("mx.example.net; dkim=pass (2048 bits) header.d=people.example"));
  EXPECT_TRUE(proven(" (ours) mx.example.net (still) 1; spf = pass(yes) smtp.mailfrom=(a)ann@people.example"));
  EXPECT_FALSE(proven("mx.exam(y)ple.net; dkim=pass header.d=people.example"));
  EXPECT_FALSE(proven("mx(.)example.net; dkim=pass header.d=people.example"));
  EXPECT_FALSE(proven("mx.example.net; dkim=pa(x)ss header.d=people.example"));
  EXPECT_FALSE(proven("mx.example.net; dkim=fail (dkim=pass header.d=people.example) header.d=people.example"));
  EXPECT_FALSE(proven("mx.example.net; dkim=pass header.d=peo(x)ple.example"));
}

}  // namespace
}  // namespace cairn

// Play by mail against people who mean no good: guesses, forged addresses, floods.
#include <algorithm>

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
  const Mail tried = {"eve@example.com", "multiple", guesses + "margo set anna secret-of-anna large", false};
  EXPECT_EQ(at_once(tried), MailVerdict::later) << "what is right by then is not told, either";
  EXPECT_TRUE(sent().empty());
  EXPECT_TRUE(
      tells(answer({"anna@example.net", "margo set anna secret-of-anna small", "", false}).text, "small for you"))
      << "another's guesses do not keep her out";
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
  now_ms += 5 * 60'000;
  EXPECT_EQ(sent().size(), 5U) << "the others come one a minute";
  now_ms += 5 * 60'000;
  EXPECT_EQ(sent().size(), 5U) << "and none is left out";
  EXPECT_TRUE(sent().empty());
}

// Thirty games by mail: every move of an hour is played, whatever answers it has.
TEST_F(MailGuards, EveryMoveIsPlayedHoweverManyMailsCome) {
  join("anna");
  join("bob");
  mail(of("anna", "go challenge -size=19 anna bob"));
  now_ms += 3'600'000;
  std::map<MailVerdict, int> verdicts;
  const std::string columns = "ABCDEFGHJKLMNOPQRST";
  for (int i = 0; i < 240; ++i) {
    const std::string point = columns[static_cast<std::size_t>(i % 19)] + std::to_string(1 + i / 19);
    const char* const who = i % 2 == 0 ? "anna" : "bob";
    const Mail move = of(who, std::string("go move 101 ") + who + " " + point);
    ++verdicts[at_once(move)];
  }
  EXPECT_EQ(verdicts[MailVerdict::taken], 240);
  std::optional<StoredTable> table;
  store.board_numbered("go", 101, [&](const Found<std::string>& id) {
    store.load(*id.value, 0, [&](const Found<StoredTable>& found) { table = *found.value; });
  });
  run_until([&] { return table.has_value(); });
  EXPECT_EQ(std::count_if(table->log.begin(), table->log.end(),
                          [](const Entry& entry) { return entry.kind == Entry::Kind::play; }),
            240);

  // Beyond what can be answered within two hours mails come again, and do nothing until then.
  int later = 0;
  for (int i = 0; i < 400; ++i) later += at_once(of("anna", "list")) == MailVerdict::later ? 1 : 0;
  EXPECT_GT(later, 100);
  now_ms += 3 * 3'600'000;
  EXPECT_EQ(at_once(of("anna", "list")), MailVerdict::taken);
}

TEST_F(MailGuards, TheSameWordsInAnotherMailAreAnotherMail) {
  join("anna");
  const auto plain = [&](const std::string& header) {
    std::optional<MailOutcome> out;
    const std::string whole = "Authentication-Results: mx.example.net; dkim=pass header.d=example.org\r\n" + header +
                              "From: anna@example.org\r\nSubject: list go\r\n\r\n";
    desk->receive({"anna@example.org", "games@play.example.net"}, std::make_shared<const std::string>(whole),
                  [&](MailOutcome outcome) { out = std::move(outcome); });
    run_until([&] { return out.has_value(); });
    return *out;
  };
  const auto answers = [&](const std::string& header) {
    EXPECT_EQ(plain(header).verdict, MailVerdict::taken) << header;
    return sent().size();
  };
  const std::string early = "Date: Sun, 22 Nov 2026 10:00:00 +0000\r\n",
                    late = "Date: Sun, 22 Nov 2026 10:00:01 +0000\r\n";
  EXPECT_EQ(answers(early), 1U);
  EXPECT_EQ(answers(early), 0U) << "it came again";
  EXPECT_EQ(answers("Delivered-To: games\r\nReceived: from elsewhere by there; Sun, 22 Nov 2026\r\n" + early), 0U)
      << "what it gathers on its way makes it no other";
  EXPECT_EQ(answers(late), 1U);
  EXPECT_EQ(answers("In-Reply-To: <x@example.org>\r\n" + late), 1U);
  EXPECT_EQ(answers("Message-ID: <a@example.org>\r\n" + late), 1U);
  EXPECT_EQ(answers(""), 1U);
  const MailOutcome twice = plain("");
  EXPECT_EQ(twice.verdict, MailVerdict::refused) << "it may be another one, and cannot be told from the first";
  EXPECT_TRUE(tells(twice.message, "with a Date or a Message-ID")) << twice.message;
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

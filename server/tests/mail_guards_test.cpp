// Play by mail against people who mean no good: guesses, forged addresses, floods.
#include <algorithm>

#include "notation/thread_work.h"
#include "server/base/totp.h"
#include "server/tests/mail_commands_checks.h"

namespace cairn {
namespace {

bool tells(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct MailGuards : MailCommandsTest {
  // Without a minute between it and the one before.
  MailVerdict at_once(const Mail& mail) {
    std::optional<MailOutcome> out;
    desk->receive({mail.from, mail.to + "@play.example.net"}, std::make_shared<const std::string>(bytes(mail, ++mails)),
                  [&](MailOutcome outcome) { out = std::move(outcome); });
    run_until([&] { return out.has_value(); });
    return out->verdict;
  }
  MailOutcome raw(const std::string& to, const std::string& header, const std::string& body,
                  const std::string& from = "anna@example.org") {
    std::optional<MailOutcome> out;
    desk->receive({from, to + "@play.example.net"}, std::make_shared<const std::string>(header + "\r\n" + body),
                  [&](MailOutcome outcome) { out = std::move(outcome); });
    run_until([&] { return out.has_value(); });
    return *out;
  }
  // Without Date and Message-ID.
  MailOutcome undated(const std::string& to, const std::string& name, const std::string& subject,
                      const std::string& body, const std::string& received = "") {
    now_ms += 60'000;
    return raw(to,
               received + "Authentication-Results: mx.example.net; dkim=pass header.d=example.org\r\nFrom: " + name +
                   "@example.org\r\nSubject: " + subject + "\r\n",
               body);
  }
  int plays(int board) {
    std::optional<StoredTable> table;
    store.mail.board_numbered("go", board, [&](const Found<std::string>& id) {
      store.tables.load(*id.value, 0, [&](const Found<StoredTable>& found) { table = *found.value; });
    });
    run_until([&] { return table.has_value(); });
    return static_cast<int>(std::count_if(table->log.begin(), table->log.end(),
                                          [](const Entry& entry) { return entry.kind == Entry::Kind::play; }));
  }
  Account account_named(const std::string& name) {
    std::optional<Account> out;
    store.people.account_named(name, [&](const Found<Account>& found) { out = found.value.value_or(Account()); });
    run_until([&] { return out.has_value(); });
    return *out;
  }
  // Begins a game of Go, its boards numbered from 101: where each player answers.
  std::map<std::string, std::string> begin_go(const std::string& options) {
    std::map<std::string, std::string> out;
    for (const Sent& one : mail(of("anna", "go challenge " + options + " anna bob")))
      if (!one.letter.reply.empty()) out[one.to.substr(0, one.to.find('@'))] = one.letter.reply;
    return out;
  }
};

// By mail as by the page: where not everybody may make an account.
TEST_F(MailGuards, SigningUpFollowsTheSetting) {
  const Mail sign_up = of("anna", "signup anna secret-of-anna");
  const auto told = [&] { return answer(sign_up).text; };
  admission.registration = Registration::closed;
  EXPECT_TRUE(tells(told(), "this server does not create new accounts"));
  admission.registration = Registration::by_invitation;
  EXPECT_TRUE(tells(told(), "by invitation only"));
  admission.registration = Registration::by_approval;
  EXPECT_TRUE(tells(told(), "a moderator of this server has to approve your account"));
  EXPECT_TRUE(tells(told(), "waits for a moderator")) << "again";
  std::optional<std::int64_t> waiting;
  store.registrations.waiting(1, [&](const auto& found) { waiting = found.value->at(0).id; });
  run_until([&] { return waiting.has_value(); });
  bool decided = false;
  store.registrations.approve({kHost, 0, ""}, *waiting, {}, [&](const Written& written) {
    EXPECT_EQ(written.how, Written::How::durable);
    decided = true;
  });
  run_until([&] { return decided; });
  EXPECT_EQ(account_named("anna").proven, "anna@example.org") << "the mail that asked came from there";
  EXPECT_TRUE(tells(told(), "Welcome, anna")) << "it is hers, and she has its password";
}

TEST_F(MailGuards, AnAddressThatNoMailCameFromIsNotProvenByApproval) {
  admission.registration = Registration::by_approval;
  const auto asked = [&](const Mail& mail) { return answer(mail).text; };
  EXPECT_TRUE(tells(asked({"bob@example.org", "signup bob secret-of-bob", "", false}), "has to approve"));
  EXPECT_TRUE(tells(asked(of("cid", "signup cid secret-of-cid dora@example.org")), "has to approve"));
  std::optional<std::vector<WaitingAccount>> waiting;
  store.registrations.waiting(9, [&](const auto& found) { waiting = *found.value; });
  run_until([&] { return waiting.has_value(); });
  ASSERT_EQ(waiting->size(), 2U);
  int decided = 0;
  for (const WaitingAccount& one : *waiting)
    store.registrations.approve({kHost, 0, ""}, one.id, {}, [&](const Written& written) {
      EXPECT_EQ(written.how, Written::How::durable);
      ++decided;
    });
  run_until([&] { return decided == 2; });
  EXPECT_EQ(account_named("bob").email, "bob@example.org");
  EXPECT_EQ(account_named("bob").proven, "") << "anybody may have written it";
  EXPECT_EQ(account_named("cid").email, "dora@example.org");
  EXPECT_EQ(account_named("cid").proven, "") << "it is somebody else's";
}

// A password can be stolen; that a mail comes from a confirmed address is proven in another way.
TEST_F(MailGuards, APasswordAloneIsNotEnoughForAnAccountWithTwoFactors) {
  join("anna");
  std::optional<Account> anna;
  store.people.account_named("anna", [&](const Found<Account>& found) { anna = *found.value; });
  run_until([&] { return anna.has_value(); });
  const std::string secret = new_totp_secret();
  int written = 0;
  const auto count = [&](const Written& how) { written += how.how == Written::How::durable ? 1 : 0; };
  store.second_factors.begin(anna->person.id, secret, now_ms, count);
  const FactorProof proof = {totp_code(secret, totp_step(now_ms)), now_ms};
  store.second_factors.confirm(anna->person.id, proof, {}, TokenHash{}, {}, count);
  run_until([&] { return written == 2; });

  const auto by_password = [&](const std::string& command) {
    return answer({"anna@example.net", command, "", false}).text;
  };
  EXPECT_TRUE(tells(by_password("margo set anna secret-of-anna large"), "two-factor authentication"));
  EXPECT_TRUE(tells(by_password("vacation anna secret-of-anna 3"), "two-factor authentication"));
  for (const std::string& said :
       {by_password("delete anna secret-of-anna"), answer(of("anna", "delete anna secret-of-anna")).text,
        answer(of("anna", "delete anna")).text})
    EXPECT_TRUE(tells(said, "delete it, on the site only")) << said;
  EXPECT_TRUE(tells(answer(of("anna", "vacation anna 3")).text, "Your clocks are stopped for 3 days"))
      << "from her address, without the password";
  EXPECT_TRUE(tells(answer(of("anna", "change address anna other@example.org")).text, "on the site only"));
  bool there = false;
  store.people.account_named("anna", [&](const Found<Account>& found) {
    EXPECT_EQ(found.value->proven, "anna@example.org");
    there = true;
  });
  run_until([&] { return there; });
}

TEST_F(MailCommandsTest, ALongMailIsReadBesideTheLoop) {
  join("anna");
  thread_work = {};
  EXPECT_EQ(receive(of("anna", "help", std::string(100'000, 'x'))).verdict, MailVerdict::taken);
  EXPECT_LT(thread_work.bytes, 60'000U);
}

TEST_F(MailGuards, GuessingAPasswordByMailIsSlow) {
  join("anna");
  std::string guesses;
  for (int i = 0; i < 10; ++i) guesses += "margo set anna guess-number-" + std::to_string(i) + " large\n";
  const Mail tried = {"eve@example.com", "multiple", guesses + "margo set anna secret-of-anna large", false};
  EXPECT_EQ(at_once(tried), MailVerdict::later) << "what is right by then is not told, either";
  EXPECT_TRUE(sent().empty());
  EXPECT_TRUE(tells(answer({"anna@example.net", "margo set anna secret-of-anna small", "", false}).text,
                    "mails are small from now on"))
      << "another's guesses do not keep her out";
  now_ms += 3'600'000;
  EXPECT_TRUE(tells(answer({"eve@example.com", "margo set anna secret-of-anna large", "", false}).text,
                    "mails are large from now on"));
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
  EXPECT_EQ(plays(101), 240);

  // Beyond what can be answered within four hours mails come again, and do nothing until then.
  int later = 0;
  for (int i = 0; i < 400; ++i) later += at_once(of("anna", "list")) == MailVerdict::later ? 1 : 0;
  EXPECT_GT(later, 100);
  now_ms += 3 * 3'600'000;
  EXPECT_EQ(at_once(of("anna", "list")), MailVerdict::taken);
}

// Anybody may write "list" in somebody's name: his own moves are played all the same.
TEST_F(MailGuards, MailsInSomebodysNameDoNotHoldUpHisMoves) {
  join("anna");
  join("bob");
  auto seats = begin_go("-size=9");
  Mail forged = of("anna", "list");
  forged.proven = false;
  std::map<MailVerdict, int> verdicts;
  for (int i = 0; i < 300; ++i) ++verdicts[at_once(forged)];
  EXPECT_GT(verdicts[MailVerdict::later], 100);
  Mail move = of("anna", "Re: board", "c3");
  move.proven = false;
  move.to = seats["anna"];
  EXPECT_EQ(at_once(move), MailVerdict::taken);
  EXPECT_EQ(at_once(of("bob", "go move 101 bob d3")), MailVerdict::taken);
  EXPECT_EQ(at_once(of("anna", "go move 101 anna e3")), MailVerdict::taken);
  EXPECT_EQ(plays(101), 3);
}

// An answer has bounds, and says what it leaves out; what does more than look is done.
TEST_F(MailGuards, ALongAnswerSaysWhatItLeavesOut) {
  join("anna");
  join("bob");
  mail(of("anna", "go challenge -size=19 anna bob"));
  std::string many;
  for (int i = 0; i < 25; ++i) many += " 101";
  const Letter boards = answer(of("anna", "go show" + many));
  EXPECT_TRUE(tells(boards.text, "The other boards were left out because the answer is long."));
  EXPECT_FALSE(tells(answer(of("anna", "go show 101 101")).text, "left out"));
  std::string lines;
  for (int i = 0; i < 99; ++i) lines += "go show" + many + "\n";
  const auto all_sent = mail(of("anna", "multiple", lines + "go move 101 anna secret-of-anna c3"));
  const Sent* all = to(all_sent, "anna");
  ASSERT_NE(all, nullptr);
  EXPECT_LT(all->letter.text.size(), 100'000U);
  EXPECT_TRUE(tells(all->letter.text, "This was left out because the answer is long"));
  EXPECT_EQ(plays(101), 1);
}

TEST_F(MailGuards, TheSameWordsInAnotherMailAreAnotherMail) {
  join("anna");
  const auto plain = [&](const std::string& header) {
    return raw("games",
               "Authentication-Results: mx.example.net; dkim=pass header.d=example.org\r\n" + header +
                   "From: anna@example.org\r\nSubject: list go\r\n",
               "");
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
  // Behind a mail server each has the name that the first one gave it.
  const std::string
      first = "Received: from a.example by out.example with ESMTP id 4Xy1; Sun, 22 Nov 2026 10:00:00 +0000\r\n",
      second = "Received: from a.example by out.example with ESMTP id 4Xy2; Sun, 22 Nov 2026 10:00:00 +0000\r\n";
  EXPECT_EQ(answers(first), 1U);
  EXPECT_EQ(answers("Received: from out.example by mx.example with ESMTP id 99; Sun, 22 Nov 2026\r\n" + first), 0U);
  EXPECT_EQ(answers(second), 1U);
}

TEST_F(MailGuards, AnUndatedAnswerToAnotherTurnIsAnotherAnswer) {
  join("anna");
  join("bob");
  const auto reply = begin_go("-size=9");
  const auto says = [&](const std::string& name, const std::string& body) {
    return undated(reply.at(name), name, "Re: your board", body).verdict;
  };
  EXPECT_EQ(says("anna", "pass"), MailVerdict::taken);
  EXPECT_EQ(plays(101), 1);
  EXPECT_EQ(sent().size(), 2U);
  EXPECT_EQ(says("anna", "pass"), MailVerdict::taken) << "it came again within the turn, and its move stands";
  EXPECT_EQ(plays(101), 1);
  EXPECT_TRUE(sent().empty()) << "and nothing is said of it";
  EXPECT_EQ(says("bob", "c3"), MailVerdict::taken);
  sent();
  EXPECT_EQ(says("anna", "pass"), MailVerdict::taken);
  EXPECT_EQ(plays(101), 3) << "in another turn it is another answer";
  EXPECT_EQ(sent().size(), 2U);
  EXPECT_EQ(says("anna", "pass"), MailVerdict::taken);
  EXPECT_EQ(plays(101), 3);
  // What was out of turn, or not clear, is answered once in a turn, and played when it is its turn.
  EXPECT_EQ(says("anna", "e5"), MailVerdict::taken);
  EXPECT_EQ(sent().size(), 1U);
  EXPECT_EQ(says("bob", "d4"), MailVerdict::taken);
  sent();
  EXPECT_EQ(says("anna", "e5"), MailVerdict::taken);
  EXPECT_EQ(plays(101), 5);
  sent();
  EXPECT_EQ(says("bob", "Hello e4?"), MailVerdict::taken);
  EXPECT_EQ(sent().size(), 1U);
  EXPECT_EQ(says("bob", "Hello e4?"), MailVerdict::taken);
  EXPECT_TRUE(sent().empty());
}

TEST_F(MailGuards, AnUndatedMoveByCommandGoesByItsTurnToo) {
  join("anna");
  join("bob");
  begin_go("-size=9");
  const auto command = [&](const std::string& name, const std::string& subject) {
    return undated("games", name, subject, "").verdict;
  };
  EXPECT_EQ(command("anna", "go move 101 anna pass"), MailVerdict::taken);
  EXPECT_EQ(command("anna", "go move 101 anna pass"), MailVerdict::taken);
  EXPECT_EQ(plays(101), 1);
  EXPECT_EQ(command("bob", "go move 101 bob c3"), MailVerdict::taken);
  EXPECT_EQ(command("anna", "go move 101 anna pass"), MailVerdict::taken);
  EXPECT_EQ(plays(101), 3);
  // What would be done twice is refused, and what came first stands.
  EXPECT_EQ(command("anna", "go challenge anna bob"), MailVerdict::taken);
  EXPECT_EQ(command("anna", "go challenge anna bob"), MailVerdict::refused);
  sent();
  EXPECT_TRUE(tells(answer(of("zoe", "go show 102")).text, "anna (black) v bob (white)"));
  EXPECT_EQ(answer(of("zoe", "go show 103")).subject, "Go error");
}

// Mails of every kind in turn: each acts, is answered, is refused or is to come again; or a machine sent it.
struct MixedMails : MailGuards {
  enum Kind {
    command,
    reply,
    undated_reply,
    by_list,  // up to here each plays
    unclear,
    faulty,
    stranger,  // ... is answered
    unclear_by_list,
    command_by_list,
    no_mail,
    no_sender,
    nowhere,  // ... is refused
    automatic,
    database_away,
    kinds
  };
  std::map<std::string, std::string> address;
  int played = 0, strangers = 0;

  MailOutcome send(Kind kind) {
    const std::string who = played % 2 == 0 ? "anna" : "bob", own = address.at(who);
    const std::string point = std::string("ABCDEFGHJKLMNOPQRST").substr(static_cast<std::size_t>(played % 19), 1) +
                              std::to_string(1 + played / 19);
    Mail one = of(who, "Re: your board", "Hello " + point);
    one.to = own;
    if (kind == command) one = of(who, "[EXTERNAL] go move 101 " + who + " " + point);
    if (kind == command_by_list) one = of(who, "go move 101 " + who + " " + point);
    if (kind == faulty) one = of(who, "go mvoe 101 " + who + " " + point);
    if (kind == unclear || kind == unclear_by_list)
      one.body = "WARNING: external sender\r\nShall I play " + point + "?";
    if (kind == by_list) one.more = "List-Id: <a.example.org>\r\n";
    if (kind == unclear_by_list || kind == command_by_list) one.more = "Precedence: bulk\r\n";
    if (kind == automatic) one.more = "Auto-Submitted: auto-replied\r\n";
    if (kind == nowhere) one.to = "nobody";
    if (kind == stranger) {
      one.from = "eve" + std::to_string(++strangers) + "@example.com";
      one.to.back() = one.to.back() == '0' ? '1' : '0';
    }
    if (kind == undated_reply) return undated(own, who, one.subject, point);
    if (kind == no_mail) return raw(own, "no header", point);
    if (kind == no_sender) return raw(own, "From: anna@example.org, bob@example.org\r\nSubject: Re:\r\n", point);
    store.fail_writes = kind == database_away;
    const MailOutcome outcome = receive(one);
    store.fail_writes = false;
    return outcome;
  }
};

TEST_F(MixedMails, EachIsAccountedFor) {
  join("anna");
  join("bob");
  address = begin_go("-size=19");
  std::map<std::string, int> became;
  for (int i = 0; i < 40 * kinds; ++i) {
    const Kind kind = static_cast<Kind>(i * 5 % kinds);  // in an order of its own, each as often
    const MailOutcome outcome = send(kind);
    const std::size_t letters = sent().size();
    const bool acted = plays(101) > played;
    played += acted ? 1 : 0;
    const bool refused = outcome.verdict == MailVerdict::refused;
    EXPECT_EQ(acted, kind <= by_list) << kind << ": " << outcome.message;
    EXPECT_EQ(refused, kind >= unclear_by_list && kind <= nowhere) << kind << ": " << outcome.message;
    EXPECT_EQ(refused, outcome.verdict != MailVerdict::later && !outcome.message.empty()) << kind << ": why";
    EXPECT_EQ(letters, kind < by_list ? 2U : kind <= stranger ? 1U : 0U) << kind;
    ++became[acted                                     ? "acted"
             : letters > 0                             ? "answered"
             : refused                                 ? "refused"
             : outcome.verdict == MailVerdict::later   ? "later"
             : outcome.verdict == MailVerdict::ignored ? "of a machine"
                                                       : "lost"];
  }
  EXPECT_EQ(became, (std::map<std::string, int>{
                        {"acted", 160}, {"answered", 120}, {"later", 40}, {"of a machine", 40}, {"refused", 200}}));
  EXPECT_EQ(plays(101), 160);
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

TEST_F(MailCommandsTest, BouncesEndAnAddressWhenTheyAreForGood) {
  const auto bounce = [&](const std::string& status, const std::string& action) {
    Mail report = {"mailer-daemon@example.org", "Undelivered",
                   "Action: " + action + "\r\nStatus: " + status + "\r\nDiagnostic-Code: smtp; 550 no such user", false,
                   "bounce+h1.abc"};
    return receive(report).verdict;
  };
  EXPECT_EQ(bounce("4.4.1", "delayed"), MailVerdict::ignored);
  EXPECT_TRUE(bounces.empty());
  EXPECT_EQ(bounce("5.1.1", "failed"), MailVerdict::taken);
  EXPECT_EQ(bounces, (std::vector<std::string>{"bounce+h1.abc smtp; 550 no such user"}));
  EXPECT_EQ(receive({"anna@example.org", "Unsubscribe", "", false, "stop+h1.abc"}).verdict, MailVerdict::later)
      << "as the outbox says";
  EXPECT_EQ(bounces.back(), "stop+h1.abc");
  EXPECT_TRUE(sent().empty());

  const MailOutcome person = receive({"anna@example.org", "Re: your move", "e5", true, "bounce+h1.abc"});
  EXPECT_EQ(person.verdict, MailVerdict::refused);
  EXPECT_EQ(person.message,
            "nobody reads this address: it takes reports of mails that could not be delivered. Write to "
            "games@play.example.net");
  EXPECT_EQ(bounces.size(), 2U);
}

}  // namespace
}  // namespace cairn

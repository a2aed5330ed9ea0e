// Play by mail without sockets: what each command does, who is believed, and what comes twice.
#include "server/tests/mail_commands_checks.h"

namespace cairn {
namespace {

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(MailCommandsTest, TwoPlayAGameByMail) {
  join("anna");
  join("bob");
  const auto begun = mail(of("anna", "margo challenge -size=4 anna bob", "Hello Bob"));
  ASSERT_EQ(begun.size(), 2U) << "one each, the sender too";
  const Sent* first = nullptr;
  for (const Sent& one : begun)
    if (one.to == "anna@example.org" && one.letter.subject == "New Margo Board 101 anna **") first = &one;
  ASSERT_NE(first, nullptr) << "she is to move, and is told so";
  ASSERT_NE(to(begun, "bob"), nullptr);
  EXPECT_TRUE(says(to(begun, "bob")->letter.text, "anna writes:\n\nHello Bob")) << to(begun, "bob")->letter.text;
  EXPECT_EQ(to(begun, "bob")->letter.subject, "New Margo Board 101 anna");

  // By an answer to the address of her seat: the first line is the move, the rest a comment.
  Mail move = {"anna@example.org", "Re: New Margo Board 101 anna **", "c3\n\nGood luck!\n-- \nAnna", false,
               first->letter.reply};
  const auto moved = mail(move);
  ASSERT_EQ(moved.size(), 2U);
  EXPECT_EQ(to(moved, "anna")->letter.subject, "Margo Board 101 bob");
  EXPECT_EQ(to(moved, "bob")->letter.subject, "Margo Board 101 bob **");
  EXPECT_TRUE(says(to(moved, "bob")->letter.text, "anna (white) played C3.")) << to(moved, "bob")->letter.text;
  EXPECT_TRUE(says(to(moved, "bob")->letter.text, "It is your turn."));
  EXPECT_FALSE(says(to(moved, "bob")->letter.text, "undo")) << "he has nothing to take back";
  EXPECT_TRUE(says(to(moved, "anna")->letter.text, "Waiting for bob to move."));
  EXPECT_TRUE(says(to(moved, "bob")->letter.text, "anna writes:\n\nGood luck!"));
  EXPECT_FALSE(says(to(moved, "bob")->letter.text, "-- \nAnna"));
  EXPECT_EQ(to(moved, "bob")->letter.thread, "margo.101");

  // The same mail again: nothing, though it is another try of the mail server.
  move.id = "m" + std::to_string(mails);
  EXPECT_TRUE(mail(move).empty());

  const Letter wrong = answer(of("bob", "margo move 101 bob c3"));
  EXPECT_EQ(wrong.subject, "Margo Board 101 Error");
  EXPECT_TRUE(says(wrong.text, "You can play, for example: A1 or ")) << wrong.text;
  // By command, with the number of moves before it; from an address that proves nothing, with the password.
  Mail his = of("bob", "margo move 101 bob secret-of-bob e3#1");
  his.proven = false;
  EXPECT_EQ(mail(his).size(), 2U);
  const Letter again = answer(his);
  EXPECT_EQ(again.subject, "Margo Board 101 anna");
  EXPECT_TRUE(says(again.text, "That was already done."));
  const Letter late = answer(of("bob", "margo move 101 bob secret-of-bob e5#1"));
  EXPECT_EQ(late.subject, "Margo Board 101 Error");
  EXPECT_TRUE(says(late.text, "but 2 have been played")) << late.text;
  const Letter out_of_turn = answer(of("bob", "margo move 101 bob secret-of-bob e5"));
  EXPECT_EQ(out_of_turn.subject, "Margo Board 101 Error");
  EXPECT_FALSE(says(out_of_turn.text, "secret"));

  // Proven: the password may be left out.
  EXPECT_EQ(mail(of("anna", "margo move 101 anna c5")).size(), 2U);
  // A draw: proposed and accepted.
  const auto offered = mail(of("bob", "margo move 101 bob propose"));
  EXPECT_TRUE(says(offered.front().letter.text, "bob offers a draw")) << offered.front().letter.text;
  const auto over = mail(of("anna", "margo move 101 anna accept"));
  ASSERT_EQ(over.size(), 3U) << "both are told that it is over";
  EXPECT_EQ(to(over, "bob")->letter.subject, "Margo Board 101");
  EXPECT_TRUE(says(to(over, "bob")->letter.text, "A draw was agreed."));

  // The address of the time before its end is worth nothing.
  Mail dead = {"anna@example.org", "Re:", "a1", false, first->letter.reply};
  const Letter help = answer(dead);
  EXPECT_EQ(help.subject, "Cairn help");
}

TEST_F(MailCommandsTest, AReplyWithoutAClearMoveSaysWhyNothingWasPlayed) {
  join("anna");
  join("bob");
  std::string own;
  for (const Sent& one : mail(of("anna", "go challenge -size=9 anna bob")))
    if (one.to == "anna@example.org") own = one.letter.reply;
  const auto reply = [&](const std::string& body) {
    return mail({"anna@example.org", "Re: New Go Board 101 anna **", body, false, own});
  };
  for (const char* body : {"Shall I play secret-word?", "e5 or d5", "I will not resign", "", "> quoted"}) {
    const auto said = reply(body);
    ASSERT_EQ(said.size(), 1U) << body;
    EXPECT_EQ(said.front().letter.subject, "Go Board 101 Error") << body;
    EXPECT_TRUE(says(said.front().letter.text, "Nothing was played, and nobody else received your text: "))
        << said.front().letter.text;
    EXPECT_TRUE(says(said.front().letter.text, "You can play, for example: ")) << said.front().letter.text;
    EXPECT_FALSE(says(said.front().letter.text, "secret-word"));
  }
  const auto played = reply("[EXTERNAL]\nHi Bob,\n\nI\u00A0play *E5*, good luck!\n\nAnna");
  ASSERT_EQ(played.size(), 2U);
  EXPECT_EQ(to(played, "anna")->letter.subject, "Go Board 101 bob");
  EXPECT_TRUE(says(to(played, "bob")->letter.text, "anna (black) played E5.")) << to(played, "bob")->letter.text;
  EXPECT_TRUE(says(to(played, "bob")->letter.text, "good luck!")) << to(played, "bob")->letter.text;
}

TEST_F(MailCommandsTest, ACommentIsSaidOnceAndWithAMoveThatIsTakenAlone) {
  join("anna");
  join("bob");
  mail(of("anna", "go challenge -size=9 anna bob"));
  const auto said = [&] {
    TalkWish wish;
    wish.after[static_cast<std::size_t>(Room::players)] = 0;
    wish.most = 50;
    std::optional<std::vector<std::string>> out;
    store.mail.board_numbered("go", 101, [&](const Found<std::string>& id) {
      store.talk.read_talk(*id.value, wish, [&](const Found<TalkPlace>& found) {
        out.emplace();
        for (const Remark& one : found.value->said) out->push_back(one.text);
      });
    });
    run_until([&] { return out.has_value(); });
    return *out;
  };
  EXPECT_EQ(answer(of("bob", "go move 101 bob c3", "Too early")).subject, "Go Board 101 Error");
  EXPECT_EQ(answer(of("anna", "go move 101 anna c3#7", "Too late")).subject, "Go Board 101 Error");
  EXPECT_EQ(said(), std::vector<std::string>());
  Mail move = of("anna", "go move 101 anna c3", "Good luck!");
  move.id = "the-same";
  store.fail_writes = true;
  EXPECT_EQ(receive(move).verdict, MailVerdict::later);
  store.fail_writes = false;
  EXPECT_EQ(said(), std::vector<std::string>());
  EXPECT_EQ(mail(move).size(), 2U);
  EXPECT_TRUE(mail(move).empty());
  EXPECT_EQ(said(), std::vector<std::string>{"Good luck!"});
  EXPECT_EQ(answer(of("anna", "go qmove 101 anna d4", "For later")).subject, "Go Board 101 bob");
  EXPECT_EQ(said().size(), 1U) << "a move that is kept is a secret";
}

// What a move means is decided by the table as the store has it.
TEST_F(MailCommandsTest, AMoveIsMadeBehindWhatAnotherServerWrote) {
  join("anna");
  join("bob");
  std::string own;
  for (const Sent& one : mail(of("anna", "go challenge -size=9 anna bob")))
    if (one.to == "anna@example.org") own = one.letter.reply;
  TestStore elsewhere{post, store};
  store.share();
  elsewhere.share();
  TableService other({elsewhere.away, elsewhere.lists, elsewhere.people, elsewhere.tables}, bots, world(games()),
                     TableService::Settings{});
  const auto offer = [&](const std::string& request) {
    std::optional<bool> made;
    store.mail.board_numbered("go", 101, [&](const Found<std::string>& id) {
      store.people.account_named("bob", [&, table = *id.value](const Found<Account>& bob) {
        TableService::Act act;
        act.request = request;
        act.decide = [](const Table& now_is, Seat seat) {
          return Command{"", now_is.version(viewer_of(seat)), Command::Kind::offer};
        };
        other.act(table, bob.value->person, std::move(act),
                  [&](const Table*, const Result<CommandAnswer>& answer) { made = static_cast<bool>(answer); });
      });
    });
    run_until([&] { return made.has_value(); });
    EXPECT_TRUE(*made);
    sent();
  };
  offer("first");
  const auto declined = mail(of("anna", "go move 101 anna reject"));
  ASSERT_NE(to(declined, "anna"), nullptr);
  EXPECT_EQ(to(declined, "anna")->letter.subject, "Go Board 101 anna **");
  const auto played = mail({"anna@example.org", "Re:", "c3", false, own});
  ASSERT_NE(to(played, "anna"), nullptr);
  EXPECT_EQ(to(played, "anna")->letter.subject, "Go Board 101 bob");
  offer("second");
  const auto over = mail(of("anna", "go move 101 anna accept"));
  ASSERT_NE(to(over, "anna"), nullptr);
  EXPECT_TRUE(says(to(over, "anna")->letter.text, "A draw was agreed.")) << to(over, "anna")->letter.text;
}

TEST_F(MailCommandsTest, ASeekByMailHasOneAnswer) {
  for (const char* name : {"anna", "bob", "zoe"}) join(name);
  // Not to move: the answer is his own board.
  const auto second = mail(of("bob", "go challenge -size=5 anna bob"));
  ASSERT_EQ(second.size(), 2U);
  EXPECT_EQ(to(second, "bob")->letter.subject, "New Go Board 101 anna");
  EXPECT_FALSE(to(second, "bob")->letter.reply.empty());
  EXPECT_TRUE(says(to(second, "bob")->letter.text, "go qmove 101")) << to(second, "bob")->letter.text;
  EXPECT_TRUE(says(to(second, "anna")->letter.text, "To play, reply to this mail"));
  // One who does not play himself hears that it has begun.
  const auto others = mail(of("zoe", "go challenge -size=5 anna bob"));
  ASSERT_EQ(others.size(), 3U);
  EXPECT_TRUE(says(to(others, "zoe")->letter.text, "Its players get mail."));
  EXPECT_TRUE(to(others, "zoe")->letter.reply.empty());
  // Who wants no mail of turns gets the answer.
  answer(of("anna", "go notify anna"));
  const auto quiet = mail(of("anna", "go challenge -size=5 anna bob"));
  ASSERT_NE(to(quiet, "anna"), nullptr);
  EXPECT_EQ(to(quiet, "anna")->letter.subject, "New Go Board 103 anna **");
}

TEST_F(MailCommandsTest, WhoResignsBeforeHisFirstMoveDeclines) {
  for (const char* name : {"anna", "bob", "zoe"}) join(name);
  mail(of("anna", "margo challenge -size=4 anna bob"));
  mail(of("anna", "margo move 101 anna c3"));
  const auto declined = mail(of("bob", "margo move 101 bob resign"));
  ASSERT_EQ(declined.size(), 3U) << "the answer, and both are told that it is over";
  EXPECT_TRUE(says(to(declined, "bob")->letter.text, "declined")) << to(declined, "bob")->letter.text;
  EXPECT_TRUE(says(to(declined, "anna")->letter.text, "bob declined: this game will not be played."));

  // Of three: the others begin anew, on a board for two.
  mail(of("anna", "margo challenge -size=4 -can_pass anna bob zoe"));
  mail(of("anna", "margo move 102 anna c3"));
  Mail no = of("bob", "margo move 102 bob resign");
  no.id = "the-same";
  const auto anew = mail(no);
  const auto one = [&](const std::string& name, const std::string& subject) {
    for (const Sent& sent_one : anew)
      if (sent_one.to == name + "@example.org" && sent_one.letter.subject == subject) return true;
    return false;
  };
  EXPECT_TRUE(one("anna", "New Margo Board 103 anna **"));
  EXPECT_TRUE(one("zoe", "New Margo Board 103 anna"));
  EXPECT_TRUE(one("anna", "Margo Board 102"));
  EXPECT_FALSE(one("bob", "New Margo Board 103 anna"));
  for (const Sent& sent_one : anew)
    if (sent_one.to == "zoe@example.org" && sent_one.letter.subject == "Margo Board 102") {
      EXPECT_TRUE(says(sent_one.letter.text, "bob declined")) << sent_one.letter.text;
    }
  EXPECT_TRUE(mail(no).empty()) << "the same mail again";
  EXPECT_TRUE(says(answer(of("eve", "margo show 103")).text, "anna (white) v zoe (black)"));
  EXPECT_FALSE(says(answer(of("eve", "margo games")).text, "102")) << "it is over";

  // After a move of his own he loses.
  mail(of("anna", "margo move 103 anna c3"));
  mail(of("zoe", "margo move 103 zoe e5"));
  const auto lost = mail(of("zoe", "margo move 103 zoe resign"));
  EXPECT_FALSE(says(to(lost, "anna")->letter.text, "declined")) << to(lost, "anna")->letter.text;
}

TEST_F(MailCommandsTest, WhoIsNotProvenGetsOneHelpMailADay) {
  join("anna");
  const auto first = mail({"eve@example.com", "margo move 101 anna wrong-password a1", ""});
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first.front().letter.subject, "Cairn help");
  EXPECT_FALSE(says(first.front().letter.text, "wrong-password"));
  EXPECT_TRUE(mail({"eve@example.com", "margo move 101 nobody-here wrong-password a1", ""}).empty());
  EXPECT_TRUE(mail({"eve@example.com", "change password anna wrong-password another-one", ""}).empty());
  now_ms += kDay;
  EXPECT_EQ(mail({"eve@example.com", "margo move 101 anna wrong-password a1", ""}).size(), 1U);
  // Her address alone, without a proof that it is hers.
  Mail forged = of("anna", "set anna large");
  forged.proven = false;
  forged.subject = "margo set anna large";
  for (const Sent& one : mail(forged)) EXPECT_FALSE(says(one.letter.text, "mails are large from now on"));
}

TEST_F(MailCommandsTest, AnAddressCountsWhenItIsProven) {
  Mail up = of("zoe", "signup zoe secret-of-zoe");
  up.proven = false;
  const auto both = mail(up);
  ASSERT_EQ(both.size(), 2U);
  const Letter* proof = nullptr;
  for (const Sent& one : both)
    if (one.letter.subject == "Is this your address?") proof = &one.letter;
  ASSERT_NE(proof, nullptr);
  // Another one cannot say so for her.
  EXPECT_EQ(answer({"eve@example.com", "Re: Is this your address?", "yes", true, proof->reply}).subject, "Cairn help");
  Mail yes = {"zoe@example.org", "Re: Is this your address?", "", false, proof->reply};
  EXPECT_TRUE(says(answer(yes).text, "Mail for zoe comes to this address"));
  // Elsewhere.
  const auto moved = mail(of("zoe", "change address zoe secret-of-zoe zoe@example.com"));
  ASSERT_EQ(moved.size(), 2U);
  for (const Sent& one : moved)
    if (one.to == "zoe@example.com") {
      EXPECT_TRUE(says(answer({"zoe@example.com", "Re:", "", false, one.letter.reply}).text, "comes to this address"));
    }
}

TEST_F(MailCommandsTest, PasswordsOfMailsCompareWithoutCase) {
  const auto unproven = [&](const std::string& subject) {
    Mail out = {"elsewhere@example.com", subject, "", false};
    return mail(out);
  };
  join("anna");
  ASSERT_EQ(mail(of("anna", "change password anna SECRET-of-Anna Another-Secret")).size(), 1U);
  const auto set = unproven("go set ANNA another-SECRET small");
  ASSERT_EQ(set.size(), 1U);
  EXPECT_TRUE(says(set.front().letter.text, "mails are small")) << set.front().letter.text;
  const auto wrong = unproven("go set anna another-secre small");
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(wrong.front().letter.subject, "Cairn help");
}

TEST_F(MailCommandsTest, AnAddressIsNotAskedForEver) {
  join("anna");
  int asked = 0;
  for (int i = 0; i < 6; ++i)
    for (const Sent& one : mail(of("anna", "change address anna - victim@example.com")))
      asked += one.to == "victim@example.com" ? 1 : 0;
  EXPECT_EQ(asked, 3);
}

TEST_F(MailCommandsTest, CommandsOfTheServer) {
  join("anna");
  join("bob");
  EXPECT_TRUE(says(answer(of("eve", "help")).text, "move BOARD USER PASSWORD MOVE[#K]"));
  EXPECT_TRUE(says(answer(of("eve", "help margo")).text, "-size=2..19"));
  EXPECT_TRUE(says(answer(of("eve", "list")).text, "margo"));
  EXPECT_EQ(answer(of("eve", "list margo")).subject, "List of Margo games");
  EXPECT_EQ(answer(of("eve", "go standings")).subject, "Go Standings");
  EXPECT_EQ(answer(of("eve", "signup anna another-secret")).text,
            "No account was created: the name is taken. Choose another one.\n");
  EXPECT_TRUE(says(answer(of("anna", "margo set anna large")).text, "mails are large from now on"));
  EXPECT_TRUE(says(answer(of("anna", "vacation anna 10")).text, "Your clocks are stopped for 10 days"));
  EXPECT_TRUE(says(answer(of("anna", "vacation anna 1000")).text, "from 1 to 366"));
  EXPECT_TRUE(says(answer(of("anna", "vacation anna off")).text, "Welcome back"));
  const auto message = mail(of("anna", "message anna - bob", "How are you?"));
  ASSERT_EQ(message.size(), 2U);
  EXPECT_EQ(to(message, "bob")->letter.subject, "Message from anna");
  EXPECT_TRUE(says(to(message, "bob")->letter.text, "How are you?"));
  EXPECT_TRUE(says(answer(of("anna", "change password anna secret-of-anna another-secret")).text, "has been changed"));
  EXPECT_TRUE(says(answer(of("bob", "margo reject bob")).text, "Nobody can challenge you"));
  const Letter refused = answer(of("anna", "margo challenge anna bob"));
  EXPECT_EQ(refused.subject, "Invalid challenge");
  EXPECT_TRUE(says(refused.text, "bob does not accept this challenge")) << refused.text;
  EXPECT_TRUE(says(answer(of("bob", "margo accept bob")).text, "Others can challenge you"));
  EXPECT_TRUE(says(answer(of("bob", "margo limit bob 1")).text, "at most 1"));
  EXPECT_EQ(mail(of("anna", "margo challenge -si=4 anna bob")).size(), 2U) << "so much of a name as is needed";
  EXPECT_EQ(answer(of("anna", "margo challenge anna bob")).subject, "Invalid challenge");
  EXPECT_EQ(answer(of("anna", "margo challenge -colour=red anna bob")).subject, "Invalid challenge");
  EXPECT_EQ(answer(of("anna", "margo challenge anna anna")).subject, "Invalid challenge");
  EXPECT_TRUE(says(answer(of("eve", "margo games")).text, "anna v bob"));
  EXPECT_TRUE(says(answer(of("eve", "margo games nobody")).text, "no such running games"));
  EXPECT_TRUE(says(answer(of("eve", "margo history")).text, "no such finished games"));
  EXPECT_TRUE(says(answer(of("eve", "margo show 101")).text, "Margo board 101: anna (white) v bob (black)"));
  EXPECT_TRUE(says(answer(of("eve", "margo show anna next")).text, "Margo board 101"));
  EXPECT_TRUE(says(answer(of("eve", "all show bob next")).text, "These boards do not exist"));
  EXPECT_EQ(answer(of("eve", "margo show 999")).subject, "Margo error");
  EXPECT_TRUE(says(answer(of("eve", "margo preview 101 a1 c3")).text, "Nothing was played"));
  EXPECT_TRUE(says(answer(of("eve", "margo preview 101 a1 a1")).text, "move 2 cannot be played"));
  EXPECT_TRUE(says(answer(of("eve", "margo preview 101#0 a1 c1")).text, "Nothing was played"));
  EXPECT_TRUE(says(answer(of("eve", "margo preview 101#7 a1")).text, "does not have 7 moves"));
  EXPECT_TRUE(says(answer(of("eve", "margo preview new 2 -size=4 a1")).text, "A new board"));
  const auto chat = mail(of("bob", "margo chat 101 bob", "Soon!"));
  ASSERT_EQ(chat.size(), 2U);
  EXPECT_EQ(to(chat, "anna")->letter.subject, "Margo chat 101 bob");
  EXPECT_TRUE(says(answer(of("bob", "delete bob secret-of-bob")).text, "deleted"));
}

TEST_F(MailCommandsTest, SeveralCommandsInOneMailHaveOneAnswer) {
  join("anna");
  const Letter all_of_it =
      answer(of("anna", "multiple", "help go\nlist\n  a comment\nmargo set anna small\nnonsense here"));
  EXPECT_EQ(all_of_it.subject, "Answers to 4 commands");
  EXPECT_TRUE(says(all_of_it.text, "mails are small")) << all_of_it.text;
  EXPECT_TRUE(says(all_of_it.text, "this is not a command"));
  EXPECT_FALSE(says(all_of_it.text, "nonsense"));
}

TEST_F(MailCommandsTest, WatchersGetEveryMove) {
  join("anna");
  join("bob");
  join("zoe");
  mail(of("anna", "go challenge -size=9 anna bob"));
  EXPECT_TRUE(says(answer(of("zoe", "go subscribe 101 zoe")).text, "every move"));
  const auto look = [&] {
    desk->tick();
    settle();
    return sent();
  };
  EXPECT_TRUE(look().empty());
  mail(of("anna", "go move 101 anna c3"));
  const auto seen = look();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.front().to, "zoe@example.org");
  EXPECT_EQ(seen.front().letter.subject, "Go Board 101 bob");
  EXPECT_TRUE(look().empty());
  EXPECT_TRUE(says(answer(of("bob", "go notify bob - 101")).text, "when that game is over"));
  mail(of("bob", "go move 101 bob d4"));
  EXPECT_EQ(to(mail(of("anna", "go move 101 anna e5")), "bob"), nullptr) << "he wants mail of its end alone";
  look();
  const auto over = mail(of("anna", "go move 101 anna resign"));
  ASSERT_NE(to(over, "bob"), nullptr);
  EXPECT_EQ(to(over, "bob")->letter.subject, "Go Board 101");
  EXPECT_EQ(look().size(), 1U);
  EXPECT_TRUE(says(answer(of("zoe", "go unsubscribe 101 zoe")).text, "no longer get mail"));
}

TEST_F(MailCommandsTest, NothingHiddenIsMailed) {
  join("anna");
  join("bob");
  const auto begun = mail(of("anna", "phantom challenge -size=5 anna bob"));
  ASSERT_EQ(begun.size(), 2U);
  const auto moved = mail(of("anna", "phantom move 101 anna c3"));
  ASSERT_EQ(moved.size(), 2U);
  const Letter& his = to(moved, "bob")->letter;
  EXPECT_FALSE(says(his.text, "C3")) << his.text;
  EXPECT_TRUE(says(to(moved, "anna")->letter.text, "C3"));
  EXPECT_FALSE(says(answer(of("eve", "phantom show 101")).text, "C3"));
  EXPECT_FALSE(says(answer(of("bob", "phantom showas bob - 101")).text, "C3"));
  EXPECT_TRUE(says(answer(of("bob", "phantom preview 101 a1")).text, "hidden"));
  // A try in vain is told to who tried alone.
  const auto tried = mail(of("bob", "phantom move 101 bob c3"));
  EXPECT_EQ(to(tried, "anna"), nullptr);
}

TEST_F(MailCommandsTest, WhatAMachineSendsIsNotAnswered) {
  join("anna");
  for (const char* header :
       {"Auto-Submitted: auto-replied\r\n", "Precedence: junk\r\n", "X-Autoreply: yes\r\n", "X-Loop: cairn\r\n"}) {
    Mail machine = of("anna", "help");
    machine.more = header;
    EXPECT_EQ(receive(machine).verdict, MailVerdict::ignored) << header;
    EXPECT_TRUE(sent().empty()) << header;
  }
  EXPECT_EQ(receive({"anna@example.org", "help", "", true, "postmaster"}).verdict, MailVerdict::refused);
  std::optional<MailOutcome> out;
  desk->receive({"", "games@play.example.net"}, std::make_shared<const std::string>(bytes(of("anna", "help"), 999)),
                [&](MailOutcome outcome) { out = outcome; });
  run_until([&] { return out.has_value(); });
  EXPECT_EQ(out->verdict, MailVerdict::ignored);
  EXPECT_TRUE(sent().empty()) << "no return path: a bounce";
}

// Lists and gateways of companies mark the mails of people, too. Their moves are played; nothing is answered.
TEST_F(MailCommandsTest, AMoveThatComesByAListIsPlayedAndNothingIsAnswered) {
  join("anna");
  join("bob");
  std::string own;
  for (const Sent& one : mail(of("anna", "go challenge -size=9 anna bob")))
    if (one.to == "anna@example.org") own = one.letter.reply;
  const auto by_list = [&](const std::string& to, const std::string& subject, const std::string& body,
                           const std::string& header) {
    Mail out = {"anna@example.org", subject, body, true, to};
    out.more = header;
    return receive(out);
  };
  for (const char* header : {"Precedence: bulk\r\n", "Precedence: list\r\n", "List-Id: <a.example.org>\r\n"}) {
    const MailOutcome command = by_list("games", "go move 101 anna e5", "", header);
    EXPECT_EQ(command.verdict, MailVerdict::refused) << header;
    EXPECT_TRUE(says(command.message, "by a list or in bulk")) << command.message;
    const MailOutcome unclear = by_list(own, "Re: New Go Board 101 anna **", "e5 or d5", header);
    EXPECT_EQ(unclear.verdict, MailVerdict::refused) << header;
    EXPECT_EQ(unclear.message, "nothing was played: the first line of your mail is not a move");
    std::string forged = own;
    forged.back() = own.back() == '0' ? '1' : '0';
    EXPECT_EQ(by_list(forged, "Re:", "e5", header).message, command.message) << "nothing is told of addresses";
  }
  const std::string automatic = "List-Id: <a.example.org>\r\nAuto-Submitted: auto-replied\r\n";
  EXPECT_EQ(by_list(own, "Re: New Go Board 101 anna **", "e5", automatic).verdict, MailVerdict::ignored);
  EXPECT_EQ(by_list(own, "Out of office", "e5", "Precedence: bulk\r\n").verdict, MailVerdict::ignored);
  EXPECT_TRUE(sent().empty());
  EXPECT_FALSE(says(answer(of("zoe", "go show 101")).text, "1.E5"));

  Mail move = {"anna@example.org", "Re: New Go Board 101 anna **", "e5, thanks", false, own, "by-a-list"};
  move.more = "List-Id: <a.example.org>\r\n";
  EXPECT_EQ(receive(move).verdict, MailVerdict::taken);
  const auto mailed = sent();
  ASSERT_EQ(mailed.size(), 1U);
  EXPECT_EQ(mailed.front().to, "bob@example.org");
  EXPECT_TRUE(says(mailed.front().letter.text, "anna (black) played E5."));
  EXPECT_TRUE(says(mailed.front().letter.text, "thanks"));
  EXPECT_EQ(receive(move).verdict, MailVerdict::taken) << "it came again, and its move stands";
  EXPECT_TRUE(sent().empty());
  const MailOutcome late = by_list(own, "Re:", "d5", "Precedence: bulk\r\n");
  EXPECT_EQ(late.verdict, MailVerdict::refused);
  EXPECT_EQ(late.message, "Nothing was played: it is not your turn.");
}

TEST_F(MailCommandsTest, WhileTheDatabaseIsAwayMailsComeAgainAndAreDoneOnce) {
  join("anna");
  join("bob");
  mail(of("anna", "margo challenge -size=4 anna bob"));
  Mail move = of("anna", "margo move 101 anna c3");
  move.id = "the-same";
  store.fail_writes = true;
  EXPECT_EQ(receive(move).verdict, MailVerdict::later);
  store.fail_writes = false;
  EXPECT_EQ(mail(move).size(), 2U);
  EXPECT_TRUE(mail(move).empty());
  EXPECT_TRUE(says(answer(of("eve", "margo show 101")).text, "1.C3"));
}

}  // namespace
}  // namespace cairn

// Outgoing mail without a network: what is sent when, to whom no more, and what waits for the daily mail.
#include "server/mail/mail_outbox.h"

#include <gtest/gtest.h>

#include "server/mail/message.h"
#include "server/mail/outgoing.h"
#include "server/protocol/hooks_to_client.h"
#include "server/protocol/mail_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct MailOutboxTest : AccountsTest {
  std::vector<MailPost> posts;
  MailAnswer answer;
  bool answers = true, open = true;  // or it ends before
  std::string watched;               // a table that everybody looks at
  std::function<void(const Delivery&, std::function<void(Composed)>)> composer;
  std::unique_ptr<MailOutbox> desk = make_desk();
  Person ann = person("Ann"), bob = person("Bob");

  std::unique_ptr<MailOutbox> make_desk() {
    MailOutbox::Settings settings;
    settings.office = [this] {
      return MailOutbox::Office{open, "Cairn <play@example.org>", "example.org", "https://example.org"};
    };
    settings.is_watching = [this](std::int64_t, const std::string& table) { return table == watched; };
    settings.send = [this](MailPost one, const std::function<void(MailAnswer)>& done) {
      posts.push_back(std::move(one));
      if (answers) done(answer);
    };
    settings.letter_of = composer;
    return std::make_unique<MailOutbox>(MailOutbox::Stores{store.mail, store.outbox, store.people}, world(),
                                        std::move(settings));
  }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  std::string prove(const Person& whose, const std::string& address) {
    const std::string id = new_table_id();
    EXPECT_EQ(wrote([&](auto done) {
                store.mail.set_mail_hook({id, whose.id, "mailto:" + address, "", kAllNotices, now_ms}, done);
              }),
              Written::How::durable);
    return id;
  }
  Written::How wrote(const std::function<void(Store::Done)>& ask) {
    std::optional<Written> out;
    ask([&](const Written& written) { out = written; });
    run_until([&] { return out.has_value(); });
    return out->how;
  }
  MailOutcome outcome(const std::function<void(const MailDone&)>& ask) {
    std::optional<MailOutcome> out;
    ask([&](MailOutcome came) { out = std::move(came); });
    run_until([&] { return out.has_value(); });
    return *out;
  }
  MailOutcome stopped(const std::string& local) {
    return outcome([&](const MailDone& done) { desk->stopped(local, done); });
  }
  MailOutcome bounced(const std::string& local, const std::string& words) {
    return outcome([&](const MailDone& done) { desk->bounced(local, words, done); });
  }
  Json mode(const Person& whose) {
    return parse_json(wait([&](auto done) { desk->mode(whose, done); }).body);
  }
  int set(const Person& whose, MailMode wanted) {
    now_ms += 20'000;  // not too fast
    return wait([&](auto done) { desk->set_mode(whose, wanted, done); }).status;
  }
  std::string letter(const std::string& to, std::int64_t whose = 0) {
    const std::string id = new_table_id();
    const Letter one = {"An answer", "Hello.\n", "", "", "m.1"};
    EXPECT_EQ(wrote([&](auto done) { store.mail.add_letter(to, letter_notice(whose, id, one, now_ms), 100, done); }),
              Written::How::durable);
    return id;
  }
  // A game of two, at whose first turn it is: Ann has moved, Bob is told so.
  std::string game_with(const Person& first, const Person& second) {
    CreateTable wish;
    wish.game = "hidden-row";
    wish.opponent = CreateTable::Opponent::friends;
    const std::string table =
        parse_json(wait([&](auto done) { table_service->create(first, wish, done); }).body).at("id").get<std::string>();
    EXPECT_EQ(wait([&](auto done) { table_service->join(table, second, done); }).status, 200);
    move(table, first, 1, "c1");
    return table;
  }
  void move(const std::string& table, const Person& whose, int version, const std::string& word) {
    Command command;
    command.request = new_table_id();
    command.version = version;
    command.words = {word};
    const Reply reply = wait([&](auto done) { table_service->command(table, whose, command, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
  void tick() {
    for (int i = 0; i < 4; ++i) {  // one at a time to each address
      desk->tick();
      for (int j = 0; j < 20; ++j) mode(ann);
    }
  }
  MailIn mail(std::size_t i) { return std::get<MailIn>(read_mail(posts.at(i).bytes)); }
};

TEST_F(MailOutboxTest, AMoveIsMailedOnceToWhoIsToMove) {
  prove(bob, "bob@example.net");
  const std::string table = game_with(ann, bob);
  tick();
  ASSERT_EQ(posts.size(), 1U);
  EXPECT_EQ(posts[0].to, "bob@example.net");
  EXPECT_EQ(mail(0).subject.find("Your turn in "), 0U) << mail(0).subject;
  EXPECT_NE(mail(0).text.find("https://example.org/t/" + table), std::string::npos);
  EXPECT_NE(posts[0].bytes.find("\r\nList-Unsubscribe: <https://example.org/mail/unsubscribe/"), std::string::npos);
  EXPECT_EQ(posts[0].return_path.find("bounce+"), 0U);
  tick();
  EXPECT_EQ(posts.size(), 1U) << "once";
  EXPECT_EQ(desk->counts().sent, 1U);
  EXPECT_TRUE(log.empty());
}

TEST_F(MailOutboxTest, WhoWatchesIsNotMailed) {
  prove(bob, "bob@example.net");
  watched = game_with(ann, bob);
  tick();
  EXPECT_TRUE(posts.empty());
  EXPECT_EQ(desk->counts().dropped, 1U);
  watched.clear();
  tick();
  EXPECT_TRUE(posts.empty()) << "he has seen it";
}

TEST_F(MailOutboxTest, ALetterToNobodyHasNoReturnPath) {
  letter("zoe@example.net");
  tick();
  ASSERT_EQ(posts.size(), 1U);
  EXPECT_EQ(posts[0].return_path, "");
  EXPECT_EQ(mail(0).subject, "An answer");
  EXPECT_EQ(posts[0].bytes.find("List-Unsubscribe"), std::string::npos);
  EXPECT_NE(posts[0].bytes.find("\r\nReply-To: m.1@example.org\r\n"), std::string::npos);
}

TEST_F(MailOutboxTest, AComposerMaySayMoreOrNothing) {
  composer = [](const Delivery& delivery, const std::function<void(Composed)>& done) {
    if (delivery.notice.kind == NoticeKind::your_turn) return done(Letter{"A board", "  O X\n"});
    done(std::string("old news"));
  };
  desk = make_desk();
  prove(bob, "bob@example.net");
  game_with(ann, bob);
  letter("bob@example.net", bob.id);
  tick();
  ASSERT_EQ(posts.size(), 2U);
  EXPECT_EQ(mail(0).subject, "A board");
  EXPECT_EQ(mail(1).subject, "An answer") << "a letter is as it is";
}

// What cannot be written just now waits, all that is of one mail together, and says nothing against the relay.
TEST_F(MailOutboxTest, WhatCannotBeWrittenNowIsWrittenLater) {
  bool able = false;
  composer = [&able](const Delivery& delivery, const std::function<void(Composed)>& done) {
    if (!able) return done(NotNow{"the table cannot be read"});
    done(Letter{"Board of " + delivery.notice.id, "  O X\n"});
  };
  desk = make_desk();
  prove(bob, "bob@example.net");
  game_with(ann, bob);
  tick();
  EXPECT_TRUE(posts.empty());
  EXPECT_EQ(log, std::vector<std::string>{"mail waits: the table cannot be read"});
  able = true;
  now_ms += kMinuteMs;
  tick();
  ASSERT_EQ(posts.size(), 1U);
  EXPECT_EQ(mail(0).subject.find("Board of "), 0U);

  ASSERT_EQ(set(bob, MailMode::digest), 200);
  game_with(ann, bob);
  game_with(ann, bob);
  tick();
  able = false;
  now_ms = next_digest_ms(now_ms, 0);
  tick();
  able = true;
  now_ms += kMinuteMs;
  tick();
  ASSERT_EQ(posts.size(), 2U) << "one mail of both";
  EXPECT_EQ(mail(1).subject, "Your games: 2 notifications");
}

// Nothing is given up and nobody's address doubted while the relay is away, however long; then each mail goes once.
TEST_F(MailOutboxTest, WhileTheRelayIsAwayAllWaits) {
  prove(bob, "bob@example.net");
  answer = {RelayFault::relay, false, "Connection refused"};
  const std::string first = letter("zoe@example.net"), second = letter("bob@example.net", bob.id);
  const std::int64_t began = now_ms;
  std::int64_t last = 0, longest = 0;
  while (now_ms < began + 9 * kDayMs) {
    const std::size_t before = posts.size();
    desk->tick();
    settle();
    if (posts.size() != before) {
      if (last > 0) longest = std::max(longest, now_ms - last);
      last = now_ms;
    }
    now_ms += now_ms < began + kDayMs ? 1'000 : 60'000;
  }
  EXPECT_LE(longest, 7 * kMinuteMs) << "it is soon known that it is back";
  EXPECT_EQ(desk->counts().refused, 0U);
  EXPECT_TRUE(mode(bob).at("off").is_null());
  EXPECT_EQ(log, std::vector<std::string>{"mail waits, the relay cannot be used: Connection refused"});
  posts.clear();
  answer = {};
  now_ms += 10 * kMinuteMs;
  tick();
  ASSERT_EQ(posts.size(), 2U);
  EXPECT_NE(posts[0].to, posts[1].to);
  EXPECT_EQ(log.back(), "the relay takes mail again");
  tick();
  EXPECT_EQ(posts.size(), 2U);
}

TEST_F(MailOutboxTest, WithoutARelayNothingIsTaken) {
  open = false;
  letter("zoe@example.net");
  tick();
  EXPECT_TRUE(posts.empty());
  open = true;
  tick();
  EXPECT_EQ(posts.size(), 1U);
}

TEST_F(MailOutboxTest, AnAddressThatIsRefusedForGoodIsOffUntilItIsProvenAnew) {
  prove(bob, "bob@example.net");
  answer = judge_reply(true, "550 5.1.1 no such mailbox");
  letter("bob@example.net", bob.id);
  letter("bob@example.net", bob.id);
  tick();
  EXPECT_EQ(posts.size(), 1U) << "what waits is given up with it";
  EXPECT_EQ(mode(bob).at("off"), "550 5.1.1 no such mailbox");
  EXPECT_EQ(desk->counts().refused, 1U);
  game_with(ann, bob);
  tick();
  EXPECT_EQ(posts.size(), 1U);
  EXPECT_EQ(set(bob, MailMode::every), 200);
  EXPECT_EQ(mode(bob).at("off"), "550 5.1.1 no such mailbox");
  answer = {};
  prove(bob, "bob@example.net");
  letter("bob@example.net", bob.id);
  tick();
  EXPECT_EQ(posts.size(), 2U);
}

TEST_F(MailOutboxTest, WhatIsSaidAgainstAMailSaysNothingAgainstItsAddress) {
  prove(bob, "bob@example.net");
  answer = judge_reply(false, "554 5.6.0 not in this form");
  letter("bob@example.net", bob.id);
  tick();
  EXPECT_EQ(posts.size(), 1U);
  EXPECT_TRUE(mode(bob).at("off").is_null());
  answer = {};
  tick();
  EXPECT_EQ(posts.size(), 1U) << "that one is given up";
  letter("bob@example.net", bob.id);
  tick();
  EXPECT_EQ(posts.size(), 2U);
}

TEST_F(MailOutboxTest, NotYetIsTriedForFiveDays) {
  const auto tries_of = [&](const MailAnswer& said) {
    answer = said;
    posts.clear();
    letter("bob@example.net", bob.id);
    std::vector<std::int64_t> pauses;
    const std::int64_t began = now_ms;
    std::int64_t last = began;
    while (now_ms < began + 7 * kDayMs) {
      const std::size_t before = posts.size();
      desk->tick();
      settle();
      if (posts.size() != before) pauses.push_back((now_ms - std::exchange(last, now_ms)) / 1'000);
      now_ms += now_ms < began + kHourMs ? 1'000 : 60'000;
    }
    EXPECT_GT(last, began + kMailGiveUpMs - 3 * kHourMs);
    EXPECT_LE(last, began + kMailGiveUpMs);
    pauses.resize(5);
    EXPECT_EQ(pauses, (std::vector<std::int64_t>{0, 10, 20, 40, 80}));
  };
  prove(bob, "bob@example.net");
  tries_of(judge_reply(false, "451 4.3.0 later"));
  EXPECT_TRUE(mode(bob).at("off").is_null()) << "the mail is given up, not the address";
  tries_of(judge_reply(true, "452 4.2.2 mailbox full"));
  EXPECT_EQ(mode(bob).at("off"), "nothing came through for five days: 452 4.2.2 mailbox full");
  EXPECT_EQ(mail_pause_ms(1'000), 2 * kHourMs);
}

TEST_F(MailOutboxTest, WhatNobodyReportedOnIsSentAgainByAnotherAsTheSameMail) {
  answers = false;
  letter("zoe@example.net");
  tick();
  ASSERT_EQ(posts.size(), 1U);
  answers = true;
  desk = make_desk();  // of another server
  tick();
  EXPECT_EQ(posts.size(), 1U) << "somebody is at it";
  now_ms += kMailLeaseMs;
  tick();
  ASSERT_EQ(posts.size(), 2U);
  EXPECT_EQ(posts[1].bytes, posts[0].bytes);
}

TEST_F(MailOutboxTest, ModesSayWhatIsMailed) {
  EXPECT_EQ(mode(bob).dump(), R"({"address":"","proven":false,"mode":"none","off":null})");
  EXPECT_EQ(set(bob, MailMode::end), 404) << "nothing is proven";
  prove(bob, "bob@example.net");
  EXPECT_EQ(mode(bob).dump(), R"({"address":"bob@example.net","proven":true,"mode":"every","off":null})");
  EXPECT_EQ(set(bob, MailMode::none), 200);
  game_with(ann, bob);
  tick();
  EXPECT_TRUE(posts.empty());
  EXPECT_EQ(set(bob, MailMode::end), 200);
  EXPECT_EQ(mode(bob).at("mode"), "end");
  const std::string table = game_with(ann, bob);
  tick();
  EXPECT_TRUE(posts.empty());
  Command resign;
  resign.request = "r";
  resign.version = 2;
  resign.kind = Command::Kind::resign;
  ASSERT_EQ(wait([&](auto done) { table_service->command(table, ann, resign, done); }).status, 200);
  tick();
  ASSERT_EQ(posts.size(), 1U);
  EXPECT_EQ(mail(0).subject.find("Game over: "), 0U);
}

// All that waits is one mail, at seven in the morning where he is; of a game only what is newest.
TEST_F(MailOutboxTest, ADigestComesOnceADay) {
  EXPECT_EQ(next_digest_ms(0, 0), 7 * kHourMs);
  EXPECT_EQ(next_digest_ms(7 * kHourMs, 0), kDayMs + 7 * kHourMs);
  EXPECT_EQ(next_digest_ms(0, 60), 6 * kHourMs);
  EXPECT_EQ(next_digest_ms(kDayMs, -10 * 60), kDayMs + 17 * kHourMs);
  prove(bob, "bob@example.net");
  ASSERT_EQ(wait([&](auto done) {
              AccountEdit edit;
              edit.zone_minutes = 120;
              accounts->edit(visit(*who(token_of("Bob"))), edit, done);
            }).status,
            200);
  ASSERT_EQ(set(bob, MailMode::digest), 200);
  EXPECT_EQ(mode(bob).at("mode"), "digest");
  now_ms = now_ms - now_ms % kDayMs + 12 * kHourMs;
  const std::string first = game_with(ann, bob);
  now_ms += kHourMs;
  const std::string second = game_with(ann, bob);
  tick();
  EXPECT_TRUE(posts.empty());
  letter("bob@example.net", bob.id);
  tick();
  ASSERT_EQ(posts.size(), 1U) << "an answer does not wait";
  posts.clear();
  now_ms = now_ms - now_ms % kDayMs + kDayMs + 5 * kHourMs - 1'000;
  tick();
  EXPECT_TRUE(posts.empty());
  now_ms += 1'000;
  answer = {RelayFault::relay, false, "away"};
  tick();
  ASSERT_EQ(posts.size(), 1U);
  answer = {};
  now_ms += kMinuteMs;
  tick();
  ASSERT_EQ(posts.size(), 2U);
  EXPECT_EQ(posts[1].bytes, posts[0].bytes);
  EXPECT_EQ(mail(1).subject, "Your games: 2 notifications");
  for (const std::string& table : {first, second})
    EXPECT_NE(mail(1).text.find("https://example.org/t/" + table), std::string::npos);
  now_ms += kDayMs;
  tick();
  EXPECT_EQ(posts.size(), 2U) << "once";
}

TEST_F(MailOutboxTest, WhoeverHasAMailCanEndThem) {
  prove(bob, "bob@example.net");
  game_with(ann, bob);
  game_with(ann, bob);
  answers = false;
  tick();
  ASSERT_EQ(posts.size(), 1U);
  answers = true;
  now_ms += kMailLeaseMs;
  const std::string bytes = posts[0].bytes;
  const std::string mark = "/mail/unsubscribe/";
  const auto at = bytes.find(mark) + mark.size();
  const std::string token = bytes.substr(at, bytes.find('>', at) - at);
  const auto ask = [&](const std::string& with) { return wait([&](auto done) { desk->unsubscribe(with, done); }); };
  std::string wrong = token;
  wrong.back() = wrong.back() == 'a' ? 'b' : 'a';
  const Reply none = ask(wrong);
  EXPECT_EQ(none.status, 200);
  EXPECT_EQ(mode(bob).at("mode"), "every");
  EXPECT_EQ(ask("").body, none.body);
  const std::string bounce = posts[0].return_path.substr(0, posts[0].return_path.find('@'));
  EXPECT_EQ(ask(bounce.substr(7)).body, none.body) << "that one is for bounces";
  EXPECT_EQ(mode(bob).at("mode"), "every");
  EXPECT_EQ(ask(token).body, none.body) << "nobody is told which is which";
  EXPECT_EQ(mode(bob).at("mode"), "none");
  tick();
  EXPECT_EQ(posts.size(), 1U) << "what waited is not sent either";
  letter("bob@example.net", bob.id);
  tick();
  EXPECT_EQ(posts.size(), 2U) << "an answer is";

  ASSERT_EQ(set(bob, MailMode::digest), 200);
  EXPECT_EQ(stopped("stop+" + wrong).verdict, MailVerdict::refused);
  EXPECT_EQ(mode(bob).at("mode"), "digest");
  store.fail_writes = true;
  EXPECT_EQ(stopped("stop+" + token).verdict, MailVerdict::later);
  EXPECT_EQ(bounced(bounce, "550 5.1.1 gone").verdict, MailVerdict::later);
  store.fail_writes = false;
  EXPECT_EQ(mode(bob).at("mode"), "digest");
  EXPECT_TRUE(mode(bob).at("off").is_null());
  EXPECT_EQ(stopped("stop+" + token).verdict, MailVerdict::taken);
  EXPECT_EQ(mode(bob).at("mode"), "none");
  const MailOutcome none_such = bounced("bounce+" + token, "550 who?");
  EXPECT_EQ(none_such.verdict, MailVerdict::refused);
  EXPECT_EQ(none_such.message, "there is no such mailbox");
  EXPECT_TRUE(mode(bob).at("off").is_null()) << "no bounce address";
  EXPECT_EQ(bounced(bounce, "550 5.1.1 gone").verdict, MailVerdict::taken);
  EXPECT_EQ(mode(bob).at("off"), "550 5.1.1 gone");
}

TEST_F(MailOutboxTest, ATestComesAtOnce) {
  EXPECT_EQ(wait([&](auto done) { desk->test(bob, done); }).status, 404);
  prove(bob, "bob@example.net");
  ASSERT_EQ(set(bob, MailMode::none), 200);
  EXPECT_EQ(wait([&](auto done) { desk->test(bob, done); }).status, 200);
  tick();
  ASSERT_EQ(posts.size(), 1U);
  EXPECT_EQ(mail(0).subject, "Test mail");
}

// Of the other hooks' desk an address of mail is none.
TEST_F(MailOutboxTest, AnAddressIsNoWebhook) {
  const std::string id = prove(bob, "bob@example.net");
  Hooks::Settings settings;
  int sent = 0;
  settings.send = [&](const HookPost&, const std::function<void(HookAnswer)>& done) {
    ++sent;
    done({200, ""});
  };
  Hooks hooks(store.outbox, world(), std::move(settings));
  EXPECT_EQ(wait([&](auto done) { hooks.list(bob, done); }).body, R"({"hooks":[]})");
  EXPECT_EQ(wait([&](auto done) { hooks.edit(bob, id, {kAllNotices}, done); }).status, 404);
  EXPECT_EQ(wait([&](auto done) { hooks.test(bob, id, done); }).status, 404);
  EXPECT_EQ(wait([&](auto done) { hooks.deliveries(bob, id, done); }).status, 404);
  EXPECT_EQ(wait([&](auto done) { hooks.end(bob, id, done); }).status, 404);
  letter("bob@example.net", bob.id);
  hooks.tick();
  settle();
  EXPECT_EQ(sent, 0);
  tick();
  EXPECT_EQ(posts.size(), 1U);
}

}  // namespace
}  // namespace cairn

// Hooks without sockets: who has them, when what is sent again, when no more.
#include "server/notifications/hooks.h"

#include <fstream>

#include "server/base/tokens.h"
#include "server/net/addresses.h"
#include "server/notifications/hook_body.h"
#include "server/protocol/hooks_from_client.h"
#include "server/protocol/hooks_to_client.h"
#include "server/tests/accounts_desk.h"
#include "server/tests/push_reader.h"

namespace cairn {
namespace {

std::string header(const HookPost& post, std::string_view name) {
  for (const auto& [is, value] : post.headers)
    if (is == name) return value;
  return "";
}

struct HooksTest : AccountsTest {
  std::vector<HookPost> posts;
  HookAnswer answer{200, ""};
  bool answers = true;  // or it ends before
  std::unique_ptr<Hooks> desk = make_desk();
  Person ann = person("Ann"), bob = person("Bob");

  std::unique_ptr<Hooks> make_desk() {
    Hooks::Settings settings;
    settings.contact = [] { return "mailto:host@example.org"; };
    settings.send = [this](HookPost one, const std::function<void(HookAnswer)>& done) {
      posts.push_back(std::move(one));
      if (answers) done(answer);
    };
    return std::make_unique<Hooks>(store.outbox, world(), std::move(settings));
  }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  Json add(const Person& who, NoticeKinds wants = kAllNotices) {
    now_ms += 10'000;  // not too fast
    const Reply reply = wait([&](auto done) {
      desk->add(who, std::nullopt, {"https://example.org/hook?x=1", wants, {}}, done);
    });
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body);
  }
  Reply list(const Person& who) {
    return wait([&](auto done) { desk->list(who, done); });
  }
  Json sent(const Person& who, const std::string& id) {
    return parse_json(wait([&](auto done) { desk->deliveries(who, id, done); }).body).at("deliveries");
  }
  std::string test(const Person& who, const std::string& id) {
    const Reply reply = wait([&](auto done) { desk->test(who, id, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body).at("id").get<std::string>();
  }
  // What is due is sent, and what came of it is written.
  void tick() {
    desk->tick();
    for (int i = 0; i < 20; ++i) list(ann);
  }
};

TEST_F(HooksTest, TheirOwnerSeesTheSecretOnce) {
  const Json made = add(ann, bit_of(NoticeKind::your_turn));
  EXPECT_EQ(made.at("secret").get<std::string>().size(), 43U);
  EXPECT_EQ(made.at("events").dump(), R"(["your-turn"])");
  const std::string id = made.at("id").get<std::string>();
  EXPECT_EQ(list(ann).body.find(made.at("secret").get<std::string>()), std::string::npos);
  EXPECT_EQ(parse_json(list(ann).body).at("hooks").at(0).at("id"), id);
  EXPECT_EQ(list(bob).body, R"({"hooks":[]})");
  EXPECT_EQ(wait([&](auto done) { desk->deliveries(bob, id, done); }).status, 404);
  EXPECT_EQ(wait([&](auto done) { desk->test(bob, id, done); }).status, 404);
  EXPECT_EQ(wait([&](auto done) { desk->edit(bob, id, {kAllNotices}, done); }).status, 404);
  EXPECT_EQ(wait([&](auto done) { desk->end(bob, id, done); }).status, 404);
  for (int i = 1; i < kMostHooks; ++i) add(ann);
  now_ms += 10'000;
  const Reply more = wait([&](auto done) {
    desk->add(ann, std::nullopt, {"https://example.org", kAllNotices, {}}, done);
  });
  EXPECT_EQ(more.status, 409) << more.body;
  EXPECT_EQ(wait([&](auto done) { desk->end(ann, id, done); }).status, 200);
  EXPECT_EQ(parse_json(list(ann).body).at("hooks").size(), std::size_t{kMostHooks - 1});
}

TEST_F(HooksTest, WhatIsSentIsSigned) {
  EXPECT_EQ(hmac_hex("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");  // RFC 4231, 4.3
  const Json made = add(ann);
  const std::string id = test(ann, made.at("id"));
  tick();
  ASSERT_EQ(posts.size(), 1U);
  const HookPost& first = posts[0];
  EXPECT_EQ(first.url.host, "example.org");
  EXPECT_EQ(first.url.target, "/hook?x=1");
  EXPECT_EQ(header(first, "Cairn-Delivery"), id);
  EXPECT_EQ(header(first, "Cairn-Event"), "test");
  const Json body = parse_json(first.body);
  EXPECT_EQ(body.at("id"), id);
  EXPECT_EQ(body.at("event"), "test");
  EXPECT_EQ(body.at("at"), now_ms);
  const std::string at = std::to_string(now_ms / 1000);
  EXPECT_EQ(header(first, "Cairn-Signature"),
            "t=" + at + ",v1=" + hmac_hex(made.at("secret").get<std::string>(), at + "." + first.body));
  EXPECT_EQ(sent(ann, made.at("id")).at(0).at("state"), "delivered");
  tick();
  EXPECT_EQ(posts.size(), 1U) << "once";
}

// To a browser: what a hook is told, for nobody else to read.
TEST_F(HooksTest, ABrowserIsPushedTo) {
  const testing::PushReader browser, again;
  const auto subscribe = [&](const Person& who, const testing::PushReader& as) {
    now_ms += 10'000;
    const std::string text =
        json_text({{"push", as.subscription("https://push.example.net/to/one")}, {"events", {"game-over"}}});
    auto wish = read_hook_wish(text);
    const Reply reply = wait([&](auto done) { desk->add(who, std::nullopt, std::get<HookWish>(wish), done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body);
  };
  const Json made = subscribe(ann, browser);
  EXPECT_FALSE(made.contains("secret"));
  EXPECT_EQ(made.at("push"), true);
  const std::string key = parse_json(wait([&](auto done) { desk->push_key(done); }).body).at("key").get<std::string>();
  const std::string id = test(ann, made.at("id"));
  tick();
  ASSERT_EQ(posts.size(), 1U);
  EXPECT_EQ(parse_json(browser.read(posts[0].body)).at("id"), id);
  EXPECT_EQ(header(posts[0], "Content-Encoding"), "aes128gcm");
  EXPECT_EQ(header(posts[0], "TTL"), "86400");
  EXPECT_EQ(header(posts[0], "Cairn-Event"), "") << "the service learns nothing";
  const Json claims = testing::vapid_claims(header(posts[0], "Authorization"), key);
  EXPECT_EQ(claims.value("aud", ""), "https://push.example.net");
  EXPECT_EQ(claims.value("sub", ""), "mailto:host@example.org");
  EXPECT_EQ(claims.value("exp", 0), now_ms / 1'000 + 12 * 3'600);

  // The same browser again, with new keys: in the place of the first, also for another person.
  const Json renewed = subscribe(ann, again);
  EXPECT_EQ(parse_json(list(ann).body).at("hooks").size(), 1U);
  test(ann, renewed.at("id"));
  tick();
  EXPECT_NE(again.read(posts.back().body), "");
  subscribe(bob, again);
  EXPECT_EQ(list(ann).body, R"({"hooks":[]})");

  // Another server signs with the same key.
  desk = make_desk();
  EXPECT_EQ(parse_json(wait([&](auto done) { desk->push_key(done); }).body).at("key"), key);

  answer = {404, ""};
  const std::string of_bob = parse_json(list(bob).body).at("hooks").at(0).at("id");
  test(bob, of_bob);
  tick();
  EXPECT_EQ(parse_json(list(bob).body).at("hooks").at(0).at("off"), "it answered 404: gone");
}

TEST_F(HooksTest, WhatFailsIsSentAgainLaterAndLater) {
  answer = {302, ""};
  const std::string hook = add(ann).at("id");
  const std::string id = test(ann, hook);
  std::vector<std::int64_t> pauses;
  std::int64_t last = 0;
  for (int second = 0; second < 400; ++second, now_ms += 1'000) {
    const std::size_t before = posts.size();
    tick();
    if (posts.size() == before) continue;
    if (last > 0) pauses.push_back((now_ms - last) / 1'000);
    last = now_ms;
  }
  EXPECT_EQ(pauses, (std::vector<std::int64_t>{5, 10, 20, 40, 80, 160}));
  const Json shown = sent(ann, hook).at(0);
  EXPECT_EQ(shown.at("state"), "waiting");
  EXPECT_EQ(shown.at("tries"), 7);
  EXPECT_EQ(shown.at("why"), "it answered 302, not 2xx; no redirection is followed");
  EXPECT_EQ(delivery_pause_ms(1'000), kHourMs);
  answer = {204, ""};
  now_ms += kHourMs;
  tick();
  EXPECT_EQ(header(posts.back(), "Cairn-Delivery"), id) << "the same, for whoever got it before";
  EXPECT_EQ(sent(ann, hook).at(0).at("state"), "delivered");
}

TEST_F(HooksTest, AfterADayItIsSwitchedOffAndItsOwnerSeesWhy) {
  answer = {0, "it cannot be reached: Connection refused"};
  const std::string hook = add(ann).at("id");
  test(ann, hook);
  const std::int64_t began = now_ms;
  const auto off = [&] { return parse_json(list(ann).body).at("hooks").at(0).at("off"); };
  while (off().is_null() && now_ms < began + 2 * kDayMs) {
    tick();
    now_ms += 60'000;
  }
  EXPECT_EQ(off(), "nothing came through for a day: it cannot be reached: Connection refused");
  EXPECT_LE(now_ms, began + kDayMs + kHourMs);
  EXPECT_GT(now_ms, began + kDayMs - kHourMs - 60'000 * 2);
  EXPECT_EQ(sent(ann, hook).at(0).at("state"), "given-up");
  EXPECT_EQ(wait([&](auto done) { desk->test(ann, hook, done); }).status, 404) << "it is off";
  EXPECT_EQ(wait([&](auto done) { desk->edit(ann, hook, {kAllNotices}, done); }).status, 200);
  EXPECT_TRUE(off().is_null());
  answer = {410, ""};
  test(ann, hook);
  tick();
  EXPECT_EQ(off(), "it answered 410: gone");
}

TEST_F(HooksTest, WhatNobodyReportedOnIsSentAgainByAnother) {
  const std::string hook = add(ann).at("id");
  const std::string id = test(ann, hook);
  answers = false;
  tick();
  ASSERT_EQ(posts.size(), 1U);
  answers = true;
  desk = make_desk();  // of another server
  tick();
  EXPECT_EQ(posts.size(), 1U) << "somebody is at it";
  now_ms += kDeliveryLeaseMs;
  tick();
  ASSERT_EQ(posts.size(), 2U);
  EXPECT_EQ(header(posts[1], "Cairn-Delivery"), id);
  EXPECT_EQ(posts[1].body, posts[0].body);
  EXPECT_EQ(sent(ann, hook).at(0).at("state"), "delivered");
}

// Of two servers that look at the same clocks one reminds; also when the table went on meanwhile, or nobody was there.
TEST_F(HooksTest, WhoseTimeRunsOutIsRemindedOnce) {
  add(ann, bit_of(NoticeKind::reminder));
  CreateTable wish;
  wish.game = "hidden-row";
  wish.opponent = CreateTable::Opponent::friends;
  wish.clock = *parse_clock_rule("correspondence 3d nag 1d 6h").rule;
  const std::string table =
      parse_json(wait([&](auto done) { table_service->create(ann, wish, done); }).body).at("id").get<std::string>();
  EXPECT_EQ(wait([&](auto done) { table_service->join(table, bob, done); }).status, 200);
  const auto other = make_table_service();
  const auto look = [&](std::int64_t later) {
    now_ms += later;
    for (int i = 0; i < 3; ++i) {
      table_service->tick_reminders();
      other->tick_reminders();
      tick();
    }
    return posts.size();
  };
  EXPECT_EQ(look(2 * kDayMs - 1), 0U);
  EXPECT_EQ(look(1), 1U);
  EXPECT_EQ(header(posts[0], "Cairn-Event"), "reminder");
  EXPECT_EQ(parse_json(posts[0].body).at("left"), kDayMs);
  EXPECT_EQ(parse_json(posts[0].body).at("seat"), 0);
  EXPECT_EQ(look(18 * kHourMs), 2U);
  EXPECT_EQ(parse_json(posts[1].body).at("left"), 6 * kHourMs);
  EXPECT_EQ(look(kHourMs), 2U);
  Command move;
  move.request = "m";
  move.version = 1;
  move.words = {"c1"};
  EXPECT_EQ(wait([&](auto done) { table_service->command(table, ann, move, done); }).status, 200);
  EXPECT_EQ(look(3 * kDayMs - kHourMs), 2U) << "Bob's time runs, and he wants nothing";
  EXPECT_TRUE(log.empty());
}

// docs/webhooks.md shows a whole request.
TEST(HookPage, ItsExampleHolds) {
  std::ifstream file(std::string(CAIRN_SOURCE) + "/docs/webhooks.md");
  std::string line, id, event, signature, body;
  const auto value = [](const std::string& text) { return text.substr(text.find(": ") + 2); };
  while (std::getline(file, line)) {
    if (line.rfind("Cairn-Delivery: ", 0) == 0) id = value(line);
    if (line.rfind("Cairn-Event: ", 0) == 0) event = value(line);
    if (line.rfind("Cairn-Signature: ", 0) == 0) signature = value(line);
    if (!signature.empty() && body.empty() && line.rfind('{', 0) == 0) body = line;
  }
  EXPECT_EQ(hook_signature("Pb3f-example-secret-of-a-hook", 1'763'780'001, body), signature);
  const Notice notice = {0, NoticeKind::your_turn, id,
                         R"({"table":"x7KqPZ2mT0aVb9Qe","link":"/t/x7KqPZ2mT0aVb9Qe","game":"go","title":"Go",)"
                         R"("clock":"correspondence 3d","seats":["Ann","Bob"],"seat":1,"version":4})",
                         1'763'780'000'000};
  EXPECT_EQ(hook_body(notice), body);
  EXPECT_EQ(event, to_word(notice.kind));
}

TEST(HookUrls, AreReadWithCare) {
  const auto fault = [](std::string_view url) {
    const auto read = read_hook_url(url);
    return read.index() == 1 ? std::get<1>(read).message : CodedMessage();
  };
  for (const char* bad : {"", "example.org", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///x",
                          "https://a b/", "https://ann:pw@example.org/", "https://example.org:22/",
                          "https://example.org:0/", "https://example.org:65536/", "https://example.org:/",
                          "https://example.org/#x", "https://example.org/\r\nHost: x", "https://ex\xC3\xA4mple.org/",
                          "https://[::1/", "https://[example]/", "https://[::1]x/", "https://example.org\\@x/"})
    EXPECT_NE(fault(bad), "") << bad;
  EXPECT_NE(fault("https://example.org/" + std::string(kMostUrl, 'x')), "");
  const auto read = std::get<HookUrl>(read_hook_url("HTTPS://Example.org:8443?x=1"));
  EXPECT_TRUE(read.secure);
  EXPECT_EQ(read.host, "Example.org");
  EXPECT_EQ(read.port, 8443);
  EXPECT_EQ(read.target, "/?x=1");
  EXPECT_EQ(read.authority, "Example.org:8443");
  EXPECT_EQ(std::get<HookUrl>(read_hook_url("http://[2606:4700::1]/a")).host, "2606:4700::1");
  EXPECT_EQ(std::get<HookUrl>(read_hook_url("http://example.org")).port, 80);
}

TEST(HookAddresses, AnInnerAddressIsRecognised) {
  const auto inside = [](const char* address) { return net::is_inside(boost::asio::ip::make_address(address)); };
  for (const char* address : {"127.0.0.1",
                              "127.9.9.9",
                              "0.0.0.0",
                              "10.1.2.3",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.168.1.1",
                              "169.254.169.254",
                              "100.64.0.1",
                              "198.18.0.1",
                              "224.0.0.1",
                              "255.255.255.255",
                              "::1",
                              "::",
                              "fe80::1",
                              "fc00::1",
                              "fd12::1",
                              "ff02::1",
                              "::ffff:127.0.0.1",
                              "::ffff:10.0.0.1",
                              "64:ff9b::7f00:1",
                              "2002:7f00:1::",
                              "2001:0:1::",
                              "::7f00:1"})
    EXPECT_TRUE(inside(address)) << address;
  for (const char* address :
       {"1.1.1.1", "172.15.0.1", "172.32.0.1", "193.0.0.1", "2606:4700::1111", "2a00::1", "::ffff:1.1.1.1"})
    EXPECT_FALSE(inside(address)) << address;
}

}  // namespace
}  // namespace cairn

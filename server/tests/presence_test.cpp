// Who is on line, without sockets.
#include "server/people/presence.h"

#include "notation/thread_work.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct PresenceTest : AccountsTest {
  std::vector<std::int64_t> connected;
  std::unique_ptr<Presence> desk = make_desk();
  Person ann = person("Ann"), bob = person("Bob");

  std::unique_ptr<Presence> make_desk() {
    return std::make_unique<Presence>(store.people, world(), [this] { return connected; });
  }
  Person person(const std::string& name) { return who(sign_up(name).new_token)->person; }
  void pass(int seconds) {
    for (int i = 0; i < seconds; ++i) {
      now_ms += 1'000;
      desk->tick();
      while (run_one()) continue;
    }
  }
  std::string names() {
    now_ms += 3'000;  // what was read before is over
    const Reply reply = wait([&](auto done) { desk->online(done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
    const Json list = parse_json(reply.body);
    std::string out;
    for (const Json& one : list.at("people")) out += one.at("name").get<std::string>() + " ";
    return out + std::to_string(list.at("count").get<int>());
  }
};

TEST_F(PresenceTest, WhoAsksOrListensIsThere) {
  EXPECT_EQ(names(), "Ann Bob 2") << "they have just come";
  pass(200);
  EXPECT_EQ(names(), "0");
  connected = {bob.id};
  desk->note(ann);
  desk->note({77, "Gus", false, Role::player, false});
  pass(60);
  EXPECT_EQ(names(), "Ann Bob 2");
  pass(180);
  EXPECT_EQ(names(), "Bob 1") << "with a socket, and silent";
  connected.clear();
  pass(200);
  EXPECT_EQ(names(), "0");
}

TEST_F(PresenceTest, AListForManyReadersIsWrittenOnce) {
  EXPECT_EQ(names(), "Ann Bob 2");
  const auto ask = [&] { return wait([&](auto done) { desk->online(done); }).body; };
  thread_work = {};
  const std::string first = ask();
  EXPECT_EQ(ask(), first);
  EXPECT_EQ(thread_work.bytes, 0U) << "it is there";
}

TEST_F(PresenceTest, WhatIsReadIsKeptForAMoment) {
  pass(200);
  EXPECT_EQ(names(), "0");
  desk->note(ann);
  pass(60);
  EXPECT_EQ(names(), "Ann 1");
  store.people.delete_account(ann.id, [](const Written& written) { EXPECT_EQ(written.how, Written::How::durable); });
  EXPECT_EQ(parse_json(wait([&](auto done) { desk->online(done); }).body).at("count"), 1) << "as read just before";
  EXPECT_EQ(names(), "0");
}

TEST_F(PresenceTest, WhatCannotBeWrittenIsLogged) {
  desk->note(ann);
  store.fail_writes = true;
  pass(61);
  EXPECT_EQ(log.size(), 1U);
  store.fail_writes = false;
  pass(200);
  EXPECT_EQ(names(), "0");
}

}  // namespace
}  // namespace cairn

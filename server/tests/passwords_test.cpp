#include "server/base/passwords.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>

#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using testing::Loop;
using Checked = PasswordPool::Checked;

PasswordPool::Settings cheap() {
  return {.threads = 2, .waiting = 10, .passes = 1, .memory_bytes = 8192};
}

struct Desk {
  explicit Desk(const PasswordPool::Settings& settings = cheap()) : pool(settings, loop.post()) {}
  std::string hash(const std::string& password) {
    std::optional<std::string> out;
    EXPECT_TRUE(pool.hash("here", password, [&](const std::string& made) { out = made; }));
    loop.run_until([&] { return out.has_value(); });
    return out.value_or("");
  }
  Checked check(const std::string& password, const std::string& hash) {
    std::optional<Checked> out;
    EXPECT_TRUE(pool.check("here", password, hash, [&](Checked checked) { out = checked; }));
    loop.run_until([&] { return out.has_value(); });
    return out.value_or(Checked::failed);
  }
  Loop loop;
  PasswordPool pool;
};

TEST(Passwords, AreCheckedAgainstTheirHash) {
  ASSERT_TRUE(init_tokens());
  Desk desk;
  const std::string password = "correct horse \xC3\xA9\0x", hash = desk.hash(password);
  EXPECT_EQ(hash.rfind("$argon2id$v=19$m=8,t=1,p=1$", 0), 0U) << hash;
  EXPECT_EQ(hash.find("horse"), std::string::npos);
  EXPECT_NE(desk.hash(password), hash) << "each has a salt of its own";
  EXPECT_EQ(desk.check(password, hash), Checked::right);
  EXPECT_EQ(desk.check(password + " ", hash), Checked::wrong);
  EXPECT_EQ(desk.check("", hash), Checked::wrong);
  EXPECT_EQ(desk.check(password, ""), Checked::wrong) << "there is no such person";
  EXPECT_EQ(desk.check(password, "damaged"), Checked::wrong);
}

TEST(Passwords, TheCostsAreThoseThatTheHeaderNames) {
  ASSERT_TRUE(init_tokens());
  Desk desk{PasswordPool::Settings{}};
  const std::string hash = desk.hash("x");
  EXPECT_EQ(hash.rfind("$argon2id$v=19$m=65536,t=2,p=1$", 0), 0U) << hash;
  EXPECT_EQ(Desk().check("x", hash), Checked::right) << "a pool with other costs reads them from the hash";
}

TEST(Passwords, ToCheckNobodysCostsAsMuchAsSomebodys) {
  ASSERT_TRUE(init_tokens());
  const PasswordPool::Settings settings;
  const std::string nobodys = nobodys_hash(settings);
  EXPECT_EQ(crypto_pwhash_str_needs_rehash(nobodys.c_str(), settings.passes, settings.memory_bytes), 0)
      << "a whole hash, of these costs: " << nobodys;
  EXPECT_EQ(Desk(settings).check("x", nobodys), Checked::wrong);
}

TEST(Passwords, OnlySoManyWait) {
  ASSERT_TRUE(init_tokens());
  PasswordPool::Settings settings = cheap();
  settings.threads = 0;  // nobody works: what is asked for stays
  settings.waiting = 4;
  Loop loop;
  PasswordPool pool(settings, loop.post());
  int accepted = 0;
  for (int i = 0; i < 10; ++i) accepted += pool.hash(std::to_string(i), "x", [](const std::string&) {});
  EXPECT_EQ(accepted, 2) << "half of the room is for who signs in";
  EXPECT_TRUE(pool.check("here", "x", "", [](Checked) {}));
  EXPECT_TRUE(pool.check("here", "x", "", [](Checked) {}));
  EXPECT_FALSE(pool.check("here", "x", "", [](Checked) {}));
}

// One address that signs up as fast as it can holds nobody up: neither who signs in, nor who signs up elsewhere.
TEST(Passwords, AFloodOfOneAddressWaitsForItself) {
  ASSERT_TRUE(init_tokens());
  PasswordPool::Settings settings = cheap();
  settings.threads = 1;
  settings.waiting = 100;
  settings.memory_bytes = std::size_t{16} << 20;
  Desk desk(settings);
  const std::string hash = Desk().hash("right");
  std::vector<std::string> order;
  const auto note = [&order](const char* who) { return [&order, who](const auto&) { order.emplace_back(who); }; };
  int taken = 0;
  for (int i = 0; i < 30; ++i) taken += desk.pool.hash("flood", "x", note("flood"));
  EXPECT_LE(taken, 10) << "one address has so much room";
  ASSERT_TRUE(desk.pool.hash("other", "x", note("other")));
  ASSERT_TRUE(desk.pool.check("bob", "right", hash, note("bob")));
  desk.loop.run_until([&] { return order.size() == static_cast<std::size_t>(taken) + 2; });
  const auto place = [&](const char* who) { return std::find(order.begin(), order.end(), who) - order.begin(); };
  EXPECT_LE(place("bob"), 2);
  EXPECT_LE(place("other"), 4);
}

TEST(Passwords, ManyAtOnceAreAllAnswered) {
  ASSERT_TRUE(init_tokens());
  PasswordPool::Settings settings = cheap();
  settings.threads = 4;
  settings.waiting = 1'000;
  Desk desk(settings);
  const std::string hash = desk.hash("right");
  int right = 0, wrong = 0;
  for (int i = 0; i < 200; ++i)
    desk.pool.check(std::to_string(i), i % 2 == 0 ? "right" : "wrong", i % 5 == 0 ? "" : hash,
                    [&](Checked checked) { ++(checked == Checked::right ? right : wrong); });
  desk.loop.run_until([&] { return right + wrong == 200; });
  EXPECT_EQ(right, 80);
}

}  // namespace
}  // namespace cairn

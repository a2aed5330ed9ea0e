#include "server/base/limits.h"

#include <gtest/gtest.h>

#include <array>

namespace cairn {
namespace {

TEST(RateLimit, ABurstThenTheRate) {
  RateLimit limit(2, 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(limit.ask("a", 100), 0);
  EXPECT_EQ(limit.ask("a", 100), 1);
  EXPECT_EQ(limit.ask("b", 100), 0) << "everybody has a bucket of his own";
  EXPECT_EQ(limit.ask("a", 100.5), 0);
  EXPECT_EQ(limit.ask("a", 100.5), 1);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(limit.ask("a", 1000), 0);
  EXPECT_NE(limit.ask("a", 1000), 0) << "idle time fills no more than the burst";
}

TEST(RateLimit, SaysWhenToComeAgain) {
  RateLimit slow(0.1, 1);
  EXPECT_EQ(slow.ask("a", 0), 0);
  EXPECT_EQ(slow.ask("a", 0), 10);
  EXPECT_EQ(slow.ask("a", 10), 0);
}

TEST(RateLimit, WhatIsGivenBackDoesNotCount) {
  RateLimit limit(0.1, 2);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(limit.ask("a", 0), 0);
    limit.give_back("a");
  }
  limit.give_back("a");
  limit.give_back("b");
  EXPECT_EQ(limit.ask("a", 0), 0);
  EXPECT_EQ(limit.ask("a", 0), 0);
  EXPECT_NE(limit.ask("a", 0), 0) << "no more than the burst comes back";
}

TEST(RateLimit, WhatIsChargedIsPaidOff) {
  RateLimit limit(2, 100);
  EXPECT_EQ(limit.charge("a", 0, 300), 0) << "more than there is";
  EXPECT_EQ(limit.charge("a", 0, 1), 101) << "until all is paid, and one more";
  EXPECT_EQ(limit.charge("b", 0, 1), 0);
  EXPECT_EQ(limit.charge("a", 100.5, 1), 0);
  EXPECT_NE(limit.charge("a", 100.5, 1), 0);
}

TEST(RateLimit, ManyKeysDoNotFillTheMemory) {
  RateLimit limit(1, 1, 100);
  for (int i = 0; i < 10'000; ++i) EXPECT_EQ(limit.ask(std::to_string(i), 0), 0);
}

TEST(RateLimit, HouseholdsLieInNetworks) {
  const std::string household = household_v6(std::array<unsigned char, 8>{0x20, 1, 0x0d, 0xb8, 0, 0xFE, 0x12, 0x34});
  EXPECT_EQ(household, "v6:20010db800fe1234");
  EXPECT_EQ(networks_around(household), (std::vector<std::string>{"v6:20010db800fe12", "v6:20010db800fe"}));
  EXPECT_TRUE(networks_around("10.0.0.1").empty());
  EXPECT_TRUE(networks_around("").empty());
}

TEST(AddressLimit, ANetworkHasFourTimesAsMuchAsAHousehold) {
  const auto household = [](unsigned char wide, unsigned char narrow) {
    return household_v6(std::array<unsigned char, 8>{0x20, 1, 0x0d, 0xb8, 0, 1, wide, narrow});
  };
  AddressLimit limit(0.01, 30);
  int one = 0, around = 0, all = 0;
  for (int i = 0; i < 40; ++i) one += limit.ask(household(0, 0), 0) == 0;
  EXPECT_EQ(one, 30);
  for (unsigned char i = 0; i < 100; ++i) around += limit.ask(household(0, i), 0) == 0;
  EXPECT_EQ(one + around, 60) << "of 56 bits";
  for (int i = 0; i < 500; ++i) {
    const auto wide = static_cast<unsigned char>(1 + i / 100), narrow = static_cast<unsigned char>(i % 100);
    all += limit.ask(household(wide, narrow), 0) == 0;
  }
  EXPECT_EQ(one + around + all, 120) << "of 48 bits, and what was refused did not count";
  limit.give_back(household(9, 9));
  EXPECT_EQ(limit.ask(household(9, 9), 0), 0);
  EXPECT_GT(limit.ask(household(9, 8), 0), 0);

  for (int i = 0; i < 30; ++i) EXPECT_EQ(limit.ask("10.0.0.1", 0), 0);
  EXPECT_GT(limit.ask("10.0.0.1", 0), 0);
  EXPECT_EQ(limit.ask("10.0.0.2", 0), 0) << "an address of IPv4 has no network";
}

}  // namespace
}  // namespace cairn

#include "server/base/limits.h"

#include <gtest/gtest.h>

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

TEST(RateLimit, ManyKeysDoNotFillTheMemory) {
  RateLimit limit(1, 1, 100);
  for (int i = 0; i < 10'000; ++i) EXPECT_EQ(limit.ask(std::to_string(i), 0), 0);
}

}  // namespace
}  // namespace cairn

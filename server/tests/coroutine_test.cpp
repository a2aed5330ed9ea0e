// Coroutines that wait for callbacks: called at once, later, or never.
#include "server/base/coroutine.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace cairn {
namespace {

using Call = std::function<void(int)>;

Detached add(std::vector<Call>* calls, std::vector<int>* received, std::shared_ptr<int> held) {
  const int at_once = co_await callback<int>([](auto done) { done(1); });
  received->push_back(at_once);
  const int later = co_await callback<int>([&](auto done) { calls->push_back(done); });
  received->push_back(at_once + later + *held);
}

TEST(Coroutine, GoesOnAtOnceOrWhenItIsCalled) {
  std::vector<Call> calls;
  std::vector<int> received;
  const auto held = std::make_shared<int>(100);
  add(&calls, &received, held);
  EXPECT_EQ(received, (std::vector<int>{1}));
  ASSERT_EQ(calls.size(), 1U);
  calls[0](10);
  EXPECT_EQ(received, (std::vector<int>{1, 111}));
  EXPECT_EQ(held.use_count(), 1) << "it has ended";
}

TEST(Coroutine, GoesAwayWithACallThatNeverComes) {
  std::vector<Call> calls;
  std::vector<int> received;
  const auto held = std::make_shared<int>(100);
  add(&calls, &received, held);
  calls.push_back(calls[0]);
  EXPECT_EQ(held.use_count(), 2);
  calls.pop_back();
  EXPECT_EQ(held.use_count(), 2) << "a copy of it is left";
  calls.clear();
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_EQ(received, (std::vector<int>{1}));
}

}  // namespace
}  // namespace cairn

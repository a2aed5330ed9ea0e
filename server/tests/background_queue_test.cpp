// Work beside the loop: everybody's in turn, and only so much of it.
#include "server/base/background_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using testing::Loop;

TEST(FairQueue, GivesEachOneInTurn) {
  FairQueue<std::string, int> queue;
  for (int i = 0; i < 3; ++i) queue.push("ann", i);
  queue.push("bob", 10);
  queue.push("cid", 20);
  queue.push("bob", 11);
  EXPECT_EQ(queue.size(), 6U);
  EXPECT_EQ(queue.size_of("ann"), 3U);
  EXPECT_EQ(queue.size_of("eve"), 0U);
  std::vector<int> order;
  while (!queue.empty()) order.push_back(queue.pop());
  EXPECT_EQ(order, (std::vector<int>{0, 10, 20, 1, 11, 2}));
  queue.push("ann", 7);
  queue.clear();
  EXPECT_TRUE(queue.empty());
}

TEST(BackgroundQueue, WhoHasManyJobsWaitsForTheirOwn) {
  Loop loop;
  BackgroundQueue queue(loop.post(), 10, 4);
  std::atomic<bool> go = false;
  std::vector<std::string> order;
  const auto add = [&](std::int64_t who, const std::string& name) {
    return queue.run(
        asker_of(who),
        [&go, name] {
          while (!go.load()) std::this_thread::yield();
          return name;
        },
        [&order](const std::string& done) { order.push_back(done); });
  };
  ASSERT_TRUE(add(9, "first"));
  while (add(1, "flood")) {
  }
  EXPECT_TRUE(add(2, "bob"));
  go = true;
  loop.run_until([&] { return order.size() >= 6; });
  EXPECT_EQ(order[0], "first");
  EXPECT_LE(std::find(order.begin(), order.end(), "bob") - order.begin(), 2);
  EXPECT_LE(order.size(), 7U) << "so much of one";
}

}  // namespace
}  // namespace cairn

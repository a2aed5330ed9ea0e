// What a host watches: the text of the metrics, and when a server says that it is ready.
#include "server/base/metrics.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <vector>

#include "server/net/readiness.h"
#include "server/tests/test_store.h"

namespace cairn {
namespace {

TEST(Metrics, AreTextThatPrometheusReads) {
  constexpr std::array kBounds = {0.5, 1.0, 2.5};
  Histogram histogram(kBounds);
  for (const double value : {0.25, 1.0, 1.0, 2.0, 7.0}) histogram.add(value);
  PrometheusText out;
  out.family("cairn_things", "gauge", "Things that are there");
  out.value(3);
  out.value(1e9, "kind=\"big\"");
  out.family("cairn_seconds", "histogram", "How long");
  out.histogram(histogram, "route=\"games\"");
  EXPECT_EQ(out.take(),
            "# HELP cairn_things Things that are there\n"
            "# TYPE cairn_things gauge\n"
            "cairn_things 3\n"
            "cairn_things{kind=\"big\"} 1e+09\n"
            "# HELP cairn_seconds How long\n"
            "# TYPE cairn_seconds histogram\n"
            "cairn_seconds_bucket{route=\"games\",le=\"0.5\"} 1\n"
            "cairn_seconds_bucket{route=\"games\",le=\"1\"} 3\n"
            "cairn_seconds_bucket{route=\"games\",le=\"2.5\"} 4\n"
            "cairn_seconds_bucket{route=\"games\",le=\"+Inf\"} 5\n"
            "cairn_seconds_sum{route=\"games\"} 11.25\n"
            "cairn_seconds_count{route=\"games\"} 5\n");
}

TEST(Readiness, FollowsTheAnswersOfTheStore) {
  std::vector<std::function<void()>> posted;
  TestStore store([&](std::function<void()> what) { posted.push_back(std::move(what)); });
  const auto answers_come = [&] {
    for (const auto& what : std::exchange(posted, {})) what();
  };
  Readiness readiness;
  EXPECT_EQ(readiness.why_not(0), "this server is starting");
  readiness.check(store, 0);
  EXPECT_EQ(readiness.why_not(0), "this server is starting") << "it was not answered yet";
  answers_come();
  EXPECT_EQ(readiness.why_not(100), "");
  store.fail_reads = true;
  readiness.check(store, 1);
  answers_come();
  EXPECT_EQ(readiness.why_not(1), "the store cannot be read");
  EXPECT_NE(readiness.fault(), "");
  store.fail_reads = false;
  readiness.check(store, 2);
  answers_come();
  EXPECT_EQ(readiness.why_not(2), "");
  readiness.check(store, 10);  // and no answer comes
  readiness.check(store, 13);
  EXPECT_EQ(readiness.why_not(13), "");
  EXPECT_EQ(readiness.why_not(13.5), "the store does not answer");
  answers_come();
  EXPECT_EQ(readiness.why_not(13.5), "");
}

TEST(Readiness, TriesToWriteUntilThatGoesWell) {
  std::vector<std::function<void()>> posted;
  TestStore store([&](std::function<void()> what) { posted.push_back(std::move(what)); });
  Readiness readiness;
  const auto check = [&](double now) {
    readiness.check(store, now);
    for (const auto& what : std::exchange(posted, {})) what();
    return readiness.why_not(now);
  };
  store.fail_writes = true;
  check(0);
  for (int second = 1; second < 4; ++second) EXPECT_EQ(check(second), "the store cannot be written: the disk is full");
  store.fail_writes = false;
  check(4);
  EXPECT_EQ(check(5), "");
  store.fail_writes = true;
  EXPECT_EQ(check(6), "") << "nobody has tried";
}

}  // namespace
}  // namespace cairn

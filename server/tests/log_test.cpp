// Lines for the operator: one event is one line, whatever stands in it.
#include "server/base/log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "notation/view_json.h"

namespace cairn {
namespace {

constexpr std::int64_t kAt = 1'700'000'000'123;

TEST(LogLine, TextIsForPeople) {
  EXPECT_EQ(log_line(LogFormat::text, kAt, LogLevel::warning, "the disk is full",
                     {{"free", std::int64_t{0}}, {"path", "/var/lib"}, {"why", "no space"}, {"ms", 1.5}}),
            "2023-11-14T22:13:20.123Z warning: the disk is full free=0 path=/var/lib why=\"no space\" ms=1.5\n");
}

TEST(LogLine, JsonIsForPrograms) {
  const Json line = parse_json(
      log_line(LogFormat::json, kAt, LogLevel::error, "a \"word\"\n", {{"count", std::int64_t{3}}, {"name", "\xff"}}));
  EXPECT_EQ(line.at("time"), "2023-11-14T22:13:20.123Z");
  EXPECT_EQ(line.at("level"), "error");
  EXPECT_EQ(line.at("message"), "a \"word\"\n");
  EXPECT_EQ(line.at("count"), 3);
}

TEST(LogLine, NobodyWritesALineOfHisOwn) {
  const std::string line =
      log_line(LogFormat::text, kAt, LogLevel::info, "x\n2023-11-14 error: y\r", {{"name", "a\nb=c"}, {"empty", ""}});
  EXPECT_EQ(line, "2023-11-14T22:13:20.123Z info: x 2023-11-14 error: y  name=\"a\\nb=c\" empty=\"\"\n");
}

TEST(LogLine, OnlyWhatIsWantedIsWritten) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  Log log(ends[1]);
  log.set(LogLevel::warning, LogFormat::json);
  log.write(LogLevel::info, "one");
  log.write(LogLevel::warning, "two");
  ::close(ends[1]);
  std::string said(1000, '\0');
  said.resize(static_cast<std::size_t>(::read(ends[0], said.data(), said.size())));
  ::close(ends[0]);
  EXPECT_EQ(parse_json(said).at("message"), "two") << said;
}

}  // namespace
}  // namespace cairn

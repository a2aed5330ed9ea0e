#include "server/play/clock_rule.h"

#include <gtest/gtest.h>
// after gtest
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace cairn {
namespace {

TEST(ClockRule, TheFormsOfThePageComeBackWordForWord) {
  for (const auto* text :
       {"none", "absolute 15m", "fischer 5m+3s", "fischer 5m+3s cap 20m", "fischer 3m+2s lag 300ms",
        "byoyomi 10m+3x30s", "byoyomi 0s+5x10s lag 1s", "canadian 10m+20/5m", "move 30s", "correspondence 3d",
        "correspondence 3d weekends", "correspondence 7d+1d cap 14d weekends vacation 30d nag 1d 6h", "absolute 1h30m",
        "fischer 1m30s+500ms"}) {
    const auto read = parse_clock_rule(text);
    ASSERT_TRUE(read.rule) << read.error;
    EXPECT_EQ(to_text(*read.rule), text);
  }
}

TEST(ClockRule, ReadsWhatPeopleWrite) {
  const auto same = [](const char* text) { return to_text(parse_clock_rule(text).rule.value()); };
  EXPECT_EQ(same("  FISCHER  300s+3S  Cap 1200s "), "fischer 5m+3s cap 20m");
  EXPECT_EQ(same("correspondence 72h nag 6h 24h vacation 720h weekends"),
            "correspondence 3d weekends vacation 30d nag 1d 6h");
  EXPECT_EQ(same("absolute 90m"), "absolute 1h30m");
}

TEST(ClockRule, MeansWhatItSays) {
  const ClockRule rule = *parse_clock_rule("byoyomi 10m+3x30s lag 250ms").rule;
  EXPECT_EQ(rule.main_ms, 600'000);
  EXPECT_EQ(rule.periods, 3);
  EXPECT_EQ(rule.period_ms, 30'000);
  EXPECT_EQ(rule.lag_ms, 250);
}

TEST(ClockRule, SaysWhatIsWrongAndWhatWouldBeRight) {
  const auto error = [](const char* text) {
    const auto read = parse_clock_rule(text);
    EXPECT_FALSE(read.rule) << text;
    return read.error;
  };
  const std::string kinds =
      R"("none", "absolute 15m", "fischer 5m+3s", "byoyomi 10m+3x30s", "canadian 10m+20/5m", "move 30s", "correspondence 3d")";
  EXPECT_EQ(error(""), "clock \"\": name the kind of clock: " + kinds);
  EXPECT_EQ(error("blitz 5m"), "clock \"blitz 5m\": there is no kind \"blitz\" of clock; the kinds are " + kinds);
  EXPECT_EQ(error("fischer 5m"), R"(clock "fischer 5m": write it as "fischer 5m+3s")");
  EXPECT_EQ(error("fischer 5+3"), R"(clock "fischer 5+3": write it as "fischer 5m+3s")");
  EXPECT_EQ(error("fischer 5m+0s"), R"(clock "fischer 5m+0s": write it as "fischer 5m+3s")");
  EXPECT_EQ(error("byoyomi 10m+3"), R"(clock "byoyomi 10m+3": write it as "byoyomi 10m+3x30s")");
  EXPECT_EQ(error("canadian 10m+20x5m"), R"(clock "canadian 10m+20x5m": write it as "canadian 10m+20/5m")");
  EXPECT_EQ(error("absolute 5m+3s"), R"(clock "absolute 5m+3s": write it as "absolute 15m")");
  EXPECT_EQ(error("none lag 1s"), R"(clock "none lag 1s": nothing can follow "none")");
  EXPECT_EQ(error("absolute 0s"), R"(clock "absolute 0s": a time must be from 1s to 365d)");
  EXPECT_EQ(error("correspondence 366d"), R"(clock "correspondence 366d": a time must be from 1s to 365d)");
  EXPECT_EQ(error("byoyomi 1m+0x30s"), R"(clock "byoyomi 1m+0x30s": the number of periods must be from 1 to 100)");
  EXPECT_EQ(error("canadian 1m+101/30s"),
            R"(clock "canadian 1m+101/30s": the number of turns per period must be from 1 to 100)");
  EXPECT_EQ(error("fischer 5m+3s cap 4m"),
            R"(clock "fischer 5m+3s cap 4m": the cap must be from the starting time, 5m, to 365d)");
  EXPECT_EQ(error("fischer 5m+3s cap"), R"(clock "fischer 5m+3s cap": after "cap" write a time, such as "cap 20m")");
  EXPECT_EQ(error("move 30s lag 3s"), R"(clock "move 30s lag 3s": the lag compensation is at most "lag 2s" per turn)");
  EXPECT_EQ(error("move 30s weekends"),
            R"(clock "move 30s weekends": "weekends" does not fit here; "lag 300ms" can follow)");
  EXPECT_EQ(error("fischer 5m+3s weekends"),
            R"(clock "fischer 5m+3s weekends": "weekends" does not fit here; "lag 300ms", "cap 20m" can follow)");
  EXPECT_EQ(error("correspondence 3d cap 9d"),
            "clock \"correspondence 3d cap 9d\": \"cap\" does not fit here; "
            R"("weekends", "vacation 30d" and "nag 1d" can follow)");
  EXPECT_EQ(error("correspondence 3d weekends weekends"),
            R"(clock "correspondence 3d weekends weekends": "weekends" is given twice)");
  EXPECT_EQ(error("correspondence 3d nag"),
            R"(clock "correspondence 3d nag": after "nag" write one to four times left, such as "nag 1d 6h")");
  EXPECT_EQ(error("correspondence 3d nag 1d 24h"),
            R"(clock "correspondence 3d nag 1d 24h": a time after "nag" is given twice)");
  EXPECT_EQ(error("correspondence 3d nag 4d"),
            R"(clock "correspondence 3d nag 4d": "nag 4d" is longer than the whole time, 3d; choose a shorter one)");
  EXPECT_EQ(error("correspondence 3d vacation 200d"),
            R"(clock "correspondence 3d vacation 200d": a vacation can have at most 120d per year)");
  error(std::string(1000, 'x').c_str());
}

TEST(ClockRule, Durations) {
  EXPECT_EQ(parse_duration("1d2h3m4s5ms"), kDayMs + 2 * kHourMs + 3 * kMinuteMs + 4005);
  EXPECT_EQ(parse_duration("0s"), 0);
  for (const auto* bad :
       {"", "5", "m", "5x", "-5m", "5m3h", "5m5m", "1.5h", "5 m", "99999999999999999999s", "9999999999d"})
    EXPECT_EQ(parse_duration(bad), std::nullopt) << bad;
}

RC_GTEST_PROP(ClockRuleProperties, DurationsComeBack, ()) {
  const std::int64_t ms = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(0, kMaxClockMs * 2));
  RC_ASSERT(parse_duration(duration_text(ms)) == ms);
}

// Whatever is accepted is printed so that it comes back the same; whatever is not has a reason.
RC_GTEST_PROP(ClockRuleProperties, AcceptedTextsComeBack, ()) {
  static const std::vector<std::string> kForms = {"none",
                                                  "absolute 5m",
                                                  "fischer 5m+3s",
                                                  "byoyomi 10m+3x30s",
                                                  "byoyomi 0s+1x1s",
                                                  "canadian 10m+20/5m",
                                                  "move 30s",
                                                  "correspondence 3d",
                                                  "correspondence 7d+1d"};
  static const std::vector<std::string> kOptions = {"cap 20m", "cap 14d", "weekends", "vacation 30d", "nag 6h 1d",
                                                    "nag 1h",  "lag 1s",  "lag",      "3d",           "CAP 60d"};
  std::string text = *rc::gen::elementOf(kForms);
  for (std::uint32_t options = *rc::gen::element(0U, 0U, 1U, 2U, 3U, 5U); options > 0; --options)
    text += " " + *rc::gen::elementOf(kOptions);
  const auto read = parse_clock_rule(text);
  RC_CLASSIFY(read.rule.has_value(), "accepted");
  RC_ASSERT(read.rule.has_value() == read.error.empty());
  if (!read.rule) return;
  const auto again = parse_clock_rule(to_text(*read.rule));
  RC_ASSERT(again.rule.has_value());
  RC_ASSERT(*again.rule == *read.rule);
  RC_ASSERT(to_text(*again.rule) == to_text(*read.rule));
}

}  // namespace
}  // namespace cairn

// The text of a whole clock, and of a time left: for the store and for people.
#include <algorithm>
#include <array>
#include <charconv>

#include "core/text.h"
#include "server/play/clock.h"

namespace cairn {
namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 50;  // ms; no length of time comes near
constexpr std::int64_t kLatest = kLastMomentMs + 2 * kMaxVacationMs;

bool number(std::string_view text, std::int64_t least, std::int64_t most, std::int64_t& into) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), into);
  return fault == std::errc() && end == text.data() + text.size() && into >= least && into <= most;
}

}  // namespace

// RULE;LAST;run|pause and for each seat ;on|off|left MAIN PERIOD PERIODS STONES SPENT SINCE AWAY_FROM AWAY_UNTIL ZONE
// YEAR USED
std::string GameClock::text() const {
  std::string text = to_text(rule_) + ";" + std::to_string(last_ms_) + (paused_ ? ";pause" : ";run");
  for (const Occupant& c : occupants_) {
    text += c.left ? ";left" : c.on_turn ? ";on" : ";off";
    for (const std::int64_t value :
         {c.main_ms, c.period_ms, std::int64_t{c.periods}, std::int64_t{c.stones}, c.spent_ms, c.since_ms,
          c.away_from_ms, c.away_until_ms, std::int64_t{c.player.zone_minutes}, std::int64_t{c.player.vacation_year},
          c.player.vacation_used_ms})
      text += " " + std::to_string(value);
  }
  return text;
}

GameClock::Read GameClock::parse(std::string_view text) {
  const auto fail = [&](const std::string& why) {
    return Read{{}, "stored clock \"" + std::string(text.substr(0, 300)) + "\": " + why};
  };
  const auto parts = split(text, ';');
  if (parts.size() < 5 || parts.size() > 3 + static_cast<std::size_t>(kMaxSeats))
    return fail("write RULE;LAST;run|pause and two to four seats, all with a ; between them");
  const ClockRuleRead rule = parse_clock_rule(parts[0]);
  if (!rule.rule) return fail(rule.error);
  GameClock clock(*rule.rule, std::vector<Player>(parts.size() - 3));
  if (!number(parts[1], 0, kLastMomentMs, clock.last_ms_))
    return fail("the second part is the moment of the last event");
  if (parts[2] != "run" && parts[2] != "pause") return fail("the third part is \"run\" or \"pause\"");
  clock.paused_ = parts[2] == "pause";
  const ClockRule& r = clock.rule_;
  const bool byoyomi = r.kind == ClockRule::Kind::byoyomi, canadian = r.kind == ClockRule::Kind::canadian;
  for (std::size_t i = 3; i < parts.size(); ++i) {
    const auto words = split_words(parts[i]);
    Occupant& c = clock.occupants_[i - 3];
    const std::string seat = "seat " + std::to_string(i - 3);
    if (words.size() != 12 || (words[0] != "on" && words[0] != "off" && words[0] != "left"))
      return fail(seat + " is \"on\", \"off\" or \"left\" and eleven numbers");
    c.on_turn = words[0] == "on";
    c.left = words[0] == "left";
    std::int64_t periods = 0, stones = 0, zone = 0, year = 0;
    struct Field {
      const char* name;
      std::int64_t* into;
      std::int64_t least, most;
    };
    const std::array<Field, 11> fields = {
        Field{"main time", &c.main_ms, 0, kMost},
        Field{"period", &c.period_ms, canadian ? 1 : r.period_ms, r.period_ms},
        Field{"number of periods", &periods, byoyomi ? 1 : 0, r.periods},
        Field{"number of stones", &stones, canadian ? 1 : 0, r.stones},
        Field{"time spent", &c.spent_ms, 0, kMost},
        Field{"running since", &c.since_ms, 0, kLatest},
        Field{"away from", &c.away_from_ms, 0, kLatest},
        Field{"away until", &c.away_until_ms, 0, kLatest},
        Field{"zone", &zone, kMinZone, kMaxZone},
        Field{"year", &year, 0, 9999},
        Field{"vacation used", &c.player.vacation_used_ms, 0, kMost},
    };
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (!number(words[f + 1], fields[f].least, fields[f].most, *fields[f].into))
        return fail(seat + ": \"" + std::string(words[f + 1]) + "\" is no " + fields[f].name + "; it is " +
                    std::to_string(fields[f].least) + " to " + std::to_string(fields[f].most));
    if (c.away_until_ms < c.away_from_ms) return fail(seat + ": its vacation ends before it begins");
    c.periods = static_cast<int>(periods);
    c.stones = static_cast<int>(stones);
    c.player.zone_minutes = static_cast<int>(zone);
    c.player.vacation_year = static_cast<int>(year);
  }
  return {std::move(clock), ""};
}

std::string time_left_text(std::int64_t ms) {
  const auto up = [&](std::int64_t unit) { return (std::max<std::int64_t>(ms, 0) + unit - 1) / unit; };
  const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  if (ms < 10 * kSecondMs) {
    const std::int64_t tenths = up(100);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  }
  if (const std::int64_t hours = up(kHourMs); ms >= kDayMs)
    return std::to_string(hours / 24) + "d " + std::to_string(hours % 24) + "h";
  const std::int64_t seconds = up(kSecondMs), minutes = seconds / 60;
  if (minutes < 60) return std::to_string(minutes) + ":" + two(seconds % 60);
  return std::to_string(minutes / 60) + ":" + two(minutes % 60) + ":" + two(seconds % 60);
}

}  // namespace cairn

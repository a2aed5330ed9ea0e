// Texts of clocks (server/play/clock.h): the rule that a host writes, and a whole stored clock, to which the bytes
// after the first line then happen as events.
#include <string>

#include "fuzz/fuzz.h"
#include "server/play/clock.h"

namespace {

using namespace cairn;

void check_rule(std::string_view text) {
  const auto read = parse_clock_rule(text);
  fuzz::require(read.rule.has_value() == read.error.empty(), "a rule or an error");
  if (!read.rule) return;
  const auto again = parse_clock_rule(to_text(*read.rule));
  fuzz::require(again.rule && *again.rule == *read.rule, "a rule's text is read as the same rule");
}

void check_clock(const GameClock& clock, std::int64_t now_ms) {
  const auto again = GameClock::parse(clock.text());
  fuzz::require(again.clock && *again.clock == clock, "a clock's text is read as the same clock");
  for (int i = 0; i < clock.seats(); ++i) {
    const SeatTime shown = clock.shown(seat_at(i), now_ms);
    fuzz::require(shown.main_ms >= 0 && shown.period_ms >= 0 && shown.periods >= 0 && shown.stones >= 0,
                  "nothing below zero is shown");
    fuzz::require(!time_left_text(shown.total_ms).empty(), "a time has a text");
    clock.vacation_left_ms(seat_at(i), now_ms);
  }
  std::int64_t after = clock.last_ms();
  for (int step = 0; step < 8; ++step) {
    const auto due = clock.due(after);
    if (due.empty()) break;
    fuzz::require(due[0].at_ms > after, "what is due lies ahead");
    after = due[0].at_ms;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 2000) return -1;
  const auto text = fuzz::text_of(data, size);
  const auto line = text.substr(0, text.find('\n'));
  check_rule(line);
  auto read = GameClock::parse(line);
  fuzz::require(read.clock.has_value() == read.error.empty(), "a clock or an error");
  if (!read.clock) return 0;
  GameClock& clock = *read.clock;
  std::int64_t now_ms = clock.last_ms();
  check_clock(clock, now_ms);
  for (std::size_t i = line.size() + 1; i + 3 <= text.size(); i += 3) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(text[i + at])); };
    const auto kind = static_cast<ClockEvent::Kind>(byte(1) % 7);
    const std::int64_t passed = std::int64_t{1} << (byte(0) % 34);
    now_ms += kind == ClockEvent::Kind::set ? -passed : passed;
    ClockEvent event = ClockEvent::of(kind, now_ms, seat_at(static_cast<int>(byte(2) % 4)));
    for (int seat = 0; seat < kMaxSeats; ++seat) {
      if ((byte(2) >> seat & 1U) != 0) event.finished.insert(seat_at(seat));
      if ((byte(2) >> (seat + 4) & 1U) != 0) event.running.insert(seat_at(seat));
      event.round_trip_ms[static_cast<std::size_t>(seat)] = static_cast<std::int64_t>(byte(1)) * 16;
    }
    const GameClock before = clock;
    const std::string refused = clock.apply(event);
    fuzz::require(refused.empty() || clock == before, "what is refused changes nothing");
    check_clock(clock, now_ms);
  }
  return 0;
}

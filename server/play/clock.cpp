#include "server/play/clock.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <tuple>
#include <utility>

#include "server/base/days.h"

namespace cairn {
namespace {

using Kind = ClockRule::Kind;
constexpr std::int64_t kForever = std::int64_t{1} << 60;
constexpr std::int64_t kWeekMs = 7 * kDayMs, kWorkWeekMs = 5 * kDayMs;

std::int64_t zone_ms(const GameClock::Player& player) {
  return player.zone_minutes * kMinuteMs;
}

// Weekdays, Monday to Friday, in a zone: how much of them there was from a fixed Monday on, and when it is so much for
// the first time. 1970 began on a Thursday.
std::int64_t weekdays_until(std::int64_t at_ms, std::int64_t zone) {
  const std::int64_t local = at_ms + zone + 3 * kDayMs, week = floor_div(local, kWeekMs);
  return week * kWorkWeekMs + std::min(local - week * kWeekMs, kWorkWeekMs);
}
std::int64_t when_weekdays(std::int64_t much_ms, std::int64_t zone) {
  const std::int64_t week = floor_div(much_ms - 1, kWorkWeekMs);
  return week * kWeekMs + (much_ms - week * kWorkWeekMs) - 3 * kDayMs - zone;
}
// The next time that a weekend begins or ends.
std::int64_t weekend_changes(std::int64_t at_ms, std::int64_t zone) {
  const std::int64_t local = at_ms + zone + 3 * kDayMs, week = floor_div(local, kWeekMs) * kWeekMs;
  return week + (local - week < kWorkWeekMs ? kWorkWeekMs : kWeekMs) - 3 * kDayMs - zone;
}

int year_of(std::int64_t at_ms, std::int64_t zone) {
  const std::chrono::sys_days day{std::chrono::days{floor_div(at_ms + zone, kDayMs)}};
  return static_cast<int>(std::chrono::year_month_day{day}.year());
}
std::int64_t year_begins(int year, std::int64_t zone) {
  const std::chrono::sys_days day{std::chrono::year{year} / std::chrono::January / 1};
  return day.time_since_epoch().count() * kDayMs - zone;
}

Message no_clock_of(Seat seat, int seats) {
  return Message("no-clock-of-seat", "there is no seat {seat}; the last one is seat {last}",
                 {{"seat", index(seat)}, {"last", seats - 1}});
}

}  // namespace

GameClock::GameClock(const ClockRule& rule, const std::vector<Player>& players) : rule_(rule) {
  assert(players.size() >= 2 && players.size() <= static_cast<std::size_t>(kMaxSeats));
  for (const Player& player : players) {
    Occupant occupant;
    occupant.player = player;
    occupant.main_ms = rule.main_ms;
    occupant.period_ms = rule.period_ms;
    occupant.periods = rule.periods;
    occupant.stones = rule.stones;
    occupants_.push_back(occupant);
  }
}

std::int64_t GameClock::not_before_last(std::int64_t ms) const {
  return std::clamp(ms, last_ms_, kLastMomentMs);
}

// What of a stretch of time counts for a seat whose time runs.
std::int64_t GameClock::counted(const Occupant& occupant, std::int64_t from_ms, std::int64_t to_ms) const {
  if (to_ms <= from_ms) return 0;
  if (!rule_.weekends) return to_ms - from_ms;
  const std::int64_t zone = zone_ms(occupant.player);
  return weekdays_until(to_ms, zone) - weekdays_until(from_ms, zone);
}

std::int64_t GameClock::spent(const Occupant& occupant, std::int64_t now_ms) const {
  return occupant.spent_ms + (runs(occupant) ? counted(occupant, occupant.since_ms, now_ms) : 0);
}

// All that the seat may spend in this turn.
std::int64_t GameClock::allowance(const Occupant& occupant) const {
  switch (rule_.kind) {
    case Kind::none:
      return kForever;
    case Kind::byoyomi:
      return occupant.main_ms + occupant.periods * occupant.period_ms;
    case Kind::canadian:
      return occupant.main_ms + occupant.period_ms;
    default:
      return occupant.main_ms;
  }
}

// When a running seat will have spent so much of its turn; more than it has spent by `since_ms`.
std::int64_t GameClock::moment(const Occupant& occupant, std::int64_t spent_ms) const {
  const std::int64_t more = spent_ms - occupant.spent_ms;
  if (!rule_.weekends) return occupant.since_ms + more;
  const std::int64_t zone = zone_ms(occupant.player);
  return when_weekdays(weekdays_until(occupant.since_ms, zone) + more, zone);
}

// Since the year began, and until then.
std::int64_t GameClock::vacation_used(const Occupant& occupant, int year, std::int64_t until_ms) const {
  const std::int64_t from = std::max(occupant.away_from_ms, year_begins(year, zone_ms(occupant.player)));
  const std::int64_t used = std::max<std::int64_t>(0, std::min(occupant.away_until_ms, until_ms) - from);
  return used + (occupant.player.vacation_year >= year ? occupant.player.vacation_used_ms : 0);
}

std::int64_t GameClock::vacation_left_ms(Seat seat, std::int64_t now_ms) const {
  const Occupant& c = occupant(seat);
  const std::int64_t now = not_before_last(now_ms);
  return std::max<std::int64_t>(0, rule_.vacation_ms - vacation_used(c, year_of(now, zone_ms(c.player)), now));
}

// When `counting` changes by itself.
std::int64_t GameClock::holds_until(const Occupant& occupant, std::int64_t now_ms) const {
  if (!runs(occupant)) return -1;
  const std::int64_t zone = zone_ms(occupant.player);
  if (now_ms >= occupant.since_ms) return rule_.weekends ? weekend_changes(now_ms, zone) : -1;
  if (!rule_.weekends || counted(occupant, occupant.since_ms, occupant.since_ms + 1) > 0) return occupant.since_ms;
  return weekend_changes(occupant.since_ms, zone);  // back from vacation on a weekend
}

SeatTime GameClock::shown(Seat seat, std::int64_t now_ms) const {
  const Occupant& c = occupant(seat);
  SeatTime face;
  face.at_ms = not_before_last(now_ms);
  face.on_turn = c.on_turn;
  face.left = c.left;
  face.vacation = !c.left && face.at_ms >= c.away_from_ms && face.at_ms < c.away_until_ms;
  if (rule_.kind == Kind::none) return face;
  const std::int64_t all = allowance(c), used = std::min(spent(c, face.at_ms), all), late = used - c.main_ms;
  face.over = used == all;
  face.total_ms = all - used;
  face.main_ms = std::max<std::int64_t>(0, -late);
  face.period_ms = c.period_ms;
  face.periods = c.periods;
  face.stones = c.stones;
  if (rule_.kind == Kind::canadian && late >= 0) face.period_ms = c.period_ms - late;
  if (rule_.kind == Kind::byoyomi && late >= 0) {
    face.periods = c.periods - static_cast<int>(late / c.period_ms);
    face.period_ms = face.over ? 0 : c.period_ms - late % c.period_ms;
  }
  face.counting = runs(c) && !face.over && face.at_ms >= c.since_ms && counted(c, face.at_ms, face.at_ms + 1) > 0;
  face.until_ms = face.over ? -1 : holds_until(c, face.at_ms);
  return face;
}

// Everything that lies before the seat, in no order.
void GameClock::happenings(Seat seat, std::vector<ClockHappening>& out) const {
  const Occupant& c = occupant(seat);
  if (c.left) return;
  using What = ClockHappening::Kind;
  if (c.away_until_ms > last_ms_) out.push_back({What::vacation, seat, c.away_until_ms, 0});
  if (!runs(c) || rule_.kind == Kind::none) return;
  const auto add = [&](What what, std::int64_t at_spent, std::int64_t left = 0) {
    if (at_spent > c.spent_ms) out.push_back({what, seat, moment(c, at_spent), left});
  };
  const std::int64_t all = allowance(c);
  add(What::flag, all + rule_.lag_ms);
  if (rule_.kind == Kind::canadian) add(What::period, c.main_ms);
  if (rule_.kind == Kind::byoyomi)
    for (int lost = 0; lost < c.periods; ++lost) add(What::period, c.main_ms + lost * c.period_ms);
  for (const std::int64_t nag : rule_.nags_ms) add(What::nag, all - nag, nag);
}

namespace {
bool sooner(const ClockHappening& a, const ClockHappening& b) {
  return std::tuple(a.at_ms, a.kind, a.seat) < std::tuple(b.at_ms, b.kind, b.seat);
}
}  // namespace

std::vector<ClockHappening> GameClock::flagged(std::int64_t now_ms) const {
  const std::int64_t now = not_before_last(now_ms);
  std::vector<ClockHappening> all;
  for (int i = 0; i < seats(); ++i) happenings(seat_at(i), all);
  std::erase_if(all, [&](const auto& one) { return one.kind != ClockHappening::Kind::flag || one.at_ms > now; });
  std::sort(all.begin(), all.end(), sooner);
  return all;
}

std::optional<std::int64_t> GameClock::flag_ms() const {
  std::optional<std::int64_t> first;
  for (const Occupant& c : occupants_) {
    if (c.left || !runs(c) || rule_.kind == Kind::none) continue;
    const std::int64_t at = moment(c, allowance(c) + rule_.lag_ms);
    if (!first || at < *first) first = at;
  }
  return first;
}

std::vector<ClockHappening> GameClock::due(std::int64_t after_ms) const {
  std::vector<ClockHappening> all;
  for (int i = 0; i < seats(); ++i) happenings(seat_at(i), all);
  std::erase_if(all, [&](const auto& one) { return one.at_ms <= after_ms; });
  std::sort(all.begin(), all.end(), sooner);
  std::erase_if(all, [first = all.empty() ? 0 : all[0].at_ms](const auto& one) { return one.at_ms != first; });
  return all;
}

Message GameClock::check_turn(const ClockEvent& event, std::int64_t at_ms) const {
  for (int i = 0; i < kMaxSeats; ++i) {
    const Seat seat = seat_at(i);
    const bool finishes = event.finished.contains(seat), goes_on = event.running.contains(seat);
    if (!finishes && !goes_on) continue;
    if (i >= seats()) return no_clock_of(seat, seats());
    const Occupant& c = occupant(seat);
    if (c.left)
      return Message("seat-left-no-turn", "seat {seat} has left the game and cannot have a turn",
                     {{"seat", index(seat)}});
    if (!finishes) continue;
    if (!c.on_turn)
      return Message("seat-not-on-clock", "the clock of seat {seat} was not running, so it cannot have finished a turn",
                     {{"seat", index(seat)}});
    const std::int64_t given =
        std::clamp<std::int64_t>(event.round_trip_ms[static_cast<std::size_t>(i)], 0, rule_.lag_ms);
    const std::int64_t late = spent(c, at_ms) - given - allowance(c);
    if (late >= 0)
      return Message("seat-time-was-over",
                     "the time of seat {seat} was over {late} ms earlier; it has lost on time and must leave",
                     {{"seat", index(seat)}, {"late", late}});
  }
  return {};
}

Message GameClock::check(const ClockEvent& event) const {
  using Do = ClockEvent::Kind;
  const std::int64_t at = not_before_last(event.at_ms);
  const bool of_seat = event.kind == Do::vacation || event.kind == Do::back || event.kind == Do::leave;
  if (of_seat && index(event.seat) >= seats()) return no_clock_of(event.seat, seats());
  if (of_seat && occupant(event.seat).left)
    return Message("seat-left-already", "seat {seat} has left the game already", {{"seat", index(event.seat)}});
  if (event.kind == Do::leave) return {};
  if (const auto lost = flagged(at); !lost.empty())
    return Message("seat-lost-must-leave", "seat {seat} has lost on time and must leave first",
                   {{"seat", index(lost[0].seat)}});
  switch (event.kind) {
    case Do::turn:
      if (paused_) return Message("game-paused-resume", "the game is paused; resume it first");
      return check_turn(event, at);
    case Do::pause:
      return paused_ ? Message("game-paused-already", "the game is paused already") : Message();
    case Do::resume:
      return paused_ ? Message() : Message("game-not-paused", "the game is not paused");
    case Do::vacation:
      if (rule_.vacation_ms == 0)
        return Message("clock-no-vacation", "this time control has no vacation; add it with \"vacation 30d\"");
      if (at < occupant(event.seat).away_until_ms)
        return Message("seat-on-vacation", "seat {seat} is on vacation already", {{"seat", index(event.seat)}});
      if (vacation_left_ms(event.seat, at) == 0)
        return Message("seat-no-vacation-left", "seat {seat} has no vacation left this year; it has {time} per year",
                       {{"seat", index(event.seat)}, {"time", duration_text(rule_.vacation_ms)}});
      return {};
    case Do::back:
      return at < occupant(event.seat).away_until_ms
                 ? Message()
                 : Message("seat-not-on-vacation", "seat {seat} is not on vacation", {{"seat", index(event.seat)}});
    case Do::set:
      return event.at_ms < last_ms_
                 ? Message()
                 : Message("clock-not-ahead", "the last event of this clock must be before that moment");
    case Do::leave:
      break;
  }
  return {};
}

// The turn is over: what the seat has at its next one.
void GameClock::finish(Occupant& c, std::int64_t spent_ms) const {
  const std::int64_t late = spent_ms - c.main_ms;
  switch (rule_.kind) {
    case Kind::absolute:
      c.main_ms -= spent_ms;
      break;
    case Kind::fischer:
    case Kind::correspondence:
      if (rule_.increment_ms == 0) break;
      c.main_ms += rule_.increment_ms - spent_ms;
      if (rule_.cap_ms > 0) c.main_ms = std::min(c.main_ms, rule_.cap_ms);
      break;
    case Kind::byoyomi:
      if (late >= 0) c.periods -= static_cast<int>(late / c.period_ms);
      c.main_ms = std::max<std::int64_t>(0, -late);
      break;
    case Kind::canadian:
      c.main_ms = std::max<std::int64_t>(0, -late);
      if (late < 0) break;
      c.period_ms -= late;
      if (--c.stones == 0) {
        c.stones = rule_.stones;
        c.period_ms = rule_.period_ms;
      }
      break;
    case Kind::none:
    case Kind::move:
      break;
  }
}

void GameClock::begin_vacation(Occupant& c, std::int64_t at_ms, std::int64_t used_ms) {
  const std::int64_t zone = zone_ms(c.player);
  c.player.vacation_year = year_of(at_ms, zone);
  c.player.vacation_used_ms = used_ms;
  c.away_from_ms = at_ms;
  c.away_until_ms = at_ms + rule_.vacation_ms - used_ms;
  // The next year brings its own allowance.
  if (const std::int64_t next = year_begins(c.player.vacation_year + 1, zone); c.away_until_ms > next)
    c.away_until_ms = next + rule_.vacation_ms;
}

// What the seat had at the last event, as if that had been at this earlier moment.
void GameClock::set(Occupant& c, std::int64_t at_ms) {
  const bool away = last_ms_ < c.away_until_ms;
  const std::int64_t used = vacation_used(c, year_of(at_ms, zone_ms(c.player)), last_ms_);
  c.spent_ms = spent(c, last_ms_);
  begin_vacation(c, at_ms, std::min(used, rule_.vacation_ms));
  if (!away) c.away_until_ms = at_ms;
  c.since_ms = c.away_until_ms;
}

Message GameClock::apply(const ClockEvent& event) {
  if (Message why = check(event); !why.empty()) return why;
  using Do = ClockEvent::Kind;
  const std::int64_t at = event.kind == Do::set ? std::max<std::int64_t>(event.at_ms, 0) : not_before_last(event.at_ms);
  // What has run is booked, and runs on from here or from the end of a vacation.
  const auto book = [&](Occupant& c) {
    c.spent_ms = spent(c, at);
    c.since_ms = std::max(at, c.away_until_ms);
  };
  switch (event.kind) {
    case Do::turn:
      for (int i = 0; i < seats(); ++i) {
        const Seat seat = seat_at(i);
        Occupant& c = occupant(seat);
        const bool goes_on = event.running.contains(seat);
        if (!event.finished.contains(seat) && goes_on == c.on_turn) continue;
        book(c);
        if (event.finished.contains(seat)) {
          const std::int64_t trip = event.round_trip_ms[static_cast<std::size_t>(i)];
          finish(c, c.spent_ms - std::clamp<std::int64_t>(trip, 0, std::min(rule_.lag_ms, c.spent_ms)));
          c.spent_ms = 0;
        }
        c.on_turn = goes_on;
      }
      break;
    case Do::pause:
      for (Occupant& c : occupants_) book(c);
      paused_ = true;
      break;
    case Do::resume:
      for (Occupant& c : occupants_) book(c);
      paused_ = false;
      break;
    case Do::vacation: {
      Occupant& c = occupant(event.seat);
      book(c);
      begin_vacation(c, at, vacation_used(c, year_of(at, zone_ms(c.player)), at));
      c.since_ms = c.away_until_ms;
      break;
    }
    case Do::back:
      occupant(event.seat).away_until_ms = at;
      book(occupant(event.seat));
      break;
    case Do::leave:
      book(occupant(event.seat));
      occupant(event.seat).left = true;
      occupant(event.seat).on_turn = false;
      break;
    case Do::set:
      for (Occupant& c : occupants_) set(c, at);
      break;
  }
  last_ms_ = at;
  return "";
}

}  // namespace cairn

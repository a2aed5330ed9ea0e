// The clock against a slow one that really ticks, on random games: what is shown at every tick, and what happens at it.
// The same games are played on a clock that is printed and read back at every step.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/rng.h"
#include "server/play/clock.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

using Do = ClockEvent::Kind;
using What = ClockHappening::Kind;

struct Bank {
  std::int64_t main = 0, period = 0;  // in ticks, as all below
  int periods = 0, stones = 0;
};

// One seat of the ticking clock.
struct Ticking {
  Bank bank;
  std::vector<Bank> earlier;  // of this turn, one a tick that counted: to give lag back
  bool on_turn = false, left = false, away = false;
  int zone_minutes = 0;
  std::int64_t used = 0;         // of the vacation of `year`
  std::int64_t used_before = 0;  // of the year before, as far as that is known: since the last vacation began
  int year = 0;
  std::int64_t overdue = 0;  // ticks beyond the end, while a move may be on its way
};

struct ClockSetting {
  ClockRule rule;     // in milliseconds that are whole ticks
  std::int64_t tick;  // ms
};

class TickingClock {
 public:
  TickingClock(const ClockSetting& setting, const std::vector<GameClock::Player>& players, std::int64_t now)
      : rule_(setting.rule), tick_(setting.tick), now_(now) {
    for (const auto& player : players) {
      Ticking seat;
      seat.bank = {rule_.main_ms / tick_, rule_.period_ms / tick_, rule_.periods, rule_.stones};
      seat.zone_minutes = player.zone_minutes;
      seats.push_back(seat);
    }
  }

  // Lets one tick pass and tells what happened at its end.
  std::vector<ClockHappening> tick() {
    std::vector<ClockHappening> expected;
    for (int i = 0; i < static_cast<int>(seats.size()); ++i) {
      Ticking& seat = seats[static_cast<std::size_t>(i)];
      const auto tell = [&](What what, std::int64_t left = 0) {
        expected.push_back({what, seat_at(i), now_ + tick_, left});
      };
      if (seat.left) continue;
      turn_year(seat);
      if (will_count(seat)) count(seat, tell);
      if (seat.away && ++seat.used * tick_ == rule_.vacation_ms) {
        seat.away = false;
        tell(What::vacation);
      }
    }
    now_ += tick_;
    return expected;
  }

  void turn_year(Ticking& seat) const {
    const int year = year_of(now_ + seat.zone_minutes * kMinuteMs);
    if (year == seat.year) return;
    seat.used_before = seat.used;
    seat.used = 0;
    seat.year = year;
  }
  // All banks stay as they are, and what was used of the vacation since the year began.
  void set_back(std::int64_t ticks) {
    for (Ticking& seat : seats) turn_year(seat);
    now_ -= ticks * tick_;
    for (Ticking& seat : seats) {
      const int year = year_of(now_ + seat.zone_minutes * kMinuteMs);
      if (year != seat.year) seat.used = std::min(seat.used + seat.used_before, rule_.vacation_ms / tick_);
      seat.used_before = 0;
      seat.year = year;
      seat.away = seat.away && seat.used * tick_ < rule_.vacation_ms;
    }
  }
  bool will_count(const Ticking& seat) const {
    const std::int64_t local = now_ + seat.zone_minutes * kMinuteMs;
    const bool weekend = rule_.weekends && (local / kDayMs + 3) % 7 >= 5;  // from Monday on
    return seat.on_turn && !paused && !seat.away && !weekend;
  }
  void finish(Ticking& seat, std::int64_t given) {
    const auto back = std::min<std::size_t>(static_cast<std::size_t>(given), seat.earlier.size());
    if (back > 0) seat.bank = seat.earlier[seat.earlier.size() - back];
    seat.earlier.clear();
    seat.overdue = 0;
    Bank& bank = seat.bank;
    switch (rule_.kind) {
      case ClockRule::Kind::move:
        bank.main = rule_.main_ms / tick_;
        break;
      case ClockRule::Kind::correspondence:
        if (rule_.increment_ms == 0) {
          bank.main = rule_.main_ms / tick_;
          break;
        }
        [[fallthrough]];
      case ClockRule::Kind::fischer:
        bank.main += rule_.increment_ms / tick_;
        if (rule_.cap_ms > 0) bank.main = std::min(bank.main, rule_.cap_ms / tick_);
        break;
      case ClockRule::Kind::byoyomi:
        bank.period = rule_.period_ms / tick_;
        break;
      case ClockRule::Kind::canadian:
        if (bank.main == 0 && --bank.stones == 0) bank = {0, rule_.period_ms / tick_, 0, rule_.stones};
        break;
      default:
        break;
    }
  }
  bool over(const Ticking& seat) const {
    switch (rule_.kind) {
      case ClockRule::Kind::byoyomi:
        return seat.bank.main == 0 && seat.bank.periods == 0;
      case ClockRule::Kind::canadian:
        return seat.bank.main == 0 && seat.bank.period == 0;
      default:
        return seat.bank.main == 0;
    }
  }
  bool lost(const Ticking& seat) const { return over(seat) && seat.overdue * tick_ >= rule_.lag_ms; }
  std::int64_t now() const { return now_; }
  // Years by counting days.
  static int year_of(std::int64_t local) {
    std::int64_t days = local / kDayMs;
    int year = 1970;
    for (;; ++year) {
      const int length = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365;
      if (days < length) return year;
      days -= length;
    }
  }

  std::vector<Ticking> seats;
  bool paused = false;

 private:
  template <class Tell>
  void count(Ticking& seat, Tell tell) {
    Bank& bank = seat.bank;
    seat.earlier.push_back(bank);
    if (over(seat)) {
      if (!lost(seat) && ++seat.overdue * tick_ == rule_.lag_ms) tell(What::flag);
      return;
    }
    const bool overtime = rule_.periods > 0 || rule_.stones > 0;
    if (bank.main > 0) {
      if (--bank.main == 0 && overtime) tell(What::period);
      for (const std::int64_t nag : rule_.nags_ms)
        if (bank.main * tick_ == nag) tell(What::nag, nag);
    } else if (--bank.period == 0 && rule_.periods > 0) {
      if (--bank.periods > 0) {
        bank.period = rule_.period_ms / tick_;
        tell(What::period);
      }
    }
    if (over(seat) && rule_.lag_ms == 0) tell(What::flag);
  }

  ClockRule rule_;
  std::int64_t tick_, now_;
};

ClockSetting random_setting(Rng& rng) {
  const auto any = [&](int from, int to) {
    return from + static_cast<int>(rng.below(static_cast<unsigned>(to - from + 1)));
  };
  ClockSetting s;
  ClockRule& rule = s.rule;
  rule.kind = static_cast<ClockRule::Kind>(any(1, 6));
  const bool by_mail = rule.kind == ClockRule::Kind::correspondence;
  s.tick = by_mail ? 6 * kHourMs : kSecondMs / 2;
  rule.main_ms = any(2, 20) * s.tick;
  switch (rule.kind) {
    case ClockRule::Kind::fischer:
      rule.increment_ms = any(1, 6) * s.tick;
      break;
    case ClockRule::Kind::byoyomi:
      rule.periods = any(1, 4);
      rule.period_ms = any(2, 6) * s.tick;
      break;
    case ClockRule::Kind::canadian:
      rule.stones = any(1, 4);
      rule.period_ms = any(2, 9) * s.tick;
      break;
    default:
      break;
  }
  if (rule.periods + rule.stones > 0 && any(0, 3) == 0) rule.main_ms = 0;
  if (by_mail) {
    if (any(0, 1) == 1) rule.increment_ms = any(1, 6) * s.tick;
    rule.weekends = any(0, 1) == 1;
    rule.vacation_ms = any(0, 1) * any(1, 30) * s.tick;
    if (any(0, 1) == 1) rule.nags_ms = {rule.main_ms - s.tick};
  } else {
    rule.lag_ms = any(0, 3) * s.tick;
  }
  if (rule.increment_ms > 0 && any(0, 1) == 1) rule.cap_ms = rule.main_ms + any(0, 5) * s.tick;
  return s;
}

class Match {
 public:
  explicit Match(std::uint64_t seed)
      : rng_(seed),
        setting_(random_setting(rng_)),
        players_(2 + rng_.below(3)),
        start_(1'703'980'800'000 - 40 * kDayMs) {
    // Sunday, 31 December 2023, less some weeks: a turn of the year lies ahead.
    start_ += setting_.tick * rng_.below(150);
    for (auto& player : players_) player.zone_minutes = (static_cast<int>(rng_.below(5)) - 2) * 360;
    quick_.emplace(setting_.rule, players_);
    slow_.emplace(setting_, players_, start_);
  }

  void play() {
    do_turn(true);
    for (int tick = 0; tick < 250 && !::testing::Test::HasFailure(); ++tick) {
      const auto expected = sorted(slow_->tick());
      const auto due = quick_->due(slow_->now() - setting_.tick);
      const bool now = !due.empty() && due[0].at_ms == slow_->now();
      EXPECT_EQ(now ? due : std::vector<ClockHappening>(), expected) << "at tick " << tick;
      EXPECT_TRUE(due.empty() || due[0].at_ms >= slow_->now()) << "nothing lies between two ticks";
      happened += static_cast<int>(expected.size());
      compare();
      remove_lost();
      for (unsigned events = rng_.below(3); events > 0; --events) do_something();
      compare();
      if (rng_.below(30) == 0) set_back();
    }
  }
  std::string rule_text() const { return to_text(setting_.rule); }
  int happened = 0, set = 0;

 private:
  static std::vector<ClockHappening> sorted(std::vector<ClockHappening> all) {
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return std::pair(a.kind, a.seat) < std::pair(b.kind, b.seat); });
    return all;
  }
  // The clock is read back from its text before every event.
  std::string apply(const ClockEvent& event) {
    const auto read = GameClock::parse(quick_->text());
    EXPECT_TRUE(read.clock) << read.error;
    if (!read.clock) return read.error;
    EXPECT_EQ(*read.clock, *quick_);
    quick_ = read.clock;
    return quick_->apply(event);
  }
  void compare() {
    for (std::size_t i = 0; i < players_.size(); ++i) {
      const Ticking& seat = slow_->seats[i];
      if (seat.left) continue;
      const SeatTime shown = quick_->shown(seat_at(static_cast<int>(i)), slow_->now());
      const bool over = slow_->over(seat);
      EXPECT_EQ(shown.main_ms, seat.bank.main * setting_.tick);
      EXPECT_EQ(shown.period_ms, seat.bank.period * setting_.tick);
      EXPECT_EQ(shown.periods, seat.bank.periods);
      EXPECT_EQ(shown.stones, seat.bank.stones);
      EXPECT_EQ(shown.over, over);
      EXPECT_EQ(shown.vacation, seat.away);
      EXPECT_EQ(shown.on_turn, seat.on_turn);
      EXPECT_EQ(shown.counting, slow_->will_count(seat) && !over);
      // Ahead: it goes on as it is until then, and changes then.
      for (std::int64_t ahead = slow_->now(); ahead < slow_->now() + 40 * setting_.tick; ahead += setting_.tick) {
        const SeatTime then = quick_->shown(seat_at(static_cast<int>(i)), ahead);
        if (then.over || ahead == shown.until_ms) {
          EXPECT_TRUE(then.over || then.counting != shown.counting);
          break;
        }
        EXPECT_EQ(then.counting, shown.counting);
      }
      if (setting_.rule.vacation_ms > 0 &&
          seat.year == TickingClock::year_of(slow_->now() + seat.zone_minutes * kMinuteMs)) {
        const std::int64_t left = quick_->vacation_left_ms(seat_at(static_cast<int>(i)), slow_->now());
        EXPECT_EQ(left, setting_.rule.vacation_ms - seat.used * setting_.tick);
      }
    }
  }
  void remove_lost() {
    const auto flagged = quick_->flagged(slow_->now());
    std::size_t lost = 0;
    for (const Ticking& seat : slow_->seats) lost += !seat.left && slow_->lost(seat) ? 1U : 0U;
    EXPECT_EQ(flagged.size(), lost);
    for (const auto& one : flagged) leave(one.seat);
    if (!flagged.empty()) do_turn(true);
  }
  // The host sets the time of day back, right behind an event: what runs on is what was left at the last.
  void set_back() {
    if (slow_->paused)
      for (const Do kind : {Do::resume, Do::pause}) EXPECT_EQ(apply(ClockEvent::of(kind, slow_->now())), "");
    else
      do_turn(false);
    const std::int64_t ticks = rng_.below(150), at = slow_->now() - ticks * setting_.tick;
    const GameClock before = *quick_;
    const std::string refused = apply(ClockEvent::of(Do::set, at));
    EXPECT_EQ(refused.empty(), ticks > 0) << refused;
    if (!refused.empty()) EXPECT_EQ(*quick_, before);
    if (!refused.empty()) return;
    ++set;
    slow_->set_back(ticks);
    compare();
  }
  void leave(Seat seat) {
    EXPECT_EQ(apply(ClockEvent::of(Do::leave, slow_->now(), seat)), "");
    slow_->seats[static_cast<std::size_t>(index(seat))].left = true;
    slow_->seats[static_cast<std::size_t>(index(seat))].on_turn = false;
  }
  void do_turn(bool somebody) {
    if (slow_->paused) return;
    ClockEvent event = ClockEvent::turn(slow_->now(), {}, {});
    for (std::size_t i = 0; i < players_.size(); ++i) {
      const Ticking& seat = slow_->seats[i];
      const Seat number = seat_at(static_cast<int>(i));
      event.round_trip_ms[i] = setting_.tick * rng_.below(5);
      const std::int64_t given = std::min(event.round_trip_ms[i], setting_.rule.lag_ms) / setting_.tick;
      const bool in_time = !slow_->over(seat) || seat.overdue < given;
      if (!seat.left && seat.on_turn && in_time && rng_.below(2) == 0) event.finished.insert(number);
      if (!seat.left && rng_.below(somebody ? 2 : 3) == 0) event.running.insert(number);
    }
    ASSERT_EQ(apply(event), "");
    for (std::size_t i = 0; i < players_.size(); ++i) {
      Ticking& seat = slow_->seats[i];
      if (event.finished.contains(seat_at(static_cast<int>(i))))
        slow_->finish(seat, std::min(event.round_trip_ms[i], setting_.rule.lag_ms) / setting_.tick);
      seat.on_turn = event.running.contains(seat_at(static_cast<int>(i)));
    }
  }
  void do_something() {
    const unsigned what = rng_.below(12);
    const Seat who = seat_at(static_cast<int>(rng_.below(static_cast<unsigned>(players_.size()))));
    Ticking& seat = slow_->seats[static_cast<std::size_t>(index(who))];
    if (what < 7) return do_turn(false);
    if (what == 7 || (slow_->paused && what < 10)) {
      EXPECT_EQ(apply(ClockEvent::of(slow_->paused ? Do::resume : Do::pause, slow_->now())), "");
      slow_->paused = !slow_->paused;
    } else if (what < 11 && !seat.left) {
      slow_->turn_year(seat);
      const GameClock before = *quick_;
      const std::string refused = apply(ClockEvent::of(seat.away ? Do::back : Do::vacation, slow_->now(), who));
      if (refused.empty()) {
        if (!seat.away) seat.used_before = 0;
        seat.away = !seat.away;
      } else {
        EXPECT_EQ(*quick_, before) << "what is refused changes nothing";
      }
      EXPECT_TRUE(refused.empty() || setting_.rule.vacation_ms == 0 ||
                  seat.used * setting_.tick == setting_.rule.vacation_ms);
    } else if (what == 11 && rng_.below(40) == 0 && !seat.left) {
      leave(who);
    }
  }

  Rng rng_;
  ClockSetting setting_;
  std::vector<GameClock::Player> players_;
  std::int64_t start_;
  std::optional<GameClock> quick_;
  std::optional<TickingClock> slow_;
};

TEST(ClockReference, RandomGamesShowWhatATickingClockShows) {
  int happened = 0, set = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(as_many(2000)) && !HasFailure(); ++seed) {
    Match match(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + match.rule_text());
    match.play();
    happened += match.happened;
    set += match.set;
  }
  EXPECT_GT(set, in_short_run() ? 80 : 1'000);
  EXPECT_GT(happened, in_short_run() ? 800 : 10'000);
}

}  // namespace
}  // namespace cairn

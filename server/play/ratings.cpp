#include "server/play/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

#include "core/grid_size.h"
#include "core/text.h"

namespace cairn {
namespace {

constexpr double kScale = 173.7178;  // a step of Glicko-2's own scale
constexpr double kMsPerDay = 86'400'000;

// How much a result counts against an opponent of this deviation (Glicko-2's scale).
double damping(double phi) {
  return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}
double expectation(double mu, double other_mu, double g) {
  return 1 / (1 + std::exp(-g * (mu - other_mu)));
}
double grown(double phi, double volatility, double periods) {
  return std::sqrt(phi * phi + periods * volatility * volatility);
}

// Step 5: the volatility that explains best how far the results lie from what was expected (Illinois algorithm).
double new_volatility(double volatility, double phi, double variance, double delta, double tau) {
  constexpr double kEnough = 1e-6;
  const double a = std::log(volatility * volatility), delta2 = delta * delta, phi2 = phi * phi;
  const auto f = [&](double x) {
    const double e = std::exp(x), all = phi2 + variance + e;
    return e * (delta2 - all) / (2 * all * all) - (x - a) / (tau * tau);
  };
  double low = a, high = 0;
  if (delta2 > phi2 + variance) {
    high = std::log(delta2 - phi2 - variance);
  } else {
    high = a - tau;
    while (f(high) < 0) high -= tau;
  }
  double f_low = f(low), f_high = f(high);
  while (std::abs(high - low) > kEnough) {
    const double next = low + (low - high) * f_low / (f_high - f_low), f_next = f(next);
    if (f_next * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = next;
    f_high = f_next;
  }
  return std::exp(low / 2);
}

double periods_since(const Rating& rating, std::int64_t now_ms) {
  if (rating.at_ms == 0 || now_ms <= rating.at_ms) return 0;
  return static_cast<double>(now_ms - rating.at_ms) / kMsPerDay * kPeriodsPerDay;
}

double settled(double value, double least, double most, double grain) {
  return std::clamp(std::round(value / grain) * grain, least, most);
}

constexpr double kRatingGrain = 1e-4;

}  // namespace

double deviation_at(const Rating& rating, std::int64_t now_ms) {
  const double phi = grown(rating.deviation / kScale, rating.volatility, periods_since(rating, now_ms));
  return std::min(kMaxDeviation, phi * kScale);
}

bool provisional(const Rating& rating, std::int64_t now_ms) {
  return deviation_at(rating, now_ms) > kProvisionalAbove;
}

Rating glicko2(const Rating& before, std::span<const RatedResult> results, double periods, double tau) {
  const double mu = (before.rating - kFirstRating) / kScale, phi = before.deviation / kScale;
  double information = 0, surprise = 0;
  for (const RatedResult& result : results) {
    const double g = damping(result.deviation / kScale);
    const double e = expectation(mu, (result.rating - kFirstRating) / kScale, g);
    information += result.weight * g * g * e * (1 - e);
    surprise += result.weight * g * (result.score - e);
  }
  Rating after = before;
  if (information <= 0) {  // nobody was met: only time passes
    after.deviation = grown(phi, before.volatility, periods) * kScale;
    return after;
  }
  const double variance = 1 / information;
  after.volatility = new_volatility(before.volatility, phi, variance, variance * surprise, tau);
  const double phi_star = grown(phi, after.volatility, periods);
  const double phi_after = 1 / std::sqrt(1 / (phi_star * phi_star) + information);
  after.deviation = phi_after * kScale;
  after.rating = (mu + phi_after * phi_after * surprise) * kScale + kFirstRating;
  return after;
}

std::vector<Rating> rate_game(std::span<const Rating> players, std::span<const int> ranks, std::int64_t now_ms,
                              double ahead, std::span<const double> weights) {
  assert(players.size() >= 2 && players.size() == ranks.size());
  assert(weights.empty() || weights.size() == players.size() * players.size());
  std::vector<Rating> after;
  for (std::size_t i = 0; i < players.size(); ++i) {
    std::vector<RatedResult> results;
    for (std::size_t j = 0; j < players.size(); ++j) {
      const double weight = weights.empty() ? 1 : weights[i * players.size() + j];
      if (j == i || weight <= 0) continue;
      const double score = ranks[i] == ranks[j] ? 0.5 : ranks[i] < ranks[j] ? 1 : 0;
      const double odds = kPointsARank * ahead * (j == 0 ? 1 : i == 0 ? -1 : 0);
      results.push_back({players[j].rating + odds, deviation_at(players[j], now_ms), score,
                         weight / static_cast<double>(players.size() - 1)});
    }
    if (results.empty()) {
      after.push_back(players[i]);
      continue;
    }
    Rating next = glicko2(players[i], results, periods_since(players[i], now_ms));
    next.rating = settled(next.rating, kMinRating, kMaxRating, kRatingGrain);
    next.deviation = settled(next.deviation, kMinDeviation, kMaxDeviation, 1e-4);
    next.volatility = settled(next.volatility, kMinVolatility, kMaxVolatility, 1e-7);
    next.at_ms = std::max(now_ms, players[i].at_ms);
    next.games = players[i].games + 1;
    after.push_back(next);
  }
  return after;
}

double meeting_weight(const Meeting& meeting, OneAddress rule) {
  const double games = std::max(meeting.games, kWholeMeetings);
  const double weight = kWholeMeetings / games;
  if (meeting.at_one_address > 0) {
    if (rule == OneAddress::whole) return weight;
    const double there = meeting.at_one_address;
    return rule == OneAddress::none ? 0 : weight / (there * there);
  }
  const double newcomers = std::max(meeting.newcomers, kNewcomersGames), people = meeting.people_there;
  const double known = weight * (kNewcomersGames / newcomers);
  if (rule == OneAddress::whole) return known;
  return known / (meeting.newcomers > 0 ? people * people : people);
}

double rating_of_kyu(int kyu) {
  return kFirstRating + kPointsARank * (kFirstKyu - kyu);
}

int kyu_of_rating(double rating) {
  return std::clamp(kFirstKyu - static_cast<int>(std::lround((rating - kFirstRating) / kPointsARank)), kBestKyu,
                    kWeakestKyu);
}

Rating bot_rating(int kyu, std::int64_t now_ms) {
  return {rating_of_kyu(kyu), kBotDeviation, kFirstVolatility, now_ms, 0};
}

double taken_back(double rating, double moved) {
  return settled(rating - moved, kMinRating, kMaxRating, kRatingGrain);
}

double expected_score(const Rating& a, const Rating& b, std::int64_t now_ms) {
  const double both = std::hypot(deviation_at(a, now_ms), deviation_at(b, now_ms)) / kScale;
  return expectation(a.rating / kScale, b.rating / kScale, damping(both));
}

double board_score(const Rating& rating, std::int64_t now_ms) {
  return rating.rating - 2 * deviation_at(rating, now_ms);
}

bool stands_before(const Rating& a, const Rating& b, std::int64_t now_ms) {
  const auto key = [&](const Rating& r) { return std::tuple(board_score(r, now_ms), r.rating, r.games); };
  return key(a) > key(b);
}

std::optional<std::string> read_rating_class(std::string_view text) {
  const std::size_t dash = text.rfind('-');
  const auto size = dash == std::string_view::npos ? std::nullopt : parse_size(text.substr(dash + 1));
  std::string out = size ? std::string(text.substr(0, dash + 1)) + size_text(*size) : std::string(text);
  const bool good = !out.empty() && out.size() <= 40 && std::all_of(out.begin(), out.end(), [](char c) {
    return is_digit(c) || c == '-' || (is_letter(c) && c == to_lower(c));
  });
  return good ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace cairn

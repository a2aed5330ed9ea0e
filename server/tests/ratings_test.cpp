#include "server/play/ratings.h"

#include <gtest/gtest.h>
// after gtest
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "core/rng.h"
#include "games/registry.h"

namespace cairn {
namespace {

constexpr std::int64_t kNow = 1'700'000'000'000, kOneDayMs = 86'400'000;

Rating rated(double rating, double deviation, double volatility = 0.06) {
  return {rating, deviation, volatility, kNow, 20};
}
std::vector<Rating> after(std::vector<Rating> players, std::vector<int> ranks, std::int64_t now = kNow) {
  return rate_game(players, ranks, now);
}

TEST(Ratings, ThePapersWorkedExample) {
  const std::vector<RatedResult> results = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}};
  const Rating next = glicko2({1500, 200, 0.06, 0, 0}, results, 1, 0.5);
  EXPECT_NEAR(next.rating, 1464.06, 0.01);
  EXPECT_NEAR(next.deviation, 151.52, 0.01);
  EXPECT_NEAR(next.volatility, 0.05999, 0.00001);
}

TEST(Ratings, WhoPlaysNothingGrowsUnsure) {
  const Rating next = glicko2({1500, 200, 0.06, 0, 0}, {}, 1);
  EXPECT_EQ(next.rating, 1500);
  EXPECT_NEAR(next.deviation, std::sqrt(200 * 200 + 173.7178 * 173.7178 * 0.06 * 0.06), 1e-9);
}

TEST(Ratings, ADeviationOf60Is110AfterAYearAway) {
  const Rating rating = rated(1700, 60);
  EXPECT_NEAR(deviation_at(rating, kNow), 60, 1e-9);
  EXPECT_NEAR(deviation_at(rating, kNow + 365 * kOneDayMs), 110, 0.01);
  EXPECT_FALSE(provisional(rating, kNow + 364 * kOneDayMs));
  EXPECT_TRUE(provisional(rating, kNow + 366 * kOneDayMs));
  EXPECT_EQ(deviation_at(rating, kNow + 100'000 * kOneDayMs), kMaxDeviation);
  EXPECT_NEAR(deviation_at(rating, kNow - kOneDayMs), 60, 1e-9) << "a clock that went back changes nothing";
  EXPECT_EQ(deviation_at(Rating{}, kNow), kFirstDeviation) << "no game yet";
}

TEST(Ratings, AreRanksOfGo) {
  EXPECT_EQ(kyu_of_rating(kFirstRating), 10);
  EXPECT_EQ(rating_of_kyu(9) - rating_of_kyu(10), kPointsARank);
  for (int kyu = kBestKyu; kyu <= kWeakestKyu; ++kyu) EXPECT_EQ(kyu_of_rating(rating_of_kyu(kyu)), kyu);
  EXPECT_EQ(kyu_of_rating(kMaxRating), kBestKyu);
  EXPECT_EQ(kyu_of_rating(kMinRating), kWeakestKyu);
  // Whoever beats a level as often as not comes to its rating, which stays.
  Rating person;
  for (int i = 0; i < 400; ++i) person = after({person, bot_rating(16, kNow)}, {1 + i % 2, 2 - i % 2})[0];
  EXPECT_NEAR(person.rating, rating_of_kyu(16), 15);
  EXPECT_EQ(kyu_of_rating(person.rating), 16);
}

TEST(Ratings, TheFirstGame) {
  const auto next = after({Rating{}, Rating{}}, {1, 2});
  // By hand, without a period in between: phi = 350 / 173.7178, g = 1 / sqrt(1 + 3 phi^2 / pi^2), v = 4 / g^2,
  // phi' = 1 / sqrt(1 / phi^2 + 1 / v), mu' = phi'^2 g / 2.
  EXPECT_NEAR(next[0].rating, 1662.21, 0.01);
  EXPECT_NEAR(next[0].deviation, 290.23, 0.01);
  EXPECT_NEAR(next[1].rating, 3000 - next[0].rating, 1e-9);
  EXPECT_EQ(next[0].games, 1);
  EXPECT_EQ(next[0].at_ms, kNow);
  EXPECT_TRUE(provisional(next[0], kNow));
}

TEST(Ratings, DaysAwayCountBeforeTheGame) {
  const auto soon = after({rated(1500, 60), rated(1500, 60)}, {1, 2});
  const auto late = after({rated(1500, 60), rated(1500, 60)}, {1, 2}, kNow + 200 * kOneDayMs);
  EXPECT_GT(late[0].rating, soon[0].rating + 5) << "less was known, so more is learnt";
  EXPECT_GT(late[0].deviation, soon[0].deviation);
}

TEST(Ratings, AGameOfFourTellsAsMuchAsOneGameOfTwo) {
  const Rating one = rated(1500, 80);
  const auto two = after({one, one}, {1, 2}), four = after({one, one, one, one}, {1, 2, 3, 4});
  EXPECT_NEAR(four[0].deviation, two[0].deviation, 1e-3) << "not three times the evidence";
  EXPECT_NEAR(four[0].rating, two[0].rating, 1e-3) << "who beats all three gains as by beating one";
  EXPECT_NEAR(four[1].rating - 1500, (two[0].rating - 1500) / 3, 0.01) << "two won, one lost";
  EXPECT_NEAR(four[1].rating + four[2].rating, 3000, 1e-3);
  EXPECT_NEAR(four[3].rating, two[1].rating, 1e-3);
  // Counted fully, three results would leave a far smaller deviation.
  const std::vector<RatedResult> full(3, {1500, 80, 1});
  EXPECT_LT(glicko2(one, full, 0).deviation, four[0].deviation - 3);
}

TEST(Ratings, TiesAreHalves) {
  const Rating one = rated(1500, 80);
  for (const Rating& next : after({one, one, one}, {1, 1, 1})) EXPECT_NEAR(next.rating, 1500, 1e-6);
  const auto next = after({one, one, one}, {1, 1, 3});
  EXPECT_EQ(next[0], next[1]);
  EXPECT_GT(next[0].rating, 1500);
  EXPECT_LT(next[2].rating, 1500 - (next[0].rating - 1500));
}

TEST(Ratings, ExpectationIsFairAndDampedByDoubt) {
  EXPECT_DOUBLE_EQ(expected_score(Rating{}, Rating{}, kNow), 0.5);
  const double sure = expected_score(rated(1700, 45), rated(1500, 45), kNow);
  const double unsure = expected_score(rated(1700, 300), rated(1500, 45), kNow);
  EXPECT_NEAR(sure, 0.75, 0.01);
  EXPECT_LT(unsure, sure);
  EXPECT_GT(unsure, 0.5);
  EXPECT_NEAR(sure + expected_score(rated(1500, 45), rated(1700, 45), kNow), 1, 1e-12);
}

TEST(Ratings, TheBoardWantsCertainty) {
  EXPECT_TRUE(stands_before(rated(1800, 50), rated(1900, 105), kNow)) << "1700 against 1690";
  EXPECT_FALSE(stands_before(rated(1800, 50), rated(1900, 95), kNow));
  Rating away = rated(1850, 50);
  away.at_ms = kNow - 300 * kOneDayMs;
  EXPECT_TRUE(stands_before(rated(1800, 50), away, kNow)) << "who stays away sinks";
  EXPECT_FALSE(stands_before(away, away, kNow));
}

TEST(Ratings, ClassesAreWords) {
  EXPECT_EQ(read_rating_class("chess-8"), "chess-8");
  EXPECT_EQ(read_rating_class("go-9x9"), "go-9");
  EXPECT_EQ(read_rating_class("go-13X09"), "go-13x9");
  EXPECT_EQ(read_rating_class("spargo"), "spargo");
  for (const auto* bad : {"", "Chess", "chess 8", "chess_8", "01234567890123456789012345678901234567890"})
    EXPECT_EQ(read_rating_class(bad), std::nullopt) << bad;
}

// Anything from..to alike; of its own accord the generator would prefer the lower end.
int pick(int from, int to) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1));
}

Rating any_rating() {
  return {static_cast<double>(pick(100, 4000)), static_cast<double>(pick(45, 350)), pick(30, 100) / 1000.0,
          kNow - pick(0, 1000) * kOneDayMs, pick(0, 1000)};
}

// Stones are worth rating points: whoever is ahead by them wins less by winning, and the other loses less.
TEST(Ratings, WhatOneIsAheadByIsTakenOff) {
  const std::vector<Rating> equal(2), apart = {rated(1500 + 3 * kPointsARank, 350), rated(1500, 350)};
  const std::vector<int> first_wins = {1, 2}, second_wins = {2, 1};
  const auto even = rate_game(equal, first_wins, kNow), ahead = rate_game(equal, first_wins, kNow, 3);
  EXPECT_LT(ahead[0].rating, even[0].rating - 20);
  EXPECT_GT(ahead[1].rating, even[1].rating + 20);
  EXPECT_NEAR(ahead[0].rating - 1500, 1500 - ahead[1].rating, 1e-3);
  // As if the first were so much stronger.
  const auto stronger = rate_game(apart, first_wins, kNow);
  EXPECT_NEAR(ahead[0].rating - 1500, stronger[0].rating - apart[0].rating, 1e-3);
  EXPECT_NEAR(ahead[1].rating, stronger[1].rating, 1e-3);
  const auto upset = rate_game(equal, second_wins, kNow, 3);
  EXPECT_GT(upset[1].rating, even[0].rating + 20);
}

// --- weights

TEST(Ratings, OfTwoTheFirstTenGamesCountWhole) {
  const auto weight = [](int games) { return meeting_weight({games}, OneAddress::weigh); };
  EXPECT_EQ(weight(1), 1);
  EXPECT_EQ(weight(10), 1);
  EXPECT_DOUBLE_EQ(weight(11), 10.0 / 11);
  EXPECT_DOUBLE_EQ(weight(100), 0.1);
}

TEST(Ratings, AllGamesAtOneAddressAreWorthLessThanTwo) {
  double all = 0;
  for (int n = 1; n <= 10'000; ++n) all += meeting_weight({1, n}, OneAddress::weigh);
  EXPECT_GT(all, 1.6);
  EXPECT_LT(all, 1.65);
  EXPECT_DOUBLE_EQ(meeting_weight({20, 3}, OneAddress::weigh), 0.5 / 9) << "both count";
  EXPECT_DOUBLE_EQ(meeting_weight({20, 3}, OneAddress::whole), 0.5) << "as for a club room";
  EXPECT_EQ(meeting_weight({1, 1}, OneAddress::none), 0);
  EXPECT_EQ(meeting_weight({1, 0}, OneAddress::none), 1) << "at two addresses";
}

TEST(Ratings, PeopleOfOneOtherAddressCountEachLess) {
  const auto weight = [](int people, int newcomers = 0, OneAddress rule = OneAddress::weigh) {
    return meeting_weight({1, 0, people, newcomers}, rule);
  };
  EXPECT_EQ(weight(1), 1);
  EXPECT_DOUBLE_EQ(weight(4), 0.25);
  EXPECT_DOUBLE_EQ(weight(4, 2), 1.0 / 16) << "newcomers";
  EXPECT_EQ(weight(1, 5), 1) << "five newcomers count whole";
  EXPECT_DOUBLE_EQ(weight(1, 20), 0.25);
  EXPECT_DOUBLE_EQ(weight(4, 20), 1.0 / 64) << "both count";
  EXPECT_DOUBLE_EQ(weight(4, 20, OneAddress::whole), 0.25) << "addresses do not count";
  EXPECT_DOUBLE_EQ(weight(4, 0, OneAddress::none), 0.25) << "that is for the own address";
  EXPECT_DOUBLE_EQ(meeting_weight({20, 0, 4, 0}, OneAddress::weigh), 0.125);
  EXPECT_EQ(meeting_weight({1, 2, 4, 20}, OneAddress::weigh), 0.25) << "at the own address that alone counts";
}

// The paper's steps 3 to 7 by hand, with both sums times the weight.
TEST(Ratings, AGameOfLessWeightIsLessOfAGame) {
  const std::vector<Rating> players(2);
  const std::vector<int> ranks = {1, 2};
  for (const double weight : {1.0, 0.25, 0.01}) {
    const auto next = rate_game(players, ranks, kNow, 0, std::vector<double>{0, weight, weight, 0});
    const double phi = 350 / 173.7178, g = 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
    const double information = weight * g * g / 4, surprise = weight * g / 2;
    const double phi_after = 1 / std::sqrt(1 / (phi * phi) + information);
    EXPECT_NEAR(next[0].rating, 1500 + phi_after * phi_after * surprise * 173.7178, 0.01) << weight;
    EXPECT_NEAR(next[0].deviation, phi_after * 173.7178, 0.01) << weight;
    EXPECT_NEAR(next[1].rating, 3000 - next[0].rating, 1e-3) << weight;
    EXPECT_EQ(next[0].games, 1);
  }
  const auto whole = rate_game(players, ranks, kNow), same = rate_game(players, ranks, kNow, 0, std::vector(4, 1.0));
  EXPECT_EQ(whole, same);
}

TEST(Ratings, WhoseGamesCountForNothingStaysAsTheyAre) {
  const std::vector<Rating> players = {rated(1500, 80), rated(1600, 80), rated(1700, 80)};
  // The first two are at one address, and the host counts no such game.
  const std::vector<double> weights = {0, 0, 1, 0, 0, 1, 1, 1, 0}, none(9, 0.0);
  const auto next = rate_game(players, std::vector{1, 2, 3}, kNow + kOneDayMs, 0, weights);
  const std::vector<RatedResult> one = {{1700, deviation_at(players[2], kNow + kOneDayMs), 1, 0.5}};
  EXPECT_NEAR(next[0].rating, glicko2(players[0], one, kPeriodsPerDay).rating, 1e-3);
  EXPECT_EQ(rate_game(players, std::vector{1, 2, 3}, kNow + kOneDayMs, 0, none), players);
}

// 25 accounts that lose on purpose, from one address: 629 points before games had weights.
TEST(Ratings, PuppetsOfOneAddressLiftARatingByLittle) {
  std::vector<Rating> whole(2), weighed(2);
  for (int n = 1; n <= 25; ++n) {
    const double weight = meeting_weight({1, n}, OneAddress::weigh);
    whole = rate_game(std::vector{whole[0], Rating{}}, std::vector{1, 2}, kNow);
    weighed = rate_game(std::vector{weighed[0], Rating{}}, std::vector{1, 2}, kNow, 0,
                        std::vector<double>{0, weight, weight, 0});
  }
  EXPECT_NEAR(whole[0].rating, 2128.5, 1);
  EXPECT_NEAR(weighed[0].rating, 1720.8, 1);
  EXPECT_TRUE(provisional(weighed[0], kNow)) << "nor does it become sure";
}

TEST(Ratings, WhatAGameMovedIsTakenBack) {
  const auto next = after({rated(1500, 60), rated(1700, 90)}, {1, 2});
  EXPECT_DOUBLE_EQ(taken_back(next[0].rating, next[0].rating - 1500), 1500);
  EXPECT_DOUBLE_EQ(taken_back(next[1].rating, next[1].rating - 1700), 1700);
  EXPECT_EQ(taken_back(150, 100), kMinRating);
  EXPECT_EQ(taken_back(3950, -100), kMaxRating);
}

TEST(Ratings, OptionsThatTellNothingOfStrengthAreRefused) {
  const auto ahead = [](std::string_view game, std::string_view words) {
    const GameInfo& info = *find_game(game);
    double out = 0;
    const std::string why = unrated_options(info, info.complete(parse_option_words(words)), out);
    return why.empty() ? std::optional(out) : std::nullopt;
  };
  for (const GameInfo& info : games()) EXPECT_EQ(ahead(info.name, ""), 0.0) << info.name;
  EXPECT_EQ(ahead("go", "size=9"), 0.0);
  EXPECT_EQ(ahead("go", "komi=0"), 0.5);
  EXPECT_NEAR(*ahead("go", "handicap=9"), 8.46, 0.01);
  EXPECT_NEAR(*ahead("go", "size=9 handicap=2"), 6.48, 0.01);
  EXPECT_NEAR(*ahead("go", "komi=13"), -0.5, 0.01);
  EXPECT_FALSE(ahead("go", "komi=-300"));
  EXPECT_FALSE(ahead("go", "size=9 komi=-40"));
  EXPECT_FALSE(ahead("go", "size=9 handicap=9"));
  EXPECT_FALSE(ahead("toroidal", "komi=100"));
  EXPECT_FALSE(ahead("go", "size=4"));
  EXPECT_FALSE(ahead("toroidal", "size=3"));
  EXPECT_EQ(ahead("go", "size=5"), 0.0);
  EXPECT_FALSE(ahead("margo", "size=5 testing"));
  EXPECT_EQ(ahead("margo", "players=3 size=5"), 0.0);
}

// Of those that tell at all how far one side is ahead `ahead` has it in numbers; these nobody has measured.
TEST(Ratings, OptionsThatFavourOneSideAreRefused) {
  const auto refused = [](const GameInfo& info, std::string_view words) {
    double ahead = 0;
    return unrated_options(info, info.complete(parse_option_words(words)), ahead).find("favour one side") !=
           std::string::npos;
  };
  int favouring = 0;
  for (const GameInfo& info : games())
    for (const OptionSpec& option : info.options) {
      const bool lead = option.name.ends_with("_handicap") || option.name.ends_with("_rebuttal");
      if (!lead) continue;
      ++favouring;
      EXPECT_TRUE(refused(info, std::string(option.name))) << info.name << " " << option.name;
      EXPECT_FALSE(refused(info, std::string(option.name) + "=no")) << info.name << " " << option.name;
      EXPECT_FALSE(refused(info, std::string(option.name) + " two_for_three")) << "each has both sides once";
    }
  EXPECT_EQ(favouring, 2);
  for (const GameInfo& info : games()) {
    EXPECT_FALSE(refused(info, "")) << info.name;
    for (const std::string_view words : info.variety) {
      if (words.find("black=") == std::string_view::npos) continue;
      ++favouring;
      EXPECT_TRUE(refused(info, words)) << info.name << " " << words;
    }
  }
  EXPECT_EQ(favouring, 5) << "formations that whoever opens the table chose for both";
}

// What is given is about what was asked for, on every board that has star points.
TEST(Ratings, AHandicapIsGivenByRanks) {
  const GameInfo& go = *find_game("go");
  for (const char* size : {"7", "9", "13", "19", "25"})
    for (double ranks = 0; ranks < 10; ranks += 0.5) {
      const auto given = go.give(go.complete({{"size", size}, {"handicap", "4"}, {"komi", "-7"}}), ranks);
      ASSERT_TRUE(given) << size;
      EXPECT_EQ(go.make({*given, std::nullopt}).error, "");
      const double one_stone = 361.0 / (std::stoi(size) * std::stoi(size)), most = 8.5 * one_stone;
      EXPECT_NEAR(*go.ahead(*given), std::min(ranks, most), one_stone * 0.76) << size << " " << ranks;
    }
  EXPECT_FALSE(go.give(go.complete({{"size", "8"}}), 3));
  EXPECT_FALSE(go.give(go.complete({{"size", "5"}}), 3));
}

RC_GTEST_PROP(RatingsProperties, StayInBoundsAndKnowNoSeats, ()) {
  const int seats = pick(2, 4);
  std::vector<Rating> players;
  std::vector<int> ranks;
  for (int i = 0; i < seats; ++i) {
    players.push_back(any_rating());
    ranks.push_back(pick(1, seats));
  }
  const auto next = rate_game(players, ranks, kNow);
  for (std::size_t i = 0; i < next.size(); ++i) {
    RC_ASSERT(next[i].rating >= kMinRating && next[i].rating <= kMaxRating);
    RC_ASSERT(next[i].deviation >= kMinDeviation && next[i].deviation <= kMaxDeviation);
    RC_ASSERT(next[i].volatility >= kMinVolatility && next[i].volatility <= kMaxVolatility);
    RC_ASSERT(next[i].deviation <= std::max(kMinDeviation, deviation_at(players[i], kNow) + 10));
    const bool best = *std::min_element(ranks.begin(), ranks.end()) == ranks[i] &&
                      std::count(ranks.begin(), ranks.end(), ranks[i]) == 1;
    if (best) RC_ASSERT(next[i].rating >= players[i].rating - 1e-4);
  }
  std::reverse(players.begin(), players.end());
  std::reverse(ranks.begin(), ranks.end());
  auto turned = rate_game(players, ranks, kNow);
  std::reverse(turned.begin(), turned.end());
  for (std::size_t i = 0; i < next.size(); ++i) RC_ASSERT(std::abs(turned[i].rating - next[i].rating) < 1e-3);
}

// Players of known strength, who play by the model: nearly all of them must lie within two deviations of the truth.
double share_within_two_deviations(int seats, int games) {
  Rng rng(7);
  constexpr int kPlayers = 60;
  const auto chance = [&] { return static_cast<double>(rng() >> 11) * 0x1p-53; };
  std::vector<double> truth;
  for (int i = 0; i < kPlayers; ++i)
    truth.push_back(1500 + 200 * (chance() + chance() + chance() + chance() - 2) * 1.7);
  std::vector<Rating> ratings(kPlayers);
  std::vector<int> all(kPlayers);
  std::iota(all.begin(), all.end(), 0);
  for (int game = 0; game < games; ++game) {
    std::vector<Rating> players;
    std::vector<std::pair<double, int>> race;  // who needs least time, each at random with his strength: the ranks
    for (int i = 0; i < seats; ++i) {
      std::swap(all[static_cast<std::size_t>(i)],
                all[static_cast<std::size_t>(i) + rng.below(static_cast<unsigned>(kPlayers - i))]);
      const auto who = static_cast<std::size_t>(all[static_cast<std::size_t>(i)]);
      players.push_back(ratings[who]);
      race.emplace_back(-std::log(1 - chance()) / std::pow(10, truth[who] / 400), i);
    }
    std::sort(race.begin(), race.end());
    std::vector<int> ranks(static_cast<std::size_t>(seats));
    for (int place = 0; place < seats; ++place)
      ranks[static_cast<std::size_t>(race[static_cast<std::size_t>(place)].second)] = place + 1;
    const auto next = rate_game(players, ranks, kNow + game * 1000);
    for (int i = 0; i < seats; ++i)
      ratings[static_cast<std::size_t>(all[static_cast<std::size_t>(i)])] = next[static_cast<std::size_t>(i)];
  }
  const double mean = std::accumulate(truth.begin(), truth.end(), 0.0) / kPlayers;
  double mean_rating = 0;
  for (const Rating& rating : ratings) mean_rating += rating.rating / kPlayers;
  int within = 0;
  for (std::size_t i = 0; i < kPlayers; ++i)
    within += std::abs((ratings[i].rating - mean_rating) - (truth[i] - mean)) < 2 * ratings[i].deviation ? 1 : 0;
  return within / static_cast<double>(kPlayers);
}

TEST(Ratings, FindTheTruthWithinTwoDeviations) {
  for (const int seats : {2, 3, 4}) EXPECT_GE(share_within_two_deviations(seats, 4'000), 0.9) << seats << " seats";
}

}  // namespace
}  // namespace cairn

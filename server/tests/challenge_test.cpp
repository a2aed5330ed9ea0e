// What may become of a challenge, without a store: answers, counter-offers, seats, and who lets himself be challenged.
#include "server/matchmaking/challenge.h"

#include <gtest/gtest.h>

#include <set>

#include "server/protocol/challenge_from_client.h"

namespace cairn {
namespace {

constexpr std::int64_t kNow = 1'700'000'000'000;

Challenge challenge_of(std::size_t people) {
  Challenge out;
  out.id = "c1";
  out.maker = 1;
  out.request = "r1";
  out.terms.game = "go";
  out.created_ms = out.changed_ms = kNow;
  out.expires_ms = kNow + kLongChallengeMs;
  const char* names[] = {"Ann", "Bob", "Cid", "Dan"};
  for (std::size_t i = 0; i < people; ++i)
    out.people.push_back({static_cast<std::int64_t>(i) + 1, names[i], -1, i == 0, true});
  return out;
}

std::string outcome(const Decided& decided) {
  if (!decided) return std::string(to_word(decided.refusal().code));
  std::string text(to_word(decided->state));
  for (const Challenged& one : decided->people) text += one.accepted ? " +" : " -";
  return text;
}

Challenge after(const Decided& decided) {
  EXPECT_TRUE(decided) << outcome(decided);
  return *decided;
}

ChallengeWish counter_to(int offer, const std::string& request = "r2") {
  ChallengeWish wish;
  wish.offer = offer;
  wish.request = request;
  wish.terms.game = "margo";
  return wish;
}

TEST(Challenge, IsAgreedWhenEverybodyHasAccepted) {
  Challenge now = challenge_of(3);
  EXPECT_EQ(outcome(accept_challenge(now, 9, 1, kNow)), "not-found") << "a stranger learns nothing";
  EXPECT_EQ(outcome(accept_challenge(now, 2, 2, kNow)), "terms-changed");
  now = after(accept_challenge(now, 3, 1, kNow + 1));
  EXPECT_EQ(outcome(now), "open + - +");
  EXPECT_EQ(now.changed_ms, kNow + 1);
  EXPECT_FALSE(agreed(now));
  EXPECT_EQ(after(accept_challenge(now, 3, 1, kNow + 9)), now) << "said twice";
  now = after(accept_challenge(now, 2, 1, kNow + 2));
  EXPECT_TRUE(agreed(now));
  now.state = ChallengeState::made;
  now.table = "t1";
  EXPECT_EQ(after(accept_challenge(now, 2, 1, kNow)), now);
  EXPECT_EQ(outcome(decline_challenge(now, 2, {1, DeclineReason::not_now}, kNow)), "not-open");
  EXPECT_EQ(outcome(withdraw_challenge(now, 1, kNow)), "not-open");
  EXPECT_EQ(outcome(counter_challenge(now, 2, counter_to(1), kNow)), "not-open");
}

TEST(Challenge, OneWhoDeclinesEndsIt) {
  const Challenge open = challenge_of(3);
  EXPECT_EQ(outcome(decline_challenge(open, 1, {1, DeclineReason::not_now}, kNow)), "not-for-you");
  EXPECT_EQ(outcome(decline_challenge(open, 2, {3, DeclineReason::not_now}, kNow)), "terms-changed");
  const Challenge now = after(decline_challenge(open, 2, {1, DeclineReason::not_with_this_clock}, kNow + 5));
  EXPECT_EQ(outcome(now), "declined + - -");
  EXPECT_EQ(now.declined_by, 2);
  EXPECT_EQ(to_word(now.reason), "not-with-this-clock");
  EXPECT_EQ(after(decline_challenge(now, 2, {1, DeclineReason::other}, kNow + 6)), now) << "the first reason stands";
  EXPECT_EQ(outcome(decline_challenge(now, 3, {1, DeclineReason::other}, kNow)), "not-open");
  EXPECT_EQ(outcome(accept_challenge(now, 3, 1, kNow)), "not-open");
}

TEST(Challenge, ItsMakerTakesItBack) {
  const Challenge open = challenge_of(2);
  EXPECT_EQ(outcome(withdraw_challenge(open, 2, kNow)), "not-for-you");
  const Challenge now = after(withdraw_challenge(open, 1, kNow));
  EXPECT_EQ(outcome(now), "withdrawn + -");
  EXPECT_EQ(after(withdraw_challenge(now, 1, kNow)), now);
  EXPECT_EQ(outcome(accept_challenge(now, 2, 1, kNow)), "not-open");
}

TEST(Challenge, ACounterOfferTakesItsPlace) {
  Challenge now = after(accept_challenge(challenge_of(3), 3, 1, kNow));
  EXPECT_EQ(outcome(counter_challenge(now, 2, counter_to(7), kNow)), "terms-changed");
  now = after(counter_challenge(now, 2, counter_to(1), kNow + 10));
  EXPECT_EQ(outcome(now), "open - + -") << "everybody must agree anew";
  EXPECT_EQ(now.offer, 2);
  EXPECT_EQ(now.maker, 2);
  EXPECT_EQ(now.terms.game, "margo");
  EXPECT_EQ(now.expires_ms, kNow + 10 + kLongChallengeMs);
  EXPECT_EQ(after(counter_challenge(now, 2, counter_to(1), kNow + 11)), now) << "sent again";
  EXPECT_EQ(outcome(counter_challenge(now, 2, counter_to(1, "r3"), kNow)), "terms-changed") << "another one";
  EXPECT_EQ(outcome(accept_challenge(now, 1, 1, kNow)), "terms-changed") << "nobody agrees to what he did not see";
  EXPECT_EQ(outcome(decline_challenge(now, 1, {2, DeclineReason::other}, kNow)), "declined - + -") << "who began, too";
  EXPECT_EQ(outcome(withdraw_challenge(now, 1, kNow)), "not-for-you");
  EXPECT_EQ(outcome(withdraw_challenge(now, 2, kNow)), "withdrawn - + -");
  now.people[0].account = false;
  ChallengeWish rated = counter_to(2);
  rated.terms.rated = true;
  EXPECT_EQ(outcome(counter_challenge(now, 3, rated, kNow)), "no-account");
}

TEST(Challenge, WaitsSoLong) {
  ChallengeWish wish;
  EXPECT_EQ(challenge_ends(wish, 0), kLongChallengeMs);
  wish.terms.clock = *parse_clock_rule("correspondence 3d").rule;
  EXPECT_EQ(challenge_ends(wish, 0), kLongChallengeMs);
  wish.terms.clock = *parse_clock_rule("fischer 5m+3s").rule;
  EXPECT_EQ(challenge_ends(wish, 0), kLiveChallengeMs);
  wish.minutes = 90;
  EXPECT_EQ(challenge_ends(wish, 0), 90 * kMinuteMs);
  const Challenge open = challenge_of(2);
  EXPECT_EQ(outcome(accept_challenge(open, 2, 1, open.expires_ms - 1)), "open + +");
  EXPECT_EQ(outcome(accept_challenge(open, 2, 1, open.expires_ms)), "not-open") << "also before it is written down";
}

TEST(Challenge, ABlockKeepsThemApart) {
  Challenge now = challenge_of(2);
  now.blocks = {{1, 2}};
  EXPECT_EQ(outcome(accept_challenge(now, 2, 1, kNow)), "not-challenged");
  EXPECT_EQ(outcome(counter_challenge(now, 2, counter_to(1), kNow)), "not-challenged");
  EXPECT_EQ(outcome(decline_challenge(now, 2, {1, DeclineReason::not_now}, kNow)), "declined + -");
}

TEST(Challenge, SeatsAreGivenOrDrawn) {
  std::vector<Challenged> two = {{1, "Ann"}, {2, "Bob"}}, three = {{1, "Ann"}, {2, "Bob"}, {3, "Cid"}};
  ChallengeWish wish;
  wish.seat = ChallengeWish::Seat::second;
  EXPECT_EQ(seat_challenged(wish, 1, two), "");
  EXPECT_EQ(two[0].seat, 1);
  EXPECT_EQ(two[1].seat, 0);
  EXPECT_EQ(seat_challenged(wish, 2, two), "") << "of who makes the offer";
  EXPECT_EQ(two[0].seat, 0);
  EXPECT_NE(seat_challenged(wish, 1, three), "");
  wish.seat = ChallengeWish::Seat::random;
  wish.order = {"cid", "me", "Bob"};
  EXPECT_EQ(seat_challenged(wish, 1, three), "");
  EXPECT_EQ(three[0].seat, 1);
  EXPECT_EQ(three[1].seat, 2);
  EXPECT_EQ(three[2].seat, 0);
  Challenge ordered = challenge_of(3);
  for (std::size_t i = 0; i < 3; ++i) ordered.people[i].seat = three[i].seat;
  EXPECT_EQ(dealt_seats(ordered, 12345), (std::vector<std::size_t>{2, 0, 1}));
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"me", "Bob"}, {"me", "Bob", "Ann"}, {"me", "Bob", "Bob"}, {"Ann", "Bob", "Cid"}}) {
    wish.order = wrong;
    EXPECT_NE(seat_challenged(wish, 1, three), "");
  }
  std::set<std::vector<std::size_t>> seen;  // by lot every order comes
  for (std::uint64_t lot = 0; lot < 24; ++lot) seen.insert(dealt_seats(challenge_of(4), lot));
  EXPECT_EQ(seen.size(), 24U);
}

TEST(Challenge, PreferencesSayWhoMay) {
  PartyMember bob, guest, ann;
  ann.person.account = true;
  ann.rating.rating = 1700;
  const auto lets = [&](const std::string& preferences, const PartyMember& by) {
    bob.preferences = preferences;
    return lets_challenge(bob, by);
  };
  EXPECT_TRUE(lets("{}", guest));
  EXPECT_TRUE(lets(R"({"challenges":"what was kept before"})", guest));
  EXPECT_TRUE(lets(R"({"challenges":{"from":"everybody"}})", guest));
  EXPECT_FALSE(lets(R"({"challenges":{"from":"accounts"}})", guest));
  EXPECT_TRUE(lets(R"({"challenges":{"from":"accounts"}})", ann));
  EXPECT_TRUE(lets(R"({"challenges":{"from":"window","window":200}})", ann));
  EXPECT_FALSE(lets(R"({"challenges":{"from":"window","window":199}})", ann));
  EXPECT_FALSE(lets(R"({"challenges":{"from":"window","window":2000}})", guest)) << "a guest has no rating";
  EXPECT_FALSE(lets(R"({"challenges":{"from":"nobody"}})", ann));
}

}  // namespace
}  // namespace cairn

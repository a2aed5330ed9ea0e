// How much rated games count, what moderators see of them and take back, in every store.
#include <gtest/gtest.h>

#include "server/store/postgres.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using How = Written::How;

constexpr std::int64_t kRatingDayMs = 86'400'000, kRatingStart = 1'800'000'000'000;

struct RatingsDesk {
  Store& store;
  Loop& loop;
  std::int64_t now = kRatingStart;
  unsigned char sessions = 0;
  int tables = 0;

  // An account made so many days ago, from an address; "": nobody knows where.
  std::int64_t person(const std::string& name, const std::string& from, int days = 100) {
    Account account;
    account.person.name = name;
    account.password = "hash";
    account.created_ms = now - days * kRatingDayMs;
    Session session = PeopleDesk::session(++sessions, account.created_ms, now + 400 * kRatingDayMs);
    session.from = from;
    return loop.wait([&](auto done) { store.people.add_account(account, session, done); }).key;
  }
  // Somebody comes with the session of this number from somewhere.
  void come(std::int64_t who, unsigned char session, const std::string& from) {
    Caller caller;
    caller.person.id = who;
    caller.token = token(session);
    caller.from = from;
    EXPECT_EQ(loop.wait([&](auto done) { store.people.note_use(caller, now, done); }).how, How::durable);
  }
  std::string table(const std::vector<Occupant>& occupants) {
    TableRow row = table_row("g" + std::to_string(++tables));
    row.setup.rated = true;
    row.occupants = occupants;
    EXPECT_EQ(loop.wait([&](auto done) { store.tables.add_table(row, done); }).how, How::durable);
    return row.id;
  }
  static Occupant occupant(std::int64_t who) { return {SeatKind::guest, who, "x"}; }
  void end(const std::string& id, int number, std::int64_t winner, std::int64_t loser, OneAddress rule) {
    Append last = entry(id, number);
    last.over = last.rate_due = true;
    EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(last, done); }).how, How::durable);
    now += 1'000;
    RatedGame game = {id, "go-9", {winner, loser}, {1, 2}, now};
    game.one_address = rule;
    EXPECT_EQ(loop.wait([&](auto done) { store.lists.rate(game, done); }).how, How::durable);
  }
  void play(std::int64_t winner, std::int64_t loser, OneAddress rule = OneAddress::weigh) {
    end(table({occupant(winner), occupant(loser)}), 1, winner, loser, rule);
  }
  // The loser takes the free seat.
  void play_joined(std::int64_t winner, std::int64_t loser) {
    const std::string id = table({occupant(winner), {}});
    Append join = entry(id, 1);
    join.entry = {Entry::Kind::join, seat_at(1), "", "", 1'500};
    join.occupant = occupant(loser);
    EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(join, done); }).how, How::durable);
    end(id, 2, winner, loser, OneAddress::weigh);
  }
  void play_bot(std::int64_t who, int kyu, bool won) {
    const std::string id = table({occupant(who), {SeatKind::bot, 0, "Cairn bot"}});
    Append last = entry(id, 1);
    last.over = last.rate_due = true;
    EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(last, done); }).how, How::durable);
    now += 1'000;
    RatedGame game = {id, "go-9", {who, kBotPerson}, {won ? 1 : 2, won ? 2 : 1}, now};
    game.bot_kyu = kyu;
    EXPECT_EQ(loop.wait([&](auto done) { store.lists.rate(game, done); }).how, How::durable);
  }
  std::vector<RatingStep> history(std::int64_t who) {
    return *loop.read<std::vector<RatingStep>>([&](auto done) { store.lists.rating_history(who, "go-9", 999, done); })
                .value;
  }
  Rating rating(std::int64_t who) {
    const auto all = *loop.read<std::vector<ClassRating>>([&](auto done) { store.lists.ratings_of(who, done); }).value;
    return all.empty() ? Rating{} : all[0].rating;
  }
  double last_weight(std::int64_t who) { return history(who).back().weight; }
  std::vector<RatingGain> gains() {
    return *loop.read<std::vector<RatingGain>>([&](auto done) { store.lists.rating_gains(now - kGainMs, 9, done); })
                .value;
  }
  Annulment annul(std::int64_t who, std::int64_t since, std::int64_t by) {
    Annulment wish;
    wish.person = who;
    wish.rating_class = "go-9";
    wish.since_ms = since;
    wish.by = by;
    wish.why = "puppets";
    wish.at_ms = now;
    return *loop.read<Annulment>([&](auto done) { store.lists.annul(wish, done); }).value;
  }
  std::vector<Annulment> annulments() {
    return *loop.read<std::vector<Annulment>>([&](auto done) { store.lists.annulments(9, done); }).value;
  }
};

void check_rated_puppets(Store& store, Loop& loop) {
  RatingsDesk desk{store, loop};
  const std::int64_t eve = desk.person("Eve", "10.0.0.1");
  std::vector<std::int64_t> puppets;
  for (int i = 0; i < 25; ++i) {
    puppets.push_back(desk.person("Puppet" + std::to_string(i), "10.0.0.1", 0));
    desk.play(eve, puppets.back());
  }
  EXPECT_NEAR(desk.rating(eve).rating, 1720.8, 1) << "without weights 2128";
  const auto history = desk.history(eve);
  ASSERT_EQ(history.size(), 25U);
  EXPECT_EQ(history[0].weight, 1);
  EXPECT_DOUBLE_EQ(history[1].weight, 0.25);
  EXPECT_DOUBLE_EQ(history[24].weight, 1.0 / 625);
  EXPECT_DOUBLE_EQ(desk.last_weight(puppets[24]), 1.0 / 625) << "nor do they lose more than is won";
  double moved = 0;
  for (const RatingStep& step : history) moved += step.moved;
  EXPECT_NEAR(1500 + moved, desk.rating(eve).rating, 1e-6);

  const auto gains = desk.gains();
  ASSERT_EQ(gains.size(), 1U);
  EXPECT_EQ(gains[0].name, "Eve");
  EXPECT_EQ(gains[0].rating_class, "go-9");
  EXPECT_EQ(gains[0].games, 25);
  EXPECT_EQ(gains[0].opponents, 25);
  EXPECT_EQ(gains[0].at_one_address, 25);
  EXPECT_EQ(gains[0].against_new, 25);
  EXPECT_EQ(gains[0].against_one, 1);
  EXPECT_EQ(gains[0].before, 1500);
  EXPECT_EQ(gains[0].after, desk.rating(eve).rating);
}

// Wherever they are, from where they are not: they may come from elsewhere afterwards, or be gone.
void check_rated_puppets_elsewhere(Store& store, Loop& loop) {
  RatingsDesk desk{store, loop};
  const std::int64_t eve = desk.person("Eve", "203.0.113.1"), mallory = desk.person("Mallory", "203.0.113.2");
  std::vector<std::int64_t> puppets;
  for (int i = 0; i < 25; ++i) {
    puppets.push_back(desk.person("Puppet" + std::to_string(i), "198.51.100.7", 0));
    const unsigned char session = desk.sessions;
    desk.play(eve, puppets.back());
    if (i % 2 == 1) desk.come(puppets.back(), session, "192.0.2." + std::to_string(i));
    if (i % 3 == 1) loop.wait([&](auto done) { store.people.delete_account(puppets.back(), done); });
  }
  EXPECT_NEAR(desk.rating(eve).rating, 1715.4, 1) << "without weights 2128";
  const auto history = desk.history(eve);
  ASSERT_EQ(history.size(), 25U);
  EXPECT_EQ(history[0].weight, 1);
  EXPECT_DOUBLE_EQ(history[1].weight, 1.0 / 4) << "newcomers, the second person there";
  EXPECT_DOUBLE_EQ(history[24].weight, 1.0 / 625 / 5) << "and the 25th newcomer";
  EXPECT_EQ(desk.last_weight(puppets[24]), 1) << "for whom it was an honest game";

  // Accounts that were made long before.
  for (int i = 0; i < 25; ++i) desk.play(mallory, desk.person("Sleeper" + std::to_string(i), "198.51.100.8"));
  EXPECT_NEAR(desk.rating(mallory).rating, 1846.3, 1);
  EXPECT_DOUBLE_EQ(desk.last_weight(mallory), 1.0 / 25);
}

void check_rated_clubs(Store& store, Loop& loop) {
  RatingsDesk desk{store, loop};
  const std::int64_t ann = desk.person("Ann", "10.0.0.1");
  std::vector<std::int64_t> club;
  club.reserve(4);
  for (int i = 0; i < 4; ++i) club.push_back(desk.person("Member" + std::to_string(i), "10.0.0.2"));
  for (int i = 0; i < 4; ++i) {
    desk.play(club[0], ann);
    EXPECT_EQ(desk.last_weight(ann), 1) << "one person there, again and again";
  }
  desk.play(club[1], ann);
  EXPECT_EQ(desk.last_weight(ann), 0.5);
  EXPECT_EQ(desk.last_weight(club[1]), 1) << "they have met nobody else of there";
  desk.play(ann, club[2]);
  EXPECT_DOUBLE_EQ(desk.last_weight(ann), 1.0 / 3);
  desk.play(ann, club[3], OneAddress::whole);
  EXPECT_EQ(desk.last_weight(ann), 1) << "as the host wants it";
  desk.play(ann, club[3], OneAddress::none);
  EXPECT_EQ(desk.last_weight(ann), 0.25) << "they are not at her address";

  // Newcomers, each somewhere else: who has played five games is none, nor whose account is a week old.
  const std::int64_t max = desk.person("Max", "10.0.1.1");
  std::int64_t last = 0;
  for (int i = 0; i < 10; ++i) {
    last = desk.person("Fresh" + std::to_string(i), "10.0.2." + std::to_string(i), 6);
    desk.play(max, last);
    EXPECT_DOUBLE_EQ(desk.last_weight(max), 5.0 / std::max(5, i + 1));
    EXPECT_EQ(desk.last_weight(last), 1);
  }
  for (int i = 0; i < 4; ++i) desk.play(desk.person("Elder" + std::to_string(i), "10.0.3." + std::to_string(i)), last);
  desk.play(max, last);
  EXPECT_EQ(desk.last_weight(max), 1);
  desk.play(max, desk.person("Aged", "10.0.4.1", 8));
  EXPECT_EQ(desk.last_weight(max), 1);
}

void check_rated_addresses(Store& store, Loop& loop) {
  RatingsDesk desk{store, loop};
  const std::int64_t ann = desk.person("Ann", "10.0.0.1"), bob = desk.person("Bob", "10.0.0.1"),
                     cora = desk.person("Cora", "10.0.0.2"), dan = desk.person("Dan", ""),
                     emil = desk.person("Emil", "");
  desk.play_joined(ann, bob);
  desk.play_joined(ann, bob);
  EXPECT_DOUBLE_EQ(desk.last_weight(ann), 0.25) << "who joins is looked at too";
  desk.play(ann, cora);
  EXPECT_EQ(desk.last_weight(ann), 1);
  desk.play(dan, emil);
  EXPECT_EQ(desk.last_weight(dan), 1) << "who is nowhere is not at one address";
  desk.play(dan, emil);
  EXPECT_EQ(desk.last_weight(dan), 1);

  // As the host wants it.
  desk.play(ann, bob, OneAddress::whole);
  EXPECT_EQ(desk.last_weight(ann), 1);
  const std::size_t games = desk.history(ann).size();
  const Rating before = desk.rating(bob);
  desk.play(ann, bob, OneAddress::none);
  EXPECT_EQ(desk.history(ann).size(), games);
  EXPECT_EQ(desk.rating(bob), before);

  // Who signs out is still there; who comes from elsewhere is not.
  loop.wait([&](auto done) { store.people.end_tokens(bob, false, {token(2)}, done); });
  desk.play(ann, bob);
  EXPECT_DOUBLE_EQ(desk.last_weight(ann), 1.0 / 16) << "the fourth, with the one that counted whole";
  desk.come(cora, 3, "10.0.0.1");
  desk.play(cora, bob);
  EXPECT_DOUBLE_EQ(desk.last_weight(cora), 1.0 / 25) << "by the one of the two who has more such games";
  desk.come(cora, 3, "10.0.0.9");
  desk.play(cora, bob);
  EXPECT_EQ(desk.last_weight(cora), 0.5) << "no more, but of there she has met two";
  desk.come(cora, 3, "");
  desk.play(cora, bob);
  EXPECT_EQ(desk.last_weight(cora), 0.5) << "what is not known changes nothing";

  // After thirty days such games count anew.
  desk.now += 31 * kRatingDayMs;
  desk.play(ann, bob);
  EXPECT_EQ(desk.last_weight(ann), 1);
  desk.play(ann, bob);
  EXPECT_DOUBLE_EQ(desk.last_weight(ann), 0.25);
  // The address of whoever was not seen for so long is forgotten.
  loop.wait([&](auto done) { store.people.note_present({}, desk.now, done); });
  desk.play(ann, bob);
  EXPECT_EQ(desk.last_weight(ann), 1);
}

void check_rated_gains(Store& store, Loop& loop) {
  RatingsDesk desk{store, loop};
  const std::int64_t ann = desk.person("Ann", "10.0.1.1"), bob = desk.person("Bob", "10.0.1.2"),
                     cora = desk.person("Cora", "10.0.1.3");
  for (int i = 0; i < 6; ++i) desk.play(ann, desk.person("Old" + std::to_string(i), "10.0.2." + std::to_string(i)));
  EXPECT_TRUE(desk.gains().empty()) << "many games with different people";
  for (int i = 0; i < 4; ++i) desk.play(bob, cora);
  EXPECT_TRUE(desk.gains().empty()) << "four are few";
  desk.play(bob, cora);
  const auto gains = desk.gains();
  ASSERT_EQ(gains.size(), 1U);
  EXPECT_EQ(gains[0].name, "Bob");
  EXPECT_EQ(gains[0].opponent, "Cora");
  EXPECT_EQ(gains[0].against_one, 5);
  EXPECT_EQ(gains[0].opponents, 1);
  EXPECT_EQ(gains[0].at_one_address, 0);
  EXPECT_EQ(gains[0].against_new, 0);
  desk.now += 8 * kRatingDayMs;
  EXPECT_TRUE(desk.gains().empty()) << "of a week";
}

void check_rated_annulments(Store& store, Loop& loop) {
  RatingsDesk desk{store, loop};
  const std::int64_t eve = desk.person("Eve", "10.0.0.1"), bob = desk.person("Bob", "10.0.0.1"),
                     cora = desk.person("Cora", "10.0.0.2"), max = desk.person("Max", "10.0.0.3");
  for (const char* moderator : {"Cora", "Max"})
    loop.wait([&](auto done) { store.people.set_role(moderator, Role::moderator, done); });
  desk.play(cora, bob);
  const double bobs = desk.rating(bob).rating, coras = desk.rating(cora).rating;
  const std::int64_t since = desk.now + 1;
  desk.play(eve, bob);
  desk.play(eve, cora);
  desk.play(eve, max);
  desk.play(eve, bob);
  EXPECT_DOUBLE_EQ(desk.last_weight(eve), 0.25);
  const Rating before = desk.rating(bob);
  const double kept = desk.history(eve)[2].moved;

  EXPECT_EQ(desk.annul(eve, desk.now + 1, max).games, 0) << "nothing since then";
  EXPECT_TRUE(desk.annulments().empty());
  const Annulment done = desk.annul(eve, since, max);
  EXPECT_EQ(done.games, 3);
  EXPECT_EQ(done.refunded, 2);
  EXPECT_EQ(done.left, 1) << "the moderator sat there";
  EXPECT_NEAR(desk.rating(bob).rating, bobs, 1e-6);
  EXPECT_NEAR(desk.rating(cora).rating, coras, 1e-6);
  EXPECT_NEAR(desk.rating(eve).rating, 1500 + kept, 1e-6);
  EXPECT_EQ(desk.rating(bob).deviation, before.deviation);
  EXPECT_EQ(desk.rating(bob).games, before.games);
  std::vector<bool> annulled;
  for (const RatingStep& step : desk.history(eve)) annulled.push_back(step.annulled);
  EXPECT_EQ(annulled, (std::vector<bool>{true, true, false, true}));
  EXPECT_TRUE(desk.history(bob).back().annulled);
  EXPECT_FALSE(desk.history(bob).front().annulled);

  // Twice changes nothing, whoever asks about whom.
  const Rating eves = desk.rating(eve);
  for (const std::int64_t who : {eve, bob}) EXPECT_EQ(desk.annul(who, since, max).games, 0);
  EXPECT_EQ(desk.rating(eve), eves);
  EXPECT_NEAR(desk.rating(bob).rating, bobs, 1e-6);
  const auto all = desk.annulments();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].name, "Eve");
  EXPECT_EQ(all[0].by_name, "Max");
  EXPECT_EQ(all[0].why, "puppets");
  EXPECT_EQ(all[0].since_ms, since);
  EXPECT_EQ(all[0].at_ms, desk.now);
  EXPECT_EQ(all[0].games, 3);

  // The next game goes on from there, and those that were annulled count for no weight.
  desk.play(eve, bob);
  EXPECT_EQ(desk.last_weight(eve), 1);
  EXPECT_NEAR(desk.history(eve).back().rating.rating - desk.history(eve).back().moved, 1500 + kept, 1e-6);
  EXPECT_EQ(desk.rating(eve).games, 5);

  // Another moderator annuls the game that was left.
  EXPECT_EQ(desk.annul(eve, since, cora).games, 2);
  EXPECT_NEAR(desk.rating(eve).rating, 1500, 1e-6);
  EXPECT_NEAR(desk.rating(max).rating, 1500, 1e-6);
  EXPECT_EQ(desk.annulments().size(), 2U);
  EXPECT_EQ(desk.annulments()[0].by_name, "Cora") << "the newest first";

  loop.wait([&](auto done_with) { store.people.delete_account(eve, done_with); });
  EXPECT_TRUE(desk.annulments().empty());
  EXPECT_TRUE(desk.history(eve).empty());
  EXPECT_FALSE(desk.history(bob).empty());
}

// A game that a ruling ended waits for the ruling to be final.
void check_rated_later(Store& store, Loop& loop) {
  RatingsDesk desk{store, loop};
  const std::int64_t ann = desk.person("Ann", "10.0.0.1"), bob = desk.person("Bob", "10.0.0.2");
  const std::string id = desk.table({RatingsDesk::occupant(ann), RatingsDesk::occupant(bob)});
  Append last = entry(id, 1);
  last.over = last.rate_due = last.rate_later = true;
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(last, done); }).how, How::durable);
  EXPECT_TRUE(loop.read<std::vector<std::string>>([&](auto done) { store.lists.unrated(9, done); }).value->empty());
  RatedGame game = {id, "go-9", {ann, bob}, {1, 2}, desk.now};
  const auto rate = [&] { return loop.wait([&](auto done) { store.lists.rate(game, done); }).how; };
  EXPECT_EQ(rate(), How::conflict);
  EXPECT_EQ(desk.rating(ann).games, 0);
  game.held = true;
  EXPECT_EQ(rate(), How::durable);
  EXPECT_EQ(rate(), How::conflict) << "once";
  EXPECT_EQ(desk.rating(ann).games, 1);
}

// The bot's rating is its level's, and does not move; who plays it often is weighed as with one person.
void check_rated_bots(Store& store, Loop& loop) {
  RatingsDesk desk{store, loop};
  const std::int64_t ann = desk.person("Ann", "10.0.0.1"), bob = desk.person("Bob", "10.0.0.2"),
                     cora = desk.person("Cora", "10.0.0.3");
  loop.wait([&](auto done) { store.people.set_role("Cora", Role::moderator, done); });
  desk.play_bot(ann, 5, true);
  const Rating alone = rate_game(std::vector{Rating{}, bot_rating(5, desk.now)}, std::vector{1, 2}, desk.now)[0];
  EXPECT_EQ(desk.rating(ann), alone);
  EXPECT_EQ(desk.last_weight(ann), 1);
  for (int i = 1; i < 12; ++i) desk.play_bot(ann, 8, i % 2 == 0);
  EXPECT_EQ(desk.last_weight(ann), 10.0 / 12) << "of any level";
  desk.play_bot(bob, 20, false);
  EXPECT_EQ(desk.last_weight(bob), 1) << "another's games are not his";
  EXPECT_LT(desk.rating(bob).rating, kFirstRating);
  desk.play(ann, bob);
  EXPECT_EQ(desk.last_weight(ann), 1) << "the bot's games are not his";
  const auto gains = desk.gains();
  ASSERT_EQ(gains.size(), 1U) << "moderators see what was won from the bot";
  EXPECT_EQ(gains[0].name, "Ann");
  EXPECT_EQ(gains[0].opponent, "Cairn bot");
  EXPECT_EQ(gains[0].opponents, 2);
  EXPECT_EQ(gains[0].games, 13);
  const Annulment annulled = desk.annul(ann, 0, cora);
  EXPECT_EQ(annulled.games, 13);
  EXPECT_EQ(annulled.refunded, 1) << "Bob; the bot has nothing to get back";
  EXPECT_NEAR(desk.rating(ann).rating, kFirstRating, 1e-6);
}

void check_ratings(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  for (const auto check : {check_rated_puppets, check_rated_puppets_elsewhere, check_rated_clubs, check_rated_addresses,
                           check_rated_gains, check_rated_annulments, check_rated_later, check_rated_bots}) {
    Loop loop;
    const auto store = fresh(loop);
    check(*store, loop);
  }
}

TEST(StoreRatings, Sqlite) {
  std::vector<std::unique_ptr<Folder>> folders;
  check_ratings([&](Loop& loop) {
    folders.push_back(std::make_unique<Folder>());
    return opened(sqlite_in(*folders.back()), loop);
  });
}

TEST(StoreRatings, Postgres) {
  PostgresCluster cluster;
  int databases = 0;
  check_ratings([&](Loop& loop) {
    const std::string name = "ratings" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  });
}

// --- what looks made

std::vector<GainedGame> won_games(int games, double moved, const std::vector<std::int64_t>& opponents) {
  std::vector<GainedGame> out;
  out.reserve(static_cast<std::size_t>(games));
  for (int i = 0; i < games; ++i)
    out.push_back(
        {1500 + moved * (i + 1), moved, false, false, {opponents[static_cast<std::size_t>(i) % opponents.size()]}});
  return out;
}

TEST(MadeGain, IsMoreThanHalfFromOneSource) {
  EXPECT_FALSE(made_gain(won_games(4, 50, {1})));
  EXPECT_FALSE(made_gain(won_games(10, 50, {1, 2})));
  EXPECT_TRUE(made_gain(won_games(5, 50, {1, 1, 1, 2, 3})));
  EXPECT_FALSE(made_gain(won_games(5, -50, {1}))) << "that is a loss";
  auto games = won_games(6, 50, {1, 2, 3, 4, 5, 6});
  EXPECT_FALSE(made_gain(games));
  for (int i = 0; i < 3; ++i) games[static_cast<std::size_t>(i)].one_address = true;
  EXPECT_FALSE(made_gain(games)) << "half is not more than half";
  games[3].one_address = true;
  ASSERT_TRUE(made_gain(games));
  EXPECT_EQ(made_gain(games)->gain.at_one_address, 4);
  EXPECT_EQ(made_gain(games)->gain.before, 1500);
  EXPECT_EQ(made_gain(games)->gain.after, 1800);
  for (GainedGame& game : games) game.one_address = false;
  for (int i = 0; i < 4; ++i) games[static_cast<std::size_t>(i)].against_new = true;
  EXPECT_TRUE(made_gain(games));
}

TEST(AddressHash, TellsAddressesApartAndNothingElse) {
  EXPECT_EQ(address_hash("key", ""), 0);
  EXPECT_NE(address_hash("key", "10.0.0.1"), 0);
  EXPECT_EQ(address_hash("key", "10.0.0.1"), address_hash("key", "10.0.0.1"));
  EXPECT_NE(address_hash("key", "10.0.0.1"), address_hash("key", "10.0.0.2"));
  EXPECT_NE(address_hash("key", "10.0.0.1"), address_hash("other key", "10.0.0.1"));
}

}  // namespace
}  // namespace cairn

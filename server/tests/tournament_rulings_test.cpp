// Rulings on games of tournaments, and appeals against them.
#include "server/tests/tournament_desk_case.h"

namespace cairn {
namespace {

TEST_F(TournamentDeskTest, ItsOrganiserRules) {
  announce(wish(Kind::knockout), 4);
  Json seen = begin();
  const std::string at = seen.at("games").at(0).at("table");
  EXPECT_EQ(code(wait([&](auto done) { desk->rule(id, people[1], {Ruling::Kind::annul, 0}, done); })), "not-for-you");
  // Its organiser plays: of the own game a moderator decides, who plays in none.
  Person judge = moderating(person("Judge"));
  const auto decide = [&](const Ruling& ruling) {
    return wait([&](auto done) { desk->rule(id, judge, ruling, done); });
  };
  EXPECT_EQ(code(rule({Ruling::Kind::forfeit, 0, 1})), "not-for-you");
  good(decide({Ruling::Kind::forfeit, 0, 1}));
  settle();
  EXPECT_TRUE(table(at, people[0]).at("view").at("over").get<bool>()) << "its table is over";
  EXPECT_EQ(see().at("games").at(0).at("winner"), seen.at("games").at(0).at("second"));
  good(decide({Ruling::Kind::forfeit, 0, 1}));  // sent again
  good(decide({Ruling::Kind::annul, 0}));
  settle();
  seen = see();
  ASSERT_EQ(seen.at("games").size(), 3U) << "it is played again";
  EXPECT_EQ(seen.at("games").at(0).at("how"), "annulled");
  resign(seen, seen.at("games").at(2), "first");
  resign(seen, seen.at("games").at(1), "first");
  seen = tick();
  ASSERT_EQ(seen.at("games").size(), 4U) << "the final";
  EXPECT_EQ(code(decide({Ruling::Kind::annul, 1})), "tournament");
  EXPECT_EQ(may_rule(judge), Json({"settled", "settled", "settled", "any"}));
  EXPECT_TRUE(may_rule(people[1]).is_null()) << "who neither organises nor moderates";
  EXPECT_TRUE(see().at("may_rule").is_null());

  // A moderator may do what its organiser may.
  Person moderator = moderating(people[1]);
  EXPECT_EQ(code(act(&Tournaments::cancel, people[1])), "not-for-you");
  EXPECT_EQ(good(act(&Tournaments::cancel, moderator)).at("state"), "cancelled");
  // What was begun is played on, and counts for nothing.
  resign(seen, seen.at("games").at(3), "first");
  EXPECT_EQ(tick().at("games").at(3).at("how"), "open");
  EXPECT_EQ(tick().at("state"), "cancelled");
}

TEST_F(TournamentDeskTest, ARulingIsWrittenDownAndAppealedAgainst) {
  announce(wish(Kind::round_robin), 4);
  const Json seen = begin();
  Json of_others;  // a game that the organiser, who is player 0, does not play
  for (const Json& each : seen.at("games"))
    if (each.at("first") != 0 && each.at("second") != 0) of_others = each;
  const int game = of_others.at("game");
  const Person loser = people[of_others.at("first").get<std::size_t>()];
  const auto appeal = [&](const Person& who, const std::string& why) {
    now_ms += 2'000;
    return wait([&](auto done) { desk->appeal(id, who, {game, why}, done); });
  };
  EXPECT_EQ(message(appeal(loser, "why?")), "there is no ruling on this game");
  const auto may = [&](const Person& who) { return may_rule(who).at(static_cast<std::size_t>(game)); };
  for (const Json& each : seen.at("games"))
    EXPECT_EQ(may_rule(people[0]).at(each.at("game").get<std::size_t>()),
              each.at("first") == 0 || each.at("second") == 0 ? "own-game" : "any");
  good(rule({Ruling::Kind::forfeit, game, 1}));
  Json ruling = see().at("rulings").at(0);
  EXPECT_EQ(ruling.at("by"), people[0].name);
  EXPECT_EQ(ruling.at("how"), "forfeit");
  EXPECT_EQ(ruling.at("winner"), of_others.at("second"));
  EXPECT_TRUE(ruling.at("appeal").is_null());

  EXPECT_EQ(code(appeal(people[0], "I play elsewhere")), "tournament");
  good(appeal(loser, "I was there in time"));
  good(appeal(loser, "I was there in time"));  // sent again
  EXPECT_EQ(code(appeal(loser, "and again")), "tournament");
  EXPECT_EQ(may(people[0]), "own-ruling");
  ruling = see().at("rulings").at(0);
  EXPECT_EQ(ruling.at("appeal").at("by"), loser.name);
  EXPECT_TRUE(ruling.at("appeal").at("open").get<bool>());
  EXPECT_EQ(see().dump().find("in time"), std::string::npos) << "the reason is for moderators";

  Person judge = person("Judge");
  const auto waiting = [&] { return wait([&](auto done) { desk->appeals(judge, done); }); };
  const auto uphold = [&](const Person& who, const std::string& which) {
    return wait([&](auto done) { desk->uphold(id, who, which, done); });
  };
  EXPECT_EQ(code(waiting()), "not-for-you");
  EXPECT_EQ(code(uphold(judge, std::to_string(game))), "not-for-you");
  judge = moderating(judge);
  const Json list = good(waiting()).at("appeals");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list.at(0).at("why"), "I was there in time");
  EXPECT_EQ(list.at(0).at("ruling").at("by"), people[0].name);
  Person organiser = moderating(people[0]);
  EXPECT_EQ(code(uphold(organiser, std::to_string(game))), "not-for-you") << "who ruled does not judge the appeal";
  for (const char* none : {"99", "-1", "x"}) EXPECT_EQ(uphold(judge, none).status, 404) << none;
  EXPECT_EQ(may(judge), "any");
  good(uphold(judge, std::to_string(game)));
  EXPECT_EQ(may(people[0]), "moderators");
  EXPECT_EQ(may(judge), "any");
  EXPECT_EQ(good(waiting()).at("appeals").size(), 0U);
  EXPECT_EQ(see().at("rulings").at(0).at("appeal").at("upheld_by"), "Judge");

  // Another ruling can be appealed against anew, and a ruling answers an appeal, too; not after a week.
  EXPECT_EQ(code(rule({Ruling::Kind::forfeit, game, -2})), "not-for-you") << "a moderator has decided";
  Person second = moderating(person("Second"));
  good(wait([&](auto done) { desk->rule(id, second, {Ruling::Kind::forfeit, game, -2}, done); }));
  good(appeal(loser, "it was played"));
  good(wait([&](auto done) { desk->rule(id, judge, {Ruling::Kind::forfeit, game, 0}, done); }));
  EXPECT_EQ(good(waiting()).at("appeals").size(), 0U);
  EXPECT_EQ(see().at("rulings").size(), 3U);
  now_ms += kAppealMs + 1;
  EXPECT_EQ(code(appeal(loser, "late")), "tournament");
}

TEST_F(TournamentDeskTest, WhoPlaysForRatingPointsDecidesNothingAboutThem) {
  TournamentWish what = wish(Kind::round_robin);
  what.setup.rated = true;
  announce(what, 4);
  good(wait([&](auto done) { desk->withdraw(id, people[0], {people[3].name}, done); }));  // it has not begun
  good(act(&Tournaments::enter, people[3]));
  const Json seen = begin();
  int game = 0;  // of two others
  for (const Json& each : seen.at("games"))
    if (each.at("first") != 0 && each.at("second") != 0) game = each.at("game");
  EXPECT_EQ(code(rule({Ruling::Kind::forfeit, game, 1})), "not-for-you");
  for (const Json& may : may_rule(people[0])) EXPECT_EQ(may, "played");
  EXPECT_EQ(code(wait([&](auto done) { desk->withdraw(id, people[0], {people[3].name}, done); })), "not-for-you");
  good(wait([&](auto done) { desk->withdraw(id, people[3], {}, done); }));  // by themselves
}

TEST_F(TournamentDeskTest, WhoHasPlayedForRatingPointsDecidesNothingEither) {
  TournamentWish what = wish(Kind::round_robin);
  what.setup.rated = true;
  announce(what, 4);
  const Json seen = begin();
  int own = 0, of_others = 0;
  for (const Json& each : seen.at("games"))
    (each.at("first") == 0 || each.at("second") == 0 ? own : of_others) = each.at("game");
  good(wait([&](auto done) { desk->withdraw(id, people[0], {}, done); }));
  settle();
  EXPECT_TRUE(see().at("rulings").empty()) << "what somebody gives away themselves is no ruling";
  for (const int game : {own, of_others})
    for (const Ruling::Kind kind : {Ruling::Kind::annul, Ruling::Kind::forfeit})
      for (const int winner : {0, 1, -2}) EXPECT_EQ(code(rule({kind, game, winner})), "not-for-you");
  EXPECT_EQ(code(wait([&](auto done) { desk->withdraw(id, people[0], {people[3].name}, done); })), "not-for-you");
  Person judge = moderating(person("Judge"));
  good(wait([&](auto done) { desk->rule(id, judge, {Ruling::Kind::forfeit, own, -2}, done); }));
  EXPECT_EQ(see().at("rulings").size(), 1U) << "a moderator who has not played may";
  Person organiser = moderating(people[0]);
  EXPECT_EQ(code(wait([&](auto done) { desk->uphold(id, organiser, std::to_string(own), done); })), "not-for-you");
}

TEST_F(TournamentDeskTest, WhoHasDecidedAboutARatedTournamentDoesNotEnterIt) {
  TournamentWish what = wish(Kind::swiss);
  what.setup.rated = true;
  what.setup.rounds = what.setup.late = 3;
  while (people.size() < 7) people.push_back(person("P" + std::to_string(people.size())));
  id = good(wait([&](auto done) { desk->create(people[0], what, done); })).at("id").get<std::string>();
  for (std::size_t i = 1; i < 5; ++i) good(enter(people[i]));
  begin();
  good(rule({Ruling::Kind::forfeit, 0, 1}));
  EXPECT_EQ(code(enter(people[0])), "tournament");
  Person judge = moderating(people[5]);
  good(wait([&](auto done) { desk->withdraw(id, judge, {people[2].name}, done); }));
  EXPECT_EQ(code(enter(judge)), "tournament") << "whom they have taken out";
  good(enter(people[6]));
}

// A rated game in which both have moved and on which the organiser, who does not play, has ruled: the first has lost.
struct RatedRulings : TournamentDeskTest {
  Person judge, first, second;
  std::string at;

  void SetUp() override {
    TournamentDeskTest::SetUp();
    while (people.size() < 5) people.push_back(person("P" + std::to_string(people.size())));
    judge = person("Judge");
    judge = moderating(judge);
    TournamentWish what = wish(Kind::round_robin);
    what.setup.rated = true;
    id = good(wait([&](auto done) { desk->create(people[0], what, done); })).at("id").get<std::string>();
    for (std::size_t i = 1; i < 5; ++i) good(enter(people[i]));
    const Json seen = begin();
    const Json game = seen.at("games").at(0);
    at = game.at("table").get<std::string>();
    first = player(seen, game.at("first"));
    second = player(seen, game.at("second"));
    good(command(at, first, Command::Kind::play, "c0"));
    good(command(at, second, Command::Kind::play, "c1"));
    good(rule({Ruling::Kind::forfeit, 0, 1}));
    settle();
  }
  double rating(const Person& who) {
    std::optional<Found<std::vector<ClassRating>>> found;
    store.lists.ratings_of(who.id, [&](const Found<std::vector<ClassRating>>& one) { found = one; });
    run_until([&] { return found.has_value(); });
    return found->value->empty() ? kFirstRating : found->value->front().rating.rating;
  }
  void a_week_later() {
    now_ms += kAppealMs + 1;
    tick();
  }
  Reply appeal(const Person& who) {
    return wait([&](auto done) { desk->appeal(id, who, {0, "I was winning"}, done); });
  }
  Reply decide(const Ruling& ruling) {
    return wait([&](auto done) { desk->rule(id, judge, ruling, done); });
  }
};

TEST_F(RatedRulings, MoveNoRatingBeforeNobodyCanAppealAgainstThem) {
  EXPECT_EQ(table(at, first).at("view").at("result").at("how"), "forfeit") << "nobody has resigned";
  tick();
  EXPECT_EQ(rating(first), kFirstRating);
  a_week_later();
  EXPECT_LT(rating(first), kFirstRating);
  EXPECT_GT(rating(second), kFirstRating);
  const double once = rating(second);
  a_week_later();
  EXPECT_EQ(rating(second), once);
  EXPECT_EQ(may_rule(judge).at(0), "settled");
  EXPECT_EQ(code(decide({Ruling::Kind::forfeit, 0, 0})), "tournament") << "it is final";
}

TEST_F(RatedRulings, AreForModeratorsAfterAnAppealAndRatedAsTheLastOfThemSays) {
  good(appeal(first));
  for (const Ruling::Kind kind : {Ruling::Kind::annul, Ruling::Kind::forfeit})
    EXPECT_EQ(code(rule({kind, 0, 1})), "not-for-you") << "it is appealed against";
  a_week_later();
  EXPECT_EQ(rating(second), kFirstRating) << "nobody has decided on the appeal";
  good(decide({Ruling::Kind::forfeit, 0, 0}));
  EXPECT_EQ(code(rule({Ruling::Kind::forfeit, 0, 1})), "not-for-you") << "a moderator has decided";
  good(appeal(second));
  EXPECT_EQ(code(decide({Ruling::Kind::forfeit, 0, 1})), "not-for-you") << "it is against the own ruling";
  Person other = moderating(person("Other"));
  good(wait([&](auto done) { desk->uphold(id, other, "0", done); }));
  settle();
  EXPECT_GT(rating(first), kFirstRating) << "at once: there is no other appeal";
  EXPECT_LT(rating(second), kFirstRating);
}

TEST_F(RatedRulings, AreTakenBackThoughTheTournamentWasEnded) {
  good(appeal(first));
  good(act(&Tournaments::cancel, people[0]));
  EXPECT_EQ(may_rule(judge).at(0), "annul");
  EXPECT_EQ(may_rule(judge).at(1), "settled");
  EXPECT_EQ(code(decide({Ruling::Kind::forfeit, 0, 0})), "tournament");
  good(decide({Ruling::Kind::annul, 0}));
  good(decide({Ruling::Kind::annul, 0}));  // sent again
  EXPECT_EQ(may_rule(judge).at(0), "settled");
  EXPECT_EQ(see().at("rulings").size(), 2U);
  EXPECT_EQ(see().at("games").at(0).at("how"), "forfeit") << "the tournament stays as it is";
  a_week_later();
  EXPECT_EQ(rating(first), kFirstRating);
  EXPECT_EQ(rating(second), kFirstRating);
}

TEST_F(TournamentDeskTest, WhoWithdrawsHasResignedAndIsRatedAtOnce) {
  TournamentWish what = wish(Kind::round_robin);
  what.setup.rated = true;
  announce(what, 4);
  const Json seen = begin(), game = seen.at("games").at(0);
  const auto at = game.at("table").get<std::string>();
  const Person first = player(seen, game.at("first"));
  good(command(at, first, Command::Kind::play, "c0"));
  good(command(at, player(seen, game.at("second")), Command::Kind::play, "c1"));
  good(wait([&](auto done) { desk->withdraw(id, first, {}, done); }));
  settle();
  EXPECT_EQ(table(at, first).at("view").at("result").at("how"), "resigned");
  std::optional<Found<std::vector<ClassRating>>> found;
  store.lists.ratings_of(first.id, [&](const Found<std::vector<ClassRating>>& one) { found = one; });
  run_until([&] { return found.has_value(); });
  EXPECT_EQ(found->value->size(), 1U);
}

}  // namespace
}  // namespace cairn

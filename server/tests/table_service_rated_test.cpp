// Rated games against the bot, from the wish to the rating.
#include "server/tables/rated_game.h"
#include "server/tests/table_service_case.h"

namespace cairn {
namespace {

struct TableServiceRated : TableServiceTest {
  Person account(const std::string& name) {
    Account made;
    made.person.name = name;
    made.password = "hash";
    made.created_ms = now;
    Session session;
    session.token = hash_token(new_token());
    session.created_ms = session.used_ms = now;
    session.expires_ms = now + 1'000'000;
    std::optional<Written> written;
    store.people.add_account(made, session, [&](const Written& added) { written = added; });
    run_until([&] { return written.has_value(); });
    Person person{written->key, name};
    person.account = true;
    return person;
  }
  static CreateTable wish(int level, const char* size = "19") {
    CreateTable wish;
    wish.game = "go";
    wish.options = {{"size", size}};
    wish.level = level;
    wish.rated = true;
    wish.seconds = kMostSeconds;
    wish.clock = *parse_clock_rule("fischer 5m+3s").rule;
    return wish;
  }
  Reply make(const Person& person, const CreateTable& wanted) {
    return wait([&](auto done) { table_service->create(person, wanted, done); });
  }
  static std::string code(const Reply& reply) {
    return parse_json(reply.body).at("error").at("code").get<std::string>();
  }
  std::vector<ClassRating> ratings(const Person& person) {
    std::optional<std::vector<ClassRating>> found;
    store.lists.ratings_of(person.id, [&](const Found<std::vector<ClassRating>>& read) { found = *read.value; });
    run_until([&] { return found.has_value(); });
    return *found;
  }
};

TEST_F(TableServiceRated, NeedALevelWithARankAndAnAccount) {
  const Person ann = account("Ann"), guest = enter("Guest");
  EXPECT_EQ(code(make(guest, wish(1))), "no-account");
  EXPECT_EQ(code(make(ann, wish(kLevels))), "bad-options") << "what it plays depends on the machine";
  EXPECT_EQ(code(make(ann, wish(1, "9"))), "bad-options") << "measured on 19x19";
  CreateTable other = wish(1);
  other.game = "margo";
  other.options = {};
  EXPECT_EQ(code(make(ann, other)), "bad-options");
  EXPECT_EQ(make(ann, wish(1)).status, 200);
}

TEST_F(TableServiceRated, MoveTheRatingOfThePerson) {
  const Person ann = account("Ann");
  const Json made = parse_json(make(ann, wish(1)).body);
  const std::string table = made.at("id");
  EXPECT_EQ(made.at("state").at("bot").at("seconds"), kMostSeconds);
  const auto say = [&](const Command& command) {
    const Reply reply = wait([&](auto done) { table_service->command(table, ann, command, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
  };
  say(first_move(made.at("state"), "a"));
  Json shown;
  run_until([&] {
    shown = state(table, ann);
    return shown.at("moves").size() == 2;
  });
  say({"b", shown.at("version").get<int>(), Command::Kind::resign, {}});
  run_until([&] { return !ratings(ann).empty(); });
  const auto [name, rating] = ratings(ann).front();
  EXPECT_EQ(name, "go-19");
  const int kyu = *rank_of_level(*find_game("go"), find_game("go")->complete({}), 1);
  EXPECT_EQ(rating, rate_game(std::vector{Rating{}, bot_rating(kyu, now)}, std::vector{2, 1}, now)[0]);
}

TEST_F(TableServiceRated, HaveNoTakebacksAndNoPause) {
  const Person ann = account("Ann");
  const Json made = parse_json(make(ann, wish(1)).body);
  const std::string table = made.at("id");
  const auto refused = [&](Command command) {
    command.version = state(table, ann).at("version").get<int>();
    return code(wait([&](auto done) { table_service->command(table, ann, command, done); }));
  };
  ASSERT_EQ(
      wait([&](auto done) { table_service->command(table, ann, first_move(made.at("state"), "a"), done); }).status,
      200);
  Command pause{"b", 0, Command::Kind::offer, {}};
  pause.offer = OfferKind::pause;
  EXPECT_EQ(refused(pause), "clock");
  EXPECT_EQ(refused({"c", 0, Command::Kind::undo, {}}), "no-undo");
  CreateTable casual = wish(1);
  casual.rated = false;
  const std::string other = parse_json(make(ann, casual).body).at("id");
  EXPECT_EQ(wait([&](auto done) { table_service->command(other, ann, pause, done); }).status, 200);
}

TEST_F(TableServiceRated, WantAHandicapThatWasMeasured) {
  const Person ann = account("Ann");
  CreateTable wanted = wish(1);
  wanted.options.emplace_back("komi", "-150");
  const Reply reply = make(ann, wanted);
  EXPECT_NE(reply.body.find("at most 9 stones"), std::string::npos) << reply.body;
  wanted.options.back() = {"handicap", "9"};
  EXPECT_EQ(make(ann, wanted).status, 200);
}

// It had too little of the machine: that tells nothing of the person.
TEST_F(TableServiceRated, ALateBotIsNotRated) {
  const TableSetup setup{"go", find_game("go")->complete({}),           1,   kRulesVersion, 10,
                         1,    *parse_clock_rule("fischer 5m+3s").rule, now, true};
  const std::vector<Occupant> seats{{SeatKind::guest, 7, "Ann"}, {SeatKind::bot, 0, "Cairn bot, level 1"}};
  const auto ended = [&](const std::vector<Entry>& log) {
    auto opened = Table::open(*find_game("go"), setup, seats, log);
    EXPECT_EQ(opened.error, "");
    EXPECT_TRUE(opened.table->over());
    return rated_game("t", *opened.table);
  };
  const std::vector<Entry> moves{{Entry::Kind::play, seat_at(0), "D4", "a", now},
                                 {Entry::Kind::play, seat_at(1), "Q16", "", now}};
  auto log = moves;
  log.push_back({Entry::Kind::resign, seat_at(0), "", "b", now});
  const RatedGame lost = ended(log);
  EXPECT_EQ(lost.people, (std::vector<std::int64_t>{7, kBotPerson}));
  EXPECT_EQ(lost.ranks, (std::vector<int>{2, 1}));
  log = moves;
  log.push_back({Entry::Kind::timeout, seat_at(0), "", "", now + 400'000});
  EXPECT_EQ(ended(log).people.size(), 2U) << "the person's own clock";
  log = moves;
  log.push_back({Entry::Kind::play, seat_at(0), "D16", "b", now});
  log.push_back({Entry::Kind::timeout, seat_at(1), "", "", now + 400'000});
  EXPECT_TRUE(ended(log).people.empty());
  log = {{Entry::Kind::resign, seat_at(0), "", "b", now}};
  EXPECT_TRUE(ended(log).people.empty()) << "nobody moved";
}

}  // namespace
}  // namespace cairn

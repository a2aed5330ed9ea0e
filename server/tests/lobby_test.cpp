// Open games: how many somebody may have in the lobby, how long they wait there, and who takes them back.
#include "server/matchmaking/lobby.h"

#include <set>

#include "server/protocol/lobby_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct LobbyTest : AccountsTest {
  Lobby lobby{{store.lists, store.people}, world()};
  Person gus = who(enter("Gus"))->person, ann = who(sign_up("Ann").new_token)->person;

  Reply make(const Person& person, const char* clock = "fischer 5m+3s", bool listed = true) {
    CreateTable wish;
    wish.game = "hidden-row";
    wish.opponent = CreateTable::Opponent::friends;
    wish.clock = *parse_clock_rule(clock).rule;
    wish.listed = listed;
    return wait([&](auto done) { table_service->create(person, wish, done); });
  }
  std::string opened(const Person& person, const char* clock = "fischer 5m+3s") {
    const Reply reply = make(person, clock);
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body).at("id").get<std::string>();
  }
  Json listed(const Person& person) {
    return parse_json(wait([&](auto done) { lobby.open_tables(person, done); }).body).at("tables");
  }
  Reply take_back(const std::string& table, const Person& person) {
    return wait([&](auto done) { lobby.take_back(table, person, done); });
  }
  static std::string code(const Reply& reply) { return parse_json(reply.body).at("error").at("code"); }
};

TEST_F(LobbyTest, NobodyHasMoreThanTheirOpenGames) {
  for (const auto& [person, most] : {std::pair(gus, OpenGameRoom().guest), std::pair(ann, OpenGameRoom().account)}) {
    std::vector<std::string> mine;
    mine.reserve(static_cast<std::size_t>(most));
    for (int i = 0; i < most; ++i) mine.push_back(opened(person));
    const Reply refused = make(person);
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(code(refused), "too-many-kept");
    EXPECT_NE(refused.body.find(std::to_string(most) + " open games"), std::string::npos) << refused.body;
    EXPECT_EQ(make(person, "fischer 5m+3s", false).status, 200) << "by a link there may be more";
    EXPECT_EQ(take_back(mine.front(), person).status, 200);
    EXPECT_EQ(make(person).status, 200);
  }
  EXPECT_EQ(listed(ann).size(), 13U);
}

TEST_F(LobbyTest, AHostSaysHowManyOpenGamesSomebodyMayHave) {
  open_games = {2, 1};
  opened(gus);
  const Reply second = make(gus);
  EXPECT_EQ(code(second), "too-many-kept");
  EXPECT_NE(second.body.find("you have 1 open game in the lobby"), std::string::npos) << second.body;
  opened(ann);
  opened(ann);
  EXPECT_NE(make(ann).body.find("you have 2 open games"), std::string::npos);
  open_games = {12, 1};  // set anew while the server runs
  std::string last;
  for (int i = 2; i < 12; ++i) last = opened(ann);
  EXPECT_EQ(code(make(ann)), "too-many-kept");
  EXPECT_EQ(listed(gus).size(), 11U) << "ten of one person are shown";
  open_games = {5, 1};
  EXPECT_EQ(take_back(last, ann).status, 200);
  EXPECT_EQ(listed(gus).size(), 11U) << "what is there stays";
  EXPECT_EQ(code(make(ann)), "too-many-kept") << "eleven are more than five";
}

TEST_F(LobbyTest, OpenGamesWaitForATime) {
  opened(gus);
  opened(gus, "correspondence 3d");
  opened(ann);
  opened(ann, "correspondence 3d");
  EXPECT_EQ(listed(ann).size(), 4U);
  now_ms += kHourMs;
  EXPECT_EQ(listed(ann).size(), 2U) << "an hour for games by live clocks";
  now_ms += 11 * kHourMs - 1;
  EXPECT_EQ(listed(ann).size(), 2U);
  now_ms += 1;
  ASSERT_EQ(listed(ann).size(), 1U) << "half a day for a guest's";
  EXPECT_EQ(listed(ann)[0].at("seats").dump().find("Gus"), std::string::npos);
  now_ms += 30 * kDay - 12 * kHourMs - 1;
  EXPECT_EQ(listed(ann).size(), 1U);
  now_ms += 1;
  EXPECT_TRUE(listed(ann).empty());
}

// Neither what an account opened before they came nor what it opens afterwards is crowded out, and a guest who comes
// last is seen.
TEST_F(LobbyTest, GuestsOfManyAddressesShutNoAccountOut) {
  const std::string before = opened(ann, "correspondence 3d");
  for (int i = 0; i < 300; ++i) opened(who(enter("Gus " + std::to_string(i)))->person, "correspondence 3d");
  const std::string after = opened(who(sign_up("Bob").new_token)->person), last = opened(gus);
  const auto ids = [&] {
    std::vector<std::string> out;
    for (const Json& card : listed(gus)) out.push_back(card.at("id"));
    return out;
  };
  ASSERT_EQ(ids().size(), 200U);
  EXPECT_EQ(ids()[0], last);
  EXPECT_EQ(ids()[1], after) << "at once";
  EXPECT_EQ(ids().back(), before) << "the newest first, and none of an account left out";
}

TEST_F(LobbyTest, GuestsShutNoAccountOfASharedAddressOut) {
  std::vector<std::string> own;
  for (const std::string name : {"Pupil 1", "Pupil 2", "Pupil 3"}) {
    const Reply made = wait([&](auto done) {
      accounts->sign_up(visit({}, "10.0.0.9"), {name, "password of " + name, "", false}, done);
    });
    own.push_back(opened(who(made.new_token)->person, "correspondence 3d"));
  }
  for (int i = 0; i < 300; ++i) opened(who(enter("Gus " + std::to_string(i)))->person, "correspondence 3d");
  std::set<std::string> shown;
  for (const Json& card : listed(gus)) shown.insert(card.at("id"));
  for (const std::string& table : own) EXPECT_TRUE(shown.contains(table)) << table;
}

TEST_F(LobbyTest, AccountsOfOneAddressTakeTheirTurnTogether) {
  const std::string before = opened(ann, "correspondence 3d");
  std::string newest;
  for (int i = 0; i < 30; ++i) {
    const std::string name = "Farm " + std::to_string(i);
    const Reply made = wait([&](auto done) {
      accounts->sign_up(visit({}, "10.0.0.7"), {name, "password of " + name, "", false}, done);
    });
    const Person person = who(made.new_token)->person;
    for (int k = 0; k < open_games.account; ++k) newest = opened(person, "correspondence 3d");
  }
  const Json cards = listed(gus);
  ASSERT_EQ(cards.size(), 200U);
  EXPECT_EQ(cards.front().at("id"), newest);
  EXPECT_EQ(cards.back().at("id"), before) << "300 of one address leave it where it was";
}

// What is found by nobody else stays so: a game by a link, one with the bot, and one that was taken back.
TEST_F(LobbyTest, OnlyGamesThatAnybodyMayFindAreWatched) {
  const auto running = [&](const RunningWish& wish = {}, std::int64_t after_ms = 2'000) {
    std::vector<std::string> ids;
    now_ms += after_ms;
    const Reply reply = wait([&](auto done) { lobby.running(ann, wish, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
    const Json list = parse_json(reply.body).at("tables");
    for (const Json& card : list) ids.push_back(card.at("id"));
    return ids;
  };
  const auto play = [&](const std::string& table, const Person& by) {
    const int version = parse_json(wait([&](auto done) { table_service->state(table, by, done); }).body).at("version");
    const Command command{"first", version, Command::Kind::play, {"c1"}};
    return wait([&](auto done) { table_service->command(table, by, command, done); }).status;
  };
  const auto begin = [&](const std::string& table) {
    EXPECT_EQ(wait([&](auto done) { table_service->join(table, ann, done); }).status, 200);
    if (play(table, gus) != 200) {
      EXPECT_EQ(play(table, ann), 200);
    }
    return table;
  };
  EXPECT_TRUE(running().empty());
  begin(parse_json(make(gus, "fischer 5m+3s", false).body).at("id"));
  const std::string withdrawn = opened(gus);
  EXPECT_EQ(take_back(withdrawn, gus).status, 200);
  begin(withdrawn);
  EXPECT_TRUE(running().empty()) << "by a link";
  const std::string waits = opened(gus), shown = begin(opened(gus)), slow = begin(opened(gus, "correspondence 3d"));
  EXPECT_TRUE(running({}, 1'000).empty()) << "as it was a moment ago";
  EXPECT_EQ(running({}, 1'000), (std::vector{slow, shown})) << "and not " << waits;
  EXPECT_EQ(running({"hidden-row", false}, 0).size(), 2U) << "each wish is kept by itself";
  EXPECT_EQ(running({"hidden-row", false}).size(), 2U);
  EXPECT_TRUE(running({"go", false}).empty());
  EXPECT_TRUE(running({"", true}).empty()) << "these are casual";
  now_ms += kHourMs + 1;
  EXPECT_EQ(running(), std::vector{slow}) << "nobody moved for an hour";
  now_ms += kDay;
  EXPECT_TRUE(running().empty());
}

TEST_F(LobbyTest, WhoOpenedAGameTakesItBack) {
  const std::string table = opened(gus);
  EXPECT_EQ(listed(gus)[0].at("yours"), true);
  EXPECT_FALSE(listed(ann)[0].contains("yours"));
  const Reply others = take_back(table, ann);
  EXPECT_EQ(others.status, 403);
  EXPECT_EQ(code(others), "not-for-you");
  store.fail_writes = true;
  EXPECT_EQ(take_back(table, gus).status, 503);
  store.fail_writes = false;
  EXPECT_EQ(take_back(table, gus).body, R"({"ended":1})");
  EXPECT_TRUE(listed(ann).empty());
  EXPECT_EQ(take_back(table, gus).status, 404);
  EXPECT_EQ(take_back("nothing", gus).status, 404);
  EXPECT_EQ(wait([&](auto done) { table_service->join(table, ann, done); }).status, 200) << "whoever has the link";

  const std::string rude = opened(gus);
  Person mod = ann;
  mod.role = Role::moderator;
  store.people.set_role(mod.name, Role::moderator, [](const Written&) {});
  EXPECT_EQ(take_back(rude, mod).status, 200);
  EXPECT_TRUE(listed(ann).empty());
}

}  // namespace
}  // namespace cairn

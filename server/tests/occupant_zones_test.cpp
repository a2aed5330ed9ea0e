// Time zones: whichever way people come to sit at a table, its clock stands on the weekends of each, and all servers
// show the same.
#include "server/tables/occupant_zones.h"

#include "server/matchmaking/challenges.h"
#include "server/matchmaking/seeks.h"
#include "server/matchmaking/tournament_desk.h"
#include "server/protocol/challenges_to_client.h"
#include "server/protocol/tournaments_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

constexpr const char* kWeekends = "correspondence 3d weekends";
constexpr std::int64_t kFriday = 1'700'222'400'000;  // noon of UTC
constexpr int kEast = 840, kWest = -300;             // Saturday there from ten o'clock, and from five the next morning

struct OccupantZonesTest : AccountsTest {
  std::unique_ptr<TableService> elsewhere = make_table_service();
  Person ann = person("Ann", kEast), bob = person("Bob", kWest);

  Person person(const std::string& name, int zone) {
    now_ms = kFriday;
    const auto caller = *who(sign_up(name).new_token);
    AccountEdit edit;
    edit.zone_minutes = zone;
    EXPECT_EQ(parse_json(wait([&](auto done) { accounts->edit(visit(caller), edit, done); }).body).at("zone"), zone);
    return caller.person;
  }
  Reply good(Reply reply) {
    EXPECT_LT(reply.status, 300) << reply.body;
    return reply;
  }
  std::string id_of(const Reply& reply) { return parse_json(good(reply).body).at("id").get<std::string>(); }
  PlayTerms terms() const {
    PlayTerms out;
    out.game = "hidden-row";
    out.clock = *parse_clock_rule(kWeekends).rule;
    return out;
  }
  std::string begin(const char* clock = kWeekends) {
    CreateTable wish;
    wish.game = "hidden-row";
    wish.opponent = CreateTable::Opponent::friends;
    wish.clock = *parse_clock_rule(clock).rule;
    const std::string table = id_of(wait([&](auto done) { table_service->create(ann, wish, done); }));
    good(wait([&](auto done) { table_service->join(table, bob, done); }));
    return table;
  }
  Json clock_at(TableService& at, const std::string& table) {
    return parse_json(good(wait([&](auto done) { at.state(table, ann, done); })).body).at("clock").at("seats");
  }
  std::map<std::string, int> zones(const std::string& table) {
    std::optional<Found<StoredTable>> found;
    store.tables.load(table, 0, [&](Found<StoredTable> one) { found = std::move(one); });
    run_until([&] { return found.has_value(); });
    std::map<std::string, int> out;
    for (const Occupant& occupant : found->value->row.occupants) out[occupant.name] = occupant.zone_minutes;
    return out;
  }
  // Of whoever is to move the clock stands at Friday noon if it is Ann, and runs if it is Bob.
  void expect_zones(const std::string& table) {
    EXPECT_EQ(zones(table), (std::map<std::string, int>{{"Ann", kEast}, {"Bob", kWest}}));
    const Json here = clock_at(*table_service, table), there = clock_at(*elsewhere, table);
    EXPECT_EQ(here, there) << "one read it, the other made it";
    const Json state = parse_json(good(wait([&](auto done) { table_service->state(table, ann, done); })).body);
    for (std::size_t i = 0; i < 2; ++i) {
      if (!here.at(i).at("on_turn").get<bool>()) continue;
      const bool anns = state.at("seats").at(i).at("name") == "Ann";
      EXPECT_EQ(here.at(i).at("counting"), !anns);
      const std::int64_t changes = anns ? kFriday + 46 * kHourMs : kFriday + 17 * kHourMs;
      EXPECT_EQ(here.at(i).at("until"), changes);
    }
  }
};

TEST_F(OccupantZonesTest, OpenTablesAndRematches) {
  const std::string table = begin();
  expect_zones(table);
  const auto send = [&](const Person& who, Command::Kind kind) {
    const Json state = parse_json(wait([&](auto done) { table_service->state(table, who, done); }).body);
    Command one{"r" + std::to_string(static_cast<int>(kind)) + who.name, state.at("version").get<int>(), kind};
    one.offer = OfferKind::rematch;
    good(wait([&](auto done) { table_service->command(table, who, one, done); }));
  };
  send(ann, Command::Kind::resign);
  // A game keeps what its people had when they sat down; the next one takes what they have then.
  AccountEdit moved;
  moved.zone_minutes = 60;
  bool edited = false;
  store.people.edit_account(bob.id, moved, [&](const Written&) { edited = true; });
  run_until([&] { return edited; });
  send(ann, Command::Kind::offer);
  send(bob, Command::Kind::accept);
  EXPECT_EQ(zones(table).at("Bob"), kWest);
  const Json state = parse_json(wait([&](auto done) { table_service->state(table, ann, done); }).body);
  EXPECT_EQ(zones(state.at("rematch").get<std::string>()), (std::map<std::string, int>{{"Ann", kEast}, {"Bob", 60}}));
}

TEST_F(OccupantZonesTest, Challenges) {
  Challenges desk({store.challenges, store.people}, world());
  ChallengeWish wish;
  wish.request = "r";
  wish.people = {"Bob"};
  wish.terms = terms();
  const std::string id = id_of(wait([&](auto done) { desk.make(ann, wish, done); }));
  const Reply made = good(wait([&](auto done) { desk.accept(id, bob, {1}, done); }));
  expect_zones(parse_json(made.body).at("table").get<std::string>());
}

TEST_F(OccupantZonesTest, QuickPairing) {
  Seeks desk({store.people, store.seeks}, world());
  SeekWish wish;
  wish.request = "r";
  wish.terms = terms();
  good(wait([&](auto done) { desk.put(ann, wish, done); }));
  const Reply made = good(wait([&](auto done) { desk.put(bob, wish, done); }));
  expect_zones(parse_json(made.body).at("seek").at("table").get<std::string>());
}

TEST_F(OccupantZonesTest, Tournaments) {
  cairn::Tournaments desk(
      {store.lists, store.people, store.tournaments}, *table_service,
      {std::span(&game, 1), [this] { return now_ms; }, [this] { return static_cast<double>(now_ms) / 1000; },
       [this](const std::string& text) { log.push_back(text); }, post});
  TournamentWish wish;
  wish.setup.name = "Cup";
  wish.setup.game = "hidden-row";
  wish.setup.clock = *parse_clock_rule(kWeekends).rule;
  wish.setup.kind = TournamentSetup::Kind::swiss;
  const std::string id = id_of(wait([&](auto done) { desk.create(ann, wish, done); }));
  for (const Person& who : {ann, bob}) good(wait([&](auto done) { desk.enter(id, who, done); }));
  good(wait([&](auto done) { desk.start(id, ann, done); }));
  settle();
  const Json seen =
      parse_json(good(wait([&](auto done) { desk.show(id, std::nullopt, Asker{"a visitor"}, done); })).body);
  ASSERT_EQ(seen.at("games").size(), 1U) << seen.dump();
  expect_zones(seen.at("games").at(0).at("table").get<std::string>());
}

TEST_F(OccupantZonesTest, OthersAreNotAskedFor) {
  const std::string table = begin("fischer 5m+3s");
  EXPECT_EQ(zones(table), (std::map<std::string, int>{{"Ann", 0}, {"Bob", 0}}));
  const Person guest = who(enter("Gus"))->person;
  std::optional<Found<std::vector<Occupant>>> found;
  with_zones(store.people, *parse_clock_rule(kWeekends).rule,
             {{SeatKind::guest, guest.id, "Gus"}, {}, {SeatKind::guest, bob.id, "Bob"}},
             [&](const Found<std::vector<Occupant>>& one) { found = one; });
  run_until([&] { return found.has_value(); });
  ASSERT_TRUE(found->value);
  EXPECT_EQ(found->value->at(0).zone_minutes, 0);
  EXPECT_EQ(found->value->at(1).zone_minutes, 0);
  EXPECT_EQ(found->value->at(2).zone_minutes, kWest);
}

}  // namespace
}  // namespace cairn

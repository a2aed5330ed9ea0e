// Vacations from all games at once, in clubs without sockets: every table is told, by whichever server, and once.
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

constexpr const char* kClock = "correspondence 3d vacation 10d";

struct AwayTest : AccountsTest {
  std::unique_ptr<TableService> elsewhere = make_table_service();
  Caller ann = caller("Ann"), bob = caller("Bob");

  AwayTest() { store.share(); }
  Caller caller(const std::string& name) { return *who(sign_up(name).new_token); }
  std::string begin(const char* clock = kClock, bool join = true) {
    CreateTable wish;
    wish.game = "hidden-row";
    wish.opponent = CreateTable::Opponent::friends;
    wish.seat = CreateTable::SeatWish::first;
    wish.clock = *parse_clock_rule(clock).rule;
    const Reply made = wait([&](auto done) { table_service->create(ann.person, wish, done); });
    EXPECT_EQ(made.status, 200) << made.body;
    const std::string table = parse_json(made.body).at("id").get<std::string>();
    if (join) sit(table);
    return table;
  }
  void sit(const std::string& table) {
    EXPECT_EQ(wait([&](auto done) { table_service->join(table, bob.person, done); }).status, 200);
  }
  Json set(bool away, int days = 0) {
    now_ms += 60'000;
    const Reply reply = wait([&](auto done) { accounts->set_vacation(ann, away, days, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body);
  }
  void tick(TableService& at) {
    at.tick_away();
    settle();
  }
  Json seat(TableService& at, const std::string& table) {
    const Reply state = wait([&](auto done) { at.state(table, bob.person, done); });
    return parse_json(state.body).at("clock").at("seats").at(0);
  }
  bool away(const std::string& table) {
    const Json here = seat(*table_service, table);
    EXPECT_EQ(here.dump(), seat(*elsewhere, table).dump()) << "the same to everybody";
    return here.contains("vacation");
  }
  Reply command(const std::string& table, Command::Kind kind) {
    const Reply state = wait([&](auto done) { table_service->state(table, ann.person, done); });
    const int version = parse_json(state.body).at("version").get<int>();
    const Command one{"r" + std::to_string(version), version, kind};
    return wait([&](auto done) { table_service->command(table, ann.person, one, done); });
  }
  std::size_t entries(const std::string& table) {
    std::optional<std::size_t> count;
    store.tables.load(table, 0, [&](const Found<StoredTable>& found) { count = found.value->log.size(); });
    run_until([&] { return count.has_value(); });
    return *count;
  }
  int waiting() { return parse_json(own(&Accounts::vacation, ann).body).at("waiting").get<int>(); }
};

TEST_F(AwayTest, HoldsInAllGamesThatAllowIt) {
  const std::string one = begin(), two = begin(), live = begin("fischer 5m+3s"), strict = begin("correspondence 3d"),
                    unfilled = begin(kClock, false);
  EXPECT_TRUE(parse_json(own(&Accounts::vacation, ann).body).at("since").is_null());
  const Json gone = set(true);
  EXPECT_EQ(gone.at("since"), now_ms);
  EXPECT_EQ(gone.at("waiting"), 2);
  EXPECT_FALSE(away(one));
  tick(*table_service);
  EXPECT_TRUE(away(one) && away(two));
  EXPECT_FALSE(away(live) || away(strict) || away(unfilled));
  EXPECT_EQ(waiting(), 0);

  // What begins meanwhile: a table that fills, and a new one.
  sit(unfilled);
  const std::string fresh = begin();
  EXPECT_EQ(waiting(), 2);
  tick(*elsewhere);
  EXPECT_TRUE(away(unfilled) && away(fresh));

  // Of one game she comes back by herself; that is no other's business.
  EXPECT_EQ(command(two, Command::Kind::back).status, 200);
  tick(*table_service);
  EXPECT_FALSE(away(two));
  EXPECT_TRUE(away(one));
  EXPECT_TRUE(set(false).at("since").is_null());
  tick(*table_service);
  for (const std::string& table : {one, two, unfilled, fresh}) EXPECT_FALSE(away(table));
  EXPECT_EQ(entries(one), 3U) << "he came, she went, she came back";
  EXPECT_EQ(waiting(), 0);
  EXPECT_TRUE(log.empty());
}

TEST_F(AwayTest, EndsWhenItWasToEnd) {
  const std::string table = begin("correspondence 30d vacation 30d");
  const Json gone = set(true, 5);
  EXPECT_EQ(gone.at("until"), now_ms + 5 * kDay);
  tick(*table_service);
  EXPECT_TRUE(away(table));
  now_ms += 4 * kDay;
  const Json longer = set(true, 3);
  EXPECT_EQ(longer.at("until"), now_ms + 3 * kDay) << "from now on";
  EXPECT_EQ(longer.at("since"), gone.at("since"));
  now_ms += 3 * kDay - 1;
  tick(*elsewhere);
  EXPECT_TRUE(away(table));
  now_ms += 1;
  tick(*elsewhere);
  tick(*table_service);
  EXPECT_FALSE(away(table));
  const Json here = parse_json(own(&Accounts::vacation, ann).body);
  EXPECT_TRUE(here.at("since").is_null() && here.at("until").is_null());
}

TEST_F(AwayTest, NoMoreThanTheYearAllows) {
  const std::string table = begin();
  now_ms = 1'704'067'200'000;  // the first of January 2024
  EXPECT_EQ(command(table, Command::Kind::vacation).status, 409) << "her three days were over before";
  const std::string one = begin("correspondence 40d vacation 10d"), other = begin("correspondence 40d vacation 20d");
  set(true);
  tick(*table_service);
  now_ms += 11 * kDay;
  EXPECT_FALSE(away(one)) << "ten days are used up";
  EXPECT_TRUE(away(other)) << "its players have agreed on more";
  set(false);
  tick(*table_service);
  EXPECT_FALSE(away(other));
  set(true);
  tick(*table_service);
  EXPECT_FALSE(away(one)) << "there are none left this year";
  EXPECT_TRUE(away(other));
  EXPECT_EQ(waiting(), 0);
}

TEST_F(AwayTest, TwoServersSayItOnce) {
  std::vector<std::string> tables;
  for (int i = 0; i < 5; ++i) tables.push_back(begin());
  for (const bool away_now : {true, false, true}) {
    set(away_now);
    table_service->tick_away();
    elsewhere->tick_away();  // both have read what is due before either writes
    settle();
    for (int i = 0; i < 3; ++i) tick(i % 2 == 0 ? *table_service : *elsewhere);
    for (const std::string& table : tables) EXPECT_EQ(away(table), away_now);
    EXPECT_EQ(waiting(), 0);
  }
  for (const std::string& table : tables) EXPECT_EQ(entries(table), 4U);
}

TEST_F(AwayTest, WhatCouldNotBeWrittenIsWrittenLater) {
  const std::string table = begin();
  store.fail_writes = true;
  now_ms += 60'000;
  EXPECT_EQ(wait([&](auto done) { accounts->set_vacation(ann, true, 0, done); }).status, 503);
  store.fail_writes = false;
  EXPECT_EQ(waiting(), 0);
  set(true);
  store.fail_writes = true;
  tick(*table_service);
  EXPECT_FALSE(away(table));
  store.fail_writes = false;
  const auto another = make_table_service();  // of a server that took the place of one that ended
  tick(*another);
  EXPECT_TRUE(seat(*another, table).contains("vacation"));
  EXPECT_EQ(waiting(), 0);
}

TEST_F(AwayTest, ComingAndGoingIsCounted) {
  int refused = 0;
  for (int i = 0; i < 15; ++i) {
    const Reply reply = wait([&](auto done) { accounts->set_vacation(ann, i % 2 == 0, 0, done); });
    refused += reply.status == 429 ? 1 : 0;
  }
  EXPECT_EQ(refused, 5);
}

}  // namespace
}  // namespace cairn

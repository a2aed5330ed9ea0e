// What any store must do with vacations from all games at once.
#pragma once

#include "server/tests/people_checks.h"

namespace cairn::testing {

struct AwayDesk : PeopleDesk {
  How set(std::int64_t person, bool away, std::int64_t now = 1'000, std::int64_t until = 0) {
    return write([&](auto done) { store.away.set_away(person, away, now, until, done); });
  }
  How come_back(std::int64_t now, int most = 10) {
    return write([&](auto done) { store.away.end_aways(now, most, done); });
  }
  std::optional<Away> of(std::int64_t person) {
    return loop.read<Away>([&](auto done) { store.away.away_of(person, done); }).value;
  }
  std::vector<AwayDue> due() {
    auto all = *loop.read<std::vector<AwayDue>>([&](auto done) { store.away.due_away(100, done); }).value;
    std::sort(all.begin(), all.end(), [](const AwayDue& a, const AwayDue& b) {
      return std::tie(a.table, a.person) < std::tie(b.table, b.person);
    });
    return all;
  }
  std::string text() {
    std::string out;
    for (const AwayDue& one : due())
      out += (out.empty() ? "" : " ") + one.table + ":" + std::to_string(one.person) + (one.away ? "+" : "-");
    return out;
  }
  How end(const AwayDue& due, int entries) {
    return write([&](auto done) { store.away.end_due_away(due, entries, done); });
  }
  How say(const AwayDue& due, int number) {
    Append one = entry(due.table, number);
    one.away = due;
    return write([&](auto done) { store.tables.append(one, done); });
  }
  static TableRow row(const std::string& id, std::vector<Occupant> occupants,
                      const char* clock = "correspondence 3d vacation 30d") {
    TableRow out = table_row(id);
    out.occupants = std::move(occupants);
    out.setup.clock = *parse_clock_rule(clock).rule;
    return out;
  }
  How add(TableRow row) {
    return write([&](auto done) { store.tables.add_table(row, done); });
  }
};

// Where she plays by a clock that knows vacations, the seats are taken, and it is not over.
inline void check_going_away(AwayDesk& desk, const Occupant& hers, const Occupant& his) {
  using How = Written::How;
  const std::int64_t ann = hers.person;
  const std::string a = std::to_string(ann);
  EXPECT_EQ(desk.set(ann, true), How::durable);
  EXPECT_EQ(desk.set(ann, true, 2'000), How::durable);
  EXPECT_EQ(desk.of(ann)->since_ms, 1'000) << "she was away already";
  EXPECT_EQ(desk.of(ann)->waiting, 1);
  EXPECT_EQ(desk.text(), "t1:" + a + "+");

  // Games that begin meanwhile: at once, and when the last seat is taken.
  desk.add(desk.row("t6", {his, hers}));
  desk.add(desk.row("t7", {his, hers}, "correspondence 3d"));
  Append join = entry("t2", 1);
  join.entry = {Entry::Kind::join, seat_at(1), "", ""};
  join.occupant = his;
  desk.write([&](auto done) { desk.store.tables.append(join, done); });
  EXPECT_EQ(desk.text(), "t1:" + a + "+ t2:" + a + "+ t6:" + a + "+");
}

// An entry takes the row with it, or the row goes alone, of the table as it was seen.
inline void check_rows_with_entries(AwayDesk& desk, std::int64_t ann) {
  using How = Written::How;
  const std::string a = std::to_string(ann);
  const auto first = desk.due();
  EXPECT_EQ(desk.say(first[0], 3), How::conflict);
  EXPECT_EQ(desk.say(first[0], 1), How::durable);
  EXPECT_EQ(desk.end(first[1], 0), How::conflict) << "somebody wrote there meanwhile";
  EXPECT_EQ(desk.end(first[1], 1), How::durable);
  EXPECT_EQ(desk.text(), "t6:" + a + "+");
  EXPECT_EQ(desk.of(ann)->waiting, 1);
}

// She is back before all has been said: what is said late is looked at again, and no old row takes a new one away.
inline void check_coming_back(AwayDesk& desk, std::int64_t ann) {
  using How = Written::How;
  const std::string a = std::to_string(ann);
  const AwayDue late = desk.due()[0];
  EXPECT_EQ(desk.set(ann, false), How::durable);
  EXPECT_EQ(desk.text(), "t1:" + a + "- t2:" + a + "- t6:" + a + "-");
  EXPECT_EQ(desk.end(late, 0), How::durable);
  EXPECT_EQ(desk.text(), "t1:" + a + "- t2:" + a + "- t6:" + a + "-") << "it is another by now";
  const AwayDue back = desk.due()[2];
  EXPECT_EQ(desk.end(back, 0), How::durable) << "she was not away there";
  EXPECT_EQ(desk.say(late, 1), How::durable) << "now she is: another server was slow";
  EXPECT_EQ(desk.text(), "t1:" + a + "- t2:" + a + "- t6:" + a + "-");
}

// A time that ends by itself, once; said again it ends later, or not at all.
inline void check_times_that_end(AwayDesk& desk, std::int64_t ann) {
  using How = Written::How;
  const std::string a = std::to_string(ann);
  EXPECT_EQ(desk.come_back(1'000'000), How::durable);
  EXPECT_EQ(desk.set(ann, true, 2'000, 5'000), How::durable);
  EXPECT_EQ(desk.of(ann)->until_ms, 5'000);
  EXPECT_EQ(desk.set(ann, true, 3'000, 6'000), How::durable);
  EXPECT_EQ(desk.come_back(5'999), How::durable);
  EXPECT_EQ(desk.of(ann)->since_ms, 2'000);
  EXPECT_EQ(desk.come_back(6'000, 0), How::durable);
  EXPECT_EQ(desk.of(ann)->since_ms, 2'000);
  EXPECT_EQ(desk.come_back(6'000), How::durable);
  EXPECT_EQ(desk.of(ann)->since_ms, 0);
  EXPECT_EQ(desk.of(ann)->until_ms, 0);
  EXPECT_EQ(desk.text(), "t1:" + a + "- t2:" + a + "- t6:" + a + "-");
}

// Two at one table; who is gone for good is waited for nowhere.
inline void check_two_away(AwayDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  const std::string a = std::to_string(ann), b = std::to_string(bob);
  EXPECT_EQ(desk.set(bob, true), How::durable);
  EXPECT_EQ(desk.text(),
            "t1:" + a + "- t1:" + b + "+ t2:" + a + "- t2:" + b + "+ t5:" + b + "+ t6:" + a + "- t6:" + b + "+");
  desk.write([&](auto done) { desk.store.people.delete_account(bob, done); });
  EXPECT_EQ(desk.text(), "t1:" + a + "- t2:" + a + "- t6:" + a + "-");
  EXPECT_FALSE(desk.of(bob));
}

inline void check_away(Store& store, Loop& loop) {
  using How = Written::How;
  AwayDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const std::int64_t guest =
      loop.wait([&](auto done) { store.people.add_guest("Gus", token(3), 100, 5'000, done); }).key;
  const Occupant hers{SeatKind::guest, ann, "Ann"}, his{SeatKind::guest, bob, "Bob"},
      guests{SeatKind::guest, guest, "Gus"};
  EXPECT_EQ(desk.set(guest, true), How::conflict);
  EXPECT_FALSE(desk.of(guest));
  desk.add(desk.row("t1", {hers, his}));
  desk.add(desk.row("t2", {hers, {}}));
  desk.add(desk.row("t3", {hers, his}, "fischer 5m+3s"));
  desk.add(desk.row("t4", {hers, guests}));
  desk.add(desk.row("t5", {his, guests}));
  Append last = entry("t4", 1);
  last.over = true;
  desk.write([&](auto done) { store.tables.append(last, done); });
  EXPECT_EQ(desk.of(ann)->since_ms, 0);
  EXPECT_EQ(desk.text(), "");
  check_going_away(desk, hers, his);
  check_rows_with_entries(desk, ann);
  check_coming_back(desk, ann);
  check_times_that_end(desk, ann);
  check_two_away(desk, ann, bob);
}

}  // namespace cairn::testing

// What any store must do with tournaments.
#pragma once

#include "server/tests/people_checks.h"

namespace cairn::testing {

struct TournamentDesk : PeopleDesk {
  Written add(const std::string& id, std::int64_t organiser, const std::string& request = "", int most = 10,
              std::int64_t due_ms = 0, int most_open = 0) {
    const std::string game = id.starts_with("bobs") || id.ends_with("1") ? "hex" : "go";
    TournamentRow row{id, "{\"of\":\"" + id + "\"}", organiser, 700, request, due_ms, most_open, game};
    return loop.wait([&](auto done) { store.tournaments.add_tournament(row, most, done); });
  }
  How append(const std::string& id, int after, std::vector<TournamentEntry> entries,
             Tournament::State state = Tournament::State::open, std::int64_t due_ms = 0, int appeals = 0) {
    TournamentAppend one{id, after, std::move(entries), state, after + 1, appeals, due_ms};
    return write([&](auto done) { store.tournaments.append_tournament(one, done); });
  }
  std::optional<StoredTournament> load(const std::string& id) {
    const auto found = loop.read<StoredTournament>([&](auto done) { store.tournaments.load_tournament(id, done); });
    EXPECT_EQ(found.error, "");
    return found.value;
  }
  std::vector<std::string> listed(Tournament::State state, std::int64_t before = 1LL << 60, int most = 10,
                                  const std::string& game = "") {
    std::vector<std::string> out;
    const auto found = loop.read<std::vector<TournamentCard>>(
        [&](auto done) { store.tournaments.tournaments(state, game, before, most, done); });
    for (const TournamentCard& card : *found.value) out.push_back(card.id + " " + std::to_string(card.players));
    return out;
  }
  std::vector<std::string> due(std::int64_t now_ms) {
    auto out =
        *loop.read<std::vector<std::string>>([&](auto done) { store.tournaments.due_tournaments(now_ms, 10, done); })
             .value;
    std::sort(out.begin(), out.end());
    return out;
  }
};

// Made once, whoever asks how often; so many at a time.
inline void check_made_once(TournamentDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  EXPECT_EQ(desk.add("cup", ann, "r").how, How::durable);
  const Written again = desk.add("cup2", ann, "r");
  EXPECT_EQ(again.how, How::conflict);
  EXPECT_EQ(again.message, "cup");
  EXPECT_FALSE(desk.load("cup2"));
  EXPECT_EQ(desk.add("bobs", bob, "r").how, How::durable) << "the request is its organiser's";
  EXPECT_EQ(desk.add("more", ann, "", 1).how, How::conflict);
  EXPECT_EQ(desk.add("more", ann, "", 2, 0, 1).how, How::conflict) << "that have not begun";
  EXPECT_EQ(desk.add("more", ann, "", 2, 5'000).how, How::durable);
  EXPECT_EQ(desk.due(4'999), Ids{});
  EXPECT_EQ(desk.due(5'000), Ids{"more"});
}

// Behind what is there, or not at all.
inline void check_log(TournamentDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  using Kind = TournamentEntry::Kind;
  using Ids = std::vector<std::string>;
  using State = Tournament::State;
  const std::string ann_enters = std::to_string(ann) + " 1500", bob_enters = std::to_string(bob) + " 1600";
  EXPECT_EQ(desk.append("cup", 1, {{Kind::enter, 1'000, ann, ann_enters}}), How::conflict);
  EXPECT_EQ(desk.append("none", 0, {{Kind::enter, 1'000, ann, ann_enters}}), How::conflict);
  EXPECT_EQ(desk.append("cup", 0, {{Kind::enter, 1'000, ann, ann_enters}}), How::durable);
  EXPECT_EQ(desk.append("cup", 0, {{Kind::enter, 1'000, bob, bob_enters}}), How::conflict);
  const std::vector<TournamentEntry> rest = {
      {Kind::enter, 1'001, bob, bob_enters}, {Kind::start, 1'002, ann}, {Kind::pair, 1'002, 0, "1 0 0 0 1 t1"}};
  EXPECT_EQ(desk.append("cup", 1, rest, State::running, 1'002), How::durable);
  const auto there = desk.load("cup");
  ASSERT_TRUE(there);
  ASSERT_EQ(there->log.size(), 4U);
  for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_EQ(there->log[i + 1], rest[i]);
  EXPECT_EQ(there->row.setup, "{\"of\":\"cup\"}");
  EXPECT_EQ(there->row.organiser, ann);
  EXPECT_EQ(there->row.created_ms, 700);
  EXPECT_EQ(there->organiser, "Ann");
  EXPECT_EQ(there->names, (std::vector<std::pair<std::int64_t, std::string>>{{ann, "Ann"}, {bob, "Bob"}}));
  EXPECT_EQ(desk.listed(State::running), Ids{"cup 2"});
  EXPECT_EQ(desk.listed(State::open), (Ids{"more 0", "bobs 0"}));
  const auto first = desk.loop.read<std::vector<TournamentCard>>(
      [&](auto done) { desk.store.tournaments.tournaments(State::open, "", 1LL << 60, 1, done); });
  EXPECT_EQ(desk.listed(State::open, first.value->at(0).place), Ids{"bobs 0"});
  EXPECT_EQ(desk.listed(State::open, 1LL << 60, 1), Ids{"more 0"});
  EXPECT_EQ(desk.due(1'002), Ids{"cup"});
  EXPECT_EQ(desk.append("cup", 4, {{Kind::made, 1'003, 0, "1"}}, State::running, 0), How::durable);
  EXPECT_EQ(desk.due(2'000), Ids{});
}

// A table that is over is told of until it is taken in.
inline void check_results(TournamentDesk& desk) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  for (const char* id : {"t1", "t2", "other"}) {
    TableRow row = table_row(id);
    row.setup.tournament = id[0] == 't' ? "cup" : "";
    desk.write([&](auto done) { desk.store.tables.add_table(row, done); });
  }
  EXPECT_EQ(desk.due(2'000), Ids{});
  Append pause = entry("t2", 1);
  pause.resume_ms = 9'000;
  desk.write([&](auto done) { desk.store.tables.append(pause, done); });
  EXPECT_EQ(desk.load("cup")->adjourned, (std::vector<std::pair<std::string, std::int64_t>>{{"t2", 9'000}}));
  desk.write([&](auto done) { desk.store.tables.append(entry("t2", 2), done); });
  EXPECT_TRUE(desk.load("cup")->adjourned.empty());
  for (const char* id : {"t1", "other"}) {
    Append last = entry(id, 1);
    last.over = true;
    desk.write([&](auto done) { desk.store.tables.append(last, done); });
  }
  EXPECT_EQ(desk.due(2'000), Ids{"cup"});
  EXPECT_EQ(desk.load("cup")->finished, Ids{"t1"});
  EXPECT_EQ(desk.write([&](auto done) { desk.store.tournaments.take_results({"t1"}, done); }), How::durable);
  EXPECT_EQ(desk.write([&](auto done) {
    desk.store.tournaments.take_results({"t1", "t9"}, done);
  }),
            How::durable)
      << "told twice";
  EXPECT_EQ(desk.due(2'000), Ids{});
  EXPECT_TRUE(desk.load("cup")->finished.empty());
}

inline void check_tournaments_of(TournamentDesk& desk, std::int64_t ann, std::int64_t bob) {
  using Ids = std::vector<std::string>;
  const auto of = [&](std::int64_t person, int most) {
    Ids out;
    const auto found = desk.loop.read<std::vector<TournamentCard>>(
        [&](auto done) { desk.store.tournaments.tournaments_of(person, most, done); });
    for (const TournamentCard& card : *found.value) out.push_back(card.id + " of " + card.organiser);
    return out;
  };
  EXPECT_EQ(of(ann, 9), (Ids{"more of Ann", "cup of Ann"}));
  EXPECT_EQ(of(bob, 9), (Ids{"bobs of Bob", "cup of Ann"})) << "organised or entered";
  EXPECT_EQ(of(bob, 1), Ids{"bobs of Bob"});
  EXPECT_EQ(of(0, 9), Ids{});
}

// Where somebody appealed, and who has ruled.
inline void check_appeals(TournamentDesk& desk, std::int64_t ann) {
  using How = Written::How;
  using Kind = TournamentEntry::Kind;
  using Ids = std::vector<std::string>;
  using State = Tournament::State;
  const auto appealed = [&] {
    return *desk.loop.read<Ids>([&](auto done) { desk.store.tournaments.appealed_tournaments(9, done); }).value;
  };
  EXPECT_EQ(appealed(), Ids{});
  const std::vector<TournamentEntry> ruled = {{Kind::end, 2'000, ann, "0 2 1 1 0 0"}, {Kind::end, 2'001, 0, "1"}};
  EXPECT_EQ(desk.append("bobs", 0, ruled, State::running, 0, 1), How::durable);
  EXPECT_EQ(appealed(), Ids{"bobs"});
  EXPECT_EQ(desk.load("bobs")->judges, (std::vector<std::pair<std::int64_t, std::string>>{{ann, "Ann"}}));
  EXPECT_EQ(desk.append("bobs", 2, {{Kind::upheld, 2'002, ann, "0"}}, State::running), How::durable);
  EXPECT_EQ(appealed(), Ids{});
}

// The list of one game, asked for in parts of two.
inline std::vector<std::string> page_by_page(TournamentDesk& desk, Tournament::State state, const std::string& game) {
  std::vector<std::string> out;
  std::int64_t before = 1LL << 60;
  while (true) {
    const auto page = *desk.loop
                           .read<std::vector<TournamentCard>>(
                               [&](auto done) { desk.store.tournaments.tournaments(state, game, before, 2, done); })
                           .value;
    for (const TournamentCard& card : page) out.push_back(card.id);
    if (page.size() < 2) return out;
    before = page.back().place;
  }
}

// Whoever announces many hides nobody's: first stands the newest of each, then the second of each.
inline void check_listed_in_turn(TournamentDesk& desk) {
  using Ids = std::vector<std::string>;
  const std::int64_t carl = desk.register_as("Carl", 11).key, dora = desk.register_as("Dora", 12).key,
                     eve = desk.register_as("Eve", 13).key;
  for (const auto& [id, organiser] :
       {std::pair{"dora1", dora}, {"carl1", carl}, {"eve1", eve}, {"eve2", eve}, {"eve3", eve}, {"dora2", dora}})
    desk.add(id, organiser);
  Ids got;
  std::int64_t before = 1LL << 60;
  for (int pages = 0; pages < 9; ++pages) {
    const auto page = desk.loop.read<std::vector<TournamentCard>>(
        [&](auto done) { desk.store.tournaments.tournaments(Tournament::State::open, "", before, 2, done); });
    for (const TournamentCard& card : *page.value)
      if (card.id.back() <= '9') got.push_back(card.id);
    if (!page.value->empty()) before = page.value->back().place;
  }
  EXPECT_EQ(got, (Ids{"dora2", "eve3", "carl1", "eve2", "dora1", "eve1"}));
  EXPECT_EQ(page_by_page(desk, Tournament::State::open, "hex"), (Ids{"eve1", "carl1", "dora1"}));
  EXPECT_EQ(page_by_page(desk, Tournament::State::open, "go"), (Ids{"dora2", "eve3", "more", "eve2"}));
  EXPECT_EQ(page_by_page(desk, Tournament::State::running, "hex"), Ids{"bobs"});
  EXPECT_EQ(page_by_page(desk, Tournament::State::running, "chess"), Ids{});
  desk.append("bobs", 3, {{TournamentEntry::Kind::cancel, 3'000, eve}}, Tournament::State::cancelled);
  EXPECT_EQ(page_by_page(desk, Tournament::State::cancelled, "hex"), Ids{"bobs"}) << "of a list by age, too";
  EXPECT_EQ(page_by_page(desk, Tournament::State::cancelled, "go"), Ids{});
}

inline void check_tournaments(Store& store, Loop& loop) {
  TournamentDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  check_made_once(desk, ann, bob);
  check_log(desk, ann, bob);
  check_results(desk);
  check_tournaments_of(desk, ann, bob);
  check_appeals(desk, ann);
  check_listed_in_turn(desk);

  desk.write([&](auto done) { store.people.delete_account(bob, done); });
  EXPECT_EQ(desk.load("cup")->names[1].second, kDeletedName);
  EXPECT_EQ(desk.load("bobs")->organiser, kDeletedName);
}

}  // namespace cairn::testing

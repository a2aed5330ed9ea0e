// Quick pairing without sockets: who waits is paired once, with who is near, as long as he is there.
#include "server/matchmaking/seeks.h"

#include "server/protocol/challenges_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct SeeksTest : AccountsTest {
  std::unique_ptr<Seeks> desk = make_desk(), elsewhere = make_desk();  // of two servers
  Person ann = person("Ann"), bob = person("Bob"), cid = person("Cid"), dan = person("Dan");

  std::unique_ptr<Seeks> make_desk() {
    return std::make_unique<Seeks>(Seeks::Stores{store.people, store.seeks}, world());
  }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  static SeekWish wish(const std::string& request, const char* clock = "fischer 5m+3s", bool rated = false) {
    SeekWish out;
    out.request = request;
    out.terms.game = "hidden-row";
    out.terms.clock = *parse_clock_rule(clock).rule;
    out.terms.rated = rated;
    return out;
  }
  Reply put(Seeks& at, const Person& who, const SeekWish& what) {
    Reply reply = wait([&](auto done) { at.put(who, what, done); });
    settle();
    return reply;
  }
  // The table of this seek; "-" while it waits, "" where there is none.
  std::string table_of(const Person& who) {
    const Json seek = parse_json(wait([&](auto done) { desk->show(who, done); }).body).at("seek");
    return seek.is_null() ? "" : seek.at("table").is_null() ? "-" : seek.at("table").get<std::string>();
  }
  std::string put(const Person& who, const SeekWish& what) {
    const Reply reply = put(*desk, who, what);
    EXPECT_EQ(reply.status, 200) << reply.body;
    return table_of(who);
  }
  void tick() {
    desk->tick();
    settle();
  }
  void rate(const Person& winner, const Person& loser, int games, const std::string& of = "hidden-row") {
    for (int i = 0; i < games; ++i) {
      TableRow row;
      row.id = "rated" + std::to_string(++rated);
      row.setup.game = "other";
      written([&](auto done) { store.tables.add_table(row, done); });
      Append last;
      last.table = row.id;
      last.number = 1;
      last.over = last.rate_due = true;
      written([&](auto done) { store.tables.append(last, done); });
      written([&](auto done) { store.lists.rate({row.id, of, {winner.id, loser.id}, {1, 2}, now_ms}, done); });
    }
  }
  int rated = 0;
  void written(const std::function<void(Store::Done)>& ask) {
    bool done = false;
    ask([&](const Written& result) {
      EXPECT_EQ(result.how, Written::How::durable);
      done = true;
    });
    run_until([&] { return done; });
  }
  std::size_t games_of(const Person& who) {
    std::size_t count = 0;
    bool done = false;
    store.people.games_of(who.id, 1LL << 60, 1'000, [&](const Found<PeopleStore::Games>& found) {
      count = found.value->size();
      done = true;
    });
    run_until([&] { return done; });
    return count;
  }
  static std::string code(const Reply& reply) {
    return reply.status < 400 ? "" : parse_json(reply.body).at("error").at("code").get<std::string>();
  }
};

TEST_F(SeeksTest, TwoWhoSeekTheSamePlay) {
  EXPECT_EQ(put(ann, wish("a")), "-");
  EXPECT_EQ(put(cid, wish("c", "fischer 3m+2s")), "-") << "another clock";
  EXPECT_EQ(put(dan, wish("d", "fischer 5m+3s", true)), "-") << "he wants it rated";
  const std::string table = put(bob, wish("b"));
  EXPECT_EQ(table.size(), 16U);
  EXPECT_EQ(table_of(ann), table) << "at once";
  EXPECT_EQ(table_of(cid), "-");
  const Json state = parse_json(wait([&](auto done) { table_service->state(table, ann, done); }).body);
  EXPECT_TRUE(state.at("you").is_number());
  EXPECT_EQ(state.at("clock").at("rule"), "fischer 5m+3s");
  EXPECT_EQ(put(bob, wish("b")), table) << "a late sign changes nothing";
  EXPECT_EQ(games_of(bob), 1U);
  // Another game with the other colour: who had the first move has it no more.
  EXPECT_EQ(put(ann, wish("a2")), "-");
  const std::string next = put(bob, wish("b2"));
  EXPECT_NE(next, table);
  const Json again = parse_json(wait([&](auto done) { table_service->state(next, ann, done); }).body);
  EXPECT_NE(again.at("you"), state.at("you"));
}

// Go: the weaker player takes Black, with stones by the ratings, and the pair may be farther apart.
TEST_F(SeeksTest, AHandicapIsByTheRatings) {
  rate(ann, bob, 6, "go-19");
  now_ms += 86'400'000;
  Seeks all({store.people, store.seeks}, world(games()));
  const auto wanted = [](const std::string& request, const char* size, bool rated) {
    SeekWish out = wish(request, "fischer 5m+3s", rated);
    out.terms.game = "go";
    out.terms.options = {{"size", size}, {"komi", "20.5"}};
    out.handicap = true;
    return out;
  };
  EXPECT_EQ(put(all, ann, wanted("a", "19", true)).status, 200);
  const Json shown = parse_json(put(all, bob, wanted("b", "19", true)).body).at("seek");
  EXPECT_TRUE(shown.at("handicap").get<bool>());
  ASSERT_TRUE(shown.at("table").is_string()) << shown.dump();
  std::optional<StoredTable> table;
  store.tables.load(shown.at("table"), 0, [&](const Found<StoredTable>& found) { table = found.value; });
  run_until([&] { return table.has_value(); });
  EXPECT_EQ(table->row.occupants.at(0).person, bob.id) << "the weaker one is Black";
  double ahead = 0;
  EXPECT_EQ(unrated_options(*find_game("go"), table->row.setup.options, ahead), "");
  EXPECT_GT(ahead, 2);
  EXPECT_TRUE(table->row.setup.rated);
  EXPECT_EQ(code(put(all, cid, wanted("c", "8", false))), "bad-options") << "no star points";
  SeekWish other = wish("d");
  other.terms.game = "spargo";
  other.handicap = true;
  EXPECT_EQ(code(put(all, dan, other)), "bad-options");
}

TEST_F(SeeksTest, ASeekLivesWhileItsOwnerIsThere) {
  EXPECT_EQ(put(ann, wish("a")), "-");
  EXPECT_EQ(put(cid, wish("c", "correspondence 3d")), "-");
  for (int i = 0; i < 3; ++i) {
    now_ms += kLiveSeekMs - 1;
    EXPECT_EQ(put(ann, wish("a")), "-");
  }
  now_ms += kLiveSeekMs;
  EXPECT_EQ(table_of(ann), "");
  EXPECT_EQ(put(bob, wish("b")), "-") << "she is gone";
  EXPECT_EQ(parse_json(wait([&](auto done) { desk->end(bob, done); }).body), parse_json(R"({"seek":null})"));
  now_ms += kLongSeekMs - kDayMs;
  const std::string table = put(dan, wish("d", "correspondence 3d"));
  EXPECT_EQ(table.size(), 16U);
  EXPECT_EQ(table_of(cid), table) << "she need not be there";
  now_ms += kLongSeekMs + kDayMs + 1;
  EXPECT_EQ(table_of(cid), "") << "it is over for long";
}

TEST_F(SeeksTest, WindowsWidenWithTheTime) {
  rate(ann, bob, 12);
  rate(ann, cid, 12);
  rate(bob, cid, 12);
  EXPECT_EQ(put(ann, wish("a", "fischer 5m+3s", true)), "-");
  EXPECT_EQ(put(cid, wish("c", "fischer 5m+3s", true)), "-") << "far from each other";
  for (int i = 0; i < 5; ++i) {
    now_ms += 10'000;
    put(ann, wish("a", "fischer 5m+3s", true));
    put(cid, wish("c", "fischer 5m+3s", true));
    tick();
  }
  EXPECT_EQ(table_of(ann), "-");
  now_ms += 10'000;
  tick();
  EXPECT_EQ(table_of(ann), table_of(cid));
  EXPECT_EQ(table_of(ann).size(), 16U);
}

TEST_F(SeeksTest, BlocksAreRespectedWithoutAWord) {
  written([&](auto done) { store.people.set_block(bob.id, ann.id, true, 9, done); });
  EXPECT_EQ(put(ann, wish("a")), "-");
  EXPECT_EQ(put(bob, wish("b")), "-");
  EXPECT_EQ(put(cid, wish("c")).size(), 16U);
  EXPECT_EQ((table_of(ann) == "-") + (table_of(bob) == "-"), 1) << "one of them plays";
}

TEST_F(SeeksTest, ServersThatShareAStorePairOnce) {
  std::vector<Person> people;
  for (int i = 0; i < 40; ++i) people.push_back(who(enter("G" + std::to_string(i)))->person);
  int answered = 0;
  for (std::size_t i = 0; i < people.size(); ++i)
    (i % 2 == 0 ? *desk : *elsewhere).put(people[i], wish("g"), [&](const Result<SeekShown>& result) {
      EXPECT_TRUE(result);
      ++answered;
    });
  for (int i = 0; i < 10; ++i) {
    desk->tick();
    elsewhere->tick();
    settle();
  }
  EXPECT_EQ(answered, 40);
  std::map<std::string, int> tables;
  for (const Person& one : people) {
    EXPECT_EQ(games_of(one), 1U) << one.name;
    ++tables[table_of(one)];
  }
  EXPECT_EQ(tables.size(), 20U);
  for (const auto& [table, seated] : tables) EXPECT_EQ(seated, 2) << table;
  EXPECT_TRUE(log.empty());
}

TEST_F(SeeksTest, WhatCannotBeIsRefused) {
  const Person gus = who(enter("Gus"))->person;
  EXPECT_EQ(code(put(*desk, gus, wish("g", "fischer 5m+3s", true))), "no-account");
  SeekWish other = wish("a");
  other.terms.game = "chess";
  EXPECT_EQ(code(put(*desk, ann, other)), "unknown-game");
  other = wish("a");
  other.terms.options = {{"size", "9"}};
  EXPECT_EQ(code(put(*desk, ann, other)), "bad-options");
  store.fail_writes = true;
  EXPECT_EQ(put(*desk, ann, wish("a")).status, 503);
  store.fail_writes = false;
  EXPECT_EQ(table_of(ann), "");
  int refused = 0;
  for (int i = 0; i < 30; ++i) refused += code(put(*desk, bob, wish("b"))) == "too-many" ? 1 : 0;
  EXPECT_EQ(refused, 10) << "twenty at once";
}

TEST_F(SeeksTest, AFailedRoundIsTriedAgain) {
  EXPECT_EQ(put(ann, wish("a")), "-");
  bool put_down = false;
  Seek seek;  // of another server, which ends before it pairs
  seek.person = bob.id;
  seek.request = "b";
  seek.terms = wish("b").terms;
  seek.rating_class = "hidden-row";
  seek.since_ms = now_ms;
  seek.until_ms = now_ms + 9'000;
  store.seeks.put_seek(seek, [&](const Written&) { put_down = true; });
  run_until([&] { return put_down; });
  store.fail_writes = true;
  tick();
  store.fail_writes = false;
  EXPECT_EQ(table_of(ann), "-");
  EXPECT_EQ(log.size(), 1U);
  tick();
  EXPECT_EQ(table_of(ann).size(), 16U);
  EXPECT_EQ(games_of(bob), 1U);
}

}  // namespace
}  // namespace cairn

// Streams of one's own tables, and tables told again, without sockets: who is told what, and that nothing hidden is.
#include "server/tables/streams.h"

#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

using Texts = std::vector<std::string>;

struct Heard final : Listener, NewsListener {
  void tell(std::shared_ptr<const std::string> text) override { received.push_back(parse_json(*text)); }
  void hear(const TableNews& news_of_table, SharedText&) override { received.push_back(to_client(news_of_table)); }
  Texts news() const {
    Texts out;
    for (const Json& one : received) out.push_back(one.at("news"));
    return out;
  }
  std::vector<Json> received;
};

struct StreamsTest : AccountsTest {
  std::unique_ptr<Streams> streams = make_streams();
  std::unique_ptr<TableService> tables = make_tables(*streams);
  Person ann = person("Ann"), bob = person("Bob");

  std::unique_ptr<Streams> make_streams() {
    World still = world();
    still.now_ms = [] { return std::int64_t{0}; };
    return std::make_unique<Streams>(store.feed, std::move(still));
  }
  std::unique_ptr<TableService> make_tables(Streams& to) {
    TableService::Settings settings;
    settings.on_change = [&to](const std::string& table, const std::vector<Occupant>& occupants) {
      to.on_change(table, occupants);
    };
    return std::make_unique<TableService>(TableService::Stores{store.away, store.lists, store.people, store.tables},
                                          bots, world(), std::move(settings));
  }
  Person person(const std::string& name) { return who(sign_up(name).new_token)->person; }
  std::string create() {
    CreateTable wish;
    wish.game = game.name;
    wish.opponent = CreateTable::Opponent::friends;
    wish.seat = CreateTable::SeatWish::first;
    const Reply made = wait([&](auto done) { tables->create(ann, wish, done); });
    settle();
    return parse_json(made.body).at("id");
  }
  void join(const std::string& table) {
    EXPECT_EQ(wait([&](auto done) { tables->join(table, bob, done); }).status, 200);
    settle();
  }
  int version(const std::string& table, const Person& who_asks) {
    const Reply state = wait([&](auto done) { tables->state(table, who_asks, done); });
    return parse_json(state.body).at("version");
  }
  int requests = 0;
  void play(const std::string& table, const Person& who_plays, const std::string& word) {
    Command command;
    command.request = "r" + std::to_string(++requests);
    command.version = version(table, who_plays);
    command.words = {word};
    if (word == "resign") command = {command.request, command.version, Command::Kind::resign};
    const Reply reply = wait([&](auto done) { tables->command(table, who_plays, command, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
    settle();
  }
  // Everything, part by part.
  std::vector<Json> missed(const Person& who_asks, std::optional<std::int64_t> after) {
    std::vector<Json> out;
    Streams::Wish wish{after};
    do {
      std::optional<Found<Streams::Part>> found;
      streams->missed(who_asks, wish, [&](Found<Streams::Part> part) { found = std::move(part); });
      run_until([&] { return found.has_value(); });
      EXPECT_TRUE(found->value);
      const std::string lines = lines_text(*found->value);
      for (const auto line : split(lines, '\n'))
        if (!line.empty()) out.push_back(parse_json(line));
      wish.from = found->value->next;
    } while (wish.from);
    return out;
  }
  std::vector<Json> listen(Heard& ear, const std::string& table, const std::optional<Person>& who_asks,
                           std::optional<std::int64_t> after) {
    bool done = false;
    tables->listen(
        table, who_asks, ear,
        [&](const Result<Unit>& listens) {
          EXPECT_TRUE(listens);
          done = true;
        },
        after);
    run_until([&] { return done; });
    tables->leave(table, ear);
    return ear.received;
  }
};

TEST_F(StreamsTest, TellsOfAllOnesTables) {
  Heard ann_hears, bob_hears;
  EXPECT_TRUE(streams->listen(ann, ann_hears));
  EXPECT_TRUE(streams->listen(bob, bob_hears));
  const std::string table = create();
  EXPECT_EQ(ann_hears.news(), Texts{"open"});
  join(table);
  EXPECT_EQ(ann_hears.news(), (Texts{"open", "begun"}));
  EXPECT_EQ(bob_hears.news(), Texts{"begun"});
  EXPECT_EQ(ann_hears.received[1].at("table").at("your_turn"), true);
  EXPECT_EQ(bob_hears.received[0].at("table").at("your_turn"), false);
  play(table, ann, "c1");
  EXPECT_EQ(bob_hears.news(), (Texts{"begun", "changed"}));
  EXPECT_EQ(bob_hears.received[1].at("table").at("your_turn"), true);
  EXPECT_GT(bob_hears.received[1].at("number"), bob_hears.received[0].at("number"));
  // A try that only Bob knows of: nobody is told anything, and nothing that can be asked for differs.
  const auto lines = [&](std::optional<std::int64_t> after) {
    auto all = missed(ann, after);
    all.pop_back();  // the time
    return all;
  };
  const auto before = lines(std::nullopt);
  play(table, bob, "c1");
  EXPECT_EQ(ann_hears.received.size(), 3U);
  EXPECT_EQ(bob_hears.received.size(), 2U);
  EXPECT_EQ(lines(std::nullopt), before);
  EXPECT_EQ(lines(0), lines(1));
  play(table, bob, "resign");
  EXPECT_EQ(ann_hears.news().back(), "ended");
  streams->leave(ann, ann_hears);
  create();
  EXPECT_EQ(ann_hears.received.size(), 4U);
}

TEST_F(StreamsTest, AReturningClientGetsWhatChanged) {
  Texts all;
  for (int i = 0; i < 230; ++i) {
    all.push_back(create());
    join(all.back());
  }
  auto lines = missed(bob, std::nullopt);
  ASSERT_EQ(lines.size(), 231U);
  EXPECT_EQ(lines.back().at("type"), "ready");
  const std::int64_t number = lines.back().at("number").get<std::int64_t>() + kRepeatMs + 1;
  std::this_thread::sleep_for(std::chrono::milliseconds(2));  // the database's clock goes on
  play(all[7], ann, "c1");
  play(all[9], ann, "c1");
  play(all[9], bob, "resign");
  lines = missed(bob, number);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].at("table").at("id"), all[7]);
  EXPECT_EQ(lines[1].at("table").at("id"), all[9]);
  EXPECT_EQ(lines[1].at("news"), "ended");
  EXPECT_EQ(missed(bob, std::nullopt).size(), 230U) << "without a number those that are not over";
}

TEST_F(StreamsTest, ChangesOfOtherServersArrive) {
  store.share();
  const auto other_streams = make_streams();
  const auto other_tables = make_tables(*other_streams);
  Heard bob_hears;
  EXPECT_TRUE(other_streams->listen(bob, bob_hears));
  const std::string table = create();
  join(table);
  play(table, ann, "c1");
  EXPECT_TRUE(bob_hears.received.empty());
  other_streams->tick();
  settle();
  EXPECT_EQ(bob_hears.news(), Texts{"changed"}) << "as it stands now";
  other_streams->tick();
  settle();
  EXPECT_EQ(bob_hears.received.size(), 1U) << "once";
}

TEST_F(StreamsTest, HaveABound) {
  std::vector<Heard> ears(kMostStreams + 1);
  for (std::size_t i = 0; i < kMostStreams; ++i) EXPECT_TRUE(streams->listen(ann, ears[i]));
  const auto refused = streams->listen(ann, ears.back());
  EXPECT_TRUE(refused.refused_by(Code::too_many));
  streams->leave(ann, ears[3]);
  EXPECT_TRUE(streams->listen(ann, ears.back()));
}

TEST_F(StreamsTest, ATableIsSentAgainAsEachViewerSeesIt) {
  const std::string table = create();
  // What each is told as it happens: his seat's, and a spectator's.
  Heard ann_hears, bob_hears, anybody_hears;
  const auto follow = [&](Heard& ear, const std::optional<Person>& who_asks) {
    bool done = false;
    tables->listen(table, who_asks, ear, [&](const Result<Unit>&) { done = true; });
    run_until([&] { return done; });
  };
  join(table);
  follow(ann_hears, ann);
  follow(bob_hears, bob);
  follow(anybody_hears, std::nullopt);
  play(table, ann, "c1");
  play(table, bob, "c1");  // refused, and told to him alone
  play(table, bob, "c2");
  play(table, ann, "c2");  // refused
  play(table, ann, "c3");
  const auto check = [&](const Heard& heard, const std::optional<Person>& who_asks) {
    ASSERT_EQ(heard.received[0].at("type"), "state");
    const int from = heard.received[0].at("state").at("version");
    for (std::size_t i = 0; i < heard.received.size(); ++i) {
      Heard again;
      const auto received = listen(again, table, who_asks, from + static_cast<int>(i));
      ASSERT_EQ(received.size(), heard.received.size() - i);
      for (std::size_t k = 0; k + 1 < received.size(); ++k) {
        Json live = heard.received[i + k + 1];
        live.erase("state");
        EXPECT_EQ(received[k], live);
      }
      EXPECT_EQ(received.back().at("type"), "state");
      EXPECT_EQ(received.back().at("state").at("version"), heard.received.back().at("version"));
    }
  };
  EXPECT_EQ(ann_hears.received.size(), 5U);
  EXPECT_EQ(anybody_hears.received.size(), 4U);
  check(ann_hears, ann);
  check(bob_hears, bob);
  check(anybody_hears, std::nullopt);
  for (const std::int64_t odd : {std::int64_t{0} + 1'000, std::int64_t{-5'000}, std::int64_t{1} << 60}) {
    Heard ear;
    EXPECT_EQ(listen(ear, table, ann, odd).size(), 1U) << "only the state";
  }
}

// The time of day was ahead, and the host has set it right: numbers are less now than those that were told.
TEST_F(StreamsTest, NumbersThatWereAheadAreNone) {
  const std::string table = create();
  join(table);
  const std::int64_t number = missed(ann, std::nullopt).back().at("number").get<std::int64_t>();
  const auto all = missed(ann, number + 400 * kDayMs);
  ASSERT_EQ(all.size(), 2U) << "as without a number";
  EXPECT_EQ(all[0].at("table").at("id"), table);
  EXPECT_LT(all[1].at("number").get<std::int64_t>(), number + kDayMs);
}

}  // namespace
}  // namespace cairn

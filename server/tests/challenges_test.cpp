// Challenges without sockets: who may, that blocks are told to nobody, and that the table is made once.
#include "server/matchmaking/challenges.h"

#include "server/protocol/challenges_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct ChallengesTest : AccountsTest {
  std::unique_ptr<Challenges> desk = make_desk(), elsewhere = make_desk();  // of two servers
  Person ann = person("Ann"), bob = person("Bob"), cid = person("Cid");

  std::unique_ptr<Challenges> make_desk() {
    return std::make_unique<Challenges>(Challenges::Stores{store.challenges, store.people}, world());
  }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  static ChallengeWish wish(const std::string& request, const std::vector<std::string>& people) {
    ChallengeWish out;
    out.request = request;
    out.people = people;
    out.terms.game = "hidden-row";
    return out;
  }
  Reply make(const Person& by, const ChallengeWish& what) {
    now_ms += 20'000;  // not too fast
    return wait([&](auto done) { desk->make(by, what, done); });
  }
  std::string made(const Person& by, const std::string& whom) {
    const Reply reply = make(by, wish("r" + std::to_string(++requests), {whom}));
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body).value("id", "");
  }
  int requests = 0;
  Reply accept(const std::string& id, const Person& by, int offer = 1) {
    return wait([&](auto done) { desk->accept(id, by, {offer}, done); });
  }
  Json list(const Person& of, const std::string& mark = "") {
    return parse_json(wait([&](auto done) { desk->list(of, mark, done); }).body);
  }
  std::string state(const std::string& id, const Person& of) {
    const Reply reply = wait([&](auto done) { desk->show(id, of, done); });
    return reply.status == 200 ? parse_json(reply.body).at("state").get<std::string>() : code(reply);
  }
  void prefer(const Person& who, const std::string& preferences) {
    AccountEdit edit;
    edit.preferences = preferences;
    written([&](auto done) { store.people.edit_account(who.id, edit, done); });
  }
  void block(const Person& who, const Person& whom, bool on = true) {
    written([&](auto done) { store.people.set_block(who.id, whom.id, on, 9, done); });
  }
  void written(const std::function<void(Store::Done)>& ask) {
    bool done = false;
    ask([&](const Written&) { done = true; });
    run_until([&] { return done; });
  }
  std::vector<TableCard> tables_of(const Person& who) {
    std::vector<TableCard> out;
    bool done = false;
    store.lists.tables_of(who.id, false, 1LL << 60, 1'000, [&](const Found<std::vector<TableCard>>& found) {
      out = *found.value;
      done = true;
    });
    run_until([&] { return done; });
    return out;
  }
  static std::string code(const Reply& reply) {
    return reply.status < 400 ? "" : parse_json(reply.body).at("error").at("code").get<std::string>();
  }
};

TEST_F(ChallengesTest, WhoIsChallengedAcceptsAndBothSit) {
  ChallengeWish first = wish("r1", {"bob"});
  first.seat = ChallengeWish::Seat::second;
  first.terms.clock = *parse_clock_rule("fischer 5m+3s").rule;
  first.note = "a game?";
  const Reply reply = make(ann, first);
  ASSERT_EQ(reply.status, 200) << reply.body;
  const Json json = parse_json(reply.body);
  EXPECT_EQ(json.at("people").at(1).at("name"), "Bob");
  EXPECT_EQ(json.at("you"), 0);
  EXPECT_EQ(json.at("title"), "Hidden row");
  EXPECT_EQ(json.at("expires").get<std::int64_t>() - now_ms, kLiveChallengeMs);
  EXPECT_EQ(parse_json(make(ann, first).body).at("id"), json.at("id")) << "sent again";
  const std::string id = json.at("id").get<std::string>();
  EXPECT_EQ(state(id, cid), "not-found") << "it is theirs";
  const Json seen = list(bob).at("challenges");
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.at(0).at("you"), 1);
  EXPECT_EQ(seen.at(0).at("note"), "a game?");
  EXPECT_TRUE(tables_of(ann).empty());
  const Reply taken = accept(id, bob);
  ASSERT_EQ(taken.status, 200) << taken.body;
  const Json after = parse_json(taken.body);
  EXPECT_EQ(after.at("state"), "made");
  ASSERT_EQ(tables_of(bob).size(), 1U);
  const TableCard table = tables_of(bob)[0];
  EXPECT_EQ(table.id, after.at("table").get<std::string>());
  EXPECT_EQ(table.occupants[0].person, bob.id);
  EXPECT_EQ(table.occupants[1].person, ann.id);
  EXPECT_EQ(table.clock, "fischer 5m+3s");
  EXPECT_EQ(accept(id, bob).body, taken.body) << "said again";
  EXPECT_EQ(tables_of(ann).size(), 1U);
  // The game is one: who is to move may, and his clock runs.
  const Json shown = parse_json(wait([&](auto done) { table_service->state(table.id, bob, done); }).body);
  EXPECT_EQ(shown.at("you"), 0);
  EXPECT_TRUE(shown.at("clock").at("seats").at(0).at("counting").get<bool>());
}

TEST_F(ChallengesTest, AListIsSentOnceUntilItChanges) {
  const std::string id = made(ann, "Bob");
  const Json first = list(bob);
  const std::string mark = first.at("mark").get<std::string>();
  EXPECT_EQ(list(bob, mark), Json({{"mark", mark}}));
  accept(id, bob);
  const Json later = list(bob, mark);
  EXPECT_NE(later.at("mark"), mark);
  EXPECT_EQ(later.at("challenges").at(0).at("state"), "made");
  now_ms += kDayMs + 1;
  EXPECT_TRUE(list(bob).at("challenges").empty()) << "it is over since a day";
}

TEST_F(ChallengesTest, OtherTermsAreAgreedToAnew) {
  const std::string id = made(ann, "Bob");
  ChallengeWish counter = wish("k1", {});
  counter.offer = 1;
  counter.terms.clock = *parse_clock_rule("correspondence 3d").rule;
  counter.terms.rated = true;
  const Reply countered = wait([&](auto done) { desk->counter(id, bob, counter, done); });
  ASSERT_EQ(countered.status, 200) << countered.body;
  EXPECT_EQ(wait([&](auto done) { desk->counter(id, bob, counter, done); }).body, countered.body) << "sent again";
  EXPECT_EQ(code(accept(id, ann, 1)), "terms-changed");
  EXPECT_EQ(state(id, ann), "open");
  counter.terms.game = "chess";
  EXPECT_EQ(code(wait([&](auto done) { desk->counter(id, ann, counter, done); })), "unknown-game");
  const Reply taken = accept(id, ann, 2);
  EXPECT_EQ(parse_json(taken.body).at("state"), "made");
  ASSERT_EQ(tables_of(ann).size(), 1U);
  EXPECT_TRUE(tables_of(ann)[0].rated);
  EXPECT_EQ(tables_of(ann)[0].clock, "correspondence 3d");
}

TEST_F(ChallengesTest, TwoServersMakeOneTable) {
  for (int i = 0; i < 20; ++i) {
    const std::string id = made(ann, "Bob");
    std::vector<Result<ChallengeShown>> results;
    for (Challenges* at : {desk.get(), elsewhere.get()})
      at->accept(id, bob, {1}, [&](const Result<ChallengeShown>& result) { results.push_back(result); });
    run_until([&] { return results.size() == 2; });
    ASSERT_TRUE(results[0] && results[1]);
    EXPECT_EQ(to_client(*results[0]), to_client(*results[1]));
    EXPECT_EQ(tables_of(ann).size(), static_cast<std::size_t>(i) + 1);
  }
  // Of a consent and a withdrawal one comes first, and the other is told of it.
  const std::string id = made(ann, "Bob");
  std::vector<Result<ChallengeShown>> results;
  const auto note = [&](const Result<ChallengeShown>& result) { results.push_back(result); };
  desk->accept(id, bob, {1}, note);
  elsewhere->withdraw(id, ann, note);
  run_until([&] { return results.size() == 2; });
  ASSERT_NE(bool(results[0]), bool(results[1]));
  EXPECT_TRUE((results[0] ? results[1] : results[0]).refused_by(Code::not_open));
}

TEST_F(ChallengesTest, NobodyLearnsOfABlock) {
  const std::string before = made(ann, "Bob");
  block(bob, ann);
  const Reply blocked = make(ann, wish("b1", {"Bob"}));
  block(bob, ann, false);
  prefer(bob, R"({"challenges":{"from":"nobody"}})");
  const Reply preferred = make(ann, wish("b2", {"Bob"}));
  EXPECT_EQ(code(blocked), "not-challenged");
  EXPECT_EQ(blocked.body, preferred.body);
  EXPECT_EQ(blocked.status, preferred.status);
  // Between two of three others it is the same answer, too.
  prefer(bob, "{}");
  block(bob, ann);
  EXPECT_TRUE(list(bob).at("challenges").empty()) << "who blocks sees it no more";
  ASSERT_EQ(list(ann).at("challenges").size(), 1U);
  EXPECT_EQ(list(ann).at("challenges").at(0).at("state"), "open") << "who is blocked sees nothing of it";
  EXPECT_EQ(code(accept(before, bob)), "not-challenged");
  EXPECT_EQ(code(make(bob, wish("b3", {"Ann"}))), "blocked") << "one's own block is no secret";
}

TEST_F(ChallengesTest, PreferencesAndLimits) {
  const Person gus = who(enter("Gus"))->person;
  EXPECT_EQ(make(gus, wish("g1", {"Bob"})).status, 200);
  prefer(bob, R"({"challenges":{"from":"accounts"}})");
  EXPECT_EQ(code(make(gus, wish("g2", {"Bob"}))), "not-challenged");
  EXPECT_EQ(make(ann, wish("a1", {"Bob"})).status, 200);
  ChallengeWish rated = wish("g3", {"Cid"});
  rated.terms.rated = true;
  rated.terms.clock = *parse_clock_rule("fischer 5m+3s").rule;
  EXPECT_EQ(code(make(gus, rated)), "no-account");
  EXPECT_EQ(code(make(ann, wish("a2", {"Nobody"}))), "not-found");
  EXPECT_EQ(code(make(ann, wish("a3", {"Ann"}))), "bad-request");
  EXPECT_EQ(code(make(ann, wish("a4", {"Bob", "Cid"}))), "bad-request") << "the game has two seats";
  ChallengeWish options = wish("a5", {"Bob"});
  options.terms.options = {{"size", "9"}};
  EXPECT_EQ(code(make(ann, options)), "bad-options");
  for (int i = 0; i < 19; ++i) made(ann, "Cid");
  const Reply many = make(ann, wish("a6", {"Cid"}));
  EXPECT_EQ(code(many), "too-many-kept") << many.body;
  now_ms -= 20'000;
  int refused = 0;
  for (int i = 0; i < 15; ++i) {
    now_ms -= 20'000;
    refused += code(make(cid, wish("q" + std::to_string(i), {"Nobody"}))) == "too-many" ? 1 : 0;
  }
  EXPECT_EQ(refused, 5) << "ten at once";
}

TEST_F(ChallengesTest, WaitsSoLongAndNoLonger) {
  ChallengeWish live = wish("r1", {"Bob"});
  live.minutes = 1;
  const std::string id = parse_json(make(ann, live).body).at("id").get<std::string>();
  now_ms += kMinuteMs - 1;
  desk->tick();
  settle();
  EXPECT_EQ(state(id, ann), "open");
  now_ms += 1;
  EXPECT_EQ(code(accept(id, bob)), "not-open");
  elsewhere->tick();
  desk->tick();
  settle();
  EXPECT_EQ(state(id, ann), "expired");
  EXPECT_TRUE(log.empty());
}

TEST_F(ChallengesTest, AStoreThatFailsLeavesItOpen) {
  const std::string id = made(ann, "Bob");
  store.fail_writes = true;
  EXPECT_EQ(accept(id, bob).status, 503);
  store.fail_writes = false;
  EXPECT_EQ(state(id, bob), "open");
  EXPECT_TRUE(tables_of(ann).empty());
  store.fail_reads = true;
  EXPECT_EQ(accept(id, bob).status, 503);
  store.fail_reads = false;
  EXPECT_EQ(accept(id, bob).status, 200);
  EXPECT_EQ(tables_of(ann).size(), 1U);
}

}  // namespace
}  // namespace cairn

// Feeds without sockets: what stands in them, and who may read them.
#include "server/notifications/atom.h"

#include <algorithm>

#include "server/library/archive.h"
#include "server/matchmaking/challenges.h"
#include "server/matchmaking/tournament_desk.h"
#include "server/protocol/atom_to_client.h"
#include "server/protocol/challenges_to_client.h"
#include "server/protocol/tournaments_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

using Texts = std::vector<std::string>;

// Between two tags, one after the other.
Texts between(const std::string& text, const std::string& tag) {
  const std::string open = "<" + tag + ">", close = "</" + tag + ">";
  Texts out;
  for (auto at = text.find(open); at != std::string::npos; at = text.find(open, at + 1))
    out.push_back(text.substr(at + open.size(), text.find(close, at) - at - open.size()));
  return out;
}

struct AtomTest : AccountsTest {
  std::unique_ptr<AtomFeeds> desk = make_desk();
  Person ann = person("Ann"), bob = person("Bob");
  std::string name;  // in the address of Ann's

  std::unique_ptr<AtomFeeds> make_desk() {
    return std::make_unique<AtomFeeds>(AtomFeeds::Stores{store.archive, store.atom, store.challenges, store.lists},
                                       world());
  }
  Person person(const std::string& of) {
    const Reply up = sign_up(of);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  std::string renew(const Person& of) {
    now_ms += 10'000;
    const Reply reply = wait([&](auto done) { desk->renew(of, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
    const std::string address = parse_json(reply.body).at("address");
    EXPECT_EQ(address.rfind("/api/feed/", 0), 0U) << address;
    return address.substr(10);
  }
  Reply read(const std::string& of) {
    now_ms += 10'000;
    return wait([&](auto done) { desk->read(of, done); });
  }
  std::string text() {
    if (name.empty()) name = renew(ann);
    const Reply reply = read(name);
    EXPECT_EQ(reply.status, 200) << reply.body;
    return reply.body;
  }
  // Of the entries, without the feed's own.
  Texts titles() {
    Texts out = between(text(), "title");
    out.erase(out.begin());
    return out;
  }
  Texts ids() {
    Texts out = between(text(), "id");
    out.erase(out.begin());
    return out;
  }
  Json show(const Person& of) {
    return parse_json(wait([&](auto done) { desk->show(of, done); }).body).at("feed");
  }
  std::string create(const Person& by, const std::string& clock = "none") {
    CreateTable wish;
    wish.game = "hidden-row";
    wish.opponent = CreateTable::Opponent::friends;
    wish.seat = CreateTable::SeatWish::first;
    wish.clock = *parse_clock_rule(clock).rule;
    const Reply made = wait([&](auto done) { table_service->create(by, wish, done); });
    EXPECT_EQ(made.status, 200) << made.body;
    return parse_json(made.body).at("id");
  }
  std::string begun(const Person& first, const Person& second) {
    const std::string id = create(first);
    EXPECT_EQ(wait([&](auto done) { table_service->join(id, second, done); }).status, 200);
    return id;
  }
  Reply command(const std::string& table, const Person& by, Command::Kind kind, const std::string& word = "") {
    now_ms += 1'000;
    const Reply stands = wait([&](auto done) { table_service->state(table, by, done); });
    const int version = parse_json(stands.body).at("version");
    Command one{"r" + std::to_string(version), version, kind};
    if (!word.empty()) one.words = {word};
    one.at_ms = now_ms;
    return wait([&](auto done) { table_service->command(table, by, one, done); });
  }
  Reply play(const std::string& table, const Person& by, const std::string& word) {
    return command(table, by, Command::Kind::play, word);
  }
};

TEST_F(AtomTest, SaysWhoseTurnItIsAndNoMore) {
  const std::string table = create(ann);
  EXPECT_TRUE(titles().empty()) << "nobody is there to play against";
  wait([&](auto done) { table_service->join(table, bob, done); });
  EXPECT_EQ(titles(), Texts{"Your turn: Hidden row against Bob"});
  const Texts first = ids();
  EXPECT_EQ(ids(), first) << "the same event has the same id";
  EXPECT_NE(text().find("href=\"/t/" + table + "\""), std::string::npos);
  EXPECT_NE(text().find("<summary>no clock, casual</summary>"), std::string::npos);
  play(table, ann, "c0");
  EXPECT_TRUE(titles().empty());
  play(table, bob, "c7");
  EXPECT_EQ(titles().size(), 1U);
  EXPECT_NE(ids(), first) << "another turn is another event";
  EXPECT_EQ(between(text(), "title")[0], "Games of Ann");
}

// Of what is hidden from its owner no byte is in it: not the moves, not that the other tried one that was refused.
TEST_F(AtomTest, NothingHiddenTouchesIt) {
  const std::string table = begun(ann, bob);
  play(table, ann, "c3");
  const Reply bobs = [&] {
    const std::string his = renew(bob);
    return read(his);
  }();
  EXPECT_EQ(between(bobs.body, "title").at(1), "Your turn: Hidden row against Ann");
  const std::string before = text();
  const Reply tried = play(table, bob, "c3");  // Ann's cell: refused, and only Bob learns of it
  ASSERT_EQ(tried.status, 200) << tried.body;
  EXPECT_EQ(text(), before);
  play(table, bob, "c6");
  const std::string after = text();
  EXPECT_EQ(titles().size(), 1U);
  std::string words = after;
  for (const std::string& id : between(after, "id")) words.erase(words.find(id), id.size());
  for (const char* hidden : {"c3", "c6"}) EXPECT_EQ(words.find(hidden), std::string::npos) << words;
}

TEST_F(AtomTest, EndsChallengesAndRoundsStandInIt) {
  Archive archive({store.archive, store.people, store.tables}, world());
  const std::string table = begun(ann, bob);
  play(table, ann, "c0");
  command(table, bob, Command::Kind::resign);
  archive.tick();
  settle();
  Texts seen = titles();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].rfind("Game over: Hidden row against Bob, ", 0), 0U) << seen[0];

  Challenges challenges({store.challenges, store.people}, world());
  ChallengeWish wish;
  wish.request = "c1";
  wish.people = {"Ann"};
  wish.terms.game = "hidden-row";
  wish.terms.clock = *parse_clock_rule("correspondence 3d").rule;
  now_ms += 20'000;
  const Reply made = wait([&](auto done) { challenges.make(bob, wish, done); });
  ASSERT_EQ(made.status, 200) << made.body;
  seen = titles();
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0], "Bob challenges you: Hidden row") << "the newest first";
  EXPECT_NE(text().find("<category term=\"challenge\"/>"), std::string::npos);
  const std::string bobs = renew(bob);
  EXPECT_EQ(read(bobs).body.find("challenges you"), std::string::npos) << "his own";
  // As in the list of challenges: not of whom one blocks.
  store.people.set_block(ann.id, bob.id, true, 9, [](const Written&) {});
  settle();
  EXPECT_EQ(titles().size(), 1U);
  store.people.set_block(ann.id, bob.id, false, 9, [](const Written&) {});
  settle();
  const std::string id = parse_json(made.body).at("id");
  wait([&](auto done) { challenges.decline(id, ann, {1}, done); });
  EXPECT_EQ(titles().size(), 1U);

  Tournaments tournaments({store.lists, store.people, store.tournaments}, *table_service,
                          world(std::span(&game, 1), post));
  TournamentWish cup;
  cup.setup.name = "Cup <1>";
  cup.setup.game = "hidden-row";
  cup.setup.clock = *parse_clock_rule("fischer 5m+3s").rule;
  cup.setup.kind = TournamentSetup::Kind::round_robin;
  const Reply opened = wait([&](auto done) { tournaments.create(ann, cup, done); });
  ASSERT_EQ(opened.status, 200) << opened.body;
  const std::string contest = parse_json(opened.body).at("id");
  for (const Person* one : {&ann, &bob}) {
    now_ms += 2'000;
    wait([&](auto done) { tournaments.enter(contest, *one, done); });
  }
  now_ms += 2'000;
  wait([&](auto done) { tournaments.start(contest, ann, done); });
  tournaments.tick();
  settle();
  seen = titles();
  EXPECT_NE(std::find(seen.begin(), seen.end(), "Cup &lt;1&gt;: new round, Hidden row against Bob"), seen.end())
      << text();
  // What happened is told for two weeks.
  now_ms += kAtomMs;
  for (const std::string& title : titles()) EXPECT_EQ(title.rfind("Your turn: ", 0), 0U) << title;
}

TEST_F(AtomTest, WhoHasTheAddressMayReadUntilItEnds) {
  EXPECT_TRUE(show(ann).is_null());
  const std::string first = renew(ann);
  EXPECT_EQ(first.size(), 37U);
  const Json shown = show(ann);
  EXPECT_EQ(shown.size(), 1U);
  EXPECT_TRUE(show(bob).is_null());
  EXPECT_EQ(read(first).status, 200);
  EXPECT_EQ(read(first).type, "application/atom+xml; charset=utf-8");
  const std::string second = renew(ann);
  EXPECT_NE(second, first);
  EXPECT_EQ(read(first).status, 404) << "the one before ends";
  EXPECT_EQ(read(second).status, 200);
  for (const std::string& none : {second.substr(0, 32), second + ".atom", "x" + second, std::string(".atom")})
    EXPECT_EQ(read(none).status, 404) << none;
  const Reply ended = wait([&](auto done) { desk->end(ann, done); });
  EXPECT_EQ(ended.body, R"({"ended":1})");
  EXPECT_EQ(read(second).status, 404);
  EXPECT_EQ(wait([&](auto done) { desk->end(ann, done); }).body, R"({"ended":0})");
  // Of an account that is deleted, and of none.
  const std::string third = renew(ann);
  store.people.delete_account(ann.id, [](const Written&) {});
  settle();
  EXPECT_EQ(read(third).status, 404);
  EXPECT_EQ(wait([&](auto done) { desk->renew(ann, done); }).status, 403);
  const auto guest = who(enter("Guest"));
  ASSERT_TRUE(guest);
  now_ms += 10'000;
  EXPECT_EQ(wait([&](auto done) { desk->renew(guest->person, done); }).status, 403);
  for (const std::string& line : log) EXPECT_EQ(line.find(third.substr(0, 32)), std::string::npos) << line;
}

TEST_F(AtomTest, HasATagThatChangesWithWhatItSays) {
  const std::string table = begun(ann, bob);
  name = renew(ann);
  const Reply first = read(name);
  EXPECT_GT(first.etag.size(), 10U);
  EXPECT_EQ(read(name).etag, first.etag);
  play(table, ann, "c0");
  EXPECT_NE(read(name).etag, first.etag);
}

TEST_F(AtomTest, IsNotReadTooOften) {
  name = renew(ann);
  Reply last;
  for (int i = 0; i < 40; ++i) last = wait([&](auto done) { desk->read(name, done); });
  EXPECT_EQ(last.status, 429) << last.body;
  EXPECT_GT(last.retry_after_s, 0);
  for (int i = 0; i < 40; ++i) last = wait([&](auto done) { desk->renew(bob, done); });
  EXPECT_EQ(last.status, 429);
}

TEST_F(AtomTest, SaysWhenTheStoreFails) {
  name = renew(ann);
  store.fail_reads = true;
  EXPECT_EQ(read(name).status, 503);
  store.fail_reads = false;
  store.fail_writes = true;
  now_ms += 10'000;
  EXPECT_EQ(wait([&](auto done) { desk->renew(ann, done); }).status, 503);
  EXPECT_EQ(wait([&](auto done) { desk->end(ann, done); }).status, 503);
  store.fail_writes = false;
  EXPECT_EQ(read(name).status, 200) << "what failed did nothing";
}

// --- the text

TEST(AtomText, IsAtom) {
  EXPECT_EQ(moment_text(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(moment_text(1'763'820'180'125), "2025-11-22T14:03:00.125Z");
  const AtomFeed feed{"urn:uuid:1", "Games of <A>", "Cairn", 0, {{"urn:uuid:2", "t", "", "/t/x", "your-turn", 1'000}}};
  EXPECT_EQ(atom_text(feed),
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
            "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
            "<id>urn:uuid:1</id>\n<title>Games of &lt;A&gt;</title>\n<updated>1970-01-01T00:00:00.000Z</updated>\n"
            "<author><name>Cairn</name></author>\n<link rel=\"alternate\" href=\"/\"/>\n"
            "<entry>\n<id>urn:uuid:2</id>\n<title>t</title>\n<updated>1970-01-01T00:00:01.000Z</updated>\n"
            "<link rel=\"alternate\" href=\"/t/x\"/>\n<category term=\"your-turn\"/>\n</entry>\n</feed>\n");
}

}  // namespace
}  // namespace cairn

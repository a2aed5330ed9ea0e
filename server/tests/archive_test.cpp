// The archive without sockets: which games it takes, what is asked of it and answered.
#include "server/library/archive.h"

#include "server/protocol/archive_from_client.h"
#include "server/protocol/archive_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

using Texts = std::vector<std::string>;

struct ArchiveTest : AccountsTest {
  std::unique_ptr<TableService> tables = make_tables();
  std::unique_ptr<Archive> archive = make_archive();
  Person ann = person("Ann"), bob = person("Bob");

  // Real games: one that hides nothing can go on after its end.
  std::unique_ptr<TableService> make_tables() {
    return std::make_unique<TableService>(TableService::Stores{store.away, store.lists, store.people, store.tables},
                                          bots, world(games()), TableService::Settings{});
  }
  std::unique_ptr<Archive> make_archive() {
    return std::make_unique<Archive>(Archive::Stores{store.archive, store.people, store.tables}, world(games()));
  }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  std::string create(bool joined = true) {
    CreateTable wish;
    wish.game = "spargo";
    wish.opponent = CreateTable::Opponent::friends;
    wish.seat = CreateTable::SeatWish::first;
    const Reply made = wait([&](auto done) { tables->create(ann, wish, done); });
    EXPECT_EQ(made.status, 200) << made.body;
    const std::string id = parse_json(made.body).at("id");
    if (joined) wait([&](auto done) { tables->join(id, bob, done); });
    return id;
  }
  int requests = 0;
  void command(const std::string& table, const Person& who_plays, Command::Kind kind, const std::string& word = "") {
    Command command;
    command.request = "r" + std::to_string(++requests);
    const Reply stands = wait([&](auto done) { tables->state(table, who_plays, done); });
    command.version = parse_json(stands.body).at("version");
    command.kind = kind;
    if (!word.empty()) command.words = {word};
    command.at_ms = now_ms;
    const Reply reply = wait([&](auto done) { tables->command(table, who_plays, command, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
  void play(const std::string& table, const Person& who_plays, const std::string& word) {
    command(table, who_plays, Command::Kind::play, word);
  }
  void archive_all() {
    now_ms += 1'000;
    archive->tick();
    settle();
  }
  Reply ask(const std::string& query) {
    const auto wish = read_archive_wish("/api/archive?" + query, games());
    if (const auto* fault = std::get_if<Fault>(&wish)) return {400, fault->message, 0, {}};
    return wait([&](auto done) { archive->find(std::get<ArchiveWish>(wish), done); });
  }
  Texts found(const std::string& query) {
    const Reply reply = ask(query);
    EXPECT_EQ(reply.status, 200) << query << reply.body;
    Texts out;
    const Json json = parse_json(reply.body);
    if (reply.status == 200)
      for (const Json& one : json.at("games")) out.push_back(one.at("id").get<std::string>());
    return out;
  }
  void finish(int count) {
    for (int i = 0; i < count; ++i) {
      const std::string table = create();
      play(table, ann, "A1");
      command(table, bob, Command::Kind::resign);
    }
    archive_all();
  }
  std::vector<ArchiveCard> cards_now() {
    std::optional<std::vector<ArchiveCard>> cards;
    archive->find({},
                  [&](const Result<ArchiveList>& list) { cards = list ? list->cards : std::vector<ArchiveCard>(); });
    run_until([&] { return cards.has_value(); });
    return cards.value_or(std::vector<ArchiveCard>());
  }
  Reply file(FileForm form) {
    return wait([&](auto done) { archive->file({}, form, done); });
  }
};

TEST_F(ArchiveTest, TakesGamesThatAreOverAndWerePlayed) {
  const std::string played = create(), running = create(), unplayed = create(), alone = create(false);
  play(played, ann, "A1");
  play(running, ann, "A1");
  archive_all();
  EXPECT_TRUE(found("").empty());
  command(played, bob, Command::Kind::resign);
  command(unplayed, ann, Command::Kind::resign);
  command(alone, ann, Command::Kind::resign);
  archive_all();
  EXPECT_EQ(found(""), Texts{played});
  const Json card = parse_json(ask("").body).at("games").at(0);
  EXPECT_EQ(card.at("seats").at(1).at("name"), "Bob");
  EXPECT_EQ(card.at("winner"), 0);
  EXPECT_EQ(card.at("how"), "resigned");
  EXPECT_EQ(card.at("moves"), 1);
  EXPECT_FALSE(card.contains("your_turn"));
  EXPECT_EQ(found("player=ann&result=won"), Texts{played});
  EXPECT_EQ(found("player=Bob&against=Ann&result=lost"), Texts{played});
  EXPECT_TRUE(found("player=Bob&result=won").empty());
  EXPECT_EQ(found("result=first"), Texts{played});
  EXPECT_TRUE(found("result=drawn").empty());
  EXPECT_EQ(found("since=2023-11-14&until=2023-11-14&seats=2&rated=false&bots=false&how=resigned"), Texts{played});
  EXPECT_TRUE(found("until=2023-11-13").empty());
  EXPECT_TRUE(found("since=2023-11-15").empty());
  EXPECT_EQ(ask("player=Nobody").status, 404);
  EXPECT_TRUE(log.empty()) << log[0];
}

// Against a bot one may take back after the end.
TEST_F(ArchiveTest, AGameThatGoesOnLeavesIt) {
  CreateTable wish;
  wish.game = "spargo";
  wish.level = 1;
  wish.seconds = 0.1;
  const std::string table =
      parse_json(wait([&](auto done) { tables->create(ann, wish, done); }).body).at("id").get<std::string>();
  const auto moves = [&] {
    return parse_json(wait([&](auto done) { tables->state(table, ann, done); }).body).at("moves").size();
  };
  play(table, ann, "A1");
  for (int i = 0; i < 5'000 && moves() < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  command(table, ann, Command::Kind::resign);
  archive_all();
  EXPECT_EQ(found("bots=true&player=Ann&result=lost"), Texts{table});
  command(table, ann, Command::Kind::undo);
  EXPECT_TRUE(found("").empty()) << "at once";
  archive_all();
  EXPECT_TRUE(found("").empty());
  command(table, ann, Command::Kind::resign);
  archive_all();
  EXPECT_EQ(found(""), Texts{table});
  EXPECT_TRUE(log.empty()) << log[0];
}

TEST_F(ArchiveTest, GoesOnWhereAPartEnded) {
  Texts all;
  for (int i = 0; i < 230; ++i) {
    all.push_back(create());
    play(all.back(), ann, "A1");
    now_ms += i % 3;
    command(all.back(), bob, Command::Kind::resign);
  }
  archive_all();
  std::reverse(all.begin(), all.end());
  Texts seen;
  std::string next;
  for (int part = 0; part < 5; ++part) {
    const Json json = parse_json(ask(next.empty() ? "" : "before=" + next).body);
    for (const Json& one : json.at("games")) seen.push_back(one.at("id").get<std::string>());
    if (json.at("next").is_null()) break;
    next = json.at("next");
    const std::string newer = create();  // what comes meanwhile moves nothing
    play(newer, ann, "A1");
    command(newer, bob, Command::Kind::resign);
    archive_all();
  }
  EXPECT_EQ(seen, all);
}

TEST_F(ArchiveTest, GivesManyGamesAsAFile) {
  for (int i = 0; i < 3; ++i) {
    const std::string table = create();
    play(table, ann, std::string(1, static_cast<char>('A' + 2 * i)) + "1");
    command(table, bob, Command::Kind::resign);
  }
  archive_all();
  const Reply lines = file(FileForm::json);
  EXPECT_EQ(lines.type, "application/x-ndjson");
  const auto all = split(lines.body, '\n');
  ASSERT_EQ(all.size(), 4U) << lines.body;
  EXPECT_EQ(parse_json(all[0]).at("nodes").at(1).at("move").at(1), "E1") << all[0];
  const Reply collection = file(FileForm::sgf);
  EXPECT_EQ(collection.type, "application/x-go-sgf");
  EXPECT_EQ(sgf::read(collection.body, sgf::Strictness::strict).games.size(), 3U) << collection.body;
}

// Each asks for files of as many games as they like; each file is one of other games.
TEST_F(ArchiveTest, WhoAsksForManyFilesWaitsForTheirOwn) {
  finish(12);
  const std::vector<ArchiveCard> cards = cards_now();
  ASSERT_EQ(cards.size(), 12U);
  Texts order;
  const auto ask_file = [&](const std::string& who, const ArchivePlace& before) {
    ArchiveWish wish;
    wish.query.before = before;
    const auto note = [&order, who](const Result<ArchiveFile>& file) {
      order.push_back(file ? who : std::string(to_word(file.refusal().code)));
    };
    archive->file(wish, FileForm::sgf, note, Asker{who});
  };
  for (std::size_t i = 0; i < 8; ++i) ask_file("flood", {cards[i].ended_ms, cards[i].card.number});
  ask_file("bob", {});
  run_until([&] { return order.size() == 9; });
  EXPECT_EQ(std::count(order.begin(), order.end(), "too-many"), 3) << "one is written and four wait";
  std::erase(order, "too-many");
  EXPECT_LE(std::find(order.begin(), order.end(), "bob") - order.begin(), 1);
}

TEST_F(ArchiveTest, AFileIsWrittenOnceAndChargedByItsLength) {
  World charging = world(games());
  std::vector<double> charged;
  charging.charge = [&](const Asker& who, double cost) {
    EXPECT_EQ(who.key, "ann");
    charged.push_back(cost);
    return 0;
  };
  archive = std::make_unique<Archive>(Archive::Stores{store.archive, store.people, store.tables}, charging);
  finish(3);
  const auto cost = [&] {
    double sum = 0;
    for (const ArchiveCard& card : cards_now()) sum += cost_of_record(static_cast<std::size_t>(card.entries));
    return sum;
  };
  Texts files;
  const auto ask_file = [&](const std::string& who) {
    const auto keep = [&](const Result<ArchiveFile>& file) { files.push_back(file ? file->text : ""); };
    archive->file({}, FileForm::sgf, keep, Asker{who});
  };
  ask_file("ann");
  ask_file("bob");
  run_until([&] { return files.size() == 2; });
  ask_file("cid");
  run_until([&] { return files.size() == 3; });
  EXPECT_FALSE(files[0].empty());
  EXPECT_EQ(files, Texts(3, files[0]));
  EXPECT_EQ(charged, std::vector<double>{cost()});
  EXPECT_GT(cost(), cost_of_record(0) * 3);
  // With another game, or another name in it, it is another file.
  finish(1);
  ask_file("ann");
  run_until([&] { return files.size() == 4; });
  EXPECT_NE(files[3], files[0]);
  ASSERT_EQ(charged.size(), 2U);
  EXPECT_EQ(charged[1], cost());
}

TEST_F(ArchiveTest, SaysWhatIsWrongWithAQuestion) {
  const char* const wrong[] = {
      "result=won",   "seats=1",   "rated=yes", "how=luck",    "since=yesterday", "until=2023-02-30", "before=7",
      "colour=white", "game=none", "player=",   "against=Bob", "seats=2&seats=2", "player=%4",        "player"};
  for (const char* query : wrong) {
    const Reply reply = ask(query);
    EXPECT_EQ(reply.status, 400) << query;
    EXPECT_GT(reply.body.size(), 10U) << query;
  }
  store.fail_reads = true;
  EXPECT_EQ(ask("").status, 503);
  EXPECT_EQ(file(FileForm::sgf).status, 503);
}

TEST_F(ArchiveTest, WhatDoesNotReplayIsLeftAndSaidOnce) {
  TableRow row;
  row.id = "broken";
  row.setup.game = "spargo";
  row.occupants = {{SeatKind::guest, ann.id, "Ann"}, {SeatKind::guest, bob.id, "Bob"}};
  wait([&](auto done) { store.tables.add_table(row, [done](const Written&) { done(Reply{}); }); });
  Append append;
  append.table = row.id;
  append.number = 1;
  append.entry = {Entry::Kind::play, seat_at(0), "nonsense", "r"};
  append.over = true;
  wait([&](auto done) { store.tables.append(append, [done](const Written&) { done(Reply{}); }); });
  for (int i = 0; i < 3; ++i) archive_all();
  EXPECT_TRUE(found("").empty());
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("cannot be archived"), std::string::npos);
}

TEST_F(ArchiveTest, AStoreThatFailsIsAskedAgain) {
  const std::string table = create();
  play(table, ann, "A1");
  command(table, bob, Command::Kind::resign);
  store.fail_writes = true;
  archive_all();
  store.fail_writes = false;
  EXPECT_TRUE(found("").empty());
  archive_all();
  EXPECT_EQ(found(""), Texts{table});
}

}  // namespace
}  // namespace cairn

// Studies without sockets: what is kept of a file or of a table's game, and who may read and change it.
#include "server/library/studies.h"

#include "notation/record.h"
#include "server/protocol/small_boards_to_client.h"
#include "server/protocol/studies_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

constexpr std::int64_t kAllStudies = std::numeric_limits<std::int64_t>::max();
constexpr const char* kVariations =
    "(;GM[1]FF[4]SZ[9]KM[6.5]C[start];B[ee]C[centre](;W[gc];B[cg])(;W[cc]N[other];B[gg]))";

struct StudiesTest : AccountsTest {
  std::unique_ptr<TableService> tables = make_tables();
  std::unique_ptr<Studies> studies = make_studies();
  Person ann = person("Ann"), bob = person("Bob");

  std::unique_ptr<TableService> make_tables() {
    return std::make_unique<TableService>(TableService::Stores{store.away, store.lists, store.people, store.tables},
                                          bots, world(games()), TableService::Settings{});
  }
  std::unique_ptr<Studies> make_studies() {
    return std::make_unique<Studies>(Studies::Stores{store.people, store.studies, store.talk}, *tables,
                                     world(games(), post));
  }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  static StudyWish wish(const std::string& record, StudyAccess access = StudyAccess::nobody) {
    StudyWish out;
    out.name = "A study";
    out.record = record;
    out.access = access;
    return out;
  }
  static StudyWish of_table(const std::string& table, StudyAccess access = StudyAccess::everybody) {
    StudyWish out = wish("", access);
    out.table = table;
    return out;
  }
  Reply add(const Person& owner, const StudyWish& of) {
    now_ms += 10'000;  // for the limit
    return wait([&](auto done) { studies->add(owner, of, done); });
  }
  Reply replace(const std::string& id, const Person& owner, StudyWish of, int version) {
    now_ms += 10'000;
    of.version = version;
    return wait([&](auto done) { studies->replace(id, owner, of, done); });
  }
  Reply show(const std::string& id, const std::optional<Person>& who) {
    return wait([&](auto done) { studies->show(id, who, done); });
  }
  Reply remove(const std::string& id, const Person& who) {
    return wait([&](auto done) { studies->remove(id, who, done); });
  }
  Reply file(const std::string& id, FileForm form, const std::optional<Person>& who = {}) {
    return wait([&](auto done) { studies->file(id, who, form, done); });
  }
  template <class Ask>
  std::vector<std::string> names(const Ask& ask) {
    const Reply reply = wait(ask);
    EXPECT_EQ(reply.status, 200) << reply.body;
    std::vector<std::string> out;
    const Json json = parse_json(reply.body);
    for (const Json& one : json.at("studies")) out.push_back(one.at("id").get<std::string>());
    return out;
  }
  static std::string code(const Reply& reply) { return parse_json(reply.body).at("error").at("code"); }
  static std::string message(const Reply& reply) { return parse_json(reply.body).at("error").at("message"); }
  static std::string id_of(const Reply& reply) {
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body).value("id", "");
  }
  std::string table(const std::string& of = "spargo") {
    CreateTable wanted;
    wanted.game = of;
    wanted.opponent = CreateTable::Opponent::friends;
    const Reply made = wait([&](auto done) { tables->create(ann, wanted, done); });
    EXPECT_EQ(made.status, 200) << made.body;
    const std::string id = parse_json(made.body).at("id");
    EXPECT_EQ(wait([&](auto done) { tables->join(id, bob, done); }).status, 200);
    return id;
  }
  int requests = 0;
  void command(const std::string& at, const Person& by, Command::Kind kind, const std::string& word = "") {
    Command one;
    one.request = "r" + std::to_string(++requests);
    const Reply stands = wait([&](auto done) { tables->state(at, by, done); });
    one.version = parse_json(stands.body).at("version");
    one.kind = kind;
    if (!word.empty()) one.words = {word};
    one.at_ms = now_ms;
    const Reply reply = wait([&](auto done) { tables->command(at, by, one, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
};

TEST_F(StudiesTest, KeepsATreeAndGivesItBackInEveryForm) {
  const Reply made = add(ann, wish(kVariations, StudyAccess::link));
  const std::string id = id_of(made);
  const Json json = parse_json(made.body);
  EXPECT_EQ(json.at("game"), "go");
  EXPECT_EQ(json.at("nodes"), 6);
  EXPECT_EQ(json.at("access"), "link");
  EXPECT_EQ(json.at("owner"), "Ann");
  EXPECT_EQ(json.at("yours"), true);
  EXPECT_TRUE(json.at("table").is_null());
  EXPECT_EQ(show(id, ann).body, made.body);
  const GameFile original = read_game_file(kVariations, {});
  ASSERT_EQ(original.imported.error, "");
  for (const FileForm form : {FileForm::sgf, FileForm::json}) {
    const Reply out = file(id, form);
    EXPECT_EQ(out.status, 200) << out.body;
    const GameFile back = read_game_file(out.body, {});
    EXPECT_EQ(back.form, form);
    EXPECT_EQ(back.imported.game.tree, original.imported.game.tree) << out.body;
  }
  const Reply text = file(id, FileForm::text);
  EXPECT_EQ(text.status, 200) << text.body;
  FileChoice go;
  go.info = find_game("go");
  EXPECT_EQ(read_game_file(text.body, go).imported.game.tree.size(), 4U) << "the main line: " << text.body;
}

TEST_F(StudiesTest, TakesAListOfMovesWithItsGame) {
  StudyWish moves = wish("A1 C3");
  EXPECT_EQ(code(add(ann, moves)), "bad-record") << "of which game?";
  moves.game = "Margo";
  moves.options = {{"size", "4"}};
  const Reply made = add(ann, moves);
  EXPECT_EQ(made.status, 200) << made.body;
  EXPECT_EQ(parse_json(made.body).at("game"), "margo");
  EXPECT_EQ(parse_json(made.body).at("nodes"), 3);
  moves.game = "chess";
  EXPECT_EQ(code(add(ann, moves)), "unknown-game");
  moves.game = "margo";
  moves.options = {{"size", "99"}};
  EXPECT_EQ(code(add(ann, moves)), "bad-record");
  StudyWish named = wish(kVariations);
  named.game = "margo";
  EXPECT_EQ(code(add(ann, named)), "bad-record") << "SGF tells its own";
  named.game.clear();
  named.options = {{"size", "9"}};
  EXPECT_EQ(code(add(ann, named)), "bad-record");
}

TEST_F(StudiesTest, SaysWhatIsWrongWithAFileAndWhere) {
  const auto why = [&](const std::string& record) {
    const Reply reply = add(ann, wish(record));
    EXPECT_EQ(reply.status, 422) << reply.body;
    EXPECT_EQ(code(reply), "bad-record");
    return message(reply);
  };
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << " lacks " << part;
  };
  has(why("(;GM[1]SZ[9];B[ee];CMOVE[white:E5])"), "line 1, column 20: move 2, ");
  has(why("(;GM[1]SZ[9];B[ee](;W[cc];B[gg])(;W[gg];CMOVE[black:G3]))"), "move 3 of a variation");
  has(why("(;GM[1]SZ[9];B[ee]) (;GM[1]SZ[9];B[ee])"), "has 2");
  has(why("(;GM[1001]CGAME[nothing];B[A1])"), "nothing");
  has(why(R"({"format":"cairn-record","version":1,"game":"margo","moves":[[0,"A1"],[1,"Z9"]]})"), "move 2, ");
  EXPECT_FALSE(why(R"({"format":"cairn-record","ver)").empty());
  EXPECT_FALSE(why("hello").empty());
  has(why("PK\x03\x04rubbish"), "this is a zip archive, and a study is one game");
  for (const char* text : {"(hello", "(", "()", "(GM", "(pd;dp)"}) has(why(text), "this SGF file has no node");
  EXPECT_TRUE(names([&](auto done) { studies->own(ann, {kAllStudies}, done); }).empty()) << "nothing of them is kept";
  // Too many: a passing game is long in few bytes.
  std::string many = "(;GM[1]SZ[9]";
  for (int i = 0; i < 10'001; ++i) many += ";C[]";
  has(why(many + ")"), "10000");
}

TEST_F(StudiesTest, SaysWhatWasMended) {
  const Json sound = parse_json(add(ann, wish(kVariations)).body),
             mended = parse_json(add(ann, wish("(;B[aa];W[bb]")).body);
  EXPECT_FALSE(sound.contains("remarks"));
  EXPECT_FALSE(sound.contains("remark_messages"));
  const Json &texts = mended.at("remarks"), &messages = mended.at("remark_messages");
  ASSERT_FALSE(texts.empty());
  ASSERT_EQ(texts.size(), messages.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_TRUE(texts[i].is_string()) << "for clients that know no codes";
    EXPECT_EQ(texts[i], messages[i].at("message"));
  }
}

TEST_F(StudiesTest, ArePrivateByLinkOrPublic) {
  const std::string own = id_of(add(ann, wish(kVariations))),
                    linked = id_of(add(ann, wish(kVariations, StudyAccess::link))),
                    listed = id_of(add(ann, wish(kVariations, StudyAccess::everybody)));
  EXPECT_EQ(names([&](auto done) { studies->own(ann, {kAllStudies}, done); }), (std::vector{listed, linked, own}));
  EXPECT_TRUE(names([&](auto done) { studies->own(bob, {kAllStudies}, done); }).empty());
  for (const auto& reader : {std::optional<Person>(), std::optional(bob), std::optional(ann)})
    EXPECT_EQ(names([&](auto done) { studies->of_person("ann", reader, kAllStudies, done); }), std::vector{listed});
  EXPECT_EQ(code(wait([&](auto done) { studies->of_person("nobody", ann, kAllStudies, done); })), "not-found");
  for (const std::string& id : {linked, listed}) {
    EXPECT_EQ(show(id, bob).status, 200);
    EXPECT_EQ(parse_json(show(id, {}).body).at("yours"), false);
  }
  // Of a private one nothing is told: every answer is as if it were not there.
  const auto none = show("nothing", bob).body;
  for (const auto& reader : {std::optional<Person>(), std::optional(bob)}) {
    EXPECT_EQ(show(own, reader).body, none);
    for (const FileForm form : {FileForm::sgf, FileForm::json, FileForm::text})
      EXPECT_EQ(file(own, form, reader).body, none);
  }
  EXPECT_EQ(replace(own, bob, wish(kVariations), 1).body, none);
  EXPECT_EQ(remove(own, bob).body, none);
  // Read, but not changed by others.
  EXPECT_EQ(code(replace(listed, bob, wish(kVariations), 1)), "not-for-you");
  EXPECT_EQ(code(remove(listed, bob)), "not-for-you");
  bob.role = Role::moderator;
  store.people.set_role(bob.name, Role::moderator, [](const Written&) {});
  EXPECT_EQ(code(remove(linked, bob)), "not-for-you");
  EXPECT_EQ(remove(listed, bob).status, 200) << "what everybody sees can be taken away";
  EXPECT_EQ(remove(linked, ann).status, 200);
  EXPECT_EQ(remove(linked, ann).body, none);
  EXPECT_EQ(names([&](auto done) { studies->own(ann, {kAllStudies}, done); }), std::vector{own});
}

TEST_F(StudiesTest, AreReportedAndHidden) {
  const std::string own = id_of(add(ann, wish(kVariations))),
                    linked = id_of(add(ann, wish(kVariations, StudyAccess::link))),
                    listed = id_of(add(ann, wish(kVariations, StudyAccess::everybody)));
  Person mod = person("Mod");
  mod.role = Role::moderator;
  store.people.set_role(mod.name, Role::moderator, [](const Written&) {});
  const auto report = [&](const Person& by, const std::string& id) {
    now_ms += 10'000;
    return wait([&](auto done) { studies->report(id, by, {"rude"}, done); });
  };
  EXPECT_EQ(report(bob, own).body, show("nothing", bob).body) << "of a private one nothing is told";
  EXPECT_EQ(report(ann, listed).status, 400);
  EXPECT_EQ(report(bob, linked).status, 200);
  EXPECT_EQ(report(bob, listed).status, 200);
  EXPECT_EQ(report(bob, listed).status, 200) << "once";
  const auto list = [&](const Person& by) { return wait([&](auto done) { studies->reports(by, done); }); };
  EXPECT_EQ(code(list(bob)), "not-for-you");
  const Json reports = parse_json(list(mod).body).at("reports");
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_EQ(reports[0].at("study"), listed);
  EXPECT_EQ(reports[0].at("name"), "A study");
  EXPECT_EQ(reports[0].at("owner"), "Ann");
  EXPECT_EQ(reports[0].at("by"), "Bob");
  EXPECT_EQ(reports[0].at("why"), "rude");

  const auto hide = [&](const Person& by, const std::string& id, bool on) {
    return wait([&](auto done) { studies->hide(by, id, on, done); });
  };
  EXPECT_EQ(code(hide(ann, listed, true)), "not-for-you");
  EXPECT_EQ(code(hide(mod, own, true)), "not-found") << "a private one is no moderator's business";
  for (const std::string& id : {linked, listed}) {
    EXPECT_EQ(hide(mod, id, true).status, 200);
    EXPECT_EQ(show(id, bob).body, show("nothing", bob).body);
    EXPECT_EQ(file(id, FileForm::sgf, bob).status, 404);
    EXPECT_EQ(parse_json(show(id, ann).body).at("hidden"), true);
    EXPECT_EQ(show(id, mod).status, 200);
  }
  EXPECT_TRUE(names([&](auto done) { studies->of_person("Ann", bob, kAllStudies, done); }).empty());
  EXPECT_EQ(names([&](auto done) { studies->own(ann, {kAllStudies}, done); }).size(), 3U);
  EXPECT_EQ(replace(listed, ann, wish(kVariations, StudyAccess::everybody), 1).status, 200);
  EXPECT_EQ(show(listed, bob).status, 404) << "it stays so, whatever she does";
  EXPECT_EQ(hide(mod, listed, false).status, 200);
  EXPECT_EQ(show(listed, bob).status, 200);
  const auto end = [&](const Person& by, const std::string& id) {
    return wait([&](auto done) { studies->end_report(by, id, done); }).status;
  };
  EXPECT_EQ(end(bob, reports[0].at("id")), 403);
  EXPECT_EQ(end(mod, reports[0].at("id")), 200);
  EXPECT_EQ(end(mod, reports[0].at("id")), 404);
  EXPECT_EQ(end(mod, "x"), 404);
  EXPECT_EQ(remove(linked, ann).status, 200);
  EXPECT_EQ(list(mod).body, R"({"reports":[]})") << "what is gone need not be looked at";
}

TEST_F(StudiesTest, AreReplacedByWhoKnowsTheVersion) {
  StudyWish first = wish(kVariations);
  first.request = "r";
  const std::string id = id_of(add(ann, first));
  EXPECT_EQ(id_of(add(ann, first)), id) << "the same request again";
  StudyWish second = wish(R"({"format":"cairn-record","version":1,"game":"margo","moves":[[0,"A1"]]})");
  second.name = "Another";
  const Reply put = replace(id, ann, second, 1);
  EXPECT_EQ(put.status, 200) << put.body;
  EXPECT_EQ(parse_json(put.body).at("version"), 2);
  EXPECT_EQ(parse_json(put.body).at("name"), "Another");
  EXPECT_EQ(parse_json(put.body).at("game"), "margo");
  const Reply late = replace(id, ann, wish(kVariations), 1);
  EXPECT_EQ(late.status, 409);
  EXPECT_EQ(code(late), "other-version");
  EXPECT_EQ(show(id, ann).body, put.body);
  // Two at once: one of them.
  second.version = 2;
  std::vector<int> answers;
  for (int i = 0; i < 2; ++i)
    studies->replace(id, ann, second, [&](const auto& result) { answers.push_back(reply_of(result).status); });
  run_until([&] { return answers.size() == 2; });
  std::sort(answers.begin(), answers.end());
  EXPECT_EQ(answers, (std::vector{200, 409}));
}

TEST_F(StudiesTest, OfATableWhenItsGameIsOver) {
  const std::string at = table();
  command(at, ann, Command::Kind::play, "A1");
  EXPECT_EQ(code(add(bob, of_table(at))), "not-over");
  command(at, bob, Command::Kind::play, "C3");
  command(at, ann, Command::Kind::resign);
  const Reply made = add(bob, of_table(at));
  const std::string id = id_of(made);
  const Json json = parse_json(made.body);
  EXPECT_EQ(json.at("table"), at);
  EXPECT_EQ(json.at("game"), "spargo");
  AnnotatedGame played;
  ASSERT_EQ(read_record(to_text(json.at("record")), played), "");
  EXPECT_EQ(played.details.players[0].name, "Ann");
  EXPECT_EQ(played.tree.size(), 4U);
  // Variations of its owner; the game stays.
  AnnotatedGame varied = played;
  GameNode other;
  other.move = TreeMove{seat_at(1), "E5"};
  other.comment = "rather here";
  varied.tree.add(varied.tree.main_line()[1], other);
  EXPECT_EQ(replace(id, bob, wish(to_text(record_json(varied)), StudyAccess::everybody), 1).status, 200);
  EXPECT_EQ(code(replace(id, bob, wish(kVariations, StudyAccess::everybody), 2)), "bad-record");
  varied.config.options = {{"ko", "positional"}};
  EXPECT_EQ(code(replace(id, bob, wish(to_text(record_json(varied)), StudyAccess::everybody), 2)), "bad-record");
  // Public ones stand at the table.
  EXPECT_FALSE(id_of(add(ann, of_table(at, StudyAccess::nobody))).empty());
  EXPECT_EQ(names([&](auto done) { studies->of_table(at, {}, kAllStudies, done); }), std::vector{id});
  EXPECT_EQ(parse_json(show(id, {}).body).at("nodes"), 5);
  EXPECT_EQ(code(add(ann, of_table("nothing"))), "not-found");
}

// What a game hides is in no study while it runs, and in one when all of it is open.
TEST_F(StudiesTest, OfAGameThatHidesSomethingOnlyAtItsEnd) {
  for (const GameInfo& info : games()) {
    if (!info.hidden) continue;
    const std::string at = table(std::string(info.name));
    for (const Person& who_asks : {ann, bob}) EXPECT_EQ(code(add(who_asks, of_table(at))), "not-over") << info.name;
    command(at, ann, Command::Kind::resign);
    if (!parse_json(wait([&](auto done) { tables->state(at, ann, done); }).body).value("over", true)) continue;
    EXPECT_EQ(add(ann, of_table(at)).status, 200) << info.name;
  }
}

TEST_F(StudiesTest, AreForAccountsAndNotTooManyAtOnce) {
  const Person guest = who(enter("Guest"))->person;
  EXPECT_EQ(code(add(guest, wish(kVariations))), "no-account");
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    const Reply reply = wait([&](auto done) { studies->add(ann, wish(kVariations), done); });
    refused += reply.status == 429 && reply.retry_after_s > 0 ? 1 : 0;
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(names([&](auto done) { studies->own(ann, {kAllStudies}, done); }).size(),
            40U - static_cast<std::size_t>(refused));
}

TEST_F(StudiesTest, AreTakenOutAndGoWithTheAccount) {
  const std::string id = id_of(add(ann, wish(kVariations)));
  id_of(add(bob, wish(kVariations)));
  const auto caller = who(token_of("Ann"));
  ASSERT_TRUE(caller);
  const Reply all = wait([&](auto done) { data_export.export_data(*caller, kAllStudies, done); });
  EXPECT_EQ(all.status, 200) << all.body;
  const Json json = parse_json(all.body);
  ASSERT_EQ(json.at("studies").size(), 1U);
  EXPECT_EQ(json.at("studies").at(0), parse_json(show(id, ann).body));
  now_ms += 60'000;
  const Reply rest = wait([&](auto done) { data_export.export_data(*caller, 5, done); });
  EXPECT_TRUE(parse_json(rest.body).at("studies").empty()) << "they came with the first part";
  const Reply gone = wait([&](auto done) { accounts->remove(visit(caller), DeleteAccount{"password of Ann"}, done); });
  EXPECT_EQ(gone.status, 200) << gone.body;
  EXPECT_EQ(code(show(id, ann)), "not-found");
}

TEST_F(StudiesTest, SaysWhenTheStoreFails) {
  const std::string id = id_of(add(ann, wish(kVariations)));
  store.fail_writes = true;
  EXPECT_EQ(add(ann, wish(kVariations)).status, 503);
  EXPECT_EQ(replace(id, ann, wish(kVariations), 1).status, 503);
  EXPECT_EQ(remove(id, ann).status, 503);
  store.fail_reads = true;
  EXPECT_EQ(show(id, ann).status, 503);
  EXPECT_EQ(wait([&](auto done) { studies->own(ann, {kAllStudies}, done); }).status, 503);
}

// What everybody reads is said to everybody: whoever is muted keeps studies for himself, or for who has the link.
TEST_F(StudiesTest, WhoIsMutedShowsNothingToEverybody) {
  const std::string record = R"((;GM[1]FF[4]SZ[9];B[ee]))";
  const Reply kept = add(ann, wish(record, StudyAccess::everybody));
  ASSERT_EQ(kept.status, 200) << kept.body;
  const std::string id = parse_json(kept.body).at("id").get<std::string>();
  store.people.set_role("Bob", Role::moderator, [](const Written&) {});
  store.talk.set_mute(ann.id, Mute{now_ms + 60'000, bob.id, now_ms, "spam"}, bob.id, [](const Written&) {});
  const Reply refused = add(ann, wish(record, StudyAccess::everybody));
  EXPECT_EQ(refused.status, 403) << refused.body;
  EXPECT_NE(refused.body.find("\"muted\""), std::string::npos) << refused.body;
  EXPECT_NE(refused.body.find("spam"), std::string::npos) << refused.body;
  EXPECT_EQ(replace(id, ann, wish(record, StudyAccess::everybody), 1).status, 403);
  EXPECT_EQ(replace(id, ann, wish(record, StudyAccess::link), 1).status, 200) << "it may be taken away from them";
  EXPECT_EQ(add(ann, wish(record, StudyAccess::nobody)).status, 200);
  EXPECT_EQ(add(bob, wish(record, StudyAccess::everybody)).status, 200);
  now_ms += 60'000;
  EXPECT_EQ(add(ann, wish(record, StudyAccess::everybody)).status, 200) << "it is over";
}

struct StudyBoardsTest : StudiesTest {
  std::vector<double> charged;
  int wait_s = 0;  // what the next one who asks has to wait
  StudyBoardsTest() {
    World where = world(games(), post);
    where.charge = [this](const Asker&, double cost) {
      charged.push_back(cost);
      return wait_s;
    };
    studies = std::make_unique<Studies>(Studies::Stores{store.people, store.studies, store.talk}, *tables, where);
  }
  Reply ask(const TableIds& ids, const std::optional<Person>& who) {
    return wait([&](auto done) { studies->boards(ids, who, done, {}); });
  }
  Json boards(const TableIds& ids, const std::optional<Person>& who) {
    const Reply reply = ask(ids, who);
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body).at("boards");
  }
  static std::string made(const Reply& reply) { return parse_json(reply.body).at("id").get<std::string>(); }
};

TEST_F(StudyBoardsTest, ShowWhereTheMainLineLeadsInTheOrderAskedFor) {
  const std::string one = made(add(ann, wish("(;GM[1]SZ[5];B[cc];W[bb](;B[dd])(;B[aa]))", StudyAccess::everybody)));
  const std::string two = made(add(bob, wish("(;GM[1]SZ[9]AB[ee];W[cc])", StudyAccess::everybody)));
  const Json list = boards({two, "none", one}, std::nullopt);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].at("id"), two);
  EXPECT_EQ(list[0].at("columns"), 9);
  EXPECT_EQ(list[0].at("board")[4], "....B....") << "what was set up";
  EXPECT_EQ(list[1].at("id"), one);
  EXPECT_EQ(list[1].at("version"), 1);
  EXPECT_EQ(list[1].at("board"), Json::parse(R"([".....",".W...","..B..","...B.","....."])"));
  EXPECT_EQ(list[1].at("last"), Json::parse("[[0,3,1]]"));
}

TEST_F(StudyBoardsTest, LeaveOutWhatOneMayNotRead) {
  const std::string kept = made(add(ann, wish("(;GM[1]SZ[5];B[cc])")));
  const std::string linked = made(add(ann, wish("(;GM[1]SZ[5];B[dd])", StudyAccess::link)));
  EXPECT_EQ(boards({kept, linked}, ann).size(), 2U);
  for (const auto& who : {std::optional(bob), std::optional<Person>()}) {
    const Json list = boards({kept, linked}, who);
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0].at("id"), linked);
  }
}

TEST_F(StudyBoardsTest, AreChargedByTheirLengthBeforeTheyArePlayedThrough) {
  const std::string shorter = made(add(ann, wish("(;GM[1]SZ[5];B[cc])", StudyAccess::everybody)));
  const std::string longer = made(add(ann, wish(kVariations, StudyAccess::everybody)));
  EXPECT_EQ(ask({shorter}, bob).status, 200);
  EXPECT_EQ(ask({shorter, longer}, bob).status, 200);
  ASSERT_EQ(charged.size(), 2U);
  EXPECT_GT(charged[1], 2 * charged[0]);
  wait_s = 7;
  const Reply refused = ask({shorter}, bob);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.retry_after_s, 7);
}

}  // namespace
}  // namespace cairn

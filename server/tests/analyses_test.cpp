// Analyses of games without sockets: who may ask for which, what is told of them, who works at them and in what order,
// and the puzzles that come of them.
#include "server/library/analyses.h"

#include "server/library/puzzles.h"
#include "server/protocol/analysis_from_client.h"
#include "server/protocol/analysis_to_client.h"
#include "server/protocol/puzzles_to_client.h"
#include "server/tests/accounts_desk.h"
#include "server/tests/missed_win.h"

namespace cairn {
namespace {

struct AnalysesTest : AccountsTest {
  Analyses::Limits limits{200, 20, 20};
  std::unique_ptr<TableService> tables = make_tables();
  std::unique_ptr<Analyses> analyses = make_analyses(*tables);
  Person ann = person("Ann"), bob = person("Bob");

  std::unique_ptr<TableService> make_tables(bool workers_alone = false) {
    TableService::Settings settings;
    settings.workers_alone = workers_alone;
    settings.thread_wanted = [this] { analyses->make_room(); };
    return std::make_unique<TableService>(TableService::Stores{store.away, store.lists, store.people, store.tables},
                                          bots, world(games()), std::move(settings));
  }
  std::unique_ptr<Analyses> make_analyses(TableService& of) {
    return std::make_unique<Analyses>(store.analyses, of, bots, world(games()), [this] { return limits; });
  }
  // Nothing is worked at here.
  void leave_it_to_workers() {
    analyses.reset();
    tables = make_tables(true);
    analyses = make_analyses(*tables);
  }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  static std::string code(const Reply& reply) { return parse_json(reply.body).at("error").at("code"); }
  static Json json(const Reply& reply) {
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body);
  }
  std::string table(const std::string& of = "spargo", const OptionValues& options = {}) {
    CreateTable wanted;
    wanted.game = of;
    wanted.options = options;
    wanted.seat = CreateTable::SeatWish::first;
    wanted.opponent = CreateTable::Opponent::friends;
    const Reply made = wait([&](auto done) { tables->create(ann, wanted, done); });
    EXPECT_EQ(made.status, 200) << made.body;
    const std::string id = parse_json(made.body).at("id");
    EXPECT_EQ(wait([&](auto done) { tables->join(id, bob, done); }).status, 200);
    return id;
  }
  int requests = 0;
  Json state(const std::string& at, const Person& by) {
    return json(wait([&](auto done) { tables->state(at, by, done); }));
  }
  void command(const std::string& at, const Person& by, Command::Kind kind, const std::string& word = "") {
    Command one;
    one.request = "r" + std::to_string(++requests);
    one.version = state(at, by).at("version");
    one.kind = kind;
    if (!word.empty()) one.words = {word};
    one.at_ms = now_ms;
    const Reply reply = wait([&](auto done) { tables->command(at, by, one, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
  void play(const std::string& at, const std::string& word) {
    const Person& by = state(at, ann).at("legal").empty() ? bob : ann;
    command(at, by, Command::Kind::play, word);
  }
  // A game in which the last move throws away what one move alone would have won, and its mover gives up.
  static const SolvedPosition& solved() { return kMissedWin; }
  static int thrown_at() { return static_cast<int>(split_words(solved().moves).size()); }
  std::string finished() {
    const std::string at = table(std::string(solved().game), parse_option_words(solved().options));
    for (const auto word : split_words(solved().moves)) play(at, std::string(word));
    const Person& loser = state(at, ann).at("legal").empty() ? bob : ann;
    std::string other;
    const Json now = state(at, loser);
    for (const Json& word : now.at("legal"))
      if (word != solved().right) other = word;
    command(at, loser, Command::Kind::play, other);
    command(at, loser, Command::Kind::resign);
    return at;
  }
  Reply ask(const std::string& at, const Person& who) {
    return wait([&](auto done) { analyses->ask(at, who, done); });
  }
  Json show(const std::string& at) {
    return json(wait([&](auto done) { analyses->show(at, done); }));
  }
  int waiting() {
    std::optional<int> found;
    store.analyses.analyses_waiting([&](const Found<int>& one) { found = one.value; });
    run_until([&] { return found.has_value(); });
    return found.value_or(-1);
  }
  void work_until_over() {
    const auto late = std::chrono::steady_clock::now() + std::chrono::minutes(5);  // far more than it takes
    while (waiting() > 0 && std::chrono::steady_clock::now() < late) {
      analyses->tick();
      settle();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(waiting(), 0);
    settle();
  }
  // As a worker.
  Json take(int seconds = 0) {
    std::optional<Reply> answer;
    analyses->take({kRulesVersion, seconds}, TakeReply{&answer});
    settle();
    if (!answer) {
      now_ms += 1'000 * seconds;
      analyses->tick();
    }
    run_until([&] { return answer.has_value(); });
    return json(*answer).at("part");
  }
  static AnalysisPart part_of(const Json& part) {
    return {part.at("record").dump(), part.at("playouts"), part.at("seconds"), part.at("from"),
            part.at("check").is_null() ? -1 : part.at("check").get<int>()};
  }
  static AnalysisAnswer answer_of(const Json& part) {
    AnalysisAnswer out;
    out.table = part.at("table");
    out.lease = std::stoll(part.at("lease").get<std::string>());
    out.from = part.at("from");
    out.check = part_of(part).check;
    return out;
  }
  static AnalysisAnswer worked(const Json& part) {
    static const std::atomic<bool> never{false};
    AnalysisAnswer out = answer_of(part);
    out.found = analyse(part_of(part), never);
    return out;
  }
  Reply give(const AnalysisAnswer& answer) {
    // The way that it comes: by its words.
    const auto read = read_analysis_answer(analysis_answer_json(answer).dump());
    EXPECT_TRUE(std::holds_alternative<AnalysisAnswer>(read)) << std::get<Fault>(read).message;
    return wait([&](auto done) { analyses->answer(std::get<AnalysisAnswer>(read), done); });
  }
};

TEST_F(AnalysesTest, AGameIsAnalysedAndItsMistakeBecomesAPuzzle) {
  const std::string at = finished();
  EXPECT_EQ(show(at).at("state").get<std::string>(), "none");
  EXPECT_TRUE(show(at).at("why_not").is_null());
  EXPECT_TRUE(show(at).at("why_not_message").is_null());
  const Json asked = json(ask(at, ann));
  EXPECT_TRUE(asked.at("state") == "queued" || asked.at("state") == "running") << asked.dump();
  EXPECT_EQ(asked.at("positions"), thrown_at() + 2) << "the resignation is no move";
  EXPECT_EQ(asked.at("playouts"), 200);
  work_until_over();
  const Json done = show(at);
  EXPECT_EQ(done.at("state").get<std::string>(), "done");
  EXPECT_EQ(done.at("looked"), done.at("positions"));
  ASSERT_EQ(done.at("moves").size(), static_cast<std::size_t>(thrown_at()) + 1);
  const Json last = done.at("moves").back();
  EXPECT_EQ(last.at("mark"), "very-bad") << last.dump();
  EXPECT_EQ(last.at("best"), solved().right);
  EXPECT_EQ(last.at("gave_away"), "win") << last.dump();
  EXPECT_EQ(last.at("proof"), "loss");
  EXPECT_LT(last.at("wins"), 0.4);
  EXPECT_GT(last.at("loss"), 0.35);
  for (const Json& move : done.at("moves")) {
    const double first = move.at("first_wins"), wins = move.at("wins");
    EXPECT_NEAR(move.at("seat") == 0 ? first : 1 - first, wins, 1e-9);
  }
  // Again, by whomever: nothing begins anew.
  EXPECT_EQ(json(ask(at, bob)).dump(), done.dump());
  EXPECT_EQ(analyses->counts().done, 1U);
  EXPECT_EQ(analyses->counts().puzzles, 1U);

  // Of an odd day.
  if ((now_ms / kDay) % 2 == 0) now_ms += kDay;
  Puzzles puzzles(store.puzzles, world(games()));
  puzzles.tick();
  settle();
  const Person eve = person("Eve");
  const auto look = [&] { return json(wait([&](auto end) { puzzles.show({}, eve, end); })); };
  const Json puzzle = look();
  EXPECT_EQ(puzzle.at("source"), "game");
  EXPECT_EQ(puzzle.at("record").at("moves").size(), static_cast<std::size_t>(thrown_at()));
  for (const char* key : {"table", "right", "line"}) EXPECT_TRUE(puzzle.at(key).is_null()) << key;
  for (const std::string& name : {at, std::string("Ann"), std::string("Bob")})
    EXPECT_EQ(puzzle.dump().find(name), std::string::npos) << "who played it is not told";
  const auto attempt = [&](const std::string& word) {
    return json(wait([&](auto end) { puzzles.answer(now_ms / kDay, eve, {word}, end); }));
  };
  const Json wrong = attempt(done.at("moves").back().at("move"));
  EXPECT_EQ(wrong.at("you").at("state").get<std::string>(), "open") << "what was played there";
  EXPECT_TRUE(wrong.at("table").is_null());
  const Json solution = attempt(std::string(solved().right));
  EXPECT_EQ(solution.at("you").at("state").get<std::string>(), "solved");
  EXPECT_EQ(solution.at("table").get<std::string>(), at);
  EXPECT_EQ(solution.at("line").at(0), solved().right);
  now_ms += kDay;
  EXPECT_EQ(look().at("source"), "solved");
  EXPECT_TRUE(look().at("table").is_null());
  now_ms += kDay;
  EXPECT_EQ(look().at("source"), "solved") << "there is no new mistake";
}

TEST_F(AnalysesTest, WhatIsNotAnalysedIsRefused) {
  const std::string running = table();
  play(running, "A1");
  EXPECT_EQ(code(ask(running, ann)), "not-over");
  EXPECT_EQ(show(running).at("state").get<std::string>(), "none");
  EXPECT_FALSE(show(running).at("why_not").is_null());
  command(running, ann, Command::Kind::resign);
  const std::string hidden = table("phantom", {{"size", "5"}});
  play(hidden, state(hidden, ann).at("legal").at(0));
  command(hidden, ann, Command::Kind::resign);
  EXPECT_EQ(code(ask(hidden, ann)), "no-analysis");
  const Json why = show(hidden).at("why_not");
  ASSERT_TRUE(why.is_string()) << "for clients that know no codes";
  EXPECT_NE(why.get<std::string>().find("hidden"), std::string::npos);
  EXPECT_EQ(show(hidden).at("why_not_message").at("message"), why);
  EXPECT_FALSE(show(hidden).at("why_not_message").at("code").empty());
  const std::string empty = table();
  command(empty, ann, Command::Kind::resign);
  EXPECT_EQ(code(ask(empty, ann)), "no-analysis");
  EXPECT_EQ(code(ask("nowhere", ann)), "not-found");
  EXPECT_EQ(code(wait([&](auto done) { analyses->show("nowhere", done); })), "not-found");
  // Guests: what they played themselves.
  const Person guest = who(enter("Guest"))->person;
  EXPECT_EQ(code(ask(running, guest)), "no-account");
  limits.playouts = 0;
  EXPECT_EQ(code(ask(running, ann)), "no-analysis");
  limits.playouts = 200;
  EXPECT_EQ(waiting(), 0);
  EXPECT_EQ(ask(running, ann).status, 200);
  EXPECT_EQ(waiting(), 1);
  work_until_over();
}

TEST_F(AnalysesTest, NobodyFloodsTheQueue) {
  limits.a_day = 2;
  std::vector<std::string> over;
  for (int i = 0; i < 3; ++i) {
    over.push_back(table());
    play(over.back(), "A1");
    command(over.back(), ann, Command::Kind::resign);
  }
  EXPECT_EQ(ask(over[0], ann).status, 200);
  EXPECT_EQ(ask(over[1], ann).status, 200);
  EXPECT_EQ(ask(over[1], ann).status, 200) << "the same again is none more";
  const Reply much = ask(over[2], ann);
  EXPECT_EQ(much.status, 429);
  EXPECT_EQ(code(much), "too-many");
  EXPECT_GT(much.retry_after_s, 0);
  EXPECT_EQ(ask(over[2], bob).status, 200);
  EXPECT_EQ(ask(over[2], ann).status, 200) << "it is there already";
  now_ms += kDay + 1;
  const std::string next = table();
  play(next, "A1");
  command(next, ann, Command::Kind::resign);
  EXPECT_EQ(ask(next, ann).status, 200);
  // Part of what is taken out, and gone with the account; the analysis stays.
  const auto caller = who(token_of("Ann"));
  const Reply all = wait([&](auto done) { data_export.export_data(*caller, 1LL << 60, done); });
  EXPECT_EQ(json(all).at("analyses").size(), 3U);
  std::optional<Written> gone;
  store.people.delete_account(ann.id, [&](const Written& written) { gone = written; });
  run_until([&] { return gone.has_value(); });
  work_until_over();
  EXPECT_EQ(show(next).at("state").get<std::string>(), "done");
}

// Whoever does which part of it, and whoever is lost meanwhile: it is the same in the end.
TEST_F(AnalysesTest, PartsOfSilentWorkersGoToOthers) {
  const std::string first = finished();
  ask(first, ann);
  work_until_over();
  Json expected = show(first);
  leave_it_to_workers();
  EXPECT_TRUE(take().is_null());
  EXPECT_TRUE(take(5).is_null()) << "none came in time";
  const std::string at = finished();
  ask(at, ann);
  EXPECT_EQ(show(at).at("state").get<std::string>(), "queued");
  const Json lost = take();
  ASSERT_TRUE(lost.is_object());
  EXPECT_EQ(lost.at("table").get<std::string>(), at);
  EXPECT_EQ(lost.at("from"), 0);
  EXPECT_EQ(show(at).at("state").get<std::string>(), "running");
  EXPECT_TRUE(take().is_null()) << "somebody works at it";
  now_ms = lost.at("until");
  Json again = take();
  ASSERT_TRUE(again.is_object());
  EXPECT_EQ(code(give(worked(lost))), "no-lease");
  // A part of the part, and the rest by another server.
  AnalysisAnswer some = worked(again);
  const auto kept = std::min(some.found.evaluations.size(), std::size_t{3});  // a slow build ends a part sooner
  some.found.evaluations.resize(kept);
  EXPECT_EQ(json(give(some)).at("kept"), true);
  EXPECT_EQ(code(give(some)), "no-lease");
  EXPECT_EQ(show(at).at("looked"), kept);
  EXPECT_EQ(show(at).at("moves").size(), kept - 1);
  again = take();
  EXPECT_EQ(again.at("from"), kept);
  EXPECT_EQ(json(give(answer_of(again))).at("kept"), false) << "given back";
  leave_it_to_workers();
  for (Json part = take(); part.is_object(); part = take()) EXPECT_EQ(give(worked(part)).status, 200);
  Json done = show(at);
  EXPECT_EQ(done.at("state").get<std::string>(), "done");
  EXPECT_EQ(waiting(), 0);
  for (const char* key : {"table", "asked"}) done[key] = expected[key] = nullptr;
  EXPECT_EQ(done.dump(), expected.dump());
}

TEST_F(AnalysesTest, WhatAWorkerSaysIsNotBelievedUnseen) {
  leave_it_to_workers();
  const std::string at = finished();
  ask(at, ann);
  Json part = take();
  AnalysisAnswer much = worked(part);
  while (much.found.evaluations.size() < static_cast<std::size_t>(kPartEvaluations))
    much.found.evaluations.push_back(much.found.evaluations.back());
  EXPECT_EQ(code(give(much)), "no-lease") << "more positions than there are";
  EXPECT_EQ(give(worked(part)).status, 200);
  while ((part = take()).is_object() && part.at("check").is_null()) EXPECT_EQ(give(worked(part)).status, 200);
  ASSERT_TRUE(part.is_object()) << "a mistake is to be checked";
  AnalysisAnswer nonsense = answer_of(part);
  nonsense.found.checked = true;
  nonsense.check = 1;
  EXPECT_EQ(code(give(nonsense)), "no-lease") << "nobody asked for that";
  nonsense.check = part.at("check");
  nonsense.found.right = {"Z99"};
  EXPECT_EQ(give(nonsense).status, 200);
  EXPECT_EQ(analyses->counts().puzzles, 0U);
  // One that always fails ends, so that nobody works at it for ever.
  const std::string bad = finished();
  ask(bad, ann);
  int tries = 0;
  for (part = take(); part.is_object(); part = take()) {
    if (part.at("table") != bad) continue;
    AnalysisAnswer failed = answer_of(part);
    failed.found.failure = "no idea";
    EXPECT_EQ(give(failed).status, 200);
    ++tries;
  }
  EXPECT_EQ(tries, kMostAnalysisTries);
  EXPECT_EQ(show(bad).at("state").get<std::string>(), "failed");
  EXPECT_EQ(json(ask(bad, bob)).at("state").get<std::string>(), "queued") << "it can be asked for again";
  EXPECT_EQ(code(wait([&](auto done) { analyses->take({kRulesVersion + 1, 0}, done); })), "other-rules");
}

// One thread, busy with an analysis that would take for ever: a bot's turn does not wait for it.
TEST_F(AnalysesTest, BotsComeFirst) {
  limits.playouts = 1'000'000'000;
  limits.seconds = 3'600;
  const std::string at = finished();
  ask(at, ann);
  analyses->tick();
  run_until([&] { return analyses->threads() == 1; });
  CreateTable wanted;
  wanted.game = "spargo";
  wanted.opponent = CreateTable::Opponent::bot;
  wanted.seat = CreateTable::SeatWish::second;  // the bot begins
  wanted.seconds = 0.1;
  const Reply made = wait([&](auto done) { tables->create(ann, wanted, done); });
  ASSERT_EQ(made.status, 200) << made.body;
  const std::string other = parse_json(made.body).at("id");
  for (int i = 0; i < 1'000 && state(other, ann).at("moves").empty(); ++i) {
    settle();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(state(other, ann).at("moves").size(), 1U);
  EXPECT_EQ(analyses->counts().returned, 1U);
  // It goes on afterwards, and at the end of the process others have it at once.
  run_until([&] {
    analyses->tick();
    return analyses->threads() == 1;
  });
  EXPECT_EQ(show(at).at("state").get<std::string>(), "running");
  analyses->end();
  settle();
  EXPECT_EQ(show(at).at("state").get<std::string>(), "queued");
}

TEST_F(AnalysesTest, SaysWhenTheStoreFails) {
  const std::string at = finished();
  store.fail_writes = true;
  EXPECT_EQ(ask(at, ann).status, 503);
  store.fail_writes = false;
  EXPECT_EQ(show(at).at("state").get<std::string>(), "none");
  leave_it_to_workers();
  EXPECT_EQ(ask(at, ann).status, 200);
  const Json part = take();
  store.fail_writes = true;
  EXPECT_EQ(give(worked(part)).status, 503);
  store.fail_writes = false;
  EXPECT_EQ(json(give(worked(part))).at("kept"), true) << "the same again";
  store.fail_reads = true;
  EXPECT_EQ(wait([&](auto done) { analyses->show(at, done); }).status, 503);
  analyses->tick();
  settle();
  EXPECT_FALSE(log.empty());
}

}  // namespace
}  // namespace cairn

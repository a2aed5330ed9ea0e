// The host's engines: GNU Go as it is, and programs that lie, hang, end, flood or are slow (odd_engine.py). Whatever
// they do, a bot gets a legal move in time.
#include "server/engines/engines.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <thread>

#include "notation/record.h"
#include "notation/words.h"
#include "server/engines/child.h"
#include "server/play/to_client.h"
#include "server/tables/bots.h"
#include "tests/programs/child.h"

namespace cairn::engines {
namespace {

const std::atomic<bool> kGoOn{false};

struct HostsEngines : ::testing::Test {
  std::mutex mutex;
  std::vector<std::string> reports;
  std::string pid_file = ::testing::TempDir() + "odd_engine_" + std::to_string(::getpid()) + ".pid";
  std::unique_ptr<Engines> engines;
  const GameInfo& info = *find_game("go");
  EngineTurn turn{&info, {{"size", "9"}}, {}, seat_at(0), 5, 0.2, 0};

  HostsEngines() { ::setenv("ODD_ENGINE_PID", pid_file.c_str(), 1); }
  ~HostsEngines() override {
    engines.reset();
    ::unsetenv("ODD_ENGINE_PID");
    ::unlink(pid_file.c_str());
  }

  static EngineSpec spec(const std::vector<std::string>& command) {
    EngineSpec spec;
    spec.name = "tested";
    spec.command = command;
    spec.games = {"go"};
    spec.sizes = {square_grid(9)};
    spec.levels = {{.level = 5}};
    spec.late_seconds = 20;
    return spec;
  }
  static EngineSpec odd(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"/usr/bin/python3", CAIRN_SOURCE "/server/tests/odd_engine.py"});
    EngineSpec out = spec(arguments);
    if (arguments[2] == "kata") out.protocol = Protocol::kata_analysis;
    return out;
  }
  // Started, and ready.
  void run(EngineSpec with) {
    engines = std::make_unique<Engines>(std::vector{std::move(with)},
                                        [this](LogLevel, const std::string& engine, const std::string& message) {
                                          const std::lock_guard guard(mutex);
                                          reports.push_back(engine + ": " + message);
                                        });
    ASSERT_TRUE(becomes([&] { return status().ready == 1; })) << all_reports();
  }
  EngineStatus status() const { return engines->status().front(); }
  static bool becomes(const std::function<bool()>& so, double seconds = 30) {
    for (const double until = steady_seconds() + seconds; steady_seconds() < until;)
      if (so())
        return true;
      else
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return so();
  }
  std::string all_reports() {
    const std::lock_guard guard(mutex);
    std::string all;
    for (const std::string& one : reports) all += one + "\n";
    return all;
  }
  pid_t pid() const {
    pid_t number = 0;
    std::ifstream(pid_file) >> number;
    return number;
  }
  // No answer, a report that says why, and a process that is gone.
  void expect_failure(const std::string& why) {
    const pid_t was = pid();
    ASSERT_GT(was, 0);
    EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
    EXPECT_EQ(status().failures, 1U);
    EXPECT_EQ(status().moves, 0U);
    EXPECT_NE(all_reports().find(why), std::string::npos) << all_reports();
    EXPECT_EQ(::kill(was, 0), -1) << "it still runs";
    EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt) << "it is not asked before it was started again";
    EXPECT_EQ(status().missed, 1U);
  }
};

TEST_F(HostsEngines, GnuGoPlaysAWholeGameAndSaysWhatIsDead) {
  EngineSpec gnugo = spec({programs::tool("gnugo", "gnugo"), "--mode", "gtp", "--chinese-rules", "--seed", "3"});
  gnugo.levels = {{.level = 5, .commands = {"level 1"}}};
  run(gnugo);
  Position position = info.make({turn.options, std::nullopt}).position;
  while (position.to_act().size() == 1 && turn.moves.size() < 300) {
    turn.seat = position.to_act().front();
    const auto word = engines->move(turn, kGoOn);
    ASSERT_TRUE(word) << all_reports();
    ASSERT_EQ(play_for(position, turn.seat, *word, nullptr), Reason::none) << *word;
    turn.moves.emplace_back(turn.seat, *word);
  }
  ASSERT_EQ(position.to_act().size(), 2U) << "both passed";
  EXPECT_GT(turn.moves.size(), 30U);
  EXPECT_EQ(status().moves, turn.moves.size());
  const auto dead = engines->dead(turn, kGoOn);
  ASSERT_TRUE(dead);
  const View view = position.view(Viewer::referee);
  std::set<std::string> pieces;
  for (const View::Group& group : view.groups)
    for (const Point& piece : group.pieces) pieces.insert(position.name(piece));
  for (const std::string& name : *dead) EXPECT_TRUE(pieces.contains(name)) << name;
  EXPECT_EQ(status().failures, 0U) << all_reports();
  EXPECT_EQ(status().starts, 1U);
}

TEST_F(HostsEngines, GnuGoKnowsHandicapAndWhatWasTakenBack) {
  run(spec({programs::tool("gnugo", "gnugo"), "--mode", "gtp", "--level", "1"}));
  turn.options = {{"size", "9"}, {"handicap", "2"}};
  turn.seat = seat_at(1);
  for (const char* last : {"E5", "D4", "E5"}) {
    turn.moves = {{seat_at(1), last}};
    turn.seat = seat_at(0);
    const auto word = engines->move(turn, kGoOn);
    ASSERT_TRUE(word) << all_reports();
    Position position = info.make({turn.options, std::nullopt}).position;
    ASSERT_EQ(play_for(position, seat_at(1), last, nullptr), Reason::none);
    EXPECT_EQ(play_for(position, seat_at(0), *word, nullptr), Reason::none) << *word;
  }
  EXPECT_EQ(status().failures, 0U) << all_reports();
}

TEST_F(HostsEngines, OnlyItsGamesSizesAndLevels) {
  run(odd({"reply", "E5"}));
  EXPECT_EQ(engines->move(turn, kGoOn), "E5");
  EngineTurn other = turn;
  other.level = 6;
  EXPECT_EQ(engines->move(other, kGoOn), std::nullopt);
  other = turn;
  other.options = {{"size", "13"}};
  EXPECT_EQ(engines->move(other, kGoOn), std::nullopt);
  other.options = {{"size", "9x13"}};
  EXPECT_EQ(engines->move(other, kGoOn), std::nullopt);
  other.options = {};  // 19x19
  EXPECT_EQ(engines->move(other, kGoOn), std::nullopt);
  EXPECT_EQ(status().missed, 0U);
}

TEST_F(HostsEngines, ARectangleIsForWhoKnowsThem) {
  EngineSpec some = odd({"reply", "C2"});
  some.sizes = {{5, 2}};
  run(some);
  turn.options = {{"size", "5x2"}};
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_NE(all_reports().find("it cannot be told the option size=5x2"), std::string::npos) << all_reports();
  turn.options = {{"size", "5"}};
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  engines.reset();
  for (EngineSpec wide : {odd({"wide", "E2"}), odd({"kata", "wide"})}) {  // answer by the sides that they were told
    wide.sizes = {{5, 2}};
    run(wide);
    turn.options = {{"size", "5x2"}};
    EXPECT_EQ(engines->move(turn, kGoOn), "E2") << all_reports();
    engines.reset();
  }
}

TEST_F(HostsEngines, ALieReachesNoTable) {
  run(odd({"reply", "E5"}));
  turn.moves = {{seat_at(0), "E5"}};  // is taken
  turn.seat = seat_at(1);
  expect_failure("\"E5\" is not a legal move");
}

TEST_F(HostsEngines, AHungOneIsEnded) {
  EngineSpec hung = odd({"hang"});
  hung.late_seconds = 0.3;
  run(hung);
  const double began = steady_seconds();
  expect_failure("no answer to genmove black");
  EXPECT_LT(steady_seconds() - began, 5);
}

TEST_F(HostsEngines, ASlowOneIsLateByTheBotsClock) {
  run(odd({"slow", "0.3"}));
  EXPECT_EQ(engines->move(turn, kGoOn), "pass");
  turn.most = 0.1;
  turn.moves = {{seat_at(0), "E5"}};
  turn.seat = seat_at(1);
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_EQ(status().failures, 1U);
}

TEST_F(HostsEngines, OneThatHangsOverAMoveOfTheGameIsLateByTheBotsClock) {
  run(odd({"sulky"}));
  turn.most = 0.5;
  turn.moves = {{seat_at(0), "E5"}};
  turn.seat = seat_at(1);
  const double began = steady_seconds();
  expect_failure("at \"play black E5\": no answer");
  EXPECT_LT(steady_seconds() - began, 5);
}

TEST_F(HostsEngines, SeveralShareTheBotsClock) {
  std::vector<EngineSpec> hung(4, odd({"hang"}));
  for (std::size_t i = 0; i < hung.size(); ++i) hung[i].name += std::to_string(i);
  engines = std::make_unique<Engines>(hung, [](LogLevel, const std::string&, const std::string&) {});
  const auto ready = [&] {
    int count = 0;
    for (const EngineStatus& one : engines->status()) count += one.ready;
    return count == 4;
  };
  ASSERT_TRUE(becomes(ready));
  turn.most = 1.5;
  const double began = steady_seconds();
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_LT(steady_seconds() - began, 3);
}

// GTP has no word for most options.
TEST_F(HostsEngines, WhoCannotBeToldTheRulesIsNotAsked) {
  const GameInfo& margo = *find_game("margo");
  EngineSpec stranger = odd({"reply", "A1"});
  stranger.games = {"margo"};
  stranger.sizes = {square_grid(4)};
  run(stranger);
  turn = {&margo, {{"size", "4"}, {"height", "3"}}, {}, seat_at(0), 5, 0.2, 0};
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_NE(all_reports().find("it does not accept the option height=3"), std::string::npos) << all_reports();
  EXPECT_EQ(status().ready, 1);
  turn.options = {{"size", "4"}};
  EXPECT_EQ(engines->move(turn, kGoOn), "A1") << all_reports();
}

TEST_F(HostsEngines, AnotherCairnSaysWhichRulesItPlaysBy) {
  EngineSpec own = odd({"cairn", R"({"size": "4", "height": "3"})"});
  own.games = {"margo", "spargo"};
  own.sizes = {square_grid(4)};  // Spargo has no such option
  run(own);
  turn = {find_game("margo"), {{"size", "4"}, {"height", "3"}}, {}, seat_at(0), 5, 0.2, 0};
  EXPECT_EQ(engines->move(turn, kGoOn), "A1") << all_reports();
  turn.options = {{"size", "4"}};
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_NE(all_reports().find("it does not support the option height=0"), std::string::npos) << all_reports();
  turn.info = find_game("spargo");
  turn.options = {};
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_EQ(status().last_failure, "it plays margo");
  EXPECT_EQ(status().moves, 1U);
  EXPECT_EQ(status().ready, 1);
}

TEST_F(HostsEngines, OneThatEndsIsStartedAgain) {
  run(odd({"die"}));
  expect_failure("I cannot go on");
  EXPECT_TRUE(becomes([&] { return status().ready == 1; }));
  EXPECT_EQ(status().starts, 2U);
  const double began = steady_seconds();
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_NE(all_reports().find("started again in 2 s"), std::string::npos) << "waits grow\n" << all_reports();
  EXPECT_TRUE(becomes([&] { return status().starts == 3; }));
  EXPECT_GE(steady_seconds() - began, 2);
}

TEST_F(HostsEngines, OneThatIsKilledBetweenTwoMovesIsMissed) {
  run(odd({"reply", "E5"}));
  ASSERT_EQ(::kill(pid(), SIGKILL), 0);
  EXPECT_TRUE(becomes([&] { return status().starts == 2; })) << all_reports();
  EXPECT_EQ(engines->move(turn, kGoOn), "E5");
}

TEST_F(HostsEngines, RubbishEndsIt) {
  run(odd({"rubbish"}));
  expect_failure("\"I would rather not say.\" is not a GTP answer");
}

TEST_F(HostsEngines, AFloodEndsIt) {
  run(odd({"flood"}));
  expect_failure("an endless line");
}

TEST_F(HostsEngines, ItSeesNeitherSecretsNorFiles) {
  ::setenv("CAIRN_DATABASE", "postgresql://me:secret@localhost/cairn", 1);
  ::setenv("PGPASSWORD", "secret", 1);
  const int file = ::open("/dev/null", O_RDONLY);  // a new program would have it, too
  ASSERT_GT(file, 2);
  run(odd({"nosy"}));
  EXPECT_EQ(engines->move(turn, kGoOn), "pass") << all_reports();
  ::close(file);
  ::unsetenv("CAIRN_DATABASE");
  ::unsetenv("PGPASSWORD");
}

// A limit holds until the next one: a level without visits, and an analysis, must not inherit that of a weak level.
TEST_F(HostsEngines, EachTaskHasItsOwnVisits) {
  EngineSpec both = odd({"visits", "E5"});
  both.levels = {{.level = 5, .visits = 7}, {.level = 6}};
  run(both);
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_NE(all_reports().find("visits 7"), std::string::npos) << all_reports();
  ASSERT_TRUE(becomes([&] { return status().ready == 1; }));
  Record record;
  record.game = "go";
  record.config.options = turn.options;
  engines->analyse({to_text(record_json(record)), 90, 0.3, 0, -1}, kGoOn);
  turn.level = 6;
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_NE(all_reports().find("visits 1000000000"), std::string::npos) << all_reports();
}

TEST_F(HostsEngines, ResigningIsLeftToNobody) {
  run(odd({"reply", "resign"}));
  EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  EXPECT_NE(all_reports().find("it resigns"), std::string::npos);
  EXPECT_EQ(status().ready, 1) << "which is no fault";
}

TEST_F(HostsEngines, WhatCannotBeStartedIsToldAndTriedAgain) {
  for (auto bad : {spec({"/nowhere/engine"}), spec({"/bin/cat"}), odd({"deaf"})}) {
    bad.start_seconds = 1;
    engines = std::make_unique<Engines>(std::vector{bad}, [](LogLevel, const std::string&, const std::string&) {});
    EXPECT_TRUE(becomes([&] { return status().failures >= 1; })) << bad.command.front();
    EXPECT_EQ(status().ready, 0);
    EXPECT_EQ(engines->move(turn, kGoOn), std::nullopt);
  }
}

TEST_F(HostsEngines, AStopEndsTheQuestionAndIsNoFault) {
  run(odd({"hang"}));
  std::atomic<bool> stop{false};
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop.store(true);
  });
  const double began = steady_seconds();
  EXPECT_EQ(engines->move(turn, stop), std::nullopt);
  later.join();
  EXPECT_LT(steady_seconds() - began, 4);
  EXPECT_EQ(status().failures, 0U);
  EXPECT_TRUE(becomes([&] { return status().starts == 2; }));
}

// What the server and workers call: a legal move in any case.
TEST_F(HostsEngines, OurOwnEngineStandsIn) {
  for (const char* way : {"reply", "die", "rubbish", "flood"}) {
    run(odd({way, "Z99"}));
    Position position = info.make({turn.options, std::nullopt}).position;
    const BotJob job{&info, position, seat_at(0), 0.1, 5, 1, {}, turn.options, 0};
    const auto words = choose_words(job, nullptr, engines.get());
    ASSERT_EQ(words.size(), 1U) << way;
    EXPECT_TRUE(may_play(position, seat_at(0), words.front())) << words.front();
    EXPECT_EQ(status().failures, 1U) << way;
  }
}

TEST_F(HostsEngines, WhatItCallsDeadIsMarked) {
  run(odd({"reply", "pass"}));
  turn.moves = {{seat_at(0), "C3"}, {seat_at(1), "G7"}, {seat_at(0), "pass"}, {seat_at(1), "pass"}};
  Position position = info.make({turn.options, std::nullopt}).position;
  for (const auto& [seat, word] : turn.moves) ASSERT_EQ(play_for(position, seat, word, nullptr), Reason::none);
  const BotJob job{&info, position, seat_at(1), 0.1, 5, 1, turn.moves, turn.options, 0};
  EXPECT_EQ(choose_words(job, nullptr, engines.get()), (std::vector<std::string>{"dead:C3", "accept"}))
      << "a point that is none is passed over";
  EXPECT_EQ(status().judged, 1U);
}

// --- analyses

AnalysisPart part_of_game() {
  Record record;
  record.game = "go";
  record.config.options = {{"size", "9"}};
  record.moves = {{seat_at(0), "E5"}, {seat_at(1), "C3"}, {seat_at(0), "pass"}, {seat_at(1), "pass"}};
  return {to_text(record_json(record)), 20, 0.3, 0, -1};
}

TEST_F(HostsEngines, AnAnalysisIsOfTheSideToMove) {
  run(odd({"kata", "fair"}));
  const AnalysisFound found = engines->analyse(part_of_game(), kGoOn);
  ASSERT_EQ(found.evaluations.size(), 5U) << all_reports();
  EXPECT_DOUBLE_EQ(*found.evaluations[0].first_wins, 0.25);
  EXPECT_DOUBLE_EQ(*found.evaluations[1].first_wins, 0.75);
  EXPECT_DOUBLE_EQ(*found.evaluations[0].best_wins, 0.25);
  EXPECT_DOUBLE_EQ(*found.evaluations[1].score, 2.5);
  EXPECT_EQ(found.evaluations[1].best, "pass");
  EXPECT_EQ(found.evaluations[1].visits, 10U);
  EXPECT_FALSE(found.evaluations[4].first_wins) << "the agreement is no matter of strength";
  EXPECT_EQ(status().positions, 5U);
}

TEST_F(HostsEngines, WhatCameInTimeCounts) {
  run(odd({"kata", "tired"}));
  const AnalysisFound found = engines->analyse(part_of_game(), kGoOn);
  EXPECT_EQ(found.evaluations.size(), 1U);
  EXPECT_EQ(status().ready, 1) << "it works, if slowly";
  EXPECT_EQ(status().failures, 0U);
}

TEST_F(HostsEngines, AnalysesThatCannotBeTrustedAreOurOwn) {
  for (const char* way : {"illegal", "rubbish", "silent"}) {
    run(odd({"kata", way}));
    const AnalysisFound found = engines->analyse(part_of_game(), kGoOn);
    ASSERT_FALSE(found.evaluations.empty()) << way;
    EXPECT_NE(*found.evaluations[0].first_wins, 0.25) << way;
    EXPECT_EQ(status().positions, 0U) << way;
    EXPECT_EQ(status().failures, 1U) << way;
  }
}

TEST_F(HostsEngines, LinesOfGtpAreAnAnalysisToo) {
  run(odd({"reply", "G7"}));
  AnalysisPart part = part_of_game();
  part.from = 1;
  const AnalysisFound no_move = engines->analyse(part, kGoOn);
  EXPECT_EQ(status().failures, 0U) << all_reports();
  ASSERT_EQ(no_move.evaluations.size(), 4U) << all_reports();
  EXPECT_EQ(no_move.evaluations[0].best, "G7");
  EXPECT_NEAR(*no_move.evaluations[0].first_wins, 0.49, 1e-9);
  EXPECT_NEAR(*no_move.evaluations[1].first_wins, 0.51, 1e-9);
}

// An engine answers with a whole turn; the bot plays its first step, and is asked again.
TEST(FoundMoves, OfATurnOfSeveralStepsTheFirstIsPlayed) {
  const GameInfo& margrites = *find_game("margrites");
  const OptionValues formations{{"black", "a2,b2,c2,d2,e2,f2,g2,h2"}, {"white", "a7,b7,c7,d7,e7,f7,g7,h7"}};
  const Position position = margrites.make({formations, std::nullopt}).position;
  const Seat black = position.to_act().front();
  const auto action = legal_action(position, black, "d2>d3,d3>d4,e2>e3");
  ASSERT_TRUE(action);
  EXPECT_EQ(position.format(*action), "d2>d3");
  EXPECT_FALSE(legal_action(position, black, "d2>d9,d3>d4"));
  FoundMoves found;
  found.moves = {{"d2>d3,d3>d4", 5, 0.5, {}, {"d2>d3,d3>d4", "nothing"}}};
  const auto analysis = analysis_of(found, position);
  ASSERT_TRUE(analysis);
  EXPECT_EQ(analysis->candidates.front().line.size(), 2U);
}

TEST(FoundMoves, ReadsWhatAnalysersWrite) {
  const auto lz = read_analyze_line(
      "info move D4 visits 12 winrate 4531 prior 2000 lcb 4400 order 0 pv D4 Q16 info move Q16 visits 3 winrate 4000 "
      "prior 100 lcb 3000 order 1 pv Q16",
      false);
  ASSERT_TRUE(lz);
  ASSERT_EQ(lz->moves.size(), 2U);
  EXPECT_EQ(lz->visits, 15U);
  EXPECT_NEAR(lz->moves[0].win_rate, 0.4531, 1e-9);
  EXPECT_EQ(lz->moves[0].line, (std::vector<std::string>{"D4", "Q16"}));
  const auto kata = read_analyze_line(
      "info move E5 visits 7 edgeVisits 7 utility 0.1 winrate 0.55 scoreMean 1 scoreStdev 9 scoreLead 1.5 order 0 pv "
      "E5 "
      "C3 pvVisits 7 3 rootInfo visits 8 winrate 0.5 ownership 0.5 -1 0 1",
      true);
  ASSERT_TRUE(kata);
  EXPECT_EQ(kata->moves[0].line, (std::vector<std::string>{"E5", "C3"}));
  EXPECT_EQ(*kata->moves[0].score, 1.5);
  EXPECT_EQ(kata->ownership, (std::vector<double>{0.5, -1, 0, 1}));
  for (const char* bad : {"", "info", "info move", "info visits 3", "info move D4 visits -1", "info move D4 visits nan",
                          "info move D4 winrate 1.5", "hello", "info move D4 visits 1 ownership x"})
    EXPECT_FALSE(read_analyze_line(bad, true)) << bad;
}

}  // namespace
}  // namespace cairn::engines

// Matches: engines of the program, external programs of every kind, files that are gone on with, ctrl-C.
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "program.h"

namespace cairn::test {
namespace {

using Words = std::vector<std::string>;

Words match(const std::string& first, const std::string& second, const Words& more) {
  Words words{"match", first, second, "--json"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A GTP program in the shell that answers `genmove` by running `answer`, and all else with "=".
std::string script(const Folder& folder, const std::string& answer) {
  return "gtp:sh " + folder.write("engine.sh",
                                  "while read -r command rest; do\n"
                                  "  case $command in\n"
                                  "    genmove) " +
                                      answer +
                                      " ;;\n"
                                      "    quit) echo '='; echo; exit 0 ;;\n"
                                      "    *) echo '='; echo ;;\n"
                                      "  esac\n"
                                      "done\n");
}

const Words kTinyGo{"--game", "go", "-o", "size=3", "--playouts", "20", "--openings", "random:0"};

Words tiny_go(const Words& more) {
  Words words = kTinyGo;
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Whether a process is still there; one that ended and waits for init to notice is not.
bool runs(int pid) {
  const std::string status = read_all("/proc/" + std::to_string(pid) + "/stat");
  const auto name = status.rfind(") ");
  return name != std::string::npos && status[name + 2] != 'Z' && status[name + 2] != 'X';
}

TEST(Match, CountsGamesAndPairsAndSaysHowSureItIs) {
  const Ran ran = run(match("cairn:playouts=300,book=0", "cairn:plain,playouts=5",
                            {"--game", "spargo", "--games", "6", "--concurrency", "2"}));
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json line = ran.json().at(0);
  EXPECT_EQ(line["games"], 6);
  EXPECT_EQ(line["wins"].get<int>() + line["draws"].get<int>() + line["losses"].get<int>(), 6);
  EXPECT_GE(line["wins"], 5);
  int pairs = 0;
  for (const Json& count : line["pairs"]) pairs += count.get<int>();
  EXPECT_EQ(pairs, 3);
  EXPECT_GT(line["score_low"], 0.4);
  EXPECT_GT(line["los"], 0.9);
  EXPECT_EQ(line["first"]["forfeits"], 0);
  EXPECT_GT(line["first"]["playouts_per_move"], 100);
  EXPECT_LE(line["second"]["playouts_per_move"], 5);
}

TEST(Match, PlaysEveryGameOfTwoSides) {
  for (const Words& game :
       {Words{"margo", "-o", "size=3"}, Words{"go", "-o", "size=3"}, Words{"toroidal", "-o", "size=3"},
        Words{"phantom", "-o", "size=5"}, Words{"margrites", "-o", "hostile=full"}}) {
    Words more{"--playouts", "4", "--games", "2", "--game"};
    more.insert(more.end(), game.begin(), game.end());
    const Ran ran = run(match("cairn", "cairn:plain", more));
    ASSERT_EQ(ran.status, 0) << game[0] << ran.err;
    EXPECT_EQ(ran.json().at(0)["games"], 2) << game[0];
    EXPECT_EQ(ran.err, "") << game[0];
  }
}

TEST(Match, AFixedSeedAndPlayoutsGiveTheSameGames) {
  const Folder folder;
  const auto games = [&](const std::string& file, const std::string& concurrency) {
    const Ran ran = run(match("cairn", "cairn:playouts=15",
                              {"--game", "spargo", "--playouts", "30", "--games", "4", "--seed", "7", "--concurrency",
                               concurrency, "--out", folder.path(file)}));
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::map<int, Json> moves;
    std::ifstream in(folder.path(file));
    for (std::string line; std::getline(in, line);)
      if (const Json json = parse_json(line); json.contains("moves")) moves[json["number"].get<int>()] = json["moves"];
    EXPECT_EQ(moves.size(), 4U);
    return moves;
  };
  const auto one = games("one", "1"), two = games("two", "2");
  EXPECT_EQ(one, two);
  EXPECT_EQ(one.at(0)[0][1], one.at(1)[0][1]);  // a pair has one opening
  EXPECT_EQ(one.at(0)[1][1], one.at(1)[1][1]);
  EXPECT_NE(one.at(0), one.at(1));
}

TEST(Match, GoesOnFromItsFileAndMendsATornLine) {
  const Folder folder;
  const auto play = [&](const std::string& file, const std::string& games, bool resume) {
    Words more{"--game", "spargo", "--playouts", "20", "--games", games, "--out", folder.path(file)};
    if (resume) more.emplace_back("--resume");
    return run(match("cairn:seed=4", "cairn:plain", more));
  };
  const Ran whole = play("whole", "6", false);
  ASSERT_EQ(whole.status, 0) << whole.err;
  ASSERT_EQ(play("parts", "4", false).status, 0);
  std::string text = read_all(folder.path("parts"));
  text.resize(text.size() - 30);
  folder.write("parts", text);
  EXPECT_EQ(play("parts", "6", false).status, 2);  // an old file is left alone
  EXPECT_EQ(read_all(folder.path("parts")), text);
  const Ran parts = play("parts", "6", true);
  ASSERT_EQ(parts.status, 0) << parts.err;
  for (const auto* key : {"games", "wins", "draws", "losses", "pairs", "mean_length"})
    EXPECT_EQ(parts.json().at(0)[key], whole.json().at(0)[key]) << key;
  const Ran other =
      run(match("cairn:seed=5", "cairn:plain",
                {"--game", "spargo", "--playouts", "20", "--games", "6", "--out", folder.path("parts"), "--resume"}));
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("contains another match"), std::string::npos) << other.err;
}

TEST(Match, KeepsGamesThatReplay) {
  for (const bool sgf : {false, true}) {
    const Folder folder;
    Words more = tiny_go({"--games", "2", "--out", folder.path("games/")});
    if (sgf) more.emplace_back("--sgf");
    ASSERT_EQ(run(match("cairn", "cairn:plain", more)).status, 0);
    for (const std::string name : {"00001", "00002"}) {
      const Ran info = run({"convert", "--info", folder.path("games/" + name + (sgf ? ".sgf" : ".json"))});
      EXPECT_EQ(info.status, 0) << info.err;
      EXPECT_NE(info.out.find("cairn:plain"), std::string::npos) << info.out;
      EXPECT_NE(info.out.find("result"), std::string::npos) << info.out;
    }
  }
}

TEST(Match, TheSequentialTestEndsItEarly) {
  const Ran ran = run(
      match("cairn:playouts=200", "cairn:playouts=2", {"--game", "spargo", "--games", "400", "--sprt", "0", "150"}));
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json line = ran.json().at(0);
  EXPECT_EQ(line["sprt"]["accepted"], "elo1");
  EXPECT_LT(line["games"], 100);
  EXPECT_GE(line["sprt"]["llr"], line["sprt"]["upper"]);
}

TEST(Match, TakesOpeningsFromAFile) {
  const Folder folder;
  const std::string good = folder.write("good", "# two openings\nA1 C1   # a corner\nC3 E3 C5\n");
  ASSERT_EQ(run(match("cairn", "cairn",
                      {"--game", "spargo", "--playouts", "5", "--games", "4", "--openings", good, "--out",
                       folder.path("out")}))
                .status,
            0);
  std::vector<std::string> third;
  std::ifstream in(folder.path("out"));
  for (std::string line; std::getline(in, line);)
    if (const Json json = parse_json(line); json.contains("moves"))
      third.push_back(json["moves"][0][1].get<std::string>() + json["moves"][1][1].get<std::string>());
  std::sort(third.begin(), third.end());
  EXPECT_EQ(third, (Words{"A1C1", "A1C1", "C3E3", "C3E3"}));
  const Ran bad = run(match("cairn", "cairn",
                            {"--game", "spargo", "--playouts", "5", "--openings", folder.write("bad", "A1\nA1 A1\n")}));
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.err.find("bad:2: \"A1\" is illegal"), std::string::npos) << bad.err;
}

// The openings of a match of Go on 5x5, each as what was played before the engines began, one a pair.
std::vector<std::string> openings_of(const Folder& folder, const std::string& openings, const std::string& komi) {
  const std::string out = folder.path("out" + komi + openings);
  const Ran ran = run(match("cairn", "cairn",
                            {"--game", "go", "-o", "size=5", "-o", "komi=" + komi, "--playouts", "1", "--games", "8",
                             "--openings", openings, "--out", out}));
  EXPECT_EQ(ran.status, 0) << ran.err;
  std::map<std::size_t, std::set<std::string>> pairs;
  std::ifstream in(out);
  for (std::string line; std::getline(in, line);)
    if (const Json json = parse_json(line); json.contains("moves"))
      pairs[json["number"].get<std::size_t>() / 2].insert(json["moves"][0][1].get<std::string>() + " " +
                                                          json["moves"][1][1].get<std::string>() + " " +
                                                          json["moves"][2][1].get<std::string>());
  std::vector<std::string> words;
  for (const auto& [pair, two] : pairs) {
    EXPECT_EQ(two.size(), 1U) << "the same from either side";
    words.push_back(*two.begin());
  }
  return words;
}

TEST(Match, TakesOpeningsThatFavourNobody) {
  const Folder folder;
  const std::string komi = "8";
  const auto off = [&](const std::string& words) {
    const Ran ran = run({"analyze", "go", words, "-o", "size=5", "-o", "komi=" + komi, "--playouts", "4000", "--json"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return std::abs(ran.json().back()["win_rate"].get<double>() - 0.5);
  };
  const auto even = openings_of(folder, "balanced:3:10", komi);
  ASSERT_EQ(even.size(), 4U);
  for (const std::string& words : even) EXPECT_LT(off(words), 0.25) << words;
  double most = 0;
  for (const std::string& words : openings_of(folder, "random:3", komi)) most = std::max(most, off(words));
  EXPECT_GT(most, 0.25) << "or this test tells nothing";
  EXPECT_EQ(openings_of(folder, "balanced:3", "24.5").size(), 4U) << "the nearest where none is even";
}

struct Forfeit {
  std::string answer, end, text;
};
class ExternalPrograms : public testing::TestWithParam<Forfeit> {};

TEST_P(ExternalPrograms, LoseByForfeit) {
  const Folder folder;
  const Ran ran = run(match(script(folder, GetParam().answer), "cairn",
                            tiny_go({"--games", "2", "--patience", "0.5", "--out", folder.path("out")})));
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json line = ran.json().at(0);
  EXPECT_EQ(line["losses"], 2) << json_text(line);
  EXPECT_EQ(line["first"]["forfeits"], 2);
  EXPECT_NE(ran.err.find(GetParam().text), std::string::npos) << ran.err;
  const std::string kept = read_all(folder.path("out"));
  EXPECT_NE(kept.find("\"end\":\"" + GetParam().end + "\""), std::string::npos) << kept;
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryKind, ExternalPrograms,
    testing::Values(Forfeit{"echo hello", "garbage", "\"hello\" is not a GTP answer to genmove"},
                    Forfeit{"echo '? no idea'; echo", "garbage", "it rejects genmove black: no idea"},
                    Forfeit{"echo '= Z99'; echo", "illegal", "\"Z99\""},
                    Forfeit{"echo 'out of marbles' >&2; exit 3", "crash", "(exit code 3): out of marbles"},
                    Forfeit{"kill -9 $$", "crash", "(exit code 137)"},
                    Forfeit{"sleep 1000", "late", "no answer to genmove"},
                    Forfeit{"printf '= A1'", "late", "no answer to genmove"},
                    Forfeit{"yes | tr -d '\\n'", "garbage", "endless line"}),
    [](const auto& one) { return "Kind" + std::to_string(one.index); });

TEST(Match, WaitsForASlowProgram) {
  const Folder folder;
  const Ran ran = run(match(script(folder, "sleep 0.2; echo '= pass'; echo"), "cairn",
                            tiny_go({"--games", "2", "--seconds", "0.1", "--grace", "20"})));
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json line = ran.json().at(0);
  EXPECT_EQ(line["first"]["forfeits"], 0);
  EXPECT_EQ(line["first"]["late"], line["first"]["moves"]);
  EXPECT_EQ(line["losses"], 2);  // who only passes owns nothing
}

TEST(Match, AClockThatRunsOutLosesTheGame) {
  const Folder folder;
  const Ran ran = run(match(script(folder, "sleep 0.4; echo '= pass'; echo"), "cairn",
                            tiny_go({"--games", "2", "--time", "0.1", "--grace", "0.1"})));
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.json().at(0)["first"]["forfeits"], 2);
}

TEST(Match, RefusesWhatCannotStart) {
  const Ran ran = run(match("gtp:/no/such/program", "cairn", tiny_go({})));
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("not found"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.json().at(0)["error"], "bad engine");
}

// Two programs that both call a stone dead have it taken off; where they differ it counts as it stands.
TEST(Match, DeadStonesAreThoseThatBothNameDead) {
  const Folder folder;
  const auto engine = [&](const std::string& name, const std::string& dead) {
    return "gtp:sh " + folder.write(name,
                                    "while read -r command rest; do case $command in\n"
                                    "genmove) echo '= pass'; echo ;;\n"
                                    "final_status_list) echo '= " +
                                        dead +
                                        "'; echo ;;\n"
                                        "quit) exit 0 ;;\n"
                                        "*) echo '='; echo ;; esac; done\n");
  };
  const std::string opening = folder.write("opening", "B2 D4 C3 A5\n");
  const auto result = [&](const std::string& first, const std::string& second) {
    const Ran ran = run(match(first, second,
                              {"--game", "go", "-o", "size=5", "-o", "komi=0", "--openings", opening, "--games", "1",
                               "--out", folder.path("out" + second.substr(second.size() - 1))}));
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.json().at(0);
  };
  const Json agreed = result(engine("a", "D4 A5"), engine("b", "A5 D4"));
  EXPECT_EQ(agreed["wins"], 1);
  EXPECT_EQ(agreed["disputed"], 0);
  EXPECT_NE(read_all(folder.path("outb")).find("B+25"), std::string::npos) << read_all(folder.path("outb"));
  const Json disputed = result(engine("a", "D4 A5"), engine("c", ""));
  EXPECT_EQ(disputed["disputed"], 1);
  EXPECT_NE(read_all(folder.path("outc")).find("dispute"), std::string::npos);
}

TEST(Match, PlaysGnuGo) {
  const std::string engine =
      "gtp:" + programs::tool("gnugo", "gnugo") + " --mode gtp --chinese-rules --capture-all-dead --level 1";
  const Ran ran =
      run(match(engine, "cairn:plain,playouts=20",
                {"--game", "go", "-o", "size=5", "--games", "2", "--seconds", "5", "--openings", "random:0"}));
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json line = ran.json().at(0);
  EXPECT_EQ(line["first"]["forfeits"], 0) << ran.err;
  EXPECT_EQ(line["second"]["forfeits"], 0) << ran.err;
  EXPECT_GT(line["mean_length"], 5);
}

TEST(Match, CtrlCEndsItAndEveryProgram) {
  const Folder folder;
  Words words{"match", script(folder, "echo $$ > " + folder.path("pid") + "; sleep 1000"), "cairn"};
  const Words more = tiny_go({"--games", "2", "--patience", "600"});
  words.insert(words.end(), more.begin(), more.end());
  Terminal terminal(words);
  for (int i = 0; i < 400 && read_all(folder.path("pid")).empty(); ++i) usleep(50'000);
  const int pid = static_cast<int>(std::strtol(read_all(folder.path("pid")).c_str(), nullptr, 10));
  ASSERT_GT(pid, 0);
  terminal.type("\x03");
  EXPECT_EQ(terminal.wait(), 130);
  for (int i = 0; i < 400 && runs(pid); ++i) usleep(50'000);
  EXPECT_FALSE(runs(pid));
}

TEST(Match, TellsWhatIsWrong) {
  const auto refused = [](const Words& words, const std::string& why) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find(why), std::string::npos) << why << "\n" << ran.err;
  };
  const Words limit{"--game", "spargo", "--playouts", "5"};
  const auto with = [&](const std::string& first, const Words& more) {
    Words words = match(first, "cairn", limit);
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  refused(match("cairn", "cairn", {"--game", "spargo"}), "no limit of time or playouts for cairn");
  refused(match("cairn", "cairn", {"--game", "chess", "--playouts", "5"}), "unknown game \"chess\"");
  refused(match("cairn", "cairn", {"--game", "phantom", "--seconds", "1", "-o", "size=4"}), "5..19");
  refused(match("gtp:cat", "cairn", {"--game", "phantom", "--seconds", "1"}), "hidden information");
  refused(match("cairn", "cairn", {"--game", "margo", "-o", "players=3", "--seconds", "1"}), "this game has 3");
  refused(with("stockfish", {}), "an engine is cairn");
  refused(with("gtp:", {}), "needs a command line");
  refused(with("cairn:speed=3", {}), "unknown parameter \"speed\"");
  refused(with("cairn:level=11", {}), "1..10");
  refused(with("cairn:plain,explore=x", {}), "a number, 0..5");
  refused(with("cairn:threads=2", {"--clock", "cpu"}), "one thread");
  refused(with("cairn", {"--clock", "sun"}), "wall or cpu");
  refused(with("cairn", {"--seconds", "1", "--time", "3"}), "either");
  refused(with("cairn", {"--time", "3+x"}), "300+2");
  refused(with("cairn", {"--sprt", "5", "0"}), "below");
  refused(with("cairn", {"--openings", "random:x"}), "random:PLIES");
  refused(with("cairn", {"--openings", "balanced:2:50"}), "1..49");
  refused(with("cairn", {"--openings", "random:2:5"}), "random:PLIES");
  refused(with("cairn", {"--resume"}), "needs --out");
}

TEST(Tune, PrintsWhatItFoundAndGoesOn) {
  const Folder folder;
  const auto tune = [&](const std::string& file, const Words& more) {
    Words words{"tune",
                "--game",
                "spargo",
                "--parameter",
                "explore=0..2",
                "--parameter",
                "expand_visits=1..20",
                "--engine",
                "cairn:plain",
                "--playouts",
                "20",
                "--games",
                "16",
                "--pairs",
                "2",
                "--json",
                "--out",
                folder.path(file)};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  const Ran whole = tune("whole", {});
  ASSERT_EQ(whole.status, 0) << whole.err;
  const auto steps = whole.json();
  ASSERT_EQ(steps.size(), 4U);
  for (const Json& step : steps) {
    EXPECT_EQ(step["wins"].get<int>() + step["draws"].get<int>() + step["losses"].get<int>(), 4);
    EXPECT_GE(step["values"]["explore"], 0);
    EXPECT_LE(step["values"]["explore"], 2);
  }
  std::string text = read_all(folder.path("whole"));
  const auto third = text.find("{\"step\":3");
  ASSERT_NE(third, std::string::npos);
  folder.write("part", text.substr(0, third + 20));
  EXPECT_EQ(tune("part", {}).status, 2);
  const Ran rest = tune("part", {"--resume", "--concurrency", "2"});
  ASSERT_EQ(rest.status, 0) << rest.err;
  ASSERT_EQ(rest.json().size(), 4U);
  EXPECT_NEAR(rest.json()[3]["values"]["explore"].get<double>(), steps[3]["values"]["explore"].get<double>(), 1e-9);
}

TEST(Tune, TellsWhatIsWrong) {
  const auto refused = [](const Words& more, const std::string& why) {
    Words words{"tune", "--game", "spargo", "--engine", "cairn:plain"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find(why), std::string::npos) << ran.err;
  };
  refused({"--playouts", "5"}, "--parameter is missing");
  refused({"--playouts", "5", "--parameter", "speed"}, "the parameters are explore");
  refused({"--playouts", "5", "--parameter", "explore=3..1"}, "LEAST..MOST within 0..5");
  refused({"--playouts", "5", "--parameter", "explore", "--parameter", "explore"}, "twice");
  refused({"--parameter", "explore"}, "no limit of time or playouts for");
}

// bench/levels.py, which measures in the background and goes on where it stopped.
TEST(Levels, TheLadderIsPlayedGoesOnAndIsDrawn) {
  const Folder folder;
  const std::string ladder =
      "python3 " CAIRN_SOURCE "/bench/levels.py \"$(which cairn)\" --file levels.jsonl --only spargo ";
  const Ran first = shell(folder, ladder + "--games 4 --levels 2,3");
  ASSERT_EQ(first.status, 0) << first.err;
  EXPECT_NE(first.out.find("| level | 2 | 3 |\n"), std::string::npos) << first.out;
  const Ran more = shell(folder, ladder + "--games 8 --levels 2 --picture levels.svg");
  ASSERT_EQ(more.status, 0) << more.err;
  EXPECT_NE(more.out.find(" % of 8 |\n"), std::string::npos) << more.out;
  const std::string batches = read_all(folder.path("levels.jsonl"));
  EXPECT_EQ(std::count(batches.begin(), batches.end(), '\n'), 3);
  EXPECT_NE(batches.find(R"("level": 2, "seed": 1004)"), std::string::npos) << batches;
  EXPECT_NE(read_all(folder.path("levels.svg")).find(">spargo</text>"), std::string::npos);
  EXPECT_NE(shell(folder, ladder + "--only chess").err.find("\"chess\" is not one of"), std::string::npos);
}

TEST(Levels, RanksComeFromHandicapGamesAgainstGnuGo) {
  const Folder folder;
  const Ran ran = shell(folder, "python3 " CAIRN_SOURCE "/bench/ranks.py \"$(which cairn)\" " +
                                    programs::tool("gnugo", "gnugo") + " --size 7 --levels 1 --games 2");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("| 1 | gnugo | 2 |"), std::string::npos) << ran.out;
  const std::string games = read_all(folder.path("ranks.jsonl"));
  EXPECT_NE(games.find(R"("weak": "1", "strong": "gnugo", "stones": 3)"), std::string::npos) << games;
}

}  // namespace
}  // namespace cairn::test

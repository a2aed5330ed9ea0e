// `cairn replay --json` field by field: its shape is a contract.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.h"

namespace cairn::test {
namespace {

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

const std::vector<std::string> kKeys{"ply",   "move",  "by",   "captured", "to_move",
                                     "board", "legal", "over", "result",   "score"};
const char* const kBlack = "black=a2,b2,c2,d2,e2,f2,g2,h2";
const char* const kWhite = "white=a7,b7,c7,d7,e7,f7,g7,h7";

TEST(Replay, PrintsTheContractToTheLetter) {
  const Ran ran = run({"replay", "margo", "-o", "size=2", "--json", "a1", "C1", "A3", "C3"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(
      ran.out,
      R"({"ply":0,"move":null,"by":null,"captured":[],"to_move":"white","board":["../.."],"legal":["A1","A3","C1","C3"],"over":false,"result":null,"score":{"white":0,"black":0}})"
      "\n"
      R"({"ply":1,"move":"A1","by":"white","captured":[],"to_move":"black","board":["../W."],"legal":["A3","C1","C3"],"over":false,"result":null,"score":{"white":1,"black":0}})"
      "\n"
      R"({"ply":2,"move":"C1","by":"black","captured":[],"to_move":"white","board":["../WB"],"legal":["A3","C3"],"over":false,"result":null,"score":{"white":1,"black":1}})"
      "\n"
      R"({"ply":3,"move":"A3","by":"white","captured":[],"to_move":"black","board":["W./WB"],"legal":["C3"],"over":false,"result":null,"score":{"white":2,"black":1}})"
      "\n"
      R"({"ply":4,"move":"C3","by":"black","captured":["A1","A3"],"to_move":"white","board":[".B/.B"],"legal":["A1","A3"],"over":false,"result":null,"score":{"white":0,"black":2}})"
      "\n");
}

TEST(Replay, KeysStandInTheirOrder) {
  for (const auto* game : {"margo", "spargo", "go", "toroidal"})
    EXPECT_EQ(keys(run({"replay", game, "--json"}).json().at(0)), kKeys) << game;
  auto with_steps = kKeys;
  with_steps.push_back("steps_left");
  EXPECT_EQ(keys(run({"replay", "margrites", "--json", "-o", kBlack, "-o", kWhite}).json().at(0)), with_steps);
}

TEST(Replay, LeavesOutEmptyLevelsAndShowsFullOnes) {
  const auto lines = run({"replay", "spargo", "--json", "A1", "C1", "A3", "C3", "B2"}).json();
  EXPECT_EQ(lines.at(4).at("board"), Json({"..../..../WB../WB.."}));
  EXPECT_EQ(lines.at(5).at("board"), Json({"..../..../WB../WB..", ".../.../W.."}));
}

TEST(Replay, ShowsFourColoursAndBlockers) {
  const auto four =
      run({"replay", "margo", "--json", "-o", "players=4", "-o", "size=4", "C3", "E3", "C5", "E5"}).json();
  EXPECT_EQ(four.back().at("board"), Json({"..../.RL./.WB./...."}));
  EXPECT_EQ(keys(four.back().at("score")), (std::vector<std::string>{"white", "black", "red", "blue"}));
  const auto blocked = run({"replay", "margo", "--json", "-o", "testing", "-o", "size=2", "A1x"}).json();
  EXPECT_EQ(blocked.back().at("board"), Json({"../X."}));
}

TEST(Replay, OffersSwapAndPassWhereLegal) {
  const auto swap = run({"replay", "spargo", "--json", "-o", "swap", "A1", "swap"}).json();
  const auto offered = swap.at(1).at("legal");
  EXPECT_NE(std::find(offered.begin(), offered.end(), "swap"), offered.end());
  EXPECT_EQ(swap.at(2).at("by"), "black");
  EXPECT_EQ(swap.at(2).at("to_move"), "black");
  EXPECT_EQ(swap.at(2).at("board"), Json({"..../..../..../W..."}));
  const auto pass = run({"replay", "spargo", "--json", "-o", "can_pass=yes", "pass", "pass"}).json();
  EXPECT_EQ(pass.at(0).at("legal").back(), "pass");
  EXPECT_EQ(pass.at(2).at("over"), true);
  EXPECT_EQ(pass.at(2).at("result").at("text"), "0");
  EXPECT_EQ(pass.at(2).at("result").at("winner"), nullptr);
  EXPECT_EQ(pass.at(2).at("to_move"), nullptr);
  EXPECT_EQ(pass.at(2).at("legal"), Json::array());
}

TEST(Replay, GoScoresInPointsAndEndsByAgreement) {
  const auto lines = run({"replay", "go", "--json", "-o", "size=5", "C3", "pass", "pass", "accept", "accept"}).json();
  EXPECT_EQ(lines.at(1).at("board"), Json({".....", ".....", "..B..", ".....", "....."}));
  EXPECT_EQ(lines.at(1).at("score").at("white"), 5.5);
  EXPECT_EQ(lines.at(3).at("to_act"), Json({"black", "white"}));
  EXPECT_EQ(lines.at(4).at("by"), "white");
  EXPECT_EQ(lines.at(5).at("by"), "black");
  EXPECT_EQ(lines.at(5).at("over"), true);
  EXPECT_EQ(lines.at(5).at("result").at("winner"), "black");
  EXPECT_EQ(lines.at(5).at("result").at("text"), "B+19.5");
  const auto legal = lines.at(0).at("legal");
  EXPECT_EQ(legal.size(), 26U);
  EXPECT_EQ(legal.back(), "pass");
  EXPECT_TRUE(std::is_sorted(legal.begin(), legal.end()));
}

TEST(Replay, NamesTheSideInAnAgreement) {
  const auto lines = run({"replay", "go", "--json", "-o", "size=5", "C3", "pass", "pass", "black:accept"}).json();
  EXPECT_EQ(lines.back().at("by"), "black");
}

TEST(Replay, MargritesStepsScoresAndPairs) {
  const auto lines = run({"replay", "margrites", "--json", "-o", kBlack, "-o", kWhite, "1.", "a2>a3;", "a3>a4(xb5, c5)",
                          "b2>b3", "b3>b4.", "2.", "a7>a6"})
                         .json();
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines.at(0).at("steps_left"), 4);
  EXPECT_EQ(lines.at(2).at("steps_left"), 2);
  EXPECT_EQ(lines.at(2).at("to_move"), "black");
  EXPECT_EQ(lines.at(4).at("to_move"), "white");
  EXPECT_EQ(lines.at(5).at("by"), "white");
  EXPECT_EQ(lines.at(0).at("score").dump(), R"({"black":{"points":0,"captures":0},"white":{"points":0,"captures":0}})");
  EXPECT_EQ(lines.at(5).at("board").size(), 8U);
}

TEST(Replay, CountsTooManyMovesInsteadOfListingThem) {
  const auto start = run({"replay", "margrites", "--json"}).json().at(0);
  EXPECT_FALSE(start.contains("legal"));
  EXPECT_GE(start.at("legal_count"), 2 * 43758);
}

TEST(Replay, TellsARefusedAttemptAndGoesOn) {
  const auto lines = run({"replay", "phantom", "--json", "-o", "size=9", "C3", "C3", "D3"}).json();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines.at(2).at("refused"), "occupied");
  EXPECT_EQ(lines.at(2).at("by"), "white");
  EXPECT_EQ(lines.at(2).at("to_move"), "white");
  EXPECT_FALSE(lines.at(3).contains("refused"));
  EXPECT_EQ(lines.at(3).at("to_move"), "black");
}

TEST(Replay, EveryReasonIsReached) {
  struct Case {
    const char* reason;
    std::vector<std::string> arguments;
  };
  const std::vector<Case> cases{
      {"occupied", {"go", "C3", "C3"}},
      {"unsupported", {"spargo", "B2"}},
      {"off-board", {"spargo", "K9"}},
      {"suicide", {"go", "A2", "pass", "B1", "A1"}},
      {"repetition", {"go", "-o", "size=5", "B3", "C3", "C4", "D4", "C2", "D2", "A1", "E3", "D3", "C3"}},
      {"not-your-turn", {"spargo", "black:A1"}},
      {"martyrdom",
       {"margrites", "--position",
        R"({"board":[".........",".........",".........","...W.....",".........","..WB.....",".........","........."]})",
        "d3>d4"}},
      {"stalling", {"margrites", "-o", kBlack, "-o", kWhite, "a2>a3", "a3>a2"}},
      {"too-far", {"margrites", "-o", kBlack, "-o", kWhite, "a2>a4"}},
      {"no-piece", {"margrites", "-o", kBlack, "-o", kWhite, "a4>a5"}},
      {"game-over", {"spargo", "resign", "A1"}},
      {"unknown-move", {"spargo", "hello"}},
  };
  for (const auto& [reason, arguments] : cases) {
    std::vector<std::string> all{"replay", "--json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Ran ran = run(all);
    EXPECT_EQ(ran.status, 1) << reason << "\n" << ran.out << ran.err;
    const auto lines = ran.json();
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(keys(lines.back()), (std::vector<std::string>{"error", "ply", "move", "reason"})) << reason;
    EXPECT_EQ(lines.back().at("error"), "illegal move");
    EXPECT_EQ(lines.back().at("reason"), std::string(reason));
    EXPECT_EQ(lines.back().at("ply"), lines.size() - 1);
    EXPECT_EQ(lines.back().at("move"), arguments.back().substr(arguments.back().find(':') + 1));
  }
}

TEST(Replay, StartsFromAPosition) {
  const std::string position = R"({"board":["..../..../.W../...."],"to_move":"black"})";
  const auto direct = run({"replay", "spargo", "--json", "--position", position, "C1"}).json();
  EXPECT_EQ(direct.at(0).at("to_move"), "black");
  EXPECT_EQ(direct.at(1).at("board"), Json({"..../..../.W../.B.."}));
  const Folder folder;
  const auto file = run({"replay", "spargo", "--json", "--position", folder.write("p.json", position), "C1"});
  EXPECT_EQ(file.json(), direct);
  const auto go = run(
      {"replay", "go", "-o", "size=3", "--json", "--position", R"({"board":["...",".B.","..."],"to_move":"white"})"});
  EXPECT_EQ(go.json().at(0).at("to_move"), "white");
}

TEST(Replay, ALineOfThePositionIsAPositionAgain) {
  const auto lines = run({"replay", "spargo", "--json", "A1", "C1", "A3", "C3", "B2"}).json();
  const Json position = {{"board", lines.back().at("board")}, {"to_move", lines.back().at("to_move")}};
  const auto again = run({"replay", "spargo", "--json", "--position", position.dump()}).json();
  EXPECT_EQ(again.at(0).at("board"), lines.back().at("board"));
  EXPECT_EQ(again.at(0).at("legal"), lines.back().at("legal"));
  EXPECT_EQ(again.at(0).at("score"), lines.back().at("score"));
}

TEST(Replay, RefusesImpossiblePositions) {
  const std::vector<std::pair<const char*, std::string>> wrong{
      {"spargo", R"({"board":["..../..../..../....",".../.../W.."]})"},  // floats
      {"spargo", R"({"board":["..../..../...."]})"},
      {"spargo", R"({"board":["..../..../..../...Q"]})"},
      {"spargo", R"({"board":["..../..../..../...."],"to_move":"green"})"},
      {"spargo", R"({"to_move":"white"})"},
      {"spargo", R"({"board":5})"},
      {"spargo", R"({"board":["..../..../..../...."],"extra":1})"},
      {"spargo", "{"},
      {"spargo", "no-such-file.json"},
      {"spargo", "/"},
      {"go", R"({"board":["..."]})"},
      {"margrites", R"({"board":["........."]})"},
  };
  for (const auto& [game, position] : wrong) {
    const Ran ran = run({"replay", game, "--json", "--position", position});
    EXPECT_EQ(ran.status, 2) << position << ran.out;
    const auto lines = ran.json();
    ASSERT_EQ(lines.size(), 1U) << position;
    EXPECT_EQ(lines[0].at("error"), "bad position") << position;
    EXPECT_NE(ran.err.find("position"), std::string::npos) << ran.err;
  }
  // A group without a liberty cannot stand in Go.
  EXPECT_EQ(run({"replay", "go", "-o", "size=2", "--position", R"({"board":["BB","BB"]})"}).status, 2);
}

TEST(Replay, RefusesBadOptionsWithTheRightOnes) {
  const Ran range = run({"replay", "margo", "-o", "size=20", "--json"});
  EXPECT_EQ(range.status, 2);
  EXPECT_EQ(range.json().at(0).at("error"), "bad option");
  EXPECT_EQ(range.err, "cairn: option size: \"20\" is not one of 2..19\n");
  const Ran name = run({"replay", "margo", "-o", "colour=4"});
  EXPECT_EQ(name.status, 2);
  EXPECT_EQ(name.out, "");
  EXPECT_NE(name.err.find("all_freedoms"), std::string::npos) << name.err;
  EXPECT_EQ(run({"replay", "margo", "-o", ""}).status, 2);
  EXPECT_EQ(run({"replay", "margo", "-o", "="}).status, 2);
  EXPECT_EQ(run({"replay", "margo", "-o", "swap", "-o", "players=3"}).status, 2);
}

TEST(Replay, RefusesUnknownGames) {
  const Ran ran = run({"replay", "chess", "--json"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.json().at(0).at("error"), "unknown game");
  EXPECT_NE(ran.err.find("spargo"), std::string::npos);
}

TEST(Replay, ReadsStandardInput) {
  const auto given = run({"replay", "spargo", "--json", "A1", "C1", "A3"});
  EXPECT_EQ(run({"replay", "spargo", "--json", "-"}, "A1 C1\nA3\n").out, given.out);
  EXPECT_EQ(run({"replay", "spargo", "--json", "-"}, "A1\r\n\r\nC1;A3").out, given.out);
  EXPECT_EQ(run({"replay", "spargo", "--json", "A1 C1", "A3"}).out, given.out);
  EXPECT_EQ(run({"replay", "spargo", "--json", "-"}, "").json().size(), 1U);
}

TEST(Replay, SurvivesGarbage) {
  std::string garbage;
  for (int i = 1; i < 256; ++i) garbage += static_cast<char>(i);
  const Ran bytes = run({"replay", "spargo", "--json", "-"}, garbage);
  EXPECT_EQ(bytes.status, 1);
  EXPECT_EQ(bytes.json().back().at("reason"), "unknown-move");
  const Ran longest = run({"replay", "spargo", "--json", "-"}, std::string(1'000'000, 'A'));
  EXPECT_EQ(longest.status, 1);
  EXPECT_EQ(run({"replay", "spargo", "--json", "-"}, std::string(1'000'000, '(')).status, 1);
  EXPECT_EQ(run({"replay", "spargo", "--json", "-"}, std::string("A1\0C1", 5)).status, 1);
  EXPECT_EQ(run({"replay", "spargo", "\xff\xfe"}).status, 1);
  EXPECT_EQ(run({"replay", "\xff\xfe", "--json"}).status, 2);
  EXPECT_EQ(run({"replay", "spargo", "--json", "--position", std::string(100'000, '[')}).status, 2);
  EXPECT_EQ(run({"replay", "spargo", "--json", "--position", "{" + std::string(100'000, '[')}).status, 2);
}

TEST(Replay, ShowsThePositionToPeople) {
  const Ran ran = run({"replay", "spargo", "A1", "C1"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find("White to move"), std::string::npos);
  EXPECT_NE(ran.out.find("14 legal moves"), std::string::npos);
  EXPECT_EQ(ran.out.find('\033'), std::string::npos);
  const Ran illegal = run({"replay", "spargo", "A1", "B2"});
  EXPECT_EQ(illegal.status, 1);
  EXPECT_EQ(illegal.err,
            "cairn: illegal move: ply 2, \"B2\" by black: a ball needs four balls below it (unsupported)\n");
  EXPECT_NE(illegal.out.find("1 ply"), std::string::npos);
  EXPECT_EQ(run({"replay", "spargo", "--board", "huge"}).status, 2);
}

// Real games, move by move: the balls that each ply removes.
TEST(Replay, PlaysTheRecordedGames) {
  const Json file = parse_json(read_all(std::string(CAIRN_VECTORS) + "/margo_games.json"));
  ASSERT_TRUE(file.contains("games"));
  for (const auto& game : file.at("games")) {
    std::vector<std::string> arguments{"replay", "margo", "--json", "-o",
                                       "size=" + std::to_string(game.at("n").get<int>())};
    for (const auto& move : game.at("moves")) arguments.push_back(move.get<std::string>());
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.status, 0) << ran.out.substr(ran.out.size() > 300 ? ran.out.size() - 300 : 0);
    const auto lines = ran.json();
    ASSERT_EQ(lines.size(), game.at("moves").size() + 1);
    for (std::size_t ply = 1; ply < lines.size(); ++ply)
      EXPECT_EQ(lines[ply].at("captured").size(), game.at("captured").value(std::to_string(ply), 0U)) << "ply " << ply;
  }
}

}  // namespace
}  // namespace cairn::test

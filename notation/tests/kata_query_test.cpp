// What the analysis protocol takes and what it refuses, field by field.
#include <algorithm>

#include "kata_helpers.h"

namespace cairn::test {
namespace {

// "error" or "warning", the field, and a part of the text.
void expect_told(const std::string& line, const char* kind, const std::string& field, const std::string& part) {
  const auto list = kata(line);
  ASSERT_FALSE(list.empty()) << line;
  const Json& told = list[0];
  ASSERT_TRUE(told.contains(kind)) << json_text(told);
  EXPECT_EQ(told["field"], field) << json_text(told);
  EXPECT_EQ(told["id"], "q");
  EXPECT_NE(told[kind].get<std::string>().find(part), std::string::npos) << json_text(told);
  EXPECT_EQ(list.size(), std::string(kind) == "error" ? 1U : 2U) << "after a warning the analysis follows";
}
void expect_error(const std::string& more, const std::string& field, const std::string& part) {
  expect_told(query(more), "error", field, part);
}

TEST(KataQuery, LinesThatAreNoQuery) {
  EXPECT_TRUE(kata("\n  \r\n").empty()) << "empty lines are passed over";
  for (const std::string line :
       {"rubbish", "[1]", "17", "{", R"({"id":7})", R"({"moves":[]})", "\xFF\xFE{}", "{\"id\":\"a\""}) {
    const Json told = only(line + "\n");
    EXPECT_TRUE(told.contains("error")) << line;
    EXPECT_FALSE(told.contains("field")) << line;
  }
  EXPECT_NE(only(std::string(100'000, '[') + "\n")["error"].get<std::string>().find("nested"), std::string::npos);
  EXPECT_NE(
      only("{\"id\":\"" + std::string(kMostKataLine, 'a') + "\"}\n")["error"].get<std::string>().find("longer than"),
      std::string::npos);
}

TEST(KataQuery, RectanglesHaveColumnsAndRows) {
  const std::string wide = R"({"id":"q","rules":"chinese","boardXSize":7,"boardYSize":4,"initialStones":[["B","D2"]],)";
  const Json told = only(wide + R"x("moves":[["W","G4"],["B","(0,3)"]],"maxVisits":5,"includeOwnership":true,)x" +
                         R"("includePolicy":true,"allowMoves":[{"player":"W","moves":["A4"],"untilDepth":1}]})" + "\n");
  ASSERT_FALSE(told.contains("error")) << json_text(told);
  EXPECT_EQ(told["ownership"].size(), 28U);
  EXPECT_EQ(told["policy"].size(), 29U);
  EXPECT_LT(told["policy"][6], 0) << "the upper right corner is taken";
  EXPECT_LT(told["policy"][21], 0) << "the lower left one, too";
  EXPECT_EQ(told["moveInfos"][0]["move"], "A4");
  for (const char* outside : {"H1", "A5", "(7,0)", "(0,4)"})
    expect_told(wide + R"("moves":[["W",")" + outside + R"("]]})" + "\n", "error", "moves", "location");
}

TEST(KataQuery, WhatIsMissingOrWrongIsToldByField) {
  expect_told(R"({"id":"q","moves":[],"rules":"chinese","boardYSize":9})"
              "\n",
              "error", "boardXSize", "from 2 to 25");
  expect_told(R"({"id":"q","moves":[],"rules":"chinese","boardXSize":9})"
              "\n",
              "error", "boardYSize", "from 2 to 25");
  expect_told(R"({"id":"q","moves":[],"rules":"chinese","boardXSize":9.5,"boardYSize":9})"
              "\n",
              "error", "boardXSize", "integer");
  expect_told(R"({"id":"q","moves":[],"rules":"chinese","boardXSize":26,"boardYSize":26})"
              "\n",
              "error", "boardXSize", "25");
  expect_told(R"({"id":"q","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":26})"
              "\n",
              "error", "boardYSize", "25");
  expect_told(R"({"id":"q","moves":[],"boardXSize":9,"boardYSize":9})"
              "\n",
              "error", "rules", "name of rules");
  expect_told(R"({"id":"q","rules":"chinese","boardXSize":9,"boardYSize":9})"
              "\n",
              "error", "moves", "array");
  expect_error(R"("moves":"D4")", "moves", "array of pairs");
  expect_error(R"("moves":[["B","A1","C1"]])", "moves", "array of pairs");
  expect_error(R"("moves":[["X","A1"]])", "moves", "player: X");
  for (const char* where : {"I1", "F1", "A6", "A0", "resign", "accept", "dead:A1", "(0,5)", "(5,0)", "(-1,0)", ""})
    expect_error(std::string(R"("moves":[["B",")") + where + R"("]])", "moves", "location");
  expect_error(R"("moves":[["B","A1"],["W","A1"]])", "moves", "Illegal move 1: A1");
  expect_error(R"("moves":[],"initialStones":[["B","pass"]])", "initialStones", "location");
  expect_error(R"("moves":[],"initialStones":[["B","A1"],["W","A2"],["W","B1"]])", "initialStones", "no liberty");
  expect_error(R"("moves":[],"initialPlayer":"red")", "initialPlayer", "\"b\" or \"w\"");
  expect_error(R"("moves":[],"analyzeTurns":[1])", "analyzeTurns", "turn number: 1");
  expect_error(R"("moves":[],"analyzeTurns":[-1])", "analyzeTurns", "turn number: -1");
  expect_error(R"("moves":[],"analyzeTurns":["0"])", "analyzeTurns", "integers");
  expect_error(R"("moves":[],"analyzeTurns":[0],"priorities":[])", "priorities", "as many");
  expect_error(R"("moves":[],"priorities":[1])", "priorities", "together with analyzeTurns");
  expect_error(R"("moves":[],"analyzeTurns":[0],"priorities":[1],"priority":1)", "priority", "both");
  expect_error(R"("moves":[],"priority":9223372036854775807)", "priority", "2^62");
  expect_error(R"("moves":[],"komi":0.25)", "komi", "half-integer");
  expect_error(R"("moves":[],"komi":151)", "komi", "150");
  expect_error(R"("moves":[],"komi":"6,5")", "komi", "half-integer");
  expect_error(R"("moves":[],"whiteHandicapBonus":"2N")", "whiteHandicapBonus", "N-1");
  expect_error(R"("moves":[],"rules":"stone-scoring")", "rules", "stone-scoring");
  expect_error(R"("moves":[],"rules":{"ko":"EASY"})", "rules", "SIMPLE");
  expect_error(R"("moves":[],"rules":{"koo":"SIMPLE"})", "rules", "unknown rule");
  expect_error(R"("moves":[],"maxVisits":0)", "maxVisits", "from 1");
  expect_error(R"("moves":[],"maxVisits":18446744073709551615)", "maxVisits", "2^50");
  expect_error(R"("moves":[],"analysisPVLen":0)", "analysisPVLen", "1000");
  expect_error(R"("moves":[],"includePolicy":1)", "includePolicy", "boolean");
  expect_error(R"("moves":[],"reportDuringSearchEvery":0)", "reportDuringSearchEvery", "seconds");
  expect_error(R"("moves":[],"rootPolicyTemperature":0)", "rootPolicyTemperature", "0.01");
  expect_error(R"("moves":[],"overrideSettings":[])", "overrideSettings", "object");
  expect_error(R"("moves":[],"overrideSettings":{"maxVisits":"many"})", "overrideSettings", "maxVisits");
  expect_error(R"("moves":[],"overrideSettings":{"reportAnalysisWinratesAs":"RED"})", "overrideSettings", "SIDETOMOVE");
}

TEST(KataQuery, BoundsOfTheSearch) {
  const auto bound = [](const std::string& field, const std::string& inner) {
    return R"("moves":[],")" + field + R"(":[)" + inner + "]";
  };
  expect_error(bound("avoidMoves", R"({"player":"B","moves":["A1"]})"), "avoidMoves", "untilDepth");
  expect_error(bound("avoidMoves", R"({"player":"B","moves":["A1"],"untilDepth":0})"), "untilDepth", "positive");
  expect_error(bound("avoidMoves", R"({"player":"B","moves":["Z9"],"untilDepth":1})"), "moves", "Z9");
  expect_error(bound("avoidMoves", R"({"player":"G","moves":["A1"],"untilDepth":1})"), "player", "\"b\"");
  expect_error(bound("allowMoves", R"({"player":"B","moves":[],"untilDepth":1})"), "allowMoves", "No legal move");
  expect_error(R"("moves":[],"allowMoves":[],"avoidMoves":[])", "allowMoves", "both");
  expect_told(query(bound("avoidMoves", R"({"player":"B","moves":["A1"],"untilDepth":2})")), "warning", "avoidMoves",
              "first move");
  const Json allowed = only(query(bound("allowMoves", R"({"player":"B","moves":["C3","B2"],"untilDepth":1})")));
  for (const Json& info : allowed["moveInfos"]) EXPECT_TRUE(info["move"] == "C3" || info["move"] == "B2");
  EXPECT_FALSE(allowed["moveInfos"].empty());
  const Json avoided =
      only(query(bound("avoidMoves", R"({"player":"B","moves":["C3"],"untilDepth":1})") + R"(,"maxVisits":200)"));
  for (const Json& info : avoided["moveInfos"]) EXPECT_NE(info["move"], "C3");
  const Json other =
      only(query(bound("avoidMoves", R"({"player":"W","moves":["C3"],"untilDepth":1})") + R"(,"maxVisits":200)"));
  EXPECT_TRUE(std::any_of(other["moveInfos"].begin(), other["moveInfos"].end(),
                          [](const Json& info) { return info["move"] == "C3"; }));
}

TEST(KataQuery, WarningsDoNotStopTheAnalysis) {
  expect_told(query(R"("moves":[],"maxVisit":7)"), "warning", "maxVisit", "unused");
  expect_told(query(R"("moves":[],"overrideSettings":{"wideRootNoise":0.04})"), "warning", "overrideSettings",
              "wideRootNoise");
  expect_told(query(R"("moves":[],"includeMovesOwnership":true)"), "warning", "includeMovesOwnership", "Not available");
  expect_told(query(R"("moves":[],"rootPolicyTemperature":1.1)"), "warning", "rootPolicyTemperature", "no effect");
  const auto rules = kata(
      R"({"id":"q","boardXSize":5,"boardYSize":5,"moves":[],"rules":{"ko":"SIMPLE","scoring":"AREA","tax":"ALL","hasButton":true}})"
      "\n");
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_TRUE(rules[0].contains("warning") && rules[1].contains("warning") && rules[2].contains("moveInfos"));
}

TEST(KataQuery, ReadsPointsInAllTheirForms) {
  const KataInput input =
      read_kata_line(query(R"-("moves":[["b","a1"],["white","PASS"],["B","(4,0)"],["W"," c3 "]])-"), *kata_game(), {});
  ASSERT_TRUE(input.query) << json_text(Json(input.notices));
  std::string words;
  for (const KataMove& move : input.query->moves) words += std::to_string(move.player) + move.word + ' ';
  EXPECT_EQ(words, "0A1 1pass 0E5 1C3 ");
}

TEST(KataQuery, RulesBecomeOptions) {
  const auto options = [](const std::string& rules) {
    const KataInput input = read_kata_line(
        R"({"id":"q","boardXSize":9,"boardYSize":9,"moves":[],"rules":)" + rules + "}", *kata_game(), {});
    std::string text = input.query ? std::string(handicap_bonus_word(input.query->bonus)) : "refused";
    if (input.query)
      for (const auto& [name, value] : input.query->config.options) text += ' ' + value;
    return text;
  };
  EXPECT_EQ(options("\"chinese\""), "N 9 simple area no 7.5");
  EXPECT_EQ(options("\"Chinese_KGS\""), "N 9 positional area no 7.5");
  EXPECT_EQ(options("\"AGA\""), "N-1 9 situational area no 7.5");
  EXPECT_EQ(options("\"japanese\""), "0 9 simple territory no 6.5");
  EXPECT_EQ(options("\"new-zealand\""), "0 9 situational area yes 7.5");
  EXPECT_EQ(options("\"koPOSITIONALscoreAREAtaxNONEsui1\""), "0 9 positional area yes 7.5");
  EXPECT_EQ(options("\"koPOSITIONALscoreAREAtaxALLsui1\""), "refused");
  EXPECT_EQ(options(R"("{\"ko\":\"SITUATIONAL\",\"scoring\":\"TERRITORY\",\"tax\":\"SEKI\"}")"),
            "0 9 situational territory no 6.5");
  EXPECT_EQ(options(R"({"ko":"SIMPLE","scoring":"AREA","suicide":true,"whiteHandicapBonus":"N-1"})"),
            "N-1 9 simple area yes 7.5");
}

}  // namespace
}  // namespace cairn::test

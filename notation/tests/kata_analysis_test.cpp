// Sessions of the analysis protocol.
#include <map>
#include <set>
#include <thread>

#include "core/text.h"
#include "kata_helpers.h"

namespace cairn::test {
namespace {

std::string komi_at(const std::string& line, std::size_t turn) {
  const KataInput input = read_kata_line(line, *kata_game(), {});
  if (!input.query) return json_text(Json(input.notices));
  const KataQuery& query = *input.query;
  KataGame game(*kata_game(), query.config, query.moves, query.first, query.bonus);
  for (std::size_t i = 0; i < turn; ++i) EXPECT_TRUE(game.play(query.moves[i])) << i;
  for (const View::Fact& fact : game.position().view(Viewer::referee).facts)
    if (fact.name == "komi") return fact.value;
  return {};
}

TEST(KataAnalysis, AnswersInTheFieldsOfTheProtocol) {
  const Json answer = only(query(
      R"("moves":[["B","C3"]],"includeOwnership":true,"includePolicy":true,"includePVVisits":true,"maxVisits":60)"));
  EXPECT_EQ(answer["id"], "q");
  EXPECT_EQ(answer["turnNumber"], 1);
  EXPECT_EQ(answer["isDuringSearch"], false);
  const Json& root = answer["rootInfo"];
  EXPECT_EQ(root["currentPlayer"], "W");
  EXPECT_GE(root["visits"].get<int>(), 60);
  EXPECT_EQ(root["thisHash"].get<std::string>().size(), 32U);
  EXPECT_GE(root["winrate"].get<double>(), 0);
  EXPECT_LE(root["winrate"].get<double>(), 1);
  ASSERT_FALSE(answer["moveInfos"].empty());
  int order = 0;
  for (const Json& info : answer["moveInfos"]) {
    EXPECT_EQ(info["order"], order++);
    EXPECT_GT(info["visits"].get<int>(), 0);
    EXPECT_EQ(info["pv"][0], info["move"]);
    EXPECT_EQ(info["pv"].size(), info["pvVisits"].size());
    EXPECT_EQ(info["pv"].size(), info["pvEdgeVisits"].size());
    for (const char* field : {"winrate", "utility", "prior", "lcb", "utilityLcb", "scoreLead", "scoreMean",
                              "edgeVisits", "weight", "edgeWeight", "playSelectionValue"})
      EXPECT_TRUE(info[field].is_number()) << field;
  }
  EXPECT_EQ(answer["ownership"].size(), 25U);
  ASSERT_EQ(answer["policy"].size(), 26U);
  EXPECT_EQ(answer["policy"][12], -1.0) << "C3 is taken";
  double sum = 0;
  for (const Json& prior : answer["policy"]) sum += std::max(prior.get<double>(), 0.0);
  EXPECT_NEAR(sum, 1, 1e-3);
  const Json plain = only(query(R"("moves":[])"));
  for (const char* field : {"ownership", "policy"}) EXPECT_FALSE(plain.contains(field)) << field;
  EXPECT_FALSE(plain["moveInfos"][0].contains("pvVisits"));
}

// Win rates, leads and owners are those of whom the query, or the settings, name.
TEST(KataAnalysis, NumbersAreForWhomTheQueryAsks) {
  const auto seen = [](const char* as, const char* mover) {
    return only(query(
        std::string(
            R"("moves":[],"initialStones":[["B","B3"],["B","C3"],["B","D3"],["B","C2"],["B","C4"]],"initialPlayer":")") +
        mover + R"(","maxVisits":300,"includeOwnership":true,"overrideSettings":{"reportAnalysisWinratesAs":")" + as +
        "\"}"));
  };
  for (const char* mover : {"B", "W"}) {
    const Json black = seen("BLACK", mover), white = seen("WHITE", mover), own = seen("SIDETOMOVE", mover);
    EXPECT_GT(black["rootInfo"]["winrate"].get<double>(), 0.5);
    EXPECT_GT(black["rootInfo"]["scoreLead"].get<double>(), 0);
    EXPECT_GT(black["ownership"][12].get<double>(), 0);
    EXPECT_NEAR(black["rootInfo"]["winrate"].get<double>() + white["rootInfo"]["winrate"].get<double>(), 1, 1e-9);
    EXPECT_NEAR(black["moveInfos"][0]["lcb"].get<double>() + white["moveInfos"][0]["lcb"].get<double>(), 1, 1e-9);
    EXPECT_NEAR(black["ownership"][12].get<double>(), -white["ownership"][12].get<double>(), 1e-6);
    const Json& same = *mover == 'B' ? black : white;
    EXPECT_EQ(own["rootInfo"], same["rootInfo"]);
    EXPECT_EQ(own["ownership"], same["ownership"]);
  }
}

TEST(KataAnalysis, HashesTellPositionsAndTheirSymmetries) {
  const auto root = [](const std::string& more) { return only(query(more))["rootInfo"]; };
  const Json a = root(R"("moves":[["B","A1"]])"), b = root(R"("moves":[["B","E5"]])"),
             c = root(R"("moves":[["B","A2"]])");
  const Json other = root(R"("moves":[],"initialStones":[["B","A1"]],"initialPlayer":"B")");
  const Json same = root(R"("moves":[],"initialStones":[["B","A1"]],"initialPlayer":"W")");
  EXPECT_NE(a["thisHash"], b["thisHash"]);
  EXPECT_EQ(a["symHash"], b["symHash"]);
  EXPECT_NE(a["symHash"], c["symHash"]);
  EXPECT_NE(a["thisHash"], other["thisHash"]);
  EXPECT_EQ(a["thisHash"], same["thisHash"]);
}

TEST(KataAnalysis, HighestPriorityFirstThenTheEarlier) {
  // It holds the queue up until all others wait.
  std::string lines = query(R"("moves":[],"maxVisits":1000000000,"priority":10)", "first");
  lines += query(R"("moves":[])", "low") + query(R"("moves":[],"priority":5)", "high");
  lines += query(R"("moves":[],"priority":5)", "late");
  lines += query(R"("moves":[["B","C3"],["W","B2"]],"analyzeTurns":[2,0,1],"priorities":[7,-1,9])", "three");
  lines += R"({"id":"go","action":"terminate","terminateId":"first"})"
           "\n";
  std::string order;
  for (const Json& answer : kata(lines))
    if (answer["id"] != "first" && answer["id"] != "go")
      order += answer["id"].get<std::string>() + std::to_string(answer["turnNumber"].get<int>()) + ' ';
  EXPECT_EQ(order, "three1 three2 high0 late0 low0 three0 ");
}

TEST(KataAnalysis, ReportsDuringTheSearchAndOnceAtTheEnd) {
  KataSettings settings = quick_kata();
  const auto list =
      kata(query(R"("moves":[],"maxVisits":1000000,"overrideSettings":{"maxTime":1.5},"reportDuringSearchEvery":0.3)"),
           settings);
  ASSERT_GE(list.size(), 2U);
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(list[i]["isDuringSearch"], i + 1 < list.size());
  const auto once = kata(
      query(R"("moves":[],"maxVisits":1000000,"overrideSettings":{"maxTime":1.5},"firstReportDuringSearchAfter":0.5)"),
      settings);
  EXPECT_EQ(once.size(), 2U);
}

TEST(KataAnalysis, TerminatesWhatWaitsAndWhatRuns) {
  std::string lines = query(R"("moves":[["B","C3"]],"analyzeTurns":[0,1],"maxVisits":1000000000)", "long");
  lines += query(R"("moves":[])", "other");
  lines += R"({"id":"t1","action":"terminate","terminateId":"long","turnNumbers":[1]})"
           "\n";
  lines += R"({"id":"t2","action":"terminate","terminateId":"nobody"})"
           "\n";
  lines += R"({"id":"t3","action":"terminate","terminateId":"long"})"
           "\n";
  std::map<std::string, int> ends;
  std::map<std::string, Json> echoes;
  for (const Json& answer : kata(lines)) {
    if (answer.contains("action"))
      echoes[answer["id"]] = answer;
    else if (answer["isDuringSearch"] == false)
      ++ends[answer["id"].get<std::string>() + std::to_string(answer["turnNumber"].get<int>())];
  }
  EXPECT_EQ(ends, (std::map<std::string, int>{{"long0", 1}, {"long1", 1}, {"other0", 1}}));
  EXPECT_EQ(json_text(echoes["t1"]), R"({"id":"t1","action":"terminate","terminateId":"long","turnNumbers":[1]})");
  EXPECT_EQ(echoes.size(), 3U);
  const auto all =
      kata(query(R"("moves":[],"maxVisits":1000000000)", "a") + query(R"("moves":[],"maxVisits":1000000000)", "b") +
           R"({"id":"z","action":"terminate_all"})"
           "\n");
  EXPECT_EQ(all.size(), 3U);
  const Json waited = all[0]["id"] == "b" ? all[0] : all[1]["id"] == "b" ? all[1] : all[2];
  EXPECT_EQ(json_text(waited), R"({"id":"b","turnNumber":0,"isDuringSearch":false,"noResults":true})");
}

TEST(KataAnalysis, Actions) {
  EXPECT_EQ(json_text(only(R"({"id":"v","action":"query_version","note":[1]})"
                           "\n")),
            R"({"id":"v","action":"query_version","note":[1],"version":"1.2","git_hash":"<omitted>"})");
  EXPECT_EQ(json_text(only(R"({"id":"c","action":"clear_cache"})"
                           "\n")),
            R"({"id":"c","action":"clear_cache"})");
  EXPECT_TRUE(only(R"({"id":"m","action":"query_models"})"
                   "\n")["models"]
                  .is_array());
  EXPECT_EQ(only(R"({"id":"x","action":"dance"})"
                 "\n")["field"],
            "action");
  EXPECT_EQ(only(R"({"id":"x","action":7})"
                 "\n")["field"],
            "action");
  EXPECT_EQ(only(R"({"id":"x","action":"terminate"})"
                 "\n")["field"],
            "terminateId");
  EXPECT_EQ(only(R"({"id":"x","action":"terminate_all","turnNumbers":"1"})"
                 "\n")["field"],
            "turnNumbers");
}

// Whoever moves out of turn, and after the end of play, moves all the same.
TEST(KataAnalysis, GoesOnWhereAGameWouldNot) {
  EXPECT_EQ(only(query(R"("moves":[["B","C3"],["B","B2"],["B","D4"]])"))["rootInfo"]["currentPlayer"], "W");
  EXPECT_EQ(only(query(R"("moves":[["B","pass"],["W","pass"]])"))["rootInfo"]["currentPlayer"], "B");
  EXPECT_EQ(
      only(query(
          R"("moves":[["B","pass"],["W","pass"],["B","C3"],["W","pass"],["B","pass"]])"))["rootInfo"]["currentPlayer"],
      "W");
  EXPECT_EQ(only(query(R"("moves":[],"initialStones":[["B","C3"],["B","B2"]])"))["rootInfo"]["currentPlayer"], "W")
      << "a handicap";
  EXPECT_EQ(only(query(R"("moves":[],"initialStones":[["B","C3"],["W","B2"]])"))["rootInfo"]["currentPlayer"], "B");
  EXPECT_EQ(only(query(R"("moves":[],"initialPlayer":"w")"))["rootInfo"]["currentPlayer"], "W");
  const std::string ko =
      R"("initialStones":[["B","B1"],["B","A2"],["B","B3"],["W","C1"],["W","D2"],["W","C3"]],"moves":[["B","C2"],["W","B2"],["B","C2"]])";
  EXPECT_EQ(kata(query(ko))[0]["field"], "moves") << "ko stays forbidden";
}

TEST(KataAnalysis, HandicapStonesGivePointsByTheRules) {
  const auto line = [](const std::string& rules, const std::string& more) {
    return R"({"id":"q","boardXSize":9,"boardYSize":9,"komi":0.5,"rules":")" + rules + "\"," + more + "}";
  };
  const std::string three = R"("moves":[],"initialStones":[["B","C3"],["B","G7"],["B","C7"]])";
  EXPECT_EQ(komi_at(line("chinese", three), 0), "3.5");
  EXPECT_EQ(komi_at(line("aga", three), 0), "2.5");
  EXPECT_EQ(komi_at(line("japanese", three), 0), "0.5");
  EXPECT_EQ(komi_at(line("chinese", three + R"(,"whiteHandicapBonus":"0")"), 0), "0.5");
  EXPECT_EQ(komi_at(line("chinese", R"("moves":[["B","C3"],["B","G7"],["W","C7"]])"), 3), "2.5") << "placed as moves";
  EXPECT_EQ(komi_at(line("chinese", R"("moves":[["B","C3"],["W","G7"]])"), 2), "0.5") << "an even game";
  EXPECT_EQ(komi_at(line("chinese", R"("moves":[],"initialStones":[["B","C3"],["B","G7"],["W","C7"]])"), 0), "0.5");
}

// Where the position is set up anew, prisoners go into the komi.
TEST(KataAnalysis, PrisonersStayCounted) {
  const std::string moves = R"("moves":[["B","A1"],["W","B1"],["B","E5"],["W","A2"],["W","D4"]])";
  const auto line = [&](const char* rules) {
    return R"({"id":"q","boardXSize":5,"boardYSize":5,"komi":6.5,"rules":")" + std::string(rules) + "\"," + moves + "}";
  };
  EXPECT_EQ(komi_at(line("japanese"), 4), "6.5");
  EXPECT_EQ(komi_at(line("japanese"), 5), "7.5");
  EXPECT_EQ(komi_at(line("chinese"), 5), "6.5");
}

TEST(KataAnalysis, TheSameSeedAnswersTheSame) {
  const auto text = [](const std::vector<Json>& answers) {
    std::string all;
    for (const Json& answer : answers) all += json_text(answer) + '\n';
    return all;
  };
  const std::string lines = query(R"("moves":[["B","C3"]],"analyzeTurns":[0,1],"maxVisits":100)");
  EXPECT_EQ(text(kata(lines)), text(kata(lines)));
  const auto twice = kata(query(R"("moves":[],"maxVisits":100)") + query(R"("moves":[],"maxVisits":100)"));
  ASSERT_EQ(twice.size(), 2U);
  EXPECT_EQ(text({twice[0]}), text({twice[1]})) << "nothing of one search is left to the next";
}

TEST(KataAnalysis, LotsOfInputIsRefusedInTimeAndNothingIsLost) {
  KataSettings settings = quick_kata();
  settings.usual.visits = 1'000'000'000;
  settings.finish = false;
  std::string lines;
  for (int i = 0; i < 5; ++i) {
    std::string turns = "0";
    for (int turn = 0; turn < 4'999; ++turn) turns += "," + std::to_string(turn % 2);
    lines += query(R"("moves":[["B","C3"]],"analyzeTurns":[)" + turns + "]", "q" + std::to_string(i));
  }
  for (const Json& answer : kata(lines, settings)) EXPECT_FALSE(answer.contains("error")) << "a turn counts once";
  lines.clear();
  for (std::size_t i = 0; i <= kMostKataWaiting + 10; ++i) lines += query(R"("moves":[])");
  std::size_t refused = 0;
  for (const Json& answer : kata(lines, settings)) refused += answer.contains("error") ? 1U : 0U;
  EXPECT_GE(refused, 9U);
  EXPECT_LE(refused, 11U);
}

// A client that does not read on.
TEST(KataAnalysis, EndsWhereNobodyListens) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += query(R"("moves":[],"maxVisits":2000)");
  std::istringstream in(lines);
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  run_kata_analysis(*kata_game(), quick_kata(), in, out);
  EXPECT_TRUE(out.str().empty());
}

TEST(KataAnalysis, SeveralPositionsAndThreadsAtOnce) {
  KataSettings settings = quick_kata();
  settings.positions = 3;
  settings.threads = 2;
  settings.engine.shipped = true;  // networks too
  std::string lines;
  std::set<std::string> wanted, got;
  for (const int size : {9, 13, 19})
    for (int i = 0; i < 3; ++i) {
      const std::string id = std::to_string(size) + "-" + std::to_string(i), side = std::to_string(size);
      wanted.insert(id);
      lines += R"({"id":")" + id + R"(","boardXSize":)" + side + R"(,"boardYSize":)" + side +
               R"(,"rules":"japanese","moves":[["B","D4"]],"maxVisits":8,"includePolicy":true})"
               "\n";
    }
  for (const Json& answer : kata(lines, settings)) {
    EXPECT_TRUE(answer.contains("moveInfos")) << json_text(answer);
    got.insert(answer["id"]);
  }
  EXPECT_EQ(got, wanted);
}

}  // namespace
}  // namespace cairn::test

// Analysis: the forms that clients read, options, interruption by the next line.
#include <regex>

#include "core/text.h"
#include "gtp_helpers.h"
#include "notation/gtp_analyze.h"

namespace cairn::test {
namespace {

Analysis sample(const Position& at) {
  Analysis analysis;
  analysis.seat = seat_at(1);
  analysis.win_rate = 0.625;
  analysis.score = 2.5;
  analysis.has_score = true;
  analysis.visits = 120;
  const auto action = [&](const char* word) { return at.parse(seat_at(1), word).action; };
  analysis.candidates = {{action("D4"), 0.625, 2.5, 0.25, 100, Proof::none, {action("D4"), action("E5")}, {100, 40}},
                         {action("pass"), 0.25, -3, 0.125, 20, Proof::none, {action("pass")}, {20}},
                         {action("A1"), 0, 0, 0.01, 0, Proof::none, {action("A1")}, {0}}};
  analysis.ownership.assign(25, 0.5F);
  return analysis;
}

TEST(GtpReport, TheFormOfLeelaZero) {
  const Position at = find_game("go")->make(options("size=5")).position;
  EXPECT_EQ(gtp_report(sample(at), at, {}),
            "info move D4 visits 100 winrate 6250 prior 2500 lcb 5300 order 0 pv D4 E5 "
            "info move pass visits 20 winrate 2500 prior 1250 lcb 548 order 1 pv pass");
}

TEST(GtpReport, TheFormOfKataGo) {
  const Position at = find_game("go")->make(options("size=5")).position;
  const std::string text = gtp_report(
      sample(at), at, {.kata = true, .ownership = true, .root_info = true, .line_visits = true, .least = 3, .most = 0});
  EXPECT_EQ(
      text.substr(0, text.find(" info move pass")),
      "info move D4 visits 100 utility 0.250000 winrate 0.625000 scoreMean 2.5000 scoreLead 2.5000 prior 0.250000 "
      "lcb 0.529989 utilityLcb 0.059978 order 0 pv D4 E5 pvVisits 100 40");
  EXPECT_NE(text.find(" info move A1 visits 0 "), std::string::npos) << "at least three moves";
  EXPECT_NE(text.find(" rootInfo visits 120 utility 0.250000 winrate 0.625000 scoreMean 2.5000 scoreLead 2.5000"),
            std::string::npos);
  const std::string owners = text.substr(text.find(" ownership "));
  EXPECT_EQ(split_words(owners).size(), 26U);
  EXPECT_NE(owners.find("-0.5000"), std::string::npos) << "as the side to move sees it";
  EXPECT_EQ(gtp_report(sample(at), at, {.kata = true, .most = 1}).find("pass"), std::string::npos);
}

TEST(GtpAnalyze, ReadsItsOptions) {
  const auto read = [](const char* line) { return read_analyze_request(read_gtp_line(line), true); };
  EXPECT_EQ(read("kata-analyze").interval, 1);
  EXPECT_EQ(read("kata-analyze 50").interval, 0.5);
  EXPECT_EQ(read("kata-analyze b 50").colour, "b");
  EXPECT_EQ(read("kata-analyze interval 20 ownership true").interval, 0.2);
  EXPECT_EQ(read("kata-analyze w minmoves 2 maxmoves 7").form.most, 7U);
  EXPECT_TRUE(read("kata-analyze ownership true rootInfo true pvVisits true").form.line_visits);
  const auto bound = read("kata-analyze b avoid b D4,E5 1 avoid w C3 2");
  ASSERT_EQ(bound.bounds.size(), 2U);
  EXPECT_EQ(bound.bounds[0].words, (std::vector<std::string>{"D4", "E5"}));
  for (const auto* wrong : {"kata-analyze b x", "kata-analyze interval", "kata-analyze interval x", "kata-analyze -5",
                            "kata-analyze ownership maybe", "kata-analyze avoid b D4", "kata-analyze maxmoves -1"})
    EXPECT_EQ(read(wrong).error.substr(0, 12), "syntax error") << wrong;
}

TEST(GtpAnalyze, TellsAtLeastOnceAndEndsWithTheNextLine) {
  const std::regex form(
      "^=4\ninfo move [A-J][1-9] visits \\d+ winrate \\d+ prior \\d+ lcb \\d+ order 0 pv [^\n]*(\ninfo [^\n]*)*$");
  const auto list = answers(speak("4 lz-analyze b 1\n5 name\n"));
  ASSERT_EQ(list.size(), 2U);
  EXPECT_TRUE(std::regex_match(list[0], form)) << list[0];
  EXPECT_EQ(list[1], "=5 Cairn");
  EXPECT_TRUE(std::regex_match(answers(speak("4 lz-analyze 1\n")).at(0), form)) << "the end of the input ends it";
}

TEST(GtpAnalyze, KeepsToWhatIsAllowed) {
  const auto only = last("kata-analyze b allow b D4,E5 1 interval 1\n");
  EXPECT_NE(only.find("info move "), std::string::npos);
  for (const auto part : split(only, '\n')) {
    const std::string text(part);
    for (auto at = text.find("info move "); at != std::string::npos; at = text.find("info move ", at + 1)) {
      const std::string move = text.substr(at + 10, 2);
      EXPECT_TRUE(move == "D4" || move == "E5") << move;
    }
  }
  EXPECT_EQ(last("kata-genmove_analyze b allow b C7 1\n").substr(0, 2), "=\n");
  EXPECT_NE(last("kata-genmove_analyze b allow b C7 1\n").find("\nplay C7"), std::string::npos);
  EXPECT_EQ(last("kata-analyze b avoid b Z9 1\n"), "? invalid color or coordinate");
  EXPECT_EQ(last("kata-analyze b allow b D4 1 avoid b D4 1\n"), "? there is no move to look at");
}

TEST(GtpAnalyze, GeneratesAndSearches) {
  const auto played = answers(speak("lz-genmove_analyze b 1\nundo\nundo\n"));
  EXPECT_TRUE(std::regex_search(played[0], std::regex("\nplay ([A-J][1-9]|pass)$"))) << played[0];
  EXPECT_EQ(played[1], "=");
  const auto searched = answers(speak("kata-search_analyze b interval 1\nundo\n"));
  EXPECT_TRUE(std::regex_search(searched[0], std::regex("\nplay ([A-J][1-9]|pass)$"))) << searched[0];
  EXPECT_EQ(searched[1], "? cannot undo") << "a search plays nothing";
}

TEST(GtpAnalyze, WhatCanBeCancelledIs) {
  GtpSettings settings = quick();
  settings.playouts = 1'000'000'000;
  const auto list =
      answers(speak("kata-search_analyze_cancellable b\nkata-search_cancellable b\nname\n", "go", "size=9", settings));
  ASSERT_EQ(list.size(), 3U);
  EXPECT_NE(list[0].find("play cancelled"), std::string::npos);
  EXPECT_EQ(list[1], "= cancelled");
  EXPECT_EQ(list[2], "= Cairn");
}

// A comment ends a long search, and the move found so far is played.
TEST(GtpAnalyze, AnInterruptEndsTheSearch) {
  GtpSettings settings = quick();
  settings.playouts = 1'000'000'000;
  const auto list = answers(speak("gogui-interrupt\ngenmove b\n# interrupt\nundo\n", "go", "size=9", settings));
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[1][0], '=');
  EXPECT_EQ(list[2], "=");
}

TEST(GtpAnalyze, PonderingStopsForTheNextCommand) {
  GtpSettings settings = quick();
  settings.ponder = true;
  settings.threads = 2;
  const auto list =
      answers(speak("genmove b\nplay w D4\ngenmove b\nstop\nclear_board\ngenmove w\n", "go", "size=9", settings));
  for (const auto& one : list) EXPECT_TRUE(one[0] == '=' || one == "? illegal move") << one;
}

TEST(GtpOverlays, AreOfferedAndDrawn) {
  const std::string offered = last("gogui-analyze_commands\n");
  EXPECT_NE(offered.find("gfx/Candidates/cairn-candidates"), std::string::npos);
  const std::string drawn = last("cairn-candidates\n");
  EXPECT_TRUE(std::regex_search(
      drawn, std::regex("^= INFLUENCE( [A-J][1-9] [01]\\.\\d{3}| pass [01]\\.\\d{3})+\nLABEL .*\nTEXT .* for black")))
      << drawn;
  EXPECT_TRUE(std::regex_match(last("cairn-win_rate\n"), std::regex("= \\d+\\.\\d % for black")));
  EXPECT_EQ(last("gogui-analyze_commands\n", "spargo", "").find("Dead Stones"), std::string::npos);
  // With an engine that tells ownership a row of numbers for each row of the board, else why not.
  const std::string owners = last("cairn-ownership\n");
  EXPECT_TRUE(owners[0] == '?' || split(owners, '\n').size() == 10U) << owners;
}

}  // namespace
}  // namespace cairn::test

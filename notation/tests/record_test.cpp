#include "notation/record.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

Record sample() {
  Record record;
  record.game = "margo";
  record.config.options = {{"size", "4"}};
  record.moves = {{seat_at(0), "A1"}, {seat_at(1), "C1"}, {seat_at(0), "resign"}};
  return record;
}

std::string fault(std::string_view text) {
  Record record;
  return read_record(text, record);
}

TEST(Record, ReadsWhatItWrote) {
  Record record = sample();
  record.config.setup = ::cairn::Setup{{"..../..../.W../...."}, "black"};
  const std::string text = json_text(record_json(record));
  Record back;
  ASSERT_EQ(read_record(text, back), "");
  EXPECT_EQ(back.game, record.game);
  EXPECT_EQ(back.config.options, record.config.options);
  EXPECT_EQ(back.config.setup->board, record.config.setup->board);
  EXPECT_EQ(back.config.setup->to_move, "black");
  EXPECT_EQ(back.moves, record.moves);
  EXPECT_EQ(json_text(record_json(back)), text);
}

TEST(Record, LeadsToThePositionOfItsMoves) {
  const Refolded refolded = refold(sample());
  ASSERT_EQ(refolded.error, "");
  const View view = refolded.position.view(Viewer::spectator);
  EXPECT_EQ(view.result, "B+R");
  EXPECT_EQ(view.board, (std::vector<std::string>{"..../..../..../WB.."}));
}

TEST(Record, NamesTheMoveThatCannotBePlayed) {
  Record record = sample();
  record.moves[1].second = "A1";
  const Refolded refolded = refold(record);
  EXPECT_EQ(refolded.error, "move 2, \"A1\" by seat 1, cannot be played: there is already a piece there");
  EXPECT_EQ(refolded.position.view(Viewer::spectator).board[0], "..../..../..../W...");
}

TEST(Record, NamesWhatIsWrongWithTheStart) {
  Record record = sample();
  record.config.options = {{"size", "40"}};
  EXPECT_EQ(refold(record).error, "option size: \"40\" is not one of 2..19");
}

TEST(Record, RefusesWhatIsNoRecord) {
  EXPECT_NE(fault(""), "");
  EXPECT_NE(fault("[]"), "");
  EXPECT_NE(fault("{\"format\":\"other\"}"), "");
  EXPECT_NE(fault(R"({"format":"cairn-record","version":2,"game":"margo","moves":[]})"), "");
  EXPECT_NE(fault(R"({"format":"cairn-record","version":3,"game":"margo","nodes":[{}]})"), "");
  EXPECT_NE(fault(R"({"format":"cairn-record","version":1,"game":"chess","moves":[]})"), "");
  EXPECT_NE(fault(R"({"format":"cairn-record","version":1,"game":"margo"})"), "");
  EXPECT_NE(fault(R"({"format":"cairn-record","version":1,"game":"margo","options":5,"moves":[]})"), "");
  EXPECT_NE(fault(R"({"format":"cairn-record","version":1,"game":"margo","position":{},"moves":[]})"), "");
  for (const auto move : {"5", "[]", "[0]", "[0,1]", "[-1,\"A1\"]", "[4,\"A1\"]", "[0.5,\"A1\"]", "[0,\"A1\",2]",
                          "[18446744073709551615,\"A1\"]"})
    EXPECT_NE(fault(std::string(R"({"format":"cairn-record","version":1,"game":"margo","moves":[)") + move + "]}"), "")
        << move;
}

TEST(Record, PassesOverUnknownKeys) {
  EXPECT_EQ(fault(R"({"format":"cairn-record","version":1,"game":"margo","later":{},"moves":[]})"), "");
}

// ---- version 2

std::string fault_of_nodes(const std::string& nodes) {
  AnnotatedGame game;
  return read_record(R"({"format":"cairn-record","version":2,"game":"margo","nodes":)" + nodes + "}", game);
}

TEST(RecordTree, ReadsVariationsAndRemarks) {
  AnnotatedGame game;
  ASSERT_EQ(read_record(R"({"format":"cairn-record","version":2,"game":"margo","options":{"size":4},
    "players":[{"name":"Ann","rank":"3d"},{}],"date":"2024-01-02","result":"W+3","later":5,
    "nodes":[{"comment":"a start"},{"move":[0,"A1"],"mark":"very-bad","name":"here"},{"move":[1,"C1"]},
             {"after":1,"move":[1,"C3"],"evaluation":{"win_percent":12.5,"score":-3,"visits":800}},
             {"after":0,"properties":{"LB":["aa:x"]}}]})",
                        game),
            "");
  EXPECT_EQ(game.details.players[0].rank, "3d");
  EXPECT_EQ(game.details.date, "2024-01-02");
  ASSERT_EQ(game.tree.size(), 5U);
  EXPECT_EQ(game.tree[1].mark, MoveMark::very_bad);
  EXPECT_EQ(game.tree.children(1), (std::vector<NodeIndex>{2, 3}));
  EXPECT_EQ(game.tree[3].evaluation.win_percent, 12.5);
  EXPECT_EQ(game.tree[3].evaluation.visits, 800);
  EXPECT_EQ(game.tree[4].properties[0].values[0], "aa:x");
  EXPECT_EQ(check_and_cut(game).cut, 0U);
  const std::string text = json_text(record_json(game));
  AnnotatedGame back;
  ASSERT_EQ(read_record(text, back), "");
  EXPECT_TRUE(back == game);
  EXPECT_NE(text.find(R"("after":1)"), std::string::npos) << text;
}

TEST(RecordTree, TakesTheMainLineIntoARecord) {
  Record record;
  ASSERT_EQ(read_record(R"({"format":"cairn-record","version":2,"game":"margo","nodes":[{},{"move":[0,"A1"]},
                          {"comment":"no move"},{"move":[1,"C1"]},{"after":1,"move":[1,"C3"]}]})",
                        record),
            "");
  EXPECT_EQ(record.moves, (std::vector<std::pair<Seat, std::string>>{{seat_at(0), "A1"}, {seat_at(1), "C1"}}));
}

TEST(RecordTree, ReadsVersionOneAsALine) {
  AnnotatedGame game;
  ASSERT_EQ(read_record(json_text(record_json(sample())), game), "");
  EXPECT_EQ(main_line(game.tree).moves, sample().moves);
  EXPECT_EQ(check_and_cut(game).cut, 0U);
  EXPECT_EQ(game.details.result, "B+R");
}

TEST(RecordTree, CutsWhatCannotBePlayedAndSaysSo) {
  AnnotatedGame game;
  ASSERT_EQ(read_record(R"({"format":"cairn-record","version":2,"game":"margo","options":{"size":"4"},
    "nodes":[{},{"move":[0,"a1"]},{"move":[1,"A1"]},{"move":[0,"C1"]},{"after":1,"move":[3,"C1"]},
             {"after":1,"move":[1,"C1"]},{"after":1,"position":{"board":["."]}}]})",
                        game),
            "");
  const Checked checked = check_and_cut(game);
  ASSERT_EQ(checked.cut, 3U);
  EXPECT_EQ(checked.faults[0].text, "move 2, \"A1\" by black cannot be played: there is already a piece there");
  EXPECT_EQ(checked.faults[1].text,
            "move 2 of a variation, \"C1\" cannot be played: seat 3 does not exist; there are 2 seats, counted from 0");
  EXPECT_NE(checked.faults[2].text.find("after move 1 of a variation: a position cannot be set up: "),
            std::string::npos);
  ASSERT_EQ(game.tree.size(), 3U);
  EXPECT_EQ(game.tree[1].move->word, "A1");
  EXPECT_EQ(game.tree[2].move->word, "C1");
}

TEST(RecordTree, SaysWhatIsWrong) {
  for (const auto* nodes : {"5",
                            "[]",
                            "[5]",
                            R"([{"move":[0,"A1"]}])",
                            R"([{},{"after":1}])",
                            R"([{},{"after":-1}])",
                            R"([{},{"after":0.5}])",
                            R"([{},{"move":[9,"A1"]}])",
                            R"([{},{"move":"A1"}])",
                            R"([{},{"position":5}])",
                            R"([{"mark":"great"}])",
                            R"([{"mark":""}])",
                            R"([{"name":5}])",
                            R"([{"comment":[]}])",
                            R"([{"evaluation":5}])",
                            R"([{"evaluation":{"win_percent":101}}])",
                            R"([{"evaluation":{"score":"x"}}])",
                            R"([{"evaluation":{"visits":1.5}}])",
                            R"([{"evaluation":{"visits":-1}}])",
                            R"([{"properties":{"lb":["x"]}}])",
                            R"([{"properties":{"LB":[]}}])",
                            R"([{"properties":{"LB":["a]b"]}}])",
                            R"([{"properties":{"LB":["a\\"]}}])"})
    EXPECT_NE(fault_of_nodes(nodes), "") << nodes;
  EXPECT_EQ(fault_of_nodes(R"([{},{"after":1}])"), "record: node 1: \"after\" must be the number of an earlier node");
}

TEST(RecordTree, TakesHundredThousandNodes) {
  AnnotatedGame game;
  game.game = "go";
  NodeIndex last = kRoot;
  for (int i = 0; i < 100'000; ++i) {
    GameNode node;
    node.comment = "c";
    last = game.tree.add(last, std::move(node));
  }
  AnnotatedGame back;
  ASSERT_EQ(read_record(json_text(record_json(game)), back), "");
  EXPECT_TRUE(back.tree == game.tree);
}

}  // namespace
}  // namespace cairn

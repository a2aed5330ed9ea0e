// Records of Abstract Play and saved games of Jocly: files of our own in the shape that their programs give them.
#include "notation/site_file.h"

#include <gtest/gtest.h>

#include "notation/game_file.h"
#include "notation/tests/moves_text.h"

namespace cairn {
namespace {

// The game of gamerz.net in tests/vectors/margo_games.json, number 254, as Abstract Play would have written it.
constexpr std::string_view kRecord = R"~({"header":{"game":{"name":"Margo","variants":["Size-4 board (Spargo)"]},
  "event":"Spring cup","round":"2","site":{"name":"Abstract Play","gameid":"1f2e"},
  "date-start":"2024-05-01T10:00:00.000Z","date-end":"2024-05-09T10:00:00.000Z",
  "players":[{"name":"Ann","userid":"a","is_ai":false,"score":4,"result":0},
             {"name":"Bob","userid":"b","is_ai":false,"score":9,"result":1}]},
  "moves":[["1c5","1c3"],["1e3","1e1"],["1g3","1e5"],["1e7","2d4"],["1a3",{"move":"1g5","result":[]}],["1a7","1c1"],
           ["2d2","1g1"],["2d2","1g3"],["1g7","1c7"],["1e7"]]})~";

std::string line_of(std::string_view text) {
  const GameFile file = read_game_file(text, {});
  return file.imported.error.empty() ? test::moves_text(file) : std::string(file.imported.error);
}

TEST(AbstractPlay, RecordKeepsMovesPlayersAndPlace) {
  const GameFile file = read_game_file(kRecord, {});
  ASSERT_EQ(std::string(file.imported.error), "");
  EXPECT_EQ(file.imported.cut, 0U);
  EXPECT_EQ(test::moves_text(file),
            "spargo: 0C5 1C3 0E3 1E1 0G3 1E5 0E7 1D4 0A3 1G5 0A7 1C1 0D2 1G1 0D2 1G3 0G7 1C7 0E7");
  const Details& details = file.imported.game.details;
  EXPECT_EQ(details.players[0].name, "Ann");
  EXPECT_EQ(details.players[1].name, "Bob");
  EXPECT_EQ(details.event + details.round + details.date + details.place, "Spring cup22024-05-01AbstractPlay");
  EXPECT_EQ(details.source, "AbstractPlay, 1f2e");
}

TEST(AbstractPlay, StateOfARunningGameOnTheUsualBoard) {
  EXPECT_EQ(line_of(R"({"game":"margo","numplayers":2,"variants":[],"gameover":false,"winner":[],"stack":[
    {"_version":"20240421","_results":[],"currplayer":1,"board":{"dataType":"Map","value":[]}},
    {"_version":"20240421","_results":[{"type":"place","where":"1g7"}],"currplayer":2,"lastmove":"1g7"},
    {"_version":"20240421","_results":[{"type":"place","where":"1m13"}],"currplayer":1,"lastmove":"1m13"}]})"),
            "margo: 0G7 1M13");
  EXPECT_EQ(read_game_file(R"({"game":"margo","variants":["size-9"],"stack":[{},{"lastmove":"1q17"}]})", {})
                .imported.game.config.options,
            (OptionValues{{"size", "9"}}));
}

TEST(AbstractPlay, WhoResignedIsToldByTheResults) {
  const auto of = [](std::string_view results, std::string_view moves) {
    return line_of(R"~({"header":{"game":{"name":"Margo","variants":["Size-6 board (small)"]},"players":[)~" +
                   std::string(results) + R"(]},"moves":)" + std::string(moves) + '}');
  };
  EXPECT_EQ(of(R"({"result":1},{"result":0})", R"([["1c5","1c3"],["resign"]])"), "margo: 0C5 1C3 1resign");
  EXPECT_EQ(of(R"({"result":0},{"result":1})", R"([["1c5","1c3"],["timeout"]])"), "margo: 0C5 1C3 0timeout");
  EXPECT_EQ(of(R"({},{})", R"([["1c5","resign"]])"), "margo: 0C5 1resign");
}

TEST(AbstractPlay, WhatCannotBeReadIsSaid) {
  EXPECT_EQ(line_of(R"({"header":{"game":{"name":"Hex","variants":["13x13"]}},"moves":[["a1"]]})"),
            "this is a game of AbstractPlay, \"Hex (13x13)\", that cannot be played here");
  const GameFile bad =
      read_game_file(R"({"header":{"game":{"name":"Margo"},"pie-invoked":true},"moves":[["1a1","1a1"]]})", {});
  EXPECT_EQ(bad.imported.cut, 1U);
  ASSERT_EQ(bad.imported.remarks.size(), 1U);
  EXPECT_EQ(bad.imported.remarks[0].code(), "site-pie");
  for (const std::string_view odd :
       {R"({"header":{"game":{}},"moves":[]})", R"({"header":{"game":{"name":7}},"moves":[[[]],null,{"move":{}}]})",
        R"({"game":"margo","stack":[null,7,"x"]})", R"({"game":"margo6","playedMoves":[{"pos":[]}]})"})
    read_game_file(odd, {});  // must not fall over
}

// Points by number: 0 is the far left corner, row by row, level by level.
TEST(Jocly, SavedGames) {
  EXPECT_EQ(
      line_of(R"({"game":"margo5","playedMoves":[{"act":"+","pos":0,"clr":1},{"act":"+","pos":24,"clr":2},"+12W"]})"),
      "margo: 0A9 1I1 0E5");
  // Four balls of the board, and one on them: number 16 is the far left point of the second level.
  EXPECT_EQ(line_of(R"({"game":"shibumi-spargo","playedMoves":["+0W","+1B","+4W","+5B","+16W"]})"),
            "spargo: 0A7 1C7 0A5 1C5 0B6");
}

TEST(Jocly, WhatCannotBeReadIsSaid) {
  EXPECT_EQ(line_of(R"({"game":"shibumi-spline","playedMoves":["+0W"]})"),
            "this is a game of Jocly, \"shibumi-spline\", that cannot be played here");
  EXPECT_EQ(line_of(R"({"game":"margo6","initialBoard":"x","playedMoves":["+0W"]})"),
            "this game of Jocly begins from a position of its own, which cannot be read");
  for (const std::string_view move : {"+91W", "+-1W", "0>1W", "+W", "", "+99999999999W"}) {
    const GameFile file =
        read_game_file(R"({"game":"margo6","playedMoves":["+0W",")" + std::string(move) + R"("]})", {});
    EXPECT_EQ(test::moves_text(file), "margo: 0A11");
    ASSERT_EQ(file.imported.remarks.size(), 1U);
    EXPECT_EQ(file.imported.remarks[0].code(), "site-move-unknown");
  }
}

}  // namespace
}  // namespace cairn

// Commands that set up, play, undo, keep time, count.
#include "gtp_helpers.h"

#include <map>

#include "core/rng.h"
#include "core/text.h"
#include "notation/agreement.h"
#include "notation/gtp_session.h"
#include "notation/words.h"

namespace cairn::test {
namespace {

TEST(GtpPlay, ColoursMayComeInAnyOrder) {
  EXPECT_EQ(last("play b D4\nplay b E5\nplay BLACK c3\nplay white PASS\nundo\nundo\ncairn-legal w\n").find("D4"),
            std::string::npos);
  const auto list = answers(speak("play b D4\nplay b E5\nplay b D4\nplay b Z1\nplay b A99\nplay x A1\nplay b\nplay\n"));
  EXPECT_EQ(list, (std::vector<std::string>{"=", "=", "? illegal move", "? invalid color or coordinate",
                                            "? invalid color or coordinate", "? invalid color or coordinate",
                                            "? syntax error", "? syntax error"}));
}

TEST(GtpPlay, GoesOnAfterTwoPasses) {
  EXPECT_EQ(last("play b D4\nplay w pass\nplay b pass\nplay w E5\nplay b pass\nplay b F5\n"), "=");
}

TEST(GtpPlay, SimpleKo) {
  const std::string ko = "play b B1\nplay b A2\nplay b B3\nplay w C1\nplay w D2\nplay w C3\nplay b C2\nplay w B2\n";
  EXPECT_EQ(last(ko + "play b C2\n"), "? illegal move");
  EXPECT_EQ(last(ko + "play b E5\nplay w F5\nplay b C2\n"), "=");
  EXPECT_EQ(last(ko + "undo\nplay w B2\n"), "=") << "undo is exact";
}

TEST(GtpPlay, UndoByManyAndNotBeyondTheStart) {
  EXPECT_EQ(last("play b D4\nplay w E5\ngg-undo 2\nundo\n"), "? cannot undo");
  EXPECT_EQ(last("play b D4\ngg-undo 2\n"), "? cannot undo");
  EXPECT_EQ(last("play b D4\ngg-undo 2\nplay w D4\n"), "? illegal move") << "nothing was undone";
}

TEST(GtpPlay, SequencesAreAllOrNothing) {
  EXPECT_EQ(last("gogui-play_sequence b D4 w E5 b PASS\nplay w D4\n"), "? illegal move");
  EXPECT_EQ(last("gogui-play_sequence b D4 w D4\n"), "? illegal move w D4");
  EXPECT_EQ(last("gogui-play_sequence b D4 w D4\nplay w D4\n"), "=");
  EXPECT_EQ(last("gogui-play_sequence b\n"), "? syntax error");
}

TEST(GtpPlay, GenerateMovesForEitherSide) {
  const auto list =
      answers(speak("genmove b\ngenmove w\ngenmove w\nreg_genmove b\nkata-search b\nundo\nundo\nundo\nundo\n"));
  ASSERT_EQ(list.size(), 9U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(list[i].size() > 3 && list[i][1] == ' ') << list[i];
  EXPECT_EQ(list[7], "=");
  EXPECT_EQ(list[8], "? cannot undo");
  EXPECT_EQ(last("genmove\n"), "? syntax error");
  EXPECT_EQ(last("genmove x\n"), "? invalid color or coordinate");
}

TEST(GtpPlay, TheSameSeedPlaysTheSame) {
  GtpSettings other = quick();
  other.engine.seed = 77;
  const std::string lines = "genmove b\ngenmove w\ngenmove b\ngenmove w\n";
  EXPECT_EQ(speak(lines), speak(lines));
  EXPECT_NE(speak(lines, "go", "size=7"), speak(lines, "go", "size=7", other));
}

TEST(GtpPlay, ResignsWhenItIsHopeless) {
  GtpSettings settings = quick();
  settings.resign = 1;
  settings.playouts = 1000;
  // Nothing is certain on an empty board: the third move in a row resigns, and changes nothing.
  const auto list = answers(speak("genmove b\ngenmove b\ngenmove b\nundo\nundo\nundo\n", "go", "size=9", settings));
  EXPECT_EQ(list[2], "= resign");
  EXPECT_EQ(list[4], "=");
  EXPECT_EQ(list[5], "? cannot undo");
}

TEST(GtpSetup, SizesAndTheirEdges) {
  EXPECT_EQ(last("boardsize 25\nplay b Z25\n"), "=");
  EXPECT_EQ(last("boardsize 2\nplay w B2\n"), "=");
  EXPECT_EQ(last("rectangular_boardsize 9 9\n"), "=");
  EXPECT_EQ(last("rectangular_boardsize 13 9\nplay b N9\n"), "=");
  EXPECT_EQ(last("rectangular_boardsize 13 9\nplay b A10\n"), "? invalid color or coordinate");
  EXPECT_EQ(
      last("boardsize 9 13\nplay b J13\nplay w A1\ncairn-record\n").find("\"size\":\"9x13\"") == std::string::npos,
      false);
  EXPECT_EQ(last("rectangular_boardsize 9 26\n"), "? unacceptable size");
  EXPECT_EQ(last("rectangular_boardsize 9 1\n"), "? unacceptable size");
  EXPECT_EQ(last("rectangular_boardsize 9 -9\n"), "? unacceptable size");
  EXPECT_EQ(last("rectangular_boardsize 4 3\n", "margo", ""), "? unacceptable size");
  EXPECT_EQ(last("boardsize 26\nboardsize nine\n"), "? syntax error");
  EXPECT_EQ(last("boardsize 4\n", "spargo", ""), "=");
  EXPECT_EQ(last("boardsize 5\n", "spargo", ""), "? unacceptable size");
  EXPECT_EQ(last("boardsize 8\nplay white O15\n", "margo", ""), "=");
  EXPECT_EQ(last("boardsize 9 8\n", "margrites", ""), "=");
}

TEST(GtpSetup, KomiCountsAndSurvivesClearing) {
  EXPECT_EQ(last("komi 0.5\nget_komi\n"), "= 0.5");
  EXPECT_EQ(last("komi 7\nclear_board\nget_komi\n"), "= 7");
  EXPECT_EQ(last("komi 7\nboardsize 13\nget_komi\n"), "= 7");
  EXPECT_EQ(last("get_komi\n"), "= 5.5");
  EXPECT_EQ(last("komi 0.25\n"), "? komi must be a multiple of 0.5");
  EXPECT_EQ(last("komi x\n"), "? syntax error");
  EXPECT_EQ(last("komi 0\n", "spargo", ""), "=");
  EXPECT_EQ(last("komi 6.5\n", "spargo", ""), "? there is no komi in Spargo");
  EXPECT_EQ(last("play b E5\nkomi 10\nplay w E5\n"), "? illegal move") << "the stones stay";
}

TEST(GtpSetup, Handicap) {
  EXPECT_EQ(last("fixed_handicap 3\nplay w C3\n"), "? illegal move");
  EXPECT_EQ(last("fixed_handicap 1\n"), "? invalid number of stones");
  EXPECT_EQ(last("fixed_handicap 10\n"), "? invalid number of stones");
  EXPECT_EQ(last("boardsize 7\nfixed_handicap 5\n"), "? invalid number of stones");
  EXPECT_EQ(last("boardsize 8\nfixed_handicap 2\n"), "? invalid number of stones");
  EXPECT_EQ(last("rectangular_boardsize 13 8\nfixed_handicap 2\n"), "? invalid number of stones");
  EXPECT_EQ(split_words(last("rectangular_boardsize 13 9\nfixed_handicap 9\n")),
            (std::vector<std::string_view>{"=", "D3", "G3", "K3", "D5", "G5", "K5", "D7", "G7", "K7"}));
  EXPECT_EQ(last("rectangular_boardsize 13 7\nfixed_handicap 5\n"), "? invalid number of stones");
  EXPECT_EQ(last("play b A1\nfixed_handicap 2\n"), "? board not empty");
  EXPECT_EQ(last("set_free_handicap A1 B2 J9\nplay w B2\n"), "? illegal move");
  EXPECT_EQ(last("set_free_handicap A1 B2 J9\nclear_board\nplay w B2\n"), "=");
  EXPECT_EQ(last("set_free_handicap A1\n"), "? bad vertex list");
  EXPECT_EQ(last("set_free_handicap A1 pass\n"), "? bad vertex list");
  EXPECT_EQ(last("set_free_handicap A1 Z30\n"), "? bad vertex list");
  EXPECT_EQ(last("place_free_handicap 30\nset_free_handicap A1 B1\n"), "? board not empty");
  EXPECT_EQ(split_words(last("place_free_handicap 4\n")).size(), 5U);
  EXPECT_EQ(split_words(last("boardsize 8\nplace_free_handicap 4\n")).size(), 5U);
  EXPECT_EQ(split_words(last("rectangular_boardsize 14 5\nplace_free_handicap 9\n")),
            (std::vector<std::string_view>{"=", "D2", "L2", "D4", "L4"}));
  EXPECT_EQ(last("place_free_handicap 3\n", "toroidal", ""), "= C3 J3 J9");
  EXPECT_EQ(last("known_command fixed_handicap\n", "toroidal", ""), "= false");
}

TEST(GtpScore, CountsTheBoardAndTheDead) {
  // A wall each, all points settled: 45 to 36 and komi 5.5.
  std::string wall;
  for (int row = 1; row <= 9; ++row)
    wall += "play b E" + std::to_string(row) + "\nplay w F" + std::to_string(row) + "\n";
  EXPECT_EQ(last(wall + "komi 5.5\nfinal_score\n"), "= B+3.5");
  EXPECT_EQ(last(wall + "play b pass\nplay w pass\nfinal_score\n"), "= B+3.5");
  EXPECT_EQ(last(wall + "komi 9\nfinal_score\n"), "= 0");
  EXPECT_EQ(last(wall + "play b B4\nplay b B6\nplay b C5\nplay w B5\nfinal_score\n"), "= B+3.5")
      << "a stone that cannot live";
  EXPECT_EQ(last(wall + "play b B4\nplay b B6\nplay b C5\nplay w B5\nfinal_status_list dead\n"), "= B5");
  EXPECT_EQ(last(wall + "play b B4\nplay b B6\nplay b C5\nplay w B5\nfinal_status_list seki\n"), "=");
  EXPECT_EQ(last(wall + "play b B4\nplay b B6\nplay b C5\nplay w B5\nfinal_status_list alive\n").find("B5"),
            std::string::npos);
  EXPECT_EQ(last(wall + "kata-set-rule scoring TERRITORY\nfinal_score\n"), "= B+3.5");
  // Far behind, and two stones that cannot be saved: how much White leads by already must not hide it.
  std::string lost = "boardsize 5\nplay b A1\nplay b B1\n";
  for (const char* point : {"B2", "B3", "B4", "B5", "E1", "E3", "E5"}) lost += "play w " + std::string(point) + "\n";
  for (int row = 1; row <= 5; ++row)
    lost += "play w C" + std::to_string(row) + "\nplay w D" + std::to_string(row) + "\n";
  EXPECT_EQ(last(lost + "final_status_list dead\n"), "= A1 B1");
  EXPECT_EQ(last("final_status_list maybe\n"), "? syntax error");
  EXPECT_EQ(last("play b D4\nplay w resign\nfinal_score\n"), "= B+R");
  EXPECT_EQ(last("final_score\n", "spargo", ""), "? cannot score: the game is not over");
}

// Who is dead, and the score, do not depend on whether both have passed, nor on who passed first.
TEST(GtpScore, IsTheSameBeforeAndAfterThePasses) {
  Rng rng(5);
  const GameInfo& go = *find_game("go");
  for (int game = 0; game < 3; ++game) {
    Position position = go.make(options("size=9 komi=0")).position;
    std::string lines = "komi 0\n";
    for (int ply = 0; ply < 30 + 15 * game; ++ply) {
      const Seat seat = position.to_act().front();
      const auto legal = position.legal_words(seat);
      const std::string& word = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      if (word == "pass") continue;
      ASSERT_EQ(play_for(position, seat, word, nullptr), Reason::none);
      lines += std::string("play ") + (seat == seat_at(0) ? "b " : "w ") + word + "\n";
    }
    for (const std::string asked : {"final_score\n", "final_status_list dead\n", "final_status_list alive\n"}) {
      const std::string before = last(lines + asked);
      ASSERT_EQ(before[0], '=') << before;
      EXPECT_EQ(last(lines + "play b pass\nplay w pass\n" + asked), before) << asked << lines;
      EXPECT_EQ(last(lines + "play w pass\nplay b pass\n" + asked), before) << asked << lines;
    }
  }
}

// What the engine thinks of every point decides over groups: most of it the enemy's, and the group is dead.
TEST(GtpScore, OwnershipTellsTheDead) {
  const cairn::Setup setup{{".....", ".W.B.", "...B.", ".....", "B...W"}, ""};
  const Position at = find_game("go")->make({options("size=5").options, setup}).position;
  std::vector<float> owners(25, 0.9F);  // all of it Black's
  const View view = at.view(Viewer::referee);
  const auto dead_names = [&] {
    std::vector<std::string> names;
    for (const std::size_t i : dead_by_owner(view, owners)) names.push_back(at.name(view.groups[i].pieces[0]));
    return join(names, " ");
  };
  EXPECT_EQ(dead_names(), "E1 B4");
  owners[24] = -0.8F;
  EXPECT_EQ(dead_names(), "B4");
  for (float& owner : owners) owner = -0.2F;
  EXPECT_EQ(dead_names(), "") << "in doubt they live";
}

TEST(GtpScore, FindsStonesInSeki) {
  // Two eyeless groups in the corner share A1 and B1; the walls behind them live.
  //  4 O O O O O X .     3 X X X O O X .     2 O O X X O X .     1 . . O X O X .   (row 1: A1 B1 shared)
  const std::string seki =
      "boardsize 9\nplay w A2\nplay w B2\nplay w C1\nplay b A3\nplay b B3\nplay b C3\nplay b C2\nplay b D1\nplay b D2\n"
      "play w A4\nplay w B4\nplay w C4\nplay w D4\nplay w D3\nplay w E3\nplay w E2\nplay w E1\n";
  const auto list = answers(speak(seki + "final_status_list seki\nfinal_status_list dead\n"));
  // Whether it is one depends on what is dead: what is told must be consistent.
  EXPECT_EQ(list[list.size() - 2][0], '=');
  EXPECT_EQ(list.back()[0], '=');
  for (const auto stone : split_words(std::string_view(list.back()).substr(1)))
    EXPECT_EQ(list[list.size() - 2].find(std::string(stone)), std::string::npos) << "dead and in seki: " << stone;
}

TEST(GtpTime, EveryKindOfClock) {
  for (const auto* settings :
       {"time_settings 60 10 5", "time_settings 0 1 0", "time_settings 60 0 0", "kgs-time_settings none",
        "kgs-time_settings absolute 60", "kgs-time_settings byoyomi 60 10 3", "kgs-time_settings canadian 60 10 5",
        "kata-time_settings fischer 60 2"})
    EXPECT_EQ(answers(speak(std::string(settings) + "\ntime_left b 5 1\ngenmove b\n")).at(1), "=") << settings;
  EXPECT_EQ(last("kgs-time_settings fischer 60 2\n").substr(0, 22), "? unknown time control");
  for (const auto* wrong : {"time_settings 60 10", "time_settings a b c", "time_settings -1 0 0", "time_left b 5",
                            "time_left x 5 0", "kgs-time_settings byoyomi 60 10 0", "kgs-time_settings"})
    EXPECT_EQ(last(std::string(wrong) + "\n"), "? syntax error") << wrong;
}

// The clock limits the search where nothing else does: it ends by itself.
TEST(GtpTime, TheClockLimitsTheSearch) {
  GtpSettings settings = quick();
  settings.playouts = 0;
  settings.lag = 0;
  const auto list =
      answers(speak("time_settings 2 0 0\ngenmove b\ntime_left w 0.2 0\ngenmove w\n", "go", "size=9", settings));
  EXPECT_EQ(list.size(), 4U);
}

TEST(GtpRules, HaveNamesAndParts) {
  const std::string simple =
      R"(= {"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"0"})";
  EXPECT_EQ(last("kata-get-rules\n"), simple);
  EXPECT_NE(last("kata-set-rules japanese\nkata-get-rules\n").find("TERRITORY"), std::string::npos);
  EXPECT_NE(last("kgs-rules chinese\nkata-get-rules\n").find("POSITIONAL"), std::string::npos);
  EXPECT_NE(last("kata-set-rules {\"ko\":\"SITUATIONAL\",\"suicide\":false}\nkata-get-rules\n").find("SITUATIONAL"),
            std::string::npos);
  EXPECT_EQ(last("kata-set-rules japanese\nkata-set-rules {\"ko\":\"SIMPLE\",\"scoring\":\"AREA\"}\nkata-get-rules\n"),
            simple);
  EXPECT_EQ(last("kata-set-rule suicide maybe\n"), "? rule suicide is true or false");
  for (const auto* set : {"kata-set-rule suicide true", "kata-set-rules tromp-taylor", "kgs-rules new_zealand"})
    EXPECT_NE(last(std::string(set) + "\nkata-get-rules\n").find("\"suicide\":true"), std::string::npos) << set;
  EXPECT_EQ(last("kata-set-rules tromp-taylor\nkata-set-rules chinese\nkata-set-rule whiteHandicapBonus 0\n"
                 "kata-get-rules\n"),
            simple);
  EXPECT_EQ(last("boardsize 5\nkata-set-rule suicide true\nplay b A1\nplay w A3\nplay b B1\nplay w B2\nplay b pass\n"
                 "play w C1\nplay b A2\nplay w A2\n"),
            "=")
      << "the three are gone";
  EXPECT_EQ(last("kata-set-rules stone-scoring\n")[0], '?');
  EXPECT_EQ(last("kata-set-rule ko\n"), "? syntax error");
  EXPECT_EQ(last("play b D4\nkata-set-rules aga\nplay w D4\n"), "? illegal move") << "the stones stay";
  EXPECT_EQ(last("known_command kata-get-rules\n", "spargo", ""), "= false");
}

TEST(GtpParams, AreListedReadAndSet) {
  EXPECT_EQ(last("kata-list-params\n").substr(0, 33), "= threads seconds playouts level ");
  EXPECT_EQ(last("kata-get-param playouts\n"), "= 30");
  EXPECT_EQ(last("kata-set-param playouts 50\nkata-get-param playouts\n"), "= 50");
  EXPECT_EQ(last("kata-set-param level 3\ngenmove b\nkata-get-param level\n"), "= 3");
  EXPECT_EQ(last("kata-set-param level 11\n"), "? level is a whole number from 1 to 10");
  EXPECT_EQ(last("kata-set-param wings 2\n")[0], '?');
  EXPECT_EQ(last("kata-get-param wings\n")[0], '?');
  EXPECT_NE(last("kata-get-params\n").find("\"playouts\":30"), std::string::npos);
}

TEST(GtpFiles, ComeThroughTheReaderThatIsHandedIn) {
  EXPECT_EQ(last("loadsgf nowhere.sgf\n"), "? cannot load file");
  GtpSettings settings = quick();
  settings.read_file = [](const std::string& path) -> std::optional<std::string> {
    return path == "game.sgf" ? std::optional<std::string>("C3 D4 E5") : std::nullopt;
  };
  settings.read_record = [](const GameInfo&, std::string_view text, std::size_t moves) {
    GtpLoaded loaded;
    loaded.config = options("size=7");
    for (const auto word : split_words(text))
      if (loaded.moves.size() < moves)
        loaded.moves.emplace_back(seat_at(static_cast<int>(loaded.moves.size() % 2)), word);
    return loaded;
  };
  EXPECT_EQ(last("loadsgf other.sgf\n", "go", "size=9", settings), "? cannot load file");
  EXPECT_EQ(last("loadsgf game.sgf\n", "go", "size=9", settings), "= white");
  EXPECT_EQ(last("loadsgf game.sgf\nplay w E5\n", "go", "size=9", settings), "? illegal move");
  EXPECT_EQ(last("loadsgf game.sgf 3\n", "go", "size=9", settings), "= black") << "before move 3";
  EXPECT_EQ(last("loadsgf game.sgf\nplay w J9\n", "go", "size=9", settings), "? invalid color or coordinate");
}

// The other games: their words, their colours, whole turns.
TEST(GtpGames, TheirWordsAreMoves) {
  EXPECT_EQ(last("play white C3\nplay b E3\nplay white C3\n", "spargo", ""), "? illegal move");
  EXPECT_EQ(last("play b C3\n", "spargo", ""), "? illegal move") << "white begins, and there is no pass";
  EXPECT_EQ(last("play white C3\nplay black swap\nplay black E3\n", "spargo", "swap"), "=");
  EXPECT_EQ(last("play w C3\nplay b E3\nplay red C5\nplay w E5\n", "margo", "players=3"), "=");
  EXPECT_EQ(last("boardsize 11\nplay b L11\nplay w A1\nplay b L1\nplay w B1\nplay b A11\nplay b A2\nplay w A1\n",
                 "toroidal", ""),
            "? illegal move");
  const std::string start = "black=a2,b2,c2,d2,e2,f2,g2,h2 white=a7,b7,c7,d7,e7,f7,g7,h7";
  EXPECT_EQ(last("play b d2>d3,d3>d4;e2>e3 e3>e4\ncairn-record\n", "margrites", start)
                    .find(R"("moves":[[0,"d2>d3"],[0,"d3>d4"],[0,"e2>e3"],[0,"e3>e4"]])") == std::string::npos,
            false);
  EXPECT_EQ(last("play b d2>d3\nplay b d3>d4\nundo\nplay b d3>d4\n", "margrites", start), "=") << "step by step";
  EXPECT_EQ(last("play b d2>d3,d3>d9\ncairn-record\n", "margrites", start).find("d2>d3"), std::string::npos)
      << "a turn is played whole or not at all";
}

TEST(GtpGames, TheEnginePlaysWholeTurns) {
  const std::string start = "black=a2,b2,c2,d2,e2,f2,g2,h2 white=a7,b7,c7,d7,e7,f7,g7,h7";
  const auto list = answers(speak("genmove black\ngenmove white\ngenmove black\n", "margrites", start));
  for (const auto& turn : list) EXPECT_EQ(turn[0], '=') << turn;
  EXPECT_EQ(last("genmove w\ngenmove b\ngenmove w\nundo\nundo\nundo\nundo\n", "spargo", ""), "? cannot undo");
}

// Engines of every game play a game to its end, whatever is said before.
TEST(GtpGames, AGameComesToItsEnd) {
  GtpSettings settings = quick();
  settings.playouts = 3;
  std::string lines;
  for (int i = 0; i < 60; ++i) lines += i % 2 == 0 ? "genmove w\n" : "genmove b\n";
  const std::string output = speak(lines + "final_score\n", "spargo", "size=4", settings);
  EXPECT_NE(output.find("? the game is over"), std::string::npos);
  EXPECT_TRUE(answers(output).back().find("+") != std::string::npos || answers(output).back() == "= 0");
}

TEST(GtpGames, SaysWhatIsLegal) {
  EXPECT_EQ(last("cairn-legal\n", "margo", "size=2"), "= A1 A3 C1 C3");
  EXPECT_EQ(last("cairn-legal b\n", "margo", "size=2"), "=");
  EXPECT_NE(last("cairn-position\n", "margo", "size=2").find("\"surface\":\"pyramid\""), std::string::npos);
  EXPECT_EQ(last("cairn-legal\n", "margrites", "")[0], '?') << "too many formations to list";
}

}  // namespace
}  // namespace cairn::test

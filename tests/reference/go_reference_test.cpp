#include "tests/reference/go_reference.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/reference/vectors.h"

namespace cairn::reference {
namespace {

using Words = std::vector<std::string>;

std::string side(const std::string& letter) {
  return letter == "b" ? "black" : "white";
}
std::string opponent(const std::string& name) {
  return name == "black" ? "white" : "black";
}

Words sorted(Words words) {
  std::sort(words.begin(), words.end());
  return words;
}

// The stones of one colour on the board, as names.
Words stones(const Go& game, char colour) {
  const Words rows = game.board();
  Words found;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < rows[r].size(); ++c)
      if (rows[r][c] == colour)
        found.push_back(std::string(1, "ABCDEFGHJKLMNOPQRSTUVWXYZ"[c]) + std::to_string(rows.size() - r));
  return sorted(found);
}

// A position with these stones: a row string at a time.
Go set_up(const GoOptions& options, const json& setup, const std::string& to_move) {
  const auto size = static_cast<std::size_t>(options.rows);
  Words rows(size, std::string(size, '.'));
  for (const std::string colour : {"B", "W"})
    for (const std::string point : setup[colour]) {
      const std::size_t column = std::string("ABCDEFGHJKLMNOPQRSTUVWXYZ").find(point[0]);
      rows[size - std::stoul(point.substr(1))][column] = colour[0];
    }
  return Go::from_position(options, rows, to_move);
}

GoOptions options_of(const json& vector) {
  GoOptions options;
  options.columns = options.rows = vector["size"][0];
  options.torus = vector.value("topology", "flat") == "torus";
  options.ko = vector.value("ko", "simple");
  options.suicide_allowed = vector.value("suicide", false);
  return options;
}

// Plays a record; a move after two passes is one of resumed play.
Words follow(Go& game, const json& moves) {
  Words captured;
  for (const json& move : moves) {
    const std::string mover = side(move[0]);
    if (game.stopped()) game.resume(opponent(mover));
    captured = game.play_as(mover, move[1]);
  }
  return captured;
}

TEST(GoReference, LegalityOracle) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_legal_oracle.jsonl")) {
    Go game = set_up(options_of(vector), vector["setup"], "black");
    follow(game, vector["moves"]);
    const std::string mover = side(vector["try"][0]);
    if (game.stopped()) game.resume(opponent(mover));
    EXPECT_EQ(game.to_move(), mover) << vector["id"];
    EXPECT_EQ(game.reason(vector["try"][1]).empty(), vector["expect"].get<bool>())
        << vector["id"] << " " << game.reason(vector["try"][1]);
    ++cases;
  }
  EXPECT_EQ(cases, 220);
}

TEST(GoReference, BoardsAfterMoves) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_board_result.jsonl")) {
    GoOptions options = options_of(vector);
    options.suicide_allowed = true;  // the vectors play suicides, and one colour several times in a row
    options.ko = "none";
    Go game(options);
    follow(game, vector["moves"]);
    const json& expected = vector["expect"];
    EXPECT_EQ(stones(game, 'B'), sorted(expected["B"])) << vector["id"];
    EXPECT_EQ(stones(game, 'W'), sorted(expected["W"])) << vector["id"];
    EXPECT_EQ(game.area(), expected["area_black_minus_white"].get<int>()) << vector["id"];
    EXPECT_TRUE(expected["simple_ko_point"].is_null());
    EXPECT_EQ(game.ko_point(), "") << vector["id"];
    ++cases;
  }
  EXPECT_EQ(cases, 8);
}

TEST(GoReference, AreaOfPositions) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_score_area_static.jsonl")) {
    const Go game = set_up(options_of(vector), vector, "black");
    EXPECT_EQ(game.area(), vector["expect"]["area_black_minus_white"].get<int>()) << vector["id"];
    ++cases;
  }
  EXPECT_EQ(cases, 5);
}

TEST(GoReference, AgreedScores) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_score_consensus.jsonl")) {
    for (const std::string scoring : {"area", "territory"}) {
      GoOptions options = options_of(vector);
      options.scoring = scoring;
      options.komi_half = static_cast<int>(2 * vector["komi"].get<double>());
      Go game(options);
      follow(game, vector["moves"]);
      while (!game.stopped()) game.play("pass");
      const json& expected = vector["expect"];
      const json& before = expected["prisoners_before_removal"];
      EXPECT_EQ(game.prisoners("black"), before["b"].get<int>()) << vector["id"];
      EXPECT_EQ(game.prisoners("white"), before["w"].get<int>()) << vector["id"];
      const std::set<std::string> dead = expected["dead"];
      const std::map<std::string, int> points = game.territory(dead);
      EXPECT_EQ(points.at("black"), expected["territory_points"]["b"].get<int>()) << vector["id"];
      EXPECT_EQ(points.at("white"), expected["territory_points"]["w"].get<int>()) << vector["id"];
      game.settle(dead);
      EXPECT_TRUE(game.over());
      EXPECT_EQ(game.result(),
                expected[scoring == "area" ? "area_result_dead_removed" : "territory_result"].get<std::string>())
          << vector["id"];
      ++cases;
    }
  }
  EXPECT_EQ(cases, 20);
}

TEST(GoReference, Torus) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_torus.jsonl")) {
    const json& expected = vector["expect"];
    const std::string first = vector["moves"].empty() ? "black" : side(vector["moves"][0][0]);
    Go game = set_up(options_of(vector), vector["setup"], first);
    const Words captured = follow(game, vector["moves"]);
    const std::string id = vector["id"];
    if (expected.contains("liberties")) {
      for (const auto& [point, count] : expected["liberties"].items())
        EXPECT_EQ(game.liberties(point).size(), count.get<std::size_t>()) << id;
      for (const auto& [point, names] : expected["liberty_points"].items())
        EXPECT_EQ(game.liberties(point), sorted(names)) << id;
    }
    if (expected.contains("stones")) {
      EXPECT_EQ(stones(game, 'B'), sorted(expected["stones"]["B"])) << id;
      EXPECT_EQ(stones(game, 'W'), sorted(expected["stones"]["W"])) << id;
    }
    if (expected.contains("captured")) {
      EXPECT_EQ(captured, sorted(expected["captured"])) << id;
    }
    if (expected.contains("area")) {
      EXPECT_EQ(game.area(), expected["area"]["black_minus_white"].get<int>()) << id;
    }
    if (expected.contains("territory")) {
      EXPECT_EQ(game.territory().at("black"), expected["territory"]["B"].get<int>()) << id;
      EXPECT_EQ(game.territory().at("white"), expected["territory"]["W"].get<int>()) << id;
    }
    if (expected.contains("legal")) {
      for (const json& claim : expected["legal"]) {
        Go asked = game;
        if (asked.to_move() != side(claim[0])) asked = set_up(options_of(vector), vector["setup"], side(claim[0]));
        EXPECT_EQ(asked.reason(claim[1]).empty(), claim[2].get<bool>()) << id << claim;
      }
    }
    if (expected.contains("prisoners_taken_by")) {
      EXPECT_EQ(game.prisoners("black"), expected["prisoners_taken_by"]["b"].get<int>()) << id;
      EXPECT_EQ(game.prisoners("white"), expected["prisoners_taken_by"]["w"].get<int>()) << id;
      EXPECT_EQ(game.to_move(), side(expected["to_play"])) << id;
      const Words legal = game.legal();
      Words refused;
      for (const std::string& point : stones(game, '.'))
        if (!std::binary_search(legal.begin(), legal.end(), point)) refused.push_back(point);
      EXPECT_EQ(refused, sorted(expected["illegal_empty_points_for_side_to_move"])) << id;
    }
    ++cases;
  }
  EXPECT_EQ(cases, 15);
}

TEST(GoReference, PhantomReferee) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_phantom_referee.jsonl")) {
    PhantomReference referee(options_of(vector));
    for (const json& attempt : vector["tries"]) {
      const Verdict answer = referee.try_point(side(attempt[0]), attempt[1]);
      const json& expected = attempt[3];
      EXPECT_EQ(answer.verdict, attempt[2].get<std::string>()) << vector["id"] << attempt;
      EXPECT_EQ(answer.reason, expected.value("reason", "")) << vector["id"] << attempt;
      EXPECT_EQ(answer.captured, sorted(expected.value("captured", Words{}))) << vector["id"] << attempt;
      EXPECT_EQ(answer.self_in_atari, expected.value("self_in_atari", false)) << vector["id"] << attempt;
      EXPECT_EQ(answer.opponent_in_atari, expected.value("opponent_in_atari", false)) << vector["id"] << attempt;
      EXPECT_EQ(answer.game_over, expected.value("game_over", false)) << vector["id"] << attempt;
      if (expected.contains("still_to_move")) {
        EXPECT_EQ(answer.to_move, side(expected["still_to_move"])) << vector["id"] << attempt;
      }
    }
    ++cases;
  }
  EXPECT_EQ(cases, 9);
}

int count_legal_positions(int size) {
  GoOptions options;
  options.columns = options.rows = size;
  const auto points = static_cast<std::size_t>(size * size);
  std::string cells(points, '.');
  int legal = 0;
  while (true) {
    Words rows;
    for (std::size_t r = 0; r < points; r += static_cast<std::size_t>(size))
      rows.push_back(cells.substr(r, static_cast<std::size_t>(size)));
    try {
      Go::from_position(options, rows, "black");
      ++legal;
    } catch (const std::invalid_argument&) {
    }
    std::size_t i = 0;  // the next filling of the board, counting in base three
    while (i < points && cells[i] == 'W') cells[i++] = '.';
    if (i == points) return legal;
    cells[i] = cells[i] == '.' ? 'B' : 'W';
  }
}

TEST(GoReference, TrompsCountsOfLegalPositions) {
  EXPECT_EQ(count_legal_positions(2), 57);
  EXPECT_EQ(count_legal_positions(3), 12675);
}

TEST(GoReference, Rectangles) {
  GoOptions options;
  options.columns = 4;
  options.rows = 3;
  Go game = Go::from_position(options, {"....", ".W..", "WB.."}, "white");
  EXPECT_EQ(game.reason("D3"), "");
  for (const std::string off : {"E1", "A4"}) EXPECT_EQ(game.reason(off), "off-board") << off;
  EXPECT_EQ(game.liberties("B1"), (Words{"C1"}));
  EXPECT_EQ(game.play("C1"), (Words{"B1"}));
  EXPECT_EQ(game.board(), (Words{"....", ".W..", "W.W."}));
  options.torus = true;
  EXPECT_EQ(Go(options).reason("D3"), "");
  EXPECT_EQ(Go::from_position(options, {"....", "....", "B..."}, "white").liberties("A1"),
            (Words{"A2", "A3", "B1", "D1"}));
  options.torus = false;
  options.columns = 13;
  options.rows = 9;
  options.handicap = 9;
  EXPECT_EQ(stones(Go(options), 'B'), sorted({"D3", "K7", "D7", "K3", "D5", "K5", "G3", "G7", "G5"}));
  options.rows = 8;
  EXPECT_THROW(Go{options}, std::invalid_argument);
  options.handicap = 0;
  options.rows = 14;
  EXPECT_EQ(Go(options).komi_half(), 13);
}

TEST(GoReference, NamesAndReasons) {
  Go game(GoOptions{});
  EXPECT_EQ(game.legal().size(), 82u);
  EXPECT_EQ(game.legal().back(), "pass");
  EXPECT_EQ(game.reason("j9"), "");
  for (const std::string off : {"K1", "A10", "Z25", "A0"}) EXPECT_EQ(game.reason(off), "off-board") << off;
  for (const std::string odd : {"", "I5", "A", "5", "AA1", "A1 ", "swap", "A01"})
    EXPECT_EQ(game.reason(odd), "unknown-move") << odd;
  game.play("E5");
  EXPECT_EQ(game.reason("E5"), "occupied");
  EXPECT_EQ(game.board()[4], "....B....");
  GoOptions large;
  large.columns = large.rows = 25;
  EXPECT_EQ(Go(large).reason("Z25"), "");
}

TEST(GoReference, KoAndTheThirdRepetition) {
  for (const std::string ko : {"simple", "situational", "positional"}) {
    GoOptions options;
    options.columns = options.rows = 5;
    options.ko = ko;
    const Words board = {".....", ".....", ".....", "WB...", ".WB.."};
    Go game = Go::from_position(options, board, "black");
    EXPECT_EQ(game.play("A1"), Words{"B1"});
    EXPECT_EQ(game.ko_point(), ko == "simple" ? "B1" : "");
    EXPECT_EQ(game.reason("B1"), "repetition");
    game.play("pass");
    EXPECT_EQ(game.ko_point(), "");
    game.play("pass");
    EXPECT_TRUE(game.stopped());
    game.resume("black");
    EXPECT_EQ(game.to_move(), "white");
    // Simple ko is lifted by the passes, superko is not.
    const std::string expected = ko == "simple" ? "" : "repetition";
    EXPECT_EQ(game.reason("B1"), expected);
  }
}

TEST(GoReference, ATripleKoEndsWithTheThirdRepetition) {
  const Words board = {"...BW....", "..BW.W...", "...BW....",   //
                       "...BW....", "..B.BW...", "...BW....",   //
                       "...BW....", "..BW.W...", "...BW...."};  //
  const Words cycle = {"E8", "D5", "E2", "D8", "E5", "D2"};
  for (const std::string scoring : {"area", "territory"}) {
    GoOptions options;
    options.scoring = scoring;
    Go game = Go::from_position(options, board, "black");
    std::size_t plies = 0;
    for (; !game.over() && plies < 30; ++plies) EXPECT_EQ(game.play(cycle[plies % 6]).size(), 1u);
    // The start has no ko point, so it is not the position after six plies: plies 1, 7 and 13 are the first alike.
    EXPECT_EQ(plies, 13u);
    EXPECT_EQ(game.result(), scoring == "area" ? "0" : "Void");
    EXPECT_EQ(game.to_move(), "");
  }
  GoOptions options;
  options.ko = "situational";
  Go game = Go::from_position(options, board, "black");
  for (std::size_t ply = 0; ply < 5; ++ply) game.play(cycle[ply]);
  EXPECT_EQ(game.reason(cycle[5]), "repetition");
}

TEST(GoReference, HandicapAndKomi) {
  GoOptions options;
  EXPECT_EQ(Go(options).komi_half(), 11);
  options.columns = options.rows = 19;
  EXPECT_EQ(Go(options).komi_half(), 13);
  options.handicap = 7;
  const Go game(options);
  EXPECT_EQ(game.komi_half(), 1);
  EXPECT_EQ(game.to_move(), "white");
  EXPECT_EQ(stones(game, 'B'), (Words{"D10", "D16", "D4", "K10", "Q10", "Q16", "Q4"}));
  options.handicap = 0;
  options.columns = options.rows = 11;
  options.torus = true;
  EXPECT_EQ(Go(options).komi_half(), 9);
  options.handicap = 2;
  EXPECT_THROW(Go{options}, std::invalid_argument);
}

TEST(GoReference, ResumptionAndTheSecondStop) {
  Go game(GoOptions{});
  game.play("E5");
  game.play("pass");
  game.play("pass");
  EXPECT_EQ(game.to_move(), "");
  EXPECT_EQ(game.reason("A1"), "game-over");
  EXPECT_TRUE(game.legal().empty());
  game.resume("white");
  EXPECT_EQ(game.to_move(), "black");
  game.play("pass");
  EXPECT_FALSE(game.stopped());
  game.play("pass");
  EXPECT_FALSE(game.may_resume());
  game.settle({});
  EXPECT_EQ(game.result(), "B+75.5");
}

TEST(GoReference, SekiMakesNoTerritory) {
  GoOptions options;
  options.columns = options.rows = 5;
  const Go game = Go::from_position(options, {"B.BWW", "BBBW.", ".WWWW", "BBBBB", ".B.B."}, "black");
  EXPECT_EQ(game.territory().at("white"), 1);
  EXPECT_EQ(game.territory({}, {"D4"}).at("white"), 0);
  EXPECT_EQ(game.territory().at("black"), 4);
}

}  // namespace
}  // namespace cairn::reference

// Every published vector that concerns the rules of Go, flat and toroidal.
#include "games/go/board.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/go/tests/go_helpers.h"
#include "tests/reference/vectors.h"

namespace cairn::go {
namespace {

using reference::json;
using reference::read_vector_lines;

Seat seat(const std::string& letter) {
  return seat_at(letter == "b" ? 0 : 1);
}

Setup setup_of(const json& stones, int size, const std::string& to_move) {
  const auto side = static_cast<std::size_t>(size);
  Start setup{Words(side, std::string(side, '.')), to_move};
  for (const std::string colour : {"B", "W"})
    for (const std::string point : stones[colour]) {
      const std::size_t column = std::string("ABCDEFGHJKLMNOPQRSTUVWXYZ").find(point[0]);
      setup.board[side - std::stoul(point.substr(1))][column] = colour[0];
    }
  return setup;
}

// A move of a record; the mover resumes play after two passes, and passes for the other side where it moves twice.
Reason follow(Position& game, const json& move, EventLog& log) {
  const Seat mover = seat(move[0]);
  if (game.to_act().size() == 2) game.play(seat_at(1 - index(mover)), "resume", log);
  log.clear();
  return game.play(mover, move[1].get<std::string>(), log);
}

Words stones(const Position& game, char colour) {
  const View view = look(game);
  Words names;
  for (std::size_t r = 0; r < view.board.size(); ++r)
    for (std::size_t c = 0; c < view.board.size(); ++c)
      if (view.board[r][c] == colour)
        names.push_back(
            game.name({0, static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(view.rows - 1 - int(r))}));
  std::sort(names.begin(), names.end());
  return names;
}

Words sorted(Words words) {
  std::sort(words.begin(), words.end());
  return words;
}

TEST(GoVectors, LegalityOracle) {
  int followed = 0;
  for (const json& vector : read_vector_lines("go_legal_oracle.jsonl")) {
    const int size = vector["size"][0];
    Position game =
        start("go", "ko=" + vector["ko"].get<std::string>() + (vector["suicide"].get<bool>() ? " suicide" : ""),
              setup_of(vector["setup"], size, "black"));
    EventLog log;
    for (const json& move : vector["moves"]) ASSERT_EQ(follow(game, move, log), Reason::none) << vector["id"];
    const Reason reason = follow(game, vector["try"], log);
    EXPECT_EQ(reason == Reason::none, vector["expect"].get<bool>()) << vector["id"] << to_word(reason);
    ++followed;
  }
  EXPECT_EQ(followed, 220);
}

TEST(GoVectors, BoardsAfterMoves) {
  int boards = 0;
  for (const json& vector : read_vector_lines("go_board_result.jsonl")) {
    Board<9> board(square_grid(9));  // the records move as they like: the board alone
    for (const json& move : vector["moves"]) {
      const Colour colour = move[0] == "b" ? Colour::black : Colour::white;
      const auto point = start("go", "size=9").parse(seat_at(0), move[1].get<std::string>());
      const auto cell = board.cell(static_cast<int>(point.action));
      if (board.suicide(cell, colour))
        board.place_suicide(cell, colour, [](auto) {});
      else
        board.place(cell, colour, [](auto) {});
    }
    Start setup{Words(9, std::string(9, '.')), ""};
    for (int point = 0; point < 81; ++point)
      setup.board[static_cast<std::size_t>(8 - point / 9)][static_cast<std::size_t>(point % 9)] =
          ".BW"[static_cast<std::size_t>(board.at(board.cell(point)))];
    const Position game = start("go", "komi=0", setup);
    EXPECT_EQ(stones(game, 'B'), sorted(vector["expect"]["B"])) << vector["id"];
    EXPECT_EQ(stones(game, 'W'), sorted(vector["expect"]["W"])) << vector["id"];
    const View view = look(game);
    EXPECT_EQ((view.sides[0].half_points - view.sides[1].half_points) / 2,
              vector["expect"]["area_black_minus_white"].get<int>())
        << vector["id"];
    EXPECT_EQ(board.ko(), Board<9>::kNowhere);
    ++boards;
  }
  EXPECT_EQ(boards, 8);
}

TEST(GoVectors, AreaOfPositions) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_score_area_static.jsonl")) {
    const View view = look(start("go", "komi=0", setup_of(vector, vector["size"][0], "black")));
    EXPECT_EQ((view.sides[0].half_points - view.sides[1].half_points) / 2,
              vector["expect"]["area_black_minus_white"].get<int>())
        << vector["id"];
    ++cases;
  }
  EXPECT_EQ(cases, 5);
}

TEST(GoVectors, AgreedScores) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_score_consensus.jsonl")) {
    for (const std::string scoring : {"area", "territory"}) {
      const int size = vector["size"][0];
      const int komi = static_cast<int>(2 * vector["komi"].get<double>());
      Position game =
          start("go", "size=" + std::to_string(size) + " scoring=" + scoring + " komi=" + half_points_text(komi));
      EventLog log;
      for (const json& move : vector["moves"]) ASSERT_EQ(follow(game, move, log), Reason::none);
      ASSERT_EQ(play(game, "pass pass"), Reason::none);
      const json& expected = vector["expect"];
      EXPECT_EQ(look(game).sides[0].captures, expected["prisoners_before_removal"]["b"].get<int>());
      EXPECT_EQ(look(game).sides[1].captures, expected["prisoners_before_removal"]["w"].get<int>());
      const Words dead = expected["dead"];
      for (const std::string& stone : dead) {  // "H2" and "H3" may be one chain: name each chain once
        const Words now = marked(game, "dead");
        if (std::find(now.begin(), now.end(), stone) != now.end()) continue;
        ASSERT_EQ(play(game, "dead:" + stone), Reason::none) << vector["id"];
      }
      EXPECT_EQ(sorted(marked(game, "dead")), sorted(dead)) << vector["id"];
      ASSERT_EQ(play(game, "accept accept"), Reason::none);
      EXPECT_EQ(look(game).result,
                expected[scoring == "area" ? "area_result_dead_removed" : "territory_result"].get<std::string>())
          << vector["id"];
      if (scoring == "territory") {
        EXPECT_EQ(marked(game, "black-points").size(), expected["territory_points"]["b"].get<std::size_t>());
        EXPECT_EQ(marked(game, "white-points").size(), expected["territory_points"]["w"].get<std::size_t>());
      }
      ++cases;
    }
  }
  EXPECT_EQ(cases, 20);
}

TEST(GoVectors, Torus) {
  int cases = 0;
  for (const json& vector : read_vector_lines("go_torus.jsonl")) {
    const json& expected = vector["expect"];
    const std::string id = vector["id"];
    const std::string ko = vector.value("ko", expected.value("ko_rule", "simple"));
    const json& moves = vector["moves"];
    const std::string first = moves.empty() || moves[0][0] == "b" ? "black" : "white";
    Position game = start("toroidal", "komi=0 ko=" + ko, setup_of(vector["setup"], vector["size"][0], first));
    EventLog log;
    for (const json& move : moves) ASSERT_EQ(follow(game, move, log), Reason::none) << id << move;
    if (expected.contains("stones")) {
      EXPECT_EQ(stones(game, 'B'), sorted(expected["stones"]["B"])) << id;
      EXPECT_EQ(stones(game, 'W'), sorted(expected["stones"]["W"])) << id;
    }
    if (expected.contains("captured")) {
      Words captured;
      for (const Event& event : log)
        if (event.kind == Event::Kind::removed) captured.push_back(game.name(event.at));
      EXPECT_EQ(sorted(captured), sorted(expected["captured"])) << id;
    }
    const View view = look(game);
    if (expected.contains("area")) {
      EXPECT_EQ((view.sides[0].half_points - view.sides[1].half_points) / 2,
                expected["area"]["black_minus_white"].get<int>())
          << id;
    }
    if (expected.contains("liberty_points"))
      for (const auto& [stone, points] : expected["liberty_points"].items()) {
        Words names;
        for (const auto& group : view.groups)
          if (game.name(group.pieces[0]) == stone)
            for (const Point point : group.freedoms) names.push_back(game.name(point));
        EXPECT_EQ(sorted(names), sorted(points)) << id;
      }
    if (expected.contains("territory")) {
      const View counted =
          look(start("toroidal", "komi=0 scoring=territory", setup_of(vector["setup"], vector["size"][0], first)));
      EXPECT_EQ(counted.sides[0].half_points, 2 * expected["territory"]["B"].get<int>()) << id;
      EXPECT_EQ(counted.sides[1].half_points, 2 * expected["territory"]["W"].get<int>()) << id;
    }
    if (expected.contains("legal"))
      for (const json& claim : expected["legal"]) {
        Position position = game;
        const Reason pass = position.turn().seat == seat(claim[0]) ? Reason::none : play(position, "pass");
        ASSERT_EQ(pass, Reason::none);
        EXPECT_EQ(try_word(position, seat(claim[0]), claim[1].get<std::string>()) == Reason::none, claim[2].get<bool>())
            << id;
      }
    if (expected.contains("prisoners_taken_by")) {
      EXPECT_EQ(view.sides[0].captures, expected["prisoners_taken_by"]["b"].get<int>()) << id;
      EXPECT_EQ(view.sides[1].captures, expected["prisoners_taken_by"]["w"].get<int>()) << id;
    }
    if (expected.contains("illegal_empty_points_for_side_to_move")) {
      Words illegal;
      for (int row = 0; row < view.rows; ++row)
        for (int column = 0; column < view.columns; ++column) {
          const std::string name = game.name({0, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
          const Reason reason = try_word(game, game.turn().seat, name);
          if (reason != Reason::none && reason != Reason::occupied) illegal.push_back(name);
        }
      EXPECT_EQ(sorted(illegal), sorted(expected["illegal_empty_points_for_side_to_move"])) << id;
    }
    ++cases;
  }
  EXPECT_EQ(cases, 15);
}

}  // namespace
}  // namespace cairn::go

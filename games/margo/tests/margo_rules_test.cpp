// Margo against real games, book diagrams and the facts that the spec states; and its options, one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "games/registry.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

using nlohmann::json;
using StartFrom = cairn::Setup;  // gtest takes the name Setup inside a test

json vectors(const std::string& file) {
  std::ifstream in(std::string(CAIRN_VECTORS) + "/" + file);
  EXPECT_TRUE(in) << file;
  return json::parse(in);
}

Made make(const std::string& game, const std::string& options, std::optional<StartFrom> setup = std::nullopt) {
  return find_game(game)->make({parse_option_words(options), std::move(setup)});
}

Position margo(const std::string& options, std::optional<StartFrom> setup = std::nullopt) {
  Made made = make("margo", options, std::move(setup));
  EXPECT_EQ(made.error, "");
  return made.position;
}

// Plays a word for whoever is to move; returns the refusal's word, or "".
std::string play(Position& position, const std::string& word, int* removed = nullptr) {
  EventLog log;
  const Reason reason = position.play(position.turn().seat, word, log);
  if (removed)
    for (const Event& event : log) *removed += event.kind == Event::Kind::removed;
  return std::string(to_word(reason));
}

void play_all(Position& position, const std::string& words) {
  for (const auto word : split_words(words)) ASSERT_EQ(play(position, std::string(word)), "") << word;
}

std::vector<std::string> board(const Position& position) {
  return position.view(Viewer::spectator).board;
}
std::string result(const Position& position) {
  return position.view(Viewer::spectator).result;
}

std::vector<Point> marked(const View& view, const std::string& kind) {
  for (const auto& mark : view.marks)
    if (mark.kind == kind) return mark.points;
  return {};
}

TEST(MargoVectors, RealGamesMoveByMove) {
  const json file = vectors("margo_games.json");
  for (const auto& game : file["games"]) {
    Position position = margo("size=" + std::to_string(game["n"].get<int>()));
    int ply = 0;
    for (const auto& move : game["moves"]) {
      ++ply;
      int removed = 0;
      ASSERT_EQ(play(position, move.get<std::string>(), &removed), "") << game["gamerz_game"] << " ply " << ply;
      EXPECT_EQ(removed, game["captured"].value(std::to_string(ply), 0)) << game["gamerz_game"] << " ply " << ply;
    }
  }
}

// "Game 254 contains a long repetition cycle that positional ko would forbid."
TEST(MargoVectors, Game254IsBarredByPositionalKo) {
  const auto games = vectors("margo_games.json")["games"];
  Position position = margo("size=4 ko=positional");
  std::string refused;
  for (const auto& move : games[0]["moves"])
    if (refused = play(position, move.get<std::string>()); !refused.empty()) break;
  EXPECT_EQ(refused, "repetition");
}

TEST(MargoVectors, CaptureDiagrams) {
  const json file = vectors("margo_positions.json");
  for (const auto& diagram : file["transitions"]) {
    SCOPED_TRACE(diagram["page"].dump());
    StartFrom setup{diagram["before"].get<std::vector<std::string>>(), ""};
    int removed = 0;
    for (const auto& move : diagram["moves"]) {
      setup.to_move = move[0] == "W" ? "white" : "black";
      Position position = margo("size=" + std::to_string(diagram["n"].get<int>()), setup);
      ASSERT_TRUE(position);
      EXPECT_EQ(play(position, move[1].get<std::string>(), &removed), "");
      setup.board = board(position);
    }
    auto after = diagram["after"].get<std::vector<std::string>>();
    while (after.size() > 1 && after.back().find_first_not_of("./") == std::string::npos) after.pop_back();
    EXPECT_EQ(setup.board, after);
    if (diagram.contains("removed")) {
      EXPECT_EQ(removed, diagram["removed"].get<int>());
    }
  }
}

TEST(MargoVectors, LegalityClaims) {
  const auto claims = vectors("margo_positions.json")["claims"];
  const auto position_of = [&](std::size_t i, const std::string& to_move) {
    return margo("size=" + std::to_string(claims[i]["n"].get<int>()),
                 StartFrom{claims[i]["pos"].get<std::vector<std::string>>(), to_move});
  };
  Position revealed = position_of(0, "white");
  EXPECT_EQ(play(revealed, "E7"), "suicide");
  EXPECT_TRUE(position_of(1, "white").to_act().empty());
  EXPECT_TRUE(position_of(1, "black").to_act().empty());
  Position puzzle = position_of(2, "white");
  play_all(puzzle, "F2 D2 E3");
  EXPECT_TRUE(puzzle.to_act().empty());
  EXPECT_EQ(result(puzzle), "W+1");
}

// --- facts ------------------------------------------------------------------------------------------------------

// The exact value of a position for the player to move, in balls, by looking at every line of play.
int solve(const Position& position) {
  const View view = position.view(Viewer::referee);
  if (position.to_act().empty()) {
    const int difference = (view.sides[0].half_points - view.sides[1].half_points) / 2;
    return position.turn().seat == seat_at(0) ? difference : -difference;
  }
  int best = -100;
  ActionList moves;
  position.legal(position.turn().seat, moves);
  for (const Action move : moves) {
    Position next = position;
    next.apply(position.turn().seat, move, NoEvents{});
    best = std::max(best, -solve(next));
  }
  return best;
}

TEST(MargoFacts, SizeTwoIsAFirstPlayerWinByOne) {
  EXPECT_EQ(solve(margo("size=2")), 1);
}

// The spec's means come from small samples; at 2,000 games ours stand within a few standard errors of them.
TEST(MargoFacts, RandomGamesAreAsLongAsTheSpecSays) {
  if (in_short_run()) GTEST_SKIP() << "a mean of many games";
  const auto mean_length = [](int size, int games) {
    const Position start = margo("size=" + std::to_string(size));
    Rng rng(1);
    double plies = 0;
    for (int i = 0; i < games; ++i) {
      Position position = start;
      plies += position.playout(rng).plies;
    }
    return plies / games;
  };
  EXPECT_NEAR(mean_length(4, 20'000), 44, 1);
  EXPECT_NEAR(mean_length(5, 10'000), 94, 3);
  EXPECT_NEAR(mean_length(6, 10'000), 186, 16);
  EXPECT_NEAR(mean_length(7, 5'000), 278, 28);
}

// The fast playout and random play by lists are the same distribution.
TEST(MargoFacts, FastPlayoutsAgreeWithListsOfMoves) {
  for (const char* options : {"size=3", "size=4", "size=4 players=3", "size=5 all_freedoms", "size=4 beginner"}) {
    const Position start = margo(options);
    Rng rng(3);
    constexpr int kGames = 3'000;
    double fast = 0, slow = 0, square = 0;
    for (int i = 0; i < kGames; ++i) {
      Position position = start;
      const double plies = position.playout(rng).plies;
      fast += plies;
      square += plies * plies;
      Position by_lists = start;
      slow += playout_by_lists(by_lists, rng).plies;
    }
    const double variance = square / kGames - (fast / kGames) * (fast / kGames);
    EXPECT_NEAR(fast / kGames, slow / kGames, 5 * std::sqrt(2 * variance / kGames)) << options;
  }
}

struct Perft {
  const char* options;
  std::vector<std::uint64_t> nodes;  // from depth 1
};

TEST(MargoPerft, Tables) {
  const std::vector<Perft> tables{
#include "games/margo/tests/perft_table.inc"
  };
  const bool deep = in_long_run();
  for (const auto& [options, nodes] : tables)
    for (std::size_t depth = 1; depth <= nodes.size(); ++depth)
      if (deep || nodes[depth - 1] < 200'000) {
        EXPECT_EQ(margo(options).perft(static_cast<int>(depth)), nodes[depth - 1]) << options << " depth " << depth;
      }
}

// --- options and refusals ---------------------------------------------------------------------------------------

TEST(MargoOptions, WrongOnesAreRefusedWithTheRightOnes) {
  EXPECT_EQ(make("margo", "size=25").error, "option size: \"25\" is not one of 2..19");
  EXPECT_EQ(make("margo", "ko=superko").error,
            "option ko: \"superko\" is not one of situational|simple|positional|none");
  EXPECT_NE(make("margo", "colour=red").error.find("unknown option \"colour\"; the options are size (2..19), players"),
            std::string::npos);
  EXPECT_EQ(make("margo", "players=3 swap").error, "option swap: only two players can swap");
  EXPECT_EQ(make("margo", "size=4 height=5").error, "option height: 5 is greater than the size, 4");
  EXPECT_EQ(make("spargo", "size=5").error, "option size: Spargo is played on size 4; for other sizes choose margo");
  EXPECT_EQ(make("spargo", "size=4").error, "");
  EXPECT_EQ(make("margo", "can").error, "");  // an unambiguous prefix is enough
}

TEST(MargoPositions, ImpossiblePositionsAreRefused) {
  const auto error = [](std::vector<std::string> rows, const std::string& to_move = "") {
    return make("margo", "size=3", StartFrom{std::move(rows), to_move}).error;
  };
  EXPECT_EQ(error({".../.../..."}), "");
  EXPECT_EQ(error({"WW./WB./...", "../W."}), "position: the ball at B2 on level 2 has no support below it");
  EXPECT_EQ(error({"WW./WB./...", "W./.."}), "");
  EXPECT_EQ(error({"WW/WB/..."}), "position: level 1: every row must have 3 letters");
  EXPECT_EQ(error({"WW./WB."}), "position: level 1 must have 3 rows joined by '/'");
  EXPECT_EQ(error({"WQ./WB./..."}), "position: level 1: 'Q' at C5 is not one of W, B, .");
  EXPECT_EQ(error({".../.../..."}, "red"), "position: \"to_move\" is \"red\", which is not a side of this game");
  EXPECT_EQ(error({".../.../...", "../..", ".", "."}), "position: the position has 4 levels; it must have 3");
}

TEST(MargoWords, RefusalsHaveTheirReasons) {
  Position position = margo("size=3", StartFrom{{"W../WB./...", "../.."}, "white"});
  EXPECT_EQ(play(position, "A3"), "occupied");
  EXPECT_EQ(play(position, "B4"), "unsupported");
  EXPECT_EQ(play(position, "B3"), "off-board");
  EXPECT_EQ(play(position, "G1"), "off-board");
  EXPECT_EQ(play(position, "hello"), "unknown-move");
  EXPECT_EQ(play(position, "pass"), "unknown-move");
  EXPECT_EQ(play(position, "swap"), "unknown-move");
  EventLog log;
  EXPECT_EQ(position.play(seat_at(1), "E1", log), Reason::not_your_turn);
  EXPECT_EQ(play(position, "e1"), "");
}

TEST(MargoSwap, SeatsChangeSidesAndTheBoardStays) {
  Position position = margo("size=4 swap");
  play_all(position, "C3");
  EXPECT_EQ(position.turn().seat, seat_at(1));
  const auto before = board(position);
  play_all(position, "swap");
  EXPECT_EQ(board(position), before);
  EXPECT_EQ(position.turn().seat, seat_at(0));  // the first player now owns black, and moves
  const View view = position.view(Viewer::spectator);
  EXPECT_EQ(view.sides[0].seat, seat_at(1));
  EXPECT_EQ(view.sides[1].seat, seat_at(0));
  EXPECT_EQ(play(position, "swap"), "unknown-move");
  EventLog log;
  position.retire(seat_at(0), Leave::resigned, [&](const Event& event) { log.push_back(event); });
  EXPECT_EQ(result(position), "W+R");
  EXPECT_EQ(winner(position.outcome(), 2), 1);
}

TEST(MargoOptions, BeginnerEndsWithTheFirstCapture) {
  Position position = margo("size=3 beginner");
  play_all(position, "A1 A3 C3 C1");  // the corner ball falls
  EXPECT_EQ(result(position), "B+C");
  Position capture = margo("size=3 beginner", StartFrom{{"B../W../WW."}, "white"});
  play_all(capture, "C5");
  EXPECT_EQ(result(capture), "W+C");
  EXPECT_EQ(winner(capture.outcome(), 2), 0);
}

TEST(MargoOptions, BlockersBelongToNobody) {
  Position position = margo("size=3 testing");
  play_all(position, "A1 C1x A3x");
  EXPECT_EQ(board(position)[0], ".../X../.X.");  // the first ball lost its last freedom to the second blocker
  EXPECT_EQ(position.view(Viewer::spectator).sides[0].half_points, 0);
}

TEST(MargoOptions, PassesEndTheGameWhereTheyAreAllowed) {
  Position position = margo("size=3 can_pass");
  play_all(position, "A1 pass pass");
  EXPECT_EQ(result(position), "W+1");
}

TEST(MargoRetire, ATableOfThreeGoesOnWithTwo) {
  Position position = margo("size=4 players=3");
  play_all(position, "A1 C1 E1");
  EventLog log;
  const auto sink = [&](const Event& event) { log.push_back(event); };
  position.retire(seat_at(0), Leave::timed_out, sink);
  EXPECT_EQ(position.turn().seat, seat_at(1));
  play_all(position, "C3 E3");
  EXPECT_EQ(position.turn().seat, seat_at(1));  // white is skipped
  position.retire(seat_at(2), Leave::resigned, sink);
  EXPECT_TRUE(position.to_act().empty());
  const Outcome outcome = position.outcome();
  EXPECT_EQ(outcome.rank[1], 1);
  EXPECT_EQ(outcome.rank[2], 2);
  EXPECT_EQ(outcome.rank[0], 3);
}

TEST(MargoView, ShowsZombiesBuriedBallsAndCutLinks) {
  // Two white balls straddle the black link C3-E3 (points C4... on level 2 of the board), cutting it.
  const View cut = margo("size=4", StartFrom{{"..../.BB./.BB./.BB.", ".../.W./.W."}, "black"}).view(Viewer::spectator);
  const std::vector<Point> link{{0, 1, 1}, {0, 2, 1}};
  EXPECT_EQ(marked(cut, "cut"), link);
  // A pyramid of 4 + 1 in the corner, with black below: the corner ball under level 3 is buried once it stands.
  const View buried = margo("size=3", StartFrom{{"WBW/BBB/WBW", "BB/BB", "W"}, "white"}).view(Viewer::spectator);
  EXPECT_EQ(marked(buried, "buried"), (std::vector<Point>{{0, 1, 1}}));
  // The black corner ball has no freedom; the white ball on it keeps it there.
  const View zombie = margo("size=3", StartFrom{{".../WW./BWW", "../W."}, "black"}).view(Viewer::spectator);
  EXPECT_EQ(marked(zombie, "zombie"), (std::vector<Point>{{0, 0, 0}}));
  EXPECT_EQ(zombie.lives_on, "freedoms");
  EXPECT_EQ(zombie.tally, "balls");
}

// What there is to show for a refusal: "kind: point point".
std::vector<std::string> shown(const Position& position, const std::string& word) {
  const Seat seat = position.turn().seat;
  std::vector<std::string> texts;
  for (const View::Mark& mark : position.refusal_marks(seat, position.parse(seat, word).action)) {
    texts.push_back(mark.kind + ':');
    for (const Point at : mark.points) texts.back() += ' ' + position.name(at);
  }
  return texts;
}

// What happens at a move: "removed A5", "stayed A1 under B2".
std::vector<std::string> told(Position& game, const std::string& word) {
  EventLog log;
  EXPECT_EQ(game.play(game.turn().seat, word, log), Reason::none) << word;
  std::vector<std::string> texts;
  for (const Event& event : log) {
    texts.push_back(std::string(to_word(event.kind)) + ' ' + game.name(event.at));
    if (event.kind == Event::Kind::stayed) texts.back() += " under " + game.name(event.from);
  }
  return texts;
}

TEST(MargoTells, WhichCapturedBallsStayAndWhatTheyCarry) {
  using Texts = std::vector<std::string>;
  // A5 falls with its group. The ball on layer 2 holds the two others, which live on by the hole at A5.
  Position freed = margo("size=4", StartFrom{{"..../BW../BW../BW..", ".../.../W.."}, "white"});
  EXPECT_EQ(told(freed, "A7"), (Texts{"placed A7", "removed A5", "stayed A1 under B2", "stayed A3 under B2"}));
  EXPECT_EQ(marked(freed.view(Viewer::spectator), "zombie"), std::vector<Point>{});
  // Nothing falls: both become zombies.
  Position zombies = margo("size=4", StartFrom{{"..../..../BW../BW..", ".../.../W.."}, "white"});
  EXPECT_EQ(told(zombies, "A5"), (Texts{"placed A5", "stayed A1 under B2", "stayed A3 under B2"}));
  EXPECT_EQ(marked(zombies.view(Viewer::spectator), "zombie"), (std::vector<Point>{{0, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(told(zombies, "G7"), Texts{"placed G7"});  // zombies from before are not told again
}

TEST(MargoTells, WhichBallsMakeAMoveIllegal) {
  EXPECT_EQ(shown(margo("size=4", StartFrom{{"..../..../WW../.BW."}, "black"}), "A1"),
            (std::vector<std::string>{"breathless: A1 C1"}));
  Position ko = margo("size=4", StartFrom{{"..../.BW./BW.W/.BW."}, "black"});
  ASSERT_EQ(play(ko, "E3"), "");
  ASSERT_EQ(play(ko, "C3"), "repetition");
  EXPECT_EQ(shown(ko, "C3"), (std::vector<std::string>{"retaken: E3"}));
  EXPECT_EQ(shown(ko, "E3"), (std::vector<std::string>{"missing: D2 F2 D4 F4"}));  // two layers up
  EXPECT_EQ(shown(ko, "G7"), (std::vector<std::string>{}));                        // legal
  const Position swapped = margo("size=4 swap", StartFrom{{"..../..../WW../.BW."}, "black"});
  EXPECT_EQ(shown(swapped, "A1"), (std::vector<std::string>{"breathless: A1 C1"}));
  EXPECT_EQ(shown(margo("size=3"), "B2"), (std::vector<std::string>{"missing: A1 C1 A3 C3"}));
}

}  // namespace
}  // namespace cairn

// The annotated games and the capture illustrations, move by move (tests/vectors/margrites_*.json).
#include <fstream>
#include <nlohmann/json.hpp>

#include "games/margrites/tests/help.h"

namespace cairn::margrites {
namespace {

using Json = nlohmann::json;

Json load(const std::string& file) {
  std::ifstream in(std::string(CAIRN_VECTORS) + "/" + file);
  return Json::parse(in);
}

std::string formation_text(const Json& squares) {
  return join(squares.get<std::vector<std::string>>(), ",");
}

// "e5>f4(xg5, xh5)" -> "g5 h5"
std::string printed_captures(std::string_view step) {
  std::vector<std::string> squares;
  const auto bracket = step.find('(');
  for (std::size_t i = bracket; i < step.size(); ++i)
    if (step[i] == 'x') squares.emplace_back(step.substr(i + 1, 2));
  std::sort(squares.begin(), squares.end());
  return join(squares, " ");
}

TEST(MargritesVectors, TheAnnotatedGamesReplayStepByStep) {
  const Json file = load("margrites_games.json");
  int steps = 0;
  for (const Json& record : file["games"]) {
    SCOPED_TRACE(record["title"]);
    Margrites game(options_of("black=" + formation_text(record["black_formation"]) +
                              " white=" + formation_text(record["white_formation"])));
    for (const Json& turn : record["turns"]) {
      SCOPED_TRACE(turn["turn"]);
      ASSERT_EQ(game.turn_number(), turn["turn"].get<int>());
      EXPECT_EQ(game.turn().number, turn["turn"].get<int>());
      EXPECT_EQ(game.side_of(game.turn().seat) == Side::black ? "black" : "white", turn["side"].get<std::string>());
      for (const Json& step : turn["steps"]) {
        const auto word = step.get<std::string>();
        ASSERT_EQ(play(game, word), printed_captures(word)) << word;
        ++steps;
      }
      EXPECT_EQ(rows_of(game), turn["board"].get<std::vector<std::string>>());
      EXPECT_EQ(game.score_text(), turn["score"].get<std::string>());
    }
    EXPECT_EQ(game.score_text(), record["final_score"].get<std::string>());
    EXPECT_EQ(game.to_act().empty(), record["over"].get<bool>());
  }
  EXPECT_EQ(steps, 54 * 4);
}

TEST(MargritesVectors, TheStepsAsPrintedWhereTheyBreakTheRulesAreRefused) {
  const Json file = load("margrites_games.json");
  int refused = 0, errata = 0;
  for (const Json& record : file["games"]) {
    Margrites game(options_of("black=" + formation_text(record["black_formation"]) +
                              " white=" + formation_text(record["white_formation"])));
    for (const Json& turn : record["turns"]) {
      int number = 0;
      for (const Json& step : turn["steps"]) {
        ++number;
        for (const Json& erratum : record["errata"])
          if (erratum["turn"] == turn["turn"] && erratum["step"] == number) {
            ++errata;
            refused += !refusal(game, erratum["printed"].get<std::string>()).empty();
          }
        play(game, step.get<std::string>());
      }
    }
  }
  EXPECT_EQ(errata, 26);
  EXPECT_GE(refused, 10);  // the others are legal in themselves, but lead to a step that is not
}

TEST(MargritesVectors, TheIllustratedCapturesSettleAsDrawn) {
  const Json file = load("margrites_positions.json");
  for (const Json& picture : file["positions"]) {
    SCOPED_TRACE(picture["name"]);
    std::array<Squares, 2> pieces{};
    for (const auto& [name, side] : {std::pair{"black", 0U}, std::pair{"white", 1U}})
      for (const Json& square : picture[name])
        pieces[side] = pieces[side] | Squares::of(*read_square(square.get<std::string>()));
    Lanes x = std::bit_cast<Lanes>(pieces);
    ASSERT_TRUE(settle(x, Lanes{}));
    const auto left = std::bit_cast<std::array<Squares, 2>>(x);
    std::vector<std::string> fallen;
    for (std::size_t side = 0; side < 2; ++side)
      for (Squares gone = pieces[side] ^ left[side]; !gone.empty(); gone.drop_front())
        fallen.push_back(name(gone.front()));
    std::sort(fallen.begin(), fallen.end());
    EXPECT_EQ(fallen, picture["captured_now"].get<std::vector<std::string>>());
    if (pieces[0].size() <= kPieces && pieces[1].size() <= kPieces) {
      EXPECT_EQ(Margrites::fits(pieces).empty(), fallen.empty());
    }
  }
}

}  // namespace
}  // namespace cairn::margrites

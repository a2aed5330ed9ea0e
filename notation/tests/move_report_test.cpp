// What a move gave away: by the engine's win rates, and by proof.
#include "notation/move_report.h"

#include <gtest/gtest.h>

#include <string>

#include "core/text.h"
#include "games/registry.h"

namespace cairn {
namespace {

// The report of the last of these moves.
ReportedMove report_last(const std::string& game, const std::string& before, const std::string& word) {
  const GameInfo& info = *find_game(game);
  Position position = info.make({}).position;
  EventLog log;
  int ply = 0;
  for (const auto one : split_words(before)) {
    EXPECT_EQ(position.play(position.to_act().front(), one, log), Reason::none) << one;
    ++ply;
  }
  const auto look = [&] {
    const auto engine = make_engine(info, position, {.memory = std::size_t{4} << 20});
    return look_at({info, position, ply}, *engine,
                   [&](Seat seat) { think(*engine, position, seat, {.playouts = 100, .decide = false}); });
  };
  const PositionEvaluation earlier = look();
  ReportedMove move;
  move.ply = ++ply;
  move.seat = position.to_act().front();
  move.word = word;
  EXPECT_EQ(position.play(move.seat, word, log), Reason::none);
  judge(earlier, look(), move);
  return move;
}

TEST(MoveReport, ACornerOpeningOfSpargoGivesTheGameAway) {
  const ReportedMove move = report_last("spargo", "", "A1");
  EXPECT_EQ(move.proof, Proof::loss);
  EXPECT_EQ(move.gave_away, Proof::win);
  EXPECT_EQ(move.mark, MoveMark::very_bad);
  EXPECT_DOUBLE_EQ(*move.loss, 1);
  EXPECT_EQ(move.best, "C3");
  const Json json = move_json(move);
  EXPECT_EQ(json.at("proof"), "loss");
  EXPECT_EQ(json.at("gave_away"), "win");
}

TEST(MoveReport, AWinningOpeningIsNoMistake) {
  for (const char* word : {"C3", "E5", "C1"}) {
    const ReportedMove move = report_last("spargo", "", word);
    EXPECT_EQ(move.proof, Proof::win) << word;
    EXPECT_EQ(move.gave_away, Proof::none) << word;
    EXPECT_EQ(move.mark, MoveMark::none) << word;
    EXPECT_EQ(move_json(move).at("gave_away"), nullptr);
  }
}

TEST(MoveReport, WhoHasLostGivesNothingAway) {
  const ReportedMove move = report_last("spargo", "C3", "A1");
  EXPECT_EQ(move.proof, Proof::loss);
  EXPECT_EQ(move.gave_away, Proof::none);
  EXPECT_EQ(move.mark, MoveMark::none);
}

TEST(MoveReport, NothingProvenIsNothingGivenAway) {
  const ReportedMove first = report_last("margo", "", "C1");
  EXPECT_EQ(first.proof, Proof::none);
  EXPECT_EQ(first.gave_away, Proof::none);
  const ReportedMove other = report_last("margo", "C3", "A1");
  EXPECT_EQ(other.proof, Proof::none);
  EXPECT_EQ(move_json(other).at("proof"), nullptr);
}

PositionEvaluation proven_look(double first_wins, Proof first) {
  PositionEvaluation look;
  look.first_wins = first_wins;
  look.best_wins = first_wins;
  look.best = "B2";
  look.first_proof = first;
  return look;
}

TEST(MoveReport, AProofIsSeenFromTheMover) {
  const auto judged = [](Seat seat, Proof before, Proof after) {
    ReportedMove move;
    move.seat = seat;
    move.word = "A1";
    judge(proven_look(0.5, before), proven_look(0.5, after), move);
    return move;
  };
  const Seat first = seat_at(0), second = seat_at(1);
  EXPECT_EQ(judged(first, Proof::win, Proof::draw).gave_away, Proof::win);
  EXPECT_EQ(judged(first, Proof::draw, Proof::loss).gave_away, Proof::draw);
  EXPECT_EQ(judged(second, Proof::draw, Proof::win).gave_away, Proof::draw);
  EXPECT_EQ(judged(second, Proof::loss, Proof::win).gave_away, Proof::win);
  EXPECT_EQ(judged(second, Proof::loss, Proof::win).proof, Proof::loss);
  EXPECT_EQ(judged(first, Proof::win, Proof::win).gave_away, Proof::none);
  EXPECT_EQ(judged(first, Proof::win, Proof::none).gave_away, Proof::none);
  EXPECT_EQ(judged(first, Proof::none, Proof::loss).gave_away, Proof::none);
  EXPECT_EQ(judged(second, Proof::loss, Proof::win).mark, MoveMark::very_bad);
}

}  // namespace
}  // namespace cairn

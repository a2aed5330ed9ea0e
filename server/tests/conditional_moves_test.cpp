// Conditional moves: their text, how they go on with the game, and that they stay secret.
#include "server/play/conditional_moves.h"

#include <gtest/gtest.h>

#include "server/play/to_client.h"
#include "server/tests/hidden_row.h"
#include "server/tests/table_checks.h"

namespace cairn {
namespace {

using namespace testing;

TEST(PlanText, IsReadAndWritten) {
  for (const std::string text : {"", "(D4=E5)", "(D4=E5(F6=G7))(E4=D5)", "(*=C3)", "(a b=c d(e=f)(g=h))"}) {
    const ConditionalMovesRead read = parse_conditional_moves(text);
    ASSERT_TRUE(read.turns) << read.error;
    EXPECT_EQ(conditional_moves_text(*read.turns), text);
  }
  EXPECT_EQ(conditional_moves_text(*parse_conditional_moves("  ( D4   D5 = E5 )  ( E4=D5 ( F6=G7 ) ) ").turns),
            "(D4 D5=E5)(E4=D5(F6=G7))");
}

TEST(PlanText, WhatIsWrongIsSaid) {
  std::string deep, many;
  for (int i = 0; i <= kMaxConditionalDepth; ++i) deep += "(a=b";
  deep += std::string(kMaxConditionalDepth + 1, ')');
  for (int i = 0; i <= kMaxConditionalTurns; ++i) many += "(a=b)";
  for (const std::string& bad :
       {std::string("D4"), std::string("(D4)"), std::string("(D4=E5"), std::string("(D4=E5))"), std::string("(=E5)"),
        std::string("(D4=)"), std::string("(D4==E5)"), std::string("((D4=E5))"), std::string("(D4=E5)x"),
        std::string("(D4=E\n5)"), std::string("("), std::string(")"), deep, many,
        std::string(kMaxConditionalText + 1, '(')}) {
    const ConditionalMovesRead read = parse_conditional_moves(bad);
    EXPECT_FALSE(read.turns) << bad.substr(0, 40);
    EXPECT_FALSE(read.error.empty());
  }
}

struct Game {
  Table table = open_table(open_game());
  std::string word(std::size_t i) const { return table.position().legal_words(table.position().to_act().front())[i]; }
  void move(const std::string& word) {
    const Seat seat = table.position().to_act().front();
    table.commit(accepted(table.prepare(seat, play(table, seat, {word}))));
  }
  Answer plan(Seat seat, const std::string& text) const {
    Command command{"", table.version(viewer_of(seat)), Command::Kind::plan};
    command.plan = text;
    return table.prepare(seat, command);
  }
  bool run() {  // what the server does
    const auto seat = table.planned();
    if (!seat) return false;
    table.commit(accepted(table.prepare_planned(*seat, kStart)));
    return true;
  }
};

TEST(ConditionalMoves, IsPlayedAsFarAsTheOthersFollow) {
  Game game;
  // A list of places that are legal for both at any time: the first six of the first move.
  std::vector<std::string> at;
  for (std::size_t i = 0; i < 8; ++i) at.push_back(game.word(i));
  const std::string text = "(" + at[0] + "=" + at[1] + "(" + at[2] + "=" + at[3] + "))(" + at[4] + "=" + at[5] + ")";
  game.table.commit(accepted(game.plan(seat_at(1), lower(text))));
  EXPECT_EQ(game.table.terms().plans[1].text(), text) << "as the game writes its moves";
  EXPECT_FALSE(game.run());
  game.move(at[0]);
  ASSERT_TRUE(game.run());
  EXPECT_EQ(game.table.steps().back().word, at[1]);
  EXPECT_FALSE(game.run());
  EXPECT_EQ(game.table.terms().plans[1].text(), "(" + at[2] + "=" + at[3] + ")");
  const auto again = Table::open(game.table.info(), game.table.setup(), game.table.occupants(), game.table.log());
  ASSERT_TRUE(again.table) << again.error;
  EXPECT_EQ(again.table->terms().plans[1].text(), game.table.terms().plans[1].text());
  game.move(at[6]);  // not provided for
  EXPECT_FALSE(game.run());
  EXPECT_TRUE(game.table.terms().plans[1].empty());
}

TEST(ConditionalMoves, APremoveAnswersAnything) {
  Game game;
  const std::string first = game.word(0), second = game.word(1);
  game.table.commit(accepted(game.plan(seat_at(1), "(*=" + second + ")")));
  game.move(first);
  ASSERT_TRUE(game.run());
  EXPECT_EQ(game.table.steps().back().word, second);
}

TEST(ConditionalMoves, WhatCannotBePlayedEndsIt) {
  Game game;
  const std::string first = game.word(0);
  game.table.commit(accepted(game.plan(seat_at(1), "(*=" + first + ")")));
  game.move(first);  // the place is taken
  ASSERT_TRUE(game.run());
  EXPECT_EQ(game.table.steps().size(), 1U);
  EXPECT_TRUE(game.table.terms().plans[1].empty());
  EXPECT_FALSE(game.run());
}

TEST(ConditionalMoves, OnesOwnMoveAndTakingBackEndIt) {
  Game game;
  const std::string first = game.word(0), second = game.word(1), third = game.word(2);
  game.table.commit(accepted(game.plan(seat_at(1), "(" + first + "=" + second + ")")));
  game.move(first);
  game.move(third);  // faster than the server
  EXPECT_TRUE(game.table.terms().plans[1].empty());
  game.table.commit(accepted(game.plan(seat_at(1), "(" + second + "=" + first + ")")));
  Command undo{"", game.table.version(Viewer::seat1), Command::Kind::undo};
  game.table.commit(accepted(game.table.prepare(seat_at(1), undo)));
  undo.version = game.table.version(Viewer::seat0);
  game.table.commit(accepted(game.table.prepare(seat_at(0), undo)));
  EXPECT_TRUE(game.table.terms().plans[1].empty());
}

TEST(ConditionalMoves, IsRefusedWhereItMakesNoSense) {
  Game game;
  EXPECT_EQ(refused(game.plan(seat_at(0), "(*=" + game.word(0) + ")")).code, Code::plan) << "one's own turn";
  EXPECT_EQ(refused(game.plan(seat_at(1), "(*=nonsense!)")).code, Code::plan);
  EXPECT_EQ(refused(game.plan(seat_at(1), "(D4")).code, Code::plan);
  const GameInfo hidden = hidden_row_info();
  Game other{open_table(hidden)};
  EXPECT_EQ(refused(other.plan(seat_at(1), "(*=c3)")).code, Code::plan);
}

// Two tables that differ in a plan only: nobody but its owner can tell them apart before it is played.
TEST(ConditionalMoves, IsASecret) {
  Game with, without;
  const std::string first = with.word(0), second = with.word(1);
  const Answer answer = with.plan(seat_at(1), "(" + first + "=" + second + ")");
  const Change change = accepted(answer);
  EXPECT_EQ(change.changed_for, only(seat_at(1)));
  with.table.commit(change);
  const auto look = [](const Game& game, std::optional<Seat> seat) { return TableView(game.table, "x", seat).state(); };
  EXPECT_EQ(look(with, seat_at(0)), look(without, seat_at(0)));
  EXPECT_EQ(look(with, std::nullopt), look(without, std::nullopt));
  EXPECT_EQ(look(with, seat_at(1)).at("plan"), "(" + first + "=" + second + ")");
  with.move(first), without.move(first);
  EXPECT_EQ(look(with, seat_at(0)), look(without, seat_at(0)));
  EXPECT_EQ(look(with, std::nullopt), look(without, std::nullopt));
}

}  // namespace
}  // namespace cairn

// Offers and rematches at a table, without a server.
#include "server/tests/table_terms_checks.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

using namespace testing;

TEST(Offers, ADrawIsAgreed) {
  Table table = open_table(open_game());
  move(table);
  carry_out(table, kFirst, CommandKind::offer);
  const Json seen = TableView(table, "x", kSecond).state();
  EXPECT_EQ(seen.at("offers"), parse_json(R"([{"offer":"draw","by":0,"agreed":[0]}])"));
  EXPECT_FALSE(table.over());
  carry_out(table, kSecond, CommandKind::accept);
  EXPECT_TRUE(table.over());
  const Json over = TableView(table, "x", kSecond).state();
  EXPECT_EQ(over.at("view").at("result"),
            parse_json(R"({"winner":null,"seat":null,"text":"0","how":"agreed","ranks":[1,1]})"));
  EXPECT_TRUE(over.at("view").at("over").get<bool>());
  EXPECT_TRUE(over.at("legal").empty());
  EXPECT_TRUE(over.at("offers").empty());
  EXPECT_EQ(refused(table.prepare(kSecond, first_word(table))).reason, Reason::game_over);
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::resign))).code, Code::game_over);
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::offer))).code, Code::game_over);
  expect_refolds(table);
}

TEST(Offers, AMoveDeclinesAndOnceIsEnough) {
  Table table = open_table(open_game());
  carry_out(table, kSecond, CommandKind::offer);
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::offer))).code, Code::no_offer);
  move(table);
  EXPECT_TRUE(table.terms().offers.empty());
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::accept))).code, Code::no_offer);
  carry_out(table, kSecond, CommandKind::offer);  // there was a move since
  carry_out(table, kFirst, CommandKind::decline);
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::offer))).code, Code::no_offer);
  move(table);  // its own move does not take it back
  carry_out(table, kFirst, CommandKind::offer);
  carry_out(table, kFirst, CommandKind::decline);  // this does
  EXPECT_TRUE(table.terms().offers.empty());
  expect_refolds(table);
}

TEST(Offers, OffersThatCrossAreAnAgreement) {
  Table table = open_table(open_game());
  Command second = command(table, kSecond, CommandKind::offer);
  carry_out(table, kFirst, CommandKind::offer);
  // It did not know of the other's offer, so it does not agree to it unseen ...
  EXPECT_EQ(refused(table.prepare(kSecond, second)).code, Code::stale);
  carry_out(table, kSecond, CommandKind::offer);  // ... but does when it has seen it.
  EXPECT_TRUE(table.over());
}

TEST(Offers, MakeNobodysMoveStale) {
  Table table = open_table(open_game());
  const Command move = first_word(table);
  carry_out(table, kSecond, CommandKind::offer);
  table.commit(accepted(table.prepare(kFirst, move)));
  EXPECT_EQ(table.steps().size(), 1U);
  EXPECT_EQ(refused(table.prepare(kSecond, {"", 0, CommandKind::resign})).code, Code::stale)
      << "the move it did not see";
}

TEST(Offers, TakingBackNeedsTheOther) {
  Table table = open_table(open_game());
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 3; ++i) {
    hashes.push_back(table.position().hash());
    move(table);
  }
  carry_out(table, kSecond, CommandKind::undo);
  carry_out(table, kFirst, CommandKind::accept, OfferKind::undo);
  EXPECT_EQ(table.position().hash(), hashes[1]) << "back to its own last move";
  expect_refolds(table);
  carry_out(table, kFirst, CommandKind::offer, OfferKind::undo);
  move(table);
  EXPECT_TRUE(table.terms().offers.empty()) << "the game went on";
  EXPECT_EQ(refused(table.prepare(kSecond, {"", 99, CommandKind::undo})).code, Code::stale);
}

TEST(Offers, BotsTakeBackButDoNotAgreeToDraws) {
  Table table = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {SeatKind::bot, 0, "bot"}});
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::offer))).code, Code::no_offer);
  move(table);
  carry_out(table, kFirst, CommandKind::undo);
  EXPECT_TRUE(table.steps().empty());
}

TEST(Offers, NothingIsOfferedBeforeAllHaveCome) {
  Table table = open_table(open_game(), {}, {{SeatKind::guest, 1, "a"}, {}});
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::offer))).code, Code::no_offer);
}

TEST(Offers, AmongThreeAllWhoStillPlayMustAgree) {
  Table table = table_for(3);
  carry_out(table, kFirst, CommandKind::offer);
  carry_out(table, kSecond, CommandKind::accept);
  EXPECT_FALSE(table.over());
  EXPECT_EQ(refused(table.prepare(kSecond, command(table, kSecond, CommandKind::accept))).code, Code::no_offer);
  carry_out(table, seat_at(2), CommandKind::resign);
  EXPECT_TRUE(table.terms().offers.empty()) << "it was another game that they agreed on";
  carry_out(table, kSecond, CommandKind::offer);
  carry_out(table, kFirst, CommandKind::accept);
  ASSERT_TRUE(table.over());
  EXPECT_EQ(TableView(table, "x", kFirst).state().at("view").at("result").at("ranks"), parse_json("[1,1,3]"));
  expect_refolds(table);
}

TEST(Offers, NothingIsTakenBackWhereSomethingIsHidden) {
  const GameInfo hidden = hidden_row_info();
  Table table = open_table(hidden);
  move(table);
  EXPECT_EQ(refused(table.prepare(kFirst, command(table, kFirst, CommandKind::undo))).code, Code::no_undo);
}

// Seat 1 tries a cell that is taken while a draw is offered: nobody else may learn of the try by the offer's end.
TEST(Offers, ARefusedTryDeclinesNothing) {
  const GameInfo hidden = hidden_row_info();
  Table table = open_table(hidden);
  table.commit(accepted(table.prepare(kFirst, play(table, kFirst, {"c3"}))));
  carry_out(table, kFirst, CommandKind::offer);
  const Json before = TableView(table, "x", kFirst).state();
  table.commit(accepted(table.prepare(kSecond, play(table, kSecond, {"c3"}))));
  EXPECT_EQ(TableView(table, "x", kFirst).state(), before);
  table.commit(accepted(table.prepare(kSecond, play(table, kSecond, {"c4"}))));
  EXPECT_TRUE(table.terms().offers.empty());
}

TEST(Rematch, IsMadeWhenAllHaveAsked) {
  Table table = table_for(2);
  const auto code = [&](const Answer& answer) { return std::get<Refusal>(answer).code; };
  EXPECT_EQ(code(table.prepare(kFirst, again(table, kFirst, CommandKind::offer, "t2"))), Code::no_offer) << "they play";
  move(table);
  carry_out(table, kSecond, CommandKind::resign);
  const Command ask = again(table, kSecond, CommandKind::offer, "t2");
  table.commit(accepted(table.prepare(kSecond, ask)));
  EXPECT_EQ(TableView(table, "x", kFirst).state().at("offers"),
            parse_json(R"([{"offer":"rematch","by":1,"agreed":[1]}])"));
  EXPECT_TRUE(TableView(table, "x", kFirst).state().at("rematch").is_null());
  EXPECT_TRUE(table.over());
  expect_refolds(table);
  EXPECT_EQ(code(table.prepare(kSecond, again(table, kSecond, CommandKind::offer, "t2"))), Code::no_offer)
      << "asked already";
  EXPECT_EQ(code(table.prepare(kFirst, again(table, kFirst, CommandKind::accept, ""))), Code::no_offer) << "no server";
  // Who asks for the same agrees to it.
  Command same = again(table, kFirst, CommandKind::offer, "t3");
  same.request = "r";
  const Change made = accepted(table.prepare(kFirst, same));
  EXPECT_EQ(made.entry.kind, Entry::Kind::accept);
  EXPECT_EQ(made.entry.words, "rematch t3");
  EXPECT_TRUE(made.over());
  table.commit(made);
  for (const std::optional<Seat> you : {std::optional(kFirst), std::optional(kSecond), std::optional<Seat>()})
    EXPECT_EQ(TableView(table, "x", you).state().at("rematch"), "t3");
  EXPECT_TRUE(table.terms().offers.empty());
  expect_refolds(table);
  same.table = "t4";
  EXPECT_TRUE(accepted(table.prepare(kFirst, same)).repeated);
  EXPECT_EQ(accepted(table.prepare(kFirst, same)).entry.words, "rematch t3") << "the same answer for ever";
  EXPECT_EQ(code(table.prepare(kSecond, again(table, kSecond, CommandKind::offer, "t5"))), Code::no_offer)
      << "there is one";
}

TEST(Rematch, IsDeclinedAndTakenBack) {
  Table table = table_for(2);
  move(table);
  carry_out(table, kSecond, CommandKind::resign);
  table.commit(accepted(table.prepare(kSecond, again(table, kSecond, CommandKind::offer, "t2"))));
  table.commit(accepted(table.prepare(kFirst, again(table, kFirst, CommandKind::decline, ""))));
  EXPECT_TRUE(table.terms().offers.empty());
  EXPECT_EQ(std::get<Refusal>(table.prepare(kSecond, again(table, kSecond, CommandKind::offer, "t2"))).code,
            Code::no_offer)
      << "once is enough";
  table.commit(accepted(table.prepare(kFirst, again(table, kFirst, CommandKind::offer, "t2"))));
  table.commit(accepted(table.prepare(kSecond, again(table, kSecond, CommandKind::accept, "t3"))));
  EXPECT_EQ(table.terms().rematch, "t3");
  expect_refolds(table);
}

TEST(Rematch, IsNoneWithBots) {
  const Table people = table_for(2);
  Table table =
      open_table(people.info(), people.setup().options, {{SeatKind::guest, 1, "Ann"}, {SeatKind::bot, 0, "B"}});
  carry_out(table, kFirst, CommandKind::resign);
  EXPECT_EQ(std::get<Refusal>(table.prepare(kFirst, again(table, kFirst, CommandKind::offer, "t2"))).code,
            Code::no_offer);
}

TEST(Rematch, TakesAllWhoSatThere) {
  Table table = table_for(3);
  for (const int seat : {0, 1}) {
    const Seat leaving = seat_at(seat);
    carry_out(table, leaving, CommandKind::resign);
  }
  ASSERT_TRUE(table.over());
  const Seat third = seat_at(2);
  table.commit(accepted(table.prepare(kFirst, again(table, kFirst, CommandKind::offer, "t2"))));
  table.commit(accepted(table.prepare(third, again(table, third, CommandKind::accept, "t2"))));
  EXPECT_EQ(table.terms().rematch, "") << "one is missing";
  EXPECT_EQ(table.log().back().words, "rematch");
  table.commit(accepted(table.prepare(kSecond, again(table, kSecond, CommandKind::accept, "t3"))));
  EXPECT_EQ(table.terms().rematch, "t3");
  expect_refolds(table);
}

TEST(Offers, NoDrawIsAgreedAfterTheEnd) {
  Table table = table_for(2);
  carry_out(table, kSecond, CommandKind::offer, OfferKind::draw);
  move(table);
  EXPECT_TRUE(table.terms().offers.empty()) << "a move declines it";
  // Who offers and then ends the game by a move of his own leaves the offer behind.
  for (int i = 0; i < 2'000 && !table.over(); ++i) {
    const Seat mover = table.position().to_act().front();
    if (accepted(table.prepare(mover, first_word(table))).over()) carry_out(table, mover, CommandKind::offer);
    move(table);
  }
  ASSERT_TRUE(table.over());
  ASSERT_EQ(table.terms().offers.size(), 1U);
  const Seat other = seat_at(1 - index(table.terms().offers[0].by));
  const std::string result = table.view(Viewer::spectator).result;
  EXPECT_EQ(std::get<Refusal>(table.prepare(other, command(table, other, CommandKind::accept, OfferKind::draw))).code,
            Code::game_over);
  EXPECT_EQ(table.view(Viewer::spectator).result, result);
}

}  // namespace
}  // namespace cairn

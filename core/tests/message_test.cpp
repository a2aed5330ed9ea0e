#include "core/message.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

TEST(Message, IsACodeWithNamedArgumentsAndTheirEnglish) {
  const Message message("no-rows", "a board of size {size} has {n} rows, not {given}",
                        {{"size", 5}, {"n", 5}, {"given", std::string("none")}});
  EXPECT_EQ(message.code(), "no-rows");
  EXPECT_EQ(message, "a board of size 5 has 5 rows, not none");
  ASSERT_EQ(message.arguments().size(), 3U);
  EXPECT_TRUE(message.arguments()[0].is_number);
  EXPECT_EQ(message.arguments()[0].number, 5);
  EXPECT_FALSE(message.arguments()[2].is_number);
  EXPECT_EQ(message.argument("given")->value, "none");
  EXPECT_EQ(message.argument("other"), nullptr);
}

TEST(Message, HoldsMessages) {
  const Message inner("option-value", "\"{value}\" is not one of {values}", {{"value", "99"}, {"values", "2..19"}});
  const Message outer("bad-option", "option {name}: {why}", {{"name", "size"}, {"why", inner}});
  EXPECT_EQ(outer, "option size: \"99\" is not one of 2..19");
  ASSERT_NE(outer.argument("why"), nullptr);
  EXPECT_TRUE(outer.argument("why")->is_message);
  EXPECT_EQ(outer.argument("why")->value.code(), "option-value");
  EXPECT_FALSE(outer.argument("name")->is_message);
}

TEST(Message, HasAFormForOneAndAFormForOthers) {
  const auto seats = [](int n) {
    return Message("others", "{n} seat: {who}|{n} seats: {who}", {{"who", "all"}, {"n", n}}).english();
  };
  EXPECT_EQ(seats(1), "1 seat: all");
  EXPECT_EQ(seats(0), "0 seats: all");
  EXPECT_EQ(seats(2), "2 seats: all");
}

TEST(Message, LeavesBracesAloneThatAreNoArgument) {
  EXPECT_EQ(Message("form", "a move is {\"word\":\"...\"}, not {given} or {", {{"given", "{given}"}}),
            "a move is {\"word\":\"...\"}, not {given} or {");
}

TEST(Message, OfEnglishAloneHasNoCode) {
  EXPECT_TRUE(Message().empty());
  EXPECT_EQ(Message("a|b {c}"), "a|b {c}");
  EXPECT_EQ(Message("plain").code(), "");
  EXPECT_EQ(Message(MessageText("2..19|a")), "2..19|a");
}

TEST(Message, SaysWhyAMoveIsRefused) {
  EXPECT_EQ(Message(Reason::occupied).code(), "occupied");
  EXPECT_EQ(Message(Reason::occupied), "there is already a piece there");
  EXPECT_TRUE(Message(Reason::none).empty());
}

TEST(Message, TakesAnotherValue) {
  const Message before("on-ladder", "{player} is on the ladder", {{"player", "player 3"}});
  EXPECT_EQ(before.with({"player", "Ann"}), "Ann is on the ladder");
  EXPECT_EQ(before.with({"player", "Ann"}).code(), "on-ladder");
  EXPECT_EQ(before.with({"other", "Ann"}), before);
}

}  // namespace
}  // namespace cairn

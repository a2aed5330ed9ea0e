#include "notation/text_width.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

TEST(TextWidth, CountsColumnsAndNotBytes) {
  EXPECT_EQ(display_width("Zug"), 3U);
  EXPECT_EQ(display_width("Züge"), 4U);
  EXPECT_EQ(display_width("持ち時間"), 8U);
  EXPECT_EQ(display_width("「A」"), 5U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U) << "an accent stands on its letter";
  EXPECT_EQ(display_width("\xFF\xE6\x8C"), 3U) << "bytes that are no UTF-8";
}

TEST(TextWidth, PadsAndCutsByColumns) {
  EXPECT_EQ(pad_right("黒", 4) + "|", "黒  |");
  EXPECT_EQ(pad_right("noir", 2), "noir");
  EXPECT_EQ(cut_to_width("黒白黒", 5), "黒白");
  EXPECT_EQ(cut_to_width("é1", 1), "é");
}

TEST(Wrap, BreaksBetweenWideLetters) {
  EXPECT_EQ(wrap("あなたの手番です", 8), "あなたの\n手番です\n");
  EXPECT_EQ(wrap("あなたの手番です", 11, "  "), "  あなたの\n  手番です\n");
}

TEST(Wrap, LeavesMarksWhereTheyBelong) {
  EXPECT_EQ(wrap("手番です。次", 8), "手番で\nす。次\n") << "no full stop at the beginning of a line";
  EXPECT_EQ(wrap("これは「黒」", 8), "これは\n「黒」\n") << "no opening mark at its end";
}

TEST(Wrap, CountsAccentsOnce) {
  EXPECT_EQ(wrap("é é é", 5), "é é é\n");
}

}  // namespace
}  // namespace cairn

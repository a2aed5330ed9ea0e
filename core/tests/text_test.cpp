#include "core/text.h"

#include <gtest/gtest.h>
// after gtest
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

namespace cairn {
namespace {

using Texts = std::vector<std::string_view>;

TEST(Text, ChangesCaseOfLettersOnly) {
  EXPECT_EQ(lower("AZaz[@`{ 09\xC4"), "azaz[@`{ 09\xC4");
  EXPECT_EQ(upper("AZaz[@`{ 09\xE4"), "AZAZ[@`{ 09\xE4");
  EXPECT_TRUE(equal_ignoring_case("PaSs", "pAsS"));
  EXPECT_FALSE(equal_ignoring_case("pass", "pas"));
  EXPECT_FALSE(equal_ignoring_case("@", "`"));  // 32 apart, as letters are
}

TEST(Text, Trims) {
  EXPECT_EQ(trim(" \t\r\n a b \v\f"), "a b");
  EXPECT_EQ(trim("   "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("a,,b,", ','), (Texts{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), (Texts{""}));
  EXPECT_EQ(split_words("  a \t bc\n"), (Texts{"a", "bc"}));
  EXPECT_EQ(split_words(" \n"), (Texts{}));
  EXPECT_EQ(join({"a", "", "b"}, "--"), "a----b");
  EXPECT_EQ(join({}, ", "), "");
}

TEST(Text, ReadsWholeNumbers) {
  EXPECT_EQ(parse_int("0"), 0);
  EXPECT_EQ(parse_int("+7"), 7);
  EXPECT_EQ(parse_int("-12"), -12);
  EXPECT_EQ(parse_int("2147483647"), std::numeric_limits<int>::max());
  for (const auto* bad :
       {"", "+", "-", "+-1", "--1", " 1", "1 ", "1.0", "0x1", "2147483648", "99999999999999999999", "x"})
    EXPECT_EQ(parse_int(bad), std::nullopt) << bad;
}

TEST(Text, ReadsAndWritesHalfPoints) {
  EXPECT_EQ(half_points_text(13), "6.5");
  EXPECT_EQ(half_points_text(-4), "-2");
  EXPECT_EQ(half_points_text(-1), "-0.5");
  EXPECT_EQ(parse_half_points("6.5"), 13);
  EXPECT_EQ(parse_half_points("+6.0"), 12);
  EXPECT_EQ(parse_half_points("-0.5"), -1);
  for (const auto* bad : {"", ".", ".5", "5.", "6.25", "6.55", "--1", "+-1", "1e3", "1000001", "6,5", " 6"})
    EXPECT_EQ(parse_half_points(bad), std::nullopt) << bad;
}

RC_GTEST_PROP(TextProperties, HalfPointsComeBack, (int value)) {
  value %= 2'000'000;
  RC_ASSERT(parse_half_points(half_points_text(value)) == value);
}

RC_GTEST_PROP(TextProperties, NumbersComeBack, (int value)) {
  RC_ASSERT(parse_int(std::to_string(value)) == value);
}

RC_GTEST_PROP(TextProperties, JoinUndoesSplit, (const std::string& text)) {
  std::vector<std::string> parts;
  for (const auto part : split(text, ',')) parts.emplace_back(part);
  RC_ASSERT(join(parts, ",") == text);
}

RC_GTEST_PROP(TextProperties, WordsHaveNoBlanksAndLoseNothing, (const std::string& text)) {
  std::string kept, expected;
  for (const auto word : split_words(text)) {
    RC_ASSERT(!word.empty() && std::none_of(word.begin(), word.end(), is_space));
    kept += word;
  }
  std::copy_if(text.begin(), text.end(), std::back_inserter(expected), [](char c) { return !is_space(c); });
  RC_ASSERT(kept == expected);
}

RC_GTEST_PROP(TextProperties, ReadersTakeAnyBytes, (const std::string& text)) {
  static_cast<void>(parse_half_points(text));
  const auto number = parse_int(text);
  if (number) RC_ASSERT(parse_int(trim(text)) == number);
  RC_ASSERT(equal_ignoring_case(lower(text), upper(text)));
}

}  // namespace
}  // namespace cairn

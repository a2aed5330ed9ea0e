#include "core/options.h"

#include <gtest/gtest.h>

#include <array>

namespace cairn {
namespace {

enum class Colour { red, green, blue };
constexpr std::array<std::string_view, 3> kColours = {"red", "green", "blue"};

struct Sample {
  int size = 6;
  int sides = 2;
  bool fast = false;
  Colour colour = Colour::green;
  int komi = 13;
  std::string label = "none";
  GridSize board{9, 9};

  std::string write_label() const { return label; }
  bool read_label(std::string_view text) {
    if (text.size() > 5) return false;
    label = std::string(text);
    return true;
  }
  static constexpr auto fields() {
    return std::tuple{
        IntField<Sample>{"size", &Sample::size, 2, 19, "side of the board"},
        IntField<Sample>{"sides", &Sample::sides, 2, 4, "players"},
        FlagField<Sample>{"fast", &Sample::fast, "no waiting"},
        ChoiceField<Sample, Colour>{"colour", &Sample::colour, kColours, "of the board"},
        HalfPointField<Sample>{"komi", &Sample::komi, -20, 40, "for the second player"},
        TextField<Sample>{"label", &Sample::write_label, &Sample::read_label, "up to 5 letters", "a name"},
        SizeField<Sample>{"board", &Sample::board, 2, 19, "its sides"}};
  }
  std::string check() const { return sides > size ? "more sides than the size allows" : ""; }
};

std::string set(std::string_view name, std::string_view value, Sample* out = nullptr) {
  Sample sample;
  auto error = set_option(sample, name, value);
  if (out) *out = sample;
  return error;
}

TEST(Options, SidesOfABoard) {
  for (const auto& [given, columns, rows, text] :
       {std::tuple{"13", 13, 13, "13"}, {"13x9", 13, 9, "13x9"}, {"2X19", 2, 19, "2x19"}, {"9x9", 9, 9, "9"}}) {
    Sample sample;
    EXPECT_EQ(set("board", given, &sample), "") << given;
    EXPECT_EQ(sample.board, (GridSize{columns, rows})) << given;
    EXPECT_EQ(option_values(sample)[6].second, text) << given;
  }
  for (const std::string_view wrong : {"", "x", "13x", "x9", "1x9", "9x20", "9x9x9", "9:9", "-9x9", "9x+9", "9 x 9"})
    EXPECT_EQ(set("board", wrong),
              "option board: \"" + std::string(wrong) + "\" is not one of 2..19, or columns x rows such as 19x2")
        << wrong;
}

TEST(Options, AreDescribedWithRangesAndDefaults) {
  const auto specs = option_specs<Sample>();
  ASSERT_EQ(specs.size(), 7U);
  EXPECT_EQ(specs[0].name, "size");
  EXPECT_EQ(specs[0].values, "2..19");
  EXPECT_EQ(specs[0].fallback, "6");
  EXPECT_EQ(specs[0].help, "side of the board");
  EXPECT_EQ(specs[2].values, "yes|no");
  EXPECT_EQ(specs[3].values, "red|green|blue");
  EXPECT_EQ(specs[3].fallback, "green");
  EXPECT_EQ(specs[4].values, "-10..20 in steps of 0.5");
  EXPECT_EQ(specs[4].fallback, "6.5");
  EXPECT_EQ(specs[5].values, "up to 5 letters");
  EXPECT_EQ(specs[6].values, "2..19[x2..19]");
  EXPECT_EQ(specs[6].fallback, "9");
}

TEST(Options, TakeGoodValues) {
  Sample sample;
  EXPECT_EQ(set("SIZE", "19", &sample), "");
  EXPECT_EQ(sample.size, 19);
  for (const auto* yes : {"", "yes", "TRUE", "on", "1"}) {
    EXPECT_EQ(set("fast", yes, &sample), "");
    EXPECT_TRUE(sample.fast) << yes;
  }
  EXPECT_EQ(set("fast", "off", &sample), "");
  EXPECT_FALSE(sample.fast);
  EXPECT_EQ(set("colour", "Blue", &sample), "");
  EXPECT_EQ(sample.colour, Colour::blue);
  EXPECT_EQ(set("komi", "-0.5", &sample), "");
  EXPECT_EQ(sample.komi, -1);
  EXPECT_EQ(set("label", "abc", &sample), "");
  EXPECT_EQ(sample.label, "abc");
}

TEST(Options, TakeUnambiguousPrefixes) {
  Sample sample;
  EXPECT_EQ(set("col", "red", &sample), "");
  EXPECT_EQ(sample.colour, Colour::red);
  EXPECT_EQ(set("siz", "3", &sample), "");
  EXPECT_EQ(sample.size, 3);
  EXPECT_NE(set("si", "3"), "");  // size or sides
  EXPECT_NE(set("", "3"), "");
}

TEST(Options, RefuseWrongNamesWithTheRightOnes) {
  EXPECT_EQ(set("sice", "3"),
            "unknown option \"sice\"; the options are size (2..19), sides (2..4), fast (yes|no), colour "
            "(red|green|blue), komi (-10..20 in steps of 0.5), label (up to 5 letters), board (2..19[x2..19])");
}

TEST(Options, RefuseWrongValuesWithTheRightOnes) {
  EXPECT_EQ(set("size", "20"), "option size: \"20\" is not one of 2..19");
  EXPECT_EQ(set("size", "big"), "option size: \"big\" is not one of 2..19");
  EXPECT_EQ(set("siz", ""), "option size: \"\" is not one of 2..19");
  EXPECT_EQ(set("fast", "maybe"), "option fast: \"maybe\" is not one of yes|no");
  EXPECT_EQ(set("colour", "pink"), "option colour: \"pink\" is not one of red|green|blue");
  EXPECT_EQ(set("komi", "6.25"), "option komi: \"6.25\" is not one of -10..20 in steps of 0.5");
  EXPECT_EQ(set("komi", "21"), "option komi: \"21\" is not one of -10..20 in steps of 0.5");
  EXPECT_EQ(set("label", "abcdef"), "option label: \"abcdef\" is not one of up to 5 letters");
  EXPECT_LT(set("size", std::string(5000, '9')).size(), 200U);  // what was wrong is quoted in part
}

TEST(Options, ARefusedValueChangesNothing) {
  Sample sample;
  EXPECT_NE(set("size", "20", &sample), "");
  EXPECT_EQ(option_values(sample), option_values(Sample{}));
}

TEST(Options, SetAllStopsAtTheFirstErrorAndChecksTheWhole) {
  Sample sample;
  EXPECT_EQ(set_options(sample, {{"size", "3"}, {"sides", "4"}}), "more sides than the size allows");
  EXPECT_EQ(set_options(sample, {{"size", "1"}, {"fast", "yes"}}), "option size: \"1\" is not one of 2..19");
  EXPECT_FALSE(sample.fast);
  EXPECT_EQ(set_options(sample, {{"size", "5"}, {"sides", "4"}}), "");
}

TEST(Options, ValuesComeBack) {
  Sample sample, copy;
  ASSERT_EQ(set_options(sample, {{"size", "9"}, {"fast", ""}, {"colour", "blue"}, {"komi", "-3.5"}, {"label", "x"}}),
            "");
  ASSERT_EQ(set_options(copy, option_values(sample)), "");
  EXPECT_EQ(option_values(copy), option_values(sample));
  EXPECT_EQ(option_values(copy)[4], (std::pair<std::string, std::string>{"komi", "-3.5"}));
}

}  // namespace
}  // namespace cairn

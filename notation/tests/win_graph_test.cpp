// The picture of a game: every point in its place, gaps where nothing is known, any text safe inside XML.
#include "notation/win_graph.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(WinGraph, DrawsALineFromLeftToRight) {
  const std::string svg = win_graph_svg({.title = "Ann against Bob",
                                         .upper = "white",
                                         .lower = "black",
                                         .points = {{0.5, ""}, {1.0, ""}, {0.0, "2 C3"}}});
  EXPECT_TRUE(has(svg, "points=\"64.0,198.0 424.0,48.0 784.0,348.0\"")) << svg;
  EXPECT_TRUE(has(svg, "white wins"));
  EXPECT_TRUE(has(svg, "black wins"));
  EXPECT_TRUE(has(svg, "cx=\"784.0\" cy=\"348.0\""));
  EXPECT_TRUE(has(svg, "<title>2 C3</title>"));
}

TEST(WinGraph, LeavesAGapWhereNothingIsKnown) {
  const std::string svg =
      win_graph_svg({.title = "",
                     .upper = "",
                     .lower = "",
                     .points = {{0.5, ""}, {0.6, ""}, {std::nullopt, "lost"}, {0.4, ""}, {0.3, ""}}});
  std::size_t lines = 0;
  for (auto at = svg.find("<polyline"); at != std::string::npos; at = svg.find("<polyline", at + 1)) ++lines;
  EXPECT_EQ(lines, 2U);
  EXPECT_FALSE(has(svg, "<circle"));
}

TEST(WinGraph, SurvivesAnyTextAndNoMoves) {
  const std::string svg = win_graph_svg({.title = "<a href=\"x\">&\x01</a>", .upper = "", .lower = "", .points = {}});
  EXPECT_TRUE(has(svg, "&lt;a href=&quot;x&quot;&gt;&amp;\xEF\xBF\xBD&lt;/a&gt;")) << svg;
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(WinGraph, NumbersTheAxisRoundly) {
  WinGraph graph;
  graph.points.resize(238, {0.5, ""});
  const std::string svg = win_graph_svg(graph);
  EXPECT_TRUE(has(svg, ">220</text>"));
  EXPECT_TRUE(has(svg, ">20</text>"));
  EXPECT_FALSE(has(svg, ">10</text>"));
}

}  // namespace
}  // namespace cairn

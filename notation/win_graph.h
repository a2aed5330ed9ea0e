// A picture of how a game went: one side's chance to win after every move, as SVG that is also clear in print. Pure
// text; knows no game.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cairn {

struct WinGraph {
  std::string title{};       // "Ann against Bob, B+3.5"
  std::string upper, lower;  // who wins at the top and at the bottom: "Black", "White"
  struct Point {
    std::optional<double> share{};  // 0..1, that `upper` wins after this move; point 0 is the start
    std::string label{};            // of a mistake: "23 D4"; "" for other moves
  };
  std::vector<Point> points{};
};
std::string win_graph_svg(const WinGraph& graph);

}  // namespace cairn

#include "games/ai_levels.h"

#include <algorithm>
#include <string_view>

namespace cairn {

namespace {

using Weak = std::array<Level, 7>;  // levels 1 to 7, which think without a network

// The upper levels make so many visits with a network, and where there is none so many playouts.
constexpr Levels with_network(const Weak& weak, std::uint64_t eight, std::uint64_t nine) {
  Levels all{};
  for (std::size_t i = 0; i < weak.size(); ++i) all[i] = weak[i];
  all[7] = {.playouts = 8'000, .network = true, .visits = eight};
  all[8] = {.playouts = 30'000, .network = true, .visits = nine};
  all[9] = {.network = true};
  return all;
}

constexpr Weak kSpargo{{{3, 12, 0.9},
                        {25, 0.9, 0.72},
                        {60, 0.65, 0.53},
                        {130, 0.55, 0.4},
                        {280, 0.42, 0.27},
                        {800, 0.27, 0.12},
                        {2'500, 0.1, 0.01}}};
constexpr Weak kMargo{{{4, 4, 0.9},
                       {40, 0.75, 0.62},
                       {115, 0.58, 0.43},
                       {240, 0.47, 0.31},
                       {480, 0.37, 0.2},
                       {1'300, 0.22, 0.07},
                       {3'000, 0.1, 0}}};
constexpr Weak kGo{{{4, 4, 0.9},
                    {20, 0.85, 0.76},
                    {65, 0.65, 0.52},
                    {160, 0.52, 0.37},
                    {430, 0.38, 0.22},
                    {850, 0.27, 0.12},
                    {2'000, 0.17, 0.04}}};
constexpr Weak kLargeGo{{{4, 4, 0.9},
                         {30, 1, 0.7},
                         {80, 0.8, 0.5},
                         {160, 0.6, 0.35},
                         {320, 0.45, 0.2},
                         {800, 0.3, 0.1},
                         {2'500, 0.1, 0.03}}};
// By an evaluation, of so many positions a step. Its network wins no more games than the evaluation does.
constexpr Levels kMargrites{{{.playouts = 1, .blur = 8},
                             {.playouts = 1, .blur = 4.5},
                             {.playouts = 1, .blur = 2.9},
                             {.playouts = 1, .blur = 2.1},
                             {.playouts = 1, .blur = 1.5},
                             {.playouts = 2, .blur = 1},
                             {.playouts = 6, .blur = 0.75},
                             {.playouts = 20, .blur = 0.45},
                             {.playouts = 150, .blur = 0.1},
                             {.network = true}}};

struct Row {
  std::string_view game;
  int least, most;  // sides of the board, the longer of a rectangle
  Levels levels;
};
constexpr std::array<Row, 11> kRows{{{"spargo", 0, 99, with_network(kSpargo, 20, 400)},
                                     {"margo", 1, 4, with_network(kSpargo, 20, 400)},
                                     {"margo", 0, 99, with_network(kMargo, 40, 300)},
                                     {"go", 0, 9, with_network(kGo, 150, 800)},
                                     {"go", 10, 13, with_network(kGo, 1'500, 6'000)},
                                     {"go", 14, 99, with_network(kLargeGo, 1'500, 6'000)},
                                     {"toroidal", 0, 10, with_network(kGo, 600, 1'800)},
                                     {"toroidal", 11, 13, with_network(kGo, 400, 1'600)},
                                     {"toroidal", 14, 99, with_network(kLargeGo, 400, 1'600)},
                                     {"phantom", 0, 99, with_network(kGo, 20, 200)},
                                     {"margrites", 0, 99, kMargrites}}};

}  // namespace

const Level* levels_of(const GameInfo& game, const Position& position) {
  const int side = game.features.boards != nullptr ? game.features.boards(position).side() : 0;
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& one) {
    return one.game == game.name && side >= one.least && side <= one.most;
  });
  return row != kRows.end() ? row->levels.data() : nullptr;
}

}  // namespace cairn

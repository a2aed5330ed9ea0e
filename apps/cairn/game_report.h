// A whole game looked at by an engine: every position of its main line, and which moves gave much away. Two sides.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "notation/game_tree.h"
#include "notation/win_graph.h"
#include "search/engine.h"

namespace cairn::cli {

// What a move may cost of the chance to win, from the engine's view before and after it.
inline constexpr double kDoubtful = 0.05, kBad = 0.10, kVeryBad = 0.20;

struct ReportedMove {
  NodeIndex node{};
  int ply = 0;  // of the position after it
  Seat seat{};
  std::string side{}, word{};
  std::optional<double> first_wins{};  // after it: the share for the first seat, 0..1
  std::optional<double> score{};       // after it: the lead of the first seat
  std::uint64_t visits = 0;            // after it
  std::optional<double> loss{};        // of the mover's chance to win; below 0 where the engine had seen less
  MoveMark mark = MoveMark::none;
  std::string best{};               // what the engine would have played; "" where it is what was played
  std::vector<std::string> line{};  // and how it expects the game to go on then
  std::vector<Seat> line_seats{};
};

struct GameReport {
  std::optional<double> start;  // the first seat's chance at the start
  std::vector<ReportedMove> moves;
  bool whole = true;  // false: it was stopped
};

struct ReportTask {
  const GameInfo& info;
  const AnnotatedGame& game;
  Engine& engine;
  SearchLimits limits{};
  int threads = 1;
  const std::atomic<bool>& stop;
  std::function<void(std::size_t done, std::size_t all)> on_progress{};
  std::function<void(const ReportedMove&)> on_move{};
};
GameReport report_game(const ReportTask& task);

// Puts what was found into the game: evaluations, marks, comments and the better lines as variations.
void annotate(const GameReport& report, AnnotatedGame& game);
WinGraph win_graph(const GameReport& report, const AnnotatedGame& game, const View& start);

}  // namespace cairn::cli

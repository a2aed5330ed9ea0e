// A whole game looked at by an engine: every position of its main line, and which moves gave much away. Two sides.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/game_tree.h"
#include "notation/move_report.h"
#include "notation/win_graph.h"
#include "search/engine.h"

namespace cairn::cli {

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

// Of a move that gave something away, by proof.
std::string_view gave_away_text(const ReportedMove& move);
// Puts what was found into the game: evaluations, marks, comments and the better lines as variations.
void annotate(const GameReport& report, AnnotatedGame& game);
WinGraph win_graph(const GameReport& report, const AnnotatedGame& game, const View& start);

}  // namespace cairn::cli

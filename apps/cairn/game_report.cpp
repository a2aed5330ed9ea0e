#include "apps/cairn/game_report.h"

#include <fmt/core.h>

#include <utility>

#include "apps/cairn/thinking.h"

namespace cairn::cli {

namespace {

PositionEvaluation look(const ReportTask& task, const Position& position, int ply) {
  return look_at({task.info, position, ply}, task.engine,
                 [&](Seat seat) { think_watched(task.engine, position, seat, task.limits, task.threads, task.stop); });
}

}  // namespace

std::string_view gave_away_text(const ReportedMove& move) {
  return move.gave_away == Proof::win ? "gave the win away (proven)" : "gave the draw away (proven)";
}

GameReport report_game(const ReportTask& task) {
  GameReport report;
  Made made = task.info.make(task.game.config);
  Position& position = made.position;
  const auto line = task.game.tree.main_line();
  int ply = 0;
  PositionEvaluation before = look(task, position, ply);
  report.start = before.first_wins;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (task.on_progress) task.on_progress(i, line.size() - 1);
    const GameNode& now = task.game.tree[line[i]];
    const auto& move = now.move;
    if (!move && !now.setup) continue;
    if (move && now.setup) before = look(task, set_up(task.info, task.game.config, *now.setup).position, ply);
    ply += tells_move(now) ? 1 : 0;
    ReportedMove reported{.node = line[i], .ply = ply};
    if (move) {
      reported.seat = move->seat;
      reported.side = side_name(position.view(Viewer::referee), move->seat);
      reported.word = move->word;
    }
    if (play_node(task.info, task.game.config, task.game.tree, line[i], position)) break;  // was cut off when read
    PositionEvaluation after = look(task, position, ply);
    if (task.stop.load()) {
      report.whole = false;
      break;
    }
    if (move) {
      judge(before, after, reported);
      if (task.on_move) task.on_move(reported);
      report.moves.push_back(std::move(reported));
    }
    before = std::move(after);
  }
  return report;
}

void annotate(const GameReport& report, AnnotatedGame& game) {
  for (const ReportedMove& move : report.moves) {
    GameNode& node = game.tree[move.node];
    if (move.first_wins) node.evaluation.win_percent = 100 * *move.first_wins;
    if (move.score) node.evaluation.score = move.score;
    if (move.visits > 0) node.evaluation.visits = static_cast<std::int64_t>(move.visits);
    if (move.mark == MoveMark::none || !move.loss) continue;
    node.mark = move.mark;
    if (!node.comment.empty()) node.comment += "\n";
    node.comment +=
        move.gave_away == Proof::none
            ? fmt::format("{} loses {:.0f} % of win rate; {} was better.", move.word, 100 * *move.loss, move.best)
            : fmt::format("{} {}; {} was better.", move.word, gave_away_text(move), move.best);
    NodeIndex at = game.tree.parent(move.node);
    std::optional<Setup> setup = node.setup;  // what is better is so from there
    for (std::size_t i = 0; i < move.line.size(); ++i)
      at = game.tree.add(at, {.move = TreeMove{move.line_seats[i], move.line[i]}, .setup = std::exchange(setup, {})});
  }
}

WinGraph win_graph(const GameReport& report, const AnnotatedGame& game, const View& start) {
  WinGraph graph;
  std::string names;
  for (const auto& side : start.sides) {
    const std::string& name = game.details.players[static_cast<std::size_t>(index(side.seat))].name;
    names += (names.empty() ? "" : " against ") + (name.empty() ? side.name : name);
    (index(side.seat) == 0 ? graph.upper : graph.lower) = side.name;
  }
  graph.title = names + (game.details.result.empty() ? "" : ", " + game.details.result);
  graph.points.push_back({report.start, ""});
  for (const ReportedMove& move : report.moves) {
    std::string label;
    if (move.gave_away != Proof::none)
      label = fmt::format("{} {} {}: {}", move.ply, move.side, move.word, gave_away_text(move));
    else if (move.mark != MoveMark::none)
      label = fmt::format("{} {} {}: -{:.0f} %", move.ply, move.side, move.word, 100 * *move.loss);
    graph.points.resize(static_cast<std::size_t>(move.ply));  // what was set up instead of moves is left open
    graph.points.push_back({move.first_wins, std::move(label)});
  }
  return graph;
}

}  // namespace cairn::cli

#include "apps/cairn/game_report.h"

#include <fmt/core.h>

#include "apps/cairn/analysis_text.h"
#include "apps/cairn/thinking.h"
#include "search/knowledge.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kLine = 8;  // moves of a better line that are kept

struct Looked {
  std::optional<double> first_wins;  // the mean over all that was tried
  std::optional<double> best_wins;   // for the side to move, by the move that looks best
  std::optional<double> score;
  std::uint64_t visits = 0;
  std::string best;
  std::vector<std::string> line;
  std::vector<Seat> line_seats;
};

// A search tries bad moves too. So the worth of a position is a little low for the side to move, and that of a move,
// seen from before it, a little high for its mover. A move is therefore compared with what the search before it thought
// of the best one by the mean of the search after it: both err alike, and a move that is as good costs nothing.
double mean_wins(const Analysis& found) {
  if (found.candidates.front().proof != Proof::none) return found.win_rate;
  double sum = 0, visits = 0;
  for (const Candidate& one : found.candidates) {
    sum += one.win_rate * static_cast<double>(one.visits);
    visits += static_cast<double>(one.visits);
  }
  return visits > 0 ? sum / visits : found.win_rate;
}

Looked look(const ReportTask& task, const Position& position, int ply) {
  Looked looked;
  const SeatSet acting = position.to_act();
  if (acting.empty()) {
    looked.first_wins = seat_value(position.outcome(), position.seats(), seat_at(0));
    return looked;
  }
  if (acting.size() > 1) return looked;  // an agreement is no matter of strength
  const Seat seat = acting.front();
  think_watched(task.engine, position, seat, task.limits, task.threads, task.stop);
  const Analysis found = task.engine.analysis(0, kLine);
  if (found.candidates.empty()) return looked;
  const bool first = index(seat) == 0;
  const double wins = mean_wins(found);
  looked.first_wins = first ? wins : 1 - wins;
  looked.best_wins = found.win_rate;
  if (found.has_score) looked.score = first ? found.score : -found.score;
  looked.visits = found.visits;
  looked.best = position.format(found.best);
  looked.line = line_words({task.info, position, ply}, seat, found.candidates.front());
  Position after = position;
  for (const std::string& word : looked.line) {
    const Seat mover = after.to_act().front();
    EventLog log;
    if (after.play(mover, word, log) != Reason::none) break;
    looked.line_seats.push_back(mover);
    if (after.to_act().empty()) break;
  }
  looked.line.resize(looked.line_seats.size());
  return looked;
}

MoveMark judge(double loss) {
  if (loss >= kVeryBad) return MoveMark::very_bad;
  if (loss >= kBad) return MoveMark::bad;
  return loss >= kDoubtful ? MoveMark::doubtful : MoveMark::none;
}

}  // namespace

GameReport report_game(const ReportTask& task) {
  GameReport report;
  Made made = task.info.make(task.game.config);
  Position& position = made.position;
  const auto line = task.game.tree.main_line();
  int ply = 0;
  Looked before = look(task, position, ply);
  report.start = before.first_wins;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (task.on_progress) task.on_progress(i, line.size() - 1);
    const auto& move = task.game.tree[line[i]].move;
    ReportedMove told{.node = line[i]};
    if (move) {
      told.seat = move->seat;
      told.side = side_name(position.view(Viewer::referee), move->seat);
      told.word = move->word;
      told.ply = ++ply;
    }
    if (play_node(task.info, task.game.config, task.game.tree, line[i], position)) break;  // was cut off when read
    Looked after = look(task, position, ply);
    if (task.stop.load()) {
      report.whole = false;
      break;
    }
    if (move) {
      told.first_wins = after.first_wins;
      told.score = after.score;
      told.visits = after.visits;
      if (before.best_wins && after.first_wins) {
        told.loss = *before.best_wins - (index(move->seat) == 0 ? *after.first_wins : 1 - *after.first_wins);
        if (before.best != move->word) {
          told.best = before.best;
          told.mark = judge(*told.loss);
          told.line = before.line;
          told.line_seats = before.line_seats;
        }
      }
      if (task.on_move) task.on_move(told);
      report.moves.push_back(std::move(told));
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
    node.comment += fmt::format("{}{} gives away {:.0f} % of the chances to win; better was {}.",
                                node.comment.empty() ? "" : "\n", move.word, 100 * *move.loss, move.best);
    NodeIndex at = game.tree.parent(move.node);
    for (std::size_t i = 0; i < move.line.size(); ++i)
      at = game.tree.add(at, {.move = TreeMove{move.line_seats[i], move.line[i]}});
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
    if (move.mark != MoveMark::none)
      label = fmt::format("{} {} {}: -{:.0f} %", move.ply, move.side, move.word, 100 * *move.loss);
    graph.points.push_back({move.first_wins, std::move(label)});
  }
  return graph;
}

}  // namespace cairn::cli

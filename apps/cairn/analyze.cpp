// cairn analyze: what an engine thinks of a position, or of every move of a game.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "apps/cairn/analysis_text.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/engine_choice.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/game_report.h"
#include "apps/cairn/speech.h"
#include "apps/cairn/terminal.h"
#include "apps/cairn/thinking.h"
#include "core/text.h"
#include "games/ai_exact.h"
#include "notation/game_file.h"
#include "notation/record.h"
#include "notation/words.h"

namespace cairn::cli {

namespace {

constexpr std::uint64_t kProofStep = 10'000;  // positions

struct AnalyzeGiven {
  GameChoice choice;
  std::vector<std::string> moves;
  std::string record, engine = "cairn", svg, out;
  double seconds = 0;
  std::uint64_t playouts = 0;
  int threads = 0, level = 0, ply = -1;
  std::size_t candidates = 10;
  bool report = false, json = false;
};

struct Task {
  const GameInfo* info = nullptr;
  Position position{};  // to analyse
  int ply = 0;
  AnnotatedGame game{};  // of --record
  std::unique_ptr<Engine> engine{};
  SearchLimits limits{};
  int threads = 1;
};

// All "" or what is wrong.
std::string read_moves(const AnalyzeGiven& given, Task& task) {
  std::string text;
  for (const std::string& word : given.moves) text += word + " ";
  if (given.moves.size() == 1 && given.moves[0] == "-") {
    const auto input = read_input(kMaxFile);
    if (!input) return said(not_read("-"));
    text = *input;
  }
  for (const std::string& word : read_words(text)) {
    EventLog log;
    const Attempt played = play_word(task.position, task.position.view(Viewer::referee), word, log);
    if (played.refused != Reason::none)
      return fmt::format("move {}: \"{}\": {}", task.ply + 1, word.substr(0, 40), to_word(played.refused));
    ++task.ply;
  }
  return {};
}

Message read_record_file(const AnalyzeGiven& given, Task& task) {
  const auto content = read_file(given.record, kMaxGameFile);
  if (!content) return not_read(given.record, kMaxGameFile);
  FileChoice choice;
  if (!given.choice.game.empty()) choice.info = find_game(given.choice.game);
  GameFile file = read_game_file(*content, choice);
  if (!file.imported.error.empty()) return in_file(given.record, file.imported.error);
  for (const TreeFault& fault : file.imported.faults)
    if (fault.main_line) return in_file(given.record, fault.text);
  for (const Message& remark : file.imported.remarks) complain(said(in_file(given.record, remark)));
  if (const std::string assumed = assumed_text(file.imported.game); !assumed.empty())
    complain(said(in_file(given.record, Message("cli-rules-assumed", "not all rules are in the file; assumed: {what}",
                                                {{"what", assumed}}))));
  task.game = std::move(file.imported.game);
  task.info = find_game(task.game.game);
  fill_result(task.game);
  Made made = task.info->make(task.game.config);
  if (!made.error.empty()) return made.error;
  task.position = std::move(made.position);
  if (given.report) return {};
  for (const NodeIndex node : task.game.tree.main_line()) {
    if (node == kRoot) continue;
    if (given.ply >= 0 && task.ply >= given.ply) break;
    if (play_node(*task.info, task.game.config, task.game.tree, node, task.position)) break;
    task.ply += tells_move(task.game.tree[node]) ? 1 : 0;
  }
  if (given.ply > task.ply) return fmt::format("--ply: the game has {} moves", task.ply);
  return {};
}

std::string make_task_engine(const AnalyzeGiven& given, Task& task) {
  EngineChoice choice;
  if (auto error = read_engine_choice(given.engine, *task.info, choice); !error.empty()) return error;
  if (!choice.command.empty()) return "--engine: only Cairn's own engines can analyse";
  task.threads = given.threads > 0 ? given.threads : choice.threads;
  if (given.level > 0) choice.settings.level = given.level;
  task.limits.seconds = given.seconds > 0 ? given.seconds : choice.seconds;
  task.limits.playouts = given.playouts > 0 ? given.playouts : choice.playouts;
  if (task.limits.seconds <= 0 && task.limits.playouts == 0) task.limits.seconds = given.report ? 1 : 5;
  task.limits.decide = false;  // all that was asked for, also where the best move is clear
  choice.settings.clock = wall_seconds;
  task.engine = make_engine(*task.info, task.position, choice.settings, choice.plain);
  return {};
}

// Lines that are written over in a terminal.
class LiveText {
 public:
  void show(const std::string& text) {
    if (lines_ > 0) fmt::print("\033[{}A\033[J", lines_);
    fmt::print("{}", text);
    std::fflush(stdout);
    lines_ = std::count(text.begin(), text.end(), '\n');
  }

 private:
  long lines_ = 0;
};

int analyse_position(const AnalyzeGiven& given, Task& task) {
  const Analysed of{*task.info, task.position, task.ply};
  const auto prover = move_prover(task.position);
  while (prover && prover->work(kProofStep) && !interrupted()) {
  }
  const bool live = stdout_is_terminal() && !given.json;
  const TerminalSize room = terminal_size();
  const std::size_t rows =
      live ? std::min(given.candidates, static_cast<std::size_t>(std::max(room.rows - 5, 3))) : given.candidates;
  const auto proven = [&](Analysis found) {
    if (prover) add_proofs(*prover, found);
    return found;
  };
  LiveText screen;
  const auto show = [&] {
    const Analysis now = proven(task.engine->analysis(prover ? 0 : rows));
    if (now.playouts == 0) return;
    if (given.json)
      fmt::print("{}\n", json_text(analysis_json(of, now, rows, false)));
    else if (live)
      screen.show(analysis_table(of, now, rows, room.columns - 1));
    else
      fmt::print("{}\n", analysis_line(of, now));
    std::fflush(stdout);
  };
  think_watched(*task.engine, task.position, seat_to_think(task.position), task.limits, task.threads, interrupted(),
                live ? 0.2 : 1, show);
  const Analysis found = proven(task.engine->analysis());
  if (given.json) {
    fmt::print("{}\n", json_text(analysis_json(of, found, given.candidates, true)));
  } else {
    const std::string table = analysis_table(of, found, rows, room.columns - 1);
    live ? screen.show(table) : fmt::print("{}", table);
    if (const auto owners = ownership_text(of, found); !owners.empty()) fmt::print("\n{}", owners);
  }
  return interrupted() ? kInterrupted : kOk;
}

void print_move(const ReportedMove& move) {
  if (move.mark == MoveMark::none) return;
  fmt::print("{:>4} {:<6} {:<8} {:<9} {}, better {}\n", move.ply, move.side, move.word,
             kMoveMarkWords[static_cast<std::size_t>(move.mark)],
             move.gave_away == Proof::none ? fmt::format("-{:.0f} %", 100 * *move.loss) : gave_away_text(move),
             join(move.line, " "));
}

int report_record(const AnalyzeGiven& given, Task& task) {
  if (task.position.seats() != 2) return refuse("bad use", "--game-report works for games of two sides", given.json);
  if (task.info->hidden)
    return refuse("bad use", "--game-report works for games without hidden information", given.json);
  for (const NodeIndex node : task.game.tree.main_line())
    if (move_made(task.game.tree[node]))
      complain(fmt::format("{}: move {} is illegal and is not judged", given.record, ply_of(task.game.tree, node)));
  const View start = task.position.view(Viewer::spectator);
  Progress progress;
  const ReportTask what{
      .info = *task.info,
      .game = task.game,
      .engine = *task.engine,
      .limits = task.limits,
      .threads = task.threads,
      .stop = interrupted(),
      .on_progress = [&](std::size_t done, std::size_t all) { progress.show(fmt::format("move {}/{}", done, all)); },
      .on_move =
          [&](const ReportedMove& move) {
            if (!given.json) progress.clear();
            given.json ? fmt::print("{}\n", json_text(move_json(move))) : print_move(move);
            std::fflush(stdout);
          }};
  const GameReport report = report_game(what);
  progress.clear();
  if (!report.whole) {
    complain("interrupted; no file was written");
    return kInterrupted;
  }
  if (!given.svg.empty() && !write_file(given.svg, win_graph_svg(win_graph(report, task.game, start))))
    return refuse("bad use", not_written(given.svg), given.json);
  annotate(report, task.game);
  if (!given.out.empty()) {
    const bool sgf = lower(given.out).ends_with(".sgf");
    const std::string text =
        sgf ? sgf::write(export_sgf(task.game, "Cairn:" CAIRN_VERSION)) : json_text(record_json(task.game)) + "\n";
    if (!write_file(given.out, text)) return refuse("bad use", not_written(given.out), given.json);
  }
  Json sides = Json::object();
  for (const auto& side : start.sides) {
    std::array<int, 3> count{};
    double lost = 0;
    int moves = 0;
    for (const ReportedMove& move : report.moves) {
      if (move.side != side.name || !move.loss) continue;
      count[0] += move.mark == MoveMark::doubtful;
      count[1] += move.mark == MoveMark::bad;
      count[2] += move.mark == MoveMark::very_bad;
      lost += std::max(0.0, *move.loss);
      ++moves;
    }
    const double mean = moves == 0 ? 0 : lost / moves;
    sides[side.name] = {{"moves", moves},
                        {"doubtful", count[0]},
                        {"bad", count[1]},
                        {"very_bad", count[2]},
                        {"mean_loss", std::round(mean * 1e4) / 1e4}};
    if (!given.json)
      fmt::print("{}: {} moves, {} doubtful, {} bad, {} very bad, {:.1f} % of win rate lost per move\n", side.name,
                 moves, count[0], count[1], count[2], 100 * mean);
  }
  if (given.json) fmt::print("{}\n", json_text({{"final", true}, {"sides", sides}}));
  return kOk;
}

int run(const AnalyzeGiven& given) {
  interrupted();
  const auto wrong = [&](const std::string& text) { return refuse("bad use", text, given.json); };
  Task task;
  if (given.report && given.record.empty()) return wrong("--game-report needs --record FILE");
  if (!given.report && (!given.svg.empty() || !given.out.empty())) return wrong("--svg and --out need --game-report");
  if (given.record.empty()) {
    if (given.choice.game.empty()) return wrong("give either GAME or --record FILE; `cairn games` lists the games");
    if (given.ply >= 0) return wrong("--ply needs --record");
    Started started = start(given.choice);
    if (!started.fault.empty()) return refuse(started.fault, started.message, given.json);
    task.info = started.info;
    task.position = std::move(started.position);
    if (auto error = read_moves(given, task); !error.empty()) return refuse("illegal move", error, given.json);
  } else {
    if (!given.moves.empty() || !given.choice.options.empty() || !given.choice.position.empty())
      return wrong("--record cannot be combined with moves, options or a position");
    if (!given.choice.game.empty() && !find_game(given.choice.game))
      return refuse("unknown game", unknown_game(given.choice.game), given.json);
    if (auto error = read_record_file(given, task); !error.empty()) return refuse("bad record", error, given.json);
  }
  if (auto error = make_task_engine(given, task); !error.empty()) return wrong(error);
  if (given.report) return report_record(given, task);
  if (task.position.to_act().empty()) return wrong("the game is over in this position; there is nothing to analyse");
  return analyse_position(given, task);
}

}  // namespace

void add_analyze(Command program, int& status) {
  auto given = std::make_shared<AnalyzeGiven>();
  Command command = program.subcommand("analyze", "Analyse a position or a whole game");
  add_game_choice(command, given->choice, /*required=*/false);
  command.option("MOVES", given->moves, "Moves to the position; - reads them from standard input");
  command.option("--record", given->record, "Saved game to analyse: JSON, SGF or text").type_name("FILE");
  command.option("--ply", given->ply, "Analyse the position after N moves; default: the last position")
      .range(0, 1'000'000)
      .type_name("N");
  command.option("--seconds", given->seconds, "Default 5, or 1 per move in a report: thinking time, in seconds")
      .range(0.001, kLongestThought)
      .type_name("S");
  command.option("--playouts", given->playouts, "Maximum number of playouts; default: no limit")
      .range(std::uint64_t{1}, std::uint64_t{1} << 50)
      .type_name("N");
  command.option("--threads", given->threads, "Default 1: search threads").range(1, kMostThreads).type_name("N");
  command.option("--level", given->level, "Default 10: strength, from 1 (beginner) to 10 (full)")
      .range(1, 10)
      .type_name("N");
  command.option("--engine", given->engine, "Engine and its parameters, as for `cairn match`")
      .type_name("cairn:...")
      .show_default();
  command.option("--candidates", given->candidates, "Maximum number of moves to list, best first")
      .range(std::size_t{1}, std::size_t{100'000})
      .type_name("N")
      .show_default();
  command.flag("--game-report", given->report, "Judge every move of the record and show better ones");
  command
      .option("--out", given->out,
              "Write the game with the report's comments, as SGF if the name ends in .sgf, otherwise as JSON")
      .type_name("FILE");
  command.option("--svg", given->svg, "Draw the win rate, move by move, as SVG").type_name("FILE");
  command.flag("--json", given->json, "Print one JSON object per line; the last has \"final\":true");
  command.footer(
      "Win rates are those of the side to move. A report calls a move doubtful if it\n"
      "loses 5 % of win rate, bad from 10 % on, very bad from 20 % on.\n"
      "\n"
      "  cairn analyze GAME MOVES --seconds 10 --threads 4\n"
      "  cairn analyze --record game.sgf --ply 40\n"
      "  cairn analyze --record game.sgf --game-report --out report.sgf --svg report.svg");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

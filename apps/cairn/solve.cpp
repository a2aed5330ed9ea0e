// cairn solve: the exact value of a position and of its moves; and the strategy that wins it, as a file.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

#include "apps/cairn/certificate_file.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/solve_run.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "games/ai_exact.h"
#include "notation/view_json.h"
#include "notation/words.h"

namespace cairn::cli {

namespace {

struct SolveGiven {
  GameChoice choice;
  std::vector<std::string> moves;
  std::string state, certificate, endings;
  int memory = 1024, threads = 1;  // MiB
  std::optional<int> lead;
  bool margin = false, json = false, unpacked = false;
};

struct Question {
  const GameInfo* info = nullptr;
  const Solving* solving = nullptr;
  Config config{};
  std::vector<Position> game{};
  std::vector<std::string> moves{};  // that led to the position
};

const char* value_word(Value value) {
  return value > 0 ? "win" : value < 0 ? "loss" : "draw";
}

// "" or the reason why nothing can be proven.
std::string cannot_solve(const Question& question, bool margin) {
  const GameInfo& info = *question.info;
  if (info.hidden) return std::string(info.title) + " has hidden information; its positions have no exact value";
  if (question.solving == nullptr) {
    std::string able;
    for (const GameInfo& one : games())
      if (solving_of(one) != nullptr) able += (able.empty() ? "" : ", ") + std::string(one.title);
    return "there is no solver for " + std::string(info.title) + "; there is one for " + able;
  }
  if (auto reason = question.solving->refusal(question.game.back()); !reason.empty()) return reason;
  if (margin && question.solving->no_margin != nullptr)
    if (auto reason = question.solving->no_margin(question.game.back()); !reason.empty()) return reason;
  if (question.game.back().to_act().empty()) return "the game is over in this position; there is nothing to solve";
  return {};
}

int print_json(const SolveGiven& given, const Question& question, const Solved& solved) {
  const View view = question.game.back().view(Viewer::referee);
  Value best = -kByRule;
  for (const auto& [word, value] : solved.moves) best = std::max(best, value);
  Json moves = Json::object(), margins = Json::object(), good = Json::array();
  const auto margin_json = [](Value value) { return value >= kByRule || value <= -kByRule ? Json() : Json(value); };
  for (const auto& [word, value] : solved.moves) {
    moves[word] = value_word(value);
    margins[word] = margin_json(value);
    if (value == best) good.push_back(word);
  }
  Json line = {{"game", question.info->name},
               {"to_move", side_name(view, question.game.back().to_act().front())},
               {"value", value_word(best)},
               {"margin", given.margin ? margin_json(best) : Json()},
               {"best", good},
               {"moves", moves}};
  if (given.margin) line["margins"] = margins;
  line["line"] = solved.line;
  line["nodes"] = solved.nodes;
  line["seconds"] = std::round(solved.seconds * 1000) / 1000;
  fmt::print("{}\n", json_text(line));
  return kOk;
}

std::string value_text(Value value, bool margin) {
  std::string text = value_word(value);
  if (!margin || value == 0) return text;
  return text + (value >= kByRule || value <= -kByRule ? " by rule" : fmt::format(" by {}", std::abs(value)));
}

int print_text(const SolveGiven& given, const Question& question, const Solved& solved) {
  const View view = question.game.back().view(Viewer::referee);
  std::vector<std::pair<Value, std::string>> moves;
  moves.reserve(solved.moves.size());
  for (const auto& [word, value] : solved.moves) moves.emplace_back(-value, word);
  std::sort(moves.begin(), moves.end());
  fmt::print("{} to move: {}\n", side_name(view, question.game.back().to_act().front()),
             value_text(-moves.front().first, given.margin));
  for (const auto& [worth, word] : moves) fmt::print("  {:<6} {}\n", word, value_text(-worth, given.margin));
  fmt::print("best play: {}\n", join(solved.line, " "));
  fmt::print("{} positions, {:.1f} s\n", solved.nodes, solved.seconds);
  return kOk;
}

int solve(const SolveGiven& given, const Question& question, const std::string& key) {
  Solved solved;
  if (!given.state.empty()) {
    if (const auto text = read_file(given.state))
      if (auto fault = read_state(*text, key, solved); !fault.empty())
        return refuse("bad use", "--state: " + given.state + " " + fault, given.json);
  }
  const SolveTask task{*question.solving, question.game, given.margin, given.threads,
                       static_cast<std::size_t>(given.memory) << 20};
  bool kept = true;
  solve_moves(task, solved, [&](const Solved& now) {
    if (!given.state.empty()) kept = write_file(given.state, state_text(now, key)) && kept;
  });
  if (!kept) complain("--state: " + given.state + " cannot be written");
  if (interrupted() || !solved.whole) {
    complain(given.state.empty() ? "interrupted; the progress is lost. With --state FILE you can stop and continue"
                                 : "interrupted; run the same command again to continue");
    return kInterrupted;
  }
  return given.json ? print_json(given, question, solved) : print_text(given, question, solved);
}

int certify(const SolveGiven& given, const Question& question) {
  Progress progress;
  std::uint64_t steps = 0;
  const double began = wall_seconds();
  const Keep keep = [&] {
    ++steps;
    if (progress.due()) progress.show(fmt::format("building the certificate, {:.0f} s", wall_seconds() - began));
    return !interrupted();
  };
  const Certified found =
      question.solving->certify(question.game, given.lead, static_cast<std::size_t>(given.memory) << 20, keep);
  const double seconds = std::round((wall_seconds() - began) * 1000) / 1000;
  progress.clear();
  if (interrupted()) return kInterrupted;
  if (!found.refusal.empty()) return refuse("no certificate", found.refusal, given.json);
  const CertificateFile file{std::string(question.info->name), question.config.options, question.moves, found.strategy};
  const std::string bytes = write_certificate(file, !given.unpacked);
  if (!write_file(given.certificate, bytes)) return refuse("bad use", not_written(given.certificate), given.json);
  const View view = question.game.back().view(Viewer::referee);
  const std::string winner = side_name(view, seat_at(found.strategy.winner));
  if (given.json)
    fmt::print("{}\n", json_text({{"winner", winner},
                                  {"aim", found.strategy.aim},
                                  {"replies", found.strategy.replies.size()},
                                  {"bytes", bytes.size()},
                                  {"nodes", found.nodes},
                                  {"seconds", seconds}}));
  else
    fmt::print("{}: {} replies in {} bytes\n{} positions, {:.1f} s\n", claim_text(winner, found.strategy.aim),
               found.strategy.replies.size(), bytes.size(), found.nodes, seconds);
  return kOk;
}

int tabulate(const SolveGiven& given, const Question& question) {
  if (question.solving == nullptr || question.solving->tabulate == nullptr)
    return refuse("cannot solve", "there is no table of endings for " + std::string(question.info->title), given.json);
  Progress progress;
  const OnThreads on_threads = [&](const std::function<void()>& work) {
    std::vector<std::jthread> others;
    for (int i = 1; i < given.threads; ++i) others.emplace_back(work);
    work();
  };
  const EndingsTable table = question.solving->tabulate(on_threads, [&](const std::string& now) {
    progress.show(now);
    return !interrupted();
  });
  progress.clear();
  if (table.bytes.empty()) return kInterrupted;
  if (!write_file(given.endings, table.bytes)) return refuse("bad use", not_written(given.endings), given.json);
  Json rows = Json::array();
  for (const auto& row : table.rows)
    rows.push_back({{"pieces", row.pieces},
                    {"own_turns", row.own_turns},
                    {"their_turns", row.turns},
                    {"positions", row.positions},
                    {"win", row.wins},
                    {"draw", row.draws},
                    {"loss", row.losses}});
  if (given.json) {
    fmt::print("{}\n", json_text({{"bytes", table.bytes.size()}, {"longest", table.longest}, {"endings", rows}}));
    return kOk;
  }
  fmt::print("{:<12} {:>9} {:>11} {:>9} {:>9} {:>9} {:>9}\n", "pieces", "own turns", "their turns", "positions", "win",
             "draw", "loss");
  for (const auto& row : table.rows)
    fmt::print("{:<12} {:>9} {:>11} {:>9} {:>9} {:>9} {:>9}\n", row.pieces, row.own_turns, row.turns, row.positions,
               row.wins, row.draws, row.losses);
  fmt::print("a win takes {} turns at most; {} bytes\n", table.longest, table.bytes.size());
  return kOk;
}

int run(const SolveGiven& given) {
  interrupted();
  Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, given.json);
  Question question{started.info, solving_of(*started.info), started.config, {started.position}, {}};
  if (!given.endings.empty()) return tabulate(given, question);
  std::string key = std::string(started.info->name) + " " + options_text(started.config.options);
  if (started.config.setup)
    key += " from " + join(started.config.setup->board, " ") + " " + started.config.setup->to_move;
  std::string text;
  for (const std::string& word : given.moves) text += word + " ";
  for (const std::string& word : read_words(text)) {
    Position next = question.game.back();
    EventLog log;
    const Attempt played = play_word(next, next.view(Viewer::referee), word, log);
    if (played.refused != Reason::none)
      return refuse(
          "illegal move",
          fmt::format("move {}: \"{}\": {}", question.game.size(), word.substr(0, 40), to_word(played.refused)),
          given.json);
    question.game.push_back(next);
    question.moves.push_back(played.word);
    key += " " + played.word;
  }
  if (given.margin) key += " by how much";
  if (auto reason = cannot_solve(question, given.margin); !reason.empty())
    return refuse("cannot solve", reason, given.json);
  if (given.certificate.empty() && given.lead)
    return refuse("bad use", "--lead needs --certificate FILE; --margin finds the lead by itself", given.json);
  if (given.certificate.empty()) return solve(given, question, key);
  if (started.config.setup)
    return refuse("bad use", "--certificate cannot be combined with --position; give MOVES instead", given.json);
  return certify(given, question);
}

}  // namespace

void add_solve(Command program, int& status) {
  auto given = std::make_shared<SolveGiven>();
  Command command = program.subcommand("solve", "Prove whether a position is won, drawn or lost");
  add_game_choice(command, given->choice);
  command.option("MOVES", given->moves, "Moves to the position");
  command.flag("--margin", given->margin, "Also find the winning margin");
  command.option("--memory", given->memory, "Maximum memory for tables, in MiB")
      .range(1, 1 << 20, InHelp::yes)
      .type_name("MIB")
      .show_default();
  command.option("--threads", given->threads, "Moves that are solved at the same time")
      .range(1, 64, InHelp::yes)
      .type_name("N")
      .show_default();
  command.option("--state", given->state, "File that saves the progress, so that you can stop and continue")
      .type_name("FILE");
  command.option("--certificate", given->certificate, "Write the winner's strategy; `cairn verify` checks it")
      .type_name("FILE");
  command
      .number(
          "--lead",
          [given](double points) -> std::string {
            if (points != std::floor(points) || std::abs(points) > 1000) return "must be a whole number";
            given->lead = static_cast<int>(points);
            return {};
          },
          "Certify that the first player leads by N at the end, or cannot (0: draws or wins)")
      .type_name("N");
  command.option("--endings", given->endings, "Build the table of all small endings, where the game has one")
      .type_name("FILE");
  command.flag("--unpacked", given->unpacked, "Write the certificate's replies uncompressed, without zlib");
  command.flag("--json", given->json, "Print one line of JSON");
  command.footer(
      "Values are exact, for the side to move: win, draw or loss. MOVES count for the\n"
      "repetition rule. Small boards and late positions take seconds; most others never\n"
      "finish. Ctrl-C stops.\n"
      "\n"
      "  cairn solve GAME -o size=3 --margin\n"
      "  cairn solve GAME MOVES --certificate win.proof");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

// cairn match: two engines against each other.
#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/json_lines.h"
#include "apps/cairn/match_options.h"
#include "apps/cairn/match_run.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/record.h"
#include "notation/sgf_game.h"

namespace cairn::cli {

namespace {

constexpr std::string_view kMatchFormat = "cairn-match";

struct MatchGiven {
  std::array<std::string, 2> engines;
  MatchOptions options;
  std::vector<double> sprt;
  std::uint64_t games = 100;
  std::string out;
  bool resume = false, sgf = false, json = false;
};

// Where a match is kept: the lines of its games, and in a folder each game as a record of its own too.
struct Kept {
  JsonLines lines;
  std::string folder;  // "": none
  bool sgf = false;
};

Json header_json(const MatchPlan& plan, const MatchOptions& options) {
  Json game_options = Json::object();
  for (const auto& [name, value] : plan.config.options) game_options[name] = value;
  return {{"format", kMatchFormat},
          {"version", 1},
          {"game", plan.info->name},
          {"options", std::move(game_options)},
          {"first", plan.engines[0].name},
          {"second", plan.engines[1].name},
          {"limits", options.limits_text()},
          {"openings", options.openings},
          {"seed", plan.seed}};
}

// "" or what is wrong.
std::string open_kept(const MatchGiven& given, const MatchPlan& plan, const Json& header, Kept& kept,
                      MatchTotals& totals) {
  if (given.out.empty()) return given.resume ? "--resume needs --out, the file or folder of the match" : "";
  std::string path = given.out;
  kept.sgf = given.sgf;
  std::error_code none;
  if (path.back() == '/' || std::filesystem::is_directory(path, none)) {
    std::filesystem::create_directories(path, none);
    if (none) return path + " cannot be created: " + none.message();
    kept.folder = path;
    path = (std::filesystem::path(path) / "match.jsonl").string();
  }
  std::vector<Json> lines;
  if (auto error = kept.lines.open(path, !given.resume, lines); !error.empty()) return error;
  if (lines.empty()) return kept.lines.add(header) ? "" : path + " cannot be written";
  if (lines.front() != header)
    return path + " contains another match. Its first line is " + json_text(lines.front()) +
           ", that of this match would be " + json_text(header);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    MatchGame game;
    if (auto error = read_match_game(lines[i], game); !error.empty())
      return fmt::format("{}: line {}: {}", path, i + 1, error);
    if (game.number < plan.games && !totals.has(game.number)) totals.add(game);
  }
  return {};
}

bool keep(Kept& kept, const MatchPlan& plan, const MatchGame& game) {
  if (kept.lines.is_open() && !kept.lines.add(match_game_json(game))) return false;
  if (kept.folder.empty()) return true;
  AnnotatedGame record{std::string(plan.info->name), plan.config};
  for (std::size_t i = 0; i < 2; ++i)
    record.details.players[static_cast<std::size_t>(game.first_seat) ^ i].name = plan.engines[i].name;
  record.details.event = "match";
  record.details.round = std::to_string(game.number + 1);
  record.details.result = game.result;
  NodeIndex node = kRoot;
  for (const auto& [seat, word] : game.moves) node = record.tree.add(node, {.move = TreeMove{seat, word}});
  if (game.forfeit())
    record.tree[node].comment =
        fmt::format("{} forfeits ({}): {}", plan.engines[game.points > 0.5 ? 1 : 0].name, game.end, game.text);
  const auto path =
      std::filesystem::path(kept.folder) / fmt::format("{:05}.{}", game.number + 1, kept.sgf ? "sgf" : "json");
  return write_file(path.string(), kept.sgf ? sgf::write(export_sgf(record, "Cairn:" CAIRN_VERSION))
                                            : json_text(record_json(record)) + "\n");
}

// Both engines once before the match: what cannot start at all is no forfeit.
std::string try_engines(const MatchPlan& plan) {
  for (const EngineChoice& choice : plan.engines) {
    if (choice.command.empty()) continue;
    const auto player = make_player(choice, *plan.info, plan.config, plan.time, interrupted());
    const Answer answer = player->begin(plan.start, 0);
    if (answer.failure != Failure::none && !interrupted()) return fmt::format("{}: {}", choice.name, answer.text);
  }
  return {};
}

std::string elo_text(double elo) {
  if (std::isinf(elo)) return elo > 0 ? "+inf" : "-inf";
  return fmt::format("{:+.0f}", elo);
}

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string_view verdict_word(Verdict found) {
  return found == Verdict::elo1 ? "elo1" : found == Verdict::elo0 ? "elo0" : "open";
}

double per(double sum, std::uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

void print_json(const MatchPlan& plan, const MatchTotals& totals) {
  const MatchCounts& counts = totals.counts();
  const Estimate score = score_estimate(counts), elo = elo_estimate(counts);
  const auto side = [&](std::size_t i) {
    const MatchSide& tally = totals.side(i);
    return Json{{"engine", plan.engines[i].name},
                {"moves", tally.moves},
                {"seconds_per_move", per(tally.seconds, tally.moves)},
                {"playouts_per_move", per(static_cast<double>(tally.playouts), tally.moves)},
                {"late", tally.late},
                {"forfeits", totals.forfeits(i)}};
  };
  Json line = {{"games", counts.games()},
               {"wins", counts.wins},
               {"draws", counts.draws},
               {"losses", counts.losses},
               {"pairs", counts.pairs},
               {"score", score.value},
               {"score_low", score.low},
               {"score_high", score.high},
               {"elo", number_or_null(elo.value)},
               {"elo_low", number_or_null(elo.low)},
               {"elo_high", number_or_null(elo.high)},
               {"los", likelihood_of_superiority(counts)},
               {"mean_length", totals.mean_length()},
               {"disputed", totals.disputed()},
               {"first", side(0)},
               {"second", side(1)}};
  if (plan.test)
    line["sprt"] = {{"elo0", plan.test->elo0},
                    {"elo1", plan.test->elo1},
                    {"llr", plan.test->log_ratio(counts)},
                    {"lower", plan.test->lower()},
                    {"upper", plan.test->upper()},
                    {"accepted", verdict_word(verdict(*plan.test, counts))}};
  fmt::print("{}\n", json_text(line));
}

void print_text(const MatchPlan& plan, const MatchTotals& totals) {
  const MatchCounts& counts = totals.counts();
  const Estimate score = score_estimate(counts), elo = elo_estimate(counts);
  fmt::print("{} against {}\n{}{}{}\n", plan.engines[0].name, plan.engines[1].name, plan.info->title,
             plan.config.options.empty() ? "" : ", ", options_text(plan.config.options));
  fmt::print("games   {}: {} won, {} lost, {} drawn\n", counts.games(), counts.wins, counts.losses, counts.draws);
  fmt::print("score   {:.1f} % (95 %: {:.1f} .. {:.1f})\n", 100 * score.value, 100 * score.low, 100 * score.high);
  fmt::print("Elo     {} (95 %: {} .. {}), stronger with a probability of {:.1f} %\n", elo_text(elo.value),
             elo_text(elo.low), elo_text(elo.high), 100 * likelihood_of_superiority(counts));
  if (const auto& p = counts.pairs; counts.complete_pairs() > 0)
    fmt::print("pairs   {}; with 0, 0.5, 1, 1.5 and 2 points: {} {} {} {} {}\n", counts.complete_pairs(), p[0], p[1],
               p[2], p[3], p[4]);
  if (plan.test) {
    const Verdict found = verdict(*plan.test, counts);
    fmt::print("SPRT    Elo {:g} or {:g}: log ratio {:.2f} (limits {:.2f} .. {:.2f}), {}\n", plan.test->elo0,
               plan.test->elo1, plan.test->log_ratio(counts), plan.test->lower(), plan.test->upper(),
               found == Verdict::open   ? "undecided"
               : found == Verdict::elo1 ? fmt::format("accepts {:g}", plan.test->elo1)
                                        : fmt::format("accepts {:g}", plan.test->elo0));
  }
  fmt::print("length  {:.1f} moves on average\n", totals.mean_length());
  for (std::size_t i = 0; i < 2; ++i) {
    const MatchSide& side = totals.side(i);
    fmt::print("{}  {:.3f} s", i == 0 ? "first " : "second", per(side.seconds, side.moves));
    if (side.playouts > 0) fmt::print(", {:.0f} playouts", per(static_cast<double>(side.playouts), side.moves));
    fmt::print(" per move");
    if (side.late > 0) fmt::print(", {} late", side.late);
    if (totals.forfeits(i) > 0) fmt::print(", {} forfeited", totals.forfeits(i));
    fmt::print("\n");
  }
  if (totals.disputed() > 0) fmt::print("dead stones were disputed in {} of the games\n", totals.disputed());
}

std::string progress_text(const MatchPlan& plan, const MatchTotals& totals) {
  const MatchCounts& counts = totals.counts();
  const Estimate elo = elo_estimate(counts);
  std::string text =
      fmt::format("{}/{}  +{} -{} ={}  Elo {} ({} .. {})", counts.games(), plan.games, counts.wins, counts.losses,
                  counts.draws, elo_text(elo.value), elo_text(elo.low), elo_text(elo.high));
  if (plan.test)
    text += fmt::format("  SPRT {:.2f} ({:.2f} .. {:.2f})", plan.test->log_ratio(counts), plan.test->lower(),
                        plan.test->upper());
  return text;
}

int run(const MatchGiven& given) {
  interrupted();
  MatchPlan plan;
  plan.games = given.games;
  if (auto fault = given.options.plan(plan); !fault.empty()) return refuse("bad use", fault, given.json);
  for (std::size_t i = 0; i < 2; ++i)
    if (auto error = read_engine_choice(given.engines[i], *plan.info, plan.engines[i]); !error.empty())
      return refuse("bad use", error, given.json);
  for (const EngineChoice& engine : plan.engines)
    if (auto error = given.options.fits(plan, engine); !error.empty()) return refuse("bad use", error, given.json);
  if (given.sprt.size() == 2) {
    plan.test = Sprt{.elo0 = given.sprt[0], .elo1 = given.sprt[1]};
    if (plan.test->elo0 >= plan.test->elo1)
      return refuse("bad use", "--sprt: the first Elo must be below the second, as in --sprt 0 10", given.json);
  }
  MatchTotals totals;
  Kept kept;
  if (auto error = open_kept(given, plan, header_json(plan, given.options), kept, totals); !error.empty())
    return refuse("bad use", error, given.json);
  if (auto error = try_engines(plan); !error.empty()) return refuse("bad engine", error, given.json);
  bool written = true;
  {
    Progress progress;
    run_match(
        plan, totals,
        [&](const MatchGame& game) {
          written = keep(kept, plan, game);
          if (game.forfeit()) {
            progress.clear();
            complain(fmt::format("game {}: {} forfeits ({}): {}", game.number + 1,
                                 plan.engines[game.points > 0.5 ? 1 : 0].name, game.end, game.text));
          }
          return written;
        },
        [&] {
          if (progress.due()) progress.show(progress_text(plan, totals));
        });
  }
  if (!written) return refuse("bad use", not_written(given.out), given.json);
  given.json ? print_json(plan, totals) : print_text(plan, totals);
  return interrupted() ? kInterrupted : kOk;
}

}  // namespace

void add_match(Command program, int& status) {
  auto given = std::make_shared<MatchGiven>();
  Command command = program.subcommand("match", "Play a match between two engines");
  command.option("A", given->engines[0], "First engine: cairn, cairn:NAME=VALUE,... or gtp:COMMAND LINE").required();
  command.option("B", given->engines[1], "Second engine").required();
  given->options.add(command);
  command.option("--games", given->games, "Maximum number of games, two from each opening")
      .range(std::uint64_t{1}, std::uint64_t{10'000'000})
      .type_name("N")
      .show_default();
  command.option("--sprt", given->sprt, "Stop as soon as one of two Elo differences is accepted (SPRT)")
      .values(2)
      .type_name("ELO0 ELO1");
  command.option("--out", given->out, "Save the games: a file of JSON lines, or a folder (ends in /)")
      .type_name("PATH");
  command.flag("--resume", given->resume, "Continue the match saved in --out");
  command.flag("--sgf", given->sgf, "Save games in a folder as SGF, not as JSON records");
  command.flag("--json", given->json, "Print the result as one JSON line");
  command.footer(
      "Parameters of Cairn's engines: name, level (1..10), playouts, seconds, threads,\n"
      "memory (MiB), seed, decide (0: keep thinking when the choice is clear), plain\n"
      "(search without knowledge of the game), and those of the game; an unknown name\n"
      "lists all that exist.\n"
      "\n"
      "  cairn match cairn cairn:plain --game GAME --games 20 --playouts 500\n"
      "  cairn match cairn \"gtp:gnugo --mode gtp --chinese-rules\" --game GAME \\\n"
      "      -o size=9 --seconds 1 --concurrency 2 --out games/");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli

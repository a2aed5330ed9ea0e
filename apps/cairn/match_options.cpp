#include "apps/cairn/match_options.h"

#include <fmt/core.h>

#include "core/text.h"
#include "notation/words.h"
#include "search/levels.h"

namespace cairn::cli {

namespace {

constexpr int kMostPlies = 1000;

// "4" of random:4, "4" or "4:20" of balanced:4:20.
std::string read_random_openings(std::string_view text, bool balanced, MatchPlan& plan) {
  constexpr int kUsualMargin = 10, kMostMargin = 49;
  const auto parts = split(text, ':');
  const auto plies = parse_int(parts.front());
  const auto margin = parts.size() > 1 ? parse_int(parts[1]) : std::optional<int>(kUsualMargin);
  const bool good_margin = margin && *margin >= 1 && *margin <= kMostMargin;
  if (!plies || *plies < 0 || *plies > kMostPlies || parts.size() > (balanced ? 2U : 1U) || !good_margin)
    return balanced ? fmt::format(
                          "--openings: balanced:PLIES:MARGIN needs numbers, 0..{} plies and a margin of 1..{} %, by "
                          "default {}",
                          kMostPlies, kMostMargin, kUsualMargin)
                    : fmt::format("--openings: random:PLIES needs a number, 0..{}", kMostPlies);
  plan.random_plies = *plies;
  if (balanced) plan.balance = *margin / 100.0;
  return {};
}

// "random:4", "balanced:4:20" or a file with an opening a line.
std::string read_openings(const std::string& text, MatchPlan& plan) {
  constexpr std::string_view kRandom = "random:", kBalanced = "balanced:";
  for (const auto kind : {kRandom, kBalanced})
    if (text.starts_with(kind))
      return read_random_openings(std::string_view(text).substr(kind.size()), kind == kBalanced, plan);
  const auto content = read_file(text);
  if (!content)
    return "--openings: the file \"" + text + "\" cannot be read. Or did you mean random:PLIES or balanced:PLIES?";
  int number = 0;
  for (const auto whole : split(*content, '\n')) {
    ++number;
    const auto line = trim(whole.substr(0, whole.find('#')));
    if (line.empty()) continue;
    const auto words = read_words(line);
    Position position = plan.start;
    if (auto error = play_opening(position, words, nullptr); !error.empty())
      return fmt::format("--openings: {}:{}: {}", text, number, error);
    plan.openings.push_back(words);
  }
  return plan.openings.empty() ? "--openings: \"" + text + "\" has no openings; each line must be a list of moves" : "";
}

}  // namespace

void MatchOptions::add(Command command) {
  command.option("--game", choice.game, "Game; `cairn games` lists them").required().type_name("GAME");
  command.option("-o,--option", choice.options, "Option of the game, may be repeated")
      .type_name("KEY=VALUE")
      .one_value_each();
  command.option("--seconds", seconds, "Thinking time per move, in seconds")
      .range(0.001, kLongestThought)
      .type_name("S");
  command.option("--time", time, "Time control, in seconds: TIME for the game, TIME+INCREMENT, or TIME/PERIOD:MOVES")
      .type_name("CLOCK");
  command.option("--playouts", playouts, "Playouts per move, for engines that set none")
      .range(std::uint64_t{1}, std::uint64_t{1} << 50)
      .type_name("N");
  command.option("--clock", clock, "Clock to count: wall, or cpu (CPU time of Cairn's engines, fair on a busy machine)")
      .type_name("wall|cpu")
      .show_default();
  command.option("--grace", grace, "Time over a limit that is tolerated before a game is lost on time, in seconds")
      .range(0.0, 3600.0)
      .type_name("S")
      .show_default();
  command.option("--patience", patience, "Maximum time per move of an external program that has no limit, in seconds")
      .range(0.01, kLongestThought)
      .type_name("S")
      .show_default();
  command
      .option("--openings", openings,
              "Openings: random:PLIES; balanced:PLIES[:MARGIN], random ones in which each side has a win rate of 50 %, "
              "give or take MARGIN (default 10); or a file with a list of moves on each line and comments after #")
      .type_name("FILE|random:PLIES|balanced:PLIES")
      .show_default();
  command.option("--concurrency", concurrency, "Games at the same time")
      .range(1, kMostThreads)
      .type_name("N")
      .show_default();
  command.option("--seed", seed, "Seed of openings and engines").type_name("N").show_default();
  command.option("--most-moves", most_moves, "Maximum number of moves; a longer game is a draw")
      .range(std::uint64_t{1}, std::uint64_t{1'000'000})
      .type_name("N")
      .show_default();
}

std::string MatchOptions::limits_text() const {
  std::string text;
  if (seconds > 0) text += fmt::format("seconds={:g} ", seconds);
  if (!time.empty()) text += "time=" + time + " ";
  if (playouts > 0) text += fmt::format("playouts={} ", playouts);
  return text + "clock=" + clock;
}

std::string MatchOptions::plan(MatchPlan& plan) const {
  const Started started = start(choice);
  if (!started.fault.empty()) return started.message;
  plan.info = started.info;
  plan.config = started.config;
  plan.start = started.position;
  if (plan.start.seats() != 2)
    return "a match needs a game of two sides; this game has " + std::to_string(plan.start.seats());
  if (clock != "wall" && clock != "cpu") return "--clock must be wall or cpu";
  if (seconds > 0 && !time.empty()) return "give either --seconds or --time";
  if (seconds > 0) plan.time.control = {.kind = TimeControl::Kind::per_move, .period = seconds};
  if (!time.empty())
    if (auto error = read_time_control(time, plan.time.control); !error.empty()) return error;
  plan.time.playouts = playouts;
  plan.time.cpu = clock == "cpu";
  plan.time.grace = grace;
  plan.time.patience = patience;
  plan.seed = seed;
  plan.most_moves = most_moves;
  plan.concurrency = concurrency;
  return read_openings(openings, plan);
}

std::string MatchOptions::fits(const MatchPlan& plan, const EngineChoice& engine) const {
  if (!engine.command.empty())
    return plan.info->hidden ? "an external program cannot play a game with hidden information" : "";
  if (plan.time.cpu && engine.threads > 1) return "--clock cpu counts the time of one thread; use threads=1";
  const bool bounded = seconds > 0 || !time.empty() || playouts > 0 || engine.seconds > 0 || engine.playouts > 0 ||
                       level(engine.settings.level).playouts > 0;
  if (!bounded)
    return "no limit of time or playouts for " + engine.name +
           ": give --seconds, --time or --playouts, or cairn:playouts=N";
  return {};
}

}  // namespace cairn::cli

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
                          "--openings: balanced:PLIES:MARGIN needs numbers, 0..{} plies and 1..{} points of a "
                          "hundred, usually {}",
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
    return "--openings: the file \"" + text + "\" cannot be read; there are random:PLIES and balanced:PLIES too";
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
  return plan.openings.empty() ? "--openings: \"" + text + "\" has no opening; a line is a list of moves" : "";
}

}  // namespace

void MatchOptions::add(Command command) {
  command.option("--game", choice.game, "which game is played; `cairn games` lists them").required().type_name("GAME");
  command.option("-o,--option", choice.options, "an option of the game; may be repeated")
      .type_name("KEY=VALUE")
      .one_value_each();
  command.option("--seconds", seconds, "to think a move").range(0.001, kLongestThought).type_name("S");
  command
      .option("--time", time,
              "a clock: SECONDS for the game, SECONDS+INCREMENT, or SECONDS/PERIOD:MOVES for so many moves a period")
      .type_name("CLOCK");
  command.option("--playouts", playouts, "a move, for engines without a number of their own")
      .range(std::uint64_t{1}, std::uint64_t{1} << 50)
      .type_name("N");
  command
      .option("--clock", clock,
              "wall, or cpu: the program's own engines by the CPU time they use, fair on a busy machine")
      .type_name("wall|cpu")
      .show_default();
  command.option("--grace", grace, "seconds by which a limit may be passed before the game is lost")
      .range(0.0, 3600.0)
      .type_name("S")
      .show_default();
  command.option("--patience", patience, "seconds to wait for an external program where no limit says")
      .range(0.01, kLongestThought)
      .type_name("S")
      .show_default();
  command
      .option("--openings", openings,
              "random:PLIES; balanced:PLIES or balanced:PLIES:MARGIN, random ones in which the game's engine gives "
              "both sides 50 of a hundred, MARGIN (usually 10) more or less; or a file with a list of moves a "
              "line, where # begins a remark")
      .type_name("FILE|random:PLIES|balanced:PLIES")
      .show_default();
  command.option("--concurrency", concurrency, "games at the same time")
      .range(1, kMostThreads)
      .type_name("N")
      .show_default();
  command.option("--seed", seed, "of openings and engines").type_name("N").show_default();
  command.option("--most-moves", most_moves, "a longer game is drawn")
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
  if (plan.start.seats() != 2) return "a match is for two sides; this game has " + std::to_string(plan.start.seats());
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
  if (plan.time.cpu && engine.threads > 1) return "--clock cpu is the time of one thread; leave threads=1";
  const bool bounded = seconds > 0 || !time.empty() || playouts > 0 || engine.seconds > 0 || engine.playouts > 0 ||
                       level(engine.settings.level).playouts > 0;
  if (!bounded)
    return "say how long " + engine.name + " may think: --seconds, --time or --playouts, or cairn:playouts=N";
  return {};
}

}  // namespace cairn::cli

// cairn tune: finds better values for an engine's parameters by playing it against itself.
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/json_lines.h"
#include "apps/cairn/match_options.h"
#include "apps/cairn/terminal.h"
#include "core/hash.h"
#include "search/spsa.h"

namespace cairn::cli {

namespace {

constexpr std::string_view kTuneFormat = "cairn-tune";

struct TuneGiven {
  MatchOptions options;
  std::string engine = "cairn", out;
  std::vector<std::string> parameters;
  std::uint64_t games = 1000;
  int pairs = 4;
  double reach = 0.1, rate = 0.1;
  bool resume = false, json = false;
};

struct Tuning {
  MatchPlan plan{};
  EngineChoice engine{};
  std::vector<std::string> names{};
  std::vector<SpsaRange> ranges{};
  std::uint64_t steps = 0;
};

// "explore" or "explore=0..2"; it starts where the engine has it.
std::string read_parameter(const std::string& text, Tuning& run) {
  const auto equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const auto known = engine_parameters(*run.plan.info, run.engine.plain);
  const auto found = std::find_if(known.begin(), known.end(), [&](const Parameter& one) { return one.name == name; });
  if (found == known.end()) {
    std::string right;
    for (const Parameter& one : known) right.append(right.empty() ? "" : ", ").append(one.name);
    return fmt::format("--parameter: unknown parameter \"{}\"; the parameters are {}", name.substr(0, 40), right);
  }
  if (std::find(run.names.begin(), run.names.end(), name) != run.names.end())
    return "--parameter: " + name + " is given twice";
  SpsaRange range{found->value, found->least, found->most};
  for (const auto& [set, value] : run.engine.settings.parameters)
    if (set == name) range.start = value;
  if (equals != std::string::npos) {
    const std::string bounds = text.substr(equals + 1);
    const auto dots = bounds.find("..");
    if (dots == std::string::npos || !read_number(bounds.substr(0, dots), found->least, found->most, range.least) ||
        !read_number(bounds.substr(dots + 2), found->least, found->most, range.most) || range.least >= range.most)
      return fmt::format("--parameter: {}: the range must be LEAST..MOST within {:g}..{:g}", name, found->least,
                         found->most);
  }
  range.start = std::clamp(range.start, range.least, range.most);
  run.names.push_back(name);
  run.ranges.push_back(range);
  return {};
}

Json values_json(const Tuning& run, const std::vector<double>& values) {
  Json json = Json::object();
  for (std::size_t i = 0; i < run.names.size(); ++i) json[run.names[i]] = values[i];
  return json;
}

Json header_json(const Tuning& run, const TuneGiven& given) {
  Json options = Json::object(), ranges = Json::object();
  for (const auto& [name, value] : run.plan.config.options) options[name] = value;
  for (std::size_t i = 0; i < run.names.size(); ++i)
    ranges[run.names[i]] = {run.ranges[i].least, run.ranges[i].most, run.ranges[i].start};
  return {{"format", kTuneFormat},
          {"version", 1},
          {"game", run.plan.info->name},
          {"options", std::move(options)},
          {"engine", given.engine},
          {"parameters", std::move(ranges)},
          {"limits", given.options.limits_text()},
          {"openings", given.options.openings},
          {"pairs", given.pairs},
          {"games", given.games},
          {"reach", given.reach},
          {"rate", given.rate},
          {"seed", given.options.seed}};
}

bool read_step(const Json& line, const Tuning& run, std::uint64_t number, std::vector<double>& values) {
  if (!line.contains("step") || !line["step"].is_number_unsigned() || line["step"].get<std::uint64_t>() != number ||
      !line.contains("values") || !line["values"].is_object())
    return false;
  values.clear();
  for (const std::string& name : run.names) {
    if (!line["values"].contains(name) || !line["values"][name].is_number()) return false;
    values.push_back(line["values"][name].get<double>());
  }
  return true;
}

std::string values_text(const Tuning& run, const std::vector<double>& values) {
  std::string text;
  for (std::size_t i = 0; i < run.names.size(); ++i)
    text += fmt::format("{}{}={:.5g}", i == 0 ? "" : ",", run.names[i], values[i]);
  return text;
}

struct Played {
  MatchCounts counts{};
  bool whole = false;  // not interrupted
};
Played play_step(const Tuning& run, const Spsa& tuning, std::uint64_t pairs, Progress& progress) {
  MatchPlan plan = run.plan;
  plan.games = 2 * pairs;
  plan.seed = mix(run.plan.seed, tuning.steps());  // other openings and luck at every step, the same in every run
  const auto trial = tuning.trial();
  for (std::size_t i = 0; i < 2; ++i) {
    plan.engines[i] = run.engine;
    std::erase_if(plan.engines[i].settings.parameters, [&](const auto& set) {
      return std::find(run.names.begin(), run.names.end(), set.first) != run.names.end();
    });
    for (std::size_t k = 0; k < run.names.size(); ++k)
      plan.engines[i].settings.parameters.emplace_back(run.names[k], (i == 0 ? trial.plus : trial.minus)[k]);
  }
  MatchTotals totals;
  run_match(
      plan, totals, [](const MatchGame&) { return true; },
      [&] {
        progress.show(fmt::format("step {}/{}  {}", tuning.steps() + 1, run.steps, values_text(run, tuning.values())));
      });
  return {totals.counts(), totals.counts().games() == plan.games};
}

int run_tune(const TuneGiven& given) {
  interrupted();
  Tuning run;
  if (auto fault = given.options.plan(run.plan); !fault.empty()) return refuse("bad use", fault, given.json);
  if (auto error = read_engine_choice(given.engine, *run.plan.info, run.engine); !error.empty())
    return refuse("bad use", error, given.json);
  if (!run.engine.command.empty())
    return refuse("bad use", "--engine: only Cairn's own engines can be tuned", given.json);
  if (auto error = given.options.fits(run.plan, run.engine); !error.empty())
    return refuse("bad use", error, given.json);
  for (const std::string& text : given.parameters)
    if (auto error = read_parameter(text, run); !error.empty()) return refuse("bad use", error, given.json);
  const auto pairs = static_cast<std::uint64_t>(given.pairs);
  run.steps = std::max<std::uint64_t>(1, given.games / (2 * pairs));
  Spsa tuning(run.ranges, {.seed = run.plan.seed, .steps = run.steps, .reach = given.reach, .rate = given.rate});

  JsonLines kept;
  std::vector<Json> lines;
  if (!given.out.empty()) {
    if (auto error = kept.open(given.out, !given.resume, lines); !error.empty())
      return refuse("bad use", error, given.json);
    const Json header = header_json(run, given);
    if (lines.empty() && !kept.add(header)) return refuse("bad use", not_written(given.out), given.json);
    if (!lines.empty() && lines.front() != header)
      return refuse("bad use",
                    given.out + " contains another run. Its first line is " + json_text(lines.front()) +
                        ", that of this match would be " + json_text(header),
                    given.json);
    std::vector<double> values;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (!read_step(lines[i], run, i, values))
        return refuse("bad use", fmt::format("{}: line {} is not a step of this run", given.out, i + 1), given.json);
      tuning.restore(values, i);
      if (given.json) fmt::print("{}\n", json_text(lines[i]));
    }
  } else if (given.resume) {
    return refuse("bad use", "--resume needs --out, the file of the run", given.json);
  }

  Progress progress;
  const std::uint64_t every = std::max<std::uint64_t>(1, run.steps / 20);
  while (tuning.steps() < run.steps && !interrupted()) {
    const Played played = play_step(run, tuning, pairs, progress);
    if (!played.whole) break;
    const double balance = (static_cast<double>(played.counts.wins) - static_cast<double>(played.counts.losses)) /
                           static_cast<double>(played.counts.games());
    tuning.learn(balance);
    const Json line = {{"step", tuning.steps()},
                       {"wins", played.counts.wins},
                       {"draws", played.counts.draws},
                       {"losses", played.counts.losses},
                       {"values", values_json(run, tuning.values())}};
    if (kept.is_open() && !kept.add(line)) return refuse("bad use", not_written(given.out), given.json);
    if (given.json) {
      fmt::print("{}\n", json_text(line));
    } else if (tuning.steps() % every == 0 || tuning.steps() == run.steps) {
      progress.clear();
      fmt::print("{:>6} games  {}\n", 2 * pairs * tuning.steps(), values_text(run, tuning.values()));
    }
  }
  progress.clear();
  if (!given.json) fmt::print("cairn:{}\n", values_text(run, tuning.values()));
  return interrupted() ? kInterrupted : kOk;
}

}  // namespace

void add_tune(Command program, int& status) {
  auto given = std::make_shared<TuneGiven>();
  Command command = program.subcommand("tune", "Tune an engine's parameters by playing it against itself");
  given->options.add(command);
  command.option("--parameter", given->parameters, "Parameter to tune, and its bounds; may be repeated")
      .required()
      .type_name("NAME[=LEAST..MOST]");
  command.option("--engine", given->engine, "Engine and its other parameters, as for `cairn match`")
      .type_name("cairn:...")
      .show_default();
  command.option("--games", given->games, "Total number of games")
      .range(std::uint64_t{2}, std::uint64_t{100'000'000})
      .type_name("N")
      .show_default();
  command.option("--pairs", given->pairs, "Pairs of games per step").range(1, 10'000).type_name("N").show_default();
  command.option("--reach", given->reach, "Distance of the first trials to both sides, as a share of the range")
      .range(0.001, 0.5)
      .type_name("SHARE")
      .show_default();
  command.option("--rate", given->rate, "Length of the first step after a clear win, as a share of the range")
      .range(0.0001, 0.5)
      .type_name("SHARE")
      .show_default();
  command.option("--out", given->out, "Save the steps: a file of JSON lines").type_name("FILE");
  command.flag("--resume", given->resume, "Continue the run saved in --out");
  command.flag("--json", given->json, "Print every step as one JSON line");
  command.footer(
      "Tuning starts from the engine's present values. With --playouts, a run depends\n"
      "on its seed only. The last line is an engine for `cairn match`: play it against\n"
      "the old engine to see whether it is stronger.\n"
      "\n"
      "  cairn tune --game GAME --parameter explore=0..2 --parameter expand_visits \\\n"
      "      --games 2000 --playouts 500 --out run.jsonl");
  command.callback([given, &status] { status = run_tune(*given); });
}

}  // namespace cairn::cli

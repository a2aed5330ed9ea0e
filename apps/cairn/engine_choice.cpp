#include "apps/cairn/engine_choice.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>

#include "apps/cairn/network_choice.h"
#include "core/text.h"

namespace cairn::cli {

namespace {

constexpr std::string_view kForms = "an engine is cairn, cairn:name=value,... or gtp:COMMAND LINE";
constexpr double kMiB = 1 << 20;

std::string list_parameters(const std::vector<Parameter>& known) {
  std::string text;
  for (const Parameter& one : known) text.append(text.empty() ? "" : ", ").append(one.name);
  return text;
}

}  // namespace

bool read_number(std::string_view text, double least, double most, double& out) {
  const std::string number(text);
  if (number.empty() || is_space(number.front())) return false;
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value) || value < least || value > most) return false;
  out = value;
  return true;
}

std::string set_engine_value(std::string_view word, const GameInfo& info, EngineChoice& out) {
  const auto equals = word.find('=');
  const std::string_view name = trim(word.substr(0, equals));
  const std::string_view value = equals == std::string_view::npos ? std::string_view{} : trim(word.substr(equals + 1));
  const auto wrong = [&](const std::string& right) {
    return fmt::format("engine: {} is \"{}\"; it must be {}", name, value.substr(0, 40), right);
  };
  double number = 0;
  if (name == "plain") {
    if (equals != std::string_view::npos) return "engine: plain takes no value";
    out.plain = true;
    return {};
  }
  if (name == "network") {
    out.settings.shipped = false;
    if (value == "none") return {};
    const std::string wrong_file = read_network(std::string(value), info, out.settings.network);
    return wrong_file.empty() ? "" : "engine: " + wrong_file;
  }
  if (name == "name") {
    if (value.empty()) return wrong("a word");
    out.name = value;
    return {};
  }
  struct Whole {
    std::string_view name;
    double most, least = 1;
  };
  for (const Whole& one : {Whole{"level", 10}, Whole{"playouts", 1e15}, Whole{"threads", kMostThreads},
                           Whole{"memory", 1 << 20}, Whole{"seed", 1e15, 0}, Whole{"decide", 1, 0}}) {
    if (name != one.name) continue;
    if (!read_number(value, one.least, one.most, number) || number != std::floor(number))
      return wrong(fmt::format("a whole number, {:.0f}..{:.0f}", one.least, one.most));
    if (name == "level") out.settings.level = static_cast<int>(number);
    if (name == "playouts") out.playouts = static_cast<std::uint64_t>(number);
    if (name == "threads") out.threads = static_cast<int>(number);
    if (name == "memory") out.settings.memory = static_cast<std::size_t>(number * kMiB);
    if (name == "decide") out.decide = number != 0;
    if (name == "seed") out.settings.seed = static_cast<std::uint64_t>(number);
    return {};
  }
  if (name == "seconds") {
    if (!read_number(value, 0.0001, kLongestThought, out.seconds)) return wrong("seconds, 0.0001..86400");
    return {};
  }
  const auto known = engine_parameters(info, out.plain);
  for (const Parameter& one : known) {
    if (one.name != name) continue;
    if (!read_number(value, one.least, one.most, number))
      return wrong(fmt::format("a number, {:g}..{:g}", one.least, one.most));
    out.settings.parameters.emplace_back(name, number);
    return {};
  }
  return fmt::format(
      "engine: unknown parameter \"{}\"; the parameters are name, level, playouts, seconds, threads, memory (MiB), "
      "seed, decide, "
      "network, plain and for {}: {}",
      name.substr(0, 40), info.title, list_parameters(known));
}

std::string read_engine_choice(std::string_view text, const GameInfo& info, EngineChoice& out) {
  out = {};
  const auto colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  out.settings.memory = std::size_t{256} << 20;
  if (kind == "gtp") {
    if (trim(rest).empty()) return "engine: gtp: needs a command line, as in gtp:\"gnugo --mode gtp\"";
    out.command = rest;
    out.name = split_words(rest).front();
    if (const auto slash = out.name.rfind('/'); slash != std::string::npos) out.name.erase(0, slash + 1);
    return {};
  }
  if (kind != "cairn") return fmt::format("\"{}\" is not an engine; {}", text.substr(0, 60), kForms);
  out.name = text;
  if (colon == std::string_view::npos) return {};
  const auto words = split(rest, ',');
  for (const auto word : words)  // it decides which other values there are
    if (trim(word) == "plain") out.plain = true;
  for (const auto word : words)
    if (auto error = set_engine_value(word, info, out); !error.empty()) return error;
  return {};
}

std::string read_time_control(std::string_view text, TimeControl& out) {
  using Kind = TimeControl::Kind;
  const std::string wrong =
      "--time: \"" + std::string(text.substr(0, 40)) +
      "\" must be SECONDS, SECONDS+INCREMENT or SECONDS/PERIOD:MOVES, as in 300, 300+2 or 300/30:15";
  out = {};
  if (const auto plus = text.find('+'); plus != std::string_view::npos) {
    out.kind = Kind::fischer;
    const bool good = read_number(text.substr(0, plus), 0, kLongestThought, out.main) &&
                      read_number(text.substr(plus + 1), 0, kLongestThought, out.increment);
    return good && out.main + out.increment > 0 ? "" : wrong;
  }
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    out.kind = Kind::canadian;
    const auto rest = text.substr(slash + 1);
    const auto colon = rest.find(':');
    const auto stones = parse_int(colon == std::string_view::npos ? "" : rest.substr(colon + 1));
    const bool good = read_number(text.substr(0, slash), 0, kLongestThought, out.main) &&
                      read_number(rest.substr(0, colon), 0.001, kLongestThought, out.period) && stones &&
                      *stones >= 1 && *stones <= 1000;
    out.stones = stones.value_or(0);
    return good ? "" : wrong;
  }
  out.kind = Kind::absolute;
  return read_number(text, 0.001, kLongestThought, out.main) ? "" : wrong;
}

}  // namespace cairn::cli

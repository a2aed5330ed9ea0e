// What may be tuned while the program runs: limits of thinking, and the numbers of the game's engine.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "notation/gtp_session.h"
#include "notation/view_json.h"

namespace cairn {

namespace {

struct Setting {
  std::string_view name;
  double least, most;
  bool whole;
  bool renews;  // the engine must be made anew
  double (*get)(const GtpSettings&);
  void (*set)(GtpSettings&, double);
};

constexpr Setting kSettings[]{
    {"threads", 1, 1024, true, true, [](const GtpSettings& s) { return static_cast<double>(s.threads); },
     [](GtpSettings& s, double v) { s.threads = static_cast<int>(v); }},
    {"seconds", 0, 1e6, false, false, [](const GtpSettings& s) { return s.seconds; },
     [](GtpSettings& s, double v) { s.seconds = v; }},
    {"playouts", 0, 1e12, true, false, [](const GtpSettings& s) { return static_cast<double>(s.playouts); },
     [](GtpSettings& s, double v) { s.playouts = static_cast<std::uint64_t>(v); }},
    {"level", 1, 10, true, true, [](const GtpSettings& s) { return static_cast<double>(s.engine.level); },
     [](GtpSettings& s, double v) { s.engine.level = static_cast<int>(v); }},
    {"resign", 0, 1, false, false, [](const GtpSettings& s) { return s.resign; },
     [](GtpSettings& s, double v) { s.resign = v; }},
    {"lag", 0, 60, false, false, [](const GtpSettings& s) { return s.lag; },
     [](GtpSettings& s, double v) { s.lag = v; }},
    {"ponder", 0, 1, true, false, [](const GtpSettings& s) { return s.ponder ? 1.0 : 0.0; },
     [](GtpSettings& s, double v) { s.ponder = v > 0; }},
};

std::optional<double> value(const GtpSession& session, std::string_view name) {
  for (const Setting& setting : kSettings)
    if (setting.name == name) return setting.get(session.settings);
  for (const Parameter& one : session.game.info().parameters)
    if (one.name == name) return parameter(session.game.info().parameters, session.settings.engine, name);
  return std::nullopt;
}

std::vector<std::string_view> param_names(const GtpSession& session) {
  std::vector<std::string_view> names;
  for (const Setting& setting : kSettings) names.push_back(setting.name);
  for (const Parameter& one : session.game.info().parameters) names.push_back(one.name);
  return names;
}

GtpReply list(GtpSession& session, const GtpLine&) {
  std::string text;
  for (const auto name : param_names(session)) text += (text.empty() ? "" : " ") + std::string(name);
  return {true, text};
}

GtpReply get(GtpSession& session, const GtpLine& line) {
  if (line.arguments.size() != 1) return gtp_error(kSyntaxError);
  const auto found = value(session, line.arguments[0]);
  return found ? GtpReply{true, fmt::format("{:g}", *found)}
               : gtp_error("unknown parameter; `kata-list-params` lists them");
}

GtpReply get_all(GtpSession& session, const GtpLine&) {
  Json all = Json::object();
  for (const auto name : param_names(session)) all[std::string(name)] = *value(session, name);
  return {true, json_text(all)};
}

// "" or what is wrong.
std::string assign(GtpSession& session, std::string_view name, double wanted) {
  const auto range = [&](double least, double most, bool whole) {
    const bool right = wanted >= least && wanted <= most && (!whole || wanted == std::floor(wanted));
    return right ? std::string()
                 : fmt::format("{} is a {} from {:g} to {:g}", name, whole ? "whole number" : "number", least, most);
  };
  for (const Setting& setting : kSettings) {
    if (setting.name != name) continue;
    if (auto error = range(setting.least, setting.most, setting.whole); !error.empty()) return error;
    session.rest();
    setting.set(session.settings, wanted);
    if (setting.renews) session.forget_engine();
    return {};
  }
  for (const Parameter& one : session.game.info().parameters) {
    if (one.name != name) continue;
    if (auto error = range(one.least, one.most, false); !error.empty()) return error;
    auto& given = session.settings.engine.parameters;
    std::erase_if(given, [&](const auto& pair) { return pair.first == name; });
    given.emplace_back(name, wanted);
    session.rest();
    session.forget_engine();
    return {};
  }
  return "unknown parameter; `kata-list-params` lists them";
}

GtpReply set(GtpSession& session, const GtpLine& line) {
  const auto wanted = line.arguments.size() == 2 ? parse_number(line.arguments[1]) : std::nullopt;
  if (!wanted) return gtp_error(kSyntaxError);
  const std::string error = assign(session, line.arguments[0], *wanted);
  return error.empty() ? GtpReply{} : gtp_error(error);
}

}  // namespace

std::span<const GtpCommand> gtp_param_commands() {
  static constexpr GtpCommand kCommands[]{
      {"kata-list-params", list},
      {"kata-get-param", get},
      {"kata-get-params", get_all},
      {"kata-set-param", set},
  };
  return kCommands;
}

}  // namespace cairn

#include "search/engine.h"

#include <algorithm>

namespace cairn {

Analysis think(Engine& engine, const Position& position, Seat seat, const SearchLimits& limits,
               const std::atomic<bool>* stop) {
  static const std::atomic<bool> never{false};
  engine.set_position(position, seat);
  engine.begin(limits);
  engine.work(stop != nullptr ? *stop : never);
  return engine.analysis();
}

double parameter(std::span<const Parameter> known, const EngineSettings& settings, std::string_view name) {
  for (const Parameter& one : known) {
    if (one.name != name) continue;
    for (const auto& [given, value] : settings.parameters)
      if (given == name) return std::clamp(value, one.least, one.most);
    return one.value;
  }
  return 0;
}

}  // namespace cairn

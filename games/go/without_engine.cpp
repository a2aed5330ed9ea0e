// The engine's names with nothing behind them: linked before the library in a core of rules alone, so that the linker
// takes nothing that thinks (games/CMakeLists.txt).
#include "games/go/ai.h"
#include "games/go/ai_network.h"

namespace cairn::go {

std::unique_ptr<Engine> go_engine(const Position&, const EngineSettings&, bool) {
  return nullptr;
}
std::unique_ptr<Engine> phantom_engine(const Position&, const EngineSettings&, bool) {
  return nullptr;
}
std::vector<Parameter> go_parameters() {
  return {};
}
std::vector<Parameter> phantom_parameters() {
  return {};
}
network::FeatureSpec network_features() {
  return {};
}

}  // namespace cairn::go

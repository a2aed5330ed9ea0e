// The engine's names with nothing behind them: linked before the library in a core of rules alone, so that the linker
// takes nothing that thinks (games/CMakeLists.txt).
#include "games/margrites/ai.h"
#include "games/margrites/ai_network.h"

namespace cairn::margrites {

std::unique_ptr<Engine> make_engine(const Position&, const EngineSettings&, bool) {
  return nullptr;
}
std::vector<Parameter> engine_parameters() {
  return {};
}
network::FeatureSpec network_features() {
  return {};
}

}  // namespace cairn::margrites

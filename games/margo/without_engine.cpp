// The engine's names with nothing behind them: linked before the library in a core of rules alone, so that the linker
// takes nothing that thinks (games/CMakeLists.txt).
#include "games/margo/ai.h"
#include "games/margo/ai_network.h"

namespace cairn::margo {

std::unique_ptr<Engine> make_ai(const Position&, const EngineSettings&, bool) {
  return nullptr;
}
std::vector<Parameter> ai_parameters() {
  return {};
}
network::FeatureSpec network_features() {
  return {};
}

}  // namespace cairn::margo

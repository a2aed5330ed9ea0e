// The engine's names with nothing behind them: linked before the library in a core of rules alone, so that the linker
// takes nothing that thinks (games/CMakeLists.txt).
#include "tests/skeleton/ai.h"

namespace cairn::skeleton {

std::unique_ptr<Engine> make_ai(const Position&, const EngineSettings&, bool) {
  return nullptr;
}
std::vector<Parameter> ai_parameters() {
  return {};
}

}  // namespace cairn::skeleton

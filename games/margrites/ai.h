// The program that plays: best-first search over whole turns, alpha-beta once few pieces are left, or plain search as
// the yardstick. Depends on the rules and search/.
#pragma once

#include <memory>
#include <vector>

#include "core/position.h"
#include "search/engine.h"

namespace cairn::margrites {

std::unique_ptr<Engine> make_engine(const Position& position, const EngineSettings& settings, bool plain);
std::vector<Parameter> engine_parameters();

}  // namespace cairn::margrites

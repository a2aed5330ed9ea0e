// Skeleton's engine. A game's files that search are named ai*; the registry hands out what they make.
#pragma once

#include <memory>
#include <vector>

#include "search/engine.h"

namespace cairn::skeleton {

std::unique_ptr<Engine> make_ai(const Position& position, const EngineSettings& settings, bool plain);
std::vector<Parameter> ai_parameters();

}  // namespace cairn::skeleton

// Engines for Go: flat, toroidal and phantom.
#pragma once

#include <memory>
#include <vector>

#include "core/position.h"
#include "search/engine.h"

namespace cairn::go {

std::unique_ptr<Engine> go_engine(const Position& position, const EngineSettings& settings, bool plain);
std::vector<Parameter> go_parameters();
// Phantom Go; sees a position with the eyes of the seat that thinks.
std::unique_ptr<Engine> phantom_engine(const Position& position, const EngineSettings& settings, bool plain);
std::vector<Parameter> phantom_parameters();

}  // namespace cairn::go

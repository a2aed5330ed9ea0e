// What a network is shown of Go, flat or toroidal (docs/networks.md, "go-1"), and the search that uses one. For sizes
// up to 19.
#pragma once

#include <memory>

#include "search/engine.h"
#include "search/network/feature_spec.h"

namespace cairn::go {

network::FeatureSpec network_features();

// Search with the network of the settings; nullptr where there is none or it does not know such positions.
std::unique_ptr<Engine> make_network_engine(const Position& position, const EngineSettings& settings);

}  // namespace cairn::go

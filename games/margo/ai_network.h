// What a network is shown of Margo and Spargo (docs/networks.md, "pyramid-1"), and the search that uses one. For two
// players on sizes up to 16, all levels in use.
#pragma once

#include <memory>

#include "search/engine.h"
#include "search/network/feature_spec.h"

namespace cairn::margo {

network::FeatureSpec network_features();

// Search with the network of the settings; nullptr where there is none or it does not know such positions.
std::unique_ptr<Engine> make_network_ai(const Position& position, const EngineSettings& settings);

}  // namespace cairn::margo

// What a network is shown of MARGRITES (docs/networks.md, "steps-1"), and the search that uses one: by steps, four
// of which make a turn. For games in play, without returning pieces, matches and `hostile=full`.
#pragma once

#include <memory>
#include <vector>

#include "games/margrites/margrites.h"
#include "search/engine.h"
#include "search/network/feature_spec.h"

namespace cairn::margrites {

network::FeatureSpec network_features();

std::vector<Parameter> network_parameters();  // of that search

// Search with the network of the settings; nullptr where there is none or it does not know such games.
std::unique_ptr<Engine> make_network_search(const Margrites& game, const EngineSettings& settings);

}  // namespace cairn::margrites

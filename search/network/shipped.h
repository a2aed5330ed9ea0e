// The networks that the program brings along, and what each was taught.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "search/network/evaluator.h"

namespace cairn::network {

struct Shipped {
  std::string_view name{}, features{};  // of its file in weights/; see `FeatureSpec::name`
  int least = 0, most = 0;              // sides of the boards on which it is used
  bool torus = false;
};
// nullptr where there is none for such boards.
const Shipped* shipped_for(std::string_view features, int side, bool torus);

// Read once and shared. Null in the browser until it was handed over.
std::shared_ptr<const Network> network_of(const Shipped& shipped);

// In WebAssembly alone, which carries none: the page fetches a file when it is needed, before it makes the engine.
// Returns
// "" or what is wrong. For one thread.
std::string hand_over(std::string_view name, std::string_view bytes);

}  // namespace cairn::network

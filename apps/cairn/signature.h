// A count over all games that any change of their behaviour changes: the same on every platform and build.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace cairn::cli {

// Called for every game and option set with the value of that part; returns false to stop.
using SignaturePart = std::function<bool(const std::string& game, const std::string& options, std::uint64_t value)>;

// Seeded random playouts, seeded random games move by move with every hash and legal list on the way, and small
// perfts, over every registered game under all option sets of its `variety`.
std::uint64_t signature(const SignaturePart& part);

}  // namespace cairn::cli

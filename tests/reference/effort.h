// How much the randomised checks do. CAIRN_LONG=1 asks for much more than usual; CAIRN_SHORT=1 for less, where every
// step costs ten to fifty times as much (sanitizers): faults of memory are looked for there, the rules elsewhere.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace cairn {

inline bool in_long_run() {
  return std::getenv("CAIRN_LONG") != nullptr;
}

inline bool in_short_run() {
  return std::getenv("CAIRN_SHORT") != nullptr;
}

// As many as usual; in a short run a tenth, but one at least.
inline int as_many(int usual) {
  return in_short_run() ? std::max(1, usual / 10) : usual;
}

}  // namespace cairn

// What the store says of an act where whoever asked may not do it any more; services make a refusal of it.
#pragma once

#include <string_view>

namespace cairn {

inline constexpr std::string_view kMayNotAct = "whoever asked may not do this act any more";

}  // namespace cairn

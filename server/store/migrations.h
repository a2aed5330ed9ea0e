// The numbered steps that bring a database to the present form, embedded in the program. A step that was released is
// never changed; a new one is added.
#pragma once

#include <span>
#include <string_view>

namespace cairn {

std::span<const std::string_view> migrations();  // step n brings version n to n + 1

}  // namespace cairn

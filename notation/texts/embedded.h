// The catalogues of web/src/lang that embed.cmake compiles in, as they are written there.
#pragma once

#include <span>
#include <string_view>

namespace cairn {

struct EmbeddedCatalogue {
  std::string_view language;  // "de"
  std::string_view json;      // {"key": "text" or {"one": "...", "other": "..."}}
};
std::span<const EmbeddedCatalogue> embedded_catalogues();

}  // namespace cairn

// What a file is that holds no game: told by its first bytes, so that people learn what they have chosen.
#pragma once

#include <string_view>

#include "core/message.h"

namespace cairn {

// "a PDF document", "a PNG picture", "a web page (HTML)"; without a text where nothing tells. The bytes as they are, or
// as a browser made letters of them.
MessageText file_looks(std::string_view text);

}  // namespace cairn

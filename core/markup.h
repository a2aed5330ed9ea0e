// Text that stands in XML, SVG or HTML. Never throws.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

// As it may stand between tags and within quotes. What is no UTF-8, or no character of XML 1.0, becomes U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace cairn

#include "core/markup.h"

namespace cairn {

namespace {

struct Character {
  std::size_t size = 1;  // in bytes
  bool good = false;     // it is UTF-8, and one of XML 1.0
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(at);
  if (first < 0x80) return {1, first >= 0x20 || first == '\t' || first == '\n' || first == '\r'};
  const std::size_t size = first >= 0xF0 && first < 0xF5   ? 4
                           : first >= 0xE0 && first < 0xF0 ? 3
                           : first >= 0xC2 && first < 0xE0 ? 2
                                                           : 0;
  if (size == 0) return {};
  unsigned code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return {};
    code = (code << 6) | (byte(at + i) & 0x3FU);
  }
  const bool longer_than_needed = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  if (longer_than_needed || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return {};
  return {size, code != 0xFFFE && code != 0xFFFF};
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [size, good] = character_at(text, at);
    switch (good ? text[at] : '\0') {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '\r':
        out += "&#13;";
        break;
      default:
        out += good ? text.substr(at, size) : std::string_view("\xEF\xBF\xBD");
    }
    at += size;
  }
  return out;
}

}  // namespace cairn

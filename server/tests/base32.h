// Reads a secret of two-factor authentication as an authenticator app does (RFC 4648, section 6).
#pragma once

#include <string>

namespace cairn {

inline std::string bytes_of_base32(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string out;
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    bits = (bits << 5 | static_cast<unsigned>(letters.find(c))) & 0xFFF;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> held & 0xFF);
  }
  return out;
}

}  // namespace cairn

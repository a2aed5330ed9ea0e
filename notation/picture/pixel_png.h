// Pixels as a PNG of at most 128 colours: a board has few, and so its picture is a fifth as large.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint32_t> rgb{};  // 0xRRGGBB, row by row from the top
};

// The same bytes for the same pixels. Where there are more colours the nearest ones are shown.
std::string png_of(const Pixels& pixels);

}  // namespace cairn

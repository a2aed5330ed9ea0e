#include "notation/picture/pixel_png.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace cairn {

namespace {

constexpr std::size_t kMostColours = 128;

struct Colour {
  std::array<int, 3> part{};  // red, green, blue
  std::uint32_t count = 0;    // of pixels
};

Colour colour_of(std::uint32_t rgb, std::uint32_t count) {
  return {{static_cast<int>(rgb >> 16U & 255U), static_cast<int>(rgb >> 8U & 255U), static_cast<int>(rgb & 255U)},
          count};
}

// Colours that are to become one.
struct Box {
  std::size_t first = 0, end = 0;
  std::size_t widest = 0;    // the part in which they differ most
  std::uint64_t weight = 0;  // how much is gained by cutting it
};

Box box_of(const std::vector<Colour>& colours, std::size_t first, std::size_t end) {
  Box out{first, end, 0, 0};
  std::array<int, 3> low{255, 255, 255}, high{0, 0, 0};
  std::uint64_t pixels = 0;
  for (std::size_t i = first; i < end; ++i) {
    pixels += colours[i].count;
    for (std::size_t part = 0; part < 3; ++part) {
      low[part] = std::min(low[part], colours[i].part[part]);
      high[part] = std::max(high[part], colours[i].part[part]);
    }
  }
  int span = 0;
  for (std::size_t part = 0; part < 3; ++part)
    if (high[part] - low[part] > span) span = high[part] - low[part], out.widest = part;
  const auto wide = static_cast<std::uint64_t>(span);
  out.weight = end - first < 2 ? 0 : wide * wide * (pixels + 16);
  return out;
}

Colour mean_of(const std::vector<Colour>& colours, const Box& box) {
  std::array<std::uint64_t, 3> sum{};
  std::uint64_t pixels = 0;
  for (std::size_t i = box.first; i < box.end; ++i) {
    pixels += colours[i].count;
    for (std::size_t part = 0; part < 3; ++part)
      sum[part] += static_cast<std::uint64_t>(colours[i].part[part]) * colours[i].count;
  }
  Colour out;
  for (std::size_t part = 0; part < 3; ++part) out.part[part] = static_cast<int>((sum[part] + pixels / 2) / pixels);
  return out;
}

// Median cut: the box that gains most is cut in two until there are as many as colours may be.
struct Palette {
  std::vector<Colour> colours{};
  std::unordered_map<std::uint32_t, std::uint8_t> place{};  // of every colour of the pixels
};

std::uint32_t rgb_of(const Colour& colour) {
  return static_cast<std::uint32_t>(colour.part[0]) << 16U | static_cast<std::uint32_t>(colour.part[1]) << 8U |
         static_cast<std::uint32_t>(colour.part[2]);
}

Palette palette_of(const Pixels& pixels) {
  std::unordered_map<std::uint32_t, std::uint32_t> counts;
  for (const std::uint32_t rgb : pixels.rgb) ++counts[rgb];
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<Colour> colours;
  colours.reserve(sorted.size());
  for (const auto& [rgb, count] : sorted) colours.push_back(colour_of(rgb, count));

  std::vector<Box> boxes{box_of(colours, 0, colours.size())};
  while (boxes.size() < kMostColours) {
    const auto best =
        std::max_element(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.weight < b.weight; });
    if (best->weight == 0) break;
    const Box box = *best;
    const auto at = [&](std::size_t i) { return colours.begin() + static_cast<std::ptrdiff_t>(i); };
    std::sort(at(box.first), at(box.end), [&](const Colour& a, const Colour& b) {
      return a.part[box.widest] != b.part[box.widest] ? a.part[box.widest] < b.part[box.widest] : a.part < b.part;
    });
    const int middle = (colours[box.first].part[box.widest] + colours[box.end - 1].part[box.widest]) / 2;
    std::size_t cut = box.first + 1;
    while (cut + 1 < box.end && colours[cut].part[box.widest] <= middle) ++cut;
    *best = box_of(colours, box.first, cut);
    boxes.push_back(box_of(colours, cut, box.end));
  }
  Palette out;
  for (const Box& box : boxes) {
    for (std::size_t i = box.first; i < box.end; ++i)
      out.place[rgb_of(colours[i])] = static_cast<std::uint8_t>(out.colours.size());
    out.colours.push_back(mean_of(colours, box));
  }
  return out;
}

void add_number(std::string& out, std::uint32_t number) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) out += static_cast<char>(number >> shift & 255U);
}

void add_chunk(std::string& out, const std::string& kind, const std::string& content) {
  add_number(out, static_cast<std::uint32_t>(content.size()));
  const std::string all = kind + content;
  out += all;
  add_number(out, static_cast<std::uint32_t>(
                      crc32(0, reinterpret_cast<const Bytef*>(all.data()), static_cast<uInt>(all.size()))));
}

std::string deflated(const std::string& plain) {
  uLongf size = compressBound(static_cast<uLong>(plain.size()));
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(plain.data()),
            static_cast<uLong>(plain.size()), 6);  // enough room: it cannot fail
  out.resize(size);
  return out;
}

}  // namespace

std::string png_of(const Pixels& pixels) {
  const Palette palette = palette_of(pixels);
  std::string header;
  add_number(header, static_cast<std::uint32_t>(pixels.width));
  add_number(header, static_cast<std::uint32_t>(pixels.height));
  header.append({8, 3, 0, 0, 0});  // bits a pixel, by palette, deflate, usual filters, not interlaced
  std::string colours;
  for (const Colour& colour : palette.colours)
    for (const int part : colour.part) colours += static_cast<char>(part);
  std::string rows;
  rows.reserve(pixels.rgb.size() + static_cast<std::size_t>(pixels.height));
  for (std::size_t i = 0; i < pixels.rgb.size(); ++i) {
    if (i % static_cast<std::size_t>(pixels.width) == 0) rows += '\0';  // no filter
    rows += static_cast<char>(palette.place.at(pixels.rgb[i]));
  }
  std::string out = "\x89PNG\r\n\x1a\n";
  add_chunk(out, "IHDR", header);
  add_chunk(out, "PLTE", colours);
  add_chunk(out, "IDAT", deflated(rows));
  add_chunk(out, "IEND", {});
  return out;
}

}  // namespace cairn

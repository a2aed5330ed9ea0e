// Archives for tests, written by the standard's own fields; what is broken can be broken on purpose.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::test {

struct ZipEntry {
  std::string name, content;
  bool deflated = true;
  std::uint32_t flags = 0;
};

inline std::string packed_by_zlib(std::string_view content) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string little(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
  return out;
}

inline std::string zip(const std::vector<ZipEntry>& entries, std::string_view comment = "") {
  std::string out, list;
  for (const ZipEntry& entry : entries) {
    const std::string packed = entry.deflated ? packed_by_zlib(entry.content) : entry.content;
    const auto sum =
        crc32(0, reinterpret_cast<const Bytef*>(entry.content.data()), static_cast<uInt>(entry.content.size()));
    const std::string common = little(20, 2) + little(entry.flags, 2) + little(entry.deflated ? 8 : 0, 2) +
                               little(0, 4) + little(sum, 4) + little(packed.size(), 4) +
                               little(entry.content.size(), 4) + little(entry.name.size(), 2) + little(0, 2);
    list += "PK\x01\x02" + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
            little(out.size(), 4) + entry.name;
    out += "PK\x03\x04" + common + entry.name + packed;
  }
  const std::size_t start = out.size();
  return out + list + "PK\x05\x06" + little(0, 4) + little(entries.size(), 2) + little(entries.size(), 2) +
         little(list.size(), 4) + little(start, 4) + little(comment.size(), 2) + std::string(comment);
}

}  // namespace cairn::test

// A zip archive that is written: deflated files with names in UTF-8, less than 4 GiB and 65,536 of them. Source:
// PKWARE's APPNOTE 6.3. Not in a browser, which has no zlib. Never throws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn {

inline constexpr std::size_t kMostWrittenZipFiles = 65'535;

class ZipWriter {
 public:
  // `name` as it shall be in the archive. A file beyond the limits is left out: false.
  bool add(std::string_view name, std::string_view content);
  std::string finish() &&;  // the archive

 private:
  std::string files_, list_;
  std::uint32_t count_ = 0;
};

}  // namespace cairn

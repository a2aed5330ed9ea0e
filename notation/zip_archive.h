// Files of a zip archive, read within limits: nothing of it reaches a disk, names are for people alone. Stored and
// deflated files; encrypted ones, split archives and those over 4 GiB (zip64) are refused. Source: PKWARE's
// APPNOTE 6.3. A browser has no zlib: there an archive is refused with a word that says so. Never throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"

namespace cairn {

inline constexpr std::size_t kMostZipFiles = 100'000;
inline constexpr std::size_t kMostZipFile = std::size_t{64} << 20;    // bytes of one file
inline constexpr std::size_t kMostZipBytes = std::size_t{512} << 20;  // of all that are read
inline constexpr std::size_t kMostZipRatio = 200;                     // where more than kFreeZipRatio comes out
inline constexpr std::size_t kFreeZipRatio = std::size_t{1} << 20;

bool looks_like_zip(std::string_view bytes);

struct ZipFile {
  std::string name{};  // printable; may be cut
  std::uint32_t method = 0, checksum = 0;
  std::size_t at = 0, packed = 0, size = 0;  // `at`: of its local head
  bool encrypted = false;
};

class ZipArchive {
 public:
  // `bytes` must outlive this. `error()` says why it cannot be read at all.
  explicit ZipArchive(std::string_view bytes);

  const Message& error() const { return error_; }
  const std::vector<ZipFile>& files() const { return files_; }  // without folders, in the archive's order
  bool holds(std::string_view name) const;
  // Its content; or "" and why it cannot be had.
  std::string read(const ZipFile& file, Message& why);

 private:
  Message find_files();

  [[maybe_unused]] std::string_view bytes_;
  std::vector<ZipFile> files_;
  Message error_;
  [[maybe_unused]] std::size_t read_ = 0;
};

}  // namespace cairn

// Files of folders and archives, one after the other, within limits: what `cairn import` reads games from.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace cairn::cli {

inline constexpr std::size_t kMostImportFile = std::size_t{64} << 20;  // bytes of one file
inline constexpr std::size_t kMostImportZip = std::size_t{512} << 20;  // of an archive
inline constexpr std::size_t kMostImportFiles = 5'000'000;             // of one run

struct FileTaker {
  std::function<bool(std::string name, std::string bytes)> take;  // false: no more
  std::function<void(const std::string& name, const std::string& why)> fault;
};

// All files in and below these folders, of these archives, and these files themselves, in the order of their names.
// Hidden files and links to folders are passed over. False: somebody wanted no more.
bool read_files(const std::vector<std::string>& places, const FileTaker& to);

}  // namespace cairn::cli

// The lock of a data folder: one process at a time may write there.
#pragma once

#include <string>
#include <utility>

namespace cairn {

class FileLock {
 public:
  FileLock() = default;
  FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();
  std::string take(const std::string& folder);  // "" or what is wrong

 private:
  int file_ = -1;
};

}  // namespace cairn

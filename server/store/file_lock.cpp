#include "server/store/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cairn {

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

std::string FileLock::take(const std::string& folder) {
  file_ = ::open((folder + "/lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (file_ < 0) return std::strerror(errno);
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) return "another server is using it";
  return {};
}

}  // namespace cairn

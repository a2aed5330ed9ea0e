// Put in front of the system's library in one process (LD_PRELOAD): its time of day is as many seconds from the
// machine's as the file named by FAR_CLOCK says, and set by somebody unless "unset" stands behind that. No memory is
// asked for: an allocator may ask for the time.
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace {

struct Away {
  long seconds = 0;
  bool unset = false;
};

Away read_away() {
  const char* const path = std::getenv("FAR_CLOCK");
  const int file = path != nullptr ? static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC)) : -1;
  if (file < 0) return {};
  char text[32] = {};
  const long size = ::syscall(SYS_read, file, text, sizeof text - 1);
  ::syscall(SYS_close, file);
  if (size <= 0) return {};
  return {std::strtol(text, nullptr, 10), std::strstr(text, "unset") != nullptr};
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* out) noexcept {
  const int result = static_cast<int>(::syscall(SYS_clock_gettime, clock, out));
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) out->tv_sec += read_away().seconds;
  return result;
}

extern "C" int gettimeofday(timeval* out, void*) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *out = {now.tv_sec, now.tv_nsec / 1'000};
  return 0;
}

extern "C" time_t time(time_t* out) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != nullptr) *out = now.tv_sec;
  return now.tv_sec;
}

extern "C" int adjtimex(timex* out) noexcept {
  const bool unset = read_away().unset;
  *out = {};
  out->status = unset ? STA_UNSYNC : 0;
  return unset ? TIME_ERROR : TIME_OK;
}

// A lock for a few instructions, without threads' library or exceptions, which the core for the browser lacks. It can
// be given back for a while, as long computations in its midst want.
#pragma once

#include <atomic>

namespace cairn {

class SpinLock {
 public:
  explicit SpinLock(std::atomic_flag& flag) : flag_(flag) { take(); }
  SpinLock(const SpinLock&) = delete;
  SpinLock& operator=(const SpinLock&) = delete;
  ~SpinLock() { give(); }
  void take() {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void give() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag& flag_;
};

}  // namespace cairn

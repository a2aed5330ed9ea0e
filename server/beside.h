// A thread of its own beside the loop, for what would hold it up: drawing, files. Jobs are done in their order; what
// they have to say they post to the loop themselves. Used from the loop's thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace cairn {

class Beside {
 public:
  explicit Beside(std::size_t most_waiting) : most_waiting_(most_waiting) {}
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {  // what waits is dropped
    {
      const std::lock_guard guard(mutex_);
      ending_ = true;
      jobs_.clear();
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  // False: too many wait.
  bool run(std::function<void()> job) {
    const std::lock_guard guard(mutex_);
    if (jobs_.size() >= most_waiting_) return false;
    jobs_.push_back(std::move(job));
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    wake_.notify_one();
    return true;
  }

 private:
  void work() {
    while (true) {
      std::function<void()> job;
      {
        std::unique_lock guard(mutex_);
        wake_.wait(guard, [this] { return ending_ || !jobs_.empty(); });
        if (ending_) return;
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
    }
  }

  const std::size_t most_waiting_;
  std::mutex mutex_;  // of what follows
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_{};
  bool ending_ = false;
  std::thread thread_{};  // begun when it is needed first
};

}  // namespace cairn

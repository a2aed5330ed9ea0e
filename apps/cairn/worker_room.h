// How much a worker does at once: bots' turns come first, and stop parts of analyses where there is no room for both.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

namespace cairn::cli {

class WorkerRoom {
 public:
  using Stop = std::shared_ptr<std::atomic<bool>>;
  explicit WorkerRoom(int jobs) : jobs_(jobs) {}

  void begin_turn() {
    const std::lock_guard guard(mutex_);
    ++turns_;
    for (auto one = parts_.begin(); one != parts_.end() && used() > jobs_; ++one)
      if (!one->get()->exchange(true)) --working_;
  }
  void end_turn() {
    const std::lock_guard guard(mutex_);
    --turns_;
    wake_.notify_all();
  }

  // Waits until there is room for a part, or `over`.
  void wait(const std::function<bool()>& over) {
    std::unique_lock lock(mutex_);
    while (!over() && used() >= jobs_) wake_.wait_for(lock, std::chrono::milliseconds(100));
  }
  // The flag tells when to stop: at once, where turns came meanwhile.
  Stop begin_part() {
    const std::lock_guard guard(mutex_);
    parts_.push_back(std::make_shared<std::atomic<bool>>(ended_ || used() >= jobs_));
    working_ += parts_.back()->load() ? 0 : 1;
    return parts_.back();
  }
  void end_part(const Stop& part) {
    const std::lock_guard guard(mutex_);
    if (!part->load()) --working_;
    parts_.remove(part);
    wake_.notify_all();
  }
  void end() {
    const std::lock_guard guard(mutex_);
    ended_ = true;
    for (const Stop& part : parts_) part->store(true);
    working_ = 0;
    wake_.notify_all();
  }

 private:
  int used() const { return turns_ + working_; }
  const int jobs_;
  std::mutex mutex_;  // of all that follows
  std::condition_variable wake_;
  int turns_ = 0, working_ = 0;  // parts that were not told to stop
  std::list<Stop> parts_;
  bool ended_ = false;
};

}  // namespace cairn::cli

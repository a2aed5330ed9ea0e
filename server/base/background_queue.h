// A thread of its own for what would hold the loop up: drawing, files, reading and writing long records. People take
// turns: whoever has many jobs waits for their own. Used from the loop's thread. Without a loop (no `post`) a job is
// done at once.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "server/base/asker.h"
#include "server/base/fair_queue.h"

namespace cairn {

class BackgroundQueue {
 public:
  using Post = std::function<void(std::function<void()>)>;  // runs something on the loop; may be called by any thread
  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

  // At most so many jobs wait, and so many of one asker.
  explicit BackgroundQueue(Post post, std::size_t most_waiting = kAnyNumber, std::size_t most_of_one = kAnyNumber)
      : post_(std::move(post)), most_waiting_(most_waiting), most_of_one_(most_of_one) {}
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;
  ~BackgroundQueue() {  // what waits is dropped
    {
      const std::lock_guard guard(mutex_);
      ending_ = true;
      jobs_.clear();
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  // Runs `job` on the thread and then, on the loop, `done` with what it returned. False: too many wait.
  template <class Job, class Done>
  bool run(const Asker& who, Job job, Done done) {
    if (!post_) {
      done(job());
      return true;
    }
    auto kept = std::make_shared<Done>(std::move(done));
    return add(who, [this, job = std::move(job), kept]() mutable {
      auto value = std::make_shared<decltype(job())>(job());
      post_([kept, value] { (*kept)(std::move(*value)); });
    });
  }

 private:
  bool add(const Asker& who, std::function<void()> job) {
    const std::lock_guard guard(mutex_);
    if (jobs_.size() >= most_waiting_ || jobs_.size_of(who) >= most_of_one_) return false;
    jobs_.push(who, std::move(job));
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    wake_.notify_one();
    return true;
  }

  void work() {
    while (true) {
      std::function<void()> job;
      {
        std::unique_lock guard(mutex_);
        wake_.wait(guard, [this] { return ending_ || !jobs_.empty(); });
        if (ending_) return;
        job = jobs_.pop();
      }
      job();
    }
  }

  const Post post_;
  const std::size_t most_waiting_, most_of_one_;
  std::mutex mutex_;  // of what follows
  std::condition_variable wake_;
  FairQueue<Asker, std::function<void()>> jobs_{};
  bool ending_ = false;
  std::thread thread_{};  // begun when it is needed first
};

}  // namespace cairn

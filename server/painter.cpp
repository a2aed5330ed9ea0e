#include "server/painter.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace cairn {

namespace {

constexpr std::size_t kMostPictures = 8;  // that wait: a fifth of a second, which a mail need not wait longer

}  // namespace

struct Painter::Inside {
  struct Job {
    BoardSheet sheet;
    Done done;
  };
  Inside(Post poster, int pixels) : post(std::move(poster)), size(pixels) {}
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() {
    {
      const std::lock_guard guard(mutex);
      ending = true;
      jobs.clear();
    }
    wake.notify_all();
    if (thread.joinable()) thread.join();
  }

  void work() {
    while (true) {
      Job job;
      {
        std::unique_lock guard(mutex);
        wake.wait(guard, [this] { return ending || !jobs.empty(); });
        if (ending) return;
        job = std::move(jobs.front());
        jobs.pop_front();
      }
      post([done = std::move(job.done), png = png_board(job.sheet, size).bytes] { done(png); });
    }
  }

  const Post post;
  const int size;
  std::mutex mutex;  // of what follows
  std::condition_variable wake;
  std::deque<Job> jobs{};
  bool ending = false;
  std::thread thread{};  // begun when it is needed first
};

Painter::Painter(Post post, int size) : inside_(std::make_unique<Inside>(std::move(post), size)) {}

Painter::~Painter() = default;

void Painter::draw(BoardSheet sheet, Done done) {
  {
    const std::lock_guard guard(inside_->mutex);
    if (inside_->jobs.size() < kMostPictures) {
      inside_->jobs.push_back({std::move(sheet), std::move(done)});
      if (!inside_->thread.joinable()) inside_->thread = std::thread([inside = inside_.get()] { inside->work(); });
      inside_->wake.notify_one();
      return;
    }
  }
  inside_->post([done = std::move(done)] { done({}); });
}

}  // namespace cairn

#include "server/painter.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace cairn {

struct Painter::Inside {
  struct Job {
    BoardSheet sheet;
    PictureForm form = PictureForm::png;
    int size = 0;
    Done done;
  };
  Inside(Post poster, std::size_t most) : post(std::move(poster)), most_waiting(most) {}
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
      auto drawn = job.form == PictureForm::png ? png_board(job.sheet, job.size) : svg_board(job.sheet, job.size);
      post([done = std::move(job.done), file = std::move(drawn.bytes)] { done(file); });
    }
  }

  const Post post;
  const std::size_t most_waiting;
  std::mutex mutex;  // of what follows
  std::condition_variable wake;
  std::deque<Job> jobs{};
  bool ending = false;
  std::thread thread{};  // begun when it is needed first
};

Painter::Painter(Post post, std::size_t most_waiting)
    : inside_(std::make_unique<Inside>(std::move(post), most_waiting)) {}

Painter::~Painter() = default;

void Painter::draw(BoardSheet sheet, PictureForm form, int size, Done done) {
  {
    const std::lock_guard guard(inside_->mutex);
    if (inside_->jobs.size() < inside_->most_waiting) {
      inside_->jobs.push_back({std::move(sheet), form, size, std::move(done)});
      if (!inside_->thread.joinable()) inside_->thread = std::thread([inside = inside_.get()] { inside->work(); });
      inside_->wake.notify_one();
      return;
    }
  }
  inside_->post([done = std::move(done)] { done({}); });
}

}  // namespace cairn

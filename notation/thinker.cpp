#include "notation/thinker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace cairn {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Thinker::Thinker(std::unique_ptr<Engine> engine, int threads)
    : engine_(std::move(engine)), threads_(std::max(threads, 1)) {}

Thinker::~Thinker() {
  stop();
  wait();
}

void Thinker::start(Task task) {
  stop();
  wait();
  task_ = std::move(task);
  stop_.store(false);
  engine_->set_position(task_.position, task_.seat);
  engine_->begin(task_.limits);
  running_.store(threads_, std::memory_order_release);
  for (int i = 0; i < threads_; ++i) workers_.emplace_back([this] { work(); });
  if ((task_.on_report && task_.interval > 0) || task_.on_end) reporter_ = std::thread([this] { report(); });
}

void Thinker::stop() {
  stop_.store(true);
}

void Thinker::wait() {
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
  if (reporter_.joinable()) reporter_.join();
}

bool Thinker::wait_for(double seconds) {
  std::unique_lock lock(mutex_);
  return ended_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return !busy(); });
}

Action Thinker::choose() {
  wait();
  return engine_->choose();
}

void Thinker::forget() {
  wait();
  engine_->forget();
}

void Thinker::work() {
  engine_->work(stop_);
  {
    const std::lock_guard lock(mutex_);
    running_.fetch_sub(1, std::memory_order_acq_rel);
  }
  ended_.notify_all();
}

void Thinker::report() {
  const bool reports = task_.on_report && task_.interval > 0;
  auto due = std::chrono::steady_clock::now();
  const auto interval = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(std::min(task_.interval, 1e6)));
  std::unique_lock lock(mutex_);
  for (const auto ended = [this] { return !busy(); };;) {
    due += interval;
    if (!reports) ended_.wait(lock, ended);
    if (!reports || ended_.wait_until(lock, due, ended)) break;
    lock.unlock();
    const Analysis now = engine_->analysis(task_.candidates, task_.line);
    if (!now.candidates.empty() && now.playouts > 0) task_.on_report(now);
    lock.lock();
    due = std::max(due, std::chrono::steady_clock::now() - interval);  // what came late is not made up for
  }
  lock.unlock();
  if (task_.on_end) task_.on_end(engine_->analysis(task_.candidates, task_.line));
}

}  // namespace cairn

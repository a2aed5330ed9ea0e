#include "server/tables/bots.h"

#include <sys/resource.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "search/choice.h"
#include "server/base/steady.h"
#include "server/engines/engines.h"

namespace cairn {

namespace {

constexpr std::size_t kMemory = std::size_t{64} << 20;  // of a tree

}  // namespace

std::vector<std::string> choose_words(const BotJob& job, const std::atomic<bool>* stop, engines::Engines* engines) {
  static const std::atomic<bool> never{false};
  const std::atomic<bool>& stopped = stop != nullptr ? *stop : never;
  const bool asked = engines != nullptr && !engines->none();
  const engines::EngineTurn turn{job.info, job.options, job.moves, job.seat, job.level, job.seconds, job.most};
  if (asked && settles_dead(job.position, job.seat))
    if (const auto dead = engines->dead(turn, stopped)) return insist(job.position, job.seat, *dead, job.moves);
  if (auto agreed = agree(*job.info, job.position, job.seat, job.moves)) return *std::move(agreed);
  if (asked)
    if (auto word = engines->move(turn, stopped)) return {*std::move(word)};
  if (stopped.load()) return {};
  const auto engine = make_engine(*job.info, job.position,
                                  {.memory = kMemory, .seed = job.seed, .level = job.level, .clock = steady_seconds});
  think(*engine, job.position, job.seat, {.seconds = job.seconds}, &stopped);
  if (stopped.load() && engine->analysis(1, 1).playouts == 0) return {};
  Rng rng(job.seed);
  const auto chosen = choose_action(*engine, job.position, job.seat, rng);
  if (!chosen) return {};
  return {job.position.format(*chosen)};
}

struct BotPool::Inside {
  struct Task {
    Work work;
    Stop stop;
  };
  BackgroundQueue::Post post;
  int free = 0;               // the loop's
  std::vector<Stop> running;  // the loop's
  std::mutex mutex;           // of what follows
  std::condition_variable wake;
  std::deque<Task> tasks;  // never more than threads
  bool closing = false;
  std::vector<std::thread> threads;

  void work(const std::shared_ptr<Inside>& self) {
    ::setpriority(PRIO_PROCESS, 0, 5);  // of this thread: moves are answered before the bot thinks on
    while (true) {
      Task task;
      {
        std::unique_lock guard(mutex);
        wake.wait(guard, [this] { return closing || !tasks.empty(); });
        if (closing) return;
        task = std::move(tasks.front());
        tasks.pop_front();
      }
      auto done = task.work(*task.stop);
      post([self, stop = task.stop, done = std::move(done)] {
        ++self->free;
        std::erase(self->running, stop);
        done();
      });
    }
  }
};

BotPool::BotPool(int threads, BackgroundQueue::Post post, engines::Engines* engines)
    : threads_(std::max(1, threads)), engines_(engines), inside_(std::make_shared<Inside>()) {
  inside_->post = std::move(post);
  inside_->free = threads_;
  for (int i = 0; i < threads_; ++i) inside_->threads.emplace_back([inside = inside_] { inside->work(inside); });
}

BotPool::~BotPool() {
  for (const Stop& stop : inside_->running) stop->store(true);
  {
    const std::lock_guard guard(inside_->mutex);
    inside_->closing = true;
  }
  inside_->wake.notify_all();
  for (auto& thread : inside_->threads) thread.join();
  inside_->threads.clear();
}

int BotPool::free() const {
  return inside_->free;
}

BotPool::Stop BotPool::start(BotJob job, Done done) {
  return start([job = std::move(job), done = std::move(done), engines = engines_](const std::atomic<bool>& stop) {
    return [done, words = choose_words(job, &stop, job.rated ? nullptr : engines)] { done(words); };
  });
}

BotPool::Stop BotPool::start(Work work) {
  auto stop = std::make_shared<std::atomic<bool>>(false);
  --inside_->free;
  inside_->running.push_back(stop);
  {
    const std::lock_guard guard(inside_->mutex);
    inside_->tasks.push_back({std::move(work), stop});
  }
  inside_->wake.notify_one();
  return stop;
}

}  // namespace cairn

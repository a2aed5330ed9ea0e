#include "apps/cairn/thinking.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace cairn::cli {

void think_watched(Engine& engine, const Position& position, Seat seat, const SearchLimits& limits, int threads,
                   const std::atomic<bool>& stop, double interval, const std::function<void()>& look) {
  engine.set_position(position, seat);
  engine.begin(limits);
  std::vector<std::thread> workers;
  if (interval <= 0) {
    for (int i = 1; i < threads; ++i) workers.emplace_back([&] { engine.work(stop); });
    engine.work(stop);
  } else {
    std::mutex mutex;
    std::condition_variable ended;
    int running = threads;
    for (int i = 0; i < threads; ++i)
      workers.emplace_back([&] {
        engine.work(stop);
        const std::lock_guard guard(mutex);
        --running;
        ended.notify_one();
      });
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, std::chrono::duration<double>(interval), [&] { return running == 0; })) {
      lock.unlock();
      look();
      lock.lock();
    }
  }
  for (auto& worker : workers) worker.join();
}

Seat seat_to_think(const Position& position) {
  const SeatSet acting = position.to_act();
  const Seat turn = position.turn().seat;
  return acting.contains(turn) ? turn : acting.front();
}

}  // namespace cairn::cli

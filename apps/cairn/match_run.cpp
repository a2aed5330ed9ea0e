#include "apps/cairn/match_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "apps/cairn/terminal.h"
#include "core/hash.h"

namespace cairn::cli {

void MatchTotals::add(const MatchGame& game) {
  points_[game.number] = game.points;
  counts_.add_game(game.points);
  if (const auto other = points_.find(game.number ^ 1); other != points_.end())
    counts_.add_pair(game.points, other->second);
  for (std::size_t i = 0; i < 2; ++i) {
    sides_[i].moves += game.sides[i].moves;
    sides_[i].playouts += game.sides[i].playouts;
    sides_[i].late += game.sides[i].late;
    sides_[i].seconds += game.sides[i].seconds;
  }
  if (game.forfeit()) ++forfeits_[game.points > 0.5 ? 1 : 0];
  disputed_ += game.disputed ? 1 : 0;
  moves_ += game.moves.size();
}

double MatchTotals::mean_length() const {
  return points_.empty() ? 0 : static_cast<double>(moves_) / static_cast<double>(points_.size());
}

std::vector<std::string> opening_of(const MatchPlan& plan, std::uint64_t number, const std::atomic<bool>& stop) {
  constexpr int kTries = 100;
  constexpr std::uint64_t kPlayouts = 1000;
  constexpr std::size_t kMemory = std::size_t{64} << 20;  // bytes
  const std::uint64_t pair = number / 2;
  if (!plan.openings.empty()) return plan.openings[pair % plan.openings.size()];
  Rng rng(mix(plan.seed, pair));
  if (!plan.balance) return random_opening(plan.start, plan.random_plies, rng);
  // A new one each time: what it thinks must depend on the pair alone.
  const auto judge = make_engine(*plan.info, plan.start, {.memory = kMemory}, false);
  std::vector<std::string> best;
  double nearest = 1;
  for (int attempt = 0; attempt < kTries && nearest > *plan.balance && !stop.load(); ++attempt) {
    auto words = random_opening(plan.start, plan.random_plies, rng);
    Position position = plan.start;
    play_opening(position, words, nullptr);
    if (position.to_act().empty()) continue;
    const Analysis found =
        think(*judge, position, position.to_act().front(), {.playouts = kPlayouts, .decide = false}, &stop);
    const double off = std::abs(found.win_rate - 0.5);
    if (off >= nearest) continue;
    nearest = off;
    best = std::move(words);
  }
  return best;
}

void run_match(const MatchPlan& plan, MatchTotals& totals, const std::function<bool(const MatchGame&)>& on_game,
               const std::function<void()>& on_wait) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t number = 0; number < plan.games; ++number)
    if (!totals.has(number)) missing.push_back(number);

  std::atomic<bool> stop{interrupted().load()};
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t next = 0;  // under the mutex, like what follows
  int running = 0;

  const auto work = [&] {
    std::array<std::unique_ptr<MatchPlayer>, 2> players;
    for (std::size_t i = 0; i < 2; ++i)
      players[i] = make_player(plan.engines[i], *plan.info, plan.config, plan.time, stop);
    std::optional<std::uint64_t> pair;  // whose opening is known: its second game mostly comes next
    std::vector<std::string> opening;
    for (;;) {
      std::uint64_t number = 0;
      {
        const std::lock_guard guard(mutex);
        if (stop.load() || next == missing.size()) break;
        number = missing[next++];
      }
      if (pair != number / 2) opening = opening_of(plan, number, stop);
      pair = number / 2;
      const GameTask task{*plan.info, plan.config, plan.start,      plan.time, opening,
                          number,     plan.seed,   plan.most_moves, stop};
      const MatchGame game = play_match_game(task, *players[0], *players[1]);
      if (game.cancelled) break;
      const std::lock_guard guard(mutex);
      totals.add(game);
      const bool on = on_game(game);
      if (!on || (plan.test && verdict(*plan.test, totals.counts()) != Verdict::open)) stop.store(true);
    }
    players = {};  // external programs are gone before the match is over
    const std::lock_guard guard(mutex);
    --running;
    ended.notify_one();
  };

  const std::size_t threads = std::min<std::size_t>(static_cast<std::size_t>(plan.concurrency), missing.size());
  std::vector<std::thread> workers;
  std::unique_lock lock(mutex);
  if (plan.test && verdict(*plan.test, totals.counts()) != Verdict::open) stop.store(true);
  for (std::size_t i = 0; i < threads; ++i) {
    ++running;
    workers.emplace_back(work);
  }
  while (running > 0) {
    ended.wait_for(lock, std::chrono::milliseconds(100));
    if (interrupted()) stop.store(true);
    on_wait();
  }
  lock.unlock();
  for (auto& worker : workers) worker.join();
}

}  // namespace cairn::cli

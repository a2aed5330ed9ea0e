// Guesses in SQL.
#include "server/store/guesses.h"

#include <algorithm>
#include <string>

#include "server/store/sql_answers.h"

namespace cairn {

namespace {

constexpr std::string_view kLast = "~";  // the name of a lock behind all others
constexpr int kMostForgotten = 10'000;   // at once

std::string lock_of(const GuessCost& first) {
  return " guess " + std::string(first.key.begin(), first.key.end());
}

const GuessCost& first_of(const GuessCosts& costs) {
  return costs.any.empty() ? costs.all.front() : costs.any.front();
}

// Seconds; 0: it is left.
int wait_of(SqlConnection& db, const GuessCost& cost, std::int64_t now_ms) {
  const SqlRows rows = db.run("SELECT full_ms FROM guesses WHERE key_hash = $1", {cost.key});
  const std::int64_t full_ms = rows.empty() ? now_ms : std::max(rows.integer(0, 0), now_ms);
  const std::int64_t over_ms = full_ms + cost.ms - now_ms - cost.whole_ms;
  return over_ms <= 0 ? 0 : static_cast<int>((over_ms + 999) / 1000);
}

int wait_of(SqlConnection& db, const GuessCosts& costs, std::int64_t now_ms) {
  int wait = 0;
  for (std::size_t i = 0; i < costs.any.size() && (i == 0 || wait > 0); ++i) {
    const int one = wait_of(db, costs.any[i], now_ms);
    wait = i == 0 ? one : std::min(wait, one);
  }
  for (const GuessCost& cost : costs.all) wait = std::max(wait, wait_of(db, cost, now_ms));
  return wait;
}

// Whether it was left. Locks the row in any case.
bool take(SqlConnection& db, const GuessCost& cost, std::int64_t now_ms) {
  return db.run(
               "INSERT INTO guesses (key_hash, full_ms) VALUES ($1, $2) ON CONFLICT (key_hash) DO UPDATE SET full_ms = "
               "CASE WHEN guesses.full_ms > $3 THEN guesses.full_ms ELSE $3 END + $4 WHERE guesses.full_ms <= $5",
               {cost.key, now_ms + cost.ms, now_ms, cost.ms, now_ms + cost.whole_ms - cost.ms})
             .changed() == 1;
}

void put_back(SqlConnection& db, const std::vector<GuessCost>& taken) {
  for (const GuessCost& cost : taken)
    db.run("UPDATE guesses SET full_ms = full_ms - $2 WHERE key_hash = $1", {cost.key, cost.ms});
}

CountedGuess count_guess(SqlConnection& db, const GuessCosts& costs, std::int64_t now_ms) {
  CountedGuess out;
  bool left = costs.any.empty();
  for (const GuessCost& cost : costs.any) {
    const bool taken = take(db, cost, now_ms);
    left = left || taken;
    if (taken)
      out.taken.push_back(cost);
    else if (out.taken.empty())
      out.taken.push_back({cost.key});  // nothing of it; whoever gives back locks it first, too
  }
  for (std::size_t i = 0; left && i < costs.all.size(); ++i) {
    left = take(db, costs.all[i], now_ms);
    if (left) out.taken.push_back(costs.all[i]);
  }
  if (left) return out;
  put_back(db, out.taken);
  return {std::max(1, wait_of(db, costs, now_ms))};
}

}  // namespace

GuessCost guess_cost(const GuessLimit& limit, std::string_view whose, int part) {
  const std::string key = "guess " + std::string(limit.name) + '\n' + std::string(whose);
  return {hash_token(key), limit.each_ms / part, limit.each_ms * limit.most};
}

void GuessStore::wait(GuessCosts costs, std::int64_t now_ms, Read<int> done) {
  read(std::move(done),
       [costs = std::move(costs), now_ms](SqlConnection& db) { return std::optional(wait_of(db, costs, now_ms)); });
}

void GuessStore::count(GuessCosts costs, std::int64_t now_ms, Read<CountedGuess> done) {
  const std::string lock = lock_of(first_of(costs));
  write(lock, std::move(done), [costs = std::move(costs), now_ms](SqlConnection& db) {
    return std::optional(count_guess(db, costs, now_ms));
  });
}

void GuessStore::give_back(std::vector<GuessCost> taken, Done done) {
  const std::string lock = lock_of(taken.front());
  write(lock, std::move(done), [taken = std::move(taken)](SqlConnection& db) {
    put_back(db, taken);
    return Written{};
  });
}

// Last in its group, and without those that others hold: it waits for nobody.
void GuessStore::forget_full(std::int64_t now_ms, Done done) {
  write(std::string(kLast), std::move(done), [now_ms](SqlConnection& db) {
    db.run("DELETE FROM guesses WHERE key_hash IN (SELECT key_hash FROM guesses WHERE full_ms <= $1 LIMIT $2 {unheld})",
           {now_ms - kGuessKeptMs, kMostForgotten});
    return Written{};
  });
}

}  // namespace cairn
